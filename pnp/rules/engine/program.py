"""Procedures made ready to be played: every expression compiled, every name given a type, every fault found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pnp.findings import did_you_mean
from pnp.model.procedure import Procedure, Step
from pnp.model.step import StepRecord
from pnp.rules.engine.position import Outcome
from pnp.rules.expressions.cel_errors import RESERVED, ExpressionError
from pnp.rules.expressions.cel_tokens import names as names_in, tokens
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.open_table import read_decimal
from pnp.rules.expressions.vocabulary import PLAIN, RecordType, RuleError, Type, Value
from pnp.rules.state.starting_state import ENDLESS, MISNAMED, UNKNOWN, UNREADABLE, RuleFault
from pnp.rules.state.tracks import read_bool, read_integer

if TYPE_CHECKING:
    from pnp.rules.engine.compiler import ProcedureCompiler
    from pnp.rules.engine.context import StepContext

MAX_RUNS = 30
"""How deep procedures may run each other."""
EMPTY_VALUES: dict[str, Value] = {"int": 0, "bool": False, "word": "", "unit": "", "ints": (), "words": (), "units": ()}
EMPTY_VALUES |= {"decimal": 0.0, "decimals": ()}
"""What a name stands for until a step gives it a value."""
PREDEFINED: Mapping[str, Type] = {"units": "units", "pieces": "units"}
"""Names that are always there: the units in play, and all counters in play."""
NAMED = re.compile(r"[a-z][a-z0-9_]*")
"""A name of a variable."""
SHARES = "share:"
"""Before the name of a total: where the shares of its units are kept."""

Options: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Rulings, and the options of each under which something is played."""


@dataclass(eq=False)
class StepBlock:
    """Steps one after the other. In a loop `name` is what each value is called, `until` ends it early, `own` are the
    names that the steps give, which each time begin anew.
    """

    ops: tuple[CompiledStep, ...]
    until: Expression | None = None
    loop: bool = False
    name: str = ""
    own: frozenset[str] = frozenset()
    label: str = ""


class Parameter(NamedTuple):
    """One value that a procedure is given: its type as written (`hex`, `side`), and what it is if it is left out."""

    kind: str
    default: Value = None
    needed: bool = True


@dataclass(eq=False)
class Program:
    """A procedure ready to be played: what it is given, the types of all names, its steps, whether it sums totals."""

    id: str
    procedure: Procedure
    given: dict[str, Parameter | dict[str, Parameter]] = field(default_factory=dict)
    scope: dict[str, Type] = field(default_factory=dict)
    block: StepBlock = field(default_factory=lambda: StepBlock(()))
    totals: bool = False

    @property
    def path(self) -> str:
        """Where it was written."""
        return f"procedures.{self.id}"


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """Words with values in them: texts and expressions in turn."""

    parts: tuple[str | Expression, ...]


class CompiledStep:
    """One step ready to be played. Each kind is a subclass that compiles itself and plays itself. `gives` are the names
    that it gives, `sets` levels that it sets and nothing but them. `speaks` says that its words are part of what comes
    of it, whether anybody reads how or not.
    """

    speaks = False

    def __init__(self, step: StepRecord, compiler: StepCompiler) -> None:
        """Read what all steps have."""
        self.step, self.path = step, compiler.path
        self.gives: tuple[str, ...] = ()
        self.sets: tuple[str, ...] = ()
        self.blocks: tuple[StepBlock, ...] = ()
        self.programs: tuple[Program, ...] = ()
        self.when = compiler.expression("when", step.when, "bool") if step.when else None
        self.options = compiler.rulings(step.ruling)
        self.says: TextTemplate | None = None
        self.reads: frozenset[str] = frozenset()

    @property
    def always(self) -> bool:
        """Is it played whatever the case?"""
        return self.when is None and not self.options

    @property
    def main(self) -> str:
        """The name that it is known by, if it gives any."""
        return self.gives[0] if self.gives else ""

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """Every way in which it can come out."""
        raise NotImplementedError


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
        self.procedures.wrong.append(RuleFault(code, path, wrong, write, offset))

    def expression(
        self,
        at: str,
        text: str,
        *wanted: str,
        more: Mapping[str, Type] | None = None,
        reads: bool = True,
        offset: int = 0,
    ) -> Expression:
        """A compiled expression; `more` are names that only it may use, `offset` is where it begins in its text. After
        a fault one that is never played.
        """
        path = at[1:] if at.startswith("/") else f"{self.path}.{at}"
        scope = {**self.procedures.standing, **self.scope, **(more or {})}
        lost = self.procedures.lost & (names_in(tokens(text)) - scope.keys())
        if not lost:
            try:
                made = self.procedures.language.compile(text, scope, *wanted)
            except ExpressionError as misread:
                for fault in misread.faults:
                    write = fault.write or self._later(fault.wrong)
                    self.fault(UNREADABLE, at, fault.wrong, write, offset + fault.at)
            else:
                made.path = path
                if reads:
                    self.reads |= {name for name, _ in made.uses if name not in (more or {})}
                    self.reads |= {f"{SHARES}{name}" for name in made.shares}
                return made
        return Expression(text, wanted[0] if wanted else "", (), False, (), self.procedures.language, None, path)

    def _later(self, wrong: str) -> str:
        """A hint for a name that only a later step gives."""
        name = wrong.removeprefix("there is no ").removesuffix(" here")
        return f"{name} is given by a later step; move this one behind it" if name in self.procedures.coming else ""

    def text(
        self, at: str, text: str, more: Mapping[str, Type] | None = None, *, reads: bool = False
    ) -> TextTemplate | None:
        """Words with expressions in braces; `reads` says whether the step reads the names in them to be played."""
        if not text:
            return None
        parts: list[str | Expression] = []
        end = 0
        for match in re.finditer(r"\{([^{}]*)\}", text):
            parts.append(text[end : match.start()])
            parts.append(self.expression(at, match[1], more=more, reads=reads, offset=match.start() + 1))
            end = match.end()
        alone = re.search(r"[{}]", re.sub(r"\{[^{}]*\}", lambda found: "." * len(found[0]), text))
        if alone:
            write = "write {...} around a value, and no braces elsewhere"
            self.fault(UNREADABLE, at, f"the brace {alone[0]} has no other", write, alone.start())
        return TextTemplate((*parts, text[end:]))

    def give(self, at: str, name: str, kind: Type) -> None:
        """A name is given a value here."""
        procedures = self.procedures
        if not kind:
            procedures.lost.add(name)
            return
        if not NAMED.fullmatch(name):
            self.fault(MISNAMED, at, f"{name} is no name", "write small letters, digits and _")
        elif name in RESERVED:
            self.fault(
                MISNAMED, at, f"{name} is a word of the language of expressions", f"write {name}_ or another name"
            )
        elif name in procedures.levels:
            self.fault(MISNAMED, at, f"{name} is there already", "write another name")
        elif name in self.scope and self.scope[name] != kind:
            was = _type_name(self.scope[name])
            self.fault(MISNAMED, at, f"{name} is {was} and is given {_type_name(kind)} here", "write another name")
        else:
            self.scope[name] = kind

    def rulings(self, wanted: Mapping[str, tuple[str, ...]], at: str = "ruling") -> Options:
        """Rulings and the options under which a step or a line is played."""
        for id_, options in wanted.items():
            ruling = self.game.rulings.get(id_)
            if ruling is None:
                hint = did_you_mean(id_, self.game.rulings)
                self.fault(UNKNOWN, f"{at}.{id_}", f"there is no ruling {id_}", hint)
                continue
            for option in options:
                if option not in ruling.options:
                    hint = did_you_mean(option, ruling.options, many=True)
                    self.fault(UNKNOWN, f"{at}.{id_}", f"{id_} has no option {option}", hint)
        return tuple(wanted.items())

    def known(self, at: str, what: str, name: str, known: Mapping[str, object]) -> bool:
        """Does a name stand for something of the game? If not, that is a fault."""
        if name in known:
            return True
        self.fault(UNKNOWN, at, f"there is no {what} {name}", did_you_mean(name, known))
        return False

    def block(self, at: str, steps: Sequence[Step]) -> StepBlock:
        """Steps inside this one."""
        return self.procedures.block(self.program, f"{self.path}.{at}", steps)

    def run(self, at: str, id_: str) -> Program | None:
        """Another procedure; None and a fault if there is none, or if it runs this one."""
        if not self.known(at, "procedure", id_, self.game.procedures):
            return None
        if id_ in self.procedures.open:
            way = " runs ".join([*self.procedures.open[self.procedures.open.index(id_) :], id_])
            self.fault(
                ENDLESS, at, f"a procedure runs itself without end: {way}", "end it with each, or with run and times"
            )
            return None
        if len(self.procedures.open) >= MAX_RUNS:
            wrong = f"procedures run each other more than {MAX_RUNS} deep"
            self.fault(ENDLESS, at, wrong, "put steps of several into one")
            return None
        return self.procedures.program(id_)


def _type_name(kind: Type) -> str:
    words = {"int": "a number", "bool": "yes or no", "word": "a word", "unit": "a unit", "ints": "numbers"}
    words |= {"decimal": "a decimal number", "decimals": "decimal numbers"}
    return "a mapping" if isinstance(kind, RecordType) else words.get(kind, kind)


def plain_type(kind: str) -> str:
    """What a type as written is to expressions."""
    return PLAIN.get(kind, "word")


def read_plain(kind: str, text: str) -> Value:
    """A number, a truth or a word as written; `RuleError` if it is none, or of another type."""
    match plain_type(kind):
        case "int":
            return read_integer(text)
        case "bool":
            return read_bool(text)
        case "word":
            return text
        case "decimal":
            return read_decimal(text)
    raise RuleError(f"{kind} cannot be {text}", f"write {kind} or none")
