"""The expression language: short formulas, with types that are checked before play.

The grammar is that of CEL, the Common Expression Language.

Source: github.com/google/cel-spec
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite

from pnp.message import clip
from pnp.model.game import Game
from pnp.rules.expressions.evaluate import Evaluator
from pnp.rules.expressions.evaluation import DIVIDED, TOO_LARGE, EvaluationError
from pnp.rules.expressions.game_words import Lexicon
from pnp.rules.expressions.kinds import ListType, name_of, wrong_type
from pnp.rules.expressions.nodes import SyntaxNode, WordNode, calls, names
from pnp.rules.expressions.syntax import read_expression
from pnp.rules.expressions.tokens import ExpressionError
from pnp.rules.expressions.types import find_types
from pnp.rules.expressions.vocabulary import FUNCTIONS, FunctionContext, RecordType, Scope, Type, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import UNIT_FIELDS, factor_names

MAX_WORD, MAX_LIST = 1_000, 10_000
"""The longest word and the longest list of a result; longer ones come from mistakes that grow without end."""
MAX_CACHED = 5_000
"""The most results that are cached for each expression."""


@dataclass(eq=False)
class Expression:
    """A compiled expression: its type, the variables that it uses with their types, and what else it reads.

    `reads_state` says whether it reads the state, `shares` are the totals whose shares it reads. `path` is its path in
    the data. An expression with a fault has no `evaluator` and is never evaluated.
    """

    text: str
    type: str
    uses: tuple[tuple[str, Type], ...] = ()
    reads_state: bool = False
    shares: tuple[str, ...] = ()
    tree: SyntaxNode | None = None
    evaluator: Evaluator | None = None
    path: str = ""
    cache: dict[Hashable, Value] = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        """Whether the expression has no fault, so that it can be evaluated."""
        return self.evaluator is not None

    @property
    def functions(self) -> frozenset[str]:
        """The functions that the expression calls."""
        return frozenset(call.name for call in calls(self.tree)) if self.tree else frozenset()

    @cached_property
    def uses_units_in_mappings(self) -> bool:
        """Whether the expression uses a mapping that contains units, so that its value depends on them."""
        return any(
            of.startswith("unit") for _, kind in self.uses if isinstance(kind, RecordType) for _, of in kind.fields
        )

    def value(self, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value of the expression. Raise `RuleError` if it cannot be evaluated."""
        evaluator = self.evaluator
        assert evaluator is not None
        if not evaluator.loops:  # faster than a look in the cache
            return self._evaluate(evaluator, values, context)
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
            self.cache[full] = found = self._evaluate(evaluator, values, context)
        return found

    def _evaluate(self, evaluator: Evaluator, values: Mapping[str, Value], context: FunctionContext) -> Value:
        """Return the value with these variables. Raise `RuleError` if there is none."""
        try:
            return self._check_size(evaluator.value(values, context))
        except EvaluationError as error:
            failure = RuleError(f"{clip(self.text)} {error.wrong}", error.write)
        except RuleError as error:
            failure = error
        failure.path = failure.path or self.path
        raise failure

    def _check_size(self, value: Value) -> Value:
        """Return the value unchanged. Raise an error if it is infinite or too long."""
        if isinstance(value, float) and not isfinite(value):
            raise EvaluationError(*(DIVIDED if "/" in self.text else TOO_LARGE))
        longest = MAX_WORD if isinstance(value, str) else MAX_LIST
        if isinstance(value, (str, tuple)) and len(value) > longest:
            raise RuleError(
                f"the result has more than {longest:,} {'characters' if isinstance(value, str) else 'values'}"
            )
        return value


class Language:
    """The expression language of one game: its words, and the fields of units."""

    def __init__(self, game: Game) -> None:
        self.lexicon = Lexicon(game)
        self.terrain_changes = bool(game.map_rules and game.map_rules.markers)
        self.unit_fields = dict(UNIT_FIELDS)
        for name in factor_names(game):
            self.unit_fields.setdefault(name, ("int", lambda unit, name=name: unit.factors.get(name, 0)))  # type: ignore[misc]
            self.unit_fields[f"full_{name}"] = ("int", lambda unit, name=name: unit.full.get(name, 0))  # type: ignore[misc]
        self._sharing = {name for name, some in FUNCTIONS.items() if any(one.reads == "shares" for one in some)}

    def compile(self, text: str, scope: Scope, *expected: str) -> Expression:
        """Compile an expression. Raise `ExpressionError` if it is invalid or its type is not in `expected`.

        Without `expected`, every type is allowed.
        """
        tree = read_expression(text)
        if faults := self.lexicon.faults(tree):
            raise ExpressionError(*faults)
        typed = find_types(tree, scope, self.unit_fields)
        if faults := self.lexicon.counted_faults(tree, lambda node: typed.kinds[node] == ListType("unit")):
            raise ExpressionError(*faults)
        kind = name_of(typed.kind, expected)
        if not kind or (expected and kind not in expected):
            raise ExpressionError(wrong_type(typed.kind, expected))
        called = [one for call in calls(tree) for one in FUNCTIONS.get(call.name, ())]
        return Expression(
            text,
            kind,
            tuple((name, scope[name]) for name in sorted(names(tree))),
            any(one.reads == "state" or (one.reads == "terrain" and self.terrain_changes) for one in called),
            self._totals_shared(tree),
            tree,
            Evaluator(typed, self.unit_fields),
        )

    def _totals_shared(self, tree: SyntaxNode) -> tuple[str, ...]:
        """Return the names of the totals that an expression reads with the function `share`, sorted."""
        first = (call.arguments[0] for call in calls(tree) if call.name in self._sharing and call.arguments)
        return tuple(sorted({word.text for word in first if isinstance(word, WordNode)}))
