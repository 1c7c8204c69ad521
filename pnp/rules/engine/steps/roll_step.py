"""Roll: rolls dice and adds modifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pnp.findings import did_you_mean
from pnp.model.steps.amount_steps import RollStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.dice_rolls import RollModifiers, check_dice, rolled_text
from pnp.rules.engine.facts import AppliedModifier, Sentence, Statement, StepFact, cases, rolled
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.dice import dice_results, named_faces, read_roll
from pnp.rules.state.errors import UNKNOWN, RuleError


@dataclass(frozen=True)
class Roll(StepFact):
    """A die roll: who rolls (empty if the data does not say), the number rolled, and the modifiers.

    `name` is what is rolled, with the dice.
    """

    roller: str
    natural: int
    modifiers: tuple[AppliedModifier, ...]
    name: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Die (1d6): 4 + 1 = 5`, and the total."""
        total = self.natural + sum(one.amount for one in self.modifiers)
        return f"{self.name}: {rolled_text(self.natural, total)}", str(total)

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `the attacker rolls 3, plus 1 for the town is 4`."""
        subject = f"{self.roller} rolls" if self.roller else "the die roll is"
        return (Sentence(f"{subject} {rolled(self.natural, self.modifiers)}", cases(self.modifiers, rule)),)


@COMPILED_STEPS.enter("roll")
class CompiledRoll(RunnableStep):
    """Rolls dice."""

    record: RollStep
    words: tuple[tuple[str, Fraction], ...] = ()

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the modifiers, check the dice, and register the variables for the roll."""
        record = self.record
        self.modifiers = RollModifiers(record.lines, "lines", compiler)
        if record.faces:
            self._compile_named_faces(compiler)
            return
        check_dice(compiler, "dice", record.dice)
        self.declare(compiler, "roll", {record.roll: "int", f"{record.roll}_natural": "int"})

    def _compile_named_faces(self, compiler: StepCompiler) -> None:
        """Compile a die with words on its faces, and register the variable for the word."""
        try:
            self.words = named_faces(self.record.faces)
        except RuleError as error:
            compiler.fault(UNKNOWN, "faces", error.wrong, error.write)
        self.declare(compiler, "roll", {self.record.roll: "word"})

    def read(self, text: str) -> Value:
        """Parse the die roll that a worked example states. Raise `RuleError` if the dice cannot show it."""
        known = [word for word, _ in self.words]
        if not known:
            return read_roll(self.record.dice, text)
        if text not in known:
            raise RuleError(f"the die {self.main} cannot show {text}", did_you_mean(text, known, many=True))
        return text

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return an outcome for each roll of the dice, with its probability."""
        if self.words:
            return [self._face_outcome(context, word, chance) for word, chance in self.words]
        modifier, causes, trace = self.modifiers.sum(context)
        return [
            self._number_outcome(context, natural, chance, modifier, causes, trace)
            for natural, chance in dice_results(self.record.dice)
        ]

    def _face_outcome(self, context: StepContext, word: str, chance: Fraction) -> Outcome:
        """Return the outcome of rolling a face with this word on it."""
        values = {self.record.roll: word}
        name = self.record.roll.replace("_", " ").capitalize()
        if not context.tracing:
            return Outcome(values, chance, key=word)
        after = context.with_changes(values)
        fact = Statement(f"{after.printed(self.subject) or 'the die'} shows {word}", f"{name}: {word}", word)
        return Outcome(values, chance, key=word, trace=after.trace_lines(self, fact))

    def _number_outcome(
        self,
        context: StepContext,
        natural: int,
        chance: Fraction,
        modifier: int,
        causes: tuple[AppliedModifier, ...],
        trace: tuple[TraceLine, ...],
    ) -> Outcome:
        """Return the outcome of rolling the number `natural`, with the modifier added."""
        total = natural + modifier
        values = dict(zip(self.assigns, (total, natural), strict=True))
        if not context.tracing:
            return Outcome(values, chance, key=natural)
        name = self.record.roll.replace("_", " ").capitalize()
        after = context.with_changes(values)
        fact = Roll(after.printed(self.subject), natural, causes, f"{name} ({self.record.dice})")
        return Outcome(values, chance, key=natural, trace=(*after.trace_lines(self, fact), *trace))
