"""Apply: runs the procedures for the codes of a table result, such as `A1` and `D2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.findings import did_you_mean
from pnp.model.procedure import ResultCall
from pnp.model.step import steps_in
from pnp.model.steps.amount_steps import LookUpStep
from pnp.model.steps.flow_steps import ApplyStep, RunStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Cursor, Outcome
from pnp.rules.engine.program import StepBlock, only_names_set
from pnp.rules.engine.steps.run_step import CallProcedure
from pnp.rules.expressions.language import Expression as CompiledExpression
from pnp.rules.state.errors import NOTHING_DONE, UNKNOWN, RuleError


@COMPILED_STEPS.enter("apply")
class CompiledApply(RunnableStep):
    """Applies the codes of a table result."""

    acts = False

    record: ApplyStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the result and, for each code of the table, the procedure to run."""
        record = self.record
        self.order = record.parts
        if record.order and sorted(record.order) != sorted(record.parts):
            compiler.fault(
                UNKNOWN, "order", "the order does not name the parts of the result", f"write {' '.join(record.parts)}"
            )
        elif record.order:
            self.order = record.order
        self.results: dict[str, StepBlock] = {}
        self.result = self.given.get("result")
        if self.table is not None:
            self.result = self.result or self._last_look_up(compiler)
            self._compile_codes(compiler)

    def _last_look_up(self, compiler: StepCompiler) -> CompiledExpression:
        """Return the variable of the last look-up in the table, which holds the result if the step states none."""
        steps = compiler.program.procedure.steps
        found = [
            s.look_up
            for s in steps_in(steps, LookUpStep)
            if s.table == self.record.apply and s.look_up in compiler.scope
        ]
        if not found:
            wrong = f"no earlier step looks up the table {self.record.apply}"
            compiler.fault(UNKNOWN, "apply", wrong, "look it up in an earlier step, or write result:")
        return compiler.expression("apply", found[-1] if found else "''", "word")

    def _compile_codes(self, compiler: StepCompiler) -> None:
        """Compile a block of procedure calls for each possible result of the table."""
        assert self.table is not None
        calls: dict[tuple[str, str], CallProcedure | None] = {}
        for code, meaning in self.table.codes.items():
            if meaning.do is None:
                at = f"/tables.{self.record.apply}.codes.{code}"
                wrong = f"the table {self.record.apply} is applied, but its code {code} does not state an effect"
                compiler.fault(
                    NOTHING_DONE, at, wrong, "write do: and a procedure to run, or do: {} if nothing happens"
                )
                continue
            for part, do in meaning.do.items():
                if part and part not in self.record.parts:
                    at = f"/tables.{self.record.apply}.codes.{code}.do.{part}"
                    compiler.fault(
                        UNKNOWN,
                        at,
                        f"a result of the table {self.record.apply} has no part {part}",
                        did_you_mean(part, self.record.parts, many=True),
                    )
                    continue
                calls[code, part] = self._compile_call(compiler, code, part, do)
        cells = {cell for row in self.table.cells for cell in row}
        for cell in sorted(cells):
            self.results[cell] = StepBlock(tuple(filter(None, self._calls_of(cell, calls))))
        self.blocks = tuple(self.results.values())
        self.only_sets = only_names_set(*self.blocks)
        self.programs = tuple(call.program for call in calls.values() if call and call.program)

    def _compile_call(self, compiler: StepCompiler, code: str, part: str, do: ResultCall) -> CallProcedure:
        """Compile the procedure call for one code of a result, such as `D2` for the part `defender`."""
        dotted = f".{part}" if part else ""
        at = f"/tables.{self.record.apply}.codes.{code}.do{dotted}"
        run = RunStep.model_validate({"run": do.run, "with": do.values})
        return CallProcedure(run, compiler, at, code, part)

    def _calls_of(self, cell: str, calls: Mapping[tuple[str, str], CallProcedure | None]) -> list[CallProcedure | None]:
        """Return the procedure calls for a cell such as `A1/D2`, in order; None for codes without a call."""
        codes = cell.split("/")
        if len(codes) == len(self.record.parts) > 1:
            by_part = dict(zip(self.record.parts, codes, strict=True))
            return [calls.get((by_part[part], part)) or calls.get((by_part[part], "")) for part in self.order]
        return [calls.get((cell, "")), *(calls.get((cell, part)) for part in self.order)]

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of applying the table result: the block of calls to run."""
        assert self.table is not None
        assert self.result is not None
        result = context.value(self.result)
        block = self.results.get(result)
        if block is None:
            raise RuleError(
                f"the table {self.table.name} has no result {result}"
                if result
                else f"no result of the table {self.table.name} is known yet"
            )
        trace = context.trace_lines(self, Statement("", f"Result {result}", result)) if context.tracing else ()
        return (Outcome(push=Cursor(block), trace=trace),)
