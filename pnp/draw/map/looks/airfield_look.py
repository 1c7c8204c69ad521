"""The map symbol `airfield`: a runway at any angle."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, line, rectangle
from pnp.units import Mm

SIZE_PT = (28.0, 6.0)
HALO_PT = 1.5
"""How far the pale ground around the runway reaches."""


def draw_runway(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an airfield: a dark runway with threshold marks and a centre line, on pale ground."""
    w, h = (v * pt for v in SIZE_PT)
    edge, strip = pen(colours["marks"], 0.6, pt), Rect(-w / 2, -h / 2, w, h)
    items: list[Item] = [
        rectangle(strip.grown(HALO_PT * pt), fill=colours["paper"], radius=HALO_PT * pt),
        rectangle(strip, fill=colours["runway"], stroke=edge),
    ]
    mark = pen(colours["paper"], 0.6, pt)
    for end in (-1, 1):
        ends = (end * (w / 2 - 1.1 * pt), end * (w / 2 - 3.5 * pt))
        items += [line(ends[0], d * pt, ends[1], d * pt, mark) for d in (-1.8, -0.6, 0.6, 1.8)]
    items.append(line(-w / 2 + 5.2 * pt, 0, w / 2 - 5.2 * pt, 0, pen(colours["paper"], 0.7, pt, (2.4, 1.6))))
    return items


register_look(
    SymbolLook(
        name="airfield",
        order=10,
        colours={"runway": "#8C857A", "marks": "#45403A"},
        size_pt=SIZE_PT,
        draw=draw_runway,
        label=SYMBOL_LABEL,
        turns=True,
        sample_scale=1.2,
        sample_turn=-20,
    )
)
