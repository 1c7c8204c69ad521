"""Require: stops the procedure if a condition is false."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.steps.flow_steps import RequireStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.state.errors import RuleError


class RequirementError(RuleError):
    """A condition that a procedure requires is false."""


@COMPILED_STEPS.enter("require")
class CompiledRequire(RunnableStep):
    """Stops the procedure if a condition is false."""

    branches = False

    record: RequireStep
    has_public_text = True

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return an outcome that changes nothing. Raise `RequirementError` if the condition is false."""
        if not self.value(context, "require"):
            raise RequirementError(
                context.render(self.says) or f"the required condition {self.record.require} is false"
            )
        return (Outcome({}),)
