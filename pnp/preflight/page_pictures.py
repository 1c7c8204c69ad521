"""Draws PDF pages as pictures, to find blank pages, ink in the margin and changes, and for a kit's thumbnails.

Source: the renderer of PDFium, through pypdfium2.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import pypdfium2
from PIL import Image

from pnp.findings import Finding, Severity
from pnp.model.target import Target
from pnp.preflight.imposed_sheets import moved_by
from pnp.preflight.page_findings import page_finding, preflight_check
from pnp.preflight.page_mark import PageLook, page_look
from pnp.preflight.page_reader import WrittenPage
from pnp.spot import Spot
from pnp.units import MM_PER_INCH, MM_PER_POINT, Mm

THUMBNAIL = 420
"""Longer side of a small picture in pixels: sharp at half that size on a dense screen."""
_COLOURS = 128
_DPI = 72
_SECONDS, _SECONDS_EACH, _MOST_SECONDS = 8, 0.25, 40
"""The processor time for the pictures of the pages of a foreign file: in all, for each page, and at most."""
_LONGEST = 1600
"""The greatest number of pixels on the longer side of a page."""
_DIFFERENT = 24
"""By how much the grey of a pixel (0-255) must differ from that of the paper."""
_EDGE: Mm = 0.75
"""The distance by which ink may reach into the margin: half a heavy line, and a pixel."""
_HAIR: Mm = 0.1
_LEAST = 3
"""The number of pixels that count as ink; fewer may be due to rounding."""
_MOSTLY = 0.5
"""The share of the border that a plain background covers at least."""
_WHITE = 255

LookCallback: TypeAlias = Callable[[WrittenPage, pypdfium2.PdfPage, PageLook], None]
"""A function that is called with each page of a file, the page in PDFium, and what it shows."""


def ignore_look(_written: WrittenPage, _page: pypdfium2.PdfPage, _look: PageLook) -> None:
    """Do nothing with a page: the default of the parameter `also`."""


def seconds_for(pages: int) -> float:
    """Return the processor time in which the pages of a foreign file are drawn."""
    return min(_SECONDS + _SECONDS_EACH * pages, _MOST_SECONDS)


class PagePictures:
    """Draws each page of a file, and records what it shows, whether it is blank, and ink in its margin.

    It also calls `also` with each page. After `seconds` of processor time the remaining pages are left out; this is a
    finding too.
    """

    def __init__(
        self, name: str, target: Target, *, seconds: float = math.inf, also: LookCallback = ignore_look
    ) -> None:
        self.blank: list[int] = []
        self.findings: list[Finding] = []
        self.looks: dict[int, PageLook] = {}
        self._name, self._target, self._also = name, target, also
        self._seconds, self._most, self._stopped = 0.0, seconds, False

    def look(self, written: WrittenPage, page: pypdfium2.PdfPage) -> None:
        """Draw a page, and record what it shows, whether it is blank, and ink in its margin."""
        if self._seconds > self._most:
            if not self._stopped:
                wrong = f"the pictures of the pages from {written.number} on were not checked"
                write = "these pages take too long to draw; look at them yourself"
                self.findings.append(Finding("P021", Spot(self._name), wrong, write, Severity.WARNING))
            self._stopped = True
            return
        start = time.process_time()
        scale = min(_DPI * MM_PER_POINT / MM_PER_INCH, _LONGEST / max(*page.get_size(), 1))
        grey = page.render(scale=scale, grayscale=True).to_numpy()
        self.blank += [written.number] if is_blank(grey) else []
        self.findings += ink_in_the_margin(self._name, written, grey, self._target)
        self.looks[written.number] = page_look(written.runs, grey, written.width, written.height)
        self._also(written, page, self.looks[written.number])
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
def ink_in_the_margin(name: str, page: WrittenPage, grey: Any, target: Target) -> Iterator[Finding]:  # noqa: ANN401
    """A line, an area or an image lies in the margin that printers leave blank.

    This check looks at the printed page of any PDF, P016 at the positions in the layout of pnp. A picture or a
    background that reaches the edges is reported too, because printers cut off an uneven strip of it. It is allowed on
    a page whose bleed box is larger than its trim box, if the print target allows it (`bleeds: true`), and on a sheet
    that fits no paper of the target, because such a sheet is trimmed.
    """
    if target.bleeds and _has_bleed(page):
        return
    margin = target.margin_of(page.width, page.height)
    height, width = grey.shape[:2]
    moved = moved_by(page.width, page.height, page.shift)
    deep = round((margin - _EDGE - moved) * width / page.width)
    if page.rotate or page.crop or page.unit != 1 or deep < 1:
        return  # the picture shows another part of the page, which has a finding of its own, or it is too small
    border = np.ones_like(grey, dtype=bool)
    border[deep : height - deep, deep : width - deep] = False
    paper = _WHITE
    if is_trimmed := not target.fits_a_paper(page.width, page.height):
        values, counts = np.unique(grey[border], return_counts=True)
        paper = int(values[counts.argmax()])
    ink = border & (np.abs(grey.astype(int) - paper) > _DIFFERENT)
    if ink.sum() < _LEAST or (is_trimmed and ink.sum() > (1 - _MOSTLY) * border.sum()):
        return
    rows, columns = np.nonzero(ink)[:2]
    mm = page.width / width
    where = f"{columns.min() * mm:.0f}-{(columns.max() + 1) * mm:.0f} mm from the left"
    where += f" and {rows.min() * mm:.0f}-{(rows.max() + 1) * mm:.0f} mm from the top"
    wrong = f"ink lies in the margin of {margin:g} mm: {where}"
    yield page_finding("P021", name, page.number, wrong, "move it away from the edge of the paper")


def _has_bleed(page: WrittenPage) -> bool:
    """Return whether a page states that it is printed beyond the line to which it is cut."""
    trim, bleed = page.trim, page.bleed
    return trim is not None and bleed is not None and min(bleed.width - trim.width, bleed.height - trim.height) > _HAIR
