"""The title of a cover, with the line above it and the subtitle below it."""

from __future__ import annotations

from pnp.art.covers.layout import KICKER_FONT, KICKER_PT, KICKER_TRACK, SUBTITLE_FONT, CoverLayout
from pnp.art.covers.lettering import Lettering, fitted_lettering, lettering
from pnp.fitting import fill_lines
from pnp.scene import Colour, Item, Rect, rectangle
from pnp.typography import dress
from pnp.units import points

TITLE_FONT = "condensed-extrabold"
TITLE_TRACK = -0.004
"""Extra space between the letters of a title, as a share of the size."""
SUBTITLE_PT = 20.0
TITLE_TOP = 62.0
"""The distance of the first capitals from the top of the page."""
HIGHEST, LOW = 160.0, 40.0
"""The greatest height of a line of the title; a title with lower letters than `LOW` is divided into more lines."""
MOST_LINES = 3
LINE_GAP = 12.0
SUBTITLE_DROP = 26.0
"""The distance from the baseline of the title to that of the subtitle."""


def title_lines(title: str, width: float) -> tuple[Lettering, ...]:
    """Return the lines of a title, each as wide as the page allows.

    A long title has up to three lines. Each line is fitted alone, so short lines are higher.
    """
    words = dress(title).upper().split()
    found: tuple[Lettering, ...] = ()
    for count in range(1, min(MOST_LINES, len(words)) + 1):
        lines = tuple(
            fitted_lettering(line, TITLE_FONT, width, HIGHEST, TITLE_TRACK) for line in _divided(words, count)
        )
        if not found or _lowest(lines) > _lowest(found):
            found = lines
        if _lowest(found) >= LOW:
            break
    return found


def _divided(words: list[str], count: int) -> tuple[str, ...]:
    """Return words in at most `count` lines, of which the longest is as short as possible."""

    def measure(text: str) -> float:
        """Return the width of a text of the title at 100 pt."""
        line = lettering(text, TITLE_FONT, 100)
        return line.right - line.left

    low, high = 0.0, measure(" ".join(words))
    for _ in range(14):
        middle = (low + high) / 2
        if len(fill_lines(words, middle, measure)) <= count and middle >= max(map(measure, words)):
            high = middle
        else:
            low = middle
    return fill_lines(words, high + 1e-6, measure)


def _lowest(lines: tuple[Lettering, ...]) -> float:
    """Return the height of the lowest line."""
    return min((line.bottom - line.top for line in lines), default=0.0)


def title_block(layout: CoverLayout, title: str, kicker: str, subtitle: str, colour: Colour) -> tuple[Item, ...]:
    """Return the drawn title, with its kicker between two rules, and the subtitle."""
    items: list[Item] = []
    y = layout.top + TITLE_TOP
    if kicker:
        line = lettering(dress(kicker).upper(), KICKER_FONT, KICKER_PT, KICKER_TRACK)
        width = line.right - line.left
        height = line.bottom - line.top
        left = (layout.left + layout.right - width) / 2
        items.append(line.drawn(left, y - line.top, colour))
        middle = y + height / 2
        for start, end in ((layout.left, left - 12), (left + width + 12, layout.right)):
            if end > start:
                items.append(_bar(start, middle - 1.3, end - start, 2.6, colour))
        y += height + 13
    for line in title_lines(title, layout.width):
        baseline = y - line.top
        items.append(line.drawn(layout.left, baseline, colour))
        y = baseline + LINE_GAP
    if subtitle:
        text = dress(subtitle)
        at_size = lettering(text, SUBTITLE_FONT, SUBTITLE_PT)
        size = SUBTITLE_PT * min(1, (layout.width - 1) / (at_size.right - at_size.left))
        line = lettering(text, SUBTITLE_FONT, size)
        items.append(line.drawn(layout.left + 1 + line.left, y - LINE_GAP + SUBTITLE_DROP, colour))
    return tuple(items)


def _bar(x: float, y: float, width: float, height: float, colour: Colour) -> Item:
    """Return a filled rectangle, given in points."""
    return rectangle(Rect(*(round(points(value), 4) for value in (x, y, width, height))), fill=colour)
