"""The map symbol `aerodrome`: two crossing earth strips with huts and an apron."""

from __future__ import annotations

import math

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, line, polyline, rectangle
from pnp.units import Mm

STRIPS_PT = ((20.0, 2.7, 0.0), (14.5, 2.2, 24.0))
"""Half the length and half the width of each strip, and its turn in degrees."""


def draw_aerodrome(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an aerodrome: two strips with centre lines, an apron, and huts beside it."""
    edge = pen(colours["marks"], 0.5, pt)
    outlines: list[Item] = []
    fills: list[Item] = []
    for half, wide, turn in STRIPS_PT:
        cos, sin = math.cos(math.radians(turn)) * pt, math.sin(math.radians(turn)) * pt
        box = [(-half, -wide), (half, -wide), (half, wide), (-half, wide)]
        corners = [(x * cos - y * sin, x * sin + y * cos) for x, y in box]
        outlines.append(polyline(corners, closed=True, fill=colours["strip"], stroke=edge))
        fills.append(polyline(corners, closed=True, fill=colours["strip"]))
        ends = (half - 2.4) * cos, (half - 2.4) * sin
        fills.append(line(-ends[0], -ends[1], *ends, pen(colours["paper"], 0.45, pt, (2.2, 1.6))))
    huts = [
        rectangle(
            Rect(x * pt, y * pt, 3.0 * pt, 1.8 * pt), fill=colours["block"], stroke=pen(colours["block_line"], 0.3, pt)
        )
        for x, y in ((-15.5, 4.0), (-11.3, 4.4), (-7.2, 4.2))
    ]
    return [*outlines, *fills, *huts]


register_look(
    SymbolLook(
        name="aerodrome",
        order=11,
        colours={"strip": "#E2C9A2", "marks": "#6A4A2E"},
        size_pt=(40, 13),
        draw=draw_aerodrome,
        label=LabelStyle("condensed-bold", 7.2, 0.3, halo_pt=2.4),
        turns=True,
        sample_scale=0.9,
        sample_turn=-20,
    )
)
