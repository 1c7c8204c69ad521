"""Column: finds the column of a table by odds, a differential or a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.steps.amount_steps import ColumnStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, label_words, minus
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.table_axes import NUMBERED, check_clamp_after, label_position
from pnp.rules.state.errors import UNKNOWN
from pnp.rules.state.odds_columns import label_at, odds_position


@dataclass(frozen=True)
class ColumnFound(StepFact):
    """A column found in a table: the numbers, how it is found (`odds`, `differential` or `value`), and its label."""

    numbers: tuple[int, ...]
    method: str
    name: str
    label: str

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `odds of 14 to 7 give the 2-1 column`."""
        if self.method == "odds":
            return (Sentence(f"odds of {self.numbers[0]} to {self.numbers[1]} give the {self.label} column", rule),)
        number, column = minus(self.numbers[0]), label_words(self.label)
        name = self.name or "the number"
        same = column in (number, f"+{number}")
        return (Sentence(f"{name} is {number}" + ("" if same else f", so the column is {column}"), rule),)


@COMPILED_STEPS.enter("column")
class CompiledColumn(RunnableStep):
    """Finds a column of a table."""

    branches = False

    record: ColumnStep

    def __init__(self, record: ColumnStep, compiler: StepCompiler) -> None:
        super().__init__(record, compiler)
        method = "odds" if record.odds is not None else "differential" if record.differential else "value"
        texts = record.odds if record.odds is not None else (record.differential or record.value,)
        paths = ("odds.0", "odds.1") if record.odds is not None else (method,)
        self.numbers = [compiler.expression(at, text, "int") for at, text in zip(paths, texts, strict=True)]
        self.table = compiler.game.tables.get(record.column)
        if compiler.check_known("column", "table", record.column, compiler.game.tables) and self.table:
            axis = self.table.columns
            fits = axis is not None and (axis.by == method or (method == "value" and axis.by in NUMBERED))
            if not fits:
                wrong = (
                    f"the columns of the table {record.column} are found by {axis.by}, not by {method}" if axis else ""
                )
                write = f"write {axis.by}:" if axis and axis.by in ("odds", "differential", "value") else ""
                compiler.fault(
                    UNKNOWN,
                    method,
                    wrong or f"the table {record.column} has no columns",
                    write or "look it up by its rows",
                )
            elif axis is not None and record.clamp == "after":
                check_clamp_after(compiler, record.column, axis)
        self.method = method
        compiler.declare("as", record.name, "word")
        self.assigns = (record.name,)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Find the column of a table, and return the outcome that sets the step's variable to its label."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        numbers = [context.value(number) for number in self.numbers]
        if self.record.odds is not None:
            at, text = odds_position(axis, *numbers), f"Odds of {numbers[0]} to {numbers[1]}"
        else:
            at = label_position(axis, numbers[0], self.table.name)
            text = f"{axis.name or ('Differential' if self.record.differential else 'Value')} {numbers[0]}"
        label = label_at(axis, at, beyond=self.record.clamp == "after")
        values = {self.record.name: label}
        if not context.tracing:
            return (Outcome(values),)
        default = "the difference" if self.method == "differential" else f"the {(axis.name or 'number').lower()}"
        fact = ColumnFound(tuple(numbers), self.method, context.printed(self.subject) or default, label)
        trace = context.with_changes(values).trace_lines(self, f"{text}: column {label}", label, fact)
        return (Outcome(values, trace=trace),)
