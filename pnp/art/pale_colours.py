"""Copies of drawings in other colours: each colour is replaced, without transparency."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from pnp.palette import mix
from pnp.scene import Colour, Group, Item, Path, Scene, Stroke, Text, Use


@lru_cache(maxsize=256)
def pale_scene(scene: Scene, background: Colour, share: float) -> Scene:
    """Return a drawing in pale colours.

    Each colour keeps `share` of itself; the rest is background.
    """
    return recoloured_scene(scene, lambda colour: mix(colour, background, share))


def pale_item(item: Item, background: Colour, share: float) -> Item:
    """Return an item of a drawing in pale colours, with everything inside it."""
    return recoloured_item(item, lambda colour: mix(colour, background, share))


def recoloured_scene(scene: Scene, change: Callable[[Colour], Colour]) -> Scene:
    """Return a drawing in which `change` has replaced each colour."""
    return replace(scene, items=tuple(recoloured_item(item, change) for item in scene.items))


def recoloured_item(item: Item, change: Callable[[Colour], Colour]) -> Item:
    """Return an item of a drawing in which `change` has replaced each colour, with everything inside it."""
    match item:
        case Path():
            fill = change(item.fill) if item.fill else None
            return replace(item, fill=fill, stroke=_recoloured_stroke(item.stroke, change))
        case Text():
            return replace(item, fill=change(item.fill), halo=_recoloured_stroke(item.halo, change))
        case Use():
            return replace(item, scene=recoloured_scene(item.scene, change))
        case Group():
            return replace(item, items=tuple(recoloured_item(inner, change) for inner in item.items))


def _recoloured_stroke(stroke: Stroke | None, change: Callable[[Colour], Colour]) -> Stroke | None:
    """Return a line style in its new colour; None for no line."""
    return replace(stroke, colour=change(stroke.colour)) if stroke else None
