"""Opposed roll: two parties roll, and the higher total wins."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import join_words
from pnp.model.steps.amount_steps import OpposedStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.dice_rolls import RollModifiers, check_dice, rolled_text
from pnp.rules.engine.facts import AppliedModifier, Sentence, StepFact, agree, cases, rolled
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.expressions.language import Expression as CompiledExpression
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.dice import dice_results
from pnp.rules.state.errors import UNKNOWN, RuleError

MAX_PAIRS = 10_000
"""The most pairs of results that the two parties can roll."""


TIES = ("reroll", "tie")
"""Values of `tie` besides the names of the parties."""


@dataclass(frozen=True)
class OpposedRoll(StepFact):
    """An opposed roll: for each party its name, the number rolled and the modifiers; then who wins.

    `winner` is empty for a tie that counts as a tie, and `reroll` says that both parties roll again. `traced` is the
    roll with the parties in the trace, and `result` who wins there.
    """

    rolls: tuple[tuple[str, int, tuple[AppliedModifier, ...]], ...]
    winner: str
    reroll: bool
    traced: tuple[str, tuple[str, ...]] = ("", ())
    result: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Initiative: US 4 + 1 = 5, Japan 2`, and who wins."""
        name, parties = self.traced
        totals = [natural + sum(one.amount for one in some) for _, natural, some in self.rolls]
        rolls = zip(parties, self.rolls, totals, strict=True)
        each = [f"{party} {rolled_text(natural, total)}" for party, (_, natural, _), total in rolls]
        return f"{name}: {', '.join(each)}", "a tie, rolled again" if self.reroll else self.result

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence about both rolls, and one about the result."""
        parties = [f"{agree(who, 'rolls')} {rolled(natural, some)}" for who, natural, some in self.rolls]
        every = tuple(modifier for _, _, some in self.rolls for modifier in some)
        end = "both totals are equal, so both roll again" if self.reroll else f"{self.winner} wins"
        both = Sentence(", and ".join(parties), cases(every, rule))
        return (both, Sentence(end if self.reroll or self.winner else "the totals are equal", rule))


@COMPILED_STEPS.enter("opposed")
class CompiledOpposed(RunnableStep):
    """Rolls for two parties."""

    record: OpposedStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the modifiers of both parties and the word for a tie, and register the winner and the totals."""
        record = self.record
        self.parties = tuple(record.rolls)
        self.modifiers = []
        for name, party in record.rolls.items():
            self.modifiers.append(RollModifiers(party.lines, f"rolls.{name}.lines", compiler))
        pairs = [
            len(dice_results(p.dice))
            for n, p in record.rolls.items()
            if check_dice(compiler, f"rolls.{n}.dice", p.dice)
        ]
        if len(pairs) == 2 and pairs[0] * pairs[1] > MAX_PAIRS:
            compiler.fault(UNKNOWN, "rolls", "these dice can show too many pairs of numbers", "write fewer dice")
        self.tie = self._compile_tie(compiler)
        totals = [f"{record.opposed}_{re.sub(r'[^a-z0-9_]', '_', name.lower())}" for name in self.parties]
        self.declare(compiler, "opposed", {record.opposed: "word", **dict.fromkeys(totals, "int")})

    def _compile_tie(self, compiler: StepCompiler) -> CompiledExpression | None:
        """Compile the expression in `tie` that decides equal totals; None if `tie` is a plain word."""
        tie = self.record.tie
        if tie.startswith("{") and tie.endswith("}"):
            return compiler.expression("tie", tie[1:-1], "word", offset=1)
        if tie not in (*TIES, *self.parties):
            compiler.fault(
                UNKNOWN, "tie", f"a tie cannot be decided by {tie}", f"write {join_words((*TIES, *self.parties), 'or')}"
            )
        return None

    def _tie_winner(self, context: StepContext) -> str:
        """Return the winner if the totals are equal: a party, `tie`, or `reroll`."""
        if self.tie is None:
            return self.record.tie
        tie = str(context.value(self.tie))
        if tie not in (*TIES, *self.parties):
            raise RuleError(
                f"a tie cannot be decided by {tie or 'an empty word'}",
                f"write {join_words((*TIES, *self.parties), 'or')}",
            )
        return tie

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return an outcome for each possible result of the opposed roll, with its probability."""
        dice = [party.dice for party in self.record.rolls.values()]
        sums = [modifiers.sum(context) for modifiers in self.modifiers]
        tie, outcomes = self._tie_winner(context), []
        for first, one in dice_results(dice[0]):
            for second, other in dice_results(dice[1]):
                totals = first + sums[0][0], second + sums[1][0]
                tied = totals[0] == totals[1]
                winner = tie if tied else self.parties[0 if totals[0] > totals[1] else 1]
                reroll = tied and tie == "reroll"
                values: dict[str, Value] = dict(zip(self.assigns, (winner, *totals), strict=True))
                trace: tuple[TraceLine, ...] = ()
                if context.tracing:
                    naturals = (first, second)
                    names = tuple(self.party_name(context, party) for party in self.parties)
                    name = self.record.opposed.replace("_", " ").capitalize()
                    fact = OpposedRoll(
                        tuple(
                            (self.subject_of(context, party), natural, modifiers[1])
                            for party, natural, modifiers in zip(self.parties, naturals, sums, strict=True)
                        ),
                        self.subject_of(context, winner) if winner in self.parties else "",
                        reroll,
                        (name, names),
                        self.party_name(context, winner),
                    )
                    text = context.with_changes(values).trace_lines(self, fact)
                    trace = (*text, *sums[0][2], *sums[1][2])
                key = (first, second)
                outcomes.append(Outcome({} if reroll else values, one * other, key=key, reroll=reroll, trace=trace))
        return outcomes

    def subject_of(self, context: StepContext, party: str) -> str:
        """Return a party as the subject of a sentence, such as `the German player`."""
        side = context.variant.game.sides.get(party)
        return self.record.rolls[party].subject or (
            f"the {side.adjective or side.name} player" if side else f"the {party}"
        )

    def party_name(self, context: StepContext, party: str) -> str:
        """Return the name of a party for the trace; for a side, the name that players use."""
        side = context.variant.game.sides.get(party)
        return side.name if side else party
