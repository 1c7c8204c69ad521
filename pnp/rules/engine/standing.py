"""Standing rules: effects that happen as soon as a condition is true, whatever made it true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pnp.message import capitalised
from pnp.model.procedure import Procedure, StandingRule
from pnp.model.steps.flow_steps import EachStep
from pnp.rules.engine.compiled_step import RunnableStep
from pnp.rules.engine.compiler import ProcedureCompiler, StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.liveness import all_steps
from pnp.rules.engine.position import Cursor, Outcome, RemainingValues
from pnp.rules.engine.program import CompiledStep, Options, Program, StepBlock
from pnp.rules.expressions.language import Expression

MAX_ROUNDS = 100
"""The most times that the standing rules are applied one after the other before they are taken to be endless."""


@dataclass(frozen=True)
class Condition:
    """The condition of a standing rule: its path in the data, the rulings it needs, and whether the rule applies."""

    path: str
    options: Options
    applies: Expression


@dataclass(frozen=True)
class StandingRules:
    """The standing rules of a game: a program that applies each of them once, and their conditions."""

    program: Program
    conditions: tuple[Condition, ...]

    @cached_property
    def names_used(self) -> frozenset[str]:
        """The names that the rules read or set."""
        return self.reads | self.program.names_used

    @property
    def reads(self) -> frozenset[str]:
        """The names that the rules read, such as tracks and facts."""
        steps = (name for step in all_steps(self.program) for name in step.reads)
        return frozenset(steps).union(name for one in self.conditions for name, _ in one.applies.uses)

    def first_that_applies(self, context: StepContext) -> Condition | None:
        """Return the condition of the first rule that applies in the state of the context; None if none does."""
        return next(
            (one for one in self.conditions if context.in_force(one.options) and context.value(one.applies)), None
        )


def compile_standing(compiler: ProcedureCompiler) -> StandingRules | None:
    """Compile the standing rules of a game; return None if it has none. Faults are recorded in the compiler."""
    rules = compiler.game.standing
    if not rules:
        return None
    program = Program("standing", Procedure(steps=()), totals=True)
    steps: list[CompiledStep] = []
    conditions: list[Condition] = []
    for id_, rule in rules.items():
        path, before = f"standing.{id_}", len(compiler.faults)
        condition = _compile_condition(StepCompiler(compiler, Program(id_, program.procedure), path), rule)
        if len(compiler.faults) > before:
            continue
        step = (_CompiledList if rule.each else _CompiledRule)(rule, StepCompiler(compiler, program, path))
        steps.append(step)
        conditions.append(Condition(path, step.options, condition))
    program.block = StepBlock(tuple(steps))
    return StandingRules(program, tuple(conditions))


def _compile_condition(compiler: StepCompiler, rule: StandingRule) -> Expression:
    """Compile the condition of a rule; it is true if the rule applies to at least one value of its list."""
    if not rule.each:
        return compiler.expression("when", rule.when, "bool")
    values = compiler.expression("in", rule.values, "units", "words", "ints")
    if not values.valid:
        return values
    condition = compiler.expression("when", rule.when, "bool", extra={rule.each: values.type.removesuffix("s")})
    if not condition.valid:
        return condition
    return compiler.expression("when", f"({rule.values}).exists({rule.each}, {rule.when})", "bool")


class _CompiledRule(RunnableStep):
    """A standing rule, or its effect for one value of its list."""

    record: StandingRule

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the texts and the steps of the rule."""
        self.says = compiler.text("says", self.record.says)
        self.prints = compiler.text("prints", self.record.prints or "")
        self.blocks = (compiler.block("steps", self.record.steps),)
        self.reads = frozenset(compiler.reads)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome that starts the steps of the rule; without `says`, its trace line is a heading."""
        name = self.path.rpartition(".")[2].replace("-", " ").replace("_", " ")
        kind = "" if self.says else "part"
        trace = context.trace_lines(self, Statement("", capitalised(name)), kind=kind) if context.tracing else ()
        return (Outcome(push=Cursor(self.blocks[0]), trace=trace),)


class _CompiledList(RunnableStep):
    """A standing rule that is applied to each value of a list for which its condition is true."""

    record: EachStep

    def __init__(self, record: StandingRule, compiler: StepCompiler) -> None:
        each = {"each": record.each, "in": record.values, "ruling": record.ruling, "steps": ()}
        super().__init__(EachStep.model_validate(each), compiler)
        before = set(compiler.scope)
        compiler.declare("each", record.each, self.given["values"].type.removesuffix("s"))
        block = StepBlock((_CompiledRule(record.model_copy(update={"ruling": {}}), compiler),))
        own = frozenset(set(compiler.scope) - before)
        self.blocks = (replace(block, loop=True, name=record.each, own=own, headings=False),)
        self.reads = frozenset(compiler.reads)

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome that starts the loop over the values of the list."""
        return (Outcome(push=Cursor(self.blocks[0], 1, 0, RemainingValues.of(self.value(context, "values")))),)
