"""The look `beach`: sand with single grains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Texture
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_beach(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of beach as plain sand."""
    return [area.fill(colours["sand"])]


def paint_grain(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a grain of sand; `variant` from 0 to 1 makes it larger."""
    return [circle(0, 0, (0.28 + 0.16 * variant) * pt, fill=colours["grain"])]


register_look(
    AreaLook(
        name="beach",
        order=20,
        colours={"sand": "#F3E7C4", "grain": "#CDB889"},
        plain_colour="sand",
        shape=AreaShape(0.5, 12, 8, 3.0, 18),
        draw=draw_beach,
        texture=Texture(name="grain", paint=paint_grain, spacing_pt=3.1, inset_pt=1.0, reach_pt=(1, 1, 1, 1)),
        dry_only=True,
    )
)
