"""The look `farmland`: a dry plain with clusters of large fields, stone walls, single trees and farmhouses."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.map import noise
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_strokes import joined_shapes, pen
from pnp.art.map.noise import Array
from pnp.scene import Colours, Item, circle, polyline
from pnp.units import Mm


@DRAWINGS.enter("olive")
def paint_olive(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a single olive tree with its shadow; `variant` from 0 to 1 makes it larger."""
    k = (1.35 + 0.35 * variant) * pt
    lobes = [(-0.5 * k, 0.15 * k, 0.8 * k), (0.55 * k, 0.05 * k, 0.75 * k), (0.0, -0.5 * k, 0.85 * k)]
    return [
        circle(0.55 * k, 0.7 * k, 1.15 * k, fill=colours["tree_shadow"]),
        joined_shapes(*[circle(x, y, r + 0.28 * pt, fill=colours["tree_line"]) for x, y, r in lobes]),
        joined_shapes(*[circle(x, y, r, fill=colours["tree"]) for x, y, r in lobes]),
        circle(-0.35 * k, -0.6 * k, 0.42 * k, fill=colours["tree_light"]),
    ]


FARMS = (
    ((-2.6, -1.6, 4.8, 2.4), (0.2, 0.8, 2, 2.8)),  # two wings at a right angle
    ((-2.8, -1.8, 5.6, 1.9), (-2.8, 0.1, 1.8, 2.9), (1, 0.1, 1.8, 2.9)),  # a yard that is open to one side
    ((-3, -1, 4.4, 2.2), (2.2, -1.5, 1.9, 3.4)),  # a house and a barn
    ((-3, -2, 6, 1.7), (-0.9, -0.3, 1.9, 3.2)),  # a T
    ((-3, -1.3, 3.6, 2.3), (1.2, 0.6, 2, 1.6), (-1.8, 1.7, 1.6, 1.5)),  # a house with two sheds
    ((-2.7, -2.5, 5.4, 1.5), (-2.7, 1.2, 5.4, 1.5), (-2.7, -1, 1.5, 2.2), (1.2, -1, 1.5, 2.2)),  # a closed yard
)
"""The buildings of each shape of farm: left, top, width and height of each."""
TURNS = (-0.6, 0.35, 0.9, -0.25, 0.15, -0.4)
"""How far each shape is turned, in radians."""


@DRAWINGS.enter("farm")
def paint_farm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a farm of one of six shapes, with its shadow."""
    number = round(variant * (len(FARMS) - 1))
    cos, sin = math.cos(TURNS[number]) * pt, math.sin(TURNS[number]) * pt
    items: list[Item] = []
    for shift, fill in ((0.6, colours["tree_shadow"]), (0.0, colours["roof"])):
        line = pen(colours["block_line"], 0.3, pt) if not shift else None
        for left, top, wide, high in FARMS[number]:
            box = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
            points = [(x * cos - y * sin + shift * pt, x * sin + y * cos + 1.1 * shift * pt) for x, y in box]
            items.append(polyline(points, closed=True, fill=fill, stroke=line))
    return items


@DRAWINGS.enter("farmland-farm-density")
def farm_density(places: Array, _pt: Mm, _seed: int) -> Array:
    """Return the share of possible places that have a farm."""
    return np.full(len(places), 0.62)


@DRAWINGS.enter("farmland-tree-density")
def tree_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groups of trees and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 34 * pt, seed + 9, 2) > 0.2, dtype=np.float64)
