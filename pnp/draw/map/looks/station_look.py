"""The map symbol `station`: a railway station."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, circle, polyline, rectangle
from pnp.units import Mm


def draw_station(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a railway station: a hall with a gable and a clock."""
    edge = pen(colours["glyph_line"], 0.7, pt)
    return [
        rectangle(Rect(-4.6 * pt, -0.4 * pt, 9.2 * pt, 3.4 * pt), fill=colours["glyph"], stroke=edge),
        polyline(
            [(-2.2 * pt, -0.4 * pt), (0, -3.2 * pt), (2.2 * pt, -0.4 * pt)],
            closed=True,
            fill=colours["glyph"],
            stroke=edge,
        ),
        *[
            rectangle(Rect(x * pt, 0.9 * pt, 1.3 * pt, 2.1 * pt), fill=colours["glyph_line"])
            for x in (-3.5, -0.65, 2.2)
        ],
        circle(0, -1.4 * pt, 0.55 * pt, fill=colours["glyph_line"]),
    ]


register_look(SymbolLook(name="station", order=30, size_pt=(9.5, 6.5), draw=draw_station, label=SYMBOL_LABEL))
