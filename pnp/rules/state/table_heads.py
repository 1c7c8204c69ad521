"""Ranges of numbers in table heads, odds as fractions, and the type of a table's results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pnp.model.parsing import UNBOUNDED, NumberRange, parse_dice, parse_range
from pnp.model.table import Axis, Table

_ODDS = re.compile(r"(?P<attacker>\d{1,4})[-:](?P<defender>\d{1,4})")
_WHOLE = re.compile(r"[-+−]?\d{1,9}")


def read_odds(text: str) -> Fraction | None:
    """Return the ratio of attacker to defender in odds written `3-1` or `3:1`; None if the text is not odds."""
    match = _ODDS.fullmatch(text)
    if match is None or int(match["defender"]) == 0:
        return None
    return Fraction(int(match["attacker"]), int(match["defender"]))


def other_odds(text: str) -> str:
    """Return odds in the other customary form, `3:1` for `3-1`; an empty text if the text is not odds.

    >>> other_odds("3:1"), other_odds("3-1"), other_odds("DR")
    ('3-1', '3:1', '')
    """
    if read_odds(text) is None:
        return ""
    return text.replace(":", "-") if ":" in text else text.replace("-", ":")


def possible_numbers(axis: Axis, heads: list[NumberRange]) -> tuple[NumberRange, ...]:
    """Return the ranges of numbers that can occur on the rows or columns of a table.

    They are those of `reach` if it is written, else those that the dice can show, else all between the heads.
    """
    reach = parse_range(axis.reach)
    if reach is not None:
        return (reach,)
    dice = parse_dice(axis.of) if axis.by == "roll" else None
    if dice is not None:
        return dice.results
    ends = [end for head in heads for end in head if abs(end) < UNBOUNDED]
    return (NumberRange(min(ends), max(ends)),) if ends else ()


def gaps(whole: NumberRange, heads: list[NumberRange]) -> Iterator[NumberRange]:
    """Yield the parts of a range of numbers that no head of the table covers."""
    low = whole.low
    for head in sorted(heads):
        if head.low > whole.high:
            break
        if head.low > low:
            yield NumberRange(low, head.low - 1)
        low = max(low, head.high + 1)
    if low <= whole.high:
        yield NumberRange(low, whole.high)


def cell_type(table: Table) -> str:
    """Return the type of a table's results: `int` if every cell is a whole number, otherwise `word`."""
    return "int" if all(_WHOLE.fullmatch(cell) for row in table.cells for cell in row) else "word"
