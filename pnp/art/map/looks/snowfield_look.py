"""The look `snowfield`: a snow-covered plain with drifts, stubble fields, villages and bare trees."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.map import noise, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import Land
from pnp.art.map.map_strokes import joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.scene import Colours, Item, Point, polyline
from pnp.units import Mm

SWELL_PT = 10.5
"""The height of the swells of the plain."""
LEE, LIT = tuple(0.03 * n for n in range(1, 10)), (0.05, 0.09, 0.13)
"""The levels of shade on the lee side of drifts, and of light on their other side."""


@DRAWINGS.enter("snow-drifts")
def draw_drifts(land: Land, colours: Colours) -> list[Item]:
    """Draw the drifts of a snow-covered plain: blue shade in their lee, and bright snow on the lit side.

    They are stretched along the wind.
    """
    frame = land.frame
    pt, seed = frame.scaled(1), frame.seed
    raster = relief.Raster.over(frame.box.grown(9 * pt), 1.9 * pt)
    points = raster.points
    turn = math.radians(frame.map.theme.wind)
    along = points @ np.array((math.cos(turn), math.sin(turn)))
    across = points @ np.array((-math.sin(turn), math.cos(turn)))
    broad = noise.octaves(np.stack([0.55 * along, 1.25 * across], axis=1), 53 * pt, seed + 21, 3)
    small = noise.octaves(np.stack([0.50 * along, 1.30 * across], axis=1), 18 * pt, seed + 22, 2)
    light = relief.hillshade(raster.filled((1.35 * broad + 0.27 * small) * SWELL_PT * pt))
    lee = relief.tone_ramp(colours["land"], colours["lee"], len(LEE), 0.085)
    lit = relief.tone_ramp(colours["land"], "#FFFFFF", len(LIT), 0.4)
    small_pt2 = 9 * pt * pt
    return [
        *relief.tinted_bands(light.filled(-light.values), LEE, lee, tolerance=0.3 * pt, smallest=small_pt2),
        *relief.tinted_bands(light, LIT, lit, tolerance=0.3 * pt, smallest=small_pt2),
    ]


@DRAWINGS.enter("drift")
def paint_drift(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a group of two to four flat arcs, the marks of the wind on snow."""
    count, lines = 2 + round(2 * variant), []
    for number in range(count):
        long = (3.6 + 3.0 * ((number * 5 + round(variant * 4) * 3) % 4) / 3) * pt
        x, y = ((number * 7 + round(variant * 4)) % 3 - 1) * 1.9 * pt, (number - count / 2) * 1.5 * pt
        arc = [
            (x + (t - 0.5) * long, y + (0.16 * t - 0.14 * math.sin(t * math.pi)) * long) for t in (0, 0.2, 0.5, 0.8, 1)
        ]
        lines.append(arc)
    return [open_lines(lines, pen(colours["wind"], 0.34, pt))]


@DRAWINGS.enter("bare-tree")
def paint_bare_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a bare tree with five boughs and a flat shadow to the east; `variant` from 0 to 1 makes it higher."""
    high = (3.1 + 1.6 * variant) * pt
    lean = 0.25 * math.sin(9 * variant) * pt
    boughs: list[list[Point]] = []
    twigs: list[list[Point]] = []
    for number, angle in enumerate((-62, -30, 4, 36, 66)):
        start = (lean * 0.6, -high * (0.34 + 0.07 * (number % 3)))
        reach = high * (0.42 + 0.10 * math.sin(5 * variant + 2.2 * number))
        way = math.radians(angle + 14 * math.sin(7 * variant + number))
        end = (start[0] + math.sin(way) * reach, start[1] - math.cos(way) * reach)
        boughs.append([start, end])
        middle = ((start[0] + 2 * end[0]) / 3, (start[1] + 2 * end[1]) / 3)
        for turn in (-0.6, 0.6):
            twig = way + turn
            twigs.append(
                [middle, (middle[0] + math.sin(twig) * reach * 0.42, middle[1] - math.cos(twig) * reach * 0.42)]
            )
    shadow = [(0.0, 0.0), (0.55 * high, -0.12 * high), (0.8 * high, -0.05 * high), (0.5 * high, 0.06 * high)]
    return [
        polyline(shadow, closed=True, fill=colours["tree_shadow"]),
        open_lines([[(0.0, 0.0), (lean * 0.6, -0.5 * high)]], pen(colours["wood"], 0.62, pt)),
        open_lines(boughs, pen(colours["wood"], 0.36, pt)),
        open_lines(twigs, pen(colours["wood"], 0.25, pt)),
    ]


@DRAWINGS.enter("village")
def paint_village(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw three to five low houses under snow, each with a lit half of its roof and a shadow."""
    items: list[Item] = []
    shadows, roofs, lit = [], [], []
    for number in range(3 + round(2 * variant)):
        angle = 2.4 * number + 5 * variant
        x, y = (3.1 * math.cos(angle) * (0.5 + 0.2 * number)) * pt, (2.3 * math.sin(angle) * (0.6 + 0.16 * number)) * pt
        wide, high = (2.6 + 0.9 * ((number * 3) % 4) / 3) * pt, 2.0 * pt
        turn = 0.35 * math.sin(3 * number + 8 * variant)
        cos, sin = math.cos(turn), math.sin(turn)

        def box(w0: float, h0: float, w1: float, h1: float) -> list[Point]:
            ends = ((w0, h0), (w1, h0), (w1, h1), (w0, h1))
            return [(x + (u * cos - v * sin), y + (u * sin + v * cos)) for u, v in ends]  # noqa: B023 - used at once

        shadows.append(
            polyline(
                [(u + 0.55 * pt, v + 0.65 * pt) for u, v in box(-wide / 2, -high / 2, wide / 2, high / 2)],
                closed=True,
                fill=colours["tree_shadow"],
            )
        )
        roofs.append(
            polyline(
                box(-wide / 2, -high / 2, wide / 2, high / 2),
                closed=True,
                fill=colours["roof"],
                stroke=pen(colours["wood"], 0.28, pt),
            )
        )
        lit.append(polyline(box(-wide / 2, -high / 2, wide / 2, -0.05 * high), closed=True, fill=colours["snowy_roof"]))
    items.append(joined_shapes(*shadows))
    return [*items, *roofs, joined_shapes(*lit)]


@DRAWINGS.enter("snowfield-village-density")
def village_density(places: Array, _pt: Mm, _seed: int) -> Array:
    """Return the share of possible places that have a village."""
    return np.full(len(places), 0.8)


@DRAWINGS.enter("snowfield-grove-density")
def grove_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in rare small groves and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 29 * pt, seed + 9, 2) > 0.42, dtype=np.float64)
