"""Checks of map rules: movement costs, supply limits and stacking limits are complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.message import join_words
from pnp.model.counter import Entry
from pnp.model.maprule import MapRule
from pnp.rules.map.positions import MapUnit, Positions, map_unit
from pnp.rules.map.stack_limits import stack_fit
from pnp.rules.map.supply_lines import source_of
from pnp.rules.map.tec_costs import read_cost
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.state.state import Piece
from pnp.rules.state.unit import unit_of


@check("M029")
def cost_unreadable(checked: CheckedGame) -> Iterator[Fault]:
    """The movement cost of a terrain or of a class of units cannot be read.

    pnp takes the costs from the printed terrain effects chart, so each must have one of these forms: a number (`2`,
    `½ along it`), `+` and a number, or `prohibited`. If a place or a path has no cost, the cost of its hex applies. A
    marker that changes terrain costs `+` and a number, or is `prohibited`. A marker without a cost, or with a cost such
    as `as the river`, adds no movement points.

    Bad:
        terrain: {woods: {cost: two}}
        map_rules: {movement: {factor: movement}}
    Good:
        terrain: {woods: {cost: "2"}}
        map_rules: {movement: {factor: movement}}
    """
    game = checked.game
    movement = game.map_rules.movement if game.map_rules else None
    if movement is None:
        return
    write = "write a number such as 2 or 1/2, +1, or prohibited"
    for id_, kind in game.terrain.items():
        own = any(id_ in unit_class.costs for unit_class in movement.classes.values())
        changes_terrain = kind.of == "marker" and game.map_rules is not None and id_ in game.map_rules.markers
        if kind.of not in ("hex", "hexside", "place", "path") and not changes_terrain:
            continue
        cost = read_cost(kind.cost)
        if changes_terrain:
            if cost.kind == "is" if cost else not kind.cost.startswith("as the "):
                write_for_marker = "write +1, prohibited or as the river, or leave it out"
                yield Fault(
                    f"terrain.{id_}.cost", f"{kind.cost} is not the movement cost of a marker", write_for_marker
                )
        elif cost is None:
            yield Fault(f"terrain.{id_}.cost", f"{kind.cost} is not a movement cost", write)
        elif kind.of == "hex" and not kind.cost and not own:
            yield Fault(f"terrain.{id_}.cost", f"{id_} has no movement cost", write)
    for name, unit_class in movement.classes.items():
        for id_, text in unit_class.costs.items():
            if read_cost(text) is None:
                path = f"map_rules.movement.classes.{name}.costs.{id_}"
                yield Fault(path, f"{text} is not a movement cost", write)


@check("M032")
def map_rule_without_effect(checked: CheckedGame) -> Iterator[Fault]:
    """A map rule has a condition but no effect.

    An effect of a line of `zoc.steps` is `add`, `at_least`, `cost`, `forbidden` or `stops`. An effect of a line of
    `movement.allowance` is `times`, `add` or `set`.

    Bad:
        map_rules: {zoc: {steps: [{end: zoc, says: next to an enemy}]}}
    Good:
        map_rules: {zoc: {steps: [{end: zoc, says: next to an enemy, stops: true}]}}
    """
    rules = checked.game.map_rules
    for i, step in enumerate(rules.zoc.steps if rules and rules.zoc else ()):
        if not (step.forbidden or step.stops) and step.add is step.at_least is step.cost is None:
            write = "write add, at_least, cost, forbidden or stops"
            yield Fault(f"map_rules.zoc.steps.{i}", "this line has no effect", write)
    for i, change in enumerate(rules.movement.allowance if rules and rules.movement else ()):
        if change.times is change.set is None and not change.add and not change.round:
            write = "write times, add or set"
            yield Fault(f"map_rules.movement.allowance.{i}", "this line has no effect", write)


@check("M033")
def limit_missing(checked: CheckedGame) -> Iterator[Fault]:
    """Under some option of a ruling, no supply limit or no stacking limit applies.

    The limits list what is allowed. If none of them applies, no unit is in supply, or no stack is legal. M027 explains
    rulings.

    Bad:
        rulings: {R-01: {options: {red: Red is., green: Green is.}}}
        map_rules:
          stacking:
            limits:
              - {rooms: [{number: 3}], ruling: {R-01: blue}}
              - {rooms: [{number: 4}], ruling: {R-01: red}}
    Good:
        rulings: {R-01: {options: {red: Red is., green: Green is.}}}
        map_rules:
          stacking:
            limits:
              - {rooms: [{number: 3}], ruling: {R-01: blue}}
              - {rooms: [{number: 4}], ruling: {R-01: red green}}
    """
    rules = checked.game.map_rules
    if rules and rules.supply:
        yield from _limit_faults(checked, "map_rules.supply.limits", rules.supply.limits)
    if rules and rules.stacking:
        yield from _limit_faults(checked, "map_rules.stacking.limits", rules.stacking.limits)


def _limit_faults(checked: CheckedGame, path: str, limits: Sequence[MapRule]) -> Iterator[Fault]:
    """Yield a fault for each option of a ruling under which none of these limits applies."""
    rulings = checked.game.rulings
    if not limits:
        yield Fault(path, "the list of limits is empty", "write a limit")
    for id_ in dict.fromkeys(id_ for limit in limits for id_ in limit.ruling if id_ in rulings):
        for option in rulings[id_].options:
            if not any(option in limit.ruling.get(id_, (option,)) for limit in limits):
                yield Fault(
                    path,
                    f"no limit applies under the option {option} of the ruling {id_}",
                    "write one, or add the option to another",
                )


@check("M034")
def unit_without_supply_source(checked: CheckedGame) -> Iterator[Fault]:
    """The map rules give a unit no source of supply.

    The unit could never be in supply.

    Bad:
        map_rules: {supply: {limits: [{steps: 5}], sources: [{having: {side: blue}, edges: north}]}}
    Good:
        map_rules: {supply: {limits: [{steps: 5}], sources: [{having: {side: blue}, edges: north}, {edges: south}]}}
    """
    rules = checked.game.map_rules
    now = stack_of_all_units(checked)
    if now is None or rules is None or rules.supply is None:
        return
    without = [unit.label for unit in now.units if source_of(now, unit) is None]
    if without:
        labels = join_words([*without[:5], *([f"{len(without) - 5} more"] if len(without) > 5 else [])])
        yield Fault(
            "map_rules.supply.sources", f"no source of supply applies to the units {labels}", "write a source for them"
        )


@check("M035")
def unit_fits_no_hex(checked: CheckedGame) -> Iterator[Fault]:
    """A unit alone in a hex already exceeds the stacking limit.

    The `rooms` of a limit say how many units of which kind may stack. In the example, the only room is for red units.

    Bad:
        map_rules: {stacking: {limits: [{rooms: [{having: {side: red}, number: 3}]}]}}
    Good:
        map_rules: {stacking: {limits: [{rooms: [{number: 3}]}]}}
    """
    rules = checked.game.map_rules
    now = stack_of_all_units(checked)
    if now is None or rules is None or rules.stacking is None:
        return
    out = [unit.label for unit in now.units if stack_fit(now.costs, (unit,)) is None]
    if out and any(now.costs.in_force(limit) for limit in rules.stacking.limits):
        labels = join_words([*out[:5], *([f"{len(out) - 5} more"] if len(out) > 5 else [])])
        yield Fault("map_rules.stacking.limits", f"no limit has room for {labels}", "write a limit that has")


def stack_of_all_units(checked: CheckedGame) -> Positions | None:
    """Return positions with every unit of the game in one hex; None without a map or map rules.

    Each unit is then examined on its own.
    """
    game, board = checked.game, checked.board
    if game.map_rules is None or board is None or not board.grid.hexes:
        return None
    costs = TerrainCosts(game, board, game.map_rules)
    here = board.grid.hexes[0]
    units = (map_unit(costs, unit_of(game, id_, Piece(board.grid.number(here))), here) for id_ in game.counters)
    fitting: tuple[MapUnit, ...] = tuple(unit for unit in units if unit.fits(game.map_rules.units))
    return Positions(costs, fitting)


def units_of(checked: CheckedGame, entry: Entry, now: Positions) -> Iterator[MapUnit]:
    """Yield the units of an entry, each as often as it has copies."""
    for _, _, counters in checked.counters_named(entry.counters):
        for id_ in counters:
            if id_ in now.by_id:
                yield from [now.by_id[id_]] * checked.game.counters[id_].copies
