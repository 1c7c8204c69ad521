"""The look `creek`: narrow water along hexsides."""

from __future__ import annotations

from pnp.draw.map.look_specs import StreamLook
from pnp.model.gamemap import register_look

register_look(StreamLook(name="creek", order=30, width_pt=(0.5, 1.7), plain_width_pt=1.5))
