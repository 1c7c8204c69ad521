"""Random numbers that depend on seed and position, so that a change elsewhere on a map never changes them."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pnp.scene import Rect
from pnp.units import Mm

Array = NDArray[np.float64]


def chance(*keys: object) -> float:
    """Return a pseudo-random number from 0 to less than 1 that depends only on the arguments.

    >>> chance(1, "field", 3, 4) == chance(1, "field", 3, 4) != chance(1, "field", 4, 3)
    True
    """
    digest = hashlib.blake2b(repr(keys).encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big") / (1 << 48)


def between(low: float, high: float, *keys: object) -> float:
    """Return a pseudo-random number from `low` to `high` that depends only on `keys`."""
    return low + (high - low) * chance(*keys)


def _hashed(x: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return a hash of each number: every bit of it depends on every bit of the number.

    Source: lowbias32, nullprogram.com/blog/2018/07/31.
    """
    x = (x ^ (x >> np.uint32(16))) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> np.uint32(15))) * np.uint32(0x846CA68B)
    return x ^ (x >> np.uint32(16))


def lattice(x: NDArray[Any], y: NDArray[Any], seed: int) -> Array:
    """Return a pseudo-random value from 0 to 1 for each pair of whole numbers x and y."""
    start = np.uint32((seed * 0x9E3779B1 + 0x7F4A7C15) & 0xFFFFFFFF)
    first = _hashed(np.asarray(x).astype(np.int64).astype(np.uint32) ^ start)
    return np.asarray(
        _hashed(first + np.asarray(y).astype(np.int64).astype(np.uint32)) / 4294967296.0, dtype=np.float64
    )


def noise(x: Array, y: Array, seed: int) -> Array:
    """Return smooth noise from -1 to 1 at each point; it changes over a distance of about 1.

    Source: Perlin 2002, the quintic fade.
    """
    if not len(x):
        return np.zeros(0)
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = x - x0, y - y0
    u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    left, top = int(x0.min()), int(y0.min())
    wide, high = int(x0.max()) - left + 2, int(y0.max()) - top + 2
    if wide * high < 4 * len(x):  # fewer values than points: each is computed once
        columns, rows = np.meshgrid(np.arange(left, left + wide), np.arange(top, top + high))
        table = lattice(columns.ravel(), rows.ravel(), seed)
        at = (y0 - top).astype(np.int64) * wide + (x0 - left).astype(np.int64)
        a, b, c, d = table[at], table[at + 1], table[at + wide], table[at + wide + 1]
    else:
        a, b = lattice(x0, y0, seed), lattice(x0 + 1, y0, seed)
        c, d = lattice(x0, y0 + 1, seed), lattice(x0 + 1, y0 + 1, seed)
    above, below = a + (b - a) * u, c + (d - c) * u
    return 2 * (above + (below - above) * v) - 1


_TURNS = [np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in (0.49, 1.73, 2.65, 3.94)]
"""Rotation of each octave, so that the lattice is not visible."""


def octaves(points: Array, wavelength: Mm, seed: int, count: int = 3) -> Array:
    """Return noise at each point: the sum of coarse noise and finer noise.

    The coarsest noise has the given wavelength in mm. Each finer one is half as long and half as strong.
    """
    total, weight = np.zeros(len(points)), 0.0
    for i in range(count):
        scaled = (points * (2**i / wavelength)) @ _TURNS[i % len(_TURNS)]
        total += noise(scaled[:, 0], scaled[:, 1], seed + 101 * i) * 0.5**i
        weight += 0.5**i
    return total / weight


TILE = 32
"""The side, in spacings, of the square of scattered points that is repeated."""


@cache
def _dart_square() -> Array:
    """Return random points, all at least 1 apart, in a square that can be repeated.

    They are found by throwing darts in batches.

    Source: Cook 1986.
    """
    found = np.empty((0, 2))
    for batch in range(18):
        number = np.arange(420)
        darts = np.stack([lattice(number, number * 0 + batch, 11), lattice(number, number * 0 + batch, 12)], 1) * TILE
        if len(found):
            darts = darts[~_too_near(darts, found).any(axis=1)]
        earlier = np.tril(_too_near(darts, darts), -1).any(axis=1)
        found = np.vstack([found, darts[~earlier]])
    found.setflags(write=False)
    return found


def _too_near(some: Array, others: Array) -> NDArray[np.bool_]:
    """Return for each pair of points in the repeated square whether they are less than 1 apart."""
    gap = np.abs(some[:, None] - others[None])
    gap = np.minimum(gap, TILE - gap)
    return np.asarray((gap**2).sum(axis=2) < 1, dtype=np.bool_)


def scattered(box: Rect, spacing: Mm, seed: int) -> Array:
    """Return points spread irregularly over a rectangle, all at least `spacing` apart.

    They are in order from north to south. They are part of one infinite pattern, so overlapping rectangles share their
    points.
    """
    period = TILE * spacing
    shift = np.array([chance(seed, "x"), chance(seed, "y")]) * period
    columns = range(int((box.x + shift[0]) // period), int((box.right + shift[0]) // period) + 1)
    rows = range(int((box.y + shift[1]) // period), int((box.bottom + shift[1]) // period) + 1)
    parts = [_dart_square() * spacing + np.array([c, r]) * period - shift for c in columns for r in rows]
    points = np.vstack(parts) if parts else np.empty((0, 2))
    x, y = points[:, 0], points[:, 1]
    points = points[(x >= box.x) & (x < box.right) & (y >= box.y) & (y < box.bottom)]
    return np.asarray(points[np.lexsort((points[:, 0], points[:, 1]))], dtype=np.float64)


def varied(points: Array, count: int, seed: int) -> NDArray[np.int64]:
    """Return a pseudo-random variant number for each point, from 0 to `count` - 1."""
    cells = np.floor(points * 97).astype(np.int64)
    return np.minimum((lattice(cells[:, 0], cells[:, 1], seed) * count).astype(np.int64), count - 1)
