"""The map symbol `pillbox`: a pillbox, and a crenellated trench around it inside the hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, polyline, rectangle
from pnp.units import Mm

if TYPE_CHECKING:
    import numpy as np

    from pnp.draw.map import outlines
    from pnp.draw.map.map_frame import MapFrame
    from pnp.draw.map.noise import Array
    from pnp.draw.map.occupancy import Occupancy
    from pnp.hexgrid import Hex
else:
    np, outlines = deferred("numpy", "pnp.draw.map.outlines")  # slow to import

TRENCH = 0.80
"""The distance of the trench from the centre of its hex, as a share of that of the hexsides."""
SOLID = 6.0
"""The weight in the raster of printed things of roads, rivers and hex numbers, at which the trench has a gap."""
SHORTEST = 6
"""A piece of the trench with no more points than this is left out."""
TOOTH_PT = 2.0
"""How far the teeth of the trench reach outwards."""


def draw_pillbox(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a fortification: a pillbox with a dark slit."""
    edge = pen(colours["glyph_line"], 0.8, pt)
    shape = [(-5.4, 3.4), (-5.4, -0.6), (-3.4, -3.4), (3.4, -3.4), (5.4, -0.6), (5.4, 3.4)]
    top = [(-5.4, -0.6), (-3.4, -3.4), (3.4, -3.4), (5.4, -0.6)]
    return [
        polyline([((x + 0.9) * pt, (y + 0.9) * pt) for x, y in shape], closed=True, fill=colours["shadow"]),
        polyline([(x * pt, y * pt) for x, y in shape], closed=True, fill=colours["wall"], stroke=edge),
        polyline([(x * pt, y * pt) for x, y in top], closed=True, fill=colours["roof"], stroke=edge),
        rectangle(Rect(-3.2 * pt, 0.6 * pt, 6.4 * pt, 1.4 * pt), fill=colours["glyph_line"]),
    ]


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


register_look(
    SymbolLook(
        name="pillbox",
        order=22,
        colours={"wall": "#CFC8B8", "roof": "#E9E4D6", "shadow": "#C2AE84"},
        size_pt=(12, 8.4),
        draw=draw_pillbox,
        around=draw_trench,
        sample_scale=1.5,
    )
)
