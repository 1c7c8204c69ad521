"""Compiles and evaluates expressions with CEL, the Common Expression Language.

Source: github.com/google/cel-spec
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from cel_expr_python import cel
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from pnp.rules.expressions.vocabulary import FUNCTIONS, PLAIN, Function, FunctionContext, RecordType, Scope, Type, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import Unit

MAX_WORK = 100_000
"""The most values that one expression may pass to functions."""
MAX_CACHED = 5_000
"""The most messages for units that are cached."""

_PROTO = {"int": 3, "bool": 8, "word": 9, "unit": 11, "decimal": 1}
"""The numbers that protobuf uses for the types of fields."""
_PROTO |= {f"{name}s": number for name, number in _PROTO.items()}
"""Numbers of protobuf's own for the types of fields."""
_TYPES = {"INT": "int", "BOOL": "bool", "STRING": "word", "g.Unit": "unit", "DOUBLE": "decimal"}
_TYPES |= {f"LIST<{cel_name}>": f"{name}s" for cel_name, name in _TYPES.items() if name != "bool"}


def result_type(program: Any) -> str:  # noqa: ANN401 - CEL ships no types
    """Return the type of a program's result, such as `ints`; empty if no step can use it."""
    return _TYPES.get(program.return_type().name(), "")


_PYTHON_TYPES: dict[str, set[type]] = {"int": {int}, "bool": {bool}, "word": {str}, "decimal": {float, int}}


def _engine_value(value: Any, kind: str) -> Value:  # noqa: ANN401 - what CEL gives
    """Convert a result of CEL to a value of the rules engine: a unit to its id, a list to a tuple.

    Raise `RuntimeError` if it is not of the type `kind`: CEL does not know the types of all parts of an expression.
    """
    plain = PLAIN.get(kind)
    if plain is None:
        return value  # nothing is expected of it
    many = plain.endswith("s")
    if isinstance(value, (list, tuple)) != many:
        raise RuntimeError(f"the value is not of the type {kind}")
    items, types = (value if many else (value,)), _PYTHON_TYPES.get(plain.removesuffix("s"))
    if not all(type(item) in types if types else hasattr(item, "id") for item in items):
        raise RuntimeError(f"the value is not of the type {kind}")
    found = tuple(items) if types else tuple(item.id for item in items)
    return found if many else found[0]


class CelPrograms:
    """The compiled programs of one game: CEL environments, the class of units, and records for parameters.

    `unit_fields` are the fields of units, each with its type and the function that reads it.
    """

    def __init__(self, unit_fields: Mapping[str, tuple[str, Callable[[Unit], Any]]]) -> None:
        self.unit_fields = unit_fields
        self.context: FunctionContext | None = None
        self.error: BaseException | None = None
        self.work = 0
        self._environments: list[tuple[Scope, Any]] = []
        self._messages: dict[Hashable, Any] = {}
        self._records: dict[RecordType, str] = {}
        self._pool = descriptor_pool.DescriptorPool()
        self._unit = self._declare_class("Unit", {name: kind for name, (kind, _) in unit_fields.items()})
        self._functions = [
            cel.FunctionDecl(name, [self._cel_overload(one, i) for i, one in enumerate(some)])
            for name, some in sorted(FUNCTIONS.items())
        ]

    def compile(self, text: str, scope: Scope, used: Iterable[str]) -> Any:  # noqa: ANN401 - CEL ships no types
        """Return a compiled program; `used` are the names in its text. Raise `RuntimeError` if it is invalid."""
        return self._environment(scope, used).compile(text)

    def evaluate(
        self,
        program: Any,  # noqa: ANN401 - CEL ships no types
        values: Mapping[str, Value],
        uses: Iterable[tuple[str, Type]],
        context: FunctionContext,
        kind: str,
    ) -> Value:
        """Return the value of a program with these variables, as a value of type `kind`.

        Raise `RuleError` if a function does, and `RuntimeError` if CEL cannot evaluate the program.
        """
        data = {name: self._cel_value(values[name], kind, context) for name, kind in uses}
        self.context, self.error, self.work = context, None, 0
        try:
            result = program.eval(data=data)
            plain = result.plain_value()
        except RuntimeError:
            if self.error is not None:
                raise self.error from None
            raise
        if isinstance(plain, str) and result.type().name() == "ERROR":
            raise self.error or RuntimeError(plain)
        return _engine_value(plain, kind)

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

    def _cel_value(self, value: Value, kind: Type, context: FunctionContext) -> Any:  # noqa: ANN401 - what CEL takes
        """Convert a value of the rules engine to a value for CEL."""
        if kind == "unit":
            return self._unit_message(value, context)
        if kind == "units":
            return [self._unit_message(id_, context) for id_ in value]
        if isinstance(kind, RecordType):
            self._record_name(kind)
            fields = {
                name: self._cel_value(inner, PLAIN[of], context)
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
