"""Dice: what they can show, and how often."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pnp.rules.vocabulary import Unplayable

MAX_DICE, MAX_FACES = 20, 100
"""More dice, and dice with more faces, than a game has."""
_DICE = re.compile(r"(?P<number>[1-9]\d?)?d(?P<faces>[1-9]\d{0,2})")


class Shown(NamedTuple):
    """A number that dice can show, and its chance."""

    number: int
    chance: Fraction


@cache
def faces(dice: str) -> tuple[Shown, ...]:
    """Everything that `1d6`, `2d6` (their sum) or `d66` (tens and units) can show, in order; `Unplayable` if that is no
    way to write dice.

    >>> [str(shown.chance) for shown in faces("2d2")], len(faces("d66"))
    (['1/4', '1/2', '1/4'], 36)
    """
    match = _DICE.fullmatch(dice)
    if match is None:
        raise Unplayable(f"{dice or 'a blank'} are no dice", "write 1d6, 2d6 or d66")
    if dice in ("d66", "1d66"):
        return tuple(Shown(10 * tens + units, Fraction(1, 36)) for tens in range(1, 7) for units in range(1, 7))
    number, sides = int(match["number"] or 1), int(match["faces"])
    if number > MAX_DICE or sides > MAX_FACES:
        raise Unplayable(f"{dice} are too many", f"write at most {MAX_DICE} dice of {MAX_FACES} faces")
    ways = Counter({0: 1})
    for _ in range(number):
        ways = _with_one_more(ways, sides)
    return tuple(Shown(total, Fraction(ways[total], sides**number)) for total in sorted(ways))


def _with_one_more(ways: Counter[int], sides: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for total, number in ways.items():
        for face in range(1, sides + 1):
            found[total + face] += number
    return found
