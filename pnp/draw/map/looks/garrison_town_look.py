"""The look `garrison-town`: streets of small brick and tin-roofed houses over adjacent hexes, with garden trees."""

from __future__ import annotations

from pnp.draw.map.look_specs import AreaShape, SettlementLook, TownPlan
from pnp.draw.map.looks.quarters_look import TOWN_LABEL
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="garrison-town",
        order=14,
        colours={
            "roof_1": "#9A5744",
            "roof_2": "#A5624C",
            "roof_3": "#9A5744",
            "roof_4": "#7D8B90",
            "street": "#F3ECD6",
            "garden": "#97B47A",
            "garden_line": "#4C7050",
            "plaza": "#F0E8D0",
            "plaza_line": "#8A6A2E",
        },
        plain_colour="built_ground",
        label=TOWN_LABEL,
        plain_half_pt=5.5,
        shape=AreaShape(1.2, 10, 8, 2.6, 20),
        plan=TownPlan(turn=9.0, street_pt=(10.5, 8.4)),
        sample_hexes="C3",
    )
)
