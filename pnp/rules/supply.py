"""Supply: whether a unit's supply line reaches a source, and by which way.

Steps along a path are free and any other costs one, so the shortest line is found by a search over costs of 0 and 1
(Dijkstra's, with the free steps first).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pnp.hexgrid import Hex
from pnp.model.maprule import SupplyLimit, SupplySource
from pnp.rules.ground import Ground
from pnp.rules.situation import MapUnit, Situation
from pnp.rules.zoc import barred


class SupplyStep(NamedTuple):
    """One step of a supply line: along what kind of path (empty if off any), and how many steps count after it."""

    start: Hex
    end: Hex
    along: str
    counted: int


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """A way from a unit to a source of its supply: how many steps of it count, out of how many."""

    hexes: tuple[Hex, ...]
    steps: tuple[SupplyStep, ...]
    counted: int
    limit: int
    source: SupplySource
    rule: tuple[str, ...]


class _Reach(NamedTuple):
    """How a search came to a hex: what counts, what counts since the last path, whether it is bound to paths now."""

    counted: int
    row: int
    bound: bool


def source_of(situation: Situation, unit: MapUnit) -> SupplySource | None:
    """Where a unit draws supply from; None if nothing is said of it."""
    supply = situation.ground.rules.supply
    for source in supply.sources if supply else ():
        if situation.ground.in_force(source) and unit.fits(source.having):
            return source
    return None


def source_hexes(situation: Situation, source: SupplySource, edge: str = "") -> frozenset[Hex]:
    """The hexes of a source; with an edge only those of that edge, which must be one of the source's."""
    ground = situation.ground
    if edge:
        return frozenset(ground.edge(edge) if edge in source.edges else ())
    cells = {cell for name in source.edges for cell in ground.edge(name)}
    cells |= {cell for number in source.hexes for cell in ground.board.grid.parse_hexes(number)}
    cells |= {cell for cell in ground.order for kind in source.terrain if ground.has(cell, kind)}
    return frozenset(cells)


def supply_line(situation: Situation, unit: MapUnit, edge: str = "") -> SupplyLine | None:
    """The supply line of a unit, with an edge to that edge only; None if there is none.

    Of lines that count the same the one of fewer steps is taken, then the one whose hexes come first on the map.
    """
    source = source_of(situation, unit)
    if source is None:
        return None
    return line_to(situation, unit, source_hexes(situation, source, edge), source)


def line_to(situation: Situation, unit: MapUnit, ends: Iterable[Hex], source: SupplySource) -> SupplyLine | None:
    """The shortest supply line of a unit to any of some hexes, within the limit in force."""
    ground, supply = situation.ground, situation.ground.rules.supply
    limit = next((limit for limit in supply.limits if ground.in_force(limit)), None) if supply else None
    if supply is None or limit is None:
        return None
    goal, order = frozenset(ends), ground.order
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
        for end in ground.neighbours[cell]:
            along = next((kind for kind in supply.free if ground.along(cell, end, kind)), "")
            further = _reach(limit, reach, along)
            if further is None or barred(situation, unit, cell, end, supply.blocked_by, "supply"):
                continue
            step = SupplyStep(cell, end, along, further.counted)
            heapq.heappush(queue, (further.counted, length + 1, (*path, order[end]), further, (*steps, step)))
    return None


def _reach(limit: SupplyLimit, reach: _Reach, along: str) -> _Reach | None:
    """What counts after one more step, along a path or off it; None if that is too much."""
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


def road_connected(ground: Ground, one: Hex, other: Hex, kind: str) -> bool:
    """Can one go from a hex to another along roads of a kind, whoever stands there?"""
    seen = {one} & ground.on_ways.get(kind, frozenset())
    edge = list(seen)
    while edge:
        cell = edge.pop()
        further = [end for end in ground.neighbours[cell] if end not in seen and ground.along(cell, end, kind)]
        seen.update(further)
        edge.extend(further)
    return other in seen
