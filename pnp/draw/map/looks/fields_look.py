"""The look `fields`: farmland in parcels. If no terrain of a map has this look, clear land gets the parcels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours
from pnp.model.gamemap import register_look
from pnp.palette import mix
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map.land_areas import LandArea


def draw_fields(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of fields as pale ground, on which parcels are drawn later."""
    return [area.fill(mix(colours["parcel_1"], colours["land"], 0.35))]


register_look(
    AreaLook(
        name="fields",
        order=10,
        colours={
            "parcel_1": "#E3E5C1",
            "parcel_2": "#EDE4BD",
            "parcel_3": "#EAE2C3",
            "parcel_4": "#E0E4C3",
            "parcel_line": "#CFC59C",
        },
        winter_colours={
            "parcel_1": "#ECEAE0",
            "parcel_2": "#E7E3D5",
            "parcel_3": "#F0EFEA",
            "parcel_4": "#E9E6DB",
            "parcel_line": "#CFC8B6",
        },
        plain_colour="parcel_1",
        shape=AreaShape(2.2, 14, 8, 2.4, 20),
        draw=draw_fields,
        parcels=True,
    )
)
