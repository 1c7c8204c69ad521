"""Counters in small pictures: without the texts that would be too small to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from pnp.fitting import SMALLEST_PT
from pnp.scene import Group, Item, Scene, Text, Use, walk
from pnp.units import Mm

ROUNDING = 0.05
"""A text may be this much smaller (in points), because lengths are rounded in files."""


@lru_cache(maxsize=512)
def reduced_face(face: Scene, width: Mm) -> Scene:
    """Return a face of a counter for a picture of a width, without the texts that would be below 5 pt there.

    The face keeps its own size. It is the same object if all texts can be read.
    """
    items = tuple(_readable_items(face.items, width / face.width))
    return face if items == face.items else replace(face, items=items)


def readable_width(face: Scene) -> Mm:
    """Return the width of the smallest picture of a face in which all its texts can be read; at most the face's."""
    sizes = [item.size_pt * matrix.magnification for item, matrix in walk(face.items) if isinstance(item, Text)]
    return min(face.width, face.width * (SMALLEST_PT - ROUNDING) / min(sizes)) if sizes else 0.0


def _readable_items(items: Iterable[Item], scale: float) -> Iterator[Item]:
    """Yield the items of a drawing that is printed at a scale, without texts that are too small to read."""
    for item in items:
        match item:
            case Text():
                if item.size_pt * scale >= SMALLEST_PT - ROUNDING - 1e-9:
                    yield item
            case Use():
                inside = tuple(_readable_items(item.scene.items, scale * item.matrix.magnification))
                yield item if inside == item.scene.items else replace(item, scene=replace(item.scene, items=inside))
            case Group():
                inside = tuple(_readable_items(item.items, scale * item.matrix.magnification))
                yield item if inside == item.items else replace(item, items=inside)
            case _:
                yield item
