"""The look `wall`: masonry with square towers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import BarrierLook, Colours
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map.lines.barriers import Barrier


def draw_wall(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw a wall: a pale band between dark lines, with towers at the corners of the hexes."""
    pt, line = barrier.pt, colours["wall"]
    return [
        barrier.line(pen(line, 3.2, pt)),
        barrier.line(pen(colours["masonry"], 1.9, pt)),
        barrier.teeth(pen(line, 0.4, pt), 2.4, (-0.95, 0.95)),
        barrier.squares(colours["masonry"], pen(line, 0.7, pt), 2.1),
    ]


register_look(
    BarrierLook(
        name="wall",
        colours={"wall": "#6E5A4E", "masonry": "#CFC0AC"},
        half_width_pt=2.6,
        draw=draw_wall,
        angular=True,
    )
)
