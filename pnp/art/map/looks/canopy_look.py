"""The look `canopy`: dense forest with crowns of three sizes, one outline for each grove, and clearings.

It has three tones, which follow the land: forest by rivers is light, forest on hills and high ground dark.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from pnp.art.map import contours, hill_country, ink, mist, noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.model.looks.line_looks import StreamLook
from pnp.palette import mix
from pnp.scene import Colour, Colours, Group, Item, Stroke, circle
from pnp.units import Mm

RADII_PT = (2.0, 3.15, 4.25)
"""The radii of small, middle and large crowns."""
SPACING_PT = 3.7
"""The least distance of two small crowns; that of others grows with their radius."""
CLEARING, MIDDLE, LARGE = -0.60, -0.02, 0.34
"""The levels of density below which there is no crown, and above which crowns are middle or large."""
FLOOR = (0.2, 0.4, 0.6, 0.8, 1.2, 1.4, 1.6, 1.8)
"""The levels of tone, from 0 to 2, at which the floor is one step darker."""
BLOTCHES = 0.42
"""How much the tone of the floor varies in blotches."""
SHADES = (0.05, 0.11, 0.17, 0.23, 0.30, 0.38)
"""The levels of the shade on hills that make the forest one step darker."""
SHADE_SHARE = 0.08
TONES = (-0.30, 0.26)
"""The heights of the land (see `lie_of_the_land`) at which the forest becomes middle and dark."""
SOFT = 0.07
"""The distance in height of the steps of a change of tone."""
RIVERSIDE_PT = 52.0
"""How far the low land by rivers extends."""
CROWN_TONE = 0.5
"""The share of a low or high tone in the colour of a crown."""
FRINGE_PT = (8.5, 5.6, 2.8)
"""How far the steps of the green fringe around the forest reach out from it."""
FORM_LINE_PT = 2.9
"""The difference of height of two form lines."""


def density(points: Array, pt: float, seed: int) -> Array:
    """Return how dense the forest is at some places: from about -0.9 to 0.9."""
    return 1.28 * noise.octaves(points, 29 * pt, seed + 33, 3) + 0.10


@lru_cache(maxsize=4)
def lie_of_the_land(frame: MapFrame) -> relief.Raster:
    """Return how high the land is: about -0.9 by rivers, 0 on the plain, and 0.3 to 1.2 on hills and high ground."""
    pt, seed = frame.scaled(1), frame.seed
    raster = relief.Raster.over(frame.box.grown(6 * pt), 3.2 * pt)
    points = raster.points
    heights = 0.62 * noise.octaves(points, 88 * pt, seed + 62, 2)
    streams = frame.looks.of(StreamLook)
    lines = [
        shapely.LineString([frame.grid.vertex_point(vertex) for vertex in chain.vertices])
        for chain in frame.board.chains
        if frame.look(chain.kind) in streams and not streams[frame.look(chain.kind)].dry
    ]
    if lines:
        away = shapely.distance(shapely.union_all(lines), shapely.points(points)) / (RIVERSIDE_PT * pt)
        heights = heights - 0.66 * np.clip(1.25 - away, 0, 1)
    hills = hill_country.hill_country(frame)
    if hills is not None:
        heights = heights + 1.5 * np.clip(hills[0].at(points) / (hill_country.HEIGHT_PT * pt), 0, 0.8)
    return raster.filled(heights)


@lru_cache(maxsize=2)
def _crowns(area: LandArea, keep: Occupancy) -> tuple[Array, Array, Array]:
    """Return the centres of all crowns from north to south, their radii, and the density at each."""
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    spots = noise.scattered(frame.box.grown(5 * pt), SPACING_PT * pt, seed + 34)
    inner = area.geometry.buffer(-0.8 * pt)
    shapely.prepare(inner)
    spots = spots[shapely.contains_xy(inner, spots[:, 0], spots[:, 1])]
    rough = density(spots, pt, seed) + 0.28 * (noise.varied(spots, 1000, seed + 35) / 1000 - 0.5)
    size = np.where(rough > LARGE, RADII_PT[2], np.where(rough > MIDDLE, RADII_PT[1], RADII_PT[0]))
    size = size * (0.9 + 0.22 * noise.varied(spots, 1000, seed + 36) / 1000) * pt
    ring = np.stack([np.cos(np.arange(8) * np.pi / 4), np.sin(np.arange(8) * np.pi / 4)], axis=1)
    for share in (0.92, 0.0):  # crowns beside print are small
        near = (keep.at(spots[:, None] + ring * (share * size)[:, None, None]) > 0).any(axis=1)
        if share:
            size = np.where(near, np.minimum(size, RADII_PT[0] * 0.92 * pt), size)
            near = (keep.at(spots[:, None] + ring * (0.8 * size)[:, None, None]) > 0).any(axis=1)
            kept = ~near & (rough > CLEARING)
            spots, size, rough = spots[kept], size[kept], rough[kept]
    return _thinned(spots, size, rough, pt, seed)


def _thinned(spots: Array, size: Array, rough: Array, pt: float, seed: int) -> tuple[Array, Array, Array]:
    """Return the crowns without those too close to another, the largest in random order first."""
    order = np.lexsort((noise.varied(spots, 100_000, seed + 37), -np.round(size / pt)))
    cell = 2 * RADII_PT[2] * pt
    near: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
    kept = []
    for i in order.tolist():
        x, y, r = float(spots[i, 0]), float(spots[i, 1]), float(size[i])
        column, row = int(x // cell), int(y // cell)
        others = [o for a in (-1, 0, 1) for b in (-1, 0, 1) for o in near.get((column + a, row + b), ())]
        if all((x - u) ** 2 + (y - v) ** 2 >= (0.69 * (r + s)) ** 2 for u, v, s in others):
            near.setdefault((column, row), []).append((x, y, r))
            kept.append(i)
    chosen = np.array(sorted(kept, key=lambda i: float(spots[i, 1])), dtype=np.int64)
    return spots[chosen], size[chosen], rough[chosen]


def _rings(spots: Array, size: Array, seed: int) -> list[Array]:
    """Return the outline of each crown: a circle with six or seven lobes, a little flattened."""
    lobes = 6 + noise.varied(spots, 2, seed + 38)
    phase = noise.varied(spots, 1000, seed + 39) / 1000 * 6.3
    found: list[Array] = [spots] * len(spots)
    for count in (6, 7):
        chosen = np.flatnonzero(lobes == count)
        t = np.linspace(0, 2 * np.pi, 3 * count, endpoint=False)
        reach = size[chosen, None] * (0.97 + 0.13 * np.abs(np.sin((t + phase[chosen, None]) * count / 2)))
        x, y = spots[chosen, 0, None] + np.cos(t) * reach, spots[chosen, 1, None] + 0.94 * np.sin(t) * reach
        for i, ring in zip(chosen.tolist(), np.stack([x, y], axis=2), strict=True):
            found[i] = ring
    return found


@DRAWINGS.enter("forest-floor")
def draw_floor(area: LandArea, colours: Colours) -> list[Item]:
    """Draw the floor of the forest in its tones, its shade on hills, mist, and its edge."""
    if area.geometry.is_empty:
        return []
    frame, pt = area.frame, area.pt
    edge = area.geometry.boundary
    blotches = _contoured(area, colours)
    shadow = affinity.translate(area.geometry.simplify(0.1 * pt), 0.7 * pt, 0.9 * pt)
    rim = ink.ink_strokes(
        outlines.boundary_lines(edge),
        (0.2 * pt, 0.5 * pt),
        frame.seed + 31,
        step=1.3 * pt,
        gaps=0.3,
        wavelength=10 * pt,
    )
    return [
        *_fringe(area, colours),
        outlines.area_path(shadow, fill=mix(colours["shadow"], colours["low"], 0.24)),
        area.fill(colours["low"]),
        Group(tuple(blotches), clip=outlines.area_path(area.geometry, tolerance=0.05)),
        outlines.rings_path(rim, fill=colours["rim"]),
    ]


def _fringe(area: LandArea, colours: Colours) -> list[Item]:
    """Draw the scrub around the forest, greener in each step towards it, so that it has no hard edge."""
    pt, seed = area.pt, area.frame.seed
    outer = area.geometry.simplify(0.5 * pt)
    items: list[Item] = []
    for number, by in enumerate(FRINGE_PT):
        step = outlines.roughened(outer.buffer(by * pt, quad_segs=4), 1.9 * pt, 11 * pt, seed + 63 + number, 1.6 * pt)
        items.append(outlines.area_path(step, fill=mix(colours["low"], colours["land"], 0.24 * (number + 1))))
    return items


@DRAWINGS.enter("stray-crown")
def paint_stray_crown(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a single small crown with its shadow and its light side; `variant` from 0 to 1 makes it larger."""
    size = (1.15 + 0.75 * variant) * pt
    fill = mix(colours["low"], colours["crown"], 0.35)
    return [
        circle(0.6 * pt, 0.75 * pt, size, fill=mix(colours["shadow"], colours["low"], 0.34)),
        circle(0, 0, size, fill=fill, stroke=pen(mix(colours["rim"], colours["crown"], 0.8), 0.26, pt)),
        circle(-0.28 * size, -0.32 * size, 0.5 * size, fill=mix(colours["light"], fill, 0.6)),
    ]


@DRAWINGS.enter("canopy-stray-density")
def stray_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 in groups of places and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 17 * pt, seed + 5, 2) > 0.1, dtype=np.float64)


def _contoured(area: LandArea, colours: Colours) -> list[Item]:
    """Draw the tones of the floor of the forest, the shade on hills, and the mist."""
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    raster = relief.Raster.over(frame.box.grown(6 * pt), 2.4 * pt)
    heights = lie_of_the_land(frame).at(raster.points)
    steps = [np.clip((heights - level) / (2 * SOFT) + 0.5, 0, 1) for level in TONES]
    tone = raster.filled(np.add(*steps) + BLOTCHES * noise.octaves(raster.points, 50 * pt, seed + 61, 4))
    half = len(FLOOR) // 2
    tones = [mix(colours["fill"], colours["low"], (step + 1) / half) for step in range(half)]
    tones += [mix(colours["high"], colours["fill"], (step + 1) / half) for step in range(half)]
    smallest = 10 * pt * pt
    items = list(relief.tinted_bands(tone, FLOOR, tones, tolerance=0.4 * pt, smallest=smallest))
    hills = hill_country.hill_country(frame)
    if hills is not None:
        light = hills[1]
        dark = relief.tone_ramp(colours["high"], colours["hill"], len(SHADES), 0.10)
        items += relief.tinted_bands(light.filled(-light.values), SHADES, dark, tolerance=0.4 * pt, smallest=smallest)
    return items + mist.draw_mist(frame, colours["fill"], colours["mist"])


@DRAWINGS.enter("canopy")
def draw_canopy(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw the crowns of the forest: shadow, mass, a light side on each, and one outline for each grove."""
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    spots, size, rough = _crowns(area, keep)
    if not len(spots):
        return []
    rings = _rings(spots, size, seed)
    steps = mist.mist_steps(frame, spots)
    hills = hill_country.hill_country(frame)
    dark = np.zeros(len(spots), dtype=np.int64) if hills is None else np.searchsorted(SHADES, -hills[1].at(spots))
    mass = _mass(area, keep)
    veil = colours["mist"]
    items: list[Item] = [
        outlines.area_path(
            affinity.translate(mass, 1.0 * pt, 1.3 * pt), fill=mix(colours["shadow"], colours["floor"], 0.40)
        ),
    ]
    heights = lie_of_the_land(frame).at(spots) + 3 * SOFT * (noise.varied(spots, 1000, seed + 41) / 1000 - 0.5)
    zone = np.searchsorted(TONES, heights)
    kind = np.where(rough > LARGE, 1, np.where(rough < -0.12, 2, 0))
    groups: dict[tuple[int, int, int, int], list[Array]] = {}
    lights: dict[tuple[int, int, int], list[Array]] = {}
    arcs: dict[int, list[Array]] = {}
    start = -0.5 + 0.4 * noise.varied(spots, 100, seed + 40) / 100
    t = start[:, None] + np.linspace(0, 2.3, 5)
    reach = 0.93 * size[:, None] * (1 + 0.05 * np.sin(7 * t))
    bows = np.stack([spots[:, :1] + np.cos(t) * reach, spots[:, 1:] + 0.94 * np.sin(t) * reach], axis=2)
    lit_at = spots * 0.48 - np.array((0.2, 0.26)) * size[:, None]
    keys = np.stack([zone, kind, dark, steps], axis=1).tolist()
    for i, (tone, size_kind, shade, haze) in enumerate(keys):
        groups.setdefault((tone, size_kind, shade, haze), []).append(rings[i])
        if size[i] > 1.7 * pt:
            lights.setdefault((tone, shade, haze), []).append(lit_at[i] + rings[i][::2] * 0.52)
        arcs.setdefault(haze, []).append(bows[i])
    crowns = (colours["crown"], colours["dense"], colours["thin"])
    base = mix(colours["shadow"], colours["crown"], 0.2)
    items.append(outlines.area_path(mass, fill=base))

    def toned(colour: Colour, tone: int, shade: int, haze: int) -> Colour:
        """Return the colour of a crown in one of the tones, in the shade of hills and in mist."""
        if tone != 1:
            colour = mix(colours["high" if tone else "low"], colour, CROWN_TONE)
        if shade:
            colour = mix(colours["hill"], colour, 1 - (1 - SHADE_SHARE) ** shade)
        return mist.in_mist(colour, veil, haze)

    for (tone, size_kind, shade, haze), some in sorted(groups.items()):
        items.append(outlines.rings_path(some, fill=toned(crowns[size_kind], tone, shade, haze)))
    light = mix(colours["light"], colours["crown"], 0.62)
    for (tone, shade, haze), some in sorted(lights.items()):
        items.append(outlines.rings_path(some, fill=toned(light, tone, shade, haze)))
    for haze, lines in sorted(arcs.items()):
        line = mist.in_mist(mix(colours["rim"], colours["crown"], 0.66), veil, haze)
        items.append(outlines.lines_path(lines, Stroke(line, frame.stroke(0.26)), tolerance=0))
    return items + _outlines(area, mass, colours) + _form_lines(area, colours, keep)


@lru_cache(maxsize=2)
def _mass(area: LandArea, keep: Occupancy) -> BaseGeometry:
    """Return the union of all crowns, with narrow gaps closed."""
    spots, size, _ = _crowns(area, keep)
    pt = area.pt
    crowns = shapely.union_all([shapely.Polygon(ring) for ring in _rings(spots, size, area.frame.seed)])
    return crowns.buffer(0.4 * pt, quad_segs=2).buffer(-0.4 * pt, quad_segs=2).simplify(0.05 * pt)


def _outlines(area: LandArea, mass: BaseGeometry, colours: Colours) -> list[Item]:
    """Draw the outlines of the groves with a pen, paler in mist."""
    frame, pt = area.frame, area.pt
    strokes = ink.ink_strokes(
        outlines.boundary_lines(mass),
        (0.2 * pt, 0.58 * pt),
        frame.seed + 32,
        step=1.35 * pt,
        gaps=0.1,
        wavelength=9 * pt,
    )
    if not strokes:
        return []
    steps = mist.mist_steps(frame, np.array([stroke.mean(axis=0) for stroke in strokes]))
    items: list[Item] = []
    for haze in sorted(set(steps.tolist())):
        some = [stroke for stroke, step in zip(strokes, steps.tolist(), strict=True) if step == haze]
        items.append(outlines.rings_path(some, fill=mist.in_mist(colours["rim"], colours["mist"], haze)))
    return items


def _form_lines(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw the form lines of the hills, each fourth thicker, where nothing is printed."""
    hills = hill_country.hill_country(area.frame)
    if hills is None:
        return []
    frame, pt, heights = area.frame, area.pt, hills[0]
    every = FORM_LINE_PT * pt
    items: list[Item] = []
    for thick in (False, True):
        lines: list[Array] = []
        for number, level in enumerate(np.arange(3.4 * pt, heights.values.max(), every).tolist()):
            if (number % 4 == 3) is not thick:
                continue
            for ring in contours.contours(heights.values, level, heights.x, heights.y):
                line = outlines.smoothed(ring, 4)
                clear = keep.at(line) == 0
                ends = np.flatnonzero(np.diff(np.concatenate([[0], clear.astype(np.int64), [0]])))
                lines += [line[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a > 8]
        lines = outlines.clipped_lines(lines, area.geometry.buffer(-1 * pt))
        if lines:
            items.append(
                outlines.lines_path(
                    lines, Stroke(colours["form_line"], frame.stroke(0.5 if thick else 0.3), cap="round")
                )
            )
    return items
