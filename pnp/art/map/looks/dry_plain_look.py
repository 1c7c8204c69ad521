"""The look `dry-plain`: parched land that falls to one side, with dry watercourses, hamlets and palm groves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from pnp.art.map import contours, ink, noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import Land
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.palette import mix
from pnp.scene import Colours, Group, Item, Path, Point, Stroke, circle, polyline
from pnp.units import Mm

STEP = 1 / 14
"""The distance of the points of the raster of heights, in hex heights."""
FALL_PT, SWELL_PT, CREST_PT, SPUR_PT, FINE_PT = 31.0, 20.0, 12.0, 5.7, 1.4
"""How far the land falls across the map, and the heights of its swells, their crests, the spurs and small rises."""
SWELLS, CRESTS, SPURS, FINE = 5.5, 4.2, 1.7, 0.7
"""Their wavelengths in hex heights."""
CUT_PT, VALLEY, FLAT = (14.0, 7.0), (0.9, 1.7), 1.5
"""How deep the banks and the valleys of waters are cut, how wide they are, and how wide the flat land beside them."""
SHADES = tuple(0.025 + 0.026 * n for n in range(11))
LIGHTS = (0.03, 0.06, 0.09, 0.12)
LOW_PT, HIGH_PT = -26.0, 30.0
"""The heights of the lowest and of the highest land."""
HIGH = tuple(0.34 + 0.07 * n for n in range(8))
"""The shares of the whole height above which the ground is one step drier."""
CONTOUR_PT, THICK = 6.5, 4
"""The difference of height of two contours, and each which of them is thicker."""
WATERCOURSE_EVERY_PT, WATERCOURSE_STEP_PT, WATERCOURSE_STEPS, LEAST_FALL = 38.0, 2.6, 42, 0.03
"""The distance of the sources of dry watercourses, their steps, how many at most, and the least slope that has one."""
WATERCOURSE_LONG, WATERCOURSE_APART, WATERCOURSE_TURN = 1.5, 0.8, math.radians(100)
"""The least length of a watercourse and the distance of two, in hex heights, and how far one turns in all."""


Band: TypeAlias = "tuple[int, int, Path]"
"""A tinted band without its colour: the numbers of its ramp of colours and of its step in it, and its shape."""


@lru_cache(maxsize=4)
def slope(land: Land) -> relief.Raster:
    """Return the heights of a land in mm: it falls to one side and to water, with swells that fork into spurs."""
    frame, pt, seed, high = land.frame, land.frame.scaled(1), land.frame.seed, land.frame.grid.across_flats
    raster = relief.Raster.over(frame.box.grown(10 * pt), STEP * high)
    points = raster.points
    to = {"east": (1.0, 0.22), "west": (-1.0, 0.22), "north": (0.22, -1.0), "south": (0.22, 1.0)}
    way = np.array(to[frame.map.theme.slopes_to or "east"])
    down = (points - np.array(frame.box.centre)) @ way / max(frame.box.width, frame.box.height)
    shifts = np.stack([noise.octaves(points, 2 * high, seed + 150 + k, 3) for k in (0, 1)], axis=1)
    bent = points + 0.5 * high * shifts
    swells = noise.octaves(points, SWELLS * high, seed + 151, 2)
    up = np.clip(0.5 + swells, 0, 1)
    crests, spurs = (
        1 - 2.2 * np.abs(noise.octaves(bent, wave * high, seed + number, 2))
        for number, wave in ((152, CRESTS), (153, SPURS))
    )
    rough = FINE_PT * noise.octaves(points, FINE * high, seed + 154, 2)
    heights = -FALL_PT * down + SWELL_PT * swells + up * (CREST_PT * crests + SPUR_PT * spurs + rough)
    wet = land.waters.surface
    if not wet.is_empty:
        shore = wet.simplify(0.5 * pt)
        shapely.prepare(shore)
        near = np.flatnonzero(shapely.dwithin(shore, shapely.points(points), max(*VALLEY, FLAT) * high))
        away = shapely.distance(shore, shapely.points(points[near])) / high
        bank, valley = (depth * np.clip(1 - away / wide, 0, 1) ** 2 for depth, wide in zip(CUT_PT, VALLEY, strict=True))
        heights[near] = heights[near] * (0.25 + 0.75 * np.clip(away / FLAT, 0, 1) ** 1.2) - bank - valley
    return raster.filled(heights * pt)


@lru_cache(maxsize=4)
def _bands(land: Land) -> tuple[list[Band], list[Band]]:
    """Return the bands of height, light and shade of the whole land, and those around its green belts."""
    pt, heights = land.frame.scaled(1), slope(land)
    light = relief.hillshade(heights, altitude=50)
    level = heights.filled((heights.values / pt - LOW_PT) / (HIGH_PT - LOW_PT))
    rasters = ((level, HIGH), (light, LIGHTS), (light.filled(-light.values), SHADES))

    def shapes(chosen: NDArray[np.bool_] | None) -> list[Band]:
        """Return the bands of all rasters, or of their chosen points."""
        found: list[Band] = []
        for number, (raster, levels) in enumerate(rasters):
            part = raster if chosen is None else raster.filled(np.where(chosen, raster.values, levels[0] - 1))
            for step, above in enumerate(levels):
                bands = relief.tinted_bands(part, (above,), ("",), tolerance=0.45 * pt, smallest=30 * pt * pt)
                found += [(number, step, band) for band in bands]
        return found

    if not land.green_land:
        return shapes(None), []
    around = np.asarray(shapely.contains_xy(land.green_land[0][0].buffer(2 * heights.step), *heights.points.T))
    return shapes(None), shapes(around.reshape(heights.values.shape))


@DRAWINGS.enter("dry-slope")
def draw_slope(land: Land, colours: Colours) -> list[Item]:
    """Draw the tints of height, shade and light of a dry land, and form lines."""
    frame, pt = land.frame, land.frame.scaled(1)
    heights = slope(land)
    shade = mix(colours["shade"], colours["form_line"], 0.55)
    ramps = (
        relief.tone_ramp(colours["land"], colours["dry"], len(HIGH), 0.085),
        relief.tone_ramp(mix(colours["dry"], colours["land"], 0.2), colours["light"], len(LIGHTS), 0.22),
        relief.tone_ramp(mix(colours["dry"], colours["land"], 0.25), shade, len(SHADES), 0.030),
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
    clear = frame.paper_area.difference(_blocked(land))
    line, every = mix(colours["form_line"], colours["land"], 0.75), CONTOUR_PT * pt
    for number in range(math.ceil(LOW_PT / CONTOUR_PT), math.floor(HIGH_PT / CONTOUR_PT) + 1):
        rings = contours.contours(heights.values, number * every, heights.x, heights.y)
        forms = outlines.clipped_lines([outlines.smoothed(ring, 3) for ring in rings if len(ring) > 30], clear)
        if forms:
            pen_width = frame.stroke(0.55 if number % THICK == 0 else 0.4)
            items.append(outlines.lines_path(forms, Stroke(line, pen_width, join="round")))
    return items


def _blocked(land: Land) -> shapely.Geometry:
    """Return the area where no form line is drawn: hex numbers, covered land and water."""
    pt = land.frame.scaled(1)
    boxes = [rect.grown(1.5 * pt) for rect in land.frame.numbers.values()]
    around = [shapely.box(box.x, box.y, box.right, box.bottom) for box in boxes]
    return shapely.union_all([*around, land.covered.buffer(1.5 * pt), land.waters.standing.buffer(3 * pt)])


def watercourses(land: Land, room: Occupancy) -> list[Array]:
    """Return the dry watercourses of a land, which run down its slopes where `room` has no print.

    Each has its own source, is long, and ends at water, at the edge of terrain, or where something is printed. Of two
    that come close, one by chance is left out.
    """
    frame, pt, seed = land.frame, land.frame.scaled(1), land.frame.seed
    heights = slope(land)
    east, south = heights.slopes()
    start = noise.scattered(frame.box, WATERCOURSE_EVERY_PT * pt, seed + 161)
    wet = land.waters.surface.buffer(0.5 * pt)
    barred = land.covered.buffer(1.5 * pt)
    for area in (wet, barred):
        shapely.prepare(area)
    start = start[~(shapely.contains_xy(wet, *start.T) | shapely.contains_xy(barred, *start.T)) & (room.at(start) == 0)]
    at, way = start, np.zeros_like(start)
    alive = np.ones(len(start), dtype=np.bool_)
    path, lengths = [at], np.ones(len(start), dtype=np.int64)
    first = None
    for _ in range(WATERCOURSE_STEPS):
        rise_east, rise_south = east.at(at), south.at(at)
        angle = np.arctan2(-rise_south, -rise_east) + 0.5 * noise.octaves(at, 40 * pt, seed + 162, 2)
        way = 0.8 * way + 0.2 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        way = way / (np.hypot(*way.T)[:, None] + 1e-9)
        first = way if first is None else first
        at = at + way * WATERCOURSE_STEP_PT * pt
        alive &= (np.hypot(rise_east, rise_south) > LEAST_FALL) & (heights.at(at) < heights.at(path[-1]) + 0.1 * pt)
        alive &= (way * first).sum(axis=1) > math.cos(WATERCOURSE_TURN)  # so that none crosses itself
        alive &= (room.at(at) == 0) & ~shapely.contains_xy(barred, *at.T)
        path.append(at)
        lengths += alive
        alive &= ~shapely.contains_xy(wet, *at.T)
    lines = np.stack(path, axis=1)
    high = frame.grid.across_flats
    least = WATERCOURSE_LONG * high / (WATERCOURSE_STEP_PT * pt)
    found = [
        outlines.smoothed(line[:long], 4) for line, long in zip(lines, lengths.tolist(), strict=True) if long > least
    ]
    shapes = [shapely.LineString(line) for line in found]
    rank = [noise.chance(seed, "watercourse", *line[0].round(2).tolist()) for line in found]
    one, other = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=WATERCOURSE_APART * high)
    beaten = {a for a, b in zip(one.tolist(), other.tolist(), strict=True) if rank[a] < rank[b]}
    return [line for number, line in enumerate(found) if number not in beaten]


def draw_watercourses(frame: MapFrame, lines: Sequence[Array], colours: Colours) -> list[Item]:
    """Draw dry watercourses: sandy beds between two banks, which widen downhill and end in a point."""
    pt = frame.scaled(1)
    beds: list[Array] = []
    banks: list[Array] = []
    for line in lines:
        share = np.linspace(0, 1, len(line))
        widths = (0.3 + 1.45 * share**0.7) * np.clip((1 - share) / 0.25, 0.12, 1) * pt
        beds.append(ink.strip(line, widths))
        banks += [outlines.offset(line, hand * widths / 2) for hand in (1, -1)]
    if not beds:
        return []
    bank = Stroke(colours["bank"], frame.stroke(0.36), cap="round", join="round")
    return [outlines.rings_path(beds, fill=colours["bed"]), outlines.lines_path(banks, bank)]


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
