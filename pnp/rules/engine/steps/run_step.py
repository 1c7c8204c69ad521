"""Run: runs another procedure, once or several times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.findings import did_you_mean
from pnp.model.steps.flow_steps import RunStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import CallFrame, Cursor, Outcome, RemainingValues
from pnp.rules.engine.program import Program, StepBlock, only_names_set, plain_type
from pnp.rules.expressions.language import Expression as CompiledExpression
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import UNKNOWN, RuleError
from pnp.rules.state.state import FrozenMap


class CallProcedure(RunnableStep):
    """Calls a procedure with its arguments. Both `run` and the codes of table results use it."""

    record: RunStep

    def __init__(self, record: RunStep, compiler: StepCompiler, at: str = "", code: str = "", part: str = "") -> None:
        super().__init__(record.model_copy(update={"when": "", "times": "", "ruling": {}}), compiler)
        self.code_values: dict[str, Value] = {"code": code, "part": part} if code else {}
        self.arguments: dict[str, CompiledExpression | str] = {}
        prefix = f"{at}." if at else ""
        read_before, compiler.reads = compiler.reads, set()
        self.program = compiler.called_program(f"{prefix}run", record.run)
        if self.program is not None:
            self.programs = (self.program,)
            self._compile_arguments(compiler, self.program, prefix, record.values)
            self._declare_results(compiler, self.program, prefix, record.gives)
            set_there = [name for name in only_names_set(self.program.block) if name in compiler.procedures.track_kinds]
            self.only_sets = (*record.gives, *set_there) if only_names_set(self.program.block) else ()
        self.reads = frozenset(compiler.reads)
        compiler.reads |= read_before

    def _compile_arguments(
        self, compiler: StepCompiler, program: Program, prefix: str, values: Mapping[str, str]
    ) -> None:
        """Compile the arguments of the called procedure; record a fault for each unknown or missing one."""
        for name, text in values.items():
            at = f"{prefix}with.{name}"
            parameter = program.parameters.get(name)
            if parameter is None:
                wrong = f"the procedure {program.id} has no parameter {name}"
                compiler.fault(UNKNOWN, at, wrong, did_you_mean(name, program.parameters, many=True))
            elif isinstance(parameter, dict):
                if compiler.scope.get(text) == program.scope[name]:
                    self.arguments[name] = text
                    compiler.reads.add(text)
                else:
                    compiler.fault(
                        UNKNOWN, at, f"{name} is a mapping", "write the name of a mapping with the same keys"
                    )
            else:
                extra = dict.fromkeys(self.code_values, "word")
                self.arguments[name] = compiler.expression(at, text, plain_type(parameter.kind), extra=extra)
        for name, parameter in program.parameters.items():
            if name not in values and not isinstance(parameter, dict) and parameter.needed:
                wrong = f"the procedure {program.id} needs the argument {name}"
                compiler.fault(UNKNOWN, f"{prefix}run", wrong, f"write with: {{{name}: ...}}")

    def _declare_results(self, compiler: StepCompiler, program: Program, prefix: str, gives: Mapping[str, str]) -> None:
        """Register the variables that receive the results of the called procedure."""
        for outer, inner in gives.items():
            kind = program.scope.get(inner)
            if kind is None:
                hint = did_you_mean(inner, program.scope)
                compiler.fault(
                    UNKNOWN, f"{prefix}gives", f"the procedure {program.id} does not assign the variable {inner}", hint
                )
                compiler.procedures.untyped.add(outer)
            else:
                compiler.declare(f"{prefix}gives", outer, kind)
        self.assigns = tuple(gives)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of the call: the procedure to run with its arguments."""
        assert self.program is not None
        arguments = self.program.default_arguments()
        for name, argument in self.arguments.items():
            arguments[name] = (
                context.values[argument] if isinstance(argument, str) else context.value(argument, **self.code_values)
            )
        call = CallFrame(self.program, FrozenMap(arguments), (Cursor(self.program.block),), self)
        title = self.program.procedure.name or self.program.id
        title = f"{self.code_values['part'].capitalize()}: {title}" if self.code_values.get("part") else title
        trace = (
            context.trace_lines(self, Statement("", title), rule=self.record.rule or self.program.procedure.rule)
            if context.tracing
            else ()
        )
        return (Outcome(push=call, trace=trace),)


MAX_TIMES = 1000
"""The most times a step may be repeated."""


@COMPILED_STEPS.enter("run")
class CompiledRun(RunnableStep):
    """Runs another procedure, once or several times."""

    record: RunStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the call of the procedure, and then the condition that ends the repetition."""
        record = self.record
        self.call = CallProcedure(record, compiler)
        self.assigns = self.call.assigns
        self.programs = self.call.programs
        self.only_sets = self.call.only_sets
        self.repeats = bool(record.times or record.until)
        if self.repeats:
            until = compiler.expressions(record, late=True).get("until")
            self.blocks = (StepBlock((self.call,), until, loop=True),)

    @property
    def is_unconditional(self) -> bool:
        """Whether the step always runs the procedure. A loop need not, because it may run no times."""
        return super().is_unconditional and not self.repeats

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of the call, or the one that starts the loop of calls."""
        if not self.repeats:
            self.call.says, self.call.prints = self.says, self.prints
            return self.call.run(context)
        times = self.value(context, "times", MAX_TIMES)
        if times > MAX_TIMES:
            raise RuleError(f"times is {times:,}, which is too many", f"write at most {MAX_TIMES:,}")
        rest = RemainingValues.of(range(1, times + 1))
        return (Outcome(push=Cursor(self.blocks[0], 1, 0, rest)),)
