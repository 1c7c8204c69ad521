"""The look `river-hexes`: whole hexes of a broad river, which continues off the map."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, WaterLook
from pnp.model.gamemap import register_look

register_look(
    WaterLook(
        name="river-hexes",
        order=15,
        plain_colour="water",
        sample_hexes="B3 C3 D2 A3 E2",
        shape=AreaShape(0.4, 24, 12, 4.0, 34),
        inland=True,
        flows=True,
    )
)
