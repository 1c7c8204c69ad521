"""The look `lake`: inland water."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, WaterLook
from pnp.model.gamemap import register_look

register_look(
    WaterLook(
        name="lake",
        order=10,
        plain_colour="water",
        sample_hexes="C3",
        shape=AreaShape(1.6, 30, 11, 2.6, 19),
        inland=True,
    )
)
