"""The map symbol `town-name`: only the name of a town, in large capitals over its houses."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.model.gamemap import register_look
from pnp.scene import Item
from pnp.units import Mm


def draw_nothing(_colours: Colours, _pt: Mm) -> list[Item]:
    """Return no items, because only the name is printed."""
    return []


register_look(
    SymbolLook(
        name="town-name",
        order=5,
        size_pt=(0.5, 0.5),
        draw=draw_nothing,
        label=LabelStyle("condensed-extrabold", 13.0, 2.2, capitals=True, halo_pt=3.4),
        in_key=False,
    )
)
