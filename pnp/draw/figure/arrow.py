"""Arrows of figures: block arrows between counters, and lines with arrow heads from hex to hex."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.palette import WHITE
from pnp.scene import Colour, Path, Point, Rect, Stroke, polygon, polyline
from pnp.units import Mm

HEAD_LENGTH, HEAD_HALF = 1.5, 1.25
"""Length and half width of an arrow's head, in widths of its shaft."""
CASING: Mm = 0.36
"""The width of the white edge around an arrow."""


def block_arrow(start: Point, end: Point, width: Mm, fill: Colour) -> tuple[Path, ...]:
    """Draw a thick arrow with a white edge from `start` to `end`."""
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    head, half = min(HEAD_LENGTH * width, length * 0.75), HEAD_HALF * width
    outline = ((0, width / 2), (length - head, width / 2), (length - head, half), (length, 0))
    corners = (*outline, *((x, -y) for x, y in reversed(outline) if y))
    points = [(start[0] + along[0] * x - along[1] * y, start[1] + along[1] * x + along[0] * y) for x, y in corners]
    return (
        polygon(points, stroke=Stroke(WHITE, 2 * CASING, join="round")),
        polygon(points, fill=fill),
    )


def arrow_ends(start_rect: Rect, end_rect: Rect, shortest: Mm, distance: Mm) -> tuple[Point, Point]:
    """Return the start and end of an arrow from one rectangle to `distance` mm before another.

    The arrow is on the line between their middles. If it would be shorter than `shortest`, it begins inside the
    first.
    """
    (x0, y0), (x1, y1) = start_rect.centre, end_rect.centre
    length = math.dist((x0, y0), (x1, y1))
    begin = _share_inside(start_rect, (x1 - x0, y1 - y0))
    finish = 1 - _share_inside(end_rect, (x0 - x1, y0 - y1)) - distance / length
    begin = max(0.0, min(begin, finish - shortest / length))
    return (x0 + (x1 - x0) * begin, y0 + (y1 - y0) * begin), (x0 + (x1 - x0) * finish, y0 + (y1 - y0) * finish)


def _share_inside(rect: Rect, vector: Point) -> float:
    """Return how much of a vector from the middle of a rectangle is inside it, from 0 to 1."""
    return min(
        1.0,
        rect.width / 2 / abs(vector[0]) if vector[0] else math.inf,
        rect.height / 2 / abs(vector[1]) if vector[1] else math.inf,
    )


def route_line(points: Sequence[Point], rounding: Mm, stroke: Stroke) -> Path:
    """Return a line through points, with rounded bends.

    The curves begin `rounding` mm before a bend.
    """
    if len(points) < 3:
        return polyline(points, stroke=stroke)
    ops, xy = "M", [*points[0]]
    for before, bend, after in zip(points, points[1:], points[2:], strict=False):
        into, out = _point_towards(bend, before, rounding), _point_towards(bend, after, rounding)
        ops += "LC"
        xy += [*into, *_point_towards(into, bend, 0.55, share=True), *_point_towards(out, bend, 0.55, share=True), *out]
    return Path(ops + "L", (*xy, *points[-1]), stroke=stroke)


def _point_towards(start: Point, end: Point, amount: float, *, share: bool = False) -> Point:
    """Return a point on the way to `end`, `amount` mm from `start` or (with `share`) at that share.

    A distance is limited to half of the way.
    """
    length = math.dist(start, end) or 1.0
    part = amount if share else min(amount / length, 0.5)
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def route_head(before: Point, end: Point, size: Mm, fill: Colour) -> tuple[Path, ...]:
    """Draw an arrow head at the end of a line that comes from `before`."""
    length = math.dist(before, end) or 1.0
    along = ((end[0] - before[0]) / length, (end[1] - before[1]) / length)
    points = [
        (end[0] + along[0] * x - along[1] * y, end[1] + along[1] * x + along[0] * y)
        for x, y in ((0.0, 0.0), (-size, size * 0.62), (-size * 0.72, 0.0), (-size, -size * 0.62))
    ]
    return polygon(points, stroke=Stroke(WHITE, 2 * CASING, join="round")), polygon(points, fill=fill)


def shortened(points: Sequence[Point], length: Mm) -> tuple[Point, ...]:
    """Return the points of a line that is shortened by a length at its end."""
    kept = list(points)
    while len(kept) > 1:
        last = math.dist(kept[-2], kept[-1])
        if last > length:
            kept[-1] = _point_towards(kept[-1], kept[-2], length / last, share=True)
            break
        length -= last
        kept.pop()
    return tuple(kept)
