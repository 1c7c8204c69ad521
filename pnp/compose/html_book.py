"""An HTML book with its drawings, and pictures of page numbers such as `p 12`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.scene import Scene, Text
from pnp.typeface import text_width
from pnp.units import Mm, points

PAGE_SIZE_PT = 8.4
PAGE_FONT, PAGE_COLOUR = "sans-medium", "#6B5A4C"
PAGE_HEIGHT: Mm = points(PAGE_SIZE_PT * 0.72)
PAGE_DEPTH: Mm = points(PAGE_SIZE_PT * 0.22)
"""Height of a page reference above the baseline, and the room below it for the descender of the `p`.

The style of the booklet has the same measures. A bare number has no room below.
"""


@dataclass(frozen=True)
class Book:
    """An HTML document with its style and drawings, which is typeset into pages as a PDF.

    `<img src="scene:NAME">` shows the drawing `scenes[NAME]`. `<img src="page:ID">` shows the page of the element with
    that id, and `number:ID` the bare page number. These are pictures, because a writer knows the pages only when all
    text is set.

    `name` is the file name without suffix; `paper` names the paper size of the style's `@page`. `pages` is the required
    number of pages (0: any number). If `across` is 2, the pages are columns: two of them, each as wide as half the
    paper, make one page. The last column is empty; it is left out if it would be a page of its own.
    """

    name: str
    title: str
    html: str
    paper: str
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    pages: int = 0
    across: int = 1


def page_scene(scheme: str, page: int) -> Scene:
    """Draw a page reference: `p 12` if `scheme` is `page`, or `12` if it is `number`.

    It is as wide as a reference with two figures. A bare number ends at the right edge. Spare width of a page with one
    figure is divided before and after the `p`.
    """

    def width_of(text: str) -> Mm:
        """Return the width of a text in the type of a page reference."""
        return text_width(text, PAGE_FONT, PAGE_SIZE_PT)

    def text_ending_at(x: Mm, text: str) -> Text:
        """Return a text in the type of a page reference that ends at `x`."""
        return Text(x, PAGE_HEIGHT, text, PAGE_FONT, PAGE_SIZE_PT, PAGE_COLOUR, "end")

    if scheme == "number":
        width = width_of("00")
        return Scene(f"{scheme}-{page}", width, PAGE_HEIGHT, (text_ending_at(width, str(page)),))
    width = width_of("p 00")
    over = max(0.0, width - width_of(f"p {page}"))
    runs = (text_ending_at(width - over / 2 - width_of(f" {page}"), "p"), text_ending_at(width, str(page)))
    return Scene(f"{scheme}-{page}", width, PAGE_HEIGHT + PAGE_DEPTH, runs)
