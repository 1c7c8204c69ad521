"""Tables, modifiers, tracks and boxes. Cells of tables are texts as printed; codes explain them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.parsing import MAX_FACES, UNBOUNDED, parse_dice, parse_head, parse_range
from pnp.model.procedure import ResultCall
from pnp.model.record import Colour, Record, Sourced, Words

AXES = ("odds", "differential", "roll", "value", "kind")


class Axis(Record):
    """The heads along one side of a table.

    `heads` are printed as written. For rolls, values and differentials each one is a number or a range: `4`, `1-3`,
    `-3..-1`, `0-` (0 or less), `7+`. Odds of `1-3` are 1:3.
    """

    by: Literal["odds", "differential", "roll", "value", "kind"]
    """The kind of heads: odds, a differential, a die roll, a number or names."""
    of: str = ""
    """The dice such as `1d6`, the track, or what the names are."""
    heads: Words
    """The heads, each a number, a range such as `1-3` or `7+`, odds, or a name."""
    reach: str = ""
    """The range of possible numbers after modifiers, such as `-4..8`."""
    round: Literal["", "defender", "attacker", "nearest"] = ""
    """The party in whose favour odds are rounded, or `nearest`."""
    beyond: Literal["", "clamp", "none"] = ""
    """The result past the ends: with `clamp` that of the last head, with `none` there is no result."""
    below: Literal["", "refused"] = ""
    """With `refused`, the rules do not allow odds below the first column."""
    name: str = ""
    """The heading of the heads, such as `Odds`."""

    @model_validator(mode="before")
    @classmethod
    def _read_short_form(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Parse the short form of an axis, such as `{odds: 1-1 2-1}` or `{roll: 1d6}`, into all its fields.

        With one die, there is a head for each of its faces.
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
            message = "nothing says what the heads of this axis are; write kind: for names, odds:, differential:, roll:"
            raise ValueError(f"{message} or value:")
        return value

    @property
    def printed_heads(self) -> tuple[str, ...]:
        """The heads as they are printed: the outer ones are open if numbers beyond them are read there.

        >>> Axis(by="differential", heads="-1 0 1..2", beyond="clamp").printed_heads
        ('-1-', '0', '1+')
        """
        read = [parse_head(head) for head in self.heads]
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
        """The sentence about odds beyond the columns, as it is printed; empty for other heads and without a rule.

        >>> Axis(by="odds", heads="1-2 1-1 2-1", beyond="clamp").beyond_odds
        'Treat higher odds than 2-1 as 2-1, and lower odds than 1-2 as 1-2.'
        """
        if self.by != "odds" or self.beyond != "clamp":
            return ""
        first, last = self.heads[0], self.heads[-1]
        higher = f"Treat higher odds than {last} as {last}"
        return f"{higher}." if self.below else f"{higher}, and lower odds than {first} as {first}."


def _as_in(head: str, number: int) -> str:
    """Return a number with a plus sign if the head of the data has one."""
    return f"+{number}" if "+" in head and number > 0 else str(number)


class Code(Sourced):
    """The meaning of a result in words, and its effect when a procedure applies it.

    `do` is a procedure to run (`{run: PROCEDURE, with: {...}}`), or one for each part of a result (`{attacker: {run:
    ...}, defender: {...}}`); `{}` if it has no effect. Without `prints`, worked examples print `says`. A side without a
    number in `suffers` suffers nothing.
    """

    says: str
    """The meaning of the result in words."""
    prints: str | dict[str, str] = ""
    """The clause that worked examples print for the result, or one for each of its parts."""
    colour: Colour | None = None
    """The colour behind the result in a table on a map sheet."""
    do: dict[str, ResultCall] | None = None
    """The procedure that applies the result, or one for each part of it."""
    suffers: dict[Literal["attacker", "defender"], Annotated[int, Field(ge=1, le=3)]] = {}
    """How badly the result hurts each side, from 1 (one step) to 3 (eliminated)."""

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

    The paths of `basis` are `row/column` heads. Tables with `ranks` are checked for cells out of order. `within` is
    written by column: `{Hits on: 2..10}`.
    """

    name: str
    """The name of the table."""
    hint: str = ""
    """A short instruction at the top of the table."""
    columns: Axis | None = None
    """The heads along the top; a table of one column may leave them out."""
    rows: Axis
    """The heads down the side."""
    cells: tuple[tuple[str, ...], ...]
    """One line of text for each row, its cells separated by blanks or by `|`."""
    codes: dict[str, Code] = {}
    """The meaning of each result code."""
    notes: tuple[str, ...] = ()
    """Notes that are printed under the table."""
    crt: bool = False
    """Whether it is a combat results table, whose results are coloured by their severity."""
    ranks: Words = ()
    """The results from the mildest to the worst, for the check of their order."""
    worse: Literal["high", "low"] = "high"
    """Whether high or low rolls are worse for the defender."""
    within: dict[str, str] = {}
    """The range of the numbers in a column, by its head."""
    unit: str = ""
    """The unit that is printed after the numbers."""

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
    """The id by which steps, map rules and terrain name the modifier."""
    effect: str
    """The effect as printed, such as `+1`, `right 1` or `x2`."""
    says: str
    """The condition of the modifier in words."""


class ModifierList(Sourced):
    """Modifiers of one kind: column shifts, changes to combat factors, or die-roll modifiers."""

    name: str
    """The heading of the list."""
    hint: str = ""
    """A short instruction under the heading."""
    lines: tuple[Modifier, ...]
    """The modifiers in the order in which they are printed."""


class Space(Sourced):
    """One space of a track: its label in large type, and small lines under it."""

    label: str
    """The number or word in large type."""
    lines: tuple[str, ...] = ()
    """Small lines under the label, such as a date."""
    tint: Literal["", "bad", "low", "good", "start", "night"] = ""
    """The colour of the space: `bad`, `low` or `good` for a player, the `start`, or a `night` turn."""
    picture: str = ""
    """A small picture in the space, on a panel of a map sheet."""
    pills: dict[str, str] = {}
    """A text for each side in its colour, on a panel of a map sheet."""


def _read_space(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse the short form of a space, its label, into a mapping."""
    return {"label": value} if isinstance(value, str) else value


AnySpace: TypeAlias = Annotated[Space, BeforeValidator(_read_space)]


class Track(Sourced):
    """A row of spaces that a marker moves along."""

    name: str
    """The name of the track."""
    hint: str = ""
    """A short instruction beside the name."""
    spaces: tuple[AnySpace, ...]
    """The spaces in their order, each a record, or only its label."""
    start: str = ""
    """The label of the space where the marker begins."""
    marker: Words = ()
    """The ids of the markers that move along the track."""
    across: int = 0
    """The number of spaces in a row; 0 puts them all in one."""
    row_heads: tuple[str, ...] = ()
    """Headings of the small lines in the spaces, printed at the left of each row."""
    beyond: Literal["", "clamp"] = ""
    """With `clamp`, the marker stops at the ends of the track."""
    beside: bool = False
    """Whether the marker is placed beside the spaces, which may then be smaller than a counter."""
    sides: Words = ()
    """The sides that each have a part of every space, on a panel of a map sheet."""


class Box(Sourced):
    """A box off the map for counters: heading, text, and room for so many counters side by side."""

    name: str
    """The heading of the box."""
    says: str = ""
    """The text in the box."""
    holds: Annotated[int, Field(ge=1, le=999)] = 1
    """The number of counters for which the box has room side by side."""
