"""Land: its mottled ground, green riversides, and the areas of woods, jungle, marsh, hills, mountains, fields and beach
upon it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.contour import contours
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import (
    area_path,
    lines_path,
    normals,
    pen,
    polygons,
    resample,
    rings_path,
    roughened,
)
from pnp.draw.map.noise import Array, octaves
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.palette import MapPalette
from pnp.draw.map.terrain import FIELD_SHAPE, HILL_SHAPE, MARSH_SHAPE, SAND_SHAPE, WOODS_SHAPE, AreaShape, natural_area
from pnp.draw.map.water import Waters
from pnp.model.gamemap import Look
from pnp.palette import mix
from pnp.scene import Group, Item, Stroke, rectangle

SHAPES: dict[Look, AreaShape] = {
    "fields": FIELD_SHAPE,
    "beach": SAND_SHAPE,
    "marsh": MARSH_SHAPE,
    "hills": HILL_SHAPE,
    "mountain": HILL_SHAPE,
    "woods": WOODS_SHAPE,
    "jungle": WOODS_SHAPE,
}
"""The looks that cover ground, from the lowest to the topmost."""

RAISED: tuple[Look, ...] = ("hills", "mountain")

MOTTLES = (-0.06, 0.03, 0.12, 0.21, 0.30)
MOTTLE_SHARE = 0.26
RIVERSIDE_SHARE = 0.38


class Land:
    """The ground of a map and what covers it."""

    def __init__(self, frame: MapFrame, waters: Waters) -> None:
        self.frame, self.waters = frame, waters
        self.areas: dict[Look, BaseGeometry] = {}
        for look, shape in SHAPES.items():
            area = natural_area(frame, frame.hexes_like(look), shape, look)
            if not area.is_empty:
                self.areas[look] = (
                    area.difference(waters.standing.buffer(-frame.scaled(1))) if look == "beach" else area
                )
        self.covered = shapely.union_all([area for look, area in self.areas.items()]) if self.areas else Polygon()
        self._mottles = _mottles(frame)
        self._riverside = self._green()

    def _green(self) -> BaseGeometry:
        """The strip along streams and lakes."""
        frame = self.frame
        wet = self.waters.flowing.union(self.waters.lakes)
        wide = wet.simplify(frame.scaled(0.4)).buffer(frame.scaled(8.5), quad_segs=5)
        return roughened(wide, frame.scaled(3.2), frame.scaled(14), frame.seed + 8, frame.scaled(1.6))

    @cached_property
    def heights(self) -> dict[Look, list[BaseGeometry]]:
        """Hills and mountains in steps."""
        return {look: _steps(self.frame, self.areas[look]) for look in RAISED if look in self.areas}

    # -- drawing

    def draw_hatching(self, palette: MapPalette, keep: Occupancy) -> list[Item]:
        """Strokes on the slopes away from a light in the north-west, where nothing else is printed."""
        items: list[Item] = []
        for look, steps in self.heights.items():
            line = palette.hill_line if look == "hills" else palette.mountain_line
            strokes = np.concatenate([_hatches(self.frame, step, inwards=not n) for n, step in enumerate(steps)])
            clear = (keep.at(np.stack([strokes[:, 0], strokes.mean(axis=1), strokes[:, 1]], axis=1)) == 0).all(axis=1)
            if clear.any():
                stroke = Stroke(line, self.frame.stroke(0.42), cap="round")
                items.append(lines_path(list(strokes[clear]), stroke, tolerance=0))
        return items

    def draw_ground(self, palette: MapPalette) -> list[Item]:
        """Bare land, its mottles and riversides."""
        items = self._mottled(palette)
        if not self._riverside.is_empty:
            green = replace(
                palette,
                land=mix(palette.riverside, palette.land, RIVERSIDE_SHARE),
                dry=mix(palette.riverside, palette.dry, RIVERSIDE_SHARE),
            )
            items.append(Group(tuple(self._mottled(green)), clip=area_path(self._riverside)))
        return items

    def _mottled(self, palette: MapPalette) -> list[Item]:
        items: list[Item] = [rectangle(self.frame.box, fill=palette.land)]
        colour = palette.land
        for rings in self._mottles:
            colour = mix(palette.dry, colour, MOTTLE_SHARE)
            if rings:
                items.append(rings_path(rings, fill=colour, even_odd=True))
        return items

    def draw_areas(self, palette: MapPalette) -> list[Item]:
        """The covering terrain without its textures."""
        items: list[Item] = []
        pt = self.frame.scaled(1)
        for look, area in self.areas.items():
            match look:
                case "jungle":
                    items += _wooded(area, (palette.jungle, palette.jungle_rim, palette.jungle_edge), pt)
                case "woods":
                    items += _wooded(area, (palette.woods, palette.woods_rim, palette.woods_edge), pt)
                case "marsh":
                    items += _marsh(area, palette, pt)
                case "hills" | "mountain":
                    for step, colour in zip(self.heights[look], _step_colours(look, palette), strict=False):
                        items.append(area_path(step, fill=colour))
                case "beach":
                    items.append(area_path(area, fill=palette.sand))
                case _:
                    items.append(area_path(area, fill=mix(palette.parcels[0], palette.land, 0.35)))
        return items


def _mottles(frame: MapFrame) -> list[list[Array]]:
    """For each step of dryness the lines around it."""
    box, step = frame.box, frame.scaled(4)
    x = np.arange(box.x - 1.5 * step, box.right + 2 * step, step)
    y = np.arange(box.y - 1.5 * step, box.bottom + 2 * step, step)
    gx, gy = np.meshgrid(x, y)
    points = np.stack([gx.ravel(), gy.ravel()], axis=1)
    values = octaves(points, frame.scaled(95), frame.seed + 61, 4).reshape(gx.shape)
    found = []
    for level in MOTTLES:
        rings = [LinearRing(ring) for ring in contours(values, level, x, y) if len(ring) > 5]
        found.append([np.asarray(ring.simplify(0.04).coords)[:-1] for ring in rings])
    return found


def _wooded(area: BaseGeometry, colours: tuple[str, str, str], pt: float) -> list[Item]:
    """A dark rim, light inside, and an edge."""
    inside, rim, edge = colours
    return [
        area_path(area, fill=rim),
        area_path(area.buffer(-2.4 * pt, quad_segs=4), fill=inside),
        area_path(area, stroke=pen(edge, 0.55, pt)),
    ]


def _marsh(area: BaseGeometry, palette: MapPalette, pt: float) -> list[Item]:
    """Wet ground with a broken edge."""
    edge = pen(palette.marsh_edge, 0.5, pt, (2.6, 1.4))
    return [area_path(area, fill=palette.marsh), area_path(area, stroke=edge)]


def _step_colours(look: Look, palette: MapPalette) -> tuple[str, str, str]:
    if look == "hills":
        return palette.hill, palette.hill_high, palette.hill_top
    return palette.mountain, palette.mountain_high, palette.mountain_top


def _steps(frame: MapFrame, area: BaseGeometry) -> list[BaseGeometry]:
    """The area and, within it, what lies one step higher and two."""
    pt = frame.scaled(1)
    found = [area]
    for number in (1, 2):
        inner = roughened(found[-1].buffer(-7.0 * pt), 2.0 * pt, 13 * pt, frame.seed + 300 + number, 1.6 * pt)
        found.append(inner.intersection(found[-1]))
    return [step for step in found if not step.is_empty]


def _hatches(frame: MapFrame, area: BaseGeometry, *, inwards: bool) -> Array:
    """Strokes down the slope where it faces south-east, long where it faces it squarely: from and to (n x 2 x 2)."""
    pt = frame.scaled(1)
    found: list[Array] = []
    for part in polygons(area):
        ring = np.asarray(shapely.orient_polygons(part).exterior.coords)[:-1]  # turns so that the inside is on its left
        spots = resample(ring, 2.1 * pt, closed=True)
        out = -normals(spots, closed=True)
        probe = shapely.points(spots - out * 0.2 * pt)
        if shapely.contains(part, probe).mean() < 0.5:
            out = -out
        facing = out @ np.array([0.64, 0.77])
        vary = 1 + 0.35 * octaves(spots, 5 * pt, frame.seed + 77, 1)
        reach = np.clip(facing + 0.25, 0, 1) * vary * 3.6 * pt
        kept = reach > 0.9 * pt
        spots, out, far = spots[kept], out[kept], reach[kept, None]
        ends = (spots - out * far, spots) if inwards else (spots - out * 0.4 * pt, spots + out * far)
        found.append(np.stack(ends, axis=1))
    return np.concatenate(found) if found else np.empty((0, 2, 2))
