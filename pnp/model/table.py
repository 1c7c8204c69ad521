"""Tables: columns by rolls, every cell text as printed; the codes say what the cells mean."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pnp.model.procedure import ResultCall
from pnp.model.record import Record, Sourced, Words

AXES = ("odds", "differential", "roll", "value", "kind")


class Axis(Record):
    """The heads along one side of a table.

    `by` says what they are: `odds` (1-3 is 1:3), a strength `differential`, a die `roll`, a number `value` (a level, a
    turn), or a `kind` (names). `of` is the dice (`1d6`), the track or what the names are of. `heads` are printed as
    written; for rolls, values and differentials each is a number or a range: `4`, `1-3`, `-3..-1`, `0-` (0 or less),
    `7+`. `reach` is the span of numbers that can come up after modifiers (`-4..8`). `beyond` says what happens off the
    ends. `second` is another set of heads, one for each, printed beside them: a table of dice that high or low rolls
    read.
    """

    by: Literal["odds", "differential", "roll", "value", "kind"]
    of: str = ""
    heads: Words
    reach: str = ""
    round: Literal["", "defender", "attacker", "nearest"] = ""
    beyond: Literal["", "clamp", "none"] = ""
    name: str = ""
    second: Words = ()

    @model_validator(mode="after")
    def _one_for_each(self) -> Axis:
        if self.second and len(self.second) != len(self.heads):
            raise ValueError(f"{len(self.second)} second heads for {len(self.heads)}; write one for each")
        return self

    @property
    def labels(self) -> tuple[str, ...]:
        """The heads as they are printed."""
        pairs = zip(self.heads, self.second, strict=True) if self.second else ()
        return tuple(f"{one} or {other}" for one, other in pairs) or self.heads

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """`{odds: 1-1 2-1}` is `{by: odds, heads: 1-1 2-1}`; `{roll: 1d6}` alone has one head for each face."""
        if not isinstance(value, dict):
            return value
        for axis in AXES:
            if axis in value:
                rest = {k: v for k, v in value.items() if k != axis}
                if axis in ("odds", "differential", "kind") and "heads" not in rest:
                    return {"by": axis, "heads": value[axis], **rest}
                made = {"by": axis, "of": value[axis], **rest}
                die = re.fullmatch(r"1d([1-9]\d?|100)", value[axis]) if isinstance(value[axis], str) else None
                if axis == "roll" and "heads" not in rest and die:
                    made["heads"] = tuple(str(n) for n in range(1, int(die[1]) + 1))
                return made
        return value


class Code(Sourced):
    """What a result means, in words, and what it does when a procedure applies it.

    `do` is a procedure to run (`{run: PROCEDURE, with: {...}}`), or one for each part of a result (`{attacker: {run:
    ...}, defender: {...}}`); `{}` if nothing happens.
    """

    says: str
    do: dict[str, ResultCall] | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_for_all(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """A procedure alone is for the whole result."""
        if isinstance(value, dict) and isinstance(value.get("do"), dict) and "run" in value["do"]:
            return {**value, "do": {"": value["do"]}}
        return value


class Table(Sourced):
    """A table of the game. `cells` is one line of text per row, cells parted by blanks (or by `|` where cells hold
    blanks).

    A table of one column may leave out `columns`; each line is then one cell. `codes` explains results; `basis` paths
    are `row/column` heads. `hint` is the line at the head of the printed table, `notes` stand under it. `ranks` are
    results from the mildest to the worst for whom they befall, and `worse` says whether high or low rolls are worse
    for the defender: tables that declare ranks are checked for cells out of order. `within` is the span that the
    numbers of a column stay in, by its head: `{Hits on: 2..10}`.
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

    @model_validator(mode="before")
    @classmethod
    def _cells_from_text(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """A block of text is split into rows and cells."""
        if isinstance(value, dict) and isinstance(value.get("cells"), str):
            rows = [line.strip() for line in value["cells"].strip().splitlines() if line.strip()]
            if "columns" not in value and not any("|" in row for row in rows):
                return {**value, "cells": tuple((row,) for row in rows)}
            split = tuple(tuple(c.strip() for c in r.split("|")) if "|" in r else tuple(r.split()) for r in rows)
            return {**value, "cells": split}
        return value


class Modifier(Sourced):
    """One line of a list of modifiers: its effect as printed (`+1`, `right 1`, `x2`) and when it applies, in words."""

    effect: str
    says: str


class ModifierList(Sourced):
    """Modifiers of one kind: column shifts, changes to combat factors, changes to a die."""

    name: str
    hint: str = ""
    lines: tuple[Modifier, ...]


class Space(Sourced):
    """One box of a track: its big label, and small lines under it."""

    label: str
    lines: tuple[str, ...] = ()
    tint: Literal["", "bad", "low", "good", "start"] = ""


class Track(Sourced):
    """A row of boxes that a marker moves along. `start` is the label where play begins. `across` is how many stand in a
    row (0: all). `beyond: clamp` stops the marker at the ends in play. `beside: true` says that its marker lies beside
    the spaces, so that they may be smaller than a counter.
    """

    name: str
    hint: str = ""
    spaces: tuple[Space, ...]
    start: str = ""
    marker: Words = ()
    across: int = 0
    beyond: Literal["", "clamp"] = ""
    beside: bool = False


class Box(Sourced):
    """A box off the map for counters: heading, text, room for so many counters side by side."""

    name: str
    says: str = ""
    holds: Annotated[int, Field(ge=1, le=999)] = 1
