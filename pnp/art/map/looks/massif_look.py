"""The look `massif`: mountains in the manner of an engraving, with hachures on both sides of connected ridges."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely

from pnp.art.map import ink, noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.scene import Colours, Item, Rect, Stroke
from pnp.units import int_sum

FALL, SHARP = 0.065, 30.0
"""How much the ground falls from a ridge in each point, as a share of the height of a peak, and its sharpness."""
HEIGHT_PT = 13.5
"""The height of a peak, for shade."""
MAIN_SADDLE, LOW_SADDLE = 0.80, 0.56
"""The heights of saddles between neighbouring mountains: on the main ridges and on the others."""
FOOT = (0.015, 0.05, 0.10, 0.17, 0.26)
"""The heights at which the ground gets a tint more."""
SHADES = tuple(0.05 + 0.068 * n for n in range(10))
LIGHTS = (0.04, 0.09, 0.14, 0.20)
LOWEST, FORM = 0.07, 0.085
"""The lowest contour at which hachures begin, and the height from one to the next."""
CREST = 0.40
"""The least height of a ridge with a crest line."""


@lru_cache(maxsize=4)
def massif(area: LandArea) -> tuple[relief.Raster, list[Array]]:
    """Return the heights of an area of mountains, from 0 to about 1, and its main and low ridges.

    Every hex has a peak, and ridges join neighbours; the main ones have high saddles. The heights fade out at the edge
    of the area.
    """
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    cells = frame.hexes_like(area.look.name)
    beyond = {n for cell in cells for n in cell.neighbours if n not in frame.grid}
    ghosts = [n for n in sorted(beyond) if int_sum(one in cells for one in n.neighbours) > 1]
    nodes = {cell: _peak(frame.grid.centre(cell), (seed, "peak", cell), pt) for cell in (*cells, *ghosts)}
    ridges = [_ridge(nodes[a], nodes[b], saddle, (seed, "saddle", a, b), pt) for a, b, saddle in _links(nodes, seed)]
    lines = list(ridges)
    lines += [np.vstack([peak, peak + np.array((0.6 * pt, 0.0, -0.02))]) for peak in nodes.values()]
    for ridge in ridges:
        high = ridge[:, 2].min() > 0.68
        lines += relief.spurs(
            ridge,
            (seed, "spur", *ridge[0].round(2).tolist(), *ridge[-1].round(2).tolist()),
            every=3 if high else 4,
            length=(12 * pt, 19 * pt),
            share=0.86,
            forked=0.75,
            keep=(0.78, 0.88),
        )
    outline = area.geometry
    x0, y0, x1, y1 = outline.intersection(frame.paper_area.buffer(9 * pt)).bounds
    raster = relief.Raster.over(Rect(x0, y0, x1 - x0, y1 - y0).grown(8 * pt), 1.7 * pt)
    heights = relief.ridge_heights(raster, lines, FALL / pt, SHARP, 2.9 * pt, seed + 41)
    points, line = raster.points, outline.boundary
    for shape in (outline, line):
        shapely.prepare(shape)
    inside = shapely.contains_xy(outline, points[:, 0], points[:, 1])
    gap = shapely.distance(line, shapely.points(points)) / pt
    edge = np.where(inside, gap, -gap) + 4.0 * noise.octaves(points, 14.5 * pt, seed + 42, 2)
    fade = np.clip((edge + 3.6) / 10.3, 0, 1)
    rough = 1 + 0.15 * noise.octaves(points, 7.2 * pt, seed + 43, 2)
    return raster.filled(heights.values.ravel() * fade * fade * (3 - 2 * fade) * rough), ridges


def _peak(centre: tuple[float, float], key: tuple[object, ...], pt: float) -> Array:
    """Return the peak of a hex: its position near the centre and its height."""
    x, y = (value + noise.between(-4.8, 4.8, *key, i) * pt for i, value in enumerate(centre))
    return np.array([x, y, noise.between(0.82, 1.0, *key, "height")])


def _links(nodes: dict[Hex, Array], seed: int) -> list[tuple[Hex, Hex, float]]:
    """Return the pairs of neighbouring hexes that ridges join, with the height of the saddle between them.

    The main ridges are the one of each hex that comes first by chance, and a quarter of the others.
    """
    pairs = [(a, b) for a in nodes for b in a.neighbours if b in nodes and a < b]
    drawn = {pair: noise.chance(seed, "tree", *pair) for pair in pairs}
    first: dict[Hex, float] = {}
    for pair, value in drawn.items():
        for cell in pair:
            first[cell] = min(value, first.get(cell, 1.0))
    return [
        (*pair, MAIN_SADDLE if value < 0.25 or value in (first[pair[0]], first[pair[1]]) else LOW_SADDLE)
        for pair, value in drawn.items()
    ]


def _ridge(a: Array, b: Array, saddle: float, key: tuple[object, ...], pt: float) -> Array:
    """Return a winding ridge from one peak to another over a saddle."""
    way = b - a
    aside = np.array([-way[1], way[0]]) / (np.hypot(*way[:2]) + 1e-9)
    bends = [a[:2] + way[:2] * t + aside * noise.between(-6, 6, *key, t) * pt for t in (0.33, 0.67)]
    line = outlines.curve(np.array([a[:2], *bends, b[:2]]), 5)
    low = saddle * noise.between(0.92, 1.06, *key, "height")
    heights = np.interp(np.linspace(0, 1, len(line)), (0, 0.5, 1), (a[2], low, b[2]))
    return np.column_stack([line, heights])


@DRAWINGS.enter("massif")
def draw_massif(area: LandArea, colours: Colours) -> list[Item]:
    """Draw the tints of an area of mountains: their foot, the shade in the south-east, and light in the north-west."""
    if area.geometry.is_empty:
        return []
    heights, _ = massif(area)
    pt = area.pt
    light = relief.hillshade(heights.filled(heights.values * HEIGHT_PT * pt))
    foot = relief.tone_ramp(colours["land"], colours["foot"], len(FOOT), 0.24)
    shades = relief.tone_ramp(foot[-1], colours["shade"], len(SHADES), 0.078)
    lights = relief.tone_ramp(foot[2], "#FFFFFF", len(LIGHTS), 0.45)
    smallest = 4 * pt * pt
    return [
        *relief.tinted_bands(heights, FOOT, foot, tolerance=0.2 * pt, smallest=smallest),
        *relief.tinted_bands(light, LIGHTS, lights, tolerance=0.2 * pt, smallest=smallest),
        *relief.tinted_bands(light.filled(-light.values), SHADES, shades, tolerance=0.2 * pt, smallest=smallest),
    ]


@DRAWINGS.enter("massif-hachures")
def draw_hachures(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw hachures down the slopes, and the crests of the ridges, on lighter ground round hex numbers and names."""
    if area.geometry.is_empty:
        return []
    heights, ridges = massif(area)
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    strokes = relief.hachures(
        heights,
        LOWEST,
        FORM,
        spacing=1.35 * pt,
        longest=6.3 * pt,
        slopes=(0.015 / pt, 0.108 / pt),
        widths=(0.13 * pt, 0.62 * pt),
        seed=seed + 44,
    )
    strokes = strokes[(keep.at(strokes) == 0).all(axis=1)]
    crests: list[Array] = []
    for ridge in ridges:
        line = outlines.waved(outlines.resample(ridge[:, :2], 0.9 * pt), 0.9 * pt, 5 * pt, seed + 45, count=2)
        high = (heights.at(line) > CREST) & (keep.at(line) == 0)
        ends = np.flatnonzero(np.diff(np.concatenate([[0], high.astype(np.int64), [0]])))
        crests += [line[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a > 6]
    spines = ink.ink_strokes(crests, (0.18 * pt, 0.66 * pt), seed + 46, step=0.95 * pt, gaps=0.22, wavelength=6 * pt)
    snow = Stroke(colours["lit"], frame.stroke(1.2), cap="round", join="round")
    boxes = [rect.grown(0.4 * pt) for rect in frame.numbers.values()]
    patches: list[Item] = []
    for by, colour in zip((1.6, 0.6), relief.tone_ramp(colours["foot"], colours["land"], 2, 0.22), strict=True):
        around = [shapely.box(b.x, b.y, b.right, b.bottom).buffer(by * pt, quad_segs=3) for b in boxes]
        near = [one for one in around if one.intersects(area.geometry)]
        if near:
            patches.append(
                outlines.area_path(shapely.union_all(near).intersection(area.geometry.buffer(-1 * pt)), fill=colour)
            )
    items: list[Item] = [*patches, outlines.rings_path(strokes, fill=colours["hatch"])]
    if crests:
        items.append(outlines.lines_path([line - 0.5 * pt for line in crests], snow, tolerance=0.02))
        items.append(outlines.rings_path(spines, fill=colours["hatch"]))
    return items
