"""Totals: a number summed over units, with every change to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.model.step import Total, TotalLine
from pnp.rules.expression import Expression
from pnp.rules.frame import Outcome, Told
from pnp.rules.moment import Moment, listed, signed
from pnp.rules.program import SHARES, Desk, Op, Options, Text
from pnp.rules.state import Frozen
from pnp.rules.vocabulary import Unplayable, Value

MAX_TOTAL = 10**9
"""Beyond any sum of a game."""


@dataclass(frozen=True)
class Line:
    """A line of a total ready to be played: `amount` is what is added, multiplied or put in its place."""

    step: TotalLine
    change: str
    amount: Expression | None
    when: Expression | None
    options: Options
    says: Text | None

    @classmethod
    def compile(cls, step: TotalLine, at: str, desk: Desk) -> Line:
        """Read a line; `it` is the number so far, `unit` is there unless it is for the whole."""
        more = {"it": "int"} if step.per == "total" else {"it": "int", "unit": "unit"}
        change = next(name for name in ("add", "times", "becomes", "halve") if getattr(step, name))
        amount = (
            None if change == "halve" else desk.expression(f"{at}.{change}", getattr(step, change), "int", more=more)
        )
        when = desk.expression(f"{at}.when", step.when, "bool", more=more) if step.when else None
        options = desk.rulings(step.ruling, f"{at}.ruling")
        named = {} if step.per == "total" else {"unit": "unit"}
        return cls(step, change, amount, when, options, desk.text(f"{at}.says", step.says, named))

    def changed(self, number: int, moment: Moment, unit: str | None) -> int:
        """A number after this line."""
        amount = 0 if self.amount is None else moment.value(self.amount, **_named(number, unit))
        match self.change:
            case "add":
                return number + int(amount)
            case "times":
                return number * int(amount)
            case "becomes":
                return int(amount)
        return -(-number // 2) if self.step.halve == "up" else number // 2

    def applies(self, number: int, moment: Moment, unit: str | None) -> bool:
        """Is it played for a unit, or at all, if the number so far is this?"""
        return self.when is None or moment.value(self.when, **_named(number, unit)) is True


def _named(number: int, unit: str | None) -> dict[str, Value]:
    return {"it": number} if unit is None else {"it": number, "unit": unit}


class Tally:
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

    def play(self, line: Line, moment: Moment) -> list[tuple[str, int]]:
        """Change the total by a line; who was changed (a unit, a hex, or nobody) and by how much."""
        match line.step.per:
            case "unit":
                return [found for id_ in self.shares for found in self._unit(line, moment, id_)]
            case "stack":
                return self._stacks(line, moment)
        before = self.total
        if not line.applies(before, moment, None):
            return []
        self.extra += line.changed(before, moment, None) - before
        return [("", self.total - before)]

    def _unit(self, line: Line, moment: Moment, id_: str) -> Iterable[tuple[str, int]]:
        before = self.shares[id_]
        if line.applies(before, moment, id_):
            self.shares[id_] = self.at_least(line.changed(before, moment, id_))
            by = self.shares[id_] - before
            if self.stacks is not None:
                place = self.places[id_]
                self.stacks[place] = self.at_least(self.stacks[place] + by)
            yield id_, by

    def _stacks(self, line: Line, moment: Moment) -> list[tuple[str, int]]:
        members: dict[str, list[str]] = {}
        for id_ in self.shares:
            members.setdefault(self.places[id_], []).append(id_)
        if self.stacks is None:
            self.stacks = {place: sum(self.shares[id_] for id_ in ids) for place, ids in members.items()}
        found = []
        for place, ids in members.items():
            meant = [id_ for id_ in ids if line.applies(self.shares[id_], moment, id_)]
            if not meant:
                continue
            whole, before = len(meant) == len(ids), self.stacks[place]
            part = before if whole else sum(self.shares[id_] for id_ in meant)
            self.stacks[place] = self.at_least(before + line.changed(part, moment, meant[0]) - part)
            found.append((place, self.stacks[place] - before))
            for id_ in meant:
                self.shares[id_] = self.at_least(line.changed(self.shares[id_], moment, id_))
        return found


class PlayTotal(Op):
    """Sums a number over units."""

    step: Total

    def __init__(self, step: Total, desk: Desk) -> None:
        """Compile the list, the number and the lines."""
        super().__init__(step, desk)
        self.of = desk.expression("of", step.of, "units")
        self.value = desk.expression("value", step.value, "int", more={"unit": "unit"})
        self.lines = [Line.compile(line, f"lines.{i}", desk) for i, line in enumerate(step.lines)]
        desk.give("total", step.total, "int")
        self.gives = (step.total, f"{SHARES}{step.total}")
        desk.program.totals = True

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the sum."""
        ids = tuple(filter(None, moment.value(self.of)))
        tally = Tally({}, {id_: moment.state.pieces[id_].place for id_ in ids}, self.step.floor)
        tally.shares = {id_: tally.at_least(moment.value(self.value, unit=id_)) for id_ in ids}
        told = [self._printed(moment, tally)] if moment.tell and ids else []
        for line in self.lines:
            changes = tally.play(line, moment) if moment.in_force(line.options) else []
            if moment.tell and changes:
                told.append(self._told(moment, line, changes, tally.total))
        total = tally.at_least(tally.total)
        if abs(total) > MAX_TOTAL:
            raise Unplayable(f"{self.step.total} comes to more than {MAX_TOTAL:,}")
        values = {self.step.total: total, f"{SHARES}{self.step.total}": Frozen(tally.shares)}
        if not moment.tell:
            return (Outcome(values),)
        name = self.step.total.replace("_", " ")
        return (Outcome(values, told=(*moment.then(values).told(self, name.capitalize(), str(total)), *told)),)

    def _printed(self, moment: Moment, tally: Tally) -> Told:
        shares = [f"{moment.label(id_)} ({share})" for id_, share in tally.shares.items()]
        return Told(listed(shares), str(tally.total), deeper=1)

    def _told(self, moment: Moment, line: Line, changes: list[tuple[str, int]], total: int) -> Told:
        first = changes[0][0]
        more = {"unit": first} if line.step.per == "unit" else {}
        said = moment.words(line.says, **more) or f"{line.change} {getattr(line.step, line.change)}"
        who = said if first == "" else f"{said}: {_changes(moment, line, changes)}"
        return Told(who, str(total), line.step.rule, deeper=1)


def _changes(moment: Moment, line: Line, changes: list[tuple[str, int]]) -> str:
    """Who was changed by how much: `1/55 +3 and 2/55 +2`, `three alike −1 each`."""
    names = [moment.label(who) if line.step.per == "unit" else who for who, _ in changes]
    amounts = {by for _, by in changes}
    if len(changes) > 1 and len(amounts) == 1:
        return f"{listed(names)} {signed(amounts.pop())} each"
    return listed([f"{name} {signed(by)}" for name, (_, by) in zip(names, changes, strict=True)])
