"""The functions of expressions about the map: where things lie, and who stands where. Hexes are their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.hexgrid import Hex, distance, within
from pnp.model.maprule import MapRules
from pnp.rules.control import controlled, controller
from pnp.rules.ground import Ground
from pnp.rules.situation import MapUnit, Situation, situation_of
from pnp.rules.state import State
from pnp.rules.supply import road_connected
from pnp.rules.unit import Unit
from pnp.rules.vocabulary import Context, Setting, Unplayable, function
from pnp.rules.zoc import enemy_zones, is_fortified, next_to_enemies, zone_of

MAX_WITHIN = 50
"""The widest circle that is looked at."""


def ground_of(setting: Setting) -> Ground:
    """The ground of a setting, worked out once; `Unplayable` without a map."""
    if setting.board is None:
        raise Unplayable("this game has no map")
    if "ground" not in setting.cache:
        rules = setting.game.map_rules or MapRules()
        setting.cache["ground"] = Ground(setting.game, setting.board, rules, setting.rulings)
    ground: Ground = setting.cache["ground"]
    return ground


def situation(context: Context) -> Situation:
    """Where the units stand in a context, worked out once for each state."""

    def make() -> Situation:
        units = (context.unit(id_) for id_ in context.state.pieces)
        return situation_of(ground_of(context.setting), context.state, units)

    return context.once("situation", make)


def settle_control(setting: Setting, state: State) -> State:
    """The state with every place that can be controlled given to the side that a unit there makes its owner."""
    ground = ground_of(setting)
    if not ground.controllable:
        return state
    held = controlled(situation_of(ground, state))
    number = ground.board.grid.number
    changes = {number(cell): side for cell, side in held.items() if side and state.control.get(number(cell)) != side}
    for cell, side in changes.items():
        state = state.with_control((cell,), side)
    return state


def hex_of(context: Context, number: str) -> Hex:
    """The hex of a number; `Unplayable` if the map has none such."""
    grid = context.board.grid
    try:
        return grid.hex(number)
    except KeyError:
        raise Unplayable(f"{number or 'an empty word'} is no hex of this map") from None


def hex_numbers(context: Context, cells: Iterable[Hex]) -> tuple[str, ...]:
    """Hex numbers in the order of the map."""
    ground = ground_of(context.setting)
    return tuple(map(context.board.grid.number, sorted(cells, key=ground.order.__getitem__)))


def needs(context: Context, part: str) -> None:
    """Say so if the game has no rules of a kind."""
    if getattr(context.game.map_rules, part, None) is None:
        raise Unplayable(f"the rules of the map say nothing of {part}", f"write map_rules.{part}")


def on_map(context: Context, unit: Unit) -> MapUnit | None:
    """A unit as it stands on the map; None if it does not."""
    return situation(context).by_id.get(unit.id)


# ---------------------------------------------------------------- where things lie


@function("is", ("hex", "terrain"), "bool", "nothing")
def _is(context: Context, number: str, kind: str) -> bool:
    """Is a hex of some terrain, or has it such a place or road?"""
    return ground_of(context.setting).has(hex_of(context, number), kind)


@function("terrain", ("hex",), "words", "nothing")
def _terrain(context: Context, number: str) -> tuple[str, ...]:
    """The terrain of a hex and the kinds of place in it."""
    return ground_of(context.setting).kinds(hex_of(context, number))


@function("has_place", ("hex", "terrain"), "bool", "nothing")
def _has_place(context: Context, number: str, kind: str) -> bool:
    """Does a place of some kind stand in a hex?"""
    site = context.board.sites.get(hex_of(context, number))
    return site is not None and kind in site.kinds


@function("crosses", ("hex", "hex", "terrain"), "bool", "nothing")
def _crosses(context: Context, one: str, other: str, kind: str) -> bool:
    """Does terrain of some kind lie along the hexside between two neighbours?"""
    first, second = hex_of(context, one), hex_of(context, other)
    return distance(first, second) == 1 and ground_of(context.setting).crosses(first, second, kind)


@function("behind", ("hex", "hex", "terrain"), "bool", "nothing")
def _behind(context: Context, one: str, other: str, kind: str) -> bool:
    """Does a wall or a ridge between two neighbours face away from the first, towards the second?"""
    first, second = hex_of(context, one), hex_of(context, other)
    return (first, second, kind) in context.board.held


@function("along", ("hex", "hex", "terrain"), "bool", "nothing")
def _along(context: Context, one: str, other: str, kind: str) -> bool:
    """Does a road of some kind lead straight from a hex to its neighbour?"""
    first, second = hex_of(context, one), hex_of(context, other)
    return distance(first, second) == 1 and ground_of(context.setting).along(first, second, kind)


@function("road_connected", ("hex", "hex", "terrain"), "bool", "nothing")
def _road_connected(context: Context, one: str, other: str, kind: str) -> bool:
    """Do roads of some kind lead from a hex to another?"""
    return road_connected(ground_of(context.setting), hex_of(context, one), hex_of(context, other), kind)


@function("distance", ("hex", "hex"), "int", "nothing")
def _distance(context: Context, one: str, other: str) -> int:
    """Hexes from one to another."""
    return distance(hex_of(context, one), hex_of(context, other))


@function("adjacent", ("hex", "hex"), "bool", "nothing")
def _adjacent(context: Context, one: str, other: str) -> bool:
    """Are two hexes neighbours?"""
    return distance(hex_of(context, one), hex_of(context, other)) == 1


@function("neighbours", ("hex",), "hexes", "nothing")
def _neighbours(context: Context, number: str) -> tuple[str, ...]:
    """The hexes next to one."""
    return hex_numbers(context, ground_of(context.setting).neighbours[hex_of(context, number)])


@function("within", ("hex", "int"), "hexes", "nothing")
def _within(context: Context, number: str, reach: int) -> tuple[str, ...]:
    """The hexes at most so far from one, itself among them."""
    if not 0 <= reach <= MAX_WITHIN:
        raise Unplayable(f"within {reach} hexes cannot be looked at", f"write 0 to {MAX_WITHIN}")
    return hex_numbers(context, (cell for cell in within(hex_of(context, number), reach) if cell in context.board.grid))


@function("hexes_with", ("terrain",), "hexes", "nothing")
def _hexes_with(context: Context, kind: str) -> tuple[str, ...]:
    """All hexes of some terrain, or with such a place or road."""
    ground = ground_of(context.setting)
    return hex_numbers(context, (cell for cell in ground.order if ground.has(cell, kind)))


@function("edge", ("hex", "edge"), "bool", "nothing")
def _edge(context: Context, number: str, edge: str) -> bool:
    """Is a hex one of an edge of the map?"""
    return hex_of(context, number) in ground_of(context.setting).edge(edge)


@function("edge_hexes", ("edge",), "hexes", "nothing")
def _edge_hexes(context: Context, edge: str) -> tuple[str, ...]:
    """The hexes of an edge of the map."""
    return hex_numbers(context, ground_of(context.setting).edge(edge))


@function("in_region", ("hex", "region"), "bool", "nothing")
def _in_region(context: Context, number: str, region: str) -> bool:
    """Is a hex one of a region of the map?"""
    return hex_of(context, number) in context.board.regions.get(region, ())


# ---------------------------------------------------------------- who stands where


def _at(context: Context, place: str) -> tuple[Unit | MapUnit, ...]:
    """The units in a hex or a box, in the order of the data."""
    if place not in context.game.boxes:
        return situation(context).at(hex_of(context, place))
    ranks = ground_of(context.setting).ranks
    return tuple(context.unit(id_) for id_ in sorted(context.state.pieces_at(place), key=ranks.__getitem__))


@function("units_at", ("hex",), "units")
def _units_at(context: Context, number: str) -> tuple[str, ...]:
    """The units in a hex or a box."""
    return tuple(unit.id for unit in _at(context, number))


@function("units_at", ("hex", "side"), "units")
def _units_at_of(context: Context, number: str, side: str) -> tuple[str, ...]:
    """The units of a side in a hex or a box."""
    return tuple(unit.id for unit in _at(context, number) if unit.side == side)


@function("occupied", ("hex",), "bool")
def _occupied(context: Context, number: str) -> bool:
    """Is any unit in a hex?"""
    return bool(_at(context, number))


@function("enemies_next_to", ("hex", "side"), "units")
def _enemies_next_to(context: Context, number: str, side: str) -> tuple[str, ...]:
    """The enemies of a side next to a hex."""
    return tuple(unit.id for unit in next_to_enemies(situation(context), hex_of(context, number), side))


@function("on_map", ("unit",), "bool")
def _on_map(context: Context, unit: Unit) -> bool:
    """Does a unit stand in a hex of the map?"""
    return on_map(context, unit) is not None


@function("in_zoc", ("hex", "side"), "bool")
def _in_zoc(context: Context, number: str, side: str) -> bool:
    """Does a hex lie in the zone of control of a unit of a side?"""
    needs(context, "zoc")
    cell, now = hex_of(context, number), situation(context)
    return any(unit.side == side and cell in zone_of(now, unit) for unit in now.units)


@function("in_enemy_zoc", ("hex", "side"), "bool")
def _in_enemy_zoc(context: Context, number: str, side: str) -> bool:
    """Does a hex lie in the zone of control of an enemy of a side?"""
    needs(context, "zoc")
    return hex_of(context, number) in enemy_zones(situation(context), side)


@function("in_enemy_zoc", ("unit",), "bool")
def _unit_in_enemy_zoc(context: Context, unit: Unit) -> bool:
    """Does a unit stand in the zone of control of an enemy?"""
    needs(context, "zoc")
    stands = on_map(context, unit)
    return stands is not None and stands.hex in enemy_zones(situation(context), unit.side)


@function("fortified", ("hex",), "bool")
def _fortified(context: Context, number: str) -> bool:
    """Are the units in a hex fortified by a marker there?"""
    needs(context, "zoc")
    cell, now = hex_of(context, number), situation(context)
    return any(is_fortified(now, cell, unit.side) for unit in now.at(cell))


@function("controller", ("hex",), "word")
def _controller(context: Context, number: str) -> str:
    """The side that controls a hex; empty if none does."""
    return controller(situation(context), hex_of(context, number))


@function("controlled", ("side", "terrain"), "hexes")
def _controlled(context: Context, side: str, kind: str) -> tuple[str, ...]:
    """The hexes with a place of some kind that a side controls."""
    now = situation(context)
    return hex_numbers(
        context, (c for c, owner in controlled(now).items() if owner == side and now.ground.has(c, kind))
    )
