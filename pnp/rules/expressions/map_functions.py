"""The functions of expressions about the map: where things lie, and who stands where. Hexes are their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.hexgrid import Hex, distance, within
from pnp.model.maprule import MapRules
from pnp.rules.expressions.vocabulary import FunctionContext, GameVariant, function
from pnp.rules.map.control import controlled, controller
from pnp.rules.map.positions import MapUnit, Positions, positions_of
from pnp.rules.map.supply_lines import road_connected
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.map.zones import enemy_zones, is_fortified, next_to_enemies, zone_of
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import State
from pnp.rules.state.unit import Unit

MAX_WITHIN = 50
"""The widest circle that is looked at."""


def terrain_costs_of(variant: GameVariant) -> TerrainCosts:
    """The ground of a setting, worked out once; `RuleError` without a map."""
    if variant.board is None:
        raise RuleError("this game has no map")
    if "terrain costs" not in variant.cache:
        rules = variant.game.map_rules or MapRules()
        variant.cache["terrain costs"] = TerrainCosts(variant.game, variant.board, rules, variant.rulings)
    costs: TerrainCosts = variant.cache["terrain costs"]
    return costs


def positions(context: FunctionContext) -> Positions:
    """Where the units stand in a context, worked out once for each state."""

    def compute() -> Positions:
        units = (context.unit(id_) for id_ in context.state.pieces)
        return positions_of(terrain_costs_of(context.variant), context.state, units)

    return context.cached("positions", compute)


def update_control(variant: GameVariant, state: State) -> State:
    """The state with every place that can be controlled given to the side that a unit there makes its owner."""
    costs = terrain_costs_of(variant)
    if not costs.controllable:
        return state
    owners = controlled(positions_of(costs, state))
    number = costs.board.grid.number
    changes = {number(cell): side for cell, side in owners.items() if side and state.control.get(number(cell)) != side}
    for cell, side in changes.items():
        state = state.with_control((cell,), side)
    return state


def hex_of(context: FunctionContext, number: str) -> Hex:
    """The hex of a number; `RuleError` if the map has none such."""
    grid = context.board.grid
    try:
        return grid.hex(number)
    except KeyError:
        raise RuleError(f"{number or 'an empty word'} is no hex of this map") from None


def hex_numbers(context: FunctionContext, cells: Iterable[Hex]) -> tuple[str, ...]:
    """Hex numbers in the order of the map."""
    costs = terrain_costs_of(context.variant)
    return tuple(map(context.board.grid.number, sorted(cells, key=costs.order.__getitem__)))


def require_rules(context: FunctionContext, part: str) -> None:
    """Say so if the game has no rules of a kind."""
    if getattr(context.game.map_rules, part, None) is None:
        raise RuleError(f"the rules of the map say nothing of {part}", f"write map_rules.{part}")


def on_map(context: FunctionContext, unit: Unit) -> MapUnit | None:
    """A unit as it mover on the map; None if it does not."""
    return positions(context).by_id.get(unit.id)


# ---------------------------------------------------------------- where things lie


@function("is", ("hex", "terrain"), "bool", "nothing")
def _is(context: FunctionContext, number: str, kind: str) -> bool:
    """Is a hex of some terrain, or has it such a place or road?"""
    return terrain_costs_of(context.variant).has(hex_of(context, number), kind)


@function("terrain", ("hex",), "words", "nothing")
def _terrain(context: FunctionContext, number: str) -> tuple[str, ...]:
    """The terrain of a hex and the kinds of place in it."""
    return terrain_costs_of(context.variant).kinds(hex_of(context, number))


@function("has_place", ("hex", "terrain"), "bool", "nothing")
def _has_place(context: FunctionContext, number: str, kind: str) -> bool:
    """Does a place of some kind stand in a hex?"""
    site = context.board.sites.get(hex_of(context, number))
    return site is not None and kind in site.kinds


@function("crosses", ("hex", "hex", "terrain"), "bool", "nothing")
def _crosses(context: FunctionContext, one: str, other: str, kind: str) -> bool:
    """Does terrain of some kind lie along the hexside between two neighbours?"""
    first, second = hex_of(context, one), hex_of(context, other)
    return distance(first, second) == 1 and terrain_costs_of(context.variant).crosses(first, second, kind)


@function("behind", ("hex", "hex", "terrain"), "bool", "nothing")
def _behind(context: FunctionContext, one: str, other: str, kind: str) -> bool:
    """Does a wall or a ridge between two neighbours face away from the first, towards the second?"""
    first, second = hex_of(context, one), hex_of(context, other)
    return (first, second, kind) in context.board.held


@function("along", ("hex", "hex", "terrain"), "bool", "nothing")
def _along(context: FunctionContext, one: str, other: str, kind: str) -> bool:
    """Does a road of some kind lead straight from a hex to its neighbour?"""
    first, second = hex_of(context, one), hex_of(context, other)
    return distance(first, second) == 1 and terrain_costs_of(context.variant).along(first, second, kind)


@function("road_connected", ("hex", "hex", "terrain"), "bool", "nothing")
def _road_connected(context: FunctionContext, one: str, other: str, kind: str) -> bool:
    """Do roads of some kind lead from a hex to another?"""
    return road_connected(terrain_costs_of(context.variant), hex_of(context, one), hex_of(context, other), kind)


@function("distance", ("hex", "hex"), "int", "nothing")
def _distance(context: FunctionContext, one: str, other: str) -> int:
    """Hexes from one to another."""
    return distance(hex_of(context, one), hex_of(context, other))


@function("adjacent", ("hex", "hex"), "bool", "nothing")
def _adjacent(context: FunctionContext, one: str, other: str) -> bool:
    """Are two hexes neighbours?"""
    return distance(hex_of(context, one), hex_of(context, other)) == 1


@function("neighbours", ("hex",), "hexes", "nothing")
def _neighbours(context: FunctionContext, number: str) -> tuple[str, ...]:
    """The hexes next to one."""
    return hex_numbers(context, terrain_costs_of(context.variant).neighbours[hex_of(context, number)])


@function("within", ("hex", "int"), "hexes", "nothing")
def _within(context: FunctionContext, number: str, reach: int) -> tuple[str, ...]:
    """The hexes at most so far from one, itself among them."""
    if not 0 <= reach <= MAX_WITHIN:
        raise RuleError(f"within {reach} hexes cannot be looked at", f"write 0 to {MAX_WITHIN}")
    return hex_numbers(context, (cell for cell in within(hex_of(context, number), reach) if cell in context.board.grid))


@function("hexes_with", ("terrain",), "hexes", "nothing")
def _hexes_with(context: FunctionContext, kind: str) -> tuple[str, ...]:
    """All hexes of some terrain, or with such a place or road."""
    costs = terrain_costs_of(context.variant)
    return hex_numbers(context, (cell for cell in costs.order if costs.has(cell, kind)))


@function("edge", ("hex", "edge"), "bool", "nothing")
def _edge(context: FunctionContext, number: str, edge: str) -> bool:
    """Is a hex one of an edge of the map?"""
    return hex_of(context, number) in terrain_costs_of(context.variant).edge(edge)


@function("edge_hexes", ("edge",), "hexes", "nothing")
def _edge_hexes(context: FunctionContext, edge: str) -> tuple[str, ...]:
    """The hexes of an edge of the map."""
    return hex_numbers(context, terrain_costs_of(context.variant).edge(edge))


@function("in_region", ("hex", "region"), "bool", "nothing")
def _in_region(context: FunctionContext, number: str, region: str) -> bool:
    """Is a hex one of a region of the map?"""
    return hex_of(context, number) in context.board.regions.get(region, ())


# ---------------------------------------------------------------- who stands where


def _at(context: FunctionContext, place: str) -> tuple[Unit | MapUnit, ...]:
    """The units in a hex or a box, in the order of the data."""
    if place not in context.game.boxes:
        return positions(context).at(hex_of(context, place))
    ranks = terrain_costs_of(context.variant).ranks
    return tuple(context.unit(id_) for id_ in sorted(context.state.pieces_at(place), key=ranks.__getitem__))


@function("units_at", ("hex",), "units")
def _units_at(context: FunctionContext, number: str) -> tuple[str, ...]:
    """The units in a hex or a box."""
    return tuple(unit.id for unit in _at(context, number))


@function("units_at", ("hex", "side"), "units")
def _units_at_of(context: FunctionContext, number: str, side: str) -> tuple[str, ...]:
    """The units of a side in a hex or a box."""
    return tuple(unit.id for unit in _at(context, number) if unit.side == side)


@function("occupied", ("hex",), "bool")
def _occupied(context: FunctionContext, number: str) -> bool:
    """Is any unit in a hex?"""
    return bool(_at(context, number))


@function("enemies_next_to", ("hex", "side"), "units")
def _enemies_next_to(context: FunctionContext, number: str, side: str) -> tuple[str, ...]:
    """The enemies of a side next to a hex."""
    return tuple(unit.id for unit in next_to_enemies(positions(context), hex_of(context, number), side))


@function("on_map", ("unit",), "bool")
def _on_map(context: FunctionContext, unit: Unit) -> bool:
    """Does a unit stand in a hex of the map?"""
    return on_map(context, unit) is not None


@function("in_zoc", ("hex", "side"), "bool")
def _in_zoc(context: FunctionContext, number: str, side: str) -> bool:
    """Does a hex lie in the zone of control of a unit of a side?"""
    require_rules(context, "zoc")
    cell, now = hex_of(context, number), positions(context)
    return any(unit.side == side and cell in zone_of(now, unit) for unit in now.units)


@function("in_enemy_zoc", ("hex", "side"), "bool")
def _in_enemy_zoc(context: FunctionContext, number: str, side: str) -> bool:
    """Does a hex lie in the zone of control of an enemy of a side?"""
    require_rules(context, "zoc")
    return hex_of(context, number) in enemy_zones(positions(context), side)


@function("in_enemy_zoc", ("unit",), "bool")
def _unit_in_enemy_zoc(context: FunctionContext, unit: Unit) -> bool:
    """Does a unit stand in the zone of control of an enemy?"""
    require_rules(context, "zoc")
    mover = on_map(context, unit)
    return mover is not None and mover.hex in enemy_zones(positions(context), unit.side)


@function("fortified", ("hex",), "bool")
def _fortified(context: FunctionContext, number: str) -> bool:
    """Are the units in a hex fortified by a marker there?"""
    require_rules(context, "zoc")
    cell, now = hex_of(context, number), positions(context)
    return any(is_fortified(now, cell, unit.side) for unit in now.at(cell))


@function("controller", ("hex",), "word")
def _controller(context: FunctionContext, number: str) -> str:
    """The side that controls a hex; empty if none does."""
    return controller(positions(context), hex_of(context, number))


@function("controlled", ("side", "terrain"), "hexes")
def _controlled(context: FunctionContext, side: str, kind: str) -> tuple[str, ...]:
    """The hexes with a place of some kind that a side controls."""
    now = positions(context)
    return hex_numbers(context, (c for c, owner in controlled(now).items() if owner == side and now.costs.has(c, kind)))
