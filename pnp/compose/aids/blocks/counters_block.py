"""Block `counters`: an enlarged unit with explanations, the signs among its factors, and other counters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import fsum

from pnp.compose.aids.cells import GalleryItem, Paragraph
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.page_fit import SCALES
from pnp.compose.aids.views import GalleryView, KeyView, PictureView, View
from pnp.compose.counter_words import bare_label
from pnp.compose.pictures import Pictures
from pnp.draw.counter.annotated_counter import FRAMED, FactorNames, draw_annotated_counter, front_labels
from pnp.draw.counter.reduced_face import readable_width
from pnp.draw.counter.unit_ink import unit_ink
from pnp.message import capitalised
from pnp.model.aid_blocks import CountersBlock
from pnp.model.counter import Counter, Face
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.units import Mm

UNIT_SIDE: Mm = 40
"""Side of the enlarged unit."""
BACK_TITLES = {"reduced": "Reduced: one step lost", "disrupted": "Disrupted"}
GAP: Mm = 7
"""The least space between two enlarged units with their explanations."""
OTHER_SIDE: Mm = 11.6
"""Side of the other counters."""
MOST_LINES = 1.5
"""Names of other counters may be this much higher than the counters; otherwise there are fewer in a row."""
MOST_SIDE: Mm = 12.7
"""Counters in pictures are not enlarged for words that can be read only above this size, such as words in a picture."""


@COMPOSED_BLOCKS.enter("counters")
class ComposedCounters(ComposedBlock[CountersBlock]):
    """Composes a block `counters`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the enlarged unit with explanations, and the other counters of the block."""
        game, pictures, width = context.game, context.pictures, context.width
        units = [id_ for id_ in (self.block.of or tuple(game.counters)) if game.counters[id_].kind == "unit"]
        blocks = []
        if units and game.counter_print is not None:
            samples = units if self.block.of else [max(units, key=lambda id_: _detail_key(game.counters[id_]))]
            views = [view for id_ in samples for view in _unit_views(game, id_, pictures, width)]
            views += _notation_key(game, samples, width)
            title = self.block.title or ("Units" if samples[1:] else "A unit")
            blocks.append(PrintedBlock(title, self.block.hint, views=tuple(views)))
        others = tuple(_other_counters(game, pictures))
        if others:
            across = 4 if self.block.wide > 9 else 2 if self.block.wide > 4 else 1
            if across > 2 and GalleryView(others, across).tallest_text(width) > MOST_LINES * OTHER_SIDE:
                across -= 1
            blocks.append(PrintedBlock("Other counters", "front and back", views=(GalleryView(others, across),)))
        return tuple(blocks)


def _detail_key(counter: Counter) -> tuple[bool, ...]:
    """Return a sort key for units; the unit with most to explain sorts last."""
    starred = counter.front.factors.endswith("*")
    return (counter.back.state == "reduced", starred, counter.range is not None, bool(counter.code), bool(counter.size))


def _unit_views(game: Game, id_: str, pictures: Pictures, width: Mm) -> Iterator[View]:
    """Yield a drawing of a unit with explanations of everything on its front, and of backs as far as there is room.

    The backs are its own and, in their order, those of the first units whose backs are in other states.
    """
    counter = game.counters[id_]
    counter_print = game.counter_print
    assert counter_print is not None
    ink = unit_ink(game, counter, counter.front)
    drawn = [
        draw_annotated_counter(
            f"legend-{id_}",
            pictures.faces[id_].front,
            front_labels(
                counter, counter_print, _legend_names(game, counter), ink, figure=bool(game.face_layout.figure)
            ),
            tuple(box for name, box in ink.items() if name != "banner"),
            UNIT_SIDE,
            _factor_names(game, counter.front),
        )
    ]
    states = {"full"}
    for other in (id_, *game.counters):
        one = game.counters[other]
        if one.kind != "unit" or one.back.state in states:
            continue
        back = _annotated_back(game, other, pictures)
        if back is not None and fsum(scene.width + GAP for scene in drawn) + back.width < width:
            states.add(one.back.state)
            drawn.append(back)
    scale = min(1.0, width / drawn[0].width)
    yield PictureView(
        tuple((pictures.keep(one.name, lambda one=one: one), one.width * scale, one.height * scale) for one in drawn),  # type: ignore[misc]
        gap=min(2 * GAP, (width - 0.5 - fsum(one.width for one in drawn)) / max(1, len(drawn) - 1)),
    )


def _factor_names(game: Game, face: Face) -> FactorNames | None:
    """Return the names of the factors at the foot of a face; None if there are none, or if it has one large factor."""
    assert game.counter_print is not None
    layout = game.face_layout.of_state(face.state)
    terms = [capitalised(name) for name in game.counter_print.factors]
    return FactorNames(face.factors, terms, layout) if face.factors and terms and not layout.figure else None


def _notation_key(game: Game, samples: Sequence[str], width: Mm) -> Iterator[View]:
    """Yield a list of the special signs in factors with their meanings, except those explained beside a sample."""
    if game.counter_print is None:
        return
    explained = {game.counters[id_].front.factors for id_ in samples}
    if any("[" in factors for factors in explained):
        explained.add(FRAMED)
    signs = [
        Paragraph(f"**{_escape_markdown(sign)}** {means}", "note")
        for sign, means in game.counter_print.notation.items()
        if sign not in explained
    ]
    if signs:
        yield KeyView(tuple(signs), 2 if width > 120 else 1)


def _escape_markdown(sign: str) -> str:
    """Return a sign with backslashes before the characters that Markdown would interpret."""
    return re.sub(r"([*_`\[\]\\])", r"\\\1", sign)


def _legend_names(game: Game, counter: Counter) -> dict[str, str]:
    """Return the printed names of a unit's symbol, side and formation."""
    names = {"symbol": game.icons.symbol_name(counter.symbol) if counter.symbol else ""}
    if counter.side in game.sides:
        names["side"] = game.sides[counter.side].name
    if counter.formation in game.formations:
        formation = game.formations[counter.formation]
        names |= {"formation": formation.name, "label": formation.label}
    return names


def _annotated_back(game: Game, id_: str, pictures: Pictures) -> Scene | None:
    """Draw the back of a unit with explanations; return None if it shows nothing new."""
    counter = game.counters[id_]
    back = counter.back
    if back.state == "emblem":
        caption = ("Hidden side", "shows only its side")
    elif back.state in ("reduced", "disrupted") and back.factors:
        caption = (BACK_TITLES[back.state], "the band marks the back")
    else:
        return None
    face = pictures.faces[id_].back
    return draw_annotated_counter(f"legend-{id_}-back", face, (), (), UNIT_SIDE, _factor_names(game, back), caption)


def _other_counters(game: Game, pictures: Pictures) -> Iterator[GalleryItem]:
    """Yield both faces of each counter that is not a unit, once for each label, so large that words can be read."""
    shown: dict[str, str] = {}
    for id_, counter in game.counters.items():
        if counter.kind != "unit":
            shown.setdefault(bare_label(counter), id_)
    sides = [(pictures.faces[id_].front, pictures.faces[id_].back) for id_ in shown.values()]
    widths = (readable_width(face) for both in sides for face in both)
    needed = max((width for width in widths if width <= MOST_SIDE), default=0.0)
    side = max(OTHER_SIDE, needed / SCALES[-1])
    for name, id_ in shown.items():
        faces = tuple(pictures.counter(id_, facing, side * SCALES[-1]) for facing in ("front", "back"))
        yield GalleryItem(faces, side, side, Paragraph(name))
