"""The look `embankment`: a bank with two crest lines and hatched slopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import BarrierLook, Colours
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map.lines.barriers import Barrier


def draw_embankment(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw an embankment: two crest lines, and hatched slopes on both sides."""
    pt = barrier.pt
    return [
        barrier.line(pen(colours["paper"], 2.4, pt)),
        barrier.line(pen(colours["bank"], 0.55, pt), 0.9, -0.9),
        barrier.teeth(pen(colours["bank"], 0.5, pt), 2.2, (0.9, 2.7), (-0.9, -2.7)),
    ]


register_look(BarrierLook(name="embankment", colours={"bank": "#8A6B45"}, half_width_pt=2.9, draw=draw_embankment))
