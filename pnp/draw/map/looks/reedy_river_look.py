"""The look `reedy-river`: a river along hexsides with reeds on both banks, which widens towards the sea."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, StreamLook
from pnp.model.gamemap import register_look

REEDS = {"reed": "#7C9250", "head": "#8A6A35"}

register_look(
    StreamLook(
        name="reedy-river",
        order=11,
        colours={"water": "#A9D0D4", **REEDS},
        width_pt=(6.8, 10.5),
        plain_width_pt=5.0,
        broad=True,
        wander=0.36,
        swell=0.10,
        funnel_pt=24.0,
        reeds_pt=2.2,
        label=LabelStyle("serif-semibold-italic", 9.8, 3.6, halo_pt=1.8, ink="water_name"),
    )
)
