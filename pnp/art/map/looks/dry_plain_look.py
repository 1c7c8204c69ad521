"""The look `dry-plain`: parched land that falls to one side, with dry watercourses, hamlets and palm groves."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from pnp.art.map import contours, ink, noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import Land
from pnp.art.map.map_strokes import joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.palette import mix
from pnp.scene import Colours, Group, Item, Path, Point, Stroke, circle, polyline
from pnp.units import Mm

STEP_PT = 4.2
"""The distance of the points of the raster of heights."""
FALL_PT, ROUGH_PT, CUT_PT = 70.0, 17.0, 13.0
"""How far the land falls across the map, the height of its swells, and how deep streams are cut into it."""
SHADES = tuple(0.02 + 0.024 * n for n in range(8))
LIGHTS = (0.018, 0.036, 0.06)
HIGH = (0.30, 0.42, 0.54, 0.66, 0.78)
"""The shares of the whole height above which the ground is one step drier."""
CONTOUR_PT = 9.0
"""The difference of height of two form lines."""
WATERCOURSE_EVERY_PT = 62.0
"""The distance of the sources of dry watercourses."""


Band: TypeAlias = "tuple[int, int, Path]"
"""A tinted band without its colour: the numbers of its ramp of colours and of its step in it, and its shape."""


@lru_cache(maxsize=4)
def slope(land: Land) -> relief.Raster:
    """Return the heights of a land in mm: it falls to one side and towards streams and lakes, with swells between."""
    frame, pt, seed = land.frame, land.frame.scaled(1), land.frame.seed
    raster = relief.Raster.over(frame.box.grown(10 * pt), STEP_PT * pt)
    points = raster.points
    to = {"east": (1.0, 0.22), "west": (-1.0, 0.22), "north": (0.22, -1.0), "south": (0.22, 1.0)}
    way = np.array(to[frame.map.theme.slopes_to or "east"])
    middle = np.array(frame.box.centre)
    down = (points - middle) @ way / max(frame.box.width, frame.box.height)
    swells = noise.octaves(points, 210 * pt, seed + 151, 3)
    ridged = 1 - 2 * np.abs(noise.octaves(points, 120 * pt, seed + 152, 2))
    heights = -FALL_PT * down + ROUGH_PT * (1.5 * swells + 0.7 * ridged)
    wet = land.waters.surface
    if not wet.is_empty:
        away = shapely.distance(shapely.points(points), wet.simplify(0.5 * pt)) / pt
        heights = heights - CUT_PT * np.exp(-away / 26) - 7 * np.exp(-away / 75)
    return raster.filled(heights * pt)


@lru_cache(maxsize=4)
def _bands(land: Land) -> tuple[list[Band], list[Band]]:
    """Return the bands of height, light and shade of the whole land, and those around its green belts."""
    pt, heights = land.frame.scaled(1), slope(land)
    light = relief.hillshade(heights.filled(heights.values * 0.55))
    low, high = float(heights.values.min()), float(heights.values.max())
    level = heights.filled((heights.values - low) / (high - low))
    flat = light.filled(light.values - float(np.median(light.values)))
    rasters = ((level, HIGH), (flat, LIGHTS), (flat.filled(-flat.values), SHADES))

    def shapes(chosen: NDArray[np.bool_] | None) -> list[Band]:
        """Return the bands of all rasters, or of their chosen points."""
        found: list[Band] = []
        for number, (raster, levels) in enumerate(rasters):
            part = raster if chosen is None else raster.filled(np.where(chosen, raster.values, levels[0] - 1))
            for step, above in enumerate(levels):
                bands = relief.tinted_bands(part, (above,), ("",), tolerance=0.6 * pt, smallest=40 * pt * pt)
                found += [(number, step, band) for band in bands]
        return found

    if not land.green_land:
        return shapes(None), []
    around = np.asarray(shapely.contains_xy(land.green_land[0][0].buffer(2 * heights.step), *heights.points.T))
    return shapes(None), shapes(around.reshape(heights.values.shape))


@DRAWINGS.enter("dry-slope")
def draw_slope(land: Land, colours: Colours) -> list[Item]:
    """Draw the tints of height, shade and light of a dry land, form lines and dry watercourses."""
    frame, pt = land.frame, land.frame.scaled(1)
    heights = slope(land)
    low, high = float(heights.values.min()), float(heights.values.max())
    ramps = (
        relief.tone_ramp(colours["land"], colours["dry"], len(HIGH), 0.17),
        relief.tone_ramp(mix(colours["dry"], colours["land"], 0.15), colours["light"], len(LIGHTS), 0.28),
        relief.tone_ramp(mix(colours["dry"], colours["land"], 0.3), colours["shade"], len(SHADES), 0.036),
    )
    bands, bands_in_green = _bands(land)
    items: list[Item] = [replace(band, fill=ramps[number][step]) for number, step, band in bands]
    for area, share in land.green_land:
        green = [
            replace(band, fill=mix(colours["riverside"], ramps[number][step], share))
            for number, step, band in bands_in_green
        ]
        items.append(Group(tuple(green), clip=outlines.area_path(area)))
    if not frame.numbered:  # a sample hex shows the ground alone
        return items
    blocked = _blocked(land)
    forms: list[Array] = []
    for height in np.arange(low, high, CONTOUR_PT * pt).tolist()[1:]:
        forms += [
            outlines.smoothed(ring, 3) for ring in contours.contours(heights.values, height, heights.x, heights.y)
        ]
    forms = outlines.clipped_lines(forms, frame.paper_area.difference(blocked))
    dash = (9 * pt, 2.2 * pt)
    if forms:
        items.append(outlines.lines_path(forms, Stroke(colours["form_line"], frame.stroke(0.27), dash, "round")))
    return items + _draw_watercourses(land, colours, blocked)


def _blocked(land: Land) -> shapely.Geometry:
    """Return the area where no form line or watercourse is drawn: hex numbers, covered land and water."""
    pt = land.frame.scaled(1)
    boxes = [rect.grown(1.5 * pt) for rect in land.frame.numbers.values()]
    around = [shapely.box(box.x, box.y, box.right, box.bottom) for box in boxes]
    return shapely.union_all([*around, land.covered.buffer(1.5 * pt), land.waters.standing.buffer(3 * pt)])


@lru_cache(maxsize=4)
def _watercourses(land: Land) -> list[Array]:
    """Return the dry watercourses of a land, which run down its slopes until they meet water or another of them.

    Those that would end in a hollow are left out.
    """
    frame, pt, seed = land.frame, land.frame.scaled(1), land.frame.seed
    heights = slope(land)
    rises = heights.slopes()
    east: list[list[float]] = rises[0].values.tolist()
    south: list[list[float]] = rises[1].values.tolist()
    turns: list[list[float]] = heights.filled(
        1.3 * noise.octaves(heights.points, 22 * pt, seed + 162, 2)
    ).values.tolist()
    points = heights.points
    gap = np.asarray(shapely.distance(shapely.points(points), land.waters.surface.simplify(0.5 * pt)))
    wet = (gap.reshape(heights.values.shape) < STEP_PT * 0.75 * pt).tolist()
    sources = noise.scattered(frame.box, WATERCOURSE_EVERY_PT * pt, seed + 161)
    x0, y0, step, reach = float(heights.x[0]), float(heights.y[0]), heights.step, 2.6 * pt
    rows, columns = heights.values.shape
    run: dict[tuple[int, int], tuple[float, float]] = {}
    found: list[Array] = []
    for source in sources[np.argsort(-heights.at(sources), kind="stable")].tolist():
        x, y = source
        line, way, ended = [(x, y)], (0.0, 0.0), False
        for count in range(140):
            i, j = min(max(round((y - y0) / step), 0), rows - 1), min(max(round((x - x0) / step), 0), columns - 1)
            angle = math.atan2(-south[i][j], -east[i][j]) + turns[i][j]
            u, v = 0.62 * way[0] + 0.38 * math.cos(angle), 0.62 * way[1] + 0.38 * math.sin(angle)
            size = math.hypot(u, v) + 1e-9
            way = (u / size, v / size)
            x, y = x + way[0] * reach, y + way[1] * reach
            line.append((x, y))
            cell = (int(x / reach), int(y / reach))
            if cell in run:
                line.append(run[cell])
                ended = True
            elif wet[i][j] or not frame.box.grown(8 * pt).holds(x, y):
                ended = True
            if ended or (count > 12 and math.dist(line[-9], (x, y)) < 12 * pt):  # or it turns round in a hollow
                break
        if ended and len(line) > 14:
            found.append(outlines.smoothed(np.array(line), 2))
            for a, b in line:
                for across in (-1, 0, 1):
                    for down in (-1, 0, 1):
                        run.setdefault((int(a / reach) + across, int(b / reach) + down), (a, b))
    return found


def _draw_watercourses(land: Land, colours: Colours, blocked: shapely.Geometry) -> list[Item]:
    """Draw dry watercourses: sandy beds that widen downhill between broken banks."""
    frame, pt = land.frame, land.frame.scaled(1)
    beds: list[Array] = []
    banks: list[Array] = []
    clear = frame.paper_area.buffer(6 * pt).difference(blocked)
    for line in _watercourses(land):
        widths = (0.5 + 1.25 * np.linspace(0, 1, len(line)) ** 0.7) * pt
        for part in outlines.clipped_lines([line], clear):
            if len(part) < 4:
                continue
            index = np.array([np.hypot(*(line - point).T).argmin() for point in part])
            own = widths[index]
            beds.append(ink.strip(part, own))
            for hand in (1, -1):
                banks.append(outlines.offset(part, hand * own / 2))
    strokes = ink.ink_strokes(
        banks, (0.25 * pt, 0.5 * pt), frame.seed + 163, step=1.8 * pt, gaps=0.28, wavelength=16 * pt
    )
    if not beds:
        return []
    return [outlines.rings_path(beds, fill=colours["bed"]), outlines.rings_path(strokes, fill=colours["bank"])]


@DRAWINGS.enter("hamlet")
def paint_hamlet(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a hamlet of three to five thatched huts under a tree."""
    huts, shadows = [], []
    for number in range(3 + round(2 * variant)):
        angle = 2.4 * number + 6 * variant
        x, y = 2.7 * math.cos(angle) * (0.6 + 0.16 * number), 2.0 * math.sin(angle) * (0.6 + 0.16 * number)
        turn = 0.5 * math.sin(3 * number + 7 * variant)
        cos, sin = math.cos(turn), math.sin(turn)
        ring: list[Point] = [
            ((x + u * cos - v * sin) * pt, (y + u * sin + v * cos) * pt)
            for u, v in ((-0.95, -0.65), (0.95, -0.65), (0.95, 0.65), (-0.95, 0.65))
        ]
        shadows.append(
            polyline([(u + 0.4 * pt, v + 0.5 * pt) for u, v in ring], closed=True, fill=colours["tree_shadow"])
        )
        huts.append(polyline(ring, closed=True, fill=colours["thatch"], stroke=pen(colours["hut_line"], 0.25, pt)))
    return [joined_shapes(*shadows), *huts]


@DRAWINGS.enter("toddy-palm")
def paint_toddy_palm(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a toddy palm: a high thin stem, a round head of fan leaves, and a shadow to the lower right."""
    k = (0.74 + 0.25 * variant) * pt
    lean = 0.5 * math.sin(8 * variant) * k
    leaves = []
    for angle in range(190, 360, 24):
        cos, sin = math.cos(math.radians(angle + 9 * math.sin(angle))), math.sin(math.radians(angle))
        leaves.append([(lean, -2.5 * k), (lean + 1.55 * k * cos, -2.5 * k + 1.45 * k * sin)])
    drooping = [[(lean, -2.5 * k), (lean + s * 1.1 * k, -2.3 * k), (lean + s * 1.45 * k, -1.7 * k)] for s in (-1, 1)]
    shadow = [(0.0, 1.9 * k), (2.6 * k, 1.1 * k), (3.4 * k, 0.6 * k), (3.8 * k, 1.2 * k), (2.8 * k, 1.4 * k)]
    return [
        polyline(shadow, closed=True, fill=colours["tree_shadow"]),
        polyline([(0, 1.9 * k), (0.1 * k, 0.2 * k), (lean, -2.5 * k)], stroke=pen(colours["palm_stem"], 0.5, pt)),
        circle(lean, -2.6 * k, 0.85 * k, fill=colours["palm_leaf"]),
        open_lines([*leaves, *drooping], pen(colours["palm_line"], 0.34, pt)),
    ]


@DRAWINGS.enter("dry-plain-grove-density")
def grove_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in small groves of palms and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 64 * pt, seed + 71, 2) > 0.44, dtype=np.float64)


@DRAWINGS.enter("dry-plain-scrub-density")
def scrub_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return the share of places with dry grass: most in some parts of the plain, none in others."""
    return np.asarray(np.clip(2.2 * noise.octaves(places, 88 * pt, seed + 72, 3), 0, 0.9), dtype=np.float64)


@DRAWINGS.enter("dry-plain-hamlet-density")
def hamlet_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return the share of possible places that have a hamlet."""
    return np.asarray(0.35 + 0.6 * (noise.octaves(places, 120 * pt, seed + 73, 2) > 0.0), dtype=np.float64)
