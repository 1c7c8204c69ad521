"""Comparison of a played example with the results that it expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.findings import Fault, did_you_mean
from pnp.message import join_words
from pnp.rules.arguments import read_value
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Assignment
from pnp.rules.engine.program import Program
from pnp.rules.expressions.tokens import ExpressionError
from pnp.rules.expressions.value_text import value_text
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.playbook import Playbook
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import REDUCED
from pnp.rules.state.state import ELIMINATED
from pnp.rules.state.table_heads import other_odds

CLOSE = 5e-7
"""Decimal numbers that differ by less are shown as equal, to a millionth."""


@dataclass(frozen=True)
class ExampleOutcome:
    """The end of an example: its last context, and every assignment on the way."""

    playbook: Playbook
    program: Program
    context: StepContext
    assignments: tuple[Assignment, ...]
    steps: Mapping[str, str]
    """The path of the step that last assigned each variable."""


class _Difference(NamedTuple):
    """The difference of a result from the expected one, in words, and the texts that would be right."""

    text: str
    found: tuple[str, ...]


def check_expectations(
    outcome: ExampleOutcome, expect: Mapping[str, Sequence[str]], path: str, code: str
) -> Iterator[Fault]:
    """Yield a fault for each result that differs from the expected one, in the order of assignment."""
    order = {assignment.name: number for number, assignment in reversed(list(enumerate(outcome.assignments)))}
    for key in sorted(expect, key=lambda name: order.get(name, len(outcome.assignments))):
        try:
            wrong = _difference(outcome, key, expect[key])
        except RuleError as error:
            yield Fault(f"{path}.{key}", error.wrong, error.write, code=code)
            continue
        if wrong:
            spot = outcome.playbook.game.spot(outcome.steps[key]) if key in outcome.steps else None
            step = f"the step at {spot.file}:{spot.line} assigns this value" if spot and spot.line else ""
            yield Fault(f"{path}.{key}", f"{key}: {wrong.text}", step, code=code, found=wrong.found)


def _difference(outcome: ExampleOutcome, key: str, texts: Sequence[str]) -> _Difference | None:
    """Return how the result with this name differs from the expected texts; None if it does not."""
    history = [assignment for assignment in outcome.assignments if assignment.name == key]
    if history:
        return _compare_history(outcome, history, texts)
    state, unit_names = outcome.context.state, outcome.playbook.unit_names
    if key in state.levels:
        kind = outcome.playbook.compiler.track_kinds[key].type
        return _compare_value(outcome, kind, state.levels[key], texts)
    places = [word for text in texts[:1] for word in text.split()[:1] if word in unit_names.places]
    if key in unit_names.places and not (places and key in outcome.playbook.game.counters):
        return _compare_place(outcome, key, texts)
    try:
        unit = unit_names.unit(key)
    except RuleError:
        side = _hexside_or_none(outcome, key)
        return _compare_expression(outcome, key, texts) if side is None else _compare_markers(outcome, side, texts)
    return _compare_unit(outcome, unit, texts)


def _compare_history(outcome: ExampleOutcome, history: list[Assignment], texts: Sequence[str]) -> _Difference | None:
    """Return how the values assigned to a variable in turn differ from the expected ones; None if they agree."""
    last = history[-1]
    if last.type.endswith("s") or len(texts) == 1:
        return _compare_value(outcome, last.type, last.value, texts)
    expected = [read_value(outcome.playbook.unit_names, last.type, text) for text in texts]
    actual = [assignment.value for assignment in history]
    many = len(expected) == len(actual)
    if expected == actual or (many and last.type == "decimal" and _is_close(expected, actual, many=True)):
        return None
    shown = [[_shown_text(outcome, value, last.type) for value in values] for values in (expected, actual)]
    return _Difference(f"expected {join_words(shown[0])}, got {join_words(shown[1])}", _written(shown[1]))


def _written(texts: Sequence[str]) -> tuple[str, ...]:
    """Return texts of messages as they are written in the data."""
    return tuple(text.replace("\N{MINUS SIGN}", "-") for text in texts) or ("none",)


def _compare_value(outcome: ExampleOutcome, kind: str, actual: Value, texts: Sequence[str]) -> _Difference | None:
    """Return how a single value differs from the expected one; None if they agree."""
    many = kind.endswith("s")
    if not many and len(texts) != 1:
        raise RuleError(f"this is a single {kind}", "write one value")
    expected = read_value(outcome.playbook.unit_names, kind, texts if many else texts[0])
    same = _is_close(expected, actual, many=many) if kind.startswith("decimal") else expected == actual
    same = same or (kind == "word" and isinstance(expected, str) and actual == other_odds(expected))
    same = same or (many and sorted(expected) == sorted(actual))
    if same:
        return None
    found = [_shown_text(outcome, one, kind[:-1]) for one in actual] if many else [_shown_text(outcome, actual, kind)]
    text = f"expected {_shown_text(outcome, expected, kind)}, got {_shown_text(outcome, actual, kind)}"
    return _Difference(text, _written(found))


def _is_close(expected: Value, actual: Value, *, many: bool) -> bool:
    """Return whether two decimal numbers (with `many`, two lists of them) agree to a millionth."""
    pairs = (
        zip(expected, actual, strict=True)
        if many and len(expected) == len(actual)
        else []
        if many
        else [(expected, actual)]
    )
    return (not many or len(expected) == len(actual)) and all(abs(one - other) <= CLOSE for one, other in pairs)


def _shown_text(outcome: ExampleOutcome, value: Value, kind: str) -> str:
    """Return a value as text for messages."""
    return value_text(value, kind, outcome.context.label) or "nothing"


def _unit_text(outcome: ExampleOutcome, id_: str) -> str:
    """Return the hex and the state of a unit as text: `M7 reduced fired`."""
    piece = outcome.context.state.pieces.get(id_)
    if piece is None:
        return "not in play"
    if piece.place == ELIMINATED:
        return ELIMINATED
    return " ".join([piece.place, *_unit_state(outcome, id_)])


def _unit_state(outcome: ExampleOutcome, id_: str) -> list[str]:
    """Return the words for the state of a unit: `reduced`, and its markers."""
    unit = outcome.context.function_context.unit(id_)
    return [*([REDUCED] if unit.reduced else []), *sorted(unit.piece.marks)]


def _compare_unit(outcome: ExampleOutcome, id_: str, texts: Sequence[str]) -> _Difference | None:
    """Return how the hex and the state of a unit differ from the expected ones; None if they agree."""
    actual = _unit_text(outcome, id_)
    words = " ".join(texts).split()
    place, state = actual.split()[0], actual.split()[1:]
    same = words[:1] == [place] and (REDUCED in words) == (REDUCED in state) and set(words[1:]) <= set(state)
    if same or actual == " ".join(texts):
        return None
    return _Difference(f"expected {' '.join(texts)}, got {actual}", _written([actual]))


def _compare_place(outcome: ExampleOutcome, place: str, texts: Sequence[str]) -> _Difference | None:
    """Return how the units in a hex or box differ from the expected ones; None if they agree.

    The order matters only in ordered stacks.
    """
    named = [outcome.playbook.unit_names.find(text) for text in texts if text not in ("none", "nothing", "")]
    there = outcome.context.state.order_at(place)
    expected = {name.id: name.words for name in named}
    ordered = place not in outcome.context.state.ordered or tuple(expected) == there
    same = (
        ordered
        and expected.keys() == set(there)
        and all(
            (REDUCED in words) == (REDUCED in _unit_state(outcome, id_))
            and set(words) <= set(_unit_state(outcome, id_))
            for id_, words in expected.items()
        )
    )
    if same:
        return None
    actual = [" ".join([outcome.context.label(id_), *_unit_state(outcome, id_)]) for id_ in there]
    text = f"expected {join_words(list(texts)) if named else 'none'}, got {join_words(actual)}"
    return _Difference(text, _written(actual))


def _hexside_or_none(outcome: ExampleOutcome, text: str) -> str | None:
    """Return the hexside that a text names; None if it is not a hexside of the map."""
    try:
        return outcome.playbook.unit_names.hexside(text)
    except RuleError:
        return None


def _compare_markers(outcome: ExampleOutcome, side: str, texts: Sequence[str]) -> _Difference | None:
    """Return how the markers on a hexside differ from the expected ones; None if they agree."""
    expected = sorted(text for text in texts if text not in ("none", "nothing", ""))
    actual = list(outcome.context.state.markers.get(side, ()))
    if expected == actual:
        return None
    text = f"expected {join_words(expected, none='none')}, got {join_words(actual, none='none')}"
    return _Difference(text, _written(actual))


def _compare_expression(outcome: ExampleOutcome, key: str, texts: Sequence[str]) -> _Difference | None:
    """Return how the value of an expression over the final state differs from the expected one; else None."""
    compiler = outcome.playbook.compiler
    scope = {**compiler.predefined, **outcome.program.scope}
    try:
        expression = compiler.language.compile(key, scope)
    except ExpressionError:
        names = {*(assignment.name for assignment in outcome.assignments), *outcome.context.state.levels}
        wrong = f"no step assigns {key}, and it is not a unit, hex or track"
        raise RuleError(wrong, did_you_mean(key, names)) from None
    return _compare_value(outcome, expression.type, outcome.context.value(expression), texts)
