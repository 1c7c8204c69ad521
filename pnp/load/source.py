"""Files of a game, read with care: only regular files inside the game's folder, of bounded size, in UTF-8."""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pnp.findings import Finding
from pnp.message import clip
from pnp.spot import Spot

MAX_BYTES = 8 * 1024 * 1024
"""The largest file that is read; five thousand counters take less than one."""
MAX_KEY = 1000
"""Most characters of a key or an id. Paths are made of keys, and each value is looked up by its path."""
MAX_FINDINGS = 100
"""After so many findings the rest are only counted: nobody reads more, and a hostile file may hold a million."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
"""What YAML's definition forbids in a file.  Source: yaml.org/spec/1.1, c-printable"""


class Faults:
    """The findings of one reading, and the paths whose values were lost to them (so that nothing is reported twice)."""

    def __init__(self) -> None:
        """Begin with none."""
        self.findings: list[Finding] = []
        self.lost: set[str] = set()
        self.uncounted = 0

    def add(self, code: str, spot: Spot, wrong: str, write: str = "") -> None:
        """Keep a finding, or only count it when there are many."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(code, spot, wrong, write))
        else:
            self.uncounted += 1

    def __bool__(self) -> bool:
        """Is anything wrong?"""
        return bool(self.findings)


@dataclass(frozen=True, eq=False)
class Source:
    """A file's text, and its name as messages show it."""

    name: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", self.text))]

    def spot(self, index: int, path: str = "") -> Spot:
        """The place of a character."""
        line = bisect_right(self._starts, index)
        return Spot(self.name, line, index - self._starts[line - 1] + 1, path)

    def line_end(self, index: int) -> str:
        """The rest of the line from a character on."""
        return re.split(r"[\r\n]", self.text[index : index + 200], maxsplit=1)[0]


def shown_name(path: Path) -> str:
    """A file's name relative to the current folder when it is inside, as compilers print it."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links, and name another file
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return absolute.as_posix()


def inside(folder: Path, name: str) -> Path | None:
    """The file of that name in a folder; None if the name leads out of it, as `..`, absolute paths and links do."""
    if "\0" in name or Path(name).is_absolute():
        return None
    path = folder / name
    try:
        reached = path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return None
    return path if reached.is_relative_to(folder.resolve()) else None


def read_source(path: Path, faults: Faults, where: Spot | None = None) -> Source | None:
    """A file's text; None and a finding (at `where` it was named, or at the file) if it cannot be read as text."""
    name = shown_name(path)
    place = where or Spot(name)
    what = f"{clip(name)} " if where else "this file "

    def refuse(code: str, wrong: str, write: str = "") -> None:
        faults.add(code, place, what + wrong, write)

    try:
        # Not to wait for a writer if it is a pipe.
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        reasons = {2: "does not exist", 13: "may not be read", 40: "is a loop of links"}
        refuse("L001", reasons.get(error.errno or 0, f"cannot be read: {(error.strerror or 'error').lower()}"))
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            refuse("L001", f"is {'a folder' if stat.S_ISDIR(status.st_mode) else 'no ordinary file'}", "name a file")
            return None
        raw = b"" if status.st_size > MAX_BYTES else _read(handle)
    finally:
        os.close(handle)
    if status.st_size > MAX_BYTES or len(raw) > MAX_BYTES:
        size = max(status.st_size, len(raw))
        refuse("L001", f"has {size:,} bytes; the limit is {MAX_BYTES:,}", "split it into several files")
        return None
    return _decode(name, raw, faults)


def _read(handle: int) -> bytes:
    """Everything, but hardly more than the limit, whatever the file's size was said to be."""
    pieces, size = [], 0
    while size <= MAX_BYTES and (piece := os.read(handle, 1 << 20)):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def _decode(name: str, raw: bytes, faults: Faults) -> Source | None:
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
        faults.add("L002", source.spot(bad.start()), f"the character U+{ord(bad[0]):04X} is no text", "delete it")
        return None
    return source
