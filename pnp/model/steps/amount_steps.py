"""Records of steps that find numbers, columns and results."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from pnp.model.record import Record, Words
from pnp.model.step import (
    Assigns,
    Expression,
    Gives,
    Name,
    Number,
    RollLine,
    StepProse,
    StepRecord,
    TableName,
    step_kind,
)


class TotalLine(StepRecord):
    """A change to a total: one of `add`, `times`, `halve` (rounded `up` or `down`) and `becomes`.

    `per: unit` changes the share of each unit, which expressions name `unit`. `per: stack` changes the sum of the units
    in one hex for which `when` is true; `unit` is the first of them. `per: total` changes the whole total once. `it` is
    the number so far.
    """

    add: Number = ""
    """The number that is added."""
    times: Number = ""
    """The number by which it is multiplied."""
    halve: Literal["", "up", "down"] = ""
    """It is halved, and rounded `up` or `down`."""
    becomes: Number = ""
    """The number that replaces it."""
    per: Literal["unit", "stack", "total"] = "unit"
    """Whether the share of each `unit`, the sum of a `stack`, or the `total` changes."""

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

    total: Annotated[Name, Assigns("int")]
    """The variable that gets the total."""
    of: Annotated[str, Gives("units")] = ""
    """The units over which the number is summed; none if the total begins with `value`."""
    value: Annotated[str, Gives("int", each="of")]
    """The number of one unit, or the first number of the total."""
    lines: tuple[TotalLine, ...] = ()
    """Changes to the total, in the order in which they are applied."""
    floor: int | None = None
    """The least share of a unit."""


@step_kind("column")
class ColumnStep(StepRecord):
    """Find a column by odds (`[attack, defence]`), a differential or a value, rounded and clamped as the table says.

    With `clamp: after`, odds beyond the table stay as they are (`6-1` past `4-1`) until the next shift. Assigns the
    column label to NAME of `as` (word), by default `column`.
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    column: TableName
    """The table in which the column is found."""
    odds: Annotated[tuple[str, str] | None, Gives("int")] = None
    """The two numbers whose odds are the column."""
    differential: Number = ""
    """The number of the column of a differential."""
    value: Number = ""
    """The number or label of the column."""
    clamp: Literal["", "after"] = ""
    """`after`: odds beyond the table stay as they are until the next shift."""
    name: Annotated[Name, Assigns("word")] = Field("column", alias="as")
    """The variable that gets the label of the column."""

    @model_validator(mode="after")
    def _check_method(self) -> ColumnStep:
        """Reject a step unless it states exactly one of odds, differential and value."""
        if sum((self.odds is not None, bool(self.differential), bool(self.value))) != 1:
            raise ValueError("a column is found by one kind of number; write one of odds, differential and value")
        return self


class ShiftLine(StepRecord):
    """A column shift to the right (in the attacker's favour) or to the left."""

    right: Number = ""
    """Columns to the right, in the attacker's favour."""
    left: Number = ""
    """Columns to the left."""

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

    shift: TableName
    """The table whose column is shifted."""
    lines: tuple[ShiftLine, ...]
    """The shifts, which are added up."""
    clamp: Literal["", "after"] = ""
    """`after`: the column may stay beyond the table until the next shift or until it is looked up."""
    name: Annotated[Name, Assigns("word", shift="int")] = Field("column", alias="as")
    """The variable with the column, which gets the new one."""


@step_kind("roll")
class RollStep(StepRecord):
    """Roll dice: `1d6`, `2d6`, `d66`, or `0..9` for one die with these faces.

    Assigns NAME with its modifiers and NAME_natural without them (int). With `faces`, the die shows words (`hit*2 north
    east south west`): then it assigns NAME (word) and takes no modifiers.
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    roll: Name
    """The variable that gets the roll with its modifiers."""
    dice: str = "1d6"
    """The dice: `1d6`, `2d6`, `d66`, or `0..9` for one die with these faces."""
    faces: Words = ()
    """Words on the faces of the die, in place of numbers."""
    lines: tuple[RollLine, ...] = ()
    """Modifiers of the roll."""

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

    check: Annotated[Name, Assigns("bool", roll="int", natural="int")]
    """The variable that says whether the check passes."""
    dice: str = "1d6"
    """The dice, such as `2d6`."""
    at_most: Number = ""
    """The target; the check passes at it or below."""
    less_than: Number = ""
    """The target; the check passes below it."""
    at_least: Number = ""
    """The target; the check passes at it or above."""
    more_than: Number = ""
    """The target; the check passes above it."""
    lines: tuple[RollLine, ...] = ()
    """Modifiers of the roll."""
    fails_on: tuple[int, ...] = ()
    """Natural rolls that fail without a comparison."""
    passes_on: tuple[int, ...] = ()
    """Natural rolls that pass without a comparison."""
    verbs: str = "passes / fails"
    """Words of worked examples for a check that passes and one that fails."""

    @model_validator(mode="after")
    def _check_comparison(self) -> CheckStep:
        """Reject a step unless it has exactly one comparison, such as `at_most`."""
        if sum(map(bool, (self.at_most, self.less_than, self.at_least, self.more_than))) != 1:
            raise ValueError("a check has one target; write one of at_most, less_than, at_least and more_than")
        return self


class Party(Record):
    """The dice of one party to an opposed roll; `subject` is its name in worked examples."""

    dice: str = "1d6"
    """The dice of the party."""
    lines: tuple[RollLine, ...] = ()
    """Modifiers of its roll."""
    subject: str = ""
    """Its name in worked examples."""


@step_kind("opposed")
class OpposedStep(StepRecord):
    """Both parties roll, and the higher total wins. Assigns NAME (word: the winner).

    `tie` is `reroll`, the name of a party, or `tie`, which is then the winner's name; it may be an expression in
    braces.
    """

    prose: ClassVar[StepProse] = StepProse(phase="die")

    opposed: Name
    """The variable that gets the winner."""
    rolls: dict[str, Party]
    """The two parties that roll, by name."""
    tie: str = "reroll"
    """What a tie is: `reroll`, the name of a party, or `tie`."""

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
    """The variable that gets the cell."""
    table: TableName = Field(alias="in")
    """The table that is read."""
    row: Expression = ""
    """The number or label of the row."""
    column: Expression = ""
    """The number or label of the column."""


@step_kind("set")
class SetStep(StepRecord):
    """Set tracks, facts and variables, in the order written.

    A track with `beyond: clamp` stops at its ends.
    """

    prose: ClassVar[StepProse] = StepProse(follows=True)

    set: Annotated[dict[str, str], Gives()]
    """Tracks, facts and variables with their new values, in this order."""

    @property
    def assigned_names(self) -> tuple[str, ...]:
        """The names of the variables that this step assigns."""
        return tuple(self.set)
