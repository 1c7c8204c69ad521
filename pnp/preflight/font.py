"""Fonts of a PDF as its reader sees them: embedded or not, which letters their codes mean, and how wide they are.

Source: ISO 32000-1, 9.6 to 9.8 (simple and composite fonts, descriptors), 9.10.3 (ToUnicode).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)(?:endbf|\Z)", re.DOTALL)
_HEX = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])")
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")
_USUAL_WIDTH = 0.5
_CODES = range(0x10000)
"""Every code that a font can have."""
_MOST_CODES = 2 * len(_CODES)
"""How many codes a font's tables may list, counting those that they list twice."""


class TooMuchError(Exception):
    """A file holds more than preflight reads; the message says what."""


class Shown(NamedTuple):
    """A string in a font: its letters, its width as a share of the size, how many codes, how many of them spaces."""

    text: str
    width: float
    codes: int
    spaces: int


@dataclass(slots=True, eq=False)
class Font:
    """A font resource. Codes are one byte, or two in a composite font."""

    name: str
    embedded: bool
    composite: bool
    letters: dict[int, str]
    widths: dict[int, float]
    usual: float
    _known: dict[bytes, Shown] = field(default_factory=dict)

    def show(self, codes: bytes) -> Shown:
        """What a string of codes prints."""
        found = self._known.get(codes)
        if found is None:
            found = self._known[codes] = self._show(codes)
        return found

    def _show(self, codes: bytes) -> Shown:
        numbers = list(codes)
        if self.composite:
            numbers = [high << 8 | low for high, low in zip(codes[::2], codes[1::2], strict=False)]
        letters = [self.letters.get(n, "" if self.composite else _latin(n)) for n in numbers]
        width = sum([self.widths.get(n, self.usual) for n in numbers])
        spaces = 0 if self.composite else numbers.count(32)
        return Shown("".join(letters), width, len(numbers), spaces)


def read_font(resource: Any, read: Callable[[Any], bytes] = lambda stream: bytes(stream.read_bytes())) -> Font:  # noqa: ANN401 - pikepdf objects
    """A font of a resource dictionary; `read` decodes a stream. `TooMuchError` if its tables are too long."""
    composite = resource.get("/Subtype") == "/Type0"
    described = resource.DescendantFonts[0] if composite else resource
    descriptor = described.get("/FontDescriptor")
    embedded = resource.get("/Subtype") == "/Type3" or (
        descriptor is not None and any(program in descriptor for program in _PROGRAMS)
    )
    letters = read_to_unicode(read(resource.ToUnicode)) if "/ToUnicode" in resource else {}
    usual = float(described.get("/DW", 1000)) / 1000 if composite else _USUAL_WIDTH
    widths = _composite_widths(described) if composite else _simple_widths(described)
    return Font(str(resource.get("/BaseFont", "/?"))[1:], embedded, composite, letters, widths, usual)


def read_to_unicode(cmap: bytes) -> dict[int, str]:
    """The letters of a font's codes from its ToUnicode map.

    >>> read_to_unicode(b"beginbfchar <01> <0041> endbfchar beginbfrange <05> <06> <0061> endbfrange")
    {1: 'A', 5: 'a', 6: 'b'}
    """
    letters: dict[int, str] = {}
    codes = _Codes()
    for kind, body in _SECTION.findall(cmap):
        values = [b"[" if open_ else b"]" if close else digits for digits, open_, close in _HEX.findall(body)]
        if kind == b"bfchar":
            letters |= {int(code, 16): _utf16(text) for code, text in zip(values[::2], values[1::2], strict=False)}
            continue
        at = 0
        while at + 2 < len(values):
            first, last, to = int(values[at], 16), int(values[at + 1], 16), values[at + 2]
            at += 3
            if to == b"[":
                end = values.index(b"]", at)
                letters |= {first + i: _utf16(text) for i, text in enumerate(values[at:end])}
                codes.count(end - at)
                at = end + 1
            else:
                start = _utf16(to)
                for code in codes.span(first, last):
                    letters[code] = start[:-1] + chr(ord(start[-1]) + code - first)
    return letters


class _Codes:
    """Counts the codes that the tables of one font list."""

    def __init__(self) -> None:
        self._left = _MOST_CODES

    def count(self, codes: int) -> None:
        self._left -= codes
        if self._left < 0:
            raise TooMuchError(f"a font lists more than {_MOST_CODES:,} codes")

    def span(self, first: int, last: int) -> range:
        """The codes from first to last that a font can have."""
        found = range(max(first, 0), min(last + 1, _CODES.stop))
        self.count(len(found))
        return found


def _utf16(digits: bytes) -> str:
    text = bytes.fromhex(digits.decode("ascii"))
    return text.decode("utf-16-be", "replace") if len(text) > 1 else text.decode("latin-1")


def _latin(code: int) -> str:
    return bytes((code,)).decode("cp1252", "replace")


def _simple_widths(resource: Any) -> dict[int, float]:  # noqa: ANN401
    first = int(resource.get("/FirstChar", 0))
    _Codes().count(len(resource.get("/Widths", [])))
    return {first + i: float(width) / 1000 for i, width in enumerate(resource.get("/Widths", []))}


def _composite_widths(described: Any) -> dict[int, float]:  # noqa: ANN401
    """`/W`: runs of `first [widths]` and of `first last width`."""
    widths: dict[int, float] = {}
    entries = list(described.get("/W", []))
    codes = _Codes()
    codes.count(len(entries))
    at = 0
    while at + 1 < len(entries):
        first, second = int(entries[at]), entries[at + 1]
        try:
            last = int(second)
        except TypeError:
            codes.count(len(second))
            widths |= {first + i: float(width) / 1000 for i, width in enumerate(second)}
            at += 2
        else:
            width = float(entries[at + 2]) / 1000
            widths |= dict.fromkeys(codes.span(first, last), width)
            at += 3
    return widths
