"""Seams: where a map is parted into tiles, so that no cut goes through a number, a name or a box."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.hexgrid import Grid
from pnp.scene import Rect
from pnp.units import Mm

Axis: TypeAlias = Literal["upright", "level"]
"""An upright seam lies at an x, a level one at a y."""

PACE: Mm = 0.25
"""Between two places that are tried."""
CUT = 10_000.0
"""What cutting one thing costs, in mm off the even place; more than any other cost can be."""
CLOSE = 30.0
"""What passing one thing closely costs."""
CLEARANCE: Mm = 0.6
"""Closer than this is close."""
UNLIKE = 40.0
"""What it costs to leave the line of another row's seam."""
OFF_LINE = 120.0
"""What it costs to lie as far from the best line through the hexes as can be."""


@dataclass(frozen=True, slots=True)
class Span:
    """The stretch of one axis to be parted: from, to, and the most of it that one tile shows.

    A tile shows more than lies between its seams: `under` at its beginning (the glue strip), `past` at its end (bleed).
    """

    start: Mm
    end: Mm
    room: Mm
    under: Mm
    past: Mm

    @property
    def step(self) -> Mm:
        """The most that may lie between two seams."""
        return self.room - self.under - self.past

    @property
    def tiles(self) -> int:
        """How many tiles it takes; 0 if a tile has no room for more than its strips."""
        length = self.end - self.start
        if length <= self.room + 1e-9:
            return 1
        if self.step <= self.under:
            return 0
        count = 2
        while self.room - self.past + (count - 2) * self.step + self.room - self.under < length - 1e-9:
            count += 1
        return count


@dataclass(frozen=True, slots=True)
class Seam:
    """A place on an axis and how many things to be kept clear it cuts all the same."""

    at: Mm
    cuts: int


def choose_seams(
    span: Span, axis: Axis, keep_clear: Sequence[Rect], grid: Grid | None, like: Sequence[Seam] = ()
) -> tuple[Seam, ...]:
    """The seams of a span: clear of everything if there is such a place, through the hexes where halves match best, and
    else as even as can be. `keep_clear` holds what stands in the band that the seams cross; where the seams of another
    row, `like`, do as well, they are taken.
    """
    count = span.tiles
    sides = [(r.x, r.right) if axis == "upright" else (r.y, r.bottom) for r in keep_clear]
    seams: list[Seam] = []
    for number in range(1, count):
        before = seams[-1].at if seams else None
        most = span.start + span.room - span.past if before is None else before + span.step
        least = span.end - (span.room - span.under) - (count - 1 - number) * span.step
        if before is not None:
            least = max(least, before + span.under)
        origin = span.start if before is None else before
        even = origin + (span.end - origin) / (count - len(seams))
        liked = [seam.at for seam in like if least <= seam.at <= most]
        seams.append(_best(least, most, even, sides, axis, grid, liked))
    return tuple(seams)


def _best(
    least: Mm,
    most: Mm,
    even: Mm,
    sides: Sequence[tuple[Mm, Mm]],
    axis: Axis,
    grid: Grid | None,
    liked: Sequence[Mm],
) -> Seam:
    """The cheapest place from `least` to `most`."""
    near = [(low, high) for low, high in sides if low < most and high > least]
    cut = _Stretches.of(near)
    close = _Stretches.of([(low - CLEARANCE, high + CLEARANCE) for low, high in near])
    places = {least + i * PACE for i in range(int((most - least) / PACE) + 1)} | {most, min(max(even, least), most)}
    places |= {*liked} | {edge for side in near for edge in side if least <= edge <= most}

    def cost(at: Mm) -> tuple[float, Mm]:
        crossed = CUT * cut.around(at) + CLOSE * close.around(at)
        unlike = 0 if at in liked or not liked else UNLIKE
        return crossed + OFF_LINE * off_line(at, axis, grid) + abs(at - even) + unlike, at

    at = min(places, key=cost)
    return Seam(at, cut.around(at))


@dataclass(frozen=True, slots=True)
class _Stretches:
    """Stretches of an axis by their sorted ends, so that thousands of hex numbers cost no more than a search."""

    lows: tuple[Mm, ...]
    highs: tuple[Mm, ...]

    @classmethod
    def of(cls, sides: Sequence[tuple[Mm, Mm]]) -> _Stretches:
        return cls(tuple(sorted(low for low, _ in sides)), tuple(sorted(high for _, high in sides)))

    def around(self, at: Mm) -> int:
        """Return how many stretches begin before a place and end after it."""
        return max(0, bisect_left(self.lows, at - 1e-6) - bisect_right(self.highs, at + 1e-6))


def off_line(at: Mm, axis: Axis, grid: Grid | None) -> float:
    """How far a seam is from the best line through the hexes: 0 on it, 0.5 half way to the next; 0 beside the hexes.

    Best is through the centres of a column of flat hexes (a row of pointed ones): whole halves meet. The other way, a
    line through the centres of one column's hexes runs along the sides of the next column's, so the best lines are half
    way between centres and sides.
    """
    if grid is None:
        return 0
    start, length = (grid.origin[0], grid.size[0]) if axis == "upright" else (grid.origin[1], grid.size[1])
    if not start <= at <= start + length:
        return 0
    through_centres = (grid.orientation == "flat") == (axis == "upright")
    pitch = 1.5 * grid.side if through_centres else grid.across_flats / 2
    first = grid.side if through_centres else grid.across_flats / 4
    part = ((at - start - first) / pitch) % 1
    return min(part, 1 - part)
