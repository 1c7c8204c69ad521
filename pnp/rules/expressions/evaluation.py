"""One evaluation of an expression: what it reads, the limits of its work, and how it fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pnp.rules.expressions.nodes import SyntaxNode
from pnp.rules.expressions.types import UnitFields
from pnp.rules.expressions.vocabulary import FunctionContext, Value

MAX_LOOPS = 10_000
"""The most values that the loops of one evaluation may pass through."""
MAX_WORK = 100_000
"""The most values that one evaluation may pass to functions and join to lists and words."""

DIVIDED = ("divides by 0", "test for 0 first, as in n == 0 ? 0 : m / n")
TOO_LARGE = ("is too large a number", "")
BEYOND = ("reads beyond the end of a list", "test its size first")
NO_KEY = ("reads a key that its map does not have", "test with in first")
KEY_TWICE = ("has a map with the same key twice", "write each key once")
TOO_MANY = ("takes too many steps", "use one list at a time")


class EvaluationError(Exception):
    """A value that does not exist. The message continues after the text of the expression."""

    def __init__(self, wrong: str, write: str = "") -> None:
        super().__init__(wrong)
        self.wrong, self.write = wrong, write


class TooManyStepsError(EvaluationError):
    """An evaluation that takes too long, which `&&` and `||` do not hide."""


class Evaluation:
    """One evaluation: the variables, the context of functions, the variables of loops, and the work done so far."""

    __slots__ = ("bound", "context", "empty", "loops", "values", "work")

    def __init__(self, values: Mapping[str, Value], context: FunctionContext, empty: EmptyUnit) -> None:
        self.values, self.context, self.empty = values, context, empty
        self.bound: dict[SyntaxNode, Value] = {}
        self.loops = self.work = 0

    def unit(self, id_: str) -> Any:  # noqa: ANN401 - a unit, or the stand-in for none
        """Return the unit with this id; the empty unit if it is not in play."""
        return self.context.unit(id_) if id_ in self.context.state.pieces else self.empty

    def count(self, values: int) -> None:
        """Add to the work done. Raise `TooManyStepsError` if it is too much."""
        self.work += values
        if self.work > MAX_WORK:
            raise TooManyStepsError(*TOO_MANY)


_EMPTY_FIELDS: dict[str, Value] = {"int": 0, "bool": False, "word": "", "words": ()}


class EmptyUnit:
    """The stand-in for a unit that is not in play. Each of its fields is empty."""

    def __init__(self, fields: UnitFields) -> None:
        self.id = ""
        self.fields = {name: _EMPTY_FIELDS[kind] for name, (kind, _) in fields.items()}


Run: TypeAlias = Callable[[Evaluation], Any]
"""The function that a part of an expression becomes."""
