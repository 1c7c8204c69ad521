"""Cells of lists and tables: their paragraphs, and how much room these take before they are set."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pnp.compose.measure import height_of, width_of
from pnp.compose.prose import plain
from pnp.units import Mm, points

GAP = points(6)
"""White between two columns of a list."""


@dataclass(frozen=True)
class Gauge:
    """A small bar: a share of 1, in so many boxes of which that share is filled; in one piece if there are none."""

    share: Fraction
    boxes: int = 0

    @property
    def filled(self) -> int:
        """How many of its boxes are filled."""
        return round(self.share * self.boxes)


GAUGE: Mm = points(5.6)
"""Height of a bar under a figure, with the white below it."""


@dataclass(frozen=True)
class Line:
    """One paragraph of a cell: Markdown, its look, how far all its lines but the first are indented, a mark after it, a
    bar under it.

    `pictures` are names of scenes, set in a row instead of text; their size grows with the scale of type.
    """

    text: str
    look: str = "words"
    indent: Mm = 0
    mark: bool = False
    css: str = ""
    gauge: Gauge | None = None
    pictures: tuple[str, ...] = ()
    picture_width: Mm = 0
    picture_height: Mm = 0

    def height(self, width: Mm, scale: float) -> Mm:
        """Height set in a column."""
        if self.pictures:
            across = max(1, int((width + 0.01) / (self.picture_width * scale + PICTURE_GAP)))
            return -(-len(self.pictures) // across) * (self.picture_height * scale + PICTURE_GAP)
        text = plain(self.text) + ("°" if self.mark else "")
        return height_of(text, self.look, width - self.indent, scale) + (GAUGE if self.gauge else 0)

    def width(self, scale: float) -> Mm:
        """Width on one line."""
        if self.pictures:
            return len(self.pictures) * (self.picture_width * scale + PICTURE_GAP)
        return width_of(plain(self.text) + ("°" if self.mark else ""), self.look, scale) + self.indent

    def narrowest(self, scale: float) -> Mm:
        """What cannot be broken: one picture, or the longest word."""
        if self.pictures:
            return self.picture_width * scale + PICTURE_GAP
        return self.indent + max((width_of(word, self.look, scale) for word in plain(self.text).split()), default=0)


PICTURE_GAP = 0.6


@dataclass(frozen=True)
class Cell:
    """Paragraphs of one cell of a list."""

    lines: tuple[Line, ...] = ()

    def height(self, width: Mm, scale: float) -> Mm:
        """Height set in a column."""
        return sum(line.height(width, scale) for line in self.lines)

    def width(self, scale: float) -> Mm:
        """Width on one line."""
        return max((line.width(scale) for line in self.lines), default=0)

    def narrowest(self, scale: float) -> Mm:
        """The least width in which nothing is cut off."""
        return max((line.narrowest(scale) for line in self.lines), default=0)


def cell(text: str, look: str = "words", *, mark: bool = False, css: str = "") -> Cell:
    """A cell of one paragraph, empty if the text is."""
    return Cell((Line(text, look, mark=mark, css=css),)) if text else Cell()


@dataclass(frozen=True)
class Item:
    """Small drawings, side by side, and the words beside them; `width` and `height` are of each at scale 1."""

    scenes: tuple[str, ...]
    width: Mm
    height: Mm
    line: Line

    def wide(self, scale: float) -> Mm:
        """Width of the drawings and the white after them."""
        return len(self.scenes) * (self.width * scale + PICTURE_GAP) + GAP / 2
