"""Set: changes tracks, facts and variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import capitalised
from pnp.model.steps.amount_steps import SetStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, agree, minus
from pnp.rules.engine.position import Outcome
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.tracks import TrackKind


@dataclass(frozen=True)
class TracksMoved(StepFact):
    """Changes of tracks on the map: the name of each track with its old and its new level.

    `traced` are all changes, those of facts and variables too, as texts.
    """

    changes: tuple[tuple[str, int, int], ...]
    traced: tuple[str, ...] = ()

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `Turn: 2 to 3; weather: mud`; it has no value."""
        return capitalised("; ".join(self.traced)), ""

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `the Supply Level falls from 5 to 4` for each change."""
        return tuple(
            Sentence(
                f"{agree(f'the {name}', 'rises' if new > old else 'falls')} from {minus(old)} to {minus(new)}", rule
            )
            for name, old, new in self.changes
        )


@COMPILED_STEPS.enter("set")
class CompiledSet(RunnableStep):
    """Sets tracks, facts and variables.

    A step that sets only variables is traced only if it has `says` or a rule.
    """

    branches = False

    record: SetStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the values with the types of the tracks, facts and variables, and register new variables."""
        record = self.record
        self.changes: list[tuple[str, TrackKind | None, Expression]] = []
        for name, text in record.set.items():
            track = compiler.procedures.track_kinds.get(name)
            known = track.type if track else compiler.scope.get(name)
            wanted = (known,) if isinstance(known, str) else ()
            expression = compiler.expression(f"set.{name}", text, *wanted)
            self.changes.append((name, track, expression))
            if track is None:
                compiler.declare(f"set.{name}", name, expression.type)
        self.assigns = tuple(name for name, track, _ in self.changes if track is None)
        self.only_sets = tuple(record.set)
        if not self.assigns:
            self.sets = tuple(record.set)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of the changes to tracks, facts and variables."""
        current, state, assigned = context, context.state, dict[str, Value]()
        if len(self.changes) > 1 or context.tracing:
            current = context.with_changes({})
        for name, track, expression in self.changes:
            value = current.value(expression)
            if track is None:
                assigned[name] = value
            else:
                state = state.with_levels({name: track.set(value)})
            if current is not context:
                current.take({name: value} if track is None else {}, state)
        is_traced = context.tracing and (
            self.says or self.prints or self.record.rule or len(assigned) < len(self.changes)
        )
        return (
            Outcome(
                assigned,
                state=state,
                trace=current.trace_lines(self, self._fact(context, current)) if is_traced else (),
            ),
        )

    def _fact(self, before: StepContext, after: StepContext) -> TracksMoved:
        """Return the changes as a fact, from the contexts before and after."""
        moved, traced = list[tuple[str, int, int]](), list[str]()
        for name, track, expression in self.changes:
            if track is None:
                traced.append(f"{name.replace('_', ' ')}: {after.value_text(after.values[name], expression.type)}")
                continue
            levels = before.state.levels[name], after.state.levels[name]
            old, new = (after.value_text(level, track.type) for level in levels)
            is_moved = track.type == "int" and levels[0] != levels[1]
            traced.append(f"{track.title}: {old} to {new}" if is_moved else f"{track.title}: {new}")
            if is_moved and track.path.startswith("tracks."):
                moved.append((track.title, int(levels[0]), int(levels[1])))
        return TracksMoved(tuple(moved), tuple(traced))
