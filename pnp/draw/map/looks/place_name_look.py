"""The map symbol `place-name`: only the name of a village or another place, in capitals."""

from __future__ import annotations

from pnp.draw.map.look_specs import LabelStyle, SymbolLook
from pnp.draw.map.looks.town_name_look import draw_nothing
from pnp.model.gamemap import register_look

register_look(
    SymbolLook(
        name="place-name",
        order=6,
        size_pt=(0.5, 0.5),
        draw=draw_nothing,
        label=LabelStyle("condensed-extrabold", 9.0, 1.0, capitals=True, halo_pt=2.8),
        in_key=False,
    )
)
