"""The operators of expressions: each makes one Python function of those of its operands.

As in CEL, integers have 64 bits, quotients of them are rounded towards 0, and a fault on one side of `&&` or `||` does
not count if the other side decides.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.rules.expressions.evaluation import (
    BEYOND,
    DIVIDED,
    KEY_TWICE,
    NO_KEY,
    TOO_LARGE,
    Evaluation,
    EvaluationError,
    Run,
    TooManyStepsError,
)
from pnp.rules.expressions.kinds import Kind
from pnp.rules.expressions.tokens import LARGEST
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError


def run_map(keys: list[Run], values: list[Run]) -> Run:
    """Return the function of a map."""

    def value(e: Evaluation) -> Value:
        """Return the map; a key that it has twice is a fault."""
        found = {key(e): run(e) for key, run in zip(keys, values, strict=True)}
        if len(found) < len(keys):
            raise EvaluationError(*KEY_TWICE)
        return found

    return value


def run_list_element(of: Run, index: Run) -> Run:
    """Return the function that reads the value at an index of a list, which begins at 0."""

    def value(e: Evaluation) -> Value:
        """Return the value; an index outside the list is a fault."""
        found, at = of(e), index(e)
        if not 0 <= at < len(found):
            raise EvaluationError(*BEYOND)
        return found[at]

    return value


def run_map_value(of: Run, key: Run) -> Run:
    """Return the function that reads the value of a key of a map."""

    def value(e: Evaluation) -> Value:
        """Return the value; a key that the map does not have is a fault."""
        found, name = of(e), key(e)
        if name not in found:
            raise EvaluationError(*NO_KEY)
        return found[name]

    return value


# ---------------------------------------------------------------- operators


def checked_integer(number: int) -> int:
    """Return a number unchanged. Raise `EvaluationError` if it has more than 64 bits."""
    if -LARGEST <= number < LARGEST:
        return number
    raise EvaluationError(*TOO_LARGE)


def _quotient(number: int, by: int) -> int:
    """Return a quotient rounded towards 0."""
    if by == 0:
        raise EvaluationError(*DIVIDED)
    return number // by if (number < 0) == (by < 0) else -(-number // by)


def _remainder(number: int, by: int) -> int:
    """Return the remainder of a quotient, which has the sign of the number."""
    return number - by * checked_integer(_quotient(number, by))


def _decimal_quotient(number: float, by: float) -> float:
    """Return a quotient; a number divided by 0 is infinite."""
    if by == 0:
        return math.nan if number == 0 or math.isnan(number) else math.copysign(math.inf, number) * math.copysign(1, by)
    return number / by


_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
    "in": lambda value, values: value in values,
}  # fmt: skip
_WHOLE: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _quotient, "%": _remainder,
}  # fmt: skip
_DECIMAL: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _decimal_quotient,
}  # fmt: skip
WORD_TESTS: Mapping[str, Callable[[str, str], bool]] = {
    "startsWith": str.startswith, "endsWith": str.endswith, "contains": operator.contains,
}  # fmt: skip


def run_operator(sign: str, kind: Kind, left: Run, right: Run) -> Run:
    """Return the function of an operator of two values, whose result has a type (`kind`)."""
    if compare := _COMPARE.get(sign):
        return lambda e: compare(left(e), right(e))
    if kind == "int":
        whole = _WHOLE[sign]
        return lambda e: checked_integer(whole(left(e), right(e)))
    if kind == "decimal":
        decimal = _DECIMAL[sign]
        return lambda e: decimal(left(e), right(e))

    def joined(e: Evaluation) -> Value:
        """Return two words or lists joined."""
        found = left(e) + right(e)
        e.count(len(found))
        return found

    return joined


def run_logic(sign: str, runs: list[Run]) -> Run:
    """Return the function of conditions joined by `&&` or `||`."""
    joined = runs[-1]
    for run in reversed(runs[:-1]):
        joined = _two_conditions(run, joined, decides=sign == "||")
    return joined


def _two_conditions(left: Run, right: Run, *, decides: bool) -> Run:
    """Return the function of two conditions; one with the value `decides` decides, even if the other has a fault."""

    def value(e: Evaluation) -> bool:
        """Return whether the conditions are true."""
        try:
            if left(e) == decides:
                return decides
        except TooManyStepsError:
            raise
        except (EvaluationError, RuleError):
            if _is(decides, right, e):
                return decides
            raise
        return right(e)  # type: ignore[no-any-return]

    return value


def _is(wanted: bool, run: Run, e: Evaluation) -> bool:
    """Return whether a condition has a value; not if it has a fault."""
    try:
        return bool(run(e) == wanted)
    except TooManyStepsError:
        raise
    except (EvaluationError, RuleError):
        return False


def run_search(items: Callable[[Evaluation], Iterator[Value]], test: Run, *, wanted: bool) -> Run:
    """Return the function of `exists`, which looks for a value that is true, or of `all`, which looks for one false."""

    def value(e: Evaluation) -> bool:
        """Return what the loop finds. A fault counts only if no other value decides."""
        fault: EvaluationError | RuleError | None = None
        for _ in items(e):
            try:
                if test(e) == wanted:
                    return wanted
            except TooManyStepsError:
                raise
            except (EvaluationError, RuleError) as error:
                fault = fault or error
        if fault:
            raise fault
        return not wanted

    return value
