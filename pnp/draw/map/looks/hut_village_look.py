"""The look `hut-village`: a village of small huts around the end of a road."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, SettlementLook
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="hut-village",
        order=31,
        colours={"roof_1": "#D1B083", "roof_2": "#C29C6C", "roof_3": "#B88E5E", "roof_4": "#C8855C"},
        plain_colour="built_ground",
        label=LabelStyle("condensed-semibold", 6.6, 0.2),
        plain_half_pt=2.6,
        most_blocks=13,
        reaches_pt=(0.5, 4.6, 8.8, 13.0, 17.0),
        block_scale=0.72,
    )
)
