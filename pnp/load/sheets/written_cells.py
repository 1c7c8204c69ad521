"""Writes a text into a cell of a workbook; all else in the file stays as it is, byte for byte.

Source: ECMA-376 (cells 18.3.1.4, inline strings 18.3.1.53), OpenDocument 1.3 part 3 (table:table-cell 9.1.4).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from pnp.load.sheets.workbook import sheet_rows
from pnp.spot import SHEET, Spot, cell_name

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d+)?")


@dataclass(frozen=True)
class ChangedCell:
    """A cell of a workbook with its old and new text."""

    spot: Spot
    before: str
    after: str

    def __str__(self) -> str:
        """Return the cell and its change: `units.xlsx, sheet Units, A40: J20 -> J25`."""
        return f"{self.spot}: {self.before} -> {self.after}"


def texts_of_sheet(name: str, content: bytes, title: str) -> Mapping[int, Sequence[str]]:
    """Return the texts of a sheet of a workbook by the number of the row; those of a row begin with column A."""
    rows = sheet_rows(name, content).get(title)
    return {number: [text for text, _ in cells] for number, cells in rows()} if rows else {}


def changed_cells(name: str, before: bytes, after: bytes) -> list[ChangedCell]:
    """Return the cells of a workbook that differ, sheet by sheet; both have the same sheets."""
    found = []
    for title in sheet_rows(name, before):
        old, new = (texts_of_sheet(name, content, title) for content in (before, after))
        for row, texts in sorted(new.items()):
            pairs = zip(old.get(row, ()), texts, strict=True)
            spots = (Spot(f"{name}{SHEET}{title}", row, column) for column in range(1, len(texts) + 1))
            found += [ChangedCell(at, *pair) for at, pair in zip(spots, pairs, strict=True) if pair[0] != pair[1]]
    return found


def with_cell(name: str, content: bytes, spot: Spot, text: str) -> bytes | None:
    """Return a workbook with another text in a cell that has one; None if it is a formula, or cannot be written."""
    title = spot.file.partition(SHEET)[2]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        is_ods = name.lower().endswith(".ods")
        part = "content.xml" if is_ods else _part_of_sheet(archive, title)
        if part not in archive.namelist():
            return None
        changed = _Cell(title if is_ods else "", spot.line, spot.column).written(archive.read(part), text)
        if changed is None:
            return None
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w") as written:
            written.comment = archive.comment
            for one in archive.infolist():
                written.writestr(one, changed if one.filename == part else archive.read(one))
    return copy.getvalue()


def _part_of_sheet(archive: zipfile.ZipFile, title: str) -> str:
    """Return the name of the file in an `.xlsx` workbook that has the cells of a sheet; empty if there is none."""
    sheets = _elements(archive.read("xl/workbook.xml"), "sheet")
    sheet = next((one for one in sheets if one.get("name") == title), {})
    id_ = next((value for key, value in sheet.items() if key.endswith(":id")), "")
    links = _elements(archive.read("xl/_rels/workbook.xml.rels"), "Relationship")
    target = next((one["Target"] for one in links if one["Id"] == id_), "")
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _elements(content: bytes, wanted: str) -> list[dict[str, str]]:
    """Return the attributes of the elements with a name in a file of XML."""
    found: list[dict[str, str]] = []
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        """Collect an element."""
        if tag.rpartition(":")[2] == wanted:
            found.append(attributes)

    parser.StartElementHandler = start
    parser.Parse(content, True)
    return found


class _Cell:
    """Finds a cell in the XML of a sheet: in `.xlsx` by its name, in `.ods` by its place in the table `title`."""

    def __init__(self, title: str, row: int, column: int) -> None:
        self._title, self._row, self._column = title, row, column
        self._name = cell_name(row, column)
        self._parser: Any = None
        self._table, self._at_row, self._at_column, self._repeats = "", 0, 0, 1
        self._open: list[str] = []
        self._depth = 0
        self._tag, self._attributes = "", dict[str, str]()
        self._start = self._end = 0
        self._is_plain = True

    def written(self, content: bytes, text: str) -> bytes | None:
        """Return the XML with a new text in the cell; None if it cannot be written."""
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._begin, self._finish
        self._parser.Parse(content, True)
        if not self._end or not self._is_plain or content[self._start : self._start + 1] != b"<":
            return None
        end = content.index(b">", self._end) + 1
        return content[: self._start] + self._element(text).encode() + content[end:]

    def _element(self, text: str) -> str:
        """Return what is written: the cell of an `.xlsx` sheet, or the paragraph in that of an `.ods` sheet."""
        if self._title:
            return f"<text:p>{escape(text)}</text:p>"
        tag, kept = self._tag, {key: value for key, value in self._attributes.items() if key in ("r", "s")}
        prefix = tag[: -len("c")]
        attributes = " ".join(f"{key}={quoteattr(value)}" for key, value in kept.items())
        if self._attributes.get("t", "n") == "n" and _NUMBER.fullmatch(text):
            return f"<{tag} {attributes}><{prefix}v>{text}</{prefix}v></{tag}>"
        inner = f'<{prefix}is><{prefix}t xml:space="preserve">{escape(text)}</{prefix}t></{prefix}is>'
        return f'<{tag} {attributes} t="inlineStr">{inner}</{tag}>'

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        """Note where the cell begins, and whether it is a formula."""
        if self._title:
            self._begin_in_table(tag, attributes)
        elif tag.rpartition(":")[2] == "c" and attributes.get("r") == self._name:
            self._tag, self._attributes, self._depth = tag, attributes, len(self._open) + 1
            self._start = self._parser.CurrentByteIndex
        elif self._depth and tag.rpartition(":")[2] == "f":
            self._is_plain = False
        self._open.append(tag)

    def _begin_in_table(self, tag: str, attributes: dict[str, str]) -> None:
        """Count the rows and cells of a table; those that are repeated cannot be changed alone."""
        if tag == "table:table":
            self._table, self._at_row, self._repeats = attributes.get("table:name", ""), 0, 1
        elif tag == "table:table-row":
            self._at_row += self._repeats
            self._repeats, self._at_column = int(attributes.get("table:number-rows-repeated", 1)), 0
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            repeats = int(attributes.get("table:number-columns-repeated", 1))
            columns = range(self._at_column + 1, self._at_column + repeats + 1)
            rows = range(self._at_row, self._at_row + self._repeats)
            self._at_column += repeats
            if self._table == self._title and self._row in rows and self._column in columns:
                is_text = attributes.get("office:value-type", "string") == "string"
                self._depth = len(self._open) + 1
                self._is_plain = is_text and len(rows) == len(columns) == 1 and "table:formula" not in attributes
        elif tag == "text:p" and self._depth and len(self._open) == self._depth and not self._start:
            self._start = self._parser.CurrentByteIndex

    def _finish(self, tag: str) -> None:
        """Note where the cell ends; in an `.ods` sheet, its last paragraph."""
        self._open.pop()
        if self._depth and self._title and tag == "text:p" and len(self._open) == self._depth:
            self._end = self._parser.CurrentByteIndex
        elif self._depth and len(self._open) < self._depth:
            self._end = self._end if self._title else self._parser.CurrentByteIndex
            self._depth = 0
