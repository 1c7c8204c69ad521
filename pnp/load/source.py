"""Reads text files of a game safely: only inside its folder, of limited size, and in UTF-8."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pnp.findings import Finding, near_match
from pnp.message import clip
from pnp.safe_files import UnfitFileError, read_regular_file
from pnp.spot import Spot

MAX_BYTES = 8 * 1024 * 1024
"""The size of the largest file that is read; five thousand counters take less than 1 MB."""
MAX_KEY = 1000
"""The most characters of a key or an id. Each value is looked up by its path, which consists of keys."""
MAX_FINDINGS = 100
"""The most findings of one reading that are listed; further ones are only counted."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
"""Characters that YAML forbids in a file."""


class Faults:
    """The findings of one reading, and the paths of values that were lost, so that nothing is reported twice.

    `new_ids` has the path of each record that an overlay adds, with the ids that the game has beside it. `short_rows`
    are the rows of CSV files that have fewer cells than the header, by file and line, with the words for it.
    `columns` has the headings of each CSV table with their locations; a column is reported once, not in each row.
    `blank_columns` has the path of each table, and the headings of its columns without values.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.lost: set[str] = set()
        self.new_ids: dict[str, tuple[str, ...]] = {}
        self.short_rows: dict[tuple[str, int], str] = {}
        self.columns: dict[str, dict[str, Spot]] = {}
        self.blank_columns: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.reported_columns: set[tuple[str, str]] = set()
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


def read_source(path: Path, faults: Faults, where: Spot | None = None) -> Source | None:
    """Read a text file; add a finding and return None if it cannot be read or decoded.

    If it cannot be read as text, return None and add a finding, located at `where` (where the file was named) or at the
    file.
    """
    name = shown_name(path)
    place = where or Spot(name)
    what = f"{clip(name)} " if where else "this file "

    def add_finding(code: str, wrong: str, write: str = "") -> None:
        """Add a finding about the file that is being read."""
        faults.add(code, place, what + wrong, write)

    try:
        raw = read_regular_file(path, MAX_BYTES)
    except UnfitFileError as error:
        write = "name a file" if error.size is None else "split it into several files"
        add_finding("L001", error.strerror or "", write)
        return None
    except OSError as error:
        reasons = {2: "does not exist", 13: "may not be read", 40: "is a loop of links"}
        wrong = reasons.get(error.errno or 0, f"cannot be read: {(error.strerror or 'error').lower()}")
        close = near_match(path.name, (one.name for one in path.parent.glob("*"))) if error.errno == 2 else ""
        add_finding("L001", wrong, f"did you mean {clip(close)}?" if close else "")
        return None
    return _decode(name, raw, faults)


def _decode(name: str, raw: bytes, faults: Faults) -> Source | None:
    """Return a file's bytes as UTF-8 text; add a finding and return None if they are invalid."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = Source(name, raw[: error.start].decode("utf-8", "replace"))
        spot = before.spot(len(before.text))
        what = "UTF-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else f"byte {raw[error.start]:#04x}"
        faults.add("L002", spot, f"{what} is not UTF-8", "save the file in the encoding UTF-8")
        return None
    source = Source(name, text)
    bad = _UNPRINTABLE.search(text)
    if bad:
        faults.add(
            "L002", source.spot(bad.start()), f"the character U+{ord(bad[0]):04X} is not allowed in text", "delete it"
        )
        return None
    return source
