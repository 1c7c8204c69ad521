"""Layers in front of the landscape: rain, snow, and bursts of anti-aircraft fire."""

from __future__ import annotations

import math

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import Count, DrawnLayer, Position, Size
from pnp.draw.cover_art.shapes import disc, joined, random_numbers
from pnp.model.kit_cover import LAYER_KINDS, Ink

with deferred():  # a check draws no cover
    import numpy as np
    import shapely


UNDER_THE_STRIP = 53.0
"""The distance from the top of the picture, with bleed, at which rain and snow begin by default."""


class Rain(DrawnLayer):
    """Strokes of rain from `top` down to the foot, at an angle of `angle` degrees to the ground."""

    ink: Ink
    count: Count = 170
    length: Position = (16, 52)
    angle: float = 74
    width: Size = 0.55
    top: float | None = None

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the strokes."""
        numbers, frame = random_numbers(seed), picture.frame
        top = frame.top + UNDER_THE_STRIP if self.top is None else self.top
        across, up = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        for _ in range(self.count):
            x, y = numbers.uniform(frame.left - 11, frame.right + 19), numbers.uniform(top, frame.foot)
            length = numbers.uniform(*self.length)
            width = max(0.3, self.width * numbers.uniform(0.6, 1.3))
            picture.line([(x, y), (x - length * across, y + length * up)], picture.colour(self.ink), width)


class Snow(DrawnLayer):
    """Snowflakes from `top` down to the foot; `radii` are the least and the greatest radius."""

    ink: Ink
    count: Count = 260
    radii: Position = (0.5, 2.1)
    top: float | None = None

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the flakes, most of them small."""
        numbers, frame = random_numbers(seed), picture.frame
        top = frame.top + UNDER_THE_STRIP if self.top is None else self.top
        least, most = self.radii
        flakes = np.array(
            [
                (
                    numbers.uniform(frame.left, frame.right),
                    numbers.uniform(top, frame.foot),
                    numbers.uniform(least, most * numbers.random() + least),
                )
                for _ in range(self.count)
            ]
        )
        x, y, radius = flakes.T
        picture.dots(x, y, radius, picture.colour(self.ink))


class Flak(DrawnLayer):
    """Bursts of anti-aircraft fire: x, y and size of each. `core` is the ink of the flash in their middle."""

    ink: Ink
    items: tuple[tuple[float, float, float], ...]
    core: Ink | None = None

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the smoke of each burst, then its flash."""
        numbers = random_numbers(seed)
        for x, y, size in self.items:
            smoke = [
                disc(
                    x + numbers.gauss(0, 0.5) * size,
                    y + numbers.gauss(0, 0.4) * size,
                    size * numbers.uniform(0.35, 0.7),
                    10,
                )
                for _ in range(8)
            ]
            picture.fill(joined(smoke), picture.colour(self.ink))
            if self.core is None:
                continue
            star = []
            for ray in range(16):
                radius, angle = size * (1.15 if ray % 2 == 0 else 0.36), ray * math.pi / 8
                star.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
            picture.fill(shapely.Polygon(star), picture.colour(self.core))
            picture.fill(disc(x, y, size * 0.26), picture.colour("paper"))


LAYER_KINDS.add("rain", Rain)
LAYER_KINDS.add("snow", Snow)
LAYER_KINDS.add("flak", Flak)
