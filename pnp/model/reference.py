"""Data of the rules booklet and the aids: rules cases, sequence of play, rulings, terms, counts of components."""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from pnp.message import clip
from pnp.model.record import Record, Sourced, Words


def _check_case_number(number: str) -> str:
    """Reject a case number unless it is written with digits and dots, such as `6.5.1`."""
    if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})*", number):
        raise ValueError(f"{clip(number) or repr(number)} is not a case number; write digits and dots, such as 6.5.1")
    return number


def case_number_parts(number: str) -> list[str]:
    """Return the parts of a case number, `6` and `5` for `6.5`; only `6` for `6.0`."""
    parts = [part[:9] for part in number.split(".")]
    if len(parts) > 1 and set(parts[-1]) == {"0"}:
        parts.pop()
    return parts


class Case(Record):
    """A case of the rules reference: number, title, text in Markdown, and depth (1: section).

    If `depth` is not stated, it follows from the number: `6.0` is a section. `file` and `line` are those of the
    heading, if the case was read from a file in Markdown.
    """

    number: Annotated[str, AfterValidator(_check_case_number)]
    title: str
    text: str
    depth: int = Field(default_factory=lambda read: len(case_number_parts(read.get("number", ""))))
    file: str = ""
    line: int = 0


class Phase(Sourced):
    """A phase of the sequence of play: its name, the player who acts, and its steps in words."""

    name: str
    who: str = ""
    steps: tuple[str, ...] = ()


class Ruling(Sourced):
    """A question that the published rules leave open, its options, and the `default` of this edition."""

    asks: str
    default: str
    options: dict[str, str]


class Term(Sourced):
    """A glossary entry. `instead_of` lists words that the kit must not use for this term."""

    says: str
    short: str = ""
    instead_of: tuple[str, ...] = ()


class Abbreviation(Sourced):
    """The meaning of an abbreviation on counters, and the counters that use it."""

    means: str
    used_by: Words = ()


class Credit(Record):
    """A role in making the published game, and the people who filled it."""

    role: str
    names: tuple[str, ...]


ChangeKind: TypeAlias = Literal["correction", "clarification", "omission", "addition"]
"""Why a new edition differs: a value was wrong, unclear or missing, or is new."""
Impact: TypeAlias = Literal["none", "minor", "affects play"]
"""How much a change affects play."""


class Erratum(Sourced):
    """A correction of the published game: the place, the wrong text and the correct text, as printed in the rules.

    `changes` lists the paths of the values that it corrects (`counters.M06.back.word`). `number` is its own number, and
    `supersedes` lists the numbers of earlier corrections that it replaces. `kind` and `impact` are stated in lists of
    changes; by default they follow from the values.
    """

    of: str
    was: str
    now: str
    number: str = ""
    changes: Words = ()
    kind: ChangeKind | Literal[""] = ""
    impact: Impact | Literal[""] = ""
    date: str = ""
    reason: str = ""
    supersedes: Words = ()


class Count(Sourced):
    """A number that the rules state about the components, which a check compares with the data.

    `of` names the things to count. `having` counts only those with these field values; of several words one must match.
    Texts can insert the number of a count with an `id` (`{{ count("towns") }}`).
    """

    id: str = ""
    says: str
    of: Literal["counters", "places", "hexes", "spaces", "steps", "boxes", "cases", "cards"]
    having: dict[str, Words] = {}
    number: int
