"""The map symbol `pillbox`: a pillbox, and a crenellated trench around it inside the hex."""

from __future__ import annotations

import numpy as np

from pnp.art.map import outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.scene import Colours, Item

TRENCH = 0.80
"""The distance of the trench from the centre of its hex, as a share of that of the hexsides."""
SOLID = 6.0
"""The weight in the raster of printed things of roads, rivers and hex numbers, at which the trench has a gap."""
SHORTEST = 6
"""A piece of the trench with no more points than this is left out."""
TOOTH_PT = 2.0
"""How far the teeth of the trench reach outwards."""


@DRAWINGS.enter("trench")
def draw_trench(frame: MapFrame, cell: Hex, taken: Occupancy, solid: Occupancy, colours: Colours) -> list[Item]:
    """Draw the crenellated trench of a fortification, with gaps at roads, rivers, hex numbers and symbols."""
    pt, centre = frame.scaled(1), np.array(frame.grid.centre(cell))
    ring = outlines.resample(frame.corners(cell, TRENCH), 2.5 * pt, closed=True)
    count = len(ring) - len(ring) % 4
    ring = outlines.resample(frame.corners(cell, TRENCH), 2.5 * pt * len(ring) / count, closed=True)
    out = (ring - centre) / np.hypot(*(ring - centre).T)[:, None] * TOOTH_PT * pt
    lines: list[Array] = []
    run: list[Array] = []
    for i in range(len(ring)):
        after = (i + 1) % len(ring)
        raised = i % 4 < 2
        piece = [ring[i] + out[i] * raised, ring[after] + out[after] * raised]
        spots = np.array([*piece, (piece[0] + piece[1]) / 2])
        if (solid.at(spots) == 0).all() and (taken.at(spots) < SOLID).all():
            run += piece
        elif run:
            lines.append(np.array(run))
            run = []
    if run:
        lines.append(np.array(run))
    lines = [points for points in lines if len(points) > SHORTEST]
    for points in lines:
        taken.line(points, 0.8 * pt, 6)
    return [
        outlines.lines_path(lines, pen(colours["paper"], 2.2, pt), tolerance=0),
        outlines.lines_path(lines, pen(colours["glyph_line"], 0.9, pt), tolerance=0),
    ]
