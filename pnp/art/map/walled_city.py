"""Walled cities: a square of blocks inside a wall with gates and towers, suburbs, and a quarter at the railroad."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, Point as ShapelyPoint, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.ink import ink_strokes
from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between, chance
from pnp.art.map.outlines import (
    area_path,
    boundary_lines,
    lines_path,
    normals,
    polygons,
    resample,
    rings_path,
    roughened,
)
from pnp.hexgrid import Hex
from pnp.model.looks.line_looks import RailLook
from pnp.model.looks.place_looks import SettlementLook
from pnp.scene import Colours, Item, Stroke
from pnp.units import Mm

HALF_PT, RAMPART_PT = 8.0, 15.2
"""Half the side of the walled square, and the radius of the rampart around the suburbs."""
STREETS_PT = (-3.4, 3.4)
"""The distances of the streets from the middle; they lead to two gates on each side."""
TURN = math.radians(2.6)


class WalledCity:
    """The plan of a walled city in a hex, clear of water, railroads and the hex number."""

    def __init__(self, frame: MapFrame, cell: Hex, routes: list[DrawnRoute], water: BaseGeometry) -> None:
        self.frame, self.cell, self.pt, self.water = frame, cell, frame.scaled(1), water
        self.rails = shapely.union_all([LineString(r.points) for r in routes if isinstance(r.look, RailLook)])
        self.ways = shapely.union_all([LineString(r.points) for r in routes])
        box = frame.numbers[cell].grown(1.2 * self.pt) if cell in frame.numbers else None
        self.number: BaseGeometry = shapely.box(box.x, box.y, box.right, box.bottom) if box else Polygon()
        self.centre = self._best_centre()
        disc = ShapelyPoint(*self.centre).buffer(RAMPART_PT * self.pt, quad_segs=16)
        ground = roughened(disc, 1.1 * self.pt, 12 * self.pt, frame.seed + 94, 1.3 * self.pt)
        ground = ground.difference(water.buffer(2.6 * self.pt)).difference(self.ways.buffer(3.4 * self.pt))
        ground = ground.difference(self.number.buffer(0.4 * self.pt)).buffer(-2.2 * self.pt).buffer(2.2 * self.pt)
        parts = polygons(ground)
        self.ground: BaseGeometry = max(parts, key=lambda part: part.area) if parts else Polygon()

    def _best_centre(self) -> tuple[Mm, Mm]:
        """Return the centre of the walls: near the centre of the hex, where they cover neither lines nor water."""
        x, y = self.frame.grid.centre(self.cell)
        reach = np.arange(-9, 9.1, 1.0) * self.pt
        taken = shapely.union_all([self.ways.buffer(3.2 * self.pt), self.water.buffer(2.4 * self.pt), self.number])
        best, least = (x, y), math.inf
        for dx, dy in product(reach.tolist(), reach.tolist()):
            square = shapely.box(
                *((v - (HALF_PT + 1.6) * self.pt) for v in (x + dx, y + dy)),
                *((v + (HALF_PT + 1.6) * self.pt) for v in (x + dx, y + dy)),
            )
            cost = square.intersection(taken).area / self.pt**2 * 6 + math.hypot(dx, dy) / self.pt
            if cost < least:
                best, least = (x + dx, y + dy), cost
        return best

    def at(self, u: float, v: float) -> tuple[Mm, Mm]:
        """Return a point of the plan, given in points from the middle of the walls."""
        cos, sin = math.cos(TURN) * self.pt, math.sin(TURN) * self.pt
        return (self.centre[0] + u * cos - v * sin, self.centre[1] + u * sin + v * cos)

    def square(self, half: float) -> Polygon:
        """Return the square with half this side round the middle."""
        return self.rectangle(-half, -half, half, half)

    def rectangle(self, u0: float, v0: float, u1: float, v1: float) -> Polygon:
        """Return an upright rectangle of the plan."""
        return Polygon([self.at(u0, v0), self.at(u1, v0), self.at(u1, v1), self.at(u0, v1)])

    def blocks(self) -> list[Polygon]:
        """Return the blocks inside the walls, between the streets and lanes and around the palace."""
        pt, seed, inner = self.pt, self.frame.seed, HALF_PT - 1.0
        cuts: list[BaseGeometry] = [self.rectangle(-2.9, -3.2, 2.9, 3.2)]
        bounds = (-inner, *STREETS_PT, inner)
        for street in STREETS_PT:
            cuts += [LineString([self.at(street, -9), self.at(street, 9)]).buffer(0.6 * pt)]
            cuts += [LineString([self.at(-9, street), self.at(9, street)]).buffer(0.6 * pt)]
        for i, j in product(range(3), range(3)):
            (u0, u1), (v0, v1) = bounds[i : i + 2], bounds[j : j + 2]
            key = (seed, "lane", self.cell, i, j)
            a, b = between(-0.5, 0.5, *key, "a"), between(-0.7, 0.7, *key, "b")
            middle, down = (v0 + v1) / 2 + a, (u0 + u1) / 2 + b
            cuts.append(LineString([self.at(u0, middle), self.at(u1, middle)]).buffer(0.24 * pt))
            cuts.append(LineString([self.at(down, v0), self.at(down, v1)]).buffer(0.24 * pt))
        return polygons(self.square(inner).difference(shapely.union_all(cuts)))

    def suburbs(self) -> list[Polygon]:
        """Return the houses between the walls and the rampart."""
        pt, found = self.pt, list[Polygon]()
        room = self.ground.buffer(-0.9 * pt).difference(self.square(HALF_PT + 2.0))
        for i, j in product(range(-7, 8), range(-7, 8)):
            key = (self.frame.seed, "suburb", self.cell, i, j)
            if chance(*key) < 0.30:
                continue
            house = self.rectangle(i * 2.7, j * 2.3, i * 2.7 + between(1.6, 2.2, *key, "w"), j * 2.3 + 1.5)
            house = affinity.rotate(house, between(-18, 18, *key, "turn"))
            if room.contains(house):
                found.append(house)
        return found

    def quarter(self) -> list[Polygon]:
        """Return the blocks of the quarter on the other side of the railroad: a grid of small squares."""
        if self.rails.is_empty:
            return []
        pt, hexagon, found = self.pt, self.frame.hexagon(self.cell, 0.95), list[Polygon]()
        near = self.rails.interpolate(self.rails.project(ShapelyPoint(*self.centre)))
        hand = -1 if near.x < self.centre[0] else 1
        wet = self.water.buffer(2.4 * pt)
        for i, j in product(range(4), range(-3, 4)):
            x, y = near.x + hand * (3.6 + 2.8 * i) * pt, near.y + (3.1 * j + 0.35 * i) * pt
            block = shapely.box(x - 1.0 * pt, y - 1.0 * pt, x + 1.0 * pt, y + 1.0 * pt)
            clear = self.rails.distance(block) > 2.3 * pt and not block.intersects(self.number)
            if clear and hexagon.contains(block) and not block.intersects(wet):
                found.append(block)
        return found


def draw_walled_city(plan: WalledCity, look: SettlementLook, blocks: tuple[Polygon, ...]) -> list[Item]:
    """Draw the rampart, the blocks, the palace and the walls of a city with their battlements, towers and gates."""
    frame, pt = plan.frame, plan.pt
    colours = frame.palette.of(look)
    wall = Stroke(colours["wall"], frame.stroke(0.9), join="miter")
    items = _draw_rampart(plan, colours)
    palace = [
        plan.rectangle(-2.3, -2.6, 2.3, 2.6),
        plan.rectangle(-1.1, -1.6, 1.1, -0.3),
        plan.rectangle(-0.8, 0.6, 0.8, 1.4),
    ]
    inside = [block for block in blocks if plan.square(HALF_PT).contains(block.centroid)]
    line = Stroke(colours["block_line"], frame.stroke(0.25))
    items += [
        rings_path([_ring(block) for block in inside], fill=colours["block"], stroke=line),
        rings_path(
            [_ring(palace[0])], fill=colours["palace"], stroke=Stroke(colours["block_line"], frame.stroke(0.34))
        ),
        rings_path([_ring(part) for part in palace[1:]], fill=colours["block_line"]),
        rings_path([_ring(plan.square(HALF_PT))], stroke=Stroke(colours["paper"], frame.stroke(2.4))),
        rings_path([_ring(plan.square(HALF_PT + 0.45))], stroke=wall),
        rings_path([_ring(plan.square(HALF_PT - 0.6))], stroke=Stroke(colours["wall"], frame.stroke(0.34))),
    ]
    half = HALF_PT + 0.85
    battlements = []
    for t in np.arange(-HALF_PT + 1.2, HALF_PT - 0.5, 1.6).tolist():
        for u, v in ((t, -half), (half, t), (t, half), (-half, t)):
            battlements.append(_ring(plan.rectangle(u - 0.3, v - 0.3, u + 0.3, v + 0.3)))
    towers = [
        ShapelyPoint(*plan.at(u, v)).buffer(1.4 * pt, quad_segs=2) for u, v in product((-HALF_PT, HALF_PT), repeat=2)
    ]
    gates, doors = [], []
    for t, e in product(STREETS_PT, (-HALF_PT - 0.2, HALF_PT + 0.2)):
        for u, v, a, b in ((t, e, 1.25, 0.95), (e, t, 0.95, 1.25)):
            gates.append(_ring(plan.rectangle(u - a, v - b, u + a, v + b)))
            doors.append(_ring(plan.rectangle(u - 0.4 * a, v - 0.4 * b, u + 0.4 * a, v + 0.4 * b)))
    return [
        *items,
        rings_path([*battlements, *(_ring(tower) for tower in towers)], fill=colours["wall"]),
        rings_path(gates, fill=colours["paper"], stroke=Stroke(colours["wall"], frame.stroke(0.5))),
        rings_path(doors, fill=colours["wall"]),
        *_draw_outer_blocks(plan, colours, blocks, line),
    ]


def _draw_rampart(plan: WalledCity, colours: Colours) -> list[Item]:
    """Draw the ground of the suburbs and the rampart round it, with short strokes outwards."""
    frame, pt = plan.frame, plan.pt
    ticks: list[Array] = []
    for ring in boundary_lines(plan.ground):
        spots = resample(ring[:-1], 1.15 * pt, closed=True)
        out = normals(spots, closed=True)
        inside = np.asarray(shapely.contains_xy(plan.ground, *(spots + out * 0.4 * pt).T))
        out = np.where(inside[:, None], -out, out)
        ticks += list(np.stack([spots, spots + out * 1.0 * pt], axis=1))
    bank = ink_strokes(
        boundary_lines(plan.ground), (0.36 * pt, 0.72 * pt), frame.seed + 95, step=pt, gaps=0.05, wavelength=9 * pt
    )
    return [
        area_path(plan.ground, fill=colours["ground"]),
        lines_path(ticks, Stroke(colours["ground_line"], frame.stroke(0.27)), tolerance=0),
        rings_path(bank, fill=colours["wall"]),
    ]


def _draw_outer_blocks(plan: WalledCity, colours: Colours, blocks: tuple[Polygon, ...], line: Stroke) -> list[Item]:
    """Draw the houses of the suburbs and of the quarter at the railroad, with the shadows of the latter."""
    pt, walls = plan.pt, plan.square(HALF_PT)
    outside = [block for block in blocks if not walls.contains(block.centroid)]
    suburbs = [_ring(block) for block in outside if plan.ground.contains(block)]
    quarter = [_ring(block) for block in outside if not plan.ground.contains(block)]
    items: list[Item] = [rings_path(suburbs, fill=colours["block"], stroke=line)] if suburbs else []
    if quarter:
        shift = np.array([0.45, 0.55]) * pt
        items.append(rings_path([ring + shift for ring in quarter], fill=colours["block_shadow"]))
        items.append(rings_path(quarter, fill=colours["quarter"], stroke=line))
    return items


def _ring(area: Polygon) -> Array:
    """Return the corners of an area without its holes."""
    return np.asarray(area.exterior.coords)[:-1]
