"""Layers of cloud: flat bars, heaped clouds, a low ceiling of cloud, and mist."""

from __future__ import annotations

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import Count, DrawnLayer, Position, Size
from pnp.draw.cover_art.shapes import (
    Array,
    Shape,
    blob,
    disc,
    joined,
    moved,
    polygon,
    profile,
    random_numbers,
    rect,
    scaled,
)
from pnp.model.kit_cover import LAYER_KINDS, Ink

with deferred():  # a check draws no cover
    import numpy as np
    import shapely


FAR = 2000.0
"""A distance in points beyond every edge of the page."""


def flat_cloud(x: float, y: float, width: float, height: float) -> Shape:
    """Return a long flat cloud with pointed ends about a centre."""
    return blob(
        (x - width / 2, y, 1),
        (x - width * 0.28, y - height * 0.42),
        (x, y - height * 0.5),
        (x + width * 0.3, y - height * 0.36),
        (x + width / 2, y, 1),
        (x + width * 0.26, y + height * 0.34),
        (x - width * 0.1, y + height * 0.5),
        (x - width * 0.34, y + height * 0.3),
    )


class Bars(DrawnLayer):
    """Long flat clouds: x and y of the centre, width and height of each."""

    ink: Ink
    items: tuple[tuple[float, float, float, float], ...]

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the clouds."""
        for item in self.items:
            picture.fill(flat_cloud(*item), picture.colour(self.ink))


class Cumulus(DrawnLayer):
    """A heaped cloud with a flat base at `at`; with `shade`, its lower part is darker."""

    at: Position
    width: Size
    ink: Ink
    shade: Ink | None = None
    lobes: Count = 11
    lift: float = 0.36

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the cloud and its shade."""
        x, y = self.at
        width = self.width
        lobes = self._lobes(seed)
        base = polygon(
            (x - width * 0.5, y),
            (x + width * 0.5, y),
            (x + width * 0.34, y - width * 0.17),
            (x - width * 0.34, y - width * 0.17),
        )
        cloud = joined([*lobes, base]).buffer(3).buffer(-3).intersection(rect(x - FAR, y - FAR, 2 * FAR, FAR))
        picture.fill(cloud, picture.colour(self.ink))
        if self.shade is None:
            return
        shade = picture.colour(self.shade)
        in_light = joined([moved(lobe, -width * 0.03, -width * 0.055) for lobe in lobes])
        high = rect(x - width, y - width, 2 * width, width * 0.86)
        low = rect(x - width, y - width * 0.3, 2 * width, width * 0.3)
        picture.fill(cloud.difference(in_light.union(high)).intersection(low), shade)

        def near_the_base(across: Array, down: Array) -> Array:
            """Return the chance of a grain, which grows towards the base."""
            return np.asarray(np.clip((down - (y - width * 0.36)) / (width * 0.36), 0, 1) ** 2 * 0.9)

        picture.grain(cloud, shade, seed, int(width * 9), near_the_base)

    def _lobes(self, seed: int) -> list[Shape]:
        """Return the discs of which the cloud consists; those in the middle are larger and higher."""
        numbers, (x, y), width = random_numbers(seed), self.at, self.width
        lobes = []
        for number in range(self.lobes):
            across = (number + 0.5) / self.lobes * 2 - 1
            nearness = 1 - across * across
            radius = width * (0.07 + 0.115 * nearness) * numbers.uniform(0.8, 1.2)
            rise = width * self.lift * nearness**1.2 * numbers.uniform(0.1, 0.75)
            lobes.append(disc(x + across * width * 0.44, y - radius * 0.55 - rise, radius, 18))
        return lobes


class Ceiling(DrawnLayer):
    """A bank of cloud that hangs from the top edge down to `y`; `lobe` is the least and greatest size of its lobes."""

    y: float
    ink: Ink
    lobe: Position = (30, 60)
    wave: Size = 260
    depth: Size = 26
    crayon: Ink | None = None

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the bank of cloud, with grain along its lower edge."""
        frame, numbers = picture.frame, random_numbers(seed)
        waves = profile(seed, self.wave, 2)
        parts = [frame.below(frame.top, self.y - self.depth)]
        x = frame.left - 20
        while x < frame.right + 40:
            radius = numbers.uniform(*self.lobe)
            y = self.y - self.depth + self.depth * waves(x)
            parts.append(scaled(disc(x, y, 1, 20), radius * 1.25, radius * 0.62, (x, y)))
            x += radius * numbers.uniform(0.9, 1.5)
        bank = joined(parts).buffer(3).buffer(-3).intersection(frame.below(frame.top))
        bank = joined(
            shapely.Polygon(part.exterior) for part in shapely.get_parts(bank) if isinstance(part, shapely.Polygon)
        )  # without holes
        picture.fill(bank, picture.colour(self.ink))
        if self.crayon is None:
            return

        def near_the_edge(across: Array, down: Array) -> Array:
            """Return the chance of a grain, which grows towards the lower edge."""
            top = self.y - 3.2 * self.depth
            return np.asarray(np.clip((down - top) / (3.6 * self.depth), 0, 1) ** 2.4 * 0.8)

        picture.grain(bank, picture.colour(self.crayon), seed, 9000, near_the_edge, (0.35, 0.8))


class Mist(DrawnLayer):
    """Mist about one height: flat clouds and grain."""

    y: float
    ink: Ink
    depth: Size = 24
    grains: Count = 3600

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw six flat clouds, then the grain."""
        frame, numbers, colour = picture.frame, random_numbers(seed), picture.colour(self.ink)
        for _ in range(6):
            x, width = numbers.uniform(frame.left + 9, frame.right - 9), numbers.uniform(160, 420)
            y = self.y + numbers.uniform(-self.depth, self.depth) * 0.6
            picture.fill(flat_cloud(x, y, width, numbers.uniform(0.25, 0.6) * self.depth), colour)

        def near_the_height(across: Array, down: Array) -> Array:
            """Return the chance of a grain, which falls with the distance from the height of the mist."""
            return np.asarray(np.clip(1 - np.abs(down - self.y) / (self.depth * 1.6), 0, 1) ** 1.4)

        around = frame.below(self.y - self.depth * 1.6, self.y + self.depth * 1.6)
        picture.grain(around, colour, seed, self.grains, near_the_height)


LAYER_KINDS.add("bars", Bars)
LAYER_KINDS.add("cumulus", Cumulus)
LAYER_KINDS.add("ceiling", Ceiling)
LAYER_KINDS.add("mist", Mist)
