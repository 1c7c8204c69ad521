"""What composing makes: a book of HTML in which drawings are named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.scene import Scene, Text
from pnp.typeface import text_width
from pnp.units import Mm, points

PAGE_SIZE_PT = 8.4
PAGE_FONT, PAGE_COLOUR = "sans-medium", "#6B5A4C"
PAGE_HEIGHT: Mm = points(PAGE_SIZE_PT * 0.72)
"""Height of a page reference: figures stand on its foot."""


@dataclass(frozen=True)
class Book:
    """One HTML document with its style, to be paginated by a writer. `<img src="scene:NAME">` stands for the drawing
    `scenes[NAME]`. `<img src="page:ID">` stands for the page on which the element of that id is: a writer that knows
    it only when all is set need not set anything anew; `number:ID` stands for the bare number.

    `name` is the file name without suffix; `paper` the name of the size that the style's `@page` asks for. `pages` is
    how many pages it must come to (0: any number); more means that something ran over. If `across` is 2, its pages are
    columns: two of them, as wide as half the paper, make one page. The last one is empty, and left out if no column
    stands alone before it.
    """

    name: str
    title: str
    html: str
    paper: str
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    pages: int = 0
    across: int = 1


def page_scene(scheme: str, page: int) -> Scene:
    """A reference to a page: `p 12` for `page`, `12` for `number`; as wide as with two figures.

    A bare number stands flush right. What a page of one figure leaves over is parted before and after the `p`.
    """

    def width_of(text: str) -> Mm:
        return text_width(text, PAGE_FONT, PAGE_SIZE_PT)

    def run(x: Mm, text: str) -> Text:
        return Text(x, PAGE_HEIGHT, text, PAGE_FONT, PAGE_SIZE_PT, PAGE_COLOUR, "end")

    if scheme == "number":
        width = width_of("00")
        return Scene(f"{scheme}-{page}", width, PAGE_HEIGHT, (run(width, str(page)),))
    width = width_of("p 00")
    over = max(0.0, width - width_of(f"p {page}"))
    runs = (run(width - over / 2 - width_of(f" {page}"), "p"), run(width, str(page)))
    return Scene(f"{scheme}-{page}", width, PAGE_HEIGHT, runs)
