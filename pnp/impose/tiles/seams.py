"""Positions of the seams between the tiles of a map, so that cuts avoid numbers, names and boxes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.hexgrid import Grid
from pnp.scene import Rect
from pnp.units import Mm

Axis: TypeAlias = Literal["upright", "level"]
"""The direction of a seam: an upright seam is at an x, a level seam at a y."""

STEP_BETWEEN_TRIES: Mm = 0.25
"""Distance between two positions that are tried."""
CUT = 10_000.0
"""Cost of a cut through one thing, in mm of distance from the even position; greater than all other costs."""
CLOSE = 30.0
"""Cost of a cut close to one thing."""
CLEARANCE: Mm = 0.6
"""The distance within which a cut is close to a thing."""
UNALIGNED = 40.0
"""Cost of a seam that does not continue a seam of another row."""
OFF_LINE = 120.0
"""Cost of the greatest distance from the best line through the hexes."""


@dataclass(frozen=True, slots=True)
class AxisSpan:
    """The width or height of a map to divide into tiles: start, end, and the `room` for it on one tile.

    A tile shows more than the part between its seams: the glue strip `under` at its start, the bleed `past` at its end.
    """

    start: Mm
    end: Mm
    room: Mm
    under: Mm
    past: Mm

    @property
    def step(self) -> Mm:
        """The greatest distance between two seams."""
        return self.room - self.under - self.past

    @property
    def tiles(self) -> int:
        """The number of tiles that this width or height needs; 0 if no division is possible.

        It is 0 if a tile has only room for its glue strips.
        """
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
    """The position of a seam along the width or height of the map, and how many things it cuts."""

    at: Mm
    cuts: int


def choose_seams(
    span: AxisSpan, axis: Axis, keep_clear: Sequence[Rect], grid: Grid | None, like: Sequence[Seam] = ()
) -> tuple[Seam, ...]:
    """Return the seams that divide the width or the height of a map into tiles.

    Seams avoid the boxes in `keep_clear`. Then they follow the lines through hexes where halves match best, and
    otherwise they make even tiles. Seams of another row (`like`) are used if they are as good.
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
        aligned = [seam.at for seam in like if least <= seam.at <= most]
        seams.append(_best_seam(least, most, even, sides, axis, grid, aligned))
    return tuple(seams)


def _best_seam(
    least: Mm,
    most: Mm,
    even: Mm,
    sides: Sequence[tuple[Mm, Mm]],
    axis: Axis,
    grid: Grid | None,
    aligned: Sequence[Mm],
) -> Seam:
    """Return the seam with the least cost between the positions `least` and `most`."""
    near = [(low, high) for low, high in sides if low < most and high > least]
    cut = _SortedIntervals.of(near)
    close = _SortedIntervals.of([(low - CLEARANCE, high + CLEARANCE) for low, high in near])
    positions = {least + i * STEP_BETWEEN_TRIES for i in range(int((most - least) / STEP_BETWEEN_TRIES) + 1)} | {
        most,
        min(max(even, least), most),
    }
    positions |= {*aligned} | {edge for side in near for edge in side if least <= edge <= most}

    def cost(at: Mm) -> tuple[float, Mm]:
        """Return the cost of a seam at a position, and the position itself for equal costs."""
        crossed = CUT * cut.count_around(at) + CLOSE * close.count_around(at)
        unaligned = 0 if at in aligned or not aligned else UNALIGNED
        return crossed + OFF_LINE * distance_from_hex_line(at, axis, grid) + abs(at - even) + unaligned, at

    at = min(positions, key=cost)
    return Seam(at, cut.count_around(at))


@dataclass(frozen=True, slots=True)
class _SortedIntervals:
    """Intervals with their ends sorted, for counting quickly how many of them contain a position."""

    lows: tuple[Mm, ...]
    highs: tuple[Mm, ...]

    @classmethod
    def of(cls, sides: Sequence[tuple[Mm, Mm]]) -> _SortedIntervals:
        """Return the intervals from pairs of start and end."""
        return cls(tuple(sorted(low for low, _ in sides)), tuple(sorted(high for _, high in sides)))

    def count_around(self, at: Mm) -> int:
        """Return the number of intervals that contain a position, not counting their ends."""
        return max(0, bisect_left(self.lows, at - 1e-6) - bisect_right(self.highs, at + 1e-6))


def distance_from_hex_line(at: Mm, axis: Axis, grid: Grid | None) -> float:
    """Return how far a seam is from the best line through hexes: 0 on it, 0.5 half way to the next.

    The best line goes through the centres of a column of flat hexes, or of a row of pointed hexes, and cuts them into
    halves. In the other direction, a line through centres follows the sides of the neighbours. There the best lines are
    half way between centres and sides. Outside the hexes the distance is 0.
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
