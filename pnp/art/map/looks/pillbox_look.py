"""The map symbol `pillbox`: a pillbox, and barbed wire on the side that faces outwards."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.map import noise, outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.scene import Colours, Item

RADII = (0.33, 0.29)
"""The distances of the wire from the centre of its hex that are tried, in hex heights."""
ARC, LEAST_ARC = 190, 120
"""The greatest and the least angle of the arc of the wire, in degrees."""
TURNS = (0, *(hand * turn for turn in range(20, 181, 20) for hand in (1, -1)))
"""The turns of the wire that are tried, in degrees from the direction outwards."""
LEANING = 0.4
"""What each degree of such a turn costs, in degrees of free wire."""
NEIGHBOURS = 3.5
"""How far away other works of the same line are, in hex heights."""
SOLID = 6.0
"""The weight in the raster of printed things of roads, rivers and hex numbers, at which the wire ends."""
STEP_PT, EVERY, CROSS_PT = 1.2, 4, 1.0
"""The distance of the points of the wire, how many there are from one cross to the next, and half a cross."""


@DRAWINGS.enter("wire")
def draw_wire(frame: MapFrame, cell: Hex, taken: Occupancy, solid: Occupancy, colours: Colours) -> list[Item]:
    """Draw barbed wire away from the other works nearby, turned to where most of it is free.

    It is one arc that touches no road, river, hex number or symbol. If none fits, nothing is drawn.
    """
    pt = frame.scaled(1)
    best: tuple[float, Array] | None = None
    for radius in RADII:
        for turn in TURNS:
            line = _arc(frame, cell, radius, math.radians(turn))
            free = (solid.at(line) == 0) & (taken.at(line) < SOLID)
            ends = np.flatnonzero(np.diff(np.concatenate([[0], free.astype(np.int64), [0]])))
            runs = list(zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True))
            a, b = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
            angle = ARC * (b - a - 1) / (len(line) - 1)
            gain = angle - LEANING * abs(turn)
            if angle >= LEAST_ARC and (best is None or gain > best[0]):
                best = gain, line[a:b]
        if best is not None:
            break
    if best is None:
        return []
    wire = best[1]
    taken.line(wire, 0.8 * pt, 6)
    arms = [np.array((1.0, 1.0)) * CROSS_PT * pt, np.array((1.0, -1.0)) * CROSS_PT * pt]
    crosses = [np.array([spot - arm, spot + arm]) for spot in wire[2:-1:EVERY] for arm in arms]
    return [
        outlines.line_path(wire, pen(colours["paper"], 2.2, pt)),
        outlines.line_path(wire, pen(colours["glyph_line"], 0.6, pt)),
        outlines.lines_path(crosses, pen(colours["glyph_line"], 0.6, pt), tolerance=0),
    ]


def _arc(frame: MapFrame, cell: Hex, radius: float, turn: float) -> Array:
    """Return the points of a slightly uneven arc around a hex, turned from the direction outwards."""
    pt, centre, high = frame.scaled(1), np.array(frame.grid.centre(cell)), frame.grid.across_flats
    looks = set(frame.sites[cell]) if cell in frame.sites else set()
    others = [
        np.array(frame.grid.centre(one)) for one, own in frame.sites.items() if one != cell and looks & own.keys()
    ]
    near = [one for one in others if math.dist(one, centre) < NEIGHBOURS * high]
    away = centre - np.mean(near, axis=0) if near else np.array((0.0, -1.0))
    angles = np.radians(np.arange(-ARC / 2, ARC / 2 + 1, 2.0)) + math.atan2(away[1], away[0]) + turn
    line = centre + np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius * high
    line = line + outlines.normals(line) * (0.7 * pt * noise.octaves(line, 9 * pt, frame.seed + 3, 1))[:, None]
    return outlines.resample(line, STEP_PT * pt)
