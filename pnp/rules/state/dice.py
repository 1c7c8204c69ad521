"""Dice results with their probabilities, and lists of words with copies, such as `hit*2 north`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pnp.model.parsing import MAX_DICE, MAX_FACES, parse_dice
from pnp.rules.state.errors import RuleError

MAX_COPIES = 200
"""The most faces of one die, and the most cards of a deck."""


class DiceResult(NamedTuple):
    """A number that dice can show, with its probability."""

    number: int
    chance: Fraction


@cache
def dice_results(dice: str) -> tuple[DiceResult, ...]:
    """Return each number that dice such as `2d6` can show, with its probability, in order.

    Dice are written `1d6`, `2d6` (their sum), `d66` (tens and units) or `0..9` (one die with these faces). Raise
    `RuleError` for another text.

    >>> [str(result.chance) for result in dice_results("2d2")], len(dice_results("d66"))
    (['1/4', '1/2', '1/4'], 36)
    """
    parsed = parse_dice(dice)
    if parsed is None and ".." in dice:
        raise RuleError(f"{dice} is not a die", f"write the least number first, and at most {MAX_FACES} faces")
    if parsed is None:
        raise RuleError(f"{dice or 'a blank'} is not dice", "write 1d6, 2d6 or d66")
    if parsed.number > MAX_DICE or parsed.faces > MAX_FACES:
        raise RuleError(f"{dice} are too many", f"write at most {MAX_DICE} dice of {MAX_FACES} faces")
    if parsed.as_digits:
        return tuple(DiceResult(number, Fraction(1, 36)) for span in parsed.results for number in span.numbers)
    ways = Counter({0: 1})
    for _ in range(parsed.number):
        ways = _add_die(ways, range(parsed.first, parsed.first + parsed.faces))
    return tuple(DiceResult(total, Fraction(ways[total], parsed.faces**parsed.number)) for total in sorted(ways))


def read_roll(dice: str, text: str) -> int:
    """Return the result of a roll that is written as a total (`7`) or die by die (`3+4`).

    With `d66`, 3+4 is 34. Raise `RuleError` if the dice cannot show the result.

    >>> read_roll("2d6", "3+4"), read_roll("d66", "3+4"), read_roll("1d10", "7")
    (7, 34, 7)
    """
    shown = [part.strip() for part in text.split("+")]
    known = {str(number) for number, _ in dice_results(dice)}
    parsed = parse_dice(dice)
    assert parsed is not None
    if len(shown) == 1:
        if shown[0] in known:
            return int(shown[0])
    else:
        faces = {str(face) for face in range(parsed.first, parsed.first + parsed.faces)}
        if len(shown) == parsed.number and faces.issuperset(shown):
            return int("".join(shown)) if parsed.as_digits else sum(map(int, shown))
    raise RuleError(f"the dice {dice} cannot show {text or 'nothing'}", "write what was rolled, in digits")


def copies(words: str | Iterable[str]) -> tuple[str, ...]:
    """Return words with all their copies written out: `hit*2 north` gives hit, hit, north.

    Raise `RuleError` if there are none, or more than `MAX_COPIES`.

    >>> copies("A*2 K")
    ('A', 'A', 'K')
    """
    found: list[str] = []
    for word in words.replace(",", " ").split() if isinstance(words, str) else words:
        name, star, number = word.rpartition("*")
        if star and (not name or not number.isdecimal() or not 0 < int(number) <= MAX_COPIES):
            raise RuleError(
                f"{word} is not a number of copies", f"write {name or 'A'}*4, with 1 to {MAX_COPIES} copies"
            )
        found += [name] * int(number) if star else [word]
    if not 0 < len(found) <= MAX_COPIES:
        raise RuleError(f"these are {len(found):,} words", f"write 1 to {MAX_COPIES} of them")
    return tuple(found)


def named_faces(words: Iterable[str]) -> tuple[tuple[str, Fraction], ...]:
    """Return each different word on the faces of a die, with its probability."""
    all_faces = copies(words)
    return tuple((word, Fraction(number, len(all_faces))) for word, number in Counter(all_faces).items())


def _add_die(ways: Counter[int], faces: range) -> Counter[int]:
    """Return the number of ways to roll each total after one more die is added."""
    found: Counter[int] = Counter()
    for total, number in ways.items():
        for face in faces:
            found[total + face] += number
    return found
