"""Supply lines: the shortest one from a unit to its supply source, if it has one.

Steps along a path are free and all others cost one, so the shortest supply path is found by a search over costs of 0
and 1 (Dijkstra's algorithm, with free steps first).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pnp.hexgrid import Hex
from pnp.model.maprule import SupplyLimit, SupplySource
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.map.zones import prohibition


class SupplyStep(NamedTuple):
    """One step of a supply path: the kind of path it follows (empty if none), and the length after it."""

    start: Hex
    end: Hex
    along: str
    counted: int


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """A supply path from a unit to its source: its hexes, its length and the limit."""

    hexes: tuple[Hex, ...]
    steps: tuple[SupplyStep, ...]
    counted: int
    limit: int
    source: SupplySource
    rule: tuple[str, ...]


class _Reach(NamedTuple):
    """The state of the search in a hex: length, length since the last path, whether it must stay on paths."""

    counted: int
    row: int
    bound: bool


def source_of(positions: Positions, unit: MapUnit) -> SupplySource | None:
    """Return the source to which a unit must trace its supply; None if the rules state none."""
    supply = positions.costs.rules.supply
    for source in supply.sources if supply else ():
        if positions.costs.in_force(source) and unit.fits(source.having):
            return source
    return None


def source_hexes(positions: Positions, source: SupplySource, edge: str = "") -> frozenset[Hex]:
    """Return the hexes of a supply source; if a map edge is named, only those on that edge."""
    costs = positions.costs
    if edge:
        return frozenset(costs.edge(edge) if edge in source.edges else ())
    cells = {cell for name in source.edges for cell in costs.edge(name)}
    cells |= {cell for number in source.hexes for cell in costs.board.grid.parse_hexes(number)}
    cells |= {cell for cell in costs.order for kind in source.terrain if costs.has(cell, kind)}
    return frozenset(cells)


def supply_line(positions: Positions, unit: MapUnit, edge: str = "") -> SupplyLine | None:
    """Return the shortest supply line of a unit; None if it has none.

    With an edge, the path must end at that edge. Of equal paths the one with fewer steps is taken, then the one whose
    hexes come first on the map.
    """
    source = source_of(positions, unit)
    if source is None:
        return None
    return line_to(positions, unit, source_hexes(positions, source, edge), source)


def line_to(positions: Positions, unit: MapUnit, ends: Iterable[Hex], source: SupplySource) -> SupplyLine | None:
    """Return the shortest supply line of a unit to any of the `ends`, within the limit in force; else None."""
    costs, supply = positions.costs, positions.costs.rules.supply
    limit = next((limit for limit in supply.limits if costs.in_force(limit)), None) if supply else None
    if supply is None or limit is None:
        return None
    goal, order = frozenset(ends), costs.order
    rule = (*supply.rule, *(word for word in (*limit.rule, *source.rule) if word not in supply.rule))
    queue: list[tuple[int, int, tuple[int, ...], _Reach, tuple[SupplyStep, ...]]]
    queue = [(0, 0, (order[unit.hex],), _Reach(0, 0, bound=False), ())]
    done: set[tuple[Hex, int, bool]] = set()
    while queue:
        counted, length, path, reach, steps = heapq.heappop(queue)
        cell = steps[-1].end if steps else unit.hex
        if cell in goal:
            hexes = (unit.hex, *(step.end for step in steps))
            return SupplyLine(hexes, steps, counted, limit.steps, source, rule)
        key = (cell, reach.row, reach.bound)
        if key in done:
            continue
        done.add(key)
        for end in costs.neighbours[cell]:
            along = next((kind for kind in supply.free if costs.along(cell, end, kind)), "")
            further = _next_reach(limit, reach, along)
            if further is None or (end, further.row, further.bound) in done:
                continue
            if prohibition(positions, unit, cell, end, supply.blocked_by, "supply"):
                continue
            step = SupplyStep(cell, end, along, further.counted)
            heapq.heappush(queue, (further.counted, length + 1, (*path, order[end]), further, (*steps, step)))
    return None


def _next_reach(limit: SupplyLimit, reach: _Reach, along: str) -> _Reach | None:
    """Return the state of the supply search after one more hex; None if the supply limit is exceeded."""
    counted = reach.counted if along else reach.counted + 1
    match limit.counted:
        case "in-all":
            return _Reach(counted, 0, bound=False) if counted <= limit.steps else None
        case "before-path":
            if along:
                return _Reach(counted, 0, bound=True)
            return None if reach.bound or counted > limit.steps else _Reach(counted, 0, bound=False)
        case "in-a-row":
            row = 0 if along else reach.row + 1
            return _Reach(counted, row, bound=False) if row <= limit.steps else None


def road_connected(costs: TerrainCosts, start: Hex, end: Hex, kind: str) -> bool:
    """Return whether roads of a kind connect two hexes, regardless of units."""
    seen = {start} & costs.on_ways.get(kind, frozenset())
    edge = list(seen)
    while edge:
        cell = edge.pop()
        further = [near for near in costs.neighbours[cell] if near not in seen and costs.along(cell, near, kind)]
        seen.update(further)
        edge.extend(further)
    return end in seen
