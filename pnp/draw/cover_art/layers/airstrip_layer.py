"""A runway that leads to a vanishing point."""

from __future__ import annotations

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import DrawnLayer, Position
from pnp.draw.cover_art.shapes import joined, random_numbers, scaled, spindle
from pnp.model.kit_cover import LAYER_KINDS, Ink

with deferred():  # a check draws no cover
    import shapely


DASHES, PUDDLES = 9, 80


class Airstrip(DrawnLayer):
    """A runway from `top` to the foot, where it reaches from `left` to `right`.

    `edge` is the ink of its borders, `dash` that of the line along its middle, and `puddles` that of water on it.
    """

    ink: Ink
    vanish: Position
    left: float
    right: float
    top: float
    edge: Ink | None = None
    dash: Ink | None = None
    puddles: Ink | None = None

    def _row(self, y: float, foot: float) -> Position:
        """Return the x of both borders at a height."""
        x, far = self.vanish
        near = (y - far) / max(1.0, foot - far)
        return x + (self.left - x) * near, x + (self.right - x) * near

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the runway with its border, puddles and dashes."""
        foot, top = picture.frame.foot, self.top
        (high_left, high_right), (low_left, low_right) = self._row(top, foot), self._row(foot, foot)
        strip = shapely.Polygon([(high_left, top), (high_right, top), (low_right, foot), (low_left, foot)])
        if self.edge is not None:
            picture.fill(scaled(strip, 1.06, 1, self.vanish), picture.colour(self.edge))
        picture.fill(strip, picture.colour(self.ink))
        numbers = random_numbers(seed)
        if self.puddles is not None:
            puddles = []
            for _ in range(PUDDLES):
                near = numbers.random() ** 0.9
                y = top + (foot - top) * near
                left, right = self._row(y, foot)
                x = numbers.uniform(left, right)
                puddles.append(spindle(x, y, (right - left) * numbers.uniform(0.03, 0.12), 0.5 + 2.4 * near))
            picture.fill(joined(puddles).intersection(strip), picture.colour(self.puddles))
        if self.dash is not None:
            dashes = []
            for number in range(DASHES):
                corners = []
                for part, sides in (((number + 0.15) / DASHES, (-1, 1)), ((number + 0.6) / DASHES, (1, -1))):
                    y = top + (foot - top) * part**2.2
                    left, right = self._row(y, foot)
                    corners += [((left + right) / 2 + side * (right - left) * 0.018, y) for side in sides]
                dashes.append(shapely.Polygon(corners))
            picture.fill(joined(dashes), picture.colour(self.dash))


LAYER_KINDS.add("airstrip", Airstrip)
