"""Finds the headings of a sheet, and the keys that its columns have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.findings import did_you_mean, near_match
from pnp.load.sheets.sheet import Sheet, SheetCell
from pnp.load.source import Faults
from pnp.load.synonyms import face_of, factor_of, key_named, simple
from pnp.load.tree import Node
from pnp.message import clip, join_words
from pnp.model.sheet_file import SheetFile
from pnp.spot import Spot

_NAMING = ("label", "title", "name", "word")
"""The keys of which ids can be made, the best first."""
_STATED = ("sheet", "heading", "id", "encoding")
"""The options that a proposal repeats."""
_FACTORS = re.compile(r"\(?\d+\)?([-/\u2013]\(?\d+\)?)+$")
"""What a cell with all factors of a face looks like."""
_MOST_ROWS_ABOVE = 8
"""So many rows are searched for the headings; the rows above them are titles."""


@dataclass(frozen=True)
class KnownKeys:
    """The keys that a record of a sheet may have and must have.

    `factors` are the names of the factors of units, if it is about counters; with `has_synonyms`, authors may mean a
    key by another name. `values` are the keys that have some words as values, such as `suit` for the name of a suit.
    `sides` has the sides of the game by the words for them, if units of a side are in the sheet. With `in_list`, the
    sheet is one of several files that are listed.
    """

    keys: tuple[str, ...]
    needed: tuple[str, ...] = ()
    factors: tuple[str, ...] | None = None
    has_synonyms: bool = True
    values: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    in_list: bool = False

    def has(self, name: str) -> bool:
        """Return whether a heading is a key, or a key in a record inside of it, such as `front.word`."""
        return name == "id" or name.split(".", maxsplit=1)[0] in self.keys

    def instead(self, key: str, file: str, parts: Sequence[str]) -> str:
        """Return the advice to name the sheet with more options, which keeps the other files of a list."""
        whole = f"{{file: {file}, {', '.join(parts)}}}"
        return f"in {key}, write {whole} in place of {file}" if self.in_list else f"write {key}: {whole}"

    def of_values(self, cells: Iterable[str]) -> str:
        """Return the key that a column with these cells probably has; empty if nothing is known about them."""
        found = {self.values.get(simple(cell), "") for cell in cells if cell.strip()}
        return found.pop() if len(found) == 1 else ""

    def meant(self, heading: str, below: Iterable[str] = ()) -> str:
        """Return the key that a heading of an author probably means; empty if nothing is known about it.

        A column whose cells, `below`, are all factors such as 6-4-8 is a face.
        """
        words = simple(heading)
        if self.has(words):
            return words
        if not self.has_synonyms:
            return ""
        written = [text for text in below if text not in ("", "-")]
        if self.factors is not None and written and all(map(_FACTORS.match, written)):
            return face_of(heading)
        if self.factors is not None and (factor := factor_of(heading, self.factors)):
            return factor
        return key_named(heading, self.keys)


@dataclass(frozen=True)
class Columns:
    """The headings of a sheet: what the author wrote, the key of each column (empty: not read), and what is below.

    `same` has the values that all rows have in common, by key.
    """

    cells: tuple[SheetCell, ...]
    headings: tuple[str, ...]
    keys: tuple[str, ...]
    rows: tuple[Sequence[SheetCell], ...]
    same: Mapping[str, Node] = field(default_factory=dict)


def read_headings(sheet: Sheet, options: SheetFile, known: KnownKeys, faults: Faults, spot: Spot) -> Columns | None:
    """Return the columns of a sheet; add a finding and return None if a heading is not understood.

    `spot` is the place in the data that names the sheet; its path is that of the value.
    """
    found = _heading_rows(sheet, options, known, faults, spot)
    if found is None:
        return None
    first, last = found
    cells, names = _joined(sheet.rows[first], sheet.rows[last] if last > first else ())
    ignored = {simple(name) for name in options.ignore}
    mapped = {simple(near_match(name, names) or name): key for name, key in options.columns.items()}
    keys, meant, strange = [], dict[str, str](), []
    rows = sheet.rows[last + 1 :]
    for i, name in enumerate(names):
        if not name or name.startswith("#") or simple(name) in ignored:
            keys.append("")
        elif simple(name) in mapped:
            keys.append(mapped[simple(name)])
        elif known.has(name):
            keys.append(name)
        elif simple(name) == "id":
            keys.append("id")
        else:
            keys.append(name)
            below = [row[i].text.strip() for row in rows if len(row) > i]
            if key := known.of_values(below) or known.meant(name, below):
                is_second = key == "front" in meant.values() and "back" not in meant.values()
                meant[name] = "back" if is_second else key
            else:
                strange.append(name)
    place = sheet.source.spot(cells[0].start)
    _report_missing_headings(options, names, faults, spot)
    unknown = [key for key in options.set if key == "id" or not known.has(key)]
    for key in unknown:
        faults.add("L010", spot, f"set has the unknown key {clip(key)}", did_you_mean(key, known.keys, many=True))
    if unknown:
        return None
    if any(key not in keys for key in meant.values()) and meant:
        if "title" in known.needed and "title" not in (*keys, *meant.values()):  # so a card's name is its title
            meant = {name: "title" if key == "name" else key for name, key in meant.items()}
        at = Spot(place.file, place.line, place.column, spot.path)
        _propose(names, keys, meant, strange, options, known, at, faults)
        return None
    return Columns(tuple(cells), tuple(names), tuple(keys), rows)


def _propose(
    names: Sequence[str],
    keys: Sequence[str],
    meant: dict[str, str],
    strange: Sequence[str],
    options: SheetFile,
    known: KnownKeys,
    place: Spot,
    faults: Faults,
) -> None:
    """Add one finding about all headings that are not keys, with what to write about them."""
    used = {key for name, key in zip(names, keys, strict=True) if key and name not in meant and name not in strange}
    columns: dict[str, str] = {}
    for name, key in meant.items():
        if key not in used:
            used.add(key)
            columns[name] = key
    left = [*strange, *(name for name in meant if name not in columns)]
    parts = [f"columns: {_flow(columns)}"] if columns else []
    if left:
        parts.append(f"ignore: [{', '.join(map(_quoted, left))}]")
    if "id" not in used and not options.id:
        parts.insert(0, id_option([*used, *columns.values()]))
    if known.sides and not {"side", "kind"} & {*used, *columns.values(), *options.set}:
        parts.append(f"set: {{side: {_side_in(f'{options.file} {options.sheet} {place.file}', known.sides)}}}")
    key = place.path.rpartition(".")[2]
    if options.columns or options.ignore:
        write = f"add {' and '.join(parts)} beside file: {options.file}, and correct in it what is wrong"
    else:
        stated = [f"{name}: {_quoted(value)}" for name in _STATED if (value := getattr(options, name))]
        write = f"{known.instead(key, options.file, [*stated, *parts])}, and correct in it what is wrong"
    shown = join_words([clip(name) for name in (*columns, *left)])
    wrong = (
        f"the headings {shown} are not keys" if len(meant) + len(strange) > 1 else f"the heading {shown} is not a key"
    )
    faults.add("L024", place, wrong, write)


def _side_in(title: str, sides: Mapping[str, str]) -> str:
    """Return the side whose name is in the title of a sheet, else the first one."""
    words = re.findall(r"\w+", simple(title))
    return next((side for name, side in sides.items() if name in words), next(iter(sides.values())))


def id_option(keys: Sequence[str]) -> str:
    """Return the option that makes ids from one of the columns of a sheet with these keys."""
    return f"id: from {next((key for key in _NAMING if key in keys), 'label')}"


def _report_missing_headings(options: SheetFile, names: Sequence[str], faults: Faults, spot: Spot) -> None:
    """Add a finding for each heading that the data names but the sheet does not have."""
    have = {simple(name) for name in names}
    for name in (*options.columns, *options.words):
        if simple(name) not in have:
            listed = [clip(one) for one in names if one]
            write = did_you_mean(name, names) or f"its headings are {join_words(listed)}"
            faults.add("L024", spot, f"the sheet has no heading {clip(name)}", write)


def known_headings(sheet: Sheet, options: SheetFile, known: KnownKeys) -> int:
    """Return how many headings are understood in the row of a sheet that probably has them."""
    return max(_score(_joined(row, ())[1], options, known) for row in sheet.rows[:_MOST_ROWS_ABOVE])


def _heading_rows(
    sheet: Sheet, options: SheetFile, known: KnownKeys, faults: Faults, spot: Spot
) -> tuple[int, int] | None:
    """Return the indices of the first and the last row of the headings; None with a finding if there are none."""
    if options.heading:
        lines = [sheet.source.spot(row[0].start).line for row in sheet.rows]
        numbers = [int(number) for number in options.heading.split("-")]
        wanted = (numbers[0], numbers[-1])
        if not set(wanted) <= set(lines) or wanted[1] not in (wanted[0], wanted[0] + 1):
            write = f"its rows are {lines[0]} to {lines[-1]}; headings are one row, or two rows such as 2-3"
            faults.add("L024", spot, f"the sheet has no headings in row {options.heading}", write)
            return None
        return lines.index(wanted[0]), lines.index(wanted[1])
    if advice := _not_a_header(sheet, options, known):
        faults.add("L016", sheet.source.spot(sheet.rows[0][0].start), *advice)
        return None
    best, most = (0, 0), 0
    for i, row in enumerate(sheet.rows[:_MOST_ROWS_ABOVE]):
        for last in (i, i + 1):
            if last < len(sheet.rows):
                names = _joined(row, sheet.rows[last] if last > i else ())[1]
                score = _score(names, options, known) * 2 - (last > i)
                if score > most:
                    best, most = (i, last), score
        if row[0].text.strip() == "id":
            break
    return best


def _not_a_header(sheet: Sheet, options: SheetFile, known: KnownKeys) -> tuple[str, str] | None:
    """Return the message and the advice if a CSV table has no headings; None if its first row may have them."""
    first = [cell.text.strip() for cell in sheet.rows[0]]
    if re.match(r"id +\w", first[0]):
        return f"the first column is {clip(first[0])}", "write a comma after id"
    below = [cell.text.strip() for cell in sheet.rows[1]] if len(sheet.rows) > 1 else []
    alike = any(one and one == other for one, other in zip(first, below, strict=False))
    if not alike or options.columns or any(name and known.has(name) for name in first):
        return None
    return "this table has no header", f"write a line above this row: {', '.join(('id', *known.needed))} and so on"


def _score(names: Sequence[str], options: SheetFile, known: KnownKeys) -> int:
    """Return how many headings of a row are understood."""
    mapped = {simple(name) for name in options.columns}
    return sum(bool(name) and (simple(name) in mapped or known.has(name) or bool(known.meant(name))) for name in names)


def _joined(upper: Sequence[SheetCell], lower: Sequence[SheetCell]) -> tuple[list[SheetCell], list[str]]:
    """Return the cells and the names of the headings in one row, or in two rows, joined by ` / `.

    A heading over several columns is written in the first of them only.
    """
    if not lower:
        return list(upper), [" ".join(cell.text.split()) for cell in upper]
    cells, names, above = [], [], ""
    for i in range(max(len(upper), len(lower))):
        one = upper[i] if i < len(upper) else lower[i]
        top = " ".join(upper[i].text.split()) if i < len(upper) else ""
        bottom = " ".join(lower[i].text.split()) if i < len(lower) else ""
        above = top or (above if bottom else "")
        cells.append(one if top or i >= len(lower) else lower[i])
        names.append(" / ".join(filter(None, (above, bottom))))
    return cells, names


def _flow(mapping: dict[str, str]) -> str:
    """Return a mapping as YAML on one line."""
    return f"{{{', '.join(f'{_quoted(name)}: {key}' for name, key in mapping.items())}}}"


def _quoted(text: str) -> str:
    """Return a text as a value of YAML, in quotes if it needs them."""
    plain = re.fullmatch(r"[A-Za-z][\w ./()-]*", text) and text.lower() not in ("yes", "no", "true", "false", "null")
    return text if plain else "'" + text.replace("'", "''") + "'"
