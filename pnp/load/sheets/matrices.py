"""Reads sheets that are grids: the cells of a table with its labels, and the terrain of hexes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pnp.findings import did_you_mean
from pnp.load.sheets.records import usable
from pnp.load.sheets.sheet import Sheet, SheetCell
from pnp.load.source import Faults
from pnp.load.synonyms import simple
from pnp.load.tree import Node
from pnp.message import clip, join_words
from pnp.model.sheet_file import SheetFile


def own_rows(sheet: Sheet) -> list[Sequence[SheetCell]]:
    """Return the rows of a sheet that are not the author's own, each without blank cells at its end."""
    rows: list[Sequence[SheetCell]] = []
    for row in sheet.rows:
        cells = list(row)
        while len(cells) > 1 and not cells[-1].text.strip():
            cells.pop()
        if not cells[0].text.lstrip().startswith("#"):
            rows.append(cells)
    return rows


def read_matrix(sheet: Sheet, options: SheetFile, faults: Faults) -> Node:
    """Return the cells of a table as the key `cells` has them: a list of texts for each row.

    The first row and the first column have the labels, which `labels_of` returns. Blank cells are blank.
    """
    rows = own_rows(sheet)
    words = {simple(word): meaning for words in options.words.values() for word, meaning in words.items()}
    width, lines = len(rows[0]), list[Node]()
    for row in rows[1:]:
        texts = []
        for i in range(1, max(width, len(row))):
            cell = row[i] if i < len(row) else SheetCell("", row[-1].end, row[-1].end)
            text = " ".join(cell.text.split()) if usable(cell, sheet.source, faults) else ""
            texts.append(Node(words.get(simple(text), text), sheet.source, cell.start, cell.end))
        lines.append(Node(texts, sheet.source, row[0].start, row[-1].end))
    return Node(lines, sheet.source, rows[0][0].start, rows[-1][-1].end)


def with_labels(table: Node, sheet: Sheet, faults: Faults, path: str) -> dict[str, Node]:
    """Return the fields of a table with the labels of the sheet that has its cells.

    An axis without labels takes those of the sheet; other labels must be those of the sheet.
    """
    fields = dict(table.mapping)
    for key, labels in zip(("columns", "rows"), labels_of(sheet), strict=True):
        axis = fields.get(key)
        if axis is None:
            here = sheet.source, labels[0].start, labels[-1].end
            fields[key] = Node({"by": Node("kind", *here), "heads": Node(labels, *here)}, *here)
            continue
        written = next(
            (axis.mapping[one] for one in ("heads", "odds", "differential", "kind") if one in axis.mapping), None
        )
        if written is None and not {"roll", "value"} & set(axis.mapping):
            heads = Node(labels, sheet.source, labels[0].start, labels[-1].end)
            fields[key] = Node(axis.mapping | {"heads": heads}, axis.source, axis.start, axis.end, axis.key, axis.was)
        elif written is not None and isinstance(written.value, str):
            listed, found = written.value.replace(",", " ").split(), [str(one.value) for one in labels]
            if listed != found:
                wrong = f"the labels are {clip(' '.join(listed))}, but those of the sheet are {clip(' '.join(found))}"
                faults.add("L024", written.spot(f"{path}.{key}"), wrong, f"write {key}: {{by: ...}} without labels")
    return fields


def labels_of(sheet: Sheet) -> tuple[list[Node], list[Node]]:
    """Return the labels of the columns and of the rows of a sheet."""
    rows = own_rows(sheet)
    across = [Node(cell.text.strip(), sheet.source, cell.start, cell.end) for cell in rows[0][1:]]
    down = [Node(row[0].text.strip(), sheet.source, row[0].start, row[0].end) for row in rows[1:]]
    return across, down


def read_terrain(
    sheet: Sheet, options: SheetFile, names: Mapping[str, str], grid: Mapping[str, Node], faults: Faults
) -> dict[str, Node]:
    """Return the hexes of each terrain out of a sheet, as the key `map.terrain` has them.

    The sheet is a list with a column of hexes and one of terrain, or a matrix whose first row and first column have the
    labels of the grid. `names` are the ids of terrain by the names that an author may write; `grid` is the grid of the
    map as data. A blank cell is the base terrain of the map.
    """
    rows = own_rows(sheet)
    words = {simple(word): meaning for words in options.words.values() for word, meaning in words.items()}
    found: dict[str, list[tuple[str, SheetCell]]] = {}
    for hex_, cell in _hexes_with_cells(sheet, rows, grid):
        text = cell.text.strip()
        if not text or not usable(cell, sheet.source, faults):
            continue
        meant = words.get(simple(text)) or names.get(simple(text), "")
        if meant == "":
            write = did_you_mean(text, names) or f"write {join_words(sorted(set(names.values())))}"
            faults.add("L024", sheet.source.spot(cell.start), f"{clip(text)} is not a terrain of the game", write)
            continue
        found.setdefault(meant, []).append((hex_, cell))
    return {
        terrain: Node(" ".join(hex_ for hex_, _ in cells), sheet.source, cells[0][1].start, cells[0][1].end)
        for terrain, cells in found.items()
    }


def _hexes_with_cells(
    sheet: Sheet, rows: Sequence[Sequence[SheetCell]], grid: Mapping[str, Node]
) -> list[tuple[str, SheetCell]]:
    """Return each hex with the cell of its terrain."""
    head = [simple(cell.text) for cell in rows[0]]
    if {"hex", "hexes"} & set(head) and "terrain" in head:
        at, of = next(head.index(name) for name in ("hex", "hexes") if name in head), head.index("terrain")
        return [(hex_, row[of]) for row in rows[1:] if len(row) > max(at, of) for hex_ in row[at].text.split()]

    def text(key: str) -> str:
        """Return a value of the grid."""
        return str(grid[key].value) if key in grid else ""

    columns, numbers = text("columns"), text("rows")
    result = []
    for row in rows[1:]:
        for label, cell in zip(rows[0][1:], row[1:], strict=False):
            pair = (_padded(label.text, columns), _padded(row[0].text, numbers))
            if text("order") == "row-column":
                pair = pair[::-1]
            result.append((text("separator").join(pair), cell))
    return result


def _padded(label: str, series: str) -> str:
    """Return a label of the grid with the leading zeros that a spreadsheet program has dropped.

    >>> _padded("3", "01-33"), _padded("C", "A-P"), _padded("03", "1-9")
    ('03', 'C', '3')
    """
    label = label.strip()
    first = re.match(r"\d+", series)
    if not first or not label.isdecimal():
        return label
    return label.zfill(len(first[0])) if first[0].startswith("0") else str(int(label))
