"""Pale copies of drawings: their colours are mixed with a background colour, without transparency."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pnp.palette import mix
from pnp.scene import Colour, Group, Item, Path, Scene, Stroke, Text, Use


@lru_cache(maxsize=256)
def pale_scene(scene: Scene, background: Colour, share: float) -> Scene:
    """Return a drawing in pale colours.

    Each colour keeps `share` of itself; the rest is background.
    """
    return replace(scene, items=tuple(pale_item(item, background, share) for item in scene.items))


def pale_item(item: Item, background: Colour, share: float) -> Item:
    """Return an item of a drawing in pale colours, with everything inside it."""
    match item:
        case Path():
            fill = mix(item.fill, background, share) if item.fill else None
            return replace(item, fill=fill, stroke=_pale_stroke(item.stroke, background, share))
        case Text():
            halo = _pale_stroke(item.halo, background, share)
            return replace(item, fill=mix(item.fill, background, share), halo=halo)
        case Use():
            return replace(item, scene=pale_scene(item.scene, background, share))
        case Group():
            return replace(item, items=tuple(pale_item(inner, background, share) for inner in item.items))


def _pale_stroke(stroke: Stroke | None, background: Colour, share: float) -> Stroke | None:
    """Return a line style in a pale colour; None for no line."""
    return replace(stroke, colour=mix(stroke.colour, background, share)) if stroke else None
