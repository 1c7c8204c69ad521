"""Tables of exact chances on player aids: which cases of which procedures are asked, and what of them is shown."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from pnp.model.example import Answer, GivenValue, Texts
from pnp.model.record import Record, Words


def _read_heads(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """`1 2 3`, `1-6` or a list: values that are their own heads."""
    if isinstance(value, str):
        first, dash, last = value.strip().partition("..") if ".." in value else ("", "", "")
        words = [str(n) for n in range(int(first), int(last) + 1)] if dash else value.replace(",", " ").split()
        return {word: word for word in words}
    return {str(word): word for word in value} if isinstance(value, (list, tuple)) else value


class Varied(Record):
    """What varies along a table of chances: a name that the procedures are given or work out, a track or a fact; its
    values, by the heads they are printed under (`1 2 3` and `-2..4` are their own heads); and what it is called.
    """

    name: str = ""
    of: str
    values: Annotated[dict[str, str], BeforeValidator(_read_heads)]


class Asked(Record):
    """A case of a procedure whose chances are asked: what it is given, how things stand, which options rule, and what
    tells results apart.
    """

    procedure: str = ""
    given: dict[str, GivenValue] = {}
    place: dict[str, Texts] = {}
    markers: dict[str, Texts] = {}
    control: dict[str, str] = {}
    tracks: dict[str, str] = {}
    rulings: dict[str, str] = {}
    choices: dict[str, Answer] = {}
    outcome: str = ""


Results: TypeAlias = Annotated[dict[str, str], BeforeValidator(_read_heads)]


class ChanceLine(Asked):
    """A line of a table of chances: how likely it is that an expression is true (`outcome`), or what it is on average
    (`mean`); with `results` a line for each value of the outcome that is named, under its head.
    """

    name: str = ""
    mean: bool = False
    results: Results = {}
    rule: Words = ()


class ChanceTable(Asked):
    """A table of exact chances, worked out by the engine. What its lines do not say, the table says for all.

    `across` is what varies; `turned` puts it down the side instead. Chances are printed in percent, in sixths or
    another number of equal parts.
    """

    across: Varied
    lines: tuple[ChanceLine, ...]
    turned: bool = False
    parts: int = Field(100, alias="in")

    @model_validator(mode="before")
    @classmethod
    def _parts_in_words(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """`in: percent`, `in: sixths`."""
        known = {"percent": "100", "sixths": "6", "thirty-sixths": "36"}
        if isinstance(value, dict) and str(value.get("in", "")) in known:
            return {**value, "in": known[str(value["in"])]}
        return value
