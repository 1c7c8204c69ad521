"""The look `vineyard`: vines along wires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Rows, Texture
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_vineyard(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of vineyard with an outline."""
    return [area.fill(colours["fill"]), area.outline(pen(colours["edge"], 0.5, area.pt))]


def paint_vine(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a vine with leaves and a grape; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.3 * variant) * pt
    return [
        circle(0.0, 0.1 * k, 1.0 * k, fill=colours["leaf"]),
        circle(-0.3 * k, -0.25 * k, 0.5 * k, fill=colours["light"]),
        circle(0.45 * k, 0.35 * k, 0.38 * k, fill=colours["grape"]),
    ]


register_look(
    AreaLook(
        name="vineyard",
        order=61,
        colours={
            "fill": "#E9E2AE",
            "edge": "#B7A860",
            "leaf": "#8A9C48",
            "light": "#B1BE72",
            "grape": "#6B4468",
            "wire": "#9A8A50",
        },
        plain_colour="fill",
        shape=AreaShape(1.7, 4, 5, 1.8, 30),
        draw=draw_vineyard,
        texture=Texture(
            name="vine",
            paint=paint_vine,
            spacing_pt=3.0,
            inset_pt=2.4,
            reach_pt=(1.6, 1.6, 1.6, 1.6),
            rows=Rows(along_pt=3.0, across_pt=4.6, path_every=8, angles=(17.0, -30.0, 6.0), wire="wire"),
        ),
    )
)
