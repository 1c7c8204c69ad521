"""The looks `swamp` and `tidal-swamp`: a wet rim, pools, reeds, and sedge and mangroves by tidal rivers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map import contours, noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_strokes import arc, joined_shapes, open_lines, pen
from pnp.art.map.noise import Array
from pnp.art.map.partition import natural_area
from pnp.model.looks.area_looks import WaterLook
from pnp.palette import mix
from pnp.scene import Colours, Group, Item, Rect, circle
from pnp.units import Mm

HALO_PT = 2.6
"""How far the pale halo reaches beyond a swamp."""
POOL_CLEAR_PT, BY_BEACH_PT = 1.5, 8.0
"""How far pools are from hex numbers, and from the beach of a sea."""
POOL_WAVE_PT, POOL_LEVELS, POOL_PT2 = 27.0, (0.33, 0.41, 0.49, 0.58), (10.0, 260.0)
"""The wavelength and the levels of the noise that makes pools, and the least and the greatest size of a pool."""


@DRAWINGS.enter("mangrove")
def paint_mangrove(colours: Colours, pt: Mm, variant: float) -> list[Item]:
    """Draw a mangrove with a crown of three lobes on stilt roots; `variant` from 0 to 1 makes it larger."""
    k = (0.85 + 0.3 * variant) * pt
    lobes = [(-1.0 * k, 0.0, 1.25 * k), (1.0 * k, 0.1 * k, 1.25 * k), (0.0, -0.8 * k, 1.35 * k)]
    roots = [[(x * 0.7 * k, 0.9 * k), (x * k, 2.1 * k)] for x in (-1.3, -0.4, 0.5, 1.3)]
    rim = [arc(*lobes[0], 60, 250, 8), arc(*lobes[2], 200, 340, 8), arc(*lobes[1], -70, 120, 8)]
    line = pen(colours["mangrove_line"], 0.3, pt)
    return [
        open_lines(roots, line),
        joined_shapes(*[circle(x, y, r, fill=colours["mangrove"]) for x, y, r in lobes]),
        open_lines(rim, line),
    ]


@DRAWINGS.enter("swamp")
def draw_swamp(area: LandArea, colours: Colours) -> list[Item]:
    """Draw an area of swamp: a pale halo, a wet rim, and pools of open water; with a colour `sedge`, meadows too."""
    if area.geometry.is_empty:
        return []
    pt, frame, seed = area.pt, area.frame, area.frame.seed
    outer = area.geometry.simplify(0.3 * pt)
    halo = outlines.roughened(outer.buffer(HALO_PT * pt, quad_segs=4), 1.1 * pt, 14 * pt, seed + 72, 2 * pt)
    dry = outer.buffer(-area.look.rim_pt * pt, quad_segs=4)
    inner = outlines.roughened(dry, 1.4 * pt, 14 * pt, seed + 71, 2 * pt).intersection(area.geometry)
    items: list[Item] = [
        outlines.area_path(halo, fill=mix(colours["rim"], colours["land"], 0.45)),
        area.fill(colours["rim"]),
        outlines.area_path(inner, fill=colours["fill"]),
    ]
    if "sedge" in colours:
        (sedge,) = contours.noise_contours(frame.box, 4 * pt, 105 * pt, seed + 24, (0.06,), count=3)
        meadows = outlines.rings_path(sedge, fill=colours["sedge"], even_odd=True)
        items.append(Group((meadows,), clip=outlines.area_path(inner)))
    pools = swamp_pools(area)
    if not pools.is_empty:
        water = colours.get("pool", mix(colours["water"], colours["fill"], 0.75))
        items.append(outlines.area_path(pools, fill=water, stroke=pen(mix(colours["shore"], water, 0.4), 0.4, pt)))
    edge = pen(mix(colours["edge"], colours["rim"], 0.8), area.look.edge_pt, pt, area.look.edge_dash_pt)
    return [*items, area.outline(edge)]


@lru_cache(maxsize=8)
def swamp_pools(area: LandArea) -> BaseGeometry:
    """Return the pools of open water in a swamp, each whole; there are neither tiny nor broad ones.

    Where a pool would be at a hex number or at the edge of the swamp, smaller ones inside it are tried.
    """
    pt, frame = area.pt, area.frame
    x0, y0, x1, y1 = area.geometry.bounds
    raster = relief.Raster.over(Rect(x0, y0, x1 - x0, y1 - y0), 1.7 * pt)
    wet = noise.octaves(raster.points, POOL_WAVE_PT * pt, frame.seed + 73, 3).reshape(raster.values.shape)
    inner: BaseGeometry = area.geometry.buffer(-4.8 * pt)
    for name, look in frame.looks.of(WaterLook).items():
        if look.beach_pt:
            inner = inner.difference(natural_area(frame, name).buffer((look.beach_pt + BY_BEACH_PT) * pt, quad_segs=3))
    shapely.prepare(inner)
    boxes = [rect.grown(POOL_CLEAR_PT * pt) for rect in frame.numbers.values()]
    numbers = shapely.STRtree([shapely.box(box.x, box.y, box.right, box.bottom) for box in boxes])
    least, most = (size * pt * pt for size in POOL_PT2)
    kept: list[BaseGeometry] = []
    for level in POOL_LEVELS:
        rings = [ring for ring in contours.contours(wet, level, raster.x, raster.y) if len(ring) > 6]
        whole = shapely.union_all([shapely.Polygon(ring).buffer(0) for ring in rings])
        larger = shapely.union_all(kept)
        for pool in outlines.polygons(outlines.opened(whole, 0.5 * pt)):
            fits = least < pool.area < most and inner.contains(pool) and not larger.intersects(pool)
            if fits and not len(numbers.query(pool, predicate="intersects")):
                kept.append(pool)
    return shapely.union_all(kept)


@DRAWINGS.enter("tidal-swamp-reed-density")
def reed_density(places: Array, pt: Mm, seed: int) -> Array:
    """Return 1 at most places and 0 in patches of open water."""
    return np.asarray(noise.octaves(places, 40 * pt, seed + 23, 2) > -0.15, dtype=np.float64)
