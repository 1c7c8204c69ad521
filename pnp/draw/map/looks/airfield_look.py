"""The map symbol `airfield`: a runway at any angle."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, line, rectangle
from pnp.units import Mm

SIZE_PT = (30.0, 7.0)
HALO_PT = 1.7
"""How far the pale ground around the runway reaches."""
AIRFIELD_LABEL = LabelStyle("condensed-semibold", 7.0, 0.2, halo_pt=2.2)


def draw_runway(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an airfield: a dark runway with threshold marks and a centre line, on pale ground."""
    w, h = (v * pt for v in SIZE_PT)
    edge, strip = pen(colours["marks"], 0.6, pt), Rect(-w / 2, -h / 2, w, h)
    items: list[Item] = [
        rectangle(strip.grown(HALO_PT * pt), fill=colours["paper"], radius=HALO_PT * pt),
        rectangle(strip, fill=colours["runway"], stroke=edge),
    ]
    mark = pen(colours["paper"], 0.75, pt)
    for end in (-1, 1):
        ends = (end * (w / 2 - 1.1 * pt), end * (w / 2 - 4.6 * pt))
        items += [line(ends[0], d * pt, ends[1], d * pt, mark) for d in (-2.25, -0.75, 0.75, 2.25)]
    items.append(line(-w / 2 + 6.4 * pt, 0, w / 2 - 6.4 * pt, 0, pen(colours["paper"], 0.85, pt, (2.8, 1.8))))
    return items


register_look(
    SymbolLook(
        name="airfield",
        order=10,
        colours={"runway": "#7C756B", "marks": "#3A352F"},
        size_pt=SIZE_PT,
        draw=draw_runway,
        label=AIRFIELD_LABEL,
        turns=True,
        sample_scale=1.05,
        sample_turn=-20,
    )
)
