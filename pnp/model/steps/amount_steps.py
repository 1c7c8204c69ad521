"""Records of steps that find numbers, columns and results."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from pnp.model.record import Record, Words
from pnp.model.step import Expression, Name, RollLine, StepProse, StepRecord, step_kind


class TotalLine(StepRecord):
    """A change to a total: one of `add`, `times`, `halve` (rounded `up` or `down`) and `becomes`.

    `per: unit` changes the share of each unit, which expressions name `unit`. `per: stack` changes the sum of the units
    in one hex for which `when` is true; `unit` is the first of them. `per: total` changes the whole total once. `it` is
    the number so far.
    """

    add: Expression = ""
    times: Expression = ""
    halve: Literal["", "up", "down"] = ""
    becomes: Expression = ""
    per: Literal["unit", "stack", "total"] = "unit"

    @model_validator(mode="after")
    def _check_single_change(self) -> TotalLine:
        """Reject a line unless it states exactly one change, such as `add`."""
        if sum(map(bool, (self.add, self.times, self.halve, self.becomes))) != 1:
            raise ValueError("a line of a total makes one change; write one of add, times, halve and becomes")
        return self


@step_kind("total")
class TotalStep(StepRecord):
    """Sum a number over units, and apply each line in the order written. A share is never less than `floor`.

    Without `of`, the total begins with `value`, and each line changes the whole total.

    Assigns NAME (int); `share('NAME', unit)` is the share of one unit.
    """

    prose: ClassVar[StepProse] = StepProse(phase="strengths")

    total: Name
    of: Expression = ""
    value: Expression
    lines: tuple[TotalLine, ...] = ()
    floor: int | None = None

    @property
    def total_name(self) -> str:
        """The name of the total that this step sums, as used in `share(NAME, unit)`."""
        return self.total


@step_kind("column")
class ColumnStep(StepRecord):
    """Find a column by odds (`[attack, defence]`), a differential or a value, rounded and clamped as the table says.

    With `clamp: after`, odds beyond the table stay as they are (`6-1` past `4-1`) until the next shift. Assigns the
    column label to NAME of `as` (word), by default `column`.
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    column: str
    odds: tuple[Expression, Expression] | None = None
    differential: Expression = ""
    value: Expression = ""
    clamp: Literal["", "after"] = ""
    name: Name = Field("column", alias="as")

    @model_validator(mode="after")
    def _check_method(self) -> ColumnStep:
        """Reject a step unless it states exactly one of odds, differential and value."""
        if sum((self.odds is not None, bool(self.differential), bool(self.value))) != 1:
            raise ValueError("a column is found by one kind of number; write one of odds, differential and value")
        return self


class ShiftLine(StepRecord):
    """A column shift to the right (in the attacker's favour) or to the left."""

    right: Expression = ""
    left: Expression = ""

    @model_validator(mode="after")
    def _check_direction(self) -> ShiftLine:
        """Reject a line unless it states exactly one of `right` and `left`."""
        if bool(self.right) == bool(self.left):
            raise ValueError("a line of a shift has one direction; write right or left")
        return self


@step_kind("shift")
class ShiftStep(StepRecord):
    """Shift the column found in a table by the sum of all lines, clamped as the table says.

    With `clamp: after`, the column may stay beyond the table until the next shift or until it is looked up. Assigns the
    new column to the same variable, and NAME_shift (int).
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    shift: str
    lines: tuple[ShiftLine, ...]
    clamp: Literal["", "after"] = ""
    name: Name = Field("column", alias="as")


@step_kind("roll")
class RollStep(StepRecord):
    """Roll dice: `1d6`, `2d6`, `d66`, or `0..9` for one die with these faces.

    Assigns NAME with its modifiers and NAME_natural without them (int). With `faces`, the die shows words (`hit*2 north
    east south west`): then it assigns NAME (word) and takes no modifiers.
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    roll: Name
    dice: str = "1d6"
    faces: Words = ()
    lines: tuple[RollLine, ...] = ()

    @model_validator(mode="after")
    def _check_faces(self) -> RollStep:
        """Reject a step that has both named faces and dice or modifiers."""
        if self.faces and (self.lines or "dice" in self.model_fields_set):
            raise ValueError("a die with words on its faces has no numbers; write faces alone, without dice and lines")
        return self


@step_kind("check")
class CheckStep(StepRecord):
    """Roll dice against a target number. Assigns NAME (bool), NAME_roll and NAME_natural (int).

    `fails_on` and `passes_on` are natural rolls that fail or pass without a comparison. `verbs` are the words of worked
    examples for a check that passes and one that fails.
    """

    check: Name
    dice: str = "1d6"
    at_most: Expression = ""
    less_than: Expression = ""
    at_least: Expression = ""
    more_than: Expression = ""
    lines: tuple[RollLine, ...] = ()
    fails_on: tuple[int, ...] = ()
    passes_on: tuple[int, ...] = ()
    verbs: str = "passes / fails"

    @model_validator(mode="after")
    def _check_comparison(self) -> CheckStep:
        """Reject a step unless it has exactly one comparison, such as `at_most`."""
        if sum(map(bool, (self.at_most, self.less_than, self.at_least, self.more_than))) != 1:
            raise ValueError("a check has one target; write one of at_most, less_than, at_least and more_than")
        return self


class Party(Record):
    """The dice of one party to an opposed roll; `subject` is its name in worked examples."""

    dice: str = "1d6"
    lines: tuple[RollLine, ...] = ()
    subject: str = ""


@step_kind("opposed")
class OpposedStep(StepRecord):
    """Both parties roll, and the higher total wins. Assigns NAME (word: the winner).

    `tie` is `reroll`, the name of a party, or `tie`, which is then the winner's name; it may be an expression in
    braces.
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    opposed: Name
    rolls: dict[str, Party]
    tie: str = "reroll"

    @model_validator(mode="after")
    def _check_two_parties(self) -> OpposedStep:
        """Reject a step unless it has exactly two parties."""
        if len(self.rolls) != 2:
            raise ValueError("two parties roll; write rolls: {one: {dice: 1d6}, other: {dice: 1d6}}")
        return self


@step_kind("look_up")
class LookUpStep(StepRecord):
    """Read a cell of a table, by a number or a label.

    Assigns NAME: an int if all cells are whole numbers, otherwise a word.
    """

    look_up: Name
    table: str = Field(alias="in")
    row: Expression = ""
    column: Expression = ""


@step_kind("set")
class SetStep(StepRecord):
    """Set tracks, facts and variables, in the order written.

    A track with `beyond: clamp` stops at its ends.
    """

    prose: ClassVar[StepProse] = StepProse(follows=True)

    set: dict[str, Expression]

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The names of the variables that this step assigns."""
        return tuple(self.set)
