"""The look `sunken-road`: a pale track between two banks with ticks."""

from __future__ import annotations

from pnp.draw.map.look_specs import RoadLook
from pnp.model.gamemap import register_look

register_look(
    RoadLook(
        name="sunken-road",
        order=10,
        colours={"edge": "#8A5A2E", "fill": "#FBF0D2", "tick": "#8A5A2E"},
        half_width_pt=3.2,
        bridge_half_pt=2.2,
        width_pt=(3.2, 2.1),
        dash_pt=(4.2, 1.9),
        ticks_pt=(1.9, 3.5, 2.6),
    )
)
