"""Ferries: where a road goes on to a river and a boat crosses it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import shapely

from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import open_lines, pen
from pnp.art.map.noise import Array
from pnp.art.map.outlines import curve
from pnp.art.map.streams import Stream
from pnp.scene import Item, polyline

BANK_PT = 1.2
"""How far from the water the road to a ferry ends."""


@dataclass(frozen=True, eq=False)
class Ferry:
    """A ferry: the landings on both banks, and the direction of the river there in radians."""

    near: Array
    far: Array
    turn: float


def with_ferries(
    frame: MapFrame, routes: list[DrawnRoute], streams: list[Stream]
) -> tuple[list[DrawnRoute], list[Ferry]]:
    """Return the routes, those with a ferry going on to the nearest river, and the ferries."""
    found: list[Ferry] = []
    longer: list[DrawnRoute] = []
    for route in routes:
        rivers = [stream for stream in streams if stream.look.broad]
        if not route.line.ferry or not rivers:
            longer.append(route)
            continue
        end = route.points[-1]
        river = min(rivers, key=lambda one: float(np.hypot(*(one.points - end).T).min()))
        at = int(np.hypot(*(river.points - end).T).argmin())
        middle, half = river.points[at], river.widths[at] / 2
        over = (middle - end) / np.hypot(*(middle - end))
        landing = middle - over * (half + BANK_PT * frame.scaled(1))
        ahead = river.points[min(at + 2, len(river.points) - 1)] - river.points[max(at - 2, 0)]
        before = route.points[max(len(route.points) - 14, 0)]
        bend = (end * 2 + landing) / 3 + (end - before) * 0.18
        more = curve(np.array([before, end, bend, landing]), 8)
        tail = more[np.hypot(*(more - end).T).argmin() + 1 :]
        longer.append(replace(route, points=np.vstack([route.points, tail])))
        found.append(Ferry(landing, middle + over * half, math.atan2(ahead[1], ahead[0])))
    return longer, found


def draw_ferries(frame: MapFrame, ferries: list[Ferry]) -> list[Item]:
    """Draw each ferry: a dashed line across the river, and a boat."""
    pt, palette, items = frame.scaled(1), frame.palette, list[Item]()
    for ferry in ferries:
        ends = [(float(x), float(y)) for x, y in (ferry.near, ferry.far)]
        x, y = ((ferry.near + ferry.far) / 2).tolist()
        cos, sin = math.cos(ferry.turn) * pt, math.sin(ferry.turn) * pt
        hull = ((-3.5, -0.95), (2.3, -1.1), (3.8, 0.0), (2.3, 1.1), (-3.5, 0.95))
        load = ((-1.4, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.4, 0.5))
        shapes = [[(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in shape] for shape in (hull, load)]
        wake = shapely.Polygon(shapes[0]).buffer(0.8 * pt, quad_segs=3)
        items += [
            open_lines([ends], pen(palette.ink, 0.55, pt, (1.4, 1.25))),
            polyline([(float(u), float(v)) for u, v in wake.exterior.coords[:-1]], closed=True, fill=palette.water),
            polyline(shapes[0], closed=True, fill=palette.panel, stroke=pen(palette.ink, 0.45, pt)),
            polyline(shapes[1], closed=True, fill=palette.path_name),
        ]
    return items
