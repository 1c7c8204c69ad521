"""The look `jungle`: dense broad crowns. Clear land on a map with jungle has groves of palms."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.draw.map.map_strokes import arc, joined_shapes, open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle, polyline
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_jungle(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of jungle with a dark rim, a light inside and an outline."""
    return area.fill_with_rim(colours["fill"], colours["rim"], colours["edge"])


def paint_broad_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a jungle tree with a broad crown of three lobes; `variant` from 0 to 1 makes it larger."""
    s = (2.0 + 0.9 * variant) * pt
    lean = 0.12 * s * math.sin(9 * variant)
    lobes = [(-0.62 * s, 0.05 * s, 0.55 * s), (0.58 * s, 0.1 * s, 0.55 * s), (lean, -0.38 * s, 0.72 * s)]
    rim = [arc(*lobes[0], 80, 215), arc(*lobes[2], 195, 345), arc(*lobes[1], -35, 110)]
    foot = [(-0.35 * s, 0.5 * s), (-0.15 * s, 0.58 * s), (0.2 * s, 0.59 * s), (0.5 * s, 0.45 * s)]
    return [
        joined_shapes(*[circle(x, y, r, fill=colours["crown"]) for x, y, r in lobes]),
        open_lines(rim, pen(colours["crown_line"], 0.38, pt)),
        polyline(foot, stroke=pen(colours["crown_line"], 0.5, pt)),
    ]


def paint_palm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a palm with a leaning stem and five fronds; `variant` from 0 to 1 makes it larger."""
    k, lean = (0.9 + 0.25 * variant) * pt, 0.6 * math.sin(7 * variant) * pt
    top = (lean, -1.6 * k)
    fronds = []
    for angle in (200, 235, 270, 305, 340):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        end = (lean + 2.1 * k * cos, -1.6 * k + 1.9 * k * sin + 0.7 * k)
        knee = (lean + 1.3 * k * cos, -1.6 * k + 1.45 * k * sin)
        fronds.append([top, ((top[0] + knee[0]) / 2, (top[1] + knee[1]) / 2 - 0.1 * k), knee, end])
    return [
        polyline(
            [(0, 3 * k), (0.05 * k, 1.2 * k), (0.7 * lean, -0.3 * k), top],
            stroke=pen(colours["palm_stem"], 0.5, k),
        ),
        open_lines(fronds, pen(colours["palm_leaf"], 0.45, k)),
    ]


register_look(
    AreaLook(
        name="jungle",
        order=70,
        colours={
            "fill": "#D3DDB3",
            "rim": "#C6D29F",
            "edge": "#9DAE76",
            "crown": "#B7C68E",
            "crown_line": "#859A69",
            "palm_stem": "#B3A77D",
            "palm_leaf": "#99A576",
        },
        plain_colour="rim",
        shape=AreaShape(0.8, 20, 10, 6.4, 21),
        draw=draw_jungle,
        texture=Texture(
            name="jungle-tree", paint=paint_broad_tree, spacing_pt=4.9, inset_pt=2.6, reach_pt=(4, 4, 4, 3)
        ),
        groves=Texture(
            name="palm",
            paint=paint_palm,
            spacing_pt=13,
            inset_pt=4,
            reach_pt=(3.2, 4.8, 3.2, 4),
            room_pt=((0, -3.2), (0, 0), (0, 2.8), (-2, -2), (2, -2)),
        ),
    )
)
