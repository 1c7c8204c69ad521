"""Compiles procedures: types every name, compiles every expression, and collects all faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.findings import Fault, did_you_mean
from pnp.model.game import Game
from pnp.model.procedure import Step
from pnp.model.step import StepRecord
from pnp.rules.engine.program import (
    EMPTY_VALUES,
    MAX_RUNS,
    NAMED,
    PREDEFINED,
    SHARES,
    CompiledStep,
    Options,
    Parameter,
    Program,
    StepBlock,
    TextTemplate,
    plain_type,
    read_plain,
)
from pnp.rules.expressions.cel_errors import RESERVED, ExpressionError
from pnp.rules.expressions.cel_tokens import names as names_in, tokens
from pnp.rules.expressions.language import Expression, Language
from pnp.rules.expressions.vocabulary import PLAIN, RecordType, Type
from pnp.rules.state.errors import ENDLESS, MISNAMED, UNKNOWN, UNREADABLE, RuleError
from pnp.rules.state.tracks import TrackKind, track_kinds


class StepCompiler:
    """Where one step is compiled: finds expressions and names, keeps what is wrong with them."""

    def __init__(self, procedures: ProcedureCompiler, program: Program, path: str) -> None:
        """Begin a step of a program."""
        self.procedures, self.program, self.path = procedures, program, path
        self.game, self.scope = procedures.game, program.scope
        self.reads: set[str] = set()

    def fault(self, code: str, at: str, wrong: str, write: str = "", offset: int = 0) -> None:
        """Keep what is wrong with a value of the step; one written elsewhere has a path that begins with a slash."""
        path = at[1:] if at.startswith("/") else f"{self.path}.{at}" if at else self.path
        self.procedures.faults.append(Fault(path, wrong, write, code=code, at=offset))

    def expression(
        self,
        at: str,
        text: str,
        *expected: str,
        extra: Mapping[str, Type] | None = None,
        reads: bool = True,
        offset: int = 0,
    ) -> Expression:
        """A compiled expression; `extra` are names that only it may use, `offset` is where it begins in its text. After
        a fault one that is never played.
        """
        path = at[1:] if at.startswith("/") else f"{self.path}.{at}"
        scope = {**self.procedures.predefined, **self.scope, **(extra or {})}
        lost = self.procedures.untyped & (names_in(tokens(text)) - scope.keys())
        if not lost:
            try:
                compiled = self.procedures.language.compile(text, scope, *expected)
            except ExpressionError as error:
                for fault in error.faults:
                    write = fault.write or self._later_hint(fault.wrong)
                    self.fault(UNREADABLE, at, fault.wrong, write, offset + (fault.at or 0))
            else:
                compiled.path = path
                if reads:
                    self.reads |= {name for name, _ in compiled.uses if name not in (extra or {})}
                    self.reads |= {f"{SHARES}{name}" for name in compiled.shares}
                return compiled
        return Expression(text, expected[0] if expected else "", (), False, (), self.procedures.language, None, path)

    def _later_hint(self, wrong: str) -> str:
        """A hint for a name that only a later step gives."""
        name = wrong.removeprefix("there is no ").removesuffix(" here")
        return (
            f"{name} is given by a later step; move this one behind it"
            if name in self.procedures.assigned_later
            else ""
        )

    def text(
        self, at: str, text: str, extra: Mapping[str, Type] | None = None, *, reads: bool = False
    ) -> TextTemplate | None:
        """Words with expressions in braces; `reads` says whether the step reads the names in them to be played."""
        if not text:
            return None
        parts: list[str | Expression] = []
        end = 0
        for match in re.finditer(r"\{([^{}]*)\}", text):
            parts.append(text[end : match.start()])
            parts.append(self.expression(at, match[1], extra=extra, reads=reads, offset=match.start() + 1))
            end = match.end()
        alone = re.search(r"[{}]", re.sub(r"\{[^{}]*\}", lambda found: "." * len(found[0]), text))
        if alone:
            write = "write {...} around a value, and no braces elsewhere"
            self.fault(UNREADABLE, at, f"the brace {alone[0]} has no other", write, alone.start())
        return TextTemplate((*parts, text[end:]))

    def declare(self, at: str, name: str, kind: Type) -> None:
        """A name is given a value here."""
        procedures = self.procedures
        if not kind:
            procedures.untyped.add(name)
            return
        if not NAMED.fullmatch(name):
            self.fault(MISNAMED, at, f"{name} is no name", "write small letters, digits and _")
        elif name in RESERVED:
            self.fault(
                MISNAMED, at, f"{name} is a word of the language of expressions", f"write {name}_ or another name"
            )
        elif name in procedures.track_kinds:
            self.fault(MISNAMED, at, f"{name} is there already", "write another name")
        elif name in self.scope and self.scope[name] != kind:
            was = _type_name(self.scope[name])
            self.fault(MISNAMED, at, f"{name} is {was} and is given {_type_name(kind)} here", "write another name")
        else:
            self.scope[name] = kind

    def rulings(self, expected: Mapping[str, tuple[str, ...]], at: str = "ruling") -> Options:
        """Rulings and the options under which a step or a line is played."""
        for id_, options in expected.items():
            ruling = self.game.rulings.get(id_)
            if ruling is None:
                hint = did_you_mean(id_, self.game.rulings)
                self.fault(UNKNOWN, f"{at}.{id_}", f"there is no ruling {id_}", hint)
                continue
            for option in options:
                if option not in ruling.options:
                    hint = did_you_mean(option, ruling.options, many=True)
                    self.fault(UNKNOWN, f"{at}.{id_}", f"{id_} has no option {option}", hint)
        return tuple(expected.items())

    def check_known(self, at: str, what: str, name: str, known: Mapping[str, object]) -> bool:
        """Does a name stand for something of the game? If not, that is a fault."""
        if name in known:
            return True
        self.fault(UNKNOWN, at, f"there is no {what} {name}", did_you_mean(name, known))
        return False

    def block(self, at: str, steps: Sequence[Step]) -> StepBlock:
        """Steps inside this one."""
        return self.procedures.block(self.program, f"{self.path}.{at}", steps)

    def called_program(self, at: str, id_: str) -> Program | None:
        """Another procedure; None and a fault if there is none, or if it runs this one."""
        if not self.check_known(at, "procedure", id_, self.game.procedures):
            return None
        if id_ in self.procedures.call_stack:
            way = " runs ".join([*self.procedures.call_stack[self.procedures.call_stack.index(id_) :], id_])
            self.fault(
                ENDLESS, at, f"a procedure runs itself without end: {way}", "end it with each, or with run and times"
            )
            return None
        if len(self.procedures.call_stack) >= MAX_RUNS:
            wrong = f"procedures run each other more than {MAX_RUNS} deep"
            self.fault(ENDLESS, at, wrong, "put steps of several into one")
            return None
        return self.procedures.program(id_)


def _type_name(kind: Type) -> str:
    words = {"int": "a number", "bool": "yes or no", "word": "a word", "unit": "a unit", "ints": "numbers"}
    words |= {"decimal": "a decimal number", "decimals": "decimal numbers"}
    return "a mapping" if isinstance(kind, RecordType) else words.get(kind, kind)


class ProcedureCompiler:
    """Compiles the procedures of one game, each once, and keeps what is wrong with them."""

    def __init__(
        self, game: Game, kinds: Mapping[type[StepRecord], Callable[[StepRecord, StepCompiler], CompiledStep]]
    ) -> None:
        """Begin with a game and the classes that play each kind of step."""
        self.game, self.kinds = game, kinds
        self.language = Language(game)
        self.track_kinds: Mapping[str, TrackKind] = track_kinds(game)
        self.predefined: Mapping[str, Type] = {
            **PREDEFINED,
            **{name: kind.type for name, kind in self.track_kinds.items()},
        }
        self.faults: list[Fault] = []
        self.programs: dict[str, Program] = {}
        self.call_stack: list[str] = []
        self._check_facts()
        self.untyped: set[str] = set()
        self.assigned_later: frozenset[str] = frozenset()

    def _check_facts(self) -> None:
        """Facts have names of their own."""
        for id_ in self.game.facts:
            path = f"facts.{id_}"
            if not NAMED.fullmatch(id_) or id_ in RESERVED:
                self.faults.append(Fault(path, f"{id_} is no name", "write small letters, digits and _", code=MISNAMED))
            elif id_ in PREDEFINED or self.track_kinds[id_].path != path:
                self.faults.append(Fault(path, f"{id_} is there already", "write another name", code=MISNAMED))

    def program(self, id_: str) -> Program:
        """A procedure, compiled."""
        if id_ in self.programs:
            return self.programs[id_]
        procedure = self.game.procedures[id_]
        program = Program(id_, procedure)
        outer = self.untyped, self.assigned_later
        self.untyped, self.assigned_later = set(), frozenset(_assigned_names(procedure.steps))
        self.call_stack.append(id_)
        self._declare_parameters(program)
        program.block = self.block(program, f"{program.path}.steps", procedure.steps)
        compiler = StepCompiler(self, program, program.path)
        for i, text in enumerate(procedure.shows):
            compiler.expression(f"shows.{i}", text)
        self.call_stack.pop()
        self.untyped, self.assigned_later = outer
        self.programs[id_] = program
        return program

    def _declare_parameters(self, program: Program) -> None:
        """Types of what a procedure is given."""
        compiler = StepCompiler(self, program, f"{program.path}.given")
        for name, given in program.procedure.given.items():
            if not NAMED.fullmatch(name):
                compiler.fault(MISNAMED, name, f"{name} is no name", "write small letters, digits and _")
            elif isinstance(given, str):
                parameter = self._parameter(compiler, name, given)
                if parameter is not None:
                    program.parameters[name] = parameter
                compiler.declare(name, name, plain_type(parameter.kind) if parameter else "")
            else:
                fields = {inner: self._field(compiler, name, inner, text) for inner, text in given.items()}
                known = {inner: parameter for inner, parameter in fields.items() if parameter is not None}
                program.parameters[name] = known
                compiler.declare(
                    name, name, RecordType(tuple((k, plain_type(parameter.kind)) for k, parameter in known.items()))
                )

    def _field(self, compiler: StepCompiler, name: str, inner: str, text: str) -> Parameter | None:
        """One value of a mapping."""
        if NAMED.fullmatch(inner):
            return self._parameter(compiler, f"{name}.{inner}", text)
        compiler.fault(MISNAMED, f"{name}.{inner}", f"{inner} is no name", "write small letters, digits and _")
        return None

    def _parameter(self, compiler: StepCompiler, at: str, text: str) -> Parameter | None:
        """A type, and what the value is if it is left out."""
        kind, _, default = (part.strip() for part in text.partition(" or "))
        types = (*PLAIN, "side")
        if kind not in types:
            compiler.fault(UNKNOWN, at, f"there is no type {kind}", did_you_mean(kind, types, many=True))
            return None
        if not default:
            return Parameter(kind)
        if default == "none":
            return Parameter(kind, EMPTY_VALUES[plain_type(kind)], needed=False)
        try:
            return Parameter(kind, read_plain(kind, default), needed=False)
        except RuleError as error:
            compiler.fault(UNKNOWN, at, error.wrong, error.write)
            return None

    def block(self, program: Program, path: str, steps: Sequence[Step]) -> StepBlock:
        """Steps, compiled one after the other."""
        return StepBlock(tuple(self._compile_step(program, f"{path}.{i}", step) for i, step in enumerate(steps)))

    def _compile_step(self, program: Program, path: str, step: Step) -> CompiledStep:
        compiler = StepCompiler(self, program, path)
        compiled = self.kinds[type(step)](step, compiler)
        compiled.says = compiler.text("says", step.says, reads=compiled.has_public_text)
        compiled.reads = frozenset(compiler.reads)
        return compiled


def _assigned_names(steps: Sequence[StepRecord]) -> Iterator[str]:
    """Yield the variables that steps assign under names of their own, for hints."""
    for step in steps:
        yield from step.assigned_names
        yield from _assigned_names(step.inner_steps)
