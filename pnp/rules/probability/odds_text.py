"""Exact chances as lines to read: fractions where they are short, and percent that point is under point."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

MAX_FRACTION = 16
"""Signs of the longest fraction that is written out."""
MAX_DIGITS = 12
"""Digits behind the point of a percentage at most."""


def odds_text(found: Mapping[tuple[str, ...], Fraction]) -> str:
    """Results with their chances, a line for each; a result of several names has a column for each name."""
    rows = [(*label, _fraction(chance), *percent_text(chance).partition(".")) for label, chance in found.items()]
    parts = max((len(row) for row in rows), default=0)
    widths = [max(len(row[i]) for row in rows) for i in range(parts)]
    lines = []
    for row in rows:
        *label, fraction, whole, point, digits = (
            text.rjust(width) if i == parts - 3 or i == parts - 4 else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        columns = (*label, fraction, whole + point + digits) if fraction else (*label, whole + point + digits)
        lines.append("  ".join(columns).rstrip())
    return "\n".join(lines)


def percent_text(chance: Fraction) -> str:
    """A chance in percent: to a tenth, small ones to two digits that count, and 0% and 100% only of what is certain.

    >>> [percent_text(Fraction(1, n)) for n in (1, 3, 1000, 7000, 10**9)]
    ['100.0%', '33.3%', '0.1%', '0.014%', '0.00000010%']
    >>> percent_text(1 - Fraction(1, 7000)), percent_text(Fraction(1, 10**30))
    ('99.986%', '<0.000000000001%')
    """
    percent = 100 * chance
    rare = min(percent, 100 - percent)
    digits = 1
    while digits < MAX_DIGITS and rare and rare * 10**digits < (1 if digits == 1 else 10):
        digits += 1
    if rare and rare * 10**MAX_DIGITS < 1:
        sign, percent = ("<", Fraction(1, 10**MAX_DIGITS)) if percent < 1 else (">", 100 - Fraction(1, 10**MAX_DIGITS))
        return f"{sign}{_decimal(percent, MAX_DIGITS)}%"
    return f"{_decimal(percent, digits)}%"


def _decimal(number: Fraction, digits: int) -> str:
    """A number with so many digits behind the point, a half rounded to the even digit."""
    whole, rest = divmod(round(number * 10**digits), 10**digits)
    return f"{whole}.{rest:0{digits}}"


def _fraction(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= MAX_FRACTION else ""
