"""The look `river-town`: streets of houses over adjacent hexes, with rows of huts and jetties along the river."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, SettlementLook, TownPlan
from pnp.draw.map.looks.quarters_look import TOWN_LABEL
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="river-town",
        order=16,
        colours={
            "roof_1": "#B9603F",
            "roof_2": "#C77E57",
            "roof_3": "#A8553A",
            "roof_4": "#CFA27A",
            "roof_5": "#B58A63",
            "outer_1": "#C49A6B",
            "outer_2": "#B98A5C",
            "outer_3": "#CFAE82",
            "outer_4": "#B9603F",
            "outer_5": "#A98256",
            "hut_1": "#D1B083",
            "hut_2": "#C29C6C",
            "hut_3": "#B88E5E",
            "hut_4": "#C8855C",
            "jetty": "#5B4327",
        },
        plain_colour="built_ground",
        label=TOWN_LABEL,
        plain_half_pt=5.5,
        shape=AreaShape(3.0, 10, 10, 3.4, 20),
        plan=TownPlan(block_pt=((7.5, 15.0), (6.0, 11.7)), huts=True),
        sample_hexes="C3",
    )
)
