"""The look `grove`: olive and citrus trees in a loose square pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import AreaLook, AreaShape, Colours, Rows, Texture
from pnp.draw.map.map_strokes import joined_shapes, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle
from pnp.units import Mm

if TYPE_CHECKING:
    import numpy as np

    from pnp.draw.map import noise
    from pnp.draw.map.land_areas import LandArea
    from pnp.draw.map.noise import Array
else:
    np, noise = deferred("numpy", "pnp.draw.map.noise")  # slow to import


KINDS = ("olive", "dark_olive", "citrus")


def draw_grove(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of groves with an outline."""
    return [area.fill(colours["fill"]), area.outline(pen(colours["edge"], 0.5, area.pt, (2.4, 1.4)))]


def paint_fruit_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a broad low tree of four lobes with its shadow: a pale or dark olive tree, or a citrus tree with fruit.

    There are two sizes of each.
    """
    number = round(variant * 5)
    kind, k = KINDS[number // 2], (2.1 + 0.22 * (number % 2)) * pt
    lobes = [(-0.38, 0.1, 0.6), (0.42, 0.02, 0.56), (0.0, -0.36, 0.64), (0.05, 0.3, 0.55)]
    items: list[Item] = [
        circle(0.4 * k, 0.55 * k, 0.85 * k, fill=colours["shadow"]),
        joined_shapes(*[circle(x * k, y * k, r * k + 0.28 * pt, fill=colours["crown_line"]) for x, y, r in lobes]),
        joined_shapes(*[circle(x * k, y * k, r * k, fill=colours[kind]) for x, y, r in lobes]),
        joined_shapes(
            circle(-0.42 * k, -0.22 * k, 0.32 * k, fill=colours["light"]),
            circle(0.0, -0.6 * k, 0.33 * k, fill=colours["light"]),
        ),
    ]
    if kind == "citrus":
        spots = ((0.8, -0.2), (-0.7, 0.5), (0.6, 0.9), (0.1, -1.0))
        items += [circle(x * pt, y * pt, 0.4 * pt, fill=colours["fruit"]) for x, y in spots]
    return items


def choose_fruit_tree(places: Array, pt: Mm, seed: int) -> Array:
    """Return the number of the variant at each place: citrus in parts of the groves, olives of two tones elsewhere."""
    drawn = [noise.varied(places, 100, seed + k) for k in (1, 2)]
    kind = np.where(noise.octaves(places, 90 * pt, seed + 15, 1) > 0.12, 2, np.where(drawn[0] < 40, 1, 0))
    return np.asarray(2 * kind + drawn[1] % 2, dtype=np.int64)


register_look(
    AreaLook(
        name="grove",
        order=63,
        colours={
            "fill": "#E2DDA6",
            "edge": "#A9A464",
            "shadow": "#BDB57E",
            "olive": "#A3AE74",
            "dark_olive": "#93A468",
            "citrus": "#8FAA5A",
            "crown_line": "#66703C",
            "light": "#BBC58C",
            "fruit": "#D9822B",
        },
        plain_colour="fill",
        patch="fill",
        shape=AreaShape(1.8, 4, 6, 2.4, 30),
        draw=draw_grove,
        texture=Texture(
            name="fruit-tree",
            paint=paint_fruit_tree,
            spacing_pt=7.0,
            inset_pt=3.2,
            reach_pt=(3, 3, 4, 4),
            rows=Rows(along_pt=6.5, across_pt=6.5, jitter_pt=0.6, angles=(11.5, -20.0, 34.0, 7.0, 26.0)),
            variants=6,
            choice=choose_fruit_tree,
        ),
    )
)
