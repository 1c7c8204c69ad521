"""Layers of land: ridges of hills, plains and furrows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import Count, DrawnLayer, Position, Size
from pnp.draw.cover_art.shapes import (
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
from pnp.model.kit_cover import LAYER_KINDS, Ink
from pnp.units import int_sum

with deferred():  # a check draws no cover
    import numpy as np
    import shapely


PLAIN_STEPS = 6
"""The number of tones of a plain that gets darker towards the viewer."""


class Ridge(DrawnLayer):
    """A ridge of hills about `height` above `base`, with random rises about `wave` apart.

    `peaks` are mountains: x, height and half width of each. `trees` is the size of the trees along its crest. `lit` is
    the ink of the flanks in the light. `crayon` is the ink of the grain below its crest. It goes down to `foot`.
    """

    ink: Ink
    base: float
    height: float
    wave: Size = 180
    octaves: int = 5
    gain: float = 0.5
    peaks: tuple[tuple[float, float, float], ...] = ()
    trees: float = 0
    lit: Ink | None = None
    light: Literal["left", "right"] = "left"
    crayon: Ink | None = None
    grains: Count = 4200
    foot: float | None = None

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the ridge, then its lit flanks and its grain."""
        frame = picture.frame
        xs = between(frame.left - 2, frame.right + 3, 2.0)
        ys = self._crest(xs, seed)
        foot = self.foot or frame.foot
        hills: Shape = shapely.Polygon(
            [*zip(xs, ys, strict=True), (frame.right + 2, foot), (frame.left - 2, foot)]
        ).buffer(0)
        if self.trees:
            hills = joined([hills, *self._trees(xs, ys, seed)])
        picture.fill(hills, picture.colour(self.ink))
        if self.lit is not None:
            flanks = self._flanks(xs, ys, seed)
            if not flanks.is_empty:
                smooth = flanks.buffer(2.4).buffer(-3.6).buffer(1.6)
                picture.fill(smooth.intersection(hills), picture.colour(self.lit))
        if self.crayon is not None:
            deep = self.height * 0.9

            def near_the_crest(across: Array, down: Array) -> Array:
                """Return the chance of a grain, which falls from the crest downwards."""
                return np.asarray(np.clip(1 - (down - np.interp(across, xs, ys)) / (deep + 26), 0, 1) ** 2.2)

            upper = hills.intersection(frame.below(frame.top, self.base + deep))
            picture.grain(upper, picture.colour(self.crayon), seed * 7, self.grains, near_the_crest)

    def _crest(self, xs: list[float], seed: int) -> list[float]:
        """Return the y of the crest at each x."""
        waves = profile(seed, self.wave, self.octaves, self.gain)

        def rise(x: float) -> float:
            """Return how much the mountains raise the crest at x."""
            heights = [high * max(0.0, 1 - abs(x - at) / half) ** 1.25 for at, high, half in self.peaks]
            return float(int_sum(heights))

        return [self.base - self.height * (0.5 + 0.5 * waves(x)) - rise(x) for x in xs]

    def _trees(self, xs: list[float], ys: list[float], seed: int) -> list[Shape]:
        """Return the crowns of the trees along the crest."""
        numbers = random_numbers(seed + 5)
        crowns = []
        for x, y in list(zip(xs, ys, strict=True))[::2]:
            radius = self.trees * numbers.uniform(0.5, 1.25)
            crowns.append(disc(x, y + radius * 0.25, radius, 8))
        return crowns

    def _flanks(self, xs: list[float], ys: list[float], seed: int) -> Shape:
        """Return the flanks in the light: strips under every rise that fall sideways away from the crest."""
        depths = profile(seed + 77, self.wave * 0.3, 2, 0.5)
        sideways = 0.35 if self.light == "left" else -0.35
        strips = []
        for i in range(2, len(xs) - 2):
            slope, x, y = ys[i + 1] - ys[i - 1], xs[i], ys[i]
            if (slope < 0) != (self.light == "left"):
                continue
            depth = min(60.0, (self.base - y) * 0.62 + 4) * (0.55 + 0.45 * depths(x * 1.7)) * min(1, abs(slope) / 1.6)
            if depth > 1:
                top: list[PointPt] = [(x - 1.2, y - 0.2), (x + 1.2, y - 0.2)]
                low = [(x + 1.2 + depth * sideways, y + depth), (x - 1.2 + depth * sideways, y + depth)]
                strips.append(shapely.Polygon([*top, *low]))
        return joined(strips)


class Plain(DrawnLayer):
    """A plain from `top` down to the foot, or to `bottom`, with an edge that wavers by `wobble`.

    With `to`, it changes to that ink towards the viewer. `crayon` is the ink of its grain.
    """

    ink: Ink
    top: float
    to: Ink | None = None
    wobble: float = 0
    bottom: float | None = None
    crayon: Ink | None = None
    grains: Count = 5000

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the plain with its tones and its grain."""
        frame, waves = picture.frame, profile(seed, 150, 3)
        bottom = self.bottom or frame.foot
        xs = between(frame.left, frame.right + 4, 4)

        def below(edge: Callable[[float], float], low: float) -> Shape:
            """Return the area between an edge and a height."""
            return shapely.Polygon([*((x, edge(x)) for x in xs), (frame.right, low), (frame.left, low)]).buffer(0)

        plain = below(lambda x: self.top + self.wobble * waves(x), bottom)
        picture.fill(plain, picture.colour(self.ink))
        if self.to is not None:
            for step in range(1, PLAIN_STEPS):
                top = self.top + (frame.foot - self.top) * (step / PLAIN_STEPS) ** 1.5
                tones = [picture.blended(self.ink, self.to, number / (PLAIN_STEPS - 1)) for number in (step - 1, step)]
                part = below(lambda x, top=top, step=step: top + 4 * waves(x * 1.3 + step * 99), frame.foot)  # type: ignore[misc] # defaults of a lambda
                picture.fill(part, tones[1])

                def near_the_top(across: Array, down: Array, top: float = top) -> Array:
                    """Return the chance of a grain, which falls from the upper edge of the tone."""
                    return np.asarray(np.clip(1 - (down - top) / 34, 0, 1) ** 1.3)

                picture.grain(part, tones[0], seed * 13 + step, 2400, near_the_top)
        if self.crayon is not None:

            def near_the_foot(across: Array, down: Array) -> Array:
                """Return the chance of a grain, which grows towards the viewer."""
                return np.asarray(np.clip((down - self.top) / max(1.0, frame.foot - self.top), 0.1, 1) ** 1.2 * 0.5)

            picture.grain(plain, picture.colour(self.crayon), seed * 3, self.grains, near_the_foot)


class Furrows(DrawnLayer):
    """Ruts in a field, below `top`, that lead to a vanishing point; `spread` is how far they reach at the foot."""

    ink: Ink
    vanish: Position
    top: float
    count: Count = 26
    spread: Size = 900
    width: Size = 1.6

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the furrows, each a part of its line to the vanishing point."""
        numbers, frame = random_numbers(seed), picture.frame
        (far_x, far_y), foot = self.vanish, frame.foot
        furrows = []
        for number in range(self.count):
            x = far_x + (number - self.count / 2 + 0.5) / self.count * 2 * self.spread
            first = (self.top - far_y) / max(1.0, foot - far_y)
            start = first + (1 - first) * numbers.uniform(0, 0.3)
            end = min(1, start + numbers.uniform(0.25, 0.8))
            along = [
                (far_x + (x - far_x) * part, far_y + (foot - far_y) * part) for part in (start, (start + end) / 2, end)
            ]
            furrows.append(taper(along, 0.2, self.width * end))
        picture.fill(joined(furrows).intersection(frame.below(self.top)), picture.colour(self.ink))


LAYER_KINDS.add("ridge", Ridge)
LAYER_KINDS.add("plain", Plain)
LAYER_KINDS.add("furrows", Furrows)
