"""The map symbol `entry`: the name of the place, one or two letters, in a dark disc."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm


def draw_disc(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an entry: a dark disc, on which its letter is printed later."""
    return [circle(0, 0, 5.2 * pt, fill=colours["accent"], stroke=pen(colours["paper"], 0.8, pt))]


register_look(SymbolLook(name="entry", order=70, size_pt=(10.4, 10.4), draw=draw_disc, lettered=True))
