"""Stacking: whether units may be in one hex together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pnp.hexgrid import Hex
from pnp.model.maprule import StackLimit, StackRoom
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.tec_costs import CostLine
from pnp.rules.map.terrain_costs import TerrainCosts

MAX_STACK = 60
"""The most units of a stack that is examined, so that the search for a legal arrangement stays small."""


@dataclass(frozen=True, slots=True)
class Fit:
    """An arrangement that meets a stacking limit: the ids of the units in each of its rooms."""

    limit: StackLimit
    rooms: tuple[tuple[str, ...], ...]


def stack_fit(costs: TerrainCosts, units: Sequence[MapUnit]) -> Fit | None:
    """Return the first stacking limit that units meet and how they fill its rooms; None if they meet none.

    Units that do not count for stacking are in no room.
    """
    rules = costs.rules.stacking
    if rules is None:
        return None
    counted = [unit for unit in units if not unit.excepted(rules.unless)]
    if len(counted) > MAX_STACK:
        return None
    for limit in rules.limits:
        if costs.in_force(limit) and all(unit.fits(limit.having) for unit in counted):
            placed = _assign_rooms(costs, limit.rooms, counted)
            if placed is not None:
                return Fit(limit, placed)
    return None


def worth(costs: TerrainCosts, unit: MapUnit) -> int:
    """Return the number of stacking points of a unit."""
    rules = costs.rules.stacking
    lines = (line for line in (rules.worth if rules else ()) if costs.in_force(line) and unit.fits(line.having))
    return next((line.points for line in lines), 1)


def _assign_rooms(
    costs: TerrainCosts, rooms: Sequence[StackRoom], units: Sequence[MapUnit]
) -> tuple[tuple[str, ...], ...] | None:
    """Return the units' ids by room of a stacking limit; None if the units do not fit into the rooms."""
    open_rooms = [room for room in rooms if costs.in_force(room)]
    formations = [sorted(set(_possible_formations(costs, room, units))) or [""] for room in open_rooms]
    for chosen in product(*formations):
        admitted = [[i for i, room in enumerate(open_rooms) if _admits(costs, room, unit, chosen[i])] for unit in units]
        placed = _fill_rooms(costs, open_rooms, units, admitted)
        if placed is not None:
            return placed
    return None


def _possible_formations(costs: TerrainCosts, room: StackRoom, units: Sequence[MapUnit]) -> Iterator[str]:
    """Yield each unit's formations of the sizes, such as brigade, that a stacking room is reserved for."""
    for unit in units:
        if room.same and unit.fits(room.having):
            yield from (id_ for id_ in unit.formations if costs.game.formations[id_].size in room.same)


def _admits(costs: TerrainCosts, room: StackRoom, unit: MapUnit, formation: str) -> bool:
    """Return whether a stacking room admits a unit while it is reserved for a formation (empty: for none)."""
    if not unit.fits(room.having) or room.number == 0:
        return False
    if room.points is not None and worth(costs, unit) > room.points:
        return False
    return not room.same or formation in unit.formations


def _fill_rooms(
    costs: TerrainCosts, rooms: Sequence[StackRoom], units: Sequence[MapUnit], admitted: Sequence[Sequence[int]]
) -> tuple[tuple[str, ...], ...] | None:
    """Return the units' ids by room, found by depth-first search; None if the units do not fit.

    `admitted` has the indexes of the rooms that admit each unit. Each combination of remaining room and remaining units
    is tried once.
    """
    failed: set[tuple[int, tuple[tuple[int | None, int | None], ...]]] = set()
    left = [(room.number, room.points) for room in rooms]
    chosen: list[int] = []

    def place_from(index: int) -> bool:
        """Place the unit with this index and all after it in rooms; return whether they fit."""
        if index == len(units):
            return True
        key = (index, tuple(left))
        if key in failed:
            return False
        for room in admitted[index]:
            number, points = left[room]
            if number == 0 or (points is not None and worth(costs, units[index]) > points):
                continue
            left[room] = (
                None if number is None else number - 1,
                None if points is None else points - worth(costs, units[index]),
            )
            chosen.append(room)
            if place_from(index + 1):
                return True
            chosen.pop()
            left[room] = (number, points)
        failed.add(key)
        return False

    if not place_from(0):
        return None
    seats = list(zip(units, chosen, strict=True))
    return tuple(tuple(unit.id for unit, room in seats if room == i) for i in range(len(rooms)))


def stack_fault(positions: Positions, cell: Hex, units: Sequence[MapUnit] = ()) -> CostLine | None:
    """Return the reason why units may not stack in a hex; None if they may.

    The friendly units in the hex count too. Without units, check those in the hex. Without stacking limits, return
    None.
    """
    costs, rules = positions.costs, positions.costs.rules.stacking
    if rules is None:
        return None
    sides = {unit.side: None for unit in (*units, *(() if units else positions.at(cell)))}
    for side in sides:
        coming = [unit for unit in units if unit.side == side]
        there = [unit for unit in positions.friends(cell, side) if all(unit.id != u.id for u in coming)]
        stack = (*there, *coming)
        if stack and stack_fit(costs, stack) is None:
            names = ", ".join(unit.label for unit in stack)
            return CostLine(f"{names} may not stack", "forbidden", rule=rules.rule)
    return None


def stack_legal(positions: Positions, cell: Hex, units: Sequence[MapUnit] = ()) -> bool:
    """Return whether units may stack with the friendly units in a hex.

    Without units, check those in the hex.
    """
    return stack_fault(positions, cell, units) is None


def overstacked(positions: Positions) -> tuple[Hex, ...]:
    """Return the hexes with illegal stacks, in map order."""
    order = positions.costs.order
    return tuple(cell for cell in sorted(positions.by_hex, key=order.__getitem__) if not stack_legal(positions, cell))
