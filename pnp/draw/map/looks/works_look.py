"""The look `works`: a line of field works, a trench with redoubts at the corners and at both ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import BarrierLook, Colours
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Point, polyline

if TYPE_CHECKING:
    import numpy as np

    from pnp.draw.map import outlines
    from pnp.draw.map.lines.barriers import Barrier
else:
    np, outlines = deferred("numpy", "pnp.draw.map.outlines")  # slow to import

STEP_PT, HALF_PT = 1.9, 1.2
"""The length of a step of the trench, and how far it is from the middle."""
REDOUBT = ((-1.05, 0.8), (1.05, 0.8), (1.05, -0.15), (0.0, -0.95), (-1.05, -0.15))
"""The corners of a redoubt that points up."""
LARGE_PT, SMALL_PT = 4.2, 3.3


def draw_works(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw a trench in square steps, with short strokes on the enemy's side and redoubts that point at the enemy."""
    pt, front = barrier.pt, barrier.facing or 1
    spots = outlines.resample(barrier.points, STEP_PT * pt)
    out = outlines.normals(spots)
    sides = np.where(np.arange(len(spots)) % 2, HALF_PT, -HALF_PT) * pt
    square = np.stack([spots[:-1] + out[:-1] * sides[:-1, None], spots[1:] + out[1:] * sides[:-1, None]], axis=1)
    trench = [(float(x), float(y)) for x, y in square.reshape(-1, 2)]
    items: list[Item] = [
        barrier.line(pen(colours["paper"], 5.6, pt)),
        polyline(trench, stroke=pen(colours["trench"], 1.2, pt)),
        barrier.teeth(pen(colours["trench"], 0.5, pt), 2.3, (front * 2.4, front * 3.9)),
    ]
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(barrier.points, axis=0).T))])
    corners = [np.array(barrier.frame.grid.vertex_point(vertex)) for vertex in barrier.chain.vertices]
    for number, corner in enumerate(corners):
        i = int(np.hypot(*(barrier.points - corner).T).argmin())
        i = {0: 0, len(corners) - 1: len(along) - 1}.get(number, i)
        large = number in (0, len(corners) - 1) or number % 2 == 0
        items += _draw_redoubt(barrier, i, (LARGE_PT if large else SMALL_PT) * pt, front, colours)
    return items


def _draw_redoubt(barrier: Barrier, index: int, size: float, front: int, colours: Colours) -> list[Item]:
    """Draw a redoubt at a point of the line, with its shadow and an inner line."""
    pt, points = barrier.pt, barrier.points
    ahead = points[min(index + 3, len(points) - 1)] - points[max(index - 3, 0)]
    angle = math.atan2(ahead[1], ahead[0]) + (0 if front > 0 else math.pi)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = points[index]

    def shape(share: float, shift: float = 0.0) -> list[Point]:
        """Return the corners of the redoubt at a share of its size, moved to the lower right."""
        return [
            (x + size * share * (u * cos - v * sin) + shift, y + size * share * (u * sin + v * cos) + 1.2 * shift)
            for u, v in REDOUBT
        ]

    return [
        polyline(shape(1.24), closed=True, fill=colours["paper"]),
        polyline(shape(1, 0.6 * pt), closed=True, fill=colours["block_shadow"]),
        polyline(shape(1), closed=True, fill=colours["earth"], stroke=pen(colours["trench"], 0.85, pt)),
        polyline(shape(0.58), closed=True, stroke=pen(colours["trench"], 0.3, pt)),
    ]


register_look(
    BarrierLook(
        name="works",
        order=20,
        colours={"trench": "#2B2A14", "earth": "#B3A45E"},
        half_width_pt=3.2,
        draw=draw_works,
    )
)
