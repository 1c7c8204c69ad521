"""Tables of exact chances on player aids: which cases of which procedures are asked, and what of them is shown."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, field_validator, model_validator

from pnp.model.example import Answer, GivenValue, Texts
from pnp.model.parsing import parse_range
from pnp.model.record import Record, Words

MOST_HEADS = 60
"""More values than a page has room for; a slip of the pen such as `1..10000` would be worked out for hours."""
_PARTS = {"percent": "100", "sixths": "6", "thirty-sixths": "36"}


def _read_heads(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """`1 2 3`, `1..6` or a list: values that are their own heads; with a plus (`-2..+4`) their signs are printed."""
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and ".." in value:
        return _read_span(value.strip())
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)):
        return value
    if twice := [word for i, word in enumerate(words) if word in words[:i]]:
        raise ValueError(f"{twice[0]} is written twice; keep one of them")
    return {str(word): word for word in words}


def _read_span(text: str) -> dict[str, str]:
    span = parse_range(text)
    if span is None:
        raise ValueError(f"{text} is not a range; write the least and the greatest number, such as -4..2")
    numbers = span.numbers
    if len(numbers) > MOST_HEADS:
        raise ValueError(f"{text} are {len(numbers)} values; write {MOST_HEADS} at most")
    return {f"{n:+d}" if "+" in text and n else str(n): str(n) for n in numbers}


class Varied(Record):
    """What varies along a table of chances: a name that the procedures are given or work out, a track or a fact; its
    values, by the heads they are printed under (`1 2 3` and `-2..4` are their own heads, `-2..+4` with signs); and
    what it is called.
    """

    name: str = ""
    of: str
    values: Annotated[dict[str, str], BeforeValidator(_read_heads)]

    @field_validator("values")
    @classmethod
    def _some_values(cls, value: dict[str, str]) -> dict[str, str]:
        if not value:
            raise ValueError("nothing varies; write the values, such as 1..6")
        return value


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
    (`mean`); with `results` a line for each value of the outcome that is named, under its head. `certain` prints the
    outcome itself, where there can be only one: what a table says, what odds come to.
    """

    name: str = ""
    mean: bool = False
    certain: bool = False
    results: Results = {}
    rule: Words = ()


class ChanceTable(Asked):
    """A table of exact chances, worked out by the engine. What its lines do not say, the table says for all.

    `across` is what varies; `turned` puts it down the side instead. Chances are printed in percent (with so
    many `digits` after the point), in sixths or another number of equal parts. With `bars` each has a small bar under
    it, of as many boxes as there are parts.
    """

    across: Varied
    lines: tuple[ChanceLine, ...]
    turned: bool = False
    bars: bool = False
    parts: int = Field(100, alias="in")
    digits: int = Field(0, ge=0, le=2)

    @model_validator(mode="before")
    @classmethod
    def _parts_in_words(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """`in: percent`, `in: sixths`."""
        if isinstance(value, dict) and str(value.get("in", "")) in _PARTS:
            return {**value, "in": _PARTS[str(value["in"])]}
        return value

    @field_validator("parts")
    @classmethod
    def _some_parts(cls, value: int) -> int:
        if not 2 <= value <= 1000:
            raise ValueError(f"chances are not printed in {value} parts; write percent, sixths or thirty-sixths")
        return value

    @field_validator("lines")
    @classmethod
    def _some_lines(cls, value: tuple[ChanceLine, ...]) -> tuple[ChanceLine, ...]:
        if not value:
            raise ValueError("nothing is asked; write a line with its outcome")
        return value
