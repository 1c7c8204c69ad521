"""Place: puts units into a hex or a box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import join_words
from pnp.model.steps.unit_steps import PlaceStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, mentions
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.unit_changes import (
    StackingStep,
    find_place,
    place_words,
    with_control_updated,
    with_entered_stack,
)
from pnp.rules.state.errors import RuleError
from pnp.rules.state.unit import steps_of


@dataclass(frozen=True)
class Placed(StepFact):
    """Units that are placed somewhere, or turned to another side where they are (`to` is then empty).

    `under` says whether they go under the other units.
    """

    units: tuple[str, ...]
    to: str
    face: str
    under: bool = False

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `1/55 goes to J10, reduced`; it has no value."""
        names, one = join_words([label(unit) for unit in self.units], none="none"), len(self.units) == 1
        if not self.to:
            return f"{names} {'is' if one else 'are'} {self.face} now", ""
        under = ", under the other units" if self.under else ""
        return f"{names} {'goes' if one else 'go'} to {self.to}{under}{', ' if self.face else ''}{self.face}", ""

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `the 1/55 is placed in J10, reduced`; none if no unit is placed."""
        if not self.units:
            return ()
        verb = "is" if len(self.units) == 1 else "are"
        place = f" placed in {self.to}{',' if self.face else ''}" if self.to else " now"
        return (Sentence(f"{mentions(self.units)} {verb}{place}{f' {self.face}' if self.face else ''}", rule),)


@COMPILED_STEPS.enter("place")
class CompiledPlace(StackingStep):
    """Puts units into a hex or a box."""

    record: PlaceStep

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of putting the units into a hex or box, or of turning them over."""
        ids, destination = self.values(context, "place"), find_place(context, self.value(context, "at"))
        state, face = context.state, self.record.face
        for id_ in ids:
            steps = steps_of(context.variant.game.counters[id_])
            if face == "reduced" and steps < 2:
                raise RuleError(f"{context.label(id_)} has no reduced side", "leave out face")
            lost = {"full": 0, "reduced": (steps + 1) // 2}.get(face, state.pieces[id_].lost)
            state = state.with_piece(id_, place=destination, lost=lost)
        state = with_entered_stack(
            context.state, with_control_updated(context, state), ids, destination, self.record.on
        )
        face_text = {"": "", "full": "at full strength"}.get(face, face)
        in_place = bool(face) and all(context.state.pieces[id_].place == destination for id_ in ids)
        after = context.with_changes({}, state)
        where = place_words(context, destination)
        if not context.tracing:
            return (Outcome(state=state),)
        fact = Placed(ids, "" if in_place else where, face_text, self.record.on == "bottom")
        trace = after.trace_lines(self, fact)
        return (Outcome(state=state, trace=trace),)
