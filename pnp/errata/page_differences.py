"""Finds where two editions of a printed page differ, as rectangles whose edges run through no text.

Source: the renderer of PDFium, through pypdfium2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pypdfium2

from pnp.pdfium import open_pdf
from pnp.preflight.page_content import PageContent
from pnp.preflight.text_run import TextRun, common, lies_in
from pnp.scene import Matrix, Rect
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm

_DPI = 144
"""A pixel is 0.18 mm wide: less than the thinnest line that a reader would miss."""
_DIFFERENT = 24
"""By how much the grey of a pixel (0-255) must differ."""
_CELL: Mm = 2.0
"""Differences that are closer than this belong to one rectangle."""
_LETTER = 0.25
"""How far letters reach beyond the box of their line, as a share of the type size."""
_SPACE = 0.9
"""The widest gap between two texts of one line, as a share of the type size."""
_NEAR_TEXT: Mm = 0.05
_NEAR_SHAPE: Mm = 0.5
"""An edge that is nearer to the edge of a text or a shape than this does not cut it."""


class Margins(NamedTuple):
    """The distances by which rectangles extend beyond what differs.

    They extend by `around` on all sides. Where an edge would then cut a line of text or a shape (the cell of a table,
    a frame), they are extended to contain all of it, by up to `texts` for a text and `shapes` for a shape.
    """

    around: Mm
    texts: Mm
    shapes: Mm


class _UncuttablePart(NamedTuple):
    """A part of a page that rectangles do not cut: its box, and how far they are extended to contain it.

    An edge that is nearer to the edge of the box than `near` does not cut it.
    """

    box: Rect
    reach: Mm
    near: Mm


def page_differences(old: Path, new: Path, page: int, margins: Margins) -> tuple[Rect, ...] | None:
    """Return rectangles (mm, from the top left corner) that contain all differences of a page in two files.

    They do not overlap. Return None if the page differs in size, or if only one file has it. `page` counts from 0.
    """
    with open_pdf(old) as before, open_pdf(new) as after:
        if page >= len(before) or page >= len(after) or not _same_size(before[page], after[page]):
            return None
        differs = np.abs(_greys(before[page]) - _greys(after[page])) > _DIFFERENT
        if not differs.any():
            return ()
        paper = Rect(0, 0, *_size(after[page]))
        parts = [*_uncuttable_parts(before[page], margins), *_uncuttable_parts(after[page], margins)]
    step = _CELL / MM_PER_INCH * _DPI
    rows, columns = np.nonzero(differs)
    cells = {(int(row / step), int(column / step)) for row, column in zip(rows, columns, strict=True)}
    boxes = [_box_of(cluster).grown(margins.around) for cluster in _clusters(cells)]
    return tuple(filter(None, (common(box, paper) for box in _grown_and_merged(boxes, parts))))


def page_size(file: Path, page: int) -> tuple[Mm, Mm]:
    """Return the width and the height of a page, counted from 0."""
    with open_pdf(file) as pdf:
        return _size(pdf[page])


def page_texts(file: Path, page: int) -> tuple[TextRun, ...]:
    """Return the texts on a page, counted from 0, in the order in which they are drawn."""
    with open_pdf(file) as pdf:
        return tuple(_content(pdf[page], keeps_shapes=False).runs())


def _size(page: pypdfium2.PdfPage) -> tuple[Mm, Mm]:
    width, height = page.get_size()
    return width * MM_PER_POINT, height * MM_PER_POINT


def _content(page: pypdfium2.PdfPage, *, keeps_shapes: bool) -> PageContent:
    """Return the content of a page."""
    mm = MM_PER_POINT
    content = PageContent(Matrix(mm, 0, 0, -mm, 0, _size(page)[1]), keeps_hidden=False, keeps_shapes=keeps_shapes)
    content.read(page)
    return content


def _uncuttable_parts(page: pypdfium2.PdfPage, margins: Margins) -> Iterator[_UncuttablePart]:
    """Yield the parts of a page that rectangles do not cut: lines of text, and small shapes."""
    content = _content(page, keeps_shapes=margins.shapes > 0)
    for box in text_lines(content.runs()):
        yield _UncuttablePart(box, margins.texts, _NEAR_TEXT)
    for box in set(content.shapes):
        yield _UncuttablePart(box, margins.shapes, _NEAR_SHAPE)


def text_lines(runs: Iterable[TextRun]) -> Iterator[Rect]:
    """Yield the box around each line of text, with the parts of letters below the line.

    Texts that follow each other on one baseline are a line; so are the letters of a bent name.
    """
    line: Rect | None = None
    last: TextRun | None = None
    for run in runs:
        seen = run.seen
        if seen is None:
            continue
        box = seen.grown(_LETTER * run.size_pt * MM_PER_POINT)
        if line is not None and last is not None and _follows(last, run):
            line = _bounding_box(line, box)
        else:
            if line is not None:
                yield line
            line = box
        last = run
    if line is not None:
        yield line


def _follows(last: TextRun, run: TextRun) -> bool:
    """Return whether a text continues the line of the text before it."""
    size = max(last.size_pt, run.size_pt) * MM_PER_POINT
    (x, y), (dx, dy) = last.end, last.up
    right, down = run.start[0] - x, run.start[1] - y
    length = math.hypot(dx, dy) or 1
    above = (right * dx + down * dy) / length
    along = (-right * dy + down * dx) / length
    return abs(above) < size / 2 and -size < along < _SPACE * size


def _same_size(one: pypdfium2.PdfPage, other: pypdfium2.PdfPage) -> bool:
    return all(abs(a - b) < 0.5 for a, b in zip(one.get_size(), other.get_size(), strict=True))


def _greys(page: pypdfium2.PdfPage) -> Any:  # noqa: ANN401 - an array
    """Return the grey values of a page as rows of pixels."""
    picture = page.render(scale=_DPI / 72, grayscale=True).to_pil()
    return np.asarray(picture.convert("L"), dtype=np.int16)


def _clusters(cells: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return groups of cells that touch each other, also at corners."""
    left, found = set(cells), []
    while left:
        stack, cluster = [left.pop()], []
        while stack:
            row, column = stack.pop()
            cluster.append((row, column))
            near = {(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            stack += near
        found.append(cluster)
    return found


def _box_of(cells: list[tuple[int, int]]) -> Rect:
    """Return the rectangle around cells, in mm."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return Rect(min(columns) * _CELL, min(rows) * _CELL, width * _CELL, height * _CELL)


def _grown_and_merged(boxes: Sequence[Rect], parts: Sequence[_UncuttablePart]) -> list[Rect]:
    """Return the boxes, extended to contain all parts that they would cut; boxes that overlap are joined."""
    extended = _merged([_grow_over_cut_parts(box, parts) for box in boxes])
    return extended if len(extended) == len(boxes) else _grown_and_merged(extended, parts)


def _grow_over_cut_parts(box: Rect, parts: Sequence[_UncuttablePart]) -> Rect:
    """Return a box, extended to contain all parts that it would cut and that end within their reach."""
    limits = {reach: box.grown(reach) for reach in {part.reach for part in parts}}
    near = [part for part in parts if lies_in(part.box, limits[part.reach])]
    while cut := [part.box for part in near if _cuts(box, part)]:
        for one in cut:
            box = _bounding_box(box, one)
    return box


def _cuts(box: Rect, uncuttable: _UncuttablePart) -> bool:
    """Return whether an edge of a box runs through a part of the page that must stay whole."""
    part, inner = uncuttable.box, box.grown(-uncuttable.near)
    reaches = part.x < inner.right and inner.x < part.right and part.y < inner.bottom and inner.y < part.bottom
    return reaches and not lies_in(part, box.grown(uncuttable.near))


def _merged(boxes: list[Rect]) -> list[Rect]:
    """Return the boxes, of which those that overlap are joined."""
    joined: list[Rect] = []
    for box in sorted(boxes, key=lambda one: (one.y, one.x)):
        whole = box
        while touching := [other for other in joined if common(other, whole)]:
            for other in touching:
                joined.remove(other)
                whole = _bounding_box(whole, other)
        joined.append(whole)
    return sorted(joined, key=lambda box: (box.y, box.x))


def _bounding_box(one: Rect, other: Rect) -> Rect:
    """Return the rectangle around two rectangles."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Rect(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)
