"""Stacks of counters in a figure: with shadows, or in pale colours where units end up."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.art.pale_colours import pale_scene
from pnp.palette import mix
from pnp.scene import THUMBNAIL, Colour, Group, Item, Matrix, Path, Point, Rect, Scene, Stroke, Use, rectangle
from pnp.units import Mm, points

EDGE = "#3A3428"
STEP, LEAST_STEP, MOST_OFFSET = points(3.0), points(1.5), points(8.4)
"""The offset of each counter from the one below, its least value in a tall stack, the greatest total offset."""
CORNER = 0.05
"""The radius of a counter's corners, as a share of its side."""
PALE = 0.5
"""How much of its colours a pale counter keeps."""


def stack_step(count: int) -> Mm:
    """Return how far each counter of a stack is moved up and right of the counter below it."""
    return max(LEAST_STEP, min(STEP, MOST_OFFSET / max(1, count - 1)))


def stack_rects(middle: Point, count: int, width: Mm, height: Mm | None = None) -> tuple[Rect, ...]:
    """Return the rectangles of the counters of a stack, the top one first.

    The stack is centred on a point. Counters without a `height` are squares.
    """
    height = width if height is None else height
    step = stack_step(count)
    over = step * (count - 1) / 2
    left, top = middle[0] - width / 2 - over, middle[1] - height / 2 + over
    return tuple(Rect(left + step * i, top - step * i, width, height) for i in range(count))


def draw_stack(faces: Sequence[Scene], rects: Sequence[Rect]) -> tuple[Item, ...]:
    """Draw a stack of counters, the first on top."""
    items: list[Item] = []
    for face, rect in reversed(tuple(zip(faces, rects, strict=True))):
        items += _counter_shadow(rect)
        items.append(_framed_counter(face, rect, EDGE))
    return tuple(items)


def draw_pale_counter(face: Scene, rect: Rect, background: Colour) -> Item:
    """Draw a counter in pale colours in the place where it ends up."""
    return _framed_counter(pale_scene(face, background, PALE), rect, mix(EDGE, background, PALE))


def _framed_counter(face: Scene, rect: Rect, edge: Colour) -> Group:
    """Draw a counter with rounded corners and an edge."""
    corner = rect.width * CORNER
    clip = rectangle(Rect(0, 0, face.width, face.height), radius=face.width * CORNER)
    art = Group((Use(face),), Matrix.place(rect.x, rect.y, scale=rect.width / face.width), clip)
    return Group((art, rectangle(rect, stroke=Stroke(edge, points(0.6)), radius=corner)), layer=THUMBNAIL)


def _counter_shadow(rect: Rect) -> tuple[Path, ...]:
    """Return the soft shadow of a counter, at the right and below."""
    side = rect.width
    moved = Rect(rect.x + 0.034 * side, rect.y + 0.037 * side, side, rect.height)
    return tuple(
        rectangle(moved.grown(by * side), fill="#000000", radius=(CORNER + by) * side, opacity=0.07)
        for by in (-0.012, 0.004, 0.02)
    )
