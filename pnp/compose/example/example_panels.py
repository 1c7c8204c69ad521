"""How high the parts of a boxed example are set, and how its steps are shared out among columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compose.example_prose import Cite
from pnp.compose.prose import Refer
from pnp.typeface import text_width
from pnp.units import Mm, points

SIDES: Mm = points(10)
"""White at both sides within a box."""
HANG: Mm = points(17)
"""Room for the number of a step."""
FONT, SIZE_PT, LEADING, APART = "serif", 9.0, points(11.6), points(4)
"""How the prose is set."""
TITLE_FONT, TITLE_PT, TITLE_LEADING = "condensed-bold", 13.5, points(15.5)
NOTE_FONT, NOTE_PT, NOTE_LEADING = "sans-medium", 8.2, points(10)
"""How the name of a box is set, and what stands below its figure."""
ABOVE, FRAME = points(11), points(28)
"""White above every panel, and that with its rule and the white within."""
KICKER: Mm = points(14)
"""Height of the word above the name, and of the white below that."""
AROUND_FIGURE: Mm = points(11)
LINES_LEFT = 6
"""Lines of text that must have room in a column besides a box; a box that leaves fewer is parted."""


@dataclass(frozen=True)
class Column:
    """A column of the booklet, and what makes links in it."""

    width: Mm
    height: Mm
    refer: Refer
    cite: Cite

    @property
    def inner(self) -> Mm:
        """How wide what stands in a box is."""
        return self.width - 2 * SIDES


def tallest_box(column: Column) -> Mm:
    """How high a box may be that keeps to one column."""
    return column.height - LINES_LEFT * LEADING


@dataclass(frozen=True)
class Heights:
    """Of a box: what stands above its first step, each step, and what follows the last."""

    first: Mm
    steps: tuple[Mm, ...]
    last: Mm

    @classmethod
    def of(
        cls, column: Column, title: str, before: str, figure: Mm, caption: str, steps: Sequence[str], after: str
    ) -> Heights:
        """Measured from bare texts; `figure` is the height of the drawing, 0 if there is none."""
        width = column.inner
        name = KICKER + _lines(title, width, TITLE_FONT, TITLE_PT) * TITLE_LEADING
        note = _lines(caption, width, NOTE_FONT, NOTE_PT) * NOTE_LEADING
        return cls(
            name + _told(before, width) + (figure + note + AROUND_FIGURE if figure else 0.0),
            tuple(_told(text, width - HANG) for text in steps),
            _told(after, width),
        )

    @property
    def together(self) -> Mm:
        """Height of a box of one panel."""
        return FRAME + self.first + sum(self.steps) + self.last


def share_out(heights: Heights, limit: Mm) -> tuple[tuple[int, ...], Mm] | None:
    """How many steps stand in each panel, and the height of all panels: as few panels as there can be, none higher
    than the limit, and then as low as they can be without two having room in one column. None if a part is too high.

    >>> share_out(Heights(60, (30, 30, 30), 0), 100 + FRAME)[0]
    (1, 2)
    >>> share_out(Heights(60, (130, 30), 0), 100 + FRAME) is None
    True
    """
    fewest = _fill(heights, limit)
    if fewest is None:
        return None
    tall, counts = limit, fewest
    while tall > limit / 2 + LEADING:
        lower = _fill(heights, tall - LEADING / 4)
        if lower is None or len(lower) > len(fewest):
            break
        tall, counts = tall - LEADING / 4, lower
    return counts, tall


def _fill(heights: Heights, tall: Mm) -> tuple[int, ...] | None:
    """Panels filled one after another up to a height; the words at the end never stand alone."""
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


def _told(text: str, width: Mm) -> Mm:
    """How high a paragraph is set."""
    return _lines(text, width, FONT, SIZE_PT) * LEADING + APART if text else 0.0


def _lines(text: str, width: Mm, font: str, size_pt: float) -> int:
    """On how many lines a text is set in a column."""
    count, used, space = 0, 0.0, text_width(" ", font, size_pt)
    for word in text.split():
        wide = text_width(word, font, size_pt)
        if count and used + space + wide <= width:
            used += space + wide
        else:
            count, used = count + 1, wide
    return count
