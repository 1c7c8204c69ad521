"""Block `counters`: an enlarged unit with explanations, the signs among its factors, and other counters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pnp.compose.aids.cells import GalleryItem, Paragraph
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import GalleryView, KeyView, PictureView, View
from pnp.compose.counter_words import bare_label
from pnp.compose.pictures import Pictures
from pnp.draw.counter.annotated_counter import CounterLabel, draw_annotated_counter, front_labels
from pnp.draw.counter.face_layout import face_layout
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.reference import AID_BLOCKS, ListingAidBlock
from pnp.scene import Scene
from pnp.units import Mm

UNIT_SIDE: Mm = 42
"""Side of the enlarged unit."""
OTHER_SIDE: Mm = 10.5
"""Side of the other counters."""


@AID_BLOCKS.enter("counters")
class CountersBlock(ComposedBlock, ListingAidBlock):
    """Counters by id. If none is named: the unit with most to explain, and all other counters."""

    noun = missing_noun = "counter"

    def choices(self, game: Game) -> Mapping[str, Counter]:
        """Return the counters that the block can show, by id."""
        return game.counters

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the enlarged unit with explanations, and the other counters of the block."""
        game, pictures, width = context.game, context.pictures, context.width
        units = [id_ for id_ in (self.of or tuple(game.counters)) if game.counters[id_].kind == "unit"]
        blocks = []
        if units and game.counter_print is not None:
            samples = units if self.of else [max(units, key=lambda id_: _detail_key(game.counters[id_]))]
            views = [view for id_ in samples for view in _unit_views(game, id_, pictures, width)] + [
                *_notation_key(game, width)
            ]
            blocks.append(
                PrintedBlock(self.title or ("Units" if samples[1:] else "A unit"), self.hint, views=tuple(views))
            )
        others = tuple(_other_counters(game, pictures))
        if others:
            across = 4 if self.wide > 9 else 2 if self.wide > 4 else 1
            blocks.append(PrintedBlock("Other counters", "front and back", views=(GalleryView(others, across),)))
        return tuple(blocks)


def _detail_key(counter: Counter) -> tuple[bool, ...]:
    """Return a sort key for units; the unit with most to explain sorts last."""
    return (counter.back.state == "reduced", counter.range is not None, bool(counter.code), bool(counter.size))


def _unit_views(game: Game, id_: str, pictures: Pictures, width: Mm) -> Iterator[View]:
    """Yield a drawing of a unit with explanations of everything on its front and, if it fits, on its back."""
    counter = game.counters[id_]
    counter_print = game.counter_print
    assert counter_print is not None
    terms = [name.capitalize() for name in counter_print.factors]
    front = draw_annotated_counter(
        f"legend-{id_}",
        pictures.faces[id_].front,
        front_labels(counter, counter_print, _legend_names(game, counter)),
        counter.front.factors,
        terms,
        UNIT_SIDE,
    )
    drawn = [front]
    back = _annotated_back(game, id_, pictures, terms)
    if back is not None and front.width + back.width + 10 <= width:
        drawn.append(back)
    scale = min(1.0, width / front.width)
    yield PictureView(
        tuple((pictures.keep(one.name, lambda one=one: one), one.width * scale, one.height * scale) for one in drawn)  # type: ignore[misc]
    )


def _notation_key(game: Game, width: Mm) -> Iterator[View]:
    """Yield a list of the special signs in factors with their meanings, if the game has such signs."""
    if game.counter_print is not None and game.counter_print.notation:
        signs = (
            Paragraph(f"**{_escape_markdown(sign)}** {means}", "note")
            for sign, means in game.counter_print.notation.items()
        )
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


def _annotated_back(game: Game, id_: str, pictures: Pictures, terms: list[str]) -> Scene | None:
    """Draw the back of a unit with explanations; return None if it shows nothing new."""
    counter = game.counters[id_]
    assert game.counter_print is not None
    if counter.back.state == "full" or not counter.back.factors:
        return None
    layout = face_layout(game.counter_print)
    heading = "Reduced: one step lost" if counter.back.state == "reduced" else "Disrupted"
    labels = (CounterLabel((0.97, layout.band + 0.08), heading, "the band marks the back"),)
    return draw_annotated_counter(
        f"legend-{id_}-back", pictures.faces[id_].back, labels, counter.back.factors, terms, UNIT_SIDE
    )


def _other_counters(game: Game, pictures: Pictures) -> Iterator[GalleryItem]:
    """Yield both faces of each counter that is not a unit, once for each label."""
    names = set()
    for id_, counter in game.counters.items():
        if counter.kind == "unit":
            continue
        name = bare_label(counter)
        if name in names:
            continue
        names.add(name)
        faces = tuple(pictures.counter(id_, facing, OTHER_SIDE) for facing in ("front", "back"))
        yield GalleryItem(faces, OTHER_SIDE, OTHER_SIDE, Paragraph(name))
