"""Roads with dark edges, dashed tracks, railroads with ties, and the bridges that carry them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import shapely
from shapely.geometry import LineString, Point as ShapelyPoint

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import line_path, lines_path, normals, pen, resample
from pnp.draw.map.noise import Array
from pnp.draw.map.route import Route
from pnp.draw.map.water import Stream
from pnp.hexgrid import Hexside
from pnp.scene import Item, Point, Stroke
from pnp.units import Mm

WIDTH_PT = {"road": (4.1, 2.75), "track": (2.9, 1.7)}
"""Width over the edges and of the fill."""
RAIL_PT, TIE_PT, TIE_LENGTH_PT, TIE_EVERY_PT, RAIL_HALO_PT = 0.95, 0.55, 3.5, 3.6, 3.0
BRIDGE_HALF_PT = {"road": 2.55, "track": 2.0, "railroad": 2.6}


def draw_roads(frame: MapFrame, routes: list[Route]) -> list[Item]:
    """Tracks, then roads: all edges before all fills, so that junctions are clean."""
    palette = frame.palette
    items: list[Item] = []
    for look, edge, fill in (("track", palette.track_edge, palette.track), ("road", palette.road_edge, palette.road)):
        lines = [route.points for route in routes if route.look == look]
        if not lines:
            continue
        outer, inner = (frame.scaled(v) for v in WIDTH_PT[look])
        dash = (frame.scaled(4.2), frame.scaled(1.9)) if look == "track" else ()
        items.append(lines_path(lines, Stroke(edge, outer, dash, "butt" if dash else "round", "round")))
        items.append(lines_path(lines, Stroke(fill, inner, cap="round", join="round")))
    return items


def draw_railroads(frame: MapFrame, routes: list[Route]) -> list[Item]:
    """A black line with ties on a pale bed."""
    palette, lines = frame.palette, [route.points for route in routes if route.look == "railroad"]
    if not lines:
        return []
    return [
        lines_path(lines, Stroke(palette.paper, frame.stroke(RAIL_HALO_PT), join="round")),
        lines_path(lines, Stroke(palette.rail, frame.stroke(RAIL_PT), cap="round", join="round")),
        lines_path(ties(lines, frame.scaled(1)), Stroke(palette.rail, frame.stroke(TIE_PT)), tolerance=0),
    ]


def ties(lines: list[Array], pt: Mm) -> list[Array]:
    """Short lines across railroads, evenly spaced."""
    found: list[Array] = []
    for points in lines:
        spots = resample(points, TIE_EVERY_PT * pt)
        across = normals(spots) * (TIE_LENGTH_PT / 2 * pt)
        middles, sides = (spots[:-1] + spots[1:]) / 2, (across[:-1] + across[1:]) / 2
        found += list(np.stack([middles - sides, middles + sides], axis=1))
    return found


# ---------------------------------------------------------------- bridges


@dataclass(frozen=True, eq=False)
class Bridge:
    """A bridge: its middle, the direction of what it carries (radians), half its width and half its length."""

    at: Point
    turn: float
    half_width: Mm
    half_length: Mm
    look: str


def bridges(frame: MapFrame, routes: list[Route], streams: list[Stream]) -> list[Bridge]:
    """Where routes cross streams; those of a road and a railroad close to each other become one.

    If the map's data lists bridges, a crossing of another hexside has none: it is a ford.
    """
    listed = {frame.grid.parse_hexside(word) for words in frame.map.bridges.values() for word in words}
    found = []
    for route in routes:
        way = LineString(route.points)
        steps = {Hexside.between(a, b) for a, b in zip(route.line.hexes, route.line.hexes[1:], strict=False)}
        for stream in streams:
            crossed = steps.intersection(stream.chain.sides)
            if crossed and (not listed or crossed & listed):
                for point in shapely.get_parts(way.intersection(LineString(stream.points))):
                    if isinstance(point, ShapelyPoint) and (not listed or _nearest(frame, crossed, point) in listed):
                        found.append(_bridge(frame, route, way, stream, point))
    return _joined(frame, found)


def _nearest(frame: MapFrame, sides: set[Hexside], point: ShapelyPoint) -> Hexside:
    return min(sorted(sides), key=lambda side: LineString(frame.grid.side_points(side)).distance(point))


def _bridge(frame: MapFrame, route: Route, way: LineString, stream: Stream, point: ShapelyPoint) -> Bridge:
    here = way.project(point)
    before, after = (way.interpolate(here + d * frame.scaled(3)) for d in (-1, 1))
    water = float(stream.widths[np.hypot(*(stream.points - (point.x, point.y)).T).argmin()])
    half = max(frame.scaled(3.6 if route.look == "railroad" else 4.2), water / 2 + frame.scaled(2.4))
    turn = math.atan2(after.y - before.y, after.x - before.x)
    return Bridge((point.x, point.y), turn, frame.scaled(BRIDGE_HALF_PT[route.look]), half, route.look)


def _joined(frame: MapFrame, found: list[Bridge]) -> list[Bridge]:
    """Pairs nearer than 11 points become one wide bridge."""
    for one, other in combinations(found, 2):
        gap = math.dist(one.at, other.at)
        if gap < frame.scaled(11) and gap > frame.scaled(1):
            middle = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
            wide = Bridge(
                middle, one.turn, gap / 2 + frame.scaled(2.7), max(one.half_length, other.half_length), "both"
            )
            return _joined(frame, [*(b for b in found if b is not one and b is not other), wide])
        if gap <= frame.scaled(1):
            return _joined(frame, [b for b in found if b is not other])
    return found


def draw_bridge(frame: MapFrame, bridge: Bridge) -> list[Item]:
    """Two rails with flared ends."""
    pt, cos, sin = frame.scaled(1), math.cos(bridge.turn), math.sin(bridge.turn)
    stroke = pen(frame.palette.bridge, 0.75, pt)
    half, flare = bridge.half_length, 1.4 * pt
    items: list[Item] = []
    for hand in (-1, 1):
        inner, outer = hand * bridge.half_width, hand * (bridge.half_width + 1.5 * pt)
        shape = np.array([(-half - flare, outer), (-half, inner), (half, inner), (half + flare, outer)])
        turned = np.stack([shape[:, 0] * cos - shape[:, 1] * sin, shape[:, 0] * sin + shape[:, 1] * cos], axis=1)
        items.append(line_path(turned + np.array(bridge.at), stroke, tolerance=0))
    return items
