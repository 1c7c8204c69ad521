"""Contour lines around the high parts of a raster of numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from shapely.geometry import LinearRing

from pnp.art.map.noise import Array, octaves
from pnp.scene import Rect
from pnp.units import Mm


def contours(values: Array, level: float, x: Array, y: Array) -> list[Array]:
    """Return closed contour lines around all parts of a raster with values above `level`.

    `x` and `y` are the coordinates of its columns and rows. The edge of the raster counts as below the level, so that
    every line closes.

    Source: marching squares, Lorensen 1987.
    """
    field = np.pad(values, 1, constant_values=level - 1e6)
    xs, ys = np.concatenate([x[:1], x, x[-1:]]), np.concatenate([y[:1], y, y[-1:]])
    following: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    high = field > level
    code = high[:-1, :-1] * 8 + high[:-1, 1:] * 4 + high[1:, 1:] * 2 + high[1:, :-1] * 1
    rows, columns = np.nonzero((code > 0) & (code < 15))
    for r, c, k in zip(rows.tolist(), columns.tolist(), code[rows, columns].tolist(), strict=True):
        sides = ((r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1))  # top, right, bottom, left; 0 is across, 1 is down
        for one, other in _CASES[k]:
            following[sides[one]] = sides[other]
    return list(_link_pieces(following, field, level, xs, ys))


def noise_contours(
    box: Rect, step: Mm, wavelength: Mm, seed: int, levels: tuple[float, ...], *, count: int = 4, tolerance: Mm = 0.04
) -> list[list[Array]]:
    """Return for each level the closed lines around the parts of a box where noise is above it.

    `step` is the distance of the points of the raster, and `count` the number of octaves of the noise.
    """
    x = np.arange(box.x - 1.5 * step, box.right + 2 * step, step)
    y = np.arange(box.y - 1.5 * step, box.bottom + 2 * step, step)
    gx, gy = np.meshgrid(x, y)
    values = octaves(np.stack([gx.ravel(), gy.ravel()], axis=1), wavelength, seed, count).reshape(gx.shape)
    found = []
    for level in levels:
        rings = [LinearRing(ring) for ring in contours(values, level, x, y) if len(ring) > 5]
        found.append([np.asarray(ring.simplify(tolerance).coords)[:-1] for ring in rings])
    return found


_CASES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((2, 3),),
    2: ((1, 2),),
    3: ((1, 3),),
    4: ((0, 1),),
    5: ((0, 3), (2, 1)),
    6: ((0, 2),),
    7: ((0, 3),),
    8: ((3, 0),),
    9: ((2, 0),),
    10: ((3, 2), (1, 0)),
    11: ((1, 0),),
    12: ((3, 1),),
    13: ((2, 1),),
    14: ((3, 2),),
}
"""Corners above the level (top left 8, top right 4, bottom right 2, bottom left 1) -> line pieces from side to side,
with the high part on one hand.
"""


def _link_pieces(
    following: dict[tuple[int, int, int], tuple[int, int, int]], field: Array, level: float, x: Array, y: Array
) -> Iterator[Array]:
    """Yield closed contour lines by linking short pieces end to end.

    `following` has the raster side where each piece ends, by the side where it begins.
    """
    while following:
        at, then = following.popitem()
        ring = [at]
        while then in following:
            ring.append(then)
            then = following.pop(then)
        cells = np.array(ring)
        r, c, down = cells[:, 0], cells[:, 1], cells[:, 2]
        here, there = field[r, c], field[r + down, c + 1 - down]
        share = np.clip((level - here) / (there - here), 0, 1)
        px = x[c] + share * (x[c + 1 - down] - x[c])
        py = y[r] + share * (y[r + down] - y[r])
        yield np.stack([px, py], axis=1)
