"""Finds where two editions of a printed page differ, as rectangles.

Source: the renderer of PDFium, through pypdfium2.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2

from pnp.preflight.text_run import common
from pnp.scene import Rect
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm

_DPI = 144
"""A pixel is 0.18 mm wide: less than the thinnest line that a reader would miss."""
_DIFFERENT = 24
"""By how much the grey of a pixel (0-255) must differ."""
_CELL: Mm = 2.0
"""Differences that are closer than this belong to one rectangle."""


def page_differences(old: Path, new: Path, page: int, grown: Mm) -> tuple[Rect, ...] | None:
    """Return rectangles (mm, from the top left corner) that contain all differences of a page in two files.

    They are extended by `grown` on all sides, and do not overlap. Return None if the page differs in size, or if only
    one file has it. `page` counts from 0.
    """
    with pypdfium2.PdfDocument(old) as before, pypdfium2.PdfDocument(new) as after:
        if page >= len(before) or page >= len(after) or not _same_size(before[page], after[page]):
            return None
        width, height = (length * MM_PER_POINT for length in after[page].get_size())
        differs = np.abs(_greys(before[page]) - _greys(after[page])) > _DIFFERENT
    step = _CELL / MM_PER_INCH * _DPI
    rows, columns = np.nonzero(differs)
    cells = {(int(row / step), int(column / step)) for row, column in zip(rows, columns, strict=True)}
    boxes = [_box_of(cluster).grown(grown) for cluster in _clusters(cells)]
    paper = Rect(0, 0, width, height)
    return tuple(filter(None, (common(box, paper) for box in _merged(boxes))))


def page_size(file: Path, page: int) -> tuple[Mm, Mm]:
    """Return the width and the height of a page, counted from 0."""
    with pypdfium2.PdfDocument(file) as pdf:
        width, height = pdf[page].get_size()
    return width * MM_PER_POINT, height * MM_PER_POINT


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


def _merged(boxes: list[Rect]) -> list[Rect]:
    """Return the boxes, of which those that overlap are joined."""
    joined: list[Rect] = []
    for box in sorted(boxes, key=lambda one: (one.y, one.x)):
        whole = box
        while touching := [other for other in joined if common(other, whole)]:
            for other in touching:
                joined.remove(other)
                whole = _around(whole, other)
        joined.append(whole)
    return sorted(joined, key=lambda box: (box.y, box.x))


def _around(one: Rect, other: Rect) -> Rect:
    """Return the rectangle around two rectangles."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Rect(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)
