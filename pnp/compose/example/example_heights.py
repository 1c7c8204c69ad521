"""Estimates the heights of boxed examples, and divides the steps of one that is higher than a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

from pnp.typeface import text_width
from pnp.units import Mm, points

FONT, SIZE_PT, LEADING, APART = "serif", 9.4, points(12.2), points(4.2)
"""Type of the prose; `APART` is the white space between two paragraphs."""
HEAD: Mm = points(40)
"""Height of the title of a box with the white space inside the box."""


def prose_height(texts: Iterable[str], width: Mm) -> Mm:
    """Return the estimated height of the paragraphs of a boxed example; empty texts have none."""
    return fsum(_line_count(text, width) * LEADING + APART for text in texts if text)


def tally_height(rows: int) -> Mm:
    """Return the estimated height of the table of die rolls below the prose; none without rows."""
    return points(39) + rows * points(15.6) if rows else 0.0


def divide_steps(first: Mm, steps: Sequence[Mm], last: Mm, limit: Mm) -> tuple[int, ...] | None:
    """Return how many steps each part of a box gets, if none may be higher than the limit.

    `first` is the height of the part before the steps, and `last` that of the part after them, which stays with the
    last step. Returns None if a part is too high.

    >>> divide_steps(60, (30, 30, 30), 0, 100), divide_steps(60, (130, 30), 0, 100)
    ((1, 2), None)
    """
    counts, used = [0], first
    if used > limit:
        return None
    for i, height in enumerate(steps):
        rest = last if i == len(steps) - 1 else 0.0
        if used + height + rest > limit:
            counts, used = [*counts, 0], 0.0
        if used + height + rest > limit:
            return None
        counts[-1] += 1
        used += height
    return tuple(counts)


def _line_count(text: str, width: Mm) -> int:
    """Return how many lines a text needs at this width."""
    count, used, space = 0, 0.0, text_width(" ", FONT, SIZE_PT)
    for word in text.split():
        wide = text_width(word, FONT, SIZE_PT)
        if count and used + space + wide <= width:
            used += space + wide
        else:
            count, used = count + 1, wide
    return count
