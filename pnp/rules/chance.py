"""Steps that chance decides: rolls, checks, opposed rolls, draws. Each has one outcome for everything that can show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from pnp.findings import did_you_mean
from pnp.model.step import Check, Opposed, Roll, RollLine
from pnp.rules.dice import faces, named_faces, read_roll
from pnp.rules.expression import Expression
from pnp.rules.frame import Outcome, Told
from pnp.rules.moment import Moment, signed
from pnp.rules.program import Desk, Op
from pnp.rules.setup import UNKNOWN
from pnp.rules.vocabulary import Unplayable, Value

MAX_PAIRS = 10_000
"""How many pairs of numbers two parties can roll."""
TIES = ("reroll", "tie")
"""What a tie can be besides the name of a party."""
COMPARISONS = {"at_most": "or less", "less_than": "less than", "at_least": "or more", "more_than": "more than"}


class Modifiers:
    """The lines that change a roll of dice."""

    def __init__(self, lines: Sequence[RollLine], at: str, desk: Desk) -> None:
        """Compile the lines."""
        self.lines = []
        for i, line in enumerate(lines):
            add = desk.expression(f"{at}.{i}.add", line.add, "int")
            when = desk.expression(f"{at}.{i}.when", line.when, "bool") if line.when else None
            options = desk.rulings(line.ruling, f"{at}.{i}.ruling")
            self.lines.append((line, add, when, options, desk.text(f"{at}.{i}.says", line.says)))

    def sum(self, moment: Moment) -> tuple[int, tuple[Told, ...]]:
        """What is added to the dice now, and a line for each modifier."""
        total, told = 0, list[Told]()
        for line, add, when, options, says in self.lines:
            if not moment.in_force(options) or (when is not None and not moment.value(when)):
                continue
            by = moment.value(add)
            total += by
            if moment.tell and by:
                told.append(Told(moment.words(says) or "modifier", signed(by), line.rule, deeper=1))
        return total, tuple(told)


def read_dice(desk: Desk, at: str, dice: str) -> bool:
    """Are these dice? If not, that is a fault."""
    try:
        faces(dice)
    except Unplayable as error:
        desk.fault(UNKNOWN, at, error.wrong, error.write)
        return False
    return True


def _rolled(natural: int, total: int) -> str:
    """`4`, or `4 + 1 = 5`."""
    by = total - natural
    return f"{natural} {'+' if by > 0 else '−'} {abs(by)} = {total}" if by else str(natural)


class PlayRoll(Op):
    """Rolls dice."""

    step: Roll
    words: tuple[tuple[str, Fraction], ...] = ()

    def __init__(self, step: Roll, desk: Desk) -> None:
        """Compile the modifiers."""
        super().__init__(step, desk)
        self.modifiers = Modifiers(step.lines, "lines", desk)
        if step.faces:
            self._name_faces(desk)
            return
        read_dice(desk, "dice", step.dice)
        self.gives = (step.roll, f"{step.roll}_natural")
        for name in self.gives:
            desk.give("roll", name, "int")

    def _name_faces(self, desk: Desk) -> None:
        """A die with words on its faces."""
        try:
            self.words = named_faces(self.step.faces)
        except Unplayable as error:
            desk.fault(UNKNOWN, "faces", error.wrong, error.write)
        self.gives = (self.step.roll,)
        desk.give("roll", self.step.roll, "word")

    def read(self, text: str) -> Value:
        """What an example says was rolled; `Unplayable` if it cannot be."""
        known = [word for word, _ in self.words]
        if not known:
            return read_roll(self.step.dice, text)
        if text not in known:
            raise Unplayable(f"{self.main} cannot show {text}", did_you_mean(text, known, many=True))
        return text

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way for each number, or each word."""
        if self.words:
            return [self._shown(moment, word, chance) for word, chance in self.words]
        by, told = self.modifiers.sum(moment)
        return [self._outcome(moment, natural, chance, by, told) for natural, chance in faces(self.step.dice)]

    def _shown(self, moment: Moment, word: str, chance: Fraction) -> Outcome:
        values = {self.step.roll: word}
        name = self.step.roll.replace("_", " ").capitalize()
        told = moment.then(values).told(self, f"{name}: {word}", word) if moment.tell else ()
        return Outcome(values, chance, key=word, told=told)

    def _outcome(self, moment: Moment, natural: int, chance: Fraction, by: int, told: tuple[Told, ...]) -> Outcome:
        total = natural + by
        values = dict(zip(self.gives, (total, natural), strict=True))
        if not moment.tell:
            return Outcome(values, chance, key=natural)
        name = self.step.roll.replace("_", " ").capitalize()
        said = moment.then(values).told(self, f"{name} ({self.step.dice}): {_rolled(natural, total)}", str(total))
        return Outcome(values, chance, key=natural, told=(*said, *told))


class PlayCheck(Op):
    """Rolls dice against a number."""

    step: Check

    def __init__(self, step: Check, desk: Desk) -> None:
        """Compile the target and the modifiers."""
        super().__init__(step, desk)
        if read_dice(desk, "dice", step.dice):
            self._naturals(desk)
        self.way = next(way for way in COMPARISONS if getattr(step, way))
        self.target = desk.expression(self.way, getattr(step, self.way), "int")
        self.modifiers = Modifiers(step.lines, "lines", desk)
        self.gives = (step.check, f"{step.check}_roll", f"{step.check}_natural")
        for name, kind in zip(self.gives, ("bool", "int", "int"), strict=True):
            desk.give("check", name, kind)

    def _naturals(self, desk: Desk) -> None:
        """Natural rolls that need no comparison must be such as the dice can show."""
        known = {natural for natural, _ in faces(self.step.dice)}
        for at, naturals in (("fails_on", self.step.fails_on), ("passes_on", self.step.passes_on)):
            for natural in naturals:
                if natural not in known:
                    write = f"write a number from {min(known)} to {max(known)}"
                    desk.fault(UNKNOWN, at, f"{self.step.dice} cannot show {natural}", write)

    def read(self, text: str) -> Value:
        """What an example says was rolled; `Unplayable` if it cannot be."""
        return read_roll(self.step.dice, text)

    def passes(self, natural: int, total: int, target: int) -> bool:
        """Is the check passed?"""
        if natural in self.step.fails_on:
            return False
        if natural in self.step.passes_on:
            return True
        match self.way:
            case "at_most":
                return total <= target
            case "less_than":
                return total < target
            case "at_least":
                return total >= target
        return total > target

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way for each number."""
        target = moment.value(self.target)
        by, told = self.modifiers.sum(moment)
        found = []
        for natural, chance in faces(self.step.dice):
            passed = self.passes(natural, natural + by, target)
            values = dict(zip(self.gives, (passed, natural + by, natural), strict=True))
            said: tuple[Told, ...] = ()
            if moment.tell:
                said = (*self._told(moment.then(values), natural, natural + by, target, passed=passed), *told)
            found.append(Outcome(values, chance, key=natural, told=said))
        return found

    def _told(self, moment: Moment, natural: int, total: int, target: int, *, passed: bool) -> tuple[Told, ...]:
        words = COMPARISONS[self.way]
        wanted = f"{target} {words}" if words.startswith("or") else f"{words} {target}"
        always = ", which always fails" if natural in self.step.fails_on else ""
        always = ", which always passes" if natural in self.step.passes_on and not always else always
        name = self.step.check.replace("_", " ").capitalize()
        said = f"{name}: {_rolled(natural, total)}{always}, against {wanted}"
        return moment.told(self, said, "passes" if passed else "fails")


class PlayOpposed(Op):
    """Two parties roll, the higher total wins."""

    step: Opposed

    def __init__(self, step: Opposed, desk: Desk) -> None:
        """Compile both parties' modifiers."""
        super().__init__(step, desk)
        self.parties = tuple(step.rolls)
        self.modifiers = []
        for name, party in step.rolls.items():
            self.modifiers.append(Modifiers(party.lines, f"rolls.{name}.lines", desk))
        pairs = [len(faces(p.dice)) for n, p in step.rolls.items() if read_dice(desk, f"rolls.{n}.dice", p.dice)]
        if len(pairs) == 2 and pairs[0] * pairs[1] > MAX_PAIRS:
            desk.fault(UNKNOWN, "rolls", "these dice can show too many pairs of numbers", "write fewer dice")
        self.tie = self._tie(desk)
        totals = tuple(f"{step.opposed}_{re.sub(r'[^a-z0-9_]', '_', name.lower())}" for name in self.parties)
        desk.give("opposed", step.opposed, "word")
        for name in totals:
            desk.give("opposed", name, "int")
        self.gives = (step.opposed, *totals)

    def _tie(self, desk: Desk) -> Expression | None:
        """What says whose a tie is, if the case decides."""
        tie = self.step.tie
        if tie.startswith("{") and tie.endswith("}"):
            return desk.expression("tie", tie[1:-1], "word", offset=1)
        if tie not in (*TIES, *self.parties):
            desk.fault(UNKNOWN, "tie", f"a tie cannot be {tie}", f"write {', '.join((*TIES, *self.parties))}")
        return None

    def _whose_tie(self, moment: Moment) -> str:
        if self.tie is None:
            return self.step.tie
        tie = str(moment.value(self.tie))
        if tie not in (*TIES, *self.parties):
            raise Unplayable(f"a tie cannot be {tie or 'nothing'}", f"give {', '.join((*TIES, *self.parties))}")
        return tie

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way for each pair of numbers; after a tie that is rolled again, the step is played once more."""
        dice = [party.dice for party in self.step.rolls.values()]
        sums = [modifiers.sum(moment) for modifiers in self.modifiers]
        tie, found = self._whose_tie(moment), []
        for first, one in faces(dice[0]):
            for second, other in faces(dice[1]):
                totals = first + sums[0][0], second + sums[1][0]
                tied = totals[0] == totals[1]
                winner = tie if tied else self.parties[0 if totals[0] > totals[1] else 1]
                again = tied and tie == "reroll"
                values: dict[str, Value] = dict(zip(self.gives, (winner, *totals), strict=True))
                told: tuple[Told, ...] = ()
                if moment.tell:
                    naturals = (first, second)
                    rolls = [
                        f"{self.name(moment, p)} {_rolled(n, t)}"
                        for p, n, t in zip(self.parties, naturals, totals, strict=True)
                    ]
                    end = "a tie, rolled again" if again else self.name(moment, winner)
                    name = self.step.opposed.replace("_", " ").capitalize()
                    said = moment.then(values).told(self, f"{name}: {', '.join(rolls)}", end)
                    told = (*said, *sums[0][1], *sums[1][1])
                key = (first, second)
                found.append(Outcome({} if again else values, one * other, key=key, again=again, told=told))
        return found

    def name(self, moment: Moment, party: str) -> str:
        """A party as players call it: a side by its name."""
        side = moment.setting.game.sides.get(party)
        return side.name if side else party
