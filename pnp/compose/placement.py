"""Places the blocks of a text in two columns on pages, with wide bands above or below the columns.

A dynamic programme chooses where each page and each left column ends, and on which page each band is printed. Every
choice has a cost; the cheapest way through the whole text wins. All lengths are in one unit (the booklet uses mm).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import accumulate
from math import fsum
from typing import NamedTuple

from pnp.units import Mm, int_sum, points

SQUARED: Mm = points(7.75)
"""Unused height or difference of columns that costs as much as one point of penalty, when squared."""
SHORT_PAGE: Mm = points(30)
"""The same for the unused height of the last page, which may be short."""
PAGE, RIGHT_LONGER, LATE, EARLY, FAR, KEPT = 500.0, 60.0, 150.0, 250.0, 5000.0, 20_000.0
"""Costs of: a page; a right column that is longer than the left; a band one page after or before its block; a band
farther away; a column that ends between blocks that belong together."""
FEWEST = 3_000.0
"""The cost of a page of a dense text, less than that of a column that ends between blocks that belong together."""
EMPTY, HALF_EMPTY = 0.12, 400.0
"""The greatest unused share of a column, and the cost of more, except on the last page."""
TURNED = 1.5
"""How much more it costs to tear a text at the end of a page than at the end of a left column."""
MOST_BANDS = 3
"""The greatest number of bands on a page."""
NEAR: Mm = points(110)
"""The left column ends at most this far from the middle of the blocks of a page."""
FULL_ENOUGH = 0.75
"""Emptier pages are tried only if no page is as full as this."""
MOST_STRETCH: Mm = points(4)
"""The greatest length by which a gap of weight 1 grows; more is seen, so columns then end at different heights."""
MOST_FILL: Mm = points(150)
"""The greatest unused height of a column that gaps fill; columns of a shorter page only become equal."""


@dataclass(frozen=True, slots=True)
class FlowBlock:
    """A block of text in the width of a column.

    `above` is the gap to the block above it in the same column, and `stretch` the share of this gap in spare height.
    `keep` says that the next block is in the same column, and `tear` is the cost of ending a column after the block,
    which counts `TURNED` times at the end of a page.
    """

    height: Mm
    above: Mm = 0.0
    stretch: float = 1.0
    keep: bool = False
    tear: float = 0.0


@dataclass(frozen=True, slots=True)
class Band:
    """A box in the width of the text, such as an example with a figure; `anchor` is the number of its block."""

    height: Mm
    anchor: int


@dataclass(frozen=True, slots=True)
class TextArea:
    """The height of the text on a page, the same for the first page, and the gap between a band and the text."""

    height: Mm
    first: Mm
    gap: Mm


class BlockPlace(NamedTuple):
    """The place of a block: its number, its column (0 or 1), and how far its top is from the top of the text."""

    number: int
    column: int
    y: Mm


class PlacedPage(NamedTuple):
    """The contents of one page.

    `blocks` are in reading order; `bands` have the column 0. The columns begin at `top`, and could be as high as
    `room`; `ends` are the heights that their blocks fill. `next` is the index of the first block of the next page.
    """

    blocks: tuple[BlockPlace, ...]
    bands: tuple[BlockPlace, ...]
    top: Mm
    room: Mm
    ends: tuple[Mm, Mm]
    next: int

    @property
    def empty(self) -> tuple[float, float]:
        """The share of each column that is empty below its last block."""
        room = self.room or 1.0
        return max(0.0, 1 - self.ends[0] / room), max(0.0, 1 - self.ends[1] / room)


class _Step(NamedTuple):
    """A page in the dynamic programme: its first block and band, the ends of its columns, and the band after it."""

    first: int
    band: int
    middle: int
    end: int
    next_band: int


def place_pages(
    blocks: Sequence[FlowBlock], bands: Sequence[Band], area: TextArea, *, dense: bool = False
) -> tuple[PlacedPage, ...]:
    """Return the pages of a text, as few as possible if it is `dense`.

    Blocks and bands stay in their order, and no block is divided. A block must not be higher than `area.height`. A band
    is on the page of its block or on one next to it, if possible.
    """
    text = _Text(tuple(blocks), tuple(bands), area, FEWEST if dense else PAGE)
    best: dict[tuple[int, int], tuple[float, _Step | None]] = {(0, 0): (0.0, None)}
    waiting, goal = [(0, 0)], (len(blocks), len(bands))
    done: set[tuple[int, int]] = set()
    while waiting:
        state = heappop(waiting)
        if state in done or state == goal:
            continue
        done.add(state)
        sofar = best[state][0]
        for cost, step in text.pages_from(*state):
            after = (step.end, step.next_band)
            if after not in best or sofar + cost < best[after][0] - 1e-9:
                best[after] = (sofar + cost, step)
                heappush(waiting, after)
    steps: list[_Step] = []
    last = best[goal][1]
    while last is not None:
        steps.append(last)
        last = best[last.first, last.band][1]
    return tuple(text.place(step) for step in reversed(steps))


class _Text:
    """The blocks and bands of a text, with quick sums of their heights."""

    def __init__(self, blocks: tuple[FlowBlock, ...], bands: tuple[Band, ...], area: TextArea, page: float) -> None:
        """`page` is the cost of a page."""
        self.blocks, self.bands, self.area, self.page = blocks, bands, area, page
        self._sums = [0.0, *accumulate(block.above + block.height for block in blocks)]

    def height(self, start: int, end: int) -> Mm:
        """Return the height of a column with the blocks from `start` up to `end`; the first has no gap above it."""
        return self._sums[end] - self._sums[start] - self.blocks[start].above if end > start else 0.0

    def room(self, first: int, band: int, next_band: int) -> Mm:
        """Return the height that bands leave for the columns of a page."""
        page = self.area.first if first == band == 0 else self.area.height
        room = page - fsum(one.height + self.area.gap for one in self.bands[band:next_band])
        return max(room, 0.0) if room >= -self.area.gap else room  # bands that fill a page need no gap

    def pages_from(self, first: int, band: int) -> Iterator[tuple[float, _Step]]:
        """Yield each page that can begin with this block and band, with its cost."""
        for next_band in range(band, min(len(self.bands), band + MOST_BANDS) + 1):
            room = self.room(first, band, next_band)
            if room < 0 or (next_band > band and self._is_far(first, self.bands[next_band - 1])):
                break
            found = False
            for end in self._ends(first, room):
                if end == first and next_band == band and not (first == band == 0):
                    continue
                used = (self._sums[end] - self._sums[first]) / 2
                if found and used < FULL_ENOUGH * room:
                    break
                middle = self._middle(first, end, room)
                if middle is None:
                    continue
                found = found or end > first
                step = _Step(first, band, middle[1], end, next_band)
                yield middle[0] + self._cost(step, room), step

    def _is_far(self, first: int, band: Band) -> bool:
        """Return whether the block of a band is certainly on none of the next two pages."""
        return self._sums[band.anchor] - self._sums[first] > 4.2 * self.area.height

    def _ends(self, first: int, room: Mm) -> range:
        """Return where a page that begins with this block can end, the fullest page first."""
        last = (
            bisect_left(self._sums, self._sums[first] + 2 * room + self.blocks[first].above + 1)
            if (first < len(self.blocks))
            else first
        )
        return range(min(len(self.blocks), last + 2), first - 1, -1)

    def _middle(self, first: int, end: int, room: Mm) -> tuple[float, int] | None:
        """Return the cheapest end of the left column with its cost; None if the blocks do not fit."""
        sums, blocks, room = self._sums, self.blocks, room + 1e-6
        start, stop = sums[first], sums[end]
        half = (start + stop) / 2
        near = bisect_left(sums, half - NEAR, first, end + 1), bisect_left(sums, half + NEAR, first, end + 1)
        best: tuple[float, int] | None = None
        for middle in range(max(first, near[0] - 1), min(end, near[1]) + 1):
            left = sums[middle] - start - blocks[first].above if middle > first else 0.0
            if left > room:
                break
            right = stop - sums[middle] - blocks[middle].above if end > middle else 0.0
            if right > room:
                continue
            cost = ((left - right) / SQUARED) ** 2 + (RIGHT_LONGER if right > left else 0) + self._torn(first, middle)
            if best is None or cost < best[0]:
                best = (cost, middle)
        return best

    def _torn(self, first: int, end: int) -> float:
        """Return the cost of ending a column before the block `end`."""
        if not first < end < len(self.blocks):
            return 0.0
        before = self.blocks[end - 1]
        return KEPT if before.keep else before.tear

    def _cost(self, step: _Step, room: Mm) -> float:
        """Return the cost of a page, apart from the division into columns."""
        last = step.end == len(self.blocks)
        used = max(self.height(step.first, step.middle), self.height(step.middle, step.end))
        slack = max(0.0, room - used)
        least = min(self.height(step.first, step.middle), self.height(step.middle, step.end))
        cost = 0.0 if last or room - least <= EMPTY * self.area.height else HALF_EMPTY
        cost += self.page + (slack / (SHORT_PAGE if last else SQUARED)) ** 2 + TURNED * self._torn(step.first, step.end)
        for band in self.bands[step.band : step.next_band]:
            if band.anchor < step.first:
                cost += LATE
            elif band.anchor >= step.end:
                cost += EARLY
        cost += FAR * int_sum(band.anchor < step.first for band in self.bands[step.next_band :])
        return cost + FAR * int_sum(band.anchor >= step.end for band in self.bands[: step.band])

    def place(self, step: _Step) -> PlacedPage:
        """Return the places of everything on a page: bands of earlier blocks at the head, others at the foot.

        On a page without blocks all bands begin at the head.
        """
        room = self.room(step.first, step.band, step.next_band)
        top, bands = 0.0, []
        numbers = range(step.band, step.next_band)
        above = [n for n in numbers if self.bands[n].anchor < step.first or step.end == step.first]
        for number in above:
            bands.append(BlockPlace(number, 0, top))
            top += self.bands[number].height + self.area.gap
        bottom = self.area.first if step.first == step.band == 0 else self.area.height
        foot = []
        for number in reversed([n for n in numbers if n not in above]):
            bottom -= self.bands[number].height
            foot.append(BlockPlace(number, 0, bottom))
            bottom -= self.area.gap
        columns = (range(step.first, step.middle), range(step.middle, step.end))
        tallest = max(self.height(column.start, column.stop) for column in columns)
        goal = room if room - tallest <= MOST_FILL and (step.end < len(self.blocks) or foot) else tallest
        filled = [self._fill(column, goal, top, side) for side, column in enumerate(columns)]
        places = tuple(place for column, _ in filled for place in column)
        return PlacedPage(places, (*bands, *reversed(foot)), top, room, (filled[0][1], filled[1][1]), step.end)

    def _fill(self, column: range, goal: Mm, top: Mm, side: int) -> tuple[list[BlockPlace], Mm]:
        """Return the places of a column's blocks, and its height; gaps grow until it is as high as `goal`."""
        if not column:
            return [], 0.0
        weights = fsum(self.blocks[n].stretch for n in column[1:])
        spare = max(0.0, goal - self.height(column.start, column.stop))
        grow = min(spare / weights, MOST_STRETCH) if weights else 0.0
        places, y = [], 0.0
        for n in column:
            block = self.blocks[n]
            y += block.above + grow * block.stretch if n > column.start else 0.0
            places.append(BlockPlace(n, side, top + y))
            y += block.height
        return places, y


def place_list(heights: Sequence[Mm], aboves: Sequence[Mm], columns: int, room: Mm, rest: Mm) -> list[list[list[int]]]:
    """Return the lines of a list in narrow columns: for each page, for each of its columns, the indexes.

    The first page has the height `rest`, others `room`. On the last page, all columns are about as high.
    """
    pages: list[list[list[int]]] = []
    start = 0
    while start < len(heights):
        tall = rest if not pages else room
        filled = _fill_list(heights, aboves, start, columns, tall)
        if int_sum(map(len, filled)) == len(heights) - start:
            low, high = tall / 40, tall
            while high - low > tall / 200:
                tried = (low + high) / 2
                fits = int_sum(map(len, _fill_list(heights, aboves, start, columns, tried))) == len(heights) - start
                low, high = (low, tried) if fits else (tried, high)
            filled = _fill_list(heights, aboves, start, columns, high)
        count = int_sum(map(len, filled))
        if not count and pages:  # a line higher than a page has one of its own
            filled, count = [[start]], 1
        pages.append(filled)
        start += count
    return pages


def _fill_list(heights: Sequence[Mm], aboves: Sequence[Mm], start: int, columns: int, tall: Mm) -> list[list[int]]:
    """Return the lines that fill columns of a height one after another, from the line `start` on."""
    filled: list[list[int]] = []
    for _ in range(columns):
        column: list[int] = []
        used = 0.0
        while start < len(heights):
            needs = heights[start] + (aboves[start] if column else 0.0)
            if used + needs > tall + 1e-6:
                break
            column.append(start)
            used += needs
            start += 1
        filled.append(column)
    return filled


def without_tight_keeps(blocks: Sequence[FlowBlock], height: Mm) -> tuple[FlowBlock, ...]:
    """Return blocks in which no chain of kept blocks is higher than a column."""
    found: list[FlowBlock] = []
    used = 0.0
    for block in blocks:
        used = used + block.above + block.height if found and found[-1].keep else block.height
        if used > height and found:
            found[-1] = replace(found[-1], keep=False)
            used = block.height
        found.append(block)
    return tuple(found)
