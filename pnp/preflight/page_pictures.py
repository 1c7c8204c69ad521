"""Draws PDF pages as pictures, to find blank pages and ink in the margin, and for a kit's thumbnails.

Source: the renderer of PDFium, through pypdfium2.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image

from pnp.findings import Finding, Severity
from pnp.model.target import Target
from pnp.preflight.imposed_sheets import moved_by
from pnp.preflight.page_findings import page_finding, preflight_check
from pnp.preflight.page_reader import WrittenPage
from pnp.spot import Spot
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm

THUMBNAIL = 420
"""Longer side of a small picture in pixels: sharp at half that size on a dense screen."""
_COLOURS = 128
_DPI = 72
_SECONDS = 8
"""The processor time for the pictures of the pages of a file."""
_LONGEST = 1600
"""The greatest number of pixels on the longer side of a page."""
_DIFFERENT = 24
"""By how much the grey of a pixel (0-255) must differ from that of the paper."""
_EDGE: Mm = 0.75
"""The distance by which ink may reach into the margin: half a heavy line, and a pixel."""
_LEAST = 3
"""The number of pixels that count as ink; fewer may be due to rounding."""
_MOSTLY = 0.5


class PagePictures:
    """Draws each page of a file, and records blank pages and ink in the margin.

    After some seconds of processor time the remaining pages are left out; this is a finding too.
    """

    def __init__(self, name: str, target: Target) -> None:
        self.blank: list[int] = []
        self.findings: list[Finding] = []
        self._name, self._target = name, target
        self._seconds, self._stopped = 0.0, False

    def look(self, written: WrittenPage, page: pypdfium2.PdfPage) -> None:
        """Draw a page, and record whether it is blank or has ink in the margin."""
        if self._seconds > _SECONDS:
            if not self._stopped:
                wrong = f"the pages from {written.number} on were not checked for ink in the margin"
                write = "these pages take too long to draw; look at them yourself"
                self.findings.append(Finding("P021", Spot(self._name), wrong, write, Severity.WARNING))
            self._stopped = True
            return
        start = time.process_time()
        scale = min(_DPI * MM_PER_POINT / MM_PER_INCH, _LONGEST / max(*page.get_size(), 1))
        grey = page.render(scale=scale, grayscale=True).to_numpy()
        self.blank += [written.number] if is_blank(grey) else []
        self.findings += ink_in_the_margin(
            self._name, written, grey, self._target.margin_of(written.width, written.height)
        )
        self._seconds += time.process_time() - start


def small_picture(page: pypdfium2.PdfPage, longest: int = THUMBNAIL) -> Image.Image:
    """Return a small picture of a page whose longer side has `longest` pixels.

    The same page always gives the same picture.
    """
    picture: Image.Image = page.render(scale=longest / max(*page.get_size(), 1)).to_pil()
    return picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE)  # a quarter of the bytes, and looks the same


def is_blank(grey: Any) -> bool:  # noqa: ANN401 - an array
    """Return whether the grey picture of a page has only one colour."""
    return bool(np.ptp(grey) < _DIFFERENT)


@preflight_check("P021")
def ink_in_the_margin(name: str, page: WrittenPage, grey: Any, margin: Mm) -> Iterator[Finding]:  # noqa: ANN401
    """A line, an area or an image lies in the margin that printers leave blank.

    This check looks at the printed page of any PDF, P016 at the positions in the layout of pnp. A plain background that
    reaches all edges is not reported, because trimming removes its edge.
    """
    height, width = grey.shape
    moved = moved_by(page.width, page.height, page.shift)
    deep = round((margin - _EDGE - moved) * width / page.width)
    if page.rotate or page.crop or page.unit != 1 or deep < 1:
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
    mm = page.width / width
    where = f"{columns.min() * mm:.0f}-{(columns.max() + 1) * mm:.0f} mm from the left"
    where += f" and {rows.min() * mm:.0f}-{(rows.max() + 1) * mm:.0f} mm from the top"
    wrong = f"ink lies in the margin of {margin:g} mm: {where}"
    yield page_finding("P021", name, page.number, wrong, "move it away from the edge of the paper")
