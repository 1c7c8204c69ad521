"""Lines bent gently so that they keep clear of hex numbers."""

from __future__ import annotations

import numpy as np

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.outlines import length, smoothed

MOST_STEPS = 40
SPREAD_PT = 6.0
"""Standard deviation of the spread of a push along a line."""
GAIN = 2.2
TIGHTEST, NEAR_BEND, MOST_EASED = 0.8, 3, 80
"""The least radius of a bend, as a share of the distance that the line keeps from numbers; how many points on each side
of a sharper one are smoothed, and how often.
"""


def off_numbers(
    frame: MapFrame, points: Array, keep: Array, *, smooth: int = 3, free: tuple[bool, bool] = (False, False)
) -> Array:
    """Return a line, smoothed and bent so that it keeps clear of all hex numbers.

    `keep` is the least distance in mm for each point. The first and the last point stay, unless `free` says that they
    may move.
    """
    points = _eased(smoothed(points, smooth), keep)
    boxes = np.array([(r.x, r.y, r.right, r.bottom) for r in frame.numbers.values()]).reshape(-1, 4)
    reach = float(keep.max()) + 1
    low, high = points.min(axis=0) - reach, points.max(axis=0) + reach
    boxes = boxes[((boxes[:, 2:] > low) & (boxes[:, :2] < high)).all(axis=1)]
    if not len(boxes) or len(points) < 3:
        return points
    step = length(points) / (len(points) - 1)
    kernel, ends = (
        _spread_weights(frame.scaled(SPREAD_PT) / step),
        _end_factors(len(points), step, frame.scaled(SPREAD_PT), free),
    )
    for _ in range(MOST_STEPS):
        push = _push_vectors(points, keep, boxes) * ends[:, None]
        if not push[ends == 1].any():
            break
        spread = np.stack([np.convolve(push[:, i], kernel, "same")[: len(points)] for i in (0, 1)], axis=1)
        points = points + spread * ends[:, None]
    return _eased(points, keep)


def _eased(points: Array, keep: Array) -> Array:
    """Return a line whose sharpest bends are smoothed, so that a wide river has no spur in them."""
    for _ in range(MOST_EASED if len(points) > 2 * NEAR_BEND else 0):
        steps = np.diff(points, axis=0) @ np.array([1, 1j])
        turns = np.abs(np.angle(steps[1:] / (steps[:-1] + 1e-12)))
        sharp = np.abs(steps[1:]) < TIGHTEST * keep[1:-1] * turns
        if not sharp.any():
            break
        near = np.convolve(sharp, np.ones(2 * NEAR_BEND + 1), "same") > 0
        points[1:-1][near] = smoothed(points, 1)[1:-1][near]
    return points


def _spread_weights(sigma: float) -> Array:
    """Return the weights that spread a push at one point over its neighbours on the line."""
    reach = max(1, int(3 * sigma))
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * max(sigma, 0.3) ** 2))
    return np.asarray(GAIN * weights / weights.sum(), dtype=np.float64)


def _end_factors(count: int, step: float, near: float, free: tuple[bool, bool]) -> Array:
    """Return how freely each point of a line may move: 0 at a fixed end, 1 away from it."""
    along = np.arange(count) * step
    far = [np.full(count, near) if loose else gap for loose, gap in zip(free, (along, along[::-1]), strict=True)]
    return np.asarray(np.clip(np.minimum(*far) / near, 0, 1), dtype=np.float64)


def _push_vectors(points: Array, keep: Array, boxes: Array) -> Array:
    """Return for each point of a line the vector that moves it clear of a hex number."""
    nearest = np.clip(points[:, None], boxes[None, :, :2], boxes[None, :, 2:])
    away = points[:, None] - nearest
    gap = np.hypot(away[..., 0], away[..., 1])
    inside = gap < 1e-6
    away[inside] = (points[:, None] - (boxes[None, :, :2] + boxes[None, :, 2:]) / 2)[inside]
    size = np.hypot(away[..., 0], away[..., 1]) + 1e-9
    depth = np.maximum(keep[:, None] - gap, 0)
    worst = depth.argmax(axis=1)
    row = np.arange(len(points))
    found = away[row, worst] / size[row, worst][:, None] * depth[row, worst][:, None]
    return np.asarray(found, dtype=np.float64)
