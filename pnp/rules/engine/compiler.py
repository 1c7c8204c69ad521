"""Compiles procedures: assigns a type to every variable, compiles every expression and collects all faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.findings import Fault, did_you_mean
from pnp.model.game import Game
from pnp.model.step import Assigns, Gives, NamesTable, Step, StepRecord, marked_fields
from pnp.model.table import Table
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
    read_plain_value,
)
from pnp.rules.expressions.language import Expression, Language
from pnp.rules.expressions.nodes import names as names_in
from pnp.rules.expressions.syntax import read_expression
from pnp.rules.expressions.tokens import RESERVED, ExpressionError
from pnp.rules.expressions.vocabulary import PLAIN, RecordType, Type
from pnp.rules.state.errors import ENDLESS, MISNAMED, UNKNOWN, UNREADABLE, RuleError
from pnp.rules.state.tracks import TrackKind, track_kinds


class StepCompiler:
    """Compiles the fields of one step: declares its variables, compiles its expressions, and collects its faults."""

    def __init__(self, procedures: ProcedureCompiler, program: Program, path: str) -> None:
        self.procedures, self.program, self.path = procedures, program, path
        self.game, self.scope = procedures.game, program.scope
        self.reads: set[str] = set()

    def fault(self, code: str, field: str, wrong: str, write: str = "", offset: int = 0) -> None:
        """Record a fault in a field of the step: what is wrong, and what to write instead.

        `field` is a path inside the step; it begins with a slash if it is a path of the game. `offset` is the index of
        the fault in the text of the field.
        """
        path = field[1:] if field.startswith("/") else f"{self.path}.{field}" if field else self.path
        self.procedures.faults.append(Fault(path, wrong, write, code=code, at=offset))

    def expression(
        self,
        field: str,
        text: str,
        *expected: str,
        extra: Mapping[str, Type] | None = None,
        reads: bool = True,
        offset: int = 0,
    ) -> Expression:
        """Compile an expression in a field of the step; record a fault if its type is not in `expected`.

        `extra` are variables that only this expression may use, `offset` its position in a longer text. `reads` says
        whether its variables count as read by the step. After a fault, the result is an expression that is never
        evaluated.
        """
        path = field[1:] if field.startswith("/") else f"{self.path}.{field}"
        scope = {**self.procedures.predefined, **self.scope, **(extra or {})}
        faulty = Expression(text, expected[0] if expected else "", path=path)
        try:
            if self.procedures.untyped & (names_in(read_expression(text)) - scope.keys()):
                return faulty
            compiled = self.procedures.language.compile(text, scope, *expected)
        except ExpressionError as error:
            for fault in error.faults:
                write = fault.write or self._move_hint(fault.wrong)
                self.fault(UNREADABLE, field, fault.wrong, write, offset + (fault.at or 0))
            return faulty
        compiled.path = path
        if reads:
            self.reads |= {name for name, _ in compiled.uses if name not in (extra or {})}
            self.reads |= {f"{SHARES}{name}" for name in compiled.shares}
        return compiled

    def expressions(
        self, record: StepRecord, at: str = "", extra: Mapping[str, Type] | None = None, *, late: bool = False
    ) -> dict[str, Expression]:
        """Compile the expressions of a step, or of a line of it, by field; of several in one field, by `field.0`.

        The record states their types; the step compiles those whose types follow from the game. Fields that are left
        out have no expression. `at` is the path of a line inside the step, `extra` are variables that only its
        expressions may use. `late` says whether to compile the expressions that may use the variables of the step
        itself, or all others.
        """
        found: dict[str, Expression] = {}
        for name, key, gives in marked_fields(type(record), Gives):
            written = getattr(record, name)
            if not gives.types or gives.late != late or not (written or type(record).model_fields[name].default):
                continue
            own = {"unit": "unit"} if gives.each and getattr(record, gives.each) else {}
            parts = {"": written} if isinstance(written, str) else {f".{i}": one for i, one in enumerate(written)}
            for part, text in parts.items():
                path = f"{at}.{key}{part}" if at else f"{key}{part}"
                found[f"{name}{part}"] = self.expression(path, text, *gives.types, extra={**own, **(extra or {})})
        return found

    def table_of(self, record: StepRecord) -> Table | None:
        """Return the table that a step names; None if it names none, or after a fault."""
        for name, key, _ in marked_fields(type(record), NamesTable):
            if self.check_known(key, "table", getattr(record, name), self.game.tables):
                return self.game.tables[getattr(record, name)]
        return None

    def declare_names(self, record: StepRecord) -> tuple[str, ...]:
        """Register the variables of a step whose types the record states, and return their names."""
        found: list[str] = []
        for field, key, assigns in marked_fields(type(record), Assigns):
            if name := getattr(record, field):
                for ending, kind in assigns.kinds.items():
                    self.declare(key, f"{name}{ending}", kind)
                    found.append(f"{name}{ending}")
        return tuple(found)

    def _move_hint(self, message: str) -> str:
        """Return a hint to move the step if a later step assigns the unknown name; otherwise an empty text.

        `message` is the fault, such as `unknown name odds`.
        """
        name = message.removeprefix("unknown name ")
        return (
            f"{name} is assigned by a later step; move this step after it"
            if name in self.procedures.assigned_later
            else ""
        )

    def text(
        self, field: str, text: str, extra: Mapping[str, Type] | None = None, *, reads: bool = False
    ) -> TextTemplate | None:
        """Compile a text with expressions in braces, such as `{n} hits`, to a template; None for an empty text.

        `reads` says whether the variables in it count as read by the step.
        """
        if not text:
            return None
        parts: list[str | Expression] = []
        end = 0
        for match in re.finditer(r"\{([^{}]*)\}", text):
            parts.append(text[end : match.start()])
            parts.append(self.expression(field, match[1], extra=extra, reads=reads, offset=match.start() + 1))
            end = match.end()
        unmatched = re.search(r"[{}]", re.sub(r"\{[^{}]*\}", lambda found: "." * len(found[0]), text))
        if unmatched:
            brace = unmatched[0]
            write = "write {...} around a value, and no braces elsewhere"
            self.fault(UNREADABLE, field, f"the brace {brace} has no matching brace", write, unmatched.start())
        return TextTemplate((*parts, text[end:]))

    def cause(self, field: str, line: StepRecord, extra: Mapping[str, Type] | None = None) -> TextTemplate | None:
        """Compile the cause that a line of a step prints in worked examples: its `prints`, or else its `says`."""
        if line.prints is None:
            return self.text(f"{field}.says", line.says, extra)
        return self.text(f"{field}.prints", line.prints, extra)

    def declare(self, field: str, name: str, kind: Type) -> None:
        """Register a variable that the step assigns; record a fault if its name is not allowed.

        Without a type, which follows from a fault, the variable counts as untyped.
        """
        procedures = self.procedures
        if not kind:
            procedures.untyped.add(name)
            return
        if not NAMED.fullmatch(name):
            self.fault(MISNAMED, field, f"{name} is not a name", "write small letters, digits and _")
        elif name in RESERVED:
            self.fault(MISNAMED, field, f"{name} is a reserved word of expressions", f"write {name}_ or another name")
        elif name in procedures.track_kinds:
            self.fault(MISNAMED, field, f"{name} is already a track or fact", "write another name")
        elif name in self.scope and self.scope[name] != kind:
            earlier, assigned = _type_name(self.scope[name]), _type_name(kind)
            wrong = f"the variable {name} already holds {earlier}, but {assigned} is assigned here"
            self.fault(MISNAMED, field, wrong, "write another name")
        else:
            self.scope[name] = kind

    def rulings(self, required: Mapping[str, tuple[str, ...]], field: str = "ruling") -> Options:
        """Return the ruling options that the step requires, as pairs of a ruling and its options.

        Record a fault for each ruling or option that the game does not have.
        """
        for id_, options in required.items():
            ruling = self.game.rulings.get(id_)
            if ruling is None:
                hint = did_you_mean(id_, self.game.rulings)
                self.fault(UNKNOWN, f"{field}.{id_}", f"unknown ruling {id_}", hint)
                continue
            for option in options:
                if option not in ruling.options:
                    hint = did_you_mean(option, ruling.options, many=True)
                    self.fault(UNKNOWN, f"{field}.{id_}", f"the ruling {id_} has no option {option}", hint)
        return tuple(required.items())

    def check_known(self, field: str, thing: str, name: str, known: Mapping[str, object]) -> bool:
        """Return whether a name is one of the known names; record a fault if it is not.

        `thing` says in the message what the name is, such as `table`.
        """
        if name in known:
            return True
        self.fault(UNKNOWN, field, f"unknown {thing} {name}", did_you_mean(name, known))
        return False

    def block(self, field: str, steps: Sequence[Step]) -> StepBlock:
        """Compile the steps that are nested in this step into a block."""
        return self.procedures.block(self.program, f"{self.path}.{field}", steps)

    def called_program(self, field: str, id_: str) -> Program | None:
        """Return the compiled procedure with this id, which the step runs; None after a fault.

        Record a fault if it does not exist, or if it runs this procedure.
        """
        if not self.check_known(field, "procedure", id_, self.game.procedures):
            return None
        if id_ in self.procedures.call_stack:
            chain = " runs ".join([*self.procedures.call_stack[self.procedures.call_stack.index(id_) :], id_])
            self.fault(
                ENDLESS,
                field,
                f"a procedure runs itself without end: {chain}",
                "repeat steps with each, or with run and times",
            )
            return None
        if len(self.procedures.call_stack) >= MAX_RUNS:
            wrong = f"procedures run each other more than {MAX_RUNS} levels deep"
            self.fault(ENDLESS, field, wrong, "combine the steps of several procedures")
            return None
        return self.procedures.program(id_)


def _type_name(kind: Type) -> str:
    """Return a type in plain words for messages, such as `a number` for `int`."""
    words = {"int": "a number", "bool": "yes or no", "word": "a word", "unit": "a unit", "ints": "numbers"}
    words |= {"decimal": "a decimal number", "decimals": "decimal numbers"}
    return "a mapping" if isinstance(kind, RecordType) else words.get(kind, kind)


class ProcedureCompiler:
    """Compiles the procedures of a game, each once, and collects their faults.

    `predefined` are the names that every expression may use: the units in play, tracks and facts. `call_stack` are the
    procedures being compiled, the outermost first. Of the procedure being compiled, `untyped` are variables without a
    type because of a fault, and `assigned_later` are all variables that its steps assign.
    """

    def __init__(self, game: Game, kinds: Mapping[str, Callable[[StepRecord, StepCompiler], CompiledStep]]) -> None:
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
        """Record a fault for each fact (a value that no track shows) with a name that is not allowed.

        The name must have the form of a variable, and must not be in use.
        """
        for id_ in self.game.facts:
            path = f"facts.{id_}"
            if not NAMED.fullmatch(id_) or id_ in RESERVED:
                self.faults.append(
                    Fault(path, f"{id_} is not a name", "write small letters, digits and _", code=MISNAMED)
                )
            elif id_ in PREDEFINED or self.track_kinds[id_].path != path:
                self.faults.append(Fault(path, f"{id_} is already in use", "write another name", code=MISNAMED))

    def program(self, id_: str) -> Program:
        """Return the compiled procedure with this id; compile it on first use."""
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
        """Parse the parameters of a procedure, and register them as typed variables."""
        compiler = StepCompiler(self, program, f"{program.path}.given")
        for name, given in program.procedure.given.items():
            if not NAMED.fullmatch(name):
                compiler.fault(MISNAMED, name, f"{name} is not a name", "write small letters, digits and _")
            elif isinstance(given, str):
                parameter = self._parse_parameter(compiler, name, given)
                if parameter is not None:
                    program.parameters[name] = parameter
                compiler.declare(name, name, plain_type(parameter.kind) if parameter else "")
            else:
                fields = {
                    inner: self._parse_parameter_field(compiler, name, inner, text) for inner, text in given.items()
                }
                known = {inner: parameter for inner, parameter in fields.items() if parameter is not None}
                program.parameters[name] = known
                compiler.declare(
                    name, name, RecordType(tuple((k, plain_type(parameter.kind)) for k, parameter in known.items()))
                )

    def _parse_parameter_field(self, compiler: StepCompiler, name: str, key: str, text: str) -> Parameter | None:
        """Parse one field of a parameter that is a mapping, such as `int or 3`; return None after a fault."""
        if NAMED.fullmatch(key):
            return self._parse_parameter(compiler, f"{name}.{key}", text)
        compiler.fault(MISNAMED, f"{name}.{key}", f"{key} is not a name", "write small letters, digits and _")
        return None

    def _parse_parameter(self, compiler: StepCompiler, field: str, text: str) -> Parameter | None:
        """Parse the type and default of a parameter, such as `int or 3`; return None after a fault."""
        kind, _, default = (part.strip() for part in text.partition(" or "))
        types = (*PLAIN, "side")
        if kind not in types:
            compiler.fault(UNKNOWN, field, f"unknown type {kind}", did_you_mean(kind, types, many=True))
            return None
        if not default:
            return Parameter(kind)
        if default == "none":
            return Parameter(kind, EMPTY_VALUES[plain_type(kind)], needed=False)
        try:
            return Parameter(kind, read_plain_value(kind, default), needed=False)
        except RuleError as error:
            compiler.fault(UNKNOWN, field, error.wrong, error.write)
            return None

    def block(self, program: Program, path: str, steps: Sequence[Step]) -> StepBlock:
        """Compile these steps of a procedure into a block; `path` is their path in the YAML data."""
        return StepBlock(tuple(self._compile_step(program, f"{path}.{i}", step) for i, step in enumerate(steps)))

    def _compile_step(self, program: Program, path: str, step: Step) -> CompiledStep:
        """Compile one step of a procedure with the class registered for its kind."""
        compiler = StepCompiler(self, program, path)
        compiled = self.kinds[step.kind](step, compiler)
        compiled.says = compiler.text("says", step.says, reads=compiled.has_public_text)
        compiled.prints = compiler.text("prints", step.prints or "")
        compiled.subject = compiler.text("subject", step.subject)
        compiled.reads = frozenset(compiler.reads)
        return compiled


def _assigned_names(steps: Sequence[StepRecord]) -> Iterator[str]:
    """Yield the names of all variables that these steps and their nested steps assign."""
    for step in steps:
        yield from step.assigned_names
        yield from _assigned_names(step.inner_steps)
