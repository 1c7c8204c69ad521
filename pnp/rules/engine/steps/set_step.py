"""Set: changes tracks, facts and variables."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.procedure import step_kind
from pnp.model.step import Expression, StepRecord
from pnp.rules.engine.compiled_step import RunnableStep, compiles
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.expressions.vocabulary import Value


@step_kind("set")
class SetStep(StepRecord):
    """Set tracks, facts and variables, in the order written. A track stops at its ends if it says `beyond: clamp`."""

    set: dict[str, Expression]

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The variables that this step assigns under names of its own."""
        return tuple(self.set)


@compiles(SetStep)
class CompiledSet(RunnableStep):
    """Sets tracks, facts and variables. Variables alone are told only with words or a rule of their own."""

    record: SetStep

    def __init__(self, record: SetStep, compiler: StepCompiler) -> None:
        super().__init__(record, compiler)
        self.values = []
        for name, text in record.set.items():
            level = compiler.procedures.levels.get(name)
            known = level.type if level else compiler.scope.get(name)
            wanted = (known,) if isinstance(known, str) else ()
            made = compiler.expression(f"set.{name}", text, *wanted)
            self.values.append((name, level, made))
            if level is None:
                compiler.give(f"set.{name}", name, made.type)
        self.assigns = tuple(name for name, level, _ in self.values if level is None)
        if not self.assigns:
            self.sets = tuple(record.set)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        now, state, given = context, context.state, dict[str, Value]()
        several = len(self.values) > 1 or context.tracing
        for name, level, made in self.values:
            value = now.value(made)
            if level is None:
                given[name] = value
            else:
                state = state.with_levels({name: level.set(value)})
            if several:
                now = now.then(given, state)
        worth = context.tracing and (self.says or self.record.rule or len(given) < len(self.values))
        return (Outcome(given, state=state, trace=now.trace_lines(self, self._said(context, now)) if worth else ()),)

    def _said(self, before: StepContext, after: StepContext) -> str:
        """What is set, and from what a number on a track was changed."""
        said = []
        for name, level, made in self.values:
            if level is None:
                said.append(f"{name.replace('_', ' ')}: {after.value_text(after.values[name], made.type)}")
                continue
            was, now = (context.value_text(context.state.levels[name], level.type) for context in (before, after))
            said.append(
                f"{level.title}: {was} to {now}" if level.type == "int" and was != now else f"{level.title}: {now}"
            )
        words = "; ".join(said)
        return words[:1].upper() + words[1:]
