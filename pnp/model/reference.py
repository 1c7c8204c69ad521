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
    """A case of the rules reference: number, title, text in Markdown, and depth."""

    number: Annotated[str, AfterValidator(_check_case_number)]
    """The number of the case, such as `6.5.1`; `6.0` is a section."""
    title: str
    """The heading of the case."""
    text: str
    """The wording of the case in Markdown."""
    depth: int = Field(default_factory=lambda read: len(case_number_parts(read.get("number", ""))))
    """The level of its heading, with 1 for a section; by default it follows from the number."""
    file: str = ""
    """The file from which the case was read."""
    line: int = 0
    """The line of its heading in that file."""


class Phase(Sourced):
    """A phase of the sequence of play: its name, the player who acts, and its steps in words."""

    name: str
    """The name of the phase."""
    who: str = ""
    """The player who acts in the phase."""
    steps: tuple[str, ...] = ()
    """The steps of the phase in words."""


class Ruling(Sourced):
    """A question that the published rules leave open, its options, and the `default` of this edition."""

    asks: str
    """The question that the published rules leave open."""
    default: str
    """The option that this edition uses."""
    options: dict[str, str]
    """The possible answers in words, by id."""


class Term(Sourced):
    """A glossary entry."""

    says: str
    """The meaning of the term."""
    short: str = ""
    """The abbreviation of the term."""
    instead_of: tuple[str, ...] = ()
    """Words that the kit must not use for this term."""


class Abbreviation(Sourced):
    """The meaning of an abbreviation on counters, and the counters that use it."""

    means: str
    """The meaning of the abbreviation."""
    used_by: Words = ()
    """The counters on which it is printed."""


class Credit(Record):
    """A role in making the published game, and the people who filled it."""

    role: str
    """The role in making the game, such as development."""
    names: tuple[str, ...]
    """The people who filled this role."""


ChangeKind: TypeAlias = Literal["correction", "clarification", "omission", "addition"]
"""Why a new edition differs: a value was wrong, unclear or missing, or is new."""
Impact: TypeAlias = Literal["none", "minor", "affects play"]
"""How much a change affects play."""


class Erratum(Sourced):
    """A correction of the published game: the place, the wrong text and the correct text, as printed in the rules.

    `kind` and `impact` are stated in lists of changes; by default they follow from the values. Errata of
    `kind: addition` are printed under "Changes in this edition", the others under "Published errata".
    """

    of: str
    """The place in the published game, as printed in the rules."""
    was: str
    """The wrong text, as published."""
    now: str
    """The text as it should be."""
    number: str = ""
    """The number of the correction."""
    changes: Words = ()
    """The values that it corrects, by their paths, such as `counters.M06.back.word`."""
    kind: ChangeKind | Literal[""] = ""
    """Why the value differs: it was wrong, unclear or missing, or is new."""
    impact: Impact | Literal[""] = ""
    """How much the change affects play."""
    date: str = ""
    """The date of the correction."""
    reason: str = ""
    """The reason for the correction."""
    supersedes: Words = ()
    """The numbers of earlier corrections that it replaces."""


class Count(Sourced):
    """A number that the rules state about the components, which a check compares with the data.

    Texts insert it with `{{ count("towns") }}`, by its `id`.
    """

    id: str = ""
    """The id by which texts insert the number."""
    says: str
    """The statement of the rules in words."""
    of: Literal["counters", "places", "hexes", "spaces", "steps", "boxes", "cases", "cards"]
    """The things that are counted."""
    having: dict[str, Words] = {}
    """The values that the counted things have; of several words, one must match."""
    number: int
    """The number that the rules state."""
