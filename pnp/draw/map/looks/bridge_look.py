"""The look `bridge`: two rails with flared ends where a path crosses water."""

from __future__ import annotations

from pnp.draw.map.look_specs import CrossingLook
from pnp.model.gamemap import register_look

register_look(CrossingLook(name="bridge", colours={"rail": "#2A2420"}))
