"""Movement costs: the movement allowance of a unit, and the cost of moving it to an adjacent hex.

Costs are exact fractions. Each cost consists of lines with their rules, so that a trace can print them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from pnp.hexgrid import Hex
from pnp.model.maprule import AllowanceChange, March, MinimumMove, Zone, ZoneStep
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.tec_costs import CostLine
from pnp.rules.map.zones import Zones, enemy_zones, prohibition


@dataclass(frozen=True, slots=True)
class HexCost:
    """The cost of moving one hex: movement points, the lines that add up to them, and whether the move ends there.

    `mp` is None if the step is prohibited; the last line says why.
    """

    start: Hex
    end: Hex
    mp: Fraction | None
    lines: tuple[CostLine, ...]
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Allowance:
    """The movement points of a unit, and the lines that add up to them."""

    mp: Fraction
    lines: tuple[CostLine, ...]


@dataclass(frozen=True)
class Mover:
    """A unit that is about to move, with the rules that apply to it in the present positions."""

    positions: Positions
    unit: MapUnit

    @cached_property
    def rule(self) -> tuple[str, ...]:
        """The case numbers of the movement rules; empty if the game has none."""
        movement = self.positions.costs.movement
        return movement.rule if movement else ()

    @cached_property
    def zones(self) -> Zones:
        """The zones of control of the unit's enemies."""
        return enemy_zones(self.positions, self.unit.side)

    @cached_property
    def allowance(self) -> Allowance:
        """The movement allowance: the printed factor or the common number, after all changes that apply to the unit."""
        costs, movement = self.positions.costs, self.positions.costs.movement
        mp = Fraction(0)
        if movement:
            mp = self.unit.factor(movement.factor) if movement.points is None else movement.points
        lines = [CostLine(self.unit.label, "is", mp, self.rule)]
        for change in movement.allowance if movement else ():
            there = not change.on or any(costs.has(self.unit.hex, kind) for kind in change.on)
            if there and costs.in_force(change) and self.unit.fits(change.having):
                mp = _changed_allowance(mp, change)
                lines.append(CostLine(change.says, "becomes", mp, change.rule))
        return Allowance(mp, tuple(lines))

    @cached_property
    def march(self) -> March | None:
        """The rule by which the unit may march, a longer move; None if none applies."""
        movement = self.positions.costs.movement
        for march in movement.march if movement else ():
            if self.positions.costs.in_force(march) and not self.unit.excepted(march.unless):
                return march
        return None

    @cached_property
    def minimum(self) -> MinimumMove | None:
        """The rule that a unit may always move one hex; None if none is in force."""
        movement = self.positions.costs.movement
        rule = movement.minimum if movement else None
        return rule if rule and self.positions.costs.in_force(rule) else None

    @cached_property
    def _unit_class(self) -> str:
        """The class of the unit for terrain costs, such as `foot`; empty if it has none."""
        return self.positions.class_of(self.unit)

    @cached_property
    def _zone_steps(self) -> tuple[ZoneStep, ...]:
        """The rules about enemy zones of control that apply to this unit."""
        rules = self.positions.costs.rules.zoc
        return tuple(
            rule
            for rule in (rules.steps if rules else ())
            if self.positions.costs.in_force(rule)
            and self.unit.fits(rule.having)
            and not self.unit.excepted(rule.unless)
        )

    @cached_property
    def _step_cache(self) -> dict[tuple[Hex, Hex, bool], HexCost]:
        """Cached costs of moves, by the two hexes and whether it is the first step."""
        return {}

    def step(self, start: Hex, end: Hex, *, first: bool) -> HexCost:
        """Return the cost of moving the unit to an adjacent hex; `first` means that it has not moved yet.

        Raise `ValueError` if the hexes are not adjacent.
        """
        key = (start, end, first)
        if key not in self._step_cache:
            self._step_cache[key] = self._compute_step(start, end, first=first)
        return self._step_cache[key]

    def _compute_step(self, start: Hex, end: Hex, *, first: bool) -> HexCost:
        """Return the cost of moving to an adjacent hex, without the cache."""
        costs, movement = self.positions.costs, self.positions.costs.movement
        entry = costs.entry(self._unit_class, start, end, self.positions.ignored_markers(self.unit, start, end))
        wall = prohibition(self.positions, self.unit, start, end, movement.blocked_by if movement else (), "move")
        if wall is not None or entry.mp is None:
            line = wall or entry.lines[-1]
            return HexCost(start, end, None, (line if line.rule else line._replace(rule=self.rule),))
        return self._with_zone_effects(HexCost(start, end, entry.mp, entry.lines, entry.stops), first=first)

    def _with_zone_effects(self, step: HexCost, *, first: bool) -> HexCost:
        """Return the cost of a move with the effects of enemy zones of control added."""
        mp, lines, stops = step.mp, list(step.lines), step.stops
        assert mp is not None
        for rule in self._zone_steps:
            if rule.first not in (None, first) or not _rule_covers_step(rule, step.start, step.end, self.zones):
                continue
            if rule.forbidden:
                return HexCost(step.start, step.end, None, (*lines, CostLine(rule.says, "forbidden", rule=rule.rule)))
            if rule.cost is not None:
                mp = rule.cost
                lines.append(CostLine(rule.says, "becomes", mp, rule.rule))
            if rule.at_least is not None and mp < rule.at_least:
                mp = rule.at_least
                lines.append(CostLine(rule.says, "least", mp, rule.rule))
            if rule.add is not None:
                mp += rule.add
                lines.append(CostLine(rule.says, "more", rule.add, rule.rule))
            if rule.stops:
                stops = True
                lines.append(CostLine(rule.says, "stops", rule=rule.rule))
        return HexCost(step.start, step.end, mp, tuple(lines), stops)


def _changed_allowance(allowance: Fraction, change: AllowanceChange) -> Fraction:
    """Return a movement allowance after one change to it."""
    mp = (
        change.set if change.set is not None else allowance * (1 if change.times is None else change.times) + change.add
    )
    match change.round:
        case "up":
            mp = Fraction(ceil(mp))
        case "down":
            mp = Fraction(floor(mp))
    return max(mp, Fraction(0))


def _rule_covers_step(rule: ZoneStep, start: Hex, end: Hex, zones: Zones) -> bool:
    """Return whether a rule about enemy zones of control applies to a move between two hexes."""
    either = _meets_zone_condition(start, rule.either, zones) or _meets_zone_condition(end, rule.either, zones)
    return either and _meets_zone_condition(start, rule.start, zones) and _meets_zone_condition(end, rule.end, zones)


def _meets_zone_condition(cell: Hex, condition: Zone, zones: Zones) -> bool:
    """Return whether a hex meets a rule's condition about enemy zones of control, such as `free`."""
    match condition:
        case "any":
            return True
        case "free":
            return cell not in zones
        case "zoc":
            return cell in zones
        case "fortified":
            return cell in zones.fortified
