"""The look `courtyard-town`: a dense town over adjacent hexes, whose larger blocks have courts."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, SettlementLook, TownPlan
from pnp.draw.map.looks.quarters_look import TOWN_LABEL
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="courtyard-town",
        order=17,
        colours={
            "roof_1": "#CE8257",
            "roof_2": "#C06F48",
            "roof_3": "#DB9A6E",
            "roof_4": "#D2A67A",
            "roof_5": "#B9643F",
        },
        plain_colour="built_ground",
        label=TOWN_LABEL,
        plain_half_pt=5.5,
        shape=AreaShape(2.4, 8, 9, 3.0, 20),
        plan=TownPlan(
            block_pt=((6.6, 11.2), (5.6, 9.0)), turn=17.0, bend_pt=3.0, cut=False, court_pt2=36.0, thin_pt=300.0
        ),
        sample_hexes="C3",
    )
)
