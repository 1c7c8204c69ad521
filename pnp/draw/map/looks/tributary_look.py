"""The look `tributary`: a stream along hexsides with the same muddy banks as the broad river that it joins."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, StreamLook
from pnp.model.gamemap import register_look

register_look(
    StreamLook(
        name="tributary",
        order=15,
        width_pt=(3.6, 6.0),
        plain_width_pt=3.6,
        label=LabelStyle("serif-semibold-italic", 7.8, 2.4, halo_pt=1.8, ink="water_name"),
    )
)
