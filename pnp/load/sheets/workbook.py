"""Reads the sheets of workbooks: `.xlsx` with openpyxl, and the XML of `.ods`.

Source: ECMA-376 (number formats 18.8.30), OpenDocument 1.3 part 3 (table:table 9.1, office:value-type 19.387).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.parsers import expat

from pnp.deferred import deferred
from pnp.findings import did_you_mean
from pnp.load.sheets.sheet import MAX_CELLS, CellKind, Sheet, workbook_sheet
from pnp.load.source import Faults
from pnp.message import clip, join_words
from pnp.spot import Spot

with deferred():
    import openpyxl

MAX_SHEETS = 30
"""So many sheets are read to find the one with the headings."""
MAX_ROWS, MAX_COLUMNS = 20_000, 200
"""Cells beyond these are not read: a stray cell at the far corner of a sheet makes it a million rows high."""
_MAX_UNPACKED = 100_000_000
"""The most bytes that the files in a workbook may have together."""

_Cells = Sequence[tuple[str, CellKind]]
_ODS_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_ODS_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_ODS_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "


def read_workbook(
    name: str, content: bytes, wanted: str, faults: Faults, spot: Spot, fits: Callable[[Sheet], int] = lambda _: 0
) -> Sheet | None:
    """Return a sheet of a workbook; add a finding and return None if it cannot be read.

    `name` is the file as messages show it, `spot` the place where the sheet is named. If no sheet is `wanted`, it is
    the one which `fits` best, the first one of several.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = 0
            for one in archive.infolist():
                unpacked += one.file_size
        if unpacked > _MAX_UNPACKED:
            faults.add("L005", Spot(name), f"this workbook has {unpacked:,} bytes when unpacked", "split it")
            return None
        sheets = sheet_rows(name, content)
    except Exception as error:  # noqa: BLE001 - a damaged file can make the reader raise anything
        wrong = f"this workbook cannot be read: {clip(str(error) or type(error).__name__)}"
        faults.add("L002", Spot(name), wrong, "open it in its program and save it again")
        return None
    if not wanted and len(sheets) > 1:
        read_sheets = [_checked_sheet(name, title, rows, Faults()) for title, rows in list(sheets.items())[:MAX_SHEETS]]
        return max((one for one in read_sheets if one is not None), key=fits, default=None) or _checked_sheet(
            name, *next(iter(sheets.items())), faults
        )
    title = wanted or next(iter(sheets), "")
    if title not in sheets:
        write = did_you_mean(title, sheets) or f"its sheets are {join_words([clip(one) for one in sheets])}"
        faults.add("L001", spot, f"{clip(name)} has no sheet {clip(title)}", write)
        return None
    return _checked_sheet(name, title, sheets[title], faults)


def sheet_rows(name: str, content: bytes) -> dict[str, Callable[[], Iterator[tuple[int, _Cells]]]]:
    """Return what yields the number and the cells of each row of each sheet of a workbook, by title."""
    return _ods_sheets(content) if name.lower().endswith(".ods") else _xlsx_sheets(content)


def _checked_sheet(
    name: str, title: str, rows: Callable[[], Iterator[tuple[int, _Cells]]], faults: Faults
) -> Sheet | None:
    """Return the sheet of these rows; add a finding and return None if it has nothing, or too much."""
    read, cells = [], 0
    try:
        for number, row in rows():
            cells += len(row)
            if cells > MAX_CELLS:
                faults.add("L005", Spot(name), f"more than {MAX_CELLS:,} cells", "split the sheet into several")
                return None
            read.append((number, row))
    except Exception as error:  # noqa: BLE001 - a damaged file can make the reader raise anything
        wrong = f"this workbook cannot be read: {clip(str(error) or type(error).__name__)}"
        faults.add("L002", Spot(name), wrong, "open it in its program and save it again")
        return None
    sheet = workbook_sheet(name, title, read)
    if not sheet.rows:
        faults.add("L004", Spot(sheet.source.name), "the sheet is empty", "write a row of headings")
        return None
    return sheet


def _xlsx_sheets(content: bytes) -> dict[str, Callable[[], Iterator[tuple[int, _Cells]]]]:
    """Return what yields the rows of each sheet of a workbook of Excel, by title."""
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=False)
    return {sheet.title: lambda sheet=sheet: _xlsx_rows(content, sheet) for sheet in book.worksheets}  # type: ignore[misc]


def _xlsx_rows(content: bytes, sheet: Any) -> Iterator[tuple[int, _Cells]]:  # noqa: ANN401 - openpyxl has no types
    """Yield the number and the cells of each row of a sheet; a formula has the result that its program has stored."""
    rows = list(_filled_cells(sheet))
    formulas = {(number, cell.column) for number, row in rows for cell in row if cell.data_type == "f"}
    if formulas:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = list(_filled_cells(book[sheet.title]))
    texts: dict[int, dict[int, tuple[str, CellKind]]] = {}
    for number, column in formulas:
        texts.setdefault(number, {})[column] = ("", "unknown")
    for number, row in rows:
        texts.setdefault(number, {}).update({cell.column: _xlsx_cell(cell) for cell in row})
    for number, cells in sorted(texts.items()):
        yield number, [cells.get(column, ("", "text")) for column in range(1, max(cells) + 1)]


def _filled_cells(sheet: Any) -> Iterator[tuple[int, list[Any]]]:  # noqa: ANN401 - openpyxl has no types
    """Yield the number of each row that has values, and its cells that have one."""
    for number, row in enumerate(sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS), 1):
        cells = [cell for cell in row if cell.value is not None]
        if cells:
            yield number, cells


def _xlsx_cell(cell: Any) -> tuple[str, CellKind]:  # noqa: ANN401 - openpyxl has no types
    """Return the text of a cell as its program shows it, as far as that is a number or a text, and its kind."""
    value = cell.value
    if value is None:
        return "", "text"
    if isinstance(value, bool):
        return str(value).lower(), "text"
    if hasattr(value, "year"):
        numbers = (
            [value.day, value.month] if str(cell.number_format).lower().startswith("d") else [value.month, value.day]
        )
        return "-".join(map(str, [*numbers, value.year % 100])), "date"
    if hasattr(value, "hour") or hasattr(value, "total_seconds"):
        return str(value), "date"
    if isinstance(value, int | float):
        return _number_text(value, str(cell.number_format)), "text"
    return str(value), "text"


def _number_text(value: float, form: str) -> str:
    """Return a number as a text: whole numbers without a point, leading zeros and per cent as its format says.

    >>> _number_text(7.0, "000"), _number_text(0.25, "0%"), _number_text(2.5, "General"), _number_text(0.1 + 0.2, "")
    ('007', '25%', '2.5', '0.3')
    """
    if form.endswith("%"):
        return f"{value * 100:.10g}%"
    if float(value).is_integer():
        text = f"{int(value)}"
        return text.zfill(len(form)) if re.fullmatch("0+", form) else text
    return f"{value:.15g}"


class _OdsReader:
    """Collects the rows of each table of the content of an `.ods` file while its XML is read.

    A row or a cell that is repeated is written once; repeats of blank ones are how programs fill a sheet.
    """

    def __init__(self) -> None:
        self.sheets: dict[str, list[tuple[int, list[tuple[str, CellKind]]]]] = {}
        self._rows: list[tuple[int, list[tuple[str, CellKind]]]] = []
        self._row: list[tuple[str, CellKind]] = []
        self._number, self._repeat, self._cells = 0, 1, 0
        self._cell: tuple[int, CellKind] | None = None
        self._text: list[str] = []
        self._in_note = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Note that an element begins."""
        if tag == f"{_ODS_TABLE}table":
            self._rows = self.sheets.setdefault(attributes.get(f"{_ODS_TABLE}name", ""), [])
            self._number = 1
        elif tag == f"{_ODS_TABLE}table-row":
            self._row, self._repeat = [], int(attributes.get(f"{_ODS_TABLE}number-rows-repeated", 1))
        elif tag in (f"{_ODS_TABLE}table-cell", f"{_ODS_TABLE}covered-table-cell"):
            is_date = attributes.get(f"{_ODS_OFFICE}value-type") in ("date", "time")
            repeat = int(attributes.get(f"{_ODS_TABLE}number-columns-repeated", 1))
            self._cell, self._text = (repeat, "date" if is_date else "text"), []
        elif tag == f"{_ODS_OFFICE}annotation":
            self._in_note += 1
        elif tag == f"{_ODS_TEXT}p" and self._text and not self._in_note:
            self._text.append("\n")
        elif tag == f"{_ODS_TEXT}s" and not self._in_note:
            self._text.append(" " * min(int(attributes.get(f"{_ODS_TEXT}c", 1)), 100))

    def text(self, text: str) -> None:
        """Add the characters of a cell."""
        if self._cell is not None and not self._in_note:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """Note that an element ends."""
        if tag == f"{_ODS_OFFICE}annotation":
            self._in_note -= 1
        elif tag in (f"{_ODS_TABLE}table-cell", f"{_ODS_TABLE}covered-table-cell") and self._cell is not None:
            repeat, kind = self._cell
            self._row += [("".join(self._text).strip("\n"), kind)] * min(repeat, MAX_COLUMNS - len(self._row))
            self._cell = None
        elif tag == f"{_ODS_TABLE}table-row":
            if any(text for text, _ in self._row):
                for number in range(self._number, min(self._number + self._repeat, MAX_ROWS + 1)):
                    self._cells += len(self._row)
                    if self._cells > MAX_CELLS:
                        break  # the caller reports it
                    self._rows.append((number, self._row))
            self._number += self._repeat


def _ods_sheets(content: bytes) -> dict[str, Callable[[], Iterator[tuple[int, _Cells]]]]:
    """Return what yields the rows of each sheet of a workbook of LibreOffice, by title."""
    reader = _OdsReader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text

    def refuse_entities(*_: object) -> None:
        """Refuse the entities of a document, which can make a small file endless."""
        message = "it declares entities"
        raise ValueError(message)

    parser.EntityDeclHandler = refuse_entities
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parser.Parse(archive.read("content.xml"), True)
    return {title: lambda rows=rows: iter(rows) for title, rows in reader.sheets.items()}  # type: ignore[misc]
