"""How much room text takes before it is set: the looks of aids, and where their lines break."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pnp.fitting import fill_lines
from pnp.typeface import text_width
from pnp.units import Mm, points

FAMILIES = {"condensed": "Barlow Condensed", "sans": "Barlow Semi Condensed", "serif": "Source Serif 4"}
WEIGHTS = {"medium": 500, "semibold": 600, "bold": 700, "extrabold": 800}


@dataclass(frozen=True)
class Look:
    """How a text looks: a key of `pnp.typeface`, size and leading in points."""

    font: str
    size_pt: float
    leading_pt: float

    def css(self, scale: float = 1) -> str:
        """The value of CSS `font`."""
        family, *words = self.font.split("-")
        weight = next((WEIGHTS[word] for word in words if word in WEIGHTS), 400)
        style = "italic " if "italic" in words else ""
        size, leading = self.size_pt * scale, self.leading_pt * scale
        return f"{style}{weight} {size:.2f}pt/{leading:.2f}pt '{FAMILIES[family]}'"


LOOKS = {
    "words": Look("sans-medium", 9.4, 11.4),
    "strong": Look("sans-bold", 9.8, 11.4),
    "name": Look("sans-bold", 10.4, 12),
    "effect": Look("condensed-bold", 11, 12),
    "value": Look("sans-semibold", 9.4, 11.4),
    "case": Look("sans-semibold", 8.2, 11.4),
    "label": Look("sans-semibold", 8.8, 11),
    "note": Look("sans-medium", 8.9, 11),
    "number": Look("condensed-bold", 10.6, 12.4),
    "figure": Look("condensed-semibold", 10.6, 12.4),
    "column": Look("condensed-extrabold", 12, 13),
    "odds": Look("condensed-extrabold", 16, 22),
    "result": Look("condensed-semibold", 14.5, 19.6),
    "phase": Look("condensed-extrabold", 21, 22),
}
"""What a player reads on an aid, across a table; sizes at scale 1."""

_TABULAR = str.maketrans("123456789", "000000000")  # aids are set in figures of equal width

SLACK = 1.015
"""Lines are taken to be so much longer than measured: a word is never found not to fit."""


def width_of(text: str, look: str, scale: float = 1) -> Mm:
    """Width of a text on one line."""
    one = LOOKS[look]
    return text_width(text.translate(_TABULAR), one.font, one.size_pt * scale) * SLACK


@lru_cache(maxsize=8192)
def lines_of(text: str, look: str, width: Mm, scale: float = 1) -> int:
    """On how many lines a text of words is set in a column."""
    if not text:
        return 0
    return max(1, len(fill_lines(text.split(), width, lambda word: width_of(word, look, scale))))


def height_of(text: str, look: str, width: Mm, scale: float = 1) -> Mm:
    """Height of a text set in a column; paragraphs are parted by a blank line, with half a line between."""
    leading = points(LOOKS[look].leading_pt * scale)
    paragraphs = text.split("\n\n")
    lines = sum(lines_of(paragraph, look, width, scale) for paragraph in paragraphs)
    return leading * (lines + (len(paragraphs) - 1) / 2)
