"""A line of telegraph poles with their wires."""

from __future__ import annotations

import math
from itertools import pairwise

from pnp.art.covers.drawn_layers import DRAWN_LAYERS, Shapes, put_shapes
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import evenly, joined, rect, taper
from pnp.model.cover_layers.landscape_layers import Telegraph

ARMS = (0.86, 0.78)
"""The heights of the two wires, as shares of the height of a pole."""


@DRAWN_LAYERS.enter("telegraph")
def draw_telegraph(layer: Telegraph, picture: Picture, seed: int) -> None:
    """Draw the poles, then two wires from each pole to the next."""
    for x, y, height in layer.items:
        put_shapes(picture, _pole(height), (x, y), tones={"body": layer.ink})
    colour = picture.colour(layer.ink)
    for (x, y, height), (next_x, next_y, next_height) in pairwise(layer.items):
        size = (height + next_height) / 200
        for arm in ARMS:
            start, end = y - height * arm, next_y - next_height * arm
            wire = [
                (x + (next_x - x) * t, start + (end - start) * t + layer.sag * size * math.sin(math.pi * t))
                for t in evenly(0, 1, 14)
            ]
            picture.line(wire, colour, max(0.3, 0.7 * size))


def _pole(height: float) -> Shapes:
    """Return a pole with two arms and four insulators."""
    arms = [rect(-16, height * 0.86, 32, 2.6), rect(-12, height * 0.76, 24, 2.2)]
    insulators = [rect(x, height * 0.86, 1.8, 6) for x in (-15, -8, 7, 13)]
    post = taper([(0, -4), (0, height * 0.5), (0, height)], 4, 2.8)
    return [("body", joined([post, *arms, *insulators]))]
