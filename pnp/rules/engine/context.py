"""The context in which a step runs: the variables, the state of the game, and the source of decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.message import join_words
from pnp.rules.engine.decisions import DecisionSource
from pnp.rules.engine.facts import Statement, StepFact, mention
from pnp.rules.engine.position import NO_VALUES, PlayState, TraceLine
from pnp.rules.engine.program import EMPTY_VALUES, SHARES, CompiledStep, Options, Program, TextTemplate
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.value_text import value_text
from pnp.rules.expressions.vocabulary import FunctionContext, GameVariant, RecordType, Type, Value
from pnp.rules.state.state import ELIMINATED, State


class _Values(dict[str, Value]):
    """Variables by name: those assigned in this context, and all others when they are first read.

    It does not refer to its context: objects that refer to each other stay until the garbage collector finds them.
    """

    __slots__ = ("play_state", "state", "variant")

    def __init__(
        self, assigned: Mapping[str, Value], play_state: PlayState, state: State, variant: GameVariant
    ) -> None:
        super().__init__(assigned)
        self.play_state, self.state, self.variant = play_state, state, variant

    def __missing__(self, name: str) -> Value:
        names = self.play_state.calls[-1].variables
        self[name] = value = names[name] if name in names else self._default_value(name)
        return value

    def _default_value(self, name: str) -> Value:
        """Return the value of a name that no step has assigned, such as a track or the units in play.

        Other names are facts, or variables with an empty value.
        """
        if name in self.state.levels:
            return self.state.levels[name]
        if name == "units":
            counters, pieces = self.variant.game.counters, self.state.pieces.items()
            return tuple(i for i, piece in pieces if counters[i].kind == "unit" and piece.place != ELIMINATED)
        if name == "pieces":
            return tuple(self.state.pieces)
        kind: Type = self.play_state.calls[-1].program.scope.get(name, "word")
        return (
            tuple(EMPTY_VALUES[inner] for _, inner in kind.fields)
            if isinstance(kind, RecordType)
            else EMPTY_VALUES[kind]
        )


class StepContext:
    """The context in which a step runs. `tracing` says whether trace lines are recorded.

    `assigned` are variables that the step itself has assigned so far.
    """

    __slots__ = (
        "_function_context", "_values", "assigned", "decisions", "play_state", "program", "state", "tracing", "variant",
    )  # fmt: skip

    def __init__(
        self, variant: GameVariant, play_state: PlayState, decisions: DecisionSource, *, tracing: bool
    ) -> None:
        self.variant, self.play_state, self.decisions, self.tracing = variant, play_state, decisions, tracing
        self.state: State = play_state.state
        self.program: Program = play_state.top.program
        self.assigned: Mapping[str, Value] = NO_VALUES
        self._values: _Values | None = None
        self._function_context: FunctionContext | None = None

    @property
    def values(self) -> Mapping[str, Value]:
        """The variables by name: those that the step has assigned, and all others when they are first read."""
        if self._values is None:
            self._values = _Values(self.assigned, self.play_state, self.state, self.variant)
        return self._values

    @property
    def function_context(self) -> FunctionContext:
        """The context for the functions of expressions, with each unit's share in every total."""
        if self._function_context is None:  # faster than a cached property, which locks
            shares: dict[str, Mapping[str, int]] = {}
            for call in self.play_state.calls:
                if call.program.totals:
                    found = ((name, value) for name, value in call.variables.items() if name.startswith(SHARES))
                    shares.update((name.removeprefix(SHARES), value) for name, value in found)
            if self.program.totals:
                shares.update((k.removeprefix(SHARES), v) for k, v in self.assigned.items() if k.startswith(SHARES))
            self._function_context = FunctionContext(self.variant, self.state, shares)
        return self._function_context

    def value(self, expression: Expression, **extra: Value) -> Value:
        """Return the value of an expression; `extra` are variables that exist only in this expression."""
        if not extra:
            return expression.value(self.values, self.function_context)
        values = _Values({**self.assigned, **extra}, self.play_state, self.state, self.variant)
        return expression.value(values, self.function_context)

    def take(self, values: Mapping[str, Value], state: State | None) -> None:
        """Change the context to that of the next step, after a step that assigned `values` and led to a new state."""
        if state is not None and state is not self.state:
            self.state, self._values, self._function_context = state, None, None
        if values:
            self.assigned = {**self.assigned, **values}
            if self._values is not None:
                self._values.update(values)
            if self.program.totals:
                self._function_context = None

    def with_changes(self, values: Mapping[str, Value], state: State | None = None) -> StepContext:
        """Return a copy of the context with new values of variables and, if given, a new state."""
        after = StepContext(self.variant, self.play_state, self.decisions, tracing=self.tracing)
        after.state = state or self.state
        after.assigned = {**self.assigned, **values}
        return after

    def in_force(self, required: Options) -> bool:
        """Return whether each required ruling has one of its required options in force."""
        return all(self.variant.ruling(id_) in options for id_, options in required)

    def applies(self, step: CompiledStep) -> bool:
        """Return whether a step applies: its ruling is in force and its condition is true."""
        in_force = not step.options or self.in_force(step.options)
        return in_force and (step.when is None or self.value(step.when) is True)

    # -- text

    def label(self, id_: str) -> str:
        """Return the name that players use for the counter with this id."""
        counter = self.variant.game.counters.get(id_)
        return (counter.label or id_) if counter else id_ or "none"

    def labels(self, ids: Sequence[str]) -> str:
        """Return the names of several counters, joined as in a sentence: `A, B and C`."""
        return join_words([self.label(id_) for id_ in ids], none="none")

    def value_text(self, value: Value, kind: Type) -> str:
        """Return the value of a variable as text for the trace."""
        return value_text(value, kind, self.label)

    def render(self, text: TextTemplate | None, **extra: Value) -> str:
        """Return the text of a template with the values of its expressions filled in."""
        return self._filled(text, self.label, extra)

    def printed(self, text: TextTemplate | None, **extra: Value) -> str:
        """Return the text of a template for a worked example, in which units are mentions."""
        return self._filled(text, mention, extra)

    def _filled(self, text: TextTemplate | None, name: Callable[[str], str], extra: Mapping[str, Value]) -> str:
        """Return the text of a template; `name` returns the name of a unit."""
        if text is None:
            return ""
        return "".join(
            p if isinstance(p, str) else value_text(self.value(p, **extra), p.type, name) for p in text.parts
        )

    def trace_lines(self, step: CompiledStep, fact: StepFact, **extra: object) -> tuple[TraceLine, ...]:
        """Return the one trace line of a step: the step's own text (`says`) if it has one, or that of the fact.

        Worked examples print the fact, too, unless the data has its own words for the step.
        """
        text, value = fact.line(self.label)
        line = self.render(step.says) or text
        kind, spoken = step.record.kind, step.says is not None
        named = {"rule": step.record.rule, "kind": kind, "name": step.main, "path": step.path, "has_own_text": spoken}
        if step.record.prints is not None:
            fact = Statement(self.printed(step.prints))
        elif spoken and not step.record.is_heading:
            fact = Statement(self.printed(step.says))
        return (TraceLine(line, value, **{**named, "fact": fact, **extra}),)  # type: ignore[arg-type] # fields of a line
