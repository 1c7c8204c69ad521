"""Farms, hamlets and villages without effect on play, and the tracks that join them to the nearest road."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from pnp.art.map.land_areas import Land, ground_look
from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import clipped_lines, lines_path, resample, smoothed, waved
from pnp.art.map.relief import Raster
from pnp.art.map.vegetation import draw_texture, free_places, has_room
from pnp.model.looks.line_looks import RailLook
from pnp.model.looks.place_looks import SettlementLook, SymbolLook
from pnp.scene import Item, Stroke
from pnp.units import Mm

REACH, FAR = 2.2, 3.4
"""How far a track leads to another farm, and to a road or settlement, in hex heights."""
STEP = 1 / 8
"""The distance of the points between which a track chooses its way on sloping land, in hex heights."""
STEEP = 30.0
"""How much dearer a way is on a slope."""
FARM_PT = 6.0
"""The radius of the ground that a farm takes up."""
WIDTH_PT = 0.5


@dataclass(frozen=True, eq=False)
class Homesteads:
    """The farms of a map from north to south, and their tracks, each from the farm to where it joins something."""

    places: Array = field(default_factory=lambda: np.empty((0, 2)))
    tracks: tuple[Array, ...] = ()

    def mark(self, frame: MapFrame, *rasters: Occupancy) -> None:
        """Mark the farms and their tracks in rasters of what is printed."""
        pt = frame.scaled(1)
        for raster in rasters:
            if len(self.places):
                raster.stamp(self.places, FARM_PT * pt, 1)
            for track in self.tracks:
                raster.line(track, 1.3 * pt, 1)


def homesteads(land: Land, routes: Sequence[DrawnRoute], off: Occupancy, heights: Raster | None) -> Homesteads:
    """Return the farms on open land, in hexes without symbols, and their tracks.

    Each farm is joined to the nearest road, settlement or farm that is nearer to them than it is itself; so tracks join
    each other, and none leads far. On sloping land, with `heights`, they follow the slopes.
    """
    frame, farms, pt = land.frame, ground_look(land.frame).farms, land.frame.scaled(1)
    if farms is None:
        return Homesteads()
    bare = frame.paper_area.difference(land.covered.buffer(3.0 * pt)).difference(land.waters.standing.buffer(4.5 * pt))
    symbols = frame.looks.of(SymbolLook)
    used = [frame.hexagon(cell) for cell, looks in frame.sites.items() if symbols.keys() & looks.keys()]
    open_land = bare.difference(shapely.union_all(used)).buffer(-farms.inset_pt * pt)
    places = free_places(frame, farms, farms.name, open_land, off)
    places = places[has_room(off, places, farms, pt)]
    return Homesteads(places, tuple(_tracks(land, routes, places, heights))) if len(places) else Homesteads()


def _tracks(land: Land, routes: Sequence[DrawnRoute], places: Array, heights: Raster | None) -> list[Array]:
    """Return the tracks of farms; none crosses water or terrain that covers the land."""
    frame, pt = land.frame, land.frame.scaled(1)
    known = frame.looks.of(SettlementLook)
    towns = [frame.grid.centre(cell) for cell, looks in frame.sites.items() if known.keys() & looks.keys()]
    roads = [resample(one.points, 4 * pt) for one in routes if not isinstance(one.look, RailLook)]
    ends = np.concatenate([np.array(towns).reshape(-1, 2), *roads])
    high = frame.grid.across_flats
    gaps, nearest = _nearest(places, ends)
    barred = shapely.union_all([land.covered.buffer(1.0 * pt), land.waters.surface])
    shapely.prepare(barred)
    found: list[Array] = []
    for number, place in enumerate(places):
        away = np.hypot(*(places - place).T)
        away[(gaps >= gaps[number]) & (np.isfinite(gaps) | (away == 0))] = np.inf
        other = int(away.argmin())
        if gaps[number] > FAR * high and away[other] > REACH * high:
            continue
        end = nearest[number] if gaps[number] <= away[other] else places[other]
        if not np.isfinite(gaps[number]) and (away[other] > 0.7 * REACH * high or _joined_from(places, other, number)):
            continue
        way = _way(frame, place, end, barred, heights)
        if way is not None:
            found.append(way)
    return found


def _joined_from(places: Array, one: int, other: int) -> bool:
    """Return whether the track from one farm, on a map without roads, leads to the other, which comes after it."""
    away = np.hypot(*(places - places[one]).T)
    away[one] = np.inf
    return bool(away.argmin() == other and one < other)


def _nearest(places: Array, ends: Array) -> tuple[Array, Array]:
    """Return the distance of each place from the nearest of some points, infinite without any, and that point."""
    if not len(ends):
        return np.full(len(places), np.inf), places
    tree = shapely.STRtree(np.asarray(shapely.points(ends)))
    at = ends[tree.nearest(shapely.points(places))]
    return np.hypot(*(at - places).T), at


def _way(frame: MapFrame, start: Array, end: Array, barred: BaseGeometry, heights: Raster | None) -> Array | None:
    """Return a short track between two points outside the barred area, or None if none is found."""
    pt = frame.scaled(1)
    if heights is None:
        way = resample(np.array([start, end]), 3 * pt)
        fade = np.clip(np.minimum(np.arange(len(way)), np.arange(len(way))[::-1]) / 5, 0, 1)[:, None]
        way = way + (waved(way, 4 * pt, 42 * pt, frame.seed + 164, count=2) - way) * fade
        return None if LineString(way[:-1]).intersects(barred) else way
    return _easiest_way(start, end, STEP * frame.grid.across_flats, barred, heights)


def _easiest_way(start: Array, end: Array, step: Mm, barred: BaseGeometry, heights: Raster) -> Array | None:
    """Return the way between two points with the least climbing over the points of a square raster.

    Source: Dijkstra 1959.
    """
    low = np.floor(np.minimum(start, end) / step).astype(np.int64) - 5
    columns, rows = (np.ceil(np.maximum(start, end) / step).astype(np.int64) + 6 - low).tolist()
    gx, gy = np.meshgrid(np.arange(columns), np.arange(rows))
    points: Array = np.asarray((np.stack([gx.ravel(), gy.ravel()], axis=1) + low) * step, dtype=np.float64)
    height: list[float] = heights.at(points).tolist()
    closed: list[bool] = np.asarray(shapely.contains_xy(barred, *points.T)).tolist()

    def number(spot: Array) -> int:
        """Return the number of the raster point nearest to a point of the map."""
        column, row = (np.round(spot / step).astype(np.int64) - low).tolist()
        return int(row * columns + column)

    first, last = number(start), number(end)
    best, before, queue = {first: 0.0}, dict[int, int](), [(0.0, first)]
    around = [(dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    while queue:
        cost, at = heapq.heappop(queue)
        if at == last:
            break
        if cost > best[at]:
            continue
        row, column = divmod(at, columns)
        for dx, dy, long in around:
            if 0 <= column + dx < columns and 0 <= row + dy < rows:
                then = at + dy * columns + dx
                if closed[then] and then != last:
                    continue
                climb = (height[then] - height[at]) / (long * step)
                total = cost + long * (1 + STEEP * climb * climb)
                if total < best.get(then, math.inf):
                    best[then], before[then] = total, at
                    heapq.heappush(queue, (total, then))
    if last not in before:
        return None
    line = [last]
    while line[-1] != first:
        line.append(before[line[-1]])
    inner = points[line[-2:0:-1]]
    return smoothed(resample(np.vstack([start, inner, end]), step / 3), 12)


def draw_homesteads(land: Land, found: Homesteads, keep: Occupancy) -> list[Item]:
    """Draw tracks as broken lines, and the farms at their ends."""
    frame, ground, pt = land.frame, ground_look(land.frame), land.frame.scaled(1)
    if ground.farms is None:
        return []
    items: list[Item] = []
    boxes = [rect.grown(1.2 * pt) for rect in frame.numbers.values()]
    numbers = shapely.union_all([shapely.box(box.x, box.y, box.right, box.bottom) for box in boxes])
    lines = clipped_lines(list(found.tracks), frame.paper_area.difference(numbers))
    if lines:
        colours = frame.palette.of(ground)
        colour = colours.get("path", colours["wall"])
        dash = (2.4 * pt, 1.1 * pt)
        items.append(lines_path(lines, Stroke(colour, frame.stroke(WIDTH_PT), dash, "round", "round")))
    return items + draw_texture(frame, ground, ground.farms, found.places)
