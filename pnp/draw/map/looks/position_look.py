"""The map symbol `position`: an entrenched position."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import arc, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, line, polyline
from pnp.units import Mm


def draw_entrenchment(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an entrenched position: an arc with teeth towards the enemy."""
    heavy = pen(colours["glyph_line"], 1.2, pt)
    trench = arc(0, 4.2 * pt, 6.2 * pt, 205, 335, 14)
    teeth: list[Item] = []
    for angle in range(215, 330, 16):
        (a, b), (c, d) = (arc(0, 4.2 * pt, r * pt, angle, angle, 1)[0] for r in (6.2, 8.0))
        teeth.append(line(a, b, c, d, pen(colours["glyph_line"], 0.8, pt)))
    return [*teeth, polyline(trench, stroke=heavy)]


register_look(SymbolLook(name="position", order=60, size_pt=(12, 7), draw=draw_entrenchment, label=SYMBOL_LABEL))
