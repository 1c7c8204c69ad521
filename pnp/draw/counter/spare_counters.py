"""Spare counters: blank units in the colours of a side, and the groups of all spares on the sheets."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.draw.counter.background import BLEED, flat_background, formation_banner, formation_plinth
from pnp.model.face_layouts import FaceLayout
from pnp.model.game import Game
from pnp.palette import INK, WHITE, mix
from pnp.scene import Item, Rect, Scene, Stroke, rectangle
from pnp.units import Mm

PREFIX = "spare-"
"""How the id of a blank counter begins; the id of its side follows."""
FRAME_PEN = 0.024
"""The pen of the empty symbol box, as a share of the counter's side."""


@dataclass(frozen=True, slots=True)
class BlankFaces:
    """The two faces of a blank counter, which are equal."""

    front: Scene
    back: Scene


def draw_blank_counters(game: Game) -> dict[str, BlankFaces]:
    """Draw the blank counters among the spares of a game; return them by `spare-` and the id of their side."""
    printed = game.counter_print
    found: dict[str, BlankFaces] = {}
    for id_ in printed.spares if printed else ():
        if printed is not None and id_ in game.sides and id_ not in game.counters:
            scene = _blank_unit(game, id_, game.face_layout, printed.side)
            found[PREFIX + id_] = BlankFaces(scene, scene)
    return found


def _blank_unit(game: Game, id_: str, layout: FaceLayout, length: Mm) -> Scene:
    """Draw a unit of a side that can be filled in by hand: its emblem, a white symbol box, and a pale band."""
    side = game.sides[id_]
    emblem = draw_emblem(game.icons, side.emblem, side.accent, side.ground)
    pale = mix(WHITE, side.ground, 0.6)
    banner = formation_banner(pale, length, layout.banner) if layout.banner else ()
    plinth = formation_plinth(pale, length, layout.plinth) if layout.figure else ()
    box = layout.box
    outline = Rect(box.x * length, box.y * length, box.width * length, box.height * length)
    items: tuple[Item, ...] = (
        flat_background(side.ground, length),
        *banner,
        *plinth,
        rectangle(outline, fill=WHITE, stroke=Stroke(INK, FRAME_PEN * length)),
        place_emblem(emblem, layout.emblem[0] * length, layout.emblem[1] * length, layout.emblem_radius * length),
    )
    return Scene(f"blank {id_}", length, length, items, bleed=BLEED)


def spare_groups(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the spares of a game in the order of the data: the id of each kind, repeated for its copies."""
    spares = game.counter_print.spares if game.counter_print else {}
    known = {**dict.fromkeys(game.sides, PREFIX), **dict.fromkeys(game.counters, "")}
    return tuple((known[id_] + id_,) * number for id_, number in spares.items() if id_ in known)


def spare_note(game: Game) -> str:
    """Return a note for the margin that names the spares of a game and their number; empty without spares."""
    spares = game.counter_print.spares if game.counter_print else {}
    names = [
        f"{number} {game.counters[id_].front.word or game.counters[id_].label}"
        if id_ in game.counters
        else f"{number} blank {game.sides[id_].adjective or game.sides[id_].name}"
        for id_, number in spares.items()
        if id_ in game.counters or id_ in game.sides
    ]
    return f"The last counters are spares and not part of the game: {', '.join(names)}." if names else ""
