"""Mark and unmark: put markers on units, into hexes or on hexsides, and remove them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.steps.unit_steps import MarkStep, UnmarkStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, mentions, with_article
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.unit_changes import find_marker_place


@dataclass(frozen=True)
class Marked(StepFact):
    """A marker that is placed on units or in places, or removed: its word and its printed word, if it has one."""

    word: str
    marker: str
    units: tuple[str, ...]
    places: tuple[str, ...]
    placed: bool

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `1/55 and 2/55 are no longer marked Fired`; it has no value."""
        names = [label(unit) for unit in self.units] or list(self.places)
        verb = f"{'are' if len(names) > 1 else 'is'}{'' if self.placed or not names else ' no longer'} marked"
        return f"{join_words(names, none='no unit or hex')} {verb} {self.marker or self.word.replace('-', ' ')}", ""

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `the 1/55 receives a Fired marker`; none for a marker without a counter."""
        if not self.marker or not self.placed:
            return ()
        if self.units:
            verb = "receives" if len(self.units) == 1 else "each receive"
            return (Sentence(f"{mentions(self.units)} {verb} {with_article(self.marker)} marker", rule),)
        if self.places:
            return (Sentence(f"{with_article(self.marker)} marker is placed in {join_words(self.places)}", rule),)
        return ()


def marker_word(game: Game, word: str) -> str:
    """Return the printed word of the marker for a word such as `out-of-supply`; empty if no counter shows it."""
    shown = (face.word for counter in game.counters.values() for face in (counter.front, counter.back))
    return next((text for text in shown if re.sub(r"\W+", "-", text.strip().lower()) == word), "")


@COMPILED_STEPS.enter("mark")
@COMPILED_STEPS.enter("unmark")
class CompiledMark(RunnableStep):
    """Puts markers on units, into hexes or on hexsides, or removes them."""

    branches = False

    record: MarkStep | UnmarkStep

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of placing or removing the markers."""
        targets, state, word = self.values(context, self.record.kind), context.state, self.record.word
        puts = isinstance(self.record, MarkStep)
        of_units = self.given[self.record.kind].type.startswith("unit")
        for target in targets:
            if of_units:
                marks = state.pieces[target].marks
                state = state.with_piece(target, marks=marks | {word} if puts else marks - {word})
            else:
                place = find_marker_place(context, target)
                state = state.with_marker(place, word) if puts else state.without_marker(place, word)
        after = context.with_changes({}, state)
        if not context.tracing:
            return (Outcome(state=state),)
        shown, (units, places) = marker_word(context.variant.game, word), (targets, ()) if of_units else ((), targets)
        trace = after.trace_lines(self, Marked(word, shown, units, places, puts), markers=state.markers)
        return (Outcome(state=state, trace=trace),)
