"""Checks of set-ups: the units of an entry fit into its hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.undecided import every_unit
from pnp.findings import Fault
from pnp.hexgrid import Hex
from pnp.message import plural
from pnp.rules.map.positions import MapUnit
from pnp.rules.map.stack_limits import stack_fit
from pnp.rules.map.terrain_costs import TerrainCosts

MOST_UNITS = 12
"""The most units of a set-up that is checked; there are too many ways to distribute more units."""
MOST_WAYS = 5_000
"""The number of ways to distribute the first units from which on the others are assumed to fit."""


@check("S011")
def units_without_room(checked: CheckedGame) -> Iterator[Fault]:
    """The units of a set-up do not fit into its hexes within the stacking limits.

    Bad:
        map_rules: {stacking: {limits: [{rooms: [{number: 2}]}]}}
        entries: {red-setup: {hexes: A1}}
    Good:
        map_rules: {stacking: {limits: [{rooms: [{number: 3}]}]}}
        entries: {red-setup: {hexes: A1}}
    """
    rules, now = checked.game.map_rules, every_unit(checked)
    if now is None or rules is None or rules.stacking is None or checked.board is None:
        return
    for id_, entry in checked.game.entries.items():
        named = {counter for _, _, counters in checked.counters_named(entry.counters) for counter in counters}
        units = [unit for unit in now.units if unit.id in named]
        if entry.kind != "setup" or not units or any(stack_fit(now.costs, (unit,)) is None for unit in units):
            continue  # M035 reports units that fit nowhere
        try:
            hexes = {cell for word in entry.hexes.split() for cell in checked.board.grid.parse_hexes(word)}
        except ValueError:
            continue  # S005 reports it
        if 0 < len(hexes) < len(units) <= MOST_UNITS and not _room(now.costs, units, hexes):
            room = plural(len(hexes), "hex", "hexes")
            wrong = f"{len(units)} units do not fit into {room} within the stacking limits"
            yield Fault(f"entries.{id_}.hexes", wrong, "name more hexes, or correct the limits")


def _room(costs: TerrainCosts, units: Sequence[MapUnit], hexes: set[Hex]) -> bool:
    """Return whether units can be distributed among hexes. Equal distributions are tried once."""

    @cache
    def legal(stack: frozenset[int]) -> bool:
        return stack_fit(costs, [units[i] for i in sorted(stack)]) is not None

    open_stacks = {(frozenset[int](),) * len(hexes)}
    for i in range(len(units)):
        open_stacks = {
            tuple(sorted((*stacks[:at], stack | {i}, *stacks[at + 1 :]), key=sorted))
            for stacks in open_stacks
            for at, stack in enumerate(stacks)
            if legal(stack | {i})
        }
        if len(open_stacks) > MOST_WAYS:
            return True  # see MOST_WAYS
    return bool(open_stacks)
