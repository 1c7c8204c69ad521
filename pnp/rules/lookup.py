"""Tables in play: finding a column, shifting it, reading a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.findings import did_you_mean
from pnp.model.step import Column, LookUp, Shift
from pnp.model.table import Axis, Table
from pnp.rules.expression import Expression
from pnp.rules.frame import Outcome, Told
from pnp.rules.heads import read_head
from pnp.rules.ladder import head_at, odds_position, place_of_head
from pnp.rules.moment import Moment
from pnp.rules.program import Desk, Op
from pnp.rules.setup import UNKNOWN
from pnp.rules.token import tokens
from pnp.rules.vocabulary import Unplayable, Value

WHOLE = re.compile(r"[-+−]?\d{1,9}")
NUMBERED = ("roll", "value", "differential")


def number_head(axis: Axis, number: int, what: str) -> int:
    """The position of the head that holds a number; past either end the end, if the axis clamps.

    `Unplayable` if there is none.
    """
    spans = [read_head(head) for head in axis.heads]
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
    raise Unplayable(f"{what} has no head for {number}", f"its heads are {' '.join(axis.heads)}")


def cell_type(table: Table) -> str:
    """`int` if every cell of a table is a whole number, else `word`."""
    return "int" if all(WHOLE.fullmatch(cell) for row in table.cells for cell in row) else "word"


class PlayColumn(Op):
    """Finds a column of a table."""

    step: Column

    def __init__(self, step: Column, desk: Desk) -> None:
        """Compile what the column is found by, and see that the table has such columns."""
        super().__init__(step, desk)
        way = "odds" if step.odds is not None else "differential" if step.differential else "value"
        texts = step.odds if step.odds is not None else (step.differential or step.value,)
        paths = ("odds.0", "odds.1") if step.odds is not None else (way,)
        self.numbers = [desk.expression(at, text, "int") for at, text in zip(paths, texts, strict=True)]
        self.table = desk.game.tables.get(step.column)
        if desk.known("column", "table", step.column, desk.game.tables) and self.table:
            axis = self.table.columns
            fits = axis is not None and (axis.by == way or (way == "value" and axis.by in NUMBERED))
            if not fits:
                wrong = f"the columns of {step.column} go by {axis.by}, not by {way}" if axis else ""
                write = f"write {axis.by}:" if axis and axis.by in ("odds", "differential", "value") else ""
                desk.fault(UNKNOWN, way, wrong or f"{step.column} has no columns", write or "look it up by its rows")
            elif axis is not None and step.clamp == "after":
                _check_after(desk, step.column, axis)
        desk.give("as", step.name, "word")
        self.gives = (step.name,)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the head."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        numbers = [moment.value(number) for number in self.numbers]
        if self.step.odds is not None:
            at, said = odds_position(axis, *numbers), f"Odds of {numbers[0]} to {numbers[1]}"
        else:
            at = number_head(axis, numbers[0], self.table.name)
            said = f"{axis.name or ('Differential' if self.step.differential else 'Value')} {numbers[0]}"
        head = head_at(axis, at, beyond=self.step.clamp == "after")
        values = {self.step.name: head}
        told = moment.then(values).told(self, f"{said}: column {head}", head) if moment.tell else ()
        return (Outcome(values, told=told),)


class PlayShift(Op):
    """Shifts the column that was found."""

    step: Shift

    def __init__(self, step: Shift, desk: Desk) -> None:
        """Compile the lines; the column must have been found before."""
        super().__init__(step, desk)
        self.table = desk.game.tables.get(step.shift)
        found = desk.known("shift", "table", step.shift, desk.game.tables)
        if found and self.table and self.table.columns is None:
            desk.fault(UNKNOWN, "shift", f"{step.shift} has no columns", "shift a table with columns")
        elif found and self.table and self.table.columns and step.clamp == "after":
            _check_after(desk, step.shift, self.table.columns)
        if found and self.table and self.table.columns and step.name not in {*desk.scope, *desk.compiler.lost}:
            desk.fault(UNKNOWN, "shift", f"no column of {step.shift} has been found", "find it in a step before")
        desk.reads.add(step.name)
        self.lines = []
        for i, line in enumerate(step.lines):
            way = "right" if line.right else "left"
            amount = desk.expression(f"lines.{i}.{way}", line.right or line.left, "int")
            when = desk.expression(f"lines.{i}.when", line.when, "bool") if line.when else None
            options = desk.rulings(line.ruling, f"lines.{i}.ruling")
            says = desk.text(f"lines.{i}.says", line.says)
            self.lines.append((line, 1 if line.right else -1, amount, when, options, says))
        desk.give("as", f"{step.name}_shift", "int")
        self.gives = (step.name, f"{step.name}_shift")

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the head after all shifts at once."""
        assert self.table is not None
        assert self.table.columns is not None
        axis = self.table.columns
        net, told = 0, list[Told]()
        for line, way, amount, when, options, says in self.lines:
            if not moment.in_force(options) or (when is not None and not moment.value(when)):
                continue
            by = way * moment.value(amount)
            net += by
            if moment.tell and by:
                said = moment.words(says) or "shift"
                told.append(Told(said, _shift(by), line.rule, deeper=1))
        now = moment.values[self.step.name]
        was = place_of_head(axis, now)
        if was is None:
            raise Unplayable(
                f"{self.table.name} has no column {now or 'yet'}", f"find it with column: {self.step.shift}"
            )
        if axis.beyond == "none" and not 0 <= was + net < len(axis.heads):
            raise Unplayable(f"the shift leaves {self.table.name} at column {now}")
        head = head_at(axis, was + net, beyond=self.step.clamp == "after")
        values: dict[str, Value] = {self.step.name: head, f"{self.step.name}_shift": net}
        if not moment.tell:
            return (Outcome(values),)
        said = f"Shift {_shift(net)}: column {head}" if net else f"No shift: column {head}"
        return (Outcome(values, told=(*moment.then(values).told(self, said, head), *told)),)


def _check_after(desk: Desk, table: str, axis: Axis) -> None:
    """Only odds go on beyond a table, and only if the table lets them."""
    if axis.by != "odds":
        write = "leave out clamp, and give the table more columns left and right"
        desk.fault(UNKNOWN, "clamp", f"the columns of {table} go by {axis.by}; only odds go on beyond a table", write)
    elif axis.beyond == "none":
        desk.fault(UNKNOWN, "clamp", f"{table} has nothing beyond its columns", "write beyond: clamp at its columns")


def _shift(by: int) -> str:
    return f"{abs(by)} {'right' if by > 0 else 'left'}" if by else "0"


class PlayLookUp(Op):
    """Reads a cell of a table."""

    step: LookUp

    def __init__(self, step: LookUp, desk: Desk) -> None:
        """Compile row and column, each a number or a head as the table has it."""
        super().__init__(step, desk)
        self.table = desk.game.tables.get(step.table)
        self.row = self.column = None
        if desk.known("in", "table", step.table, desk.game.tables) and self.table:
            self.row = self._axis(desk, "row", step.row, self.table.rows)
            self.column = self._axis(desk, "column", step.column, self.table.columns)
        self.type = cell_type(self.table) if self.table else ""
        desk.give("look_up", step.look_up, self.type)
        self.gives = (step.look_up,)

    def _axis(self, desk: Desk, at: str, text: str, axis: Axis | None) -> Expression | None:
        if axis is None or (len(axis.heads) == 1 and not text):
            if text:
                desk.fault(UNKNOWN, at, f"{self.step.table} has one {at}", "leave it out")
            return None
        if not text:
            desk.fault(UNKNOWN, "look_up", f"{self.step.table} has several {at}s", f"write {at}:")
            return None
        wanted = ("int", "word") if axis.by in NUMBERED else ("word",)
        made = desk.expression(at, text, *wanted)
        found = tokens(text)
        if len(found) == 1 and found[0].kind == "word" and found[0].text not in axis.heads:
            hint = did_you_mean(found[0].text, axis.heads, many=True)
            desk.fault(UNKNOWN, at, f"{self.step.table} has no {at} {found[0].text}", hint, found[0].at)
        return made

    def _position(self, moment: Moment, made: Expression | None, axis: Axis | None) -> tuple[int, str]:
        """Where along an axis, and how that is said."""
        if made is None or axis is None:
            return 0, ""
        assert self.table is not None
        value = moment.value(made)
        name = (axis.name or axis.of or "").lower()
        if made.type == "int":
            return number_head(axis, value, self.table.name), f"{name} {value}".strip()
        if not value:
            raise Unplayable(f"{self.table.name} is read at no head", "give the name a value in a step before")
        at = place_of_head(axis, value)
        if at is None:
            raise Unplayable(f"{self.table.name} has no head {value}", did_you_mean(value, axis.heads, many=True))
        at = max(0, min(at, len(axis.heads) - 1))
        return at, f"{name} {axis.heads[at]}".strip()

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: what the cell says."""
        assert self.table is not None
        row, row_said = self._position(moment, self.row, self.table.rows)
        column, column_said = self._position(moment, self.column, self.table.columns)
        try:
            cell = self.table.cells[row][column]
        except IndexError:
            raise Unplayable(f"{self.table.name} has no such cell") from None
        value: Value = int(cell.replace("−", "-")) if self.type == "int" else cell
        values = {self.step.look_up: value}
        if not moment.tell:
            return (Outcome(values),)
        where = ", ".join(filter(None, (self.table.name, column_said, row_said)))
        return (Outcome(values, told=moment.then(values).told(self, f"{where}: {cell}", cell)),)
