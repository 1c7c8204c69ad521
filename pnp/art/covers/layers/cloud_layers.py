"""Layers of cloud: flat bars, heaped clouds, a low ceiling of cloud, and mist."""

from __future__ import annotations

import numpy as np
import shapely

from pnp.art.covers.drawn_layers import DRAWN_LAYERS
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import (
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
from pnp.model.cover_layers.landscape_layers import Bars, Ceiling, Cumulus, Mist

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


@DRAWN_LAYERS.enter("bars")
def draw_bars(layer: Bars, picture: Picture, seed: int) -> None:
    """Draw the clouds."""
    for item in layer.items:
        picture.fill(flat_cloud(*item), picture.colour(layer.ink))


@DRAWN_LAYERS.enter("cumulus")
def draw_cumulus(layer: Cumulus, picture: Picture, seed: int) -> None:
    """Draw the cloud and its shade."""
    x, y = layer.at
    width = layer.width
    lobes = _lobes(layer, seed)
    base = polygon(
        (x - width * 0.5, y),
        (x + width * 0.5, y),
        (x + width * 0.34, y - width * 0.17),
        (x - width * 0.34, y - width * 0.17),
    )
    cloud = joined([*lobes, base]).buffer(3).buffer(-3).intersection(rect(x - FAR, y - FAR, 2 * FAR, FAR))
    picture.fill(cloud, picture.colour(layer.ink))
    if layer.shade is None:
        return
    shade = picture.colour(layer.shade)
    in_light = joined([moved(lobe, -width * 0.03, -width * 0.055) for lobe in lobes])
    high = rect(x - width, y - width, 2 * width, width * 0.86)
    low = rect(x - width, y - width * 0.3, 2 * width, width * 0.3)
    picture.fill(cloud.difference(in_light.union(high)).intersection(low), shade)

    def near_the_base(across: Array, down: Array) -> Array:
        """Return the chance of a grain, which grows towards the base."""
        return np.asarray(np.clip((down - (y - width * 0.36)) / (width * 0.36), 0, 1) ** 2 * 0.9)

    picture.grain(cloud, shade, seed, int(width * 9), near_the_base)


def _lobes(layer: Cumulus, seed: int) -> list[Shape]:
    """Return the discs of which the cloud consists; those in the middle are larger and higher."""
    numbers, (x, y), width = random_numbers(seed), layer.at, layer.width
    lobes = []
    for number in range(layer.lobes):
        across = (number + 0.5) / layer.lobes * 2 - 1
        nearness = 1 - across * across
        radius = width * (0.07 + 0.115 * nearness) * numbers.uniform(0.8, 1.2)
        rise = width * layer.lift * nearness**1.2 * numbers.uniform(0.1, 0.75)
        lobes.append(disc(x + across * width * 0.44, y - radius * 0.55 - rise, radius, 18))
    return lobes


@DRAWN_LAYERS.enter("ceiling")
def draw_ceiling(layer: Ceiling, picture: Picture, seed: int) -> None:
    """Draw the bank of cloud, with grain along its lower edge."""
    frame, numbers = picture.frame, random_numbers(seed)
    waves = profile(seed, layer.wave, 2)
    parts = [frame.below(frame.top, layer.y - layer.depth)]
    x = frame.left - 20
    while x < frame.right + 40:
        radius = numbers.uniform(*layer.lobe)
        y = layer.y - layer.depth + layer.depth * waves(x)
        parts.append(scaled(disc(x, y, 1, 20), radius * 1.25, radius * 0.62, (x, y)))
        x += radius * numbers.uniform(0.9, 1.5)
    bank = joined(parts).buffer(3).buffer(-3).intersection(frame.below(frame.top))
    bank = joined(
        shapely.Polygon(part.exterior) for part in shapely.get_parts(bank) if isinstance(part, shapely.Polygon)
    )  # without holes
    picture.fill(bank, picture.colour(layer.ink))
    if layer.crayon is None:
        return

    def near_the_edge(across: Array, down: Array) -> Array:
        """Return the chance of a grain, which grows towards the lower edge."""
        top = layer.y - 3.2 * layer.depth
        return np.asarray(np.clip((down - top) / (3.6 * layer.depth), 0, 1) ** 2.4 * 0.8)

    picture.grain(bank, picture.colour(layer.crayon), seed, 9000, near_the_edge, (0.35, 0.8))


@DRAWN_LAYERS.enter("mist")
def draw_mist(layer: Mist, picture: Picture, seed: int) -> None:
    """Draw six flat clouds, then the grain."""
    frame, numbers, colour = picture.frame, random_numbers(seed), picture.colour(layer.ink)
    for _ in range(6):
        x, width = numbers.uniform(frame.left + 9, frame.right - 9), numbers.uniform(160, 420)
        y = layer.y + numbers.uniform(-layer.depth, layer.depth) * 0.6
        picture.fill(flat_cloud(x, y, width, numbers.uniform(0.25, 0.6) * layer.depth), colour)

    def near_the_height(across: Array, down: Array) -> Array:
        """Return the chance of a grain, which falls with the distance from the height of the mist."""
        return np.asarray(np.clip(1 - np.abs(down - layer.y) / (layer.depth * 1.6), 0, 1) ** 1.4)

    around = frame.below(layer.y - layer.depth * 1.6, layer.y + layer.depth * 1.6)
    picture.grain(around, colour, seed, layer.grains, near_the_height)
