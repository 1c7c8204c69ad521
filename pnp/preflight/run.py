"""A run of text on a written page: where it stands, how large it is, how much of it is seen."""

from __future__ import annotations

import math
from typing import NamedTuple

from pnp.extent import moved_extent
from pnp.scene import Matrix, Point, Rect
from pnp.units import MM_PER_POINT, Degrees, Mm

_CAPITAL = 0.7  # height of the visible part of a letter, as a share of its size
NOWHERE = Rect(-1e6, -1e6, 0, 0)
"""What is clipped to this is not seen."""


class Run(NamedTuple):
    """Text on a page: where its baseline starts and ends, how far up its size reaches from there, what it is clipped
    to. In mm from the top left of the page.

    `marked` text is part of what the file calls a thumbnail; text of a book's drawing was drawn at `drawn_pt`.
    `windowed` text is cut off by its own drawing, such as a map that shows a window of a larger one.
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
        """Size as printed."""
        return math.hypot(*self.up) / MM_PER_POINT

    @property
    def thumbnail(self) -> bool:
        """Is it part of a small picture of something that is printed elsewhere, and so not there to be read?"""
        return self.marked or self.size_pt < 0.98 * self.drawn_pt

    @property
    def turn(self) -> Degrees:
        """How far it is turned clockwise."""
        return math.degrees(math.atan2(self.up[0], -self.up[1])) % 360

    @property
    def middle(self) -> Point:
        """The middle of its letters."""
        (x1, y1), (x2, y2), (dx, dy) = self.start, self.end, self.up
        return ((x1 + x2) / 2 + dx * _CAPITAL / 2, (y1 + y2) / 2 + dy * _CAPITAL / 2)

    @property
    def box(self) -> Rect:
        """The box around its capitals."""
        xs = [self.start[0], self.end[0], self.start[0] + self.up[0] * _CAPITAL, self.end[0] + self.up[0] * _CAPITAL]
        ys = [self.start[1], self.end[1], self.start[1] + self.up[1] * _CAPITAL, self.end[1] + self.up[1] * _CAPITAL]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def seen(self) -> Rect | None:
        """The part of its box that is not clipped away."""
        return self.box if self.clip is None else common(self.box, self.clip)

    def is_whole(self, tolerance: Mm) -> bool:
        """Whether no clip cuts off more than `tolerance` of its letters."""
        if self.clip is None:
            return True
        box, clip = self.box, self.clip.grown(tolerance)
        return clip.x <= box.x and clip.y <= box.y and box.right <= clip.right and box.bottom <= clip.bottom

    @property
    def mirrored(self) -> bool:
        """Whether its letters read backwards."""
        (x1, y1), (x2, y2), (ux, uy) = self.start, self.end, self.up
        return (x2 - x1) * uy - (y2 - y1) * ux > 0

    def in_drawing(self, tolerance: Mm) -> Run:
        """The run as text of a book's drawing."""
        return self._replace(drawn_pt=math.hypot(*self.up), windowed=not self.is_whole(tolerance))

    def moved(self, matrix: Matrix, clip: Rect | None, *, marked: bool = False) -> Run:
        """The run somewhere else, clipped there too."""
        (ox, oy), (ux, uy) = matrix.apply((0, 0)), matrix.apply(self.up)
        own = moved_extent(self.clip, matrix)
        both = own if clip is None else clip if own is None else common(own, clip) or NOWHERE
        start, end, up = matrix.apply(self.start), matrix.apply(self.end), (ux - ox, uy - oy)
        return Run(self.text, start, end, up, both, marked or self.marked, self.drawn_pt, self.windowed)


def common(one: Rect, other: Rect) -> Rect | None:
    """What two boxes share; None if nothing."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - left, min(one.bottom, other.bottom) - top
    return Rect(left, top, width, height) if width > 0 and height > 0 else None
