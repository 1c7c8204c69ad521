"""Zones of control: their extent, and the friendly units and terrain that cancel them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.hexgrid import Hex
from pnp.model.maprule import Purpose
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.tec_costs import CostLine


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones of control hostile to one side.

    `units` maps each hex to the units whose zones include it; the others are the hexes in zones of fortified units.
    """

    units: dict[Hex, tuple[str, ...]]
    fortified: frozenset[Hex]

    def __contains__(self, cell: Hex) -> bool:
        """Return whether a hex is in any of the zones."""
        return cell in self.units


def zone_of(positions: Positions, unit: MapUnit) -> frozenset[Hex]:
    """Return the hexes in a unit's zone of control, including those where enemy units cancel it."""
    rules = positions.costs.rules.zoc
    if rules is None or not unit.fits(rules.having) or unit.excepted(rules.unless):
        return frozenset()
    return frozenset(_hexes_within(positions, unit, rules.reach))


def _hexes_within(positions: Positions, unit: MapUnit, reach: int) -> Iterator[Hex]:
    """Yield the hexes that a zone of control reaches; terrain such as a lake may block the hexes behind it."""
    costs = positions.costs
    seen, edge = {unit.hex}, [unit.hex]
    for _ in range(reach):
        found = []
        for one in edge:
            for other in costs.neighbours[one]:
                if other not in seen and _zone_crosses(positions, unit, one, other):
                    seen.add(other)
                    found.append(other)
        yield from found
        edge = found


def _zone_crosses(positions: Positions, unit: MapUnit, start: Hex, end: Hex) -> bool:
    """Return whether a unit's zone of control extends from a hex into an adjacent one."""
    costs, rules = positions.costs, positions.costs.rules.zoc
    assert rules is not None
    ignored = positions.ignored_markers(unit, start, end)
    return not any(costs.wall(positions.class_of(unit), start, end, word, ignored) for word in rules.blocked_by)


def is_fortified(positions: Positions, cell: Hex, side: str) -> bool:
    """Return whether a hex contains a fortifying marker and a unit of the side."""
    rules = positions.costs.rules.zoc
    works = rules.fortified_by if rules else ()
    return any(marker in works for marker in positions.markers.get(cell, ())) and bool(positions.friends(cell, side))


def enemy_zones(positions: Positions, side: str) -> Zones:
    """Return the zones of control of all units that do not belong to a side."""
    key = ("zones", side)
    if key not in positions.cache:
        units: dict[Hex, tuple[str, ...]] = {}
        fortified: set[Hex] = set()
        for unit in positions.units:
            if unit.side == side:
                continue
            zone = zone_of(positions, unit)
            for cell in zone:
                units[cell] = (*units.get(cell, ()), unit.id)
            if is_fortified(positions, unit.hex, unit.side):
                fortified |= zone
        positions.cache[key] = Zones(units, frozenset(fortified))
    zones = positions.cache[key]
    assert isinstance(zones, Zones)
    return zones


def in_zoc(positions: Positions, cell: Hex, side: str) -> bool:
    """Return whether a hex is in a zone of control of the enemies of a side."""
    return cell in enemy_zones(positions, side)


def is_lifted(positions: Positions, cell: Hex, side: str, purpose: Purpose, except_id: str = "") -> bool:
    """Return whether a friendly unit in a hex cancels enemy zones of control there for a purpose, such as supply.

    `except_id` is the unit that moves, which does not count.
    """
    rules = positions.costs.rules.zoc
    return rules is not None and purpose in rules.lifted_by_friends and bool(positions.friends(cell, side, except_id))


def prohibition(
    positions: Positions, unit: MapUnit, start: Hex, end: Hex, prohibitions: tuple[str, ...], purpose: Purpose
) -> CostLine | None:
    """Return the reason why one of the `prohibitions`, such as `enemy` or `zoc`, bars a move; else None."""
    costs = positions.costs
    for word in prohibitions:
        match word:
            case "enemy":
                if enemies := positions.enemies(end, unit.side):
                    return CostLine(f"{enemies[0].label} is there", "forbidden")
            case "friend":
                if friends := positions.friends(end, unit.side, unit.id):
                    return CostLine(f"{friends[0].label} is there", "forbidden")
            case "zoc":
                zones = enemy_zones(positions, unit.side)
                if end in zones and not is_lifted(positions, end, unit.side, purpose, unit.id):
                    whose = positions.by_id[zones.units[end][0]].label
                    rules = costs.rules.zoc
                    return CostLine(f"in the zone of control of {whose}", "forbidden", rule=rules.rule if rules else ())
            case _:
                ignored = positions.ignored_markers(unit, start, end)
                wall = costs.wall(positions.class_of(unit), start, end, word, ignored)
                if wall is not None:
                    return wall
    return None


def next_to_enemies(positions: Positions, cell: Hex, side: str, reach: int = 1) -> tuple[MapUnit, ...]:
    """Return the enemies of a side within a number of hexes of a hex, in map order."""
    order = positions.costs.order
    near = sorted((other for other in cell.within(reach) if other in order and other != cell), key=order.__getitem__)
    return tuple(unit for other in near for unit in positions.enemies(other, side))
