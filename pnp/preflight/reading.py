"""The pages of a written PDF, reopened: sizes and boxes, fonts, what they say and where.

Source: ISO 32000-1, 7.7.3 (page tree), 8.10 (form XObjects), 14.11.2 (page boundaries).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

from pnp.extent import moved_extent
from pnp.preflight.font import Font, read_font
from pnp.preflight.path import SAME, Six, after, stroked_size
from pnp.preflight.run import Run
from pnp.preflight.stream import Content, Drawn
from pnp.scene import Matrix, Rect
from pnp.units import MM_PER_POINT, Mm

DRAWING = "/PnpDrawing"
"""Marks a form as a book's drawing, made in points at full size."""
_DEEPEST = 20  # forms in forms


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a PDF: size and boxes in mm (from the top left of its media box), whatever turns or scales it, fonts,
    and what is on it.
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
    strokes: tuple[tuple[bytes, Six], ...]

    def stroked_sizes(self) -> Iterator[tuple[Mm, Mm]]:
        """Width and height of short stroked paths, such as a ruler's line or a square, before they are turned."""
        for path, (a, b, c, d, _e, _f) in self.strokes:
            width, height = stroked_size(path)
            yield width * math.hypot(a, b), height * math.hypot(c, d)


def read_sheets(pdf: pikepdf.Pdf) -> tuple[Sheet, ...]:
    """All pages of an open file."""
    reader = _Reader()
    return tuple(reader.sheet(page, number) for number, page in enumerate(pdf.pages, 1))


class _Reader:
    """Reads pages; fonts and forms that pages share are read once."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[int, int], Font] = {}
        self._fonts_in: dict[tuple[int, int], dict[Font, None]] = {}
        self._forms: dict[tuple[int, int], Drawn] = {}
        self._depth = 0

    def sheet(self, page: pikepdf.Page, number: int) -> Sheet:
        left, foot, right, top = (float(side) for side in page.mediabox)
        mm = MM_PER_POINT
        to_paper = Matrix(mm, 0, 0, -mm, -left * mm, top * mm)
        resources = page.obj.get("/Resources", pikepdf.Dictionary())  # of its own; pikepdf fills in inherited ones
        contents = page.obj.get("/Contents", pikepdf.Array())
        streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        content = b"\n".join(stream.read_bytes() for stream in streams)
        drawn = self._draw(content, resources, (mm, 0, 0, -mm, -left * mm, top * mm))

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
        )

    def font(self, resource: Any) -> Font:  # noqa: ANN401 - pikepdf objects
        key = resource.objgen
        if not key[0]:
            return read_font(resource)
        if key not in self._fonts:
            self._fonts[key] = read_font(resource)
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
            clip = _rect(form.BBox)
            inner = self._draw(form.read_bytes(), form.get("/Resources", outer), SAME)
            six = _matrix(form.get("/Matrix"))
            matrix = Matrix(*six)
            runs = inner.runs
            if DRAWING in form:
                runs = [run._replace(drawn_pt=math.hypot(*run.up)) for run in runs]
            self._forms[key] = Drawn(
                [run.moved(matrix, moved_extent(clip, matrix)) for run in runs],
                [(path, after(six, place)) for path, place in inner.strokes],
            )
        return self._forms[key]

    def _draw(self, content: bytes, resources: Any, matrix: Six) -> Drawn:  # noqa: ANN401
        self._depth += 1
        try:
            return Content(self, resources, matrix).read(content) if self._depth < _DEEPEST else Drawn()
        finally:
            self._depth -= 1


def _rect(four: Any) -> Rect:  # noqa: ANN401
    x1, y1, x2, y2 = (float(side) for side in four)
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def _matrix(six: Any) -> Six:  # noqa: ANN401
    a, b, c, d, e, f = SAME if six is None else (float(value) for value in six)
    return (a, b, c, d, e, f)
