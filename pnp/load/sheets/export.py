"""Exports a game as a workbook: a copy of its folder in which records, tables and terrain are sheets.

Reading the copy gives the same game. What has no form in a sheet, such as a record with a list of records, stays in the
YAML files of the copy.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from pnp.deferred import deferred
from pnp.findings import Refused, sort_findings
from pnp.load.game_files import game_files
from pnp.load.game_folder import GAME_FILE, read_door, read_trees
from pnp.load.known_fields import container_at
from pnp.load.source import MAX_BYTES, SHEET_SUFFIXES, Faults
from pnp.load.tree import Node, is_sheet
from pnp.model.game import Game
from pnp.safe_files import read_regular_file

with deferred():
    import openpyxl
    from openpyxl import styles, utils

_Rows: TypeAlias = Sequence[Sequence[str]]
_LONGEST_TITLE = 31
"""The most characters of a sheet's title. Source: ECMA-376 part 1, 18.2.19."""
_WIDEST = 60
"""The widest column in characters."""


class WorkbookExport:
    """The files of an exported game by name; `sheets` are the titles of the sheets of its workbook."""

    def __init__(self, folder: Path) -> None:
        """Read the game in a folder; raise `Refused` if it cannot be read."""
        self._faults = Faults()
        self._folder = folder
        self._book = _free_name(f"{folder.resolve().name}.xlsx", {name for name, _ in game_files(folder)})
        self._sheets: dict[str, _Rows] = {}
        self._edits: dict[Path, list[tuple[int, int, str]]] = defaultdict(list)
        self._replaced: set[Path] = set()
        for path, tree in read_trees(folder, self._faults).items():
            door = read_door(path, self._faults)
            if door is not None:
                self._add_sections(path, tree, door)
        if self._faults:
            raise Refused(sort_findings(self._faults.findings))

    @property
    def sheets(self) -> tuple[str, ...]:
        """The titles of the sheets of the workbook."""
        return tuple(self._sheets)

    def files(self) -> dict[str, bytes]:
        """Return the content of each file of the exported game by its name."""
        paths = {name: self._folder / name for name, _ in game_files(self._folder)}
        files = {
            name: self._edited(path)
            for name, path in paths.items()
            if path.is_file() and path.resolve() not in self._replaced
        }
        texts = [content for name, content in files.items() if not name.lower().endswith(SHEET_SUFFIXES)]
        for path in self._replaced:  # a workbook may also have sheets that stay
            if any(path.name.encode() in text for text in texts):
                files |= {name: self._edited(one) for name, one in paths.items() if one.resolve() == path}
        if self._sheets:
            files[self._book] = self._workbook()
        return files

    def _edited(self, path: Path) -> bytes:
        """Return the content of a file with its edits."""
        content = read_regular_file(path, MAX_BYTES)
        edits = self._edits.get(path)
        if not edits:
            return content
        text = content.decode("utf-8-sig")
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text.encode()

    def _add_sections(self, path: Path, tree: Node, door: Node) -> None:
        """Add the sheets of the parts of a game or of an overlay."""
        stem = "" if path.name == GAME_FILE else f"{path.stem} "
        sections = {
            key: rows
            for key, node in tree.mapping.items()
            if container_at(Game, (key,)) == "mapping" and key != "tables" and (rows := record_rows(node)) is not None
        }
        if "entries" in tree.mapping and "entries" not in sections:  # a sheet of counters may have made some of them
            sections.pop("counters", None)
        named = {
            key: f"{{file: {self._up(path)}, sheet: {self._sheet(stem + key, rows)}}}" for key, rows in sections.items()
        }
        if "entries" in named and "entries" not in door.mapping:  # a sheet of counters has made them
            line = ", " if door.source.text[door.start] == "{" else "\n"
            named["counters"] += f"{line}entries: {named.pop('entries')}"
        for key, sheet in named.items():
            self._replace(path, door.mapping[key], sheet)
            self._replaced |= {(path.parent / one).resolve() for one in file_names(door.mapping[key])}
        for id_, table in (tree.mapping["tables"].mapping if "tables" in tree.mapping else {}).items():
            matrix = table_rows(table)
            cells = table.mapping.get("cells")
            if matrix is not None and cells is not None:
                title = self._sheet(f"{stem}{id_}", matrix)
                self._replace(_path_of(cells), cells, f"{{file: {self._up(path)}, sheet: {title}}}")
        map_ = tree.mapping.get("map")
        terrain = map_.mapping.get("terrain") if map_ else None
        if terrain is not None and (rows := terrain_rows(terrain)) is not None:
            title = self._sheet(f"{stem}map", rows)
            self._replace(_path_of(terrain), terrain, f"{{file: {self._up(path)}, sheet: {title}}}")

    def _up(self, path: Path) -> str:
        """Return the name of the workbook as an overlay or the game names it."""
        depth = len(path.relative_to(self._folder).parts) - 1
        return "../" * depth + self._book

    def _sheet(self, title: str, rows: _Rows) -> str:
        """Add a sheet and return its title."""
        plain = re.sub(r"[\[\]:*?/\\']", "-", title)[:_LONGEST_TITLE]
        number, name = 2, plain
        while name.casefold() in {one.casefold() for one in self._sheets}:
            name = f"{plain[: _LONGEST_TITLE - 3]} {number}"
            number += 1
        self._sheets[name] = rows
        return name

    def _replace(self, path: Path, node: Node, text: str) -> None:
        """Replace a value in a file."""
        source, end = node.source.text, node.written_end
        start, before = node.start, ""
        if node.key is not None and "\n" in source[node.key : node.start]:  # a block below its key
            start = source.index(":", node.key) + 1
            before = " "
        self._edits[path].append((start, end, before + text))

    def _workbook(self) -> bytes:
        """Return the workbook: texts only, so that no spreadsheet program makes numbers or dates of them."""
        book = openpyxl.Workbook()
        book.remove(book.worksheets[0])
        bold = styles.Font(bold=True)
        for title, rows in self._sheets.items():
            sheet = book.create_sheet(title)
            widths: dict[int, int] = defaultdict(int)
            for number, row in enumerate(rows, 1):
                for column, text in enumerate(row, 1):
                    if text:
                        cell = sheet.cell(number, column)
                        cell.value, cell.data_type, cell.number_format = text, "s", "@"
                        cell.quotePrefix = text.startswith("=")
                        if number == 1:
                            cell.font = bold
                        widths[column] = max(widths[column], *map(len, text.splitlines()))
            for column, width in widths.items():
                letter = utils.get_column_letter(column)
                sheet.column_dimensions[letter].width = min(width + 2, _WIDEST)
            sheet.freeze_panes = "B2"
        content = io.BytesIO()
        book.save(content)
        return content.getvalue()


def _free_name(name: str, taken: Collection[str]) -> str:
    """Return the name of a file that no other file of the game has, such as `game-2.xlsx`."""
    stem, suffix = name.rsplit(".", 1)
    number, free = 2, name
    while free in taken:
        free = f"{stem}-{number}.{suffix}"
        number += 1
    return free


def _path_of(node: Node) -> Path:
    """Return the file in which a value is written."""
    return Path(node.source.name)


def file_names(node: Node) -> Iterator[str]:
    """Yield the names of the files that a part of the game names."""
    for one in node.value if isinstance(node.value, list) else [node]:
        if isinstance(one.value, str):
            yield one.value
        elif is_sheet(one):
            yield str(one.mapping["file"].value)


def record_rows(section: Node) -> _Rows | None:
    """Return a section of records as rows with headings; None if a record has no form in a row."""
    flat: dict[str, dict[str, str]] = {}
    headings: dict[str, None] = {}
    for id_, record in section.mapping.items():
        cells = dict(_flat_fields(record, ""))
        if not isinstance(record.value, dict) or None in cells.values() or id_.startswith("#") or id_ != id_.strip():
            return None
        flat[id_] = {key: text for key, text in cells.items() if text is not None}
        headings |= dict.fromkeys(flat[id_])
    if "front" in headings or "back" in headings:
        flat = {id_: _with_long_faces(cells, headings) for id_, cells in flat.items()}
        headings = dict.fromkeys(key for cells in flat.values() for key in cells)
    names = list(headings)
    if any(one.startswith(f"{two}.") for one in names for two in names) or not flat:
        return None
    return [["id", *names], *([id_, *(cells.get(name, "") for name in names)] for id_, cells in flat.items())]


def _with_long_faces(cells: dict[str, str], headings: Collection[str]) -> dict[str, str]:
    """Return the cells of a counter in which a face is not a text where other counters have its values one by one."""
    long = {}
    for key, text in cells.items():
        if key in ("front", "back") and any(one.startswith(f"{key}.") for one in headings):
            key = f"{key}.{'state' if text in ('blank', 'emblem') else 'factors'}"  # noqa: PLW2901 - its long name
        long[key] = text
    return long


def _flat_fields(record: Node, path: str) -> Iterator[tuple[str, str | None]]:
    """Yield the dotted key and the text of each value in a record; None for values that no cell can hold."""
    for key, node in record.mapping.items():
        name = f"{path}{key}"
        if "." in key or key != key.strip() or key.startswith("#"):
            yield name, None
        elif isinstance(node.value, dict) and node.value:
            yield from _flat_fields(node, f"{name}.")
        elif isinstance(node.value, str) and node.value and node.value == node.value.strip():
            yield name, node.value
        else:
            yield name, None


def table_rows(table: Node) -> _Rows | None:
    """Return the labels and the cells of a table as rows; None if it has no labels of its own for both."""
    columns, rows, cells = (table.mapping.get(key) for key in ("columns", "rows", "cells"))
    if columns is None or rows is None or cells is None or not isinstance(cells.value, str):
        return None
    heads = []
    for axis in (columns, rows):
        key = next((one for one in ("heads", "odds", "differential", "kind") if one in axis.mapping), "")
        heads.append(_words(axis.mapping[key]) if key else [])
    lines = [line.strip() for line in cells.value.strip().splitlines() if line.strip()]
    texts = [[one.strip() for one in line.split("|")] if "|" in line else line.split() for line in lines]
    if not heads[0] or any(len(row) != len(heads[0]) for row in texts) or (heads[1] and len(heads[1]) != len(texts)):
        return None
    down = heads[1] or [str(number) for number in range(1, len(texts) + 1)]
    return [["", *heads[0]], *([label, *row] for label, row in zip(down, texts, strict=True))]


def _words(node: Node) -> list[str]:
    """Return the texts of a list, or the words of a text."""
    if isinstance(node.value, list):
        return [str(one.value) for one in node.value]
    return str(node.value).replace(",", " ").split()


def terrain_rows(terrain: Node) -> _Rows | None:
    """Return the terrain of a map as rows, each a hex or a range and its terrain; None if it has another form."""
    rows = [["hex", "terrain"]]
    for name, node in terrain.mapping.items():
        text = node.value if isinstance(node.value, str) else ""
        if not text or " ".join(text.split()) != text or "{{" in text:
            return None
        rows += [[word, name] for word in text.split()]
    return rows if len(rows) > 1 else None
