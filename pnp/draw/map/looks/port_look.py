"""The map symbol `port`: an anchor, as near the water as possible."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Path, circle, line, polyline
from pnp.units import Mm


def draw_anchor(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a port: an anchor."""
    heavy = pen(colours["glyph_line"], 1.0, pt)
    arms = Path(
        "MCC",
        tuple(v * pt for v in (-3.6, 1.0, -3.4, 3.2, -1.8, 4.0, 0, 4.2, 1.8, 4.0, 3.4, 3.2, 3.6, 1.0)),
        None,
        heavy,
    )
    return [
        circle(0, -3.7 * pt, 0.95 * pt, stroke=heavy),
        line(0, -2.7 * pt, 0, 4.1 * pt, heavy),
        line(-2.1 * pt, -1.5 * pt, 2.1 * pt, -1.5 * pt, heavy),
        arms,
        polyline([(-4.3 * pt, 1.9 * pt), (-3.6 * pt, 0.8 * pt), (-2.6 * pt, 1.8 * pt)], stroke=heavy),
        polyline([(4.3 * pt, 1.9 * pt), (3.6 * pt, 0.8 * pt), (2.6 * pt, 1.8 * pt)], stroke=heavy),
    ]


register_look(
    SymbolLook(name="port", waterside=True, order=50, size_pt=(8.5, 9.5), draw=draw_anchor, label=SYMBOL_LABEL)
)
