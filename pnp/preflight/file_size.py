"""Counts the content of a PDF before it is rendered, and rejects a file that exceeds the limits.

A small file can draw one form in another a thousand million times. So the objects of all pages are counted without
drawing them, each form as often as it is drawn.

Source: ISO 32000-1, 7.8 (content streams), 8.10 (form XObjects), 9.7.4 (widths), 9.10.3 (ToUnicode).
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import Any

import pikepdf

from pnp.processes import OverLimitError

_DRAWS = re.compile(rb"/([^\s()<>\[\]{}/%]++)\s++Do\b|\b(?:q|Tj|TJ|[SsFfBbn])(?=\s|\Z)")
"""A form that is drawn, or an operator that saves a state, shows a text or paints a path."""
_RANGES = re.compile(rb"beginbfrange(.*?)(?:endbfrange|\Z)", re.DOTALL)
"""The ranges of codes in a font's ToUnicode map."""
_RANGE = re.compile(rb"<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,8})>\s*(?:<[^>]*+>|\[[^\]]*+\])")
_MOST_CODES = 2 * 0x10000
"""How many codes a font's tables may list; a code that is listed twice counts twice."""
_DEEPEST = 20
"""How many forms may lie in each other; deeper ones are not counted."""


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The limits for reading a file: objects on its pages, bytes of content and of font tables."""

    objects: int
    content: int


FOREIGN = ReadingLimits(objects=20_000_000, content=64_000_000)
"""The limits for files of unknown origin. Files that pnp has just written have none."""


def check_size(pdf: pikepdf.Pdf, limits: ReadingLimits) -> None:
    """Raise `OverLimitError` if the pages of a PDF exceed the limits."""
    counter = _ContentCounter(limits)
    for page in pdf.pages:
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        contents = page.obj.get("/Contents", pikepdf.Array())
        streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        counter.add_page(streams, resources)


class _ContentCounter:
    """Counts bytes and objects of a file; forms and fonts that pages share are read once."""

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._bytes = self._objects = self._depth = 0
        self._forms: dict[tuple[int, int], int] = {}
        self._fonts: set[tuple[int, int]] = set()

    def add_page(self, streams: list[Any], resources: Any) -> None:  # noqa: ANN401 - pikepdf objects
        """Add the content of a page to the totals. Raise `OverLimitError` if they exceed the limits."""
        self._objects += self._count_objects(b"\n".join(self._read_stream(stream) for stream in streams), resources)
        if self._objects > self._limits.objects:
            raise OverLimitError(f"its pages have more than {self._limits.objects:,} texts, lines and forms")

    def _read_stream(self, stream: Any) -> bytes:  # noqa: ANN401
        """Return the decoded bytes of a stream. Raise `OverLimitError` if the file exceeds its limit."""
        left = self._limits.content - self._bytes
        data = inflate(stream, left + 1)
        self._bytes += len(data)
        if len(data) > left:
            raise OverLimitError(f"its pages have more than {self._limits.content // 1_000_000} MB of content")
        return data

    def _count_objects(self, content: bytes, resources: Any) -> int:  # noqa: ANN401
        """Return the number of objects that the content of a page or form draws.

        Its fonts are checked too.
        """
        for font in dict(resources.get("/Font", {})).values():
            if font.objgen not in self._fonts:
                self._fonts.add(font.objgen)
                self._check_font(font)
        forms = dict(resources.get("/XObject", {}))
        count = 1
        for found in _DRAWS.finditer(content):
            name = found[1]
            count += 1 if name is None else self._count_form(forms.get("/" + name.decode("latin-1")), resources)
        return count

    def _count_form(self, form: Any, outer: Any) -> int:  # noqa: ANN401
        """Return the number of objects that are drawn when a form (XObject) is used once."""
        if form is None or form.get("/Subtype") != "/Form" or self._depth > _DEEPEST:
            return 1
        key = form.objgen
        if key not in self._forms:
            self._forms[key] = 1  # for a form that draws itself
            self._depth += 1
            self._forms[key] = 1 + self._count_objects(self._read_stream(form), form.get("/Resources", outer))
            self._depth -= 1
        return self._forms[key]

    def _check_font(self, font: Any) -> None:  # noqa: ANN401
        """Raise `OverLimitError` if the tables of a font list too many character codes."""
        described = font.DescendantFonts[0] if font.get("/Subtype") == "/Type0" else font
        codes = len(described.get("/W", [])) + len(described.get("/Widths", []))
        if "/ToUnicode" in font:
            for ranges in _RANGES.findall(self._read_stream(font.ToUnicode)):
                spans = (int(last, 16) - int(first, 16) + 1 for first, last in _RANGE.findall(ranges))
                codes += sum(min(max(span, 1), 0x10000) for span in spans)
        if codes > _MOST_CODES:
            raise OverLimitError(f"a font lists more than {_MOST_CODES:,} character codes")


def inflate(stream: Any, most: int) -> bytes:  # noqa: ANN401 - pikepdf objects
    """Return the decoded bytes of a PDF stream; at most `most` bytes if Flate compresses it."""
    if stream.get("/Filter") == "/FlateDecode" and "/DecodeParms" not in stream:
        try:
            return zlib.decompressobj().decompress(stream.read_raw_bytes(), most)
        except zlib.error:
            pass  # damaged: qpdf may be able to read it
    return bytes(stream.read_bytes())
