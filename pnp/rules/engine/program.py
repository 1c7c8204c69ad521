"""Compiled procedures as values: programs, blocks of steps, parameters and text templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pnp.model.procedure import Procedure
from pnp.model.step import StepRecord
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.open_table import read_decimal
from pnp.rules.expressions.vocabulary import PLAIN, Type, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.tracks import read_bool, read_integer

MAX_RUNS = 30
"""The deepest nesting of procedures that run each other."""
EMPTY_VALUES: dict[str, Value] = {"int": 0, "bool": False, "word": "", "unit": "", "ints": (), "words": (), "units": ()}
EMPTY_VALUES |= {"decimal": 0.0, "decimals": ()}
"""The value of a variable that no step has assigned yet, by type."""
PREDEFINED: Mapping[str, Type] = {"units": "units", "pieces": "units"}
"""Variables that every procedure has: the units in play, and all counters in play."""
NAMED = re.compile(r"[a-z][a-z0-9_]*")
"""The form of a variable's name."""
SHARES = "share:"
"""The prefix of the variable that holds the share of each unit in a total."""

Options: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Rulings, each with the options under which something applies."""


@dataclass(eq=False)
class StepBlock:
    """A block of steps that run one after the other.

    In a loop, `name` is the loop variable, `until` the condition that ends the loop, and `own` the variables that are
    reset at each iteration. With `living`, the loop passes over units that are eliminated. With `headings`, the trace
    has the value of the loop variable as a heading of each iteration.
    """

    steps: tuple[CompiledStep, ...]
    until: Expression | None = None
    loop: bool = False
    name: str = ""
    own: frozenset[str] = frozenset()
    label: str = ""
    living: bool = False
    headings: bool = True


def nested_steps(block: StepBlock) -> Iterator[CompiledStep]:
    """Yield the steps of a block and of the blocks nested in it."""
    for step in block.steps:
        yield step
        for inner in step.blocks:
            yield from nested_steps(inner)


def only_names_set(*blocks: StepBlock) -> tuple[str, ...]:
    """Return the names that the steps of some blocks set, if they do nothing else; none otherwise."""
    steps = [step for block in blocks for step in nested_steps(block)]
    if any(step.acts and not step.only_sets for step in steps):
        return ()
    return tuple(dict.fromkeys(name for step in steps for name in step.only_sets))


class Parameter(NamedTuple):
    """A parameter of a procedure: its type as written (`hex`, `side`), its default, and whether it is required."""

    kind: str
    default: Value = None
    needed: bool = True


@dataclass(eq=False)
class Program:
    """A compiled procedure: its parameters, the types of its variables, and its steps.

    `totals` says whether it sums totals.
    """

    id: str
    procedure: Procedure
    parameters: dict[str, Parameter | dict[str, Parameter]] = field(default_factory=dict)
    scope: dict[str, Type] = field(default_factory=dict)
    block: StepBlock = field(default_factory=lambda: StepBlock(()))
    totals: bool = False

    @property
    def path(self) -> str:
        """The path of the procedure in the YAML data."""
        return f"procedures.{self.id}"

    @cached_property
    def shares_read(self) -> frozenset[str]:
        """The `share:` variables that this program reads, or a program that it runs."""
        steps = tuple(nested_steps(self.block))
        own = frozenset(name for step in steps for name in step.reads if name.startswith(SHARES))
        return own.union(*(program.shares_read for step in steps for program in step.programs))

    @cached_property
    def names_used(self) -> frozenset[str]:
        """The names that this program, or a program that it runs, reads or sets."""
        steps = tuple(nested_steps(self.block))
        own = frozenset(name for step in steps for name in (*step.reads, *step.only_sets))
        return own.union(*(program.names_used for step in steps for program in step.programs))

    def default_arguments(self) -> dict[str, Value]:
        """Return the default values of the parameters that have one, by name."""
        found: dict[str, Value] = {}
        for name, parameter in self.parameters.items():
            if isinstance(parameter, dict):
                found[name] = tuple(one.default for one in parameter.values())
            elif not parameter.needed:
                found[name] = parameter.default
        return found


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """A text with values in it: texts and expressions in turn."""

    parts: tuple[str | Expression, ...]


class CompiledStep:
    """The part of a compiled step that the analysis of procedures needs.

    `given` are its expressions by field (`StepCompiler.expressions`).
    `assigns` are the variables that it assigns, `sets` the tracks and facts that it sets if it does nothing else,
    `only_sets` the names that it sets, variables and levels alike, if it does nothing else,
    `reads` the names that it reads. `has_public_text` says that its text is part of its result, traced or not.
    `branches` says that it may have several outcomes, start a block or call a procedure. Equal positions are merged
    before such a step. `draws_list` says that it draws a list of values. `loops_over` is the variable whose values it
    takes in turn, if nothing else in the step reads that variable. `acts` says whether it does something besides the
    steps in its blocks.
    """

    has_public_text = False
    branches = True
    draws_list = False
    loops_over = ""
    acts = True

    def __init__(self, record: StepRecord, path: str, given: Mapping[str, Expression], options: Options) -> None:
        self.record, self.path, self.given, self.options = record, path, given, options
        self.when = given.get("when")
        self.assigns: tuple[str, ...] = ()
        self.sets: tuple[str, ...] = ()
        self.only_sets: tuple[str, ...] = ()
        self.blocks: tuple[StepBlock, ...] = ()
        self.programs: tuple[Program, ...] = ()
        self.says: TextTemplate | None = None
        self.prints: TextTemplate | None = None
        self.subject: TextTemplate | None = None
        self.reads: frozenset[str] = frozenset()

    @property
    def is_unconditional(self) -> bool:
        """Whether the step runs in every case, because it has neither a condition nor a ruling."""
        return self.when is None and not self.options

    @cached_property
    def shares_read_in_calls(self) -> frozenset[str]:
        """The `share:` variables that are read in the programs that the step runs."""
        return frozenset[str]().union(*(program.shares_read for program in self.programs))

    @property
    def main(self) -> str:
        """The first variable that the step assigns; an empty text if it does not assign any."""
        return self.assigns[0] if self.assigns else ""


def plain_type(kind: str) -> str:
    """Return the type that expressions use for a parameter type, such as `word` for `hex` or `side`."""
    return PLAIN.get(kind, "word")


def read_plain_value(kind: str, text: str) -> Value:
    """Parse a text as a value of a type, such as `3` as an `int` or `yes` as a `bool`.

    Raise `RuleError` if the text is not of this type.
    """
    match plain_type(kind):
        case "int":
            return read_integer(text)
        case "bool":
            return read_bool(text)
        case "word":
            return text
        case "decimal":
            return read_decimal(text)
    raise RuleError(f"{text} is not a value of type {kind}", f"write {kind} or none")
