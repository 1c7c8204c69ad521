"""Lines of text on counters and components, fitted to the room they have.

A line that cannot be printed is a fault.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from pnp.draw.fault import contrast_faults, letter_not_in_typeface, text_too_long
from pnp.findings import Fault
from pnp.fitting import SMALLEST_PT, fit_size
from pnp.scene import Anchor, Colour, Item, Text
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Degrees, Mm

READABLE = 4.5
"""The least contrast of text on its background.  Source: WCAG 2.2, 1.4.3."""

Reading = Literal["across", "upwards"]


class Drawing(NamedTuple):
    """Items that are drawn, the texts among them in reading order, and the faults found."""

    items: tuple[Item, ...] = ()
    texts: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    def plus(self, *others: Drawing) -> Drawing:
        """Return this drawing with other drawings on top of it."""
        items, texts, faults = self
        for other in others:
            items, texts, faults = items + other.items, texts + other.texts, faults + other.faults
        return Drawing(items, texts, faults)


class Style(NamedTuple):
    """The style of a line: typeface, largest size, colour, the colour behind it, letter spacing (a share of an em)."""

    font: str
    size_pt: float
    fill: Colour
    on: Colour
    tracking: float = 0


class LinePlace(NamedTuple):
    """The position of a line: x of its anchor, y of the middle of its capitals, its room and direction.

    For a line that reads upwards, x is the middle of its capitals and y the middle of the line.
    """

    x: Mm
    y: Mm
    room: Mm
    anchor: Anchor = "middle"
    reading: Reading = "across"


@cache
def set_line(text: str, style: Style, place: LinePlace, field: str) -> Drawing:
    """Draw one line of text at the largest size that fits.

    A line that does not fit is printed small, with a fault.
    """
    if not text:
        return Drawing()
    faults = letter_not_in_typeface(field, text, style.font)
    faults += contrast_faults(field, "text", style.fill, style.on, READABLE)
    found = size_that_fits(text, style, place.room)
    if found is None:
        faults += text_too_long(field, text, width_of(text, style, SMALLEST_PT), place.room, SMALLEST_PT)
    size = found or SMALLEST_PT
    half = cap_height(style.font, size) / 2
    upwards = place.reading == "upwards"
    x, y = (place.x + half, place.y) if upwards else (place.x, place.y + half)
    turn: Degrees = -90 if upwards else 0
    tracking = style.tracking * size * MM_PER_POINT
    item = Text(x, y, text, style.font, size, style.fill, place.anchor, turn, tracking)
    return Drawing((item,), (text,), faults)


def size_that_fits(text: str, style: Style, room: Mm) -> float | None:
    """Return the largest type size at which a line fits; None if even the smallest does not fit.

    The size is rounded down to 0.05 pt.
    """
    wanted = max(style.size_pt, SMALLEST_PT)
    tracking = style.tracking * wanted * MM_PER_POINT
    size = fit_size(text, style.font, wanted, room, smallest_pt=SMALLEST_PT, tracking=tracking)
    return size if size is None or size == wanted else max(SMALLEST_PT, round(size // 0.05 * 0.05, 2))


def width_of(text: str, style: Style, size_pt: float) -> Mm:
    """Return the width of a line of text at a type size."""
    return text_width(text, style.font, size_pt, style.tracking * size_pt * MM_PER_POINT)
