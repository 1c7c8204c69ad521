"""Tables, modifiers, tracks and boxes. Cells of tables are texts as printed; codes explain them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pnp.model.parsing import MAX_FACES, UNBOUNDED, parse_dice, parse_label, parse_range
from pnp.model.procedure import ResultCall
from pnp.model.record import Colour, Record, Sourced, Words

AXES = ("odds", "differential", "roll", "value", "kind")


class Axis(Record):
    """The labels along one side of a table.

    `by` says what they are: `odds` (1-3 is 1:3), a strength `differential`, a die `roll`, a number `value` (a level, a
    turn), or a `kind` (names). `of` is the dice (`1d6`), the track, or what the names are. `heads` are the labels,
    printed as written; for rolls, values and differentials each one is a number or a range: `4`, `1-3`, `-3..-1`, `0-`
    (0 or less), `7+`. `reach` is the range of possible numbers after modifiers (`-4..8`). `beyond` says what happens
    past the ends. `below: refused` says that the rules do not allow odds below the first column.
    """

    by: Literal["odds", "differential", "roll", "value", "kind"]
    of: str = ""
    heads: Words
    reach: str = ""
    round: Literal["", "defender", "attacker", "nearest"] = ""
    beyond: Literal["", "clamp", "none"] = ""
    below: Literal["", "refused"] = ""
    name: str = ""

    @model_validator(mode="before")
    @classmethod
    def _read_short_form(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Parse the short form of an axis, such as `{odds: 1-1 2-1}` or `{roll: 1d6}`, into all its fields.

        With one die, there is a label for each of its faces.
        """
        if not isinstance(value, dict):
            return value
        for axis in AXES:
            if axis in value:
                rest = {k: v for k, v in value.items() if k != axis}
                if axis in ("odds", "differential", "kind") and "heads" not in rest:
                    return {"by": axis, "heads": value[axis], **rest}
                made = {"by": axis, "of": value[axis], **rest}
                die = parse_dice(value[axis]) if isinstance(value[axis], str) else None
                if axis == "roll" and "heads" not in rest and die and die.number == 1 and die.faces <= MAX_FACES:
                    made["heads"] = tuple(str(number) for number in die.results[0].numbers)
                return made
        if "by" not in value:
            message = (
                "nothing says what the labels of this axis are; write kind: for names, odds:, differential:, roll:"
            )
            raise ValueError(f"{message} or value:")
        return value

    @property
    def printed_heads(self) -> tuple[str, ...]:
        """The labels as they are printed: the outer ones are open if numbers beyond them are read there.

        >>> Axis(by="differential", heads="-1 0 1..2", beyond="clamp").printed_heads
        ('-1-', '0', '1+')
        """
        read = [parse_label(head) for head in self.heads]
        labels = [label for label in read if label is not None]
        reach = parse_range(self.reach)
        if self.beyond != "clamp" or len(labels) != len(self.heads) or not labels:
            return self.heads
        if self.by not in ("differential", "roll", "value") or (self.by == "value" and reach is None):
            return self.heads
        first, last = labels.index(min(labels)), labels.index(max(labels))
        heads = list(self.heads)
        if labels[first].low > -UNBOUNDED and (reach is None or reach.low < labels[first].low):
            heads[first] = f"{_as_in(heads[first], labels[first].high)}-"
        if first != last and labels[last].high < UNBOUNDED and (reach is None or reach.high > labels[last].high):
            heads[last] = f"{_as_in(heads[last], labels[last].low)}+"
        return tuple(heads)

    @property
    def beyond_odds(self) -> str:
        """The sentence about odds beyond the columns, as it is printed; empty for other labels and without a rule.

        >>> Axis(by="odds", heads="1-2 1-1 2-1", beyond="clamp").beyond_odds
        'Treat higher odds than 2-1 as 2-1, and lower odds than 1-2 as 1-2.'
        """
        if self.by != "odds" or self.beyond != "clamp":
            return ""
        first, last = self.heads[0], self.heads[-1]
        higher = f"Treat higher odds than {last} as {last}"
        return f"{higher}." if self.below else f"{higher}, and lower odds than {first} as {first}."


def _as_in(head: str, number: int) -> str:
    """Return a number with a plus sign if the label of the data has one."""
    return f"+{number}" if "+" in head and number > 0 else str(number)


class Code(Sourced):
    """The meaning of a result in words, and its effect when a procedure applies it.

    `do` is a procedure to run (`{run: PROCEDURE, with: {...}}`), or one for each part of a result (`{attacker: {run:
    ...}, defender: {...}}`); `{}` if it has no effect. `prints` is the clause that worked examples print for it, or
    one for each part of a result; without it they print `says`. `colour` is the ground of the result where the table is
    printed on a map sheet. `suffers` says how badly the result hurts each side, from 1 (disrupted, one step) to 3
    (eliminated); a side without a number suffers nothing. It decides the colours of a combat results table.
    """

    says: str
    prints: str | dict[str, str] = ""
    colour: Colour | None = None
    do: dict[str, ResultCall] | None = None
    suffers: dict[Literal["attacker", "defender"], Annotated[int, Field(ge=1, le=3)]] = {}

    def printed(self, part: str) -> str:
        """Return the clause of a worked example for the code; `part` is the party it concerns, such as `attacker`."""
        words = (self.prints if isinstance(self.prints, str) else self.prints.get(part, "")) or self.says
        return words[:1].lower() + words[1:].removesuffix(".")

    @model_validator(mode="before")
    @classmethod
    def _read_single_call(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Convert a single procedure call under `do` to the effect of the whole result."""
        if isinstance(value, dict) and isinstance(value.get("do"), dict) and "run" in value["do"]:
            return {**value, "do": {"": value["do"]}}
        return value


class Table(Sourced):
    """A table of the game.

    `cells` has one line of text per row, with cells separated by blanks (or by `|` if cells contain blanks). A table of
    one column may leave out `columns`; each line is then one cell. `codes` explains results; the paths of `basis` are
    `row/column` labels. `hint` is printed at the top of the table, `notes` under it. `ranks` lists results from the
    mildest to the worst, and `worse` says whether high or low rolls are worse for the defender; such tables are checked
    for cells out of order. `within` is the range of the numbers in a column, by its label: `{Hits on: 2..10}`. `unit`
    is printed after the numbers.
    """

    name: str
    hint: str = ""
    columns: Axis | None = None
    rows: Axis
    cells: tuple[tuple[str, ...], ...]
    codes: dict[str, Code] = {}
    notes: tuple[str, ...] = ()
    crt: bool = False
    ranks: Words = ()
    worse: Literal["high", "low"] = "high"
    within: dict[str, str] = {}
    unit: str = ""

    def with_unit(self, text: str) -> str:
        """Return the text of a cell, with the unit after it if it is a number."""
        return f"{text}\u00a0{self.unit}" if self.unit and text.isdecimal() else text

    @model_validator(mode="before")
    @classmethod
    def _read_cells(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Parse the block of text under `cells` into rows and cells."""
        if isinstance(value, dict) and isinstance(value.get("cells"), str):
            rows = [line.strip() for line in value["cells"].strip().splitlines() if line.strip()]
            if "columns" not in value and not any("|" in row for row in rows):
                return {**value, "cells": tuple((row,) for row in rows)}
            split = tuple(tuple(c.strip() for c in r.split("|")) if "|" in r else tuple(r.split()) for r in rows)
            return {**value, "cells": split}
        return value


class Modifier(Sourced):
    """One modifier: its effect as printed (`+1`, `right 1`, `x2`) and its condition in words.

    Steps, map rules and terrain name it by the id of its list and its own `id` (`line: shifts.night`).
    """

    id: str = ""
    effect: str
    says: str


class ModifierList(Sourced):
    """Modifiers of one kind: column shifts, changes to combat factors, or die-roll modifiers."""

    name: str
    hint: str = ""
    lines: tuple[Modifier, ...]


class Space(Sourced):
    """One space of a track: its label in large type, and small lines under it.

    On a panel of a map sheet it may also have a small `picture` and, as `pills`, a text for each side in its colour.
    """

    label: str
    lines: tuple[str, ...] = ()
    tint: Literal["", "bad", "low", "good", "start", "night"] = ""
    picture: str = ""
    pills: dict[str, str] = {}


class Track(Sourced):
    """A row of spaces that a marker moves along.

    `start` is the label at the start of play. `across` is the number of spaces in a row (0: all). `beyond: clamp` stops
    the marker at the ends. With `beside: true` the marker is placed beside the spaces, which may then be smaller than a
    counter. With `sides`, each space on a panel of a map sheet is divided into one part for the marker of each side.
    `row_heads` say what the small lines in the spaces are, and are printed at the left of the first space of a row.
    """

    name: str
    hint: str = ""
    spaces: tuple[Space, ...]
    start: str = ""
    marker: Words = ()
    across: int = 0
    row_heads: tuple[str, ...] = ()
    beyond: Literal["", "clamp"] = ""
    beside: bool = False
    sides: Words = ()


class Box(Sourced):
    """A box off the map for counters: heading, text, and room for so many counters side by side."""

    name: str
    says: str = ""
    holds: Annotated[int, Field(ge=1, le=999)] = 1
