"""Hills without effect on play in one corner of a map: ridges that come in from beyond the frame and fall away."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between
from pnp.art.map.outlines import curve
from pnp.art.map.relief import Raster, hillshade, ridge_heights, spurs

STARTS = ((-0.06, 0.02, 0.92, 128.0), (0.02, 0.20, 0.66, 98.0), (0.17, -0.05, 1.02, 134.0), (0.40, -0.05, 1.0, 85.0))
"""The ridges: where each begins as shares of the map, its direction in radians below the horizontal, and its length."""
HEIGHT_PT = 29.0


@lru_cache(maxsize=4)
def hill_country(frame: MapFrame) -> tuple[Raster, Raster] | None:
    """Return the heights of the hills in mm and the light on them; None on a map without hills."""
    corner = frame.map.theme.hills
    if not corner:
        return None
    pt, box, seed = frame.scaled(1), frame.box, frame.seed
    west, north = corner.endswith("west"), corner.startswith("north")
    lines: list[Array] = []
    for number, (u, v, turn, long) in enumerate(STARTS):
        x = box.x + u * box.width if west else box.right - u * box.width
        y = box.y + v * box.height if north else box.bottom - v * box.height
        knots, angle = [(x, y)], turn
        for bend in range(7):
            angle += between(-0.34, 0.34, seed, "hill", number, bend) - (angle - turn) * 0.3
            step = long / 7 * pt
            x += math.cos(angle) * step * (1 if west else -1)
            y += math.sin(angle) * step * (1 if north else -1)
            knots.append((x, y))
        line = curve(np.array(knots), 3)
        height = np.linspace(1.0 if number < 3 else 0.72, 0.16, len(line))
        height = height * (1 + 0.10 * np.sin(np.linspace(0, 11, len(line)) + number))
        ridge = np.column_stack([line, height])
        lines.append(ridge)
        key = (seed, "hill spur", number)
        lines += spurs(ridge, key, every=2, length=(15 * pt, 30 * pt), share=0.85, forked=0.6, keep=(0.64, 0.78))
    raster = Raster.over(box.grown(10 * pt), 2.2 * pt)
    heights = ridge_heights(raster, lines, 0.026 / pt, 14.0, 6 * pt, seed + 51)
    gx, gy = np.meshgrid((raster.x - box.x) / box.width, (raster.y - box.y) / box.height)
    across, down = gx if west else 1 - gx, gy if north else 1 - gy
    ramp = np.clip(1 - 1.05 * across - 1.65 * down, 0, 1) ** 1.1
    raised = raster.filled(heights.values * HEIGHT_PT * pt * np.clip(4 * ramp, 0, 1))
    return raised, hillshade(raised)
