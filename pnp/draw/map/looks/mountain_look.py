"""The look `mountain`: three steps of height with hatched slopes and peaks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, polyline
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_mountain(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of mountains as three steps of height, each in its colour."""
    return area.fill_steps(colours["low"], colours["high"], colours["top"])


def paint_peak(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a mountain peak, lit from the north-west; `variant` from 0 to 1 makes it larger.

    It is seen from the south and hatched on its shaded side.
    """
    w, h = (6.0 + 2.6 * variant) * pt, (6.6 + 3.2 * variant) * pt
    crown = (0.3 * w * math.sin(5 * variant), -h)
    left, right = (
        [(-w, 0.0), (-0.62 * w, -0.4 * h), (-0.4 * w, -0.52 * h)],
        [(0.35 * w, -0.55 * h), (0.6 * w, -0.38 * h), (w, 0.05 * h)],
    )
    ridge = [crown, (crown[0] + 0.1 * w, -0.68 * h), (crown[0] - 0.08 * w, -0.42 * h), (crown[0] + 0.08 * w, -0.12 * h)]
    line = pen(colours["hatch"], 0.5, pt)
    shading = []
    for t in (0.25, 0.45, 0.65, 0.85):
        x, y = crown[0] + (w - crown[0]) * t, -h * (1 - t) + 0.02 * h
        shading.append([(x - 0.04 * w, y + 0.08 * h), (x - 0.28 * w * (1 - t / 2), y + 0.42 * h * (1 - t / 1.6))])
    return [
        polyline([*left, crown, *right], closed=True, fill=colours["lit"]),
        polyline([crown, *right, ridge[-1], ridge[-2], ridge[-3]], closed=True, fill=colours["shade"]),
        open_lines([[*left, crown, *right], ridge], line),
        open_lines(shading, pen(colours["hatch"], 0.32, pt)),
    ]


register_look(
    AreaLook(
        name="mountain",
        group="height",
        order=50,
        colours={
            "low": "#E6DBC1",
            "high": "#DDCFAF",
            "top": "#D4C4A0",
            "hatch": "#8C7451",
            "lit": "#F1E8D3",
            "shade": "#B9A37C",
        },
        winter_colours={
            "low": "#E9E7E2",
            "high": "#DEDBD5",
            "top": "#D2CFC9",
            "hatch": "#6E6A66",
            "lit": "#FFFFFF",
            "shade": "#A9ACB4",
        },
        plain_colour="top",
        sample_hexes="C3",
        shape=AreaShape(1.5, 20, 11, 4.0, 26),
        draw=draw_mountain,
        texture=Texture(
            name="peak",
            paint=paint_peak,
            spacing_pt=18.0,
            inset_pt=8.0,
            reach_pt=(9.5, 11, 9.5, 2),
            room_pt=((-6, 0), (0, 0), (6, 0), (-3, -5), (3, -5), (0, -9)),
            in_every_hex=True,
        ),
    )
)
