"""Towns on a net of streets: houses along the streets and roads, garden trees, and squares at ends of roads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, Point as ShapelyPoint, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between, chance, scattered
from pnp.art.map.outlines import boundary_lines, lines_path
from pnp.hexgrid import Hex
from pnp.model.looks.line_looks import RailLook
from pnp.model.looks.place_looks import TownPlan
from pnp.scene import Colours, Item, Stroke, circle
from pnp.units import Mm

REACH_PT = 20.0
"""How far from the roads and the centres of hexes the streets extend."""
ROAD_FRONT_PT, STREET_FRONT_PT = 2.75, 1.35
"""The distance of houses from the middle of a road and of a street."""
WINGED, GARDENS = 0.22, 0.13
"""The shares of houses with a wing, and of gardens among them."""


@dataclass(frozen=True, eq=False)
class StreetPlan:
    """The streets of a town, its houses, the places of its garden trees, and the squares at ends of roads."""

    streets: tuple[Array, ...]
    houses: tuple[Polygon, ...]
    gardens: tuple[tuple[Mm, Mm], ...]
    squares: tuple[tuple[Mm, Mm], ...]


def street_plan(
    frame: MapFrame,
    area: BaseGeometry,
    cells: Sequence[Hex],
    routes: Sequence[DrawnRoute],
    barred: BaseGeometry,
    plan: TownPlan,
) -> StreetPlan:
    """Return the plan of a town on an area of some hexes; everything keeps off the area `barred`."""
    pt, seed = frame.scaled(1), frame.seed
    roads = [LineString(r.points) for r in routes if not isinstance(r.look, RailLook)]
    ways = shapely.union_all(roads) if roads else LineString()
    squares = _squares(frame, area, routes)
    near = [way.intersection(area).buffer(REACH_PT * pt) for way in roads if way.intersects(area)]
    near += [ShapelyPoint(frame.grid.centre(cell)).buffer(0.8 * REACH_PT * pt) for cell in cells]
    core = shapely.union_all(near).intersection(area.buffer(-2.2 * pt))
    clear = core.difference(barred.buffer(0.6 * pt))
    middle = area.centroid
    streets: list[LineString] = []
    for pitch, along in zip(plan.street_pt or (), (90.0, 0.0), strict=False):
        for by in np.arange(-10, 11) * pitch * pt:
            line = LineString([(middle.x - 99 * pt, middle.y + by), (middle.x + 99 * pt, middle.y + by)])
            line = affinity.rotate(line, along + plan.turn, origin=middle)
            streets += [
                LineString(one) for one in boundary_lines(line.intersection(clear)) if LineString(one).length > 7 * pt
            ]
    net = shapely.union_all([*streets, ways])
    hexsides = shapely.union_all([frame.hexagon(cell).boundary for cell in cells])
    around = [ShapelyPoint(at).buffer(4.6 * pt) for at in squares]
    taken = shapely.union_all(
        [barred, hexsides.buffer(0.5 * pt), ways.buffer(2.5 * pt), *[s.buffer(1.0 * pt) for s in streets], *around]
    )
    shapely.prepare(taken)
    fronts = [(LineString(one), ROAD_FRONT_PT) for way in roads for one in boundary_lines(way.intersection(core))]
    fronts += [(street, STREET_FRONT_PT) for street in streets]
    room = core.buffer(1.4 * pt).intersection(shapely.union_all([frame.hexagon(cell) for cell in cells]))
    shapely.prepare(room)
    houses: list[Polygon] = []
    gardens: list[tuple[Mm, Mm]] = []
    for number, (line, front) in enumerate(fronts):
        for hand in (1, -1):
            key = (seed, "front", number, hand)
            at, step = between(0.9, 2.6, *key) * pt, 0
            while at < line.length - 1.0 * pt:
                step += 1
                own = (*key, step)
                wide, deep = between(2.1, 3.6, *own, "w") * pt, between(1.7, 2.5, *own, "d") * pt
                house = _house(line, at, hand * (front * pt + deep / 2), wide, deep, own)
                if room.contains(house) and not taken.intersects(house) and _apart(house, houses, 0.5 * pt):
                    if chance(*own, "garden") < GARDENS:
                        gardens.append((house.centroid.x, house.centroid.y))
                    else:
                        houses.append(house)
                at += wide + between(0.6, 1.5, *own, "gap") * pt
    built = shapely.union_all([*houses, net.buffer(1.2 * pt)])
    spots = scattered(frame.box, 6.6 * pt, seed + 141)
    inner = area.buffer(-2.4 * pt).difference(shapely.union_all([built.buffer(2.1 * pt), barred.buffer(1.6 * pt)]))
    spots = spots[shapely.contains_xy(inner, spots[:, 0], spots[:, 1])] if not inner.is_empty else spots[:0]
    gardens += [(float(x), float(y)) for x, y in spots]
    lines = tuple(np.asarray(street.coords) for street in streets)
    return StreetPlan(lines, tuple(houses), tuple(gardens), tuple(squares))


def _squares(frame: MapFrame, area: BaseGeometry, routes: Sequence[DrawnRoute]) -> list[tuple[Mm, Mm]]:
    """Return the ends of roads in the town at which no other road goes on."""
    ends = []
    for route in routes:
        for index, name in ((0, "first"), (-1, "last")):
            x, y = route.points[index]
            if name in route.line.beyond or not shapely.contains_xy(area, x, y):
                continue
            others = [np.hypot(*(other.points - (x, y)).T).min() for other in routes if other is not route]
            if min(others, default=9e9) > frame.scaled(3):
                ends.append((float(x), float(y)))
    return ends


def _house(line: LineString, at: Mm, aside: Mm, wide: Mm, deep: Mm, key: tuple[object, ...]) -> Polygon:
    """Return a house beside a line; some have a wing at the back."""
    here, ahead = line.interpolate(at), line.interpolate(at + 0.3)
    turn = math.atan2(ahead.y - here.y, ahead.x - here.x)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = here.x - sin * aside + cos * wide / 2, here.y + cos * aside + sin * wide / 2
    house: BaseGeometry = shapely.box(-wide / 2, -deep / 2, wide / 2, deep / 2)
    if chance(*key, "wing") < WINGED:
        back = math.copysign(0.8 * deep, aside)
        house = house.union(shapely.box(-wide / 2, min(0.0, back), -0.1 * wide, max(0.0, back)))
    placed = affinity.affine_transform(house, (cos, -sin, sin, cos, x, y))
    return placed if isinstance(placed, Polygon) else Polygon()


def _apart(house: Polygon, others: list[Polygon], gap: Mm) -> bool:
    """Return whether a house keeps its distance from all others."""
    return not others or bool(shapely.distance(house, np.array(others)).min() > gap)


def draw_streets(frame: MapFrame, plan: StreetPlan, colours: Colours) -> list[Item]:
    """Draw the streets of a town."""
    if not plan.streets:
        return []
    return [lines_path(plan.streets, Stroke(colours["street"], frame.stroke(1.2), cap="round"), tolerance=0)]


def draw_gardens_and_squares(frame: MapFrame, plan: StreetPlan, colours: Colours) -> list[Item]:
    """Draw the garden trees of a town with their shadows, and a square at each end of a road."""
    pt, items = frame.scaled(1), list[Item]()
    line = Stroke(colours["garden_line"], frame.stroke(0.28))
    trees = [(x, y, between(1.3, 1.9, frame.seed, "garden", i) * pt) for i, (x, y) in enumerate(plan.gardens)]
    items += [circle(x + 0.55 * pt, y + 0.7 * pt, r, fill=colours["block_shadow"]) for x, y, r in trees]
    items += [circle(x, y, r, fill=colours["garden"], stroke=line) for x, y, r in trees]
    edge = Stroke(colours["plaza_line"], frame.stroke(0.4))
    for x, y in plan.squares:
        items += [
            circle(x + 0.6 * pt, y + 0.7 * pt, 3.5 * pt, fill=colours["block_shadow"]),
            circle(x, y, 3.5 * pt, fill=colours["plaza"], stroke=edge),
        ]
    return items
