"""The pages of a written PDF, reopened: sizes and boxes, fonts, what they say and where.

Source: ISO 32000-1, 7.7.3 (page tree), 8.10 (form XObjects), 14.11.2 (page boundaries).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

from pnp.extent import moved_extent
from pnp.preflight.drawn import Drawn, Image, Stroke
from pnp.preflight.font import Font, TooMuchError, read_font
from pnp.preflight.path import SAME, Six, stroked_size
from pnp.preflight.run import Run
from pnp.preflight.stream import Content
from pnp.scene import Matrix, Rect
from pnp.units import MM_PER_POINT, Mm

DRAWING = "/PnpDrawing"
"""Marks a form as a book's drawing, made in points at full size."""
_DEEPEST = 20  # forms in forms


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read: texts, lines, images and saved states on its pages, and bytes of their content and
    of the tables of fonts.
    """

    things: int
    content: int


FOREIGN = Limits(things=500_000, content=64_000_000)
"""For files of other programs. What pnp has written itself is read whole."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a PDF: size and boxes in mm (from the top left of its media box), whatever turns or scales it, fonts,
    and what is on it.

    `side` is `front` or `back` on a two-sided sheet of pnp, otherwise empty; `shift` is how a back was moved to make up
    for a printer.
    """

    number: int
    width: Mm
    height: Mm
    trim: Rect | None
    bleed: Rect | None
    crop: Rect | None
    rotate: int
    unit: float
    fonts: tuple[Font, ...]
    runs: tuple[Run, ...]
    strokes: tuple[Stroke, ...]
    images: tuple[Image, ...] = ()
    clips: tuple[tuple[Six, Rect], ...] = ()
    side: str = ""
    shift: Matrix = Matrix()  # noqa: RUF009 - frozen

    def stroked_sizes(self) -> Iterator[tuple[Mm, Mm]]:
        """Width and height of short stroked paths, such as a ruler's line or a square, before they are turned."""
        return (printed_size(stroke) for stroke in self.strokes if stroke.path)


def printed_size(stroke: Stroke) -> tuple[Mm, Mm]:
    """Width and height of a short stroked path on paper, before it is turned."""
    a, b, c, d, _e, _f = stroke.place
    width, height = stroked_size(stroke.path)
    return width * math.hypot(a, b), height * math.hypot(c, d)


def read_sheets(pdf: pikepdf.Pdf, limits: Limits | None = None, *, keeps_hidden: bool = False) -> tuple[Sheet, ...]:
    """All pages of an open file; with `keeps_hidden`, text that clips hide entirely is among their runs.

    `TooMuchError` if the file holds more than the limits allow.
    """
    reader = _Reader(limits, keeps_hidden=keeps_hidden)
    return tuple(reader.sheet(page, number) for number, page in enumerate(pdf.pages, 1))


class _Reader:
    """Reads pages; fonts and forms that pages share are read once."""

    def __init__(self, limits: Limits | None, *, keeps_hidden: bool) -> None:
        self._keeps_hidden = keeps_hidden
        self._limits = limits
        self._things = self._bytes = 0
        self._fonts: dict[tuple[int, int], Font] = {}
        self._fonts_in: dict[tuple[int, int], dict[Font, None]] = {}
        self._forms: dict[tuple[int, int], Drawn] = {}
        self._depth = 0

    @property
    def keeps_hidden(self) -> bool:
        return self._keeps_hidden

    def count(self, things: int) -> None:
        """Note that so many things were read; `TooMuchError` if they are more than a file may hold."""
        self._things += things
        if self._limits and self._things > self._limits.things:
            raise TooMuchError(f"its pages hold more than {self._limits.things:,} texts, lines and forms")

    def read(self, stream: Any) -> bytes:  # noqa: ANN401 - pikepdf objects
        """The decoded bytes of a stream; `TooMuchError` as soon as they are more than a file may hold."""
        if self._limits is None:
            return bytes(stream.read_bytes())
        left = self._limits.content - self._bytes
        data = _inflate(stream, left + 1)
        self._bytes += len(data)
        if len(data) > left:
            raise TooMuchError(f"its pages hold more than {self._limits.content // 1_000_000} MB of content")
        return data

    def sheet(self, page: pikepdf.Page, number: int) -> Sheet:
        left, foot, right, top = (float(side) for side in page.mediabox)
        mm = MM_PER_POINT
        to_paper = Matrix(mm, 0, 0, -mm, -left * mm, top * mm)
        resources = page.obj.get("/Resources", pikepdf.Dictionary())  # of its own; pikepdf fills in inherited ones
        contents = page.obj.get("/Contents", pikepdf.Array())
        streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        content = b"\n".join(self.read(stream) for stream in streams)
        drawn = self._draw(content, resources, (mm, 0, 0, -mm, -left * mm, top * mm))

        own = _private(page.obj)

        def box(name: str) -> Rect | None:
            return moved_extent(_rect(page.obj[name]), to_paper) if name in page.obj else None

        return Sheet(
            number,
            (right - left) * mm,
            (top - foot) * mm,
            box("/TrimBox"),
            box("/BleedBox"),
            box("/CropBox"),
            int(page.obj.get("/Rotate", 0)) % 360,
            float(page.obj.get("/UserUnit", 1)),
            tuple(self._fonts_of(resources)),
            tuple(drawn.runs),
            tuple(drawn.strokes),
            tuple(drawn.images),
            tuple(drawn.clips),
            str(own.get("/Side", ""))[1:],
            Matrix(*_matrix(own.get("/Shift"))),
        )

    def font(self, resource: Any) -> Font:  # noqa: ANN401 - pikepdf objects
        key = resource.objgen
        if not key[0]:
            return read_font(resource, self.read)
        if key not in self._fonts:
            self._fonts[key] = read_font(resource, self.read)
        return self._fonts[key]

    def _fonts_of(self, resources: Any) -> dict[Font, None]:  # noqa: ANN401
        """The fonts of resources, and of those of the forms in them."""
        found = dict.fromkeys(self.font(resource) for resource in dict(resources.get("/Font", {})).values())
        for form in dict(resources.get("/XObject", {})).values():
            if form.get("/Subtype") == "/Form" and "/Resources" in form:
                key = form.objgen
                if key not in self._fonts_in:
                    self._fonts_in[key] = {}  # for a form in itself
                    self._fonts_in[key] = self._fonts_of(form.Resources)
                found |= self._fonts_in[key]
        return found

    def form(self, form: Any, outer: Any) -> Drawn:  # noqa: ANN401
        """What a form holds, in its own coordinates."""
        key = form.objgen
        if key not in self._forms:
            self._forms[key] = Drawn()  # a form that draws itself draws nothing
            inner = self._draw(self.read(form), form.get("/Resources", outer), SAME)
            if DRAWING in form:
                inner.runs = [
                    run._replace(drawn_pt=math.hypot(*run.up), windowed=not run.is_whole(_ROUNDED))
                    for run in inner.runs
                ]
            matrix = Matrix(*_matrix(form.get("/Matrix")))
            placed = Drawn()
            placed.add(inner, matrix, moved_extent(_rect(form.BBox), matrix), self)
            self._forms[key] = placed
        return self._forms[key]

    def _draw(self, content: bytes, resources: Any, matrix: Six) -> Drawn:  # noqa: ANN401
        self._depth += 1
        try:
            return Content(self, resources, matrix).read(content) if self._depth < _DEEPEST else Drawn()
        finally:
            self._depth -= 1


def _private(page: Any) -> Any:  # noqa: ANN401 - pikepdf objects
    """What pnp has noted in a page that it wrote."""
    entry: Any = page
    for key in ("/PieceInfo", "/pnp", "/Private"):
        entry = entry.get(key, None)
        if not isinstance(entry, pikepdf.Dictionary):
            return pikepdf.Dictionary()
    return entry


_ROUNDED = 0.1
"""Points that a clip may cut off letters before they count as cut off; their boxes are not exact."""


def _inflate(stream: Any, most: int) -> bytes:  # noqa: ANN401 - pikepdf objects
    """The decoded bytes of a stream, or the first so many of them if it is compressed in the usual way."""
    if stream.get("/Filter") == "/FlateDecode" and "/DecodeParms" not in stream:
        try:
            return zlib.decompressobj().decompress(stream.read_raw_bytes(), most)
        except zlib.error:
            pass  # damaged: qpdf may be able to read it
    return bytes(stream.read_bytes())


def _rect(four: Any) -> Rect:  # noqa: ANN401
    x1, y1, x2, y2 = (float(side) for side in four)
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def _matrix(six: Any) -> Six:  # noqa: ANN401
    a, b, c, d, e, f = SAME if six is None else (float(value) for value in six)
    return (a, b, c, d, e, f)
