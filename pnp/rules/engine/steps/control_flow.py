"""Steps that play other steps: parts, loops, procedures, results of tables; and what must be so, and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.findings import did_you_mean
from pnp.model.procedure import ApplyStep, EachStep, NoteStep, PartStep, RequireStep, ResultCall, RunStep, steps_in
from pnp.model.step import LookUpStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import CallFrame, Cursor, Outcome, RemainingValues
from pnp.rules.engine.program import CompiledStep, Program, StepBlock, StepCompiler, plain_type
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import RuleError, Value
from pnp.rules.state.starting_state import NOTHING_DONE, UNKNOWN
from pnp.rules.state.state import FrozenMap

MAX_TIMES = 1000
"""How often a step may be repeated."""


class CallProcedure(CompiledStep):
    """Begins a procedure with the values that it is given; the heart of `run` and of what results do."""

    step: RunStep

    def __init__(self, step: RunStep, compiler: StepCompiler, at: str = "", code: str = "", part: str = "") -> None:
        """Compile the values; those of a result may use its `code` and the `part` of it."""
        super().__init__(step.model_copy(update={"when": "", "ruling": {}}), compiler)
        self.more: dict[str, Value] = {"code": code, "part": part} if code else {}
        self.values: dict[str, Expression | str] = {}
        prefix = f"{at}." if at else ""
        read_before, compiler.reads = compiler.reads, set()
        self.program = compiler.run(f"{prefix}run", step.run)
        if self.program is not None:
            self.programs = (self.program,)
            self._read(compiler, self.program, prefix, step.values)
            self._gives(compiler, self.program, prefix, step.gives)
        self.reads = frozenset(compiler.reads)
        compiler.reads |= read_before

    def _read(self, compiler: StepCompiler, program: Program, prefix: str, values: Mapping[str, str]) -> None:
        for name, text in values.items():
            at = f"{prefix}with.{name}"
            takes = program.given.get(name)
            if takes is None:
                wrong = f"{program.id} is given no {name}"
                compiler.fault(UNKNOWN, at, wrong, did_you_mean(name, program.given, many=True))
            elif isinstance(takes, dict):
                if compiler.scope.get(text) == program.scope[name]:
                    self.values[name] = text
                    compiler.reads.add(text)
                else:
                    compiler.fault(UNKNOWN, at, f"{name} is a mapping", "write the name of one with the same keys")
            else:
                more = dict.fromkeys(self.more, "word")
                self.values[name] = compiler.expression(at, text, plain_type(takes.kind), more=more)
        for name, takes in program.given.items():
            if name not in values and not isinstance(takes, dict) and takes.needed:
                wrong = f"{program.id} must be given {name}"
                compiler.fault(UNKNOWN, f"{prefix}run", wrong, f"write with: {{{name}: ...}}")

    def _gives(self, compiler: StepCompiler, program: Program, prefix: str, gives: Mapping[str, str]) -> None:
        for here, there in gives.items():
            kind = program.scope.get(there)
            if kind is None:
                hint = did_you_mean(there, program.scope)
                compiler.fault(UNKNOWN, f"{prefix}gives", f"{program.id} gives no {there}", hint)
                compiler.procedures.lost.add(here)
            else:
                compiler.give(f"{prefix}gives", here, kind)
        self.gives = tuple(gives)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the procedure begins."""
        assert self.program is not None
        given = start_values(self.program)
        for name, made in self.values.items():
            given[name] = context.values[made] if isinstance(made, str) else context.value(made, **self.more)
        call = CallFrame(self.program, FrozenMap(given), (Cursor(self.program.block),), self)
        title = self.program.procedure.name or self.program.id
        title = f"{self.more['part'].capitalize()}: {title}" if self.more.get("part") else title
        trace = (
            context.trace_lines(self, title, rule=self.step.rule or self.program.procedure.rule)
            if context.tracing
            else ()
        )
        return (Outcome(push=call, trace=trace),)


def start_values(program: Program) -> dict[str, Value]:
    """What a procedure is given if everything is left out that may be."""
    found: dict[str, Value] = {}
    for name, takes in program.given.items():
        if isinstance(takes, dict):
            found[name] = tuple(one.default for one in takes.values())
        elif not takes.needed:
            found[name] = takes.default
    return found


class CompiledRun(CompiledStep):
    """Plays another procedure, once or several times."""

    step: RunStep

    def __init__(self, step: RunStep, compiler: StepCompiler) -> None:
        """Compile how often, and the procedure."""
        super().__init__(step, compiler)
        self.times = compiler.expression("times", step.times, "int") if step.times else None
        self.begin = CallProcedure(step, compiler)
        self.gives = self.begin.gives
        self.programs = self.begin.programs
        self.repeats = bool(step.times or step.until)
        if self.repeats:
            until = compiler.expression("until", step.until, "bool") if step.until else None
            self.blocks = (StepBlock((self.begin,), until, loop=True),)

    @property
    def always(self) -> bool:
        """A loop may be played no times."""
        return super().always and not self.repeats

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: it begins."""
        if not self.repeats:
            self.begin.says = self.says
            return self.begin.play(context)
        times = context.value(self.times) if self.times else MAX_TIMES
        if times > MAX_TIMES:
            raise RuleError(f"{times:,} times are too many", f"write at most {MAX_TIMES:,}")
        rest = RemainingValues.of(range(1, times + 1))
        return (Outcome(push=Cursor(self.blocks[0], 1, 0, rest)),)


class CompiledApply(CompiledStep):
    """Plays what the codes of a result do."""

    step: ApplyStep

    def __init__(self, step: ApplyStep, compiler: StepCompiler) -> None:
        """Compile what each code does, for each part."""
        super().__init__(step, compiler)
        self.table = compiler.game.tables.get(step.apply)
        self.order = step.parts
        if step.order and sorted(step.order) != sorted(step.parts):
            compiler.fault(
                UNKNOWN, "order", "the order names other parts than the result has", f"write {' '.join(step.parts)}"
            )
        elif step.order:
            self.order = step.order
        self.results: dict[str, StepBlock] = {}
        self.result: Expression | None = None
        if not compiler.known("apply", "table", step.apply, compiler.game.tables) or self.table is None:
            return
        self.result = self._result(compiler)
        self._codes(compiler)

    def _result(self, compiler: StepCompiler) -> Expression:
        """The text of the result: as written, or what was last looked up in the table."""
        if self.step.result:
            return compiler.expression("result", self.step.result, "word")
        steps = compiler.program.procedure.steps
        found = [
            s.look_up for s in steps_in(steps, LookUpStep) if s.table == self.step.apply and s.look_up in compiler.scope
        ]
        if not found:
            wrong = f"nothing has been looked up in {self.step.apply}"
            compiler.fault(UNKNOWN, "apply", wrong, "look it up in a step before, or write result:")
        return compiler.expression("apply", found[-1] if found else "''", "word")

    def _codes(self, compiler: StepCompiler) -> None:
        """A block for each result that the table has."""
        assert self.table is not None
        begins: dict[tuple[str, str], CallProcedure | None] = {}
        for code, meaning in self.table.codes.items():
            if meaning.do is None:
                at = f"/tables.{self.step.apply}.codes.{code}"
                wrong = f"{self.step.apply} is applied, and {code} does not say what it does"
                compiler.fault(
                    NOTHING_DONE, at, wrong, "write do: and a procedure to run, or do: {} if nothing happens"
                )
                continue
            for part, do in meaning.do.items():
                if part and part not in self.step.parts:
                    at = f"/tables.{self.step.apply}.codes.{code}.do.{part}"
                    compiler.fault(
                        UNKNOWN, at, f"a result has no part {part}", did_you_mean(part, self.step.parts, many=True)
                    )
                    continue
                begins[code, part] = self._begin(compiler, code, part, do)
        cells = {cell for row in self.table.cells for cell in row}
        for cell in sorted(cells):
            self.results[cell] = StepBlock(tuple(filter(None, self._played(cell, begins))))
        self.blocks = tuple(self.results.values())
        self.programs = tuple(begin.program for begin in begins.values() if begin and begin.program)

    def _begin(self, compiler: StepCompiler, code: str, part: str, do: ResultCall) -> CallProcedure:
        dotted = f".{part}" if part else ""
        at = f"/tables.{self.step.apply}.codes.{code}.do{dotted}"
        run = RunStep.model_validate({"run": do.run, "with": do.values})
        return CallProcedure(run, compiler, at, code, part)

    def _played(self, cell: str, begins: Mapping[tuple[str, str], CallProcedure | None]) -> list[CallProcedure | None]:
        codes = cell.split("/")
        if len(codes) == len(self.step.parts) > 1:
            by_part = dict(zip(self.step.parts, codes, strict=True))
            return [begins.get((by_part[part], part)) or begins.get((by_part[part], "")) for part in self.order]
        return [begins.get((cell, "")), *(begins.get((cell, part)) for part in self.order)]

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the result begins to be played."""
        assert self.table is not None
        assert self.result is not None
        result = context.value(self.result)
        block = self.results.get(result)
        if block is None:
            raise RuleError(f"{self.table.name} has no result {result or 'yet'}")
        trace = context.trace_lines(self, f"Result {result}", result) if context.tracing else ()
        return (Outcome(push=Cursor(block), trace=trace),)


class CompiledEach(CompiledStep):
    """Plays steps for each value of a list."""

    step: EachStep

    def __init__(self, step: EachStep, compiler: StepCompiler) -> None:
        """Compile the list, the steps, and what ends them."""
        super().__init__(step, compiler)
        self.of = compiler.expression("in", step.values, "units", "words", "ints", "decimals")
        before = set(compiler.scope)
        compiler.give("each", step.each, self.of.type.removesuffix("s"))
        block = compiler.block("steps", step.steps)
        own = frozenset(set(compiler.scope) - before)
        until = compiler.expression("until", step.until, "bool") if step.until else None
        self.blocks = (replace(block, until=until, loop=True, name=step.each, own=own),)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: it begins before the first value."""
        values = context.value(self.of)
        if len(values) > MAX_TIMES:
            raise RuleError(f"{len(values):,} values are too many to go through", f"give at most {MAX_TIMES:,}")
        trace = (
            context.trace_lines(self, "", context.value_text(values, self.of.type))
            if context.tracing and self.says
            else ()
        )
        return (
            Outcome(push=Cursor(self.blocks[0], len(self.blocks[0].ops), 0, RemainingValues.of(values)), trace=trace),
        )


class CompiledPart(CompiledStep):
    """Plays steps under a heading."""

    step: PartStep

    def __init__(self, step: PartStep, compiler: StepCompiler) -> None:
        """Compile the steps."""
        super().__init__(step, compiler)
        self.title = compiler.text("part", step.part)
        self.blocks = (compiler.block("steps", step.steps),)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: it begins."""
        trace = context.trace_lines(self, context.words(self.title)) if context.tracing else ()
        return (Outcome(push=Cursor(self.blocks[0]), trace=trace),)


class CompiledRequire(CompiledStep):
    """What must be so."""

    step: RequireStep
    speaks = True

    def __init__(self, step: RequireStep, compiler: StepCompiler) -> None:
        """Compile the condition."""
        super().__init__(step, compiler)
        self.condition = compiler.expression("require", step.require, "bool")

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way, or none."""
        if not context.value(self.condition):
            raise Forbidden(context.words(self.says) or f"{self.step.require} is not so")
        return (Outcome({}),)


class Forbidden(RuleError):
    """What a procedure requires is not so."""


class CompiledNote(CompiledStep):
    """Words for the reader."""

    step: NoteStep

    def __init__(self, step: NoteStep, compiler: StepCompiler) -> None:
        """Compile the words."""
        super().__init__(step, compiler)
        self.note = compiler.text("note", step.note)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: said."""
        trace = context.trace_lines(self, context.words(self.note)) if context.tracing else ()
        return (Outcome({}, trace=trace),)
