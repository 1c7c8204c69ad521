"""Other plants: large leaves, trees, bushes and grass."""

from __future__ import annotations

import math

import numpy as np
import shapely

from pnp.art.covers.drawn_layers import DRAWN_LAYERS, MOTIF_SHAPES, Shapes, put_shapes
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import (
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
from pnp.model.cover_layers.motif_layers import BareTree, Bush, Grass, JungleTree, Leaves


@MOTIF_SHAPES.enter("jungle_tree")
def jungle_tree(motif: JungleTree, seed: int) -> Shapes:
    """Return the trunk and the crown."""
    numbers, height = random_numbers(seed), motif.height
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


@MOTIF_SHAPES.enter("bush")
def bush(motif: Bush, seed: int) -> Shapes:
    """Return columns of discs, the highest in the middle, on a foot of flat ellipses."""
    numbers, width, height = random_numbers(seed), motif.width, motif.height
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


@MOTIF_SHAPES.enter("bare_tree")
def bare_tree(motif: BareTree, seed: int) -> Shapes:
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

    grow((0, -8), math.pi / 2 + numbers.uniform(-0.1, 0.1), motif.height * 0.27, motif.height * 0.062, 7)
    return [("body", joined(parts))]


@MOTIF_SHAPES.enter("grass")
def grass(motif: Grass, seed: int) -> Shapes:
    """Return the blades."""
    numbers = random_numbers(seed)
    blades = []
    for _ in range(motif.blades):
        x = numbers.uniform(-motif.width / 2, motif.width / 2)
        tip = (x + numbers.uniform(-10, 10), motif.height * numbers.uniform(0.35, 1))
        blades.append(polygon((x - 1.4, -6), (x + 1.4, -6), tip))
    return [("body", joined(blades))]


@DRAWN_LAYERS.enter("leaves")
def draw_leaves(layer: Leaves, picture: Picture, seed: int) -> None:
    """Draw the leaves."""
    for number, (x, y, length, width, turn, bend) in enumerate(layer.items):
        leaf = torn_leaf(length, width, bend, seed + number)
        put_shapes(picture, leaf, (x, y), turn=turn, tones={"body": layer.ink, "mid": layer.veins})


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
