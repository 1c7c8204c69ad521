"""Lines bent gently around hex numbers."""

from __future__ import annotations

import numpy as np

from pnp.draw.map.map_frame import MapFrame
from pnp.draw.map.noise import Array
from pnp.draw.map.outlines import length, smoothed

MOST_STEPS = 40
SPREAD_PT = 6.0
"""Standard deviation of the spread of a push along a line."""
GAIN = 2.2


def off_numbers(
    frame: MapFrame, points: Array, keep: Array, *, smooth: int = 3, free: tuple[bool, bool] = (False, False)
) -> Array:
    """Return a smoothed line moved so that each point is at least `keep` mm from all hex numbers.

    `keep` has a value for each point. The first and the last point stay, unless `free` says that they may move.
    """
    points = smoothed(points, smooth)
    boxes = np.array([(r.x, r.y, r.right, r.bottom) for r in frame.numbers.values()]).reshape(-1, 4)
    reach = float(keep.max()) + 1
    low, high = points.min(axis=0) - reach, points.max(axis=0) + reach
    boxes = boxes[((boxes[:, 2:] > low) & (boxes[:, :2] < high)).all(axis=1)]
    if not len(boxes) or len(points) < 3:
        return points
    step = length(points) / (len(points) - 1)
    kernel, ends = _kernel(frame.scaled(SPREAD_PT) / step), _ends(len(points), step, frame.scaled(SPREAD_PT), free)
    for _ in range(MOST_STEPS):
        push = _push(points, keep, boxes) * ends[:, None]
        if not push[ends == 1].any():
            break
        spread = np.stack([np.convolve(push[:, i], kernel, "same")[: len(points)] for i in (0, 1)], axis=1)
        points = points + spread * ends[:, None]
    return points


def _kernel(sigma: float) -> Array:
    """Return the weights that spread a push along a line."""
    reach = max(1, int(3 * sigma))
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * max(sigma, 0.3) ** 2))
    return np.asarray(GAIN * weights / weights.sum(), dtype=np.float64)


def _ends(count: int, step: float, near: float, free: tuple[bool, bool]) -> Array:
    """Return a factor for each point: 0 at the fixed ends of a line, 1 away from them."""
    along = np.arange(count) * step
    far = [np.full(count, near) if loose else gap for loose, gap in zip(free, (along, along[::-1]), strict=True)]
    return np.asarray(np.clip(np.minimum(*far) / near, 0, 1), dtype=np.float64)


def _push(points: Array, keep: Array, boxes: Array) -> Array:
    """Return for each point the vector away from the number that it is too near to."""
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
