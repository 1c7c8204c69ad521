"""The look `truss-bridge`: a road deck with planks, and trusses where it crosses a broad river."""

from __future__ import annotations

from pnp.draw.map.look_specs import CrossingLook
from pnp.model.gamemap import register_look

register_look(
    CrossingLook(
        name="truss-bridge",
        order=10,
        colours={"rail": "#2A2420", "deck": "#E9D9B4", "plank": "#A08A62"},
        truss=True,
    )
)
