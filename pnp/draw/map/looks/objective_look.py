"""The map symbol `objective`: a red disc with the name of the place, such as its victory points."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm


def draw_badge(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an objective: a disc with a pale ring, on which its number is printed later."""
    return [
        circle(0, 0, 7.4 * pt, fill=colours["paper"]),
        circle(0, 0, 6.4 * pt, fill=colours["disc"], stroke=pen(colours["ring"], 0.6, pt)),
    ]


register_look(
    SymbolLook(
        name="objective",
        order=75,
        colours={"disc": "#A8322A", "ring": "#FFF8E8"},
        size_pt=(14.8, 14.8),
        draw=draw_badge,
        lettered=True,
        letter_pt=10.8,
        sample_scale=1.5,
        seat_pt=(11.0, -10.5),
    )
)
