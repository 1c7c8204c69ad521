"""Typographic signs of printed text: quotes, minus signs, fractions, heads of rows, and probabilities."""

from __future__ import annotations

import re
from fractions import Fraction

_MINUS = re.compile(r"(?<![\w*.,/–-])-(?=\d)")
_OPENING = re.compile(r"(?<![\w.,;:!?)’”])['\"](?=[\w‘“])")
_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_FRACTION = re.compile(r"(?<![\d/])(1/2|1/3|2/3|1/4|3/4)(?![\d/])")
_FRACTIONS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾"}


def dress(text: str) -> str:
    """Return a text with curly quotes and true minus signs; factors such as `3-4-3` stay.

    >>> dress("-1 for a unit's step; 3-4-3 stays")
    '−1 for a unit’s step; 3-4-3 stays'
    """
    text = _MINUS.sub("−", text)
    if "'" not in text and '"' not in text:
        return text
    return _OPENING.sub(lambda m: "‘“"[m[0] == '"'], text).replace("'", "’").replace('"', "”")


def figures(text: str) -> str:
    """Return a text with true minus signs, dashes in ranges, and fractions such as `½`.

    >>> figures("1-2"), figures("-1"), figures("1/2 along it")
    ('1–2', '−1', '½ along it')
    """
    text = _RANGE.sub("–", dress(text))
    return _FRACTION.sub(lambda m: _FRACTIONS[m[1]], text)


def head(text: str) -> str:
    """Return the head of a table row or column as printed, such as `≤ 0` for `0-`.

    `0-` means 0 or less, `7+` means 7 or more.

    >>> head("0-"), head("7+"), head("1-3"), head("+1"), head("first_time")
    ('≤ 0', '7 +', '1–3', '+1', 'first time')
    >>> head("-1-1"), head("-1-+1"), head("+3+")
    ('−1 to 1', '−1 to +1', '≥ +3')
    """
    if re.fullmatch(r"[+-]?\d+-", text):
        return "≤ " + dress(text[:-1])
    if re.fullmatch(r"[+-]\d+\+", text):
        return "≥ " + dress(text[:-1])
    if re.fullmatch(r"\d+\+", text):
        return dress(text[:-1]) + " +"
    if match := re.fullmatch(r"([+-]?\d+)\.\.([+-]?\d+)|([+-]\d+)-([+-]?\d+)", text):
        low, high = (one for one in match.groups() if one is not None)
        return f"{dress(low)} to {dress(high)}"
    return figures(text.replace("_", " "))


def effect(text: str, *, arrows: bool = True) -> str:
    """Return the effect of a modifier as printed, such as `→ 1` for `right 1`.

    The typeface of map sheets has no arrows: `arrows=False` keeps words.

    >>> effect("right 1"), effect("left 2"), effect("x2"), effect("+1"), effect("x1/2"), effect("<=CF")
    ('→ 1', '← 2', '× 2', '+ 1', '× ½', '≤ CF')
    """
    words = text.replace("<=", "≤").replace(">=", "≥")
    if arrows:
        words = re.sub(r"^(\d+ )?right\b", lambda m: f"{m[1] or ''}→", words)
        words = re.sub(r"^(\d+ )?left\b", lambda m: f"{m[1] or ''}←", words)
    words = re.sub(r"^[x×*]\s*(?=[\d½⅓¼])", "× ", words)
    words = figures(words)
    return re.sub(r"^([+−≤≥])\s*(?=\w)", r"\1 ", words)


def chance_text(chance: Fraction, parts: int = 100, digits: int = 0) -> str:
    """Return a chance as printed: as a percentage, or in equal parts such as sixths.

    A hundred parts are percent with `digits` decimal places. A number of fewer parts has one decimal place if it is not
    whole.

    >>> chance_text(Fraction(1, 3), 6), chance_text(Fraction(1, 3)), chance_text(Fraction(0), 6)
    ('2', '33%', '–')
    >>> chance_text(Fraction(1, 1000)), chance_text(Fraction(999, 1000))
    ('< 1%', '> 99%')
    >>> chance_text(Fraction(7, 36), 6), chance_text(Fraction(1), 6), chance_text(Fraction(1, 400), 6)
    ('1.2', '6', '< 0.1')
    >>> chance_text(Fraction(7, 17), digits=2), chance_text(Fraction(1, 10), digits=1)
    ('41.18%', '10.0%')
    >>> chance_text(Fraction(1, 10**4), digits=1)
    '< 0.1%'
    """
    if not chance:
        return "–"
    sign = "%" if parts == 100 else ""
    places = digits if sign else int((chance * parts).denominator > 1)
    step = Fraction(1, 10**places)
    shown = round(chance * parts / step) * step
    if shown == 0:
        return f"< {float(step):.{places}f}{sign}"
    if shown == parts and chance < 1:
        return f"> {float(parts - step):.{places}f}{sign}"
    return f"{float(shown):.{places}f}{sign}"
