"""Pages as a viewer shows them, looked at in pixels: whether they are blank, and whether ink lies in the margin.

Source: PDFium's renderer, by way of pypdfium2.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image

from pnp.findings import Finding, Severity
from pnp.preflight.imposed_sheets import moved_by
from pnp.preflight.page_reader import WrittenPage
from pnp.preflight.register import on_page, preflight_check
from pnp.spot import Spot
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm

THUMBNAIL = 420
"""Longer side of a small picture in pixels: sharp at half that size on a dense screen."""
_COLOURS = 128
_DPI = 72
_SECONDS = 8
"""Processor time for the pictures of a file's pages."""
_LONGEST = 1600
"""Pixels of the longer side of a page, at most."""
_DIFFERENT = 24
"""By how much the grey of a pixel (0-255) must differ from that of the paper."""
_EDGE: Mm = 0.75
"""How far ink may go into the margin: half a heavy line, and a pixel."""
_LEAST = 3
"""So many pixels make ink; fewer may be rounding."""
_MOSTLY = 0.5


class PagePictures:
    """Draws each page of a file, and notes blank pages and ink in the margin.

    After some seconds of processor time the other pages are left out, which is a finding too.
    """

    def __init__(self, name: str, margin: Mm) -> None:
        self.blank: list[int] = []
        self.findings: list[Finding] = []
        self._name, self._margin = name, margin
        self._seconds = 0.0

    def look(self, sheet: WrittenPage, page: pypdfium2.PdfPage) -> None:
        """Draw a page and check its picture."""
        if self._seconds < 0:
            return
        if self._seconds > _SECONDS:
            wrong = f"pages from {sheet.number} on were not checked for ink in the margin: they take too long to draw"
            self.findings.append(Finding("P021", Spot(self._name), wrong, severity=Severity.WARNING))
            self._seconds = -1
            return
        start = time.process_time()
        scale = min(_DPI * MM_PER_POINT / MM_PER_INCH, _LONGEST / max(*page.get_size(), 1))
        grey = page.render(scale=scale, grayscale=True).to_numpy()
        self.blank += [sheet.number] if is_blank(grey) else []
        self.findings += ink_in_the_margin(self._name, sheet, grey, self._margin)
        self._seconds += time.process_time() - start


def small_picture(page: pypdfium2.PdfPage, longest: int = THUMBNAIL) -> Image.Image:
    """A small picture of a page. The same page always gives the same picture."""
    picture: Image.Image = page.render(scale=longest / max(*page.get_size(), 1)).to_pil()
    return picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE)  # a quarter of the bytes, and looks the same


def is_blank(grey: Any) -> bool:  # noqa: ANN401 - an array
    """Whether a page is of one colour."""
    return bool(np.ptp(grey) < _DIFFERENT)


@preflight_check("P021")
def ink_in_the_margin(name: str, sheet: WrittenPage, grey: Any, margin: Mm) -> Iterator[Finding]:  # noqa: ANN401
    """A line, an area or an image lies where printers leave the paper blank.

    A plain background that reaches all edges is not reported: trimming removes its edge.
    """
    height, width = grey.shape
    moved = moved_by(sheet.width, sheet.height, sheet.shift)
    deep = round((margin - _EDGE - moved) * width / sheet.width)
    if sheet.rotate or sheet.crop or sheet.unit != 1 or deep < 1:
        return  # the picture shows another part of the page, which has a finding of its own, or it is too small
    border = np.ones_like(grey, dtype=bool)
    border[deep : height - deep, deep : width - deep] = False
    values, counts = np.unique(grey[border], return_counts=True)
    paper = int(values[counts.argmax()])
    close = np.abs(grey.astype(int) - paper) <= _DIFFERENT
    ink = border & ~close
    if ink.sum() < _LEAST or (close & border).sum() < _MOSTLY * border.sum():
        return
    rows, columns = np.nonzero(ink)
    mm = sheet.width / width
    where = f"{columns.min() * mm:.0f}-{(columns.max() + 1) * mm:.0f} mm from the left"
    where += f" and {rows.min() * mm:.0f}-{(rows.max() + 1) * mm:.0f} mm from the top"
    wrong = f"ink lies in the {margin:g} mm that printers leave blank: {where}"
    yield on_page("P021", name, sheet.number, wrong, "move it away from the edge of the paper")
