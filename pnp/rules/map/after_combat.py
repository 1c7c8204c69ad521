"""Retreats and advances: the hexes that a unit may enter after combat."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pnp.hexgrid import Hex
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.stack_limits import stack_fault
from pnp.rules.map.tec_costs import CostLine
from pnp.rules.map.zones import prohibition

MAX_RETREAT = 6
"""The longest retreat. All paths are enumerated, and no game has longer ones."""


@dataclass(frozen=True, slots=True)
class RetreatPath:
    """A retreat from the unit's own hex. `end` is None if it leaves the map from its last hex."""

    hexes: tuple[Hex, ...]
    end: Hex | None


def retreats(
    positions: Positions, unit: MapUnit, hexes: int, barred_hexes: Collection[Hex] = ()
) -> dict[Hex | None, RetreatPath]:
    """Return the hexes where a unit may end a retreat of `hexes` hexes, each with the path to it.

    They are in map order. The key None has a path off the map, if the unit may leave it. Hexes in `barred_hexes` may
    not be entered. Of several paths, the one whose hexes come first on the map is taken. Raise `ValueError` beyond
    `MAX_RETREAT` hexes.
    """
    order = positions.costs.order
    found: dict[Hex | None, RetreatPath] = {}
    for path in retreat_paths(positions, unit, hexes, barred_hexes):
        found.setdefault(path.end, path)
    return dict(sorted(found.items(), key=lambda item: len(order) if item[0] is None else order[item[0]]))


def retreat_paths(
    positions: Positions, unit: MapUnit, hexes: int, barred_hexes: Collection[Hex] = ()
) -> Iterator[RetreatPath]:
    """Yield every path by which a unit may retreat `hexes` hexes, also off the map, in map order.

    Hexes in `barred_hexes` may not be entered. Raise `ValueError` beyond `MAX_RETREAT` hexes.
    """
    if not 0 <= hexes <= MAX_RETREAT:
        message = f"a retreat of {hexes} hexes is not possible; write 0 to {MAX_RETREAT}"
        raise ValueError(message)
    rules = positions.costs.rules.retreat
    if rules is None:
        return
    ends: dict[Hex | None, bool] = {None: rules.off_map != "never"}
    for path in _continued_paths(positions, unit, (unit.hex,), hexes, frozenset(barred_hexes)):
        if path.end is not None and path.end not in ends:
            ends[path.end] = _retreat_end_fault(positions, unit, path.end, hexes) is None
        if ends[path.end]:
            yield path


def _continued_paths(
    positions: Positions, unit: MapUnit, hexes_so_far: tuple[Hex, ...], hexes_left: int, barred_hexes: frozenset[Hex]
) -> Iterator[RetreatPath]:
    """Yield every path that continues a retreat by `hexes_left` hexes or off the map, in map order."""
    if not hexes_left:
        yield RetreatPath(hexes_so_far, hexes_so_far[-1])
        return
    rules, costs = positions.costs.rules.retreat, positions.costs
    assert rules is not None
    cell = hexes_so_far[-1]
    for end in sorted(costs.neighbours[cell], key=costs.order.__getitem__):
        back = end in hexes_so_far or end in barred_hexes
        astray = rules.away and hexes_so_far[0].distance_to(end) != len(hexes_so_far)
        if not back and not astray and retreat_fault(positions, unit, cell, end) is None:
            yield from _continued_paths(positions, unit, (*hexes_so_far, end), hexes_left - 1, barred_hexes)
    if len(costs.neighbours[cell]) < 6:
        yield RetreatPath(hexes_so_far, None)


def retreat_fault(positions: Positions, unit: MapUnit, start: Hex, end: Hex) -> CostLine | None:
    """Return the reason why a retreating unit may not enter the next hex; None if it may."""
    rules = positions.costs.rules.retreat
    line = prohibition(positions, unit, start, end, rules.blocked_by if rules else (), "retreat")
    return line if line is None or line.rule else line._replace(rule=rules.rule if rules else ())


def _retreat_end_fault(positions: Positions, unit: MapUnit, cell: Hex, hexes: int) -> CostLine | None:
    """Return the reason why a retreat may not end in a hex; None if it may."""
    stacking = positions.costs.rules.stacking
    if stacking is None or "retreat" not in stacking.checked or not hexes:
        return None
    return stack_fault(positions, cell, (unit,))


def advance_fault(positions: Positions, unit: MapUnit, end: Hex) -> CostLine | None:
    """Return the reason why a unit may not advance into a hex; None if it may."""
    costs, rules = positions.costs, positions.costs.rules.advance
    if rules is None or end not in costs.neighbours[unit.hex]:
        return CostLine("not next to it", "forbidden", rule=rules.rule if rules else ())
    line = prohibition(positions, unit, unit.hex, end, rules.blocked_by, "advance")
    if line is not None:
        return line if line.rule else line._replace(rule=rules.rule)
    stacking = costs.rules.stacking
    if stacking is not None and "advance" in stacking.checked:
        return stack_fault(positions, end, (unit,))
    return None


def may_advance(positions: Positions, unit: MapUnit, end: Hex) -> bool:
    """Return whether a unit may advance into an adjacent hex."""
    return advance_fault(positions, unit, end) is None
