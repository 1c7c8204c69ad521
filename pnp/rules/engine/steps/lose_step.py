"""Lose: units lose steps and are reduced or eliminated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import join_words, plural
from pnp.model.steps.unit_steps import LoseStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, mention, number_word
from pnp.rules.engine.position import Outcome
from pnp.rules.state.state import ELIMINATED
from pnp.rules.state.unit import steps_of


@dataclass(frozen=True)
class Losses(StepFact):
    """Step losses: each unit with the steps it loses, and whether it is eliminated."""

    losses: tuple[tuple[str, int, bool], ...]

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `1/55 loses 2 steps and 2/55 is eliminated`; it has no value."""
        lost = [(label(id_), "is eliminated" if gone else f"loses {plural(n, 'step')}") for id_, n, gone in self.losses]
        return join_words([f"{unit} {what}" for unit, what in lost], none="No loss"), ""

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence for each unit, such as `the 1/55 loses a step` or `the 1/55 is eliminated`."""
        return tuple(
            Sentence(f"{mention(unit)} {'is eliminated' if eliminated else 'loses ' + _steps(steps)}", rule)
            for unit, steps, eliminated in self.losses
        )


def _steps(number: int) -> str:
    """Return a number of steps in words."""
    return "a step" if number == 1 else f"{number_word(number)} steps"


@COMPILED_STEPS.enter("lose")
class CompiledLose(RunnableStep):
    """Reduces or eliminates units."""

    record: LoseStep

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of the step losses: the state with units reduced or eliminated."""
        state, total, losses = context.state, 0, list[tuple[str, int, bool]]()
        for id_ in self.values(context, "lose"):
            piece, steps = state.pieces[id_], steps_of(context.variant.game.counters[id_])
            lost = max(0, min(self.value(context, "steps", unit=id_), steps - piece.lost))
            if not lost:
                continue
            total += lost
            eliminated = piece.lost + lost >= steps
            state = state.with_piece(id_, lost=piece.lost + lost)
            if eliminated:
                state = state.with_piece(id_, place=ELIMINATED, marks=frozenset())
            losses.append((id_, lost, eliminated))
        values = {self.record.name: total} if self.record.name else {}
        trace = context.with_changes(values, state).trace_lines(self, Losses(tuple(losses))) if context.tracing else ()
        return (Outcome(values, state=state, trace=trace),)
