"""The look `track`: a narrow road with a dashed edge."""

from __future__ import annotations

from pnp.draw.map.look_specs import RoadLook
from pnp.model.gamemap import register_look

register_look(
    RoadLook(
        name="track",
        order=20,
        colours={"edge": "#8A6A49", "fill": "#FBF1D6"},
        half_width_pt=1.6,
        bridge_half_pt=2.0,
        width_pt=(2.9, 1.7),
        dash_pt=(4.2, 1.9),
    )
)
