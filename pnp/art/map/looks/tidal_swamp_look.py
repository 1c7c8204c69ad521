"""The look `tidal-swamp`: a swamp with sedge, pools and winding tidal creeks, and mangroves along rivers."""

from __future__ import annotations

import numpy as np

from pnp.art.map import contours, noise, outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_strokes import arc, joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.scene import Colours, Group, Item, circle
from pnp.units import Mm


@DRAWINGS.enter("mangrove")
def paint_mangrove(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a mangrove with a crown of three lobes on stilt roots; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.3 * variant) * pt
    lobes = [(-1.0 * k, 0.0, 1.25 * k), (1.0 * k, 0.1 * k, 1.25 * k), (0.0, -0.8 * k, 1.35 * k)]
    roots = [[(x * 0.7 * k, 0.9 * k), (x * k, 2.1 * k)] for x in (-1.3, -0.4, 0.5, 1.3)]
    rim = [arc(*lobes[0], 60, 250, 8), arc(*lobes[2], 200, 340, 8), arc(*lobes[1], -70, 120, 8)]
    line = pen(colours["mangrove_line"], 0.3, pt)
    return [
        open_lines(roots, line),
        joined_shapes(*[circle(x, y, r, fill=colours["mangrove"]) for x, y, r in lobes]),
        open_lines(rim, line),
    ]


@DRAWINGS.enter("tidal-swamp")
def draw_tidal_swamp(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of swamp with meadows of sedge and pools of open water in it."""
    pt, frame = area.pt, area.frame
    (sedge,) = contours.noise_contours(frame.box, 4 * pt, 105 * pt, frame.seed + 24, (0.06,), count=3)
    (pools,) = contours.noise_contours(frame.box, 2 * pt, 40 * pt, frame.seed + 25, (0.46,), count=2)
    drawn = (
        outlines.rings_path(sedge, fill=colours["sedge"], even_odd=True),
        outlines.rings_path(pools, fill=colours["pool"], stroke=pen(colours["edge"], 0.4, pt), even_odd=True),
    )
    inner = area.geometry.buffer(-4.4 * pt, quad_segs=4)
    return [*area.plain_ground(colours), Group(drawn, clip=outlines.area_path(inner))]


@DRAWINGS.enter("tidal-swamp-reed-density")
def reed_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 at most places and 0 in patches of open water."""
    return np.asarray(noise.octaves(places, 40 * pt, seed + 23, 2) > -0.15, dtype=np.float64)
