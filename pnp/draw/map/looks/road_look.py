"""The look `road`: a pale line with dark edges."""

from __future__ import annotations

from pnp.draw.map.look_specs import RoadLook
from pnp.model.gamemap import register_look

register_look(
    RoadLook(
        name="road",
        order=30,
        colours={"edge": "#6B4A30", "fill": "#F6D79A"},
        half_width_pt=2.15,
        bridge_half_pt=2.55,
        width_pt=(4.1, 2.75),
    )
)
