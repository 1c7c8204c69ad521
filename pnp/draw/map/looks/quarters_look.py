"""The look `quarters`: streets of houses over all adjacent hexes of a town, thinner at its edge."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, LabelStyle, SettlementLook
from pnp.model.gamemap import register_look

TOWN_LABEL = LabelStyle("condensed-extrabold", 10.4, 0.75, capitals=True)

register_look(
    SettlementLook(
        name="quarters",
        order=15,
        colours={
            "roof_1": "#B9603F",
            "roof_2": "#C77E57",
            "roof_3": "#A8553A",
            "roof_4": "#CFA27A",
            "roof_5": "#B58A63",
        },
        plain_colour="built_ground",
        label=TOWN_LABEL,
        plain_half_pt=5.5,
        shape=AreaShape(3.0, 10, 10, 3.4, 20),
        sample_hexes="C3",
    )
)
