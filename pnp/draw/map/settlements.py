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

from pnp.draw.map.lines.routes import DrawnRoute
from pnp.draw.map.look_specs import RailLook, SettlementLook, looks_of
from pnp.draw.map.map_frame import MapFrame
from pnp.draw.map.natural_areas import natural_area
from pnp.draw.map.noise import Array, between, chance, octaves
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.outlines import area_path, polygons, rings_path, rotated, roughened
from pnp.hexgrid import Hex
from pnp.scene import Item, Stroke

CITY_RADIUS_PT = 20.5
ROAD_EDGE_PT = 2.05
HOUSE_WEIGHT = 0.4
"""What it costs to print over the houses of a large town, where its name is."""


@dataclass(frozen=True, eq=False)
class Settlement:
    """The buildings of a hex: blocks, and the built-up ground of a city."""

    hex: Hex
    look: SettlementLook
    blocks: tuple[Polygon, ...]
    ground: BaseGeometry

    @property
    def area(self) -> BaseGeometry:
        """The area of the settlement that is built on."""
        return self.ground if not self.ground.is_empty else shapely.union_all(self.blocks)


def settlements(frame: MapFrame, routes: list[DrawnRoute], taken: Occupancy, water: BaseGeometry) -> list[Settlement]:
    """Return all settlements of the map, and mark their blocks of buildings in `taken`.

    Lines, water and hex numbers must already be marked in it.
    """
    found, known = [], looks_of(SettlementLook)
    for cell, looks in frame.sites.items():
        look = next((look for name, look in known.items() if name in looks), None)
        if look is None or look.shape is not None:
            continue
        city = look.built_up
        built = _city(frame, cell, look, routes, water) if city else _town(frame, cell, look, routes, taken)
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
) -> list[Settlement]:
    """Return the built-up areas of adjacent hexes, and mark their houses in `taken`. They leave symbols free."""
    shaped = [look for look in looks_of(SettlementLook).values() if look.shape is not None]
    return [town for look in shaped for town in _quarters(frame, look, routes, taken, water, symbols)]


def _quarters(
    frame: MapFrame,
    look: SettlementLook,
    routes: list[DrawnRoute],
    taken: Occupancy,
    water: BaseGeometry,
    symbols: Sequence[BaseGeometry],
) -> list[Settlement]:
    """Return the built-up areas of one look: one for each group of adjacent hexes."""
    assert look.shape is not None
    cells = tuple(cell for cell, looks in frame.sites.items() if look.name in looks)
    whole = natural_area(frame, cells, look.shape, look.name)
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
        free = area.buffer(-1.4 * pt).difference(shapely.union_all([*lanes, *boxes, *around]))
        shapely.prepare(free)
        blocks = tuple(_houses(frame, inside[0], area, free))
        for block in blocks:
            taken.area(block.buffer(taken.cell), HOUSE_WEIGHT)
        found.append(Settlement(inside[0], look, blocks, area))
    return found


def _houses(frame: MapFrame, cell: Hex, area: BaseGeometry, free: BaseGeometry) -> Iterator[Polygon]:
    """Yield the houses of a town: blocks between bent streets, each cut into two to four houses."""
    pt, seed = frame.scaled(1), frame.seed
    x, y = area.centroid.x, area.centroid.y
    reach = max(area.bounds[2] - area.bounds[0], area.bounds[3] - area.bounds[1]) / pt
    cos, sin = math.cos(0.1), math.sin(0.1)
    u, column = -reach, 0
    while u < reach:
        wide, v, row = between(8, 15, seed, "street", cell, column), -reach, 0
        while v < reach:
            high = between(6.5, 11.5, seed, "street", cell, column, row)
            across = (1, 2, 2)[int(3 * chance(seed, "cut", cell, column, row))]
            for part, half in product(range(across), range(2)):
                key = (seed, "house", cell, column, row, part, half)
                w, h = (wide - 1.7) / across, (high - 1.5) / 2
                left, top = u + part * w + 0.2, v + half * h + 0.2
                w, h = w - 0.5 - 0.9 * chance(*key, "w"), h - 0.45 - 0.8 * chance(*key, "h")
                corners = np.array([(left, top), (left + w, top), (left + w, top + h), (left, top + h)]) * pt
                turned = np.stack(
                    [corners[:, 0] * cos - corners[:, 1] * sin, corners[:, 0] * sin + corners[:, 1] * cos], 1
                )
                turned = turned + np.array((x, y))
                bend = np.stack([octaves(turned, 85 * pt, seed + k, 2) for k in (7, 50)], axis=1)
                house = Polygon(turned + bend * 12 * pt)
                if chance(*key) < 0.86 and free.intersects(house):
                    for piece in polygons(house.intersection(free)):
                        if piece.area > 4.5 * pt * pt:
                            yield piece
            v, row = v + high, row + 1
        u, column = u + wide, column + 1


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
        block = _block_in_slot(frame, lanes[number], centre, (ahead * along, hand, row), key)
        if block is not None and hexagon.contains(block) and _has_room(block, blocks, taken, frame.scaled(0.8)):
            blocks.append(block)
    return blocks


def _lane(frame: MapFrame, cell: Hex, centre: Array) -> LineString:
    """Return a straight lane through the centre of a hex, at a random angle."""
    turn = between(0, math.pi, frame.seed, "lane", cell)
    reach = frame.grid.side * np.array([math.cos(turn), math.sin(turn)])
    return LineString([centre - reach, centre, centre + reach])


def _block_in_slot(
    frame: MapFrame, lane: LineString, centre: Array, slot: tuple[float, int, int], key: tuple[object, ...]
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
    width, height = scaled(between(3.6, 5.2, *key, "width")), scaled(between(2.8, 3.7, *key, "height"))
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
    ground = shapely.union_all([s.ground for s in built])
    if ground.is_empty:
        return []
    return [
        area_path(ground, fill=frame.palette.built_ground, stroke=Stroke(frame.palette.built_edge, frame.stroke(0.4)))
    ]


def draw_blocks(frame: MapFrame, built: list[Settlement]) -> list[Item]:
    """Draw the blocks of buildings of all settlements over their shadows."""
    blocks = [np.asarray(block.exterior.coords)[:-1] for s in built for block in s.blocks]
    if not blocks:
        return []
    palette, shift = frame.palette, np.array([frame.scaled(0.45), frame.scaled(0.5)])
    items: list[Item] = [rings_path([ring + shift for ring in blocks], fill=palette.block_shadow)]
    line = Stroke(palette.block_line, frame.stroke(0.3))
    plain = [np.asarray(b.exterior.coords)[:-1] for s in built if s.look.shape is None for b in s.blocks]
    if plain:
        items.append(rings_path(plain, fill=palette.block, stroke=line))
    for look in dict.fromkeys(s.look for s in built if s.look.shape is not None):
        roofs = [colour for use, colour in palette.of(look).items() if use.startswith("roof_")]
        of_roof: list[list[Array]] = [[] for _ in roofs]
        for block in (b for s in built if s.look is look for b in s.blocks):
            key = round(block.centroid.x, 2), round(block.centroid.y, 2)
            of_roof[int(len(roofs) * chance(frame.seed, "roof", *key))].append(np.asarray(block.exterior.coords)[:-1])
        items += [
            rings_path(rings, fill=roof, stroke=line) for rings, roof in zip(of_roof, roofs, strict=True) if rings
        ]
    return items
