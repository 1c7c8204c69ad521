"""Lose: units lose steps and are reduced or eliminated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from pnp.message import join_words, plural
from pnp.model.procedure import step_kind
from pnp.model.step import Expression, Name, StepRecord
from pnp.rules.engine.compiled_step import RunnableStep, compiles
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.unit_changes import as_tuple
from pnp.rules.state.state import ELIMINATED
from pnp.rules.state.unit import steps_of


@step_kind("lose")
class LoseStep(StepRecord):
    """A unit, or each unit of a list, loses steps; a unit without steps is eliminated.

    The number may depend on `unit`. Assigns the number of steps lost to NAME of `as`, if it is written.
    """

    lose: Expression
    steps: Expression = "1"
    name: Name | Literal[""] = Field("", alias="as")

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The names of the variables that this step assigns."""
        return (self.name,) if self.name else ()


@compiles(LoseStep)
class CompiledLose(RunnableStep):
    """Reduces or eliminates units."""

    record: LoseStep

    def __init__(self, record: LoseStep, compiler: StepCompiler) -> None:
        super().__init__(record, compiler)
        self.who = compiler.expression("lose", record.lose, "unit", "units")
        self.number = compiler.expression("steps", record.steps, "int", extra={"unit": "unit"})
        if record.name:
            compiler.declare("as", record.name, "int")
            self.assigns = (record.name,)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of the step losses: the state with units reduced or eliminated."""
        state, total, parts = context.state, 0, list[str]()
        for id_ in as_tuple(self.who, context.value(self.who)):
            piece, steps = state.pieces[id_], steps_of(context.variant.game.counters[id_])
            lost = max(0, min(context.value(self.number, unit=id_), steps - piece.lost))
            if not lost:
                continue
            total += lost
            eliminated = piece.lost + lost >= steps
            state = state.with_piece(id_, lost=piece.lost + lost)
            if eliminated:
                state = state.with_piece(id_, place=ELIMINATED, marks=frozenset())
            parts.append(f"{context.label(id_)} {'is eliminated' if eliminated else 'loses ' + plural(lost, 'step')}")
        values = {self.record.name: total} if self.record.name else {}
        trace = (
            context.with_changes(values, state).trace_lines(self, join_words(parts, none="No loss"))
            if context.tracing
            else ()
        )
        return (Outcome(values, state=state, trace=trace),)
