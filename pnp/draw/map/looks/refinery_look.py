"""The map symbol `refinery`: two tanks and a chimney."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Path, Rect, line, polyline, rectangle
from pnp.units import Mm


def draw_refinery(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a refinery: two tanks, and a chimney with smoke."""
    edge = pen(colours["glyph_line"], 0.7, pt)
    smoke = Path(
        "MCC",
        tuple(v * pt for v in (4.9, -4.4, 4.4, -5.6, 5.6, -6.2, 6.3, -5.4, 7.0, -4.9, 7.3, -6.0, 8.0, -5.8)),
        None,
        pen(colours["glyph_line"], 0.5, pt),
    )
    tanks: list[Item] = [
        item
        for x in (-6.2, -0.9)
        for item in (
            rectangle(Rect(x * pt, -1.6 * pt, 4.6 * pt, 5.6 * pt), fill=colours["glyph"], stroke=edge),
            line(x * pt, 0.2 * pt, (x + 4.6) * pt, 0.2 * pt, pen(colours["glyph_line"], 0.4, pt)),
        )
    ]
    chimney = polyline(
        [(4.1 * pt, 4 * pt), (4.5 * pt, -4 * pt), (5.5 * pt, -4 * pt), (5.9 * pt, 4 * pt)],
        closed=True,
        fill=colours["glyph_line"],
    )
    return [*tanks, chimney, smoke]


register_look(SymbolLook(name="refinery", order=40, size_pt=(13, 9), draw=draw_refinery, label=SYMBOL_LABEL))
