"""Layers of the sky: its bands or rings of colour, the sun or moon, and stars."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pnp.deferred import deferred
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import Count, DrawnLayer, Position, Size
from pnp.draw.cover_art.shapes import Array, disc, evenly, random_numbers, rect
from pnp.model.kit_cover import LAYER_KINDS, Ink

with deferred():  # a check draws no cover
    import numpy as np


RING_GRAINS, BAND_GRAINS = 9000, 1500
"""The number of random grains in the largest ring, and in each band."""


class Sky(DrawnLayer):
    """The sky, in `steps` from the ink `top` to the ink `horizon`.

    With a `focus`, the steps are rings round the light, from `radius` to `inner`; else they are bands down to `until`.
    A `power` above 1 makes them change faster near the top.
    """

    top: Ink
    horizon: Ink
    steps: Annotated[int, Field(ge=2, le=40)] = 9
    power: Size = 1
    until: float = 470
    focus: Position | None = None
    radius: Size = 620
    inner: float = 0

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the rings or the bands."""
        if self.focus is None:
            self._draw_bands(picture, seed)
        else:
            self._draw_rings(picture, seed, *self.focus)

    def _draw_rings(self, picture: Picture, seed: int, x: float, y: float) -> None:
        """Draw rings round (x, y) from the outside to the inside, each with grain of the one around it."""
        page = picture.frame.below(picture.frame.top)
        picture.fill(page, picture.colour(self.top))
        depth = (self.radius - self.inner) / self.steps
        for step in range(1, self.steps + 1):
            radius = self.inner + (self.radius - self.inner) * (1 - (step - 1) / self.steps) ** self.power
            around = picture.blended(self.top, self.horizon, (step - 1) / self.steps)
            ring = disc(x, y, radius, 90).intersection(page)
            picture.fill(ring, picture.blended(self.top, self.horizon, step / self.steps))

            def at_the_edge(across: Array, down: Array, radius: float = radius) -> Array:
                """Return the chance of a grain, which falls from the edge of the ring inwards."""
                return np.asarray(np.clip(1 - (radius - np.hypot(across - x, down - y)) / depth, 0, 1) ** 1.6)

            outer_part = ring.difference(disc(x, y, max(1, radius - depth), 60))
            count = int(RING_GRAINS * (radius / self.radius) ** 1.2)
            picture.grain(outer_part, around, seed * 31 + step, count, at_the_edge, (0.35, 0.8))

    def _draw_bands(self, picture: Picture, seed: int) -> None:
        """Draw horizontal bands from the top to `until`, each with grain of the one above it."""
        frame = picture.frame
        edges = [frame.top + (self.until - frame.top) * part**self.power for part in evenly(0, 1, self.steps + 1)]
        for step in range(self.steps):
            top, bottom = edges[step], edges[step + 1]
            low = frame.foot if step == self.steps - 1 else bottom
            picture.fill(
                frame.below(top - 0.5 * (step > 0), low),
                picture.blended(self.top, self.horizon, step / (self.steps - 1)),
            )
            if step == 0:
                continue

            def near_the_top(across: Array, down: Array, top: float = top, height: float = bottom - top) -> Array:
                """Return the chance of a grain, which falls from the upper edge of the band."""
                return np.asarray(np.clip(1 - (down - top) / (height * 0.9), 0, 1) ** 1.5)

            above = picture.blended(self.top, self.horizon, (step - 1) / (self.steps - 1))
            picture.grain(frame.below(top, bottom), above, seed * 31 + step, BAND_GRAINS, near_the_top)


class Sun(DrawnLayer):
    """The sun or the moon.

    `bars` are gaps across it (y and height); `halo` is the radius of a larger disc behind it.
    """

    at: Position
    radius: Size
    ink: Ink
    bars: tuple[Position, ...] = ()
    halo: float = 0
    halo_ink: Ink = "light"

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the halo, then the disc without its gaps."""
        if self.halo:
            picture.fill(disc(*self.at, self.halo, 60), picture.colour(self.halo_ink))
        sun = disc(*self.at, self.radius, 60)
        for y, height in self.bars:
            sun = sun.difference(rect(self.at[0] - self.radius, y, 2 * self.radius, height))
        picture.fill(sun, picture.colour(self.ink))


class Stars(DrawnLayer):
    """A number of small stars from the top of the picture down to `until`."""

    ink: Ink
    count: Count
    until: float = 300

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the stars."""
        numbers, frame = random_numbers(seed), picture.frame
        stars = np.array(
            [
                (
                    numbers.uniform(frame.left + 9, frame.right - 9),
                    numbers.uniform(frame.top + 39, self.until),
                    numbers.choice((0.5, 0.6, 0.8, 1.1)),
                )
                for _ in range(self.count)
            ]
        )
        x, y, radius = stars.T
        picture.dots(x, y, radius, picture.colour(self.ink))


LAYER_KINDS.add("sky", Sky)
LAYER_KINDS.add("sun", Sun)
LAYER_KINDS.add("stars", Stars)
