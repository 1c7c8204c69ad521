"""What an example expects, held against what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.findings import Fault, did_you_mean
from pnp.message import join_words
from pnp.rules.arguments import read_value
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Assignment
from pnp.rules.engine.program import Program
from pnp.rules.expressions.cel_errors import ExpressionError
from pnp.rules.expressions.value_text import value_text
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.playbook import Playbook
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import REDUCED
from pnp.rules.state.state import ELIMINATED
from pnp.rules.state.table_labels import other_odds

CLOSE = 5e-7
"""Decimal numbers that are said alike, to a millionth."""


@dataclass(frozen=True)
class ExampleOutcome:
    """The end of a case: its last moment, and every value that a name was given on the way."""

    playbook: Playbook
    program: Program
    context: StepContext
    assignments: tuple[Assignment, ...]
    steps: Mapping[str, str]
    """The path of the step that gave each name its value last."""


def check_expectations(
    held: ExampleOutcome, expect: Mapping[str, Sequence[str]], path: str, code: str
) -> Iterator[Fault]:
    """Yield every value that came out differently, at its line, in the order in which play came to the values."""
    order = {assignments.name: number for number, assignments in reversed(list(enumerate(held.assignments)))}
    for key in sorted(expect, key=lambda name: order.get(name, len(held.assignments))):
        try:
            wrong = _difference(held, key, expect[key])
        except RuleError as error:
            yield Fault(f"{path}.{key}", error.wrong, error.write, code=code)
            continue
        if wrong:
            spot = held.playbook.game.spot(held.steps[key]) if key in held.steps else None
            step = f"the step at {spot.file}:{spot.line} gives it" if spot and spot.line else ""
            yield Fault(f"{path}.{key}", f"{key}: {wrong}", step, code=code)


def _difference(held: ExampleOutcome, key: str, texts: Sequence[str]) -> str:
    """How one value differs; empty if it does not."""
    history = [assignments for assignments in held.assignments if assignments.name == key]
    if history:
        return _of_names(held, history, texts)
    state, roster = held.context.state, held.playbook.roster
    if key in state.levels:
        kind = held.playbook.compiler.levels[key].type
        return _compare(held, kind, state.levels[key], texts)
    places = [word for text in texts[:1] for word in text.split()[:1] if word in roster.places]
    if key in roster.places and not (places and key in held.playbook.game.counters):
        return _of_place(held, key, texts)
    try:
        unit = roster.unit(key)
    except RuleError:
        return _of_expression(held, key, texts)
    return _of_unit(held, unit, texts)


def _of_names(held: ExampleOutcome, history: list[Assignment], texts: Sequence[str]) -> str:
    last = history[-1]
    if last.type.endswith("s") or len(texts) == 1:
        return _compare(held, last.type, last.value, texts)
    wanted = [read_value(held.playbook.roster, last.type, text) for text in texts]
    got = [assignments.value for assignments in history]
    many = len(wanted) == len(got)
    if wanted == got or (many and last.type == "decimal" and _alike(wanted, got, many=True)):
        return ""
    said = [join_words([_say(held, value, last.type) for value in values]) for values in (wanted, got)]
    return f"expected {said[0]}, got {said[1]}"


def _compare(held: ExampleOutcome, kind: str, got: Value, texts: Sequence[str]) -> str:
    many = kind.endswith("s")
    if not many and len(texts) != 1:
        raise RuleError(f"this is one {kind}, given once", "write one value")
    wanted = read_value(held.playbook.roster, kind, texts if many else texts[0])
    same = _alike(wanted, got, many=many) if kind.startswith("decimal") else wanted == got
    same = same or (kind == "word" and isinstance(wanted, str) and got == other_odds(wanted))
    same = same or (many and sorted(wanted) == sorted(got))
    if same:
        return ""
    return f"expected {_say(held, wanted, kind)}, got {_say(held, got, kind)}"


def _alike(wanted: Value, got: Value, *, many: bool) -> bool:
    """Are decimal numbers the same, or as they are said?"""
    pairs = zip(wanted, got, strict=True) if many and len(wanted) == len(got) else [] if many else [(wanted, got)]
    return (not many or len(wanted) == len(got)) and all(abs(one - other) <= CLOSE for one, other in pairs)


def _say(held: ExampleOutcome, value: Value, kind: str) -> str:
    return value_text(value, kind, held.context.label) or "nothing"


def _condition(held: ExampleOutcome, id_: str) -> str:
    """Where a unit is, and how: `M7 reduced fired`."""
    piece = held.context.state.pieces.get(id_)
    if piece is None:
        return "not in play"
    if piece.place == ELIMINATED:
        return ELIMINATED
    return " ".join([piece.place, *_state(held, id_)])


def _state(held: ExampleOutcome, id_: str) -> list[str]:
    unit = held.context.function_context.unit(id_)
    return [*([REDUCED] if unit.reduced else []), *sorted(unit.piece.marks)]


def _of_unit(held: ExampleOutcome, id_: str, texts: Sequence[str]) -> str:
    got = _condition(held, id_)
    words = " ".join(texts).split()
    place, state = got.split()[0], got.split()[1:]
    same = words[:1] == [place] and (REDUCED in words) == (REDUCED in state) and set(words[1:]) <= set(state)
    return "" if same or got == " ".join(texts) else f"expected {' '.join(texts)}, got {got}"


def _of_place(held: ExampleOutcome, place: str, texts: Sequence[str]) -> str:
    """All units of a place, with their state as far as it is written."""
    named = [held.playbook.roster.find(text) for text in texts if text not in ("none", "nothing", "")]
    there = held.context.state.pieces_at(place)
    wanted = {name.id: name.words for name in named}
    same = wanted.keys() == set(there) and all(
        (REDUCED in words) == (REDUCED in _state(held, id_)) and set(words) <= set(_state(held, id_))
        for id_, words in wanted.items()
    )
    if same:
        return ""
    got = join_words([" ".join([held.context.label(id_), *_state(held, id_)]) for id_ in there])
    return f"expected {join_words(list(texts)) if named else 'none'}, got {got}"


def _of_expression(held: ExampleOutcome, key: str, texts: Sequence[str]) -> str:
    compiler = held.playbook.compiler
    scope = {**compiler.standing, **held.program.scope}
    try:
        made = compiler.language.compile(key, scope)
    except ExpressionError:
        names = {*(assignments.name for assignments in held.assignments), *held.context.state.levels}
        wrong = f"no step gives {key}, and it is no unit, hex or track"
        raise RuleError(wrong, did_you_mean(key, names)) from None
    return _compare(held, made.type, held.context.value(made), texts)
