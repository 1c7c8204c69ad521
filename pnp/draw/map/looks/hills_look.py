"""The look `hills`: three steps of height with hatched slopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours
from pnp.model.gamemap import register_look
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_hills(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of hills as three steps of height, each in its colour."""
    return area.fill_steps(colours["low"], colours["high"], colours["top"])


register_look(
    AreaLook(
        name="hills",
        group="height",
        order=40,
        colours={"low": "#EADFC0", "high": "#E3D6B3", "top": "#DBCBA4", "hatch": "#A88F62"},
        winter_colours={"low": "#ECEAE4", "high": "#E3E1DA", "top": "#D9D6CE", "hatch": "#9A9284"},
        plain_colour="high",
        sample_hexes="C3",
        shape=AreaShape(1.5, 20, 11, 4.0, 26),
        draw=draw_hills,
    )
)
