"""A line of telegraph poles with their wires."""

from __future__ import annotations

import math
from itertools import pairwise

from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import DrawnLayer, Shapes, put_shapes
from pnp.draw.cover_art.shapes import evenly, joined, rect, taper
from pnp.model.kit_cover import LAYER_KINDS, Ink

ARMS = (0.86, 0.78)
"""The heights of the two wires, as shares of the height of a pole."""


class Telegraph(DrawnLayer):
    """Telegraph poles in the order of the wire: x and y of the foot and height of each; `sag` is that of the wire."""

    ink: Ink
    items: tuple[tuple[float, float, float], ...]
    sag: float = 12

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the poles, then two wires from each pole to the next."""
        for x, y, height in self.items:
            put_shapes(picture, _pole(height), (x, y), tones={"body": self.ink})
        colour = picture.colour(self.ink)
        for (x, y, height), (next_x, next_y, next_height) in pairwise(self.items):
            size = (height + next_height) / 200
            for arm in ARMS:
                start, end = y - height * arm, next_y - next_height * arm
                wire = [
                    (x + (next_x - x) * t, start + (end - start) * t + self.sag * size * math.sin(math.pi * t))
                    for t in evenly(0, 1, 14)
                ]
                picture.line(wire, colour, max(0.3, 0.7 * size))


def _pole(height: float) -> Shapes:
    """Return a pole with two arms and four insulators."""
    arms = [rect(-16, height * 0.86, 32, 2.6), rect(-12, height * 0.76, 24, 2.2)]
    insulators = [rect(x, height * 0.86, 1.8, 6) for x in (-15, -8, 7, 13)]
    post = taper([(0, -4), (0, height * 0.5), (0, height)], 4, 2.8)
    return [("body", joined([post, *arms, *insulators]))]


LAYER_KINDS.add("telegraph", Telegraph)
