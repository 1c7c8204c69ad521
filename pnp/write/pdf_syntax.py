"""Numbers, colours and paths in the syntax of PDF.

Source: ISO 32000-1, 7.3.3 (numbers), 8.5.2 (path construction), 8.6.8 (colour operators).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pnp.scene import Colour, Matrix
from pnp.units import Mm

_OPERATORS = {"M": "%.6g %.6g m", "L": "%.6g %.6g l", "C": "%.6g %.6g %.6g %.6g %.6g %.6g c", "Z": "h"}
_LONG = 64  # commands; templates of longer paths are seldom used twice


def number(value: float) -> str:
    """Return a number in PDF syntax, without an exponent.

    >>> number(0.5), number(3.0), number(1e-9), number(-123.45678)
    ('0.5', '3', '0', '-123.457')
    """
    text = f"{value:.6g}"
    return text if "e" not in text else f"{value:.6f}".rstrip("0").rstrip(".")


def matrix_operands(matrix: Matrix) -> str:
    """Return the six numbers of a transformation in PDF syntax."""
    return " ".join(map(number, (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)))


def path_operators(ops: str, xy: Sequence[Mm]) -> str:
    """Return the PDF operators that construct a path; they neither fill nor stroke it.

    >>> path_operators("MLZ", (0, 0, 1.5, 2))
    '0 0 m 1.5 2 l h'
    """
    template = _path_template(ops) if len(ops) < _LONG else " ".join([_OPERATORS[op] for op in ops])
    text = template % tuple(xy)
    if "e" in text:  # an exponent: a coordinate is almost 0
        text = template % tuple([round(value, 4) for value in xy])
    return text


@cache
def _path_template(ops: str) -> str:
    """Return the PDF operators of a path as a template that coordinates are filled into."""
    return " ".join([_OPERATORS[op] for op in ops])


@cache
def colour_operator(colour: Colour, operator: str) -> str:
    """Return the PDF operator that sets a colour `#RRGGBB`, written as three numbers from 0 to 1."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is not a colour; write #RRGGBB")
    return " ".join([f"{int(colour[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5)]) + f" {operator}"


def pair(x: Mm, y: Mm) -> str:
    """Return the two coordinates of a point in PDF syntax."""
    text = f"{x:.6g} {y:.6g}"
    return text if "e" not in text else f"{number(x)} {number(y)}"
