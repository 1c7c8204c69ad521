"""A runway that leads to a vanishing point."""

from __future__ import annotations

import shapely

from pnp.draw.cover_art.drawn_layers import DRAWN_LAYERS
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.shapes import joined, random_numbers, scaled, spindle
from pnp.model.cover_layers.cover_layer import Position
from pnp.model.cover_layers.landscape_layers import Airstrip

DASHES, PUDDLES = 9, 80


def _row(layer: Airstrip, y: float, foot: float) -> Position:
    """Return the x of both borders at a height."""
    x, far = layer.vanish
    near = (y - far) / max(1.0, foot - far)
    return x + (layer.left - x) * near, x + (layer.right - x) * near


@DRAWN_LAYERS.enter("airstrip")
def draw_airstrip(layer: Airstrip, picture: Picture, seed: int) -> None:
    """Draw the runway with its border, puddles and dashes."""
    foot, top = picture.frame.foot, layer.top
    (high_left, high_right), (low_left, low_right) = _row(layer, top, foot), _row(layer, foot, foot)
    strip = shapely.Polygon([(high_left, top), (high_right, top), (low_right, foot), (low_left, foot)])
    if layer.edge is not None:
        picture.fill(scaled(strip, 1.06, 1, layer.vanish), picture.colour(layer.edge))
    picture.fill(strip, picture.colour(layer.ink))
    numbers = random_numbers(seed)
    if layer.puddles is not None:
        puddles = []
        for _ in range(PUDDLES):
            near = numbers.random() ** 0.9
            y = top + (foot - top) * near
            left, right = _row(layer, y, foot)
            x = numbers.uniform(left, right)
            puddles.append(spindle(x, y, (right - left) * numbers.uniform(0.03, 0.12), 0.5 + 2.4 * near))
        picture.fill(joined(puddles).intersection(strip), picture.colour(layer.puddles))
    if layer.dash is not None:
        dashes = []
        for number in range(DASHES):
            corners = []
            for part, sides in (((number + 0.15) / DASHES, (-1, 1)), ((number + 0.6) / DASHES, (1, -1))):
                y = top + (foot - top) * part**2.2
                left, right = _row(layer, y, foot)
                corners += [((left + right) / 2 + side * (right - left) * 0.018, y) for side in sides]
            dashes.append(shapely.Polygon(corners))
        picture.fill(joined(dashes), picture.colour(layer.dash))
