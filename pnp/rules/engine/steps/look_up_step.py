"""Look up: reads a cell of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.findings import did_you_mean
from pnp.model.steps.amount_steps import LookUpStep
from pnp.model.table import Axis, Table
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, head_words
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.table_axes import NUMBERED, head_position
from pnp.rules.expressions.language import Expression as CompiledExpression
from pnp.rules.expressions.nodes import WordNode
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import UNKNOWN, RuleError
from pnp.rules.state.odds_columns import position_of_head
from pnp.rules.state.table_heads import cell_type

DASHES = ("-", "–", "—")
"""Results that have no effect."""


@dataclass(frozen=True)
class TableResult(StepFact):
    """A result read from a table: its text, and what its codes mean, if the table explains them.

    `source` is what gives the result (`the king`), if the data names it. `where` is the row and the column.
    """

    source: str
    table: str
    cell: str
    meaning: str
    where: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Combat, odds 2-1, die 4: A1`, and the cell."""
        return f"{self.where}: {self.cell}", self.cell

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `the result is 1/1: the attacker loses a step`."""
        if self.cell in DASHES:
            return (Sentence(f"{self.source or 'the result'} has no effect", rule),)
        opening = f"{self.source} gives" if self.source else "the result is"
        cell = self.cell.replace("-/", "–/").replace("/-", "/–")
        if self.meaning or self.source:
            same = self.meaning.lower() in ("", self.cell.lower())
            return (Sentence(f"{opening} {cell}{'' if same else f': {self.meaning}'}", rule),)
        return (Sentence(f"the {self.table} table gives {head_words(self.cell)}", rule),)


def result_meaning(table: Table, cell: str) -> str:
    """Return what a result of a table means, for a worked example; empty if its codes do not say.

    In a result of two codes, such as `A1/D2`, the first is the attacker's and the second the defender's.
    """
    if cell in table.codes:
        return table.codes[cell].printed("")
    halves = cell.split("/")
    if len(halves) != 2 or not table.codes.keys() >= set(halves):
        return ""
    parts = zip(halves, ("attacker", "defender"), strict=True)
    meanings = [table.codes[code].printed(part) for code, part in parts if table.codes[code].do != {}]
    return ", and ".join(meanings) or "no effect"


@COMPILED_STEPS.enter("look_up")
class CompiledLookUp(RunnableStep):
    """Reads a cell of a table."""

    branches = False

    record: LookUpStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the number or label of the row and of the column, and register the variable for the cell."""
        record = self.record
        self.row = self.column = None
        if self.table:
            self.row = self._compile_axis(compiler, "row", record.row, self.table.rows)
            self.column = self._compile_axis(compiler, "column", record.column, self.table.columns)
        self.type = cell_type(self.table) if self.table else ""
        self.declare(compiler, "look_up", {record.look_up: self.type})
        self.only_sets = self.assigns

    def _compile_axis(
        self, compiler: StepCompiler, field: str, text: str, axis: Axis | None
    ) -> CompiledExpression | None:
        """Compile the expression that selects the row or column; None if the step does not need one.

        `field` is `row` or `column`, and `text` the expression as written.
        """
        if axis is None or (len(axis.heads) == 1 and not text):
            if text:
                compiler.fault(
                    UNKNOWN,
                    field,
                    f"the table {self.record.table} has only one {field}",
                    f"remove {field}: from the step",
                )
            return None
        if not text:
            compiler.fault(UNKNOWN, "look_up", f"the table {self.record.table} has several {field}s", f"write {field}:")
            return None
        types = ("int", "word") if axis.by in NUMBERED else ("word",)
        expression = compiler.expression(field, text, *types)
        word = expression.tree
        if isinstance(word, WordNode) and word.text not in axis.heads:
            hint = did_you_mean(word.text, axis.heads, many=True)
            compiler.fault(UNKNOWN, field, f"the table {self.record.table} has no {field} {word.text}", hint, word.at)
        return expression

    def _axis_position(
        self, context: StepContext, expression: CompiledExpression | None, axis: Axis | None
    ) -> tuple[int, str]:
        """Return the index of the row or column to read, and its label for the trace."""
        if expression is None or axis is None:
            return 0, ""
        assert self.table is not None
        value = context.value(expression)
        name = (axis.name or axis.of or "").lower()
        if expression.type == "int":
            return head_position(axis, value, self.table.name), f"{name} {value}".strip()
        if not value:
            raise RuleError(
                f"the row or column to read in the table {self.table.name} is empty",
                "assign the variable in an earlier step",
            )
        at = position_of_head(axis, value)
        if at is None:
            raise RuleError(
                f"the table {self.table.name} has no row or column {value}", did_you_mean(value, axis.heads, many=True)
            )
        at = max(0, min(at, len(axis.heads) - 1))
        return at, f"{name} {axis.heads[at]}".strip()

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of reading the cell of the table."""
        assert self.table is not None
        row, row_text = self._axis_position(context, self.row, self.table.rows)
        column, column_text = self._axis_position(context, self.column, self.table.columns)
        try:
            cell = self.table.cells[row][column]
        except IndexError:
            raise RuleError(f"the table {self.table.name} has no cell in this row and column") from None
        value: Value = int(cell.replace("−", "-")) if self.type == "int" else cell
        values = {self.record.look_up: value}
        if not context.tracing:
            return (Outcome(values),)
        where = ", ".join(filter(None, (self.table.name, column_text, row_text)))
        meaning = result_meaning(self.table, cell)
        fact = TableResult(context.printed(self.subject), self.table.name, cell, meaning, where)
        return (Outcome(values, trace=context.with_changes(values).trace_lines(self, fact)),)
