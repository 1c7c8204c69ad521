"""Layers of the sky: its bands or rings of colour, the sun or moon, and stars."""

from __future__ import annotations

import numpy as np

from pnp.art.covers.drawn_layers import DRAWN_LAYERS
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import Array, disc, evenly, random_numbers, rect
from pnp.model.cover_layers.landscape_layers import Sky, Stars, Sun

RING_GRAINS, BAND_GRAINS = 9000, 1500
"""The number of random grains in the largest ring, and in each band."""


@DRAWN_LAYERS.enter("sky")
def draw_sky(layer: Sky, picture: Picture, seed: int) -> None:
    """Draw the rings or the bands."""
    if layer.focus is None:
        _draw_bands(layer, picture, seed)
    else:
        _draw_rings(layer, picture, seed, *layer.focus)


def _draw_rings(layer: Sky, picture: Picture, seed: int, x: float, y: float) -> None:
    """Draw rings round (x, y) from the outside to the inside, each with grain of the one around it."""
    page = picture.frame.below(picture.frame.top)
    picture.fill(page, picture.colour(layer.top))
    depth = (layer.radius - layer.inner) / layer.steps
    for step in range(1, layer.steps + 1):
        radius = layer.inner + (layer.radius - layer.inner) * (1 - (step - 1) / layer.steps) ** layer.power
        around = picture.blended(layer.top, layer.horizon, (step - 1) / layer.steps)
        ring = disc(x, y, radius, 90).intersection(page)
        picture.fill(ring, picture.blended(layer.top, layer.horizon, step / layer.steps))

        def at_the_edge(across: Array, down: Array, radius: float = radius) -> Array:
            """Return the chance of a grain, which falls from the edge of the ring inwards."""
            return np.asarray(np.clip(1 - (radius - np.hypot(across - x, down - y)) / depth, 0, 1) ** 1.6)

        outer_part = ring.difference(disc(x, y, max(1, radius - depth), 60))
        count = int(RING_GRAINS * (radius / layer.radius) ** 1.2)
        picture.grain(outer_part, around, seed * 31 + step, count, at_the_edge, (0.35, 0.8))


def _draw_bands(layer: Sky, picture: Picture, seed: int) -> None:
    """Draw horizontal bands from the top to `until`, each with grain of the one above it."""
    frame = picture.frame
    edges = [frame.top + (layer.until - frame.top) * part**layer.power for part in evenly(0, 1, layer.steps + 1)]
    for step in range(layer.steps):
        top, bottom = edges[step], edges[step + 1]
        low = frame.foot if step == layer.steps - 1 else bottom
        picture.fill(
            frame.below(top - 0.5 * (step > 0), low),
            picture.blended(layer.top, layer.horizon, step / (layer.steps - 1)),
        )
        if step == 0:
            continue

        def near_the_top(across: Array, down: Array, top: float = top, height: float = bottom - top) -> Array:
            """Return the chance of a grain, which falls from the upper edge of the band."""
            return np.asarray(np.clip(1 - (down - top) / (height * 0.9), 0, 1) ** 1.5)

        above = picture.blended(layer.top, layer.horizon, (step - 1) / (layer.steps - 1))
        picture.grain(frame.below(top, bottom), above, seed * 31 + step, BAND_GRAINS, near_the_top)


@DRAWN_LAYERS.enter("sun")
def draw_sun(layer: Sun, picture: Picture, seed: int) -> None:
    """Draw the halo, then the disc without its gaps."""
    if layer.halo:
        picture.fill(disc(*layer.at, layer.halo, 60), picture.colour(layer.halo_ink))
    sun = disc(*layer.at, layer.radius, 60)
    for y, height in layer.bars:
        sun = sun.difference(rect(layer.at[0] - layer.radius, y, 2 * layer.radius, height))
    picture.fill(sun, picture.colour(layer.ink))


@DRAWN_LAYERS.enter("stars")
def draw_stars(layer: Stars, picture: Picture, seed: int) -> None:
    """Draw the stars."""
    numbers, frame = random_numbers(seed), picture.frame
    stars = np.array(
        [
            (
                numbers.uniform(frame.left + 9, frame.right - 9),
                numbers.uniform(frame.top + 39, layer.until),
                numbers.choice((0.5, 0.6, 0.8, 1.1)),
            )
            for _ in range(layer.count)
        ]
    )
    x, y, radius = stars.T
    picture.dots(x, y, radius, picture.colour(layer.ink))
