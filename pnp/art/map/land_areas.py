"""Land: mottled ground, green riversides, and the areas of terrain that cover the land."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.contours import noise_contours
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.art.map.map_strokes import pen
from pnp.art.map.noise import Array, octaves
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import (
    area_path,
    boundary_lines,
    cut_at_grid,
    lines_path,
    normals,
    polygons,
    resample,
    rings_path,
    roughened,
)
from pnp.art.map.partition import natural_area
from pnp.art.map.planting import planted
from pnp.art.map.water import Waters
from pnp.model.looks.area_looks import AreaLook, GroundLook
from pnp.palette import mix
from pnp.scene import Colour, Colours, Group, Item, Path, Stroke, rectangle
from pnp.units import Mm


@dataclass(frozen=True, eq=False)
class LandArea:
    """The area of one look, and how its drawing fills and outlines it."""

    frame: MapFrame
    look: AreaLook
    geometry: BaseGeometry

    @property
    def pt(self) -> Mm:
        """The length in mm of one point (pt), scaled to the hexes of this map."""
        return self.frame.scaled(1)

    @cached_property
    def steps(self) -> list[BaseGeometry]:
        """The steps of height: the whole area, and inside it the parts one and two steps higher."""
        frame, pt = self.frame, self.pt
        found = [self.geometry]
        for number in (1, 2):
            inner = roughened(found[-1].buffer(-7.0 * pt), 2.0 * pt, 13 * pt, frame.seed + 300 + number, 1.6 * pt)
            found.append(inner.intersection(found[-1]))
        return [step for step in found if not step.is_empty]

    def fill(self, colour: Colour) -> Path:
        """Return a path that fills the whole area with one colour."""
        return area_path(self.geometry, fill=colour)

    def outline(self, stroke: Stroke) -> Path:
        """Return a path that draws the outline of the area; dashes begin anew at the lines of a fixed square grid."""
        if not stroke.dash:
            return area_path(self.geometry, stroke=stroke)
        return lines_path(cut_at_grid(boundary_lines(self.geometry), self.frame.grid.across_flats), stroke)

    def ground(self, colours: Colours) -> list[Item]:
        """Draw the ground of the area: by the drawing that its look names, or else as plain ground."""
        drawn: list[Item] = DRAWINGS[self.look.draw](self, colours) if self.look.draw else self.plain_ground(colours)
        return drawn

    def plain_ground(self, colours: Colours) -> list[Item]:
        """Draw the area in one colour or in steps of height, with a rim and an outline if its look has them."""
        look, pt = self.look, self.pt
        if look.steps:
            return [area_path(step, fill=colours[use]) for step, use in zip(self.steps, look.steps, strict=False)]
        inside = colours[look.fill]
        items: list[Item] = [self.fill(colours["rim"] if look.rim_pt else inside)]
        if look.rim_pt:
            items.append(area_path(self.geometry.buffer(-look.rim_pt * pt, quad_segs=4), fill=inside))
        if look.edge_pt:
            items.append(self.outline(pen(colours["edge"], look.edge_pt, pt, look.edge_dash_pt)))
        return items


class Land:
    """The ground of a map and the terrain that covers it."""

    def __init__(self, frame: MapFrame, waters: Waters) -> None:
        self.frame, self.waters = frame, waters
        self.covers: list[LandArea] = []
        for name, look in frame.looks.of(AreaLook).items():
            area = natural_area(frame, name)
            if look.texture is not None and look.texture.rows is not None:
                area = planted(frame, name, area)
            if not area.is_empty:
                dry = area.difference(waters.standing.buffer(-frame.scaled(1))) if look.dry_only else area
                self.covers.append(LandArea(frame, look, dry))
        self.covered = shapely.union_all([cover.geometry for cover in self.covers]) if self.covers else Polygon()
        self._tones = ground_look(frame).tones
        self._mottles = noise_contours(
            frame.box, frame.scaled(4), frame.scaled(self._tones.wavelength_pt), frame.seed + 61, self._tones.levels
        )
        self.green_land = self._belts_of_green()

    @cached_property
    def areas(self) -> dict[str, BaseGeometry]:
        """The area of each look of land, such as `woods`, the lowest first."""
        return {cover.look.name: cover.geometry for cover in self.covers}

    def _belts_of_green(self) -> list[tuple[BaseGeometry, float]]:
        """Return the areas of green land along streams and lakes, each with its share of green, the widest first."""
        frame, tones = self.frame, self._tones
        wet = self.waters.flowing.union(self.waters.lakes).simplify(frame.scaled(0.4))
        belts = ((tones.plain_pt, tones.plain_share, 9.0, 46.0), (tones.riverside_pt, tones.riverside_share, 3.2, 14.0))
        found = []
        for reach, share, swing, wavelength in belts:
            if share and not wet.is_empty:
                wide = wet.buffer(frame.scaled(reach), quad_segs=5)
                area = roughened(wide, frame.scaled(swing), frame.scaled(wavelength), frame.seed + 8, frame.scaled(1.6))
                found.append((area, share))
        return found

    # -- drawing

    def draw_details(self, palette: MapPalette, keep: Occupancy) -> list[Item]:
        """Draw what the looks of areas add where nothing is printed, such as crowns of trees.

        Other heights get shading strokes on slopes that face away from the light, which is in the north-west.
        """
        items: list[Item] = []
        for cover in self.covers:
            if cover.look.detail is not None:
                items += DRAWINGS[cover.look.detail](cover, palette.of(cover.look), keep)
                continue
            if cover.look.group != "height":
                continue
            strokes = np.concatenate([_hatches(self.frame, step, inwards=not n) for n, step in enumerate(cover.steps)])
            clear = (keep.at(np.stack([strokes[:, 0], strokes.mean(axis=1), strokes[:, 1]], axis=1)) == 0).all(axis=1)
            if clear.any():
                stroke = Stroke(palette.of(cover.look)["hatch"], self.frame.stroke(0.42), cap="round")
                items.append(lines_path(list(strokes[clear]), stroke, tolerance=0))
        return items

    def draw_ground(self, palette: MapPalette) -> list[Item]:
        """Draw bare land, with patches of drier ground and green riversides."""
        items = self._draw_mottled_ground(palette)
        for area, share in self.green_land:
            green = replace(
                palette,
                land=mix(palette.riverside, palette.land, share),
                dry=mix(palette.riverside, palette.dry, share),
            )
            items.append(Group(tuple(self._draw_mottled_ground(green)), clip=area_path(area)))
        look = ground_look(self.frame)
        return items + DRAWINGS[look.draw](self, palette.of(look)) if look.draw is not None else items

    def _draw_mottled_ground(self, palette: MapPalette) -> list[Item]:
        """Draw the whole map in the colour of land, with patches of drier ground."""
        items: list[Item] = [rectangle(self.frame.box, fill=palette.land)]
        colour = palette.land
        for rings in self._mottles:
            colour = mix(palette.dry, colour, self._tones.share)
            if rings:
                items.append(rings_path(rings, fill=colour, even_odd=True))
        return items

    def draw_areas(self, palette: MapPalette) -> list[Item]:
        """Draw the areas of covering terrain, such as woods, without trees and other textures."""
        return [item for cover in self.covers for item in cover.ground(palette.of(cover.look))]

    def draw_patches(self, palette: MapPalette) -> list[Item]:
        """Draw a light patch under the hex numbers on terrain that has dark places, unless numbers have a halo."""
        frame, items = self.frame, list[Item]()
        if frame.map.theme.numbers.halo:
            return items
        for cover in self.covers:
            cells = frame.hexes_like(cover.look.name) if cover.look.patch else ()
            rects = [frame.numbers[cell].grown(frame.scaled(0.5)) for cell in cells if cell in frame.numbers]
            if rects:
                boxes = [shapely.box(rect.x, rect.y, rect.right, rect.bottom) for rect in rects]
                patches = shapely.union_all(shapely.buffer(boxes, frame.scaled(0.9), quad_segs=3))
                items.append(area_path(patches, fill=palette.of(cover.look)[cover.look.patch]))
        return items


def ground_look(frame: MapFrame) -> GroundLook:
    """Return the look of the open land of a map."""
    looks = frame.looks.of(GroundLook)
    own = looks.get(frame.look(frame.board.base)) or next(
        (one for name, one in looks.items() if frame.hexes_like(name)), None
    )
    return own or next(iter(looks.values()))


def _hatches(frame: MapFrame, area: BaseGeometry, *, inwards: bool) -> Array:
    """Return hatching strokes (n x 2 x 2) on those slopes of an area that face south-east.

    They are longest where a slope faces exactly south-east, and inside the outline if `inwards`.
    """
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
