"""Steps that play other steps: parts, loops, procedures, results of tables; and what must be so, and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.findings import did_you_mean
from pnp.model.procedure import Apply, Do, Each, Note, Part, Require, Run, steps_in
from pnp.model.step import LookUp
from pnp.rules.expression import Expression
from pnp.rules.frame import Call, Cursor, Outcome, Rest
from pnp.rules.moment import Moment
from pnp.rules.program import Block, Desk, Op, Program, plain_type
from pnp.rules.setup import NOTHING_DONE, UNKNOWN
from pnp.rules.state import Frozen
from pnp.rules.vocabulary import Unplayable, Value

MAX_TIMES = 1000
"""How often a step may be repeated."""


class Begin(Op):
    """Begins a procedure with the values that it is given; the heart of `run` and of what results do."""

    step: Run

    def __init__(self, step: Run, desk: Desk, at: str = "", code: str = "", part: str = "") -> None:
        """Compile the values; those of a result may use its `code` and the `part` of it."""
        super().__init__(step.model_copy(update={"when": "", "ruling": {}}), desk)
        self.more: dict[str, Value] = {"code": code, "part": part} if code else {}
        self.values: dict[str, Expression | str] = {}
        prefix = f"{at}." if at else ""
        read_before, desk.reads = desk.reads, set()
        self.program = desk.run(f"{prefix}run", step.run)
        if self.program is not None:
            self.programs = (self.program,)
            self._read(desk, self.program, prefix, step.values)
            self._gives(desk, self.program, prefix, step.gives)
        self.reads = frozenset(desk.reads)
        desk.reads |= read_before

    def _read(self, desk: Desk, program: Program, prefix: str, values: Mapping[str, str]) -> None:
        for name, text in values.items():
            at = f"{prefix}with.{name}"
            takes = program.given.get(name)
            if takes is None:
                wrong = f"{program.id} is given no {name}"
                desk.fault(UNKNOWN, at, wrong, did_you_mean(name, program.given, many=True))
            elif isinstance(takes, dict):
                if desk.scope.get(text) == program.scope[name]:
                    self.values[name] = text
                    desk.reads.add(text)
                else:
                    desk.fault(UNKNOWN, at, f"{name} is a mapping", "write the name of one with the same keys")
            else:
                more = dict.fromkeys(self.more, "word")
                self.values[name] = desk.expression(at, text, plain_type(takes.kind), more=more)
        for name, takes in program.given.items():
            if name not in values and not isinstance(takes, dict) and takes.needed:
                wrong = f"{program.id} must be given {name}"
                desk.fault(UNKNOWN, f"{prefix}run", wrong, f"write with: {{{name}: ...}}")

    def _gives(self, desk: Desk, program: Program, prefix: str, gives: Mapping[str, str]) -> None:
        for here, there in gives.items():
            kind = program.scope.get(there)
            if kind is None:
                hint = did_you_mean(there, program.scope)
                desk.fault(UNKNOWN, f"{prefix}gives", f"{program.id} gives no {there}", hint)
                desk.compiler.lost.add(here)
            else:
                desk.give(f"{prefix}gives", here, kind)
        self.gives = tuple(gives)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the procedure begins."""
        assert self.program is not None
        given = start_values(self.program)
        for name, made in self.values.items():
            given[name] = moment.values[made] if isinstance(made, str) else moment.value(made, **self.more)
        call = Call(self.program, Frozen(given), (Cursor(self.program.block),), self)
        title = self.program.procedure.name or self.program.id
        title = f"{self.more['part'].capitalize()}: {title}" if self.more.get("part") else title
        told = moment.told(self, title, rule=self.step.rule or self.program.procedure.rule) if moment.tell else ()
        return (Outcome(push=call, told=told),)


def start_values(program: Program) -> dict[str, Value]:
    """What a procedure is given if everything is left out that may be."""
    found: dict[str, Value] = {}
    for name, takes in program.given.items():
        if isinstance(takes, dict):
            found[name] = tuple(one.default for one in takes.values())
        elif not takes.needed:
            found[name] = takes.default
    return found


class PlayRun(Op):
    """Plays another procedure, once or several times."""

    step: Run

    def __init__(self, step: Run, desk: Desk) -> None:
        """Compile how often, and the procedure."""
        super().__init__(step, desk)
        self.times = desk.expression("times", step.times, "int") if step.times else None
        self.begin = Begin(step, desk)
        self.gives = self.begin.gives
        self.programs = self.begin.programs
        self.repeats = bool(step.times or step.until)
        if self.repeats:
            until = desk.expression("until", step.until, "bool") if step.until else None
            self.blocks = (Block((self.begin,), until, loop=True),)

    @property
    def always(self) -> bool:
        """A loop may be played no times."""
        return super().always and not self.repeats

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: it begins."""
        if not self.repeats:
            self.begin.says = self.says
            return self.begin.play(moment)
        times = moment.value(self.times) if self.times else MAX_TIMES
        if times > MAX_TIMES:
            raise Unplayable(f"{times:,} times are too many", f"write at most {MAX_TIMES:,}")
        rest = Rest.of(range(1, times + 1))
        return (Outcome(push=Cursor(self.blocks[0], 1, 0, rest)),)


class PlayApply(Op):
    """Plays what the codes of a result do."""

    step: Apply

    def __init__(self, step: Apply, desk: Desk) -> None:
        """Compile what each code does, for each part."""
        super().__init__(step, desk)
        self.table = desk.game.tables.get(step.apply)
        self.order = step.parts
        if step.order and sorted(step.order) != sorted(step.parts):
            desk.fault(
                UNKNOWN, "order", "the order names other parts than the result has", f"write {' '.join(step.parts)}"
            )
        elif step.order:
            self.order = step.order
        self.results: dict[str, Block] = {}
        self.result: Expression | None = None
        if not desk.known("apply", "table", step.apply, desk.game.tables) or self.table is None:
            return
        self.result = self._result(desk)
        self._codes(desk)

    def _result(self, desk: Desk) -> Expression:
        """The text of the result: as written, or what was last looked up in the table."""
        if self.step.result:
            return desk.expression("result", self.step.result, "word")
        steps = desk.program.procedure.steps
        found = [s.look_up for s in steps_in(steps, LookUp) if s.table == self.step.apply and s.look_up in desk.scope]
        if not found:
            wrong = f"nothing has been looked up in {self.step.apply}"
            desk.fault(UNKNOWN, "apply", wrong, "look it up in a step before, or write result:")
        return desk.expression("apply", found[-1] if found else "''", "word")

    def _codes(self, desk: Desk) -> None:
        """A block for each result that the table has."""
        assert self.table is not None
        begins: dict[tuple[str, str], Begin | None] = {}
        for code, meaning in self.table.codes.items():
            if meaning.do is None:
                at = f"/tables.{self.step.apply}.codes.{code}"
                wrong = f"{self.step.apply} is applied, and {code} does not say what it does"
                desk.fault(NOTHING_DONE, at, wrong, "write do: and a procedure to run, or do: {} if nothing happens")
                continue
            for part, do in meaning.do.items():
                if part and part not in self.step.parts:
                    at = f"/tables.{self.step.apply}.codes.{code}.do.{part}"
                    desk.fault(
                        UNKNOWN, at, f"a result has no part {part}", did_you_mean(part, self.step.parts, many=True)
                    )
                    continue
                begins[code, part] = self._begin(desk, code, part, do)
        cells = {cell for row in self.table.cells for cell in row}
        for cell in sorted(cells):
            self.results[cell] = Block(tuple(filter(None, self._played(cell, begins))))
        self.blocks = tuple(self.results.values())
        self.programs = tuple(begin.program for begin in begins.values() if begin and begin.program)

    def _begin(self, desk: Desk, code: str, part: str, do: Do) -> Begin:
        dotted = f".{part}" if part else ""
        at = f"/tables.{self.step.apply}.codes.{code}.do{dotted}"
        run = Run.model_validate({"run": do.run, "with": do.values})
        return Begin(run, desk, at, code, part)

    def _played(self, cell: str, begins: Mapping[tuple[str, str], Begin | None]) -> list[Begin | None]:
        codes = cell.split("/")
        if len(codes) == len(self.step.parts) > 1:
            by_part = dict(zip(self.step.parts, codes, strict=True))
            return [begins.get((by_part[part], part)) or begins.get((by_part[part], "")) for part in self.order]
        return [begins.get((cell, "")), *(begins.get((cell, part)) for part in self.order)]

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the result begins to be played."""
        assert self.table is not None
        assert self.result is not None
        result = moment.value(self.result)
        block = self.results.get(result)
        if block is None:
            raise Unplayable(f"{self.table.name} has no result {result or 'yet'}")
        told = moment.told(self, f"Result {result}", result) if moment.tell else ()
        return (Outcome(push=Cursor(block), told=told),)


class PlayEach(Op):
    """Plays steps for each value of a list."""

    step: Each

    def __init__(self, step: Each, desk: Desk) -> None:
        """Compile the list, the steps, and what ends them."""
        super().__init__(step, desk)
        self.of = desk.expression("in", step.values, "units", "words", "ints", "decimals")
        before = set(desk.scope)
        desk.give("each", step.each, self.of.type.removesuffix("s"))
        block = desk.block("steps", step.steps)
        own = frozenset(set(desk.scope) - before)
        until = desk.expression("until", step.until, "bool") if step.until else None
        self.blocks = (replace(block, until=until, loop=True, name=step.each, own=own),)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: it begins before the first value."""
        values = moment.value(self.of)
        if len(values) > MAX_TIMES:
            raise Unplayable(f"{len(values):,} values are too many to go through", f"give at most {MAX_TIMES:,}")
        told = moment.told(self, "", moment.say(values, self.of.type)) if moment.tell and self.says else ()
        return (Outcome(push=Cursor(self.blocks[0], len(self.blocks[0].ops), 0, Rest.of(values)), told=told),)


class PlayPart(Op):
    """Plays steps under a heading."""

    step: Part

    def __init__(self, step: Part, desk: Desk) -> None:
        """Compile the steps."""
        super().__init__(step, desk)
        self.title = desk.text("part", step.part)
        self.blocks = (desk.block("steps", step.steps),)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: it begins."""
        told = moment.told(self, moment.words(self.title)) if moment.tell else ()
        return (Outcome(push=Cursor(self.blocks[0]), told=told),)


class PlayRequire(Op):
    """What must be so."""

    step: Require
    speaks = True

    def __init__(self, step: Require, desk: Desk) -> None:
        """Compile the condition."""
        super().__init__(step, desk)
        self.condition = desk.expression("require", step.require, "bool")

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way, or none."""
        if not moment.value(self.condition):
            raise Forbidden(moment.words(self.says) or f"{self.step.require} is not so")
        return (Outcome({}),)


class Forbidden(Unplayable):
    """What a procedure requires is not so."""


class PlayNote(Op):
    """Words for the reader."""

    step: Note

    def __init__(self, step: Note, desk: Desk) -> None:
        """Compile the words."""
        super().__init__(step, desk)
        self.note = desk.text("note", step.note)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: said."""
        told = moment.told(self, moment.words(self.note)) if moment.tell else ()
        return (Outcome({}, told=told),)
