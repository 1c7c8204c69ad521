"""Layers of water: a lake or sea, surf, a river, and cracks in ice."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import Count, DrawnLayer, Position, Size
from pnp.draw.cover_art.shapes import (
    Array,
    Shape,
    between,
    joined,
    line,
    profile,
    random_numbers,
    rect,
    spindle,
    spline,
)
from pnp.model.kit_cover import LAYER_KINDS, Ink

with deferred():  # a check draws no cover
    import numpy as np
    import shapely


class Water(DrawnLayer):
    """Still water between two heights.

    Short waves in the ink `deep` lie all over it; glints lie about `light_at`, the x of the light, within `spread`.
    """

    ink: Ink
    top: float
    bottom: float
    deep: Ink | None = None
    glint: Ink | None = None
    light_at: float | None = None
    count: Count = 90
    spread: Size = 200

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the water, then the waves and the glints, which are larger towards the viewer."""
        frame, numbers = picture.frame, random_numbers(seed)
        water = frame.below(self.top, self.bottom)
        picture.fill(water, picture.colour(self.ink))
        for ink, count, light_at in ((self.deep, self.count // 2, None), (self.glint, self.count, self.light_at)):
            if ink is None:
                continue
            waves = []
            for _ in range(count):
                near = numbers.random() ** 1.3
                y = self.top + 1.5 + (self.bottom - self.top - 3) * near
                if light_at is None:
                    x = numbers.uniform(frame.left, frame.right)
                else:
                    x = numbers.gauss(light_at, self.spread * (0.35 + 0.65 * near))
                width = (5 + 40 * near) * numbers.uniform(0.4, 1.4)
                waves.append(spindle(x, y, width, 0.5 + 1.9 * near, 0.2))
            picture.fill(joined(waves).intersection(water), picture.colour(ink))


class Surf(DrawnLayer):
    """Waves that run up a beach, one behind the other from y `start` to `end`, each in the next of `inks`."""

    start: float
    end: float
    inks: tuple[Ink, ...]
    slope: float = 0
    height: float = 9

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the waves from the farthest to the nearest."""
        frame = picture.frame
        for number, ink in enumerate(self.inks):
            y = self.start + (self.end - self.start) * number / max(1, len(self.inks) - 1)
            waves = profile(seed + number * 5, 95 + 30 * number, 2)
            edge = []
            for x in between(frame.left, frame.right + 4, 4):
                scallop = abs(math.sin(x / (30 + 7 * number) + number * 1.7 + 1.2 * waves(x))) ** 0.7
                height = self.height * (1 + 0.25 * number) * (0.6 * waves(x) - 0.55 * scallop)
                edge.append((x, y + self.slope * (x - 306) / 306 + height))
            wave = shapely.Polygon([*edge, (frame.right, frame.foot), (frame.left, frame.foot)]).buffer(0)
            picture.fill(wave, picture.colour(ink))


class River(DrawnLayer):
    """A river or a road through `points`, from half the width `narrow` at the first to `wide` at the last.

    `bank` is the ink along its edges, `glint` that of light on it.
    """

    ink: Ink
    points: Annotated[tuple[Position, ...], Field(min_length=2)]
    narrow: float
    wide: float
    bank: Ink | None = None
    glint: Ink | None = None

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the banks, the river and its glints."""
        river = self._course().intersection(picture.frame.below(0))
        if self.bank is not None:
            picture.fill(river.buffer(2.2), picture.colour(self.bank))
        picture.fill(river, picture.colour(self.ink))
        if self.glint is not None:
            glints = joined(self._glints(river, seed)).intersection(river.buffer(-1))
            picture.fill(glints, picture.colour(self.glint))

    def _course(self) -> Shape:
        """Return the area of the river."""
        middle = spline(self.points, closed=False, steps=20)
        along: Array = np.array(middle)
        near = (along[:, 1] - along[0, 1]) / max(1.0, along[-1, 1] - along[0, 1])
        half = self.narrow + (self.wide - self.narrow) * np.clip(near, 0, 1) ** 1.25
        pairs = list(zip(middle, half.tolist(), strict=True))
        left, right = ([(x + side * width, y) for (x, y), width in pairs] for side in (-1, 1))
        return shapely.Polygon(left + right[::-1]).buffer(0)

    def _glints(self, river: Shape, seed: int) -> list[Shape]:
        """Return glints, most of them about the middle of the river, and larger towards the viewer."""
        numbers = random_numbers(seed)
        _, top, _, bottom = river.bounds
        glints = []
        for _ in range(150):
            near = numbers.random() ** 0.8
            y = top + (bottom - top) * near
            row = river.intersection(shapely.LineString([(-2000, y), (3000, y)]))
            if row.is_empty:
                continue
            left, _, right, _ = row.bounds
            x = numbers.gauss((left + right) / 2, (right - left) * 0.16)
            width = (4 + 34 * near) * numbers.uniform(0.4, 1.3)
            glints.append(spindle(x, y, width, 0.5 + 1.5 * near))
        return glints


class Cracks(DrawnLayer):
    """Cracks in the ice of a frozen river, between the left, top, right and bottom of `area`."""

    ink: Ink
    area: tuple[float, float, float, float]
    count: Count = 14
    width: Size = 0.8

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw each crack as a broken line to the right."""
        numbers = random_numbers(seed)
        left, top, right, bottom = self.area
        cracks = []
        for _ in range(self.count):
            x, y = numbers.uniform(left, right), numbers.uniform(top, bottom)
            along = [(x, y)]
            for _ in range(numbers.randint(3, 6)):
                x += numbers.uniform(10, 40)
                y += numbers.uniform(-4, 5)
                along.append((x, y))
            cracks.append(line(along, self.width))
        area = rect(left, top, right - left, bottom - top)
        picture.fill(joined(cracks).intersection(area), picture.colour(self.ink))


LAYER_KINDS.add("water", Water)
LAYER_KINDS.add("surf", Surf)
LAYER_KINDS.add("river", River)
LAYER_KINDS.add("cracks", Cracks)
