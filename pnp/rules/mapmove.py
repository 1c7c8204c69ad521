"""Moves, retreats, advances and supply lines as play needs them: hex numbers, and the lines of a trace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.hexgrid import Hex
from pnp.model.maprule import movement_counts
from pnp.rules.cost import CostLine
from pnp.rules.mapfunction import hex_of, needs, on_map, situation
from pnp.rules.mapwords import Told, tell_allowance, tell_retreat, tell_route, tell_supply
from pnp.rules.movement import Route, route_to, walk
from pnp.rules.retreat import advance_fault, retreats
from pnp.rules.situation import MapUnit
from pnp.rules.step import Mover
from pnp.rules.supply import supply_line
from pnp.rules.unit import Unit
from pnp.rules.vocabulary import Context, Unplayable


class Way(NamedTuple):
    """A way over the map: its hexes from the unit's own, the lines of a trace, why it may not be gone, if it may not,
    and of a move its pace.
    """

    hexes: tuple[str, ...]
    lines: tuple[Told, ...]
    refused: str = ""
    pace: str = ""


def way_of_move(context: Context, unit: Unit, to: str, path: tuple[str, ...] = ()) -> Way:
    """The move of a unit to a hex, by the hexes of a path or else by the cheapest way. `Unplayable` off the map."""
    needs(context, "movement")
    stands, now = _standing(context, unit), situation(context)
    end, cells = hex_of(context, to), [hex_of(context, number) for number in path]
    if cells and cells[-1] != end:
        cells.append(end)
    route = walk(now, stands, cells) if cells else route_to(now, stands, end)
    if route is None:
        route = walk(now, stands, (end,)) if end in now.ground.neighbours[stands.hex] else None
    if route is None:
        return Way(_numbers(context, (stands.hex, end)), (), f"{unit.label} cannot reach {to}")
    refused = route.refused.says if route.refused else ""
    return Way(_numbers(context, route.hexes), _told(context, stands, route), refused, route.pace)


def _told(context: Context, unit: MapUnit, route: Route) -> tuple[Told, ...]:
    """The steps of a move; first the allowance, if something changes it."""
    now = situation(context)
    allowance = Mover(now, unit).allowance
    first = (tell_allowance(allowance, movement_counts(now.ground.rules)),) if len(allowance.lines) > 1 else ()
    return (*first, *tell_route(now.ground, route))


def way_of_retreat(context: Context, unit: Unit, to: str, hexes: int, barred: tuple[str, ...] = ()) -> Way:
    """The retreat of a unit over so many hexes to one; `to` is empty for off the map."""
    needs(context, "retreat")
    stands, now = _standing(context, unit), situation(context)
    end = hex_of(context, to) if to else None
    path = retreats(now, stands, hexes, [hex_of(context, number) for number in barred]).get(end)
    if path is None:
        tried = (stands.hex, *(() if end is None else (end,)))
        rule = now.ground.rules.retreat.rule if now.ground.rules.retreat else ()
        refused = f"{unit.label} cannot retreat {f'to {to}' if to else 'off the map'}"
        return Way(_numbers(context, tried), (Told(refused, rule),), refused)
    return Way(_numbers(context, path.hexes), (tell_retreat(now.ground, path),))


def way_of_advance(context: Context, unit: Unit, to: str) -> Way:
    """The advance of a unit into a hex next to it."""
    needs(context, "advance")
    stands, now = _standing(context, unit), situation(context)
    end = hex_of(context, to)
    fault: CostLine | None = advance_fault(now, stands, end)
    rule = now.ground.rules.advance.rule if now.ground.rules.advance else ()
    number = context.board.grid.number
    text = f"{number(stands.hex)} {to}" if fault is None else f"Not possible: {fault.says}"
    told = Told(text, fault.rule if fault and fault.rule else rule)
    return Way(_numbers(context, (stands.hex, end)), (told,), fault.says if fault else "")


def way_of_supply(context: Context, unit: Unit, edge: str = "") -> Way:
    """The supply line of a unit, with an edge to that edge only; only its own hex if there is none."""
    needs(context, "supply")
    stands, now = _standing(context, unit), situation(context)
    line = supply_line(now, stands, edge)
    told = tuple(tell_supply(now.ground, line))
    if line is None:
        return Way(_numbers(context, (stands.hex,)), told, f"{unit.label} has no supply line")
    return Way(_numbers(context, line.hexes), told)


def _standing(context: Context, unit: Unit) -> MapUnit:
    stands = on_map(context, unit)
    if stands is None:
        raise Unplayable(f"{unit.label} is not on the map", "place it in a hex first")
    return stands


def _numbers(context: Context, cells: Iterable[Hex]) -> tuple[str, ...]:
    grid = context.board.grid
    return tuple(grid.number(cell) for cell in cells if cell in grid)
