"""Other plants: large leaves, trees, bushes and grass."""

from __future__ import annotations

import math

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import Count, DrawnLayer, Motif, Shapes, Size, put_shapes
from pnp.draw.cover_art.shapes import (
    Array,
    PointPt,
    Shape,
    disc,
    joined,
    limb,
    line,
    polygon,
    random_numbers,
    rect,
    scaled,
    taper,
)
from pnp.model.kit_cover import LAYER_KINDS, Ink

with deferred():  # a check draws no cover
    import numpy as np
    import shapely


class JungleTree(Motif):
    """A flat-topped tree on a bare trunk."""

    height: Size = 90

    def shapes(self, seed: int) -> Shapes:
        """Return the trunk and the crown."""
        numbers, height = random_numbers(seed), self.height
        trunk_line = [(0.0, 0.0), (numbers.uniform(-3, 3), height * 0.5), (numbers.uniform(-4, 4), height * 0.84)]
        crown = [
            disc(
                numbers.gauss(0, 0.17) * height,
                height * (0.86 + numbers.uniform(-0.08, 0.08)),
                height * numbers.uniform(0.06, 0.13),
                10,
            )
            for _ in range(16)
        ]
        return [("body", joined([taper(trunk_line, height * 0.05, height * 0.025), *crown]))]


class Bush(Motif):
    """A rounded bush."""

    width: Size = 120
    height: Size = 50

    def shapes(self, seed: int) -> Shapes:
        """Return columns of discs, the highest in the middle, on a foot of flat ellipses."""
        numbers, width, height = random_numbers(seed), self.width, self.height
        parts = []
        for number in range(15):
            across = (number + 0.5) / 15 * 2 - 1
            top = height * (1 - 0.62 * across * across) * numbers.uniform(0.72, 1.05)
            radius = height * numbers.uniform(0.17, 0.27)
            x, y = across * width * 0.46, top - radius
            parts.append(disc(x, max(y, radius * 0.3), radius, 10))
            while y > 0:
                y -= radius * 0.8
                shift = numbers.uniform(-0.2, 0.2) * radius
                parts.append(disc(x + shift, max(y, radius * 0.2), radius * 1.15, 10))
        bush = joined(parts).buffer(1.5).buffer(-1.5).intersection(rect(-width, -2.5, width * 2, 400))
        foot = [
            scaled(disc(x, -1, 1, 10), width * numbers.uniform(0.07, 0.13), height * 0.07, (x, -1))
            for x in (share * width * 0.44 for share in (-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9))
        ]
        return [("body", joined([bush, *foot]))]


class BareTree(Motif):
    """A leafless tree with seven generations of branches."""

    height: Size = 300

    def shapes(self, seed: int) -> Shapes:
        """Return the trunk with all its branches."""
        numbers = random_numbers(seed)
        parts: list[Shape] = []

        def grow(start: PointPt, angle: float, length: float, width: float, generations: int) -> None:
            """Add a branch, and the smaller branches that grow from its end."""
            end = (start[0] + length * math.cos(angle), start[1] + length * math.sin(angle))
            bend = numbers.uniform(-0.06, 0.06) * length
            middle = ((start[0] + end[0]) / 2 + bend, (start[1] + end[1]) / 2)
            parts.append(limb([start, middle, end], [width, width * 0.86, width * 0.7]))
            if generations == 0:
                return
            count = 2 if numbers.random() < 0.72 else 3
            for number in range(count):
                turned = angle + (number - (count - 1) / 2) * numbers.uniform(0.45, 0.85) + numbers.uniform(-0.16, 0.16)
                turned += (math.pi / 2 - turned) * 0.10
                share = 0.70 if number == 0 else 0.58
                grow(end, turned, length * numbers.uniform(0.66, 0.86), width * share, generations - 1)

        grow((0, -8), math.pi / 2 + numbers.uniform(-0.1, 0.1), self.height * 0.27, self.height * 0.062, 7)
        return [("body", joined(parts))]


class Grass(Motif):
    """A stand of `blades` of grass about the origin."""

    width: Size = 200
    height: Size = 26
    blades: Count = 60

    def shapes(self, seed: int) -> Shapes:
        """Return the blades."""
        numbers = random_numbers(seed)
        blades = []
        for _ in range(self.blades):
            x = numbers.uniform(-self.width / 2, self.width / 2)
            tip = (x + numbers.uniform(-10, 10), self.height * numbers.uniform(0.35, 1))
            blades.append(polygon((x - 1.4, -6), (x + 1.4, -6), tip))
        return [("body", joined(blades))]


class Leaves(DrawnLayer):
    """Large torn leaves that frame a corner: x and y of the root, length, width, clockwise turn and bend of each."""

    ink: Ink
    veins: Ink
    items: tuple[tuple[float, float, float, float, float, float], ...]

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the leaves."""
        for number, (x, y, length, width, turn, bend) in enumerate(self.items):
            leaf = torn_leaf(length, width, bend, seed + number)
            put_shapes(picture, leaf, (x, y), turn=turn, tones={"body": self.ink, "mid": self.veins})


def torn_leaf(length: float, width: float, bend: float, seed: int) -> Shapes:
    """Return a large leaf with tears and veins, which grows upwards from the origin and bends to the right."""
    numbers, steps = random_numbers(seed), 28
    parts = [number / steps for number in range(steps + 1)]
    middle: Array = np.array([(bend * length * t * t, length * (t - 0.28 * bend * t**3)) for t in parts])
    forward = np.gradient(middle, axis=0)
    lengths = np.hypot(forward[:, 0], forward[:, 1])[:, None]
    sideways = np.stack([-forward[:, 1], forward[:, 0]], 1) / lengths
    forward /= lengths
    half = np.array([width * max(0.02, math.sin(math.pi * t**0.8)) ** 0.8 for t in parts])[:, None]
    left, right = middle + sideways * half, middle - sideways * half
    leaf: Shape = shapely.Polygon([*left, *right[::-1]]).buffer(0)
    tears: list[Shape] = []
    for i in range(4, steps - 2):
        for side in (left, right):
            if numbers.random() < 0.34:
                root, end = middle[i] * 0.55 + side[i] * 0.45, side[i]
                beyond = end + (end - middle[i]) * 0.2
                tears.append(
                    shapely.Polygon([root, beyond + forward[i] * width * 0.09, beyond - forward[i] * width * 0.09])
                )
    leaf = leaf.difference(joined(tears))
    rib = taper([(float(x), float(y)) for x, y in middle], width * 0.11, width * 0.03)
    veins = []
    for i in range(3, steps - 1):
        for side in (left, right):
            end = side[i] * 0.86 + middle[i] * 0.14 + forward[i] * width * 0.22
            veins.append(line([tuple(middle[i]), tuple(end)], width * 0.016))
    stalk = taper([(-length * 0.02, -length * 0.5), (0, 0)], width * 0.16, width * 0.11)
    return [("body", joined([leaf, stalk])), ("mid", joined([rib, *veins]).intersection(leaf))]


LAYER_KINDS.add("jungle_tree", JungleTree)
LAYER_KINDS.add("bush", Bush)
LAYER_KINDS.add("bare_tree", BareTree)
LAYER_KINDS.add("grass", Grass)
LAYER_KINDS.add("leaves", Leaves)
