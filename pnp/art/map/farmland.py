"""Farmland: parcels (small fields), drawn as terrain or as decoration near water and settlements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from pnp.art.map.land_areas import ground_look
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between, chance, octaves, varied
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import boundary_lines, lines_path, rings_path, roughened
from pnp.model.looks.area_looks import AreaLook, FieldSizes, GroundLook
from pnp.scene import Colours, Item, Stroke
from pnp.units import Mm

Chosen = NDArray[np.bool_]
CLUSTER_PT = 40.0
"""Size of the squares with at most one cluster of parcels each."""
SMALL = FieldSizes()
"""The sizes of parcels on most maps."""
PARCEL_COLOURS = 12
"""How many numbers the colours of parcels in strips have; a look with fewer colours uses them in turn."""
ANCHOR, PIECE = 1.3, 0.42
"""The squares of the grid at which guides are cut, and the length of their straight pieces, in hex heights."""
TURN, UNDULATION = 0.3, 1.6
"""The half of the stretch whose direction a belt follows, and the wavelength of its depth, in hex heights."""
LONE, LONE_LONG, LONE_FROM = 1.5, 1.3, 0.75
"""How far apart fields that follow nothing are, how long, and how far from roads and rivers, in hex heights."""
LEAST_SHARE, LEAST_GROUP = 0.5, 5
"""The least size of a parcel in strips as a share of a usual one, and the least number of such parcels in a group."""
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


class Guide(NamedTuple):
    """A line that parcels follow: its points, how far they keep off it, and how much more of them there are."""

    points: Array
    gap: Mm
    bonus: float


def strip_parcels(
    frame: MapFrame, zone: BaseGeometry, taken: Occupancy, sizes: FieldSizes, guides: Sequence[Guide], homes: Array
) -> Parcels:
    """Return parcels in strips along roads, rivers and tracks, in belts that share their sides.

    The belts of a guide are straight between joints, at which they bend with it; so no two of their parcels overlap.
    There are more of them near `homes` (n x 2). Only whole parcels are kept, clear of everything that is printed.
    """
    if zone.is_empty:
        return Parcels()
    high, pt, seed = frame.grid.across_flats, frame.scaled(1), frame.seed
    if sizes.everywhere:
        guides = [*guides, *_lone_guides(frame, zone, guides)]
    pieces = [piece for guide in guides for piece in _straight_pieces(guide, high, sizes, pt, seed)]
    pieces = list({piece.key: piece for piece in pieces}.values())
    if not pieces:
        return Parcels()
    found = [_beside(piece, sizes, pt, seed) for piece in pieces]
    quads = np.concatenate([quads for quads, _ in found])
    belts = np.concatenate([belts for _, belts in found])
    of = np.repeat(np.arange(len(pieces)), [len(belts) for _, belts in found])
    middles = quads.mean(axis=1)
    home = shapely.distance(shapely.points(middles), shapely.MultiPoint(homes)) / high if len(homes) else 9.0
    want = octaves(middles, 2.6 * high, seed + 212, 2) + 0.30 * np.exp(-((home / 1.4) ** 2)) - 0.07 * belts
    want += np.array([piece.bonus for piece in pieces])[of] - sizes.bare
    usual = float(np.mean(sizes.width_pt) * np.mean(sizes.height_pt)) * pt * pt
    rank = varied(middles, 100_000, seed + 215) - 100_000 * belts
    kept = (want > 0) & (varied(middles, 1000, seed + 213) >= 1000 * sizes.left_out) & _well_shaped(quads, usual)
    quads, of, rank = quads[kept], of[kept], rank[kept]
    shapely.prepare(zone)
    kept = _parcels_inside(quads, zone) & _parcels_free(quads, taken)
    quads, of, rank = quads[kept], of[kept], rank[kept]
    kept = _near_own_piece(quads, of, pieces, pt)
    quads, rank = quads[kept], rank[kept]
    quads = quads[_over_no_other(quads, rank, pt)]
    quads = np.round(quads[_in_groups(quads, pt)], 2)
    colours = varied(quads.mean(axis=1), PARCEL_COLOURS, seed + 214).tolist()
    turns = [math.atan2(*(quad[2] - quad[1])[::-1].tolist()) for quad in quads] if sizes.strokes else []
    return Parcels(tuple(quads), tuple(colours), tuple(turns))


class _Piece(NamedTuple):
    """A straight piece of a guide. The first index of its arrays is the end of the piece, the next the hand.

    `ways` has the direction of the sides of parcels to the left, and `edges` how far from the guide each belt begins,
    and at last where the last one ends. `key` is the position of the middle.
    """

    ends: Array
    ways: Array
    edges: Array
    bonus: float
    key: tuple[int, int]


def _straight_pieces(guide: Guide, high: Mm, sizes: FieldSizes, pt: float, seed: int) -> list[_Piece]:
    """Return the pieces of a guide, of nearly equal length between the lines of a square grid.

    So a guide that changes has other pieces only near the change.
    """
    points = guide.points
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    squares = np.floor(points / (ANCHOR * high)).astype(np.int64)
    anchors = [0.0]
    for at in along[1:][(np.diff(squares, axis=0) != 0).any(axis=1)].tolist():
        if min(at - anchors[-1], along[-1] - at) > 0.6 * PIECE * high:
            anchors.append(at)
    if along[-1] < 0.6 * PIECE * high:
        return []
    stretches = [
        np.linspace(first, last, max(1, round((last - first) / (PIECE * high))) + 1)[1:]
        for first, last in pairwise([*anchors, float(along[-1])])
    ]
    joints = np.concatenate([[0.0], *stretches])

    def spots(at: Array) -> Array:
        """Return the points of the guide at these distances from its start."""
        return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=-1)

    ends = spots(joints)
    way = spots(joints + TURN * high) - spots(joints - TURN * high)
    ways = np.stack([way[:, 1], -way[:, 0]], axis=1) / (np.hypot(*way.T)[:, None] + 1e-9)
    steps = np.diff(ends, axis=0)
    aside = np.stack([steps[:, 1], -steps[:, 0]], axis=1) / (np.hypot(*steps.T)[:, None] + 1e-9)
    between_ends = spots(joints[:-1, None] + np.diff(joints)[:, None] * np.linspace(0, 1, 7)) - ends[:-1, None]
    bulge = (between_ends * aside[:, None]).sum(axis=2)
    bulges = np.maximum(np.stack([bulge.max(axis=1), -bulge.min(axis=1)], axis=1), 0)
    bulges = np.maximum(np.vstack([bulges, bulges[-1:]]), np.vstack([bulges[:1], bulges]))  # of both sides of a joint
    low, deep = sizes.height_pt
    depths = np.stack(
        [
            [octaves(ends, UNDULATION * high, seed + 31 * belt + 7 * hand, 2) for belt in range(sizes.belts)]
            for hand in (0, 1)
        ]
    ).transpose(2, 0, 1)
    depths = (low + (deep - low) * np.clip(0.5 + depths, 0, 1)) * pt
    edges = np.concatenate([(guide.gap + bulges)[:, :, None], depths], axis=2).cumsum(axis=2)
    middles = np.round((ends[:-1] + ends[1:]) * 5).astype(np.int64).tolist()
    return [
        _Piece(ends[n : n + 2], ways[n : n + 2], edges[n : n + 2], guide.bonus, (x, y))
        for n, (x, y) in enumerate(middles)
    ]


def _lone_guides(frame: MapFrame, zone: BaseGeometry, guides: Sequence[Guide]) -> list[Guide]:
    """Return straight guides at random on land that is far from the others: field paths that are not drawn."""
    high, seed = frame.grid.across_flats, frame.seed
    lines = shapely.union_all([shapely.LineString(guide.points) for guide in guides])
    found = []
    for i, j, x, y in _cluster_centres(frame, zone, LONE * high / frame.scaled(1)):
        turn = between(-0.6, 0.6, seed, "lone", i, j)
        way = 0.5 * LONE_LONG * high * np.array((math.cos(turn), math.sin(turn)))
        if lines.is_empty or lines.distance(ShapelyPoint(x, y)) > LONE_FROM * high:
            middle = np.array((x, y))
            found.append(Guide(np.array([middle - way, middle, middle + way]), 0.0, 0.0))
    return found


def _beside(piece: _Piece, sizes: FieldSizes, pt: float, seed: int) -> tuple[Array, NDArray[np.int64]]:
    """Return the corners of the parcels on both sides of a piece (n x 4 x 2), and the number of the belt of each."""
    quads, belts = [], []
    for hand, sign in enumerate((1, -1)):
        lines = piece.ends[:, None] + sign * piece.ways[:, None] * piece.edges[:, hand, :, None]
        for belt in range(sizes.belts):
            key = (seed, "strip", *piece.key, hand, belt)
            (a, d), (b, c) = lines[0, belt : belt + 2], lines[1, belt : belt + 2]
            long = float(np.hypot(*(b + c - a - d))) / 2
            count = max(1, round(long / (between(*sizes.width_pt, *key) * pt)))
            cuts = np.array([0.0, *((n + between(-0.2, 0.2, *key, n)) / count for n in range(1, count)), 1.0])[:, None]
            inner, outer = a + cuts * (b - a), d + cuts * (c - d)
            quads.append(np.stack([inner[:-1], inner[1:], outer[1:], outer[:-1]], axis=1))
            belts += [belt] * count
    return np.concatenate(quads), np.array(belts)


def _near_own_piece(quads: Array, of: NDArray[np.int64], pieces: Sequence[_Piece], pt: float) -> Chosen:
    """Return for each parcel whether no other piece of a guide is much nearer to it than its own."""
    if not len(quads):
        return np.zeros(0, dtype=np.bool_)
    lines = np.asarray(shapely.linestrings(np.array([piece.ends for piece in pieces])))
    inner = quads + 0.2 * (quads.mean(axis=1, keepdims=True) - quads)
    points = np.asarray(shapely.points(inner))
    nearest = lines[shapely.STRtree(lines).nearest(points.ravel())].reshape(points.shape)
    away, least = shapely.distance(points, lines[of][:, None]), shapely.distance(points, nearest)
    return np.asarray((away < 1.25 * least + 1.0 * pt).all(axis=1))


def _over_no_other(quads: Array, rank: NDArray[np.int64], pt: float) -> Chosen:
    """Return for each parcel whether it overlaps none of a higher rank."""
    shapes = np.asarray(shapely.buffer(shapely.polygons(quads), -0.15 * pt, join_style="mitre"))
    one, other = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    kept = np.ones(len(quads), dtype=np.bool_)
    kept[one[rank[one] < rank[other]]] = False
    return kept


def _in_groups(quads: Array, pt: float) -> Chosen:
    """Return for each parcel whether enough parcels hang together with it; a few alone look like a mistake."""
    if not len(quads):
        return np.zeros(0, dtype=np.bool_)
    shapes = np.asarray(shapely.buffer(shapely.polygons(quads), 0.1 * pt, join_style="mitre"))
    groups = shapely.get_parts(shapely.union_all(shapes))
    one, group = shapely.STRtree(groups).query(shapely.points(quads.mean(axis=1)), predicate="intersects")
    number = np.zeros(len(quads), dtype=np.int64)
    number[one] = group
    return np.asarray(np.bincount(number)[number] >= LEAST_GROUP)


def _well_shaped(quads: Array, usual: float) -> Chosen:
    """Return for each parcel whether its corners are convex, and whether it is neither small nor a sliver."""
    sides = np.roll(quads, -1, axis=1) - quads
    turns = sides[..., 0] * np.roll(sides, -1, axis=1)[..., 1] - sides[..., 1] * np.roll(sides, -1, axis=1)[..., 0]
    edges = np.hypot(*sides.transpose(2, 0, 1))
    convex = (turns > 0).all(axis=1) | (turns < 0).all(axis=1)
    large = np.abs(shapely.area(shapely.polygons(quads))) > LEAST_SHARE * usual
    return np.asarray(convex & large & (edges.max(axis=1) < 4.5 * edges.min(axis=1)))


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
    edge = Stroke(colours["parcel_line"], frame.stroke(0.3), join="round")
    return [*items, rings_path(parcels.rings, stroke=edge)] if parcels.rings else items


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


def _furrows(frame: MapFrame, ring: Array, sizes: FieldSizes) -> list[Array]:
    """Return the furrows of one parcel, along its longer side; only a share of parcels has any."""
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
