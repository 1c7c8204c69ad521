"""The look `town`: blocks along the roads."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, SettlementLook
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="town",
        order=20,
        plain_colour="built_ground",
        label=LabelStyle("condensed-bold", 7.2, 0.42, capitals=True),
        plain_half_pt=3.8,
        most_blocks=11,
        reaches_pt=(3.1, 8.9, 14.4),
    )
)
