"""The map symbol `supply`: a disc with a dark half."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, SymbolLook
from pnp.draw.map.map_strokes import arc, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle, polyline
from pnp.units import Mm


def draw_half_disc(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a supply source: a disc with a dark right half."""
    edge = pen(colours["mark"], 0.9, pt)
    half = [(0.0, -4.4 * pt), *arc(0, 0, 4.4 * pt, -90, 90, 24), (0.0, 4.4 * pt)]
    return [
        circle(0, 0, 4.4 * pt, fill=colours["paper"], stroke=edge),
        polyline(half, closed=True, fill=colours["mark"]),
    ]


register_look(SymbolLook(name="supply", colours={"mark": "#4A3F35"}, order=90, size_pt=(9.6, 9.6), draw=draw_half_disc))
