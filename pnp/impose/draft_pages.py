"""Pages of a draft: the list of its findings, and the placeholder of a part that could not be made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.fitting import wrap_text
from pnp.impose.page import Document, Page
from pnp.model.target import Paper, Target
from pnp.palette import INK, RED
from pnp.scene import Colour, Item, Rect, Stroke, Text, line, rectangle
from pnp.typeface import missing_letters
from pnp.units import Mm, points

_LEADING = 1.3
_INSIDE: Mm = 9
"""The distance of the text from the margin of the paper."""


class DraftLine(NamedTuple):
    """A paragraph of a page of a draft: its text, font, size and colour, and the air above it."""

    text: str
    font: str = "sans"
    size_pt: float = 9.5
    above: Mm = 1.2
    colour: Colour = INK


def title_line(text: str) -> DraftLine:
    """Return the title of a page."""
    return DraftLine(text, "condensed-bold", 26, 0, RED)


def heading_line(text: str) -> DraftLine:
    """Return the heading of a list."""
    return DraftLine(text, "sans-bold", 12, 5)


def finding_lines(place: str, message: str) -> tuple[DraftLine, DraftLine]:
    """Return the paragraphs of a finding: what is wrong, and where."""
    return DraftLine(message, "sans", 9.5, 2.4), DraftLine(place, "sans", 7.5, 0.4, "#55504A")


def draft_document(
    name: str, title: str, paragraphs: Iterable[DraftLine], target: Target, paper: Paper, *, framed: bool = False
) -> Document:
    """Return paragraphs on as many pages as they need. `framed` pages, which replace others, have a frame."""
    left = target.margin + _INSIDE
    width, bottom = paper.width - 2 * left, paper.height - left
    pages: list[list[Item]] = [[]]
    y = left
    for one in paragraphs:
        text = "".join(" " if letter in missing_letters(one.text, one.font) else letter for letter in one.text)
        lead = points(one.size_pt * _LEADING)
        y += one.above if pages[-1] else 0
        for row in wrap_text(text, one.font, one.size_pt, width, divide_words=True):
            if y + lead > bottom:
                pages.append([])
                y = left
            y += lead
            pages[-1].append(Text(left, round(y, 3), row, one.font, one.size_pt, one.colour))
    sheet = Rect(0, 0, paper.width, paper.height)
    frame = _frame(paper, target) if framed else ()
    made = (
        Page(f"{name} {n}", paper.width, paper.height, sheet, sheet, (*frame, *items))
        for n, items in enumerate(pages, 1)
    )
    return Document(name, title, tuple(made))


def _frame(paper: Paper, target: Target) -> Sequence[Item]:
    """Return a frame with a cross, which shows that something is missing."""
    at, pen = target.margin + 3, Stroke("#E3B7B3", 0.6)
    right, low = paper.width - at, paper.height - at
    box = rectangle(Rect(at, at, right - at, low - at), stroke=pen)
    return box, line(at, at, right, low, pen), line(at, low, right, at, pen)
