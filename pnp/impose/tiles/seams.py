"""Positions of the seams between the tiles of a map, so that cuts avoid numbers, names, words and panels."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from pnp.draw.map.keep_clear import KeepClear
from pnp.hexgrid import Grid
from pnp.units import Mm, int_sum

_Interval: TypeAlias = tuple[Mm, Mm]
Axis: TypeAlias = Literal["upright", "level"]
"""The direction of a seam: an upright seam is at an x, a level seam at a y."""

STEP_BETWEEN_TRIES: Mm = 0.25
"""Distance between two positions that are tried."""
CUT = 100_000.0
"""Cost of a cut through one text, in mm of distance from the even position; greater than all other costs."""
CUT_PANEL = 3_000.0
"""Cost of a cut through one panel beside its texts; a narrower glue strip costs less."""
CLOSE = 30.0
"""Cost of a cut closer to one text or panel than each of `CLEARANCES`."""
CLEARANCES: tuple[Mm, ...] = (0.2, 0.6)
"""The distances within which a cut is close to a text or panel; knives are accurate to 0.2 mm."""
NARROW = 100.0
"""Cost of each mm by which a glue strip is narrower than usual."""
UNALIGNED = 40.0
"""Cost of a seam that does not continue a seam of another row."""
OFF_LINE = 120.0
"""Cost of the greatest distance from the best line through the hexes."""
_SAME: Mm = 1e-9
"""Lengths that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class AxisSpan:
    """The width or height of a map to divide into tiles: start, end, and the `room` for it on one tile.

    A tile shows more than the part between its seams: the glue strip `under` at its start, the bleed `past` at its end.
    Where it avoids a cut, the glue strip may be as narrow as `least_under`.
    """

    start: Mm
    end: Mm
    room: Mm
    under: Mm
    past: Mm
    least_under: Mm

    @property
    def step(self) -> Mm:
        """The greatest distance between two seams with the usual glue strip."""
        return self.room - self.under - self.past

    @property
    def tiles(self) -> int:
        """The number of tiles that this width or height needs with the usual glue strips; 0 if it cannot be divided.

        It is 0 if a tile has only room for its glue strips.
        """
        length = self.end - self.start
        if length <= self.room + _SAME:
            return 1
        if self.step <= self.under:
            return 0
        count = 2
        while self.room - self.past + (count - 2) * self.step + self.room - self.under < length - _SAME:
            count += 1
        return count

    def window(self, number: int) -> tuple[Mm, Mm]:
        """Return the least and the greatest position of a seam, numbered from 1, with the narrowest glue strips.

        Every tile is at least as wide as the usual glue strip.
        """
        after, longest = self.tiles - 1 - number, self.room - self.least_under - self.past
        least = self.end - (self.room - self.least_under) - after * longest
        most = self.start + self.room - self.past + (number - 1) * longest
        return max(least, self.start + number * self.under), min(most, self.end - (after + 1) * self.under)


@dataclass(frozen=True, slots=True)
class Seam:
    """The position of a seam along the width or height of the map, its glue strip, and the texts and panels it cuts."""

    at: Mm
    cuts: Cuts
    overlap: Mm


class Cuts(NamedTuple):
    """The numbers of texts and of panels that a seam cuts."""

    texts: int
    panels: int


def choose_seams(
    span: AxisSpan, axis: Axis, keep_clear: KeepClear, grid: Grid | None, like: Sequence[Seam] = ()
) -> tuple[Seam, ...]:
    """Return the seams that divide the width or the height of a map into tiles.

    Seams avoid texts and panels; for this, glue strips may be narrower than usual. Then they follow the lines through
    hexes where halves match best, and otherwise they make even tiles. Seams of another row (`like`) are used if they
    are as good. Every seam is tried after every position of the one before, so the seams are the best in all.
    """
    count = span.tiles
    texts, panels = (
        [(r.x, r.right) if axis == "upright" else (r.y, r.bottom) for r in of_kind] for of_kind in keep_clear
    )
    best = [_SeamChoice(0, span.start, Cuts(0, 0), None)]
    for number in range(1, count):
        even = span.start + (span.end - span.start) * number / count
        places = _priced_positions(*span.window(number), even, texts, panels, axis, grid, [seam.at for seam in like])
        best = _extend(best, places, span, span.past)
    if count > 1:
        best = _extend(best, [(span.end, 0, Cuts(0, 0))], span, 0)
    seams: list[Seam] = []
    end, step = span.end, best[0].before if count > 1 else None
    while step is not None and step.before is not None:
        past = span.past if seams else 0
        seams.append(Seam(step.at, step.cuts, min(span.under, span.room - past - (end - step.at))))
        end, step = step.at, step.before
    return tuple(reversed(seams))


class _SeamChoice(NamedTuple):
    """A seam at a position and the best seams before it, with the cost of all of them."""

    cost: float
    at: Mm
    cuts: Cuts
    before: _SeamChoice | None


def _extend(
    before: Sequence[_SeamChoice], places: Iterable[tuple[Mm, float, Cuts]], span: AxisSpan, past: Mm
) -> list[_SeamChoice]:
    """Return the next seam at each position that can be reached, after the best seam before it.

    A position is given with its cost and its cuts. `past` is the bleed at this end of the tile.
    """
    if before[0].before is None:  # the first tile has no glue strip
        usual = longest = span.room - past
    else:
        usual, longest = span.room - past - span.under, span.room - past - span.least_under
    wide = _MovingWindow([(step.at, step.cost, step) for step in before])
    narrow = _MovingWindow([(step.at, step.cost - NARROW * step.at, step) for step in before])
    found = []
    for at, cost, cuts in places:
        options = []
        if (step := wide.cheapest(at - usual - _SAME, at - span.under + _SAME)) is not None:
            options.append((step.cost, step))
        if (step := narrow.cheapest(at - longest - _SAME, at - usual)) is not None:
            options.append((step.cost + NARROW * (at - usual - step.at), step))
        if options:
            least, step = min(options, key=itemgetter(0))
            found.append(_SeamChoice(least + cost, at, cuts, step))
    return found


class _MovingWindow:
    """The cheapest of the steps in a window of positions that only moves to the right."""

    def __init__(self, steps: Iterable[tuple[Mm, float, _SeamChoice]]) -> None:
        """`steps` are given with their position and the cost to compare, from left to right."""
        self._ahead = deque(steps)
        self._inside: deque[tuple[Mm, float, _SeamChoice]] = deque()  # each is cheaper than all after it

    def cheapest(self, low: Mm, high: Mm) -> _SeamChoice | None:
        """Return the cheapest step between two positions, which must not be less than before; None if there is none."""
        while self._ahead and self._ahead[0][0] <= high:
            entry = self._ahead.popleft()
            while self._inside and self._inside[-1][1] > entry[1]:
                self._inside.pop()
            self._inside.append(entry)
        while self._inside and self._inside[0][0] < low:
            self._inside.popleft()
        return self._inside[0][2] if self._inside else None


def _priced_positions(
    least: Mm,
    most: Mm,
    even: Mm,
    texts: Sequence[_Interval],
    panels: Sequence[_Interval],
    axis: Axis,
    grid: Grid | None,
    like: Sequence[Mm],
) -> list[tuple[Mm, float, Cuts]]:
    """Return the positions to try for a seam between two positions, in order, with their costs and their cuts."""
    texts, panels = ([(low, high) for low, high in one if low < most and high > least] for one in (texts, panels))
    near = [*texts, *panels]
    cut, cut_panel = _SortedIntervals.of(texts), _SortedIntervals.of(panels)
    close = [_SortedIntervals.of([(low - gap, high + gap) for low, high in near]) for gap in CLEARANCES]
    aligned = [at for at in like if least <= at <= most]
    positions = {least + i * STEP_BETWEEN_TRIES for i in range(int((most - least) / STEP_BETWEEN_TRIES) + 1)}
    positions |= {most, min(max(even, least), most), *aligned}
    edges = {edge for gap in (0, *CLEARANCES) for low, high in near for edge in (low - gap, high + gap)}
    positions |= {edge for edge in edges if least <= edge <= most}
    priced = []
    for at in sorted(positions):
        cuts = Cuts(cut.count_around(at), cut_panel.count_around(at))
        cost = CUT * cuts.texts + CUT_PANEL * cuts.panels
        cost += CLOSE * int_sum(one.count_around(at) for one in close)
        cost += OFF_LINE * distance_from_hex_line(at, axis, grid)
        unaligned = 0 if at in aligned or not aligned else UNALIGNED
        priced.append((at, cost + abs(at - even) + unaligned, cuts))
    return priced


@dataclass(frozen=True, slots=True)
class _SortedIntervals:
    """Intervals with their ends sorted, for counting quickly how many of them contain a position."""

    lows: tuple[Mm, ...]
    highs: tuple[Mm, ...]

    @classmethod
    def of(cls, sides: Sequence[_Interval]) -> _SortedIntervals:
        """Return the intervals from pairs of start and end."""
        return cls(tuple(sorted(low for low, _ in sides)), tuple(sorted(high for _, high in sides)))

    def count_around(self, at: Mm) -> int:
        """Return the number of intervals that contain a position, not counting their ends."""
        return max(0, bisect_left(self.lows, at - 1e-6) - bisect_right(self.highs, at + 1e-6))


def distance_from_hex_line(at: Mm, axis: Axis, grid: Grid | None) -> float:
    """Return how far a seam is from the best line through hexes: 0 on it, 0.5 half way to the next.

    Outside the hexes the distance is 0.
    """
    if grid is None:
        return 0
    start, length = (grid.origin[0], grid.size[0]) if axis == "upright" else (grid.origin[1], grid.size[1])
    if not start <= at <= start + length:
        return 0
    first, pitch = grid.middle_lines(axis)
    part = ((at - start - first) / pitch) % 1
    return min(part, 1 - part)
