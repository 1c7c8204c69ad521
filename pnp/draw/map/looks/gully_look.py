"""The look `gully`: a dry bed along hexsides, with ticks on both banks."""

from __future__ import annotations

from pnp.draw.map.look_specs import StreamLook
from pnp.model.gamemap import register_look

register_look(
    StreamLook(
        name="gully",
        order=40,
        colours={"bed": "#DCC48E", "bank": "#7B5A33"},
        width_pt=(3.0, 3.0),
        plain_width_pt=2.0,
        dry=True,
    )
)
