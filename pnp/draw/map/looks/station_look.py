"""The map symbol `station`: a railway station with a long roof and a track beside its platform."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, line, rectangle
from pnp.units import Mm


def draw_station(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a railway station: a long roof with a hall in its middle, and a track with ties."""
    edge = pen(colours["block_line"], 0.5, pt)
    ties = [[(x * pt, 3.0 * pt), (x * pt, 5.4 * pt)] for x in (-10.4, -7.8, -5.2, -2.6, 0.0, 2.6, 5.2, 7.8, 10.4)]
    return [
        rectangle(Rect(-9.3 * pt, -3.3 * pt, 20 * pt, 5 * pt), fill=colours["block_shadow"]),
        rectangle(Rect(-10 * pt, -4 * pt, 20 * pt, 4.8 * pt), fill=colours["roof"], stroke=edge),
        line(-10 * pt, -1.6 * pt, 10 * pt, -1.6 * pt, pen(colours["block_line"], 0.4, pt)),
        rectangle(Rect(-3 * pt, -5 * pt, 6 * pt, 6.6 * pt), fill=colours["hall"], stroke=edge),
        open_lines([[(-11.4 * pt, 4.2 * pt), (11.4 * pt, 4.2 * pt)]], pen(colours["ink"], 0.8, pt)),
        open_lines(ties, pen(colours["ink"], 0.45, pt)),
    ]


register_look(
    SymbolLook(
        name="station",
        order=30,
        colours={"roof": "#C77E57", "hall": "#D79A72"},
        size_pt=(23, 11),
        draw=draw_station,
        label=SYMBOL_LABEL,
        sample_scale=1.5,
    )
)
