"""Legal moves, retreats and advances as hex numbers, with their trace lines."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from pnp.hexgrid import Hex
from pnp.model.maprule import movement_words
from pnp.rules.expressions.map_functions import hex_of, on_map, positions, require_rules
from pnp.rules.expressions.vocabulary import FunctionContext
from pnp.rules.map.after_combat import MAX_RETREAT, advance_fault, retreat_paths, retreats
from pnp.rules.map.move_cost import Mover
from pnp.rules.map.movement import Route, route_to, walk
from pnp.rules.map.positions import MapUnit
from pnp.rules.map.route_text import RouteLine, allowance_line, retreat_line, route_lines, route_sentences
from pnp.rules.map.tec_costs import CostLine
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import Unit


class LegalMove(NamedTuple):
    """A move over the map: its hexes from the unit's own, its trace lines, and its pace.

    `refused` is the reason why the rules forbid the move; empty if they allow it. `sentences` are what worked examples
    print about the cost of the move.
    """

    hexes: tuple[str, ...]
    lines: tuple[RouteLine, ...]
    refused: str = ""
    pace: str = ""
    sentences: tuple[RouteLine, ...] = ()


def legal_move(
    context: FunctionContext, unit: Unit, to: str, path: tuple[str, ...] = (), points: Fraction | None = None
) -> LegalMove:
    """Return the move of a unit to a hex, along a stated path or by the cheapest route.

    `points` replaces its movement allowance. If the rules forbid the move, `refused` says why. Raise `RuleError` if the
    unit is not on the map.
    """
    require_rules(context, "movement")
    mover, now = _unit_on_map(context, unit), positions(context)
    end, cells = hex_of(context, to), [hex_of(context, number) for number in path]
    if cells and cells[-1] != end:
        cells.append(end)
    route = walk(now, mover, cells, points) if cells else route_to(now, mover, end, points)
    if route is None:
        route = walk(now, mover, (end,), points) if end in now.costs.neighbours[mover.hex] else None
    if route is None:
        return LegalMove(_hex_numbers(context, (mover.hex, end)), (), f"{unit.label} cannot reach {to}")
    refused = route.refused.says if route.refused else ""
    lines = _move_lines(context, mover, route, points)
    allowance = Mover(now, mover).allowance if points is None else None
    sentences = () if refused else tuple(route_sentences(now.costs, route, allowance))
    return LegalMove(_hex_numbers(context, route.hexes), lines, refused, route.pace, sentences)


def _move_lines(
    context: FunctionContext, unit: MapUnit, route: Route, mp: Fraction | None = None
) -> tuple[RouteLine, ...]:
    """Return the trace lines of a move, after a line for the allowance if rules (not `mp`) change it."""
    now = positions(context)
    if mp is not None:
        return tuple(route_lines(now.costs, route))
    allowance = Mover(now, unit).allowance
    first = (allowance_line(allowance, movement_words(now.costs.rules)),) if len(allowance.lines) > 1 else ()
    return (*first, *route_lines(now.costs, route))


def legal_retreat(context: FunctionContext, unit: Unit, to: str, hexes: int, barred: tuple[str, ...] = ()) -> LegalMove:
    """Return the retreat of a unit by `hexes` hexes to a hex, or off the map if `to` is empty."""
    require_rules(context, "retreat")
    mover, now = _unit_on_map(context, unit), positions(context)
    end = hex_of(context, to) if to else None
    path = retreats(now, mover, hexes, [hex_of(context, number) for number in barred]).get(end)
    if path is None:
        tried = (mover.hex, *(() if end is None else (end,)))
        rule = now.costs.rules.retreat.rule if now.costs.rules.retreat else ()
        refused = f"{unit.label} cannot retreat {f'to {to}' if to else 'off the map'}"
        return LegalMove(_hex_numbers(context, tried), (RouteLine(refused, rule),), refused)
    return LegalMove(_hex_numbers(context, path.hexes), (retreat_line(now.costs, path),))


def legal_retreat_path(
    context: FunctionContext, unit: Unit, path: tuple[str, ...], barred: tuple[str, ...] = ()
) -> LegalMove:
    """Return the retreat of a unit along the hexes of a path, which begins with its own hex."""
    require_rules(context, "retreat")
    mover, now = _unit_on_map(context, unit), positions(context)
    cells = tuple(hex_of(context, number) for number in path)
    barred_hexes = [hex_of(context, number) for number in barred]
    legal = len(cells) <= MAX_RETREAT + 1 and any(
        one.hexes == cells and one.end is not None for one in retreat_paths(now, mover, len(cells) - 1, barred_hexes)
    )
    text, rule = " ".join(path), now.costs.rules.retreat.rule if now.costs.rules.retreat else ()
    refused = "" if legal else f"{unit.label} cannot retreat along {text}"
    return LegalMove(path, (RouteLine(refused or text, rule),), refused)


def legal_advance(context: FunctionContext, unit: Unit, to: str) -> LegalMove:
    """Return a unit's advance after combat into an adjacent hex, or the reason why it is not allowed."""
    require_rules(context, "advance")
    mover, now = _unit_on_map(context, unit), positions(context)
    end = hex_of(context, to)
    fault: CostLine | None = advance_fault(now, mover, end)
    rule = now.costs.rules.advance.rule if now.costs.rules.advance else ()
    number = context.board.grid.number
    text = f"{number(mover.hex)} {to}" if fault is None else f"Not possible: {fault.says}"
    trace = RouteLine(text, fault.rule if fault and fault.rule else rule)
    return LegalMove(_hex_numbers(context, (mover.hex, end)), (trace,), fault.says if fault else "")


def _unit_on_map(context: FunctionContext, unit: Unit) -> MapUnit:
    """Return a unit with its hex. Raise `RuleError` if it is not on the map."""
    mover = on_map(context, unit)
    if mover is None:
        raise RuleError(f"{unit.label} is not on the map", "place it in a hex first")
    return mover


def _hex_numbers(context: FunctionContext, cells: Iterable[Hex]) -> tuple[str, ...]:
    """Return the numbers of hexes, such as `0405`, in the same order, without hexes off the map."""
    grid = context.board.grid
    return tuple(grid.number(cell) for cell in cells if cell in grid)
