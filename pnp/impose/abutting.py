"""Blocks: components of one size that touch, so that one cut serves two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from pnp.impose.page import Facing, Placement
from pnp.impose.registration import moved_box
from pnp.scene import Group, Matrix, Rect, Scene, Use, rectangle
from pnp.units import Mm

Cell: TypeAlias = str | None
Rows: TypeAlias = tuple[tuple[Cell, ...], ...]

LAP: Mm = 0.2
"""How far a face goes on below a neighbour."""
CHANGE = 2
"""A change of ground in the middle of a row is as unwelcome as so many blank cells or cuts."""


@dataclass(frozen=True)
class Arrangement:
    """Components in rows, `columns` in each, as many rows on a sheet as fit. None is a blank cell."""

    rows: Rows
    columns: int
    rows_on_sheet: int
    changes: int

    @cached_property
    def sheets(self) -> tuple[Rows, ...]:
        """The rows of each sheet."""
        step = self.rows_on_sheet
        return tuple(self.rows[i : i + step] for i in range(0, len(self.rows), step))

    @property
    def tallest(self) -> int:
        """Most rows on any sheet."""
        return min(len(self.rows), self.rows_on_sheet)

    @property
    def effort(self) -> int:
        """How untidy it is and how much there is to cut: blank cells, cuts, changes of ground within rows."""
        blanks = sum(row.count(None) for row in self.rows)
        cuts = sum(len(rows) + 1 + self.columns + 1 for rows in self.sheets)
        return blanks + cuts + CHANGE * self.changes


def arrange(groups: Sequence[Sequence[str]], columns: int, rows: int) -> Arrangement:
    """Components in rows, at most `columns` x `rows` on a sheet: on the fewest sheets, then with the least effort.

    Each group has one ground; a group starts a row of its own where that is worth the blank cells before it. The order
    is kept.
    """
    sizes = [len(group) for group in groups if group]
    cells = [component for group in groups for component in group]
    found = []
    for count in range(columns, 0, -1):
        for blanks in (_row_starts(sizes, count), (0,) * len(sizes)):
            found.append(_in_rows(cells, sizes, blanks, count, rows))
    return min(found, key=lambda a: (len(a.sheets), a.effort))


def _row_starts(sizes: Sequence[int], columns: int) -> tuple[int, ...]:
    """How many cells to leave blank before each group so that blanks and changes within rows cost the least.

    What comes after depends only on the cells used in the last row, so the best way to each such state is kept.
    """
    states: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for size in sizes:
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (cost, blanks) in states.items():
            left = (columns - used) % columns
            for option in ((cost + left, (*blanks, left)), (cost + (CHANGE if left else 0), (*blanks, 0))):
                key = (used + option[1][-1] + size) % columns
                if key not in following or option[0] < following[key][0]:
                    following[key] = option
        states = following
    return min((cost + (columns - used) % columns, blanks) for used, (cost, blanks) in states.items())[1]


def _in_rows(cells: Sequence[str], sizes: Sequence[int], blanks: Sequence[int], columns: int, rows: int) -> Arrangement:
    filled: list[Cell] = []
    changes = done = 0
    for size, blank in zip(sizes, blanks, strict=True):
        filled += [None] * blank
        changes += bool(len(filled) % columns)
        filled += cells[done : done + size]
        done += size
    filled += [None] * (-len(filled) % columns)
    lines = tuple(tuple(filled[i : i + columns]) for i in range(0, len(filled), columns))
    return Arrangement(lines, columns, rows, changes)


@dataclass(frozen=True)
class Block:
    """Rows of touching components: cell size, and the map from the block (top left at the origin) to the page."""

    rows: Rows
    cell_width: Mm
    cell_height: Mm
    facing: Facing
    place: Matrix

    @property
    def width(self) -> Mm:
        """Trimmed width, before it is placed."""
        return len(self.rows[0]) * self.cell_width

    @property
    def height(self) -> Mm:
        """Trimmed height, before it is placed."""
        return len(self.rows) * self.cell_height

    @property
    def box(self) -> Rect:
        """The trimmed box on the page."""
        return moved_box(Rect(0, 0, self.width, self.height), self.place)

    @property
    def cuts(self) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
        """Where upright and level cuts go on the page, from the left and from the top."""
        box = self.box
        xs = tuple(box.x + i * self.cell_width for i in range(len(self.rows[0]) + 1))
        ys = tuple(box.y + i * self.cell_height for i in range(len(self.rows) + 1))
        return xs, ys

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Row, column and component of each cell that is not blank."""
        for r, row in enumerate(self.rows):
            for c, component in enumerate(row):
                if component is not None:
                    yield r, c, component

    def art(self, face: Callable[[str], Scene], bleed: Mm) -> Group:
        """The faces, each cut off at its trimmed box; where no neighbour touches, colour goes on by the bleed.

        A face goes on a little below the neighbours that are drawn after it, so that no white shows between the two.
        """
        items = []
        for r, c, component in self.cells():
            left, above = (0 if self._filled(*cell) else bleed for cell in ((r, c - 1), (r - 1, c)))
            right, below = (LAP if self._filled(*cell) else bleed for cell in ((r, c + 1), (r + 1, c)))
            seen = Rect(-left, -above, self.cell_width + left + right, self.cell_height + above + below)
            place = Matrix.place(c * self.cell_width, r * self.cell_height)
            items.append(Group((Use(face(component)),), place, rectangle(seen)))
        return Group(tuple(items), self.place)

    def placements(self) -> tuple[Placement, ...]:
        """Where each face lies on the page."""
        turn = 180 if self.place.a < 0 else 0
        boxes = (
            (id_, Rect(c * self.cell_width, r * self.cell_height, self.cell_width, self.cell_height))
            for r, c, id_ in self.cells()
        )
        return tuple(Placement(id_, self.facing, moved_box(box, self.place), turn) for id_, box in boxes)

    def _filled(self, row: int, column: int) -> bool:
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]) and self.rows[row][column] is not None


def mirrored(rows: Rows) -> Rows:
    """The rows as their backs lie: each from right to left."""
    return tuple(row[::-1] for row in rows)
