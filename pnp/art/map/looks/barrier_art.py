"""Drawings of barriers along hexsides: causeways, embankments, ridges, walls and field works."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.map import outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.lines.barriers import Barrier
from pnp.art.map.map_strokes import pen
from pnp.scene import Colours, Item, Point, polyline


@DRAWINGS.enter("causeway")
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


@DRAWINGS.enter("embankment")
def draw_embankment(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw an embankment: two crest lines, and hatched slopes on both sides."""
    pt = barrier.pt
    return [
        barrier.line(pen(colours["paper"], 2.4, pt)),
        barrier.line(pen(colours["bank"], 0.55, pt), 0.9, -0.9),
        barrier.teeth(pen(colours["bank"], 0.5, pt), 2.2, (0.9, 2.7), (-0.9, -2.7)),
    ]


@DRAWINGS.enter("ridge")
def draw_ridge(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw a ridge: a crest line, with wedges down both slopes or only the slope that it faces."""
    hands = ((barrier.facing, 4.4),) if barrier.facing else ((1, 4.0), (-1, 3.0))
    return [
        barrier.wedges(colours["wedge"], 3.4, 1.15, hands, longer_pt=0.9),
        barrier.line(pen(colours["crest"], 1.15, barrier.pt)),
    ]


@DRAWINGS.enter("wall")
def draw_wall(barrier: Barrier, colours: Colours) -> list[Item]:
    """Draw a wall: a pale band between dark lines, with towers at the corners of the hexes."""
    pt, line = barrier.pt, colours["wall"]
    return [
        barrier.line(pen(line, 3.2, pt)),
        barrier.line(pen(colours["masonry"], 1.9, pt)),
        barrier.teeth(pen(line, 0.4, pt), 2.4, (-0.95, 0.95)),
        barrier.squares(colours["masonry"], pen(line, 0.7, pt), 2.1),
    ]


STEP_PT, HALF_PT = 1.9, 1.2
"""The length of a step of the trench, and how far it is from the middle."""
REDOUBT = ((-1.05, 0.8), (1.05, 0.8), (1.05, -0.15), (0.0, -0.95), (-1.05, -0.15))
"""The corners of a redoubt that points up."""
LARGE_PT, SMALL_PT = 4.2, 3.3


@DRAWINGS.enter("works")
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
