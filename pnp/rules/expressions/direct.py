"""Direct evaluation: expressions in the part of CEL that games use, as Python functions.

CEL remains the authority. An expression that this module cannot read or type with certainty is left to CEL, and so is
every evaluation that fails or takes many steps, so that all messages are those of CEL. Direct evaluation only saves
time: preparing an expression and evaluating it take a tenth of the time of CEL.

Source: github.com/google/cel-spec, `doc/langdef.md`
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from pnp.rules.expressions.cel_errors import RESERVED
from pnp.rules.expressions.vocabulary import FUNCTIONS, PLAIN, Function, FunctionContext, RecordType, Scope, Type, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import Unit

MAX_STEPS = 5_000
"""The most values that an expression may pass through in direct evaluation; CEL decides about longer ones."""
MAX_NESTING = 30
"""The most brackets and operators that may be nested in each other."""
LARGEST = 2**63
"""One more than the largest integer of CEL; the smallest is its negative."""

ITEM = {"ints": "int", "words": "word", "units": "unit", "decimals": "decimal", "bools": "bool"}
"""The type of the values of each type of list. CEL has lists of truth values too, but no step can use them."""
LIST_OF = {item: kind for kind, item in ITEM.items()}
EMPTY_LIST = "list"
"""The type of `[]`, which is a list of any type."""
RESULTS = frozenset({"int", "bool", "word", "unit", "decimal", "ints", "words", "units", "decimals"})
"""The types that the result of an expression can have."""

_TOKEN = re.compile(
    r"[ \t\r\n\f]*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<word>'[^'\\\r\n]*'|\"[^\"\\\r\n]*\")"
    r"|(?P<sign>[=!<>]=|&&|\|\||[-+*/%!<>?:.,()\[\]])|(?P<end>\Z))",
    re.ASCII,
)
_COMPARE = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_WORD_TESTS: dict[str, Callable[[str, str], bool]] = {
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "contains": operator.contains,
}
_MACROS = ("exists", "all", "filter", "map")


class NotDirectError(Exception):
    """An expression, or one evaluation of it, is left to CEL."""


class Evaluation:
    """One evaluation: the variables, the context of functions, the variables of loops, and the steps taken so far."""

    __slots__ = ("bound", "context", "empty", "steps", "values")

    def __init__(self, values: Mapping[str, Value], context: FunctionContext, empty: EmptyUnit) -> None:
        self.values, self.context, self.empty = values, context, empty
        self.bound: dict[str, Value] = {}
        self.steps = 0

    def unit(self, id_: str) -> Any:  # noqa: ANN401 - a unit, or the stand-in for none
        """Return the unit with this id; the empty unit if it is not in play."""
        return self.context.unit(id_) if id_ in self.context.state.pieces else self.empty

    def count(self, steps: int) -> None:
        """Add to the number of steps. Raise `NotDirectError` if they are too many."""
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise NotDirectError


Run: TypeAlias = Callable[[Evaluation], Any]


class ExpressionPart(NamedTuple):
    """A part of an expression: the type of its value, and the function that returns the value."""

    kind: Type
    run: Run


class EmptyUnit:
    """The stand-in for a unit that is not in play. Each of its fields is empty."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.id = ""
        self.fields = {name: _EMPTY_FIELDS[kind] for name, kind in fields.items()}


_EMPTY_FIELDS: dict[str, Value] = {"int": 0, "bool": False, "word": "", "words": ()}


class DirectExpression:
    """An expression that is evaluated in Python. `loops` says whether it has loops or reads the map."""

    def __init__(self, node: ExpressionPart, empty: EmptyUnit, *, loops: bool) -> None:
        self.kind, self._run, self._empty, self.loops = str(node.kind), node.run, empty, loops

    def value(self, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value of the expression.

        Raise `NotDirectError`, `RuleError` or `ZeroDivisionError` if CEL has to evaluate it.
        """
        found = self._run(Evaluation(values, context, self._empty))
        if self.kind == "unit":
            return found.id
        return tuple(unit.id for unit in found) if self.kind == "units" else found


def read_directly(
    text: str, scope: Scope, unit_fields: Mapping[str, tuple[str, Callable[[Unit], Any]]]
) -> DirectExpression | None:
    """Return an expression for direct evaluation; None if it has to be left to CEL.

    `scope` are the variables that it may use, and `unit_fields` the fields of units, each with its type and its value.
    """
    try:
        reader = _Reader(text, scope, unit_fields)
        node = reader.choice()
        reader.take("end", "")
    except NotDirectError:
        return None
    if node.kind not in RESULTS:
        return None
    return DirectExpression(
        node, EmptyUnit({name: kind for name, (kind, _) in unit_fields.items()}), loops=reader.loops
    )


class _Reader:
    """Reads an expression from its text; each method reads one level of operators."""

    def __init__(self, text: str, scope: Scope, unit_fields: Mapping[str, tuple[str, Callable[[Unit], Any]]]) -> None:
        self.text, self.scope, self.unit_fields = text, scope, unit_fields
        self.at, self.depth, self.loops = 0, 0, False
        self.bound: dict[str, str] = {}
        self.group, self.token = "", ""
        self.advance()

    # -- tokens

    def advance(self) -> str:
        """Move on to the next token; return the one that was current."""
        current, match = self.token, _TOKEN.match(self.text, self.at)
        if match is None:
            raise NotDirectError
        self.group = str(match.lastgroup)
        self.token, self.at = match[self.group], match.end()
        return current

    def sign(self, *signs: str) -> str:
        """Return the current token and move on if it is one of these signs; otherwise an empty text."""
        return self.advance() if self.group == "sign" and self.token in signs else ""

    def take(self, group: str, token: str = "") -> str:
        """Return the current token and move on; it has to be of this kind and, if stated, this token."""
        if self.group != group or (token and self.token != token):
            raise NotDirectError
        return self.advance() if group != "end" else ""

    def is_in(self) -> bool:
        """Return whether the current token is the operator `in`."""
        return (self.group, self.token) == ("name", "in")

    # -- operators

    def choice(self) -> ExpressionPart:
        """Read `a ? b : c`."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise NotDirectError
        node = self.either()
        if self.sign("?"):
            first = self.either()
            self.take("sign", ":")
            second = self.choice()
            test, left, right = _of(node, "bool"), first.run, second.run
            node = ExpressionPart(_common(first, second), lambda e: left(e) if test(e) else right(e))
        self.depth -= 1
        return node

    def either(self) -> ExpressionPart:
        """Read `a || b`."""
        node = self.both()
        while self.sign("||"):
            node = _either(_of(node, "bool"), _of(self.both(), "bool"))
        return node

    def both(self) -> ExpressionPart:
        """Read `a && b`."""
        node = self.relation()
        while self.sign("&&"):
            node = _both(_of(node, "bool"), _of(self.relation(), "bool"))
        return node

    def relation(self) -> ExpressionPart:
        """Read `a < b`, `a == b` and `a in b`."""
        node = self.sum()
        while (sign := self.sign(*_COMPARE)) or self.is_in():
            if sign:
                node = _comparison(sign, node, self.sum())
            else:
                self.advance()
                node = _membership(node, self.sum())
        return node

    def sum(self) -> ExpressionPart:
        """Read `a + b` and `a - b`."""
        node = self.product()
        while sign := self.sign("+", "-"):
            node = _sum(node, self.product()) if sign == "+" else _arithmetic(sign, node, self.product())
        return node

    def product(self) -> ExpressionPart:
        """Read `a * b`, `a / b` and `a % b`."""
        node = self.unary()
        while sign := self.sign("*", "/", "%"):
            node = _arithmetic(sign, node, self.unary())
        return node

    def unary(self) -> ExpressionPart:
        """Read `!a` and `-a`."""
        if sign := self.sign("!", "-"):
            if self.group == "sign" and self.token in ("!", "-"):
                raise NotDirectError
            node = self.member()
            run = node.run
            if sign == "!":
                test = _of(node, "bool")
                return ExpressionPart("bool", lambda e: not test(e))
            if node.kind == "int":
                return ExpressionPart("int", lambda e: _integer(-run(e)))
            if node.kind == "decimal":
                return ExpressionPart("decimal", lambda e: -run(e))
            raise NotDirectError
        return self.member()

    # -- values

    def member(self) -> ExpressionPart:
        """Read a value and what follows it: `a.field`, `a.method()` and `a[0]`."""
        node = self.primary()
        while sign := self.sign(".", "["):
            if sign == "[":
                node = _element(node, self.choice())
                self.take("sign", "]")
                continue
            name = self.take("name")
            node = self.method(node, name) if self.sign("(") else self.field(node, name)
        return node

    def primary(self) -> ExpressionPart:
        """Read a number, a word, a list, a variable, a function call or an expression in parentheses."""
        group, token = self.group, self.token
        if self.sign("("):
            node = self.choice()
            self.take("sign", ")")
            return node
        if self.sign("["):
            return _list(self.arguments("]"))
        if group == "number":
            self.advance()
            return _constant("decimal", float(token)) if "." in token else _constant("int", _integer(int(token)))
        if group == "word":
            self.advance()
            return _constant("word", token[1:-1])
        name = self.take("name")
        if name in ("true", "false"):
            return _constant("bool", name == "true")
        if self.sign("("):
            return self.call(name, self.arguments(")"))
        return self.variable(name)

    def arguments(self, end: str) -> list[ExpressionPart]:
        """Read values with commas between them, up to a closing bracket."""
        found: list[ExpressionPart] = []
        while not self.sign(end):
            if found:
                self.take("sign", ",")
            found.append(self.choice())
        return found

    def variable(self, name: str) -> ExpressionPart:
        """Return the variable of a loop or of the scope."""
        if name in self.bound:
            return ExpressionPart(self.bound[name], lambda e: e.bound[name])
        if name not in self.scope or name in RESERVED:
            raise NotDirectError
        kind = self.scope[name]
        if isinstance(kind, RecordType):
            return ExpressionPart(kind, lambda e: e.values[name])
        if kind not in RESULTS:
            raise NotDirectError
        if kind == "unit":
            return ExpressionPart(kind, lambda e: e.unit(e.values[name]))
        if kind == "units":
            return ExpressionPart(kind, lambda e: tuple(map(e.unit, e.values[name])))
        return ExpressionPart(kind, lambda e: e.values[name])

    def field(self, node: ExpressionPart, name: str) -> ExpressionPart:
        """Return a field of a unit or of a parameter that is a mapping."""
        run = node.run
        if isinstance(node.kind, RecordType):
            names = [field for field, _ in node.kind.fields]
            if name not in names:
                raise NotDirectError
            at = names.index(name)
            kind = PLAIN.get(node.kind.fields[at][1], "")
            if kind == "unit":
                return ExpressionPart(kind, lambda e: e.unit(run(e)[at]))
            if kind == "units":
                return ExpressionPart(kind, lambda e: tuple(map(e.unit, run(e)[at])))
            return ExpressionPart(kind, lambda e: run(e)[at])
        if node.kind != "unit" or name not in self.unit_fields:
            raise NotDirectError
        kind, read = self.unit_fields[name]
        if kind not in _EMPTY_FIELDS:
            raise NotDirectError
        plain = _PLAIN_FIELD[kind]

        def value(e: Evaluation) -> Value:
            """Return the field of the unit."""
            unit = run(e)
            return unit.fields[name] if unit is e.empty else plain(read(unit))

        return ExpressionPart(kind, value)

    def method(self, node: ExpressionPart, name: str) -> ExpressionPart:
        """Return a method of a word or a list, or a loop over a list."""
        run = node.run
        if name in _MACROS and node.kind in ITEM:
            return self.loop(node, name)
        arguments = self.arguments(")")
        if name == "size" and not arguments:
            return _size(node)
        if name in _WORD_TESTS and node.kind == "word" and len(arguments) == 1:
            test, other = _WORD_TESTS[name], _of(arguments[0], "word")
            return ExpressionPart("bool", lambda e: test(run(e), other(e)))
        raise NotDirectError

    def loop(self, node: ExpressionPart, name: str) -> ExpressionPart:
        """Read `exists(x, test)`, `all(x, test)`, `filter(x, test)` or `map(x, value)`, after the parenthesis."""
        variable = self.take("name")
        if variable in self.bound or variable in RESERVED:
            raise NotDirectError
        self.take("sign", ",")
        self.loops = True
        self.bound[variable] = ITEM[str(node.kind)]
        body = self.choice()
        del self.bound[variable]
        self.take("sign", ")")
        if name == "map":
            if body.kind not in LIST_OF:
                raise NotDirectError
            value = body.run
            return ExpressionPart(
                LIST_OF[str(body.kind)], lambda e: tuple(value(e) for _ in _items(e, node.run, variable))
            )
        test = _of(body, "bool")
        if name == "filter":
            return ExpressionPart(node.kind, lambda e: tuple(item for item in _items(e, node.run, variable) if test(e)))
        if name == "exists":
            return ExpressionPart("bool", lambda e: any(test(e) for _ in _items(e, node.run, variable)))
        return ExpressionPart("bool", lambda e: all(test(e) for _ in _items(e, node.run, variable)))

    def call(self, name: str, arguments: list[ExpressionPart]) -> ExpressionPart:
        """Return the call of a function of expressions."""
        if name == "size" and len(arguments) == 1:
            return _size(arguments[0])
        if name == "string" and len(arguments) == 1:
            number = _of(arguments[0], "int")
            return ExpressionPart("word", lambda e: str(number(e)))
        for function in FUNCTIONS.get(name, ()):
            if len(function.parameters) == len(arguments) and all(
                kind in (ITEM if parameter == "list" else (PLAIN.get(parameter, "word"),))
                for parameter, (kind, _) in zip(function.parameters, arguments, strict=True)
            ):
                self.loops = self.loops or function.reads in ("state", "terrain")
                return _call(function, arguments)
        raise NotDirectError


# ---------------------------------------------------------------- parts


_PLAIN_FIELD: dict[str, Callable[[Any], Value]] = {
    "int": int,
    "bool": bool,
    "word": lambda value: value or "",
    "words": tuple,
}
"""How the value of a field of a unit becomes a value of its type. A word may be missing."""


def _of(node: ExpressionPart, kind: str) -> Run:
    """Return the function of a part; the part has to be of a type."""
    if node.kind != kind:
        raise NotDirectError
    return node.run


def _common(first: ExpressionPart, second: ExpressionPart) -> Type:
    """Return the type that two parts share; `[]` is a list of any type."""
    if first.kind == second.kind:
        return first.kind
    if EMPTY_LIST in (first.kind, second.kind):
        other = second.kind if first.kind == EMPTY_LIST else first.kind
        if other in ITEM:
            return other
    raise NotDirectError


def _integer(number: int) -> int:
    """Return a number unchanged. Raise `NotDirectError` if it is too large for CEL."""
    if -LARGEST <= number < LARGEST:
        return number
    raise NotDirectError


def _constant(kind: str, value: Value) -> ExpressionPart:
    """Return a part whose value is written in the expression."""
    return ExpressionPart(kind, lambda _: value)


def _both(left: Run, right: Run) -> ExpressionPart:
    """Return `left && right`."""
    return ExpressionPart("bool", lambda e: left(e) and right(e))


def _either(left: Run, right: Run) -> ExpressionPart:
    """Return `left || right`."""
    return ExpressionPart("bool", lambda e: left(e) or right(e))


def _comparison(sign: str, first: ExpressionPart, second: ExpressionPart) -> ExpressionPart:
    """Return a comparison of two parts of the same type."""
    kind = _common(first, second)
    ordered = kind in ("int", "word", "decimal", "bool")
    if not ordered and (sign not in ("==", "!=") or isinstance(kind, RecordType)):
        raise NotDirectError
    compare, left, right = _COMPARE[sign], first.run, second.run
    return ExpressionPart("bool", lambda e: compare(left(e), right(e)))


def _membership(item: ExpressionPart, values: ExpressionPart) -> ExpressionPart:
    """Return whether a value is in a list."""
    if values.kind != EMPTY_LIST and ITEM.get(str(values.kind)) != item.kind:
        raise NotDirectError
    left, right = item.run, values.run
    return ExpressionPart("bool", lambda e: left(e) in right(e))


def _sum(first: ExpressionPart, second: ExpressionPart) -> ExpressionPart:
    """Return the sum of two numbers, or two words or lists joined."""
    kind, left, right = _common(first, second), first.run, second.run
    if kind == "int":
        return ExpressionPart(kind, lambda e: _integer(left(e) + right(e)))
    if kind in ("word", "decimal") or kind in ITEM:
        return ExpressionPart(kind, lambda e: left(e) + right(e))
    raise NotDirectError


def _arithmetic(sign: str, first: ExpressionPart, second: ExpressionPart) -> ExpressionPart:
    """Return a difference, product, quotient or remainder. Quotients of integers are rounded towards 0."""
    kind, left, right = _common(first, second), first.run, second.run
    if kind == "int":
        whole = _INTEGERS[sign]
        return ExpressionPart(kind, lambda e: _integer(whole(left(e), right(e))))
    if kind == "decimal" and sign != "%":
        decimal = _DECIMALS[sign]
        return ExpressionPart(kind, lambda e: decimal(left(e), right(e)))
    raise NotDirectError


def _quotient(number: int, by: int) -> int:
    """Return a quotient rounded towards 0."""
    return number // by if (number < 0) == (by < 0) else -(-number // by)


_INTEGERS: dict[str, Callable[[int, int], int]] = {
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "%": lambda number, by: number - by * _quotient(number, by),
}
_DECIMALS: dict[str, Callable[[float, float], float]] = {
    "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip


def _list(items: list[ExpressionPart]) -> ExpressionPart:
    """Return a list of values of the same type."""
    if not items:
        return _constant(EMPTY_LIST, ())
    kinds = {item.kind for item in items}
    if len(kinds) > 1 or items[0].kind not in LIST_OF:
        raise NotDirectError
    runs = [item.run for item in items]
    return ExpressionPart(LIST_OF[str(items[0].kind)], lambda e: tuple(run(e) for run in runs))


def _element(values: ExpressionPart, index: ExpressionPart) -> ExpressionPart:
    """Return the value at an index of a list, which begins at 0."""
    if values.kind not in ITEM:
        raise NotDirectError
    of, number = values.run, _of(index, "int")

    def value(e: Evaluation) -> Value:
        """Return the value; an index outside the list is a fault, which CEL describes."""
        found, at = of(e), number(e)
        if not 0 <= at < len(found):
            raise NotDirectError
        return found[at]

    return ExpressionPart(ITEM[str(values.kind)], value)


def _size(node: ExpressionPart) -> ExpressionPart:
    """Return the number of characters of a word, or of values of a list."""
    if node.kind not in ITEM and node.kind not in ("word", EMPTY_LIST):
        raise NotDirectError
    run = node.run
    return ExpressionPart("int", lambda e: len(run(e)))


def _items(e: Evaluation, of: Run, variable: str) -> Any:  # noqa: ANN401 - an iterator over values
    """Yield each value of a list after it is assigned to the variable of a loop."""
    values, bound = of(e), e.bound
    e.count(len(values))
    for value in values:
        bound[variable] = value
        yield value


def _call(function: Function, arguments: list[ExpressionPart]) -> ExpressionPart:
    """Return the call of a function of expressions."""
    run, returns = function.run, PLAIN[function.returns]
    runs = [argument.run for argument in arguments]
    units = [i for i, argument in enumerate(arguments) if argument.kind == "unit"]
    lists = [i for i, argument in enumerate(arguments) if argument.kind in ITEM]
    unit_lists = [i for i in lists if arguments[i].kind == "units"]

    def value(e: Evaluation) -> Value:
        """Return the result of the function. Raise `RuleError` for a unit that is not in play, as CEL does."""
        given = [argument(e) for argument in runs]
        if any(given[i] is e.empty for i in units) or any(one is e.empty for i in unit_lists for one in given[i]):
            raise RuleError("the unit is empty")
        e.count(1 + sum(len(given[i]) for i in lists))
        found = run(e.context, *given)
        if returns == "int":
            return _integer(found)
        if returns == "unit":
            return e.unit(found.id if isinstance(found, Unit) else found)
        if returns == "units":
            found = tuple(e.unit(unit.id if isinstance(unit, Unit) else unit) for unit in found)
        elif returns in ITEM:
            found = tuple(found)
        else:
            return found
        e.count(len(found))
        return found

    return ExpressionPart(returns, value)
