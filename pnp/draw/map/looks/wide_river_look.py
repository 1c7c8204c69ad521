"""The look `wide-river`: a river of great width along hexsides."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, StreamLook
from pnp.model.gamemap import register_look

register_look(
    StreamLook(
        name="wide-river",
        order=5,
        width_pt=(12.0, 15.4),
        plain_width_pt=8.0,
        broad=True,
        wander=0.42,
        swell=0.14,
        funnel_pt=22.0,
        label=LabelStyle("serif-semibold-italic", 9.6, 4.2, ink="water_name"),
    )
)
