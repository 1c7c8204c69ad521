"""The look `rainforest`: dark dense crowns with light tops. Clear land on its map has groves of palms."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.draw.map.looks.jungle_look import paint_palm
from pnp.draw.map.map_strokes import joined_shapes, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle, polyline
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_rainforest(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of rainforest with a dark rim and an outline."""
    return area.fill_with_rim(colours["fill"], colours["rim"], colours["edge"])


def paint_crown(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a crown of six lobes with its shadow and a light side; `variant` from 0 to 1 changes size and tone."""
    size = (1.9 + 0.28 * ((variant * 8) % 3)) * pt
    lobes = [
        (0.62 * size * math.cos(k * math.pi / 3 + variant), 0.56 * size * math.sin(k * math.pi / 3 + variant))
        for k in range(6)
    ]
    tone = ("crown", "dark_crown", "crown", "pale_crown", "dark_crown")[round(variant * 4)]
    light = ("light", "crown", "light", "light", "crown")[round(variant * 4)]
    ring = 0.52 * size
    arc = [(x + 0.9 * ring * math.cos(a), y + 0.9 * ring * math.sin(a)) for x, y in lobes[:1] for a in (0.2, 0.9, 1.6)]
    return [
        circle(0.5 * pt, 0.6 * pt, 1.02 * size, fill=colours["shadow"]),
        joined_shapes(*[circle(x, y, ring + 0.3 * pt, fill=colours["crown_line"]) for x, y in lobes]),
        joined_shapes(*[circle(x, y, ring, fill=colours[tone]) for x, y in [*lobes, (0.0, 0.0)]]),
        joined_shapes(*[circle(x - 0.3 * pt, y - 0.35 * pt, 0.5 * ring, fill=colours[light]) for x, y in lobes[3:5]]),
        polyline(arc, stroke=pen(colours["crown_line"], 0.3, pt)),
    ]


register_look(
    AreaLook(
        name="rainforest",
        order=71,
        colours={
            "fill": "#B4CC90",
            "rim": "#A8C586",
            "edge": "#7D9A5A",
            "shadow": "#86A65F",
            "crown": "#A6C37D",
            "dark_crown": "#95B56E",
            "pale_crown": "#B5CC8B",
            "light": "#C2D79C",
            "crown_line": "#66863F",
            "palm_stem": "#86714A",
            "palm_leaf": "#5F8244",
        },
        plain_colour="rim",
        shape=AreaShape(0.8, 20, 12, 7.0, 26),
        draw=draw_rainforest,
        texture=Texture(
            name="rainforest-tree", paint=paint_crown, spacing_pt=4.5, inset_pt=1.4, reach_pt=(4, 4, 4.4, 4.6)
        ),
        groves=Texture(
            name="palm-tree",
            paint=paint_palm,
            spacing_pt=12,
            inset_pt=4,
            reach_pt=(3.2, 4.8, 3.2, 4),
            room_pt=((0, -3.2), (0, 0), (0, 2.8), (-2, -2), (2, -2)),
        ),
    )
)
