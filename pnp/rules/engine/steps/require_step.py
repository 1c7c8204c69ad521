"""Require: stops the procedure if a condition does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.procedure import step_kind
from pnp.model.step import Expression, StepRecord
from pnp.rules.engine.compiled_step import RunnableStep, compiles
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.state.errors import RuleError


@step_kind("require")
class RequireStep(StepRecord):
    """What must be so for the procedure to be played at all; `says` what is wrong if it is not."""

    require: Expression


class RequirementError(RuleError):
    """What a procedure requires is not so."""


@compiles(RequireStep)
class CompiledRequire(RunnableStep):
    """What must be so."""

    record: RequireStep
    has_public_text = True

    def __init__(self, record: RequireStep, compiler: StepCompiler) -> None:
        super().__init__(record, compiler)
        self.condition = compiler.expression("require", record.require, "bool")

    def run(self, context: StepContext) -> Sequence[Outcome]:
        if not context.value(self.condition):
            raise RequirementError(context.render(self.says) or f"{self.record.require} is not so")
        return (Outcome({}),)
