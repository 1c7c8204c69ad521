"""The look `reedy-stream`: a narrow stream along hexsides with some reeds on both banks."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, StreamLook
from pnp.draw.map.looks.reedy_river_look import REEDS
from pnp.model.gamemap import register_look

register_look(
    StreamLook(
        name="reedy-stream",
        order=21,
        colours={"water": "#A9D0D4", **REEDS},
        width_pt=(1.5, 2.7),
        plain_width_pt=2.4,
        reeds_pt=7.0,
        label=LabelStyle("serif-semibold-italic", 8.0, 1.9, halo_pt=1.8, ink="water_name"),
    )
)
