"""Settlements: blocks of buildings along roads in towns, and between the streets of cities."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import shapely
from shapely.geometry import LineString, Point as ShapelyPoint, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array, between, chance, octaves
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import (
    area_path,
    boundary_lines,
    lines_path,
    normals,
    polygons,
    resample,
    rings_path,
    rotated,
    roughened,
)
from pnp.art.map.partition import natural_area
from pnp.art.map.street_town import StreetPlan, draw_gardens_and_squares, draw_streets, street_plan
from pnp.art.map.walled_city import WalledCity, draw_walled_city
from pnp.hexgrid import Hex
from pnp.model.looks.line_looks import RailLook
from pnp.model.looks.place_looks import SettlementLook, TownPlan
from pnp.scene import Colour, Item, Stroke
from pnp.units import Mm, int_sum

CITY_RADIUS_PT = 20.5
ROAD_EDGE_PT = 2.05
HUTS_PT, HUT_ROWS_PT = 10.0, (4.0, 8.0)
"""How far from a river the houses of a town with huts begin, and the distances of its rows of huts from the bank."""
OUTER = 0.75
"""The share of `thin_pt` from the middle of a town beyond which its roofs have other colours."""
HOUSE_WEIGHT = 0.4
"""What it costs to print over the houses of a large town, where its name is."""


@dataclass(frozen=True, eq=False)
class Settlement:
    """The buildings of a hex: blocks, and the built-up ground of a city.

    A town of several hexes may have huts and jetties along rivers. The blocks from number `outer` on are far from its
    middle.
    """

    hex: Hex
    look: SettlementLook
    blocks: tuple[Polygon, ...]
    ground: BaseGeometry
    huts: tuple[Polygon, ...] = ()
    jetties: tuple[Array, ...] = ()
    outer: int | None = None
    plan: WalledCity | None = None
    streets: StreetPlan | None = None

    @property
    def area(self) -> BaseGeometry:
        """The area of the settlement that is built on."""
        return self.ground if not self.ground.is_empty else shapely.union_all(self.blocks)


def settlements(
    frame: MapFrame, routes: list[DrawnRoute], taken: Occupancy, water: BaseGeometry, rivers: BaseGeometry
) -> list[Settlement]:
    """Return all settlements of the map, and mark their blocks of buildings in `taken`.

    Lines, lakes and sea (`water`), rivers and hex numbers must already be marked in it.
    """
    found, known = [], frame.looks.of(SettlementLook)
    for cell, looks in frame.sites.items():
        look = next((look for name, look in known.items() if name in looks), None)
        if look is None or look.shape is not None:
            continue
        if look.walled:
            plan = WalledCity(frame, cell, routes, shapely.union_all([water, rivers]))
            houses = (*plan.blocks(), *plan.suburbs(), *plan.quarter())
            built = Settlement(cell, look, houses, plan.ground, plan=plan)
        elif look.built_up:
            built = _city(frame, cell, look, routes, water)
        else:
            built = _town(frame, cell, look, routes, taken)
        for block in built.blocks:
            taken.area(block.buffer(taken.cell), 5)
        found.append(built)
    return found


# ---------------------------------------------------------------- towns of several hexes


def towns_of_several_hexes(
    frame: MapFrame,
    routes: list[DrawnRoute],
    taken: Occupancy,
    water: BaseGeometry,
    symbols: Sequence[BaseGeometry],
    barriers: Sequence[BaseGeometry] = (),
) -> list[Settlement]:
    """Return the built-up areas of adjacent hexes, and mark their houses in `taken`.

    They leave symbols free; those on a net of streets leave the areas of barriers free too.
    """
    shaped = [look for look in frame.looks.of(SettlementLook).values() if look.shape is not None]
    return [town for look in shaped for town in _quarters(frame, look, routes, taken, water, symbols, barriers)]


def _quarters(
    frame: MapFrame,
    look: SettlementLook,
    routes: list[DrawnRoute],
    taken: Occupancy,
    water: BaseGeometry,
    symbols: Sequence[BaseGeometry],
    barred_lines: Sequence[BaseGeometry],
) -> list[Settlement]:
    """Return the built-up areas of one look: one for each group of adjacent hexes."""
    assert look.shape is not None
    cells = tuple(cell for cell, looks in frame.sites.items() if look.name in looks)
    if not cells:
        return []
    whole = natural_area(frame, look.name)
    pt = frame.scaled(1)
    lanes = [LineString(route.points).buffer(2.9 * pt, cap_style="flat") for route in routes]
    numbers = [frame.numbers[cell].grown(1.5 * pt) for cell in cells if cell in frame.numbers]
    boxes = [shapely.box(rect.x, rect.y, rect.right, rect.bottom) for rect in numbers]
    around = [symbol.buffer(1.2 * pt) for symbol in symbols]
    found = []
    for area in polygons(whole.difference(water.buffer(1.4 * pt))):
        inside = [cell for cell in cells if area.distance(ShapelyPoint(frame.grid.centre(cell))) == 0]
        if not inside:
            continue
        if look.plan.street_pt is not None:
            barred = shapely.union_all([water.buffer(2.8 * pt), *boxes, *around, *barred_lines])
            streets = street_plan(frame, area, inside, routes, barred, look.plan)
            for house in streets.houses:
                taken.area(house.buffer(taken.cell), HOUSE_WEIGHT)
            found.append(Settlement(inside[0], look, streets.houses, area, streets=streets))
            continue
        bank = water.buffer(HUTS_PT * pt) if look.plan.huts else Polygon()
        free = area.buffer(-1.4 * pt).difference(shapely.union_all([*lanes, *boxes, *around, bank]))
        shapely.prepare(free)
        core = [frame.grid.centre(one) for one in inside if len(frame.sites[one]) > 1] or [
            (area.centroid.x, area.centroid.y)
        ]
        blocks = _houses(frame, inside[0], area, free, look.plan, np.array(core))
        blocks = [(block, far) for block, far in blocks if not far] + [(block, far) for block, far in blocks if far]
        for block, _ in blocks:
            taken.area(block.buffer(taken.cell), HOUSE_WEIGHT)
        huts, jetties = _riverside(frame, area, water, taken) if look.plan.huts else ((), ())
        for hut in huts:
            taken.area(hut.buffer(taken.cell), 5)
        outer = int_sum(not far for _, far in blocks)
        found.append(Settlement(inside[0], look, tuple(block for block, _ in blocks), area, huts, jetties, outer))
    return found


def _houses(
    frame: MapFrame, cell: Hex, area: BaseGeometry, free: BaseGeometry, plan: TownPlan, core: Array
) -> list[tuple[Polygon, bool]]:
    """Return the houses of a town, in blocks between bent streets, and whether each is far from its middle.

    `core` are the points in its middle. A block is cut into houses, or has a court.
    """
    pt, seed = frame.scaled(1), frame.seed
    x, y = area.centroid.x, area.centroid.y
    reach = max(area.bounds[2] - area.bounds[0], area.bounds[3] - area.bounds[1]) / pt
    cos, sin = math.cos(math.radians(plan.turn)), math.sin(math.radians(plan.turn))
    near = area.buffer((plan.bend_pt + 14) * pt)
    shapely.prepare(near)
    straight: list[Array] = []
    distances: list[float] = []
    u, column = -reach, 0
    while u < reach:
        wide, v, row = between(*plan.block_pt[0], seed, "street", cell, column), -reach, 0
        while v < reach:
            high = between(*plan.block_pt[1], seed, "street", cell, column, row)
            a, b = (u + wide / 2) * pt, (v + high / 2) * pt
            middle = np.array((x + a * cos - b * sin, y + a * sin + b * cos))
            if shapely.contains_xy(near, *middle):
                far = float(np.hypot(*(core - middle).T).min()) / (plan.thin_pt * pt)
                for corners in _cut_block(plan, (u, v, wide, high), (seed, cell, column, row), far):
                    c, d = corners[:, 0] * pt, corners[:, 1] * pt
                    straight.append(np.stack([x + c * cos - d * sin, y + c * sin + d * cos], axis=1))
                    distances.append(far)
            v, row = v + high, row + 1
        u, column = u + wide, column + 1
    if not straight:
        return []
    flat = np.concatenate(straight)
    wide_bend = np.stack([octaves(flat, 85 * pt, seed + k, 2) for k in (7, 50)], axis=1) * plan.bend_pt
    small_bend = np.stack([octaves(flat, 17 * pt, seed + k, 2) for k in (8, 51)], axis=1) * 1.3
    corners_of = (flat + (wide_bend + small_bend) * pt).reshape(-1, 4, 2)
    houses = [Polygon(corners) for corners in corners_of]
    found: list[tuple[Polygon, bool]] = []
    for i in np.flatnonzero(shapely.intersects(free, houses)).tolist():
        pieces = polygons(houses[i].intersection(free))
        found += [(_with_court(one, plan, pt), distances[i] > OUTER) for one in pieces if one.area > 4.5 * pt * pt]
    return found


def _cut_block(
    plan: TownPlan, block: tuple[float, float, float, float], key: tuple[object, ...], far: float
) -> Iterator[Array]:
    """Yield the corners of the houses of a block (left, top, width, height), in points.

    The farther the block is from the middle of the town, the fewer of its houses are left.
    """
    u, v, wide, high = block
    across = (1, 2, 2)[int(3 * chance(*key, "cut"))] if plan.cut else 1
    down = 2 if plan.cut else 1
    for part, half in product(range(across), range(down)):
        own = (*key, part, half)
        if chance(*own) >= min(1.12 - 0.62 * far, 0.96):
            continue
        w, h = (wide - 1.7) / across, (high - 1.5) / down
        left, top = u + part * w + 0.2, v + half * h + 0.2
        if plan.cut:
            w, h = w - 0.5 - 0.9 * chance(*own, "w"), h - 0.45 - 0.8 * chance(*own, "h")
        yield np.array([(left, top), (left + w, top), (left + w, top + h), (left, top + h)])


def _with_court(block: Polygon, plan: TownPlan, pt: Mm) -> Polygon:
    """Return a block with a court in its middle if it is large enough."""
    if not plan.court_pt2 or block.area < plan.court_pt2 * pt * pt:
        return block
    court = block.buffer(-1.9 * pt, join_style="mitre")
    rest = polygons(block.difference(court))
    return rest[0] if len(rest) == 1 else block


def _riverside(
    frame: MapFrame, area: BaseGeometry, water: BaseGeometry, taken: Occupancy
) -> tuple[tuple[Polygon, ...], tuple[Array, ...]]:
    """Return two rows of huts along the water in and near a town, and jetties from its bank."""
    pt, seed = frame.scaled(1), frame.seed
    near = area.buffer(20 * pt)
    shapely.prepare(near)
    found: list[Polygon] = []
    for row, by in enumerate(HUT_ROWS_PT):
        for number, ring in enumerate(boundary_lines(water.buffer(by * pt).boundary)):
            spots = resample(ring, 3.7 * pt)
            out = normals(spots)
            for i in np.flatnonzero(shapely.contains_xy(near, spots[:, 0], spots[:, 1])).tolist():
                key = (seed, "hut", row, number, i)
                gap = area.distance(ShapelyPoint(spots[i]))
                if chance(*key) < (0.1, 0.22)[row] + (0.5 if gap > 9 * pt else 0):
                    continue
                turn = math.atan2(out[i, 1], out[i, 0]) + math.pi / 2 + between(-0.12, 0.12, *key, "turn")
                sides = between(2.3, 3.2, *key, "w") * pt, between(1.8, 2.5, *key, "h") * pt
                hut = rotated((float(spots[i, 0]), float(spots[i, 1])), *sides, turn)
                if _has_room(hut, found[-3:], taken, 0.3 * pt):
                    found.append(hut)
    jetties: list[Array] = []
    close = area.buffer(7 * pt)
    for number, ring in enumerate(boundary_lines(water.boundary)):
        spots = resample(ring, 11 * pt)
        out = normals(spots)
        for i in np.flatnonzero(shapely.contains_xy(close, spots[:, 0], spots[:, 1])).tolist():
            if chance(seed, "jetty", number, i) < 0.8:
                ends = [spots[i] + out[i] * hand * 2.8 * pt for hand in (1, -1)]
                jetties += [np.stack([spots[i], end]) for end in ends if shapely.contains_xy(water, *end)][:1]
    return tuple(found), tuple(jetties)


# ---------------------------------------------------------------- towns


def _town(frame: MapFrame, cell: Hex, look: SettlementLook, routes: list[DrawnRoute], taken: Occupancy) -> Settlement:
    """Return a town: blocks of buildings along the roads through a hex.

    A hex without a road gets a lane. If other print leaves no room, the blocks cover it, because a town must be
    visible.
    """
    centre = np.array(frame.grid.centre(cell))
    near = [
        r
        for r in routes
        if not isinstance(r.look, RailLook) and np.hypot(*(r.points - centre).T).min() < frame.scaled(4)
    ]
    lanes = [LineString(route.points) for route in near] or [_lane(frame, cell, centre)]
    blocks = _town_blocks(frame, cell, look, lanes, taken) or _town_blocks(frame, cell, look, lanes, None)
    return Settlement(cell, look, tuple(blocks), Polygon())


def _town_blocks(
    frame: MapFrame, cell: Hex, look: SettlementLook, lanes: list[LineString], taken: Occupancy | None
) -> list[Polygon]:
    """Return blocks of buildings along roads, the ones nearest to the centre of the hex first.

    They are on both sides of the roads. A second row comes last.
    """
    centre, hexagon = np.array(frame.grid.centre(cell)), frame.hexagon(cell, 0.97)
    blocks: list[Polygon] = []
    for row, along, ahead, hand, number in product((0, 1), look.reaches_pt, (1, -1), (1, -1), range(len(lanes))):
        if len(blocks) == look.most_blocks:
            break
        key = (frame.seed, cell, row, along, ahead, hand, number)
        block = _block_in_slot(frame, lanes[number], centre, (ahead * along, hand, row), key, look.block_scale)
        if block is not None and hexagon.contains(block) and _has_room(block, blocks, taken, frame.scaled(0.8)):
            blocks.append(block)
    return blocks


def _lane(frame: MapFrame, cell: Hex, centre: Array) -> LineString:
    """Return a straight lane through the centre of a hex, at a random angle."""
    turn = between(0, math.pi, frame.seed, "lane", cell)
    reach = frame.grid.side * np.array([math.cos(turn), math.sin(turn)])
    return LineString([centre - reach, centre, centre + reach])


def _block_in_slot(
    frame: MapFrame,
    lane: LineString,
    centre: Array,
    slot: tuple[float, int, int],
    key: tuple[object, ...],
    scale: float,
) -> Polygon | None:
    """Return one block of buildings beside a road; None if its slot is past the end of the road.

    A slot is how far along the road the block is, on which side and in which row.
    """
    along, hand, row = slot
    scaled = frame.scaled
    at = lane.project(ShapelyPoint(*centre)) + scaled(along + between(-0.5, 0.5, *key, "at"))
    if not 0 <= at <= lane.length:
        return None
    here, before, after = (lane.interpolate(max(0.0, at + d)) for d in (0.0, -scaled(3), scaled(3)))
    turn = math.atan2(after.y - before.y, after.x - before.x)
    width, height = (scale * scaled(by) for by in (between(3.6, 5.2, *key, "width"), between(2.8, 3.7, *key, "height")))
    away = hand * (scaled(ROAD_EDGE_PT + 1.0 + row * 5.0) + height / 2)
    return rotated((here.x - math.sin(turn) * away, here.y + math.cos(turn) * away), width, height, turn)


def _has_room(block: Polygon, blocks: list[Polygon], taken: Occupancy | None, distance: float) -> bool:
    """Return whether a block covers nothing printed and keeps its distance from other blocks."""
    corners = np.asarray(block.exterior.coords)[:-1]
    a, b = np.meshgrid(np.linspace(0, 1, 7), np.linspace(0, 1, 7))
    spread = corners[0] + a[..., None] * (corners[1] - corners[0]) + b[..., None] * (corners[3] - corners[0])
    free = taken is None or not taken.at(spread).any()
    return free and all(block.distance(other) >= distance for other in blocks)


# ---------------------------------------------------------------- cities


def _city(
    frame: MapFrame, cell: Hex, look: SettlementLook, routes: list[DrawnRoute], water: BaseGeometry
) -> Settlement:
    """Return a city: built-up ground, with blocks of buildings between its streets.

    The ground is a rough disc. Roads, railroads, water and the hex number stay free.
    """
    scaled, seed = frame.scaled, frame.seed
    x, y = frame.grid.centre(cell)
    ground = roughened(
        ShapelyPoint(x, y).buffer(scaled(CITY_RADIUS_PT), quad_segs=24), scaled(2.0), scaled(13), seed + 94, scaled(1.6)
    )
    ground = ground.intersection(frame.hexagon(cell, 1.06)).difference(water.buffer(scaled(1.6)))
    if cell in frame.numbers:
        box = frame.numbers[cell].grown(scaled(1.6))
        ground = ground.difference(shapely.box(box.x, box.y, box.right, box.bottom))
    ground = ground.buffer(-scaled(1)).buffer(scaled(1))
    inner = ground.buffer(-scaled(1.2)).difference(_area_to_leave_free(frame, cell, routes, water))
    turn = math.radians(between(8, 24, seed, "streets", cell))
    blocks: list[Polygon] = []
    for rect in _rectangles_between_streets(frame, cell, turn):
        for part in polygons(rect.intersection(inner)):
            if (
                part.area > scaled(2.05) ** 2
                and chance(seed, cell, round(part.centroid.x, 2), round(part.centroid.y, 2)) > 0.05
            ):
                blocks.append(part)
    return Settlement(cell, look, tuple(blocks), ground)


def _rectangles_between_streets(frame: MapFrame, cell: Hex, turn: float) -> list[Polygon]:
    """Return the rectangles between the streets of a city, over more than its hex."""
    x, y = frame.grid.centre(cell)
    pt, cos, sin = frame.scaled(1), math.cos(turn), math.sin(turn)
    rects, u, column = [], -30.0, 0
    while u < 30:
        key = (frame.seed, "city", cell, column)
        width = (3.6, 4.6, 5.4)[int(3 * chance(*key, "width"))]
        v, row = -30 + 3 * chance(*key, "start"), 0
        while v < 30:
            height = (2.8, 3.6, 4.4)[int(3 * chance(*key, row))]
            a, b = (u + width / 2) * pt, (v + height / 2) * pt
            rects.append(rotated((x + a * cos - b * sin, y + a * sin + b * cos), width * pt, height * pt, turn))
            v, row = v + height + 1.0, row + 1
        u, column = u + width + (1.0 if column % 3 else 1.5), column + 1
    return rects


def _area_to_leave_free(frame: MapFrame, cell: Hex, routes: list[DrawnRoute], water: BaseGeometry) -> BaseGeometry:
    """Return the area in which a city has no blocks: roads, railroads, water and the hex number."""
    scaled = frame.scaled
    around = frame.hexagon(cell, 1.2)
    parts = [water.intersection(around).buffer(scaled(1.0))]
    for route in routes:
        width = scaled(2.7 if isinstance(route.look, RailLook) else 2.6)
        parts.append(LineString(route.points).intersection(around).buffer(width, cap_style="flat"))
    if cell in frame.numbers:
        box = frame.numbers[cell].grown(scaled(1.4))
        parts.append(shapely.box(box.x, box.y, box.right, box.bottom))
    return shapely.union_all(parts)


def draw_ground(frame: MapFrame, built: list[Settlement]) -> list[Item]:
    """Draw the built-up ground of all cities as one area."""
    ground = shapely.union_all([s.ground for s in built if s.plan is None])
    if ground.is_empty:
        return []
    edge = Stroke(frame.palette.built_edge, frame.stroke(0.4))
    items: list[Item] = [area_path(ground, fill=frame.palette.built_ground, stroke=edge)]
    for one in built:
        if one.streets is not None:
            items += draw_streets(frame, one.streets, frame.palette.of(one.look))
    return items


def draw_blocks(frame: MapFrame, built: list[Settlement]) -> list[Item]:
    """Draw the blocks of buildings of all settlements over their shadows."""
    walled = [item for s in built if s.plan is not None for item in draw_walled_city(s.plan, s.look, s.blocks)]
    built = [s for s in built if s.plan is None]
    blocks = [np.asarray(block.exterior.coords)[:-1] for s in built for block in s.blocks]
    if not blocks:
        return walled
    palette, shift = frame.palette, np.array([frame.scaled(0.45), frame.scaled(0.5)])
    items: list[Item] = [*walled, rings_path([ring + shift for ring in blocks], fill=palette.block_shadow)]
    line = Stroke(palette.block_line, frame.stroke(0.3))
    plain = [np.asarray(b.exterior.coords)[:-1] for s in built if "roof_1" not in s.look.colours for b in s.blocks]
    if plain:
        items.append(rings_path(plain, fill=palette.block, stroke=line))
    for look in dict.fromkeys(s.look for s in built if "roof_1" in s.look.colours):
        colours = palette.of(look)
        towns = [s for s in built if s.look is look]
        inner = [block for s in towns for block in s.blocks[: s.outer]]
        outer = (
            [block for s in towns for block in s.blocks[s.outer :]] if any(s.outer is not None for s in towns) else []
        )
        if not look.plan.huts:
            inner, outer = inner + outer, []
        for start, blocks_of in (("roof_", inner), ("outer_", outer)):
            items += _draw_roofs(frame, blocks_of, [c for use, c in colours.items() if use.startswith(start)], line)
        for town in towns:
            if town.streets is not None:
                items += draw_gardens_and_squares(frame, town.streets, colours)
        jetties = [jetty for s in towns for jetty in s.jetties]
        if jetties:
            items.append(lines_path(jetties, Stroke(colours["jetty"], frame.stroke(0.8)), tolerance=0))
        huts = [hut for s in towns for hut in s.huts]
        if huts:
            shade = np.array([frame.scaled(0.4), frame.scaled(0.5)])
            shadows = [np.asarray(hut.exterior.coords)[:-1] + shade for hut in huts]
            items.append(rings_path(shadows, fill=palette.block_shadow))
            thatch = [c for use, c in colours.items() if use.startswith("hut_")]
            items += _draw_roofs(frame, huts, thatch, Stroke(colours["jetty"], frame.stroke(0.26)))
    return items


def _draw_roofs(frame: MapFrame, blocks: list[Polygon], roofs: list[Colour], line: Stroke) -> list[Item]:
    """Draw buildings with roofs in several colours, each as one path."""
    of_roof: list[list[Polygon]] = [[] for _ in roofs]
    for block in blocks:
        key = round(block.centroid.x, 2), round(block.centroid.y, 2)
        of_roof[int(len(roofs) * chance(frame.seed, "roof", *key))].append(block)
    return [
        area_path(shapely.MultiPolygon(some), fill=roof, stroke=line, tolerance=0)
        for some, roof in zip(of_roof, roofs, strict=True)
        if some
    ]
