"""Functions that expressions can call: moves, retreats, stacking and supply of units, on numbered hexes.

A unit that is not on the map may do nothing: it reaches no hex, traces no supply line, and cannot retreat.
"""

from __future__ import annotations

from fractions import Fraction

from pnp.hexgrid import Hex
from pnp.model.maprule import read_amount
from pnp.rules.expressions.map_functions import hex_numbers, hex_of, on_map, positions, require_rules, terrain_costs_of
from pnp.rules.expressions.vocabulary import FunctionContext, function
from pnp.rules.map.after_combat import MAX_RETREAT, may_advance, retreat_paths, retreats
from pnp.rules.map.move_cost import Mover
from pnp.rules.map.movement import Route, points_after_entry, route_to, routes, walk
from pnp.rules.map.positions import in_range, map_unit
from pnp.rules.map.route_text import amount_text
from pnp.rules.map.stack_limits import overstacked, stack_legal
from pnp.rules.map.supply_lines import SupplyLine, supply_line
from pnp.rules.map.zones import prohibition
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import Unit

# ---------------------------------------------------------------- movement


def _route(context: FunctionContext, unit: Unit, number: str) -> Route | None:
    """Return the cheapest route of a unit to a hex; None if the unit cannot reach it."""
    require_rules(context, "movement")
    mover = on_map(context, unit)
    return None if mover is None else route_to(positions(context), mover, hex_of(context, number))


@function("allowance", ("unit",), "int")
def _allowance(context: FunctionContext, unit: Unit) -> int:
    """Return the movement allowance of a unit in whole movement points."""
    require_rules(context, "movement")
    mover = on_map(context, unit)
    return 0 if mover is None else int(Mover(positions(context), mover).allowance.mp)


@function("reachable", ("unit",), "hexes")
def _reachable(context: FunctionContext, unit: Unit) -> tuple[str, ...]:
    """Return the hexes that a unit can reach, without its own hex."""
    require_rules(context, "movement")
    mover = on_map(context, unit)
    return () if mover is None else hex_numbers(context, routes(positions(context), mover))


@function("reachable", ("unit", "int"), "hexes")
def _reachable_for(context: FunctionContext, unit: Unit, points: int) -> tuple[str, ...]:
    """Return the hexes that a unit can reach with `points` movement points instead of its allowance."""
    require_rules(context, "movement")
    mover = on_map(context, unit)
    return () if mover is None else hex_numbers(context, routes(positions(context), mover, Fraction(points)))


@function("reachable", ("unit", "word"), "hexes")
def _reachable_for_amount(context: FunctionContext, unit: Unit, points: str) -> tuple[str, ...]:
    """Return the hexes that a unit can reach with movement points such as `3½` instead of its allowance."""
    require_rules(context, "movement")
    try:
        number = read_amount(points)
    except ValueError as error:
        raise RuleError(str(error)) from None
    mover = on_map(context, unit)
    return () if mover is None else hex_numbers(context, routes(positions(context), mover, number))


@function("points_after_entry", ("unit", "hex", "bool"), "word")
def _points_after_entry(context: FunctionContext, unit: Unit, number: str, by_road: bool) -> str:
    """Return the movement points that a unit has left after entering the map in a hex, such as `3½`.

    They are 0 if it must stop there, and empty if it may not enter. If the last argument is true, a road that leads off
    the map there counts.
    """
    require_rules(context, "movement")
    now = positions(context)
    left = points_after_entry(now, map_unit(now.costs, unit, hex_of(context, number)), by_road=by_road)
    return "" if left is None else amount_text(left)


@function("can_reach", ("unit", "hex"), "bool")
def _can_reach(context: FunctionContext, unit: Unit, number: str) -> bool:
    """Return whether a unit can move to a hex."""
    return _route(context, unit, number) is not None


@function("may_enter", ("unit", "hex"), "bool")
def _may_enter(context: FunctionContext, unit: Unit, number: str) -> bool:
    """Return whether a unit may enter a hex from at least one adjacent hex, or is already in it.

    The unit may be anywhere. Terrain, enemy units and all else in `map_rules.movement.blocked_by` count, but neither
    movement points nor the effects of zones of control on a move.
    """
    require_rules(context, "movement")
    cell, now = hex_of(context, number), positions(context)
    mover = on_map(context, unit) or map_unit(now.costs, unit, cell)
    bars = now.costs.rules.movement.blocked_by if now.costs.rules.movement else ()
    starts = now.costs.neighbours[cell]
    return unit.hex == number or any(prohibition(now, mover, start, cell, bars, "move") is None for start in starts)


@function("move_cost", ("unit", "hex"), "word")
def _move_cost(context: FunctionContext, unit: Unit, number: str) -> str:
    """Return the cost of the cheapest route to a hex, such as `2½`; empty if the unit cannot move there."""
    route = _route(context, unit, number)
    return "" if route is None else amount_text(route.mp)


@function("move_pace", ("unit", "hex"), "word")
def _move_pace(context: FunctionContext, unit: Unit, number: str) -> str:
    """Return how a unit reaches a hex: `move`, `march` or `minimum`; empty if it cannot."""
    route = _route(context, unit, number)
    return "" if route is None else route.pace


@function("move_path", ("unit", "hex"), "hexes")
def _move_path(context: FunctionContext, unit: Unit, number: str) -> tuple[str, ...]:
    """Return the hexes of the cheapest route of a unit to a hex; empty if it cannot move there.

    The first hex is the unit's own.
    """
    route = _route(context, unit, number)
    return () if route is None else tuple(map(context.board.grid.number, route.hexes))


def _route_along(context: FunctionContext, unit: Unit, path: tuple[str, ...]) -> Route | None:
    """Return the route of a unit along the hexes of a path; None if the unit is not on the map."""
    require_rules(context, "movement")
    mover = on_map(context, unit)
    return None if mover is None else walk(positions(context), mover, [hex_of(context, n) for n in path])


@function("may_move", ("unit", "hexes"), "bool")
def _may_move(context: FunctionContext, unit: Unit, numbers: tuple[str, ...]) -> bool:
    """Return whether a unit may move along a path of hexes."""
    route = _route_along(context, unit, numbers)
    return route is not None and route.refused is None


@function("move_cost", ("unit", "hexes"), "word")
def _path_cost(context: FunctionContext, unit: Unit, numbers: tuple[str, ...]) -> str:
    """Return the cost of a path of hexes, such as `2½`; empty if the unit may not move along it."""
    route = _route_along(context, unit, numbers)
    return "" if route is None or route.refused is not None else amount_text(route.mp)


# ---------------------------------------------------------------- stacking, retreats, advances, range


@function("stack_legal", ("hex",), "bool")
def _stack_legal(context: FunctionContext, number: str) -> bool:
    """Return whether the units in a hex comply with the stacking limits."""
    require_rules(context, "stacking")
    return stack_legal(positions(context), hex_of(context, number))


@function("stack_legal", ("hex", "units"), "bool")
def _stack_legal_with(context: FunctionContext, number: str, units: tuple[Unit, ...]) -> bool:
    """Return whether units may join the friendly units in a hex under the stacking limits."""
    require_rules(context, "stacking")
    cell = hex_of(context, number)
    entering = [on_map(context, unit) or map_unit(terrain_costs_of(context.variant), unit, cell) for unit in units]
    return stack_legal(positions(context), cell, entering)


@function("overstacked", (), "hexes")
def _overstacked(context: FunctionContext) -> tuple[str, ...]:
    """Return the hexes that violate the stacking limits."""
    require_rules(context, "stacking")
    return hex_numbers(context, overstacked(positions(context)))


def _check_retreat(context: FunctionContext, hexes: int) -> None:
    """Raise `RuleError` if the game does not have rules for retreats, or if a retreat cannot be this long."""
    require_rules(context, "retreat")
    if not 0 <= hexes <= MAX_RETREAT:
        raise RuleError(f"{hexes} is not a valid length of a retreat", f"write 0 to {MAX_RETREAT}")


def _retreats(context: FunctionContext, unit: Unit, hexes: int, barred: tuple[str, ...] = ()) -> tuple[Hex | None, ...]:
    """Return the hexes in which a unit's retreat of this length can end, with None for off the map."""
    _check_retreat(context, hexes)
    mover = on_map(context, unit)
    cells = [hex_of(context, number) for number in barred]
    return () if mover is None else tuple(retreats(positions(context), mover, hexes, cells))


@function("retreat_hexes", ("unit", "int"), "hexes")
def _retreat_hexes(context: FunctionContext, unit: Unit, hexes: int) -> tuple[str, ...]:
    """Return the hexes in which a unit's retreat of this number of hexes can end."""
    return hex_numbers(context, (cell for cell in _retreats(context, unit, hexes) if cell is not None))


@function("retreat_hexes", ("unit", "int", "hexes"), "hexes")
def _retreat_hexes_but(context: FunctionContext, unit: Unit, hexes: int, barred: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hexes in which a unit's retreat can end without entering barred hexes.

    The retreat has this number of hexes.
    """
    return hex_numbers(context, (cell for cell in _retreats(context, unit, hexes, barred) if cell is not None))


def _path_texts(context: FunctionContext, unit: Unit, hexes: int, barred: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the paths of a unit's retreat of this length as texts such as `D4 C4 B4`, in map order."""
    _check_retreat(context, hexes)
    mover, number = on_map(context, unit), context.board.grid.number
    cells = [hex_of(context, one) for one in barred]
    paths = retreat_paths(positions(context), mover, hexes, cells) if mover is not None else ()
    return tuple(" ".join(map(number, path.hexes)) for path in paths if path.end is not None)


@function("retreat_paths", ("unit", "int"), "words")
def _retreat_paths(context: FunctionContext, unit: Unit, hexes: int) -> tuple[str, ...]:
    """Return the paths by which a unit may retreat `hexes` hexes, each as a text such as `D4 C4 B4`.

    A path begins with the unit's own hex. Paths off the map are not included.
    """
    return _path_texts(context, unit, hexes)


@function("retreat_paths", ("unit", "int", "hexes"), "words")
def _retreat_paths_but(context: FunctionContext, unit: Unit, hexes: int, barred: tuple[str, ...]) -> tuple[str, ...]:
    """Return the paths by which a unit may retreat `hexes` hexes without entering barred hexes."""
    return _path_texts(context, unit, hexes, barred)


@function("entered", ("word",), "hexes", "nothing")
def _entered(context: FunctionContext, path: str) -> tuple[str, ...]:
    """Return the hexes that a path such as `D4 C4 B4` enters: all but the first."""
    numbers = path.split()
    for number in numbers:
        hex_of(context, number)
    return tuple(numbers[1:])


@function("retreats_off_map", ("unit", "int"), "bool")
def _retreats_off_map(context: FunctionContext, unit: Unit, hexes: int) -> bool:
    """Return whether a unit's retreat of this number of hexes can leave the map."""
    return None in _retreats(context, unit, hexes)


@function("may_advance", ("unit", "hex"), "bool")
def _may_advance(context: FunctionContext, unit: Unit, number: str) -> bool:
    """Return whether a unit may advance into an adjacent hex."""
    require_rules(context, "advance")
    mover = on_map(context, unit)
    return mover is not None and may_advance(positions(context), mover, hex_of(context, number))


@function("in_range", ("unit", "hex"), "bool")
def _in_range(context: FunctionContext, unit: Unit, number: str) -> bool:
    """Return whether a hex is within a unit's range of fire."""
    mover = on_map(context, unit)
    return mover is not None and in_range(positions(context), mover, hex_of(context, number))


# ---------------------------------------------------------------- supply


def _supply_line(context: FunctionContext, unit: Unit, edge: str = "") -> SupplyLine | None:
    """Return the supply line of a unit to a source, or to a map edge if one is named; else None."""
    require_rules(context, "supply")
    mover = on_map(context, unit)
    if mover is None:
        return None
    return context.cached(("supply", unit.id, edge), lambda: supply_line(positions(context), mover, edge))


@function("traces", ("unit",), "bool")
def _traces(context: FunctionContext, unit: Unit) -> bool:
    """Return whether a unit's supply line reaches a source."""
    return _supply_line(context, unit) is not None


@function("traces", ("unit", "edge"), "bool")
def _traces_to(context: FunctionContext, unit: Unit, edge: str) -> bool:
    """Return whether a unit's supply line reaches a map edge that is a source for it."""
    return _supply_line(context, unit, edge) is not None


@function("supply_path", ("unit",), "hexes")
def _supply_path(context: FunctionContext, unit: Unit) -> tuple[str, ...]:
    """Return the hexes of a unit's supply line, from its own hex to the source; empty if it has none."""
    line = _supply_line(context, unit)
    return () if line is None else tuple(map(context.board.grid.number, line.hexes))


@function("supply_path", ("unit", "edge"), "hexes")
def _supply_path_to(context: FunctionContext, unit: Unit, edge: str) -> tuple[str, ...]:
    """Return the hexes of a unit's supply line to a map edge; empty if there is none."""
    line = _supply_line(context, unit, edge)
    return () if line is None else tuple(map(context.board.grid.number, line.hexes))


@function("supply_steps", ("unit",), "int")
def _supply_steps(context: FunctionContext, unit: Unit) -> int:
    """Return the length of a unit's supply line, as the supply rules count it.

    Raise `RuleError` if it has none.
    """
    line = _supply_line(context, unit)
    if line is None:
        raise RuleError(f"{unit.label} has no supply line", "test with traces(unit) first")
    return line.counted
