"""The map symbol `fort`: a fort with four bastions."""

from __future__ import annotations

import math

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, polyline, rectangle
from pnp.units import Mm


def draw_fort(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a fort: walls with four bastions and a keep."""
    r, b = 3.3 * pt, 5.0 * pt
    points = []
    for quarter in range(4):
        angle = math.radians(45 + 90 * quarter)
        tip = (b * math.cos(angle) * 1.25, b * math.sin(angle) * 1.25)
        for turn, reach in ((-26, r * 1.12), (0, 0), (26, r * 1.12)):
            a = angle + math.radians(turn)
            points.append(tip if not reach else (reach * 1.2 * math.cos(a), reach * 1.2 * math.sin(a)))
    edge = pen(colours["glyph_line"], 0.75, pt)
    return [
        polyline(points, closed=True, fill=colours["glyph"], stroke=edge),
        rectangle(Rect(-1.1 * pt, -1.1 * pt, 2.2 * pt, 2.2 * pt), fill=colours["glyph_line"]),
    ]


register_look(
    SymbolLook(
        name="fort",
        order=20,
        size_pt=(10, 10),
        draw=draw_fort,
        label=LabelStyle("condensed-semibold", 6.2, 0.2, halo_pt=2.0),
    )
)
