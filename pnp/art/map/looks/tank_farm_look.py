"""The map symbol `tank-farm`: two towers, rows of oil tanks on embanked ground, pipes, and a jetty on a river."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import shapely

from pnp.art.map import outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import arc, pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.scene import Colours, Item, circle, polyline
from pnp.units import Mm

WATER_WEIGHT = 2.0
"""The weight of water in the raster of printed things."""
TANK_PT, ROOM_PT, MARGIN_PT = 3.9, 5.0, 1.4
"""The radius of a tank, of the free place that it needs, and the width of the embanked ground around it."""
ROWS_PT = (-9.4, 0.0, 9.4)
COLUMNS_PT = (-14.1, -4.7, 4.7, 14.1)
"""Where the middles of the tanks are, from a point near the centre of the hex; rows lean to the right."""
LEAN = 0.14
SHIFTS_PT = (0.0, 1.5, -1.5, 3.0, -3.0, 4.5, -4.5, 6.0, -6.0, 7.5, -7.5)
MOST = 8
"""The tried shifts of the rows, and the greatest number of tanks in a hex."""
JETTY_PT, HEAD_PT = 7.0, 5.0
"""How far a jetty reaches into the river, and half the length of its head."""


def draw_tank(colours: Colours, pt: Mm, x: Mm, y: Mm, radius: Mm) -> list[Item]:
    """Draw one oil tank from above, with its shadow."""
    shade = [(x + a, y + b) for a, b in arc(0, 0, 0.78 * radius, -25, 115, 9)]
    return [
        circle(x + 0.8 * pt, y + 0.8 * pt, radius, fill=colours["shadow"]),
        circle(x, y, radius, fill=colours["tank"], stroke=pen(colours["glyph_line"], 0.5, pt)),
        polyline(shade, stroke=pen(colours["shade"], 0.9, pt)),
        circle(x, y, 0.55 * radius, stroke=pen(colours["shade"], 0.3, pt)),
        circle(x, y, 0.5 * pt, fill=colours["shade"]),
    ]


@DRAWINGS.enter("tank-farm")
def draw_tank_farm(frame: MapFrame, cell: Hex, taken: Occupancy, _solid: Occupancy, colours: Colours) -> list[Item]:
    """Draw the tanks of a refinery in rows wherever nothing is printed in its hex, and its jetty on a river."""
    pt = frame.scaled(1)
    spots = _tank_places(frame, cell, taken)
    taken.stamp(spots, (TANK_PT + MARGIN_PT) * pt, 6)
    items = _draw_jetty(frame, cell, taken, colours)
    if not len(spots):
        return items
    ground = shapely.buffer(shapely.points(spots), (TANK_PT + MARGIN_PT) * pt)
    yard = shapely.union_all(ground).buffer(2.0 * pt).buffer(-2.0 * pt)
    bank = pen(colours["bank"], 0.5, pt, (2.2, 1.2))
    items.append(outlines.area_path(yard, fill=colours["yard"], stroke=bank))
    ordered = spots[np.lexsort((spots[:, 1], spots[:, 0]))]
    pipes = [np.array([a, (a[0], b[1]), b]) for a, b in pairwise(ordered) if np.hypot(*(b - a)) < 16 * pt]
    if pipes:
        items.append(outlines.lines_path(pipes, pen(colours["pipe"], 0.75, pt), tolerance=0))
    for x, y in spots.tolist():
        items += draw_tank(colours, pt, x, y, TANK_PT * pt)
    return items


def _tank_places(frame: MapFrame, cell: Hex, taken: Occupancy) -> Array:
    """Return the middles of the tanks in a hex: rows of free places, shifted so that most of them are free."""
    pt, centre = frame.scaled(1), np.array(frame.grid.centre(cell))
    rows = np.array([(x + i * LEAN * 9.4, y) for i, y in enumerate(ROWS_PT) for x in COLUMNS_PT]) * pt
    angles = np.linspace(0, 2 * np.pi, 14)
    ring = np.array([(np.cos(a) * k, np.sin(a) * k) for k in (0.0, 0.5, 1.0) for a in angles]) * ROOM_PT * pt
    inner = frame.hexagon(cell, 0.92)
    shapely.prepare(inner)
    best = np.empty((0, 2))
    for shift in sorted(((a, b) for a in SHIFTS_PT for b in SHIFTS_PT), key=lambda by: (by[0] ** 2 + by[1] ** 2, by)):
        spots = centre + rows + np.array(shift) * pt
        around = spots[:, None] + ring * 0.8
        free = (taken.at(spots[:, None] + ring) == 0).all(axis=1)
        free &= shapely.contains_xy(inner, around[..., 0], around[..., 1]).all(axis=1)
        if free.sum() > len(best):
            best = spots[free][:MOST]
    return np.asarray(best, dtype=np.float64)


def _draw_jetty(frame: MapFrame, cell: Hex, taken: Occupancy, colours: Colours) -> list[Item]:
    """Draw the jetty of a refinery at the nearest bank of a hex of water beside it, unless print is between them."""
    pt, centre = frame.scaled(1), np.array(frame.grid.centre(cell))
    reach = np.arange(0, 2 * frame.grid.side, 0.5 * pt)
    found: list[tuple[float, Array, Array]] = []
    for neighbour in cell.neighbours:
        if neighbour not in frame.water_hexes:
            continue
        way = np.array(frame.grid.centre(neighbour)) - centre
        way /= np.hypot(*way)
        under = taken.at(centre + reach[:, None] * way)
        wet = np.flatnonzero(under == WATER_WEIGHT)
        if len(wet) and not (under[wet[0] - round(8 * pt / (0.5 * pt)) : wet[0]] > WATER_WEIGHT).any():
            found.append((float(reach[wet[0]]), centre + reach[wet[0]] * way, way))
    if not found:
        return []
    _, bank, way = min(found, key=lambda one: one[0])
    side = np.array([-way[1], way[0]])
    start, end = bank - way * 8 * pt, bank + way * JETTY_PT * pt
    lines = [np.stack([start, end]), np.stack([end - side * HEAD_PT * pt, end + side * HEAD_PT * pt])]
    taken.line(lines[0], 1.2 * pt, 6)
    taken.line(lines[1], 1.4 * pt, 6)
    return [
        outlines.lines_path(lines, pen(colours["glyph_line"], 1.9, pt), tolerance=0),
        outlines.lines_path(lines, pen(colours["planks"], 1.0, pt), tolerance=0),
    ]
