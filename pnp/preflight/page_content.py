"""The content of a page as PDFium reads it: texts, short lines and images, with their positions on paper.

PDFium is independent of the writers of pnp, so that an error of a writer does not repeat itself here.

Source: PDFium, fpdf_edit.h, fpdf_text.h and fpdf_transformpage.h.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw as pdfium

from pnp.extent import moved_extent
from pnp.preflight.text_run import NOWHERE, TextRun, common, invert
from pnp.scene import THUMBNAIL, Matrix, Point, Rect
from pnp.units import MM_PER_POINT, Mm

DRAWING = "PnpDrawing"
"""The marked content around a drawing of a book. Inside it, lengths are in points at full size."""
_ROUNDED: Mm = 0.1 * MM_PER_POINT
"""The width of a text that may be cut off without a finding; boxes of letters are not exact."""
_MOST_POINTS = 6
"""The number of points that a ruler's line or a square has, at most."""
_SHORTEST: Mm = 10
"""The least length of a ruler's line and of the side of a square."""
_NEAR: Mm = 1
"""Objects farther outside a clip than this are left out."""
_THIN = 0.02
"""Long paths that are thinner than this in their own units are kept.

Others are thin only because their drawing is reduced.
"""
_HAIRLINE: Mm = 0.01
"""Thinner lines are hairlines."""
_INVISIBLE = {1, 3, 7}
"""The text rendering modes that fill no letters. The outlines of letters are drawn before the letters."""
_HYPHEN = "\x02"
"""The letter that PDFium returns for a hyphen at the end of a line."""


class StrokedPath(NamedTuple):
    """A stroked path: its line width on paper. A path that may be a ruler or a square has
    a size, before any turn, and a box on the page.
    """

    width: Mm
    size: tuple[Mm, Mm] | None = None
    box: Rect | None = None


class PlacedImage(NamedTuple):
    """An image: its pixels across and down, and its width and height on paper."""

    across: int
    down: int
    width: Mm
    height: Mm


_Address = ctypes.c_void_p
_Index = ctypes.c_ulong


def _pdfium_function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:  # noqa: ANN401 - ctypes
    """Return a function of PDFium that takes and returns objects as memory addresses.

    An address can be a key of a dictionary. pypdfium2 makes a new pointer for each object, which costs more time than
    the call.
    """
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(getattr(pdfium, name), _Address).value or 0)


_page_count = _pdfium_function("FPDFPage_CountObjects", ctypes.c_int, _Address)
_page_object = _pdfium_function("FPDFPage_GetObject", _Address, _Address, ctypes.c_int)
_form_count = _pdfium_function("FPDFFormObj_CountObjects", ctypes.c_int, _Address)
_form_object = _pdfium_function("FPDFFormObj_GetObject", _Address, _Address, _Index)
_type_of = _pdfium_function("FPDFPageObj_GetType", ctypes.c_int, _Address)
_matrix_of = _pdfium_function("FPDFPageObj_GetMatrix", ctypes.c_int, _Address, _Address)
_bounds_of = _pdfium_function("FPDFPageObj_GetBounds", ctypes.c_int, *[_Address] * 5)
_set_active = _pdfium_function("FPDFPageObj_SetIsActive", ctypes.c_int, _Address, ctypes.c_int)
_quad_of = _pdfium_function("FPDFPageObj_GetRotatedBounds", ctypes.c_int, _Address, _Address)
_count_marks = _pdfium_function("FPDFPageObj_CountMarks", ctypes.c_int, _Address)
_mark = _pdfium_function("FPDFPageObj_GetMark", _Address, _Address, _Index)
_mark_name = _pdfium_function("FPDFPageObjMark_GetName", ctypes.c_int, _Address, _Address, _Index, _Address)
_remove_mark = _pdfium_function("FPDFPageObj_RemoveMark", ctypes.c_int, _Address, _Address)
_clip_of = _pdfium_function("FPDFPageObj_GetClipPath", _Address, _Address)
_count_clips = _pdfium_function("FPDFClipPath_CountPaths", ctypes.c_int, _Address)
_count_clip_points = _pdfium_function("FPDFClipPath_CountPathSegments", ctypes.c_int, _Address, ctypes.c_int)
_clip_point = _pdfium_function("FPDFClipPath_GetPathSegment", _Address, _Address, ctypes.c_int, ctypes.c_int)
_draw_mode = _pdfium_function("FPDFPath_GetDrawMode", ctypes.c_int, _Address, _Address, _Address)
_stroke_width = _pdfium_function("FPDFPageObj_GetStrokeWidth", ctypes.c_int, _Address, _Address)
_count_points = _pdfium_function("FPDFPath_CountSegments", ctypes.c_int, _Address)
_path_point = _pdfium_function("FPDFPath_GetPathSegment", _Address, _Address, ctypes.c_int)
_point_of = _pdfium_function("FPDFPathSegment_GetPoint", ctypes.c_int, _Address, _Address, _Address)
_pixel_size = _pdfium_function("FPDFImageObj_GetImagePixelSize", ctypes.c_int, _Address, _Address, _Address)
_text_mode = _pdfium_function("FPDFTextObj_GetTextRenderMode", ctypes.c_int, _Address)
_text_size = _pdfium_function("FPDFTextObj_GetFontSize", ctypes.c_int, _Address, _Address)
_text_of_letter = _pdfium_function("FPDFText_GetTextObject", _Address, _Address, ctypes.c_int)
_letter = _pdfium_function("FPDFText_GetUnicode", ctypes.c_uint, _Address, ctypes.c_int)
_is_generated = _pdfium_function("FPDFText_IsGenerated", ctypes.c_int, _Address, ctypes.c_int)


_TEXT, _PATH, _IMAGE, _FORM = (
    pdfium.FPDF_PAGEOBJ_TEXT,
    pdfium.FPDF_PAGEOBJ_PATH,
    pdfium.FPDF_PAGEOBJ_IMAGE,
    pdfium.FPDF_PAGEOBJ_FORM,
)


_NO_MARKS: frozenset[str] = frozenset()
_EVERYWHERE = (-math.inf, -math.inf, math.inf, math.inf)


class _Context(NamedTuple):
    """The context of objects on a page or form: the transform to paper, the clip, and a thumbnail mark.

    Inside a drawing of a book, `scale` is its size as a share of its full size. `window` is the box that the drawing
    clips its own content to.
    """

    matrix: Matrix
    clip: Rect | None = None
    thumbnail: bool = False
    scale: float = 0
    window: Rect | None = None

    def visible(self) -> tuple[float, float, float, float]:
        """Return the bounds (left, lowest, right, highest) of the visible area, before the transform."""
        m, clip = self.matrix, self.clip
        if clip is None or not m.a * m.d - m.b * m.c:
            return _EVERYWHERE
        if m.b == m.c == 0:  # upright, as nearly everything is
            xs = (clip.x - _NEAR - m.e) / m.a, (clip.right + _NEAR - m.e) / m.a
            ys = (clip.y - _NEAR - m.f) / m.d, (clip.bottom + _NEAR - m.f) / m.d
            return (min(xs), min(ys), max(xs), max(ys))
        box = moved_extent(clip.grown(_NEAR), invert(m)) or NOWHERE
        return (box.x, box.y, box.right, box.bottom)


class PageContent:
    """Collects the texts, lines and images of one page of a PDF; with `keeps_shapes`, also `shapes`.

    Shapes are the boxes of the visible parts of all paths and images, without the width of lines.
    """

    def __init__(self, to_paper: Matrix, *, keeps_hidden: bool, keeps_shapes: bool = False) -> None:
        self.lines: list[StrokedPath] = []
        self.images: list[PlacedImage] = []
        self.shapes: list[Rect] = []
        self._keeps_shapes = keeps_shapes
        self._to_paper = to_paper
        self._keeps_hidden = keeps_hidden
        self._texts: list[tuple[int, Point, TextRun]] = []
        self._outlines: dict[Point, int] = {}
        self._letters: dict[int, str] = {}
        self._matrix = pdfium.FS_MATRIX()
        self._quad = pdfium.FS_QUADPOINTSF()
        self._name, self._length = ctypes.create_string_buffer(64), ctypes.c_ulong()
        self._at_length = ctypes.addressof(self._length)
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._at_matrix, self._at_quad = ctypes.addressof(self._matrix), ctypes.addressof(self._quad)
        self._bounds = (ctypes.c_float * 4)()
        at_bounds = ctypes.addressof(self._bounds)
        self._at_bounds = (at_bounds, at_bounds + 4, at_bounds + 8, at_bounds + 12)
        self._at_x, self._at_y = ctypes.addressof(self._x), ctypes.addressof(self._y)

    def read(self, page: pypdfium2.PdfPage) -> None:
        """Collect the texts, lines and images of a page."""
        address = ctypes.cast(page.raw, _Address).value
        self._read_objects(address, _page_count, _page_object, _Context(self._to_paper))
        self._read_letters(page)

    def runs(self) -> Iterator[TextRun]:
        """Yield the runs of text (texts in one font and size) in the order in which they are drawn.

        PDFium reports the letters of a text that is drawn twice at one place only once, with the first drawing. It does
        not report a text that is narrower than 0.01 units of its form.
        """
        for address, start, run in self._texts:
            text = self._letters.get(address) or self._letters.get(self._outlines.get(start, 0), "")
            if text.strip():
                yield run._replace(text=text)

    def _read_objects(
        self, holder: int | None, count_objects: Callable[..., Any], get_object: Callable[..., Any], context: _Context
    ) -> None:
        """Collect all objects of a page or form, except those that a clip hides.

        Hidden texts are made inactive, so that PDFium does not read their letters.
        """
        left, low, right, high = _EVERYWHERE if self._keeps_hidden else context.visible()
        is_clipped = math.isfinite(left)
        bounds, x1, y1, x2, y2 = self._bounds, *self._at_bounds
        for index in range(count_objects(holder)):
            item = get_object(holder, index)
            kind = _type_of(item)
            if (
                is_clipped
                and _bounds_of(item, x1, y1, x2, y2)
                and (bounds[0] > right or bounds[1] > high or bounds[2] < left or bounds[3] < low)
            ):
                if kind == _TEXT:
                    _set_active(item, 0)
            elif kind == _PATH:
                self._read_path(item, context)
                self._read_shape(item, context)
            elif kind == _TEXT:
                self._read_text(item, context)
            elif kind == _IMAGE:
                self._read_image(item, context)
                self._read_shape(item, context)
            elif kind == _FORM:
                self._read_form(item, context)

    def _read_form(self, form: int, context: _Context) -> None:
        """Collect the objects of a form (XObject), under the transform and the clip of the form."""
        clip = self._clip_box(form, context, context.clip)
        matrix = self._matrix_on_paper(form, context)
        marks = self._mark_names(form)
        thumbnail = context.thumbnail or THUMBNAIL in marks
        inner = _Context(matrix, clip, thumbnail)
        if DRAWING in marks:
            inner = inner._replace(scale=math.hypot(matrix.a, matrix.b) / MM_PER_POINT)
        elif context.scale:
            inner = inner._replace(scale=context.scale, window=self._clip_box(form, context, context.window))
        self._read_objects(form, _form_count, _form_object, inner)

    def _read_image(self, image: int, context: _Context) -> None:
        """Record an image with its pixels and its size on paper."""
        matrix = self._matrix_on_paper(image, context)
        across, down = ctypes.c_uint(), ctypes.c_uint()
        _pixel_size(image, ctypes.addressof(across), ctypes.addressof(down))
        width, height = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
        self.images.append(PlacedImage(across.value, down.value, width, height))

    def _read_path(self, path: int, context: _Context) -> None:
        """Record a stroked path if it may be a ruler's line or a square, or if it is a hairline."""
        if not _draw_mode(path, self._at_x, self._at_y) or not ctypes.c_int.from_address(self._at_y).value:
            return
        _stroke_width(path, self._at_x)
        own_width, count = abs(self._x.value), _count_points(path)
        if count > _MOST_POINTS and own_width >= _THIN:
            return
        m = self._matrix_on_paper(path, context)
        width = own_width * math.sqrt(abs(m.a * m.d - m.b * m.c))
        points = []
        if 2 <= count <= _MOST_POINTS:
            points = [self._segment_point(_path_point(path, index)) for index in (0, 1)]
            if math.dist(m.apply(points[0]), m.apply(points[1])) > _SHORTEST:
                points += [self._segment_point(_path_point(path, index)) for index in range(2, count)]
            else:
                points = []
        own, box = box_around(points), box_around([m.apply(point) for point in points])
        if own and box:
            size = (own.width * math.hypot(m.a, m.b), own.height * math.hypot(m.c, m.d))
            self.lines.append(StrokedPath(width, size, box))
        elif width < _HAIRLINE and (count <= _MOST_POINTS or own_width < _THIN):
            self.lines.append(StrokedPath(width))

    def _read_shape(self, item: int, context: _Context) -> None:
        """Record the box of the visible part of a path or an image, if shapes are kept."""
        if not self._keeps_shapes or not _bounds_of(item, *self._at_bounds):
            return
        left, low, right, high = self._bounds
        own = Rect(left, low, right - left, high - low)
        if _draw_mode(item, self._at_x, self._at_y) and ctypes.c_int.from_address(self._at_y).value:
            _stroke_width(item, self._at_x)  # PDFium adds the whole width of the line on each side
            width = abs(self._x.value)
            own = own.grown(-min(width, own.width / 2, own.height / 2))
        box, clip = moved_extent(own, context.matrix), self._clip_box(item, context, context.clip)
        box = box if clip is None or box is None else _overlap(box, clip)
        if box is not None:
            self.shapes.append(box)

    def _read_text(self, text: int, context: _Context) -> None:
        """Record a PDFium text object with its position.

        Its letters are read once the whole page has been read.
        """
        marks = self._mark_names(text)
        matrix, own = self._matrix_on_paper(text, context), self._matrix
        start = (matrix.e, matrix.f)
        if not math.isfinite(matrix.a + matrix.b + matrix.c + matrix.d + matrix.e + matrix.f):
            return
        if _text_mode(text) in _INVISIBLE:
            self._outlines[start] = text
            return
        if not _quad_of(text, self._at_quad) or not _text_size(text, self._at_x):
            return
        size, quad = self._x.value, self._quad
        across, down, x, y = own.a, own.b, own.e, own.f
        ends = (quad.x2 - x) * across + (quad.y2 - y) * down, (quad.x3 - x) * across + (quad.y3 - y) * down
        run_length = max(ends) / (across * across + down * down or 1)
        run = TextRun(
            text="",
            start=start,
            end=(matrix.e + matrix.a * run_length, matrix.f + matrix.b * run_length),
            up=(matrix.c * size, matrix.d * size),
            clip=self._clip_box(text, context, context.clip),
            marked=context.thumbnail or THUMBNAIL in marks,
        )
        if context.scale:
            window = run._replace(clip=self._clip_box(text, context, context.window))
            cut = not window.is_whole(_ROUNDED * context.scale)
            run = run._replace(drawn_pt=run.size_pt / context.scale, windowed=cut)
        if self._keeps_hidden or run.clip is None or run.clip.touches(run.box):
            self._texts.append((text, start, run))

    def _read_letters(self, page: pypdfium2.PdfPage) -> None:
        """Collect the letters of each text, without the spaces that PDFium adds between letters.

        The marks of texts are removed first, because PDFium would report the ActualText in them. This comes after all
        other reading, because objects share marks. Marks of optional content remain: they may hide a text.
        """
        for text in (*self._outlines.values(), *(address for address, _start, _run in self._texts)):
            for index in reversed(range(_count_marks(text))):
                mark = _mark(text, index)
                if self._mark_name(mark) != "OC":
                    _remove_mark(text, mark)
        reader = page.get_textpage()
        address = ctypes.cast(reader.raw, _Address).value
        letters: dict[int, list[str]] = {}
        for index in range(reader.count_chars()):
            if _is_generated(address, index) != 1:
                letters.setdefault(_text_of_letter(address, index), []).append(chr(_letter(address, index)))
        self._letters = {text: "".join(found).replace(_HYPHEN, "-") for text, found in letters.items()}
        reader.close()

    def _mark_names(self, item: int) -> frozenset[str]:
        """Return the names of the marked-content sections (PDF) that contain an object."""
        count = _count_marks(item)
        return frozenset(self._mark_name(_mark(item, index)) for index in range(count)) if count else _NO_MARKS

    def _mark_name(self, mark: int) -> str:
        """Return the name of one marked-content section (PDF)."""
        _mark_name(mark, self._name, len(self._name), self._at_length)
        return self._name.raw[: max(self._length.value - 2, 0)].decode("utf-16-le", "replace")

    def _matrix_on_paper(self, item: int, context: _Context) -> Matrix:
        """Return the transform of an object to paper; `_matrix` then has its own, without those of outer forms."""
        _matrix_of(item, self._at_matrix)
        own, m = self._matrix, context.matrix
        a, b, c, d, e, f = own.a, own.b, own.c, own.d, own.e, own.f
        return Matrix(
            m.a * a + m.c * b,
            m.b * a + m.d * b,
            m.a * c + m.c * d,
            m.b * c + m.d * d,
            m.a * e + m.c * f + m.e,
            m.b * e + m.d * f + m.f,
        )

    def _segment_point(self, segment: int) -> Point:
        """Return the point at the end of a path segment, before any transform."""
        _point_of(segment, self._at_x, self._at_y)
        return (self._x.value, self._y.value)

    def _clip_box(self, item: int, context: _Context, outer: Rect | None) -> Rect | None:
        """Return the box to which an object is clipped: its own clips, within the box `outer`."""
        found = outer
        clip = _clip_of(item)
        for number in range(_count_clips(clip)):
            points = [
                self._segment_point(_clip_point(clip, number, k)) for k in range(_count_clip_points(clip, number))
            ]
            box = box_around([context.matrix.apply(point) for point in points]) or NOWHERE
            found = box if found is None else common(box, found) or NOWHERE
        return found


def _overlap(box: Rect, clip: Rect) -> Rect | None:
    """Return the part of a box inside a clip; None if there is none. The box may be a line without width."""
    left, top = max(box.x, clip.x), max(box.y, clip.y)
    width, height = min(box.right, clip.right) - left, min(box.bottom, clip.bottom) - top
    return Rect(left, top, width, height) if width >= 0 and height >= 0 else None


def box_around(points: Sequence[Point]) -> Rect | None:
    """Return the box around points; None if there are none or if one is not finite."""
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    width, height = max(xs) - left, max(ys) - top
    return Rect(left, top, width, height) if math.isfinite(left + top + width + height) else None
