"""The map symbol `hilltop`: a small triangle with the name of a hill."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, LabelStyle, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, polyline
from pnp.units import Mm


def draw_hilltop(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of a hilltop: a small triangle."""
    shape = [(-1.9 * pt, 1.5 * pt), (0.0, -1.8 * pt), (1.9 * pt, 1.5 * pt)]
    return [polyline(shape, closed=True, fill=colours["top"], stroke=pen(colours["paper"], 0.5, pt))]


register_look(
    SymbolLook(
        name="hilltop",
        order=95,
        colours={"top": "#5B3A22"},
        size_pt=(4.4, 4.4),
        draw=draw_hilltop,
        label=LabelStyle("condensed-bold", 7.0, 0.25, halo_pt=2.4),
        sample_scale=2.4,
        in_key=False,
    )
)
