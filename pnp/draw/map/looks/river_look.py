"""The look `river`: broad water along hexsides."""

from __future__ import annotations

from pnp.draw.map.look_specs import StreamLook
from pnp.model.gamemap import register_look

register_look(StreamLook(name="river", order=10, width_pt=(1.2, 8.6), plain_width_pt=5.0, broad=True))
