"""The expression language: short formulas in CEL, with types that are checked before play.

Source: github.com/google/cel-spec
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any

from pnp.deferred import deferred
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
from pnp.rules.expressions.direct import DirectExpression, NotDirectError, read_directly
from pnp.rules.expressions.vocabulary import FUNCTIONS, FunctionContext, RecordType, Scope, Type, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import UNIT_FIELDS, factor_names

with deferred():
    from pnp.rules.expressions import cel_programs

MAX_LENGTH = 1000
"""The longest text of an expression; longer ones belong in several steps."""
MAX_WORD, MAX_LIST = 1_000, 10_000
"""The longest word and the longest list of a result; longer ones come from mistakes that grow without end."""
MAX_CACHED = 5_000
"""The most results that are cached for each expression."""


@dataclass(eq=False)
class Expression:
    """A compiled expression: its type, the variables that it uses with their types, and what else it reads.

    `reads_state` says whether it reads the state, `shares` are the totals whose shares it reads. `direct` evaluates it
    in Python; if it is None, CEL does. `path` is its path in the data. An expression that is not `valid` is never
    evaluated.
    """

    text: str
    type: str
    uses: tuple[tuple[str, Type], ...]
    reads_state: bool
    shares: tuple[str, ...]
    language: Language
    direct: DirectExpression | None = None
    path: str = ""
    valid: bool = True
    cache: dict[Hashable, Value] = field(default_factory=dict)

    @cached_property
    def uses_units_in_mappings(self) -> bool:
        """Whether the expression uses a mapping that contains units, so that its value depends on them."""
        return any(
            of.startswith("unit") for _, kind in self.uses if isinstance(kind, RecordType) for _, of in kind.fields
        )

    def value(self, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value of the expression. Raise `RuleError` if it cannot be evaluated."""
        if self.direct is not None and not self.direct.loops:  # faster than a look in the cache
            return self._evaluate(values, context)
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
            self.cache[full] = found = self._evaluate(values, context)
        return found

    def _evaluate(self, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value that Python or CEL computes from these variables. Raise `RuleError` if neither can."""
        if self.direct is not None:
            try:
                return self._check_size(self.direct.value(values, context))
            except (NotDirectError, RuleError, ZeroDivisionError):
                pass  # CEL finds a value nevertheless, or says what is wrong
        try:
            program = self.language.program(self.text, self.uses)
            return self._check_size(self.language.cel.evaluate(program, values, self.uses, context, self.type))
        except RuntimeError as error:
            failure = RuleError(*explain_run_error(str(error), self.text))
        except RuleError as error:
            failure = error
        failure.path = failure.path or self.path
        raise failure

    def _check_size(self, value: Value) -> Value:
        """Return the value unchanged. Raise `RuleError` if it is infinite or too long."""
        if isinstance(value, float) and not isfinite(value):
            raise RuleError(*explain_run_error("divide by zero" if "/" in self.text else "overflow", self.text))
        longest = MAX_WORD if isinstance(value, str) else MAX_LIST
        if isinstance(value, (str, tuple)) and len(value) > longest:
            raise RuleError(
                f"the result has more than {longest:,} {'characters' if isinstance(value, str) else 'values'}"
            )
        return value


class Language:
    """The expression language of one game: the fields of units, and the programs that CEL has compiled."""

    def __init__(self, game: Game) -> None:
        self.lexicon = Lexicon(game)
        self.terrain_changes = bool(game.map_rules and game.map_rules.markers)
        self._programs: dict[tuple[str, tuple[tuple[str, Type], ...]], Any] = {}
        self.unit_fields = dict(UNIT_FIELDS)
        for name in factor_names(game):
            self.unit_fields.setdefault(name, ("int", lambda unit, name=name: unit.factors.get(name, 0)))  # type: ignore[misc]
            self.unit_fields[f"full_{name}"] = ("int", lambda unit, name=name: unit.full.get(name, 0))  # type: ignore[misc]
        self._sharing = {name for name, some in FUNCTIONS.items() if any(one.reads == "shares" for one in some)}

    @cached_property
    def cel(self) -> cel_programs.CelPrograms:
        """The part of the language that CEL evaluates."""
        return cel_programs.CelPrograms(self.unit_fields)

    def program(self, text: str, uses: tuple[tuple[str, Type], ...], scope: Scope | None = None) -> Any:  # noqa: ANN401
        """Return the CEL program of an expression, compiled once. Raise `RuntimeError` if it is invalid.

        `uses` are the variables that it uses, `scope` those that it could use, if they are more.
        """
        if (text, uses) not in self._programs:
            compiled = self.cel.compile(text, dict(uses) if scope is None else scope, names(tokens(text)))
            self._programs[text, uses] = compiled
        return self._programs[text, uses]

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
        direct = read_directly(text, scope, self.unit_fields)
        kind = direct.kind if direct is not None else self._cel_kind(text, found, uses, scope, expected)
        if expected and kind not in expected:
            raise ExpressionError(explain_wrong_type(kind, expected))
        called = [one for call in calls(found) for one in FUNCTIONS.get(call.name, ())]
        return Expression(
            text,
            kind,
            uses,
            any(one.reads == "state" or (one.reads == "terrain" and self.terrain_changes) for one in called),
            self._totals_shared(found),
            self,
            direct,
        )

    def _cel_kind(
        self,
        text: str,
        found: tuple[Token, ...],
        uses: tuple[tuple[str, Type], ...],
        scope: Scope,
        expected: tuple[str, ...],
    ) -> str:
        """Return the type that CEL finds for an expression. Raise `ExpressionError` if it is invalid."""
        try:
            program = self.program(text, uses, scope)
        except RuntimeError as error:
            raise ExpressionError(*explain_compile_error(str(error), text, scope, self.unit_fields)) from None
        kind = cel_programs.result_type(program)
        if [token.text for token in found] == ["[", "]"]:
            kind = next((one for one in expected if one.endswith("s")), "words")
        if not kind:
            raise ExpressionError(explain_wrong_type(program.return_type().name(), expected))
        return kind

    def _totals_shared(self, found: tuple[Token, ...]) -> tuple[str, ...]:
        """Return the names of the totals that an expression reads with the function `share`, sorted."""
        words = (call.words[0] for call in calls(found) if call.name in self._sharing and call.words)
        return tuple(sorted({word.text for word in words if word is not None}))
