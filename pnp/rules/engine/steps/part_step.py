"""Part: runs steps under a heading."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.steps.flow_steps import PartStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Cursor, Outcome
from pnp.rules.engine.program import only_names_set


@COMPILED_STEPS.enter("part")
class CompiledPart(RunnableStep):
    """Runs steps under a heading."""

    acts = False

    record: PartStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the heading, and then the steps."""
        self.title = compiler.text("part", self.record.part)
        self.blocks = (compiler.block("steps", self.record.steps),)
        self.only_sets = only_names_set(*self.blocks)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome that starts the block of steps under the heading."""
        trace = context.trace_lines(self, Statement("", context.render(self.title))) if context.tracing else ()
        return (Outcome(push=Cursor(self.blocks[0]), trace=trace),)
