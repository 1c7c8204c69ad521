"""Computes the heights in a boxed example and divides its steps into panels, one for each column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compose.example.example_prose import CiteWriter
from pnp.compose.inline_markdown import ReferenceWriter
from pnp.typeface import text_width
from pnp.units import Mm, points

SIDES: Mm = points(10)
"""White space at each side inside a box."""
HANG: Mm = points(17)
"""Width of the margin for the number of a step."""
FONT, SIZE_PT, LEADING, APART = "serif", 9.0, points(11.6), points(4)
"""Type of the steps; `APART` is the white space between two steps."""
TITLE_FONT, TITLE_PT, TITLE_LEADING = "condensed-bold", 13.5, points(15.5)
NOTE_FONT, NOTE_PT, NOTE_LEADING = "sans-medium", 8.2, points(10)
"""Type of the title of a box, and of the caption below its figure."""
ABOVE, FRAME = points(11), points(28)
"""White space above every panel; the same with the rule and the white space inside the panel."""
KICKER: Mm = points(14)
"""Height of the word above the title and of the white space below the title."""
AROUND_FIGURE: Mm = points(11)
"""White space above and below a figure."""
LINES_LEFT = 6
"""Lines of text that must fit a column beside a box; a box that leaves less room is divided."""


@dataclass(frozen=True)
class BookletColumn:
    """The size of a column of the booklet, and the functions that write links to cases in it."""

    width: Mm
    height: Mm
    refer: ReferenceWriter
    cite: CiteWriter

    @property
    def inner(self) -> Mm:
        """The width that is left in the column for the content of a box."""
        return self.width - 2 * SIDES


def tallest_box(column: BookletColumn) -> Mm:
    """Return the greatest height that a boxed example may have in one column."""
    return column.height - LINES_LEFT * LEADING


@dataclass(frozen=True)
class BoxHeights:
    """Heights of the parts of a box: above its first step, of each step, and below its last step."""

    first: Mm
    steps: tuple[Mm, ...]
    last: Mm

    @classmethod
    def of(
        cls, column: BookletColumn, title: str, before: str, figure: Mm, caption: str, steps: Sequence[str], after: str
    ) -> BoxHeights:
        """Return the heights in a box with these texts; `figure` is the height of its drawing, or 0."""
        width = column.inner
        name = KICKER + _line_count(title, width, TITLE_FONT, TITLE_PT) * TITLE_LEADING
        note = _line_count(caption, width, NOTE_FONT, NOTE_PT) * NOTE_LEADING
        return cls(
            name + _paragraph_height(before, width) + (figure + note + AROUND_FIGURE if figure else 0.0),
            tuple(_paragraph_height(text, width - HANG) for text in steps),
            _paragraph_height(after, width),
        )

    @property
    def total(self) -> Mm:
        """The height of the box if it has only one panel."""
        return FRAME + self.first + sum(self.steps) + self.last


def divide_steps(heights: BoxHeights, limit: Mm) -> tuple[tuple[int, ...], Mm] | None:
    """Return how many steps each panel gets, and the height of a panel; None if one step is too high.

    There are as few panels as possible, none higher than the limit. They are as low as possible, but two of them never
    fit one column.

    >>> divide_steps(BoxHeights(60, (30, 30, 30), 0), 100 + FRAME)[0]
    (1, 2)
    >>> divide_steps(BoxHeights(60, (130, 30), 0), 100 + FRAME) is None
    True
    """
    fewest = _fill_panels(heights, limit)
    if fewest is None:
        return None
    tall, counts = limit, fewest
    while tall > limit / 2 + LEADING:
        lower = _fill_panels(heights, tall - LEADING / 4)
        if lower is None or len(lower) > len(fewest):
            break
        tall, counts = tall - LEADING / 4, lower
    return counts, tall


def _fill_panels(heights: BoxHeights, tall: Mm) -> tuple[int, ...] | None:
    """Return how many steps each panel gets if panels of height `tall` are filled one after another.

    The text at the end stays with the last step. Returns None if a part is too high.
    """
    counts, used = [0], FRAME + heights.first
    if used > tall:
        return None
    for i, height in enumerate(heights.steps):
        rest = heights.last if i == len(heights.steps) - 1 else 0.0
        if used + height + rest > tall:
            counts, used = [*counts, 0], FRAME + KICKER
        if used + height + rest > tall:
            return None
        counts[-1] += 1
        used += height
    return tuple(counts)


def _paragraph_height(text: str, width: Mm) -> Mm:
    """Return the height of a paragraph of a boxed example; 0 if the text is empty."""
    return _line_count(text, width, FONT, SIZE_PT) * LEADING + APART if text else 0.0


def _line_count(text: str, width: Mm, font: str, size_pt: float) -> int:
    """Return how many lines a text needs in a column of this width."""
    count, used, space = 0, 0.0, text_width(" ", font, size_pt)
    for word in text.split():
        wide = text_width(word, font, size_pt)
        if count and used + space + wide <= width:
            used += space + wide
        else:
            count, used = count + 1, wide
    return count
