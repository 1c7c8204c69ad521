"""Steps of a procedure that work something out: totals, columns, dice, tables, draws and choices.

A condition or a value is an expression, a short text in CEL.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from pnp.model.record import Basis, Record, Words

Expression: TypeAlias = str
"""Text in CEL, such as `unit.attack - 1` or `crosses(unit.hex, target, 'stream')`."""


def _read_name(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise ValueError(f"{value or 'a blank'} is no name; write small letters, digits and _")
    return value


Name: TypeAlias = Annotated[str, AfterValidator(_read_name)]
"""A variable: small letters, digits and `_`."""


class StepRecord(Record):
    """What every step and every line of a step may say: the rule it follows, when it is played, what is said of it.

    `ruling` plays it only under an option of a ruling (`{R-15: named}`; several options with blanks between). In
    `says`, `{...}` puts in the value of an expression.
    """

    rule: Words = ()
    when: Expression = ""
    ruling: dict[str, Words] = {}
    says: str = ""
    basis: Basis = {}


class RollLine(StepRecord):
    """A modifier of a roll of dice."""

    add: Expression


class TotalLine(StepRecord):
    """A change to a total: one of `add`, `times`, `halve` (which way fractions go) and `becomes`.

    `per: unit` changes each unit's share, with `unit` in the expressions; `per: stack` the sum of those units of one
    hex that `when` holds for, `unit` being the first of them; `per: total` the whole, once. `it` is the number so far.
    """

    add: Expression = ""
    times: Expression = ""
    halve: Literal["", "up", "down"] = ""
    becomes: Expression = ""
    per: Literal["unit", "stack", "total"] = "unit"

    @model_validator(mode="after")
    def _one_change(self) -> TotalLine:
        if sum(map(bool, (self.add, self.times, self.halve, self.becomes))) != 1:
            raise ValueError("a line of a total makes one change; write one of add, times, halve and becomes")
        return self


class ShiftLine(StepRecord):
    """Columns to shift, to the right (for the attacker) or to the left."""

    right: Expression = ""
    left: Expression = ""

    @model_validator(mode="after")
    def _one_way(self) -> ShiftLine:
        if bool(self.right) == bool(self.left):
            raise ValueError("a line of a shift goes one way; write right or left")
        return self


class TotalStep(StepRecord):
    """Sum a number over units, line by line: each line in the order written. A share is never below `floor`.

    Gives NAME (int); `share('NAME', unit)` is what one unit brought.
    """

    total: Name
    of: Expression
    value: Expression
    lines: tuple[TotalLine, ...] = ()
    floor: int | None = None


class ColumnStep(StepRecord):
    """Find a column of a table by odds (`[attack, defence]`), a differential or a value, rounded and clamped as the
    table says.

    With `clamp: after` odds beyond the table stay what they are (`6-1` past `4-1`) until shifts have moved them.
    Gives the head as NAME of `as` (word), by default `column`.
    """

    column: str
    odds: tuple[Expression, Expression] | None = None
    differential: Expression = ""
    value: Expression = ""
    clamp: Literal["", "after"] = ""
    name: Name = Field("column", alias="as")

    @model_validator(mode="after")
    def _one_way(self) -> ColumnStep:
        if sum((self.odds is not None, bool(self.differential), bool(self.value))) != 1:
            raise ValueError("a column is found in one way; write one of odds, differential and value")
        return self


class ShiftStep(StepRecord):
    """Shift the column that was found in a table by the sum of all lines, clamped as the table says. With
    `clamp: after` it may stay beyond the table until the next shift, or until it is looked up.

    Gives the new column under the same name, and NAME_shift (int).
    """

    shift: str
    lines: tuple[ShiftLine, ...]
    clamp: Literal["", "after"] = ""
    name: Name = Field("column", alias="as")


class RollStep(StepRecord):
    """Roll dice (`1d6`, `2d6`, `d66`, or `0..9` for one die with these faces). Gives NAME with its modifiers and
    NAME_natural without (int).

    With `faces` one die with words on it (`hit*2 north east south west`); gives NAME (word) and takes no modifiers.
    """

    roll: Name
    dice: str = "1d6"
    faces: Words = ()
    lines: tuple[RollLine, ...] = ()

    @model_validator(mode="after")
    def _words_or_numbers(self) -> RollStep:
        if self.faces and (self.lines or "dice" in self.model_fields_set):
            raise ValueError("a die with words on its faces has no numbers; write faces alone, without dice and lines")
        return self


class LookUpStep(StepRecord):
    """Read a cell of a table, by a number or a head. Gives NAME: an int if all cells are whole numbers, else a word."""

    look_up: Name
    table: str = Field(alias="in")
    row: Expression = ""
    column: Expression = ""


class CheckStep(StepRecord):
    """Roll dice against a number. Gives NAME (bool), NAME_roll and NAME_natural (int).

    `fails_on` and `passes_on` are natural rolls that need no comparison.
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

    @model_validator(mode="after")
    def _one_comparison(self) -> CheckStep:
        if sum(map(bool, (self.at_most, self.less_than, self.at_least, self.more_than))) != 1:
            raise ValueError("a check has one target; write one of at_most, less_than, at_least and more_than")
        return self


class Party(Record):
    """One side's dice of an opposed roll."""

    dice: str = "1d6"
    lines: tuple[RollLine, ...] = ()


class OpposedStep(StepRecord):
    """Both roll, the higher total wins. Gives NAME (word: who won). `tie` is `reroll`, the name of a party, or `tie`,
    which is then the winner's name; it may be an expression in braces.
    """

    opposed: Name
    rolls: dict[str, Party]
    tie: str = "reroll"

    @model_validator(mode="after")
    def _two_parties(self) -> OpposedStep:
        if len(self.rolls) != 2:
            raise ValueError("two parties roll; write rolls: {one: {dice: 1d6}, other: {dice: 1d6}}")
        return self


class DrawStep(StepRecord):
    """Draw from a cup or a deck, blind, without putting back. Gives NAME (a word; words if `count` is written) and
    NAME_rest, what is left.
    """

    draw: Name
    source: Expression = Field(alias="from")
    count: Expression = ""


class AskStep(StepRecord):
    """A player chooses, among the values of a list (`of`) or words (`options`). Gives NAME. `who` is a side, a variable
    that holds one, the side of a unit (`army.side`), or a word.

    One value; with `count` a list of so many, with `up_to` a list of at most so many. Where nobody answers, as in exact
    chances, `policy` does: `first`, `last`, `most: EXPRESSION` or `least: EXPRESSION` of `it`; with a list also `none`
    and `all` (as many as allowed).
    """

    ask: Name
    of: Expression = ""
    options: Words = ()
    who: str = ""
    count: Expression = ""
    up_to: Expression = ""
    policy: str = ""

    @model_validator(mode="after")
    def _something_to_choose(self) -> AskStep:
        if bool(self.of) == bool(self.options):
            raise ValueError("a choice is among something; write of: and a list, or options: and words")
        if self.count and self.up_to:
            raise ValueError("a choice has one number; write count or up_to")
        return self
