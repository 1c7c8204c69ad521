"""Pictures on markers: one thing each, seen at a glance, on a field of 40 x 27 units about (0, 0)."""

from __future__ import annotations

from functools import cache

from pnp.draw.emblem import EMBLEM_SHAPES, draw_emblem, place_emblem
from pnp.draw.picture_machines import MACHINES
from pnp.draw.picture_signs import SIGNS
from pnp.draw.picture_things import THINGS
from pnp.draw.shape import Paint
from pnp.scene import Group, Item, Matrix, Scene

WIDTH, HEIGHT = 40.0, 27.0
"""The field of a picture, in units of its own: 1/45 of the side of a counter."""

PICTURE_SHAPES = {**MACHINES, **SIGNS, **THINGS}
"""Picture -> how it is drawn."""


@cache
def draw_picture(name: str, paint: Paint) -> Scene:
    """A picture, 40 x 27 mm, to be scaled; `KeyError` if there is none such. The name of an emblem is a picture too."""
    if name in PICTURE_SHAPES:
        items = PICTURE_SHAPES[name](paint)
    else:
        items = _emblem(paint.emblem if name == "emblem" else name, paint)
    return Scene(f"picture {name}", WIDTH, HEIGHT, (Group(items, Matrix.place(WIDTH / 2, HEIGHT / 2)),), bleed=1)


def is_picture(name: str) -> bool:
    """Can it be drawn by `draw_picture`?"""
    return name in PICTURE_SHAPES or name in EMBLEM_SHAPES or name == "emblem"


def _emblem(name: str, paint: Paint) -> tuple[Item, ...]:
    return (place_emblem(draw_emblem(name, paint.accent, paint.ground), 0, 0, 11.6),)
