"""Tidal creeks: winding water that branches from rivers into a marsh. It is decoration without effect in play."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map.land_areas import Land, LandArea
from pnp.art.map.looks.swamp_look import swamp_pools
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between, chance, scattered
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import area_path, polygons, smoothed, variable_band
from pnp.model.looks.area_looks import TidalCreeks
from pnp.scene import Item, Stroke

STEP_PT = 2.0
WAVE_PT = (5.5, 8.0)
"""The length over which a creek winds once, divided by 2 pi."""
SWING = 0.68
"""How far, in radians, a creek turns from its course while it winds."""
APART_PT, OWN_PT = 6.0, 11.0
"""The least distance of a creek from other creeks, and from its own earlier bends."""
MOUTH_SPACING = 0.58
"""The distance of the places at which creeks may begin, as a share of that of their mouths."""
MOST_TURN = 1.25
"""How far, in radians, the course of a creek turns from its mouth; where it would turn farther, the creek ends."""
OFF_POOLS_PT = 3.0
"""How far creeks keep off the pools of their marsh."""
LEAST_STEPS = 11
YOUNG_STEPS = 5
"""So many steps after its start a branch must have left its creek."""
MOUTH_WIDER, MOUTH_PT = 0.9, 4.0
"""How much wider a creek is at its mouth, and over which distance it narrows."""
BRANCH_SHARE = 0.38
"""The length of a branch as a share of that of its creek."""


@dataclass(frozen=True, eq=False)
class Creek:
    """A drawn creek: the middle of its water from the river to its head, and its surface."""

    points: Array
    area: BaseGeometry


class _Marsh:
    """A marsh into which creeks are cut: where it is free, and the creeks so far."""

    def __init__(
        self, frame: MapFrame, spec: TidalCreeks, zone: BaseGeometry, keep: Occupancy, pools: BaseGeometry
    ) -> None:
        """Begin without creeks, in a free `zone` outside of `keep` and `pools`."""
        self.frame, self.spec, self.pt = frame, spec, frame.scaled(1)
        self.printed = keep
        self.blocked = Occupancy(frame.box, keep.cell)
        self.blocked.weights[:] = 1
        self.blocked.clear(zone)
        wide = keep.copy()
        wide.spread(1.6 * self.pt)
        self.blocked.weights = np.maximum(self.blocked.weights, wide.weights)
        self.cut = Occupancy(frame.box, keep.cell)
        self.creeks: list[Creek] = []
        boxes = [rect.grown(1.2 * self.pt) for rect in frame.numbers.values()]
        numbers = [shapely.box(box.x, box.y, box.right, box.bottom) for box in boxes]
        self._avoided = shapely.union_all([*numbers, pools])

    def _is_free(self, point: Array, *, young: bool) -> bool:
        """Return whether a creek may go to a point; near the river it may be near another creek."""
        spot = point[None]
        return not self.blocked.at(spot)[0] and (young or not self.cut.at(spot)[0])

    def grow(self, start: Array, heading: float, length_pt: float, width_pt: float, key: tuple[object, ...]) -> None:
        """Cut a creek from a point in a direction, and its branches. A creek that would be too short is left out.

        The key of a creek from a river has two parts; only such a creek has branches.
        """
        pt, step = self.pt, STEP_PT * self.pt
        phase, wave = between(0, 2 * math.pi, *key, "phase"), between(*WAVE_PT, *key, "wave")
        first, points, drift, branches = heading, [start], 0.0, list[tuple[Array, float]]()
        while len(points) * STEP_PT < length_pt:
            k = len(points)
            drift += between(-0.045, 0.045, *key, k)
            swing = SWING * math.sin(k * STEP_PT / wave + phase) * min(1.0, k / 6)
            found = self._next_point(points, heading + drift + swing, step, k)
            if found is None:
                break
            point, turned = found
            heading += 0.6 * turned
            if abs(heading + drift - first) > MOST_TURN:
                break
            if k > 16 and np.hypot(*(np.array(points[:-10]) - point).T).min() < OWN_PT * pt:
                break
            points.append(point)
            if len(key) == 2 and k > 12 and k % 9 == 0 and chance(*key, k, "branch") < 0.55:
                hand = 1 if chance(*key, k, "hand") < 0.5 else -1
                branches.append((point, heading + drift + hand * between(0.9, 1.2, *key, k, "turn")))
        if len(points) <= LEAST_STEPS:
            return
        line = smoothed(np.array(points), 3)
        way, begun = shapely.LineString(line), shapely.LineString(line[YOUNG_STEPS:])
        if not way.is_simple or way.intersects(self._avoided):  # near its mouth it runs straight ahead
            return
        own = shapely.Point(start).buffer(0.1 * pt)
        others = [creek for creek in self.creeks if creek.area.intersects(way)]
        if any(len(key) == 2 or not creek.area.intersects(own) or creek.area.intersects(begun) for creek in others):
            return
        along = np.linspace(0, 1, 3 * len(line) - 2)
        line = np.stack([np.interp(along, np.linspace(0, 1, len(line)), line[:, axis]) for axis in (0, 1)], axis=1)
        mouth = MOUTH_WIDER * np.exp(-along * length_pt / MOUTH_PT) if len(key) == 2 else 0.0
        widths = width_pt * ((1 - along) ** 0.8 + mouth) * pt
        self.creeks.append(Creek(line, variable_band(line, widths)))
        self.cut.line(line, APART_PT * pt, 1)
        for number, (point, turn) in enumerate(branches):
            self.grow(point, turn, BRANCH_SHARE * length_pt, 0.6 * width_pt, (*key, number))

    def _next_point(self, points: list[Array], angle: float, step: float, count: int) -> tuple[Array, float] | None:
        """Return the next point of a creek, and by how much it turned to avoid print; None if there is no way on."""
        for turn in (0.0, 0.6, -0.6, 1.1, -1.1):
            point = points[-1] + step * np.array([math.cos(angle + turn), math.sin(angle + turn)])
            if count <= 5 or self._is_free(point, young=count <= 8):
                return point, turn
        return None


def tidal_creeks(land: Land, keep: Occupancy) -> list[tuple[LandArea, tuple[Creek, ...]]]:
    """Return the creeks of every area with tidal creeks. They avoid everything that is marked in `keep`."""
    found = []
    for cover in land.covers:
        if cover.look.creeks is not None:
            pt = land.frame.scaled(1)
            marshland = cover.geometry.intersection(land.frame.playing_area)
            pools = swamp_pools(cover).buffer(OFF_POOLS_PT * pt, quad_segs=3)
            zone = marshland.buffer(-3 * pt).difference(land.waters.surface.buffer(2.3 * pt)).difference(pools)
            marsh = _Marsh(land.frame, cover.look.creeks, zone, keep, pools)
            for start, heading, place in _mouths(land, cover, marsh):
                key = (land.frame.seed, place)
                spec = cover.look.creeks
                marsh.grow(start, heading, between(*spec.length_pt, *key), between(*spec.width_pt, *key, "wide"), key)
            found.append((cover, tuple(marsh.creeks)))
    return found


def _mouths(land: Land, cover: LandArea, marsh: _Marsh) -> Iterator[tuple[Array, float, tuple[object, ...]]]:
    """Yield where creeks leave the rivers of a map, in which direction, and the key of their random numbers."""
    frame, pt = land.frame, land.frame.scaled(1)
    assert cover.look.creeks is not None
    every = fsum(cover.look.creeks.every_pt) / 2
    reach = every / 3 * pt
    spots = scattered(frame.box, MOUTH_SPACING * every * pt, frame.seed + 61)
    for part in polygons(land.waters.flowing.union(land.waters.lakes)):
        bank = part.boundary
        near = spots[shapely.dwithin(bank, shapely.points(spots), reach)]
        for spot in near:
            at = shapely.line_interpolate_point(bank, shapely.line_locate_point(bank, shapely.Point(spot)))
            foot = np.array(at.coords[0])
            out = (spot - foot) / (np.hypot(*(spot - foot)) + 1e-9)
            for hand in (1, -1):
                ashore, close = foot + out * hand * 13 * pt, foot + out * hand * 4 * pt
                wet = shapely.contains_xy(part, *close) or shapely.contains_xy(part, *ashore)
                way = foot + out * hand * np.arange(6, 13.5, 1.5)[:, None] * pt
                taken = marsh.blocked.at(ashore[None])[0] or marsh.cut.at(ashore[None])[0]
                if not wet and not taken and not marsh.printed.at(way).any():
                    key = (round(float(spot[0]), 2), round(float(spot[1]), 2))
                    yield foot - out * hand * 1.5 * pt, math.atan2(*(out * hand)[::-1]), key


def mark_creeks(frame: MapFrame, creeks: list[tuple[LandArea, tuple[Creek, ...]]], keep: Occupancy) -> None:
    """Mark creeks in a raster, so that textures avoid them."""
    for _, some in creeks:
        for creek in some:
            keep.line(creek.points, frame.scaled(2.4), 1)


def draw_creeks(frame: MapFrame, creeks: list[tuple[LandArea, tuple[Creek, ...]]]) -> list[Item]:
    """Draw tidal creeks in the colour of the rivers, thinner and with a paler edge than any stream of the game."""
    items: list[Item] = []
    for cover, some in creeks:
        if some:
            colours, water = frame.palette.of(cover.look), shapely.union_all([creek.area for creek in some])
            edge = Stroke(colours["creek_edge"], frame.stroke(0.7), join="round")
            items.append(area_path(water, stroke=edge, tolerance=0.03))
            items.append(area_path(water, fill=frame.palette.water, tolerance=0.03))
    return items


def draw_creek_mouths(
    frame: MapFrame, creeks: list[tuple[LandArea, tuple[Creek, ...]]], water: BaseGeometry
) -> list[Item]:
    """Draw the mouths of creeks over the bank of their river, so that they open into it."""
    areas = [creek.area for _, some in creeks for creek in some]
    if not areas:
        return []
    mouths = shapely.union_all(areas).intersection(water.boundary.buffer(frame.scaled(1.0)))
    return [] if mouths.is_empty else [area_path(mouths, fill=frame.palette.water)]
