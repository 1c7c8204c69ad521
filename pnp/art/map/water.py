"""Water: streams along hexsides, lakes and the sea, and the shore around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.labels.place_labels import WATER_WEIGHT
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.art.map.noise import Array, lattice, octaves, scattered
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import (
    area_path,
    boundary_lines,
    clipped_lines,
    closed,
    lines_path,
    normals,
    opened,
    polygons,
    roughened,
    waved,
)
from pnp.art.map.partition import natural_area
from pnp.art.map.streams import Stream, drawn_streams, off_points
from pnp.hexgrid import Hex
from pnp.model.looks.area_looks import WATERLINES_PT, WaterLook
from pnp.model.looks.line_looks import StreamLook
from pnp.palette import mix
from pnp.scene import Colour, Item, Stroke
from pnp.units import Mm, int_sum, points

DEEP_PT, SHORE_PT = 9.0, 0.62
"""Distance from the shore at which the water is darker, and the width of the shore, of most lakes and seas."""
DEEP_BEND = 1.2
"""The least radius of the bends of a line in deep water, as a multiple of its distance from the shore."""
BEND_PT, TIP_PT = 7.0, 4.0
"""The banks of a broad river have no bays narrower, and no tips thinner, than twice these distances."""
BEYOND, REACH_WIDE = 3.0, 0.9
"""How far a river of hexes goes on beyond the map, in steps from hex to hex, and its width there in hex heights."""
THIN = 0.07
"""Arms of lakes and spits of land thinner than twice this are left out, in hex heights."""
ROUND = (0.15, 0.11, THIN)
"""The least radii of the shore of a lake that are tried, in hex heights."""
WATERLINE_BEND = 0.12
"""The least radius of the outer bends of a waterline in a lake, in hex heights."""
STAND_WAVE, STAND, REED_MM, REED_PT, REED_INSIDE = 0.55, -0.04, (0.7, 1.5), 0.48, 1.0
"""Reeds on a lake: the wavelength of the noise that makes stands, in hex heights, its level, the heights of blades in
mm on hexes of the reference size, their width, and how far inside the shore their feet are at most, in mm.
"""
SHORE_STEP, SHORE_SMOOTHED, SHORE_CLEAR, SHORE_FREE = 0.06, 0.46, 0.37, 0.5
"""The shore of the sea and of hexes of a river, in hex heights: the distance of its points, over which distance it is
smoothed, its least distance from the centres of hexes, and how far inside the neat line it is free.
"""
SMOOTH_REACH = 60
"""How many points on each side the smoothing of a shore looks at."""
COVES = ((0.04, 1.2), (0.025, 0.5), (0.01, 0.2))
"""The amplitudes and wavelengths of the coves of such a shore, in hex heights."""
INNER_PT = (0.7, 2.6)
"""The shade inside the bank of a broad river: its distances from the bank."""
FADE_STEPS = 8
"""In how many steps the colour of a river fades into that of a sea or lake, over a hex height before its mouth."""
TICK_EVERY = 2
"""Every so many points of a dry bed there is a tick on each bank."""
FLOW_DASH_PT = (9.0, 3.2, 4.0, 4.0)


class Waters:
    """All water of a map."""

    def __init__(self, frame: MapFrame, streams: Sequence[Stream] | None = None) -> None:
        """Compute the water of a map; its `streams` may be known."""
        self.frame = frame
        areas = {look: self._shore(name, look) for name, look in self.frame.looks.of(WaterLook).items()}
        self._looks = self.frame.looks.of(StreamLook)
        self.streams = list(drawn_streams(frame) if streams is None else streams)
        wet = [stream.area for stream in self.streams if not stream.look.dry]
        self.flowing = shapely.union_all(wet)
        for look, area in areas.items():
            if look.flows and not area.is_empty:
                river = self._joined_river(area)
                areas[look] = shapely.union_all(polygons(area.intersection(river)))
                self.flowing = closed(shapely.union_all([river, *wet]), frame.scaled(2.0)).difference(areas[look])
        self.bodies = {look: area for look, area in areas.items() if not area.is_empty}
        nothing: BaseGeometry = Polygon()
        self.lakes, other = (
            reduce(BaseGeometry.union, [area for look, area in self.bodies.items() if look.inland is inland], nothing)
            for inland in (True, False)
        )
        self.standing = self.lakes.union(other)

    def _joined_river(self, hexes: BaseGeometry) -> BaseGeometry:
        """Return the surface of a broad river: its hexes and the broad streams, joined with smooth banks."""
        pt = self.frame.scaled(1)
        parts = [hexes, *(one.area for one in self.streams if one.look.broad and not one.look.dry)]
        return opened(closed(shapely.union_all(parts), BEND_PT * pt), TIP_PT * pt)

    def _shore(self, name: str, look: WaterLook) -> BaseGeometry:
        """Return the area of a look of water: lakes without thin arms, and seas and rivers with a smooth shore."""
        frame, height = self.frame, self.frame.grid.across_flats
        area = natural_area(frame, name)
        if area.is_empty:
            return area
        if look.flows:
            area = shapely.union_all([area, *self._reaches_beyond(frame.hexes_like(name))])
        area = closed(opened(area, THIN * height), THIN * height)
        if look.flows or look.banded:
            return self._smooth_shore(area, frame.hexes_like(name))
        return shapely.union_all([_rounded(part, height) for part in polygons(area)])

    def _reaches_beyond(self, cells: Iterable[Hex]) -> list[BaseGeometry]:
        """Return a reach off the map of full width for each end of a river of hexes at the edge of the map."""
        frame, found, wet = self.frame, list[BaseGeometry](), set(cells)
        for cell in sorted(wet):
            centre = np.array(frame.grid.centre(cell))
            upstream = [one for one in cell.neighbours if one in wet]
            if len(upstream) != 1:
                continue
            way = centre - frame.grid.centre(upstream[0])
            outside = [np.array(frame.grid.centre(one)) - centre for one in cell.neighbours if one not in frame.grid]
            if any(step @ way > 0.4 * (way @ way) for step in outside):
                reach = shapely.LineString([centre, centre + BEYOND * way])
                found.append(reach.buffer(REACH_WIDE * frame.grid.across_flats / 2))
        return found

    def _smooth_shore(self, area: BaseGeometry, cells: Iterable[Hex]) -> BaseGeometry:
        """Return an area of hexes of water whose shore is as straight as the centres allow, but for small coves.

        Where it leaves the map it stays.
        """
        frame, height = self.frame, self.frame.grid.across_flats
        near = {one for cell in cells for one in (cell, *cell.neighbours) if one in frame.grid}
        centres = [frame.grid.centre(cell) for cell in sorted(near)]
        found = []
        for part in polygons(area):
            rings = []
            for ring in (part.exterior, *part.interiors):
                raw = _even_ring(np.asarray(ring.coords)[:-1], SHORE_STEP * height)
                shore = _smoothed_ring(raw, SHORE_SMOOTHED * height)
                for number, (by, wave) in enumerate(COVES):
                    shore = waved(shore, by * height, wave * height, frame.seed + 51 + number, closed=True, count=2)
                spots = shapely.points(raw)
                inside = shapely.distance(frame.paper_area.exterior, spots) * frame.paper_area.contains(spots)
                shore = raw + (shore - raw) * np.clip(inside / (SHORE_FREE * height), 0, 1)[:, None]
                rings.append(_off_near_points(shore, np.array(centres), SHORE_CLEAR * height, 0.06 * height))
            found.append(Polygon(rings[0], rings[1:]).buffer(0))
        return shapely.union_all(found)

    @cached_property
    def surface(self) -> BaseGeometry:
        """The area of all water: lakes, sea and streams."""
        return shapely.union_all(polygons(self.standing.union(self.flowing)))

    @cached_property
    def _river_hexes(self) -> set[Hex]:
        """The hexes of broad rivers."""
        return set(
            self.frame.hexes_like(*(name for name, look in self.frame.looks.of(WaterLook).items() if look.flows))
        )

    # -- drawing

    def draw_standing(self, palette: MapPalette) -> list[Item]:
        """Draw lakes and the sea, with waterlines near the shore but without the shore itself."""
        special = {look: area for look, area in self.bodies.items() if look.flows or look.banded}
        plain = self.standing.difference(shapely.union_all(list(special.values()))) if special else self.standing
        items = [] if plain.is_empty else self._draw_body(plain, palette)
        for look, area in special.items():
            if look.flows:
                items.append(area_path(area, fill=palette.water))
            else:
                items += self._draw_deep_body(look, area, palette)
        return items

    def _draw_body(self, area: BaseGeometry, palette: MapPalette) -> list[Item]:
        """Draw a lake or sea with a darker middle and three waterlines."""
        frame = self.frame
        items: list[Item] = [
            area_path(area, fill=palette.water),
            area_path(area.buffer(-frame.scaled(DEEP_PT)), fill=palette.deep),
        ]
        for (inside, width), colour in zip(WATERLINES_PT, palette.waterlines, strict=True):
            bend = WATERLINE_BEND * frame.grid.across_flats
            inner = area.buffer(-frame.scaled(inside) - bend, quad_segs=12).buffer(bend, quad_segs=12)
            lines = boundary_lines(inner)
            items.append(lines_path(lines, Stroke(colour, frame.stroke(width), join="round"), tolerance=0.05))
        return items

    def _draw_deep_body(self, look: WaterLook, area: BaseGeometry, palette: MapPalette) -> list[Item]:
        """Draw a sea with bands of deeper water and waterlines that fade and roughen away from the shore."""
        frame, colours = self.frame, palette.of(look)
        items: list[Item] = [area_path(area, fill=palette.water)]
        tones = [palette.water, *(colours[name] for name in ("deep", "deepest")[: len(look.deep_pt)])]
        for by, tone in zip(look.deep_pt, tones[1:], strict=True):
            items.append(area_path(self._off_coast(area, frame.scaled(by)), fill=tone, tolerance=0.1))
        count, open_area = len(look.waterlines_pt), area.union(self.flowing)
        for number, (inside, width) in enumerate(look.waterlines_pt):
            rough = frame.scaled(0.4 + 0.25 * number)
            inner = self._off_coast(open_area, frame.scaled(inside))
            band = roughened(inner, rough, frame.scaled(16), frame.seed + 30 + number, frame.scaled(2))
            tone = tones[int_sum(inside > by for by in look.deep_pt)]
            share = 0.95 - 0.63 * number / max(count - 1, 1)
            stroke = Stroke(mix(palette.waterlines[0], tone, share), frame.stroke(width), join="round")
            lines = clipped_lines(self._lines_off_numbers(band), area)
            items.append(lines_path(lines, stroke, tolerance=0.05))
        return items

    def _off_coast(self, sea: BaseGeometry, by: Mm) -> BaseGeometry:
        """Return the part of a sea that is farther than `by` from its coast, without sharp corners.

        The coast is the outline of the sea on the map: its edge beyond the map is none, so that the part runs off it.
        """
        bend, sheet = DEEP_BEND * by, self.frame.paper_area.envelope
        coast = sea.simplify(0.05).boundary.intersection(sheet.buffer(1, join_style="mitre"))
        beyond = sea.difference(sheet).buffer(by + 2 * bend, join_style="mitre").difference(sheet)
        deep = sea.union(beyond).difference(coast.buffer(by + bend, quad_segs=12))
        return deep.buffer(bend, quad_segs=12).intersection(sea)

    def _lines_off_numbers(self, band: BaseGeometry) -> list[Array]:
        """Return the outline of an area without its parts on or close to hex numbers."""
        return boundary_lines(shapely.difference(band.boundary, self._number_boxes))

    @cached_property
    def _number_boxes(self) -> BaseGeometry:
        """The boxes around all hex numbers, with some room."""
        rects = [rect.grown(self.frame.scaled(0.8)) for rect in self.frame.numbers.values()]
        return shapely.union_all([shapely.box(rect.x, rect.y, rect.right, rect.bottom) for rect in rects])

    def draw_beaches(self, keep: Occupancy) -> list[Item]:
        """Draw the sand along the water, with grains where nothing is printed."""
        frame, pt, items = self.frame, self.frame.scaled(1), list[Item]()
        for look, sand in self.beaches:
            colours = frame.palette.of(look)
            items.append(area_path(sand, fill=colours["sand"], tolerance=0.05))
            inner = sand.buffer(-0.7 * pt)
            shapely.prepare(inner)
            grains = scattered(frame.box, 2.6 * pt, frame.seed + 94)
            grains = grains[shapely.contains_xy(inner, grains[:, 0], grains[:, 1]) & (keep.at(grains) == 0)]
            dots = list(np.stack([grains, grains + np.array((0.02, 0.0))], axis=1))
            if dots:
                items.append(lines_path(dots, Stroke(colours["grain"], frame.stroke(0.55), cap="round"), tolerance=0))
        return items

    @cached_property
    def beaches(self) -> list[tuple[WaterLook, BaseGeometry]]:
        """The strips of sand around the bodies of water that have one."""
        frame, pt, found = self.frame, self.frame.scaled(1), list[tuple[WaterLook, BaseGeometry]]()
        for look, area in self.bodies.items():
            if look.beach_pt:
                wide = area.simplify(0.3 * pt).buffer(look.beach_pt * pt, quad_segs=5)
                sand = roughened(wide, 2.2 * pt, 26 * pt, frame.seed + 93, 1.6 * pt)
                wet = self.surface if self.flowing.is_empty else self.surface.union(self.flowing.buffer(2.5 * pt))
                found.append((look, sand.difference(wet)))
        return found

    def draw_flowing(self, taken: Occupancy) -> list[Item]:
        """Draw the streams, and the shore of all water.

        The shore is one line, so that streams open into lakes. Marks on rivers avoid what is printed in `taken`.
        """
        if self.surface.is_empty:
            return self._draw_dry_beds()
        return self._draw_dry_beds() + self._draw_plain_streams() + self._draw_surfaces(taken)

    def _draw_surfaces(self, taken: Occupancy) -> list[Item]:
        """Draw the streams whose looks draw their own surface, such as ice."""
        items: list[Item] = []
        for look in self._looks.values():
            own = [stream for stream in self.streams if stream.look is look]
            if look.surface is not None and own:
                items += DRAWINGS[look.surface](self, own, self.frame.palette.of(look), taken)
        return items

    def _draw_plain_streams(self) -> list[Item]:
        """Draw the streams without a surface of their own, and the shore of all water."""
        frame, palette = self.frame, self.frame.palette
        open_water = self.standing.buffer(-frame.scaled(WATERLINES_PT[0][0]))
        items: list[Item] = [area_path(self.flowing.difference(open_water), fill=palette.water)]
        own = {palette.of(stream.look)["water"] for stream in self.streams if not stream.look.dry} - {palette.water}
        for colour in sorted(own):
            streams = [one.area for one in self.streams if palette.of(one.look)["water"] == colour]
            reaches = shapely.union_all(streams).difference(open_water)
            items.append(area_path(reaches, fill=colour))
            items += self._draw_mouths(reaches, colour)
        current = next((look for look in self.bodies if look.flows), None)
        if current is not None:
            items += self._draw_current(current)
        else:
            rivers = [one.area for one in self.streams if one.look.broad and one.look.surface is None]
            for part in polygons(shapely.union_all(rivers).buffer(-frame.scaled(WATERLINES_PT[0][0]))):
                banks = boundary_lines(part.boundary.difference(self.standing))  # open at a mouth
                items.append(lines_path(banks, Stroke(palette.waterlines[0], frame.stroke(0.4), join="round")))
        shore = Stroke(
            palette.shore, frame.stroke(max([SHORE_PT, *(look.shore_pt for look in self.bodies)])), join="round"
        )
        drawn = [stream.area for stream in self.streams if stream.look.surface is not None]
        if drawn:  # these draw their own banks
            rest = self.surface.boundary.difference(shapely.union_all(drawn).buffer(frame.scaled(0.1)))
            items.append(lines_path(boundary_lines(rest), shore))
        else:
            items.append(lines_path(boundary_lines(self.surface), shore))
        return items

    def _draw_mouths(self, rivers: BaseGeometry, colour: Colour) -> list[Item]:
        """Draw the last reach of rivers before standing water, where their colour fades into that of the water."""
        frame, items = self.frame, list[Item]()
        reach, step = frame.grid.across_flats, frame.grid.across_flats / FADE_STEPS
        mouth = self.standing.intersection(rivers)
        for number in range(FADE_STEPS if not mouth.is_empty else 0):
            near = rivers.intersection(mouth.buffer(reach - number * step, quad_segs=12))
            items.append(area_path(near, fill=mix(frame.palette.water, colour, (number + 1) / FADE_STEPS)))
        return items

    def _draw_current(self, look: WaterLook) -> list[Item]:
        """Draw a shade inside the banks of all rivers, and the broken lines of the current."""
        frame, colours = self.frame, self.frame.palette.of(look)
        near, far = (self.surface.buffer(-frame.scaled(by)) for by in INNER_PT)
        items: list[Item] = [area_path(near.difference(far).difference(self._number_boxes), fill=colours["inner"])]
        dash = tuple(frame.scaled(by) for by in FLOW_DASH_PT)
        count = len(look.waterlines_pt)
        for number, (inside, width) in enumerate(look.waterlines_pt):
            inner = self.surface.buffer(-frame.scaled(inside))
            band = roughened(inner, frame.scaled(0.5), frame.scaled(9), frame.seed + 17, frame.scaled(2))
            tone = mix(colours["flow"], frame.palette.water, 0.75 - 0.35 * number / max(count - 1, 1))
            stroke = Stroke(tone, frame.stroke(width), dash, join="round")
            items.append(lines_path(self._lines_off_numbers(band), stroke, tolerance=0.05))
        return items

    def draw_reeds(self, taken: Occupancy) -> list[Item]:
        """Draw reeds along both banks of the streams that have any, where nothing is printed; some have heads."""
        frame, pt, items = self.frame, self.frame.scaled(1), list[Item]()
        for stream in self.streams:
            if not stream.look.reeds_pt:
                continue
            half, out = stream.widths / 2 + 1.4 * pt, normals(stream.points)
            spots = np.concatenate([stream.points + out * (hand * half)[:, None] for hand in (1, -1)])
            step = np.hypot(*np.diff(stream.points, axis=0).T)
            places = np.round(spots / pt * 20)
            one, two, three, some = (lattice(places[:, 0], places[:, 1], frame.seed + 70 + k) for k in range(4))
            share = np.append(step, step[-1:]) / (stream.look.reeds_pt * pt)
            grown = some < np.concatenate([share, share])
            spots, one, two, three = (values[grown] for values in (spots, one, two, three))
            spots = spots + np.stack([one * 1.4 - 0.5, two * 1.2 - 0.4], axis=1) * pt
            high = (2.2 + 1.6 * three) * pt
            tips = spots + np.stack([0.35 * pt + 0 * high, -high], axis=1)
            bends = spots + np.stack([-0.3 * pt + 0 * high, -high / 2], axis=1)
            others = [other.area for other in self.streams if other is not stream]
            wet = shapely.union_all([self.standing.buffer(4 * pt), *others])
            dry = ~shapely.contains_xy(wet, spots[:, 0], spots[:, 1])
            free = (taken.at(np.stack([spots, bends, tips], axis=1)) == 0).all(axis=1)
            kept = np.flatnonzero(dry & free)
            kept = kept[np.argsort(spots[kept, 1], kind="stable")]
            colours = frame.palette.of(stream.look)
            blades = [np.stack([spots[i], bends[i], tips[i]]) for i in kept.tolist()]
            heads = [np.stack([tips[i], tips[i] - (0.0, 0.5 * pt)]) for i in kept[::3].tolist()]
            items.append(lines_path(blades, Stroke(colours["reed"], frame.stroke(0.5), cap="round"), tolerance=0))
            items.append(lines_path(heads, Stroke(colours["head"], frame.stroke(0.95), cap="round"), tolerance=0))
        return items + self._draw_stands(taken)

    def _draw_stands(self, taken: Occupancy) -> list[Item]:
        """Draw stands of reeds along the shores of lakes that have any, where nothing else than water is printed."""
        frame, pt, items = self.frame, self.frame.scaled(1), list[Item]()
        mm = pt / points(1)
        for look, area in self.bodies.items():
            if not look.reeds_pt:
                continue
            blades: list[Array] = []
            shapely.prepare(area)
            for ring in (np.asarray(line.coords)[:-1] for part in polygons(area) for line in _rings(part)):
                spots = _even_ring(ring, look.reeds_pt * pt)
                out = normals(spots, closed=True)
                probe = spots + 0.2 * mm * out
                inwards = np.where(shapely.contains_xy(area, probe[:, 0], probe[:, 1])[:, None], out, -out)
                places = np.round(spots / pt * 20)
                one, two, three = (lattice(places[:, 0], places[:, 1], frame.seed + 76 + k) for k in range(3))
                feet = spots + inwards * (REED_INSIDE * mm * one)[:, None]
                low, high = REED_MM
                up = (
                    np.stack([0.5 * (two - 0.4), -np.ones(len(two))], axis=1)
                    * ((low + (high - low) * three) * mm)[:, None]
                )
                grown = octaves(spots, STAND_WAVE * frame.grid.across_flats, frame.seed + 75, 2) > STAND
                wet = self.flowing.buffer(1.5 * pt)
                grown &= ~shapely.contains_xy(wet, spots[:, 0], spots[:, 1])
                grown &= (taken.at(np.stack([feet, feet + up], axis=1)) <= WATER_WEIGHT).all(axis=1)
                blades += list(np.stack([feet, feet + up], axis=1)[grown])
            blades.sort(key=lambda blade: float(blade[0, 1]))
            stroke = Stroke(frame.palette.of(look)["reed"], frame.stroke(REED_PT), cap="round")
            items.append(lines_path(blades, stroke, tolerance=0))
        return items

    def dry_beds(self) -> list[BaseGeometry]:
        """Return the areas of dry streams with the ticks on their banks."""
        return [stream.area.buffer(self.frame.scaled(2.0)) for stream in self.streams if stream.look.dry]

    def _draw_dry_beds(self) -> list[Item]:
        """Draw dry streams: a bed between two banks, with short ticks down from the land."""
        frame, items = self.frame, list[Item]()
        for stream in self.streams:
            if not stream.look.dry:
                continue
            colours, pt = frame.palette.of(stream.look), frame.scaled(1)
            spots, half = stream.points[::TICK_EVERY], stream.widths[::TICK_EVERY] / 2
            places = np.round(spots / pt * 20)
            out, vary = normals(spots), 1.7 + 0.7 * lattice(places[:, 0], places[:, 1], frame.seed)
            ticks: list[Array] = []
            for hand in (1, -1):
                ends = [spots + out * (hand * (half + by))[:, None] for by in (0.2 * pt, (vary - 0.3) * pt)]
                ticks += list(np.stack(ends, axis=1))
            bank = Stroke(colours["bank"], frame.stroke(0.6), cap="round", join="round")
            items.append(lines_path(ticks, Stroke(colours["bank"], frame.stroke(0.5)), tolerance=0))
            items.append(area_path(stream.area, fill=colours["bed"], stroke=bank))
        return items


def _rounded(lake: Polygon, height: Mm) -> BaseGeometry:
    """Return a lake whose shore has no bends tighter than a radius, the largest that leaves it in one piece."""
    for radius in ROUND:
        found = closed(opened(lake, radius * height), radius * height)
        if len(polygons(found)) == 1:
            return found
    return lake


def _even_ring(ring: Array, step: Mm) -> Array:
    """Return a closed line with points about `step` apart.

    Which points these are depends only on the line near them.
    """
    fine = np.asarray(shapely.segmentize(shapely.LinearRing(ring), step).coords)[:-1]
    cells = np.floor(fine / (0.8 * step))
    return np.asarray(fine[(cells != np.roll(cells, 1, axis=0)).any(axis=1)])


def _smoothed_ring(ring: Array, by: Mm) -> Array:
    """Return a closed line whose points are means of those within a distance (`by`, a standard deviation) along it."""
    steps = np.hypot(*(np.roll(ring, -1, axis=0) - ring).T)
    weight = (steps + np.roll(steps, 1)) / 2
    total, mean = weight.copy(), ring * weight[:, None]
    for hand in (1, -1):
        gap = np.zeros(len(ring))
        for count in range(1, min(SMOOTH_REACH, (len(ring) - 1) // 2) + 1):
            gap = gap + (np.roll(steps, count) if hand == 1 else np.roll(steps, 1 - count))
            share = np.roll(weight, hand * count) * np.exp(-0.5 * (gap / by) ** 2)
            total, mean = total + share, mean + share[:, None] * np.roll(ring, hand * count, axis=0)
    return np.asarray(mean / total[:, None])


def _rings(part: Polygon) -> list[shapely.LinearRing]:
    """Return the outline of an area and those of its holes."""
    return [part.exterior, *part.interiors]


def _off_near_points(line: Array, points: Array, keep: Mm, soft: Mm) -> Array:
    """Return a line bent so that it keeps a distance from the points that are near it."""
    tree, room = shapely.STRtree([shapely.Point(spot) for spot in line]), keep + soft
    moved = line.copy()
    for point in points:
        at = tree.query(shapely.Point(point), predicate="dwithin", distance=room)
        moved[at] = off_points(moved[at], [tuple(point)], np.full(len(at), keep), soft)
    return moved


def near_water(waters: Waters, reach: Mm) -> BaseGeometry:
    """Return the area within a distance (`reach`) of any water."""
    return waters.surface.simplify(reach / 20).buffer(reach, quad_segs=4)
