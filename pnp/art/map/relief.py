"""Relief: rasters of heights, soft shade and light on slopes, ridges with spurs, and hachures down the slopes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map.contours import contours
from pnp.art.map.noise import Array, between, chance, octaves, scattered, varied
from pnp.art.map.outlines import rings_path
from pnp.art.map.thinning import apart
from pnp.palette import mix
from pnp.scene import Colour, Path, Rect
from pnp.units import Mm

Ridge = Array
"""A line of ridge points (n x 3): x and y in mm, and the height from 0 to 1."""


@dataclass(frozen=True, eq=False)
class Raster:
    """Values at the points of a square raster; `x` and `y` are the coordinates of its columns and rows."""

    x: Array
    y: Array
    values: Array

    @classmethod
    def over(cls, box: Rect, step: Mm) -> Raster:
        """Return a raster of zeros over a rectangle, with points `step` apart; all rasters share their points."""
        x = np.asarray(np.arange(math.floor(box.x / step), math.ceil(box.right / step) + 1) * step, dtype=np.float64)
        y = np.asarray(np.arange(math.floor(box.y / step), math.ceil(box.bottom / step) + 1) * step, dtype=np.float64)
        return cls(x, y, np.zeros((len(y), len(x))))

    @property
    def step(self) -> Mm:
        """The distance of two points of the raster."""
        return float(self.x[1] - self.x[0])

    @property
    def points(self) -> Array:
        """All points of the raster (n x 2), row by row."""
        gx, gy = np.meshgrid(self.x, self.y)
        return np.stack([gx.ravel(), gy.ravel()], axis=1)

    def filled(self, values: Array) -> Raster:
        """Return a raster with the same points and other values, given in any shape."""
        return Raster(self.x, self.y, np.asarray(values, dtype=np.float64).reshape(self.values.shape))

    def at(self, points: Array) -> Array:
        """Return the values at some points, interpolated between the points of the raster."""
        u = np.clip((points[..., 0] - self.x[0]) / self.step, 0, len(self.x) - 1.001)
        v = np.clip((points[..., 1] - self.y[0]) / self.step, 0, len(self.y) - 1.001)
        i, j = u.astype(np.int64), v.astype(np.int64)
        a, b, f = u - i, v - j, self.values
        above = f[j, i] * (1 - a) + f[j, i + 1] * a
        below = f[j + 1, i] * (1 - a) + f[j + 1, i + 1] * a
        return np.asarray(above * (1 - b) + below * b, dtype=np.float64)

    def slopes(self) -> tuple[Raster, Raster]:
        """Return how steeply the values rise to the east and to the south."""
        south, east = np.gradient(self.values, self.step)
        return self.filled(np.asarray(east)), self.filled(np.asarray(south))


def hillshade(heights: Raster, *, turn: float = 315.0, altitude: float = 45.0) -> Raster:
    """Return the light on a surface less that on level ground: positive on lit slopes, negative on dark ones.

    The light comes from the direction `turn`, clockwise from north. Heights are in mm.
    """
    east, south = (one.values for one in heights.slopes())
    azimuth, high = math.radians(turn), math.radians(altitude)
    light = (math.sin(azimuth) * math.cos(high), -math.cos(azimuth) * math.cos(high), math.sin(high))
    facing = (-east * light[0] - south * light[1] + light[2]) / np.sqrt(east**2 + south**2 + 1)
    return heights.filled(facing - light[2])


def tinted_bands(
    raster: Raster, levels: Sequence[float], colours: Sequence[Colour], *, tolerance: Mm, smallest: float
) -> Iterator[Path]:
    """Yield the areas above each of some rising levels in its colour, as nested fills that look like a soft tint.

    Outlines are simplified by `tolerance` and rounded. Areas of less than `smallest` mm² are left out.
    """
    for level, colour in zip(levels, colours, strict=True):
        rings = []
        for ring in contours(raster.values, level, raster.x, raster.y):
            if len(ring) < 6:
                continue
            x, y = ring.T
            if abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2 < smallest:
                continue
            kept = np.asarray(shapely.LinearRing(ring).simplify(tolerance).coords)[:-1]
            rings.append(_rounded(kept, 14 * tolerance))
        if rings:
            yield rings_path(rings, fill=colour, even_odd=True)


def _rounded(ring: Array, longest: Mm) -> Array:
    """Return a closed line with its corners cut once; sides longer than `longest` are divided first.

    Source: Chaikin 1974.
    """
    if len(ring) < 4:
        return ring
    after = np.roll(ring, -1, axis=0)
    counts = np.maximum(1, np.ceil(np.hypot(*(after - ring).T) / longest).astype(np.int64))
    if counts.max() > 1 and counts.sum() < 6 * len(ring) + 200:
        pieces = [
            a + (b - a) * (np.arange(n) / n)[:, None] for a, b, n in zip(ring, after, counts.tolist(), strict=True)
        ]
        ring = np.concatenate(pieces)
        after = np.roll(ring, -1, axis=0)
    return np.stack([0.75 * ring + 0.25 * after, 0.25 * ring + 0.75 * after], axis=1).reshape(-1, 2)


def tone_ramp(ground: Colour, end: Colour, count: int, share: float) -> list[Colour]:
    """Return colours from `ground` towards `end`, as if `count` tints of the same `share` lay upon each other."""
    found, colour = [], ground
    for _ in range(count):
        colour = mix(end, colour, share)
        found.append(colour)
    return found


# ---------------------------------------------------------------- ridges


def ridge_heights(raster: Raster, lines: Iterable[Ridge], fall: float, sharp: float, warp: Mm, seed: int) -> Raster:
    """Return heights from 0 to about 1: a soft maximum of tents over all pieces of some ridges.

    The ground falls by `fall` per mm from a ridge; `sharp` is how little two tents merge. Points are moved by noise of
    up to `warp` first, so that slopes are uneven.
    """
    points = raster.points
    moved = np.stack([points[:, i] + warp * 1.5 * octaves(points, 4 * warp, seed + i, 2) for i in (0, 1)], axis=1)
    px, py = (moved[:, i].reshape(raster.values.shape) for i in (0, 1))
    total = np.zeros_like(px)
    for line in lines:
        for a, b in pairwise(line):
            reach = (max(a[2], b[2]) + 0.12) / fall + 2 * warp
            low, high = np.minimum(a[:2], b[:2]) - reach, np.maximum(a[:2], b[:2]) + reach
            rows = slice(*np.searchsorted(raster.y, (low[1], high[1])).tolist())
            columns = slice(*np.searchsorted(raster.x, (low[0], high[0])).tolist())
            x, y = px[rows, columns] - a[0], py[rows, columns] - a[1]
            dx, dy = b[0] - a[0], b[1] - a[1]
            share = np.clip((x * dx + y * dy) / (dx * dx + dy * dy + 1e-12), 0, 1)
            away = np.hypot(x - share * dx, y - share * dy)
            total[rows, columns] += np.exp(sharp * (a[2] + (b[2] - a[2]) * share - fall * away))
    return raster.filled(np.log1p(total) / sharp)


def spurs(
    line: Ridge,
    key: tuple[object, ...],
    *,
    every: int,
    length: tuple[Mm, Mm],
    share: float,
    forked: float,
    keep: tuple[float, float],
) -> list[Ridge]:
    """Return the spurs to the left and right of a ridge, which fall away from it in three bends; some are forked.

    They begin at every `every`-th point of it with a chance of `share`. Each bend has a `keep` share of the height
    before it.
    """
    found: list[Ridge] = []
    for i in range(0, len(line) - 1, every):
        way = line[i + 1] - line[i]
        for hand in (-1, 1):
            own = (*key, i, hand)
            if chance(*own) > share:
                continue
            angle = math.atan2(way[1], way[0]) + hand * between(0.85, 1.4, *own, "turn")
            step = between(*length, *own, "length") / 3
            spur = [np.array([line[i, 0], line[i, 1], line[i, 2] * 0.95])]
            for bend in range(3):
                angle += between(-0.35, 0.35, *own, bend)
                x, y, z = spur[-1]
                z *= between(*keep, *own, bend, "height")
                spur.append(np.array([x + math.cos(angle) * step, y + math.sin(angle) * step, z]))
                if not bend and chance(*own, "fork") < forked:
                    aside = angle + (0.9 if chance(*own, "side") < 0.5 else -0.9)
                    x, y, z = spur[-1]
                    end = (x + math.cos(aside) * 1.4 * step, y + math.sin(aside) * 1.4 * step, z * 0.58)
                    found.append(np.array([spur[-1], end]))
            found.append(np.array(spur))
    return found


# ---------------------------------------------------------------- hachures


def hachures(
    heights: Raster,
    first: float,
    interval: float,
    *,
    spacing: Mm,
    longest: Mm,
    slopes: tuple[float, float],
    widths: tuple[Mm, Mm],
    seed: int,
    inside: BaseGeometry | None = None,
) -> Array:
    """Return strokes of steepest descent as rings (n x 5 x 2), thick on steep and dark slopes, and tapered.

    They start on the contours at the height `first` and every `interval` above it, about `spacing` apart, and end one
    interval below or after `longest`. The places of the strokes are those of a fixed pattern, moved to the nearest
    contour, so that a stroke depends on the heights near it alone. Of the `slopes`, in height per mm, the first is the
    least with strokes and the second has the thickest ones. The light is in the north-west.

    Source: Lehmann 1799.
    """
    east, south = heights.slopes()
    box = Rect(float(heights.x[0]), float(heights.y[0]), float(np.ptp(heights.x)), float(np.ptp(heights.y)))
    start = scattered(box, 0.4 * spacing, seed)
    high = heights.at(start)
    start = start[high > first - 0.5 * interval]
    for _ in range(2):
        rise = np.stack([east.at(start), south.at(start)], axis=1)
        steep = np.hypot(*rise.T)
        high = heights.at(start)
        level = first + interval * np.maximum(np.round((high - first) / interval), 0)
        way = (level - high) / (steep + 1e-9)
        near = (np.abs(way) < 0.8 * spacing) & (steep >= slopes[0])
        start = start[near] + (rise * (way / (steep + 1e-9))[:, None])[near]
    if inside is not None:
        start = start[shapely.contains_xy(inside, *start.T)]
    steep, dark = _slope_and_shade(east, south, start)
    gaps = spacing * (1.35 - 0.55 * dark)
    kept = apart(start, 0.37 * gaps, varied(start, 100_000, seed + 2).astype(np.float64))
    start, steep, dark = start[kept], steep[kept], dark[kept]
    thick = np.clip((steep - slopes[0]) / (slopes[1] - slopes[0]), 0, 1) ** 0.8
    width = (widths[0] + (widths[1] - widths[0]) * thick) * (0.42 + 0.75 * dark)
    lowest = heights.at(start) - interval * (0.86 + 0.16 * varied(start, 1000, seed + 1) / 1000)
    path, alive = [start], [np.ones(len(start), dtype=np.bool_)]
    for _ in range(6):
        here = path[-1]
        down = np.stack([east.at(here), south.at(here)], axis=1)
        size = np.hypot(*down.T)
        alive.append(alive[-1] & (size > slopes[0] / 2) & (heights.at(here) > lowest))
        path.append(here - down / (size[:, None] + 1e-9) * longest / 6)
    lines, going = np.stack(path, axis=1), np.stack(alive, axis=1).sum(axis=1)
    long = going > 2
    lines, width, going = lines[long], width[long], going[long] - 1
    each = np.arange(len(lines))
    way = lines[each, going] - lines[:, 0]
    across = np.stack([-way[:, 1], way[:, 0]], axis=1) / (np.hypot(*way.T)[:, None] + 1e-9)
    middle = lines[each, going // 2]
    thick, half = across * width[:, None] / 2, across * width[:, None] / 3
    sides = (lines[:, 0] + thick, middle + half, lines[each, going], middle - half, lines[:, 0] - thick)
    return np.round(np.stack(sides, axis=1), 2)


def _slope_and_shade(east: Raster, south: Raster, points: Array) -> tuple[Array, Array]:
    """Return how steep the ground is at some points, and how far it faces away from the north-west (0 to 1)."""
    e, s = east.at(points), south.at(points)
    steep = np.hypot(e, s)
    return steep, 0.5 - 0.5 * (e + s) * 0.7071 / (steep + 1e-9)
