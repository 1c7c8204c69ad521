"""The expression language: short formulas in CEL, with types that are checked before play.

Source: github.com/google/cel-spec
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any

from cel_expr_python import cel
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from pnp.findings import Fault
from pnp.model.game import Game
from pnp.rules.expressions.cel_errors import (
    ExpressionError,
    Lexicon,
    explain_compile_error,
    explain_run_error,
    explain_wrong_type,
)
from pnp.rules.expressions.cel_tokens import Token, calls, names, tokens
from pnp.rules.expressions.vocabulary import FUNCTIONS, PLAIN, Function, FunctionContext, RecordType, Scope, Type, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import UNIT_FIELDS, Unit, factor_names

MAX_LENGTH = 1000
"""The longest text of an expression; longer ones belong in several steps."""
MAX_WORD, MAX_LIST = 1_000, 10_000
"""The longest word and the longest list of a result; longer ones come from mistakes that grow without end."""
MAX_WORK = 100_000
"""The most values that one expression may pass to functions."""
MAX_CACHED = 5_000
"""The most results that are cached for each expression."""


_PROTO = {"int": 3, "bool": 8, "word": 9, "unit": 11, "decimal": 1}
"""The numbers that protobuf uses for the types of fields."""
_PROTO |= {f"{name}s": number for name, number in _PROTO.items()}
"""Numbers of protobuf's own for the types of fields."""
_TYPES = {"INT": "int", "BOOL": "bool", "STRING": "word", "g.Unit": "unit", "DOUBLE": "decimal"}
_TYPES |= {f"LIST<{cel_name}>": f"{name}s" for cel_name, name in _TYPES.items() if name != "bool"}


@dataclass(eq=False)
class Expression:
    """A compiled expression: its type, the variables that it uses with their types, and what else it reads.

    `reads_state` says whether it reads the state, `shares` are the totals whose shares it reads. `path` is its path in
    the data.
    """

    text: str
    type: str
    uses: tuple[tuple[str, Type], ...]
    reads_state: bool
    shares: tuple[str, ...]
    language: Language
    program: Any
    path: str = ""
    cache: dict[Hashable, Value] = field(default_factory=dict)

    @cached_property
    def uses_units_in_mappings(self) -> bool:
        """Whether the expression uses a mapping that contains units, so that its value depends on them."""
        return any(
            of.startswith("unit") for _, kind in self.uses if isinstance(kind, RecordType) for _, of in kind.fields
        )

    def value(self, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value of the expression. Raise `RuleError` if it cannot be evaluated."""
        key: list[Hashable] = [context.variant.options]
        for name, kind in self.uses:
            value = values[name]
            if kind == "unit":
                key.append((value, context.state.pieces.get(value)))
            elif kind == "units":
                key.append(tuple((id_, context.state.pieces.get(id_)) for id_ in value))
            else:
                key.append((type(value), value))
        if self.reads_state or self.uses_units_in_mappings:
            key.append(context.state.standing)
        key += (context.shares.get(name) for name in self.shares)
        full = tuple(key)
        found = self.cache.get(full)  # never None: no expression has that value
        if found is None:
            if len(self.cache) > MAX_CACHED:
                self.cache.clear()
            data = {name: self.language.cel_value(values[name], kind, context) for name, kind in self.uses}
            self.cache[full] = found = self._evaluate(data, context)
        return found

    def _evaluate(self, data: Mapping[str, Any], context: FunctionContext) -> Value:
        """Return the value that CEL computes from these variables. Raise `RuleError` if it cannot."""
        self.language.context, self.language.error, self.language.work = context, None, 0
        try:
            result = self.program.eval(data=data)
            plain = result.plain_value()
            failed = isinstance(plain, str) and result.type().name() == "ERROR"
        except RuntimeError as error:
            plain, failed = str(error), True
        if not failed:
            return self._check_size(_engine_value(plain, self.type))
        failure = self.language.error or RuleError(*explain_run_error(str(plain), self.text))
        if isinstance(failure, RuleError):
            failure.path = failure.path or self.path
        raise failure

    def _check_size(self, value: Value) -> Value:
        """Return the value unchanged. Raise `RuleError` if it is infinite or too long."""
        if isinstance(value, float) and not isfinite(value):
            error = RuleError(*explain_run_error("divide by zero" if "/" in self.text else "overflow", self.text))
            error.path = self.path
            raise error
        longest = MAX_WORD if isinstance(value, str) else MAX_LIST
        if isinstance(value, (str, tuple)) and len(value) > longest:
            error = RuleError(
                f"the result has more than {longest:,} {'characters' if isinstance(value, str) else 'values'}"
            )
            error.path = self.path
            raise error
        return value


def _engine_value(value: Any, kind: str) -> Value:  # noqa: ANN401 - what CEL gives
    """Convert a result of CEL to a value of the rules engine: a unit to its id, a list to a tuple."""
    if kind == "unit":
        return value.id
    if kind == "units":
        return tuple(unit.id for unit in value)
    return tuple(value) if kind in ("ints", "words", "decimals") else value


class Language:
    """The expression language of one game: the fields of units, the functions, and records for parameters."""

    def __init__(self, game: Game) -> None:
        self.lexicon = Lexicon(game)
        self.terrain_changes = bool(game.map_rules and game.map_rules.markers)
        self.context: FunctionContext | None = None
        self.error: BaseException | None = None
        self.work = 0
        self._environments: list[tuple[Scope, Any]] = []
        self._programs: dict[tuple[str, tuple[tuple[str, Type], ...]], Any] = {}
        self._messages: dict[Hashable, Any] = {}
        self._records: dict[RecordType, str] = {}
        self._pool = descriptor_pool.DescriptorPool()
        self.unit_fields = dict(UNIT_FIELDS)
        for name in factor_names(game):
            self.unit_fields.setdefault(name, ("int", lambda unit, name=name: unit.factors.get(name, 0)))  # type: ignore[misc]
            self.unit_fields[f"full_{name}"] = ("int", lambda unit, name=name: unit.full.get(name, 0))  # type: ignore[misc]
        self._unit = self._declare_class("Unit", {name: kind for name, (kind, _) in self.unit_fields.items()})
        self._sharing = {name for name, some in FUNCTIONS.items() if any(one.reads == "shares" for one in some)}
        self._functions = [
            cel.FunctionDecl(name, [self._cel_overload(one, i) for i, one in enumerate(some)])
            for name, some in sorted(FUNCTIONS.items())
        ]

    # -- types

    def _declare_class(self, name: str, fields: Mapping[str, str]) -> Any:  # noqa: ANN401 - a class that protobuf makes
        """Register a type with named fields in CEL, and return its protobuf class."""
        file = descriptor_pb2.FileDescriptorProto(name=f"{name}.proto", package="g", syntax="proto3")
        if name != "Unit":
            file.dependency.append("Unit.proto")
        message = file.message_type.add(name=name)
        for i, (inner, kind) in enumerate(fields.items(), 1):
            plain = PLAIN[kind]
            type_name = ".g.Unit" if plain in ("unit", "units") else None
            label = 3 if plain.endswith("s") else 1
            message.field.add(name=inner, number=i, type=_PROTO[plain], label=label, type_name=type_name)
        self._pool.Add(file)
        return message_factory.GetMessageClass(self._pool.FindMessageTypeByName(f"g.{name}"))

    def _cel_type(self, kind: Type) -> Any:  # noqa: ANN401 - CEL ships no types
        """Convert a type of the rules engine, such as `int` or `units`, to a CEL type."""
        if isinstance(kind, RecordType):
            return cel.Type(f"g.{self._record_name(kind)}")
        plain = {"int": cel.Type.INT, "bool": cel.Type.BOOL, "word": cel.Type.STRING, "unit": cel.Type("g.Unit")}
        plain["decimal"] = cel.Type.DOUBLE
        name = "list" if kind == "list" else PLAIN.get(kind, "word")
        if name == "list":
            return cel.Type.List(cel.Type.DYN)
        return cel.Type.List(plain[name[:-1]]) if name.endswith("s") else plain[name]

    def _record_name(self, kind: RecordType) -> str:
        """Return the CEL name of a type with fields, such as `Record0`; register the type on first use."""
        if kind not in self._records:
            name = f"Record{len(self._records)}"
            self._messages[kind] = self._declare_class(name, dict(kind.fields))
            self._records[kind] = name
        return self._records[kind]

    # -- values

    def cel_value(self, value: Value, kind: Type, context: FunctionContext) -> Any:  # noqa: ANN401 - what CEL takes
        """Convert a value of the rules engine to a value for CEL."""
        if kind == "unit":
            return self._unit_message(value, context)
        if kind == "units":
            return [self._unit_message(id_, context) for id_ in value]
        if isinstance(kind, RecordType):
            self._record_name(kind)
            fields = {
                name: self.cel_value(inner, PLAIN[of], context)
                for (name, of), inner in zip(kind.fields, value, strict=True)
            }
            return self._messages[kind](**fields)
        return list(value) if isinstance(value, tuple) else value

    def _unit_message(self, id_: str, context: FunctionContext) -> Any:  # noqa: ANN401 - a message
        """Return the unit with this id as a protobuf message with its fields, for CEL."""
        if id_ not in context.state.pieces:
            return self._unit()
        key = (id_, context.state.pieces[id_])
        found = self._messages.get(key)
        if found is None:
            if len(self._messages) > MAX_CACHED:
                self._messages = {k: v for k, v in self._messages.items() if isinstance(k, RecordType)}
            unit = context.unit(id_)
            found = self._unit(**{name: read(unit) for name, (_, read) in self.unit_fields.items()})
            self._messages[key] = found
        return found

    # -- functions

    def _cel_overload(self, signature: Function, number: int) -> Any:  # noqa: ANN401 - CEL ships no types
        """Convert one signature of a function to the form that CEL needs; `number` makes its id unique."""
        parameters = [self._cel_type(kind) for kind in signature.parameters]
        id_ = f"{signature.name}_{number}"
        return cel.Overload(
            id_,
            return_type=self._cel_type(signature.returns),
            parameters=parameters,
            impl=self._make_wrapper(signature),
        )

    def _make_wrapper(self, signature: Function) -> Callable[..., Any]:
        """Return a Python function that CEL can call to run a function of expressions."""

        def call_function(*arguments: Any) -> Any:  # noqa: ANN401 - what CEL passes
            """Convert the arguments from CEL, run the function, and convert its result to CEL."""
            context = self.context
            assert context is not None
            try:
                self._count_work(arguments)
                result = signature.run(context, *(self._engine_argument(value, context) for value in arguments))
                self._count_work((result,))
                if signature.returns in ("unit", "units"):
                    many = (result,) if signature.returns == "unit" else result
                    ids = [unit.id if isinstance(unit, Unit) else unit for unit in many]
                    messages = [self._unit_message(id_, context) for id_ in ids]
                    return messages[0] if signature.returns == "unit" else messages
                return list(result) if isinstance(result, (tuple, set, frozenset)) else result
            except BaseException as error:
                self.error = error
                raise

        return call_function

    def _count_work(self, values: tuple[Any, ...]) -> None:
        """Count the values passed to or from a function. Raise `RuleError` if there are too many.

        CEL limits its own loops, but not the work of functions in them. The limit is `MAX_WORK` for one expression.
        """
        self.work += 1
        for value in values:
            if isinstance(value, (list, tuple)):
                self.work += len(value)
        if self.work > MAX_WORK:
            raise RuleError("this takes too many steps", "use one list at a time")

    def _engine_argument(self, value: Any, context: FunctionContext) -> Value:  # noqa: ANN401 - what CEL gives
        """Convert an argument from CEL to a value of the rules engine, with units as `Unit`."""
        if isinstance(value, self._unit):
            if value.id not in context.state.pieces:
                raise RuleError("the unit is empty", "test with unit.id == '' first")
            return context.unit(value.id)
        return tuple(self._engine_argument(inner, context) for inner in value) if isinstance(value, list) else value

    # -- compiling

    def compile(self, text: str, scope: Scope, *expected: str) -> Expression:
        """Compile an expression. Raise `ExpressionError` if it is invalid or its type is not in `expected`.

        Without `expected`, every type is allowed.
        """
        if len(text) > MAX_LENGTH:
            raise ExpressionError(
                Fault(
                    "",
                    f"an expression of {len(text):,} characters is too long",
                    "assign parts of it to variables in earlier steps",
                    at=0,
                )
            )
        found = tokens(text)
        if faults := self.lexicon.faults(found):
            raise ExpressionError(*faults)
        uses = tuple((name, scope[name]) for name in sorted(names(found) & scope.keys()))
        program = self._programs.get((text, uses))
        try:
            program = program or self._environment(scope, names(found)).compile(text)
        except RuntimeError as error:
            raise ExpressionError(*explain_compile_error(str(error), text, scope, self.unit_fields)) from None
        self._programs[text, uses] = program
        kind = _TYPES.get(program.return_type().name(), "")
        if program.return_type().name() == "LIST<DYN>" and [token.text for token in found] == ["[", "]"]:
            kind = next((one for one in expected if one.endswith("s")), "words")
        if not kind or (expected and kind not in expected):
            raise ExpressionError(explain_wrong_type(kind or program.return_type().name(), expected))
        called = [one for call in calls(found) for one in FUNCTIONS.get(call.name, ())]
        return Expression(
            text,
            kind,
            uses,
            any(one.reads == "state" or (one.reads == "terrain" and self.terrain_changes) for one in called),
            self._totals_shared(found),
            self,
            program,
        )

    def _totals_shared(self, found: tuple[Token, ...]) -> tuple[str, ...]:
        """Return the names of the totals that an expression reads with the function `share`, sorted."""
        words = (call.words[0] for call in calls(found) if call.name in self._sharing and call.words)
        return tuple(sorted({word.text for word in words if word is not None}))

    def _environment(self, scope: Scope, used: Iterable[str]) -> Any:  # noqa: ANN401 - CEL ships no types
        """Return a CEL environment that declares the variables of an expression with their types.

        `used` are the names in the expression. An environment takes a fifth of a megabyte, so expressions share them.
        """
        for known, environment in self._environments:
            if all(known.get(name) == scope.get(name) for name in used):
                return environment
        variables = {name: self._cel_type(kind) for name, kind in sorted(scope.items())}
        environment = cel.NewEnv(descriptor_pool=self._pool, variables=variables, functions=self._functions)
        self._environments.append((dict(scope), environment))
        return environment
