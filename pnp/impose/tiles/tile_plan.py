"""The division of a map into tiles: orientation of the paper, seams, and the map part on each tile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import fsum

from pnp.draw.map.keep_clear import KeepClear
from pnp.findings import Finding, Refused
from pnp.hexgrid import Grid
from pnp.impose.marks import HEAD, STRIP, STRIP_GAP
from pnp.impose.tiles.seams import AxisSpan, Cuts, Seam, choose_seams
from pnp.model.target import Paper, Target
from pnp.numbering import letters
from pnp.scene import Rect
from pnp.spot import Spot
from pnp.units import Mm, int_sum


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in the coordinates of the map: the part that stays visible, and the larger part that is printed."""

    row: int
    column: int
    visible: Rect
    printed: Rect

    @property
    def name(self) -> str:
        """The name of the tile: a letter for the row and a number for the column, such as `B3`."""
        return f"{letters(self.row + 1)}{self.column + 1}"


@dataclass(frozen=True)
class TilePlan:
    """All tiles of a map by rows, the size of the page as it is turned, and all seams."""

    width: Mm
    height: Mm
    frame: Rect
    rows: tuple[tuple[Tile, ...], ...]
    seams: tuple[Seam, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the map, row by row."""
        return tuple(tile for row in self.rows for tile in row)

    @property
    def cuts(self) -> Cuts:
        """The number of texts and panels on the map that the seams cut."""
        return Cuts(int_sum(seam.cuts.texts for seam in self.seams), int_sum(seam.cuts.panels for seam in self.seams))

    @property
    def overlaps(self) -> frozenset[Mm]:
        """The widths of the strips to glue."""
        return frozenset(seam.overlap for seam in self.seams)

    @cached_property
    def edges(self) -> tuple[tuple[Mm, Mm, Mm, Mm], ...]:
        """The edges of all tiles as few long lines (x1, y1, x2, y2): across the map, and down through equal rows."""
        frame = self.frame
        across = [frame.y, *(row[0].visible.bottom for row in self.rows)]
        lines = [(frame.x, y, frame.right, y) for y in across]
        open_at: dict[Mm, Mm] = {}  # the x of a line -> the y at which it begins
        for row in self.rows:
            top, xs = row[0].visible.y, {frame.x, *(tile.visible.right for tile in row)}
            lines += [(x, open_at.pop(x), x, top) for x in open_at.keys() - xs]
            for x in xs:
                open_at.setdefault(x, top)
        return tuple(sorted([*lines, *((x, y, x, frame.bottom) for x, y in open_at.items())]))

    @cached_property
    def above_and_below(self) -> tuple[tuple[Tile, Tile], ...]:
        """Each pair of tiles (upper, lower) that meet at a horizontal seam."""
        return tuple(
            (one, other)
            for upper, lower in pairwise(self.rows)
            for one in upper
            for other in lower
            if min(one.visible.right, other.visible.right) - max(one.visible.x, other.visible.x) > 1
        )


def mark_zone(target: Target) -> Mm:
    """Return the width of the margin for match marks around the map part on a tile's page."""
    return target.tick_gap + target.tick_length


def tile_area(width: Mm, height: Mm, target: Target) -> Rect:
    """Return the area of a page that is free for the part of the map on one tile."""
    around = target.margin + mark_zone(target)
    foot = around + (STRIP + STRIP_GAP if target.rulers else 0)
    return Rect(around, around + HEAD, width - 2 * around, height - around - HEAD - foot)


def plan_tiles(frame: Rect, grid: Grid | None, keep_clear: KeepClear, target: Target, paper: Paper) -> TilePlan:
    """Return the best division of a map into tiles: first of all, the fewest tiles.

    Then it is the one with the fewest cuts through texts, with the fewest cuts through panels, and with the most even
    tiles. Raises `Refused` (B004) if the paper is too small for a tile.
    """
    sizes = ((paper.width, paper.height), (paper.height, paper.width))
    plans = [plan for size in sizes if (plan := _plan_for_page(*size, frame, grid, keep_clear, target)) is not None]
    if not plans:
        wrong = f"a map cannot be divided into tiles of {paper.name} with an overlap of {target.tile_overlap:g} mm"
        raise Refused([Finding("B004", Spot("--paper"), wrong, "choose a larger paper")])
    return min(plans, key=lambda plan: (len(plan.tiles), plan.cuts, _unevenness(plan)))


def _unevenness(plan: TilePlan) -> Mm:
    """Return how much the tiles of a plan differ in width plus how much they differ in height."""
    boxes = [tile.visible for tile in plan.tiles]
    return fsum(max(sides) - min(sides) for sides in ([b.width for b in boxes], [b.height for b in boxes]))


def _plan_for_page(
    width: Mm, height: Mm, frame: Rect, grid: Grid | None, keep_clear: KeepClear, target: Target
) -> TilePlan | None:
    """Return the division of a map into tiles for one page size; None if no tile fits a page."""
    area = tile_area(width, height, target)
    under, past = target.tile_overlap, target.bleed
    across = AxisSpan(frame.x, frame.right, area.width, under, past, target.least_tile_overlap)
    down = AxisSpan(frame.y, frame.bottom, area.height, under, past, target.least_tile_overlap)
    if not (across.tiles and down.tiles):
        return None
    level = choose_seams(down, "level", keep_clear, grid)
    seams, rows = list(level), []
    common = choose_seams(across, "upright", keep_clear, grid)
    ys = (frame.y, *(seam.at for seam in level), frame.bottom)
    for row, (top, foot) in enumerate(pairwise(ys)):
        band = keep_clear.between(top, foot)
        upright = (
            choose_seams(across, "upright", band, grid, common) if any(any(seam.cuts) for seam in common) else common
        )
        seams += upright
        xs = (frame.x, *(seam.at for seam in upright), frame.right)
        tiles = []
        for column, (left, right) in enumerate(pairwise(xs)):
            visible = Rect(left, top, right - left, foot - top)
            x = left - (upright[column - 1].overlap if column else 0)
            y = top - (level[row - 1].overlap if row else 0)
            to_right, to_foot = (
                (right + past if right < frame.right else right),
                (foot + past if foot < frame.bottom else foot),
            )
            tiles.append(Tile(row, column, visible, Rect(x, y, to_right - x, to_foot - y)))
        rows.append(tuple(tiles))
    return TilePlan(width, height, frame, tuple(rows), tuple(seams))
