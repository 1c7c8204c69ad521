"""Control: a side takes control of hexes."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.message import join_words
from pnp.model.steps.unit_steps import ControlStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.unit_changes import find_place
from pnp.rules.state.errors import RuleError


@COMPILED_STEPS.enter("control")
class CompiledControl(RunnableStep):
    """Gives a side control of hexes."""

    branches = False

    record: ControlStep

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of giving a side control of the hexes."""
        hexes = [find_place(context, one) for one in self.values(context, "control")]
        side = self.value(context, "by")
        if side not in context.variant.game.sides:
            raise RuleError(f"unknown side {side}" if side else "a side is missing")
        state = context.state.with_control(hexes, side)
        text = f"{context.variant.game.sides[side].name} control of {join_words(hexes)}"
        named = context.variant.game.sides[side]
        fact = Statement(f"the {named.adjective or named.name} player controls {join_words(hexes)}", text, side)
        trace = context.with_changes({}, state).trace_lines(self, fact) if context.tracing else ()
        return (Outcome(state=state, trace=trace),)
