"""Layers of land: ridges of hills, plains and furrows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely

from pnp.art.covers.drawn_layers import DRAWN_LAYERS
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import (
    Array,
    PointPt,
    Shape,
    between,
    disc,
    joined,
    profile,
    random_numbers,
    taper,
)
from pnp.model.cover_layers.landscape_layers import Furrows, Plain, Ridge
from pnp.units import int_sum

PLAIN_STEPS = 6
"""The number of tones of a plain that gets darker towards the viewer."""


@DRAWN_LAYERS.enter("ridge")
def draw_ridge(layer: Ridge, picture: Picture, seed: int) -> None:
    """Draw the ridge, then its lit flanks and its grain."""
    frame = picture.frame
    xs = between(frame.left - 2, frame.right + 3, 2.0)
    ys = _crest(layer, xs, seed)
    foot = layer.foot or frame.foot
    hills: Shape = shapely.Polygon([*zip(xs, ys, strict=True), (frame.right + 2, foot), (frame.left - 2, foot)]).buffer(
        0
    )
    if layer.trees:
        hills = joined([hills, *_trees(layer, xs, ys, seed)])
    picture.fill(hills, picture.colour(layer.ink))
    if layer.lit is not None:
        flanks = _flanks(layer, xs, ys, seed)
        if not flanks.is_empty:
            smooth = flanks.buffer(2.4).buffer(-3.6).buffer(1.6)
            picture.fill(smooth.intersection(hills), picture.colour(layer.lit))
    if layer.crayon is not None:
        deep = layer.height * 0.9

        def near_the_crest(across: Array, down: Array) -> Array:
            """Return the chance of a grain, which falls from the crest downwards."""
            return np.asarray(np.clip(1 - (down - np.interp(across, xs, ys)) / (deep + 26), 0, 1) ** 2.2)

        upper = hills.intersection(frame.below(frame.top, layer.base + deep))
        picture.grain(upper, picture.colour(layer.crayon), seed * 7, layer.grains, near_the_crest)


def _crest(layer: Ridge, xs: list[float], seed: int) -> list[float]:
    """Return the y of the crest at each x."""
    waves = profile(seed, layer.wave, layer.octaves, layer.gain)

    def rise(x: float) -> float:
        """Return how much the mountains raise the crest at x."""
        heights = [high * max(0.0, 1 - abs(x - at) / half) ** 1.25 for at, high, half in layer.peaks]
        return float(int_sum(heights))

    return [layer.base - layer.height * (0.5 + 0.5 * waves(x)) - rise(x) for x in xs]


def _trees(layer: Ridge, xs: list[float], ys: list[float], seed: int) -> list[Shape]:
    """Return the crowns of the trees along the crest."""
    numbers = random_numbers(seed + 5)
    crowns = []
    for x, y in list(zip(xs, ys, strict=True))[::2]:
        radius = layer.trees * numbers.uniform(0.5, 1.25)
        crowns.append(disc(x, y + radius * 0.25, radius, 8))
    return crowns


def _flanks(layer: Ridge, xs: list[float], ys: list[float], seed: int) -> Shape:
    """Return the flanks in the light: strips under every rise that fall sideways away from the crest."""
    depths = profile(seed + 77, layer.wave * 0.3, 2, 0.5)
    sideways = 0.35 if layer.light == "left" else -0.35
    strips = []
    for i in range(2, len(xs) - 2):
        slope, x, y = ys[i + 1] - ys[i - 1], xs[i], ys[i]
        if (slope < 0) != (layer.light == "left"):
            continue
        depth = min(60.0, (layer.base - y) * 0.62 + 4) * (0.55 + 0.45 * depths(x * 1.7)) * min(1, abs(slope) / 1.6)
        if depth > 1:
            top: list[PointPt] = [(x - 1.2, y - 0.2), (x + 1.2, y - 0.2)]
            low = [(x + 1.2 + depth * sideways, y + depth), (x - 1.2 + depth * sideways, y + depth)]
            strips.append(shapely.Polygon([*top, *low]))
    return joined(strips)


@DRAWN_LAYERS.enter("plain")
def draw_plain(layer: Plain, picture: Picture, seed: int) -> None:
    """Draw the plain with its tones and its grain."""
    frame, waves = picture.frame, profile(seed, 150, 3)
    bottom = layer.bottom or frame.foot
    xs = between(frame.left, frame.right + 4, 4)

    def below(edge: Callable[[float], float], low: float) -> Shape:
        """Return the area between an edge and a height."""
        return shapely.Polygon([*((x, edge(x)) for x in xs), (frame.right, low), (frame.left, low)]).buffer(0)

    plain = below(lambda x: layer.top + layer.wobble * waves(x), bottom)
    picture.fill(plain, picture.colour(layer.ink))
    if layer.to is not None:
        for step in range(1, PLAIN_STEPS):
            top = layer.top + (frame.foot - layer.top) * (step / PLAIN_STEPS) ** 1.5
            tones = [picture.blended(layer.ink, layer.to, number / (PLAIN_STEPS - 1)) for number in (step - 1, step)]
            part = below(lambda x, top=top, step=step: top + 4 * waves(x * 1.3 + step * 99), frame.foot)  # type: ignore[misc] # defaults of a lambda
            picture.fill(part, tones[1])

            def near_the_top(across: Array, down: Array, top: float = top) -> Array:
                """Return the chance of a grain, which falls from the upper edge of the tone."""
                return np.asarray(np.clip(1 - (down - top) / 34, 0, 1) ** 1.3)

            picture.grain(part, tones[0], seed * 13 + step, 2400, near_the_top)
    if layer.crayon is not None:

        def near_the_foot(across: Array, down: Array) -> Array:
            """Return the chance of a grain, which grows towards the viewer."""
            return np.asarray(np.clip((down - layer.top) / max(1.0, frame.foot - layer.top), 0.1, 1) ** 1.2 * 0.5)

        picture.grain(plain, picture.colour(layer.crayon), seed * 3, layer.grains, near_the_foot)


@DRAWN_LAYERS.enter("furrows")
def draw_furrows(layer: Furrows, picture: Picture, seed: int) -> None:
    """Draw the furrows, each a part of its line to the vanishing point."""
    numbers, frame = random_numbers(seed), picture.frame
    (far_x, far_y), foot = layer.vanish, frame.foot
    furrows = []
    for number in range(layer.count):
        x = far_x + (number - layer.count / 2 + 0.5) / layer.count * 2 * layer.spread
        first = (layer.top - far_y) / max(1.0, foot - far_y)
        start = first + (1 - first) * numbers.uniform(0, 0.3)
        end = min(1, start + numbers.uniform(0.25, 0.8))
        along = [
            (far_x + (x - far_x) * part, far_y + (foot - far_y) * part) for part in (start, (start + end) / 2, end)
        ]
        furrows.append(taper(along, 0.2, layer.width * end))
    picture.fill(joined(furrows).intersection(frame.below(layer.top)), picture.colour(layer.ink))
