"""Positions of units, markers and control on the map, as the map rules need them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from pnp.hexgrid import Hex
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.maprule import Having, Trait
from pnp.rules.map.terrain_costs import NONE, TerrainCosts
from pnp.rules.state.state import Piece, State
from pnp.rules.state.unit import Unit, factor_name, unit_of


@dataclass(frozen=True)
class MapUnit:
    """A unit on the map.

    `formations` run from its own to the highest, `traits` are the properties that select it in rules.
    """

    unit: Unit
    hex: Hex
    formations: tuple[str, ...]
    traits: Mapping[Trait, frozenset[str]] = field(hash=False)

    @property
    def id(self) -> str:
        """The id of the counter."""
        return self.unit.id

    @cached_property
    def side(self) -> str:
        """The side that the unit belongs to."""
        return self.unit.side

    @property
    def label(self) -> str:
        """The name that players use for the unit."""
        return self.unit.label

    @property
    def range(self) -> int:
        """The unit's range of fire in hexes; 0 if no range is printed."""
        return self.unit.range

    def factor(self, name: str) -> Fraction:
        """Return a factor (such as attack) of the face that is up; 0 if it is not printed."""
        return Fraction(self.unit.factors.get(factor_name(name), 0))

    def fits(self, having: Having) -> bool:
        """Return whether the unit matches a rule's filter. An empty filter matches all units."""
        return not having or any(
            all(self.traits[trait].intersection(words) for trait, words in wanted.items()) for wanted in having
        )

    def excepted(self, unless: Having) -> bool:
        """Return whether a rule's list of exceptions includes the unit. An empty list includes no unit."""
        return bool(unless) and self.fits(unless)


def formations_of(game: Game, counter: Counter) -> tuple[str, ...]:
    """Return the ids of a counter's formation and of all formations above it."""
    found: list[str] = []
    id_ = counter.formation
    while id_ in game.formations and id_ not in found:
        found.append(id_)
        id_ = game.formations[id_].parent
    return tuple(found)


def counter_traits(game: Game, id_: str) -> dict[Trait, frozenset[str]]:
    """Return the properties by which rules select a counter, except its face and its markers."""
    counter = game.counters[id_]
    return {
        "id": frozenset({id_}),
        "kind": frozenset({counter.kind}),
        "side": frozenset({counter.side}),
        "groups": frozenset(counter.groups),
        "size": frozenset({counter.size or ""}),
        "formation": frozenset(formations_of(game, counter)),
    }


def map_unit(costs: TerrainCosts, unit: Unit, cell: Hex) -> MapUnit:
    """Return a unit in play together with its hex."""
    counter = unit.counter
    if unit.id not in costs.known:
        costs.known[unit.id] = (formations_of(costs.game, counter), counter_traits(costs.game, unit.id))
    formations, traits = costs.known[unit.id]
    face = counter.back.state if unit.reduced else counter.front.state
    return MapUnit(unit, cell, formations, {**traits, "face": frozenset({face}), "marks": unit.piece.marks})


@dataclass(frozen=True)
class Positions:
    """All units on the map, the markers in hexes, and the control of hexes."""

    costs: TerrainCosts
    units: tuple[MapUnit, ...]
    markers: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    control: Mapping[Hex, str] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> dict[str, MapUnit]:
        """The units on the map by their ids."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def by_hex(self) -> dict[Hex, tuple[MapUnit, ...]]:
        """The units of each occupied hex, in the order of the game data."""
        found: dict[Hex, tuple[MapUnit, ...]] = {}
        for unit in self.units:
            found[unit.hex] = (*found.get(unit.hex, ()), unit)
        return found

    def at(self, cell: Hex) -> tuple[MapUnit, ...]:
        """Return the units in a hex."""
        return self.by_hex.get(cell, ())

    def friends(self, cell: Hex, side: str, except_id: str = "") -> tuple[MapUnit, ...]:
        """Return the units of a side in a hex, except the one with the id `except_id`."""
        return tuple(unit for unit in self.at(cell) if unit.side == side and unit.id != except_id)

    def enemies(self, cell: Hex, side: str) -> tuple[MapUnit, ...]:
        """Return the units in a hex that do not belong to a side."""
        return tuple(unit for unit in self.at(cell) if unit.side != side)

    def class_of(self, unit: MapUnit) -> str:
        """Return the name of the class that sets a unit's terrain costs; empty if it has none."""
        movement = self.costs.movement
        for name, unit_class in (movement.classes if movement else {}).items():
            if unit.fits(unit_class.having) and not unit.excepted(unit_class.unless):
                return name
        return ""

    def ignored_markers(self, unit: MapUnit, start: Hex, end: Hex) -> frozenset[str]:
        """Return the markers in a hex, and on the hexside to it, that do not affect a unit that enters the hex."""
        costs = self.costs
        if not costs.markers:
            return NONE
        places = ((costs.markers_in(end), (end,)), (costs.markers_on(start, end), (start, end)))
        met = [(kind, cells) for kinds, cells in places for kind in kinds]
        return frozenset(kind for kind, _ in met) - {kind for kind, cells in met if self._affects(kind, cells, unit)}

    def _affects(self, marker: str, cells: Iterable[Hex], unit: MapUnit) -> bool:
        """Return whether a marker in a hex, or on the hexside between two hexes, affects a unit."""
        rule = self.costs.marker_rules[marker]
        hostile = rule.against == "all" or any(self.enemies(cell, unit.side) for cell in cells)
        return hostile and unit.fits(rule.having) and not unit.excepted(rule.unless)

    def moved(self, id_: str, cell: Hex) -> Positions:
        """Return a copy of the positions with one unit moved to another hex."""
        return replace(self, units=tuple(unit if unit.id != id_ else replace(unit, hex=cell) for unit in self.units))

    @cached_property
    def cache(self) -> dict[object, object]:
        """Results computed for these positions, such as zones of control."""
        return {}


def positions_of(costs: TerrainCosts, state: State, units: Iterable[Unit] | None = None) -> Positions:
    """Return the positions of the units of a state, in the order of the game data.

    `units` are the units of the state, if the caller has them already. The terrain is that of the map with the markers
    of the state.
    """
    costs = costs.with_markers(state.markers)
    game, grid = costs.game, costs.board.grid
    if units is None:
        units = (unit_of(game, id_, piece) for id_, piece in state.pieces.items() if _on_map(costs, piece))
    found = (map_unit(costs, unit, grid.hex(unit.piece.place)) for unit in units if _on_map(costs, unit.piece))
    fitting = sorted((unit for unit in found if unit.fits(costs.rules.units)), key=lambda unit: costs.ranks[unit.id])
    return Positions(
        costs,
        tuple(fitting),
        {grid.hex(number): markers for number, markers in state.markers.items() if number in costs.numbers},
        {grid.hex(number): side for number, side in state.control.items() if number in costs.numbers},
    )


def _on_map(costs: TerrainCosts, piece: Piece) -> bool:
    """Return whether a counter in play is in a hex of the map."""
    return piece.place in costs.numbers


def controller(positions: Positions, cell: Hex) -> str:
    """Return the side that controls a hex; an empty text if neither side does."""
    rule = positions.costs.controllable.get(cell)
    there = positions.at(cell)
    if rule is None or there:
        return there[0].side if there else positions.control.get(cell, "")
    if rule.held == "occupied":
        return ""
    start = rule.starts.get(positions.costs.board.grid.number(cell), rule.start)
    return positions.control.get(cell, start)


def controlled(positions: Positions) -> dict[Hex, str]:
    """Return the controlling side of every hex that can be controlled; an empty text for no side.

    The hexes are in map order. The caller keeps the result in the state, because control may remain when the units
    leave.
    """
    return {cell: controller(positions, cell) for cell in positions.costs.controllable}


def in_range(positions: Positions, unit: MapUnit, target: Hex) -> bool:
    """Return whether a hex is within a unit's range of fire. A unit without a printed range cannot fire."""
    rules = positions.costs.rules.range
    least = rules.least if rules and positions.costs.in_force(rules) else 1
    return least <= unit.hex.distance_to(target) <= unit.range
