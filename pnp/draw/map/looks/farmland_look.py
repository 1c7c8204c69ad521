"""The look `farmland`: a dry plain with clusters of large fields, stone walls, single trees and farmhouses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.deferred import deferred
from pnp.draw.map.look_specs import Colours, FieldSizes, GroundLook, GroundTones, Texture
from pnp.draw.map.looks.clear_look import paint_tuft
from pnp.draw.map.map_strokes import joined_shapes, pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, circle, polyline
from pnp.units import Mm

if TYPE_CHECKING:
    import numpy as np

    from pnp.draw.map import noise
    from pnp.draw.map.noise import Array
else:
    np, noise = deferred("numpy", "pnp.draw.map.noise")  # slow to import


def paint_olive(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a single olive tree with its shadow; `variant` from 0 to 1 makes it larger."""
    k = (1.35 + 0.35 * variant) * pt
    lobes = [(-0.5 * k, 0.15 * k, 0.8 * k), (0.55 * k, 0.05 * k, 0.75 * k), (0.0, -0.5 * k, 0.85 * k)]
    return [
        circle(0.55 * k, 0.7 * k, 1.15 * k, fill=colours["tree_shadow"]),
        joined_shapes(*[circle(x, y, r + 0.28 * pt, fill=colours["tree_line"]) for x, y, r in lobes]),
        joined_shapes(*[circle(x, y, r, fill=colours["tree"]) for x, y, r in lobes]),
        circle(-0.35 * k, -0.6 * k, 0.42 * k, fill=colours["tree_light"]),
    ]


def paint_farm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a farm with two wings at a right angle; each variant has another turn."""
    turn = 1.4 * variant - 0.6
    cos, sin = math.cos(turn) * pt, math.sin(turn) * pt
    wings = [((-2.6, -1.6), (2.2, -1.6), (2.2, 0.8), (-2.6, 0.8)), ((0.2, 0.8), (2.2, 0.8), (2.2, 3.6), (0.2, 3.6))]
    items: list[Item] = []
    for shift, fill in ((0.6, colours["tree_shadow"]), (0.0, colours["roof"])):
        line = pen(colours["block_line"], 0.3, pt) if not shift else None
        for wing in wings:
            points = [(x * cos - y * sin + shift * pt, x * sin + y * cos + 1.1 * shift * pt) for x, y in wing]
            items.append(polyline(points, closed=True, fill=fill, stroke=line))
    return items


def farm_density(places: Array, _pt: Mm, _seed: int) -> Array:
    """Return the share of possible places that have a farm."""
    return np.full(len(places), 0.62)


def tree_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groups of trees and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 34 * pt, seed + 9, 2) > 0.2, dtype=np.float64)


register_look(
    GroundLook(
        name="farmland",
        order=10,
        colours={
            "tuft": "#C9AE70",
            "parcel_1": "#F2E1B0",
            "parcel_2": "#EDD69D",
            "parcel_3": "#F8EED0",
            "parcel_4": "#E5DDAE",
            "parcel_5": "#F0DFB2",
            "parcel_6": "#EAD49C",
            "parcel_line": "#D3B981",
            "furrow": "#DABF84",
            "wall": "#A09379",
            "tree": "#A3AE74",
            "tree_line": "#6F7A48",
            "tree_light": "#C2CB98",
            "tree_shadow": "#D3C295",
            "roof": "#C88A62",
        },
        plain_colour="land",
        texture=Texture(name="field-tuft", paint=paint_tuft, spacing_pt=9.0, inset_pt=0, reach_pt=(2.4, 1.8, 2.4, 1.6)),
        fields=FieldSizes(
            width_pt=(7.0, 28.0),
            height_pt=(5.5, 15.0),
            reach_pt=(20.0, 62.0),
            every_pt=49.0,
            everywhere=True,
            furrowed=0.5,
            walled=0.12,
            bent_pt=1.8,
            bare=-0.2,
        ),
        tones=GroundTones(
            levels=(-0.1, 0.02, 0.14, 0.26),
            wavelength_pt=125.0,
            share=0.32,
            riverside_pt=14.0,
            riverside_share=0.5,
        ),
        trees=Texture(
            name="field-tree",
            paint=paint_olive,
            spacing_pt=9.5,
            inset_pt=3.0,
            reach_pt=(2.6, 2.8, 3.4, 3.6),
            scales=(0.8, 0.95, 1.1),
            density=tree_density,
        ),
        farms=Texture(
            name="farm",
            paint=paint_farm,
            spacing_pt=56.0,
            inset_pt=6.0,
            reach_pt=(4.4, 4.4, 5.2, 5.4),
            room_pt=((0, 0), (-4, 0), (4, 0), (0, -4), (0, 4), (3, 3), (-3, -3)),
            density=farm_density,
        ),
    )
)
