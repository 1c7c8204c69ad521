"""Roads with dark edges, dashed tracks, railroads with ties, and the bridges that carry them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import shapely
from shapely.geometry import LineString, Point as ShapelyPoint

from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array
from pnp.art.map.outlines import line_path, lines_path, normals, resample, rings_path
from pnp.art.map.streams import Stream
from pnp.hexgrid import Hexside
from pnp.model.looks.line_looks import CrossingLook, PathLook, RailLook, RoadLook
from pnp.scene import Colour, Item, Point, Stroke
from pnp.units import Mm

RAIL_PT, TIE_PT, TIE_LENGTH_PT, TIE_EVERY_PT, RAIL_HALO_PT = 0.95, 0.55, 3.5, 3.6, 3.0


def draw_roads(frame: MapFrame, routes: list[DrawnRoute]) -> list[Item]:
    """Draw tracks, then roads: of each kind all edges first, then all fills, so that junctions are open."""
    items: list[Item] = []
    for look in frame.looks.of(RoadLook).values():
        lines = [route.points for route in routes if route.look is look]
        if not lines:
            continue
        colours = frame.palette.of(look)
        outer, inner = (frame.scaled(width) for width in look.width_pt)
        dash = tuple(frame.scaled(length) for length in look.dash_pt)
        if look.ticks_pt is not None:
            items.append(_draw_ticks(frame, lines, look.ticks_pt, colours["tick"]))
        items.append(lines_path(lines, Stroke(colours["edge"], outer, dash, "butt" if dash else "round", "round")))
        items.append(lines_path(lines, Stroke(colours["fill"], inner, cap="round", join="round")))
    return items


def _draw_ticks(frame: MapFrame, lines: list[Array], ticks_pt: tuple[float, float, float], colour: Colour) -> Item:
    """Draw short strokes on both sides of roads, as for a road between banks."""
    start, end, every = (frame.scaled(value) for value in ticks_pt)
    found: list[Array] = []
    for points in lines:
        spots = resample(points, every)
        across = normals(spots)
        for hand in (1, -1):
            found += list(np.stack([spots + across * hand * by for by in (start, end)], axis=1))
    return lines_path(found, Stroke(colour, frame.stroke(0.5)), tolerance=0)


def draw_railroads(frame: MapFrame, routes: list[DrawnRoute]) -> list[Item]:
    """Draw railroads as lines with ties on a pale bed."""
    items: list[Item] = []
    for look in frame.looks.of(RailLook).values():
        lines = [route.points for route in routes if route.look is look]
        if lines:
            colours = frame.palette.of(look)
            items += [
                lines_path(lines, Stroke(colours["paper"], frame.stroke(RAIL_HALO_PT), join="round")),
                lines_path(lines, Stroke(colours["line"], frame.stroke(RAIL_PT), cap="round", join="round")),
                lines_path(ties(lines, frame.scaled(1)), Stroke(colours["line"], frame.stroke(TIE_PT)), tolerance=0),
            ]
    return items


def ties(lines: list[Array], pt: Mm) -> list[Array]:
    """Return the ties of railroads: short lines across each railroad, evenly spaced."""
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
    """A bridge: its centre, its direction in radians, half its width and length, and the looks of its paths."""

    at: Point
    turn: float
    half_width: Mm
    half_length: Mm
    looks: tuple[PathLook, ...]
    broad: bool = False

    @property
    def under_rails(self) -> bool:
        """Whether the bridge is drawn below the railroads, because it carries only one road."""
        return len(self.looks) == 1 and not isinstance(self.looks[0], RailLook)


def bridges(frame: MapFrame, routes: list[DrawnRoute], streams: list[Stream]) -> list[Bridge]:
    """Return the bridges where roads and railroads cross streams.

    A road and a railroad close to each other share a bridge. If the data lists bridges, any other crossing is a ford.
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
                    if isinstance(point, ShapelyPoint) and (
                        not listed or _nearest_hexside(frame, crossed, point) in listed
                    ):
                        found.append(_bridge_at(frame, route, way, stream, point))
    return _join_bridges(frame, found)


def _nearest_hexside(frame: MapFrame, sides: set[Hexside], point: ShapelyPoint) -> Hexside:
    """Return the hexside nearest to a point."""
    return min(sorted(sides), key=lambda side: LineString(frame.grid.side_points(side)).distance(point))


def _bridge_at(frame: MapFrame, route: DrawnRoute, way: LineString, stream: Stream, point: ShapelyPoint) -> Bridge:
    """Return the bridge that carries a road or railroad over a stream at a point."""
    here = way.project(point)
    before, after = (way.interpolate(here + d * frame.scaled(3)) for d in (-1, 1))
    water = float(stream.widths[np.hypot(*(stream.points - (point.x, point.y)).T).argmin()])
    half = max(frame.scaled(3.6 if isinstance(route.look, RailLook) else 4.2), water / 2 + frame.scaled(2.4))
    turn = math.atan2(after.y - before.y, after.x - before.x)
    return Bridge(
        (point.x, point.y), turn, frame.scaled(route.look.bridge_half_pt), half, (route.look,), stream.look.broad
    )


def _join_bridges(frame: MapFrame, single: list[Bridge]) -> list[Bridge]:
    """Return the bridges, with any two less than 11 points apart joined into one wide bridge."""
    for one, other in combinations(single, 2):
        gap = math.dist(one.at, other.at)
        if gap < frame.scaled(11) and gap > frame.scaled(1):
            middle = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
            wide = Bridge(
                middle,
                one.turn,
                gap / 2 + frame.scaled(2.7),
                max(one.half_length, other.half_length),
                one.looks + other.looks,
            )
            return _join_bridges(frame, [*(b for b in single if b is not one and b is not other), wide])
        if gap <= frame.scaled(1):
            return _join_bridges(frame, [b for b in single if b is not other])
    return single


def draw_bridge(frame: MapFrame, bridge: Bridge) -> list[Item]:
    """Draw a bridge as two rails with flared ends, one on each side of its roads."""
    pt, cos, sin = frame.scaled(1), math.cos(bridge.turn), math.sin(bridge.turn)
    looks = frame.looks.of(CrossingLook)
    named = [looks[kind.look] for kind in frame.kinds.values() if kind.look in looks]
    look = named[0] if named else looks["bridge"]
    colours = frame.palette.of(look)
    stroke = pen(colours["rail"], 0.75, pt)
    half, flare = bridge.half_length, 1.4 * pt
    items: list[Item] = []

    def placed(points: list[tuple[Mm, Mm]]) -> Array:
        """Return points of the bridge, turned and moved to their place on the map."""
        shape = np.array(points)
        turned = np.stack([shape[:, 0] * cos - shape[:, 1] * sin, shape[:, 0] * sin + shape[:, 1] * cos], axis=1)
        return np.asarray(turned + np.array(bridge.at), dtype=np.float64)

    if look.truss and bridge.under_rails:
        wide, high = bridge.half_width, half
        deck = placed([(-high, -wide), (high, -wide), (high, wide), (-high, wide)])
        items.append(rings_path([deck], fill=colours["deck"]))
        planks = [placed([(x, -wide), (x, wide)]) for x in np.linspace(-high, high, max(4, round(high / pt)))]
        items.append(lines_path(planks, pen(colours["plank"], 0.35, pt), tolerance=0))
    if look.truss and bridge.under_rails and bridge.broad:
        count = max(6, 2 * round(half / (2.1 * pt)))
        for side in (-1, 1):
            near, far = side * (bridge.half_width + 0.5 * pt), side * (bridge.half_width + 3.6 * pt)
            zigzag = [(float(x), far if i % 2 else near) for i, x in enumerate(np.linspace(-half, half, count + 1))]
            chord = [(-half * 0.9, far), (half * 0.9, far)]
            items.append(line_path(placed(zigzag), pen(colours["rail"], 0.6, pt), tolerance=0))
            items.append(line_path(placed(chord), pen(colours["rail"], 1.0, pt), tolerance=0))
    for side in (-1, 1):
        inner, outer = side * bridge.half_width, side * (bridge.half_width + 1.5 * pt)
        shape = [(-half - flare, outer), (-half, inner), (half, inner), (half + flare, outer)]
        items.append(line_path(placed(shape), stroke, tolerance=0))
    return items
