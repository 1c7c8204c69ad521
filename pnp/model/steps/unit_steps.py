"""Records of steps that change units, markers and control."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, model_validator

from pnp.model.step import (
    Assigns,
    Gives,
    Name,
    Number,
    OneWord,
    StepProse,
    StepRecord,
    UnitOrUnits,
    step_kind,
)

StackEnd: TypeAlias = Literal["top", "bottom"]
"""The end of an ordered stack at which units enter a hex."""


@step_kind("move")
class MoveStep(StepRecord):
    """Move a unit, or all units of a list, to a hex; `by` is move, march, retreat or advance.

    `path` names the hexes if they matter, as a list or as a text such as `D4 C4 B4`; then `to` may be left out. If the
    map rules cover it, a worked example must obey them, and its trace shows the path. A retreat is a number of `hexes`
    long, or as long as its path, and must not enter the `barred` hexes. In an ordered stack the units go on top, or
    with `on: bottom` under the others, in the order of the list.

    A move with `points` (a number, or a text such as `3½`) has that many movement points instead of the allowance; it
    is neither a march nor a minimum move.
    """

    prose: ClassVar[StepProse] = StepProse(phase="effects")

    move: UnitOrUnits
    """The unit or units that move."""
    to: OneWord = ""
    """The hex to which they move; it may be left out with `path`."""
    by: Literal["move", "march", "retreat", "advance"] = "move"
    """The way of moving: `move`, `march`, `retreat` or `advance`."""
    path: Annotated[str, Gives("words", "word")] = ""
    """The hexes of the path, as a list or a text such as `D4 C4 B4`."""
    hexes: Number = "1"
    """The length of a retreat in hexes."""
    barred: Annotated[str, Gives("words")] = ""
    """Hexes that a retreat must not enter."""
    points: Annotated[str, Gives("int", "word")] = ""
    """The movement points of this move, in place of the allowance."""
    on: StackEnd = "top"
    """Whether units enter an ordered stack at its `top` or `bottom`."""

    @model_validator(mode="after")
    def _check_destination(self) -> MoveStep:
        """Reject a step without a destination."""
        if not (self.to or self.path):
            raise ValueError("a move needs a destination; write to, or path")
        return self


@step_kind("place")
class PlaceStep(StepRecord):
    """Put units into a hex or a box, with the full or reduced side up (by default unchanged).

    In an ordered stack they go on top, or with `on: bottom` under the others, in the order of the list.
    """

    place: UnitOrUnits
    """The unit or units that are placed."""
    at: OneWord
    """The hex or the box."""
    face: Literal["", "full", "reduced"] = ""
    """The side that is up: `full` or `reduced`; by default unchanged."""
    on: StackEnd = "top"
    """Whether units enter an ordered stack at its `top` or `bottom`."""


@step_kind("lose")
class LoseStep(StepRecord):
    """A unit, or each unit of a list, loses steps; a unit without steps is eliminated.

    The number may depend on `unit`. Assigns the number of steps lost to NAME of `as`, if it is written.
    """

    prose: ClassVar[StepProse] = StepProse(phase="effects")

    lose: UnitOrUnits
    """The unit or units that lose steps."""
    steps: Annotated[str, Gives("int", each="lose")] = "1"
    """The number of steps, which may depend on `unit`."""
    name: Annotated[Name, Assigns("int")] = Field("", alias="as")
    """The variable that gets the number of steps lost."""


@step_kind("mark")
class MarkStep(StepRecord):
    """Put a marker on units, into a hex or on a hexside (`hexside(from, to)`): a word, such as `fired`.

    A hex or a hexside can hold several markers of one kind.
    """

    mark: Annotated[str, Gives("unit", "units", "word", "words")]
    """The units, hex or hexside that get the marker."""
    word: str = Field(alias="with")
    """The marker, such as `fired`."""


@step_kind("unmark")
class UnmarkStep(StepRecord):
    """Remove a marker from units, from a hex or from a hexside."""

    unmark: Annotated[str, Gives("unit", "units", "word", "words")]
    """The units, hex or hexside from which the marker is removed."""
    word: str = Field(alias="with")
    """The marker, such as `fired`."""


@step_kind("stack")
class StackStep(StepRecord):
    """Put units of one hex on top of its stack in the order of the list, or with `on: bottom` under the others.

    To let the owner rearrange a stack, let an `ask` choose the order (`of: stack(hex)`, `count: count(stack(hex))`).
    """

    stack: UnitOrUnits
    """The units of one hex in their new order."""
    on: StackEnd = "top"
    """Whether they are put at the `top` of the stack or at its `bottom`."""


@step_kind("control")
class ControlStep(StepRecord):
    """A side takes control of a hex, or of all hexes of a list."""

    control: Annotated[str, Gives("word", "words")]
    """The hex or hexes."""
    by: OneWord
    """The side that takes control."""
