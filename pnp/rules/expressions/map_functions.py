"""Functions of expressions about the map: terrain, roads, positions and zones of control, with hex numbers."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.hexgrid import Hex, Hexside
from pnp.message import join_words
from pnp.model.maprule import MapRules
from pnp.rules.expressions.vocabulary import MARKED_PLACE, FunctionContext, GameVariant, function
from pnp.rules.map.positions import MapUnit, Positions, controlled, controller, map_unit, positions_of
from pnp.rules.map.supply_lines import road_connected
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.map.zones import enemy_zones, is_fortified, next_to_enemies, zone_of
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import hexside_text
from pnp.rules.state.state import State
from pnp.rules.state.unit import Unit

MAX_WITHIN = 50
"""The greatest distance of `within`."""


def terrain_costs_of(variant: GameVariant) -> TerrainCosts:
    """Return the terrain costs under the game's rulings, without markers; the result is cached.

    Raise `RuleError` if the game has no map.
    """
    if variant.board is None:
        raise RuleError("this game has no map")
    if "terrain costs" not in variant.map_cache:
        rules = variant.game.map_rules or MapRules()
        variant.map_cache["terrain costs"] = TerrainCosts(variant.game, variant.board, rules, variant.rulings)
    costs: TerrainCosts = variant.map_cache["terrain costs"]
    return costs


def terrain_costs(context: FunctionContext) -> TerrainCosts:
    """Return the terrain costs of the map with the markers of the state. Raise `RuleError` if the game has no map."""
    return terrain_costs_of(context.variant).with_markers(context.state.markers)


def positions(context: FunctionContext) -> Positions:
    """Return the positions of all units on the map, computed once for each state."""

    def compute_positions() -> Positions:
        """Compute the positions of all units on the map."""
        units = (context.unit(id_) for id_ in context.state.pieces)
        return positions_of(terrain_costs_of(context.variant), context.state, units)

    return context.cached("positions", compute_positions)


def update_control(variant: GameVariant, state: State) -> State:
    """Return a state in which each town or other place belongs to the side of the units in it."""
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
    """Return the hex with this number. Raise `RuleError` if it is not on the map."""
    grid = context.board.grid
    try:
        return grid.hex(number)
    except KeyError:
        raise RuleError(f"hex {number} is not on this map" if number else "a hex number is missing") from None


def hex_numbers(context: FunctionContext, cells: Iterable[Hex]) -> tuple[str, ...]:
    """Return the numbers of hexes, such as `0405`, sorted in the order of the map."""
    costs = terrain_costs_of(context.variant)
    return tuple(map(context.board.grid.number, sorted(cells, key=costs.order.__getitem__)))


def require_rules(context: FunctionContext, kind: str) -> None:
    """Raise `RuleError` if the game has no map rules of this kind, such as supply."""
    if getattr(context.game.map_rules, kind, None) is None:
        raise RuleError(f"the game has no map rules for {kind}", f"write map_rules.{kind}")


def on_map(context: FunctionContext, unit: Unit) -> MapUnit | None:
    """Return a unit with its hex; None if it is not on the map."""
    return positions(context).by_id.get(unit.id)


# ---------------------------------------------------------------- terrain and hexes


@function("is", ("hex", "terrain"), "bool", "terrain")
def _is(context: FunctionContext, number: str, kind: str) -> bool:
    """Return whether a hex has a kind of terrain, place (such as a town) or road."""
    return terrain_costs(context).has(hex_of(context, number), kind)


@function("terrain", ("hex",), "words", "terrain")
def _terrain(context: FunctionContext, number: str) -> tuple[str, ...]:
    """Return the terrain of a hex, and the kinds of places and of terrain markers in it."""
    return terrain_costs(context).kinds(hex_of(context, number))


@function("has_place", ("hex", "terrain"), "bool", "terrain")
def _has_place(context: FunctionContext, number: str, kind: str) -> bool:
    """Return whether a hex has a place of this kind, such as a town."""
    return kind in terrain_costs(context).places_at(hex_of(context, number))


@function("crosses", ("hex", "hex", "terrain"), "bool", "terrain")
def _crosses(context: FunctionContext, start: str, end: str, kind: str) -> bool:
    """Return whether terrain of a kind lies along the hexside between two adjacent hexes."""
    first, second = hex_of(context, start), hex_of(context, end)
    return first.distance_to(second) == 1 and terrain_costs(context).crosses(first, second, kind)


@function("behind", ("hex", "hex", "terrain"), "bool", "terrain")
def _behind(context: FunctionContext, start: str, end: str, kind: str) -> bool:
    """Return whether the wall or ridge between two adjacent hexes faces from the first hex towards the second."""
    first, second = hex_of(context, start), hex_of(context, end)
    return terrain_costs(context).behind(first, second, kind)


@function("along", ("hex", "hex", "terrain"), "bool", "terrain")
def _along(context: FunctionContext, start: str, end: str, kind: str) -> bool:
    """Return whether a road of a kind leads from a hex directly to an adjacent hex."""
    first, second = hex_of(context, start), hex_of(context, end)
    return first.distance_to(second) == 1 and terrain_costs(context).along(first, second, kind)


@function("road_connected", ("hex", "hex", "terrain"), "bool", "terrain")
def _road_connected(context: FunctionContext, start: str, end: str, kind: str) -> bool:
    """Return whether roads of a kind connect two hexes."""
    return road_connected(terrain_costs(context), hex_of(context, start), hex_of(context, end), kind)


@function("combat_effect", ("terrain",), "word", "nothing")
def _combat_effect(context: FunctionContext, kind: str) -> str:
    """Return the combat effect that the terrain effects chart prints for a kind of terrain, such as `left 2`."""
    row = context.game.terrain.get(kind)
    return row.combat if row else ""


@function("barred", ("unit", "hex", "hex"), "bool")
def _barred(context: FunctionContext, unit: Unit, start: str, end: str) -> bool:
    """Return whether terrain prohibits a unit from moving from one hex to an adjacent one. Other units do not count."""
    first, second, now = hex_of(context, start), hex_of(context, end), positions(context)
    mover = map_unit(now.costs, unit, first)
    ignored = now.ignored_markers(mover, first, second)
    adjoining = first.distance_to(second) == 1
    return not adjoining or now.costs.wall(now.class_of(mover), first, second, "prohibited", ignored) is not None


@function("distance", ("hex", "hex"), "int", "nothing")
def _distance(context: FunctionContext, start: str, end: str) -> int:
    """Return the distance between two hexes, measured in hexes."""
    return hex_of(context, start).distance_to(hex_of(context, end))


@function("adjacent", ("hex", "hex"), "bool", "nothing")
def _adjacent(context: FunctionContext, first: str, second: str) -> bool:
    """Return whether two hexes are adjacent."""
    return hex_of(context, first).distance_to(hex_of(context, second)) == 1


@function("neighbours", ("hex",), "hexes", "nothing")
def _neighbours(context: FunctionContext, number: str) -> tuple[str, ...]:
    """Return the hexes adjacent to a hex."""
    return hex_numbers(context, terrain_costs_of(context.variant).neighbours[hex_of(context, number)])


@function("hexside", ("hex", "hex"), "hexside", "nothing")
def _hexside(context: FunctionContext, start: str, end: str) -> str:
    """Return the hexside between two adjacent hexes, such as `C3/D3`. Raise `RuleError` if they are not adjacent."""
    first, second = hex_of(context, start), hex_of(context, end)
    if first.distance_to(second) != 1:
        raise RuleError(f"hexes {start} and {end} are not adjacent", "test with adjacent(...) first")
    return context.board.grid.write_hexside(Hexside.between(first, second))


@function("hexsides", ("hex",), "hexsides", "nothing")
def _hexsides(context: FunctionContext, number: str) -> tuple[str, ...]:
    """Return the hexsides that a hex shares with other hexes of the map."""
    cell, grid = hex_of(context, number), context.board.grid
    numbers = _neighbours(context, number)
    return tuple(grid.write_hexside(Hexside.between(cell, grid.hex(near))) for near in numbers)


@function("within", ("hex", "int"), "hexes", "nothing")
def _within(context: FunctionContext, number: str, reach: int) -> tuple[str, ...]:
    """Return the hexes within a distance of a hex, including the hex itself."""
    if not 0 <= reach <= MAX_WITHIN:
        raise RuleError(f"{reach} is not a valid distance", f"write 0 to {MAX_WITHIN}")
    return hex_numbers(context, (cell for cell in hex_of(context, number).within(reach) if cell in context.board.grid))


@function("hexes_with", ("terrain",), "hexes", "terrain")
def _hexes_with(context: FunctionContext, kind: str) -> tuple[str, ...]:
    """Return all hexes with a kind of terrain, place or road."""
    costs = terrain_costs(context)
    return hex_numbers(context, (cell for cell in costs.order if costs.has(cell, kind)))


@function("edge", ("hex", "edge"), "bool", "nothing")
def _edge(context: FunctionContext, number: str, edge: str) -> bool:
    """Return whether a hex is on a map edge."""
    return hex_of(context, number) in terrain_costs_of(context.variant).edge(edge)


@function("edge_hexes", ("edge",), "hexes", "nothing")
def _edge_hexes(context: FunctionContext, edge: str) -> tuple[str, ...]:
    """Return the hexes of a map edge."""
    return hex_numbers(context, terrain_costs_of(context.variant).edge(edge))


@function("in_region", ("hex", "region"), "bool", "nothing")
def _in_region(context: FunctionContext, number: str, region: str) -> bool:
    """Return whether a hex is in a region of the map."""
    return hex_of(context, number) in context.board.regions.get(region, ())


# ---------------------------------------------------------------- directions and scatter


def _line_of_hexes(context: FunctionContext, number: str, direction: str, steps: int) -> list[str]:
    """Return the numbers of the hexes on a straight line from a hex, its own first; empty texts are off the map."""
    if not 0 <= steps <= MAX_WITHIN:
        raise RuleError(f"{steps} is not a valid number of hexes", f"write 0 to {MAX_WITHIN}")
    cell, grid = hex_of(context, number), context.board.grid
    directions = context.game.map.directions if context.game.map else ()
    if direction not in directions:
        wrong = f"{direction} is not a direction on this map" if direction else "a direction is missing"
        raise RuleError(wrong, f"write {join_words(directions, 'or')}")
    found = [number]
    for _ in range(steps):
        cell = cell.neighbour(directions.index(direction))
        found.append(grid.number(cell) if cell in grid else "")
    return found


@function("toward", ("hex", "direction", "int"), "word", "nothing")
def _toward(context: FunctionContext, number: str, direction: str, steps: int) -> str:
    """Return the hex `steps` hexes from a hex in a direction such as `NE`; empty if it is off the map."""
    return _line_of_hexes(context, number, direction, steps)[-1]


@function("leaves_by", ("hex", "direction", "int"), "word", "nothing")
def _leaves_by(context: FunctionContext, number: str, direction: str, steps: int) -> str:
    """Return the last hex on the map of a line of `steps` hexes; empty if the line stays on the map.

    A line that returns to the map farther on has left it.
    """
    line = _line_of_hexes(context, number, direction, steps)
    return line[line.index("") - 1] if "" in line else ""


@function("scatter", ("int",), "word", "nothing")
def _scatter_direction(context: FunctionContext, die: int) -> str:
    """Return the direction for a die result in the scatter diagram of the map, such as `NE`."""
    diagram = context.game.map.scatter if context.game.map else {}
    if not diagram:
        raise RuleError("the map has no scatter diagram", "write map.scatter")
    if str(die) not in diagram:
        raise RuleError(f"the scatter diagram has no direction for {die}", "write a line for it in map.scatter")
    return diagram[str(die)]


@function("scatter", ("hex", "int", "int"), "word", "nothing")
def _scatter(context: FunctionContext, number: str, die: int, steps: int) -> str:
    """Return the hex to which a die result scatters, `steps` hexes away; empty if it is off the map.

    The scatter diagram of the map gives the direction.
    """
    return _line_of_hexes(context, number, _scatter_direction(context, die), steps)[-1]


# ---------------------------------------------------------------- markers


@function("markers", (MARKED_PLACE, "word"), "int")
def _markers(context: FunctionContext, place: str, word: str) -> int:
    """Return the number of markers of a kind in a hex or a box, or on a hexside."""
    if "/" in place and place not in context.game.boxes:
        place = hexside_text(context.variant.board, place)
    markers: tuple[str, ...] = context.state.markers.get(place, ())
    return markers.count(word)


@function("marked_places", ("word",), "words")
def _marked_places(context: FunctionContext, word: str) -> tuple[str, ...]:
    """Return the hexes, hexsides and boxes with a marker of a kind, sorted by their names."""
    return tuple(sorted(place for place, words in context.state.markers.items() if word in words))


# ---------------------------------------------------------------- units


def _units_in(context: FunctionContext, place: str) -> tuple[Unit | MapUnit, ...]:
    """Return the units in a hex or a box, in the order of the game data."""
    if place not in context.game.boxes:
        return positions(context).at(hex_of(context, place))
    ranks = terrain_costs_of(context.variant).ranks
    return tuple(context.unit(id_) for id_ in sorted(context.state.pieces_at(place), key=ranks.__getitem__))


@function("units_at", ("hex",), "units")
def _units_at(context: FunctionContext, number: str) -> tuple[str, ...]:
    """Return the units in a hex or a box."""
    return tuple(unit.id for unit in _units_in(context, number))


@function("units_at", ("hex", "side"), "units")
def _units_at_of(context: FunctionContext, number: str, side: str) -> tuple[str, ...]:
    """Return the units of a side in a hex or a box."""
    return tuple(unit.id for unit in _units_in(context, number) if unit.side == side)


@function("stack", ("hex",), "units")
def _stack(context: FunctionContext, number: str) -> tuple[str, ...]:
    """Return the units in a hex from top to bottom, if the game has ordered stacks."""
    rules = context.game.map_rules
    if rules is None or rules.stacking is None or not rules.stacking.ordered:
        raise RuleError("the stacks of this game have no order", "write map_rules.stacking.ordered: true, or units_at")
    there = [unit.id for unit in _units_in(context, number)]
    order = context.state.stacks.get(number, ())
    return tuple(sorted(there, key=order.index)) if order else tuple(there)


@function("occupied", ("hex",), "bool")
def _occupied(context: FunctionContext, number: str) -> bool:
    """Return whether a hex or a box contains a unit."""
    return bool(_units_in(context, number))


@function("enemies_next_to", ("hex", "side"), "units")
def _enemies_next_to(context: FunctionContext, number: str, side: str) -> tuple[str, ...]:
    """Return the enemies of a side that are adjacent to a hex."""
    return tuple(unit.id for unit in next_to_enemies(positions(context), hex_of(context, number), side))


@function("on_map", ("unit",), "bool")
def _on_map(context: FunctionContext, unit: Unit) -> bool:
    """Return whether a unit is in a hex of the map."""
    return on_map(context, unit) is not None


@function("in_zoc", ("hex", "side"), "bool")
def _in_zoc(context: FunctionContext, number: str, side: str) -> bool:
    """Return whether a hex is in the zone of control of any unit of a side."""
    require_rules(context, "zoc")
    cell, now = hex_of(context, number), positions(context)
    return any(unit.side == side and cell in zone_of(now, unit) for unit in now.units)


@function("in_enemy_zoc", ("hex", "side"), "bool")
def _in_enemy_zoc(context: FunctionContext, number: str, side: str) -> bool:
    """Return whether a hex is in the zone of control of any enemy of a side."""
    require_rules(context, "zoc")
    return hex_of(context, number) in enemy_zones(positions(context), side)


@function("in_enemy_zoc", ("unit",), "bool")
def _unit_in_enemy_zoc(context: FunctionContext, unit: Unit) -> bool:
    """Return whether a unit is in an enemy zone of control."""
    require_rules(context, "zoc")
    mover = on_map(context, unit)
    return mover is not None and mover.hex in enemy_zones(positions(context), unit.side)


@function("fortified", ("hex",), "bool")
def _fortified(context: FunctionContext, number: str) -> bool:
    """Return whether the units in a hex are fortified by a marker there."""
    require_rules(context, "zoc")
    cell, now = hex_of(context, number), positions(context)
    return any(is_fortified(now, cell, unit.side) for unit in now.at(cell))


@function("controller", ("hex",), "word")
def _controller(context: FunctionContext, number: str) -> str:
    """Return the side that controls a hex; empty if no side does."""
    return controller(positions(context), hex_of(context, number))


@function("controlled", ("side", "terrain"), "hexes")
def _controlled(context: FunctionContext, side: str, kind: str) -> tuple[str, ...]:
    """Return the hexes that a side controls and that contain a kind of place, such as a town."""
    now = positions(context)
    return hex_numbers(context, (c for c, owner in controlled(now).items() if owner == side and now.costs.has(c, kind)))
