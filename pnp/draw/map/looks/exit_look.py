"""The map symbol `exit`: an arrow off the map."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, polyline
from pnp.units import Mm


def draw_arrow(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an exit: an arrow that points up."""
    head = [(0, -5.4), (4.4, -0.6), (1.7, -0.6), (1.7, 5.0), (-1.7, 5.0), (-1.7, -0.6), (-4.4, -0.6)]
    points = [(x * pt, y * pt) for x, y in head]
    return [polyline(points, closed=True, fill=colours["mark"], stroke=pen(colours["paper"], 0.7, pt))]


register_look(
    SymbolLook(name="exit", colours={"mark": "#4A3F35"}, order=80, size_pt=(9, 11), draw=draw_arrow, points_out=True)
)
