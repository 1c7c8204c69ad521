"""The base of all steps of a procedure; the modules of `pnp/model/steps` have a record for each kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator

from pnp.findings import did_you_mean
from pnp.model.record import AnyKind, Basis, Record, Words, enter


class Gives:
    """States that a field holds a text in CEL such as `unit.attack - 1`, and the types that its value may have.

    Without types, they follow from the game. If `each` names a field with units, the expression is evaluated for each
    of them, and calls it `unit`. A `late` expression may use the variables that its own step assigns.
    """

    def __init__(self, *types: str, each: str = "", late: bool = False) -> None:
        self.types, self.each, self.late = types, each, late


Expression: TypeAlias = Annotated[str, Gives()]
"""An expression whose type follows from the game, such as the value of a variable that has a type already."""
Condition: TypeAlias = Annotated[str, Gives("bool")]
"""An expression that is true or false."""
Number: TypeAlias = Annotated[str, Gives("int")]
"""An expression for a number."""
OneWord: TypeAlias = Annotated[str, Gives("word")]
"""An expression for a word, such as the number of a hex or the id of a side."""
UnitOrUnits: TypeAlias = Annotated[str, Gives("unit", "units")]
"""An expression for a unit, or for several."""


def _check_name(value: str) -> str:
    """Reject the name of a variable unless it has only lower-case letters, digits and `_`."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise ValueError(f"{value or 'a blank'} is not the name of a variable; write lower-case letters, digits and _")
    return value


class _NamesVariable:
    """States that a field holds the name of a variable that the step assigns."""


class NamesTable:
    """States that a field holds the name of a table."""


class _HoldsSteps:
    """States that a field holds the steps inside a step."""


class Assigns:
    """States the types of the variables that a step assigns, in the annotation of the field with its name.

    With `Assigns("bool", roll="int")` it assigns NAME, which is true or false, and the number NAME_roll.
    """

    def __init__(self, kind: str, **others: str) -> None:
        self.kinds = {"": kind, **{f"_{name}": other for name, other in others.items()}}


Name: TypeAlias = Annotated[str, AfterValidator(_check_name), _NamesVariable()]
"""The name of a variable: lower-case letters, digits and `_`."""
TableName: TypeAlias = Annotated[str, NamesTable()]
"""The name of a table of the game."""


@cache
def marked_fields(kind: type[Record], mark: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """Return (name, key in the data, annotation) of the fields of a record class with an annotation of this class."""
    fields = ((name, field.alias or name, field.metadata) for name, field in kind.model_fields.items())
    return tuple((name, key, one) for name, key, marks in fields for one in marks if isinstance(one, mark))


Phase: TypeAlias = Literal["", "strengths", "die", "effects"]
"""The phase of an action to which a step kind belongs; empty if it belongs to the phase of the step before it."""


@dataclass(frozen=True)
class StepProse:
    """The form in which the lines of a step kind appear in traces and in worked examples."""

    phase: Phase = ""
    """Each phase of an action is a paragraph of a worked example."""
    follows: bool = False
    """Its sentence belongs to the step before it, so that no paragraph begins with it."""
    loop: bool = False
    """The step contains one turn for each value, which may begin a paragraph."""


class StepRecord(Record):
    """The keys that every step, and every line of a step, may have: its rule, its condition and its text.

    `line` names the printed modifiers that it applies (`shifts.night`; several with blanks between them).

    `ruling` restricts it to options of a ruling (`{R-15: named}`; several options with blanks between them). In `says`,
    the value of an expression is written `{...}`.

    Worked examples print `prints` as the sentence of the step; without it they print `says`, or else the template of
    the step kind. An empty `prints` prints nothing. `subject` is the noun phrase that the template uses: who rolls, who
    must pass a check, or what a total is called.
    """

    kind: ClassVar[str] = ""
    """The key that names the kind of step; empty for a line inside a step."""
    prose: ClassVar[StepProse] = StepProse()
    """The form in which worked examples print the step."""
    is_heading: ClassVar[bool] = False
    """Whether its trace line is a heading, which is left out if no line follows under it."""

    rule: Words = ()
    """Numbers of the cases of the rules that the step follows."""
    line: Words = ()
    """Printed modifiers that it applies, such as `shifts.night`."""
    when: Condition = ""
    """The condition under which the step is carried out."""
    ruling: dict[str, Words] = {}
    """Options of rulings to which the step is restricted, such as `R-15: named`."""
    says: str = ""
    """The line of the trace; the value of an expression is written in braces."""
    prints: str | None = None
    """The sentence of a worked example. Empty: no sentence. By default `says`, or the template of the kind."""
    subject: str = ""
    """The noun phrase of the sentence: who rolls or checks, or what a total is called."""
    basis: Basis = {}
    """Where the values come from: `text`, `derived` or `reconstructed`."""

    @property
    def inner_steps(self) -> tuple[StepRecord, ...]:
        """The steps nested in this step, which are in its field of the type `InnerSteps`."""
        return tuple(step for name, _, _ in marked_fields(type(self), _HoldsSteps) for step in getattr(self, name))

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The names of the variables that this step assigns: the values of its fields of the type `Name`."""
        fields = marked_fields(type(self), _NamesVariable)
        return tuple(name for field, _, _ in fields if (name := getattr(self, field)))


P = TypeVar("P", bound=StepRecord)

STEP_KINDS: dict[str, type[StepRecord]] = {}
"""The record of every step kind, by the key that names the kind. The modules of `pnp/model/steps` fill it."""


def step_kind(name: str) -> Callable[[type[P]], type[P]]:
    """Return a class decorator that enters a record as the step kind with this key."""

    def register_record(record: type[P]) -> type[P]:
        """Enter the decorated class as the record of the step kind."""
        record.kind = name
        return enter(STEP_KINDS, name)(record)

    return register_record


def _kind_of_step(value: Any) -> str:  # noqa: ANN401 - input not yet typed
    """Return the kind of a step: the one of its keys that names a step kind, such as `roll`.

    `column` is a kind and also a field of `look_up`.
    """
    if isinstance(value, StepRecord):
        return value.kind
    keys = value if isinstance(value, dict) else {}
    kinds = [kind for kind in STEP_KINDS if kind in keys]
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if kind != "column"]
    if not kinds:
        known = sorted(STEP_KINDS)
        near = next((hint for key in keys if (hint := did_you_mean(str(key), known)).startswith("did")), "")
        raise ValueError(f"this step has no kind; {near or 'write one of ' + ', '.join(known)}")
    return kinds[0]


Step: TypeAlias = Annotated[StepRecord, AnyKind(STEP_KINDS, _kind_of_step)]
InnerSteps: TypeAlias = Annotated[tuple[Step, ...], _HoldsSteps()]
"""The steps that are nested in a step."""


def steps_in(steps: Iterable[StepRecord], kind: type[P]) -> Iterator[P]:
    """Yield all steps of a kind, including those nested in other steps."""
    for step in steps:
        if isinstance(step, kind):
            yield step
        yield from steps_in(step.inner_steps, kind)


class RollLine(StepRecord):
    """A modifier of a roll of dice."""

    add: Number
    """The number that is added to the roll."""
