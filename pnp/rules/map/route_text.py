"""Texts for traces about moves, supply lines and retreats, each line with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from pnp.hexgrid import Hex
from pnp.message import join_words
from pnp.model.maprule import MOVEMENT_POINTS, movement_words
from pnp.rules.map.after_combat import RetreatPath
from pnp.rules.map.move_cost import Allowance, HexCost
from pnp.rules.map.movement import Route
from pnp.rules.map.supply_lines import SupplyLine
from pnp.rules.map.tec_costs import CostLine
from pnp.rules.map.terrain_costs import TerrainCosts

_VULGAR = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


class RouteLine(NamedTuple):
    """One line of a trace, and the rule cases that it follows."""

    text: str
    rule: tuple[str, ...] = ()


def amount_text(number: Fraction) -> str:
    """Return a number of movement points as printed, such as `2½`.

    >>> amount_text(Fraction(5, 2)), amount_text(Fraction(1, 2)), amount_text(Fraction(3))
    ('2½', '½', '3')
    """
    whole, part = divmod(number, 1)
    if not part:
        return str(whole)
    return f"{whole or ''}{_VULGAR[part]}" if part in _VULGAR else str(number)


def points_text(number: Fraction, unit_names: Sequence[str] = MOVEMENT_POINTS) -> str:
    """Return a number of movement points with its unit of measure, such as `4 MP`, `1 hex` or `4 hexes`.

    >>> points_text(Fraction(1), ("hex", "hexes")), points_text(Fraction(4), ("hex", "hexes")), points_text(Fraction(4))
    ('1 hex', '4 hexes', '4 MP')
    """
    return f"{amount_text(number)} {unit_names[0] if 0 < number <= 1 else unit_names[-1]}"


def cost_line_text(line: CostLine) -> str:
    """Return one line of a movement cost as text, such as `Jungle 2` or `Stream hexside +1`."""
    mp = amount_text(line.mp)
    match line.does:
        case "is":
            return f"{line.says} {mp}"
        case "more":
            return f"{line.says} +{mp}"
        case "least":
            return f"{line.says}: at least {mp}"
        case "becomes":
            return f"{line.says}: {mp}"
        case "waived":
            return f"{line.says} +0"
        case "stops":
            return f"{line.says}: the move ends"
    return f"not possible: {line.says}"


def allowance_line(allowance: Allowance, unit_names: Sequence[str] = MOVEMENT_POINTS) -> RouteLine:
    """Return the trace line about a unit's movement allowance and the changes to it."""
    first, *changes = allowance.lines
    parts = [f"{first.says} has {points_text(first.mp, unit_names)}", *map(cost_line_text, changes)]
    return RouteLine("; ".join(parts), _all_rules(allowance.lines))


def route_lines(costs: TerrainCosts, route: Route) -> Iterator[RouteLine]:
    """Yield the trace lines of a move: a line for each step with its cost, then the total."""
    hex_number, movement = costs.board.grid.number, costs.movement
    unit_names = movement_words(costs.rules)
    for step in route.steps:
        total = f" = {points_text(step.mp, unit_names)}" if step.mp is not None and _needs_total(step.lines) else ""
        text = (
            f"{hex_number(step.start)} to {hex_number(step.end)}: {', '.join(map(cost_line_text, step.lines))}{total}"
        )
        yield RouteLine(text, _all_rules(step.lines))
    if route.extra is not None:
        yield RouteLine(f"{route.extra.says}: {points_text(route.extra.mp, unit_names)} more", route.extra.rule)
    spent, allowance = amount_text(route.mp), points_text(route.allowance, unit_names)
    rule = movement.rule if movement else ()
    if route.refused is not None:
        yield RouteLine(f"Not possible: {route.refused.says}", route.refused.rule or rule)
    elif route.pace == "march":
        march = next((m for m in movement.march if costs.in_force(m)), None) if movement else None
        says, rule = (march.says, march.rule) if march else ("march", rule)
        yield RouteLine(f"{spent} of {allowance}: {says}", rule)
    elif route.pace == "minimum":
        minimum = movement.minimum if movement else None
        yield RouteLine(
            f"All {allowance}: {minimum.says if minimum else 'one step'}", minimum.rule if minimum else rule
        )
    else:
        yield RouteLine(f"{spent} of {allowance}", rule)


def route_sentences(costs: TerrainCosts, route: Route, allowance: Allowance | None) -> Iterator[RouteLine]:
    """Yield sentences about a move for worked examples: the allowance, what each hex costs, and where it must stop.

    `allowance` is None if no rule changes it. The moving unit is called *it*. If moves are counted in hexes, nothing is
    said of a move of one hex that costs one.
    """
    unit_names, movement = movement_words(costs.rules), costs.movement
    if allowance is not None and len(allowance.lines) > 1:
        why = " and ".join(line.says for line in allowance.lines[1:])
        points = points_text(allowance.mp, unit_names)
        has = "it may move" if tuple(unit_names) != MOVEMENT_POINTS else "its allowance is"
        only = "only " if movement and movement.points is not None and allowance.mp < movement.points else ""
        yield RouteLine(f"{has} {only}{points} because {why}", _all_rules(allowance.lines))
    if route.extra is not None:
        yield RouteLine(f"{route.extra.says} adds {points_text(route.extra.mp, unit_names)}", route.extra.rule)
    groups: list[list[HexCost]] = []
    for step in route.steps:
        if groups and groups[-1][-1].lines == step.lines:
            groups[-1].append(step)
        else:
            groups.append([step])
    spent, total = amount_text(route.mp), points_text(route.allowance, unit_names)
    rule = tuple(
        dict.fromkeys(
            [*(movement.rule if movement else ()), *_all_rules([line for step in route.steps for line in step.lines])]
        )
    )
    march = next((m for m in movement.march if costs.in_force(m)), None) if movement else None
    pace = f", a {march.says if march else 'march'}" if route.pace == "march" else ""
    if route.pace == "march" and march is not None:
        rule = (*rule, *march.rule)
    if route.pace == "minimum":
        minimum = movement.minimum if movement else None
        yield RouteLine(
            f"it spends all {total} ({minimum.says if minimum else 'one step'})", minimum.rule if minimum else rule
        )
    elif len(groups) == 1 and len(groups[0]) == 1:
        if tuple(unit_names) == MOVEMENT_POINTS or route.mp != 1:
            yield RouteLine(f"it spends {spent} of {total} for {_hexes_entered(costs, groups[0])}{pace}", rule)
    else:
        costs_text = [_cost_of_hexes(costs, group, unit_names if not i else ()) for i, group in enumerate(groups)]
        yield RouteLine(f"the route costs {join_words(costs_text)}")
        yield RouteLine(f"this is {spent} of {total} in all{pace}", rule)
    stop = (
        next((line for line in reversed(route.steps[-1].lines) if line.does == "stops"), None) if route.steps else None
    )
    if stop is not None:
        colon = "," if stop.says[:1].islower() else ":"
        yield RouteLine(f"it must stop in {costs.board.grid.number(route.steps[-1].end)}{colon} {stop.says}", stop.rule)


def _cost_of_hexes(costs: TerrainCosts, group: Sequence[HexCost], unit_names: Sequence[str]) -> str:
    """Return what several steps cost, each the same, such as `1 MP each for K4 and K5 (Clear)`."""
    each, cost = " each" if len(group) > 1 else "", group[0].mp or Fraction(0)
    return (
        f"{points_text(cost, unit_names) if unit_names else amount_text(cost)}{each} for {_hexes_entered(costs, group)}"
    )


def _hexes_entered(costs: TerrainCosts, group: Sequence[HexCost]) -> str:
    """Return the hexes that several steps enter and why they cost what they do, such as `K4 and K5 (Clear)`."""
    lines = [line for line in group[0].lines if line.does not in ("waived", "stops")]
    why = lines[0].says if len(lines) == 1 else ", ".join(map(_cost_words, lines))
    return f"{join_words([costs.board.grid.number(step.end) for step in group])}{f' ({why})' if why else ''}"


def _cost_words(line: CostLine) -> str:
    """Return one line of a movement cost within a sentence; a phrase stands after its number.

    >>> _cost_words(CostLine("along the road", "is", Fraction(1))), _cost_words(CostLine("Creek", "more", Fraction(1)))
    ('1 along the road', 'Creek +1')
    """
    return (
        f"{amount_text(line.mp)} {line.says}" if line.does == "is" and line.says[:1].islower() else cost_line_text(line)
    )


def _needs_total(lines: tuple[CostLine, ...]) -> bool:
    """Return whether a cost has several lines, so that the trace must state their total."""
    return sum(line.does in ("is", "more", "least", "becomes", "waived") for line in lines) > 1


def supply_lines(costs: TerrainCosts, line: SupplyLine | None) -> Iterator[RouteLine]:
    """Yield the trace lines of a supply path: one for each stretch of hexes, then one for the length."""
    supply = costs.rules.supply
    rule = supply.rule if supply else ()
    if line is None:
        yield RouteLine("No supply line", rule)
        return
    hex_number = costs.board.grid.number
    stretch: list[Hex] = []
    along, before = "", 0
    for i, step in enumerate(line.steps):
        stretch = stretch or [step.start]
        stretch.append(step.end)
        along = step.along
        if i + 1 == len(line.steps) or line.steps[i + 1].along != along:
            cost_text = f"along the {costs.name(along).lower()}, free" if along else f"counts {step.counted - before}"
            yield RouteLine(f"{' '.join(map(hex_number, stretch))}: {cost_text}", rule)
            stretch, before = [], step.counted
    source_name = line.source.says or "its source"
    yield RouteLine(
        f"{hex_number(line.hexes[-1])}, {source_name}: {line.counted} of at most {line.limit} steps", line.rule
    )


def retreat_line(costs: TerrainCosts, path: RetreatPath) -> RouteLine:
    """Return the trace line of a retreat, which lists its hexes."""
    hex_number = costs.board.grid.number
    leaving_words = " and off the map" if path.end is None else ""
    rules = costs.rules.retreat
    return RouteLine(f"{' '.join(map(hex_number, path.hexes))}{leaving_words}", rules.rule if rules else ())


def _all_rules(lines: Sequence[CostLine]) -> tuple[str, ...]:
    """Return the rule cases of several cost lines, each once."""
    return tuple(dict.fromkeys(word for line in lines for word in line.rule))
