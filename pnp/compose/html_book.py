"""HTML books with references to drawings, and the drawing of a page reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.scene import Scene, Text
from pnp.typeface import text_width
from pnp.units import Mm, points

PAGE_SIZE_PT = 8.4
PAGE_FONT, PAGE_COLOUR = "sans-medium", "#6B5A4C"
PAGE_HEIGHT: Mm = points(PAGE_SIZE_PT * 0.72)
"""Height of a page reference; its lower edge is the baseline of the figures."""


@dataclass(frozen=True)
class Book:
    """An HTML document with its style and drawings, which is typeset into pages as a PDF."""

    name: str
    title: str
    html: str
    paper: str
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    pages: int = 0
    across: int = 1


def page_scene(scheme: str, page: int) -> Scene:
    """Draw a reference to a page: `p 12` for the scheme `page`, `12` for `number`."""

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
