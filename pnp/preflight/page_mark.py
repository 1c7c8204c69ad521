"""The mark on each page of a kit: which page of which file it is, and what it showed when it was made.

With it, a file can be checked without the folder of its kit.

Source: ISO 32000-1, 14.5 (page-piece dictionaries).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
from PIL import Image

from pnp.preflight.file_size import inflate
from pnp.preflight.text_run import TextRun
from pnp.scene import Point
from pnp.units import Mm

RENDERER = str(pypdfium2.PDFIUM_INFO)
"""The version of the program that draws pages. Another version may draw letters with other greys."""
_CELL: Mm = 2
"""The side of a square of a page whose mean grey the mark states."""
_MOST_CELLS = 150
"""The greatest number of squares along a side of a page; on larger pages, the squares are larger."""
_STEP = 8
"""Greys are rounded to multiples of this, which halves the size of the marks."""
_DIFFERENT, _DIFFERENT_RENDERER = 12, 100
"""By how much the mean grey of a square (0-255) must differ: drawn by the same renderer, and by another one."""
_LARGEST = 1_000_000
"""The greatest number of bytes of the texts, and of the greys, in a mark."""


class PageLook(NamedTuple):
    """The visible texts of a page without spaces, and the mean grey of each of its squares."""

    texts: tuple[str, ...]
    greys: Any

    def changed_squares(self, made: PageLook, size: tuple[Mm, Mm], renderer: str) -> list[Point] | None:
        """Return the middles of the squares of a page that differ from those of the page that was made.

        They are in mm from the top left corner. Return None if the page has another shape. `size` is its size.
        """
        if self.greys.shape != made.greys.shape:
            return None
        least = _DIFFERENT if renderer == RENDERER else _DIFFERENT_RENDERER
        rows, columns = np.nonzero(np.abs(self.greys.astype(int) - made.greys) > least)
        across, down = size[0] / self.greys.shape[1], size[1] / self.greys.shape[0]
        return [((x + 0.5) * across, (y + 0.5) * down) for y, x in zip(rows.tolist(), columns.tolist(), strict=True)]


@dataclass(frozen=True, slots=True)
class PageMark:
    """The mark of a page.

    `file` is the file to which the page belongs, without suffix, and `edition` depends on all pages of this file.
    `number` and `count` say which of how many pages it is. `target` is the name of the print target. `look` is what the
    page showed when it was made, as `renderer` has drawn it; a blank page has none.
    """

    file: str
    edition: str
    number: int
    count: int
    size: tuple[Mm, Mm]
    target: str
    renderer: str
    look: PageLook | None


def page_look(runs: tuple[TextRun, ...], grey: Any, width: Mm, height: Mm) -> PageLook:  # noqa: ANN401 - an array
    """Return what a page shows, from its texts and its grey picture. `width` and `height` are its size."""
    texts = tuple(filter(None, ("".join(run.text.split()) for run in runs if run.seen)))
    cell = max(_CELL, max(width, height) / _MOST_CELLS)
    cells = max(round(width / cell), 1), max(round(height / cell), 1)
    squares = np.asarray(Image.fromarray(grey.reshape(grey.shape[:2])).resize(cells, Image.Resampling.BOX))
    return PageLook(texts, np.minimum(squares // _STEP * _STEP + _STEP // 2, 255).astype(np.uint8))


def read_mark(notes: Any) -> PageMark | None:  # noqa: ANN401 - pikepdf objects
    """Return the mark in the notes that pnp wrote into a page; None if there is none that can be read."""
    try:
        size = tuple(float(side) for side in notes.Size)
        look = None
        if "/Greys" in notes:
            columns, rows = (int(number) for number in notes.Cells)
            greys = np.frombuffer(inflate(notes.Greys, _LARGEST), np.uint8).reshape(rows, columns)
            look = PageLook(tuple(inflate(notes.Texts, _LARGEST).decode().splitlines()), greys)
        words = (str(notes.File), str(notes.Edition), int(notes.Page), int(notes.Of))
        return PageMark(*words, (size[0], size[1]), str(notes.Target), str(notes.Renderer), look)
    except (AttributeError, LookupError, TypeError, ValueError, pikepdf.PikepdfError):
        return None


def page_notes(page: Any) -> Any:  # noqa: ANN401 - pikepdf objects
    """Return the dictionary of notes that pnp wrote into a PDF page; empty if there are none."""
    entry: Any = page
    for key in ("/PieceInfo", "/pnp", "/Private"):
        entry = entry.get(key, None)
        if not isinstance(entry, pikepdf.Dictionary):
            return pikepdf.Dictionary()
    return entry
