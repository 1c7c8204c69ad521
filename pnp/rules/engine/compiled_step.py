"""The base class of compiled steps and their lines, and the register of their classes by step kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.model.step import StepRecord
from pnp.register import Register
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.program import CompiledStep
from pnp.rules.expressions.vocabulary import Type, Value


class RunnableStep(CompiledStep):
    """A compiled step that can run. Each step kind has a subclass.

    The fields are compiled as the record states their types. What depends on the game besides, a subclass adds in
    `prepare`. `table` is the table that the step names.
    """

    def __init__(self, record: StepRecord, compiler: StepCompiler) -> None:
        given, options = compiler.expressions(record), compiler.rulings(record.ruling)
        super().__init__(record, compiler.path, given, options)
        self.table = compiler.table_of(record)
        self.prepare(compiler)
        self.assigns = (*compiler.declare_names(record), *self.assigns)

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile what the types of the fields do not state, before the variables of the step are registered."""

    def declare(self, compiler: StepCompiler, field: str, kinds: Mapping[str, Type]) -> None:
        """Register the variables that the step assigns, each with its type; `field` is the key that names them."""
        for name, kind in kinds.items():
            compiler.declare(field, name, kind)
        self.assigns = (*self.assigns, *kinds)

    def value(self, context: StepContext, field: str, default: Value = None, **extra: Value) -> Value:
        """Return the value of the expression in a field; `default` if the field is left out."""
        expression = self.given.get(field)
        return default if expression is None else context.value(expression, **extra)

    def values(self, context: StepContext, field: str) -> tuple[str, ...]:
        """Return the unit or hex in a field, or the list of them, as a tuple without empty values."""
        value = self.value(context, field, ())
        return tuple(one for one in ((value,) if isinstance(value, str) else value) if one)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the possible outcomes of running this step; their probabilities sum to 1."""
        raise NotImplementedError

    def run_for_loop(self, context: StepContext) -> Sequence[Outcome]:
        """Return the one outcome of a step that leaves the drawing of values to a later loop."""
        raise NotImplementedError


class CompiledLine:
    """A line of a step, compiled: its expressions by field, its text for the trace and its cause for the booklet.

    `extra` are variables that only its expressions may use, `named` those that its texts may use, too.
    """

    def __init__(
        self,
        record: StepRecord,
        at: str,
        compiler: StepCompiler,
        extra: Mapping[str, Type] | None = None,
        named: Mapping[str, Type] | None = None,
    ) -> None:
        self.record = record
        self.given = compiler.expressions(record, at, {**(extra or {}), **(named or {})})
        self.options = compiler.rulings(record.ruling, f"{at}.ruling")
        self.says, self.cause = compiler.text(f"{at}.says", record.says, named), compiler.cause(at, record, named)

    def value(self, context: StepContext, field: str, **extra: Value) -> Value:
        """Return the value of the expression in a field."""
        return context.value(self.given[field], **extra)

    def applies(self, context: StepContext, **extra: Value) -> bool:
        """Return whether the line applies: its ruling is in force and its condition is true."""
        if self.options and not context.in_force(self.options):
            return False
        return "when" not in self.given or context.value(self.given["when"], **extra) is True


COMPILED_STEPS: Register[type[RunnableStep]] = Register("pnp.rules.engine.steps")
"""The class that runs each step kind, by the name of the kind. Each module of the package enters its own."""
