"""The base class of compiled steps, and the register of their classes by step kind."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.step import StepRecord
from pnp.register import Register
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.program import CompiledStep


class RunnableStep(CompiledStep):
    """A compiled step that can run. Each step kind has a subclass, which compiles its own fields."""

    def __init__(self, record: StepRecord, compiler: StepCompiler) -> None:
        when = compiler.expression("when", record.when, "bool") if record.when else None
        super().__init__(record, compiler.path, when, compiler.rulings(record.ruling))

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the possible outcomes of running this step; their probabilities sum to 1."""
        raise NotImplementedError

    def run_for_loop(self, context: StepContext) -> Sequence[Outcome]:
        """Return the one outcome of a step that leaves the drawing of values to a later loop."""
        raise NotImplementedError


COMPILED_STEPS: Register[type[RunnableStep]] = Register("pnp.rules.engine.steps")
"""The class that runs each step kind, by the name of the kind. Each module of the package enters its own."""
