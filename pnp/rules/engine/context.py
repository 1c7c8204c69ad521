"""One moment of play: what expressions are worked out from, and how values are said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from pnp.rules.engine.position import NO_VALUES, PlayState, TraceLine
from pnp.rules.engine.program import EMPTY_VALUES, SHARES, CompiledStep, Options, Program, TextTemplate
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import FunctionContext, GameVariant, RecordType, Type, Value
from pnp.rules.state.state import ELIMINATED, State

if TYPE_CHECKING:
    from pnp.rules.engine.steps.decisions import CompiledAsk


class DecisionSource(Protocol):
    """Who answers when a player chooses: a worked example, or a policy."""

    def choose(
        self, op: CompiledAsk, options: tuple[Value, ...], low: int, high: int, context: StepContext
    ) -> tuple[Value, ...]:
        """Between `low` and `high` of the options, in their order."""

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> tuple[Value, ...] | None:
        """What is drawn for a name, in the order of the list; None if anything may be drawn."""


class _Values(dict[str, Value]):
    """Variables by name: those that were given here, and others as they are asked for."""

    def __init__(self, context: StepContext, given: Mapping[str, Value]) -> None:
        super().__init__(given)
        self.context = context

    def __missing__(self, name: str) -> Value:
        names = self.context.play_state.top.names
        self[name] = value = names[name] if name in names else self.context.standing(name)
        return value


class StepContext:
    """A frame that is to be played on. `tracing` says whether anybody wants to read how."""

    def __init__(self, variant: GameVariant, play_state: PlayState, answers: DecisionSource, *, tracing: bool) -> None:
        """Look at the procedure at work."""
        self.variant, self.play_state, self.answers, self.tracing = variant, play_state, answers, tracing
        self.state: State = play_state.state
        self.program: Program = play_state.top.program
        self.given: Mapping[str, Value] = NO_VALUES
        self.values = _Values(self, self.given)

    def standing(self, name: str) -> Value:
        """What a name stands for that no step has given: a level, the units in play, or nothing yet."""
        if name in self.state.levels:
            return self.state.levels[name]
        if name == "units":
            counters, pieces = self.variant.game.counters, self.state.pieces.items()
            return tuple(i for i, piece in pieces if counters[i].kind == "unit" and piece.place != ELIMINATED)
        if name == "pieces":
            return tuple(self.state.pieces)
        kind: Type = self.program.scope.get(name, "word")
        return (
            tuple(EMPTY_VALUES[inner] for _, inner in kind.fields)
            if isinstance(kind, RecordType)
            else EMPTY_VALUES[kind]
        )

    @cached_property
    def function_context(self) -> FunctionContext:
        """What functions may ask."""
        shares = {
            name.removeprefix(SHARES): value
            for call in self.play_state.calls
            if call.program.totals
            for name, value in call.names.items()
            if name.startswith(SHARES)
        }
        return FunctionContext(self.variant, self.state, shares)

    def value(self, expression: Expression, **more: Value) -> Value:
        """What an expression gives now."""
        if not more:
            return expression.value(self.values, self.function_context)
        return expression.value(_Values(self, {**self.given, **more}), self.function_context)

    def then(self, values: Mapping[str, Value], state: State | None = None) -> StepContext:
        """The moment after some names and the state have changed."""
        after = StepContext(self.variant, self.play_state, self.answers, tracing=self.tracing)
        after.state = state or self.state
        after.given = {**self.given, **values}
        after.values = _Values(after, after.given)
        if shares := {k.removeprefix(SHARES): v for k, v in values.items() if k.startswith(SHARES)}:
            after.function_context = FunctionContext(
                self.variant, after.state, {**self.function_context.shares, **shares}
            )
        return after

    def in_force(self, options: Options) -> bool:
        """Are these options of rulings those that are played by?"""
        return all(self.variant.ruling(id_) in wanted for id_, wanted in options)

    def applies(self, op: CompiledStep) -> bool:
        """Is a step played?"""
        return self.in_force(op.options) and (op.when is None or self.value(op.when) is True)

    # -- how it is said

    def label(self, id_: str) -> str:
        """A counter as players call it."""
        counter = self.variant.game.counters.get(id_)
        return (counter.label or id_) if counter else id_ or "none"

    def labels(self, ids: Sequence[str]) -> str:
        """Several counters."""
        return listed([self.label(id_) for id_ in ids])

    def value_text(self, value: Value, kind: Type) -> str:
        """A value in words."""
        return value_text(value, kind, self.label)

    def words(self, text: TextTemplate | None, **more: Value) -> str:
        """Words with the values of their expressions."""
        if text is None:
            return ""
        parts = (p if isinstance(p, str) else self.value_text(self.value(p, **more), p.type) for p in text.parts)
        return "".join(parts)

    def trace_lines(self, op: CompiledStep, text: str, value: str = "", **more: object) -> tuple[TraceLine, ...]:
        """The line of a step, with its own words if it has some."""
        said = self.words(op.says) or text
        kind, spoken = type(op.step).__name__.removesuffix("Step").lower(), op.says is not None
        named = {"rule": op.step.rule, "kind": kind, "name": op.main, "path": op.path, "spoken": spoken}
        return (TraceLine(said, value, **{**named, **more}),)  # type: ignore[arg-type] # fields of a line


def listed(words: Sequence[str]) -> str:
    """`one`, `one and two`, `one, two and three`; `none`."""
    if len(words) < 2:
        return words[0] if words else "none"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def signed(number: int) -> str:
    """A number as a change: `+2`, `−1`."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def plural(number: int, one: str, many: str = "") -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def decimal_text(number: float) -> str:
    """A decimal number to a millionth, without noughts at its end.

    >>> decimal_text(2.50), decimal_text(-1e-9), decimal_text(-3.0)
    ('2.5', '0', '−3')
    """
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def value_text(value: Value, kind: Type, label: object = str) -> str:
    """A value in words; units by what `label` calls them."""
    name = label if callable(label) else str
    if isinstance(kind, RecordType):
        return listed(
            [f"{inner} {value_text(one, of, label)}" for (inner, of), one in zip(kind.fields, value, strict=True)]
        )
    match kind:
        case "bool":
            return "yes" if value else "no"
        case "unit":
            return str(name(value))
        case "units":
            return listed([str(name(one)) for one in value])
        case "ints" | "words":
            return listed([str(one) for one in value])
        case "decimal":
            return decimal_text(value)
        case "decimals":
            return listed([decimal_text(one) for one in value])
    return str(value).replace("-", "−") if kind == "int" else str(value)
