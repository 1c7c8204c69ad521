"""Routes: the curves along which roads, tracks and railroads run through their hexes."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from pnp.art.map.map_frame import MapFrame, MapSide
from pnp.art.map.noise import Array, between
from pnp.art.map.outlines import curve, smoothed
from pnp.board import BoardLine
from pnp.hexgrid import Hex, Hexside
from pnp.model.looks.line_looks import PathLook, RailLook, StreamLook
from pnp.model.looks.place_looks import SettlementLook
from pnp.scene import Rect
from pnp.units import Mm

BESIDE_PT = 5.6
"""Distance between a road and the railroad beside it."""
ROAD_CLEARANCE_PT, RAIL_CLEARANCE_PT = 2.9, 2.5
"""Least distance of the middle of a line from a hex number."""
BRIDGE_PT = 3.0
"""The additional distance at water, where the bridge is wider than the line."""


@dataclass(frozen=True, eq=False)
class DrawnRoute:
    """A drawn line through hexes."""

    line: BoardLine
    look: PathLook
    points: Array


def _unit_vector(vector: Array) -> Array:
    """Return a vector of length 1 in the direction of another."""
    return np.asarray(vector / (math.hypot(*vector) or 1.0), dtype=np.float64)


def _left_of(vector: Array) -> Array:
    """Return a vector turned by 90 degrees to its left."""
    return np.array([vector[1], -vector[0]])


def _distance_to_box(a: Array, b: Array, rect: Rect) -> Mm:
    """Return the least distance between a rectangle and the straight line from `a` to `b`."""
    points = a + np.linspace(0, 1, 9)[:, None] * (b - a)
    dx = np.maximum(np.maximum(rect.x - points[:, 0], points[:, 0] - rect.right), 0)
    dy = np.maximum(np.maximum(rect.y - points[:, 1], points[:, 1] - rect.bottom), 0)
    return float(np.hypot(dx, dy).min())


@dataclass(frozen=True, eq=False)
class _PlannedLine:
    """A planned line: its hexes, with hexes beyond the map where it leaves the map, and the directions there."""

    line: BoardLine
    look: PathLook
    hexes: tuple[Hex, ...]
    out: dict[int, Array]


class RoutePlan:
    """The routes of all lines of a map.

    Lines that meet share their points, a railroad keeps to one side of its road, and hex numbers stay free.
    """

    def __init__(self, frame: MapFrame) -> None:
        self.frame = frame
        looks = self.frame.looks.of(PathLook)
        lines = [
            _PlannedLine(line, looks[line.look or frame.look(line.kind)], *self._extend_off_map(line))
            for line in frame.board.lines
        ]
        self.roads = [line for line in lines if not isinstance(line.look, RailLook)]
        self.rails = [line for line in lines if isinstance(line.look, RailLook)]
        self._road_sides = {Hexside.between(a, b) for line in self.roads for a, b in pairwise(line.hexes)}
        self._branches: dict[Hex, set[Hex]] = {}
        for line in self.roads:
            for a, b in pairwise(line.hexes):
                self._branches.setdefault(a, set()).add(b)
                self._branches.setdefault(b, set()).add(a)
        self._lanes = self._rail_lanes()
        streams = self.frame.looks.of(StreamLook)
        flowing = [chain for chain in frame.board.chains if frame.look(chain.kind) in streams]
        self._bridged = {side for chain in flowing for side in chain.sides}
        self._nodes: dict[Hex, Array] = {}
        self._rail_nodes: dict[Hex, Array] = {}

    def centre(self, cell: Hex) -> Array:
        """Return the centre of a hex as an array of x and y."""
        return np.array(self.frame.grid.centre(cell))

    # -- beyond the map

    def _extend_off_map(self, line: BoardLine) -> tuple[tuple[Hex, ...], dict[int, Array]]:
        """Return the hexes of a line, with those beyond the map, and the directions in which it leaves.

        The directions are under 0 for the first hex of the line and -1 for the last. Where it leaves straight through a
        hexside, the hex beyond the map is added.
        """
        cells, out = line.hexes, {}
        for end, word in ((0, "first"), (-1, "last")):
            if word not in line.beyond:
                continue
            cell = line.hexes[end]
            out[end] = self._exit_direction(cell)
            beyond = next(
                (n for n in cell.neighbours if n not in self.frame.grid and self._lies_in_direction(cell, n, out[end])),
                None,
            )
            if beyond is None and self._number_blocks(cell, out[end]):
                inner = line.hexes[1 if end == 0 else -2] if len(line.hexes) > 1 else cell
                onward = _unit_vector(self.centre(cell) - self.centre(inner))
                outside = [n for n in cell.neighbours if n not in self.frame.grid]
                beyond = max(
                    outside,
                    key=lambda n: float(np.dot(self.centre(n) - self.centre(cell), onward + out[end])),
                    default=None,
                )
            if beyond is not None:
                cells = (beyond, *cells) if end == 0 else (*cells, beyond)
        return cells, out

    def _number_blocks(self, cell: Hex, direction: Array) -> bool:
        """Return whether the number of a hex is on the straight line from its centre in a direction."""
        box, centre = self.frame.numbers.get(cell), self.centre(cell)
        if box is None:
            return False
        return _distance_to_box(centre, centre + direction * self.frame.grid.side, box) < self.frame.scaled(2)

    def _lies_in_direction(self, start: Hex, end: Hex, direction: Array) -> bool:
        """Return whether one hex lies in a direction from another hex."""
        return float(np.dot(_unit_vector(self.centre(end) - self.centre(start)), direction)) > 0.99

    def _exit_direction(self, cell: Hex) -> Array:
        """Return the direction in which lines leave the map from a hex, as a vector.

        It is the direction in the data, or else the direction to the nearest edge.
        """
        stated = {exit_.edge for exit_ in self.frame.map.exits if exit_.hex == self.frame.grid.number(cell)}
        gaps = self.frame.gaps(self.frame.grid.centre(cell))
        edge = min(sorted(stated) or gaps, key=lambda name: gaps[name])
        return np.array({"north": (0.0, -1.0), "south": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}[edge])

    def _point_beyond(self, node: Array, out: Array) -> Array:
        """Return the point just outside the map in the direction `out` from `node`."""
        gaps = self.frame.gaps((float(node[0]), float(node[1])))
        sides: dict[tuple[int, int], MapSide] = {(0, -1): "north", (0, 1): "south", (-1, 0): "west", (1, 0): "east"}
        gap = max(gaps[sides[int(out[0]), int(out[1])]], 0)
        return np.asarray(node + out * (gap + self.frame.scaled(6)), dtype=np.float64)

    # -- roads and tracks

    @cached_property
    def _centred_hexes(self) -> set[Hex]:
        """The hexes that roads cross exactly at the centre: settlements and junctions."""
        steps = Counter(cell for line in self.roads for cell in line.hexes[1:-1] * 2 + (line.hexes[0], line.hexes[-1]))
        settlements = self.frame.looks.of(SettlementLook)
        settled = {cell for cell, looks in self.frame.sites.items() if any(look in settlements for look in looks)}
        return {cell for cell, count in steps.items() if count > 2} | settled

    def _straightened_centre(self, line: _PlannedLine, index: int, share: float) -> Array:
        """Return the centre of a hex of a line, moved to make the line straighter.

        It moves by `share` of its distance from the middle between its neighbours. On a straight line it is moved a
        little to one side.
        """
        middle = self.centre(line.hexes[index])
        if index in (0, len(line.hexes) - 1):
            return middle
        before, after = self.centre(line.hexes[index - 1]), self.centre(line.hexes[index + 1])
        pull = (before + after) / 2 - middle
        result = middle + pull * share
        if math.hypot(*pull) < self.frame.scaled(4):
            reach = self.frame.scaled(1.9)
            result = result + _left_of(_unit_vector(after - before)) * between(
                -reach, reach, self.frame.seed, "straight", line.hexes[index]
            )
        return np.asarray(result, dtype=np.float64)

    def _road_node(self, line: _PlannedLine, index: int) -> Array:
        """Return the point at which all roads cross one hex of a line."""
        cell = line.hexes[index]
        if cell not in self._nodes:
            self._nodes[cell] = (
                self.centre(cell) if cell in self._centred_hexes else self._straightened_centre(line, index, 0.30)
            )
        return self._nodes[cell]

    # -- railroads beside roads

    def _rail_lanes(self) -> dict[Hexside, float]:
        """Return the side of the road on which a railroad runs, for each hexside that both cross.

        The railroad is to the left (1) or right (-1) of the road, as seen from the lower hex.
        """
        lanes: dict[Hexside, float] = {}
        for line in self.rails:
            cells, start = line.hexes, 0
            shared = [Hexside.between(a, b) in self._road_sides for a, b in pairwise(cells)]
            while start < len(shared):
                if not shared[start]:
                    start += 1
                    continue
                end = start
                while end < len(shared) and shared[end]:
                    end += 1
                left = self._count_crossed_roads(cells, start, end, 1) <= self._count_crossed_roads(
                    cells, start, end, -1
                )
                for a, b in pairwise(cells[start : end + 1]):
                    side = Hexside.between(a, b)
                    lanes.setdefault(side, 1.0 if left == (side.low == a) else -1.0)
                start = end
        return lanes

    def _count_crossed_roads(self, cells: tuple[Hex, ...], start: int, end: int, hand: int) -> int:
        """Count the roads that a railroad crosses if it runs on one side of the road beside it.

        `start` and `end` are the indexes of the hexes; `hand` is 1 for the left side and -1 for the right.
        """
        count = 0
        for at in range(start, end + 1):
            cell = cells[at]
            before = cells[at - 1] if at else None
            after = cells[at + 1] if at + 1 < len(cells) else None
            if before is None or after is None:
                continue
            gone, came = cell.direction_to(after), cell.direction_to(before)
            step, direction = (-1, gone) if hand > 0 else (1, gone)
            while (direction := (direction + step) % len(cell.neighbours)) != came:
                count += cell.neighbour(direction) in self._branches.get(cell, ())
        return count

    def _rail_node(self, line: _PlannedLine, index: int) -> Array:
        """Return the point through which all railroads run in one hex of a line.

        If they follow a road there, it is beside the road.
        """
        cell = line.hexes[index]
        if cell in self._rail_nodes:
            return self._rail_nodes[cell]
        cells = line.hexes
        sides = [Hexside.between(a, b) for a, b in pairwise(cells[max(index - 1, 0) : index + 2])]
        hands = [
            self._lanes[s] * (1 if s.low == a else -1)
            for s, a in zip(sides, cells[max(index - 1, 0) :], strict=False)
            if s in self._lanes
        ]
        if hands:
            along = _unit_vector(
                self.centre(cells[min(index + 1, len(cells) - 1)]) - self.centre(cells[max(index - 1, 0)])
            )
            way = self._nodes.get(cell, self.centre(cell))
            node = way + _left_of(along) * hands[0] * self.frame.scaled(BESIDE_PT)
        elif cell in self._branches:
            node = self._straightened_centre(line, index, 0.36)
        else:
            node = self._straightened_centre(line, index, 0.30)
        self._rail_nodes[cell] = node
        return node

    # -- crossing hexsides

    def _hexside_crossing(self, cell: Hex, neighbour: Hex, look: PathLook) -> Array:
        """Return the point at which a road or railroad crosses the hexside between two hexes.

        One of the hexes may be off the map.
        """
        side = Hexside.between(cell, neighbour)
        low, high = self.centre(side.low), self.centre(side.high)
        travel = _unit_vector(high - low)
        left, lane = _left_of(travel), self._lanes.get(side, 0.0)
        way = self._road_offset(side, low, high, left, lane)
        beside = lane * self.frame.scaled(BESIDE_PT) if isinstance(look, RailLook) else 0.0
        return np.asarray((low + high) / 2 + left * (way + beside), dtype=np.float64)

    def _road_offset(self, side: Hexside, low: Array, high: Array, left: Array, lane: float) -> Mm:
        """Return how far to the left of the middle of a hexside a road crosses it.

        It is random and small, or as large as the hex numbers need.
        """
        scaled, middle, travel = self.frame.scaled, (low + high) / 2, _unit_vector(high - low)
        offset = between(-scaled(2.4), scaled(2.4), self.frame.seed, "side", side)
        boxes = [self.frame.numbers[cell] for cell in side if cell in self.frame.numbers]
        rails = scaled(BRIDGE_PT if side in self._bridged else 0)
        needs = [(0.0, scaled(ROAD_CLEARANCE_PT) + rails)] if side in self._road_sides or not lane else []
        if lane:
            needs.append((lane * scaled(BESIDE_PT), scaled(RAIL_CLEARANCE_PT) + rails))
        reach = travel * scaled(8)

        def spare_distance(tried: Mm) -> Mm:
            """Return the spare distance to the nearest hex number if the road crosses at this offset."""
            spare = [
                _distance_to_box(middle + left * (tried + extra) - reach, middle + left * (tried + extra) + reach, box)
                - need
                for extra, need in needs
                for box in boxes
            ]
            return min(spare, default=0.0)

        if spare_distance(offset) >= 0:
            return offset
        tries = [scaled(0.4) * i * sign for i in range(1, 32) for sign in (1, -1)]
        return next((by for by in tries if spare_distance(by) >= 0), 0.0)

    def _off_middle(self, line: _PlannedLine, knots: list[Array]) -> list[Array]:
        """Return the points of a road, which passes beside numbers that are in the middle of hexes.

        `knots` are its points in the hexes with those at the hexsides between them, and one off the map at each end
        that leaves it. In a straight run, the road stays as far aside in the hexes as at the hexsides.
        """
        start, moved = int(0 in line.out), list(knots)
        for at in range(1, len(line.hexes) - 1):
            cell, i = line.hexes[at], start + 2 * at
            straight = line.hexes[at - 1].direction_to(cell) == cell.direction_to(line.hexes[at + 1])
            if straight and cell not in self._centred_hexes:
                moved[i] = (knots[i - 1] + knots[i + 1]) / 2
        cells = line.hexes
        for end, node, inner in ((0, start, 1), (-1, start + 2 * len(cells) - 2, -2)):
            if end in line.out and len(cells) > 1:  # it leaves the map as far aside
                crossing = knots[node + (1 if end == 0 else -1)]
                aside = crossing - (self.centre(cells[end]) + self.centre(cells[inner])) / 2
                moved[node] = moved[node] + aside
                moved[end] = moved[end] + aside
        return moved

    # -- routes

    def routes(self) -> list[DrawnRoute]:
        """Return all lines of the map as routes: tracks, then roads, then railroads."""
        roads = sorted(self.roads, key=lambda line: line.look.order)
        return [self._drawn_route(line) for line in [*roads, *self.rails]]

    def _drawn_route(self, line: _PlannedLine) -> DrawnRoute:
        """Return the route of one line: a smooth curve through its hexes and hexsides."""
        rail = isinstance(line.look, RailLook)
        place = self._rail_node if rail else self._road_node
        knots: list[Array] = []
        for at, cell in enumerate(line.hexes):
            node = place(line, at)
            if at:
                knots.append(self._hexside_crossing(line.hexes[at - 1], cell, line.look))
            knots.append(node)
        if 0 in line.out:
            knots.insert(0, self._point_beyond(knots[0], line.out[0]))
        if -1 in line.out:
            knots.append(self._point_beyond(knots[-1], line.out[-1]))
        if self.frame.map.theme.numbers.at == "middle" and not rail:
            knots = self._off_middle(line, knots)
        points = curve(np.array(knots), 12)
        return DrawnRoute(line.line, line.look, smoothed(points, 4) if rail else points)
