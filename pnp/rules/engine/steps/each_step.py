"""Each: runs steps for each value of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.model.steps.flow_steps import EachStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Cursor, Outcome, RemainingValues, ValuesToDraw
from pnp.rules.engine.program import only_names_set
from pnp.rules.engine.steps.run_step import MAX_TIMES
from pnp.rules.state.errors import RuleError


@COMPILED_STEPS.enter("each")
class CompiledEach(RunnableStep):
    """Runs steps for each value of a list."""

    acts = False

    record: EachStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the steps with the variable that holds the value, and then the condition that ends the loop."""
        record, of = self.record, self.given["values"]
        before = set(compiler.scope)
        compiler.declare("each", record.each, of.type.removesuffix("s"))
        block = compiler.block("steps", record.steps)
        own = frozenset(set(compiler.scope) - before)
        until = compiler.expressions(record, late=True).get("until")
        others = [self.when, until]
        if record.values in compiler.scope and all(record.values not in dict(one.uses) for one in others if one):
            self.loops_over = record.values
        living = "stack" in of.functions
        self.blocks = (replace(block, until=until, loop=True, name=record.each, own=own, living=living),)
        self.only_sets = only_names_set(*self.blocks)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome that starts the loop over the values of the list."""
        values = context.values[self.loops_over] if self.loops_over else None
        if isinstance(values, ValuesToDraw):
            remaining = values if values.left else None
            return (Outcome(push=Cursor(self.blocks[0], len(self.blocks[0].steps), 0, remaining)),)
        values = self.value(context, "values")
        if len(values) > MAX_TIMES:
            raise RuleError(f"{len(values):,} values are too many for a loop", f"write at most {MAX_TIMES:,}")
        trace = (
            context.trace_lines(self, Statement("", "", context.value_text(values, self.given["values"].type)))
            if context.tracing and self.says
            else ()
        )
        return (
            Outcome(push=Cursor(self.blocks[0], len(self.blocks[0].steps), 0, RemainingValues.of(values)), trace=trace),
        )
