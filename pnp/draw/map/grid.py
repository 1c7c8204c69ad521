"""The grid."""

from __future__ import annotations

import numpy as np
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import clipped_lines, lines_path
from pnp.draw.map.noise import Array
from pnp.scene import Item, Stroke

GRID_PT = 0.38


def grid_lines(frame: MapFrame) -> list[Array]:
    """Every hexside once: three sides of each hex, and those others beyond which there is no hex."""
    lines = []
    for cell in frame.hexes:
        corners = np.array(frame.grid.corners(cell))
        sides = [d for d in range(6) if d < 3 or cell.neighbour(d) not in frame.grid]
        start = 0
        while start < len(sides):  # sides that follow one another are one line
            end = start
            while end + 1 < len(sides) and sides[end + 1] == sides[end] + 1:
                end += 1
            lines.append(corners[[d % 6 for d in range(sides[start], sides[end] + 2)]])
            start = end + 1
    return lines


def draw_grid(frame: MapFrame, water: BaseGeometry) -> list[Item]:
    """The grid, brown on land and blue on standing water."""
    lines, width = grid_lines(frame), frame.stroke(GRID_PT)
    on_land = Stroke(frame.palette.grid, width, cap="round", join="round")
    if water.is_empty:
        return [lines_path(lines, on_land, tolerance=0)]
    on_water = Stroke(frame.palette.grid_on_water, width, join="round")
    dry = clipped_lines(lines, frame.playing_area.buffer(1).difference(water))
    return [lines_path(dry, on_land, tolerance=0), lines_path(clipped_lines(lines, water), on_water, tolerance=0)]
