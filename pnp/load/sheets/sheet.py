"""The cells of a sheet, from a CSV table or a workbook, with their source locations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.load.source import Source
from pnp.spot import SHEET, Spot

MAX_CELLS = 500_000
"""The most cells of one sheet."""

CellKind: TypeAlias = Literal["text", "date", "unknown"]
"""What a cell is: a text or number, a date, or a formula whose result is not in the file."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The text of one cell, its offsets in the source, and its kind."""

    text: str
    start: int
    end: int
    kind: CellKind = "text"


@dataclass(frozen=True)
class Sheet:
    """The rows of a sheet that are not blank; `sign` separates the cells of a CSV table, and is empty in a workbook."""

    source: Source
    rows: tuple[Sequence[SheetCell], ...]
    sign: str = ","


@dataclass(frozen=True, eq=False)
class WorkbookSource(Source):
    """The texts of a sheet's cells one after the other; `places` has the offset, the row and the column of each."""

    places: tuple[tuple[int, int, int], ...] = ()

    def spot(self, index: int, path: str = "") -> Spot:
        """Return the cell that contains the character with this index."""
        at = bisect_right(self.places, (index, 1 << 30, 0)) - 1
        _, row, column = self.places[max(at, 0)] if self.places else (0, 0, 0)
        return Spot(self.name, row, column, path)


def workbook_sheet(name: str, title: str, rows: Iterable[tuple[int, Sequence[tuple[str, CellKind]]]]) -> Sheet:
    """Return a sheet of the workbook `name`, given the number of each row and the text and kind of its cells."""
    texts: list[str] = []
    places: list[tuple[int, int, int]] = []
    cells: list[list[tuple[str, int, int, CellKind]]] = []
    at = 0
    for number, row in rows:
        if not any(text.strip() or kind != "text" for text, kind in row):
            continue
        cells.append([])
        for column, (text, kind) in enumerate(row, 1):
            places.append((at, number, column))
            cells[-1].append((text, at, at + len(text), kind))
            texts.append(text)
            at += len(text) + 1
    source = WorkbookSource(f"{name}{SHEET}{title}", "\n".join(texts), tuple(places))
    return Sheet(source, tuple([SheetCell(*cell) for cell in row] for row in cells), "")
