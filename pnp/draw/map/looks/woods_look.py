"""The look `woods`: pale green with round and pointed crowns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.draw.map.map_strokes import arc, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle, polyline
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_woods(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of woods with a dark rim, a light inside and an outline."""
    return area.fill_with_rim(colours["fill"], colours["rim"], colours["edge"])


def paint_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a round or pointed tree on a short stem; `variant` from 0 to 1 makes it larger.

    Two of five variants have a pointed crown.
    """
    s = (1.7 + 0.7 * variant) * pt
    line = pen(colours["crown_line"], 0.36, pt)
    stem = polyline([(0, 0.7 * s), (0, 1.25 * s)], stroke=pen(colours["crown_line"], 0.5, pt))
    if round(variant * 4) % 3 == 1:
        crown = [(0.0, -1.25 * s), (0.72 * s, 0.8 * s), (-0.72 * s, 0.8 * s)]
        return [stem, polyline(crown, closed=True, fill=colours["crown"], stroke=line)]
    shade = arc(0, 0, 0.62 * s, 5, 105)
    return [stem, circle(0, 0, 0.9 * s, fill=colours["crown"], stroke=line), polyline(shade, stroke=line)]


register_look(
    AreaLook(
        name="woods",
        order=60,
        colours={
            "fill": "#DCE3C0",
            "rim": "#CFD9AD",
            "edge": "#A3B287",
            "crown": "#BFCDA0",
            "crown_line": "#84976C",
        },
        winter_colours={
            "fill": "#E6E8E0",
            "rim": "#DADDD2",
            "edge": "#A9AC9B",
            "crown": "#D2D2C4",
            "crown_line": "#8B8674",
        },
        plain_colour="rim",
        shape=AreaShape(0.8, 20, 10, 6.4, 21),
        draw=draw_woods,
        texture=Texture(name="woods-tree", paint=paint_tree, spacing_pt=5.2, inset_pt=2.4, reach_pt=(3, 3.5, 3, 3.5)),
    )
)
