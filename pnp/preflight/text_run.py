"""A run of text on a written page: its position, its size, and how much of it is visible."""

from __future__ import annotations

import math
from typing import NamedTuple

from pnp.scene import Matrix, Point, Rect
from pnp.units import MM_PER_POINT, Degrees, Mm

CAPITAL = 0.7
"""The height of a capital as a share of the size."""
NOWHERE = Rect(-1e6, -1e6, 0, 0)
"""The clip of objects that are not visible at all."""


class TextRun(NamedTuple):
    """A run of text (in one font and size) on a page, in mm from the top left of the page.

    `start` and `end` are the ends of its baseline, `up` is the vector of its size, `clip` the box it is clipped to.
    `marked` text is in marked content for thumbnails. Text in a drawing of a book was drawn at the size `drawn_pt`. It
    is `windowed` if the drawing itself cuts it off, such as a part of a larger map.
    """

    text: str
    start: Point
    end: Point
    up: Point
    clip: Rect | None
    marked: bool = False
    drawn_pt: float = 0
    windowed: bool = False

    @property
    def size_pt(self) -> float:
        """The type size in print."""
        return math.hypot(*self.up) / MM_PER_POINT

    @property
    def thumbnail(self) -> bool:
        """Whether the text belongs to a small picture of something that is printed elsewhere at full size."""
        return self.marked or self.size_pt < 0.98 * self.drawn_pt

    @property
    def turn(self) -> Degrees:
        """The clockwise rotation of the text on the page, in degrees."""
        return math.degrees(math.atan2(self.up[0], -self.up[1])) % 360

    @property
    def middle(self) -> Point:
        """The middle of the text's letters."""
        (x1, y1), (x2, y2), (dx, dy) = self.start, self.end, self.up
        return ((x1 + x2) / 2 + dx * CAPITAL / 2, (y1 + y2) / 2 + dy * CAPITAL / 2)

    @property
    def box(self) -> Rect:
        """The box around the text, from its baseline to the top of its capitals."""
        (x1, y1), (x2, y2), (dx, dy) = self.start, self.end, self.up
        left, right = (x1, x2) if x1 < x2 else (x2, x1)
        top, bottom = (y1, y2) if y1 < y2 else (y2, y1)
        dx, dy = dx * CAPITAL, dy * CAPITAL
        left, right = (left + dx, right) if dx < 0 else (left, right + dx)
        top, bottom = (top + dy, bottom) if dy < 0 else (top, bottom + dy)
        return Rect(left, top, right - left, bottom - top)

    @property
    def seen(self) -> Rect | None:
        """The visible part of the text's box; None if a clip hides it."""
        return self.box if self.clip is None else common(self.box, self.clip)

    @property
    def mirrored(self) -> bool:
        """Whether the letters of the text read backwards."""
        (x1, y1), (x2, y2), (ux, uy) = self.start, self.end, self.up
        return (x2 - x1) * uy - (y2 - y1) * ux > 0

    def is_whole(self, tolerance: Mm) -> bool:
        """Return whether no clip cuts off more than `tolerance` of the text's letters."""
        if self.clip is None:
            return True
        return lies_in(self.box, self.clip.grown(tolerance))


def lies_in(inner: Rect, outer: Rect) -> bool:
    """Return whether the box `inner` lies inside the box `outer`."""
    return outer.x <= inner.x and outer.y <= inner.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def common(one: Rect, other: Rect) -> Rect | None:
    """Return the box that two boxes share; None if they do not overlap."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - left, min(one.bottom, other.bottom) - top
    return Rect(left, top, width, height) if width > 0 and height > 0 else None


def invert(matrix: Matrix) -> Matrix:
    """Return the inverse of a transform."""
    if matrix == Matrix():
        return matrix
    a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
    det = a * d - b * c
    return Matrix(d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)
