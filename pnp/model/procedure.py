"""Procedures: playbooks of steps that the engine plays as the rules say; and the steps that change the game.

Each step has one kind, named by its key: `total`, `column`, `roll` and so on. Names that steps give (`total: attack`)
are variables of the steps after them. There are no jumps and no loops but `each` and a counted `run`, so a procedure
always ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from pnp.findings import did_you_mean
from pnp.model.example import Arrows
from pnp.model.record import Record, Sourced, Words
from pnp.model.step import (
    AskStep,
    CheckStep,
    ColumnStep,
    DrawStep,
    Expression,
    LookUpStep,
    Name,
    OpposedStep,
    RollStep,
    ShiftStep,
    StepRecord,
    TotalStep,
)


def _read_given(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    inner = value.values() if isinstance(value, dict) else (value,)
    if not all(isinstance(item, str) for item in inner):
        raise ValueError(
            "this is no type; write int, bool, word, hex, unit, decimal, or ints, words, hexes, units, decimals"
        )
    return value


Given: TypeAlias = Annotated["str | dict[str, str]", BeforeValidator(_read_given)]
"""A type (`int bool word hex unit side decimal`, or several: `ints words hexes units decimals`), and what it is if it
may be left out (`int or 0`, `units or none`); or a mapping of such types, whose values are read with a dot
(`air.attacker`).
"""


class SetStep(StepRecord):
    """Set tracks, facts and variables, in the order written. A track stops at its ends if it says `beyond: clamp`."""

    set: dict[str, Expression]


class LoseStep(StepRecord):
    """A unit, or each unit of a list, loses steps (`unit` may stand in the number); with none left it is eliminated.

    Gives the NAME of `as`, if there is one: how many steps were lost in all.
    """

    lose: Expression
    steps: Expression = "1"
    name: Name | Literal[""] = Field("", alias="as")


class MoveStep(StepRecord):
    """Move a unit, or all units of a list, to a hex, in what way, on which path if it matters.

    If the map has rules for it, a worked example must keep to them, and its trace shows the way. A retreat goes over
    so many `hexes`, without those that are `barred`.
    """

    move: Expression
    to: Expression
    by: Literal["move", "march", "retreat", "advance"] = "move"
    path: Expression = ""
    hexes: Expression = "1"
    barred: Expression = ""


class PlaceStep(StepRecord):
    """Put units into a hex or a box, with the face that is up (`full`, `reduced`; by default as it was)."""

    place: Expression
    at: Expression
    face: Literal["", "full", "reduced"] = ""


class MarkStep(StepRecord):
    """Put a marker on units or into a hex: a word, such as `fired`. A hex can hold several of one kind."""

    mark: Expression
    word: str = Field(alias="with")


class UnmarkStep(StepRecord):
    """Take a marker off units or out of a hex."""

    unmark: Expression
    word: str = Field(alias="with")


class ControlStep(StepRecord):
    """A side takes control of a hex, or of all hexes of a list."""

    control: Expression
    by: Expression


class ResultCall(Record):
    """What a result means in play: a procedure to run, and with what."""

    run: str
    values: dict[str, Expression] = Field({}, alias="with")


class ApplyStep(StepRecord):
    """Play what the codes of a result do (`codes: {D: {do: {defender: {run: PROCEDURE, with: {...}}}}}` in the table).

    `result` is the text, by default what was last looked up in the table. It is split at `/` into `parts`, which are
    played in `order` (by default as they stand).
    """

    apply: str
    result: Expression = ""
    parts: Words = ("attacker", "defender")
    order: Words = ()


class RunStep(StepRecord):
    """Play another procedure, once or `times`, stopping as soon as `until` is true.

    `with` is what it is given; `gives` takes values of it over: one or more names, or `{here: there}`.
    """

    run: str
    values: dict[str, Expression] = Field({}, alias="with")
    times: Expression = ""
    until: Expression = ""
    gives: dict[str, str] = {}

    @model_validator(mode="before")
    @classmethod
    def _names_alone(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        if isinstance(value, dict) and isinstance(value.get("gives"), (str, list)):
            names = value["gives"]
            words = names.replace(",", " ").split() if isinstance(names, str) else names
            return {**value, "gives": {str(word): str(word) for word in words}}
        return value


class EachStep(StepRecord):
    """Play steps for each value of a list, which has the name given, stopping as soon as `until` is true."""

    each: Name
    values: Expression = Field(alias="in")
    until: Expression = ""
    steps: tuple[Step, ...]


class PartStep(StepRecord):
    """Steps under a heading, which share a condition."""

    part: str
    steps: tuple[Step, ...]


class RequireStep(StepRecord):
    """What must be so for the procedure to be played at all; `says` what is wrong if it is not."""

    require: Expression


class NoteStep(StepRecord):
    """Words for the reader of the trace."""

    note: str


def _wrap(kind: str) -> str:
    """A tag that no key of the data looks like, so that places in messages can leave it out."""
    return f"[{kind}]"


def _one_kind(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    if not isinstance(value, dict):
        return value
    kinds = _kinds_of(value)
    if not kinds:
        near = next((hint for key in value if (hint := did_you_mean(str(key), STEP_KINDS)).startswith("did")), "")
        raise ValueError(f"this step has no kind; {near or 'write one of ' + ', '.join(STEP_KINDS)}")
    return value


def _kinds_of(value: dict[str, Any]) -> list[str]:
    """Which keys can be its kind; `column` is also a field of `look_up`."""
    kinds = [kind for kind in STEP_KINDS if kind in value]
    return [kind for kind in kinds if kind != "column"] if len(kinds) > 1 else kinds


def _kind(value: Any) -> str | None:  # noqa: ANN401 - input not yet typed
    if isinstance(value, dict):
        return next((_wrap(kind) for kind in _kinds_of(value)), None)
    return _wrap(next((kind for kind, model in STEP_KINDS.items() if isinstance(value, model)), "note"))


Step: TypeAlias = Annotated[
    Union[  # noqa: UP007 - evaluated late, since steps hold steps
        Annotated[TotalStep, Tag("[total]")],
        Annotated[ColumnStep, Tag("[column]")],
        Annotated[ShiftStep, Tag("[shift]")],
        Annotated[RollStep, Tag("[roll]")],
        Annotated[LookUpStep, Tag("[look_up]")],
        Annotated[CheckStep, Tag("[check]")],
        Annotated[OpposedStep, Tag("[opposed]")],
        Annotated[DrawStep, Tag("[draw]")],
        Annotated[AskStep, Tag("[ask]")],
        Annotated[SetStep, Tag("[set]")],
        Annotated[LoseStep, Tag("[lose]")],
        Annotated[MoveStep, Tag("[move]")],
        Annotated[PlaceStep, Tag("[place]")],
        Annotated[MarkStep, Tag("[mark]")],
        Annotated[UnmarkStep, Tag("[unmark]")],
        Annotated[ControlStep, Tag("[control]")],
        Annotated[ApplyStep, Tag("[apply]")],
        Annotated[RunStep, Tag("[run]")],
        Annotated[EachStep, Tag("[each]")],
        Annotated[PartStep, Tag("[part]")],
        Annotated[RequireStep, Tag("[require]")],
        Annotated[NoteStep, Tag("[note]")],
    ],
    Discriminator(_kind),
    BeforeValidator(_one_kind),
]

STEP_KINDS: dict[str, type[StepRecord]] = {
    "total": TotalStep,
    "column": ColumnStep,
    "shift": ShiftStep,
    "roll": RollStep,
    "look_up": LookUpStep,
    "check": CheckStep,
    "opposed": OpposedStep,
    "draw": DrawStep,
    "ask": AskStep,
    "set": SetStep,
    "lose": LoseStep,
    "move": MoveStep,
    "place": PlaceStep,
    "mark": MarkStep,
    "unmark": UnmarkStep,
    "control": ControlStep,
    "apply": ApplyStep,
    "run": RunStep,
    "each": EachStep,
    "part": PartStep,
    "require": RequireStep,
    "note": NoteStep,
}
"""The model of each kind."""


P = TypeVar("P", bound=StepRecord)


def steps_in(steps: Iterable[StepRecord], kind: type[P]) -> Iterator[P]:
    """The steps of a kind, those inside other steps too."""
    for step in steps:
        if isinstance(step, kind):
            yield step
        if isinstance(step, (EachStep, PartStep)):
            yield from steps_in(step.steps, kind)


class Procedure(Sourced):
    """How the rules resolve something: what it is given, and its steps. `shows` are the names that its results go by in
    exact chances, by default all that it gives. `arrows` stand in the figures of its worked examples.
    """

    name: str = ""
    given: dict[str, Given] = {}
    steps: tuple[Step, ...]
    shows: Words = ()
    arrows: Arrows = {}


class Fact(Sourced):
    """What play remembers though no track shows it: a number, `true` or `false`, or a word, as it is at the start."""

    says: str = ""
    start: str
