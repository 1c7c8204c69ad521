"""Units of length: parses texts such as `0.7in` to mm, and converts mm to inches and points.

No other module converts units of length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

Mm: TypeAlias = float
Degrees: TypeAlias = float

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72  # a PostScript point

_MM_PER = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*(?P<whole>-?\d+(?:\.\d+)?)?\s*(?P<fraction>\d+/[1-9]\d*)?\s*(?P<unit>mm|cm|in|\"|pt)\s*")


def parse_length(text: str) -> Mm:
    """Return a length, written as `12mm`, `0.7in` or `5/8in`, in millimetres.

    Raise `ValueError` if the text is not a length.

    >>> parse_length("11in"), parse_length("5/8 in"), parse_length("1 1/2in"), parse_length("12 mm")
    (279.4, 15.875, 38.1, 12.0)
    """
    match = _LENGTH.fullmatch(text)
    if match is None or (match["whole"] is None and match["fraction"] is None):
        message = f"{text!r} is not a length; write a number and a unit, such as 12mm, 0.7in or 5/8in"
        raise ValueError(message)
    number = float(match["whole"] or 0)
    if match["fraction"]:
        above, below = match["fraction"].split("/")
        number += int(above) / int(below)
    return round(number * _MM_PER[match["unit"]], 9)


def int_sum(numbers: Iterable[int]) -> int:
    """Return the sum of whole numbers.

    Lengths are added with `math.fsum`, whose result is the same in all versions of Python: since 3.12, `sum` of floats
    is compensated.

    >>> int_sum([2, 3])
    5
    """
    return sum(numbers)


def points(size_pt: float) -> Mm:
    """Return a length in typographic points (1/72 inch) as millimetres."""
    return size_pt * MM_PER_POINT


def in_inches(length: Mm) -> str:
    """Return a length as a text such as `5/8`; empty if it is not a multiple of 1/16 inch.

    >>> in_inches(12.7), in_inches(38.1), in_inches(10)
    ('1/2', '1 1/2', '')
    """
    sixteenths = length / MM_PER_INCH * 16
    if abs(sixteenths - round(sixteenths)) > 0.005:
        return ""
    whole, part = divmod(Fraction(round(sixteenths), 16), 1)
    return " ".join(str(number) for number in (whole, part) if number)


def say_length(length: Mm) -> str:
    """Return a length as text: in inches if it is a multiple of 1/16 inch, else in millimetres.

    >>> say_length(50.8), say_length(16)
    ('2 in', '16 mm')
    """
    inches = in_inches(length)
    return f"{inches} in" if inches else f"{round(length, 2):g} mm"
