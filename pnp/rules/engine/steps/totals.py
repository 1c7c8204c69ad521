"""Totals: a number summed over units, with every change to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.model.step import TotalLine, TotalStep
from pnp.rules.engine.context import StepContext, listed, signed
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import SHARES, CompiledStep, Options, StepCompiler, TextTemplate
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import RuleError, Value
from pnp.rules.state.state import FrozenMap

MAX_TOTAL = 10**9
"""Beyond any sum of a game."""


@dataclass(frozen=True)
class CompiledTotalLine:
    """A line of a total ready to be played: `amount` is what is added, multiplied or put in its place."""

    step: TotalLine
    change: str
    amount: Expression | None
    when: Expression | None
    options: Options
    says: TextTemplate | None

    @classmethod
    def compile(cls, step: TotalLine, at: str, compiler: StepCompiler) -> CompiledTotalLine:
        """Read a line; `it` is the number so far, `unit` is there unless it is for the whole."""
        more = {"it": "int"} if step.per == "total" else {"it": "int", "unit": "unit"}
        change = next(name for name in ("add", "times", "becomes", "halve") if getattr(step, name))
        amount = (
            None
            if change == "halve"
            else compiler.expression(f"{at}.{change}", getattr(step, change), "int", more=more)
        )
        when = compiler.expression(f"{at}.when", step.when, "bool", more=more) if step.when else None
        options = compiler.rulings(step.ruling, f"{at}.ruling")
        named = {} if step.per == "total" else {"unit": "unit"}
        return cls(step, change, amount, when, options, compiler.text(f"{at}.says", step.says, named))

    def changed(self, number: int, context: StepContext, unit: str | None) -> int:
        """A number after this line."""
        amount = 0 if self.amount is None else context.value(self.amount, **_named(number, unit))
        match self.change:
            case "add":
                return number + int(amount)
            case "times":
                return number * int(amount)
            case "becomes":
                return int(amount)
        return -(-number // 2) if self.step.halve == "up" else number // 2

    def applies(self, number: int, context: StepContext, unit: str | None) -> bool:
        """Is it played for a unit, or at all, if the number so far is this?"""
        return self.when is None or context.value(self.when, **_named(number, unit)) is True


def _named(number: int, unit: str | None) -> dict[str, Value]:
    return {"it": number} if unit is None else {"it": number, "unit": unit}


class RunningTotal:
    """A total while it is summed: what each unit brings, what each stack does once stacks were changed, what is added
    to the whole.
    """

    def __init__(self, shares: dict[str, int], places: dict[str, str], floor: int | None) -> None:
        """Begin with what is printed."""
        self.shares, self.places, self.floor = shares, places, floor
        self.stacks: dict[str, int] | None = None
        self.extra = 0

    @property
    def total(self) -> int:
        """The sum."""
        return sum((self.shares if self.stacks is None else self.stacks).values()) + self.extra

    def at_least(self, number: int) -> int:
        """A number, not below the floor."""
        return number if self.floor is None else max(number, self.floor)

    def play(self, line: CompiledTotalLine, context: StepContext) -> list[tuple[str, int]]:
        """Change the total by a line; who was changed (a unit, a hex, or nobody) and by how much."""
        match line.step.per:
            case "unit":
                return [found for id_ in self.shares for found in self._unit(line, context, id_)]
            case "stack":
                return self._stacks(line, context)
        before = self.total
        if not line.applies(before, context, None):
            return []
        self.extra += line.changed(before, context, None) - before
        return [("", self.total - before)]

    def _unit(self, line: CompiledTotalLine, context: StepContext, id_: str) -> Iterable[tuple[str, int]]:
        before = self.shares[id_]
        if line.applies(before, context, id_):
            self.shares[id_] = self.at_least(line.changed(before, context, id_))
            by = self.shares[id_] - before
            if self.stacks is not None:
                place = self.places[id_]
                self.stacks[place] = self.at_least(self.stacks[place] + by)
            yield id_, by

    def _stacks(self, line: CompiledTotalLine, context: StepContext) -> list[tuple[str, int]]:
        members: dict[str, list[str]] = {}
        for id_ in self.shares:
            members.setdefault(self.places[id_], []).append(id_)
        if self.stacks is None:
            self.stacks = {place: sum(self.shares[id_] for id_ in ids) for place, ids in members.items()}
        found = []
        for place, ids in members.items():
            meant = [id_ for id_ in ids if line.applies(self.shares[id_], context, id_)]
            if not meant:
                continue
            whole, before = len(meant) == len(ids), self.stacks[place]
            part = before if whole else sum(self.shares[id_] for id_ in meant)
            self.stacks[place] = self.at_least(before + line.changed(part, context, meant[0]) - part)
            found.append((place, self.stacks[place] - before))
            for id_ in meant:
                self.shares[id_] = self.at_least(line.changed(self.shares[id_], context, id_))
        return found


class CompiledTotal(CompiledStep):
    """Sums a number over units."""

    step: TotalStep

    def __init__(self, step: TotalStep, compiler: StepCompiler) -> None:
        """Compile the list, the number and the lines."""
        super().__init__(step, compiler)
        self.of = compiler.expression("of", step.of, "units")
        self.value = compiler.expression("value", step.value, "int", more={"unit": "unit"})
        self.lines = [CompiledTotalLine.compile(line, f"lines.{i}", compiler) for i, line in enumerate(step.lines)]
        compiler.give("total", step.total, "int")
        self.gives = (step.total, f"{SHARES}{step.total}")
        compiler.program.totals = True

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the sum."""
        ids = tuple(filter(None, context.value(self.of)))
        tally = RunningTotal({}, {id_: context.state.pieces[id_].place for id_ in ids}, self.step.floor)
        tally.shares = {id_: tally.at_least(context.value(self.value, unit=id_)) for id_ in ids}
        trace = [self._printed(context, tally)] if context.tracing and ids else []
        for line in self.lines:
            changes = tally.play(line, context) if context.in_force(line.options) else []
            if context.tracing and changes:
                trace.append(self._told(context, line, changes, tally.total))
        total = tally.at_least(tally.total)
        if abs(total) > MAX_TOTAL:
            raise RuleError(f"{self.step.total} comes to more than {MAX_TOTAL:,}")
        values = {self.step.total: total, f"{SHARES}{self.step.total}": FrozenMap(tally.shares)}
        if not context.tracing:
            return (Outcome(values),)
        name = self.step.total.replace("_", " ")
        return (
            Outcome(values, trace=(*context.then(values).trace_lines(self, name.capitalize(), str(total)), *trace)),
        )

    def _printed(self, context: StepContext, tally: RunningTotal) -> TraceLine:
        shares = [f"{context.label(id_)} ({share})" for id_, share in tally.shares.items()]
        return TraceLine(listed(shares), str(tally.total), deeper=1)

    def _told(
        self, context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]], total: int
    ) -> TraceLine:
        first = changes[0][0]
        more = {"unit": first} if line.step.per == "unit" else {}
        said = context.words(line.says, **more) or f"{line.change} {getattr(line.step, line.change)}"
        who = said if first == "" else f"{said}: {_changes(context, line, changes)}"
        return TraceLine(who, str(total), line.step.rule, deeper=1)


def _changes(context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]]) -> str:
    """Who was changed by how much: `1/55 +3 and 2/55 +2`, `three alike −1 each`."""
    names = [context.label(who) if line.step.per == "unit" else who for who, _ in changes]
    amounts = {by for _, by in changes}
    if len(changes) > 1 and len(amounts) == 1:
        return f"{listed(names)} {signed(amounts.pop())} each"
    return listed([f"{name} {signed(by)}" for name, (_, by) in zip(names, changes, strict=True)])
