"""Formats words, numbers and quoted data for messages."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def join_words(words: Sequence[str], conjunction: str = "and", *, none: str = "") -> str:
    """Return words as a list for a sentence: `A, B and C`; the text `none` if there are no words.

    >>> join_words(["name", "kind", "size"]), join_words(["map", "aids"], "or"), join_words([], none="none")
    ('name, kind and size', 'map or aids', 'none')
    """
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def capitalised(text: str) -> str:
    """Return a text with a capital first letter.

    >>> capitalised("deployment zone")
    'Deployment zone'
    """
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """Return a number with its sign, as a modifier is printed: `+2` or `−1`."""
    return f"+{number}" if number >= 0 else f"−{-number}"


# fmt: off
_WORDS = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]
# fmt: on
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def number_words(number: int) -> str:
    """Return a number from 0 to 99 in words; others in digits.

    >>> number_words(3), number_words(74), number_words(0), number_words(176)
    ('three', 'seventy-four', 'no', '176')
    """
    if not 0 <= number < 100:
        return str(number)
    if number < len(_WORDS):
        return _WORDS[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_WORDS[ones]}" if ones else "")


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun in the singular (`one`) or plural: `1 step`, `2 steps`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def one_line(text: str, longest: int = 0) -> str:
    r"""Return a text on one line, with line breaks and control characters written as escapes.

    A text of more than `longest` characters loses its middle.

    >>> one_line("red\x1b[31m\n::error"), one_line("0123456789", 7)
    ('red\\x1b[31m\\n::error', '0123…89')
    """
    if longest and len(text) > longest:
        end = (longest - 1) // 3
        text = f"{text[: longest - 1 - end]}…{text[len(text) - end :]}"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else _escape(c) for c in text)


def _escape(character: str) -> str:
    r"""Return a character as an escape such as `\x1b`."""
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


CURLY_QUOTES = "\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb"
"""Quotes of word processors, which YAML reads as part of a text."""


def clip(text: str, width: int = 60) -> str:
    r"""Return a quoted value for a message: on one line, and shortened to `width` characters.

    >>> clip("a" * 99, 5), clip("two\nlines"), clip("\x1b[31m")
    ('aaaa…', 'two lines', '\\x1b[31m')
    """
    line = one_line(" ".join(text[: width * 2].split()))
    return line if len(line) <= width else line[: width - 1] + "…"


def remaining_time(seconds: float, done: int, left: int) -> str:
    """Return how long the rest of a work takes at the pace so far, such as `about 20 s left`.

    `seconds` is the time that the things that are `done` took; `left` is the number of the others.

    >>> remaining_time(10, 2, 4), remaining_time(200, 5, 9), remaining_time(1, 5, 1)
    ('about 20 s left', 'about 6 min left', 'a few seconds left')
    """
    rest = seconds * left / done
    if rest < 5:
        return "a few seconds left"
    return f"about {5 * round(rest / 5)} s left" if rest < 100 else f"about {round(rest / 60)} min left"
