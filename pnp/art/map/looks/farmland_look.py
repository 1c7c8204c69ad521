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


@DRAWINGS.enter("farm")
def paint_farm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a farm with two wings at a right angle; each variant has another turn."""
    turn = 1.4 * variant - 0.6
    cos, sin = math.cos(turn) * pt, math.sin(turn) * pt
    wings = [((-2.6, -1.6), (2.2, -1.6), (2.2, 0.8), (-2.6, 0.8)), ((0.2, 0.8), (2.2, 0.8), (2.2, 3.6), (0.2, 3.6))]
    items: list[Item] = []
    for shift, fill in ((0.6, colours["tree_shadow"]), (0.0, colours["roof"])):
        line = pen(colours["block_line"], 0.3, pt) if not shift else None
        for wing in wings:
            points = [(x * cos - y * sin + shift * pt, x * sin + y * cos + 1.1 * shift * pt) for x, y in wing]
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
