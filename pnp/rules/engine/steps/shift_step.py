"""Shift: shifts the column of a table to the left or right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import join_words
from pnp.model.steps.amount_steps import ShiftStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, CompiledLine, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import AppliedModifier, Sentence, StepFact, agree, cases, head_words
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.table_axes import check_clamp_after
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import UNKNOWN, RuleError
from pnp.rules.state.odds_columns import head_at, position_of_head


@dataclass(frozen=True)
class Shift(StepFact):
    """Column shifts: each shift with its cause, and the heads of the column before and after them."""

    shifts: tuple[AppliedModifier, ...]
    before: str
    after: str

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Shift 2 right: column 3-1`, and the column."""
        net = sum(shift.amount for shift in self.shifts)
        return f"{f'Shift {_shift_text(net)}' if net else 'No shift'}: column {self.after}", self.after

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence for all shifts of one size and direction, the last one with the column that results."""
        causes: dict[int, list[AppliedModifier]] = {}
        for shift in self.shifts:
            causes.setdefault(shift.amount, []).append(shift)
        after = head_words(self.after)
        after = f"column {after}" if " " in after else after
        written: list[Sentence] = []
        for amount, group in causes.items():
            subject = join_words([shift.cause or "the modifier" for shift in group])
            verb = f"{subject} each shift" if len(group) > 1 else agree(subject, "shifts")
            column = "it" if written else "the column"
            way = f"{abs(amount)} to the {'right' if amount > 0 else 'left'}"
            written.append(Sentence(f"{verb} {column} {way}", cases(group, rule)))
        if not written:
            return ()
        if len(written) == 1 and self.before != self.after:
            return (Sentence(f"{written[0].text}, to {after}", written[0].rule),)
        final = head_words(self.after)
        end = f", so the column {'remains' if self.before == self.after else 'becomes'} {final}"
        *others, last = written
        return (*others, Sentence(f"{last.text}{end}", tuple(dict.fromkeys((*last.rule, *rule)))))


@COMPILED_STEPS.enter("shift")
class CompiledShift(RunnableStep):
    """Shifts the column of a table."""

    branches = False

    record: ShiftStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Check the table and that a column is known, and compile the lines."""
        record = self.record
        if self.table and self.table.columns is None:
            compiler.fault(UNKNOWN, "shift", f"the table {record.shift} has no columns", "shift a table with columns")
        elif self.table and self.table.columns:
            if record.clamp == "after":
                check_clamp_after(compiler, record.shift, self.table.columns)
            if record.name not in {*compiler.scope, *compiler.procedures.untyped}:
                wrong = f"no earlier step finds a column of the table {record.shift}"
                compiler.fault(UNKNOWN, "shift", wrong, f"write a step with column: {record.shift} before this step")
        compiler.reads.add(record.name)
        self.lines = [CompiledLine(line, f"lines.{i}", compiler) for i, line in enumerate(record.lines)]

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of shifting the column of the table."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        net, shifts, trace = 0, list[AppliedModifier](), list[TraceLine]()
        for line in self.lines:
            if not line.applies(context):
                continue
            columns = line.value(context, "right") if "right" in line.given else -line.value(context, "left")
            net += columns
            if context.tracing and columns:
                shifts.append(AppliedModifier(context.printed(line.cause), columns, line.record.rule))
                text = context.render(line.says) or "shift"
                trace.append(TraceLine(text, _shift_text(columns), line.record.rule, extra_depth=1))
        old = context.values[self.record.name]
        position = position_of_head(axis, old)
        if position is None:
            raise RuleError(
                f"the table {self.table.name} has no column {old}"
                if old
                else f"no column of the table {self.table.name} is known yet",
                f"write a step with column: {self.record.shift} before this step",
            )
        if axis.beyond == "none" and not 0 <= position + net < len(axis.heads):
            raise RuleError(f"the shift from column {old} leads beyond the table {self.table.name}")
        head = head_at(axis, position + net, beyond=self.record.clamp == "after")
        values: dict[str, Value] = {self.record.name: head, f"{self.record.name}_shift": net}
        if not context.tracing:
            return (Outcome(values),)
        fact = Shift(tuple(shifts), str(old), head)
        return (Outcome(values, trace=(*context.with_changes(values).trace_lines(self, fact), *trace)),)


def _shift_text(columns: int) -> str:
    """Return a column shift as text, such as `2 right`; negative numbers are shifts to the left."""
    return f"{abs(columns)} {'right' if columns > 0 else 'left'}" if columns else "0"
