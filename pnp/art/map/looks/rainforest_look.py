"""The look `rainforest`: crowns in three tones with clearings and stray trees. Clear land on its map has palms."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.map import contours, noise, outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_strokes import joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.palette import mix
from pnp.scene import Colours, Group, Item, circle, polyline
from pnp.units import Mm

TONE_WAVE_PT = 46.0
"""The wavelength of the noise that makes clearings and dark parts."""
CLEARING, DARK, DARKER = 0.22, -0.10, -0.26
"""The levels of that noise above which there is a clearing, and below which the forest is dark."""
TONES, SHAPES = 3, 3
PALM_SHARE = 0.045


def tone_noise(places: Array, pt: Mm, seed: int) -> Array:
    """Return the noise that makes clearings (high) and dark parts (low) at some places."""
    return noise.octaves(places, TONE_WAVE_PT * pt, seed + 33, 2)


@DRAWINGS.enter("rainforest")
def draw_rainforest(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of rainforest with an outline, pale clearings and two tones of dark parts."""
    pt, seed = area.pt, area.frame.seed
    box, step = area.frame.box, 4.5 * pt
    levels = (DARKER, DARK, CLEARING)
    darker, dark, light = contours.noise_contours(
        box, step, TONE_WAVE_PT * pt, seed + 33, levels, count=2, tolerance=0.1
    )
    inner = area.geometry.buffer(-3 * pt, quad_segs=4)
    tones = [
        outlines.area_path(inner, fill=mix(colours["darker"], colours["dark"], 0.55)),
        outlines.rings_path(darker, fill=mix(colours["dark"], colours["fill"], 0.55), even_odd=True),
        outlines.rings_path(dark, fill=colours["fill"], even_odd=True),
        outlines.rings_path(light, fill=mix(colours["clearing"], colours["fill"], 0.65), even_odd=True),
    ]
    return [
        area.fill(colours["fill"]),
        Group(tuple(tones), clip=outlines.area_path(inner)),
        area.outline(pen(colours["edge"], 0.55, pt)),
    ]


@DRAWINGS.enter("jungle-tree")
def paint_jungle_tree(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a crown of six or seven lobes, with its shadow in the south-east and a light side; the last is a palm.

    The variants are three shapes in each of three tones, and a palm.
    """
    number = round(variant * TONES * SHAPES)
    if number == TONES * SHAPES:
        palm: list[Item] = paint_tall_palm(colours, 1.15 * pt, 0.5)
        return palm
    tone, shape = divmod(number, SHAPES)
    fill, line, light = (colours[f"{use}_{tone + 1}"] for use in ("crown", "line", "light"))
    size, count = 2.45 * pt, 6 + shape % 2
    lobes = []
    for k in range(count):
        angle = 2 * math.pi * k / count + shape
        reach = (0.46 + 0.14 * ((k * 7 + number * 3) % 5) / 4) * size
        lobes.append((0.62 * size * math.cos(angle), 0.56 * size * math.sin(angle), reach))
    middle = (0.0, 0.0, 0.6 * size)
    lit = [(x - 0.35 * pt, y - 0.45 * pt, 0.6 * r) for x, y, r in lobes if x + y < 0.4 * pt]
    return [
        circle(0.8 * pt, 0.85 * pt, 1.08 * size, fill=colours["shadow"]),
        joined_shapes(*[circle(x, y, r + 0.26 * pt, fill=line) for x, y, r in lobes]),
        joined_shapes(*[circle(x, y, r, fill=fill) for x, y, r in (*lobes, middle)]),
        joined_shapes(*[circle(x, y, r, fill=light) for x, y, r in lit]),
        polyline([(-0.2 * pt, 0.5 * pt), (0.5 * pt, 0.8 * pt), (1.1 * pt, 0.5 * pt)], stroke=pen(line, 0.3, pt)),
    ]


@DRAWINGS.enter("tall-palm")
def paint_tall_palm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a palm with a bent stem, six fronds and a shadow; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.3 * variant) * pt
    top = (0.4 * k, -1.8 * k)
    fronds = []
    for angle in (190, 222, 258, 290, 322, 352):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        end = (top[0] + 2.5 * k * cos, top[1] + 2.0 * k * sin)
        fronds.append([top, (top[0] + 1.5 * k * cos, -2.1 * k + 1.75 * k * sin), (end[0], end[1] + 0.75 * k)])
    stem = [(0.0, 2.9 * k), (0.25 * k, 1.2 * k), (0.1 * k, -0.7 * k), top]
    return [
        circle(1.3 * k, 2.9 * k, 0.8 * k, fill=colours["palm_shadow"]),
        polyline(stem, stroke=pen(colours["palm_stem"], 0.55, k)),
        open_lines(fronds, pen(colours["palm_leaf"], 0.5, k)),
    ]


@DRAWINGS.enter("rainforest-tree-kind")
def choose_tree(places: Array, pt: Mm, seed: int) -> Array:
    """Return the number of the variant at each place: mostly of the tone of the ground, now and then a palm."""
    tone = tone_noise(places, pt, seed)
    drawn = [noise.varied(places, 1000, seed + k) / 1000 for k in (1, 2, 3)]
    own = np.where(tone < DARK, 1, np.where(tone > 0.15, 2, 0))
    own = np.where(drawn[0] < 0.8, own, 0)
    found = own * SHAPES + np.floor(drawn[1] * SHAPES).astype(np.int64)
    return np.where(drawn[2] < PALM_SHARE, TONES * SHAPES, found)


@DRAWINGS.enter("rainforest-tree-density")
def tree_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return the share of places with a tree: all in the dark parts, less than half in clearings."""
    tone = tone_noise(places, pt, seed)
    return np.asarray((1 + 0.5 * np.clip(tone + 0.1, 0, 1)) ** -2.0, dtype=np.float64)


@DRAWINGS.enter("rainforest-stray-density")
def stray_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 at about half of all places, in groups, and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 22 * pt, seed + 5, 2) > -0.05, dtype=np.float64)


@DRAWINGS.enter("rainforest-palm-density")
def palm_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groves of palms and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 30 * pt, seed + 71, 2) > 0.27, dtype=np.float64)
