"""Movement: the hexes that a unit can reach, and the cheapest path to each.

Source of the search: Dijkstra, A note on two problems in connexion with graphs (1959).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal, TypeAlias

from pnp.hexgrid import Hex
from pnp.rules.map.move_cost import HexCost, Mover
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.stack_limits import stack_fault
from pnp.rules.map.tec_costs import CostLine

Pace: TypeAlias = Literal["move", "march", "minimum"]
"""How a unit moves: within its allowance, by a march, or by the minimum move."""


@dataclass(frozen=True, slots=True)
class Route:
    """A path from the unit's hex: its steps, their total cost, the allowance, and the pace.

    `extra` is the part of the allowance gained by moving along a road. `refused` says why the unit may not take the
    path.
    """

    hexes: tuple[Hex, ...]
    steps: tuple[HexCost, ...]
    mp: Fraction
    allowance: Fraction
    pace: Pace = "move"
    refused: CostLine | None = None
    extra: CostLine | None = None


def routes(positions: Positions, unit: MapUnit, mp: Fraction | None = None) -> Mapping[Hex, Route]:
    """Return the hexes that a unit can reach, each with the cheapest path to it, in map order.

    The unit's own hex is not included. `mp` replaces the movement allowance of the unit; then it neither marches nor
    makes a minimum move.
    """
    if positions.by_id.get(unit.id) is not unit:
        return _find_routes(positions, unit, mp)
    key = ("routes", unit.id, mp)
    if key not in positions.cache:
        positions.cache[key] = _find_routes(positions, unit, mp)
    found = positions.cache[key]
    assert isinstance(found, dict)
    return found


def _find_routes(positions: Positions, unit: MapUnit, mp: Fraction | None) -> dict[Hex, Route]:
    """Return the hexes that a unit can reach, each with the cheapest path, without the cache."""
    mover = Mover(positions, unit)
    allowance = mover.allowance.mp if mp is None else mp
    found = _minimum_moves(mover, allowance) if mp is None else {}
    if mp is None and mover.march is not None and unit.hex not in mover.zones:
        found |= _cheapest_routes(mover, allowance * mover.march.times, "march")
    found |= _cheapest_routes(mover, allowance, "move")
    ends = {cell: found[cell] for cell in sorted(found, key=positions.costs.order.__getitem__)}
    stacking = positions.costs.rules.stacking
    if stacking is not None and "move" in stacking.checked:
        return {cell: route for cell, route in ends.items() if stack_fault(positions, cell, (unit,)) is None}
    return ends


def route_to(positions: Positions, unit: MapUnit, end: Hex, mp: Fraction | None = None) -> Route | None:
    """Return the cheapest path of a unit to a hex; None if the unit cannot reach it."""
    return routes(positions, unit, mp).get(end)


def points_after_entry(positions: Positions, unit: MapUnit, *, by_road: bool = True) -> Fraction | None:
    """Return the movement points that a unit has left after it has entered its hex from beyond the map edge.

    They are 0 if it must stop there. None if it may not enter the hex. Without `by_road`, a road that leads off the map
    does not count.
    """
    mover = Mover(positions, unit)
    movement = positions.costs.movement
    cost = positions.costs.edge_entry(positions.class_of(unit), unit.hex, by_road=by_road)
    barred = movement is not None and "enemy" in movement.blocked_by and positions.enemies(unit.hex, unit.side)
    if cost.mp is None or barred:
        return None
    allowance = mover.allowance.mp
    if cost.mp > allowance:
        return Fraction(0) if mover.minimum is not None and allowance >= mover.minimum.least else None
    rules = positions.costs.rules.zoc
    stops = any(rule.stops and rule.end == "zoc" and rule.start == "any" for rule in (rules.steps if rules else ()))
    return Fraction(0) if cost.stops or (stops and unit.hex in mover.zones) else allowance - cost.mp


def _minimum_moves(mover: Mover, allowance: Fraction) -> dict[Hex, Route]:
    """Return the minimum moves: a move of one hex for the whole allowance, unless it is prohibited."""
    if mover.minimum is None or allowance < mover.minimum.least:
        return {}
    here = mover.unit.hex
    steps = (mover.step(here, end, first=True) for end in mover.positions.costs.neighbours[here])
    return {
        step.end: Route((here, step.end), (step,), allowance, allowance, "minimum")
        for step in steps
        if step.mp is not None
    }


def _cheapest_routes(mover: Mover, allowance: Fraction, pace: Pace) -> dict[Hex, Route]:
    """Return the cheapest path to each hex within an allowance; a march avoids enemy zones of control."""
    costs = mover.positions.costs
    order, cells = costs.order, costs.board.grid.hexes
    # Points spent, number of steps, indexes of the hexes in map order, whether the move ends, and extra points from
    # roads.
    queue: list[tuple[Fraction, int, tuple[int, ...], bool, Fraction]]
    queue = [(Fraction(0), 0, (order[mover.unit.hex],), False, Fraction(0))]
    found: dict[Hex, tuple[Fraction, tuple[int, ...]]] = {}
    done: dict[Hex, list[tuple[bool, Fraction]]] = {}
    while queue:
        spent, length, path, stopped, extra = heapq.heappop(queue)
        cell = cells[path[-1]]
        # Skip a path if an earlier one to the same hex need not stop there and has at least as many extra points.
        if any(had_to_stop <= stopped and more >= extra for had_to_stop, more in done.get(cell, ())):
            continue
        done.setdefault(cell, []).append((stopped, extra))
        found.setdefault(cell, (spent, path))
        if stopped:
            continue
        for end in costs.neighbours[cell]:
            if pace == "march" and end in mover.zones:
                continue
            along = costs.bonus(cell, end)
            more = max(extra, along.mp) if along else extra
            if any(not had_to_stop and had >= more for had_to_stop, had in done.get(end, ())):
                continue
            step = mover.step(cell, end, first=not length)
            if step.mp is not None and spent + step.mp <= allowance + more:
                heapq.heappush(queue, (spent + step.mp, length + 1, (*path, order[end]), step.stops, more))
    return {
        cell: _make_route(mover, tuple(cells[i] for i in path), spent, allowance, pace)
        for cell, (spent, path) in found.items()
        if cell != mover.unit.hex
    }


def _make_route(mover: Mover, hexes: tuple[Hex, ...], mp: Fraction, allowance: Fraction, pace: Pace) -> Route:
    """Return the route along hexes, with the cost of each step and the extra points from roads."""
    steps = (mover.step(start, end, first=i == 0) for i, (start, end) in enumerate(pairwise(hexes)))
    return _with_road_bonus(mover, Route(hexes, tuple(steps), mp, allowance, pace))


def _with_road_bonus(mover: Mover, route: Route) -> Route:
    """Return the route with the extra movement points that its roads add to the allowance."""
    lines = filter(None, (mover.positions.costs.bonus(step.start, step.end) for step in route.steps))
    extra = max(lines, key=lambda line: line.mp, default=None)
    return replace(route, allowance=route.allowance + extra.mp, extra=extra) if extra else route


# ---------------------------------------------------------------- a path that a player names


def walk(positions: Positions, unit: MapUnit, hexes: Sequence[Hex], mp: Fraction | None = None) -> Route:
    """Return the route along hexes that a player names; if it is not legal, `refused` gives the reason.

    A path that exceeds the allowance is a march if the unit may march; a single step is a minimum move if the game has
    one. `mp` replaces the allowance; then it is neither.
    """
    mover = Mover(positions, unit)
    allowance = mover.allowance.mp if mp is None else mp
    path = tuple(hexes) if hexes and hexes[0] == unit.hex else (unit.hex, *hexes)
    steps: list[HexCost] = []
    for i, (start, end) in enumerate(pairwise(path)):
        fault = _adjacency_fault(positions, start, end) or _stopping_line(steps)
        step = mover.step(start, end, first=i == 0) if fault is None else None
        if step is None or step.mp is None:
            fault = fault or (step.lines[-1] if step else None)
            tried = (*steps, step) if step else tuple(steps)
            return Route(path[: i + 2], tried, _sum_of_costs(steps), allowance, refused=fault)
        steps.append(step)
    route = _with_road_bonus(mover, Route(path, tuple(steps), _sum_of_costs(steps), allowance))
    return _checked_for_stacking(positions, unit, _at_legal_pace(mover, route, extended=mp is None))


def _adjacency_fault(positions: Positions, start: Hex, end: Hex) -> CostLine | None:
    """Return the reason if the next hex is off the map or not adjacent; None if it is adjacent."""
    grid = positions.costs.board.grid
    if end not in grid:
        return CostLine("off the map", "forbidden")
    if start.distance_to(end) != 1:
        return CostLine(f"hex {grid.number(end)} is not adjacent to hex {grid.number(start)}", "forbidden")
    return None


def _stopping_line(steps: Sequence[HexCost]) -> CostLine | None:
    """Return the cost line that ended the move at the last step; None if the move may continue."""
    if not steps or not steps[-1].stops:
        return None
    return next(line for line in reversed(steps[-1].lines) if line.does == "stops")


def _sum_of_costs(steps: Iterable[HexCost]) -> Fraction:
    """Return the total movement points of several steps; a prohibited step counts 0."""
    return sum((step.mp or Fraction(0) for step in steps), Fraction(0))


def _at_legal_pace(mover: Mover, route: Route, *, extended: bool) -> Route:
    """Return the route as a move, march or minimum move; it is refused if it costs too much.

    Without `extended` it can only be a move.
    """
    march, minimum = (mover.march, mover.minimum) if extended else (None, None)
    if route.mp <= route.allowance:
        return route
    extra = route.extra.mp if route.extra else Fraction(0)
    allowance = route.allowance - extra
    clear = not any(cell in mover.zones for cell in route.hexes)
    if march is not None and clear and route.mp <= allowance * march.times + extra:
        return replace(route, allowance=allowance * march.times + extra, pace="march")
    if minimum is not None and len(route.steps) == 1 and allowance >= minimum.least:
        return replace(route, mp=allowance, allowance=allowance, pace="minimum", extra=None)
    return replace(route, refused=CostLine("more than the unit has", "forbidden", rule=mover.rule))


def _checked_for_stacking(positions: Positions, unit: MapUnit, route: Route) -> Route:
    """Return the route, refused if it ends in an illegal stack and the game checks stacking after moves."""
    stacking = positions.costs.rules.stacking
    if route.refused is not None or stacking is None or "move" not in stacking.checked:
        return route
    return replace(route, refused=stack_fault(positions, route.hexes[-1], (unit,)))
