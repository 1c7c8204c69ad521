"""A drawing in points: shapes with outlines, lines and texts, in a part of a page at any scale.

The pictures of the print guide and the icons of the back cover share one grammar: an ink line, one tint, and red only
for what the reader does or measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import PointPt, Shape
from pnp.art.ink_variants import variant_colour
from pnp.deferred import deferred
from pnp.fitting import fit_line, wrap_text
from pnp.palette import INK
from pnp.scene import (
    THUMBNAIL,
    Anchor,
    Colour,
    Group,
    Path,
    Rect,
    Stroke,
    Text,
    line,
    rectangle,
)
from pnp.typeface import text_width
from pnp.units import points

with deferred():
    from shapely import affinity

LINE = 1.1
"""The width in points of an outline."""
SMALLEST = 5.2
"""The smallest type in points; on A4 it is printed a little smaller."""
ROUNDING = 1.005
"""How much wider than its room a line may be, because type sizes are rounded."""
CARD, TINT, WHITE = "#F4EBD8", "#FBF6EA", "#FFFFFF"


@dataclass(frozen=True)
class Sketch:
    """A part of a picture with its own origin and scale; all lengths are points of that part."""

    picture: Picture
    x: float = 0
    y: float = 0
    scale: float = 1

    def part(self, x: float, y: float, scale: float = 1) -> Sketch:
        """Return the part whose origin is at (x, y) of this one."""
        return replace(self, x=self.x + x * self.scale, y=self.y + y * self.scale, scale=self.scale * scale)

    def fill(self, shape: Shape, colour: Colour, outline: Colour | None = None, width: float = LINE) -> None:
        """Draw a filled shape, with an outline if `outline` is a colour."""
        k = self.scale
        placed = affinity.affine_transform(shape, [k, 0, 0, k, self.x, self.y])
        before = len(self.picture.items)
        self.picture.fill(placed, colour, "text")
        if outline is not None and len(self.picture.items) > before:
            drawn = self.picture.items[-1]
            assert isinstance(drawn, Path)
            stroke = Stroke(self._colour(outline), points(width * k), join="round")
            self.picture.items[-1] = replace(drawn, stroke=stroke)

    def stroke(
        self, along: Sequence[PointPt], colour: Colour = INK, width: float = LINE, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw a line through points, dashed if `dash` has the lengths of dashes and gaps."""
        k = self.scale
        placed = [(self.x + x * k, self.y + y * k) for x, y in along]
        if not dash:
            self.picture.line(placed, colour, width * k, "text")
            return
        lengths = tuple(points(length * k) for length in dash)
        stroke = Stroke(self._colour(colour), points(width * k), lengths)
        for (x1, y1), (x2, y2) in pairwise(placed):
            self.picture.items.append(line(points(x1), points(y1), points(x2), points(y2), stroke))

    def text(
        self,
        words: str,
        font: str,
        size: float,
        at: PointPt,
        colour: Colour = INK,
        *,
        anchor: Anchor = "start",
        track: float = 0,
        room: float = 0,
    ) -> None:
        """Draw a line of text on a baseline.

        If it is wider than `room` (0: any width), the type becomes smaller, and then the text is shortened.
        """
        if not words:
            return
        k = self.scale
        if room:
            size, tracking = fit_line(words, font, size, points(room), tracking=points(track), smallest_pt=SMALLEST)
            track = tracking / points(1)
            while len(words) > 1 and text_width(words, font, size, tracking) > points(room) * ROUNDING:
                words = words.rstrip("…")[:-1].rstrip() + "…"
        x, y = points(self.x + at[0] * k), points(self.y + at[1] * k)
        self.picture.items.append(
            Text(
                round(x, 4),
                round(y, 4),
                words,
                font,
                size * k,
                self._colour(colour),
                anchor,
                tracking=points(track * k),
            )
        )

    def paragraph(
        self, words: str, font: str, size: float, lead: float, at: PointPt, width: float, colour: Colour = INK
    ) -> float:
        """Draw a text in lines of this width, from the first baseline down; return the baseline below the last."""
        x, y = at
        for row in wrap_text(words, font, size, points(width), divide_words=True):
            self.text(row, font, size, (x, y), colour)
            y += lead
        return y

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Clip what is drawn meanwhile at a rectangle; its texts are part of a small picture."""
        k, items = self.scale, self.picture.items
        before = len(items)
        yield
        box = Rect(*(points(value) for value in (self.x + x * k, self.y + y * k, width * k, height * k)))
        items[before:] = [Group(tuple(items[before:]), clip=rectangle(box), layer=THUMBNAIL)]

    def _colour(self, colour: Colour) -> Colour:
        """Return a colour as it is printed in the variant of the picture."""
        return variant_colour(colour, self.picture.variant)


def lines_of(words: str, font: str, size: float, width: float) -> int:
    """Return how many lines a paragraph of this width (in points) has."""
    return len(wrap_text(words, font, size, points(width), divide_words=True))
