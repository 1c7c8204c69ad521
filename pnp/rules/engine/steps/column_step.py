"""Column: finds the column of a table by odds, a differential or a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.model.steps.amount_steps import ColumnStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, head_words, minus
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.table_axes import NUMBERED, check_clamp_after, head_position
from pnp.rules.state.errors import UNKNOWN
from pnp.rules.state.odds_columns import head_at, odds_position


@dataclass(frozen=True)
class ColumnFound(StepFact):
    """A column found in a table: the numbers, how it is found (`odds`, `differential` or `value`), and its head.

    `name` is what is compared in worked examples, `axis` in the trace.
    """

    numbers: tuple[int, ...]
    method: str
    name: str
    head: str
    axis: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Odds of 14 to 7: column 2-1`, and the column."""
        odds = self.method == "odds"
        text = f"Odds of {self.numbers[0]} to {self.numbers[1]}" if odds else f"{self.axis} {self.numbers[0]}"
        return f"{text}: column {self.head}", self.head

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `odds of 14 to 7 give the 2-1 column`."""
        if self.method == "odds":
            return (Sentence(f"odds of {self.numbers[0]} to {self.numbers[1]} give the {self.head} column", rule),)
        number, column = minus(self.numbers[0]), head_words(self.head)
        name = self.name or "the number"
        same = column in (number, f"+{number}")
        return (Sentence(f"{name} is {number}" + ("" if same else f", so the column is {column}"), rule),)


@COMPILED_STEPS.enter("column")
class CompiledColumn(RunnableStep):
    """Finds a column of a table."""

    branches = False

    record: ColumnStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Find the method of the step, and check that the columns of the table are found by it."""
        record = self.record
        method = self.method = "odds" if record.odds else "differential" if record.differential else "value"
        self.numbers = [expression for field, expression in self.given.items() if field.startswith(method)]
        if self.table is None:
            return
        axis = self.table.columns
        if axis is None:
            wrong, write = f"the table {record.column} has no columns", "look it up by its rows"
            compiler.fault(UNKNOWN, method, wrong, write)
        elif axis.by != method and not (method == "value" and axis.by in NUMBERED):
            wrong = f"the columns of the table {record.column} are found by {axis.by}, not by {method}"
            write = f"write {axis.by}:" if axis.by in ("odds", "differential", "value") else "look it up by its rows"
            compiler.fault(UNKNOWN, method, wrong, write)
        elif record.clamp == "after":
            check_clamp_after(compiler, record.column, axis)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Find the column of a table, and return the outcome that sets the step's variable to its label."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        numbers = [context.value(number) for number in self.numbers]
        if self.record.odds is not None:
            at = odds_position(axis, *numbers)
        else:
            at = head_position(axis, numbers[0], self.table.name)
        head = head_at(axis, at, beyond=self.record.clamp == "after")
        values = {self.record.name: head}
        if not context.tracing:
            return (Outcome(values),)
        default = "the difference" if self.method == "differential" else f"the {(axis.name or 'number').lower()}"
        name, shown = context.printed(self.subject) or default, axis.name or self.method.capitalize()
        fact = ColumnFound(tuple(numbers), self.method, name, head, shown)
        trace = context.with_changes(values).trace_lines(self, fact)
        return (Outcome(values, trace=trace),)
