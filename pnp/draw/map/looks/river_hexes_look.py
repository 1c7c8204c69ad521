"""The look `river-hexes`: whole hexes of a broad river with a current, which continues off the map."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, LabelStyle, WaterLook
from pnp.model.gamemap import register_look

register_look(
    WaterLook(
        name="river-hexes",
        order=15,
        colours={"inner": "#A9C8D6", "flow": "#7FA9BD"},
        plain_colour="water",
        sample_hexes="B3 C3 D2 A3 E2",
        shape=AreaShape(0.4, 24, 12, 4.0, 34),
        inland=True,
        flows=True,
        waterlines_pt=((3.2, 0.4), (5.8, 0.35), (9.3, 0.3), (13.5, 0.3)),
        shore_pt=0.9,
        label=LabelStyle("serif-semibold-italic", 16.0, 37.0, capitals=True, halo_pt=0, ink="water_name"),
    )
)
