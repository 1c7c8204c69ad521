"""Farmland: parcels (small fields), drawn as terrain or as decoration near water and settlements."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.look_specs import AreaLook, FieldSizes, GroundLook, looks_of
from pnp.draw.map.map_frame import MapFrame
from pnp.draw.map.noise import Array, between, chance
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.outlines import lines_path, rings_path, roughened
from pnp.scene import Item, Stroke

Chosen = NDArray[np.bool_]
CLUSTER_PT = 40.0
"""Size of the squares with at most one cluster of parcels each."""
SMALL = FieldSizes()
"""The sizes of parcels on most maps."""
SMALLEST_PT2 = 130.0
"""Least size of a cluster in square points; smaller ones look like mistakes and are left out."""


@dataclass(frozen=True, eq=False)
class Parcels:
    """The corners of each parcel (n x 4 x 2) and the number of its colour, 0 to 3."""

    corners: Array
    colours: tuple[int, ...]


def _cluster_centres(
    frame: MapFrame, zone: BaseGeometry, every_pt: float = CLUSTER_PT
) -> list[tuple[int, int, float, float]]:
    """Return the centres of the clusters of parcels in a zone, with the grid square of each.

    Each square of a fixed grid has one random centre: column, row, x and y. So moving one cluster does not move
    another.
    """
    cell = frame.scaled(every_pt)
    x0, y0, x1, y1 = zone.bounds
    return [
        (i, j, (i + chance(frame.seed, "cx", i, j)) * cell, (j + chance(frame.seed, "cy", i, j)) * cell)
        for i in range(math.floor(x0 / cell), math.ceil(x1 / cell))
        for j in range(math.floor(y0 / cell), math.ceil(y1 / cell))
    ]


def _cluster_parcels(
    frame: MapFrame, i: int, j: int, x: float, y: float, sizes: FieldSizes = SMALL
) -> tuple[Array, list[int], float]:
    """Return the corners, colour numbers and radius of all parcels of one cluster.

    The cluster belongs to the square in column `i` and row `j`. Its centre is (x, y), and it is turned by its own
    angle.
    """
    key = (frame.seed, "field", i, j)
    pt, turn = frame.scaled(1), between(-0.7, 0.7, *key, "turn")
    reach = between(*sizes.reach_pt, *key, "reach")
    cos, sin = math.cos(turn) * pt, math.sin(turn) * pt
    corners, colours = [], []
    u, column = -reach - 3, 0
    while u < reach + 3:
        width = between(*sizes.width_pt, *key, column)
        v, row = -reach - between(0, 4, *key, column, "v"), 0
        while v < reach + 3:
            height = between(*sizes.height_pt, *key, column, row)
            box = ((u, v), (u + width, v), (u + width, v + height), (u, v + height))
            corners.append([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in box])
            colours.append(int(4 * chance(*key, column, row, "colour")))
            v, row = v + height, row + 1
        u, column = u + width, column + 1
    return np.array(corners), colours, reach * pt


def scattered_parcels(frame: MapFrame, zone: BaseGeometry, taken: Occupancy, sizes: FieldSizes = SMALL) -> Parcels:
    """Return separate clusters of parcels in a zone, clear of everything that is printed."""
    if zone.is_empty:
        return Parcels(np.empty((0, 4, 2)), ())
    sites = _cluster_centres(frame, zone, sizes.every_pt)
    near = {(i, j): (x, y) for i, j, x, y in sites}
    shapely.prepare(zone)
    corners: list[Array] = []
    colours: list[int] = []
    for i, j, x, y in sites:
        if not shapely.contains_xy(zone, x, y):
            continue
        some, kinds, reach = _cluster_parcels(frame, i, j, x, y, sizes)
        blob = roughened(
            ShapelyPoint(x, y).buffer(reach), frame.scaled(3.2), frame.scaled(11), frame.seed + 55, frame.scaled(1.6)
        )
        keep = _parcels_inside(some, zone.intersection(blob)) & _parcels_free(some, taken)
        others = np.array(
            [near[i + a, j + b] for a in (-1, 0, 1) for b in (-1, 0, 1) if (a or b) and (i + a, j + b) in near]
        )
        if len(others):
            middles = some.mean(axis=1)
            own = np.hypot(*(middles - (x, y)).T)
            theirs = np.hypot(*(middles[:, None] - others[None]).transpose(2, 0, 1)).min(axis=1)
            keep &= own < theirs - frame.scaled(3)
        keep &= _in_large_clusters(some, keep, frame.scaled(1))
        corners += list(some[keep])
        colours += [kind for kind, kept in zip(kinds, keep.tolist(), strict=True) if kept]
    return Parcels(np.array(corners).reshape(-1, 4, 2), tuple(colours))


def covering_parcels(frame: MapFrame, area: BaseGeometry, taken: Occupancy) -> Parcels:
    """Return parcels that cover an area of fields, except where something is printed.

    Each square of the grid has its own angle.
    """
    if area.is_empty:
        return Parcels(np.empty((0, 4, 2)), ())
    sites = _cluster_centres(frame, area.buffer(frame.scaled(CLUSTER_PT)))
    middles = np.array([(x, y) for _, _, x, y in sites])
    corners: list[Array] = []
    colours: list[int] = []
    shapely.prepare(area)
    for number, (i, j, x, y) in enumerate(sites):
        some, kinds, _ = _cluster_parcels(frame, i, j, x, y)
        distances = np.hypot(*(some.mean(axis=1)[:, None] - middles[None]).transpose(2, 0, 1))
        keep = (distances.argmin(axis=1) == number) & _parcels_inside(some, area) & _parcels_free(some, taken)
        corners += list(some[keep])
        colours += [kind for kind, kept in zip(kinds, keep.tolist(), strict=True) if kept]
    return Parcels(np.array(corners).reshape(-1, 4, 2), tuple(colours))


def _parcels_inside(corners: Array, area: BaseGeometry) -> Chosen:
    """Return for each parcel whether all its corners are inside an area."""
    return np.asarray(shapely.contains_xy(area, corners[..., 0], corners[..., 1]).all(axis=1))


def _parcels_free(corners: Array, taken: Occupancy) -> Chosen:
    """Return for each parcel whether it covers nothing that is already printed.

    It tests its corners, the middles of its sides, and points inside.
    """
    halves = (corners + np.roll(corners, -1, axis=1)) / 2
    middle = corners.mean(axis=1, keepdims=True)
    inner = (corners + middle) / 2
    return np.asarray((taken.at(np.concatenate([corners, halves, inner, middle], axis=1)) == 0).all(axis=1))


def _in_large_clusters(corners: Array, keep: Chosen, pt: float) -> Chosen:
    """Return for each parcel whether `keep` includes it and its cluster is large enough."""
    number = np.flatnonzero(keep)
    if not len(number):
        return keep
    shapes = shapely.buffer(shapely.polygons(corners[number]), 0.15 * pt, join_style="mitre")
    parts = shapely.get_parts(shapely.union_all(shapes))
    trunks = shapely.buffer(shapely.buffer(parts, -3.2 * pt, join_style="mitre"), 3.4 * pt, join_style="mitre")
    large = shapely.union_all(trunks[shapely.area(trunks) > SMALLEST_PT2 * pt * pt])
    result = np.zeros(len(corners), dtype=np.bool_)
    if not large.is_empty:
        middles = corners[number].mean(axis=1)
        result[number] = shapely.contains_xy(large, middles[:, 0], middles[:, 1])
    return result


def draw_parcels(frame: MapFrame, parcels: Parcels) -> list[Item]:
    """Draw parcels of farmland, as one path for each colour."""
    tilled = next((look for look in looks_of(AreaLook).values() if look.parcels), None)
    ground = looks_of(GroundLook).get(frame.look(frame.board.base))
    look = ground if ground is not None and "parcel_1" in ground.colours else tilled
    if look is None:
        return []
    colours = frame.palette.of(look)
    line = Stroke(colours["parcel_line"], frame.stroke(0.25))
    items: list[Item] = []
    for number in range(4):
        chosen = [ring for ring, kind in zip(parcels.corners, parcels.colours, strict=True) if kind == number]
        if chosen:
            items.append(rings_path(chosen, fill=colours[f"parcel_{number + 1}"], stroke=line))
    if ground is not None and ground.fields.furrowed and look is ground:
        furrows = [lines for ring in parcels.corners for lines in _furrows(frame, ring, ground.fields.furrowed)]
        if furrows:
            items.append(lines_path(furrows, Stroke(colours["furrow"], frame.stroke(0.25)), tolerance=0))
    return items


def _furrows(frame: MapFrame, ring: Array, share: float) -> list[Array]:
    """Return the furrows of one parcel, along its longer side; only a `share` of parcels has any."""
    key = (frame.seed, "furrow", round(float(ring[0, 0]), 2), round(float(ring[0, 1]), 2))
    if chance(*key) > share:
        return []
    a, b, c, d = ring if np.hypot(*(ring[1] - ring[0])) > np.hypot(*(ring[3] - ring[0])) else np.roll(ring, 1, axis=0)
    count = int(np.hypot(*(d - a)) / frame.scaled((1.9, 2.6)[chance(*key, "wide") > 0.5]))
    inset = 0.04
    return [
        np.array([a + (d - a) * t + (b - a) * inset, b + (c - b) * t - (b - a) * inset])
        for t in (np.arange(1, count) / count if count > 1 else ())
    ]
