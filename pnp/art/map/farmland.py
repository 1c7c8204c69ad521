"""Farmland: parcels (small fields), drawn as terrain or as decoration near water and settlements."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.ops
from numpy.typing import NDArray
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from pnp.art.map.land_areas import ground_look
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between, chance, octaves, scattered
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import boundary_lines, lines_path, polygons, resample, rings_path, roughened
from pnp.model.looks.area_looks import AreaLook, FieldSizes, GroundLook
from pnp.scene import Colours, Item, Stroke

Chosen = NDArray[np.bool_]
CLUSTER_PT = 40.0
"""Size of the squares with at most one cluster of parcels each."""
SMALL = FieldSizes()
"""The sizes of parcels on most maps."""
PARCEL_COLOURS = 12
"""How many numbers the colours of bent parcels have; a look with fewer colours uses them in turn."""
SLANT = 0.42
"""How far the foot of a line between two bent parcels is aside, as a share of its height."""
GUIDE_PT = 130.0
"""How far a road or river turns the parcels beside it."""
SMALLEST_PT2 = 130.0
"""Least size of a cluster in square points; smaller ones look like mistakes and are left out."""


@dataclass(frozen=True, eq=False)
class Parcels:
    """The corners of each parcel (n x 2), the number of its colour from 0, and the turn of its rows in radians.

    Parcels without turns have rows along their longer sides.
    """

    rings: tuple[Array, ...] = ()
    colours: tuple[int, ...] = ()
    turns: tuple[float, ...] = ()

    def points(self) -> Array:
        """Return the corners, the middles of the sides and the centres of all parcels (n x 2)."""
        found = [np.concatenate([r, (r + np.roll(r, 1, axis=0)) / 2, r.mean(axis=0)[None]]) for r in self.rings]
        return np.concatenate(found) if found else np.empty((0, 2))


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
        return Parcels()
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
    return Parcels(tuple(corners), tuple(colours))


def aligned_parcels(
    frame: MapFrame, zone: BaseGeometry, taken: Occupancy, sizes: FieldSizes, guides: list[Array]
) -> Parcels:
    """Return clusters of parcels in a zone that follow the nearest road or river, or are square to it.

    Their sides are bent. Only whole parcels are kept, clear of everything that is printed.
    """
    if zone.is_empty:
        return Parcels()
    pt, seed = frame.scaled(1), frame.seed
    centres = scattered(frame.box.grown(20 * pt), sizes.every_pt * pt, seed + 211)
    spots = [resample(line, 6 * pt) for line in guides if len(line) > 1]
    ways = [np.gradient(line, axis=0) for line in spots]
    along, way = (np.concatenate(parts) if parts else np.empty((0, 2)) for parts in (spots, ways))
    shapely.prepare(zone)
    fertile = octaves(centres, 110 * pt, seed + 212, 2) > sizes.bare
    corners: list[Array] = []
    colours: list[int] = []
    for number, centre in enumerate(centres):
        x, y = centre.tolist()
        if not fertile[number]:
            continue
        key = (seed, "plot", round(x, 2), round(y, 2))
        turn = between(-0.6, 0.6, *key, "turn")
        gaps = np.hypot(*(along - centre).T)
        if len(gaps) and gaps.min() < GUIDE_PT * pt:
            turn = math.atan2(*way[gaps.argmin()][::-1]) + (math.pi / 2 if chance(*key, "square") < 0.3 else 0)
        some, kinds = _bent_cells(frame, (x, y), turn, sizes, key)
        reach = between(*sizes.reach_pt, *key, "reach") * pt
        blob = roughened(ShapelyPoint(x, y).buffer(reach), 4 * pt, 14 * pt, seed + 55, 1.8 * pt)
        shapely.prepare(blob)
        keep = _parcels_inside(some, blob) & _parcels_inside(some, zone) & _parcels_free(some, taken)
        others = np.delete(centres, number, axis=0)
        others = others[np.hypot(*(others - centre).T) < 3 * sizes.every_pt * pt]
        if len(others):
            middles = some.mean(axis=1)
            nearest = np.hypot(*(middles[:, None] - others).transpose(2, 0, 1)).min(axis=1)
            keep &= np.hypot(*(middles - centre).T) < nearest - 4 * pt
        if shapely.area(shapely.polygons(some[keep])).sum() > SMALLEST_PT2 * pt * pt * (1 + sizes.height_pt[0] / 4):
            corners += list(some[keep])
            colours += [kind for kind, kept in zip(kinds, keep.tolist(), strict=True) if kept]
    return Parcels(tuple(corners), tuple(colours))


def _bent_cells(
    frame: MapFrame, centre: tuple[float, float], turn: float, sizes: FieldSizes, key: tuple[object, ...]
) -> tuple[Array, list[int]]:
    """Return the cells of a cluster in rows (n x 6 x 2), turned and slightly bent, and their colour numbers.

    The lines between the cells of a row slant, so that no two cells have one shape.
    """
    pt, bend, reach = frame.scaled(1), sizes.bent_pt, sizes.reach_pt[1] + 4
    phase = between(0, 6, *key, "phase")
    cells, colours = [], []
    v, row = -reach, 0
    while v < reach:
        high, u, column = between(*sizes.height_pt, *key, row), -reach - 6 * chance(*key, row, "start"), 0
        slant = 0.0
        while u < reach:
            wide = between(*sizes.width_pt, *key, row, column)
            following = between(-SLANT, SLANT, *key, row, column, "slant") * high
            right, foot, left, low = u + wide - 0.3, u + wide - 0.3 + following, u + slant, v + high - 0.3
            cells.append([(u, v), (u + wide / 2, v), (right, v), (foot, low), ((left + foot) / 2, low), (left, low)])
            colours.append(int(PARCEL_COLOURS * chance(*key, row, column, "colour")))
            u, column, slant = u + wide, column + 1, following
        v, row = v + high, row + 1
    flat = np.array(cells)
    a = flat[..., 0] + bend * np.sin(flat[..., 1] / 7)
    b = flat[..., 1] + bend * np.sin(flat[..., 0] / 8 + phase)
    cos, sin = math.cos(turn), math.sin(turn)
    return np.stack([centre[0] + (a * cos - b * sin) * pt, centre[1] + (a * sin + b * cos) * pt], axis=2), colours


def covering_parcels(frame: MapFrame, area: BaseGeometry, taken: Occupancy) -> Parcels:
    """Return parcels that cover an area of fields, except where something is printed.

    Each square of the grid has its own angle.
    """
    if area.is_empty:
        return Parcels()
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
    return Parcels(tuple(corners), tuple(colours))


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


def cut_parcels(
    frame: MapFrame, zone: BaseGeometry, water: BaseGeometry, taken: Occupancy, sizes: FieldSizes, guides: list[Array]
) -> Parcels:
    """Return clusters of irregular parcels: rough discs that are cut again and again across their longer direction.

    Their rows follow the nearest road or river. Near water, more places have a cluster. Only whole parcels are kept,
    clear of everything that is printed.
    """
    if zone.is_empty:
        return Parcels()
    pt, seed = frame.scaled(1), frame.seed
    centres = scattered(frame.box.grown(8 * pt), sizes.every_pt * pt, seed + 211)
    near, far = sizes.shares
    wet = (
        shapely.distance(shapely.points(centres), water) < sizes.near_pt[0] * pt
        if not water.is_empty
        else centres[:, 0] < -1e9
    )
    spots = [resample(line, 6 * pt) for line in guides if len(line) > 1]
    ways = [np.gradient(line, axis=0) for line in spots]
    along, way = (np.concatenate(parts) if parts else np.empty((0, 2)) for parts in (spots, ways))
    shapely.prepare(zone)
    rings: list[Array] = []
    colours: list[int] = []
    turns: list[float] = []
    earlier: BaseGeometry = shapely.Polygon()
    for (x, y), beside in zip(centres.tolist(), np.asarray(wet).tolist(), strict=True):
        key = (seed, "cut", round(x, 2), round(y, 2))
        if chance(*key) >= (near if beside else far) or not shapely.contains_xy(zone, x, y):
            continue
        gaps = np.hypot(*(along - (x, y)).T)
        turn = between(-0.15, 0.15, *key, "turn")
        turn += (
            math.atan2(*way[gaps.argmin()][::-1]) if len(gaps) and gaps.min() < GUIDE_PT * pt else between(0, 3, *key)
        )
        disc = ShapelyPoint(x, y).buffer(between(*sizes.reach_pt, *key, "reach") * pt, quad_segs=6)
        blob = roughened(disc, 4.4 * pt, 12 * pt, seed + 55, 1.6 * pt).difference(earlier)
        kept = []
        for number, (part, rows) in enumerate(_cut_apart(blob, turn, sizes.cut_pt2, pt, key)):
            if chance(*key, number, "left out") < sizes.left_out:
                continue
            inner = part.buffer(-0.4 * pt, join_style="mitre").buffer(-0.3 * pt).buffer(0.3 * pt, quad_segs=2)
            for field in polygons(inner.simplify(0.05 * pt)):
                ring = np.asarray(field.exterior.coords)[:-1]
                ways_in = np.concatenate([ring, (ring + np.roll(ring, 1, axis=0)) / 2, (ring + ring.mean(axis=0)) / 2])
                inside = shapely.contains_xy(zone, ring[:, 0], ring[:, 1]).all()
                if field.area > 7 * pt * pt and inside and (taken.at(ways_in) == 0).all():
                    kept.append((ring, int(PARCEL_COLOURS * chance(*key, number, "colour")), rows))
        if len(kept) < 2:  # a single parcel looks like a mistake
            continue
        rings += [ring for ring, _, _ in kept]
        colours += [colour for _, colour, _ in kept]
        turns += [rows for _, _, rows in kept]
        earlier = earlier.union(blob.buffer(1.2 * pt, quad_segs=2))
    return Parcels(tuple(rings), tuple(colours), tuple(turns))


def _cut_apart(
    blob: BaseGeometry, turn: float, sizes_pt2: tuple[float, float], pt: float, key: tuple[object, ...]
) -> list[tuple[shapely.Polygon, float]]:
    """Return the parts of an area and the turn of each, cut until they are smaller than a random size."""
    found: list[tuple[shapely.Polygon, float]] = []
    left = [(part, turn) for part in polygons(blob)]
    number = 0
    while left:
        part, angle = left.pop()
        number += 1
        own = (*key, "knife", number)
        if part.area < between(*sizes_pt2, *own, "size") * pt * pt:
            found.append((part, angle))
            continue
        cos, sin = math.cos(angle), math.sin(angle)
        ring = np.asarray(part.exterior.coords)
        u, v = ring @ np.array((cos, sin)), ring @ np.array((-sin, cos))
        wide, high = float(np.ptp(u)), float(np.ptp(v))
        share, lean = between(0.34, 0.66, *own, "at"), between(-0.13, 0.13, *own, "lean")
        if wide * between(0.8, 1.2, *own, "longer") > high * 1.15:
            at = u.min() + share * wide
            ends = ((at - lean * high, v.min() - 9), (at + lean * high, v.max() + 9))
        else:
            at = v.min() + share * high
            ends = ((u.min() - 9, at - lean * wide), (u.max() + 9, at + lean * wide))
        knife = shapely.LineString([(a * cos - b * sin, a * sin + b * cos) for a, b in ends])
        pieces = polygons(shapely.GeometryCollection(shapely.ops.split(part, knife).geoms))
        if len(pieces) < 2:
            found.append((part, angle))
            continue
        left += [(piece, angle + between(-0.1, 0.1, *own, i)) for i, piece in enumerate(pieces)]
    return found


def draw_parcels(frame: MapFrame, parcels: Parcels) -> list[Item]:
    """Draw parcels of farmland, as one path for each colour."""
    tilled = next((look for look in frame.looks.of(AreaLook).values() if look.parcels), None)
    ground = frame.looks.of(GroundLook).get(frame.look(frame.board.base))
    if parcels.turns:
        ground = ground_look(frame)
    look = ground if ground is not None and "parcel_1" in ground.colours else tilled
    if look is None:
        return []
    colours = frame.palette.of(look)
    fills = [colour for use, colour in colours.items() if use.startswith("parcel_") and use != "parcel_line"]
    line = None if parcels.turns else Stroke(colours["parcel_line"], frame.stroke(0.25))
    items: list[Item] = []
    for number, fill in enumerate(fills):
        pairs = zip(parcels.rings, parcels.colours, strict=True)
        chosen = [ring for ring, kind in pairs if kind % len(fills) == number]
        if chosen:
            items.append(rings_path(chosen, fill=fill, stroke=line))
    if parcels.turns:
        assert isinstance(look, GroundLook)
        return items + _draw_rows_and_edges(frame, parcels, look.fields, colours, len(fills))
    if ground is not None and look is ground:
        sizes = ground.fields
        furrows = [lines for ring in parcels.rings for lines in _furrows(frame, ring, sizes)]
        if furrows:
            items.append(lines_path(furrows, Stroke(colours["furrow"], frame.stroke(0.25)), tolerance=0))
        walls = [wall for ring in parcels.rings for wall in _walls(frame, ring, sizes.walled)]
        if walls:
            dash = (frame.scaled(1.5), frame.scaled(0.55))
            items.append(lines_path(walls, Stroke(colours["wall"], frame.stroke(0.95), dash), tolerance=0))
    return items


def _draw_rows_and_edges(
    frame: MapFrame, parcels: Parcels, sizes: FieldSizes, colours: Colours, count: int
) -> list[Item]:
    """Draw the rows of irregular parcels, solid, dotted or as a sheen on water, and the edges of the parcels."""
    pt = frame.scaled(1)
    rows: dict[str, list[Array]] = {word: [] for word in ("furrows", "dots", "sheen", "cracks")}
    for ring, kind, turn in zip(parcels.rings, parcels.colours, parcels.turns, strict=True):
        word = sizes.strokes[kind % count % len(sizes.strokes)]
        if word == "cracks":
            rows[word] += _cracks_of_parcel(frame, ring)
        elif word != "bare":
            rows[word] += _rows_of_parcel(frame, ring, turn, sizes, sheen=word == "sheen")
    items: list[Item] = []
    pens = {
        "furrows": Stroke(colours["furrow"], frame.stroke(0.3)),
        "dots": Stroke(colours.get("shoot", colours["furrow"]), frame.stroke(0.5), (0.32 * pt, 1.35 * pt)),
        "cracks": Stroke(colours.get("crack", colours["furrow"]), frame.stroke(0.25)),
        "sheen": Stroke(colours.get("sheen", colours["paper"]), frame.stroke(0.42), cap="round"),
    }
    items += [lines_path(rows[word], stroke, tolerance=0) for word, stroke in pens.items() if rows[word]]
    edges = [edge for ring in parcels.rings for edge in _part_of_edge(frame, ring, sizes.outline)]
    if edges:
        items.append(lines_path(edges, Stroke(colours["parcel_line"], frame.stroke(0.3), join="round"), tolerance=0))
    return items


def _rows_of_parcel(frame: MapFrame, ring: Array, turn: float, sizes: FieldSizes, *, sheen: bool) -> list[Array]:
    """Return the rows of one irregular parcel; a sheen is a few short strokes."""
    pt = frame.scaled(1)
    cos, sin = math.cos(turn), math.sin(turn)
    u, v = ring @ np.array((cos, sin)), ring @ np.array((-sin, cos))
    if np.ptp(u) < np.ptp(v):
        cos, sin = -sin, cos
        u, v = ring @ np.array((cos, sin)), ring @ np.array((-sin, cos))
    key = (frame.seed, "row", round(float(ring[0, 0]), 2), round(float(ring[0, 1]), 2))
    every = between(*sizes.furrow_pt, *key) * pt
    field = shapely.Polygon(ring).buffer(-0.35 * pt)
    found: list[Array] = []
    for number, at in enumerate(np.arange(v.min() + 0.6 * every, v.max(), 1.7 * every if sheen else every).tolist()):
        left, right = float(u.min()) - 1, float(u.max()) + 1
        if sheen:
            left += (0.2 + 0.5 * chance(*key, number)) * (right - left)
            right = left + between(1.4, 3.4, *key, number, "long") * pt
        line = shapely.LineString([(a * cos - at * sin, a * sin + at * cos) for a in (left, right)])
        found += boundary_lines(line.intersection(field))
    return found


def _cracks_of_parcel(frame: MapFrame, ring: Array) -> list[Array]:
    """Return cracks in the dry ground of a parcel: three short lines from each of a few points."""
    pt, field = frame.scaled(1), shapely.Polygon(ring).buffer(-0.7 * frame.scaled(1))
    key = (frame.seed, "crack", round(float(ring[0, 0]), 2), round(float(ring[0, 1]), 2))
    low, high = ring.min(axis=0), ring.max(axis=0)
    found: list[Array] = []
    for number in range(2 + int(field.area / (14 * pt * pt))):
        x, y = (between(float(a), float(b), *key, number, i) for i, (a, b) in enumerate(zip(low, high, strict=True)))
        turn = between(0, 2, *key, number, "turn")
        for ray in range(3):
            angle, reach = turn + 2.1 * ray, between(1.3, 2.6, *key, number, ray) * pt
            line = shapely.LineString([(x, y), (x + math.cos(angle) * reach, y + math.sin(angle) * reach)])
            found += boundary_lines(line.intersection(field))
    return found


def _part_of_edge(frame: MapFrame, ring: Array, share: float) -> list[Array]:
    """Return the share of the edge of a parcel that is drawn, as one line."""
    if share >= 1:
        return [np.vstack([ring, ring[:1]])]
    key = (frame.seed, "edge", round(float(ring[0, 0]), 2), round(float(ring[0, 1]), 2))
    start = int(len(ring) * chance(*key))
    return [np.roll(np.vstack([ring]), -start, axis=0)[: max(2, round(share * len(ring)) + 1)]]


def _furrows(frame: MapFrame, ring: Array, sizes: FieldSizes) -> list[Array]:
    """Return the furrows of one parcel, along its longer side; only a share of parcels has any."""
    if len(ring) == 6:
        ring = ring[[0, 2, 3, 5]]
    key = (frame.seed, "furrow", round(float(ring[0, 0]), 2), round(float(ring[0, 1]), 2))
    if chance(*key) >= sizes.furrowed:
        return []
    a, b, c, d = ring if np.hypot(*(ring[1] - ring[0])) > np.hypot(*(ring[3] - ring[0])) else np.roll(ring, 1, axis=0)
    count = int(np.hypot(*(d - a)) / frame.scaled(sizes.furrow_pt[chance(*key, "wide") > 0.5]))
    inset = 0.04
    return [
        np.array([a + (d - a) * t + (b - a) * inset, b + (c - b) * t - (b - a) * inset])
        for t in (np.arange(1, count) / count if count > 1 else ())
    ]


def _walls(frame: MapFrame, ring: Array, share: float) -> list[Array]:
    """Return the piece of wall along one or two sides of a parcel; only a `share` of parcels has one."""
    key = (frame.seed, "wall", round(float(ring[0, 0]), 2), round(float(ring[0, 1]), 2))
    if chance(*key) >= share:
        return []
    start = int(len(ring) * chance(*key, "start"))
    return [np.roll(ring, -start, axis=0)[: len(ring) // 2 + 1 - int(2 * chance(*key, "short"))]]
