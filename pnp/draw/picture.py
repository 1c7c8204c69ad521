"""Pictures on markers: one thing each, seen at a glance, on a field of 40 x 27 units about (0, 0)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from pnp.draw.emblem import draw_emblem, place_emblem
from pnp.draw.picture_machines import MACHINES
from pnp.draw.picture_orders import ORDERS
from pnp.draw.picture_people import PEOPLE
from pnp.draw.picture_signs import SIGNS
from pnp.draw.picture_things import THINGS
from pnp.draw.shape import Paint
from pnp.scene import Group, Item, Matrix, Path, Point, Scene, walk

WIDTH, HEIGHT = 40.0, 27.0
"""The field of a picture, in units of its own: 1/45 of the side of a counter."""

PICTURE_SHAPES = {**MACHINES, **ORDERS, **PEOPLE, **SIGNS, **THINGS}
"""Picture -> how it is drawn."""


@cache
def draw_picture(name: str, paint: Paint) -> Scene:
    """A picture, 40 x 27 mm, to be scaled; `KeyError` if there is none such. The name of an emblem is a picture too."""
    if name in PICTURE_SHAPES:
        items = PICTURE_SHAPES[name](paint)
    else:
        items = _emblem(paint.emblem if name == "emblem" else name, paint)
    return Scene(f"picture {name}", WIDTH, HEIGHT, (Group(items, Matrix.place(WIDTH / 2, HEIGHT / 2)),), bleed=1)


@cache
def picture_points(name: str) -> tuple[Point, ...]:
    """Points on the lines of a picture, about (0, 0) in its own units: where it must not meet anything else."""
    scene = draw_picture(name, Paint("#FFFFFF"))
    found = []
    for item, matrix in walk(scene.items):
        if isinstance(item, Path):
            corners = [matrix.apply((item.xy[i], item.xy[i + 1])) for i in range(0, len(item.xy), 2)]
            halves = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(corners)]
            found += [(x - WIDTH / 2, y - HEIGHT / 2) for x, y in corners + halves]
    return tuple(found)


def _emblem(name: str, paint: Paint) -> tuple[Item, ...]:
    return (place_emblem(draw_emblem(name, paint.accent, paint.ground), 0, 0, 11.6),)
