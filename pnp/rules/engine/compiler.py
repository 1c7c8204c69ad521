"""The procedures of a game, each compiled once: what they are given, and their steps in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.findings import did_you_mean
from pnp.model.game import Game
from pnp.model.procedure import Step
from pnp.model.step import StepRecord
from pnp.rules.engine.program import (
    EMPTY_VALUES,
    NAMED,
    PREDEFINED,
    CompiledStep,
    Parameter,
    Program,
    StepBlock,
    StepCompiler,
    plain_type,
    read_plain,
)
from pnp.rules.expressions.cel_errors import RESERVED
from pnp.rules.expressions.language import Language
from pnp.rules.expressions.vocabulary import PLAIN, RecordType, RuleError, Type
from pnp.rules.state.starting_state import MISNAMED, UNKNOWN, RuleFault
from pnp.rules.state.tracks import TrackKind, track_kinds


class ProcedureCompiler:
    """Compiles the procedures of one game, each once, and keeps what is wrong with them."""

    def __init__(self, game: Game, kinds: Mapping[type[StepRecord], type[CompiledStep]]) -> None:
        """Begin with a game and the classes that play each kind of step."""
        self.game, self.kinds = game, kinds
        self.language = Language(game)
        self.levels: Mapping[str, TrackKind] = track_kinds(game)
        self.standing: Mapping[str, Type] = {**PREDEFINED, **{name: kind.type for name, kind in self.levels.items()}}
        self.wrong: list[RuleFault] = []
        self.programs: dict[str, Program] = {}
        self.open: list[str] = []
        self._check_facts()
        self.lost: set[str] = set()
        self.coming: frozenset[str] = frozenset()

    def _check_facts(self) -> None:
        """Facts have names of their own."""
        for id_ in self.game.facts:
            path = f"facts.{id_}"
            if not NAMED.fullmatch(id_) or id_ in RESERVED:
                self.wrong.append(RuleFault(MISNAMED, path, f"{id_} is no name", "write small letters, digits and _"))
            elif id_ in PREDEFINED or self.levels[id_].path != path:
                self.wrong.append(RuleFault(MISNAMED, path, f"{id_} is there already", "write another name"))

    def program(self, id_: str) -> Program:
        """A procedure, compiled."""
        if id_ in self.programs:
            return self.programs[id_]
        procedure = self.game.procedures[id_]
        program = Program(id_, procedure)
        kept = self.lost, self.coming
        self.lost, self.coming = set(), frozenset(_named(procedure.steps))
        self.open.append(id_)
        self._give(program)
        program.block = self.block(program, f"{program.path}.steps", procedure.steps)
        compiler = StepCompiler(self, program, program.path)
        for i, text in enumerate(procedure.shows):
            compiler.expression(f"shows.{i}", text)
        self.open.pop()
        self.lost, self.coming = kept
        self.programs[id_] = program
        return program

    def _give(self, program: Program) -> None:
        """Types of what a procedure is given."""
        compiler = StepCompiler(self, program, f"{program.path}.given")
        for name, given in program.procedure.given.items():
            if not NAMED.fullmatch(name):
                compiler.fault(MISNAMED, name, f"{name} is no name", "write small letters, digits and _")
            elif isinstance(given, str):
                takes = self._takes(compiler, name, given)
                if takes is not None:
                    program.given[name] = takes
                compiler.give(name, name, plain_type(takes.kind) if takes else "")
            else:
                fields = {inner: self._field(compiler, name, inner, text) for inner, text in given.items()}
                known = {inner: takes for inner, takes in fields.items() if takes is not None}
                program.given[name] = known
                compiler.give(name, name, RecordType(tuple((k, plain_type(takes.kind)) for k, takes in known.items())))

    def _field(self, compiler: StepCompiler, name: str, inner: str, text: str) -> Parameter | None:
        """One value of a mapping."""
        if NAMED.fullmatch(inner):
            return self._takes(compiler, f"{name}.{inner}", text)
        compiler.fault(MISNAMED, f"{name}.{inner}", f"{inner} is no name", "write small letters, digits and _")
        return None

    def _takes(self, compiler: StepCompiler, at: str, text: str) -> Parameter | None:
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
        return StepBlock(tuple(self._op(program, f"{path}.{i}", step) for i, step in enumerate(steps)))

    def _op(self, program: Program, path: str, step: Step) -> CompiledStep:
        compiler = StepCompiler(self, program, path)
        op = self.kinds[type(step)](step, compiler)
        op.says = compiler.text("says", step.says, reads=op.speaks)
        op.reads = frozenset(compiler.reads)
        return op


def _named(steps: Sequence[StepRecord]) -> Iterator[str]:
    """Names that steps give by their kind, for hints."""
    for step in steps:
        for key in ("total", "roll", "look_up", "check", "opposed", "draw", "ask", "each", "name"):
            name = getattr(step, key, "")
            if isinstance(name, str) and name:
                yield name
        yield from getattr(step, "set", ())
        yield from _named(getattr(step, "steps", ()))
