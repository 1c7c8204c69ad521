"""The map symbol `set-up`: a plate with the name of the place, in the colours of the player's side."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, polyline, rectangle
from pnp.units import Mm


def draw_blank_plate(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a set-up hex: a plate with two lines instead of a name."""
    line = pen(colours["glyph_line"], 1.1, pt)
    plate = rectangle(
        Rect(-7 * pt, -4 * pt, 14 * pt, 8 * pt), fill=colours["glyph"], stroke=pen(colours["glyph_line"], 0.6, pt)
    )
    return [plate, *(polyline([(-w * pt, y * pt), (w * pt, y * pt)], stroke=line) for w, y in ((4.5, -1.2), (3, 1.4)))]


BLANK_TAB = SymbolLook(name="set-up", order=100, size_pt=(14, 8), draw=draw_blank_plate, plate=True, sample_scale=1.5)
register_look(BLANK_TAB)
