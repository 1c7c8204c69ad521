"""Mark and unmark: put markers on units, into hexes or on hexsides, and remove them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field

from pnp.model.procedure import step_kind
from pnp.model.step import Expression, StepProse, StepRecord
from pnp.rules.engine.compiled_step import RunnableStep, compiles
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.unit_changes import as_tuple, find_marker_place


@step_kind("mark")
class MarkStep(StepRecord):
    """Put a marker on units, into a hex or on a hexside (`hexside(from, to)`): a word, such as `fired`.

    A hex or a hexside can hold several markers of one kind.
    """

    prose: ClassVar[StepProse] = StepProse(bookkeeping=True, marker=True, value=False)

    mark: Expression
    word: str = Field(alias="with")


@step_kind("unmark")
class UnmarkStep(StepRecord):
    """Remove a marker from units, from a hex or from a hexside."""

    prose: ClassVar[StepProse] = StepProse(bookkeeping=True, value=False)

    unmark: Expression
    word: str = Field(alias="with")


@compiles(MarkStep, UnmarkStep)
class CompiledMark(RunnableStep):
    """Puts markers on units, into hexes or on hexsides, or removes them."""

    record: MarkStep | UnmarkStep

    def __init__(self, record: MarkStep | UnmarkStep, compiler: StepCompiler) -> None:
        super().__init__(record, compiler)
        key, text = ("mark", record.mark) if isinstance(record, MarkStep) else ("unmark", record.unmark)
        self.on = compiler.expression(key, text, "unit", "units", "word", "words")

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of placing or removing the markers."""
        targets, state, word = as_tuple(self.on, context.value(self.on)), context.state, self.record.word
        puts = isinstance(self.record, MarkStep)
        for target in targets:
            if self.on.type.startswith("unit"):
                marks = state.pieces[target].marks
                state = state.with_piece(target, marks=marks | {word} if puts else marks - {word})
            else:
                place = find_marker_place(context, target)
                state = state.with_marker(place, word) if puts else state.without_marker(place, word)
        names = context.value_text(targets, "units" if self.on.type.startswith("unit") else "words")
        text = f"{names}: {word}" if puts else f"{names}: no longer {word}"
        after = context.with_changes({}, state)
        trace = after.trace_lines(self, text, word, markers=state.markers) if context.tracing else ()
        return (Outcome(state=state, trace=trace),)
