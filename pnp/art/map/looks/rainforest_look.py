"""The look `rainforest`: crowns in three tones, with clearings and stray trees. Clear land on its map has palms."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pnp.art.map import crowns, noise
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_strokes import joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.palette import mix
from pnp.scene import Colours, Item, circle, polyline
from pnp.units import Mm

TONE_WAVE_PT = 46.0
"""The wavelength of the noise that makes pale and dark parts."""
DARK, PALE = -0.10, 0.15
"""The levels of that noise below which the forest is dark, and above which it is pale."""
TONES, SHAPES = 3, 3
PALM_SHARE = 0.045


def tone_noise(places: Array, pt: Mm, seed: int) -> Array:
    """Return the noise that makes pale (high) and dark parts (low) at some places."""
    return noise.octaves(places, TONE_WAVE_PT * pt, seed + 33, 2)


@DRAWINGS.enter("rainforest-crowns")
def draw_rainforest_crowns(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw the crowns of an area of rainforest in three tones, the dark ones first."""
    found = crowns.crowns(area, keep)
    if not len(found.spots):
        return []
    kinds = (1, 0, 2)
    tones = [
        crowns.CrownColours(*(colours[f"{use}_{kind + 1}"] for use in ("crown", "line", "light"))) for kind in kinds
    ]
    tones = [tone._replace(dark=mix(tone.dark, tone.body, 0.45)) for tone in tones]
    wanted = np.array([kinds.index(kind) for kind in range(TONES)])[_tones(found.spots, area.pt, area.frame.seed)]
    rim = mix(colours["line_1"], colours["crown_1"], 0.7)
    return crowns.draw_crowns(area, found, wanted, tones, rim=rim, shadow=colours["shadow"])


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


def _tones(places: Array, pt: Mm, seed: int) -> NDArray[np.int64]:
    """Return the number of the tone at each place: mostly that of the ground."""
    tone = tone_noise(places, pt, seed)
    own = np.where(tone < DARK, 1, np.where(tone > PALE, 2, 0))
    return np.asarray(np.where(noise.varied(places, 1000, seed + 1) < 800, own, 0), dtype=np.int64)


@DRAWINGS.enter("rainforest-tree-kind")
def choose_tree(places: Array, pt: Mm, seed: int) -> Array:
    """Return the number of the variant at each place: mostly of the tone of the ground, now and then a palm."""
    drawn = [noise.varied(places, 1000, seed + k) / 1000 for k in (2, 3)]
    found = _tones(places, pt, seed) * SHAPES + np.floor(drawn[0] * SHAPES).astype(np.int64)
    return np.where(drawn[1] < PALM_SHARE, TONES * SHAPES, found)


@DRAWINGS.enter("rainforest-stray-density")
def stray_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 at about half of all places, in groups, and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 22 * pt, seed + 5, 2) > -0.05, dtype=np.float64)


@DRAWINGS.enter("rainforest-palm-density")
def palm_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groves of palms and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 30 * pt, seed + 71, 2) > 0.27, dtype=np.float64)
