"""Note: writes a text into the trace."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.steps.flow_steps import NoteStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Outcome


@COMPILED_STEPS.enter("note")
class CompiledNote(RunnableStep):
    """Writes a text into the trace."""

    branches = False
    acts = False

    record: NoteStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the text."""
        self.note = compiler.text("note", self.record.note)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return an outcome that changes nothing and writes the text into the trace."""
        if not context.tracing:
            return (Outcome({}),)
        fact = Statement(context.printed(self.note), context.render(self.note))
        return (Outcome({}, trace=context.trace_lines(self, fact)),)
