"""The value of an expression: a walk over its typed tree that makes a Python function of each part."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.rules.expressions import nodes
from pnp.rules.expressions.evaluation import (
    MAX_LOOPS,
    TOO_LARGE,
    TOO_MANY,
    EmptyUnit,
    Evaluation,
    EvaluationError,
    Run,
    TooManyStepsError,
)
from pnp.rules.expressions.kinds import Kind, ListType
from pnp.rules.expressions.nodes import SyntaxNode
from pnp.rules.expressions.operators import (
    WORD_TESTS,
    checked_integer,
    run_list_element,
    run_logic,
    run_map,
    run_map_value,
    run_operator,
    run_search,
)
from pnp.rules.expressions.tokens import LARGEST
from pnp.rules.expressions.types import TypedTree, UnitFields
from pnp.rules.expressions.vocabulary import Function, FunctionContext, RecordType, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import Unit


class Evaluator:
    """An expression that can be evaluated. `loops` says whether it has loops or reads the map."""

    def __init__(self, typed: TypedTree, unit_fields: UnitFields) -> None:
        builder = _Builder(typed, unit_fields)
        self._kind, self._run, self._empty = typed.kind, builder.run(typed.tree), EmptyUnit(unit_fields)
        self.loops = builder.loops

    def value(self, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value of the expression. Raise `EvaluationError`, or `RuleError` if a function does."""
        found = self._run(Evaluation(values, context, self._empty))
        if self._kind == "unit":
            return found.id
        return tuple(unit.id for unit in found) if self._kind == _UNITS else found


_UNITS = ListType("unit")
_PLAIN_FIELD: dict[str, Callable[[Any], Value]] = {
    "int": int,
    "bool": bool,
    "word": lambda value: value or "",
    "words": tuple,
}
"""How the value of a field of a unit becomes a value of its type. A word may be missing."""


class _Builder:
    """Makes the functions of a tree."""

    def __init__(self, typed: TypedTree, unit_fields: UnitFields) -> None:
        self.kinds, self.functions, self.unit_fields = typed.kinds, typed.functions, unit_fields
        self.bound: dict[str, SyntaxNode] = {}
        self.loops = False

    def run(self, node: SyntaxNode) -> Run:
        """Return the function of a node."""
        match node:
            case nodes.NameNode():
                return self.name(node)
            case nodes.ValueNode(value=value) | nodes.WordNode(text=value):
                return lambda _: value
            case nodes.FieldNode():
                return self.field(node)
            case nodes.HasNode(field=field):
                return self.has(field)
            case nodes.LoopNode():
                return self.loop(node)
        runs = [self.run(part) for part in nodes.children(node)]
        match node, runs:
            case nodes.CallNode(), _:
                return self.call(node, runs)
            case nodes.OperatorNode(sign=sign), [left, right]:
                return run_operator(sign, self.kinds[node], left, right)
            case nodes.LogicNode(sign=sign), _:
                return run_logic(sign, runs)
            case nodes.SignNode(sign="!"), [of]:
                return lambda e: not of(e)
            case nodes.SignNode(), [of]:
                return (lambda e: checked_integer(-of(e))) if self.kinds[node] == "int" else lambda e: -of(e)
            case nodes.ChoiceNode(), [test, first, second]:
                return lambda e: first(e) if test(e) else second(e)
            case nodes.ListNode(), _:
                return lambda e: tuple(run(e) for run in runs)
            case nodes.ElementNode(of=values), [of, index]:
                return (run_list_element if isinstance(self.kinds[values], ListType) else run_map_value)(of, index)
            case nodes.MapNode(), _:
                return run_map(runs[::2], runs[1::2])
        raise AssertionError(node)

    def name(self, node: nodes.NameNode) -> Run:
        """Return the function that reads a variable of a loop or of the scope."""
        name = node.name
        if name in self.bound and not node.root:
            loop = self.bound[name]
            return lambda e: e.bound[loop]
        return _with_units(self.kinds[node], lambda e: e.values[name])

    def field(self, node: nodes.FieldNode) -> Run:
        """Return the function that reads a field of a unit or a parameter, or a value of a map."""
        run, name, of = self.run(node.of), node.name, self.kinds[node.of]
        if isinstance(of, RecordType):
            at = [field for field, _ in of.fields].index(name)
            return _with_units(self.kinds[node], lambda e: run(e)[at])
        if of != "unit":
            return run_map_value(run, lambda _: name)
        kind, read = self.unit_fields[name]
        plain = _PLAIN_FIELD[kind]

        def value(e: Evaluation) -> Value:
            """Return the field of the unit."""
            unit = run(e)
            return unit.fields[name] if unit is e.empty else plain(read(unit))

        return value

    def has(self, field: nodes.FieldNode) -> Run:
        """Return the function that tests whether a field is set: that it is neither 0 nor empty."""
        of = self.run(field.of)
        if not isinstance(self.kinds[field.of], (RecordType, str)):
            return lambda e: field.name in of(e)
        value = self.field(field)
        return lambda e: bool(value(e))

    def loop(self, node: nodes.LoopNode) -> Run:
        """Return the function of a loop."""
        self.loops = True
        of, outside = self.run(node.of), self.bound
        self.bound = {**outside, node.variable: node}
        condition, body = self.run(node.condition) if node.condition else None, self.run(node.body)
        self.bound = outside

        def items(e: Evaluation) -> Iterator[Value]:
            """Yield each value after it is assigned to the variable of the loop."""
            bound = e.bound
            for value in of(e):
                e.loops += 1
                if e.loops >= MAX_LOOPS:
                    raise TooManyStepsError(*TOO_MANY)
                bound[node] = value
                yield value

        match node.name:
            case "map" if condition:
                return lambda e: tuple(body(e) for _ in items(e) if condition(e))
            case "map":
                return lambda e: tuple(body(e) for _ in items(e))
            case "filter":
                return lambda e: tuple(item for item in items(e) if body(e))
            case "exists_one":
                return lambda e: sum(body(e) for _ in items(e)) == 1
        return run_search(items, body, wanted=node.name == "exists")

    def call(self, node: nodes.CallNode, given: list[Run]) -> Run:
        """Return the function of a call of a function or a method; `given` is what it takes."""
        function = self.functions.get(node)
        if function is not None:
            self.loops = self.loops or function.reads in ("state", "terrain")
            return _call(function, given, [self.kinds[one] for one in node.arguments], self.kinds[node])
        if node.name in WORD_TESTS:
            test, (word, other) = WORD_TESTS[node.name], given
            return lambda e: test(word(e), other(e))
        convert, (value,) = _CONVERSIONS[node.name], given
        return lambda e: convert(value(e))


def _with_units(kind: Kind, run: Run) -> Run:
    """Return a function that reads a variable, with units in place of their ids."""
    if kind == "unit":
        return lambda e: e.unit(run(e))
    if kind == _UNITS:
        return lambda e: tuple(map(e.unit, run(e)))
    return run


# ---------------------------------------------------------------- functions


def _whole(number: float) -> int:
    """Return a number without its fraction. Raise `EvaluationError` if it is too large."""
    if not abs(number) < LARGEST:
        raise EvaluationError(*TOO_LARGE)
    return int(number)


def _word(value: Value) -> str:
    """Return a number or a truth value as a word, as CEL writes it: `2.5`, `2` for 2.0, `1.5e+06`, `true`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, float) or not math.isfinite(value):
        return str(value)
    if value == 0 or 1e-4 <= abs(value) < 1e6:
        return repr(value).removesuffix(".0")
    digits = repr(value).partition("e")[0].replace(".", "").strip("-0")
    return f"{value:.{len(digits) - 1}e}"


_CONVERSIONS: Mapping[str, Callable[[Any], Value]] = {
    "size": len,
    "string": _word,
    "int": _whole,
    "double": float,
}


def _call(function: Function, runs: list[Run], kinds: list[Kind], returns: Kind) -> Run:
    """Return the function that calls a function of expressions with arguments of these types."""
    run = function.run
    units = [i for i, kind in enumerate(kinds) if kind == "unit"]
    lists = [i for i, kind in enumerate(kinds) if isinstance(kind, ListType)]
    unit_lists = [i for i in lists if kinds[i] == _UNITS]

    def value(e: Evaluation) -> Value:
        """Return the result of the function. Raise `RuleError` for a unit that is not in play."""
        given = [argument(e) for argument in runs]
        if any(given[i] is e.empty for i in units) or any(one is e.empty for i in unit_lists for one in given[i]):
            raise RuleError("the unit is empty", "test with unit.id == '' first")
        e.count(1 + sum(len(given[i]) for i in lists))
        found = run(e.context, *given)
        if returns == "int":
            return checked_integer(found)
        if returns == "unit":
            return _unit(e, found)
        if not isinstance(returns, ListType):
            return bool(found) if returns == "bool" else found
        found = tuple(_unit(e, one) for one in found) if returns == _UNITS else tuple(found)
        e.count(len(found))
        return found

    return value


def _unit(e: Evaluation, found: Unit | str) -> Any:  # noqa: ANN401 - a unit, or the stand-in for none
    """Return the unit that a function has found, or whose id it has."""
    return e.unit(found.id if isinstance(found, Unit) else found)
