"""The look `railroad`: a black line with ties on a pale bed."""

from __future__ import annotations

from pnp.draw.map.look_specs import RailLook
from pnp.model.gamemap import register_look

register_look(RailLook(name="railroad", order=10, colours={"line": "#2A2522"}, half_width_pt=1.9, bridge_half_pt=2.6))
