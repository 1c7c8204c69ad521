"""The look `city`: streets on built-up ground."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, SettlementLook
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="city",
        order=10,
        colours={"plain": "#DDBDA9"},
        plain_colour="plain",
        label=LabelStyle("condensed-extrabold", 12.6, 0.9, capitals=True),
        plain_half_pt=5.5,
        built_up=True,
    )
)
