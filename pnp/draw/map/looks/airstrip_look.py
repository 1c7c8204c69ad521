"""The map symbol `airstrip`: a runway with puddles, a taxiway, and transport aircraft at their stands."""

from __future__ import annotations

import math

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import joined_shapes, open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Point, Rect, ellipse, line, polyline, rectangle
from pnp.units import Mm

HALF_PT, WIDE_PT = 15.5, 2.7
"""Half the length and half the width of the runway."""
STANDS_PT = (-8.6, -0.6, 7.4)
PLANE = (
    ((-2.2, -0.28), (1.7, -0.36), (2.3, 0.0), (1.7, 0.36), (-2.2, 0.28)),
    ((0.1, -3.1), (0.7, -3.1), (1.15, 0.0), (0.7, 3.1), (0.1, 3.1), (-0.1, 0.0)),
    ((-2.2, -1.1), (-1.8, -1.1), (-1.5, 0.0), (-1.8, 1.1), (-2.2, 1.1)),
)
"""The body, the wings and the tail of an aircraft that points to the right."""


def draw_airstrip(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an airstrip: the runway low, the taxiway and the stands above it."""
    strip = Rect(-HALF_PT * pt, 2.4 * pt, 2 * HALF_PT * pt, 2 * WIDE_PT * pt)
    edge = pen(colours["marks"], 0.55, pt)
    taxi: list[Point] = [(-12.5 * pt, 2.6 * pt), (-10.2 * pt, -0.6 * pt), (10.2 * pt, -0.6 * pt), (12.5 * pt, 2.6 * pt)]
    stands = [[(x * pt, -0.6 * pt), ((x + 0.6) * pt, -2.6 * pt)] for x in STANDS_PT]
    items: list[Item] = [
        rectangle(Rect(strip.x + 0.6 * pt, strip.y + 0.7 * pt, strip.width, strip.height), fill=colours["shadow"]),
        open_lines([taxi, *stands], pen(colours["marks"], 2.4, pt)),
        open_lines([taxi, *stands], pen(colours["strip"], 1.6, pt)),
        rectangle(strip, fill=colours["strip"], stroke=edge),
    ]
    middle = 2.4 + WIDE_PT
    puddles = []
    for number in range(9):
        x, y = -15.5 + 3.9 * number + 1.3 * math.sin(5 * number), middle + 1.7 * math.sin(7.3 * number + 1)
        puddles.append(
            ellipse(x * pt, y * pt, (0.8 + 0.5 * math.sin(3 * number)) * pt, 0.5 * pt, fill=colours["puddle"])
        )
    items.append(joined_shapes(*puddles))
    items.append(line(-15 * pt, middle * pt, 15 * pt, middle * pt, pen(colours["paper"], 0.42, pt, (2.0, 1.5))))
    for end in (-16.4, 16.4):
        bars = [[(end * pt, (middle + d) * pt), (end * pt, (middle + d + 0.7) * pt)] for d in (-2.2, -1.1, 0.1, 1.3)]
        items.append(open_lines(bars, pen(colours["paper"], 0.55, pt)))
    for x, lean in zip(STANDS_PT, (-0.25, 0.1, 0.3), strict=True):
        items += _draw_plane(colours, pt, (x + 0.7, -4.2), -math.pi / 2 + lean)
    return items


def _draw_plane(colours: Colours, pt: Mm, at: tuple[float, float], turn: float) -> list[Item]:
    """Draw an aircraft with its shadow."""
    cos, sin = math.cos(turn), math.sin(turn)
    items: list[Item] = []
    for shift, fill in ((0.45, colours["shadow"]), (0.0, colours["plane"])):
        parts = []
        for part in PLANE:
            points = [
                ((at[0] + shift + u * cos - v * sin) * pt, (at[1] + 1.2 * shift + u * sin + v * cos) * pt)
                for u, v in part
            ]
            parts.append(
                polyline(points, closed=True, fill=fill, stroke=pen(colours["marks"], 0.25, pt) if not shift else None)
            )
        items += parts
    return items


register_look(
    SymbolLook(
        name="airstrip",
        order=12,
        colours={"strip": "#A7A698", "marks": "#454740", "shadow": "#8F9C80", "puddle": "#C8DBDD", "plane": "#5C6648"},
        size_pt=(32, 15.6),
        draw=draw_airstrip,
        label=LabelStyle("condensed-semibold", 6.6, 0.2, halo_pt=2.2),
        turns=True,
        apart=True,
        seat_pt=(-1.0, 0.0),
        sample_scale=0.95,
        sample_turn=-20,
    )
)
