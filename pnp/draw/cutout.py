"""Pieces that are cut out one by one: their outline, and the lines that all of them share.

Solid lines are cut, dashed ones folded, hatched places glued.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.fault import Fault
from pnp.draw.text_lines import Drawing
from pnp.model.component import Mark
from pnp.palette import INK, mix, readable
from pnp.scene import Colour, Group, Item, Path, Point, Scene, Stroke, Text, line, polygon
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Degrees, Mm

CUT = Stroke(INK, 0.14, join="round")
"""The line along which a piece is cut: 0.4 pt, its middle at the true edge."""
FOLD = Stroke(INK, 0.12, dash=(1.1, 0.8))
"""Where a piece is folded."""
FILM = "#FAF7EC"
"""The tint of templates: light enough for overhead film."""
TINTS = ("#EBDDB8", "#F5EED9")
"""Tints of bands that have none of their own, in turn."""
HATCH: Mm = 1.1
GLUE_PT = 5.0


@dataclass(frozen=True, slots=True)
class CutOut:
    """A piece to cut out: its name, its drawing of true size (the box around its outline), and the outline.

    It is printed `copies` times. `folds` tells whether anything on it is folded or glued. The fields of `faults` are
    whole paths of the data.
    """

    name: str
    scene: Scene
    outline: Path
    copies: int = 1
    folds: bool = False
    faults: tuple[Fault, ...] = ()


def make_piece(
    name: str, size: tuple[Mm, Mm], outline: Path, drawn: Drawing, *, copies: int = 1, folds: bool
) -> CutOut:
    """A piece of what is drawn on it; the outline's fill lies under that, its line over it."""
    ground = Path(outline.ops, outline.xy, outline.fill)
    edge = Path(outline.ops, outline.xy, None, CUT)
    scene = Scene(name, *size, (ground, *drawn.items, edge), bleed=CUT.width)
    return CutOut(name, scene, edge, copies, folds, drawn.faults)


def glue(corners: Sequence[Point], word: str = "", *, turn: Degrees = 0, ink: Colour = INK, on: Colour) -> Drawing:
    """A place for glue: hatched lightly, with words on it, or only `glue`, where there is room."""
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, foot = min(y for _, y in corners), max(y for _, y in corners)
    pale = Stroke(mix(ink, on, 0.22), 0.15)
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
        halo = Stroke(on, 1.2, join="round")
        fill = readable(mix(ink, on, 0.8), on)
        items.append(Text(*at, word, "condensed-medium", GLUE_PT, fill, "middle", turn, halo=halo))
    return Drawing(tuple(items))


def ray(centre: Point, radius: Mm, angle: Degrees) -> Point:
    """The point so far from a centre, at so many degrees clockwise from straight up.

    >>> ray((0, 0), 5, 0)
    (0.0, -5.0)
    """
    turn = math.radians(angle)
    return (centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn))


def arc(centre: Point, radius: Mm, start: Degrees, stop: Degrees) -> tuple[str, tuple[Mm, ...]]:
    """The curves (letters and coordinates, as in `Path`) along a circle from one ray to another, without the move to
    its beginning.  Source: the usual handle of 4/3 tan(a/4), here for pieces of at most 30 degrees.
    """
    pieces = max(1, math.ceil(abs(stop - start) / 30))
    step = (stop - start) / pieces
    handle = 4 / 3 * math.tan(math.radians(step) / 4) * radius
    flat: list[Mm] = []
    for number in range(pieces):
        one, two = start + number * step, start + (number + 1) * step
        (x1, y1), (x2, y2) = ray(centre, radius, one), ray(centre, radius, two)
        (dx1, dy1), (dx2, dy2) = _along(one), _along(two)
        flat += [x1 + handle * dx1, y1 + handle * dy1, x2 - handle * dx2, y2 - handle * dy2, x2, y2]
    return "C" * pieces, tuple(flat)


def _along(angle: Degrees) -> Point:
    """The direction of a circle at a ray, clockwise."""
    turn = math.radians(angle)
    return (math.cos(turn), math.sin(turn))


def mark_bands(marks: Sequence[Mark]) -> Iterator[tuple[Mm, Mm, Colour]]:
    """Each band of tint: from the band before it up to its mark."""
    begins: Mm = 0
    for number, mark in enumerate(mark for mark in marks if mark.band):
        yield begins, mark.at, mark.tint or TINTS[number % len(TINTS)]
        begins = mark.at


def tint_below(marks: Sequence[Mark], at: Mm, ground: Colour) -> Colour:
    """The tint just short of a distance; the ground beyond all bands."""
    return next((tint for begins, ends, tint in mark_bands(marks) if begins < at <= ends), ground)


def fold_lines(*ends: tuple[Point, Point]) -> Iterator[Path]:
    """Dashed lines."""
    return (line(*one, *other, FOLD) for one, other in ends)
