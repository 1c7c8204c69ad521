"""Total: sums a number, such as attack strength, over units and applies modifiers to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import model_validator

from pnp.message import join_words, signed
from pnp.model.procedure import step_kind
from pnp.model.step import Expression, Name, StepProse, StepRecord
from pnp.rules.engine.compiled_step import RunnableStep, compiles
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import SHARES, Options, TextTemplate
from pnp.rules.expressions.language import Expression as CompiledExpression
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import FrozenMap


class TotalLine(StepRecord):
    """A change to a total: one of `add`, `times`, `halve` (rounded `up` or `down`) and `becomes`.

    `per: unit` changes the share of each unit, which expressions name `unit`. `per: stack` changes the sum of the units
    in one hex for which `when` is true; `unit` is the first of them. `per: total` changes the whole total once. `it` is
    the number so far.
    """

    add: Expression = ""
    times: Expression = ""
    halve: Literal["", "up", "down"] = ""
    becomes: Expression = ""
    per: Literal["unit", "stack", "total"] = "unit"

    @model_validator(mode="after")
    def _check_single_change(self) -> TotalLine:
        """Reject a line unless it states exactly one change, such as `add`."""
        if sum(map(bool, (self.add, self.times, self.halve, self.becomes))) != 1:
            raise ValueError("a line of a total makes one change; write one of add, times, halve and becomes")
        return self


@step_kind("total")
class TotalStep(StepRecord):
    """Sum a number over units, and apply each line in the order written. A share is never less than `floor`.

    Assigns NAME (int); `share('NAME', unit)` is the share of one unit.
    """

    prose: ClassVar[StepProse] = StepProse(total=True)

    total: Name
    of: Expression
    value: Expression
    lines: tuple[TotalLine, ...] = ()
    floor: int | None = None

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The names of the variables that this step assigns."""
        return (self.total,)

    @property
    def total_name(self) -> str:
        """The name of the total that this step sums, as used in `share(NAME, unit)`."""
        return self.total


MAX_TOTAL = 10**9
"""More than any total of a game."""


@dataclass(frozen=True)
class CompiledTotalLine:
    """A compiled line of a total. `amount` is the number to add, to multiply by, or to set."""

    record: TotalLine
    change: str
    amount: CompiledExpression | None
    when: CompiledExpression | None
    options: Options
    says: TextTemplate | None

    @classmethod
    def compile(cls, record: TotalLine, path: str, compiler: StepCompiler) -> CompiledTotalLine:
        """Compile one line that changes a total; `path` is its path inside the step.

        `it` is the number so far; `unit` is known except in lines for the whole total.
        """
        extra = {"it": "int"} if record.per == "total" else {"it": "int", "unit": "unit"}
        change = next(name for name in ("add", "times", "becomes", "halve") if getattr(record, name))
        amount = (
            None
            if change == "halve"
            else compiler.expression(f"{path}.{change}", getattr(record, change), "int", extra=extra)
        )
        when = compiler.expression(f"{path}.when", record.when, "bool", extra=extra) if record.when else None
        options = compiler.rulings(record.ruling, f"{path}.ruling")
        names = {} if record.per == "total" else {"unit": "unit"}
        return cls(record, change, amount, when, options, compiler.text(f"{path}.says", record.says, names))

    def changed_number(self, number: int, context: StepContext, unit: str | None) -> int:
        """Return the number after this line has changed it, such as 3 for 6 if the line halves it."""
        amount = 0 if self.amount is None else context.value(self.amount, **_line_variables(number, unit))
        match self.change:
            case "add":
                return number + int(amount)
            case "times":
                return number * int(amount)
            case "becomes":
                return int(amount)
        return -(-number // 2) if self.record.halve == "up" else number // 2

    def applies(self, number: int, context: StepContext, unit: str | None) -> bool:
        """Return whether the condition of the line is true for a unit, or for the whole total (None).

        `number` is the value so far.
        """
        return self.when is None or context.value(self.when, **_line_variables(number, unit)) is True


def _line_variables(number: int, unit: str | None) -> dict[str, Value]:
    """Return the variables of a line's expressions: `it` (the number so far) and, if not None, `unit`."""
    return {"it": number} if unit is None else {"it": number, "unit": unit}


class RunningTotal:
    """A total while it is summed.

    It holds the shares of units, the sums of stacks once a line has changed one, and the amount added to the whole
    total.
    """

    def __init__(self, shares: dict[str, int], places: dict[str, str], floor: int | None) -> None:
        self.shares, self.places, self.floor = shares, places, floor
        self.stacks: dict[str, int] | None = None
        self.extra = 0

    @property
    def total(self) -> int:
        """The total so far."""
        return sum((self.shares if self.stacks is None else self.stacks).values()) + self.extra

    def raised_to_floor(self, number: int) -> int:
        """Return a share or sum, raised to the minimum (`floor`) if the total has one."""
        return number if self.floor is None else max(number, self.floor)

    def apply(self, line: CompiledTotalLine, context: StepContext) -> list[tuple[str, int]]:
        """Apply a line, and return each change with its unit or stack (empty for the whole total)."""
        match line.record.per:
            case "unit":
                return [changes for id_ in self.shares for changes in self._apply_to_unit(line, context, id_)]
            case "stack":
                return self._apply_to_stacks(line, context)
        before = self.total
        if not line.applies(before, context, None):
            return []
        self.extra += line.changed_number(before, context, None) - before
        return [("", self.total - before)]

    def _apply_to_unit(self, line: CompiledTotalLine, context: StepContext, id_: str) -> Iterable[tuple[str, int]]:
        """Apply a line to the share of one unit; yield the change if the line applies."""
        before = self.shares[id_]
        if line.applies(before, context, id_):
            self.shares[id_] = self.raised_to_floor(line.changed_number(before, context, id_))
            change = self.shares[id_] - before
            if self.stacks is not None:
                place = self.places[id_]
                self.stacks[place] = self.raised_to_floor(self.stacks[place] + change)
            yield id_, change

    def _apply_to_stacks(self, line: CompiledTotalLine, context: StepContext) -> list[tuple[str, int]]:
        """Apply a line to the sum of each stack; return the changes, each with the place of the stack."""
        members: dict[str, list[str]] = {}
        for id_ in self.shares:
            members.setdefault(self.places[id_], []).append(id_)
        if self.stacks is None:
            self.stacks = {place: sum(self.shares[id_] for id_ in ids) for place, ids in members.items()}
        changes = []
        for place, ids in members.items():
            chosen = [id_ for id_ in ids if line.applies(self.shares[id_], context, id_)]
            if not chosen:
                continue
            whole, before = len(chosen) == len(ids), self.stacks[place]
            part = before if whole else sum(self.shares[id_] for id_ in chosen)
            self.stacks[place] = self.raised_to_floor(before + line.changed_number(part, context, chosen[0]) - part)
            changes.append((place, self.stacks[place] - before))
            for id_ in chosen:
                self.shares[id_] = self.raised_to_floor(line.changed_number(self.shares[id_], context, id_))
        return changes


@compiles(TotalStep)
class CompiledTotal(RunnableStep):
    """Sums a number over units."""

    record: TotalStep

    def __init__(self, record: TotalStep, compiler: StepCompiler) -> None:
        super().__init__(record, compiler)
        self.of = compiler.expression("of", record.of, "units")
        self.value = compiler.expression("value", record.value, "int", extra={"unit": "unit"})
        self.lines = [CompiledTotalLine.compile(line, f"lines.{i}", compiler) for i, line in enumerate(record.lines)]
        compiler.declare("total", record.total, "int")
        self.assigns = (record.total, f"{SHARES}{record.total}")
        compiler.program.totals = True

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of summing the total, with each unit's share."""
        ids = tuple(filter(None, context.value(self.of)))
        running = RunningTotal({}, {id_: context.state.pieces[id_].place for id_ in ids}, self.record.floor)
        running.shares = {id_: running.raised_to_floor(context.value(self.value, unit=id_)) for id_ in ids}
        trace = [self._summary_line(context, running)] if context.tracing and ids else []
        for line in self.lines:
            changes = running.apply(line, context) if context.in_force(line.options) else []
            if context.tracing and changes:
                trace.append(self._trace(context, line, changes, running.total))
        total = running.raised_to_floor(running.total)
        if abs(total) > MAX_TOTAL:
            raise RuleError(f"the total {self.record.total} is more than {MAX_TOTAL:,}")
        values = {self.record.total: total, f"{SHARES}{self.record.total}": FrozenMap(running.shares)}
        if not context.tracing:
            return (Outcome(values),)
        name = self.record.total.replace("_", " ")
        return (
            Outcome(
                values, trace=(*context.with_changes(values).trace_lines(self, name.capitalize(), str(total)), *trace)
            ),
        )

    def _summary_line(self, context: StepContext, running: RunningTotal) -> TraceLine:
        """Return the first trace line, which lists the units with their shares before any change."""
        shares = [f"{context.label(id_)} ({share})" for id_, share in running.shares.items()]
        return TraceLine(join_words(shares), str(running.total), extra_depth=1)

    def _trace(
        self, context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]], total: int
    ) -> TraceLine:
        """Return the trace line for the changes that one line of the total made."""
        first = changes[0][0]
        extra = {"unit": first} if line.record.per == "unit" else {}
        text = context.render(line.says, **extra) or f"{line.change} {getattr(line.record, line.change)}"
        who = text if first == "" else f"{text}: {_changes_text(context, line, changes)}"
        return TraceLine(who, str(total), line.record.rule, extra_depth=1)


def _changes_text(context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]]) -> str:
    """Return the changes as text, such as `1/55 +3 and 2/55 +2`, or `1/55 and 2/55 −1 each`."""
    names = [context.label(who) if line.record.per == "unit" else who for who, _ in changes]
    amounts = {by for _, by in changes}
    if len(changes) > 1 and len(amounts) == 1:
        return f"{join_words(names)} {signed(amounts.pop())} each"
    return join_words([f"{name} {signed(change)}" for name, (_, change) in zip(names, changes, strict=True)])
