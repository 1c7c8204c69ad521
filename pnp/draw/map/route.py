"""Routes: where exactly roads, tracks and railroads run inside their hexes."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from pnp.draw.map.frame import FLOWING, SETTLED, WAYS, MapFrame
from pnp.draw.map.linework import curve, smoothed
from pnp.draw.map.noise import Array, between
from pnp.hexgrid import Hex, Hexside
from pnp.load.board import BoardLine
from pnp.model.gamemap import Look
from pnp.scene import Rect
from pnp.units import Mm

BESIDE_PT = 5.6
"""Distance between a road and the railroad beside it."""
CLEARANCE_PT: dict[Look, float] = {"road": 2.9, "track": 2.2, "railroad": 2.5}
"""How far the middle of a line stays off a hex number."""
BRIDGE_PT = 3.0
"""How much farther where it crosses water: the bridge is wider than the line."""


@dataclass(frozen=True, eq=False)
class Route:
    """A line as drawn."""

    line: BoardLine
    look: Look
    points: Array


def _unit(vector: Array) -> Array:
    return np.asarray(vector / (math.hypot(*vector) or 1.0), dtype=np.float64)


def _left(vector: Array) -> Array:
    return np.array([vector[1], -vector[0]])


def _gap(a: Array, b: Array, rect: Rect) -> Mm:
    """Least distance of a short line from a rectangle."""
    points = a + np.linspace(0, 1, 9)[:, None] * (b - a)
    dx = np.maximum(np.maximum(rect.x - points[:, 0], points[:, 0] - rect.right), 0)
    dy = np.maximum(np.maximum(rect.y - points[:, 1], points[:, 1] - rect.bottom), 0)
    return float(np.hypot(dx, dy).min())


@dataclass(frozen=True, eq=False)
class _Way:
    """A line while it is planned: its hexes, perhaps one beyond the map at its ends, and the directions in which it
    leaves.
    """

    line: BoardLine
    look: Look
    hexes: tuple[Hex, ...]
    out: dict[int, Array]


class RoutePlan:
    """Every line of a map at once: lines that meet share their points, a railroad keeps beside its road, numbers stay
    free.
    """

    def __init__(self, frame: MapFrame) -> None:
        self.frame = frame
        lines = [_Way(line, frame.look(line.kind), *self._extended(line)) for line in frame.board.lines]
        self.ways = [line for line in lines if line.look in WAYS]
        self.rails = [line for line in lines if line.look not in WAYS]
        self._way_sides = {Hexside.between(a, b) for line in self.ways for a, b in pairwise(line.hexes)}
        self._branches: dict[Hex, set[Hex]] = {}
        for line in self.ways:
            for a, b in pairwise(line.hexes):
                self._branches.setdefault(a, set()).add(b)
                self._branches.setdefault(b, set()).add(a)
        self._lanes = self._rail_lanes()
        flowing = [chain for chain in frame.board.chains if frame.look(chain.kind) in FLOWING]
        self._bridged = {side for chain in flowing for side in chain.sides}
        self._nodes: dict[Hex, Array] = {}
        self._rail_nodes: dict[Hex, Array] = {}

    def centre(self, cell: Hex) -> Array:
        """The middle of a hex."""
        return np.array(self.frame.grid.centre(cell))

    # -- beyond the map

    def _extended(self, line: BoardLine) -> tuple[tuple[Hex, ...], dict[int, Array]]:
        """The hexes of a line, with one beyond the map where it leaves straight through a hexside; and the directions
        in which it leaves, first (0) and last (-1).
        """
        cells, out = line.hexes, {}
        for end, word in ((0, "first"), (-1, "last")):
            if word not in line.beyond:
                continue
            cell = line.hexes[end]
            out[end] = self._way_out(cell)
            beyond = next(
                (n for n in cell.neighbours if n not in self.frame.grid and self._points(cell, n, out[end])), None
            )
            if beyond is not None:
                cells = (beyond, *cells) if end == 0 else (*cells, beyond)
        return cells, out

    def _points(self, one: Hex, other: Hex, out: Array) -> bool:
        return float(np.dot(_unit(self.centre(other) - self.centre(one)), out)) > 0.99

    def _way_out(self, cell: Hex) -> Array:
        """The direction of the edge by which lines leave a hex: as the data says, or the nearest."""
        (x, y), box = self.frame.grid.centre(cell), self.frame.box
        stated = {exit_.edge for exit_ in self.frame.map.exits if exit_.hex == self.frame.grid.number(cell)}
        gaps = {"north": y - box.y, "south": box.bottom - y, "west": x - box.x, "east": box.right - x}
        edge = min(sorted(stated) or gaps, key=lambda name: gaps[name])
        return np.array({"north": (0.0, -1.0), "south": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}[edge])

    def _run_out(self, node: Array, out: Array) -> Array:
        """A point beyond the frame, straight on from the last."""
        box, over = self.frame.box, self.frame.scaled(6)
        gap = {
            (0, -1): node[1] - box.y,
            (0, 1): box.bottom - node[1],
            (-1, 0): node[0] - box.x,
            (1, 0): box.right - node[0],
        }
        return np.asarray(node + out * (max(gap[int(out[0]), int(out[1])], 0) + over), dtype=np.float64)

    # -- roads and tracks

    @cached_property
    def _pinned(self) -> set[Hex]:
        """Hexes where a road must pass the very middle: settlements, junctions and ends."""
        steps = Counter(cell for line in self.ways for cell in line.hexes[1:-1] * 2 + (line.hexes[0], line.hexes[-1]))
        settled = {cell for cell, looks in self.frame.sites.items() if any(look in SETTLED for look in looks)}
        return {cell for cell, count in steps.items() if count > 2} | settled

    def _relaxed(self, line: _Way, at: int, share: float) -> Array:
        """The middle of a hex moved towards the straight way between its neighbours; on a straight way, a
        little aside.
        """
        middle = self.centre(line.hexes[at])
        if at in (0, len(line.hexes) - 1):
            return middle
        before, after = self.centre(line.hexes[at - 1]), self.centre(line.hexes[at + 1])
        pull = (before + after) / 2 - middle
        result = middle + pull * share
        if math.hypot(*pull) < self.frame.scaled(4):
            reach = self.frame.scaled(1.9)
            result = result + _left(_unit(after - before)) * between(
                -reach, reach, self.frame.seed, "straight", line.hexes[at]
            )
        return np.asarray(result, dtype=np.float64)

    def _node(self, line: _Way, at: int) -> Array:
        """Where a road passes a hex: the same for all roads."""
        cell = line.hexes[at]
        if cell not in self._nodes:
            self._nodes[cell] = self.centre(cell) if cell in self._pinned else self._relaxed(line, at, 0.30)
        return self._nodes[cell]

    # -- railroads beside roads

    def _rail_lanes(self) -> dict[Hexside, float]:
        """For each hexside that a railroad shares with a road: +1 or -1, the rail left or right of the way from the
        lesser hex.
        """
        lanes: dict[Hexside, float] = {}
        for line in self.rails:
            cells, start = line.hexes, 0
            shared = [Hexside.between(a, b) in self._way_sides for a, b in pairwise(cells)]
            while start < len(shared):
                if not shared[start]:
                    start += 1
                    continue
                end = start
                while end < len(shared) and shared[end]:
                    end += 1
                left = self._crossed(cells, start, end, 1) <= self._crossed(cells, start, end, -1)
                for a, b in pairwise(cells[start : end + 1]):
                    side = Hexside.between(a, b)
                    lanes.setdefault(side, 1.0 if left == (side.low == a) else -1.0)
                start = end
        return lanes

    def _crossed(self, cells: tuple[Hex, ...], start: int, end: int, hand: int) -> int:
        """How many roads a railroad would cross that keeps to one hand of the road from `start` to `end`."""
        count = 0
        for at in range(start, end + 1):
            cell = cells[at]
            before = cells[at - 1] if at else None
            after = cells[at + 1] if at + 1 < len(cells) else None
            if before is None or after is None:
                continue
            gone, came = cell.direction_to(after), cell.direction_to(before)
            step, direction = (-1, gone) if hand > 0 else (1, gone)
            while (direction := (direction + step) % 6) != came:
                count += cell.neighbour(direction) in self._branches.get(cell, ())
        return count

    def _rail_node(self, line: _Way, at: int) -> Array:
        """Where a railroad passes a hex: beside the road if it came or goes along one. All railroads of a
        hex share it.
        """
        cell = line.hexes[at]
        if cell in self._rail_nodes:
            return self._rail_nodes[cell]
        cells = line.hexes
        sides = [Hexside.between(a, b) for a, b in pairwise(cells[max(at - 1, 0) : at + 2])]
        hands = [
            self._lanes[s] * (1 if s.low == a else -1)
            for s, a in zip(sides, cells[max(at - 1, 0) :], strict=False)
            if s in self._lanes
        ]
        if hands:
            along = _unit(self.centre(cells[min(at + 1, len(cells) - 1)]) - self.centre(cells[max(at - 1, 0)]))
            way = self._nodes.get(cell, self.centre(cell))
            node = way + _left(along) * hands[0] * self.frame.scaled(BESIDE_PT)
        elif cell in self._branches:
            node = self._relaxed(line, at, 0.36)
        else:
            node = self._relaxed(line, at, 0.30)
        self._rail_nodes[cell] = node
        return node

    # -- crossing hexsides

    def _crossing(self, one: Hex, other: Hex, look: Look) -> Array:
        """Where lines of a look cross the side between two hexes (one may be off the map)."""
        side = Hexside.between(one, other)
        low, high = self.centre(side.low), self.centre(side.high)
        travel = _unit(high - low)
        left, lane = _left(travel), self._lanes.get(side, 0.0)
        way = self._way_offset(side, low, high, left, lane)
        beside = lane * self.frame.scaled(BESIDE_PT) if look not in WAYS else 0.0
        return np.asarray((low + high) / 2 + left * (way + beside), dtype=np.float64)

    def _way_offset(self, side: Hexside, low: Array, high: Array, left: Array, lane: float) -> Mm:
        """How far left of the middle of a hexside its road runs: a little at random, then as far as the hex numbers ask
        for.
        """
        scaled, middle, travel = self.frame.scaled, (low + high) / 2, _unit(high - low)
        wander = between(-scaled(2.4), scaled(2.4), self.frame.seed, "side", side)
        boxes = [self.frame.numbers[cell] for cell in side if cell in self.frame.numbers]
        rails = scaled(BRIDGE_PT if side in self._bridged else 0)
        needs = [(0.0, scaled(CLEARANCE_PT["road"]) + rails)] if side in self._way_sides or not lane else []
        if lane:
            needs.append((lane * scaled(BESIDE_PT), scaled(CLEARANCE_PT["railroad"]) + rails))
        reach = travel * scaled(8)

        def free(by: Mm) -> Mm:
            spare = [
                _gap(middle + left * (by + extra) - reach, middle + left * (by + extra) + reach, box) - need
                for extra, need in needs
                for box in boxes
            ]
            return min(spare, default=0.0)

        if free(wander) >= 0:
            return wander
        tries = [scaled(0.4) * i * sign for i in range(1, 32) for sign in (1, -1)]
        return next((by for by in tries if free(by) >= 0), 0.0)

    # -- all

    def routes(self) -> list[Route]:
        """Every line, tracks first, then roads, then railroads."""
        ways = sorted(self.ways, key=lambda line: line.look != "track")
        return [self._route(line) for line in [*ways, *self.rails]]

    def _route(self, line: _Way) -> Route:
        place = self._node if line.look in WAYS else self._rail_node
        knots: list[Array] = []
        for at, cell in enumerate(line.hexes):
            node = place(line, at)
            if at:
                knots.append(self._crossing(line.hexes[at - 1], cell, line.look))
            knots.append(node)
        if 0 in line.out:
            knots.insert(0, self._run_out(knots[0], line.out[0]))
        if -1 in line.out:
            knots.append(self._run_out(knots[-1], line.out[-1]))
        points = curve(np.array(knots), 12)
        return Route(line.line, line.look, smoothed(points, 4) if line.look == "railroad" else points)
