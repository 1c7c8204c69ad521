"""The look `clear`: open land with tufts of dry grass."""

from __future__ import annotations

from pnp.draw.map.look_specs import Colours, GroundLook, Texture
from pnp.draw.map.map_strokes import open_lines, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item
from pnp.units import Mm


def paint_tuft(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a tuft of three blades of dry grass; `variant` from 0 to 1 makes it larger."""
    k = (0.8 + 0.4 * variant) * pt
    blades = [
        [(dx * 0.5 * k, 0.7 * k), ((dx + lean) * k, (-0.8 + abs(dx) * 0.3) * k)]
        for dx, lean in ((-0.9, -0.5), (0, 0.1), (0.9, 0.5))
    ]
    return [open_lines(blades, pen(colours["tuft"], 0.36, pt))]


register_look(
    GroundLook(
        name="clear",
        colours={"tuft": "#D3C49C"},
        winter_colours={"tuft": "#BDB096"},
        plain_colour="land",
        texture=Texture(name="tuft", paint=paint_tuft, spacing_pt=9.5, inset_pt=0, reach_pt=(2.4, 1.8, 2.4, 1.6)),
    )
)
