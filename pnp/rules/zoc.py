"""Zones of control: where they reach, who lifts them, and which hexes nobody may enter for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.hexgrid import Hex, within
from pnp.model.maprule import Purpose
from pnp.rules.cost import CostLine
from pnp.rules.situation import MapUnit, Situation


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones of control that are hostile to one side: hex -> the units whose they are, and those among the hexes
    that lie in the zone of a fortified unit.
    """

    units: dict[Hex, tuple[str, ...]]
    fortified: frozenset[Hex]

    def __contains__(self, cell: Hex) -> bool:
        """Does the hex lie in any?"""
        return cell in self.units


def zone_of(situation: Situation, unit: MapUnit) -> frozenset[Hex]:
    """The hexes in a unit's own zone of control, whether friends of the other side lift it there or not."""
    rules = situation.ground.rules.zoc
    if rules is None or not unit.fits(rules.having) or unit.excepted(rules.unless):
        return frozenset()
    return frozenset(_spread(situation, unit, rules.reach))


def _spread(situation: Situation, unit: MapUnit, reach: int) -> Iterator[Hex]:
    """Outwards step by step, since a lake or a wide river may shade what lies behind it."""
    ground = situation.ground
    seen, edge = {unit.hex}, [unit.hex]
    for _ in range(reach):
        found = []
        for one in edge:
            for other in ground.neighbours[one]:
                if other not in seen and _spreads(situation, unit, one, other):
                    seen.add(other)
                    found.append(other)
        yield from found
        edge = found


def _spreads(situation: Situation, unit: MapUnit, one: Hex, other: Hex) -> bool:
    ground, rules = situation.ground, situation.ground.rules.zoc
    assert rules is not None
    for word in rules.blocked_by:
        if word == "prohibited":
            if ground.entry(situation.class_of(unit), one, other).mp is None:
                return False
        elif ground.bars(one, other, word):
            return False
    return True


def is_fortified(situation: Situation, cell: Hex, side: str) -> bool:
    """Does a hex hold a fortifying marker and a unit of the side that it serves?"""
    rules = situation.ground.rules.zoc
    works = rules.fortified_by if rules else ()
    return any(marker in works for marker in situation.markers.get(cell, ())) and bool(situation.friends(cell, side))


def enemy_zones(situation: Situation, side: str) -> Zones:
    """The zones of control of all units that are not of a side."""
    key = ("zones", side)
    if key not in situation.cache:
        units: dict[Hex, tuple[str, ...]] = {}
        fortified: set[Hex] = set()
        for unit in situation.units:
            if unit.side == side:
                continue
            zone = zone_of(situation, unit)
            for cell in zone:
                units[cell] = (*units.get(cell, ()), unit.id)
            if is_fortified(situation, unit.hex, unit.side):
                fortified |= zone
        situation.cache[key] = Zones(units, frozenset(fortified))
    zones = situation.cache[key]
    assert isinstance(zones, Zones)
    return zones


def in_zoc(situation: Situation, cell: Hex, side: str) -> bool:
    """Does a hex lie in the zone of control of an enemy of a side?"""
    return cell in enemy_zones(situation, side)


def is_lifted(situation: Situation, cell: Hex, side: str, purpose: Purpose, but: str = "") -> bool:
    """Does a friendly unit in a hex lift enemy zones there for a purpose? `but` is the unit that asks."""
    rules = situation.ground.rules.zoc
    return rules is not None and purpose in rules.lifted_by_friends and bool(situation.friends(cell, side, but))


def barred(
    situation: Situation, unit: MapUnit, one: Hex, other: Hex, words: tuple[str, ...], purpose: Purpose
) -> CostLine | None:
    """What bars a unit from a step, if anything in a list such as `prohibited enemy zoc jungle` does."""
    ground = situation.ground
    for word in words:
        match word:
            case "enemy":
                if enemies := situation.enemies(other, unit.side):
                    return CostLine(f"{enemies[0].label} is there", "forbidden")
            case "friend":
                if friends := situation.friends(other, unit.side, unit.id):
                    return CostLine(f"{friends[0].label} is there", "forbidden")
            case "zoc":
                zones = enemy_zones(situation, unit.side)
                if other in zones and not is_lifted(situation, other, unit.side, purpose, unit.id):
                    whose = situation.by_id[zones.units[other][0]].label
                    rules = ground.rules.zoc
                    return CostLine(f"in the zone of control of {whose}", "forbidden", rule=rules.rule if rules else ())
            case _:
                wall = ground.wall(situation.class_of(unit), one, other, word)
                if wall is not None:
                    return wall
    return None


def next_to_enemies(situation: Situation, cell: Hex, side: str, reach: int = 1) -> tuple[MapUnit, ...]:
    """The units not of a side within so many hexes of a hex, in the order of the map."""
    order = situation.ground.order
    near = sorted((other for other in within(cell, reach) if other in order and other != cell), key=order.__getitem__)
    return tuple(unit for other in near for unit in situation.enemies(other, side))
