"""Steps that chance decides: rolls, checks, opposed rolls, draws. Each has one outcome for everything that can show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from pnp.findings import did_you_mean
from pnp.model.step import CheckStep, OpposedStep, RollLine, RollStep
from pnp.rules.engine.context import StepContext, signed
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import CompiledStep, StepCompiler
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import RuleError, Value
from pnp.rules.state.dice import dice_results, named_faces, read_roll
from pnp.rules.state.starting_state import UNKNOWN

MAX_PAIRS = 10_000
"""How many pairs of numbers two parties can roll."""
TIES = ("reroll", "tie")
"""What a tie can be besides the name of a party."""
COMPARISONS = {"at_most": "or less", "less_than": "less than", "at_least": "or more", "more_than": "more than"}


class RollModifiers:
    """The lines that change a roll of dice."""

    def __init__(self, lines: Sequence[RollLine], at: str, compiler: StepCompiler) -> None:
        """Compile the lines."""
        self.lines = []
        for i, line in enumerate(lines):
            add = compiler.expression(f"{at}.{i}.add", line.add, "int")
            when = compiler.expression(f"{at}.{i}.when", line.when, "bool") if line.when else None
            options = compiler.rulings(line.ruling, f"{at}.{i}.ruling")
            self.lines.append((line, add, when, options, compiler.text(f"{at}.{i}.says", line.says)))

    def sum(self, context: StepContext) -> tuple[int, tuple[TraceLine, ...]]:
        """What is added to the dice now, and a line for each modifier."""
        total, trace = 0, list[TraceLine]()
        for line, add, when, options, says in self.lines:
            if not context.in_force(options) or (when is not None and not context.value(when)):
                continue
            by = context.value(add)
            total += by
            if context.tracing and by:
                trace.append(TraceLine(context.words(says) or "modifier", signed(by), line.rule, deeper=1))
        return total, tuple(trace)


def read_dice(compiler: StepCompiler, at: str, dice: str) -> bool:
    """Are these dice? If not, that is a fault."""
    try:
        dice_results(dice)
    except RuleError as error:
        compiler.fault(UNKNOWN, at, error.wrong, error.write)
        return False
    return True


def _rolled(natural: int, total: int) -> str:
    """`4`, or `4 + 1 = 5`."""
    by = total - natural
    return f"{natural} {'+' if by > 0 else '−'} {abs(by)} = {total}" if by else str(natural)


class CompiledRoll(CompiledStep):
    """Rolls dice."""

    step: RollStep
    words: tuple[tuple[str, Fraction], ...] = ()

    def __init__(self, step: RollStep, compiler: StepCompiler) -> None:
        """Compile the modifiers."""
        super().__init__(step, compiler)
        self.modifiers = RollModifiers(step.lines, "lines", compiler)
        if step.faces:
            self._name_faces(compiler)
            return
        read_dice(compiler, "dice", step.dice)
        self.gives = (step.roll, f"{step.roll}_natural")
        for name in self.gives:
            compiler.give("roll", name, "int")

    def _name_faces(self, compiler: StepCompiler) -> None:
        """A die with words on its faces."""
        try:
            self.words = named_faces(self.step.faces)
        except RuleError as error:
            compiler.fault(UNKNOWN, "faces", error.wrong, error.write)
        self.gives = (self.step.roll,)
        compiler.give("roll", self.step.roll, "word")

    def read(self, text: str) -> Value:
        """What an example says was rolled; `RuleError` if it cannot be."""
        known = [word for word, _ in self.words]
        if not known:
            return read_roll(self.step.dice, text)
        if text not in known:
            raise RuleError(f"{self.main} cannot show {text}", did_you_mean(text, known, many=True))
        return text

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way for each number, or each word."""
        if self.words:
            return [self._shown(context, word, chance) for word, chance in self.words]
        by, trace = self.modifiers.sum(context)
        return [self._outcome(context, natural, chance, by, trace) for natural, chance in dice_results(self.step.dice)]

    def _shown(self, context: StepContext, word: str, chance: Fraction) -> Outcome:
        values = {self.step.roll: word}
        name = self.step.roll.replace("_", " ").capitalize()
        trace = context.then(values).trace_lines(self, f"{name}: {word}", word) if context.tracing else ()
        return Outcome(values, chance, key=word, trace=trace)

    def _outcome(
        self, context: StepContext, natural: int, chance: Fraction, by: int, trace: tuple[TraceLine, ...]
    ) -> Outcome:
        total = natural + by
        values = dict(zip(self.gives, (total, natural), strict=True))
        if not context.tracing:
            return Outcome(values, chance, key=natural)
        name = self.step.roll.replace("_", " ").capitalize()
        said = context.then(values).trace_lines(
            self, f"{name} ({self.step.dice}): {_rolled(natural, total)}", str(total)
        )
        return Outcome(values, chance, key=natural, trace=(*said, *trace))


class CompiledCheck(CompiledStep):
    """Rolls dice against a number."""

    step: CheckStep

    def __init__(self, step: CheckStep, compiler: StepCompiler) -> None:
        """Compile the target and the modifiers."""
        super().__init__(step, compiler)
        if read_dice(compiler, "dice", step.dice):
            self._naturals(compiler)
        self.way = next(way for way in COMPARISONS if getattr(step, way))
        self.target = compiler.expression(self.way, getattr(step, self.way), "int")
        self.modifiers = RollModifiers(step.lines, "lines", compiler)
        self.gives = (step.check, f"{step.check}_roll", f"{step.check}_natural")
        for name, kind in zip(self.gives, ("bool", "int", "int"), strict=True):
            compiler.give("check", name, kind)

    def _naturals(self, compiler: StepCompiler) -> None:
        """Natural rolls that need no comparison must be such as the dice can show."""
        known = {natural for natural, _ in dice_results(self.step.dice)}
        for at, naturals in (("fails_on", self.step.fails_on), ("passes_on", self.step.passes_on)):
            for natural in naturals:
                if natural not in known:
                    write = f"write a number from {min(known)} to {max(known)}"
                    compiler.fault(UNKNOWN, at, f"{self.step.dice} cannot show {natural}", write)

    def read(self, text: str) -> Value:
        """What an example says was rolled; `RuleError` if it cannot be."""
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

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way for each number."""
        target = context.value(self.target)
        by, trace = self.modifiers.sum(context)
        found = []
        for natural, chance in dice_results(self.step.dice):
            passed = self.passes(natural, natural + by, target)
            values = dict(zip(self.gives, (passed, natural + by, natural), strict=True))
            said: tuple[TraceLine, ...] = ()
            if context.tracing:
                said = (*self._told(context.then(values), natural, natural + by, target, passed=passed), *trace)
            found.append(Outcome(values, chance, key=natural, trace=said))
        return found

    def _told(
        self, context: StepContext, natural: int, total: int, target: int, *, passed: bool
    ) -> tuple[TraceLine, ...]:
        words = COMPARISONS[self.way]
        wanted = f"{target} {words}" if words.startswith("or") else f"{words} {target}"
        always = ", which always fails" if natural in self.step.fails_on else ""
        always = ", which always passes" if natural in self.step.passes_on and not always else always
        name = self.step.check.replace("_", " ").capitalize()
        said = f"{name}: {_rolled(natural, total)}{always}, against {wanted}"
        return context.trace_lines(self, said, "passes" if passed else "fails")


class CompiledOpposed(CompiledStep):
    """Two parties roll, the higher total wins."""

    step: OpposedStep

    def __init__(self, step: OpposedStep, compiler: StepCompiler) -> None:
        """Compile both parties' modifiers."""
        super().__init__(step, compiler)
        self.parties = tuple(step.rolls)
        self.modifiers = []
        for name, party in step.rolls.items():
            self.modifiers.append(RollModifiers(party.lines, f"rolls.{name}.lines", compiler))
        pairs = [
            len(dice_results(p.dice)) for n, p in step.rolls.items() if read_dice(compiler, f"rolls.{n}.dice", p.dice)
        ]
        if len(pairs) == 2 and pairs[0] * pairs[1] > MAX_PAIRS:
            compiler.fault(UNKNOWN, "rolls", "these dice can show too many pairs of numbers", "write fewer dice")
        self.tie = self._tie(compiler)
        totals = tuple(f"{step.opposed}_{re.sub(r'[^a-z0-9_]', '_', name.lower())}" for name in self.parties)
        compiler.give("opposed", step.opposed, "word")
        for name in totals:
            compiler.give("opposed", name, "int")
        self.gives = (step.opposed, *totals)

    def _tie(self, compiler: StepCompiler) -> Expression | None:
        """What says whose a tie is, if the case decides."""
        tie = self.step.tie
        if tie.startswith("{") and tie.endswith("}"):
            return compiler.expression("tie", tie[1:-1], "word", offset=1)
        if tie not in (*TIES, *self.parties):
            compiler.fault(UNKNOWN, "tie", f"a tie cannot be {tie}", f"write {', '.join((*TIES, *self.parties))}")
        return None

    def _whose_tie(self, context: StepContext) -> str:
        if self.tie is None:
            return self.step.tie
        tie = str(context.value(self.tie))
        if tie not in (*TIES, *self.parties):
            raise RuleError(f"a tie cannot be {tie or 'nothing'}", f"give {', '.join((*TIES, *self.parties))}")
        return tie

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way for each pair of numbers; after a tie that is rolled again, the step is played once more."""
        dice = [party.dice for party in self.step.rolls.values()]
        sums = [modifiers.sum(context) for modifiers in self.modifiers]
        tie, found = self._whose_tie(context), []
        for first, one in dice_results(dice[0]):
            for second, other in dice_results(dice[1]):
                totals = first + sums[0][0], second + sums[1][0]
                tied = totals[0] == totals[1]
                winner = tie if tied else self.parties[0 if totals[0] > totals[1] else 1]
                again = tied and tie == "reroll"
                values: dict[str, Value] = dict(zip(self.gives, (winner, *totals), strict=True))
                trace: tuple[TraceLine, ...] = ()
                if context.tracing:
                    naturals = (first, second)
                    rolls = [
                        f"{self.name(context, p)} {_rolled(n, t)}"
                        for p, n, t in zip(self.parties, naturals, totals, strict=True)
                    ]
                    end = "a tie, rolled again" if again else self.name(context, winner)
                    name = self.step.opposed.replace("_", " ").capitalize()
                    said = context.then(values).trace_lines(self, f"{name}: {', '.join(rolls)}", end)
                    trace = (*said, *sums[0][1], *sums[1][1])
                key = (first, second)
                found.append(Outcome({} if again else values, one * other, key=key, again=again, trace=trace))
        return found

    def name(self, context: StepContext, party: str) -> str:
        """A party as players call it: a side by its name."""
        side = context.variant.game.sides.get(party)
        return side.name if side else party
