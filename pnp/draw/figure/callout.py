"""Numbered discs and cost labels in figures, placed where they cover least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pnp.palette import INK, WHITE
from pnp.scene import Colour, Item, Point, Rect, Stroke, Text, circle, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

RADIUS: Mm = points(5.1)
RING: Mm = points(0.9)
"""The width of the white ring around a disc."""
FONT, SIZE_PT = "condensed-bold", 7.8
LABEL_FONT, LABEL_PT = "condensed-semibold", 6.8

NEVER, FACE, LINE, SOFT = 60.0, 30.0, 8.0, 1.0
"""Cost of covering one square millimetre of a number or another callout, of a counter, of an arrow, of other art."""
LATER: float = 0.25
"""The additional cost of each place compared with the one before it."""


@dataclass
class CoverCosts:
    """The cost of covering each thing in a figure, per square millimetre, for placing discs and labels."""

    box: Rect
    taken: list[tuple[Rect, float]] = field(default_factory=list)

    def take(self, rects: Iterable[Rect], cost: float) -> None:
        """Record drawn rectangles, and the cost per square millimetre of covering them."""
        self.taken += [(rect, cost) for rect in rects]

    def cost(self, rect: Rect, limit: float = math.inf) -> float:
        """Return the cost of covering a rectangle of the figure.

        Area outside the figure costs most. The sum stops above `limit`.
        """
        left, top, right, foot = rect.x, rect.y, rect.right, rect.bottom
        total = (rect.width * rect.height - _shared_area(rect, self.box)) * 4 * NEVER
        for there, cost in self.taken:
            if there.x < right and left < there.x + there.width and there.y < foot and top < there.y + there.height:
                total += cost * _shared_area(rect, there)
                if total > limit:
                    break
        return total

    def best_middle(self, middles: Sequence[Point], width: Mm, height: Mm) -> Point:
        """Return the middle at which a disc or label of a size covers least.

        The first of equally good middles is returned.
        """
        priced = [(self.cost(centred_rect(at, width, height)) + LATER * i, i) for i, at in enumerate(middles)]
        return middles[min(priced)[1]]

    def free_middle(self, middles: Iterable[Point], width: Mm, height: Mm) -> Point | None:
        """Return the first middle at which a text of a size covers almost nothing; None if there is none."""
        little = SOFT / 2
        return next((at for at in middles if self.cost(centred_rect(at, width, height), little) < little), None)


def centred_rect(middle: Point, width: Mm, height: Mm) -> Rect:
    """Return the rectangle of a width and height that is centred on a point."""
    return Rect(middle[0] - width / 2, middle[1] - height / 2, width, height)


def _shared_area(one: Rect, other: Rect) -> float:
    """Return the area of the overlap of two rectangles."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.bottom, other.bottom) - max(one.y, other.y)
    return width * height if width > 0 and height > 0 else 0.0


# ---------------------------------------------------------------- discs with step numbers


def disc_width(text: str) -> Mm:
    """Return the width of a numbered disc with its ring.

    A disc with many letters is wider than high.
    """
    return max(2 * RADIUS, text_width(text, FONT, SIZE_PT) + RADIUS) + 2 * RING


DISC_HEIGHT: Mm = 2 * (RADIUS + RING)


def draw_disc(text: str, middle: Point, fill: Colour) -> tuple[Item, ...]:
    """Draw the number of a step on a disc with a white ring."""
    outer = centred_rect(middle, disc_width(text), DISC_HEIGHT)
    x, y = middle
    words = Text(x, y + cap_height(FONT, SIZE_PT) / 2, text, FONT, SIZE_PT, WHITE, "middle")
    if outer.width <= DISC_HEIGHT + 1e-9:
        return circle(x, y, RADIUS + RING, fill=WHITE), circle(x, y, RADIUS, fill=fill), words
    return (
        rectangle(outer, fill=WHITE, radius=RADIUS + RING),
        rectangle(outer.grown(-RING), fill=fill, radius=RADIUS),
        words,
    )


def disc_middles_around(rect: Rect) -> tuple[Point, ...]:
    """Return possible middles for a disc around a counter, the best first."""
    x, y = rect.centre
    corner, side = rect.width / 2 + points(1.6), rect.width / 2 + points(4.4)
    low, foot = rect.height / 2 + points(1.6), rect.height / 2 + points(4.4)
    return (
        (x - corner, y - low),
        (x + corner, y - low),
        (x - side, y),
        (x + side, y),
        (x - corner, y + low),
        (x + corner, y + low),
        (x, y - foot),
        (x, y + foot),
        (x - side, y - low / 2),
        (x + side, y - low / 2),
        (x - side, y + low / 2),
        (x + side, y + low / 2),
        (x - corner - 2 * RADIUS, y - low),
        (x + corner + 2 * RADIUS, y - low),
        (x - corner - 2 * RADIUS, y + low),
        (x + corner + 2 * RADIUS, y + low),
    )


# ---------------------------------------------------------------- small labels


def label_size(text: str) -> tuple[Mm, Mm]:
    """Return the width and height of a cost label."""
    height = cap_height(LABEL_FONT, LABEL_PT) + points(2.6)
    return max(text_width(text, LABEL_FONT, LABEL_PT) + points(3.4), height), height


def draw_label(text: str, middle: Point, edge: Colour) -> tuple[Item, ...]:
    """Draw the cost label of a route: a white box with a coloured edge."""
    width, height = label_size(text)
    field_ = rectangle(
        centred_rect(middle, width, height), fill=WHITE, stroke=Stroke(edge, points(0.7)), radius=height / 2
    )
    base = middle[1] + cap_height(LABEL_FONT, LABEL_PT) / 2
    return field_, Text(middle[0], base, text, LABEL_FONT, LABEL_PT, INK, "middle")
