"""The look `marsh`: wet ground with reeds and a broken edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_marsh(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of marsh as wet ground with a dashed outline."""
    return [area.fill(colours["fill"]), area.outline(pen(colours["edge"], 0.5, area.pt, (2.6, 1.4)))]


def paint_reeds(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw reeds over two short lines of water; `variant` from 0 to 1 makes them larger."""
    k = (1.5 + 0.5 * variant) * pt
    blades = [[(0.25 * dx * k, 0.35 * k), (dx * k, (-1.15 + abs(dx) * 0.45) * k)] for dx in (-0.7, -0.25, 0.3, 0.75)]
    waters = [[(-1.7 * k, 0.45 * k), (1.5 * k, 0.45 * k)], [(-0.9 * k, 0.95 * k), (1.0 * k, 0.95 * k)]]
    return [
        open_lines(waters, pen(colours["pool"], 0.45, pt)),
        open_lines(blades, pen(colours["reed"], 0.42, pt)),
    ]


register_look(
    AreaLook(
        name="marsh",
        order=30,
        colours={"fill": "#E3E8D3", "edge": "#A9BFAE", "pool": "#8DB3BE", "reed": "#8C9B66"},
        plain_colour="fill",
        shape=AreaShape(1.2, 20, 10, 5.0, 17),
        draw=draw_marsh,
        texture=Texture(name="reeds", paint=paint_reeds, spacing_pt=9.5, inset_pt=4.0, reach_pt=(4, 3, 4, 3)),
    )
)
