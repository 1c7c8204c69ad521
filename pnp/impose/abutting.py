"""Blocks of touching counters or cards of one size, so that one cut separates two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from pnp.impose.page import Facing, Placement
from pnp.impose.registration import moved_box
from pnp.scene import Group, Matrix, Path, Rect, Scene, Stroke, Use, rectangle
from pnp.units import Mm, int_sum

ComponentRows: TypeAlias = tuple[tuple[str | None, ...], ...]
"""Ids of components in rows; None is a blank cell."""

LAP: Mm = 0.2
"""The distance that a face continues below its neighbour."""
CORNER: Mm = 1.2
"""The length of the marks at the corners of touching components: that of the edge that pictures and texts keep free."""
CHANGE_COST = 2
"""The cost of a change of background within a row, in blank cells or cuts."""


@dataclass(frozen=True)
class Arrangement:
    """Components in rows of `columns` cells, and the number of rows on a sheet. A blank cell is None."""

    rows: ComponentRows
    columns: int
    rows_on_sheet: int
    changes: int

    @cached_property
    def sheets(self) -> tuple[ComponentRows, ...]:
        """The rows of components on each sheet."""
        step = self.rows_on_sheet
        return tuple(self.rows[i : i + step] for i in range(0, len(self.rows), step))

    @property
    def tallest(self) -> int:
        """The number of rows on the sheet with the most rows."""
        return min(len(self.rows), self.rows_on_sheet)

    @property
    def cost(self) -> int:
        """The cost of the arrangement: blank cells, cuts, and changes of background within rows."""
        blanks = int_sum(row.count(None) for row in self.rows)
        cuts = int_sum(len(rows) + 1 + self.columns + 1 for rows in self.sheets)
        return blanks + cuts + CHANGE_COST * self.changes


def arrange(groups: Sequence[Sequence[str]], columns: int, rows: int) -> Arrangement:
    """Return components arranged in rows, on as few sheets as possible.

    Of arrangements with equally few sheets, it is the one with the least cost. A sheet has at most `columns` x `rows`
    cells. All components of a group have one background. A group starts a new row if that is worth the blank cells
    before it. The order of components does not change.
    """
    sizes = [len(group) for group in groups if group]
    cells = [component for group in groups for component in group]
    arrangements = []
    for count in range(columns, 0, -1):
        for blanks in (_blanks_before_groups(sizes, count), (0,) * len(sizes)):
            arrangements.append(_arrange_in_rows(cells, sizes, blanks, count, rows))
    return min(arrangements, key=lambda a: (len(a.sheets), a.cost))


def _blanks_before_groups(sizes: Sequence[int], columns: int) -> tuple[int, ...]:
    """Return the number of blank cells to leave before each group, at the least total cost.

    The cost of later groups depends only on the cells used in the last row. So only the best way to each such state is
    kept.
    """
    states: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for size in sizes:
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (cost, blanks) in states.items():
            left = (columns - used) % columns
            for option in ((cost + left, (*blanks, left)), (cost + (CHANGE_COST if left else 0), (*blanks, 0))):
                key = (used + option[1][-1] + size) % columns
                if key not in following or option[0] < following[key][0]:
                    following[key] = option
        states = following
    return min((cost + (columns - used) % columns, blanks) for used, (cost, blanks) in states.items())[1]


def _arrange_in_rows(
    cells: Sequence[str], sizes: Sequence[int], blanks: Sequence[int], columns: int, rows: int
) -> Arrangement:
    """Return the arrangement with this number of blank cells before each group."""
    filled: list[str | None] = []
    changes = used = 0
    for size, blank in zip(sizes, blanks, strict=True):
        filled += [None] * blank
        changes += bool(len(filled) % columns)
        filled += cells[used : used + size]
        used += size
    filled += [None] * (-len(filled) % columns)
    lines = tuple(tuple(filled[i : i + columns]) for i in range(0, len(filled), columns))
    return Arrangement(lines, columns, rows, changes)


def arrange_with_spares(
    groups: Sequence[Sequence[str]], spares: Sequence[Sequence[str]], columns: int, rows: int
) -> Arrangement:
    """Return components arranged in rows, and below them a blank row and the spares.

    Without room for the blank row on the same number of sheets, the spares follow as further groups.
    """
    if not any(spares):
        return arrange(groups, columns, rows)
    dense = arrange((*groups, *spares), columns, rows)
    game = arrange(groups, columns, rows)
    ids = [id_ for group in spares for id_ in group]
    more = _arrange_in_rows(ids, [len(ids)], [0], game.columns, rows)
    apart = replace(game, rows=(*game.rows, (None,) * game.columns, *more.rows))
    divided = len(game.sheets) == len(apart.sheets) <= len(dense.sheets)
    return apart if divided else dense


@dataclass(frozen=True)
class AbuttingBlock:
    """Rows of touching components, the size of a cell, and the transform from the block to the page."""

    rows: ComponentRows
    cell_width: Mm
    cell_height: Mm
    facing: Facing
    to_page: Matrix

    @property
    def width(self) -> Mm:
        """The width of the block between its outermost cuts."""
        return len(self.rows[0]) * self.cell_width

    @property
    def height(self) -> Mm:
        """The height of the block between its outermost cuts."""
        return len(self.rows) * self.cell_height

    @property
    def box(self) -> Rect:
        """The rectangle of the outermost cuts of the block on the page."""
        return moved_box(Rect(0, 0, self.width, self.height), self.to_page)

    @property
    def cuts(self) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
        """The x of each vertical cut and the y of each horizontal cut on the page."""
        box = self.box
        xs = tuple(box.x + i * self.cell_width for i in range(len(self.rows[0]) + 1))
        ys = tuple(box.y + i * self.cell_height for i in range(len(self.rows) + 1))
        return xs, ys

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Yield row, column and component id of each cell of the block that is not blank."""
        for r, row in enumerate(self.rows):
            for c, component in enumerate(row):
                if component is not None:
                    yield r, c, component

    def art(self, face: Callable[[str], Scene], bleed: Mm) -> Group:
        """Draw the faces of all components in the block.

        Each is clipped to its trimmed box, with bleed at edges without a neighbour. A face continues a little below
        neighbours that are drawn later, so that no white shows between the two.
        """
        items = []
        for r, c, component in self.cells():
            left, above = (0 if self._is_filled(*cell) else bleed for cell in ((r, c - 1), (r - 1, c)))
            right, below = (LAP if self._is_filled(*cell) else bleed for cell in ((r, c + 1), (r + 1, c)))
            visible = Rect(-left, -above, self.cell_width + left + right, self.cell_height + above + below)
            position = Matrix.place(c * self.cell_width, r * self.cell_height)
            items.append(Group((Use(face(component)),), position, rectangle(visible)))
        return Group(tuple(items), self.to_page)

    def corner_marks(self, stroke: Stroke) -> Group:
        """Draw both ends of each cut between two components, so that their corners show and their edges stay clean."""
        ends: list[Mm] = []
        w, h = self.cell_width, self.cell_height
        for r, c, _ in self.cells():
            x, y = (c + 1) * w, (r + 1) * h
            if self._is_filled(r, c + 1):
                ends += [x, r * h, x, r * h + CORNER, x, y - CORNER, x, y]
            if self._is_filled(r + 1, c):
                ends += [c * w, y, c * w + CORNER, y, x - CORNER, y, x, y]
        lines = Path("ML" * (len(ends) // 4), tuple(ends), stroke=stroke)
        return Group((lines,) if ends else (), self.to_page)

    def blank_row(self) -> Rect | None:
        """Return the first row without components, in the coordinates of the page; None if there is none."""
        for r, row in enumerate(self.rows):
            if not any(row):
                return moved_box(Rect(0, r * self.cell_height, self.width, self.cell_height), self.to_page)
        return None

    def inked(self, bleed: Mm) -> tuple[Rect, ...]:
        """Return the areas of the page with drawings: the rows above and below a blank row, with their bleed."""
        empty = self.blank_row()
        if empty is None:
            return (self.box.grown(bleed),)
        above = replace(self.box, height=empty.y - self.box.y)
        below = Rect(empty.x, empty.bottom, empty.width, self.box.bottom - empty.bottom)
        return (above.grown(bleed), below.grown(bleed))

    def placements(self) -> tuple[Placement, ...]:
        """Return the placement of each component of the block on the page."""
        turn = 180 if self.to_page.a < 0 else 0
        boxes = (
            (id_, Rect(c * self.cell_width, r * self.cell_height, self.cell_width, self.cell_height))
            for r, c, id_ in self.cells()
        )
        return tuple(Placement(id_, self.facing, moved_box(box, self.to_page), turn) for id_, box in boxes)

    def _is_filled(self, row: int, column: int) -> bool:
        """Return whether a cell of the block has a component; cells outside the block have none."""
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]) and self.rows[row][column] is not None


def mirrored(rows: ComponentRows) -> ComponentRows:
    """Return the rows of components for the backs of a sheet: each row in reverse order."""
    return tuple(row[::-1] for row in rows)
