"""Smoothing, roughening and joining of lines and areas, and their conversion to paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.noise import Array, octaves
from pnp.scene import Colour, Path, Point, Stroke
from pnp.units import Mm

FINE = 0.02
"""Greatest distance in mm of a drawn outline from the computed one: half a dot at 600 dpi."""


def resample(points: Array, step: Mm, *, closed: bool = False) -> Array:
    """Return points along a line at equal distances of about `step`.

    Both ends are included; a closed line has its first point once.
    """
    if closed:
        points = np.vstack([points, points[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    count = max(8 if closed else 2, round(along[-1] / step) + (0 if closed else 1))
    wanted = np.linspace(0, along[-1], count, endpoint=not closed)
    return np.stack([np.interp(wanted, along, points[:, 0]), np.interp(wanted, along, points[:, 1])], axis=1)


def length(points: Array) -> Mm:
    """Return the length of a line in mm."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def normals(points: Array, *, closed: bool = False) -> Array:
    """Return for each point of a line the unit vector to the left of its direction."""
    along = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0) if closed else np.gradient(points, axis=0)
    left = np.stack([along[:, 1], -along[:, 0]], axis=1)
    return np.asarray(left / (np.hypot(left[:, 0], left[:, 1])[:, None] + 1e-12), dtype=np.float64)


def curve(knots: Array, per: int = 10) -> Array:
    """Return a smooth line through these knots, with `per` points between each two of them.

    Source: centripetal Catmull-Rom, Yuksel 2011.
    """
    if len(knots) < 3:
        return knots
    q = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
    p0, p1, p2, p3 = (q[i : len(q) - 3 + i][:, None, :] for i in range(4))
    t1 = np.sqrt(np.hypot(*(p1 - p0)[:, 0].T) + 1e-9)[:, None, None]
    t2 = t1 + np.sqrt(np.hypot(*(p2 - p1)[:, 0].T) + 1e-9)[:, None, None]
    t3 = t2 + np.sqrt(np.hypot(*(p3 - p2)[:, 0].T) + 1e-9)[:, None, None]
    t = t1 + (t2 - t1) * np.linspace(0, 1, per, endpoint=False)[None, :, None]
    a1, a2, a3 = (
        ((t1 - t) * p0 + t * p1) / t1,
        ((t2 - t) * p1 + (t - t1) * p2) / (t2 - t1),
        ((t3 - t) * p2 + (t - t2) * p3) / (t3 - t2),
    )
    b1, b2 = ((t2 - t) * a1 + t * a2) / t2, ((t3 - t) * a2 + (t - t1) * a3) / (t3 - t1)
    found = ((t2 - t) * b1 + (t - t1) * b2) / (t2 - t1)
    return np.vstack([found.reshape(-1, 2), knots[-1:]])


def smoothed(points: Array, times: int) -> Array:
    """Return a line smoothed this many times. Its first and its last point stay."""
    result = points.copy()
    for _ in range(times):
        result[1:-1] = (result[:-2] + 2 * result[1:-1] + result[2:]) / 4
    return result


def waved(points: Array, amplitude: Mm, wavelength: Mm, seed: int, *, closed: bool = False, count: int = 3) -> Array:
    """Return a line with irregular waves. The noise that moves each point depends on its position."""
    return (
        points + normals(points, closed=closed) * (1.7 * amplitude * octaves(points, wavelength, seed, count))[:, None]
    )


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """Return the polygons in a geometry, without its lines and points."""
    return [part for part in shapely.get_parts(geometry) if isinstance(part, Polygon) and not part.is_empty]


def roughened(area: BaseGeometry, amplitude: Mm, wavelength: Mm, seed: int, step: Mm) -> BaseGeometry:
    """Return an area with an irregular outline and without small holes.

    Holes smaller than a square with sides of 10 x `step` are filled.
    """
    found = []
    for part in polygons(area):
        rings = [part.exterior, *(hole for hole in part.interiors if Polygon(hole).area > 100 * step * step)]
        lines = [np.asarray(shapely.segmentize(ring.simplify(FINE), step).coords)[:-1] for ring in rings]
        outer, *holes = [waved(line, amplitude, wavelength, seed, closed=True) for line in lines]
        found.append(Polygon(outer, holes).buffer(0))
    return shapely.union_all(found) if found else Polygon()


def cut_at_grid(lines: Iterable[Array], cell: Mm) -> list[Array]:
    """Return lines cut where they cross the lines of a square grid.

    What begins anew at each piece, such as dashes, then depends on the place alone.
    """
    found: list[Array] = []
    for line in lines:
        is_ring = (line[0] == line[-1]).all()
        first = int(np.lexsort((line[:-1, 1], line[:-1, 0]))[0]) if is_ring else 0  # the start of a ring is by chance
        turned = np.vstack([line[first:-1], line[: first + 1]]) if is_ring else line
        points = np.asarray(LineString(turned).segmentize(cell / 12).coords)
        squares = np.floor(points / cell).astype(np.int64)
        cuts = (np.flatnonzero((np.diff(squares, axis=0) != 0).any(axis=1)) + 1).tolist()
        pieces, start = list[Array](), points[:0]
        for first, last in pairwise([0, *cuts, len(points)]):
            if last == len(points):
                pieces.append(np.vstack([start, points[first:]]))
                break
            one, other = points[last - 1], points[last]
            axis = int(squares[last - 1, 0] == squares[last, 0])
            edge = max(squares[last - 1, axis], squares[last, axis]) * cell
            crossing = one + (other - one) * ((edge - one[axis]) / (other[axis] - one[axis]))
            pieces.append(np.vstack([start, points[first:last], crossing]))
            start = crossing[None]
        if len(pieces) > 1 and is_ring:
            pieces = [np.vstack([pieces[-1], pieces[0][1:]]), *pieces[1:-1]]
        found += pieces
    return found


def simplified_ring(ring: Array, tolerance: Mm, cell: Mm) -> Array:
    """Return a closed line with fewer points, piece by piece between the lines of a square grid."""
    pieces = cut_at_grid([np.vstack([ring, ring[:1]])], cell)
    kept = [np.asarray(LineString(piece).simplify(tolerance).coords)[:-1] for piece in pieces]
    return np.concatenate(kept)


def opened(area: BaseGeometry, radius: Mm) -> BaseGeometry:
    """Return an area without parts narrower than two radii, and with round outer corners."""
    return area.buffer(-radius).buffer(radius)


def closed(area: BaseGeometry, radius: Mm) -> BaseGeometry:
    """Return an area with bays and gaps narrower than two radii filled."""
    return area.buffer(radius).buffer(-radius)


def variable_band(points: Array, widths: Array) -> BaseGeometry:
    """Return a band along a line with round ends and a width for each of its points."""
    pieces = shapely.linestrings(np.stack([points[:-1], points[1:]], axis=1))
    return shapely.union_all(shapely.buffer(pieces, (widths[:-1] + widths[1:]) / 4, quad_segs=5))


def offset(points: Array, by: Mm | Array) -> Array:
    """Return a line moved to its left by a distance, or by one distance for each point."""
    return points + normals(points) * (by[:, None] if isinstance(by, np.ndarray) else by)


# ---------------------------------------------------------------- paths


def _rounded_numbers(points: Any) -> list[float]:  # noqa: ANN401 - rows of numbers in any shape that numpy reads
    """Return all numbers in rows of points as one list, rounded to three decimals."""
    return [float(v) for v in np.round(np.asarray(points, dtype=np.float64), 3).ravel().tolist()]


def line_path(points: Array, stroke: Stroke, *, tolerance: Mm = FINE) -> Path:
    """Return an open line as a path with as few points as possible."""
    return lines_path([points], stroke, tolerance=tolerance)


def lines_path(lines: Iterable[Array], stroke: Stroke, *, tolerance: Mm = FINE) -> Path:
    """Return several open lines as one path."""
    ops: list[str] = []
    xy: list[float] = []
    for line in lines:
        kept = np.asarray(LineString(line).simplify(tolerance).coords) if tolerance and len(line) > 2 else line
        ops.append("M" + "L" * (len(kept) - 1))
        xy += _rounded_numbers(kept)
    return Path("".join(ops), tuple(xy), None, stroke)


def rings_path(
    rings: Iterable[Any], *, fill: Colour | None = None, stroke: Stroke | None = None, even_odd: bool = False
) -> Path:
    """Return closed lines as one path."""
    ops: list[str] = []
    xy: list[float] = []
    for ring in rings:
        ops.append("M" + "L" * (len(ring) - 1) + "Z")
        xy += _rounded_numbers(ring)
    return Path("".join(ops), tuple(xy), fill, stroke, even_odd=even_odd)


def area_path(
    area: BaseGeometry, *, fill: Colour | None = None, stroke: Stroke | None = None, tolerance: Mm = FINE
) -> Path:
    """Return an area with its holes as one path. The path of an empty area has no commands."""
    parts = polygons(area.simplify(tolerance) if tolerance else area)
    rings = [np.asarray(ring.coords)[:-1] for part in parts for ring in (part.exterior, *part.interiors)]
    return rings_path(rings, fill=fill, stroke=stroke, even_odd=True)


def boundary_lines(geometry: BaseGeometry) -> list[Array]:
    """Return the lines in a geometry, or the outlines of its areas."""
    if isinstance(geometry, (Polygon, MultiPolygon)):
        geometry = geometry.boundary
    return [
        np.asarray(part.coords)
        for part in shapely.get_parts(geometry)
        if isinstance(part, LineString) and not part.is_empty
    ]


def rotated(centre: Point, width: Mm, height: Mm, turn: float) -> Polygon:
    """Return a rectangle around a centre, rotated clockwise by an angle in radians."""
    cos, sin = np.cos(turn) / 2, np.sin(turn) / 2
    x, y = centre
    ends = ((-width, -height), (width, -height), (width, height), (-width, height))
    return Polygon([(x + dx * cos - dy * sin, y + dx * sin + dy * cos) for dx, dy in ends])


def clipped_lines(lines: Sequence[Array], area: BaseGeometry) -> list[Array]:
    """Return the parts of lines that are inside an area."""
    if not lines:
        return []
    made = shapely.multilinestrings([LineString(line) for line in lines])
    return boundary_lines(shapely.intersection(made, area))
