"""The look `relief`: hills with a foot, shade in the south-east, and hachures down all slopes.

All of it comes from one raster of heights.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map import noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.palette import mix
from pnp.scene import Colours, Group, Item, Path, Rect
from pnp.units import Mm

HIGH_PT = 19.0
"""The height of the highest ridges."""
FOOT, FLANK = 0.10, 0.28
"""In hex heights: how far the foot of the hills is bent, and how far from it the ground has risen by two thirds."""
WAVES = ((2.3, 0.30), (1.0, 0.26), (0.48, 0.10))
"""The ridges, the spurs and the small rises: wavelengths in hex heights, and shares of the height."""
SHADE = tuple(0.04 + 0.05 * n for n in range(8))
LIGHT = (0.045, 0.10, 0.16)
"""The levels of shade and of light at which the ground is one step darker or lighter."""
ALTITUDE = 52.0
"""How high the light stands, in degrees."""
FOOT_PT = (4.2, 2.0)
"""How far the steps of the foot reach out from the hills."""
FORM_PT = 2.1
"""The height from one row of hachures to the next."""
GENTLEST, STEEPEST = 0.17, 1.25
"""The slopes with the thinnest and with the thickest hachures."""


@lru_cache(maxsize=4)
def heights(area: LandArea) -> relief.Raster:
    """Return the heights of an area of hills in mm: it rises from its edge to ridges with spurs and valleys."""
    hex_, pt, seed = area.frame.grid.across_flats, area.pt, area.frame.seed
    x0, y0, x1, y1 = area.geometry.bounds
    around = Rect(x0, y0, x1 - x0, y1 - y0).grown(0.35 * hex_)
    raster = relief.Raster.over(around, hex_ / 20)
    points = raster.points
    bent = points + FOOT * hex_ * _shifts(points, 0.7 * hex_, seed + 405)
    rise = 1 - np.exp(-_depths(area.geometry, around, hex_ / 9).at(bent) / (FLANK * hex_))
    turned = points + 0.42 * hex_ * _shifts(points, 1.4 * hex_, seed + 400)
    ridge, spur, fine = (
        np.clip(1 - 2.3 * np.abs(noise.octaves(turned, wave * hex_, seed + 410 + number, 2)), -0.5, 1) * share
        for number, (wave, share) in enumerate(WAVES)
    )
    high = 0.42 + ridge + spur * (0.5 + 0.5 * rise) + fine
    values = (rise * np.clip(high, 0.12, None)).reshape(raster.values.shape) * HIGH_PT * pt
    for _ in range(2):
        padded = np.pad(values, 1, mode="edge")
        values = (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:] + 4 * values) / 8
    return raster.filled(values)


def _shifts(points: Array, wavelength: Mm, seed: int) -> Array:
    """Return for each point a shift of up to 1 to the east and to the south."""
    return np.stack([noise.octaves(points, wavelength, seed + k, 3) for k in (0, 1)], axis=1)


def _depths(geometry: BaseGeometry, box: Rect, step: Mm) -> relief.Raster:
    """Return how far inside an area each point is, 0 outside."""
    raster = relief.Raster.over(box, step)
    points, edge = raster.points, geometry.simplify(step / 20)
    shapely.prepare(edge)
    inside = np.flatnonzero(shapely.contains_xy(edge, *points.T))
    line = edge.boundary
    shapely.prepare(line)
    found = np.zeros(len(points))
    found[inside] = shapely.distance(line, shapely.points(points[inside]))
    return raster.filled(found)


@DRAWINGS.enter("relief")
def draw_relief(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of hills: a foot in two pale steps, one tint, slopes that are dark in the south-east and lit."""
    if area.geometry.is_empty:
        return []
    pt, frame = area.pt, area.frame
    outer = area.geometry.simplify(0.3 * pt)
    items: list[Item] = []
    for number, by in enumerate(FOOT_PT):
        foot = outlines.roughened(
            outer.buffer(by * pt, quad_segs=4), 1.4 * pt, 17 * pt, frame.seed + 80 + number, 2 * pt
        )
        items.append(outlines.area_path(foot, fill=mix(colours["low"], colours["land"], 0.20 + 0.22 * number)))
    darks = relief.tone_ramp(colours["low"], colours["shade"], len(SHADE), 0.062)
    lights = relief.tone_ramp(colours["low"], colours["light"], len(LIGHT), 0.24)
    lit, dark = _bands(area)
    inside = [
        area.fill(colours["low"]),
        *(replace(band, fill=lights[step]) for step, band in lit),
        *(replace(band, fill=darks[step]) for step, band in dark),
    ]
    return [*items, Group(tuple(inside), clip=outlines.area_path(area.geometry))]


@lru_cache(maxsize=2)
def _bands(area: LandArea) -> tuple[list[tuple[int, Path]], list[tuple[int, Path]]]:
    """Return the lit and the dark parts of the slopes without their colours, each with the number of its step."""
    pt = area.pt
    light = relief.hillshade(heights(area), altitude=ALTITUDE)

    def steps(raster: relief.Raster, levels: tuple[float, ...]) -> list[tuple[int, Path]]:
        """Return the parts above each level of a raster."""
        bands = [relief.tinted_bands(raster, (one,), ("",), tolerance=0.3 * pt, smallest=9 * pt * pt) for one in levels]
        return [(step, band) for step, some in enumerate(bands) for band in some]

    return steps(light, LIGHT), steps(light.filled(-light.values), SHADE)


@DRAWINGS.enter("relief-hachures")
def draw_hachures(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw hachures down all slopes, thicker on steep and dark ones, where nothing is printed."""
    if area.geometry.is_empty:
        return []
    strokes = _strokes(area)
    free = strokes[(keep.at(strokes) == 0).all(axis=1)]
    return [outlines.rings_path(free, fill=mix(colours["hatch"], colours["low"], 0.86))] if len(free) else []


@lru_cache(maxsize=2)
def _strokes(area: LandArea) -> Array:
    """Return all hachures of an area as rings."""
    pt = area.pt
    shapely.prepare(area.geometry)
    return relief.hachures(
        heights(area),
        0.3 * FORM_PT * pt,
        FORM_PT * pt,
        spacing=2.5 * pt,
        longest=5.2 * pt,
        slopes=(GENTLEST, STEEPEST),
        widths=(0.27 * pt, 0.76 * pt),
        seed=area.frame.seed + 77,
        inside=area.geometry,
    )


@DRAWINGS.enter("relief-tree-density")
def tree_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groups of trees and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 34 * pt, seed + 19, 2) > 0.3, dtype=np.float64)
