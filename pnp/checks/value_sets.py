"""Sets of possible values: ranges of numbers, sets of words and of truth values, and lists of these.

None in place of a set means that nothing is known.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pnp.model.table import Table
from pnp.rules.state.table_heads import cell_type

FAR = 10**9
"""A number beyond all numbers of a game: the end of a range without an end."""


class Numbers(NamedTuple):
    """Whole numbers from `low` to `high`."""

    low: int
    high: int


Words: TypeAlias = frozenset[str]
Truths: TypeAlias = frozenset[bool]


@dataclass(frozen=True)
class Items:
    """A list whose elements have these values."""

    of: Values | None


@dataclass(frozen=True)
class WordSet:
    """Words that an expression can have."""

    words: Words


@dataclass(frozen=True)
class Truth:
    """The truth values that a condition can have."""

    of: Truths


Values: TypeAlias = Numbers | WordSet | Truth | Items
BOTH = Truth(frozenset({True, False}))
MOST_WORDS = 200
"""The most words that a value can have before nothing is known about it."""


def limited(low: float, high: float) -> Numbers:
    """Return a range of numbers, within the numbers of a game."""
    return Numbers(int(max(-FAR, min(FAR, low))), int(max(-FAR, min(FAR, high))))


def join(values: Iterable[Values | None]) -> Values | None:
    """Return the values that any of several can have; None if nothing is known about one, or if there are none."""
    found: Values | None = None
    for one in values:
        if one is None or (found is not None and type(one) is not type(found)):
            return None
        match found, one:
            case None, _:
                found = one
            case Numbers(), Numbers():
                found = Numbers(min(found.low, one.low), max(found.high, one.high))
            case WordSet(), WordSet():
                found = WordSet(found.words | one.words)
            case Truth(), Truth():
                found = Truth(found.of | one.of)
            case Items(), Items():
                inner = join((found.of, one.of))
                if inner is None:
                    return None
                found = Items(inner)
    return found if not isinstance(found, WordSet) or len(found.words) <= MOST_WORDS else None


_SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compared(left: Values | None, right: Values | None, sign: str) -> Truth:
    """Return the truth values that a comparison can have."""
    match left, right:
        case WordSet(), WordSet() if sign in ("==", "!="):
            found = set()
            if left.words & right.words:
                found.add(True)
            if len(left.words | right.words) > 1:
                found.add(False)
        case Numbers(), Numbers() if sign in ("==", "!="):
            found = set()
            if left.low <= right.high and right.low <= left.high:
                found.add(True)
            if left.low != left.high or right.low != right.high or left.low != right.low:
                found.add(False)
        case Numbers(), Numbers():
            compare = _SIGNS[sign]
            found = {compare(one, other) for one in left for other in right}
        case Truth(), Truth() if sign in ("==", "!="):
            found = {one == other for one in left.of for other in right.of}
        case _:
            return BOTH
    return Truth(frozenset(found if sign != "!=" else {not one for one in found}))


def limited_by(known: Numbers, sign: str, number: int) -> Numbers:
    """Return the numbers of a range for which a comparison with a number is true."""
    low, high = known
    match sign:
        case "<" | "<=":
            high = min(high, number - (sign == "<"))
        case ">" | ">=":
            low = max(low, number + (sign == ">"))
        case "==":
            low = high = number
    return Numbers(low, high)


def empty_value(values: Values) -> Values | None:
    """Return the value of a variable of this type before a step assigns it."""
    match values:
        case Numbers():
            return Numbers(0, 0)
        case WordSet():
            return WordSet(frozenset({""}))
        case Truth():
            return Truth(frozenset({False}))
    return None


def written_value(kind: str, text: str) -> Values | None:
    """Return the value that a default such as `0` or `false` means."""
    if kind == "int" and re.fullmatch(r"-?\d{1,9}", text):
        return Numbers(int(text), int(text))
    if kind == "bool" and text in ("true", "false"):
        return Truth(frozenset({text == "true"}))
    return WordSet(frozenset({"" if text == "none" else text})) if kind in ("word", "side") and text else None


def cell_values(table: Table) -> Values:
    """Return the results that a table can give."""
    cells = [cell for row in table.cells for cell in row]
    if cell_type(table) == "int" and cells:
        numbers = [int(cell.replace("−", "-")) for cell in cells]
        return Numbers(min(numbers), max(numbers))
    return WordSet(frozenset(cells))
