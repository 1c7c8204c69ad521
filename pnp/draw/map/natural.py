"""The natural map: everything on it worked out in turn, then drawn from the ground upwards."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.barrier import HALF_PT, barriers, draw_barrier
from pnp.draw.map.curvedname import draw_curved_name
from pnp.draw.map.field import Parcels, covering, decorated, draw_parcels
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.grid import draw_grid
from pnp.draw.map.growth import grain, jungle_tree, palm, peak, planted, reeds, tuft, woods_tree
from pnp.draw.map.installation import draw_installation, installations
from pnp.draw.map.land import Land
from pnp.draw.map.lettering import Coloured, line_names, region_names
from pnp.draw.map.linework import area_path
from pnp.draw.map.name import GLYPH, GRID, LINE, WATER_WEIGHT, Named, PlaceName, draw_place_name, place_names
from pnp.draw.map.noise import Array, octaves, scattered
from pnp.draw.map.number import draw_numbers
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.road import bridges, draw_bridge, draw_railroads, draw_roads
from pnp.draw.map.route import RoutePlan
from pnp.draw.map.settlement import draw_blocks, draw_ground, settlements
from pnp.draw.map.sign import draw_plate, plates
from pnp.draw.map.water import Waters, near_water
from pnp.model.gamemap import Look
from pnp.scene import Group, Item, Rect

HALF_WIDTH_PT = {"road": 2.15, "track": 1.6, "railroad": 1.9}
"""Half the width that each kind of line takes up."""


class NaturalMap:
    """One map. Every part asks only for parts before it, and for what belongs to its place."""

    def __init__(self, frame: MapFrame, *, sample: Look | None = None) -> None:
        """`sample`: the look that this little map is a sample of, so that grass is not thinned, nor fields on clear
        land.
        """
        self.frame, self._sample = frame, sample
        self.waters = Waters(frame)
        self.land = Land(frame, self.waters)
        self.routes = RoutePlan(frame).routes()
        self.barriers = barriers(frame, self.waters.streams)
        self.bridges = bridges(frame, self.routes, self.waters.streams)
        self.taken = self._lines_taken()
        self.settlements = settlements(frame, self.routes, self.taken, self.waters.standing)
        self.plates = plates(frame, self.taken)
        self.installations = installations(frame, self.taken, self.waters.standing)

    # -- what is where

    def _lines_taken(self) -> Occupancy:
        """Lines, water and numbers."""
        frame = self.frame
        taken = Occupancy(frame.box, frame.grid.side / 40)
        taken.area(self.waters.standing, WATER_WEIGHT)
        for route in self.routes:
            taken.line(route.points, frame.scaled(HALF_WIDTH_PT[route.look]), LINE)
        for stream in self.waters.streams:
            for points, width in _by_width(stream.points, stream.widths):
                taken.line(points, width / 2 + frame.scaled(1.2), LINE)
        for barrier in self.barriers:
            taken.line(barrier.points, frame.scaled(HALF_PT[barrier.look] + 0.4), LINE)
        for rect in frame.numbers.values():
            taken.rect(rect.grown(frame.scaled(0.8)), LINE)
        return taken

    @cached_property
    def names(self) -> tuple[list[PlaceName], list[Coloured]]:
        """Names of places, then names along lines and across areas, each with its colour's name."""
        frame, taken = self.frame, self.taken.copy()
        for route in self.routes:
            taken.line(route.points, frame.scaled(HALF_WIDTH_PT[route.look] + 0.8), LINE)
        for rect in frame.numbers.values():
            taken.rect(rect.grown(frame.scaled(1.8)), LINE)
        for bridge in self.bridges:
            taken.stamp(np.array([bridge.at]), frame.scaled(5.5), LINE)
        for built in self.settlements:
            taken.area(built.area.buffer(frame.scaled(0.6)), GLYPH)
        shore = (
            self.waters.standing.boundary.buffer(frame.scaled(1.0)) if not self.waters.standing.is_empty else Polygon()
        )
        taken.area(shore, WATER_WEIGHT)
        self._grid_taken(taken)
        wanted = [Named(s.hex, s.look, frame.sites[s.hex][s.look], s.area) for s in self.settlements]
        wanted += [Named(i.hex, i.look, i.name(frame), i.area) for i in self.installations]
        shown: set[tuple[object, str]] = set()
        unique = []
        for named in wanted:
            if named.name and (named.hex, named.name) not in shown:
                shown.add((named.hex, named.name))
                unique.append(named)
        placed = place_names(frame, unique, taken)
        curved = region_names(frame, self.waters, taken)
        curved += line_names(frame, self.routes, self.waters.streams, self.barriers, taken)
        self._named = taken
        return placed, curved

    def _grid_taken(self, taken: Occupancy) -> None:
        """Lines of the grid cost a name a little."""
        from_corner = [np.array(self.frame.grid.corners(cell))[[0, 1, 2, 3]] for cell in self.frame.hexes]
        lines = Occupancy(taken.box, taken.cell)
        for corners in from_corner:
            lines.line(corners, taken.cell / 4, GRID)
        taken.weights = np.where(taken.weights <= WATER_WEIGHT, taken.weights + lines.weights, taken.weights)

    @cached_property
    def growing_room(self) -> tuple[Occupancy, Occupancy]:
        """What textures keep off: near anything printed, and near lines of the grid as well."""
        _ = self.names
        frame = self.frame
        keep = self._named.copy()
        keep.weights = np.where(keep.weights > WATER_WEIGHT + 1, keep.weights, 0).astype(np.float32)
        for built in self.settlements:
            keep.area(built.area, GLYPH)
        keep.spread(frame.scaled(2.0))
        off_grid = self._named.copy()
        off_grid.weights = np.maximum(off_grid.weights, keep.weights)
        off_grid.spread(frame.scaled(0.7))
        off_grid.weights = np.maximum(off_grid.weights, keep.weights)
        return keep, off_grid

    # -- textures

    def _within(self, area: BaseGeometry, places: Array) -> Array:
        shapely.prepare(area)
        return places[shapely.contains_xy(area, places[:, 0], places[:, 1])] if len(places) else places

    def _textures(self) -> list[Item]:
        """Trees, reeds, peaks and grains on the areas; on clear land tufts and, where jungle is near,
        groves of palms.
        """
        frame, palette, seed = self.frame, self.frame.palette, self.frame.seed
        keep, off_grid = self.growing_room
        pt, items = frame.scaled(1), []
        inside = frame.box.grown(3 * pt)
        for look, painter, spacing, inner in (
            ("beach", grain, 3.1, 1.0),
            ("marsh", reeds, 9.5, 4.0),
            ("mountain", peak, 18.0, 8.0),
            ("woods", woods_tree, 5.2, 2.4),
            ("jungle", jungle_tree, 4.9, 2.6),
        ):
            area = self.land.areas.get(look)  # type: ignore[call-overload]
            if area is None:
                continue
            places = scattered(inside, spacing * pt, seed + sum(map(ord, look)))
            places = self._within(area.buffer(-inner * pt), places)
            places = places[keep.at(places) == 0]
            if look == "mountain":
                places = self._peaks(places[_stands_free(keep, places, pt)], keep)
            items += planted(painter, places, palette, pt, seed)
        return self.land.draw_hatching(palette, keep) + self._clear_textures(off_grid) + items

    def _peaks(self, places: Array, keep: Occupancy) -> Array:
        """Peaks, and one more in each mountain hex that would have none near its middle."""
        grid, pt = self.frame.grid, self.frame.scaled(1)
        steps = np.arange(-0.5, 0.51, 0.1) * grid.side
        ring = np.stack([g.ravel() for g in np.meshgrid(steps, steps)], axis=1)
        for cell in self.frame.hexes_like("mountain"):
            middle = np.array(grid.centre(cell))
            if len(places) and (np.hypot(*(places - middle).T) < 0.55 * grid.side).any():
                continue
            spots = middle + ring
            spots = spots[_stands_free(keep, spots, pt)]
            if len(places) and len(spots):
                spots = spots[np.hypot(*(spots[:, None] - places).transpose(2, 0, 1)).min(axis=1) > 12 * pt]
            if len(spots):
                best = spots[np.hypot(*(spots - middle).T).argmin()]
                places = np.concatenate([places, best[None]])
        return places[np.argsort(places[:, 1], kind="stable")] if len(places) else places

    def _clear_textures(self, off_grid: Occupancy) -> list[Item]:
        frame, palette, seed = self.frame, self.frame.palette, self.frame.seed
        pt = frame.scaled(1)
        bare = frame.paper_area.difference(self.land.covered.buffer(3.0 * pt)).difference(
            self.waters.standing.buffer(4.5 * pt)
        )
        off = off_grid.copy()
        rings = self.parcels.corners
        spots = np.concatenate(
            [rings, (rings + np.roll(rings, 1, axis=1)) / 2, rings.mean(axis=1, keepdims=True)], axis=1
        )
        off.stamp(spots.reshape(-1, 2), 1.9 * pt, 1)
        palms = np.empty((0, 2))
        tropical = frame.hexes_like("jungle") or (
            self._sample == "clear" and any(kind.look == "jungle" for kind in frame.kinds.values())
        )
        if tropical and self._sample in (None, "clear"):
            palms = self._within(bare.buffer(-4 * pt), scattered(frame.box, 13 * pt, seed + 11))
            feet = np.array([[0, -3.2], [0, 0], [0, 2.8], [-2, -2], [2, -2]]) * pt
            palms = palms[(off.at(palms[:, None] + feet) == 0).all(axis=1)]
            palms = palms[octaves(palms, 48 * pt, seed + 71, 2) > (0.19 if self._sample is None else -0.1)]
        off.stamp(palms, 6.7 * pt, 1)
        tufts = self._within(bare, scattered(frame.box.grown(-2 * pt), 9.5 * pt, seed + 12))
        tufts = tufts[off.at(tufts) == 0]
        tufts = tufts[octaves(tufts, 60 * pt, seed + 40, 2) > (-0.12 if self._sample is None else -1)]
        return planted(tuft, tufts, palette, pt, seed) + planted(palm, palms, palette, pt, seed)

    # -- fields

    @cached_property
    def parcels(self) -> Parcels:
        """Fields about water and towns, unless this map has fields for terrain."""
        frame, pt = self.frame, self.frame.scaled(1)
        keep, _ = self.growing_room
        if "fields" in self.land.areas:
            return covering(frame, self.land.areas["fields"], keep)
        if any(kind.look == "fields" for kind in frame.kinds.values()):
            return Parcels(np.empty((0, 4, 2)), ())  # where fields are terrain, none may be mere decoration
        near = [near_water(self.waters, 26 * pt)] if self.waters.streams or not self.waters.lakes.is_empty else []
        near += [shapely.Point(frame.grid.centre(s.hex)).buffer(40 * pt) for s in self.settlements]
        if self._sample == "clear":
            near = [frame.paper_area]
        if not near:
            return Parcels(np.empty((0, 4, 2)), ())
        zone = shapely.union_all(near).intersection(frame.paper_area.buffer(-3 * pt)).intersection(frame.playing_area)
        zone = zone.difference(self.land.covered.buffer(3 * pt)).difference(self.waters.standing.buffer(3.4 * pt))
        return decorated(frame, zone, keep)

    # -- drawing

    def layers(self) -> list[Group]:
        """The map from the ground upwards."""
        frame, palette = self.frame, self.frame.palette
        placed, curved = self.names
        outside = frame.paper_area.difference(frame.playing_area.buffer(0.01))
        veiled: list[Item] = []
        if outside.area > 0.01:
            pale = palette.veiled()
            veiled.append(
                Group(
                    tuple(self.land.draw_ground(pale) + self.land.draw_areas(pale) + self.waters.draw_standing(pale)),
                    clip=area_path(outside),
                )
            )
        named: list[Item] = []
        for colour, lines_of_name in curved:
            drawn = (draw_curved_name(frame, line, getattr(palette, colour)) for line in lines_of_name)
            named.append(Group(tuple(item for items in drawn for item in items)))
        for place in placed:
            named.append(Group(tuple(draw_place_name(frame, place))))
        lines = draw_roads(frame, self.routes)
        wide = [b for b in self.bridges if b.look != "railroad"]
        lines += [item for b in wide if b.look != "both" for item in draw_bridge(frame, b)]
        lines += draw_railroads(frame, self.routes)
        lines += [item for b in self.bridges if b.look in ("railroad", "both") for item in draw_bridge(frame, b)]
        built = draw_blocks(frame, self.settlements) + [draw_installation(frame, i) for i in self.installations]
        built += [draw_plate(frame, plate) for plate in self.plates]
        parts: list[tuple[str, list[Item]]] = [
            ("land", self.land.draw_ground(palette)),
            ("terrain", self.land.draw_areas(palette) + draw_parcels(frame, self.parcels) + self._textures()),
            ("water", self.waters.draw_standing(palette)),
            ("land", veiled),
            ("grid", draw_grid(frame, self.waters.standing)),
            ("water", self.waters.draw_flowing()),
            ("barriers", [item for b in self.barriers for item in draw_barrier(frame, b)]),
            ("places", draw_ground(frame, self.settlements)),
            ("roads", lines),
            ("places", built),
            ("numbers", draw_numbers(frame)),
            ("names", named),
        ]
        return [Group(tuple(items), layer=layer) for layer, items in parts if items]

    def clear(self) -> list[Rect]:
        """Rectangles around every number and name."""
        placed, curved = self.names
        return [
            *self.frame.numbers.values(),
            *(plate.box for plate in self.plates),
            *(name.box for name in placed),
            *(box for _, names in curved for name in names for box in name.boxes()),
        ]


def _stands_free(keep: Occupancy, places: Array, pt: float) -> Array:
    """Which places have room for a peak, from its foot to its crown."""
    mountain = np.array([[-6, 0], [0, 0], [6, 0], [-3, -5], [3, -5], [0, -9]]) * pt
    return np.asarray((keep.at(places[:, None] + mountain) == 0).all(axis=1), dtype=np.bool_)


def _by_width(points: Array, widths: Array, pieces: int = 4) -> list[tuple[Array, float]]:
    """A line in pieces, each with its greatest width."""
    cuts = np.linspace(0, len(points) - 1, pieces + 1).astype(int)
    return [(points[a : b + 1], float(widths[a : b + 1].max())) for a, b in pairwise(cuts) if b > a]
