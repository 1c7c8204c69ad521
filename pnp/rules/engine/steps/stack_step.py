"""Stack: a player rearranges the units of a hex."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.steps.unit_steps import StackStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.unit_changes import StackingStep
from pnp.rules.state.errors import RuleError


@COMPILED_STEPS.enter("stack")
class CompiledStack(StackingStep):
    """Rearranges an ordered stack."""

    branches = False

    record: StackStep

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of rearranging the stack. Raise `RuleError` if the units are not in one hex."""
        ids = self.values(context, "stack")
        places = {context.state.pieces[id_].place for id_ in ids}
        if len(places) > 1:
            raise RuleError(f"{context.labels(ids)} are not in one hex", "name units of one stack")
        if not ids:
            return (Outcome(),)
        (place,) = places
        if place not in context.state.ordered:
            raise RuleError(f"the units in {place} have no order", "write map_rules.stacking.ordered: true")
        state = context.state.with_stack(place, ids, at_bottom=self.record.on == "bottom")
        text = f"The units in {place} are, from top to bottom, {context.labels(state.order_at(place))}"
        trace = context.with_changes({}, state).trace_lines(self, Statement("", text)) if context.tracing else ()
        return (Outcome(state=state, trace=trace),)
