"""The natural map style: it computes the position of everything, then draws from the ground upwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Point as ShapelyPoint, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.crop import without_hidden_parts
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.farmland import Guide, Parcels, covering_parcels, draw_parcels, scattered_parcels, strip_parcels
from pnp.art.map.ferries import draw_ferries, with_ferries
from pnp.art.map.homesteads import Homesteads, draw_homesteads, homesteads
from pnp.art.map.labels.label_plan import line_names, region_names
from pnp.art.map.labels.line_labels import CurvedName, draw_curved_name
from pnp.art.map.labels.place_labels import (
    GLYPH,
    GRID,
    LINE,
    NAME,
    WATER_WEIGHT,
    PlaceName,
    PlaceToName,
    draw_place_name,
    place_names,
)
from pnp.art.map.land_areas import Land, LandArea, ground_look
from pnp.art.map.lines.barriers import barriers, draw_barriers
from pnp.art.map.lines.number_hops import with_hops
from pnp.art.map.lines.roads import bridges, draw_bridge, draw_railroads, draw_roads
from pnp.art.map.lines.routes import DrawnRoute, RoutePlan
from pnp.art.map.looks.dry_plain_look import draw_watercourses, slope, watercourses
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_symbols import MapSymbol, draw_map_symbol, map_symbols
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import area_path, clipped_lines, lines_path, resample
from pnp.art.map.settlements import Settlement, draw_blocks, draw_ground, settlements, towns_of_several_hexes
from pnp.art.map.setup_plates import draw_plate, plates
from pnp.art.map.streams import Stream, drawn_streams
from pnp.art.map.tidal_creeks import Creek, draw_creek_mouths, draw_creeks, mark_creeks, tidal_creeks
from pnp.art.map.vegetation import draw_area_textures, draw_clear_textures, draw_road_trees
from pnp.art.map.water import Waters, near_water
from pnp.grid_cells import open_sides
from pnp.hexgrid import Hex
from pnp.model.looks.area_looks import AreaLook, GroundLook
from pnp.model.looks.line_looks import RailLook, RoadLook
from pnp.model.looks.look import TerrainLook
from pnp.palette import mix
from pnp.scene import Group, Item, Rect, Stroke

GRID_PT, GRID_SHARE = 0.29, 0.6
"""The width of the lines of the hex grid, and the share of the colour of the grid in their mixture with the ground."""

TREES_CLEAR_PT = 4.3
"""How far trees along roads are from symbols and bridges."""


class NaturalMap:
    """A map in the natural style. Every part uses only earlier parts and the data of its own position.

    `sample` is the look that the map is a sample of: a sample of clear land has full grass and fields.
    """

    def __init__(self, frame: MapFrame, *, sample: TerrainLook | None = None) -> None:
        routes = RoutePlan(frame).routes()
        streams = drawn_streams(frame, routes)
        self.routes, self.ferries = with_ferries(frame, routes, streams)
        frame = with_hops(frame, streams, self.routes)
        self.frame, self._sample = frame, sample
        self.waters = Waters(frame, streams)
        self.land = Land(frame, self.waters)
        self.barriers = barriers(frame, self.waters.streams)
        self.bridges = bridges(frame, self.routes, self.waters.streams)
        self.taken = self._raster_with_lines(self.waters.streams)
        self.settlements = settlements(frame, self.routes, self.taken, self.waters.standing, self.waters.flowing)
        self.plates = plates(frame, self.taken)
        self.symbols = map_symbols(frame, self.taken, self.waters.standing)
        glyphs = [symbol.area for symbol in self.symbols]
        banks = [LineString(b.points).buffer(frame.scaled(b.look.half_width_pt + 1)) for b in self.barriers]
        wet = shapely.union_all([self.waters.surface, *self.waters.dry_beds()])
        self.settlements += towns_of_several_hexes(frame, self.routes, self.taken, wet, glyphs, banks)
        self.around = self._draw_around_symbols()

    @cached_property
    def region_outlines(self) -> list[BaseGeometry]:
        """The area inside the outline of each outlined region: just inside its hexes, and on the bank of a river."""
        frame = self.frame
        regions = [frame.board.regions.get(id_, ()) for id_, region in frame.map.regions.items() if region.outlined]
        broad = shapely.union_all([stream.area for stream in self.waters.streams if stream.look.broad])
        inside = [shapely.union_all([frame.hexagon(cell, 1.002) for cell in cells]) for cells in regions if cells]
        wet = broad.buffer(frame.scaled(0.3))
        return [area.difference(wet).buffer(-frame.scaled(1.1)) for area in inside]

    def _draw_around_symbols(self) -> list[Item]:
        """Draw the surroundings of symbols in their hexes, such as the wire around a pillbox."""
        frame, items = self.frame, list[Item]()
        solid = Occupancy(self.taken.box, self.taken.cell)
        for rect in frame.numbers.values():
            solid.rect(rect.grown(frame.scaled(0.8)), LINE)
        for symbol in self.symbols:
            solid.area(symbol.area.buffer(frame.scaled(0.8)), GLYPH)
        for symbol in self.symbols:
            if symbol.look.around is not None:
                items += DRAWINGS[symbol.look.around](
                    frame, symbol.hex, self.taken, solid, frame.palette.of(symbol.look)
                )
        return items

    # -- occupied positions

    def _raster_with_lines(self, streams: Sequence[Stream]) -> Occupancy:
        """Return a raster in which lines, water and hex numbers are marked, and of the streams only these."""
        frame = self.frame
        taken = Occupancy(frame.box, frame.grid.side / 40)
        taken.area(self.waters.standing, WATER_WEIGHT)
        for route in self.routes:
            taken.line(route.points, frame.scaled(route.look.half_width_pt), LINE)
        for stream in streams:
            for points, width in _pieces_with_width(stream.points, stream.widths):
                taken.line(points, width / 2 + frame.scaled(1.2), LINE)
        for barrier in self.barriers:
            taken.line(barrier.points, frame.scaled(barrier.look.half_width_pt + 0.4), LINE)
        for rect in frame.numbers.values():
            taken.rect(rect.grown(frame.scaled(0.8)), LINE)
        return taken

    @cached_property
    def names(self) -> tuple[list[PlaceName], list[tuple[CurvedName, ...]]]:
        """The names of places, and the names along lines and across areas, at their positions.

        A name along a line or across an area is one or more lines of text.
        """
        frame, taken = self.frame, self.taken.copy()
        for route in self.routes:
            taken.line(route.points, frame.scaled(route.look.half_width_pt + 0.8), LINE)
        for rect in frame.numbers.values():
            taken.rect(rect.grown(frame.scaled(1.8)), LINE)
        for bridge in self.bridges:
            taken.stamp(np.array([bridge.at]), frame.scaled(9.5 if bridge.broad else 5.5), LINE)
        for outline in self.region_outlines:
            taken.area(outline.boundary.buffer(frame.scaled(1.4)), GLYPH)
        for built in self.settlements:
            if built.look.shape is None:
                taken.area(built.area.buffer(frame.scaled(0.6)), GLYPH)
        shore = (
            self.waters.standing.boundary.buffer(frame.scaled(1.0)) if not self.waters.standing.is_empty else Polygon()
        )
        taken.area(shore, WATER_WEIGHT)
        self._mark_grid(taken)
        placed = place_names(frame, self._places_to_name(), taken)
        curved = region_names(frame, self.waters, taken)
        curved += line_names(frame, self.routes, self.waters.streams, self.barriers, taken)
        self._named = taken
        return placed, curved

    def _places_to_name(self) -> list[PlaceToName]:
        """Return the settlements and symbols that get a name, the most important first.

        Each name occurs once in a hex.
        """
        found: dict[tuple[Hex, str], PlaceToName] = {}
        places: list[Settlement | MapSymbol] = sorted(self.settlements, key=lambda settlement: settlement.look.order)
        places += sorted(self.symbols, key=lambda symbol: symbol.look.order)
        for place in places:
            name, label = self.frame.sites[place.hex][place.look.name], place.look.label
            if name and label is not None:
                # a settlement without houses is named at the middle of its hex
                middle = ShapelyPoint(self.frame.grid.centre(place.hex)).buffer(self.frame.scaled(1))
                area = middle if place.area.is_empty else place.area
                found.setdefault((place.hex, name), PlaceToName(place.hex, label, name, area))
        return list(found.values())

    def _mark_grid(self, taken: Occupancy) -> None:
        """Mark the hex grid in `taken` with a small cost, so that names avoid its lines."""
        from_corner = [np.array(self.frame.grid.corners(cell))[[0, 1, 2, 3]] for cell in self.frame.hexes]
        lines = Occupancy(taken.box, taken.cell)
        for corners in from_corner:
            lines.line(corners, taken.cell / 4, GRID)
        taken.weights = np.where(taken.weights <= WATER_WEIGHT, taken.weights + lines.weights, taken.weights)

    @cached_property
    def texture_room(self) -> tuple[Occupancy, Occupancy]:
        """Two rasters of what textures must avoid: printed things, and these with the hex grid."""
        _ = self.names
        frame = self.frame
        keep = self._named.copy()
        keep.weights = np.where(keep.weights > WATER_WEIGHT + 1, keep.weights, 0).astype(np.float32)
        for built in self.settlements:
            keep.area(built.area, GLYPH)
        for _, sand in self.waters.beaches:
            keep.area(sand, GLYPH)
        self._room = keep.copy()
        keep.spread(frame.scaled(2.0))
        off_grid = self._named.copy()
        off_grid.weights = np.maximum(off_grid.weights, keep.weights)
        off_grid.spread(frame.scaled(0.7))
        off_grid.weights = np.maximum(off_grid.weights, keep.weights)
        return keep, off_grid

    @cached_property
    def creeks(self) -> list[tuple[LandArea, tuple[Creek, ...]]]:
        """The tidal creeks in the marshes of the map, which avoid all printed things."""
        return tidal_creeks(self.land, self.texture_room[0])

    def textures(self) -> list[Item]:
        """Draw all textures: hatched slopes, grass and groves on clear land, trees in woods, creeks and beaches."""
        keep, off_grid = self.texture_room
        creeks = self.creeks
        if creeks:
            keep = keep.copy()
            mark_creeks(self.frame, creeks, keep)
        off_grid = off_grid.copy()
        self.homesteads.mark(self.frame, off_grid)
        for course in self.watercourses:
            off_grid.line(course, 2 * self.frame.scaled(1), LINE)
        clear = draw_clear_textures(self.land, self.parcels, off_grid.copy(), self._sample)
        clear += draw_homesteads(self.land, self.homesteads, keep)
        if self.watercourses:
            clear += draw_watercourses(self.frame, self.watercourses, self.frame.palette.of(ground_look(self.frame)))
        for route in self.routes:
            if isinstance(route.look, RoadLook) and route.look.trees is not None:
                for raster in (keep, off_grid):
                    raster.line(route.points, self.frame.scaled(8.6), LINE)
        hatching = self.land.draw_details(self.frame.palette, keep)
        trees = draw_area_textures(self.land, keep)
        beaches = self.waters.draw_beaches(self.bank_room)
        return hatching + clear + draw_creeks(self.frame, creeks) + trees + beaches

    @cached_property
    def parcels(self) -> Parcels:
        """The parcels of farmland on the map.

        They cover terrain with parcels or, in games without such terrain, clear land near water and settlements.
        """
        frame, pt = self.frame, self.frame.scaled(1)
        keep, _ = self.texture_room
        tilled = [cover.geometry for cover in self.land.covers if cover.look.parcels]
        if tilled:
            return covering_parcels(frame, shapely.union_all(tilled) if len(tilled) > 1 else tilled[0], keep)
        nothing = Parcels()
        with_parcels = {look.name for look in frame.looks.of(AreaLook).values() if look.parcels}
        if any(kind.look in with_parcels for kind in frame.kinds.values()):
            return nothing  # decoration would look like terrain
        sizes = ground_look(frame).fields
        wet, built = self.waters, [settlement.area.buffer(2 * pt) for settlement in self.settlements]
        zone = frame.paper_area.buffer(-3 * pt).intersection(frame.playing_area)
        zone = zone.difference(shapely.union_all([self.land.covered.buffer(3 * pt), wet.standing.buffer(3.4 * pt)]))
        homes = np.array([frame.grid.centre(one.hex) for one in self.settlements]).reshape(-1, 2)
        if sizes.belts:
            zone, room = zone.difference(shapely.union_all(built)), self._room.copy()
            self.homesteads.mark(frame, room)
            for course in self.watercourses:
                room.line(course, 2 * pt, LINE)
            return strip_parcels(
                frame, zone, room, sizes, self._guides(), np.concatenate([homes, self.homesteads.places])
            )
        to_water, to_settlement = (by * pt for by in sizes.near_pt)
        near = [near_water(wet, to_water)] if wet.streams or not wet.lakes.is_empty else []
        near += [shapely.MultiPoint(homes).buffer(to_settlement)]
        if isinstance(self._sample, GroundLook) or sizes.everywhere:
            near = [frame.paper_area]
        return scattered_parcels(frame, zone.intersection(shapely.union_all(near)), keep, sizes)

    def _guides(self) -> list[Guide]:
        """Return the lines that strips of parcels follow: rivers, roads and the tracks of farms."""
        pt = self.frame.scaled(1)
        guides = [
            Guide(one.points, one.widths.max() / 2 + 2.2 * pt, 0.10) for one in self.waters.streams if not one.look.dry
        ]
        for route in self.routes:
            trees = isinstance(route.look, RoadLook) and route.look.trees is not None
            if not isinstance(route.look, RailLook):
                guides.append(Guide(route.points, (route.look.half_width_pt + (6.5 if trees else 1.2)) * pt, 0.0))
        guides += [Guide(track, 1.6 * pt, 0.06) for track in self.homesteads.tracks]
        if isinstance(self._sample, GroundLook):  # a sample has fields although nothing is near
            box = self.frame.box
            ends = np.array([(box.x, box.bottom - 0.42 * box.height), (box.right, box.bottom - 0.58 * box.height)])
            guides.append(Guide(resample(ends, pt), 0.6 * pt, 1.0))
        return guides

    @cached_property
    def homesteads(self) -> Homesteads:
        """The farms on open land, without effect on play, and their tracks."""
        heights = slope(self.land) if self._slopes else None
        room = self.texture_room[1].copy()
        for course in self.watercourses:
            room.line(course, 2 * self.frame.scaled(1), LINE)
        return homesteads(self.land, self.routes, room, heights)

    @property
    def _slopes(self) -> bool:
        """Whether the open land of the map has slopes."""
        return ground_look(self.frame).draw == "dry-slope" and self.frame.numbered

    @cached_property
    def watercourses(self) -> list[Array]:
        """The dry watercourses on sloping land, clear of everything that is printed."""
        _ = self.texture_room
        return watercourses(self.land, self._room) if self._slopes else []

    @cached_property
    def bank_room(self) -> Occupancy:
        """A raster of what reeds on the banks of streams must avoid: printed things other than the streams."""
        taken = self._raster_with_lines(())
        placed, curved = self.names
        boxes = [*(name.box for name in placed), *(box for names in curved for name in names for box in name.boxes())]
        for box in boxes:
            taken.rect(box.grown(self.frame.scaled(0.8)), NAME)
        for symbol in self.symbols:
            taken.area(symbol.area, GLYPH)
        for bridge in self.bridges:
            taken.stamp(np.array([bridge.at]), self.frame.scaled(6.5), LINE)
        return taken

    # -- drawing

    def layers(self) -> list[Group]:
        """Draw the map in the natural style, in layers from the ground upwards."""
        frame, palette = self.frame, self.frame.palette
        placed, curved = self.names
        open_water = [area for look, area in self.waters.bodies.items() if look.flows or look.banded]
        inside = shapely.union_all([frame.playing_area.buffer(0.01), *open_water])
        outside = frame.paper_area.difference(inside)
        veiled: list[Item] = []
        if outside.area > 0.01:
            pale = palette.veiled()
            drawn = (
                self.land.draw_ground(pale)
                + self.land.draw_areas(pale)
                + self.land.draw_details(pale, self.texture_room[0])
                + self.waters.draw_standing(pale)
            )
            veiled.append(Group(without_hidden_parts(drawn, outside), clip=area_path(outside)))
        named: list[Item] = []
        for lines_of_name in curved:
            named.append(Group(tuple(item for line in lines_of_name for item in draw_curved_name(frame, line))))
        for place in placed:
            named.append(Group(tuple(draw_place_name(frame, place))))
        lines = draw_roads(frame, self.routes)
        lines += [item for b in self.bridges if b.under_rails for item in draw_bridge(frame, b)]
        lines += draw_railroads(frame, self.routes)
        lines += [item for b in self.bridges if not b.under_rails for item in draw_bridge(frame, b)]
        built = (
            draw_ferries(frame, self.ferries)
            + draw_blocks(frame, self._settlements_off_names())
            + draw_town_grid(frame, self.settlements, self.routes)
            + self.around
            + [draw_map_symbol(frame, symbol) for symbol in self.symbols]
        )
        labels: list[Item] = [draw_plate(frame, plate) for plate in self.plates]
        parts: list[tuple[str, list[Item]]] = [
            ("land", self.land.draw_ground(palette)),
            (
                "terrain",
                self.land.draw_areas(palette)
                + draw_parcels(frame, self.parcels)
                + self.textures()
                + self.land.draw_patches(palette),
            ),
            ("water", self.waters.draw_standing(palette)),
            ("land", veiled),
            ("grid", draw_grid(frame, self.land)),
            ("water", self._draw_rivers()),
            ("barriers", draw_barriers(self.barriers)),
            ("places", draw_ground(frame, self.settlements)),
            ("roads", lines + draw_road_trees(frame, self.routes, self._tree_room())),
            ("places", draw_region_outlines(frame, self.region_outlines) + built),
            ("set-up", labels),
            ("numbers", draw_number_plates(frame, self.settlements) + frame.draw_numbers()),
            ("names", named),
        ]
        return [Group(tuple(items), layer=layer) for layer, items in parts if items]

    def _tree_room(self) -> Occupancy:
        """Return a raster of what trees along roads avoid: all that is printed, and around symbols and bridges."""
        room, clear = self._room.copy(), self.frame.scaled(TREES_CLEAR_PT)
        for symbol in self.symbols:
            room.area(symbol.area.buffer(clear), GLYPH)
        for bridge in self.bridges:
            room.stamp(np.array([bridge.at]), bridge.half_length + clear, LINE)
        return room

    def _settlements_off_names(self) -> list[Settlement]:
        """Return the settlements; towns on a net of streets have no houses under names."""
        placed, curved = self.names
        boxes = [name.box for name in placed] + [box for names in curved for name in names for box in name.boxes()]
        under = shapely.union_all([shapely.box(b.x, b.y, b.right, b.bottom) for b in boxes]).buffer(
            self.frame.scaled(1.6)
        )
        shapely.prepare(under)
        return [
            one
            if one.streets is None
            else replace(one, blocks=tuple(block for block in one.blocks if not under.intersects(block)))
            for one in self.settlements
        ]

    def _draw_rivers(self) -> list[Item]:
        """Draw the streams and the shore of all water, the mouths of creeks, and reeds on the banks."""
        items = self.waters.draw_flowing(self.bank_room)
        items += draw_creek_mouths(self.frame, self.creeks, self.waters.surface)
        return items + self.waters.draw_reeds(self.bank_room)

    def uncut_boxes(self) -> list[Rect]:
        """Return a rectangle around each hex number, plate and name, which seams should not cut."""
        placed, curved = self.names
        return [
            *self.frame.numbers.values(),
            *(plate.box for plate in self.plates),
            *(name.box for name in placed),
            *(box for names in curved for name in names for box in name.boxes()),
        ]


def _pieces_with_width(points: Array, widths: Array, pieces: int = 16) -> list[tuple[Array, float]]:
    """Return the pieces of a line of varying width, each with its greatest width."""
    cuts = np.linspace(0, len(points) - 1, pieces + 1).astype(int)
    return [(points[a : b + 1], float(widths[a : b + 1].max())) for a, b in pairwise(cuts) if b > a]


def grid_lines(frame: MapFrame) -> list[Array]:
    """Return lines that together cover every hexside of the map once."""
    lines = []
    for cell in frame.hexes:
        corners = np.array(frame.grid.corners(cell))
        half = len(corners) // 2
        sides = [*range(half), *(side for side in open_sides(cell, frame.grid) if side >= half)]
        start = 0
        while start < len(sides):  # consecutive sides are one line
            end = start
            while end + 1 < len(sides) and sides[end + 1] == sides[end] + 1:
                end += 1
            lines.append(corners[[d % len(corners) for d in range(sides[start], sides[end] + 2)]])
            start = end + 1
    return lines


def draw_region_outlines(frame: MapFrame, outlines: Sequence[BaseGeometry]) -> list[Item]:
    """Draw the edges of the outlined regions: a line over a pale one."""
    palette = frame.palette
    return [
        area_path(outline, stroke=Stroke(colour, frame.scaled(width), join="round"))
        for outline in outlines
        for colour, width in ((palette.paper, 2.6), (palette.accent, 1.3))
    ]


def draw_town_grid(frame: MapFrame, settlements: Sequence[Settlement], routes: Sequence[DrawnRoute]) -> list[Item]:
    """Draw the lines of the hex grid again on the built-up ground of towns, whose blocks cover the grid below.

    They leave roads and railways free.
    """
    towns = [one.ground for one in settlements if not one.ground.is_empty]
    if not towns:
        return []
    width, palette = frame.stroke(GRID_PT), frame.palette
    ways = [
        LineString(route.points).buffer(frame.scaled(route.look.half_width_pt), cap_style="flat") for route in routes
    ]
    lines = clipped_lines(grid_lines(frame), shapely.union_all(towns).difference(shapely.union_all(ways)))
    return [
        lines_path(lines, Stroke(palette.built_ground, 4 * width, join="round"), tolerance=0),
        lines_path(lines, Stroke(palette.block_line, 1.3 * width, join="round"), tolerance=0),
    ]


def draw_number_plates(frame: MapFrame, settlements: Sequence[Settlement]) -> list[Item]:
    """Draw a pale plate under each hex number that is in a town."""
    built = shapely.union_all([one.ground for one in settlements if not one.ground.is_empty])
    if built.is_empty:
        return []
    rects = [rect.grown(frame.scaled(1.1)) for rect in frame.numbers.values()]
    boxes = [shapely.box(rect.x, rect.y, rect.right, rect.bottom) for rect in rects]
    shapely.prepare(built)
    inside = [box.buffer(frame.scaled(0.5), quad_segs=3) for box in boxes if built.intersects(box.centroid)]
    return [area_path(shapely.union_all(inside), fill=frame.palette.paper)] if inside else []


def draw_grid(frame: MapFrame, land: Land) -> list[Item]:
    """Draw the lines of the hex grid in darker tints of the ground: of open land, of what covers it, and of water.

    On grounds with a pale halo around the grid the lines are in its own colour.
    """
    lines, width, palette, water = grid_lines(frame), frame.stroke(GRID_PT), frame.palette, land.waters.standing
    halo: list[Item] = []
    share = GRID_SHARE
    if frame.map.theme.grid_halo:
        pale = Stroke(palette.grid_halo, 2.9 * width, cap="round", join="round")
        halo, share = [lines_path(lines, pale, tolerance=0)], 1.0
    tinted: list[Item] = []
    bare = frame.playing_area.buffer(1).difference(water)
    for cover in land.covers if share < 1 else ():
        colours = palette.of(cover.look)
        ground = next((colours[use] for use in (cover.look.fill, "low") if use in colours), palette.land)
        inside = clipped_lines(lines, cover.geometry.difference(water))
        tinted.append(lines_path(inside, Stroke(mix(palette.grid, ground, share), width, join="round"), tolerance=0))
        bare = bare.difference(cover.geometry)
    on_land = Stroke(mix(palette.grid, palette.land, share), width, cap="round", join="round")
    dry = lines if bare.covers(frame.playing_area) else clipped_lines(lines, bare)
    items = [*halo, lines_path(dry, on_land, tolerance=0), *tinted]
    if not water.is_empty:
        on_water = Stroke(mix(palette.grid_on_water, palette.water, share), width, join="round")
        items.append(lines_path(clipped_lines(lines, water), on_water, tolerance=0))
    return items
