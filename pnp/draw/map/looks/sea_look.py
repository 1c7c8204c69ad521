"""The look `sea`: water beyond a coast."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, WaterLook
from pnp.model.gamemap import register_look

register_look(
    WaterLook(
        name="sea",
        order=20,
        plain_colour="deep",
        sample_hexes="C3 C4 C5 D1-D5 E1-E5",
        shape=AreaShape(1.0, 16, 8, 4.6, 22),
    )
)
