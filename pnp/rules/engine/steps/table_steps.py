"""Tables in play: finding a column, shifting it, reading a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.findings import did_you_mean
from pnp.model.step import ColumnStep, LookUpStep, ShiftStep
from pnp.model.table import Axis, Table
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import CompiledStep, StepCompiler
from pnp.rules.expressions.cel_tokens import tokens
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import RuleError, Value
from pnp.rules.state.odds_columns import label_at, odds_position, position_of_label
from pnp.rules.state.starting_state import UNKNOWN
from pnp.rules.state.table_labels import read_label

WHOLE = re.compile(r"[-+−]?\d{1,9}")
NUMBERED = ("roll", "value", "differential")


def number_label(axis: Axis, number: int, what: str) -> int:
    """The position of the head that holds a number; past either end the end, if the axis clamps.

    `RuleError` if there is none.
    """
    spans = [read_label(head) for head in axis.heads]
    for i, span in enumerate(spans):
        if span is not None and span.low <= number <= span.high:
            return i
    known = [(i, span) for i, span in enumerate(spans) if span is not None]
    if axis.beyond == "clamp" and known:
        low, high = min(known, key=lambda one: one[1].low), max(known, key=lambda one: one[1].high)
        if number < low[1].low:
            return low[0]
        if number > high[1].high:
            return high[0]
    raise RuleError(f"{what} has no head for {number}", f"its heads are {' '.join(axis.heads)}")


def cell_type(table: Table) -> str:
    """`int` if every cell of a table is a whole number, else `word`."""
    return "int" if all(WHOLE.fullmatch(cell) for row in table.cells for cell in row) else "word"


class CompiledColumn(CompiledStep):
    """Finds a column of a table."""

    step: ColumnStep

    def __init__(self, step: ColumnStep, compiler: StepCompiler) -> None:
        """Compile what the column is found by, and see that the table has such columns."""
        super().__init__(step, compiler)
        way = "odds" if step.odds is not None else "differential" if step.differential else "value"
        texts = step.odds if step.odds is not None else (step.differential or step.value,)
        paths = ("odds.0", "odds.1") if step.odds is not None else (way,)
        self.numbers = [compiler.expression(at, text, "int") for at, text in zip(paths, texts, strict=True)]
        self.table = compiler.game.tables.get(step.column)
        if compiler.known("column", "table", step.column, compiler.game.tables) and self.table:
            axis = self.table.columns
            fits = axis is not None and (axis.by == way or (way == "value" and axis.by in NUMBERED))
            if not fits:
                wrong = f"the columns of {step.column} go by {axis.by}, not by {way}" if axis else ""
                write = f"write {axis.by}:" if axis and axis.by in ("odds", "differential", "value") else ""
                compiler.fault(
                    UNKNOWN, way, wrong or f"{step.column} has no columns", write or "look it up by its rows"
                )
            elif axis is not None and step.clamp == "after":
                _check_after(compiler, step.column, axis)
        compiler.give("as", step.name, "word")
        self.gives = (step.name,)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the head."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        numbers = [context.value(number) for number in self.numbers]
        if self.step.odds is not None:
            at, said = odds_position(axis, *numbers), f"Odds of {numbers[0]} to {numbers[1]}"
        else:
            at = number_label(axis, numbers[0], self.table.name)
            said = f"{axis.name or ('Differential' if self.step.differential else 'Value')} {numbers[0]}"
        head = label_at(axis, at, beyond=self.step.clamp == "after")
        values = {self.step.name: head}
        trace = context.then(values).trace_lines(self, f"{said}: column {head}", head) if context.tracing else ()
        return (Outcome(values, trace=trace),)


class CompiledShift(CompiledStep):
    """Shifts the column that was found."""

    step: ShiftStep

    def __init__(self, step: ShiftStep, compiler: StepCompiler) -> None:
        """Compile the lines; the column must have been found before."""
        super().__init__(step, compiler)
        self.table = compiler.game.tables.get(step.shift)
        found = compiler.known("shift", "table", step.shift, compiler.game.tables)
        if found and self.table and self.table.columns is None:
            compiler.fault(UNKNOWN, "shift", f"{step.shift} has no columns", "shift a table with columns")
        elif found and self.table and self.table.columns and step.clamp == "after":
            _check_after(compiler, step.shift, self.table.columns)
        if (
            found
            and self.table
            and self.table.columns
            and step.name not in {*compiler.scope, *compiler.procedures.lost}
        ):
            compiler.fault(UNKNOWN, "shift", f"no column of {step.shift} has been found", "find it in a step before")
        compiler.reads.add(step.name)
        self.lines = []
        for i, line in enumerate(step.lines):
            way = "right" if line.right else "left"
            amount = compiler.expression(f"lines.{i}.{way}", line.right or line.left, "int")
            when = compiler.expression(f"lines.{i}.when", line.when, "bool") if line.when else None
            options = compiler.rulings(line.ruling, f"lines.{i}.ruling")
            says = compiler.text(f"lines.{i}.says", line.says)
            self.lines.append((line, 1 if line.right else -1, amount, when, options, says))
        compiler.give("as", f"{step.name}_shift", "int")
        self.gives = (step.name, f"{step.name}_shift")

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the head after all shifts at once."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        net, trace = 0, list[TraceLine]()
        for line, way, amount, when, options, says in self.lines:
            if not context.in_force(options) or (when is not None and not context.value(when)):
                continue
            by = way * context.value(amount)
            net += by
            if context.tracing and by:
                said = context.words(says) or "shift"
                trace.append(TraceLine(said, _shift(by), line.rule, deeper=1))
        now = context.values[self.step.name]
        was = position_of_label(axis, now)
        if was is None:
            raise RuleError(
                f"{self.table.name} has no column {now or 'yet'}", f"find it with column: {self.step.shift}"
            )
        if axis.beyond == "none" and not 0 <= was + net < len(axis.heads):
            raise RuleError(f"the shift leaves {self.table.name} at column {now}")
        head = label_at(axis, was + net, beyond=self.step.clamp == "after")
        values: dict[str, Value] = {self.step.name: head, f"{self.step.name}_shift": net}
        if not context.tracing:
            return (Outcome(values),)
        said = f"Shift {_shift(net)}: column {head}" if net else f"No shift: column {head}"
        return (Outcome(values, trace=(*context.then(values).trace_lines(self, said, head), *trace)),)


def _check_after(compiler: StepCompiler, table: str, axis: Axis) -> None:
    """Only odds go on beyond a table, and only if the table lets them."""
    if axis.by != "odds":
        write = "leave out clamp, and give the table more columns left and right"
        compiler.fault(
            UNKNOWN, "clamp", f"the columns of {table} go by {axis.by}; only odds go on beyond a table", write
        )
    elif axis.beyond == "none":
        compiler.fault(
            UNKNOWN, "clamp", f"{table} has nothing beyond its columns", "write beyond: clamp at its columns"
        )


def _shift(by: int) -> str:
    return f"{abs(by)} {'right' if by > 0 else 'left'}" if by else "0"


class CompiledLookUp(CompiledStep):
    """Reads a cell of a table."""

    step: LookUpStep

    def __init__(self, step: LookUpStep, compiler: StepCompiler) -> None:
        """Compile row and column, each a number or a head as the table has it."""
        super().__init__(step, compiler)
        self.table = compiler.game.tables.get(step.table)
        self.row = self.column = None
        if compiler.known("in", "table", step.table, compiler.game.tables) and self.table:
            self.row = self._axis(compiler, "row", step.row, self.table.rows)
            self.column = self._axis(compiler, "column", step.column, self.table.columns)
        self.type = cell_type(self.table) if self.table else ""
        compiler.give("look_up", step.look_up, self.type)
        self.gives = (step.look_up,)

    def _axis(self, compiler: StepCompiler, at: str, text: str, axis: Axis | None) -> Expression | None:
        if axis is None or (len(axis.heads) == 1 and not text):
            if text:
                compiler.fault(UNKNOWN, at, f"{self.step.table} has one {at}", "leave it out")
            return None
        if not text:
            compiler.fault(UNKNOWN, "look_up", f"{self.step.table} has several {at}s", f"write {at}:")
            return None
        wanted = ("int", "word") if axis.by in NUMBERED else ("word",)
        made = compiler.expression(at, text, *wanted)
        found = tokens(text)
        if len(found) == 1 and found[0].kind == "word" and found[0].text not in axis.heads:
            hint = did_you_mean(found[0].text, axis.heads, many=True)
            compiler.fault(UNKNOWN, at, f"{self.step.table} has no {at} {found[0].text}", hint, found[0].at)
        return made

    def _position(self, context: StepContext, made: Expression | None, axis: Axis | None) -> tuple[int, str]:
        """Where along an axis, and how that is said."""
        if made is None or axis is None:
            return 0, ""
        assert self.table is not None
        value = context.value(made)
        name = (axis.name or axis.of or "").lower()
        if made.type == "int":
            return number_label(axis, value, self.table.name), f"{name} {value}".strip()
        if not value:
            raise RuleError(f"{self.table.name} is read at no head", "give the name a value in a step before")
        at = position_of_label(axis, value)
        if at is None:
            raise RuleError(f"{self.table.name} has no head {value}", did_you_mean(value, axis.heads, many=True))
        at = max(0, min(at, len(axis.heads) - 1))
        return at, f"{name} {axis.heads[at]}".strip()

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: what the cell says."""
        assert self.table is not None
        row, row_said = self._position(context, self.row, self.table.rows)
        column, column_said = self._position(context, self.column, self.table.columns)
        try:
            cell = self.table.cells[row][column]
        except IndexError:
            raise RuleError(f"{self.table.name} has no such cell") from None
        value: Value = int(cell.replace("−", "-")) if self.type == "int" else cell
        values = {self.step.look_up: value}
        if not context.tracing:
            return (Outcome(values),)
        where = ", ".join(filter(None, (self.table.name, column_said, row_said)))
        return (Outcome(values, trace=context.then(values).trace_lines(self, f"{where}: {cell}", cell)),)
