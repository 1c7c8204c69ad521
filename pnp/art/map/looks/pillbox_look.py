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

RADIUS = 0.33
"""The distance of the wire from the centre of its hex, in hex heights."""
ARC = 190
"""The angle of the arc of the wire, in degrees."""
TURNS = (0, 25, -25, 50, -50, 75, -75, 110, -110)
"""The turns of the wire that are tried, in degrees from the direction outwards."""
LEANING = 0.004
"""What each degree of such a turn costs, as a share of the wire that something printed would cover."""
NEIGHBOURS = 3.5
"""How far away other works of the same line are, in hex heights."""
SOLID = 6.0
"""The weight in the raster of printed things of roads, rivers and hex numbers, at which the wire has a gap."""
STEP_PT, EVERY, CROSS_PT = 1.2, 4, 1.0
"""The distance of the points of the wire, how many there are from one cross to the next, and half a cross."""
SHORTEST = 7
"""A piece of wire with fewer points than this is left out."""


@DRAWINGS.enter("wire")
def draw_wire(frame: MapFrame, cell: Hex, taken: Occupancy, solid: Occupancy, colours: Colours) -> list[Item]:
    """Draw barbed wire away from the other works nearby, turned to where most of it is free.

    It has gaps at roads, rivers, hex numbers and symbols.
    """
    pt = frame.scaled(1)
    arcs = [_arc(frame, cell, math.radians(turn)) for turn in TURNS]
    clear = [(solid.at(line) == 0) & (taken.at(line) < SOLID) for line in arcs]
    best = min(range(len(TURNS)), key=lambda n: 1 - float(clear[n].mean()) + LEANING * abs(TURNS[n]))
    line, free = arcs[best], clear[best]
    lines: list[Array] = []
    crosses: list[Array] = []
    ends = np.flatnonzero(np.diff(np.concatenate([[0], free.astype(np.int64), [0]])))
    for a, b in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
        if b - a >= SHORTEST:
            lines.append(line[a:b])
            arms = [np.array((1.0, 1.0)) * CROSS_PT * pt, np.array((1.0, -1.0)) * CROSS_PT * pt]
            crosses += [np.array([spot - arm, spot + arm]) for spot in line[a + 2 : b - 1 : EVERY] for arm in arms]
    for points in lines:
        taken.line(points, 0.8 * pt, 6)
    if not lines:
        return []
    return [
        outlines.lines_path(lines, pen(colours["paper"], 2.2, pt)),
        outlines.lines_path(lines, pen(colours["glyph_line"], 0.6, pt)),
        outlines.lines_path(crosses, pen(colours["glyph_line"], 0.6, pt), tolerance=0),
    ]


def _arc(frame: MapFrame, cell: Hex, turn: float) -> Array:
    """Return the points of a slightly uneven arc around a hex, turned from the direction outwards."""
    pt, centre, high = frame.scaled(1), np.array(frame.grid.centre(cell)), frame.grid.across_flats
    looks = set(frame.sites[cell]) if cell in frame.sites else set()
    others = [
        np.array(frame.grid.centre(one)) for one, own in frame.sites.items() if one != cell and looks & own.keys()
    ]
    near = [one for one in others if math.dist(one, centre) < NEIGHBOURS * high]
    away = centre - np.mean(near, axis=0) if near else np.array((0.0, -1.0))
    angles = np.radians(np.arange(-ARC / 2, ARC / 2 + 1, 2.0)) + math.atan2(away[1], away[0]) + turn
    line = centre + np.stack([np.cos(angles), np.sin(angles)], axis=1) * RADIUS * high
    line = line + outlines.normals(line) * (0.7 * pt * noise.octaves(line, 9 * pt, frame.seed + 3, 1))[:, None]
    return outlines.resample(line, STEP_PT * pt)
