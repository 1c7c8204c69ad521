"""Planted land, such as groves and vineyards: straight-edged plots in blocks, with lanes between the blocks."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, chance, lattice, octaves
from pnp.hexgrid import Hex

WIDE, HIGH = 0.32, 0.24
"""The width and height of a plot, in hex heights."""
BLOCK = 4
"""How many plots a block has across and down."""
TURN = math.radians(15)
"""The turn of the lattice of plots, whose lines are so far from the directions of hexsides."""
LANE_PT = 1.6
"""The width of the lanes between blocks."""
JITTER, BEND = 0.14, 0.13
"""How far corners of plots are moved: by chance, as a share of a plot, and with neighbours, in hex heights."""
OWN, FOREIGN = 0.37, 0.36
"""The radii in hex heights of the discs around the centres of hexes that are planted, and that are not."""


def planted(frame: MapFrame, look: str, area: BaseGeometry) -> BaseGeometry:
    """Return an area as blocks of plots. The plots are those of one lattice of the map, whatever is planted on it."""
    if area.is_empty:
        return area
    high, seed = frame.grid.across_flats, frame.seed
    turn = TURN * (1 if chance(look, "turn") < 0.5 else -1)
    cos, sin = math.cos(turn), math.sin(turn)
    box = shapely.box(*area.buffer(0.6 * high).bounds)
    ring = np.asarray(box.exterior.coords)
    u, v = ring @ np.array((cos, sin)) / (WIDE * high), ring @ np.array((-sin, cos)) / (HIGH * high)
    i, j = np.meshgrid(
        np.arange(int(u.min()) - 1, int(u.max()) + 2), np.arange(int(v.min()) - 1, int(v.max()) + 2), indexing="ij"
    )
    across = (i + 2 * JITTER * (lattice(i, j, seed + 1) - 0.5)) * WIDE * high
    down = (j + 2 * JITTER * (lattice(i, j, seed + 2) - 0.5)) * HIGH * high
    knots = np.stack([across * cos - down * sin, across * sin + down * cos], axis=2)
    flat = knots.reshape(-1, 2)
    bent = np.stack([octaves(flat, 2.2 * high, seed + 3 + k, 2) for k in (0, 1)], axis=1)
    knots = (flat + 2 * BEND * high * bent).reshape(knots.shape)
    corners = np.stack([knots[:-1, :-1], knots[1:, :-1], knots[1:, 1:], knots[:-1, 1:]], axis=2).reshape(-1, 4, 2)
    plots = np.asarray(shapely.polygons(corners))
    shapely.prepare(area)
    own, foreign = _centres(frame, look)
    share = _share_inside(corners, area)
    near = shapely.dwithin(plots, own, OWN * high)
    strange = shapely.dwithin(plots, foreign, FOREIGN * high) & (share < 0.9)
    chosen = near | ((share > 0.5) & ~strange)
    rows, columns = i[:-1, :-1].ravel()[chosen] // BLOCK, j[:-1, :-1].ravel()[chosen] // BLOCK
    blocks: dict[tuple[int, int], list[shapely.Polygon]] = {}
    for row, column, plot in zip(rows.tolist(), columns.tolist(), plots[chosen].tolist(), strict=True):
        blocks.setdefault((row, column), []).append(plot)
    narrower = -0.02 - frame.scaled(LANE_PT) / 2
    whole = [
        shapely.union_all(some).buffer(0.02, join_style="mitre").buffer(narrower, join_style="mitre")
        for some in blocks.values()
    ]
    return shapely.union_all(whole).difference(foreign.buffer(FOREIGN * high)).buffer(0)


def _centres(frame: MapFrame, look: str) -> tuple[shapely.MultiPoint, shapely.MultiPoint]:
    """Return the centres of the hexes that have a look, and of those that do not."""
    own: set[Hex] = set(frame.hexes_like(look))
    points = [
        [frame.grid.centre(cell) for cell in frame.hexes if (cell in own) is planted] for planted in (True, False)
    ]
    return shapely.MultiPoint(points[0]), shapely.MultiPoint(points[1])


def _share_inside(corners: Array, area: BaseGeometry) -> Array:
    """Return how much of each plot is inside an area, from nine points of it."""
    share = np.array((0.15, 0.5, 0.85))
    a, b = (one.ravel()[None, :, None] for one in np.meshgrid(share, share))
    p, q, r, s = (corners[:, None, n] for n in range(4))
    points = p * (1 - a) * (1 - b) + q * a * (1 - b) + r * a * b + s * (1 - a) * b
    return np.asarray(shapely.contains_xy(area, points[..., 0], points[..., 1]).mean(axis=1))
