"""Layers of water: a lake or sea, surf, a river, and cracks in ice."""

from __future__ import annotations

import math

import numpy as np
import shapely

from pnp.art.covers.drawn_layers import DRAWN_LAYERS
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import (
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
from pnp.model.cover_layers.landscape_layers import Cracks, River, Surf, Water


@DRAWN_LAYERS.enter("water")
def draw_water(layer: Water, picture: Picture, seed: int) -> None:
    """Draw the water, then the waves and the glints, which are larger towards the viewer."""
    frame, numbers = picture.frame, random_numbers(seed)
    water = frame.below(layer.top, layer.bottom)
    picture.fill(water, picture.colour(layer.ink))
    for ink, count, light_at in ((layer.deep, layer.count // 2, None), (layer.glint, layer.count, layer.light_at)):
        if ink is None:
            continue
        waves = []
        for _ in range(count):
            near = numbers.random() ** 1.3
            y = layer.top + 1.5 + (layer.bottom - layer.top - 3) * near
            if light_at is None:
                x = numbers.uniform(frame.left, frame.right)
            else:
                x = numbers.gauss(light_at, layer.spread * (0.35 + 0.65 * near))
            width = (5 + 40 * near) * numbers.uniform(0.4, 1.4)
            waves.append(spindle(x, y, width, 0.5 + 1.9 * near, 0.2))
        picture.fill(joined(waves).intersection(water), picture.colour(ink))


@DRAWN_LAYERS.enter("surf")
def draw_surf(layer: Surf, picture: Picture, seed: int) -> None:
    """Draw the waves from the farthest to the nearest."""
    frame = picture.frame
    for number, ink in enumerate(layer.inks):
        y = layer.start + (layer.end - layer.start) * number / max(1, len(layer.inks) - 1)
        waves = profile(seed + number * 5, 95 + 30 * number, 2)
        edge = []
        for x in between(frame.left, frame.right + 4, 4):
            scallop = abs(math.sin(x / (30 + 7 * number) + number * 1.7 + 1.2 * waves(x))) ** 0.7
            height = layer.height * (1 + 0.25 * number) * (0.6 * waves(x) - 0.55 * scallop)
            edge.append((x, y + layer.slope * (x - 306) / 306 + height))
        wave = shapely.Polygon([*edge, (frame.right, frame.foot), (frame.left, frame.foot)]).buffer(0)
        picture.fill(wave, picture.colour(ink))


@DRAWN_LAYERS.enter("river")
def draw_river(layer: River, picture: Picture, seed: int) -> None:
    """Draw the banks, the river and its glints."""
    river = _course(layer).intersection(picture.frame.below(0))
    if layer.bank is not None:
        picture.fill(river.buffer(2.2), picture.colour(layer.bank))
    picture.fill(river, picture.colour(layer.ink))
    if layer.glint is not None:
        glints = joined(_glints(layer, river, seed)).intersection(river.buffer(-1))
        picture.fill(glints, picture.colour(layer.glint))


def _course(layer: River) -> Shape:
    """Return the area of the river."""
    middle = spline(layer.points, closed=False, steps=20)
    along: Array = np.array(middle)
    near = (along[:, 1] - along[0, 1]) / max(1.0, along[-1, 1] - along[0, 1])
    half = layer.narrow + (layer.wide - layer.narrow) * np.clip(near, 0, 1) ** 1.25
    pairs = list(zip(middle, half.tolist(), strict=True))
    left, right = ([(x + side * width, y) for (x, y), width in pairs] for side in (-1, 1))
    return shapely.Polygon(left + right[::-1]).buffer(0)


def _glints(layer: River, river: Shape, seed: int) -> list[Shape]:
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


@DRAWN_LAYERS.enter("cracks")
def draw_cracks(layer: Cracks, picture: Picture, seed: int) -> None:
    """Draw each crack as a broken line to the right."""
    numbers = random_numbers(seed)
    left, top, right, bottom = layer.area
    cracks = []
    for _ in range(layer.count):
        x, y = numbers.uniform(left, right), numbers.uniform(top, bottom)
        along = [(x, y)]
        for _ in range(numbers.randint(3, 6)):
            x += numbers.uniform(10, 40)
            y += numbers.uniform(-4, 5)
            along.append((x, y))
        cracks.append(line(along, layer.width))
    area = rect(left, top, right - left, bottom - top)
    picture.fill(joined(cracks).intersection(area), picture.colour(layer.ink))
