"""Type styles of player aids, and measures of text before the page is laid out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pnp.fitting import fill_lines
from pnp.typeface import text_width
from pnp.units import Mm, int_sum, points

FAMILIES = {"condensed": "Barlow Condensed", "sans": "Barlow Semi Condensed", "serif": "Source Serif 4"}
WEIGHTS = {"medium": 500, "semibold": 600, "bold": 700, "extrabold": 800}


@dataclass(frozen=True)
class TypeStyle:
    """A font (a key of `pnp.typeface`) with its size and leading in points."""

    font: str
    size_pt: float
    leading_pt: float

    def css(self, scale: float = 1) -> str:
        """Return the CSS `font` value of the type style at a scale."""
        family, *words = self.font.split("-")
        weight = next((WEIGHTS[word] for word in words if word in WEIGHTS), 400)
        style = "italic " if "italic" in words else ""
        size, leading = self.size_pt * scale, self.leading_pt * scale
        return f"{style}{weight} {size:.2f}pt/{leading:.2f}pt '{FAMILIES[family]}'"


TYPE_STYLES = {
    "words": TypeStyle("sans-medium", 9.4, 11.4),
    "strong": TypeStyle("sans-bold", 9.8, 11.4),
    "name": TypeStyle("sans-bold", 10.4, 12),
    "effect": TypeStyle("condensed-bold", 11, 12),
    "value": TypeStyle("sans-semibold", 9.4, 11.4),
    "case": TypeStyle("sans-semibold", 8.2, 11.4),
    "label": TypeStyle("sans-semibold", 8.8, 11),
    "note": TypeStyle("sans-medium", 8.9, 11),
    "number": TypeStyle("condensed-bold", 10.6, 12.4),
    "figure": TypeStyle("condensed-semibold", 10.6, 12.4),
    "column": TypeStyle("condensed-extrabold", 12, 13),
    "odds": TypeStyle("condensed-extrabold", 16, 22),
    "result": TypeStyle("condensed-semibold", 14.5, 19.6),
    "phase": TypeStyle("condensed-extrabold", 21, 22),
}
"""The styles of all text that players read across a table, by CSS class; sizes at scale 1."""

# Aids use figures of equal width. The fonts have no arrows; those of the fallback font are at most as wide as a W.
_TABULAR = str.maketrans("123456789↓→↑←\N{NO-BREAK SPACE}", "000000000WWWW ")

_BLANKS = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")

SLACK = 1.015
"""Measured widths are enlarged by this factor, so that a word always fits."""


def width_of(text: str, style: str, scale: float = 1) -> Mm:
    """Return the width of a text on one line, in a type style such as `note`."""
    one = TYPE_STYLES[style]
    return text_width(text.translate(_TABULAR), one.font, one.size_pt * scale) * SLACK


def split_words(text: str) -> list[str]:
    """Return the parts of a text between which a line can be broken."""
    return _BLANKS.split(text.strip())


@lru_cache(maxsize=8192)
def lines_of(text: str, style: str, width: Mm, scale: float = 1) -> int:
    """Return how many lines a text needs in a column of this width."""
    if not text:
        return 0
    return max(1, len(fill_lines(split_words(text), width, lambda word: width_of(word, style, scale))))


def height_of(text: str, style: str, width: Mm, scale: float = 1) -> Mm:
    """Return the height that a text needs in a column; a blank line begins a new paragraph."""
    leading = points(TYPE_STYLES[style].leading_pt * scale)
    paragraphs = text.split("\n\n")
    lines = int_sum(lines_of(paragraph, style, width, scale) for paragraph in paragraphs)
    return leading * (lines + (len(paragraphs) - 1) / 2)
