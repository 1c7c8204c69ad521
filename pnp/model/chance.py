"""Tables of exact probabilities on player aids: the cases to compute, and the results to print."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, field_validator, model_validator

from pnp.model.example import Answer, GivenValue, Texts
from pnp.model.parsing import parse_range
from pnp.model.record import Record, Words

MOST_HEADS = 60
"""The greatest number of values; a typing error such as `1..10000` would take hours to compute."""
_PARTS = {"percent": "100", "sixths": "6", "thirty-sixths": "36"}


def _read_heads(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse values such as `1 2 3` or `1..6` into a mapping from printed heading to value.

    `-2..+4` prints the signs. Mappings are unchanged.
    """
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and ".." in value:
        return _read_range(value.strip())
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)):
        return value
    if twice := [word for i, word in enumerate(words) if word in words[:i]]:
        raise ValueError(f"the value {twice[0]} is written twice; keep one of them")
    return {str(word): word for word in words}


def _read_range(text: str) -> dict[str, str]:
    """Parse a range such as `-4..2` into a mapping from printed heading to number."""
    span = parse_range(text)
    if span is None:
        raise ValueError(f"{text} is not a range; write the least and the greatest number, such as -4..2")
    numbers = span.numbers
    if len(numbers) > MOST_HEADS:
        raise ValueError(f"the range {text} has {len(numbers)} values; write at most {MOST_HEADS}")
    return {f"{n:+d}" if "+" in text and n else str(n): str(n) for n in numbers}


class TableVariable(Record):
    """The variable along one edge of a table of probabilities: its printed name and its values.

    The values `1 2 3` and `-2..4` are their own heads, and `-2..+4` prints the signs.
    """

    name: str = ""
    """The printed name of the variable."""
    of: str
    """The argument, result, track, fact or ruling that varies."""
    values: Annotated[dict[str, str], BeforeValidator(_read_heads)]
    """Its values, such as `1 2 3` or `-2..4`, or values by printed head."""

    @field_validator("values")
    @classmethod
    def _check_values(cls, value: dict[str, str]) -> dict[str, str]:
        """Reject a variable without values."""
        if not value:
            raise ValueError("there are no values; write some, such as 1..6")
        return value


class ChanceQuery(Record):
    """A query for the probabilities of a procedure: its arguments, the set-up, the rulings and the choices."""

    procedure: str = ""
    """The id of the procedure that is played."""
    given: dict[str, GivenValue] = {}
    """The arguments of the procedure."""
    place: dict[str, Texts] = {}
    """The units in each hex or box."""
    markers: dict[str, Texts] = {}
    """The markers in each hex or on each hexside."""
    control: dict[str, str] = {}
    """The side that controls a hex, by hex number."""
    tracks: dict[str, str] = {}
    """The values of tracks and facts; others have their starting values."""
    rulings: dict[str, str] = {}
    """The options of rulings that are in force, if they are not the defaults."""
    choices: dict[str, Answer] = {}
    """The decisions of the players, by the names of the steps."""
    alike: Words = ()
    """Equal units that are interchangeable, so that states that differ only in them are merged."""
    outcome: str = ""
    """The expression by whose value the results are grouped."""


Results: TypeAlias = Annotated[dict[str, str], BeforeValidator(_read_heads)]


class ChanceLine(ChanceQuery):
    """A line of a table of probabilities.

    It prints the chance that the `outcome` is true, or what its keys say. `certain` is for values such as the odds
    column of given strengths. `on_map` is for the first line of a chance map: its outcome is a hex number, or a text
    that begins with one.
    """

    name: str = ""
    """The printed name of the line."""
    mean: bool = False
    """Whether the line prints the mean of the outcome, not a chance."""
    certain: bool = False
    """Whether the line prints the outcome itself, of which only one is possible."""
    on_map: bool = False
    """Whether the outcome is a hex, whose chances a chance map shows."""
    results: Results = {}
    """Values of the outcome that each have a line, by the head of the line."""
    rule: Words = ()
    """The cases of the rules that the line follows."""


class ChanceTable(ChanceQuery):
    """A table of exact probabilities, which the engine computes.

    The keys of the table apply to all lines that do not have the key.
    """

    across: TableVariable
    """The variable along the top of the table."""
    lines: tuple[ChanceLine, ...]
    """The lines of the table."""
    turned: bool = False
    """Whether the variable is at the side of the table, not along its top."""
    bars: bool = False
    """Whether each chance has a small bar with a box for each part."""
    parts: int = Field(100, alias="in")
    """The equal parts in which chances are printed, such as `percent`, `sixths` or 20."""
    digits: int = Field(0, ge=0, le=2)
    """The number of decimal places."""

    @model_validator(mode="before")
    @classmethod
    def _read_parts(cls, value: Any) -> Any:  # noqa: ANN401 - input not yet typed
        """Parse the word `percent`, `sixths` or `thirty-sixths` at the key `in` into a number of parts."""
        if isinstance(value, dict) and str(value.get("in", "")) in _PARTS:
            return {**value, "in": _PARTS[str(value["in"])]}
        return value

    @field_validator("parts")
    @classmethod
    def _check_parts(cls, value: int) -> int:
        """Reject a number of parts unless it is from 2 to 1000."""
        if not 2 <= value <= 1000:
            raise ValueError(
                f"probabilities cannot be printed in {value} parts; write percent, sixths or thirty-sixths"
            )
        return value

    @field_validator("lines")
    @classmethod
    def _check_lines(cls, value: tuple[ChanceLine, ...]) -> tuple[ChanceLine, ...]:
        """Reject a table without lines."""
        if not value:
            raise ValueError("there are no lines; write a line with its outcome")
        return value
