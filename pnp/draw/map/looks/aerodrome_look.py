"""The map symbol `aerodrome`: two crossing earth strips with an apron, huts, and aeroplanes in dispersals."""

from __future__ import annotations

import math

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, circle, line, polyline, rectangle
from pnp.units import Mm

STRIPS_PT = ((15.8, 2.3, 0.0), (11.8, 1.9, 24.0))
"""Half the length and half the width of each strip, and its turn in degrees."""
HUTS_PT = ((-14.8, 3.3), (-11.3, 3.6), (-7.8, 3.4))
DISPERSALS_PT = ((8.4, -4.5), (13.2, -4.3), (-2.6, -4.6), (0.8, 4.8))


def draw_aerodrome(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an aerodrome: two strips with centre lines, huts, and aeroplanes in round dispersals."""
    edge = pen(colours["marks"], 0.5, pt)
    shadows: list[Item] = []
    outlines: list[Item] = []
    fills: list[Item] = []
    for half, wide, turn in STRIPS_PT:
        cos, sin = math.cos(math.radians(turn)) * pt, math.sin(math.radians(turn)) * pt
        box = [(-half, -wide), (half, -wide), (half, wide), (-half, wide)]
        corners = [(x * cos - y * sin, x * sin + y * cos) for x, y in box]
        moved = [(x + 0.6 * pt, y + 0.6 * pt) for x, y in corners]
        shadows.append(polyline(moved, closed=True, fill=colours["shadow"]))
        outlines.append(polyline(corners, closed=True, fill=colours["strip"], stroke=edge))
        fills.append(polyline(corners, closed=True, fill=colours["strip"]))
        ends = (half - 2.4) * cos, (half - 2.4) * sin
        fills.append(line(-ends[0], -ends[1], *ends, pen(colours["paper"], 0.5, pt, (2.4, 1.8))))
    return [*shadows, *outlines, *fills, *_draw_huts(colours, pt), *_draw_dispersals(colours, pt)]


def _draw_huts(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the huts of an aerodrome."""
    edge = pen(colours["block_line"], 0.3, pt)
    return [rectangle(Rect(x * pt, y * pt, 3 * pt, 2 * pt), fill=colours["hut"], stroke=edge) for x, y in HUTS_PT]


def _draw_dispersals(colours: Colours, pt: Mm) -> list[Item]:
    """Draw aeroplanes, each in a round dispersal joined to the strip."""
    items: list[Item] = []
    for x, y in DISPERSALS_PT:
        lane = [[(x * pt, y * pt), (x * pt, 0.45 * y * pt)]]
        plane = [
            [((x - 1.4) * pt, y * pt), ((x + 1.4) * pt, y * pt)],
            [(x * pt, (y - 1) * pt), (x * pt, (y + 1.3) * pt)],
        ]
        items += [
            open_lines(lane, pen(colours["strip"], 1.0, pt)),
            circle(x * pt, y * pt, 1.8 * pt, fill=colours["pad"], stroke=pen(colours["marks"], 0.4, pt)),
            open_lines(plane, pen(colours["plane"], 0.65, pt)),
        ]
    return items


register_look(
    SymbolLook(
        name="aerodrome",
        order=11,
        colours={
            "strip": "#DCC09A",
            "marks": "#6A4A2E",
            "shadow": "#C9B48F",
            "pad": "#EBDFBE",
            "hut": "#A99672",
            "plane": "#3B4236",
        },
        size_pt=(31, 12),
        draw=draw_aerodrome,
        label=LabelStyle("condensed-bold", 7.2, 0.3, halo_pt=2.4),
        turns=True,
        apart=True,
        sample_scale=1.05,
        sample_turn=-20,
    )
)
