"""Lengths: everything inside is millimetres; this is the one place that knows other units."""

from __future__ import annotations

import re
from typing import TypeAlias

Mm: TypeAlias = float
Degrees: TypeAlias = float

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72  # a PostScript point

_MM_PER = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*(?P<whole>-?\d+(?:\.\d+)?)?\s*(?P<fraction>\d+/[1-9]\d*)?\s*(?P<unit>mm|cm|in|\"|pt)\s*")


def parse_length(text: str) -> Mm:
    """A length as people write it, in millimetres; `ValueError` if it is none.

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


def points(size_pt: float) -> Mm:
    """A size in points, in millimetres."""
    return size_pt * MM_PER_POINT
