"""The heads of tables: the numbers that they stand for, and the numbers that dice can show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pnp.model.table import Axis

_HEAD = re.compile(r"(?P<low>[+-]?\d{1,9})(?:(?:-|\.\.)(?P<high>[+-]?\d{1,9})|(?P<less>-)|(?P<more>\+))?")
_DICE = re.compile(r"(?P<number>[1-9]\d?)?d(?P<faces>[1-9]\d{0,2})")
_REACH = re.compile(r"(?P<low>[+-]?\d{1,9})\.\.(?P<high>[+-]?\d{1,9})")
_ODDS = re.compile(r"(?P<attacker>\d{1,4})[-:](?P<defender>\d{1,4})")

ENDLESS = 10**9
"""Beyond any number that a head may have."""


class NumberRange(NamedTuple):
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        """As written in a head."""
        if self.low == self.high:
            return str(self.low)
        low, high = self.low <= -ENDLESS, self.high >= ENDLESS
        return f"{self.high} or less" if low else f"{self.low} or more" if high else f"{self.low} to {self.high}"


@lru_cache(maxsize=4096)
def read_label(text: str) -> NumberRange | None:
    """The numbers that a head stands for: `4`, `1-3` or `-3..-1`, `0-` for 0 or less, `7+` for 7 or more.

    >>> str(read_label("1-3")), str(read_label("0-")), str(read_label("-2..-1")), read_label("x")
    ('1 to 3', '0 or less', '-2 to -1', None)
    """
    match = _HEAD.fullmatch(text)
    if match is None:
        return None
    low = int(match["low"])
    if match["less"]:
        return NumberRange(-ENDLESS, low)
    high = ENDLESS if match["more"] else int(match["high"] or low)
    return NumberRange(low, high) if low <= high else None


def read_dice(text: str) -> tuple[NumberRange, ...] | None:
    """What dice can show: `1d6`, `2d6`, or `d66`, two dice read as tens and units.

    >>> read_dice("2d6"), len(read_dice("d66"))
    ((NumberRange(low=2, high=12),), 6)
    """
    match = _DICE.fullmatch(text)
    if match is None:
        return None
    if text in ("d66", "1d66"):
        return tuple(NumberRange(10 * tens + 1, 10 * tens + 6) for tens in range(1, 7))
    number = int(match["number"] or 1)
    return (NumberRange(number, number * int(match["faces"])),)


def read_odds(text: str) -> Fraction | None:
    """Return attacker divided by defender, from odds written `3-1` or `3:1`; None if the text is not odds."""
    match = _ODDS.fullmatch(text)
    if match is None or int(match["defender"]) == 0:
        return None
    return Fraction(int(match["attacker"]), int(match["defender"]))


def other_odds(text: str) -> str:
    """Return odds in the other customary spelling; the empty text if they are not odds.

    >>> other_odds("3:1"), other_odds("3-1"), other_odds("DR")
    ('3-1', '3:1', '')
    """
    if read_odds(text) is None:
        return ""
    return text.replace(":", "-") if ":" in text else text.replace("-", ":")


def read_dice_range(text: str) -> NumberRange | None:
    """The least and the greatest number that can come up, from `-4..8`."""
    match = _REACH.fullmatch(text)
    if match is None or int(match["low"]) > int(match["high"]):
        return None
    return NumberRange(int(match["low"]), int(match["high"]))


def domain(axis: Axis, spans: list[NumberRange]) -> tuple[NumberRange, ...]:
    """The numbers that can come up: `reach` if it is written, what the dice show, or all between the heads."""
    reach = read_dice_range(axis.reach)
    if reach is not None:
        return (reach,)
    dice = read_dice(axis.of) if axis.by == "roll" else None
    if dice is not None:
        return dice
    inner = [n for span in spans for n in span if abs(n) < ENDLESS]
    return (NumberRange(min(inner), max(inner)),) if inner else ()


def gaps(part: NumberRange, spans: list[NumberRange]) -> Iterator[NumberRange]:
    """What of a span is in none of the others."""
    low = part.low
    for span in sorted(spans):
        if span.low > part.high:
            break
        if span.low > low:
            yield NumberRange(low, span.low - 1)
        low = max(low, span.high + 1)
    if low <= part.high:
        yield NumberRange(low, part.high)
