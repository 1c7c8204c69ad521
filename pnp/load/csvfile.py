"""Reads CSV tables with an id in the first column and dotted field names as column headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mode

from pnp.deferred import deferred
from pnp.load.source import MAX_KEY, Faults, Source
from pnp.load.tree import Node
from pnp.message import CURLY_QUOTES, clip, plural
from pnp.model.game import Game
from pnp.spot import Spot

with deferred():  # a table without a mistake needs none of them
    from pnp.load import known_fields, plain_texts

MAX_CELLS = 500_000
"""The most cells of one table."""

_CELL = re.compile(r'[ \t]*"(?P<quoted>(?:[^"]|"")*)"[ \t]*|(?P<bare>[^,\r\n]*)')
_OTHER_SIGNS = {";": "semicolons", "\t": "tabs", "|": "bars"}
"""Signs other than commas with which programs separate cells."""
_QUOTES = re.compile(f'["{CURLY_QUOTES}]')
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class _Cell:
    """The text of one cell, and its offsets in the file."""

    text: str
    start: int
    end: int


def read_csv(source: Source, faults: Faults, path: str) -> Node | None:
    """Return the records of a CSV table by id; None if the file is not a table.

    `path` is the key of the game whose value the table is.
    """
    rows = _read_rows(source, faults)
    header = next(rows, None)
    if header is None:
        if not faults:
            faults.add("L004", Spot(source.name), "the file is empty", "write a header: id, then the names of fields")
        return None
    fields = [cell.text.strip() for cell in header]
    if not _check_header(header, fields, source, faults, path):
        return None
    table: dict[str, Node] = {}
    node = Node(table, source, 0, len(source.text))
    records = list(rows)
    if _report_columns(header, fields, records, source, faults) or _report_other_signs(fields, records, source, faults):
        return None
    usual = mode(map(len, records)) if records else 0
    for row in records:
        if len(row) > max(usual, len(fields)) and not any(cell.text.strip() for cell in row[len(fields) :]):
            spot, write = source.spot(row[0].start), "delete the comma that is too many"
            faults.uneven_rows[spot.file, spot.line] = _uneven(row, fields), write, write
        _add_record(row, fields, source, faults, path, table)
    blank = [i for i in range(1, len(fields)) if not any(row[i].text.strip() for row in records if len(row) > i)]
    faults.blank_columns[source.name] = path, tuple(fields[i] for i in blank if fields[i])
    return node


def _uneven(row: list[_Cell], fields: list[str]) -> str:
    """Return the message that a row and the header differ in the number of cells."""
    return f"this row has {plural(len(row), 'cell')}, but the header has {len(fields)}"


def _report_columns(
    header: list[_Cell], fields: list[str], records: list[list[_Cell]], source: Source, faults: Faults
) -> bool:
    """Add a finding for each column that has values but not a name; return whether there is one."""
    if len(records) > 1 and all(len(row) > len(fields) for row in records):
        wrong = f"the header has {len(fields)} cells, but every row has more"
        faults.add("L016", source.spot(header[-1].end), wrong, "write the name of the missing column")
        return True
    found = False
    for i, name in enumerate(fields):
        values = [row[i].text.strip() for row in records if len(row) > i and row[i].text.strip()]
        if name or not values or not i:
            continue
        found = True
        write = "write the field that it holds, such as front.word"
        if all(len(row) < len(fields) for row in records):
            write = "delete the comma that is too many in the header"
        wrong = f"column {i + 1} has no name, but {clip(values[0])} is written in it"
        faults.add("L016", source.spot(header[i].start), wrong, write)
    return found


def _report_other_signs(fields: list[str], records: list[list[_Cell]], source: Source, faults: Faults) -> bool:
    """Add a finding if cells of a row are separated by other signs than commas; return whether there is one."""
    for row in records:
        line = source.text[row[0].start : row[-1].end]
        for sign, name in _OTHER_SIGNS.items():
            if len(row) * 2 <= len(fields) and line.count(sign) * 2 >= len(fields) - 1:
                wrong = f"the cells of this row are separated by {name}"
                faults.add("L016", source.spot(row[0].start), wrong, "separate the cells of all rows by commas")
                return True
    return False


def _read_rows(source: Source, faults: Faults) -> Iterator[list[_Cell]]:
    """Yield the rows that are not blank; at an unreadable row, add a finding and stop."""
    text, at, row, cells = source.text, 0, list[_Cell](), 0
    while at <= len(text):
        match = _CELL.match(text, at)
        assert match is not None
        quoted = match["quoted"]
        value = quoted.replace('""', '"') if quoted is not None else match["bare"]
        row.append(_Cell(value, match.start(), match.end()))
        at, cells = match.end(), cells + 1
        if quoted is None and value.lstrip().startswith('"'):
            faults.add(
                "L016", source.spot(match.start()), "quotes are opened and not closed", 'write " inside quotes as ""'
            )
            return
        if quoted is None and _QUOTES.search(value) and (mistake := plain_texts.quote_in_text(value.strip())):
            spot = source.spot(match.start() + value.index(value.strip()) + mistake.at)
            faults.add("L016", spot, mistake.wrong, mistake.write)
        if cells > MAX_CELLS:
            faults.add("L005", source.spot(at), f"more than {MAX_CELLS:,} cells", "split the table into several files")
            return
        if text[at : at + 1] == ",":
            at += 1
            continue
        end = _LINE_END.match(text, at)
        if end is None and at < len(text):
            faults.add("L016", source.spot(at), "text follows a closing quote", "write a comma between cells")
            return
        if any(cell.text.strip() for cell in row):
            yield row
        row, at = [], end.end() if end else len(text) + 1


def _check_header(header: list[_Cell], fields: list[str], source: Source, faults: Faults, path: str) -> bool:
    """Return whether the header of a table is valid; add a finding if it is not."""
    before = len(faults.findings) + faults.uncounted
    other = re.search("[;\t|]", fields[0]) if len(fields) == 1 else None
    if fields[0] != "id" and (advice := _not_a_header(fields, source, path)):
        faults.add("L016", source.spot(header[0].start), *advice)
        return False
    if other:
        wrong = f"the header has one column; its names are separated by {_OTHER_SIGNS[other[0]]}"
        faults.add("L016", source.spot(0), wrong, "separate cells by commas")
        return False
    for i, (cell, name) in enumerate(zip(header, fields, strict=True)):
        spot = source.spot(cell.start)
        if len(name) > MAX_KEY:
            wrong = f"the column {clip(name)} has a name of {len(name):,} characters; the limit is {MAX_KEY:,}"
            faults.add("L005", spot, wrong, "write a shorter one")
            continue
        if i == 0 and name != "id":
            faults.add("L016", spot, f"the first column is {clip(name) or 'blank'}", "call it id; it names the records")
        elif not name:
            continue  # spreadsheet programs write empty columns; a value in one is reported
        elif name in fields[:i]:
            faults.add("L006", spot, f"column {clip(name)} is written twice", "keep one of them")
        elif any(name.startswith(f"{other}.") or other.startswith(f"{name}.") for other in fields[:i] if other):
            faults.add(
                "L016",
                spot,
                f"column {clip(name)} is a field inside another column, or contains one",
                "keep one of them",
            )
        else:
            faults.columns.setdefault(source.name, {})[name] = spot
    return len(faults.findings) + faults.uncounted == before


def _not_a_header(fields: list[str], source: Source, path: str) -> tuple[str, str] | None:
    """Return the message and the advice if the first line of a table is not its header; None if it may be one."""
    lines = source.text.splitlines()[:10]
    first = next(i for i, line in enumerate(lines) if line.strip(",\t ;"))
    if re.match(r"\"?sep=", fields[0]):
        return "this line is an instruction for a spreadsheet program", "delete it, and separate cells by commas"
    header = next((i for i, line in enumerate(lines) if re.match(r"\"?id\"?[,;\t|]", line)), first)
    if header > first:
        return f"this line is above the header, which is line {header + 1}", "delete all lines above the header"
    if re.match(r"id +\w", fields[0]):
        return f"the first column is {clip(fields[0])}", "write a comma after id"
    known = {
        name
        for tag in ((), *((f"[{field}]",) for field in fields))
        for name in known_fields.fields_at(Game, (path, "", *tag))
    }
    below = lines[first + 1].split(",") if len(lines) > first + 1 else []
    alike = [one for one, other in zip(fields, below, strict=False) if one and (one == other or re.search(r"\d", one))]
    if alike and known and not any(name.split(".")[0] in known for name in fields):
        fewest = known_fields.required_at(Game, (path, ""))
        return "this table has no header", f"write a line above this row: {', '.join(('id', *fewest))} and so on"
    return None


def _add_record(
    row: list[_Cell], fields: list[str], source: Source, faults: Faults, path: str, table: dict[str, Node]
) -> None:
    """Add the record that a row describes to `table`; add a finding if the row is invalid."""
    id_, start = row[0].text.strip(), row[0].start
    while len(row) > len(fields) and not row[-1].text.strip():
        row = row[:-1]
    if len(row) > len(fields):
        spot = source.spot(row[len(fields)].start, f"{path}.{id_}")
        faults.add(
            "L016",
            spot,
            _uneven(row, fields),
            "put quotes around a cell that holds a comma, or delete a comma that is too many",
        )
        faults.lost.add(f"{path}.{id_}")
    elif len(id_) > MAX_KEY:
        wrong = f"the id {clip(id_)} has {len(id_):,} characters; the limit is {MAX_KEY:,}"
        faults.add("L005", source.spot(start, path), wrong, "write a shorter one")
    elif not id_:
        faults.add("L016", source.spot(start, path), "this row has no id", "write one in the first column")
    elif id_ in table:
        line = source.spot(table[id_].start).line
        spot = source.spot(start, f"{path}.{id_}")
        faults.add("L006", spot, f"{clip(id_)} is written twice, first at line {line}", "keep one of them")
    else:
        if len(row) < len(fields):
            spot = source.spot(start)
            write = "write a comma for each blank cell, so that no cell is in a wrong column"
            faults.uneven_rows[spot.file, spot.line] = _uneven(row, fields), write, "write the missing cell"
        table[id_] = Node(_record_fields(row, fields, source), source, start, row[-1].end, start)


def _record_fields(row: list[_Cell], fields: list[str], source: Source) -> dict[str, Node]:
    """Return a row's fields as a nested mapping; the heading `front.word` means `word` in `front`."""
    record: dict[str, Node] = {}
    for cell, name in zip(row[1:], fields[1:], strict=False):
        text = cell.text.strip()
        if not text:
            continue
        *outer, last = name.split(".")
        inner = record
        for word in outer:
            if word not in inner:
                inner[word] = Node({}, source, cell.start, cell.end, cell.start)
            inner = inner[word].mapping
        inner[last] = Node(text, source, cell.start, cell.end, cell.start)
    return record
