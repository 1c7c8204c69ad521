"""Cells of lists and tables on player aids. They compute their size before the page is laid out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import fsum

from pnp.compose.aids.measure import height_of, split_words, width_of
from pnp.compose.inline_markdown import bound_text
from pnp.scene import Colour
from pnp.units import Mm, points

GAP = points(6)
"""White space between two columns of a list."""
PICTURE_GAP = 0.6
"""White space after a drawing in a row of drawings."""
ROUNDING = 0.02
"""The room that a picture needs more than measured, because style sheets have lengths with two decimals."""
BAR_HEIGHT: Mm = points(5.6)
"""Height of the bar under a figure and of the white space below the bar."""


@dataclass(frozen=True)
class ChanceBar:
    """A small bar that shows a probability: filled boxes, or one filled length if `boxes` is 0."""

    share: Fraction
    boxes: int = 0

    @property
    def filled(self) -> int:
        """The number of filled boxes in the bar of a probability."""
        return round(self.share * self.boxes)


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of a cell: Markdown in a type style, with a reconstruction mark and a bar if needed.

    `mark` adds the sign for reconstructed values. `indent` moves all lines but the first. `pictures` are names of
    scenes that are printed in a row instead of text; their size grows with the scale of the type. `ground` is the
    colour of the whole cell in a table of figures.
    """

    text: str
    style: str = "words"
    indent: Mm = 0
    mark: bool = False
    css: str = ""
    bar: ChanceBar | None = None
    pictures: tuple[str, ...] = ()
    picture_width: Mm = 0
    picture_height: Mm = 0
    ground: Colour | None = None

    def height(self, width: Mm, scale: float) -> Mm:
        """Return the height of the paragraph in a column of this width."""
        if self.pictures:
            across = max(1, int(width / (self.picture_width * scale + PICTURE_GAP + ROUNDING / 2)))
            return -(-len(self.pictures) // across) * (self.picture_height * scale + PICTURE_GAP)
        text = bound_text(self.text) + ("°" if self.mark else "")
        return height_of(text, self.style, width - self.indent, scale) + (BAR_HEIGHT if self.bar else 0)

    def width(self, scale: float) -> Mm:
        """Return the width that the paragraph needs on one line."""
        if self.pictures:
            return len(self.pictures) * (self.picture_width * scale + PICTURE_GAP + ROUNDING)
        return width_of(bound_text(self.text) + ("°" if self.mark else ""), self.style, scale) + self.indent

    def least_width(self, scale: float) -> Mm:
        """Return the width of the longest word or picture in the paragraph."""
        if self.pictures:
            return self.picture_width * scale + PICTURE_GAP
        words = split_words(bound_text(self.text))
        return self.indent + max((width_of(word, self.style, scale) for word in words), default=0)


@dataclass(frozen=True)
class Cell:
    """The paragraphs of one cell of a list."""

    paragraphs: tuple[Paragraph, ...] = ()

    def height(self, width: Mm, scale: float) -> Mm:
        """Return the height of the cell in a column of this width."""
        return fsum(paragraph.height(width, scale) for paragraph in self.paragraphs)

    def width(self, scale: float) -> Mm:
        """Return the width that the cell needs if each paragraph is on one line."""
        return max((paragraph.width(scale) for paragraph in self.paragraphs), default=0)

    def least_width(self, scale: float) -> Mm:
        """Return the width of the cell's longest word or picture, below which something is cut off."""
        return max((paragraph.least_width(scale) for paragraph in self.paragraphs), default=0)


def cell(text: str, style: str = "words", *, mark: bool = False, css: str = "") -> Cell:
    """Return a table cell with one paragraph, or an empty cell if the text is empty."""
    return Cell((Paragraph(text, style, mark=mark, css=css),)) if text else Cell()


@dataclass(frozen=True)
class GalleryItem:
    """Small drawings in a row with a paragraph beside them; the sizes are of one drawing at scale 1."""

    scenes: tuple[str, ...]
    width: Mm
    height: Mm
    paragraph: Paragraph

    def drawings_width(self, scale: float) -> Mm:
        """Return the total width of the item's drawings, each with the white space after it."""
        return len(self.scenes) * (self.width * scale + PICTURE_GAP) + GAP / 2
