"""Spare counters: blank ones in the colours of a side, and the groups of all spares on the sheets."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.draw.counter.background import BLEED, flat_background
from pnp.draw.icons.layered_icons import draw_emblem, place_emblem
from pnp.model.game import Game
from pnp.palette import INK, mix
from pnp.scene import Rect, Scene, Stroke, rectangle

PREFIX = "spare-"
"""How the id of a blank counter begins; the id of its side follows."""


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
            side, length = game.sides[id_], printed.side
            pale = mix(INK, side.ground, 0.45)
            box = Rect(0.3 * length, 0.22 * length, 0.4 * length, 0.28 * length)
            emblem = draw_emblem(game.icons, side.emblem, side.accent, side.ground)
            items = (
                flat_background(side.ground, length),
                rectangle(box, fill="#FFFFFF", stroke=Stroke(pale, 0.02 * length)),
                place_emblem(emblem, 0.16 * length, 0.16 * length, 0.07 * length),
            )
            scene = Scene(f"blank {id_}", length, length, items, bleed=BLEED)
            found[PREFIX + id_] = BlankFaces(scene, scene)
    return found


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
