"""Parsers of short notations (dice `2d6`, ranges `-4..8`, heads of tables `1-3`), and ids made from texts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

UNBOUNDED = 10**9
"""The end of a range without a limit; no number of a game is as large."""
MAX_DICE, MAX_FACES = 20, 100
"""The most dice of a roll, and the most faces of a die."""

_RANGE = re.compile(r"(?P<low>[+-]?\d{1,9})\.\.(?P<high>[+-]?\d{1,9})")
_HEAD = re.compile(r"(?P<low>[+-]?\d{1,9})(?:(?:-|\.\.)(?P<high>[+-]?\d{1,9})|(?P<less>-)|(?P<more>\+))?")
_DICE = re.compile(r"(?P<number>[1-9]\d?)?d(?P<faces>[1-9]\d{0,2})")


class NumberRange(NamedTuple):
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        """Return the range in words: `1 to 3`, `7 or more`."""
        if self.low == self.high:
            return str(self.low)
        low, high = self.low <= -UNBOUNDED, self.high >= UNBOUNDED
        return f"{self.high} or less" if low else f"{self.low} or more" if high else f"{self.low} to {self.high}"

    def __contains__(self, number: object) -> bool:
        """Return whether the range includes a number."""
        return isinstance(number, int) and self.low <= number <= self.high

    @property
    def numbers(self) -> range:
        """All numbers of a bounded range."""
        return range(self.low, self.high + 1)


def parse_range(text: str) -> NumberRange | None:
    """Return the range of numbers written as `-4..8`; None if the text is not a range.

    >>> parse_range("-4..8"), parse_range("8..-4"), parse_range("4")
    (NumberRange(low=-4, high=8), None, None)
    """
    match = _RANGE.fullmatch(text)
    if match is None or int(match["low"]) > int(match["high"]):
        return None
    return NumberRange(int(match["low"]), int(match["high"]))


@lru_cache(maxsize=4096)
def parse_head(text: str) -> NumberRange | None:
    """Return the numbers that a table head such as `4`, `1-3`, `0-` or `7+` covers; else None.

    `0-` is 0 or less, `7+` is 7 or more. Another head returns None.

    >>> str(parse_head("1-3")), str(parse_head("0-")), str(parse_head("-2..-1")), parse_head("x")
    ('1 to 3', '0 or less', '-2 to -1', None)
    """
    match = _HEAD.fullmatch(text)
    if match is None:
        return None
    low = int(match["low"])
    if match["less"]:
        return NumberRange(-UNBOUNDED, low)
    high = UNBOUNDED if match["more"] else int(match["high"] or low)
    return NumberRange(low, high) if low <= high else None


class Dice(NamedTuple):
    """Equal dice, each with faces from `first` upwards. `as_digits`: two dice are read as tens and units."""

    number: int
    faces: int
    first: int = 1
    as_digits: bool = False

    @property
    def results(self) -> tuple[NumberRange, ...]:
        """The ranges of numbers that the dice can show."""
        if self.as_digits:
            return tuple(NumberRange(10 * tens + 1, 10 * tens + self.faces) for tens in range(1, self.faces + 1))
        return (NumberRange(self.number * self.first, self.number * (self.first + self.faces - 1)),)


def parse_dice(text: str) -> Dice | None:
    """Return the dice written as `2d6` (their sum), `d66` (tens and units) or `0..9` (one die); else None.

    >>> parse_dice("2d6"), parse_dice("d66").as_digits, parse_dice("0..9"), parse_dice("six")
    (Dice(number=2, faces=6, first=1, as_digits=False), True, Dice(number=1, faces=10, first=0, as_digits=False), None)
    """
    if span := parse_range(text):
        return Dice(1, len(span.numbers), span.low)
    match = _DICE.fullmatch(text)
    if match is None:
        return None
    if text in ("d66", "1d66"):
        return Dice(2, 6, as_digits=True)
    return Dice(int(match["number"] or 1), int(match["faces"]))


def id_from(text: str) -> str:
    """Return an id made from a text.

    >>> id_from("4/12 FF Regt"), id_from("Gärde 1st")
    ('4-12-ff-regt', 'garde-1st')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
