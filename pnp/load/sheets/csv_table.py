"""Reads CSV tables: cells between commas, semicolons, tabs or bars."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.deferred import deferred
from pnp.load.sheets.sheet import MAX_CELLS, Sheet, SheetCell
from pnp.load.source import Faults, Source
from pnp.message import CURLY_QUOTES
from pnp.spot import Spot

with deferred():
    from pnp.load import plain_texts

SIGNS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
"""The signs with which programs separate cells, and their names."""
_QUOTES = re.compile(f'["{CURLY_QUOTES}]')
_LINE_END = re.compile(r"\r\n|\n|\r")
_INSTRUCTION = re.compile(r'"?sep=([,;\t|])"?(?:\r\n|\n|\r)')
"""A first line that tells a spreadsheet program which sign separates the cells."""


def read_csv_table(source: Source, faults: Faults) -> Sheet | None:
    """Return the rows of a CSV table; None if it is blank. At an unreadable row, add a finding and stop."""
    instruction = _INSTRUCTION.match(source.text)
    start = instruction.end() if instruction else 0
    sign = instruction[1] if instruction else _sign_of(source.text)
    rows = tuple(_read_rows(source, start, sign, faults))
    if not rows and not faults:
        faults.add("L004", Spot(source.name), "the file is empty", "write a header: id, then the names of fields")
    return Sheet(source, rows, sign) if rows else None


def _sign_of(text: str) -> str:
    """Return the sign that separates the cells: the most frequent one in the first line outside quotes.

    >>> _sign_of('id;"a, b";kind'), _sign_of("id")
    (';', ',')
    """
    line = re.sub(r'"[^"]*"', "", _LINE_END.split(text.lstrip("\r\n"), maxsplit=1)[0])
    return max(SIGNS, key=line.count)


def _read_rows(source: Source, start: int, sign: str, faults: Faults) -> Iterator[list[SheetCell]]:
    """Yield the rows that are not blank; at an unreadable row, add a finding and stop."""
    blank = "[ ]" if sign == "\t" else r"[ \t]"
    pattern = re.compile(rf'{blank}*"(?P<quoted>(?:[^"]|"")*)"{blank}*|(?P<bare>[^{re.escape(sign)}\r\n]*)')
    text, at, row, cells = source.text, start, list[SheetCell](), 0
    while at <= len(text):
        match = pattern.match(text, at)
        assert match is not None
        quoted = match["quoted"]
        value = quoted.replace('""', '"') if quoted is not None else match["bare"]
        row.append(SheetCell(value, match.start(), match.end()))
        at, cells = match.end(), cells + 1
        if quoted is None and value.lstrip().startswith('"'):
            spot = source.spot(match.start())
            faults.add("L016", spot, "quotes are opened and not closed", 'write " inside quotes as ""')
            return
        if quoted is None and _QUOTES.search(value) and (mistake := plain_texts.quote_in_text(value.strip())):
            spot = source.spot(match.start() + value.index(value.strip()) + mistake.at)
            faults.add("L016", spot, mistake.wrong, mistake.write)
        if cells > MAX_CELLS:
            faults.add("L005", source.spot(at), f"more than {MAX_CELLS:,} cells", "split the table into several files")
            return
        if text[at : at + 1] == sign:
            at += 1
            continue
        end = _LINE_END.match(text, at)
        if end is None and at < len(text):
            write = f"write {'a comma' if sign == ',' else SIGNS[sign]} between cells"
            faults.add("L016", source.spot(at), "text follows a closing quote", write)
            return
        if any(cell.text.strip() for cell in row):
            yield row
        row, at = [], end.end() if end else len(text) + 1
