"""Hops of hex numbers: to a place in their hex where no road, railroad or water runs through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.streams import Stream
from pnp.hexgrid import Hex, Hexside
from pnp.model.looks.area_looks import WaterLook
from pnp.scene import Point, Rect
from pnp.units import Mm

GAP_PT = 0.9
"""The least distance of a number from a line or a bank."""
SHORE = 0.13
"""How far the shore of the sea or of hexes of a river may be from their sides, in hex heights."""
BESIDE = 0.30
"""How far a number moves along the side of its hex, in lengths of hexsides."""
BELOW, FAR_BELOW = (0.11, 0.16), (0.22, 0.28)
"""How far a number moves towards the middle of its hex, before and after it looks for another corner."""


def with_hops(frame: MapFrame, streams: Sequence[Stream], routes: Sequence[DrawnRoute]) -> MapFrame:
    """Return a map frame whose hex numbers have hopped off streams, roads and railroads.

    A number hops to the first place in its hex that is free, or else stays.
    """
    lines: list[BaseGeometry] = [stream.area.buffer(frame.scaled(GAP_PT), quad_segs=3) for stream in streams]
    lines += [
        LineString(route.points).buffer(frame.scaled(route.look.half_width_pt + GAP_PT), quad_segs=3)
        for route in routes
    ]
    smooth = [name for name, look in frame.looks.of(WaterLook).items() if look.flows or look.banded]
    wet, shore = set(frame.hexes_like(*smooth)), SHORE * frame.grid.across_flats
    sides = [Hexside.between(cell, other) for cell in sorted(wet) for other in cell.neighbours if other not in wet]
    lines += [LineString(frame.grid.side_points(side)).buffer(shore, quad_segs=3) for side in sides]
    tree, hops = shapely.STRtree(lines), dict[Hex, Point]()
    numbers = list(frame.numbers.items())
    if not numbers or not lines:
        return frame
    boxes = [_box(rect) for _, rect in numbers]
    for number in sorted(set(tree.query(boxes, predicate="intersects")[0].tolist())):
        cell, rect = numbers[number]
        near = [lines[i] for i in tree.query(frame.hexagon(cell))]
        free = (hop for hop in _hops(frame, cell, rect) if not any(_box(_moved(rect, hop)).intersects(o) for o in near))
        hop = next(free, None)
        if hop is not None:
            hops[cell] = hop
    return replace(frame, hops=hops) if hops else frame


def _hops(frame: MapFrame, cell: Hex, rect: Rect) -> Iterator[tuple[Mm, Mm]]:
    """Yield the moves of a number to other places in its hex, the nearest first."""
    (x, y), room = frame.grid.centre(cell), frame.hexagon(cell, 0.97)
    across, down = 2 * (x - rect.x) - rect.width, 2 * (y - rect.y) - rect.height
    height, aside = frame.grid.across_flats, BESIDE * frame.grid.side
    lower, low = ([by * height for by in some] for some in (BELOW, FAR_BELOW))
    moves = [(0.0, by) for by in lower]
    moves += [(across, 0.0), *((across, by) for by in lower)]
    moves += [(right, by) for by in (0.0, *lower) for right in (aside, -aside)]
    moves += [(right, by) for by in low for right in (0.0, across)]
    moves += [(0.0, down), (across, down)]
    moves += [(right, down - by) for right in (0.0, across) for by in lower]
    for move in moves:
        box = _box(_moved(rect, move))
        if room.contains(box) and frame.paper_area.contains(box):
            yield move


def _moved(rect: Rect, by: tuple[Mm, Mm]) -> Rect:
    """Return a rectangle moved by a vector."""
    return replace(rect, x=rect.x + by[0], y=rect.y + by[1])


def _box(rect: Rect) -> BaseGeometry:
    """Return a rectangle as a polygon."""
    return shapely.box(rect.x, rect.y, rect.right, rect.bottom)
