"""The look `relief`: hills with tints of height, shade in the south-east, and hachures down all slopes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely

from pnp.art.map import contours, noise, outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.palette import mix
from pnp.scene import Colour, Colours, Group, Item, Stroke
from pnp.units import Mm

CELL_PT = 4.0
"""The distance of the points of the raster of heights."""
RIDGE_PT, ROUGH_PT = 104.0, 30.0
"""The distances of the ridges in a large area of hills, and of the small rises on their slopes."""
STEEP, LIT = 1.9, 0.75
"""The slopes to the south-east and to the north-west with the most shade and the most light."""
LOW, HIGH = 10.0, 64.0
"""The heights between which the ground takes the tint of high ground."""
TONES = (-0.28, -0.19, -0.10, -0.03, 0.05, 0.11, 0.17, 0.23, 0.30, 0.37, 0.45)
"""The steps of the tone of the ground: the lightest below the first, the darkest above the last."""
HACHURE_HEIGHTS = (8.0, 17.0, 27.0, 39.0, 52.0, 66.0)
"""The heights of the contours from which hachures run down."""
LEAST_RING_PT2 = 420.0
LEAST_SLOPE = 0.32
WIDTHS_PT = (0.3, 0.42, 0.55, 0.7)
FOOT_PT = 3.5
"""How far beyond the foot of a hill hachures may end."""


def blurred(values: Array, sigma: float) -> Array:
    """Return a raster after a Gaussian blur; `sigma` is its standard deviation in raster points."""
    reach = max(1, round(3 * sigma))
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    weights /= weights.sum()
    found = np.pad(values, reach, mode="edge")
    found = np.apply_along_axis(lambda line: np.convolve(line, weights, "valid"), 0, found)
    return np.asarray(np.apply_along_axis(lambda line: np.convolve(line, weights, "valid"), 1, found), dtype=np.float64)


@lru_cache(maxsize=4)
def heights(area: LandArea) -> tuple[Array, Array, Array]:
    """Return a raster of the heights of an area, and the coordinates of its columns and rows.

    A hill is higher in its middle, and has ridges and valleys.
    """
    pt, frame = area.pt, area.frame
    box, step = frame.box.grown(24 * pt), CELL_PT * pt
    x, y = np.arange(box.x, box.right, step), np.arange(box.y, box.bottom, step)
    gx, gy = np.meshgrid(x, y)
    shapely.prepare(area.geometry)
    mask: Array = np.asarray(shapely.contains_xy(area.geometry, gx, gy), dtype=np.float64)
    points = np.stack([gx.ravel(), gy.ravel()], axis=1)
    ridges = 1 - 2.1 * np.abs(noise.octaves(points, RIDGE_PT * pt, frame.seed + 81, 2).reshape(gx.shape))
    rough = noise.octaves(points, ROUGH_PT * pt, frame.seed + 82, 2).reshape(gx.shape)
    high = blurred(mask, 13.6 / CELL_PT) ** 1.3 * (0.45 + 0.75 * np.clip(ridges, 0, 1)) * 58
    return high + blurred(mask, 6 / CELL_PT) * (6 + 5 * rough), x, y


def slopes(values: Array) -> tuple[Array, Array]:
    """Return how steeply a raster of heights rises to the east and to the south, for each point."""
    south, east = np.gradient(values, CELL_PT)
    return np.asarray(east, dtype=np.float64), np.asarray(south, dtype=np.float64)


def tone_of_ground(values: Array) -> Array:
    """Return the tone of the ground: positive if it is high or falls to the south-east, negative if it is lit.

    The light is in the north-west.
    """
    east, south = slopes(values)
    falls = blurred(-0.7 * (east + south), 1.0)
    shade, light = np.clip(falls / STEEP, 0, 1), np.clip(-falls / LIT, 0, 1)
    tint = np.clip((values - LOW) / (HIGH - LOW), 0, 1)
    return np.asarray(0.38 * shade + 0.20 * tint - 0.34 * light, dtype=np.float64)


def colour_of_tone(tone: float, ground: Colour, colours: Colours) -> Colour:
    """Return the colour of a tone of the ground whose own colour is `ground`."""
    if tone < 0:
        return mix(colours["light"], ground, min(-tone / 0.34, 1) * 0.5)
    tinted = mix(colours["high"], ground, min(tone / 0.2, 1) * 0.55)
    return mix(colours["shade"], tinted, max(tone - 0.06, 0) * 0.85)


@DRAWINGS.enter("relief")
def draw_relief(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of hills: tints of height, dark slopes to the south-east and lit ones to the north-west."""
    if area.geometry.is_empty:
        return []
    values, x, y = heights(area)
    tone = tone_of_ground(values)
    inside: list[Item] = [area.fill(colour_of_tone(TONES[0] - 0.06, colours["low"], colours))]
    for level, following in zip(TONES, (*TONES[1:], TONES[-1] + 0.1), strict=True):
        rings = [
            np.asarray(shapely.LinearRing(ring).simplify(0.15 * area.pt).coords)[:-1]
            for ring in contours.contours(tone, level, x, y)
            if len(ring) > 6
        ]
        if rings:
            middle = (level + following) / 2
            inside.append(
                outlines.rings_path(rings, fill=colour_of_tone(middle, colours["low"], colours), even_odd=True)
            )
    return [
        Group(tuple(inside), clip=outlines.area_path(area.geometry)),
        area.outline(pen(colours["edge"], 0.3, area.pt)),
    ]


def _at(raster: Array, x: Array, y: Array, points: Array) -> Array:
    """Return the values of a raster at the raster points nearest to some points."""
    columns = np.clip(np.round((points[:, 0] - x[0]) / (x[1] - x[0])).astype(np.int64), 0, len(x) - 1)
    rows = np.clip(np.round((points[:, 1] - y[0]) / (y[1] - y[0])).astype(np.int64), 0, len(y) - 1)
    return np.asarray(raster[rows, columns], dtype=np.float64)


@DRAWINGS.enter("relief-hachures")
def draw_hachures(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw hachures down the slopes from several contours, closer and thicker on steep slopes, thinner on lit ones.

    They are left out where something is printed.
    """
    pt, seed = area.pt, area.frame.seed
    values, x, y = heights(area)
    east, south = slopes(values)
    foot = area.geometry.simplify(0.2 * pt).buffer(FOOT_PT * pt, quad_segs=4)
    shapely.prepare(foot)
    full: list[list[Array]] = [[] for _ in WIDTHS_PT]
    thin: list[list[Array]] = [[] for _ in WIDTHS_PT]
    for height in HACHURE_HEIGHTS:
        for ring in contours.contours(values, height, x, y):
            if len(ring) < 8 or shapely.Polygon(ring).area < LEAST_RING_PT2 * pt * pt:
                continue
            starts = _spaced(outlines.resample(ring, 0.4 * pt, closed=True), east, south, x, y, pt)
            if not len(starts):
                continue
            steep = np.hypot(_at(east, x, y, starts), _at(south, x, y, starts))
            draw = noise.varied(starts, 1000, seed + 6) / 1000
            reach = np.minimum(8.5, 3.0 + 4.2 * steep) * (0.75 + 0.4 * draw) * pt
            line = [starts]
            for _ in range(3):
                down = -np.stack([_at(east, x, y, line[-1]), _at(south, x, y, line[-1])], axis=1)
                down /= np.hypot(*down.T)[:, None] + 1e-6
                line.append(line[-1] + down * (reach / 3)[:, None])
            strokes = np.stack(line, axis=1)
            free = (keep.at(strokes) == 0).all(axis=1) & (steep >= LEAST_SLOPE)
            free &= shapely.contains_xy(foot, strokes[:, -1, 0], strokes[:, -1, 1])
            shaded = (strokes[:, -1] - strokes[:, 0]).sum(axis=1) > 0
            width = np.minimum(0.8, 0.3 + 0.3 * steep) * np.where(shaded, 1.0, 0.6)
            kind = np.abs(width[:, None] - np.array(WIDTHS_PT)).argmin(axis=1)
            for stroke, number in zip(strokes[free], kind[free].tolist(), strict=True):
                full[number].append(stroke[:3])
                thin[number].append(stroke[2:])
    items: list[Item] = []
    for lines, share in ((thin, 0.6), (full, 1.0)):
        for some, width_pt in zip(lines, WIDTHS_PT, strict=True):
            if some:
                stroke = Stroke(colours["hatch"], area.frame.stroke(width_pt * share))
                items.append(outlines.lines_path(some, stroke, tolerance=0))
    return items


def _spaced(ring: Array, east: Array, south: Array, x: Array, y: Array, pt: Mm) -> Array:
    """Return points of a closed line that are closer together where the ground is steep."""
    steep = np.hypot(_at(east, x, y, ring), _at(south, x, y, ring))
    spacing = np.maximum(1.9, 3.4 - 0.9 * steep) * (0.8 + 0.4 * noise.varied(ring, 100, 3) / 100)
    step = np.hypot(*(ring[1] - ring[0])) / pt
    count = np.floor(np.cumsum(step / spacing))
    return ring[np.flatnonzero(np.diff(count, prepend=0.0) > 0)]


@DRAWINGS.enter("relief-tree-density")
def tree_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groups of trees and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 34 * pt, seed + 19, 2) > 0.3, dtype=np.float64)
