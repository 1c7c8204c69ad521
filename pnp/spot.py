"""Source locations: the file, line and column at which a value of the game was written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

SHEET = ", sheet "
"""Stands between the name of a workbook and that of its sheet in the `file` of a source location."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """File, line and column (both from 1; 0 if unknown) and the path of a value in the game's tree, such as
    `map.grid.rows`. Of a sheet of a workbook, line and column are those of a cell.
    """

    file: str
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        """Return the location as compilers print it, so that editors can jump there."""
        if SHEET in self.file and self.line:
            place = f"{self.file}, {cell_name(self.line, self.column)}"
        else:
            place = ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])
        return f"{place} ({self.path})" if self.path else place

    @property
    def document(self) -> str:
        """The file alone, without the name of a sheet."""
        return self.file.partition(SHEET)[0]

    @property
    def line_name(self) -> str:
        """The line of a text or the row of a sheet, such as `line 3` or `row 3`."""
        return f"{'row' if SHEET in self.file else 'line'} {self.line}"

    @property
    def in_workbook(self) -> str:
        """The sheet and the cell with a colon, such as `sheet Units, D14: `; empty outside workbooks."""
        sheet = self.file.partition(SHEET)[2]
        return f"sheet {sheet}, {cell_name(self.line, self.column)}: " if sheet and self.line else ""


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell as spreadsheet programs show it, given its row and column (from 1).

    >>> cell_name(14, 4), cell_name(3, 28), cell_name(3, 0)
    ('D14', 'AB3', 'row 3')
    """
    letters, rest = "", column
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}" if letters else f"row {row}"


class Sources(Protocol):
    """The source locations of a game's values, by dotted path (`counters.A07.back`)."""

    def spot(self, path: str) -> Spot | None:
        """Return the source location of the value at a dotted path; None if the value is a default."""

    def inside(self, path: str, offset: int) -> Spot | None:
        """Return the source location of one character in the text at a path; None if it is not a text."""

    def before(self, path: str) -> tuple[Spot, ...]:
        """Return the locations of the earlier values that overlays replaced, the latest first."""

    def written(self, path: str) -> str:
        """Return the text at a path as the files have it, with its inserts; empty if it is not a text in a file."""

    def inserted(self, path: str) -> tuple[tuple[int, int], ...]:
        """Return the start and the end of each part of the text at a path that an insert has given."""


class NoSources:
    """The source locations of a game that was not read from files: there are none."""

    def spot(self, path: str) -> Spot | None:
        """Return None, because no source location is known."""
        return None

    def inside(self, path: str, offset: int) -> Spot | None:
        """Return None, because no source location is known."""
        return None

    def before(self, path: str) -> tuple[Spot, ...]:
        """Return an empty tuple, because no overlay is known."""
        return ()

    def written(self, path: str) -> str:
        """Return an empty text, because no file is known."""
        return ""

    def inserted(self, path: str) -> tuple[tuple[int, int], ...]:
        """Return an empty tuple, because no insert is known."""
        return ()


def changed_from(before: tuple[Spot, ...]) -> str:
    """Return ` (changed from FILE:LINE)` for a message about a value that an overlay changed; else empty."""
    return f" (changed from {before[0].file}:{before[0].line})" if before else ""
