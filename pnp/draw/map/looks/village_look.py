"""The look `village`: a few blocks along the roads."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, SettlementLook
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="village",
        order=30,
        plain_colour="built_ground",
        label=LabelStyle("condensed-semibold", 6.6, 0.2),
        plain_half_pt=2.6,
        most_blocks=5,
        reaches_pt=(3.0, 8.6),
    )
)
