"""The compass rose, true to the map's north."""

from __future__ import annotations

import math

from pnp.draw.map.palette import MapPalette
from pnp.scene import Item, Rect, Stroke, Text, circle, polyline
from pnp.typeface import cap_height
from pnp.units import Degrees, points


def draw_compass(room: Rect, north: Degrees, palette: MapPalette) -> list[Item]:
    """Eight rays, the four main ones long, half light and half dark, and an N beyond the one that points north."""
    letter_pt = 8.0
    cap = cap_height("serif-bold", letter_pt)
    gap = points(1.6)
    radius = (min(room.width, room.height) - cap - gap) / 2
    up = math.radians(north - 90)
    cx, cy = room.centre[0], room.bottom - radius if not north else room.centre[1]
    if north:
        radius = (min(room.width, room.height) - 2 * cap - 2 * gap) / 2
    line = Stroke(palette.brown, points(0.4), join="round")
    items: list[Item] = [circle(cx, cy, radius * 0.62, stroke=Stroke(palette.pale_rule, points(0.4)))]
    for ray in (1, 3, 5, 7, 0, 2, 4, 6):
        angle = up + math.radians(45 * ray)
        reach = radius if ray % 2 == 0 else radius * 0.58
        tip = (cx + reach * math.cos(angle), cy + reach * math.sin(angle))
        for hand, fill in ((-1, palette.brown), (1, palette.panel)):
            waist = angle + hand * math.radians(31.5 if ray % 2 == 0 else 24)
            side = (cx + reach * 0.28 * math.cos(waist), cy + reach * 0.28 * math.sin(waist))
            items.append(polyline([(cx, cy), side, tip], closed=True, fill=fill, stroke=line))
    far = radius + gap + cap / 2
    x, y = cx + far * math.cos(up), cy + far * math.sin(up)
    items.append(Text(round(x, 3), round(y + cap / 2, 3), "N", "serif-bold", letter_pt, palette.brown, "middle"))
    return items
