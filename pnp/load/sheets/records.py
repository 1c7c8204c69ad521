"""Reads the rows of a sheet as records: by id, or as a list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import mode

from pnp.findings import did_you_mean
from pnp.load.sheets.csv_table import SIGNS
from pnp.load.sheets.headings import Columns
from pnp.load.sheets.sheet import Sheet, SheetCell
from pnp.load.source import MAX_KEY, Faults, Source
from pnp.load.synonyms import simple
from pnp.load.tree import Node
from pnp.message import clip, join_words, plural
from pnp.model.parsing import id_from
from pnp.model.sheet_file import SheetFile, id_columns

_TOTALS = ("total", "totals", "sum", "subtotal")
"""First cells of rows that are sums of the others."""


def read_records(sheet: Sheet, columns: Columns, options: SheetFile, faults: Faults, path: str) -> dict[str, Node]:
    """Return the records of a sheet by id; add a finding for each row that is not one."""
    table: dict[str, Node] = {}
    source = sheet.source
    for name in id_columns(options.id):
        if _column_of_id(name, columns) is None:
            heads = [clip(one) for one in columns.headings if one]
            write = did_you_mean(name, (*filter(None, columns.keys), *heads))
            write = write or f"write id: from KEY with the key or the heading of a column; they are {join_words(heads)}"
            faults.add(
                "L016", source.spot(columns.cells[0].start, path), f"ids cannot be made from {clip(name)}", write
            )
            faults.lost.add(path)
            return {}
    usual = mode(map(len, columns.rows)) if columns.rows else 0
    width = len(columns.keys)
    for row in columns.rows:
        if row[0].text.lstrip().startswith("#"):
            continue
        if sheet.sign and len(row) > max(usual, width) and not any(cell.text.strip() for cell in row[width:]):
            spot, write = source.spot(row[0].start), "delete the comma that is too many"
            faults.uneven_rows[spot.file, spot.line] = _uneven(row, width), write, write
        _add_record(row, columns, options, sheet, faults, path, table)
    blank = [
        i
        for i, key in enumerate(columns.keys)
        if key not in ("", "id") and not any(row[i].text.strip() for row in columns.rows if len(row) > i)
    ]
    faults.blank_columns[source.name] = path, tuple(columns.keys[i] for i in blank)
    return table


def read_items(sheet: Sheet, columns: Columns, options: SheetFile, faults: Faults) -> list[Node]:
    """Return the records of a sheet as a list."""
    words = _words_by_column(columns, options)
    return [
        Node(_fields(row, columns, words, sheet.source, faults), sheet.source, row[0].start, row[-1].end)
        for row in columns.rows
        if not row[0].text.lstrip().startswith("#")
    ]


def check_columns(sheet: Sheet, columns: Columns, faults: Faults, path: str) -> bool:
    """Return whether the columns of a sheet are valid; add a finding for each invalid one."""
    before = len(faults.findings) + faults.uncounted
    source, keys = sheet.source, columns.keys
    faults.unread_columns[source.name] = tuple(
        name for name, key in zip(columns.headings, keys, strict=True) if name and not key and not name.startswith("#")
    )
    for i, (cell, name) in enumerate(zip(columns.cells, keys, strict=True)):
        spot = source.spot(cell.start)
        if len(name) > MAX_KEY:
            wrong = f"the column {clip(name)} has a name of {len(name):,} characters; the limit is {MAX_KEY:,}"
            faults.add("L005", spot, wrong, "write a shorter one")
        elif not name:
            continue
        elif name in keys[:i]:
            faults.add("L006", spot, f"column {clip(name)} is written twice", "keep one of them")
        elif any(name.startswith(f"{other}.") or other.startswith(f"{name}.") for other in keys[:i] if other):
            wrong = f"column {clip(name)} is a field inside another column, or contains one"
            faults.add("L016", spot, wrong, "keep one of them")
        else:
            faults.columns.setdefault(source.name, {})[name] = spot
    valid = len(faults.findings) + faults.uncounted == before
    return valid and not (_report_unnamed(sheet, columns, faults) or _report_other_signs(sheet, columns, faults))


def _report_unnamed(sheet: Sheet, columns: Columns, faults: Faults) -> bool:
    """Add a finding for each column that has values but not a name; return whether there is one."""
    records, width, source = columns.rows, len(columns.headings), sheet.source
    if len(records) > 1 and all(len(row) > width and any(one.text for one in row[width:]) for row in records):
        wrong = f"the header has {width} cells, but every row has more"
        faults.add("L016", source.spot(columns.cells[-1].end), wrong, "write the name of the missing column")
        return True
    found = False
    for i, name in enumerate(columns.headings):
        values = [row[i].text.strip() for row in records if len(row) > i and row[i].text.strip()]
        if name or not values:
            continue
        found = True
        write = "write the field that it holds, such as front.word, or # if it is your own"
        if all(len(row) < width for row in records):
            write = "delete the comma that is too many in the header"
        wrong = f"column {i + 1} has no name, but {clip(values[0])} is written in it"
        faults.add("L016", source.spot(columns.cells[i].start), wrong, write)
    return found


def _report_other_signs(sheet: Sheet, columns: Columns, faults: Faults) -> bool:
    """Add a finding if cells of a row are separated by other signs than those of the rest; return whether one is."""
    if sheet.sign not in SIGNS:
        return False
    usual = SIGNS[sheet.sign]
    for row in columns.rows:
        line = sheet.source.text[row[0].start : row[-1].end]
        for sign, name in SIGNS.items():
            few = len(row) * 2 <= len(columns.keys)
            if sign != sheet.sign and few and line.count(sign) * 2 >= len(columns.keys) - 1:
                wrong = f"the cells of this row are separated by {name}"
                faults.add("L016", sheet.source.spot(row[0].start), wrong, f"separate the cells of all rows by {usual}")
                return True
    return False


def _uneven(row: Sequence[SheetCell], width: int) -> str:
    """Return the message that a row and the header differ in the number of cells."""
    return f"this row has {plural(len(row), 'cell')}, but the header has {width}"


def _add_record(
    row: Sequence[SheetCell],
    columns: Columns,
    options: SheetFile,
    sheet: Sheet,
    faults: Faults,
    path: str,
    table: dict[str, Node],
) -> None:
    """Add the record that a row describes to `table`; add a finding if the row is invalid."""
    source, width, start = sheet.source, len(columns.keys), row[0].start
    while len(row) > width and not row[-1].text.strip():
        row = row[:-1]
    if next((cell.text for cell in row if cell.text.strip()), "").strip().casefold() in _TOTALS:
        write = "begin its first cell with #, so that the row is not read"
        faults.add("L024", source.spot(start), "this row is a sum of the others", write)
        return
    words = _words_by_column(columns, options)
    fields = _fields(row, columns, words, source, faults)
    id_ = _id_of(row, columns, options, fields)
    if len(row) > width:
        spot = source.spot(row[width].start, f"{path}.{id_}")
        write = "put quotes around a cell that holds a comma, or delete a comma that is too many"
        faults.add("L016", spot, _uneven(row, width), write)
        faults.lost.add(f"{path}.{id_}")
    elif len(id_) > MAX_KEY:
        wrong = f"the id {clip(id_)} has {len(id_):,} characters; the limit is {MAX_KEY:,}"
        faults.add("L005", source.spot(start, path), wrong, "write a shorter one")
    elif not id_:
        where = "in the first column" if columns.keys[0] == "id" else f"in the column {_id_source(columns, options)}"
        faults.add("L016", source.spot(start, path), "this row has no id", f"write one {where}")
    elif id_ in table:
        first = source.spot(table[id_].start).line_name
        spot = source.spot(start, f"{path}.{id_}")
        faults.add("L006", spot, f"{clip(id_)} is written twice, first at {first}", "keep one of them")
    else:
        if sheet.sign and len(row) < width:
            spot = source.spot(start)
            write = "write a comma for each blank cell, so that no cell is in a wrong column"
            faults.uneven_rows[spot.file, spot.line] = _uneven(row, width), write, "write the missing cell"
        for cell, name in zip(row, columns.keys, strict=False):
            outer = name.partition(".")[0]
            if outer and cell.kind != "text":  # it is reported, so that its key is not missing
                faults.lost.add(f"{path}.{id_}.{name if outer in fields else outer}")
        table[id_] = Node(fields, source, start, row[-1].end, start)


def _id_source(columns: Columns, options: SheetFile) -> str:
    """Return the headings of the columns that give the ids."""
    found = (_column_of_id(name, columns) for name in id_columns(options.id) or ("id",))
    return " and ".join(columns.headings[at] for at in found if at is not None)


def _column_of_id(name: str, columns: Columns) -> int | None:
    """Return the index of the column with this key or heading; None if there is none."""
    if name in columns.keys:
        return columns.keys.index(name)
    return next((at for at, heading in enumerate(columns.headings) if simple(heading) == simple(name)), None)


def _id_of(row: Sequence[SheetCell], columns: Columns, options: SheetFile, fields: Mapping[str, Node]) -> str:
    """Return the id of a row: that of its column, or one made from other columns."""
    if not options.id:
        first = columns.keys.index("id") if "id" in columns.keys else 0
        return row[first].text.strip() if first < len(row) else ""
    parts = []
    for name in id_columns(options.id):
        at = _column_of_id(name, columns)
        node: Node | None = None
        for key in columns.keys[at].split(".") if at is not None else ():
            node = (node.mapping if node else fields).get(key)
            if node is None:
                break
        own = row[at].text if at is not None and at < len(row) and not columns.keys[at] else ""
        parts.append(str(node.value) if node and isinstance(node.value, str) else own)
    return id_from(" ".join(parts))


def _words_by_column(columns: Columns, options: SheetFile) -> dict[int, dict[str, str]]:
    """Return what the words of the author mean, by the index of the column and the word in simple letters."""
    by_heading = {simple(heading): words for heading, words in options.words.items()}
    return {
        i: {simple(word): meaning for word, meaning in by_heading[simple(heading)].items()}
        for i, heading in enumerate(columns.headings)
        if heading and simple(heading) in by_heading
    }


def _fields(
    row: Sequence[SheetCell], columns: Columns, words: Mapping[int, Mapping[str, str]], source: Source, faults: Faults
) -> dict[str, Node]:
    """Return a row's fields as a nested mapping; the key `front.word` means `word` in `front`."""
    record: dict[str, Node] = {}

    def add(name: str, node: Node) -> None:
        """Add a field to the record."""
        *outer, last = name.split(".")
        inner = record
        for word in outer:
            if word not in inner or not isinstance(inner[word].value, dict):
                inner[word] = Node({}, node.source, node.start, node.end, node.start)
            inner = inner[word].mapping
        inner[last] = node

    for name, node in columns.same.items():
        add(name, node)
    for i, (cell, name) in enumerate(zip(row, columns.keys, strict=False)):
        text = cell.text.strip()
        if name in ("", "id") or not usable(cell, source, faults):
            continue
        text = words.get(i, {}).get(simple(text), text)
        if not text:
            continue
        add(name, Node(text, source, cell.start, cell.end, cell.start))
    return record


def usable(cell: SheetCell, source: Source, faults: Faults) -> bool:
    """Return whether a cell is a text or a number; add a finding about a date, and a formula without its result."""
    if cell.kind == "text":
        return True
    spot = source.spot(cell.start)
    if cell.kind == "date":
        wrong = f"this cell is a date ({cell.text}); spreadsheet programs make one of factors such as 1-2-3"
        write = (
            "format the column as text and write the value again, or give each factor a column, such as front.attack"
        )
        faults.add("L025", spot, wrong, write)
    else:
        wrong = "this cell has a formula, but the file does not have its result"
        faults.add("L025", spot, wrong, "open the file in a spreadsheet program and save it again")
    return False


def with_suits(record: Node, suits: Mapping[str, str]) -> Node:
    """Return a card whose suits are ids. A cell may have one name of a suit, or several with commas between them.

    `suits` are the ids by the names that authors write. A cell with another word stays as it is.
    """
    cell = record.mapping.get("suit")
    if cell is None or not isinstance(cell.value, str):
        return record
    named = [suits.get(simple(name), "") for name in re.split(r"[,;/&]", cell.value) if name.strip()]
    if not all(named):
        return record
    suit = Node(" ".join(named), cell.source, cell.start, cell.end, cell.key)
    return Node({**record.mapping, "suit": suit}, record.source, record.start, record.end, record.key)
