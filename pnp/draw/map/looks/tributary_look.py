"""The look `tributary`: a stream along hexsides with the same muddy banks as the broad river that it joins."""

from __future__ import annotations

from pnp.draw.map.look_specs import StreamLook
from pnp.model.gamemap import register_look

register_look(StreamLook(name="tributary", order=15, width_pt=(3.6, 6.0), plain_width_pt=3.6))
