"""The printed effects of modifiers: `+1` adds, `right 2` shifts a column, `x1/2` multiplies."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple

from pnp.model.maprule import read_amount

_EFFECT = re.compile(r"(?P<sign>[+−-])(?P<add>\d+|[A-Z]+)|(?P<side>left|right)(?: (?P<by>\d+))?|[x×](?P<times>[\d/½]+)")
_IN_TEXT = re.compile(
    r"(?P<sign>(?<!\w)[+−-])(?P<add>\d+)(?!\w)|\b(?P<side>left|right)(?: (?P<by>\d+)|$)|[x×](?P<times>[\d/½]+)"
    r"|\b(?i:(?P<half>half|halves?|halved)|(?P<double>doubles?|doubled))\b"
)


class NumberChange(NamedTuple):
    """A change to a number or to a column: what it does, its direction (1 or -1) and by how much.

    A shift to the right is 1. The number is None if the text states none (`left`, `+CF`).
    """

    does: Literal["add", "shift", "times"]
    sign: int
    number: Fraction | None

    def agrees(self, other: NumberChange) -> bool:
        """Return whether two changes have the same operation and direction, and the same number if both state it."""
        same = (self.does, self.sign) == (other.does, other.sign)
        return same and (self.number is None or other.number is None or self.number == other.number)


def read_effect(effect: str) -> NumberChange | None:
    """Return the change that an effect such as `+1`, `right 2` or `x1/2` states; None for another text.

    >>> read_effect("left 2")
    NumberChange(does='shift', sign=-1, number=Fraction(2, 1))
    >>> read_effect("4+")
    """
    match = _EFFECT.fullmatch(effect)
    return _change_of(match) if match else None


def effects_in(text: str) -> tuple[NumberChange, ...]:
    """Return the changes that a text of the terrain effects chart states.

    >>> [change.number for change in effects_in("halves a call; −1 across it")]
    [Fraction(1, 2), Fraction(1, 1)]
    >>> [change.number for change in effects_in("Halve a call across it.")]
    [Fraction(1, 2)]
    """
    return tuple(change for match in _IN_TEXT.finditer(text) if (change := _change_of(match)))


def _change_of(match: re.Match[str]) -> NumberChange | None:
    """Return the change that a match of `_EFFECT` or `_IN_TEXT` states; None if its factor is not a number."""
    groups = match.groupdict()
    if amount := groups["add"]:
        return NumberChange("add", 1 if groups["sign"] == "+" else -1, Fraction(amount) if amount.isdecimal() else None)
    if side := groups["side"]:
        return NumberChange("shift", 1 if side == "right" else -1, Fraction(groups["by"]) if groups["by"] else None)
    if groups.get("half") or groups.get("double"):
        return NumberChange("times", 1, Fraction(1, 2) if groups["half"] else Fraction(2))
    try:
        return NumberChange("times", 1, read_amount(groups["times"]))
    except ValueError:
        return None


def effect_number(effect: str) -> Fraction | None:
    """Return the only number of a printed effect, without its sign; None if it has none, or several.

    >>> effect_number("-2"), effect_number("4+"), effect_number("x1/2"), effect_number("left")
    (Fraction(2, 1), Fraction(4, 1), Fraction(1, 2), None)
    """
    found = re.findall(r"\d+(?:/\d+)?|[½⅓⅔¼¾]", effect)
    return read_amount(found[0]) if len(found) == 1 else None
