"""The look `plantation`: round crowns in straight rows, with paths between some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Rows, Texture
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_plantation(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of plantation with an outline."""
    return [area.fill(colours["fill"]), area.outline(pen(colours["edge"], 0.6, area.pt))]


def paint_crown(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a round crown with its shadow and a light spot; `variant` from 0 to 1 makes it larger."""
    r = (1.32 + 0.2 * variant) * pt
    return [
        circle(0.45 * pt, 0.55 * pt, r, fill=colours["shadow"]),
        circle(0, 0, r, fill=colours["crown"], stroke=pen(colours["crown_line"], 0.28, pt)),
        circle(-0.33 * r, -0.33 * r, 0.45 * r, fill=colours["light"]),
    ]


register_look(
    AreaLook(
        name="plantation",
        order=62,
        colours={
            "fill": "#E0E8C4",
            "edge": "#A9B97A",
            "shadow": "#C0CE9C",
            "crown": "#A9C07A",
            "crown_line": "#6B8545",
            "light": "#C6D69A",
        },
        plain_colour="fill",
        shape=AreaShape(1.7, 4, 5, 1.8, 30),
        draw=draw_plantation,
        texture=Texture(
            name="rubber-tree",
            paint=paint_crown,
            spacing_pt=4.5,
            inset_pt=2.6,
            reach_pt=(2, 2, 2.4, 2.4),
            rows=Rows(along_pt=4.5, across_pt=5.4, path_every=7, angles=(12.6, -28.6, 48.7, -6.9, 28.6)),
        ),
    )
)
