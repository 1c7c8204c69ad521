"""The map symbol `utilities`: a power house with a saw-tooth roof, a chimney and a water tower."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, circle, line, polyline, rectangle
from pnp.units import Mm


def draw_utilities(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of public utilities: a power house with a chimney, and a water tower."""
    edge = pen(colours["glyph_line"], 0.7, pt)
    hall = [(-8, 5), (-8, -1), (-4.6, -4), (-4.6, -1), (-1.2, -4), (-1.2, -1), (1.8, -1), (1.8, 5)]
    tower = [line(5.4 * pt, -1.2 * pt, x * pt, 5 * pt, pen(colours["glyph_line"], 0.55, pt)) for x in (3.6, 5.4, 7.2)]
    shade = [((x + 0.8) * pt, (y + 0.8) * pt) for x, y in hall]
    return [
        polyline(shade, closed=True, fill=colours["block_shadow"]),
        rectangle(Rect(-7.2 * pt, -7.5 * pt, 1.9 * pt, 7.5 * pt), fill=colours["chimney"], stroke=edge),
        polyline([(x * pt, y * pt) for x, y in hall], closed=True, fill=colours["glyph"], stroke=edge),
        *[
            rectangle(Rect(x * pt, 1.6 * pt, 1.6 * pt, 1.6 * pt), fill=colours["glyph_line"])
            for x in (-6.4, -3.6, -0.8)
        ],
        *tower,
        circle(5.4 * pt, -3.0 * pt, 2.7 * pt, fill=colours["tank"], stroke=edge),
        circle(4.7 * pt, -3.7 * pt, 0.9 * pt, fill=colours["paper"]),
    ]


register_look(
    SymbolLook(
        name="utilities",
        order=42,
        colours={"chimney": "#A8553A", "tank": "#DCE4E0"},
        size_pt=(17, 13),
        draw=draw_utilities,
        label=SYMBOL_LABEL,
    )
)
