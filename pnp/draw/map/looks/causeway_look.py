"""The look `causeway`: an embankment with hatched slopes that carries a road or a railroad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.map.look_specs import BarrierLook, Colours
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item

if TYPE_CHECKING:
    from pnp.draw.map.lines.barriers import Barrier


def draw_causeway(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw an embankment: hatched slopes, its crest, and on it a railroad or a road, if it carries one.

    The items of adjacent embankments are drawn in turn, so that they join.
    """
    pt, carries = barrier.pt, barrier.chain.carries
    items: list[Item] = [
        barrier.line(pen(colours["verge"], 7.8, pt)),
        barrier.teeth(pen(colours["slope"], 0.42, pt), 1.45, (2.2, 3.6), (-2.2, -3.6)),
        barrier.line(pen(colours["slope"], 4.9, pt)),
        barrier.line(pen(colours["crest"], 4.0, pt)),
    ]
    if carries == "road":
        items += [barrier.line(pen(colours["road_edge"], 2.9, pt)), barrier.line(pen(colours["road"], 2.0, pt))]
    elif carries == "railroad":
        ties = barrier.teeth(pen(colours["rail"], 0.52, pt), 2.7, (1.6, -1.6))
        items += [ties, barrier.line(pen(colours["rail"], 0.95, pt))]
    return items


register_look(
    BarrierLook(
        name="causeway",
        order=15,
        colours={
            "verge": "#C6D2AC",
            "slope": "#6A5634",
            "crest": "#D6C598",
            "rail": "#1F2321",
            "road": "#E8C48A",
            "road_edge": "#7A4A2B",
        },
        half_width_pt=3.7,
        draw=draw_causeway,
    )
)
