"""Stacks of counters in a figure: each offset from the one below it, with a soft shadow; pale where a unit ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pnp.palette import mix
from pnp.scene import THUMBNAIL, Colour, Group, Item, Matrix, Path, Point, Rect, Scene, Stroke, Text, Use, rectangle
from pnp.units import Mm, points

EDGE = "#3A3428"
STEP, LEAST_STEP, MOST_OFFSET = points(3.0), points(1.5), points(8.4)
"""How far each counter of a stack lies from the one below: as much as this, less in a tall stack."""
CORNER = 0.05
"""Radius of a counter's corners, as a share of its side."""
PALE = 0.5
"""How much of a counter's colours is left where it ends."""


def stack_step(count: int) -> Mm:
    """How far apart the counters of a stack lie, up and to the right."""
    return max(LEAST_STEP, min(STEP, MOST_OFFSET / max(1, count - 1)))


def stack_rects(middle: Point, count: int, side: Mm) -> tuple[Rect, ...]:
    """Where the counters of a stack lie, the uppermost first; the stack as a whole is centred on a point."""
    step = stack_step(count)
    over = step * (count - 1) / 2
    left, top = middle[0] - side / 2 - over, middle[1] - side / 2 + over
    return tuple(Rect(left + step * i, top - step * i, side, side) for i in range(count))


def draw_stack(faces: Sequence[Scene], rects: Sequence[Rect]) -> tuple[Item, ...]:
    """Counters over one another, the first uppermost."""
    items: list[Item] = []
    for face, rect in reversed(tuple(zip(faces, rects, strict=True))):
        items += _shadow(rect)
        items.append(_counter(face, rect, EDGE))
    return tuple(items)


def draw_ghost(face: Scene, rect: Rect, ground: Colour) -> Item:
    """A counter where it ends: its colours paled by the ground."""
    return _counter(paled(face, ground), rect, mix(EDGE, ground, PALE))


def _counter(face: Scene, rect: Rect, edge: Colour) -> Group:
    corner = rect.width * CORNER
    clip = rectangle(Rect(0, 0, face.width, face.height), radius=face.width * CORNER)
    art = Group((Use(face),), Matrix.place(rect.x, rect.y, scale=rect.width / face.width), clip)
    return Group((art, rectangle(rect, stroke=Stroke(edge, points(0.6)), radius=corner)), layer=THUMBNAIL)


def _shadow(rect: Rect) -> tuple[Path, ...]:
    """A shadow that fades outwards, to the right and below."""
    side = rect.width
    moved = Rect(rect.x + 0.034 * side, rect.y + 0.037 * side, side, side)
    return tuple(
        rectangle(moved.grown(by * side), fill="#000000", radius=(CORNER + by) * side, opacity=0.07)
        for by in (-0.012, 0.004, 0.02)
    )


@lru_cache(maxsize=256)
def paled(scene: Scene, ground: Colour) -> Scene:
    """A drawing with half of its colours mixed into a ground: nothing in it is see-through."""
    return replace(scene, items=tuple(_pale(item, ground) for item in scene.items))


def _pale(item: Item, ground: Colour) -> Item:
    match item:
        case Path():
            fill = mix(item.fill, ground, PALE) if item.fill else None
            return replace(item, fill=fill, stroke=_pale_stroke(item.stroke, ground))
        case Text():
            return replace(item, fill=mix(item.fill, ground, PALE), halo=_pale_stroke(item.halo, ground))
        case Use():
            return replace(item, scene=paled(item.scene, ground))
        case Group():
            return replace(item, items=tuple(_pale(one, ground) for one in item.items))


def _pale_stroke(stroke: Stroke | None, ground: Colour) -> Stroke | None:
    return replace(stroke, colour=mix(stroke.colour, ground, PALE)) if stroke else None
