"""How a map is parted into tiles that fit a paper: how the paper is held, where the seams lie, what each tile shows.

A tile is cut along its right and its lower seam and laid over the strip that the next tile shows beyond the same seam.
Tiles of a row are joined first, so each row may have upright seams of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.findings import Finding, Refused
from pnp.hexgrid import Grid
from pnp.impose.marks import HEAD, STRIP, STRIP_GAP
from pnp.impose.seams import Seam, Span, choose_seams
from pnp.model.target import Paper, Target
from pnp.numbering import letters
from pnp.scene import Rect
from pnp.spot import Spot
from pnp.units import Mm


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet of the map, in the map's coordinates: what remains visible of it, and what it prints.

    Named by row and column, such as B3.
    """

    row: int
    column: int
    seen: Rect
    shown: Rect

    @property
    def name(self) -> str:
        """`B3` is the third tile of the second row."""
        return f"{letters(self.row + 1)}{self.column + 1}"


@dataclass(frozen=True)
class TilePlan:
    """All tiles of a map on a paper held so, by rows; `seams` are all its seams."""

    width: Mm
    height: Mm
    frame: Rect
    rows: tuple[tuple[Tile, ...], ...]
    seams: tuple[Seam, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """In reading order."""
        return tuple(tile for row in self.rows for tile in row)

    @property
    def cuts(self) -> int:
        """How many things to be kept clear are cut by a seam."""
        return sum(seam.cuts for seam in self.seams)

    def above_and_below(self) -> Iterator[tuple[Tile, Tile]]:
        """Pairs of tiles that meet at a level seam."""
        for upper, lower in pairwise(self.rows):
            for one in upper:
                for other in lower:
                    if min(one.seen.right, other.seen.right) - max(one.seen.x, other.seen.x) > 1:
                        yield one, other


def mark_zone(target: Target) -> Mm:
    """Room for match marks around a tile."""
    return target.tick_gap + target.tick_length


def tile_area(width: Mm, height: Mm, target: Target) -> Rect:
    """Where the art of a tile may lie on a page."""
    around = target.margin + mark_zone(target)
    foot = around + (STRIP + STRIP_GAP if target.rulers else 0)
    return Rect(around, around + HEAD, width - 2 * around, height - around - HEAD - foot)


def plan_tiles(frame: Rect, grid: Grid | None, keep_clear: Sequence[Rect], target: Target, paper: Paper) -> TilePlan:
    """The tiling of a frame with the fewest tiles, then the clearest seams, then the most even tiles.

    `Refused` (B004) if the paper is too small for any tile.
    """
    sizes = ((paper.width, paper.height), (paper.height, paper.width))
    plans = [plan for size in sizes if (plan := _plan(*size, frame, grid, keep_clear, target)) is not None]
    if not plans:
        wrong = f"a map cannot be parted into tiles of {paper.name} with an overlap of {target.tile_overlap:g} mm"
        raise Refused([Finding("B004", Spot("--paper"), wrong, "choose a larger paper")])
    return min(plans, key=lambda plan: (len(plan.tiles), plan.cuts, _unevenness(plan)))


def _unevenness(plan: TilePlan) -> Mm:
    """The difference between the largest and the smallest tile, width and height together."""
    boxes = [tile.seen for tile in plan.tiles]
    return sum(max(sides) - min(sides) for sides in ([b.width for b in boxes], [b.height for b in boxes]))


def _plan(
    width: Mm, height: Mm, frame: Rect, grid: Grid | None, keep_clear: Sequence[Rect], target: Target
) -> TilePlan | None:
    area = tile_area(width, height, target)
    under, past = target.tile_overlap, target.bleed
    across = Span(frame.x, frame.right, area.width, under, past)
    down = Span(frame.y, frame.bottom, area.height, under, past)
    if not (across.tiles and down.tiles):
        return None
    level = choose_seams(down, "level", keep_clear, grid)
    seams, rows = list(level), []
    common = choose_seams(across, "upright", keep_clear, grid)
    ys = (frame.y, *(seam.at for seam in level), frame.bottom)
    for row, (top, foot) in enumerate(pairwise(ys)):
        band = [box for box in keep_clear if box.y < foot and box.bottom > top]
        upright = choose_seams(across, "upright", band, grid, common) if any(seam.cuts for seam in common) else common
        seams += upright
        xs = (frame.x, *(seam.at for seam in upright), frame.right)
        tiles = []
        for column, (left, right) in enumerate(pairwise(xs)):
            seen = Rect(left, top, right - left, foot - top)
            x, y = left - (under if column else 0), top - (under if row else 0)
            to_right, to_foot = (
                (right + past if right < frame.right else right),
                (foot + past if foot < frame.bottom else foot),
            )
            tiles.append(Tile(row, column, seen, Rect(x, y, to_right - x, to_foot - y)))
        rows.append(tuple(tiles))
    return TilePlan(width, height, frame, tuple(rows), tuple(seams))
