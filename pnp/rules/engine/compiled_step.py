"""The base class of compiled steps, and the register of the class that runs each step kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pnp.model.step import StepRecord
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


COMPILED_STEPS: dict[type[StepRecord], type[RunnableStep]] = {}
"""The class that runs each step kind, by the record of the kind."""

Runnable = TypeVar("Runnable", bound=type[RunnableStep])


def compiles(*records: type[StepRecord]) -> Callable[[Runnable], Runnable]:
    """Return a class decorator that registers the class which runs steps of the given kinds."""

    def register_class(step: Runnable) -> Runnable:
        """Enter the decorated class in the register."""
        COMPILED_STEPS.update(dict.fromkeys(records, step))
        return step

    return register_class
