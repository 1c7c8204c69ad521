"""Layers in front of the landscape: rain, snow, bursts of anti-aircraft fire, and trails of dust."""

from __future__ import annotations

import math

import numpy as np
import shapely

from pnp.art.covers.drawn_layers import DRAWN_LAYERS, MOTIF_SHAPES, Shapes
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import Shape, disc, joined, moved, random_numbers, rect
from pnp.model.cover_layers.landscape_layers import Flak, Rain, Snow
from pnp.model.cover_layers.motif_layers import Dust

UNDER_THE_STRIP = 53.0
"""The distance from the top of the picture, with bleed, at which rain and snow begin by default."""


@DRAWN_LAYERS.enter("rain")
def draw_rain(layer: Rain, picture: Picture, seed: int) -> None:
    """Draw the strokes."""
    numbers, frame = random_numbers(seed), picture.frame
    top = frame.top + UNDER_THE_STRIP if layer.top is None else layer.top
    across, up = math.cos(math.radians(layer.angle)), math.sin(math.radians(layer.angle))
    for _ in range(layer.count):
        x, y = numbers.uniform(frame.left - 11, frame.right + 19), numbers.uniform(top, frame.foot)
        length = numbers.uniform(*layer.length)
        width = max(0.3, layer.width * numbers.uniform(0.6, 1.3))
        picture.line([(x, y), (x - length * across, y + length * up)], picture.colour(layer.ink), width)


@DRAWN_LAYERS.enter("snow")
def draw_snow(layer: Snow, picture: Picture, seed: int) -> None:
    """Draw the flakes, most of them small."""
    numbers, frame = random_numbers(seed), picture.frame
    top = frame.top + UNDER_THE_STRIP if layer.top is None else layer.top
    least, most = layer.radii
    flakes = np.array(
        [
            (
                numbers.uniform(frame.left, frame.right),
                numbers.uniform(top, frame.foot),
                numbers.uniform(least, most * numbers.random() + least),
            )
            for _ in range(layer.count)
        ]
    )
    x, y, radius = flakes.T
    picture.dots(x, y, radius, picture.colour(layer.ink))


@DRAWN_LAYERS.enter("flak")
def draw_flak(layer: Flak, picture: Picture, seed: int) -> None:
    """Draw the smoke of each burst, then its flash."""
    numbers = random_numbers(seed)
    for x, y, size in layer.items:
        smoke = [
            disc(
                x + numbers.gauss(0, 0.5) * size,
                y + numbers.gauss(0, 0.4) * size,
                size * numbers.uniform(0.35, 0.7),
                10,
            )
            for _ in range(8)
        ]
        picture.fill(joined(smoke), picture.colour(layer.ink))
        if layer.core is None:
            continue
        star = []
        for ray in range(16):
            radius, angle = size * (1.15 if ray % 2 == 0 else 0.36), ray * math.pi / 8
            star.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
        picture.fill(shapely.Polygon(star), picture.colour(layer.core))
        picture.fill(disc(x, y, size * 0.26), picture.colour("paper"))


@MOTIF_SHAPES.enter("dust")
def dust(motif: Dust, seed: int) -> Shapes:
    """Return the cloud and its shade."""
    cloud = _cloud(motif, seed, 1.0)
    shade = cloud.intersection(moved(cloud, motif.height * 0.09, -motif.height * 0.22))
    return [("light", cloud), ("mid", shade.intersection(_cloud(motif, seed + 5, 0.8)))]


def _cloud(motif: Dust, seed: int, share: float) -> Shape:
    """Return a cloud with this share of the full height."""
    numbers = random_numbers(seed)
    length, height = motif.length, motif.height
    puffs = [rect(-length * 1.02, -3, length, 7)]
    for number in range(motif.lobes):
        along = number / max(1, motif.lobes - 1)
        top = (0.14 + 0.86 * along**0.8) * height * share * numbers.uniform(0.72, 1.05)
        radius = min(top * 0.5, height * numbers.uniform(0.13, 0.25) + 4)
        y = top - radius
        puffs.append(disc(-along * length + numbers.uniform(-8, 8), y, radius))
        while y > radius:
            y -= radius * 1.1
            x = -along * length + numbers.uniform(-0.3, 0.3) * radius
            puffs.append(disc(x, max(0, y), radius * 1.15))
    return joined(puffs).buffer(2).buffer(-2).intersection(rect(-length * 2, -2, length * 3, 9999))
