"""What is printed on the counters, explained: a unit with its marks named, the signs, and all that is no unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.compose.block import Block, Gallery, Key, Picture, View
from pnp.compose.cell import Item, Line
from pnp.compose.pictures import Pictures
from pnp.compose.roster import bare_label
from pnp.draw.counter.annotated_counter import CounterLabel, draw_annotated_counter, front_labels
from pnp.draw.counter.face_layout import face_layout
from pnp.model.counter import Counter, Face
from pnp.model.game import Game
from pnp.model.reference import AidBlock
from pnp.scene import Scene
from pnp.units import Mm

ENLARGED: Mm = 42
"""Side of the unit that is explained."""
SAMPLE: Mm = 10.5
"""Side of the other counters."""


def factor_words(game: Game, face: Face) -> tuple[tuple[str, str], ...]:
    """Each factor of a face with its name; a sign that stands for none with what it means."""
    if game.counter_print is None or not face.factors:
        return ()
    notation = game.counter_print.notation
    parts = face.factors.split("-")
    return tuple(
        (part, notation.get(part, name)) for part, name in zip(parts, game.counter_print.factors, strict=False)
    )


def legend_blocks(game: Game, block: AidBlock, pictures: Pictures, width: Mm) -> tuple[Block, ...]:
    """Units enlarged, front and back (those named, or one that shows much); then other counters."""
    units = [id_ for id_ in (block.of or tuple(game.counters)) if game.counters[id_].kind == "unit"]
    made = []
    if units and game.counter_print is not None:
        samples = units if block.of else [max(units, key=lambda id_: _shows(game.counters[id_]))]
        views = [view for id_ in samples for view in _unit(game, id_, pictures, width)] + [*_notation(game, width)]
        made.append(Block(block.title or ("Units" if samples[1:] else "A unit"), block.hint, views=tuple(views)))
    others = tuple(_others(game, pictures))
    if others:
        across = 4 if block.wide > 9 else 2 if block.wide > 4 else 1
        made.append(Block("Other counters", "front and back", views=(Gallery(others, across),)))
    return tuple(made)


def _shows(counter: Counter) -> tuple[bool, ...]:
    """How much there is to explain on a unit."""
    return (counter.back.state == "reduced", counter.range is not None, bool(counter.code), bool(counter.size))


def _unit(game: Game, id_: str, pictures: Pictures, width: Mm) -> Iterator[View]:
    counter = game.counters[id_]
    counter_print = game.counter_print
    assert counter_print is not None
    terms = [name.capitalize() for name in counter_print.factors]
    front = draw_annotated_counter(
        f"legend-{id_}",
        pictures.faces[id_].front,
        front_labels(counter, counter_print, _names(game, counter)),
        counter.front.factors,
        terms,
        ENLARGED,
    )
    drawn = [front]
    back = _back(game, id_, pictures, terms)
    if back is not None and front.width + back.width + 10 <= width:
        drawn.append(back)
    shown = min(1.0, width / front.width)
    yield Picture(
        tuple((pictures.keep(one.name, lambda one=one: one), one.width * shown, one.height * shown) for one in drawn)  # type: ignore[misc]
    )


def _notation(game: Game, width: Mm) -> Iterator[View]:
    """What signs among the figures mean."""
    if game.counter_print is not None and game.counter_print.notation:
        signs = (Line(f"**{_escaped(sign)}** {means}", "note") for sign, means in game.counter_print.notation.items())
        yield Key(tuple(signs), 2 if width > 120 else 1)


def _escaped(sign: str) -> str:
    return re.sub(r"([*_`\[\]\\])", r"\\\1", sign)


def _names(game: Game, counter: Counter) -> dict[str, str]:
    """What the marks of a unit stand for."""
    names = {"symbol": game.icons.symbol_name(counter.symbol) if counter.symbol else ""}
    if counter.side in game.sides:
        names["side"] = game.sides[counter.side].name
    if counter.formation in game.formations:
        formation = game.formations[counter.formation]
        names |= {"formation": formation.name, "label": formation.label}
    return names


def _back(game: Game, id_: str, pictures: Pictures, terms: list[str]) -> Scene | None:
    counter = game.counters[id_]
    assert game.counter_print is not None
    if counter.back.state == "full" or not counter.back.factors:
        return None
    slots = face_layout(game.counter_print)
    what = "Reduced: one step lost" if counter.back.state == "reduced" else "Disrupted"
    calls = (CounterLabel((0.97, slots.band + 0.08), what, "the band marks the back"),)
    return draw_annotated_counter(
        f"legend-{id_}-back", pictures.faces[id_].back, calls, counter.back.factors, terms, ENLARGED
    )


def _others(game: Game, pictures: Pictures) -> Iterator[Item]:
    """Each counter that is no unit, those that look alike once."""
    seen = set()
    for id_, counter in game.counters.items():
        if counter.kind == "unit":
            continue
        name = bare_label(counter)
        if name in seen:
            continue
        seen.add(name)
        faces = (pictures.counter(id_), pictures.counter(id_, "back"))
        yield Item(faces, SAMPLE, SAMPLE, Line(name, "words"))
