"""A drawing in points: shapes with outlines, lines and texts, in a part of a page at any scale.

The pictures of the print guide and the icons of the back cover share one grammar: an ink line, one tint, and red only
for what the reader does or measures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import PointPt, Shape
from pnp.art.ink_variants import variant_colour
from pnp.deferred import deferred
from pnp.fitting import fit_line, wrap_text
from pnp.palette import INK
from pnp.scene import (
    Anchor,
    Colour,
    Text,
)
from pnp.typeface import text_width
from pnp.units import points

with deferred():
    from shapely import affinity

SMALLEST = 5.2
"""The smallest type in points; on A4 it is printed a little smaller."""
ROUNDING = 1.005
"""How much wider than its room a line may be, because type sizes are rounded."""


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

    def fill(self, shape: Shape, colour: Colour) -> None:
        """Draw a filled shape."""
        k = self.scale
        self.picture.fill(affinity.affine_transform(shape, [k, 0, 0, k, self.x, self.y]), colour, "text")

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

    def _colour(self, colour: Colour) -> Colour:
        """Return a colour as it is printed in the variant of the picture."""
        return variant_colour(colour, self.picture.variant)


def lines_of(words: str, font: str, size: float, width: float) -> int:
    """Return how many lines a paragraph of this width (in points) has."""
    return len(wrap_text(words, font, size, points(width), divide_words=True))
