"""Streams along hexsides: their courses and widths, the brooks at their sources, and how they join.

What is random in a course depends on the place, so that a stream bends alike whatever else is on the map. Lengths are
in hex heights, the distance across the flats, unless a name says otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame, MapSide
from pnp.art.map.noise import Array, between, octaves
from pnp.art.map.outlines import closed, curve, variable_band, waved
from pnp.board import Chain
from pnp.hexgrid import Hexside, Vertex
from pnp.model.looks.line_looks import StreamLook
from pnp.scene import Point
from pnp.units import Mm

CLEAR = 0.27
"""The least distance of flowing water from the centre of a hex."""
_YIELD = 0.09
"""So much farther from a centre a stream begins to give way to it."""
_LEAST_CUT, _MOST_CUT, _LEAST_WANDER = 0.5, 1.25, 0.125
"""How far a corner moves to the line between the middles of its hexsides, and the least value of `wander`."""
_CUT_WAVE, _ASIDE_WAVE = 2.2, 1.7
_ASIDE = 0.056
"""How far the middle of a hexside is moved aside at most."""
_BENDS = ((0.040, 0.85), (0.020, 0.36), (0.008, 0.15))
"""The amplitudes and wavelengths of the bends between; a dry bed has half of the first."""
_TURN_REACH, _MOST_TURN = 0.34, math.radians(38)
"""How far from a bridge a stream turns towards the right angle, and the most that it turns, in radians."""
_POINTS = 10
"""The number of points along half a hexside."""
_AHEAD = 6
"""How many hexsides a stream from beyond the map has behind it."""
_FULL = 20
"""After how many hexsides a narrow stream has its full width, and the power of the distance by which it widens."""
_POWER, _WIDEST = 0.8, 1.15
_STEM, _STEM_WIDE_PT = 0.29, (0.3, 0.75)
"""The length of the middle brook at a source, and its widths at its tip and at the corner of its hex."""
_HEAD_WIDE_PT = (1.5, 2.6)
"""The same widths of a stream whose look draws its surface."""
_BROOKS = ((0.06, -0.62, 0.20), (0.13, 0.66, 0.17))
"""The other brooks: where they join the middle one from the corner, their turn from it in radians, and their length."""
_BROOK_PT = (0.55, 0.25)
"""The widths of a brook at its foot and at its tip."""
_HEAD_BROOK_PT = (1.7, 0.5)
"""The same widths of a brook of a stream whose look draws its surface."""
_CUT, _ON, _PAST = 0.13, 0.12, 0.22
"""How much of the end of a tributary its curve into the other stream replaces, and the points to which it goes."""
_FILLET = 0.035
"""The radius of the banks where two streams join."""
_FUNNEL_REACH_PT = 58.0
"""How far from its end a river begins to widen."""


@dataclass(frozen=True, eq=False)
class Stream:
    """A drawn stream: the middle of the water, its width at each point, and its surface."""

    chain: Chain
    look: StreamLook
    points: Array
    widths: Array
    area: BaseGeometry


def drawn_streams(frame: MapFrame, routes: Sequence[DrawnRoute] = ()) -> list[Stream]:
    """Return the streams of a map as they are drawn.

    Each tributary is in one piece with the stream that it joins. Streams turn to meet the roads and railroads over them
    at right angles.
    """
    looks = frame.looks.of(StreamLook)
    named = [(chain, looks[name]) for chain in frame.board.chains if (name := frame.look(chain.kind)) in looks]
    courses = {id(chain): _squared(frame, chain, course(frame, chain, look), look, routes) for chain, look in named}
    at_corner = _at_corners(chain for chain, _ in named)
    found = []
    for chain, look in named:
        points = courses[id(chain)]
        widths = _widths(frame, chain, look, points)
        mains = {end: _joined(chain, end, at_corner) for end in (0, -1)}
        areas = []
        for end, main in mains.items():
            if main is None or _is_tied(chain, end):
                continue
            other, main_look = courses[id(main)], looks[frame.look(main.kind)]
            points, widths, spot = _led_into(frame, points, widths, other, end)
            if end == -1:
                room = _widths(frame, main, main_look, other)[spot]
                widths = np.minimum(widths, np.linspace(1, 0, len(widths)) ** 2 * widths.max() + 0.92 * room)
                areas.append(_corner_area(frame, points, widths, other, spot))
        areas.append(variable_band(points, widths))
        if mains[0] is None and not _is_tied(chain, 0) and not look.dry:
            areas += _brooks(frame, chain, points, _BROOK_PT if look.surface is None else _HEAD_BROOK_PT)
        found.append(Stream(chain, look, points, widths, shapely.union_all(areas)))
    return found


# ---------------------------------------------------------------- courses


def course(frame: MapFrame, chain: Chain, look: StreamLook) -> Array:
    """Return the points along the middle of a stream, as if it were the only one, from its source to its mouth."""
    height, seed = frame.grid.across_flats, frame.seed
    corners = np.array([frame.grid.vertex_point(vertex) for vertex in chain.vertices])
    along = np.diff(corners, axis=0)
    aside = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(*along.T)[:, None]
    middles = (corners[:-1] + corners[1:]) / 2
    calm = 0.5 if look.dry else 1.0
    swing = np.clip(1.8 * octaves(middles, _ASIDE_WAVE * height, seed + 43, 2), -1, 1)
    middles = middles + aside * (swing * calm * _ASIDE * height)[:, None]
    vary = np.clip(0.5 + 0.9 * octaves(corners, _CUT_WAVE * height, seed + 41, 2), 0.1, 1)
    cut = np.clip(_LEAST_CUT + 4 * max(look.wander, _LEAST_WANDER) * vary, 0, _MOST_CUT)
    inner = corners[1:-1] + ((middles[:-1] + middles[1:]) / 2 - corners[1:-1]) * cut[1:-1, None]
    knots = np.empty((2 * len(middles) + 1, 2))
    knots[0], knots[-1], knots[1::2], knots[2:-1:2] = corners[0], corners[-1], middles, inner
    ends = [_end_knots(frame, chain, end, look) for end in (0, -1)]
    points = curve(np.vstack([ends[0], knots, ends[1]]), _POINTS)
    for number, (by, wave) in enumerate(_BENDS):
        share = calm if number == 0 else 1.0
        points = waved(points, share * by * height, wave * height, seed + 5 + number, count=2)
    widths = _widths(frame, chain, look, points)
    return _off_centres(frame, chain, points, widths / 2)


def _squared(frame: MapFrame, chain: Chain, points: Array, look: StreamLook, routes: Sequence[DrawnRoute]) -> Array:
    """Return the points of a stream, turned towards the right angle where roads and railroads cross it."""
    crossed: dict[Hexside, list[DrawnRoute]] = {}
    for route in routes:
        for a, b in pairwise(route.line.hexes):
            if (side := Hexside.between(a, b)) in chain.sides:
                crossed.setdefault(side, []).append(route)
    reach = _TURN_REACH * frame.grid.across_flats
    for side, over in sorted(crossed.items()):
        middle = np.mean(frame.grid.side_points(side), axis=0)
        near = points[np.hypot(*(points - middle).T) < frame.grid.side]
        spots, ways = [], []
        for route in over:
            if len(near) > 1:
                for at in shapely.get_parts(LineString(route.points).intersection(LineString(near))):
                    spot = np.array(at.centroid.coords[0])
                    here = int(np.hypot(*(route.points - spot).T).argmin())
                    way = route.points[min(here + 2, len(route.points) - 1)] - route.points[max(here - 2, 0)]
                    spots.append(spot)
                    ways.append((way[0] + 1j * way[1]) ** 2 / (abs(way[0] + 1j * way[1]) ** 2 + 1e-12))
        if not spots:
            continue
        spot = np.mean(spots, axis=0)
        at = int(np.hypot(*(points - spot).T).argmin())
        flow = points[min(at + 4, len(points) - 1)] - points[max(at - 4, 0)]
        turn = np.angle(np.sum(ways)) / 2 + math.pi / 2 - math.atan2(flow[1], flow[0])
        turn = float(np.clip((turn + math.pi / 2) % math.pi - math.pi / 2, -_MOST_TURN, _MOST_TURN))
        away = points - spot
        spread = float(np.hypot(*(np.array(spots) - spot).T).max())
        share = np.clip(1 - (np.hypot(*away.T) - spread) / reach, 0, 1)
        turns = turn * share * share * (3 - 2 * share)
        cos, sin = np.cos(turns), np.sin(turns)
        turned = [away[:, 0] * cos - away[:, 1] * sin, away[:, 0] * sin + away[:, 1] * cos]
        points = np.asarray(spot + np.stack(turned, axis=1), dtype=np.float64)
    return _off_centres(frame, chain, points, _widths(frame, chain, look, points) / 2) if crossed else points


def _end_knots(frame: MapFrame, chain: Chain, end: int, look: StreamLook) -> Array:
    """Return the knots before the first corner of a stream (`end` is 0) or after its last (-1): none, or one."""
    corner = np.array(frame.grid.vertex_point(chain.vertices[end]))
    (cell,) = set(chain.vertices[end]).difference(chain.sides[end])
    centre = np.array(frame.grid.centre(cell))
    if ("head" if end == 0 else "mouth") in chain.beyond:
        return _point_off_the_map(frame, corner)[None]
    if end == -1:
        return np.empty((0, 2)) if chain.mouth is None else np.array([frame.grid.centre(chain.mouth)])
    if cell in frame.water_hexes:  # it flows out of a lake
        return centre[None]
    if look.dry:
        return np.empty((0, 2))
    stem = (centre - corner) * (_STEM * math.sqrt(3))  # a corner is 1 / sqrt(3) from the centre
    return np.array([corner + stem])


def _point_off_the_map(frame: MapFrame, corner: Array) -> Array:
    """Return a point off the map, beyond the edge that is nearest to a corner of a hex."""
    x, y, over = float(corner[0]), float(corner[1]), frame.scaled(12)
    gaps = frame.gaps((x, y))
    beyond: dict[MapSide, tuple[Mm, Mm]] = {
        "west": (x - gaps["west"] - over, y + over / 4),
        "east": (x + gaps["east"] + over, y + over / 4),
        "north": (x + over / 4, y - gaps["north"] - over),
        "south": (x + over / 4, y + gaps["south"] + over),
    }
    return np.array(beyond[min(beyond, key=lambda side: gaps[side])])


def _off_centres(frame: MapFrame, chain: Chain, points: Array, half: Array) -> Array:
    """Return the points of a stream, moved away from the centres of the hexes of land along it."""
    height = frame.grid.across_flats
    cells = {cell for vertex in chain.vertices for cell in vertex if cell in frame.grid}
    dry = sorted(cells - frame.water_hexes - {chain.mouth})
    return off_points(points, [frame.grid.centre(cell) for cell in dry], CLEAR * height + half, _YIELD * height)


def off_points(line: Array, points: Sequence[Point], keep: Array, soft: Mm) -> Array:
    """Return a line bent so that each of its points keeps a distance (`keep`) from some points.

    It begins to give way `soft` farther from these.
    """
    fixed = np.array(points).reshape(-1, 2)
    for _ in range(2):  # what gives way to one point may come near another
        away = line[:, None] - fixed[None]
        gap = np.hypot(away[..., 0], away[..., 1]) + 1e-9
        spare = gap - keep[:, None]
        push = np.where(spare < -soft, -spare, np.clip(soft - spare, 0, None) ** 2 / (4 * soft))
        line = line + (away / gap[..., None] * push[..., None]).sum(axis=1)
    return np.asarray(line, dtype=np.float64)


# ---------------------------------------------------------------- widths


def _widths(frame: MapFrame, chain: Chain, look: StreamLook, points: Array) -> Array:
    """Return the width of a stream at each of its points. A stream widens with the distance from its source.

    A broad one has its full width at its end, and a narrow one after `_FULL` hexsides.
    """
    pt, side = frame.scaled(1), frame.grid.side
    source, mouth = look.width_pt
    if chain.width:
        source, mouth = (by * chain.width / frame.scaled(mouth) for by in (source, mouth))
    from_beyond = "head" in chain.beyond
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    reach = float(along[-1]) if look.broad or look.dry or chain.width else _FULL * side
    start = 0.0
    if from_beyond and look.broad:
        source = mouth if look.full_pt else max(source, 0.7 * mouth)
    elif from_beyond:
        start = _AHEAD * side
    reach = frame.scaled(look.full_pt) or reach
    share = np.clip((along + start) / reach, 0, 1.0 if look.broad or chain.width else _WIDEST)
    width = source + (mouth - source) * share**_POWER
    if look.dry:  # both ends are tapered
        ends = np.minimum(np.arange(len(points)), np.arange(len(points))[::-1])
        width = width * np.clip((ends + 2) / 16, 0.1, 1)
    else:
        if look.funnel_pt and chain.mouth is not None:
            gap = np.hypot(*(points - frame.grid.centre(chain.mouth)).T) / pt
            width = width + look.funnel_pt * np.clip(1 - gap / _FUNNEL_REACH_PT, 0, 1) ** 1.4
        if not _is_tied(chain, 0):  # the middle brook of its source
            thin, wide = _STEM_WIDE_PT if look.surface is None else _HEAD_WIDE_PT
            brook = thin + (max(wide, source) - thin) * np.clip(along / (_STEM * frame.grid.across_flats), 0, 1)
            width = np.minimum(width, brook + np.clip(along - _STEM * frame.grid.across_flats, 0, None) / pt)
    if look.swell:
        width = width * (1 + 1.5 * look.swell * octaves(points, frame.scaled(30), frame.seed + 6, 2))
    return np.asarray(pt * width, dtype=np.float64)


# ---------------------------------------------------------------- sources and confluences


def _at_corners(chains: Iterable[Chain]) -> Mapping[Vertex, Sequence[Chain]]:
    """Return the streams that touch each corner of a hex."""
    found: dict[Vertex, list[Chain]] = {}
    for chain in chains:
        for vertex in dict.fromkeys(chain.vertices):
            found.setdefault(vertex, []).append(chain)
    return found


def _is_tied(chain: Chain, end: int) -> bool:
    """Return whether an end of a stream, 0 or -1, is off the map or in a lake or the sea."""
    return ("head" in chain.beyond) if end == 0 else ("mouth" in chain.beyond or chain.mouth is not None)


def _joined(chain: Chain, end: int, at_corner: Mapping[Vertex, Sequence[Chain]]) -> Chain | None:
    """Return the stream that another one joins at its last corner (`end` is -1) or leaves at its first one (0).

    Of streams that meet at their ends, the shorter one joins the longer one.
    """
    vertex = chain.vertices[end]
    others = [one for one in at_corner[vertex] if one is not chain]
    through = [one for one in others if vertex != one.vertices[-1] and (end == -1 or vertex != one.vertices[0])]
    if through or end == 0:
        return through[0] if through else None
    longer = [one for one in others if (len(one.sides), one.id) > (len(chain.sides), chain.id)]
    return max(longer, key=lambda one: (len(one.sides), one.id), default=None)


def _led_into(frame: MapFrame, points: Array, widths: Array, main: Array, end: int) -> tuple[Array, Array, int]:
    """Return a stream whose last part curves into the middle of another, and the number of its point there.

    With `end` 0, the first part comes out of the other. The widths go with the points.
    """
    height, way = frame.grid.across_flats, 1 if end == -1 else -1
    if end == 0:
        points, widths = points[::-1], widths[::-1]
    step = frame.grid.side / 2 / _POINTS
    at = int(np.hypot(*(main - points[-1]).T).argmin())
    on, past = (int(np.clip(at + way * round(by * height / step), 0, len(main) - 1)) for by in (_ON, _PAST))
    kept = points[: max(2, len(points) - round(_CUT * height / step))]
    knots = np.vstack([kept[-4:], main[[on]], main[[past]]]) if past != on else np.vstack([kept[-4:], main[[on]]])
    tail = curve(knots, 6)[6 * (len(kept[-4:]) - 1) + 1 :]
    points = np.vstack([kept, tail])
    widths = np.concatenate([widths[: len(kept)], np.full(len(tail), widths[len(kept) - 1])])
    return (points[::-1], widths[::-1], on) if end == 0 else (points, widths, on)


def _corner_area(frame: MapFrame, points: Array, widths: Array, main: Array, spot: int) -> BaseGeometry:
    """Return the water that rounds the corners between a tributary and the stream that it joins."""
    height = frame.grid.across_flats
    near = max(3, round(0.5 * height / (frame.grid.side / 2 / _POINTS)))
    wide = float(widths[-1])
    both = variable_band(points[-near:], widths[-near:]).union(
        variable_band(part := main[max(0, spot - near) : spot + near], np.full(len(part), wide))
    )
    disc = shapely.Point(points[-1]).buffer(0.4 * height)
    return closed(both, _FILLET * height).intersection(disc)


def _brooks(frame: MapFrame, chain: Chain, points: Array, wide_pt: tuple[float, float]) -> list[BaseGeometry]:
    """Return the brooks that meet at the source of a stream, inside one hex; they are `wide_pt` at foot and tip."""
    height, pt, key = frame.grid.across_flats, frame.scaled(1), (frame.seed, "brook", *chain.vertices[0])
    corner = np.array(frame.grid.vertex_point(chain.vertices[0]))
    stem = points[: _POINTS + 1][::-1]  # from the corner upstream
    found: list[BaseGeometry] = []
    for number, (start, turn, long) in enumerate(_BROOKS):
        at = int(np.abs(np.hypot(*(stem - corner).T) - start * height).argmin())
        ahead = stem[min(at + 2, len(stem) - 1)] - stem[max(at - 2, 0)]
        angle = math.atan2(ahead[1], ahead[0]) + between(-0.12, 0.12, *key, number)
        reach = long * height * between(0.85, 1.2, *key, number, "long")
        foot = stem[max(at - 2, 0)]
        bend = foot + 0.55 * reach * np.array((math.cos(angle + 0.6 * turn), math.sin(angle + 0.6 * turn)))
        tip = bend + 0.5 * reach * np.array((math.cos(angle + 1.2 * turn), math.sin(angle + 1.2 * turn)))
        line = curve(np.array([foot, bend, tip]), 8)
        bent = waved(line, 0.016 * height, 0.13 * height, frame.seed + 17, count=2)
        line = line + (bent - line) * np.linspace(0, 1, len(line))[:, None]  # its foot stays in the middle brook
        found.append(variable_band(line, np.linspace(*wide_pt, len(line)) * pt))
    return found
