"""Check: rolls dice against a target number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.model.steps.amount_steps import CheckStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.dice_rolls import RollModifiers, check_dice, rolled_text
from pnp.rules.engine.facts import AppliedModifier, Sentence, StepFact, cases, minus, with_article, with_modifiers
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.dice import dice_results, read_roll
from pnp.rules.state.errors import UNKNOWN

COMPARISONS = {"at_most": "or less", "less_than": "less than", "at_least": "or more", "more_than": "more than"}


@dataclass(frozen=True)
class CheckRoll(StepFact):
    """A check: who must pass it, what is needed, the roll, and the verb for its result.

    `always` is `always passes` or `always fails` if the number rolled decides without a comparison. `name` is the check
    in the trace, which states the `target` in every case.
    """

    who: str
    needed: str
    natural: int
    modifiers: tuple[AppliedModifier, ...]
    verb: str
    passed: bool = True
    always: str = ""
    name: str = ""
    target: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Morale: 3 + 1 = 4, against 5 or less`, and whether the check passes."""
        result = "passes" if self.passed else "fails"
        total = self.natural + sum(one.amount for one in self.modifiers)
        automatic = f", which always {result}" if self.always else ""
        return f"{self.name}: {rolled_text(self.natural, total)}{automatic}, against {self.target}", result

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `A needs 3 or less, but rolls 5 and fails`."""
        needs = f"{self.who or 'the roll'} needs {self.needed}"
        if self.always:
            return (
                Sentence(
                    f"{needs}{' and' if self.passed else ', but'} rolls {self.natural}, which {self.always}", rule
                ),
            )
        if self.passed:
            return (Sentence(f"{needs} and {self.verb} with {self._roll()}", cases(self.modifiers, rule)),)
        roll = f"has {self._roll()}" if self.modifiers else f"rolls {minus(self.natural)}"
        return (Sentence(f"{needs}, but {roll} and {self.verb}", cases(self.modifiers, rule)),)

    def sentences_again(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return the sentence without the number that is needed, such as `A fails with a 5`."""
        who = self.who or "the roll"
        if self.always:
            return (Sentence(f"{who} {'is' if not self.who else 'rolls'} {self.natural}, which {self.always}", rule),)
        return (Sentence(f"{who} {self.verb} with {self._roll()}", cases(self.modifiers, rule)),)

    def _roll(self) -> str:
        """Return the roll as a noun, such as `a 4` or `a total of 4 (3 plus 1)`."""
        if not self.modifiers:
            return with_article(minus(self.natural))
        total = self.natural + sum(one.amount for one in self.modifiers)
        return f"a total of {minus(total)} ({with_modifiers(self.natural, self.modifiers)})"


@COMPILED_STEPS.enter("check")
class CompiledCheck(RunnableStep):
    """Rolls dice against a target number."""

    record: CheckStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the modifiers, and check the dice."""
        record = self.record
        if check_dice(compiler, "dice", record.dice):
            self._check_automatic_rolls(compiler)
        self.comparison = next(name for name in COMPARISONS if getattr(record, name))
        self.modifiers = RollModifiers(record.lines, "lines", compiler)
        passes, _, fails = record.verbs.partition(" / ")
        self.verbs = (passes, fails)

    def _check_automatic_rolls(self, compiler: StepCompiler) -> None:
        """Record a fault for each roll in `fails_on` or `passes_on` that the dice cannot show."""
        known = {natural for natural, _ in dice_results(self.record.dice)}
        for at, naturals in (("fails_on", self.record.fails_on), ("passes_on", self.record.passes_on)):
            for natural in naturals:
                if natural not in known:
                    write = f"write a roll from {min(known)} to {max(known)}"
                    compiler.fault(UNKNOWN, at, f"the dice {self.record.dice} cannot show {natural}", write)

    def read(self, text: str) -> Value:
        """Parse the die roll that a worked example states. Raise `RuleError` if the dice cannot show it."""
        return read_roll(self.record.dice, text)

    def passes(self, natural: int, total: int, target: int) -> bool:
        """Return whether the check passes with this roll and target; `natural` is without modifiers."""
        if natural in self.record.fails_on:
            return False
        if natural in self.record.passes_on:
            return True
        match self.comparison:
            case "at_most":
                return total <= target
            case "less_than":
                return total < target
            case "at_least":
                return total >= target
        return total > target

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return an outcome for each roll of the dice: whether the check passes, with its probability."""
        target = self.value(context, self.comparison)
        modifier, causes, trace = self.modifiers.sum(context)
        outcomes = []
        for natural, chance in dice_results(self.record.dice):
            passed = self.passes(natural, natural + modifier, target)
            values = dict(zip(self.assigns, (passed, natural + modifier, natural), strict=True))
            lines: tuple[TraceLine, ...] = ()
            if context.tracing:
                after = context.with_changes(values)
                lines = (*after.trace_lines(self, self._fact(after, natural, target, causes, passed=passed)), *trace)
            outcomes.append(Outcome(values, chance, key=natural, trace=lines))
        return outcomes

    def _needed(self, target: int, modifiers: tuple[AppliedModifier, ...]) -> str:
        """Return the roll that passes, such as `3 or less`; without modifiers a roll that always fails is left out."""
        words = COMPARISONS[self.comparison]
        if not words.startswith("or"):
            return f"{words} {target}"
        while not modifiers and target in self.record.fails_on:
            target += -1 if self.comparison == "at_most" else 1
        return f"{target} {words}"

    def _fact(
        self,
        context: StepContext,
        natural: int,
        target: int,
        causes: tuple[AppliedModifier, ...],
        *,
        passed: bool,
    ) -> CheckRoll:
        """Return the fact of a roll: what is needed, the roll, and whether the check passes."""
        words = COMPARISONS[self.comparison]
        target_text = f"{target} {words}" if words.startswith("or") else f"{words} {target}"
        verb, name = self.verbs[not passed], self.record.check.replace("_", " ").capitalize()
        always = f"always {verb}" if natural in (*self.record.fails_on, *self.record.passes_on) else ""
        who, needed = context.printed(self.subject), self._needed(target, causes)
        return CheckRoll(who, needed, natural, causes, verb, passed, always, name, target_text)
