"""Mist between the hexes and the frame of a map.

Nothing is transparent: things in the mist are drawn in paler colours.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, octaves
from pnp.art.map.relief import Raster, tinted_bands
from pnp.palette import mix
from pnp.scene import Colour, Item

DENSE_PT = 9.0
"""How far outside the hexes the mist is dense."""
CLEAR = -1.0
"""A thickness below all levels. It applies in hexes, because hexes in mist seem not to be part of the map."""
LEVELS = (-0.62, -0.42, -0.22, -0.02, 0.18)
"""The levels of the mist; at each of them it is one step thicker."""
SHARE = 0.17
"""The share of mist that each step adds."""


@lru_cache(maxsize=4)
def mist(frame: MapFrame) -> Raster:
    """Return how thick the mist is on a map: in drifts that thicken away from the hexes, and `CLEAR` in them."""
    pt, box = frame.scaled(1), frame.box
    raster = Raster.over(box.grown(6 * pt), 1.6 * pt)
    points = raster.points
    outwards = shapely.distance(frame.playing_area, shapely.points(points)) / pt
    drifts = octaves(points * np.array((0.6, 1.3)), 46 * pt, frame.seed + 131, 3)
    thickness = LEVELS[-1] * outwards / DENSE_PT + 0.3 * drifts
    return raster.filled(np.where(outwards > 0, np.maximum(thickness, CLEAR), CLEAR))


def mist_steps(frame: MapFrame, points: Array) -> Array:
    """Return for each point how many steps of mist cover it: 0 on a map without mist."""
    if not frame.map.theme.mist:
        return np.zeros(len(points), dtype=np.int64)
    return np.asarray(np.searchsorted(LEVELS, mist(frame).at(points)), dtype=np.int64)


def in_mist(colour: Colour, veil: Colour, steps: int) -> Colour:
    """Return a colour as it looks through some steps of mist."""
    return mix(veil, colour, 1 - (1 - SHARE) ** steps) if steps else colour


def draw_mist(frame: MapFrame, ground: Colour, veil: Colour) -> list[Item]:
    """Draw the mist on ground of one colour; nothing on a map without mist."""
    if not frame.map.theme.mist:
        return []
    pt = frame.scaled(1)
    colours = [in_mist(ground, veil, step + 1) for step in range(len(LEVELS))]
    return list(tinted_bands(mist(frame), LEVELS, colours, tolerance=0.4 * pt, smallest=12 * pt * pt))
