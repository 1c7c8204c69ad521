"""Reads text files of a game safely: only inside its folder, of limited size, and in UTF-8."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from pnp.findings import Finding, near_match
from pnp.message import clip
from pnp.safe_files import UnfitFileError, read_regular_file
from pnp.spot import Spot

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser: that of libyaml, if PyYAML was built with it. It only scans and parses; no value is converted."""

MAX_BYTES = 8 * 1024 * 1024
"""The size of the largest file that is read; five thousand counters take less than 1 MB."""
MAX_KEY = 1000
"""The most characters of a key or an id. Each value is looked up by its path, which consists of keys."""
MAX_FINDINGS = 100
"""The most findings of one reading that are listed; further ones are only counted."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
"""Characters that YAML forbids in a file."""
_OTHER_PROGRAMS = (
    (b"PK\x03\x04", "a workbook or an archive"),
    (b"\xd0\xcf\x11\xe0", "a workbook or document of an older program"),
    (b"%PDF-", "a PDF file"),
    (b"{\\rtf", "a document of a word processor"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
"""How files of other programs begin, whatever their names."""
WORKBOOK_SUFFIXES = (".xlsx", ".ods")
TABLE_SUFFIXES = (".csv", ".tsv", ".txt")
"""The endings of tables in plain text."""
SHEET_SUFFIXES = (".csv", ".tsv", *WORKBOOK_SUFFIXES)
"""The endings of files that are read as sheets."""
_TWICE_ENCODED = re.compile(
    "[\u00c2\u00c3][\u0080-\u00bf\u0152-\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
    "|\u00e2[\u0080\u20ac][\u0080-\u00bf\u0152-\u017e\u02dc\u2013-\u203a\u20ac\u2122]"
    "|[\u00c4\u00c5][\u0080-\u00bf\u0152-\u017e\u2020-\u2022]"
)
"""Letters and signs in UTF-8 that were read as one byte each, such as the two of which a misread `\u00e4` consists."""


class Faults:
    """The findings of one reading, and the paths of values that were lost, so that nothing is reported twice.

    `new_ids` has the path of each record that an overlay adds, with the ids that the game has beside it. `uneven_rows`
    has the rows of CSV files with fewer or more cells than the header, by file and line: what is wrong, what to write
    if other values of the row are wrong, and what to write if some are only missing.
    `columns` has the headings of each CSV table with their locations; a column is reported once, not in each row.
    `blank_columns` has the path of each table, and the headings of its columns without values. `mapped_columns` has for
    each sheet and key the heading of the author that means it, and where the data says so; `unread_columns` has the
    headings that mean nothing. `factors` are the names of the factors of units. `sections` has the section of the game
    that each file holds.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.lost: set[str] = set()
        self.new_ids: dict[str, tuple[str, ...]] = {}
        self.uneven_rows: dict[tuple[str, int], tuple[str, str, str]] = {}
        self.columns: dict[str, dict[str, Spot]] = {}
        self.blank_columns: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.mapped_columns: dict[str, dict[str, tuple[str, Spot]]] = {}
        self.unread_columns: dict[str, tuple[str, ...]] = {}
        self.factors: tuple[str, ...] = ()
        self.reported_columns: set[tuple[str, str]] = set()
        self.sections: dict[str, str] = {}
        self.uncounted = 0

    def add(self, code: str, spot: Spot, wrong: str, write: str = "") -> None:
        """Add a finding; if there are too many already, only count it."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(code, spot, wrong, write))
        else:
            self.uncounted += 1

    def __bool__(self) -> bool:
        return bool(self.findings)


@dataclass(frozen=True, eq=False)
class Source:
    """The text of a file, and its name as messages show it."""

    name: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        """The index of the first character of each line."""
        return [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", self.text))]

    def spot(self, index: int, path: str = "") -> Spot:
        """Return the file, line and column of the character with this index."""
        line = bisect_right(self._line_starts, index)
        return Spot(self.name, line, index - self._line_starts[line - 1] + 1, path)

    def line_end(self, index: int) -> str:
        """Return the rest of the line from the character with this index."""
        return re.split(r"[\r\n]", self.text[index : index + 200], maxsplit=1)[0]


def shown_name(path: Path) -> str:
    """Return a file path as printed in messages: relative to the current folder if it is inside it."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links, and name another file
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return absolute.as_posix()


def is_yaml(name: str) -> bool:
    """Return whether a file has an ending of YAML: `.yaml` or `.yml`, also in capitals."""
    return name.lower().endswith((".yaml", ".yml"))


def yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files in a folder, in alphabetical order; none if there is no such folder."""
    return [path for path in sorted(folder.glob("*")) if is_yaml(path.name)]


def inside(folder: Path, name: str) -> Path | None:
    """Return the path of a file in a folder; None if the name leads out of the folder, as `../x` does."""
    if "\0" in name or Path(name).is_absolute():
        return None
    path = folder / name
    try:
        reached = path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return None
    return path if reached.is_relative_to(folder.resolve()) else None


def read_source(path: Path, faults: Faults, where: Spot | None = None, encoding: str = "") -> Source | None:
    """Read a text file; add a finding and return None if it cannot be read or decoded.

    If it cannot be read as text, return None and add a finding, located at `where` (where the file was named) or at the
    file. The text is UTF-8, a CSV table also UTF-16 with its mark, or what `encoding` states.
    """
    raw = read_content(path, faults, where)
    if raw is None:
        return None
    name = shown_name(path)
    is_table = name.lower().endswith(TABLE_SUFFIXES)
    if not encoding and is_table and raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    if encoding:
        try:
            raw = raw.decode(encoding).encode()
        except (LookupError, UnicodeError, ValueError) as error:
            wrong = f"this file is not in the encoding {clip(encoding)}: {clip(str(error))}"
            faults.add("L002", where or Spot(name), wrong, "write encoding: windows-1252, or save it in UTF-8")
            return None
    return _decode(name, raw, faults)


def read_content(path: Path, faults: Faults, where: Spot | None = None) -> bytes | None:
    """Return the content of a file; None, and a finding at `where` or at the file, if it cannot be read."""
    place = where or Spot(shown_name(path))
    what = f"{clip(shown_name(path))} " if where else "this file "

    def add_finding(code: str, wrong: str, write: str = "") -> None:
        """Add a finding about the file that is being read."""
        faults.add(code, place, what + wrong, write)

    try:
        return read_regular_file(path, MAX_BYTES)
    except UnfitFileError as error:
        write = "name a file" if error.size is None else "split it into several files"
        add_finding("L001", error.strerror or "", write)
    except OSError as error:
        reasons = {2: "does not exist", 13: "may not be read", 40: "is a loop of links"}
        wrong = reasons.get(error.errno or 0, f"cannot be read: {(error.strerror or 'error').lower()}")
        close = near_match(path.name, (one.name for one in path.parent.glob("*"))) if error.errno == 2 else ""
        add_finding("L001", wrong, f"did you mean {clip(close)}?" if close else "")
    return None


def _decode(name: str, raw: bytes, faults: Faults) -> Source | None:
    """Return a file's bytes as UTF-8 text; add a finding and return None if they are invalid."""
    for beginning, what in _OTHER_PROGRAMS:
        if raw.startswith(beginning):
            write = "export it as CSV in UTF-8" if name.lower().endswith(".csv") else "save it as plain text in UTF-8"
            faults.add("L002", Spot(name), f"this is not text but {what}", f"open it in its program, and {write}")
            return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = Source(name, raw[: error.start].decode("utf-8", "replace"))
        spot = before.spot(len(before.text))
        what = "UTF-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else f"byte {raw[error.start]:#04x}"
        write = "save the file in the encoding UTF-8"
        if name.lower().endswith(TABLE_SUFFIXES):
            write = f"write encoding: windows-1252 beside file: {Path(name).name}, or {write}"
        faults.add("L002", spot, f"{what} is not UTF-8", write)
        return None
    source = Source(name, text)
    bad = _UNPRINTABLE.search(text)
    if bad:
        faults.add(
            "L002", source.spot(bad.start()), f"the character U+{ord(bad[0]):04X} is not allowed in text", "delete it"
        )
        return None
    misread = _misread_letters(text)
    if misread:
        faults.add("L002", source.spot(misread[0]), *misread[1:])
        return None
    return source


def _misread_letters(text: str) -> tuple[int, str, str] | None:
    """Return the index of a letter that was read in a wrong encoding, with what is wrong and what to write.

    Without one, return None.
    """
    lost = text.find("\N{REPLACEMENT CHARACTER}")
    if lost >= 0:
        return lost, "a letter was lost here when the file was saved", "write it again, and save the file in UTF-8"
    if text.isascii():
        return None
    for found in _TWICE_ENCODED.finditer(text):
        try:
            right = b"".join(_byte(char) for char in found[0]).decode("utf-8")
        except UnicodeError:
            continue
        if found[0][1] in "\u2013\u2014\u201c\u201d\u2019" and not text[found.end() : found.end() + 1].isalpha():
            continue  # a capital letter before a dash or a quote
        before = re.split(r"[\s,]", text[: found.start()])[-1]
        after = re.split(r"[\s,]", text[found.end() :], maxsplit=1)[0]
        whole = f"{before}{found[0]}{after}"
        wrong = f"{clip(whole)} is probably {clip(before + right + after)} in UTF-8, read in another encoding"
        return found.start(), wrong, "save or export the file again in UTF-8, and correct such letters"
    return None


def _byte(char: str) -> bytes:
    """Return the byte that a program has read as a character."""
    try:
        return char.encode("cp1252")
    except UnicodeEncodeError:
        return char.encode("latin-1")
