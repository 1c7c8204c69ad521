"""The look `stream`: water along hexsides."""

from __future__ import annotations

from pnp.draw.map.look_specs import StreamLook
from pnp.model.gamemap import register_look

register_look(StreamLook(name="stream", order=20, width_pt=(0.55, 2.8), plain_width_pt=2.4))
