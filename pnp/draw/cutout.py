"""Pieces that are cut out one by one, and the base of all kinds of components made of such pieces.

Solid lines are cut, dashed lines are folded, hatched areas are glued.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pnp.draw.text_lines import Drawing
from pnp.findings import Fault
from pnp.model.component import CutOutComponent, kind_of_component
from pnp.model.components.rulers_and_templates import RulerMark
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.palette import INK, mix, readable
from pnp.register import Register
from pnp.scene import Colour, Group, Item, Path, Point, Scene, Stroke, Text, line, polygon
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Degrees, Mm

CUT = Stroke(INK, 0.14, join="round")
"""The line along which a piece is cut: 0.4 pt, its middle on the true edge."""
FOLD = Stroke(INK, 0.12, dash=(1.1, 0.8))
"""The line along which a piece is folded."""
FILM = "#FFFFFF"
"""The colour of templates: none, so that overhead film stays clear."""
TINTS = ("#EBDDB8", "#F5EED9")
"""Tints of bands without a tint of their own, in turn."""
HATCH: Mm = 1.1
GLUE_PT = 6.0


@dataclass(frozen=True, slots=True)
class CutOut:
    """A piece to cut out: its name, its outline, and its drawing, which fills the box around the outline.

    The piece is printed `copies` times. `folds` is true if anything on it is folded or glued. `hatched` says whether
    a piece that `folds` has hatched areas for glue. The fields of `faults` are whole paths of the data.
    """

    name: str
    scene: Scene
    outline: Path
    copies: int = 1
    folds: bool = False
    hatched: bool = True
    faults: tuple[Fault, ...] = ()


def make_cut_out(
    name: str,
    size: tuple[Mm, Mm],
    outline: Path,
    drawn: Drawing,
    *,
    copies: int = 1,
    folds: bool,
    hatched: bool = True,
) -> CutOut:
    """Return a piece to cut out, with its drawing inside its outline.

    The drawing lies on the outline's fill and under its line.
    """
    background = Path(outline.ops, outline.xy, outline.fill)
    edge = Path(outline.ops, outline.xy, None, CUT)
    scene = Scene(name, *size, (background, *drawn.items, edge), bleed=CUT.width)
    return CutOut(name, scene, edge, copies, folds, hatched, drawn.faults)


CutOutDrawing: TypeAlias = Callable[[Any, Game, str], tuple[CutOut, ...]]
"""A function that draws the pieces of a component. Its arguments are the component, the game and the component's id."""

CUT_OUT_DRAWINGS: Register[CutOutDrawing] = Register("pnp.draw.components")
"""The function that draws each kind of component that is cut out, by the name of the kind."""


def drawn_cut_outs(game: Game) -> dict[str, tuple[CutOut, ...]]:
    """Draw the pieces of all components that are cut out; return them by component id."""
    return {
        id_: CUT_OUT_DRAWINGS[kind_of_component(component)](component, game, id_)
        for id_, component in cut_out_components(game).items()
    }


def cut_out_components(game: Game) -> Mapping[str, CutOutComponent]:
    """Return a game's components that are made of pieces to cut out, by component id."""
    return {id_: component for id_, component in game.components.items() if isinstance(component, CutOutComponent)}


def standing_counters(game: Game) -> frozenset[str]:
    """Return the ids of the counters that are printed as pieces to cut out, such as standees.

    They are not on counter sheets.
    """
    named = (component.named_counters()[1] for component in game.components.values())
    return frozenset(id_ for words in named for id_ in counter_ids(game, words))


# ---------------------------------------------------------------- marks of rulers and templates


def mark_bands(marks: Sequence[RulerMark]) -> Iterator[tuple[Mm, Mm, Colour]]:
    """Yield the start, end and tint of each distance band of a ruler or template.

    A band begins at the end of the band before it.
    """
    begins: Mm = 0
    for number, mark in enumerate(mark for mark in marks if mark.band):
        yield begins, mark.at, mark.tint or TINTS[number % len(TINTS)]
        begins = mark.at


def tint_below(marks: Sequence[RulerMark], distance: Mm, background: Colour) -> Colour:
    """Return the tint of the distance band at a distance, or `background` beyond all bands."""
    return next((tint for begins, ends, tint in mark_bands(marks) if begins < distance <= ends), background)


# ---------------------------------------------------------------- lines


def draw_glue(
    corners: Sequence[Point], word: str = "", *, turn: Degrees = 0, ink: Colour = INK, background: Colour
) -> Drawing:
    """Draw a hatched area for glue, with a word on it if there is room.

    A word that is too long is replaced by `glue`.
    """
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, foot = min(y for _, y in corners), max(y for _, y in corners)
    pale = Stroke(mix(ink, background, 0.22), 0.15)
    lines = tuple(
        line(left + step * HATCH, foot, left + step * HATCH + foot - top, top, pale)
        for step in range(math.floor((top - foot) / HATCH), math.ceil((right - left) / HATCH) + 1)
    )
    items: list[Item] = [Group(lines, clip=polygon(corners))]
    upright = turn % 180 == 90
    along, across = (foot - top, right - left) if upright else (right - left, foot - top)
    words = (one for one in (word, "glue") if word and text_width(one, "condensed-medium", GLUE_PT) < along - 1.5)
    word = next(words, "")
    if word and across > GLUE_PT * MM_PER_POINT:
        x, y = (left + right) / 2, (top + foot) / 2
        half = cap_height("condensed-medium", GLUE_PT) / 2
        angle = math.radians(turn)
        at = (x - half * math.sin(angle), y + half * math.cos(angle))
        halo = Stroke(background, 1.2, join="round")
        fill = readable(mix(ink, background, 0.8), background)
        items.append(Text(*at, word, "condensed-medium", GLUE_PT, fill, "middle", turn, halo=halo))
    return Drawing(tuple(items))


def ray(centre: Point, radius: Mm, angle: Degrees) -> Point:
    """Return the point at a distance from a centre, at an angle clockwise from straight up.

    >>> ray((0, 0), 5, 0)
    (0.0, -5.0)
    """
    turn = math.radians(angle)
    return (centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn))


def arc(centre: Point, radius: Mm, start: Degrees, stop: Degrees) -> tuple[str, tuple[Mm, ...]]:
    """Return the arc of a circle between two angles, as commands and coordinates for a `Path`.

    The move to the start is not included.  Source: handles of 4/3 tan(a/4), for pieces of at most 30 degrees.
    """
    pieces = max(1, math.ceil(abs(stop - start) / 30))
    step = (stop - start) / pieces
    handle = 4 / 3 * math.tan(math.radians(step) / 4) * radius
    flat: list[Mm] = []
    for number in range(pieces):
        one, two = start + number * step, start + (number + 1) * step
        (x1, y1), (x2, y2) = ray(centre, radius, one), ray(centre, radius, two)
        (dx1, dy1), (dx2, dy2) = _circle_direction(one), _circle_direction(two)
        flat += [x1 + handle * dx1, y1 + handle * dy1, x2 - handle * dx2, y2 - handle * dy2, x2, y2]
    return "C" * pieces, tuple(flat)


def _circle_direction(angle: Degrees) -> Point:
    """Return the clockwise tangent of a circle at an angle, as a vector of length 1."""
    turn = math.radians(angle)
    return (math.cos(turn), math.sin(turn))


def fold_lines(*ends: tuple[Point, Point]) -> Iterator[Path]:
    """Return a dashed fold line for each pair of end points."""
    return (line(*one, *other, FOLD) for one, other in ends)
