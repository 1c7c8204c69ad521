"""The look `walled-city`: a square city inside walls with gates, and suburbs inside a rampart."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, SettlementLook
from pnp.model.gamemap import register_look

register_look(
    SettlementLook(
        name="walled-city",
        order=9,
        colours={
            "plain": "#E6DACB",
            "ground": "#E6DACB",
            "ground_line": "#8A7B68",
            "wall": "#5B5148",
            "palace": "#C9A24B",
            "quarter": "#A9785F",
        },
        plain_colour="plain",
        label=LabelStyle("serif-bold", 9.9, 0.6, capitals=True, halo_pt=3.0),
        plain_half_pt=5.5,
        walled=True,
    )
)
