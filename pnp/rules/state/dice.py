"""Dice: what they can show, and how often."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pnp.rules.expressions.vocabulary import RuleError

MAX_DICE, MAX_FACES = 20, 100
"""More dice, and dice with more faces, than a game has."""
MAX_COPIES = 200
"""More faces of one die, and more cards of a deck, than a game has."""
_SPAN = re.compile(r"(?P<low>-?\d{1,3})\.\.(?P<high>-?\d{1,3})")
_DICE = re.compile(r"(?P<number>[1-9]\d?)?d(?P<faces>[1-9]\d{0,2})")


class DiceResult(NamedTuple):
    """A number that dice can show, and its chance."""

    number: int
    chance: Fraction


@cache
def dice_results(dice: str) -> tuple[DiceResult, ...]:
    """Everything that `1d6`, `2d6` (their sum), `d66` (tens and units) or `0..9` (one die with these faces) can show,
    in order; `RuleError` if that is no way to write dice.

    >>> [str(shown.chance) for shown in dice_results("2d2")], len(dice_results("d66"))
    (['1/4', '1/2', '1/4'], 36)
    """
    if span := _SPAN.fullmatch(dice):
        numbers = range(int(span["low"]), int(span["high"]) + 1)
        if not 0 < len(numbers) <= MAX_FACES:
            raise RuleError(f"{dice} is no die", f"write the least number first, and at most {MAX_FACES} faces")
        return tuple(DiceResult(number, Fraction(1, len(numbers))) for number in numbers)
    match = _DICE.fullmatch(dice)
    if match is None:
        raise RuleError(f"{dice or 'a blank'} are no dice", "write 1d6, 2d6 or d66")
    if dice in ("d66", "1d66"):
        return tuple(DiceResult(10 * tens + units, Fraction(1, 36)) for tens in range(1, 7) for units in range(1, 7))
    number, sides = int(match["number"] or 1), int(match["faces"])
    if number > MAX_DICE or sides > MAX_FACES:
        raise RuleError(f"{dice} are too many", f"write at most {MAX_DICE} dice of {MAX_FACES} faces")
    ways = Counter({0: 1})
    for _ in range(number):
        ways = _with_one_more(ways, sides)
    return tuple(DiceResult(total, Fraction(ways[total], sides**number)) for total in sorted(ways))


def read_roll(dice: str, text: str) -> int:
    """What was rolled, as a total (`7`) or die by die (`3+4`; of `d66` `3+4` is 34); `RuleError` if it cannot be.

    >>> read_roll("2d6", "3+4"), read_roll("d66", "3+4"), read_roll("1d10", "7")
    (7, 34, 7)
    """
    shown = [part.strip() for part in text.split("+")]
    known = {str(number) for number, _ in dice_results(dice)}
    double = dice in ("d66", "1d66")
    if len(shown) == 1:
        if shown[0] in known:
            return int(shown[0])
    else:
        match = _DICE.fullmatch("2d6" if double else dice)
        many = int(match["number"] or 1) if match else 1
        single = {str(number) for number, _ in dice_results(f"1d{match['faces']}")} if match else known
        if len(shown) == many and single.issuperset(shown):
            return int("".join(shown)) if double else sum(map(int, shown))
    raise RuleError(f"{dice} cannot show {text or 'nothing'}", "write what was rolled, in digits")


def copies(words: str | Iterable[str]) -> tuple[str, ...]:
    """Words, each as often as it says: `hit*2 north` is hit, hit, north. `RuleError` if there are too many or none.

    >>> copies("A*2 K")
    ('A', 'A', 'K')
    """
    found: list[str] = []
    for word in words.replace(",", " ").split() if isinstance(words, str) else words:
        name, star, number = word.rpartition("*")
        if star and (not name or not number.isdecimal() or not 0 < int(number) <= MAX_COPIES):
            raise RuleError(f"{word} is no number of copies", f"write {name or 'A'}*4, with 1 to {MAX_COPIES} of one")
        found += [name] * int(number) if star else [word]
    if not 0 < len(found) <= MAX_COPIES:
        raise RuleError(f"these are {len(found):,}", f"write 1 to {MAX_COPIES} of them")
    return tuple(found)


def named_faces(words: Iterable[str]) -> tuple[tuple[str, Fraction], ...]:
    """What a die with words on its faces shows: each once, with its chance."""
    all_faces = copies(words)
    return tuple((word, Fraction(number, len(all_faces))) for word, number in Counter(all_faces).items())


def _with_one_more(ways: Counter[int], sides: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for total, number in ways.items():
        for face in range(1, sides + 1):
            found[total + face] += number
    return found
