"""Map areas: the part of a sheet of hexes that one map covers, and its grid in the reader's view.

Several maps may share one sheet with one numbering, and face different ways. Each is read, checked and drawn upright,
as its player sees it. Only the sheet turns it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Literal, TypeAlias

from pnp.grid_cells import SIDEWAYS
from pnp.hexgrid import CORNERS, Corner, Grid, Hex
from pnp.scene import Point, Rect

QuarterTurn: TypeAlias = Literal[0, 90, 180, 270]
GRIDS_KEPT = 64
"""The most grids that are kept, to number the hexes of each only once; sample hexes have small ones."""


def upright_point(point: Point, part: Rect, turn: QuarterTurn) -> Point:
    """Return a point of the sheet in the coordinates of an upright map that covers part of the sheet.

    `turn` is the clockwise turn of the map on the sheet.

    >>> upright_point((10, 2), Rect(0, 0, 30, 20), 180)
    (20, 18)
    """
    x, y = point[0] - part.x, point[1] - part.y
    match turn:
        case 90:
            return y, part.width - x
        case 180:
            return part.width - x, part.height - y
        case 270:
            return part.height - y, x
    return x, y


def upright_grid(sheet: Grid, hexes: Iterable[Hex], part: Rect, turn: QuarterTurn) -> Grid:
    """Return the grid of the upright map of some hexes of a sheet; the hexes keep their numbers.

    Raise `ValueError` if there are no hexes.
    """
    kept = frozenset(hexes)
    if not kept:
        raise ValueError("the area has no hexes")
    return _upright_grid_once(sheet, kept, part, turn)


@lru_cache(maxsize=GRIDS_KEPT)
def _upright_grid_once(sheet: Grid, kept: frozenset[Hex], part: Rect, turn: QuarterTurn) -> Grid:
    """Return the grid of the upright map of some hexes; the cached grid if there is one."""
    sideways = turn in (90, 270)
    columns, rows = sheet.columns, sheet.rows
    flipped = turn in (180, 270 if sheet.orientation == "flat" else 90)
    grid = Grid(
        SIDEWAYS[sheet.orientation] if sideways else sheet.orientation,
        rows if sideways else columns,
        columns if sideways else rows,
        sheet.across_flats,
        "odd" if (sheet.low == "odd") != flipped else "even",
        _turned_corner(sheet.corner, turn),
        sheet.row_first != sideways,
        sheet.separator,
    )
    numbers = frozenset(map(sheet.number, kept))
    grid = _cropped(grid, numbers)
    first = next(iter(kept))
    x, y = upright_point(sheet.centre(first), part, turn)
    here = grid.centre(grid.hex(sheet.number(first)))
    return replace(grid, origin=(x - here[0], y - here[1]))


def _turned_corner(corner: Corner, turn: QuarterTurn) -> Corner:
    """Return the corner at which an upright map is numbered from, given the corner of its sheet."""
    return CORNERS[(CORNERS.index(corner) - turn // 90) % 4]


def _cropped(grid: Grid, numbers: frozenset[str]) -> Grid:
    """Return a grid with only the columns and rows that some hex numbers need; other hexes are absent."""
    ends = []
    for at, series in ((0, grid.columns), (1, grid.rows)):
        lines = [grid.column_and_row(grid.hex(number))[at] for number in numbers]
        ends.append(replace(series, first=min(lines), last=max(lines)))
    cropped = replace(grid, columns=ends[0], rows=ends[1])
    return replace(cropped, absent=frozenset(map(cropped.number, cropped.hexes)) - numbers)
