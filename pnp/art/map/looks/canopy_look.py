"""The look `canopy`: dense forest with crowns from small to large, and clearings.

Its tones follow the land: forest by rivers is light, forest on hills and high ground dark.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from pnp.art.map import contours, crowns, hill_country, mist, noise, outlines, relief
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.land_areas import LandArea
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.model.looks.line_looks import StreamLook
from pnp.palette import mix
from pnp.scene import Colours, Group, Item, Stroke, circle
from pnp.units import Mm

SHADES = (0.05, 0.11, 0.17, 0.23, 0.30, 0.38)
"""The levels of the shade on hills that make the forest one step darker."""
SHADE_SHARE = 0.08
TONES = (-0.30, 0.26)
"""The heights of the land (see `lie_of_the_land`) at which the forest becomes middle and dark."""
RIVERSIDE_PT = 52.0
"""How far the low land by rivers extends."""
STEPS = 5
"""How many tones the crowns have."""
TONE_PT = 42.0
"""The wavelength of the noise that makes groups of crowns of one tone."""
FRINGE_PT = (4.8, 2.3)
"""How far the steps of the green fringe around the forest reach out from it."""
FORM_LINE_PT = 2.9
"""The difference of height of two form lines."""


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


@DRAWINGS.enter("forest-floor")
def draw_floor(area: LandArea, colours: Colours) -> list[Item]:
    """Draw the scrub around the forest, greener in each step towards it, its shadow, its floor, and mist."""
    if area.geometry.is_empty:
        return []
    pt, frame = area.pt, area.frame
    outer = area.geometry.simplify(0.4 * pt)
    items: list[Item] = []
    for number, by in enumerate(FRINGE_PT):
        step = outlines.roughened(
            outer.buffer(by * pt, quad_segs=4), 2.1 * pt, 13 * pt, frame.seed + 63 + number, 1.7 * pt
        )
        items.append(outlines.area_path(step, fill=mix(colours["low"], colours["land"], 0.30 + 0.28 * number)))
    shadow = affinity.translate(outer, 1.0 * pt, 1.3 * pt)
    items += [
        outlines.area_path(shadow, fill=mix(colours["shadow"], colours["low"], 0.34)),
        area.fill(colours["floor"]),
    ]
    if not frame.map.theme.mist:
        return items
    veil = mist.draw_mist(frame, colours["floor"], colours["mist"])
    return [*items, Group(tuple(veil), clip=outlines.area_path(area.geometry, tolerance=0.05))]


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
    """Return 1 in groups of two or three places and 0 elsewhere."""
    return np.asarray(noise.octaves(places, 9 * pt, seed + 5, 1) > 0.12, dtype=np.float64)


@DRAWINGS.enter("canopy")
def draw_canopy(area: LandArea, colours: Colours, keep: Occupancy) -> list[Item]:
    """Draw the crowns of the forest in groups of one tone, darker on hills and paler in mist."""
    frame, pt, seed = area.frame, area.pt, area.frame.seed
    found = crowns.crowns(area, keep)
    spots = found.spots
    if not len(spots):
        return []
    heights = lie_of_the_land(frame).at(spots)
    chance = noise.varied(spots, 100, seed + 45) / 100 - 0.5
    level = 0.5 + 0.75 * noise.octaves(spots, TONE_PT * pt, seed + 61, 2) + 0.3 * chance - 0.3 * heights
    tone = np.clip(np.floor(level * STEPS), 0, STEPS - 1).astype(np.int64)
    hills = hill_country.hill_country(frame)
    dark = np.zeros(len(spots), dtype=np.int64) if hills is None else np.searchsorted(SHADES, -hills[1].at(spots))
    keys, kinds = np.unique(np.stack([mist.mist_steps(frame, spots), tone, dark], axis=1), axis=0, return_inverse=True)

    def toned(haze: int, step: int, shade: int) -> crowns.CrownColours:
        """Return the colours of crowns of one tone, in the shade of hills and in mist."""
        body = mix(colours["thin"], colours["dense"], step / (STEPS - 1))
        veiled = [
            mist.in_mist(mix(colours["hill"], one, 1 - (1 - SHADE_SHARE) ** shade), colours["mist"], haze)
            for one in crowns.toned(body, colours["rim"], colours["light"])
        ]
        return crowns.CrownColours(*veiled)

    rim = mix(colours["rim"], colours["crown"], 0.6)
    shadow = mix(colours["shadow"], colours["floor"], 0.45)
    drawn = crowns.draw_crowns(
        area, found, kinds.ravel().astype(np.int64), [toned(*key) for key in keys.tolist()], rim=rim, shadow=shadow
    )
    return drawn + _form_lines(area, colours)


def _form_lines(area: LandArea, colours: Colours) -> list[Item]:
    """Draw the form lines of the hills, each fourth thicker; names and numbers with a halo are printed over them."""
    hills = hill_country.hill_country(area.frame)
    if hills is None:
        return []
    frame, pt, heights = area.frame, area.pt, hills[0]
    every = FORM_LINE_PT * pt
    inside: BaseGeometry = area.geometry.buffer(-1 * pt)
    if not frame.map.theme.numbers.halo:
        boxes = [rect.grown(1.5 * pt) for rect in frame.numbers.values()]
        inside = inside.difference(shapely.union_all([shapely.box(b.x, b.y, b.right, b.bottom) for b in boxes]))
    items: list[Item] = []
    for thick in (False, True):
        lines: list[Array] = []
        for number, level in enumerate(np.arange(3.4 * pt, heights.values.max(), every).tolist()):
            if (number % 4 == 3) is not thick:
                continue
            for ring in contours.contours(heights.values, level, heights.x, heights.y):
                if len(ring) > 8:
                    lines.append(outlines.smoothed(np.vstack([ring, ring[:1]]), 4))
        lines = outlines.clipped_lines(lines, inside)
        if lines:
            items.append(
                outlines.lines_path(
                    lines, Stroke(colours["form_line"], frame.stroke(0.5 if thick else 0.3), cap="round")
                )
            )
    return items
