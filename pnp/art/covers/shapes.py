"""The shapes of layers and motifs: polygons, smooth outlines, limbs, discs, bands and random profiles."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pnp.deferred import deferred

with deferred():  # a check draws no cover
    import numpy as np
    import shapely
    from shapely import affinity

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Shape: TypeAlias = BaseGeometry
    Array: TypeAlias = NDArray[np.float64]
else:
    Shape = Array = Any


Node: TypeAlias = tuple[float, ...]
"""A point of a smooth outline; a third item makes it a corner."""
PointPt: TypeAlias = tuple[float, float]


def joined(shapes: Iterable[Shape]) -> Shape:
    """Return the union of shapes."""
    return shapely.union_all(list(shapes))


def spline(nodes: Sequence[Node], *, closed: bool = True, steps: int = 9) -> list[PointPt]:
    """Return the points of a smooth curve through the nodes (Catmull-Rom), `steps` for each stretch.

    Between two corners, the curve is straight.
    """
    count = len(nodes)
    points = [(node[0], node[1]) for node in nodes]
    corner = [len(node) > 2 for node in nodes]
    curve: list[PointPt] = []
    for i in range(count if closed else count - 1):
        after = (i + 1) % count
        start, end = points[i], points[after]
        if corner[i] and corner[after]:
            curve.append(start)
            continue
        before = points[i - 1] if closed or i > 0 else start
        beyond = points[(i + 2) % count] if closed or i + 2 < count else end
        out = (0.0, 0.0) if corner[i] else ((end[0] - before[0]) / 2, (end[1] - before[1]) / 2)
        into = (0.0, 0.0) if corner[after] else ((beyond[0] - start[0]) / 2, (beyond[1] - start[1]) / 2)
        for step in range(steps):
            t = step / steps
            weights = (2 * t**3 - 3 * t * t + 1, t**3 - 2 * t * t + t, -2 * t**3 + 3 * t * t, t**3 - t * t)
            parts = (start, out, end, into)
            x, y = (fsum(weight * part[axis] for weight, part in zip(weights, parts, strict=True)) for axis in (0, 1))
            curve.append((x, y))
    if not closed:
        curve.append(points[-1])
    return curve


def blob(*nodes: Node) -> Shape:
    """Return a smooth closed shape through the nodes."""
    return shapely.Polygon(spline(nodes)).buffer(0)


def polygon(*points: PointPt) -> Shape:
    """Return the polygon with these corners."""
    return shapely.Polygon(points).buffer(0)


def limb(points: Sequence[PointPt], widths: Sequence[float]) -> Shape:
    """Return a tapered limb along points: for each stretch, the convex hull of the discs at its ends."""
    ends = list(zip(points, widths, strict=True))
    parts = []
    for (one, one_width), (other, other_width) in pairwise(ends):
        discs = [shapely.Point(one).buffer(one_width / 2, 10), shapely.Point(other).buffer(other_width / 2, 10)]
        parts.append(joined(discs).convex_hull)
    return joined(parts)


def taper(points: Sequence[PointPt], start: float, end: float) -> Shape:
    """Return a band along a curve whose width changes evenly from `start` to `end`."""
    along = np.array(points, dtype=np.float64)
    steps = np.gradient(along, axis=0)
    normals = np.stack([-steps[:, 1], steps[:, 0]], 1) / (np.hypot(steps[:, 0], steps[:, 1])[:, None] + 1e-9)
    half = np.linspace(start, end, len(along))[:, None] / 2
    return shapely.Polygon(np.vstack([along + normals * half, (along - normals * half)[::-1]])).buffer(0)


def rect(x: float, y: float, width: float, height: float) -> Shape:
    """Return a rectangle from its corner with the least x and y."""
    return shapely.box(x, y, x + width, y + height)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Shape:
    """Return a rectangle with rounded corners."""
    return shapely.box(x + radius, y + radius, x + width - radius, y + height - radius).buffer(radius, 8)


def disc(x: float, y: float, radius: float, quarter: int = 24) -> Shape:
    """Return a disc as a polygon with `quarter` corners in each quarter."""
    return shapely.Point(x, y).buffer(radius, quarter)


def line(points: Sequence[PointPt], width: float) -> Shape:
    """Return a line of even width with round ends."""
    return shapely.LineString(points).buffer(width / 2, 6)


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape moved by (x, y)."""
    return affinity.translate(shape, x, y)


def scaled(shape: Shape, across: float, up: float, origin: PointPt | Literal["center"] = (0, 0)) -> Shape:
    """Return a shape scaled about a point, by default the origin."""
    return affinity.scale(shape, across, up, origin=origin)


def mirrored(shape: Shape) -> Shape:
    """Return a shape with left and right exchanged."""
    return scaled(shape, -1, 1)


def rim(shape: Shape, x: float, y: float) -> Shape:
    """Return the part of a shape that the same shape, moved by (x, y), does not cover: light along its edges."""
    return shape.difference(moved(shape, x, y))


def spindle(x: float, y: float, half_width: float, half_height: float, lean: float = 0) -> Shape:
    """Return a flat pointed lens, as of light on water; `lean` moves its bulges apart, as a share of the width."""
    shift = half_width * lean
    nodes = [(x - half_width, y, 1), (x - shift, y - half_height), (x + half_width, y, 1), (x + shift, y + half_height)]
    return shapely.Polygon(spline(nodes)).buffer(0)


def placed(shape: Shape, x: float, y: float, scale: float = 1, turn: float = 0) -> Shape:
    """Return the shape of a motif, which has y up and its origin on the ground, at a position of the page.

    A negative scale mirrors it. `turn` is clockwise, in degrees.
    """
    put = affinity.affine_transform(shape, [scale, 0, 0, -abs(scale), 0, 0])
    if turn:
        put = affinity.rotate(put, turn, origin=(0, 0))
    return affinity.translate(put, x, y)


def random_numbers(seed: int | str) -> random.Random:
    """Return the generator of random numbers for a seed; the same seed always gives the same numbers."""
    return random.Random(seed)  # noqa: S311 - a drawing needs no secrets


def profile(seed: int, wavelength: float, octaves: int = 4, gain: float = 0.5) -> Callable[[float], float]:
    """Return a random smooth function of x, with values from about -1 to 1.

    It is a sum of `octaves` random curves. Each has half the wavelength of the one before, and `gain` times its height.
    """
    numbers = random_numbers(seed)
    tables = [[numbers.uniform(-1, 1) for _ in range(512)] for _ in range(octaves)]

    def height(x: float) -> float:
        """Return the height of the profile at x."""
        value, amplitude, total, length = 0.0, 1.0, 0.0, wavelength
        for table in tables:
            along = x / length + 100
            index = math.floor(along)
            part = along - index
            part = part * part * (3 - 2 * part)
            value += amplitude * (table[index % 512] * (1 - part) + table[(index + 1) % 512] * part)
            total += amplitude
            amplitude *= gain
            length /= 2
        return value / total * 1.6

    return height


def between(low: float, high: float, step: float) -> list[float]:
    """Return numbers from `low` up to but not including `high`, `step` apart."""
    return [float(x) for x in np.arange(low, high, step)]


def evenly(low: float, high: float, count: int) -> list[float]:
    """Return `count` numbers at equal distances from `low` to `high`."""
    return [float(x) for x in np.linspace(low, high, count)]


def random_arrays(seed: int) -> Callable[[float, float, int], Array]:
    """Return a function that returns so many random numbers from a low to a high one.

    numpy promises the same raw numbers of a PCG64 in all versions, but not the same numbers of its generators. Source:
    numpy.org, NEP 19.
    """
    stream = np.random.PCG64(seed)

    def uniform(low: float, high: float, count: int) -> Array:
        """Return the next numbers of the stream, 53 bits of each."""
        return np.asarray(
            low + (high - low) * ((stream.random_raw(count) >> np.uint64(11)) * 2.0**-53), dtype=np.float64
        )

    return uniform
