"""An HTML book: its drawings, the flow of its boxes over pages, and page references such as `p 12`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

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


class FlowPicture(NamedTuple):
    """A picture for the empty foot of a column: the name of its drawing, and its usual size."""

    name: str
    width: Mm
    height: Mm


@dataclass(frozen=True)
class Flow:
    """The pages on which the boxes of a booklet are placed.

    `width` and `height` are those of the paper, `top` and `tall` the margin above the text and its height. `title` is
    printed at the head of each page. `sizes` are the sizes (points) of the running text that are tried: the largest
    that needs the fewest pages is taken. An index has `list_columns` columns. The drawing `tail`, as wide as the text
    and `tail_height` high, fills the foot of the last page; if there is less room, only its foot is shown. `vignettes`
    fill the empty feet of columns. `style` is the style sheet of running heads, page numbers and these pictures.
    """

    width: Mm
    height: Mm
    top: Mm
    tall: Mm
    column: Mm
    gutter: Mm
    title: str = ""
    note: str = ""
    sizes: tuple[float, ...] = (9.8,)
    list_columns: int = 4
    tail: str = ""
    tail_height: Mm = 0.0
    vignettes: tuple[FlowPicture, ...] = ()
    style: str = ""

    @property
    def text(self) -> Mm:
        """The width of the text: both columns and the gutter."""
        return 2 * self.column + self.gutter

    def left(self, number: int) -> Mm:
        """Return the left margin of a page; the inner margin is a little wider than the outer."""
        inner = (self.width - self.text) * 54 / 102
        return inner if number % 2 else self.width - self.text - inner


@dataclass(frozen=True)
class Book:
    """An HTML document with its style and drawings, which is typeset into pages as a PDF.

    `<img src="scene:NAME">` shows the drawing `scenes[NAME]`. `<img src="page:ID">` shows the page of the element with
    that id, and `number:ID` the bare page number. These are pictures, because a writer knows the pages only when all
    text is set.

    `name` is the file name without suffix; `paper` names the paper size of the style's `@page`. `pages` is the required
    number of pages (0: any number). With a `flow`, the children of the body are boxes that are measured first and
    then placed on pages (`page_flow.py`).
    """

    name: str
    title: str
    html: str
    paper: str
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    pages: int = 0
    flow: Flow | None = None


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
