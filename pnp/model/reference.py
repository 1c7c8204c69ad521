"""The rules reference and everything else that is read: cases, sequence, rulings, glossary, credits, aids, counts."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pnp.message import clip
from pnp.model.chance import ChanceTable
from pnp.model.record import Record, Sourced, Words


def _is_case_number(number: str) -> str:
    if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})*", number):
        raise ValueError(f"{clip(number) or repr(number)} is not a case number; write digits and dots, such as 6.5.1")
    return number


class Case(Record):
    """One numbered case of the rules reference: number and title as headed, its text in Markdown, its depth (1 for a
    section).
    """

    number: Annotated[str, AfterValidator(_is_case_number)]
    title: str
    text: str
    depth: int
    file: str
    line: int


class Phase(Sourced):
    """A phase of the sequence of play: who acts, and its steps in words."""

    name: str
    who: str = ""
    steps: tuple[str, ...] = ()


class Ruling(Sourced):
    """A question that the published rules leave open: the options, and which one this edition plays by."""

    asks: str
    default: str
    options: dict[str, str]


class Term(Sourced):
    """A glossary entry. `instead_of` are words that the kit must not use for it."""

    says: str
    short: str = ""
    instead_of: tuple[str, ...] = ()


class Abbreviation(Sourced):
    """What an abbreviation on counters stands for, and the counters that use it."""

    means: str
    used_by: Words = ()


class Credit(Record):
    """A role of the published game and who filled it."""

    role: str
    names: tuple[str, ...]


class Erratum(Sourced):
    """A correction the publisher printed: of what, how it read, how it reads now."""

    of: str
    was: str
    now: str


class Count(Sourced):
    """A number that the rules state about the components. `of` is what is counted, `having` narrows it by field values
    (a value is a word, or several of which one must match).
    """

    says: str
    of: Literal["counters", "places", "hexes", "spaces", "steps", "boxes", "cases", "cards"]
    having: dict[str, Words] = {}
    number: int


class AidBlock(Record):
    """One block of a player aid: which kind, of what (ids), and how wide (share of the page's twelve columns); of
    chances, what is asked.
    """

    kind: Literal[
        "table",
        "modifiers",
        "terrain",
        "sequence",
        "entries",
        "track",
        "text",
        "counters",
        "codes",
        "symbols",
        "chances",
    ]
    of: Words = ()
    asks: ChanceTable | None = None
    title: str = ""
    hint: str = ""
    text: str = ""
    wide: Annotated[int, Field(ge=1, le=12)] = 12


class AidPage(Record):
    """One page of the player aids: rows of blocks, blocks of a row side by side."""

    title: str
    rows: tuple[tuple[AidBlock, ...], ...]
