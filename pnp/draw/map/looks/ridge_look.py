"""The look `ridge`: a crest line with wedges down its slopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import BarrierLook, Colours
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map.lines.barriers import Barrier


def draw_ridge(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw a ridge: a crest line, with wedges down both slopes or only the slope that it faces."""
    hands = ((barrier.facing, 4.4),) if barrier.facing else ((1, 4.0), (-1, 3.0))
    return [
        barrier.wedges(colours["wedge"], 3.4, 1.15, hands, longer_pt=0.9),
        barrier.line(pen(colours["crest"], 1.15, barrier.pt)),
    ]


register_look(
    BarrierLook(
        name="ridge",
        colours={"wedge": "#A88F62", "crest": "#8A6B45"},
        winter_colours={"wedge": "#9A9284"},
        half_width_pt=3.6,
        draw=draw_ridge,
    )
)
