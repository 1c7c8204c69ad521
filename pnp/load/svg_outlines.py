"""Reads the outlines of SVG paths as polygons."""

from __future__ import annotations

import math

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path.parser import parse_path

from pnp.message import clip

FLAT = 0.04
"""By how many units a polygon may differ from a curve of the outline that it replaces, at most."""
MOST_CORNERS = 50_000
"""The most corners of the outlines of one picture."""
_MOST_STRETCHES = 64
"""The most corners for one curve."""
_MOST_NUMBER = 10_000.0


def read_rings(outline: str) -> tuple[tuple[float, ...], ...]:
    """Return the closed outlines of an SVG path: x and y of the corners of each, with y up.

    The first corner is the last, too. Raise `ValueError` if the path is invalid.

    >>> read_rings("M1 1h2v1z")
    ((1.0, -1.0, 3.0, -1.0, 3.0, -2.0, 1.0, -1.0),)
    """
    pen = _PolygonPen()
    try:
        parse_path(outline, pen)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise ValueError(f"the outline {clip(outline, 40)} is not a path of SVG; save it as plain SVG") from error
    rings = tuple(tuple(ring) for ring in pen.rings if len(ring) > 2 * 2)
    if any(not abs(number) <= _MOST_NUMBER for ring in rings for number in ring):
        raise ValueError(f"an outline has a number beyond {_MOST_NUMBER:,.0f}; draw it smaller, about the origin")
    return rings


class _PolygonPen(BasePen):  # type: ignore[misc] # without types
    """Collects the corners of outlines; curves become short straight lines."""

    def __init__(self) -> None:
        super().__init__()
        self.rings: list[list[float]] = []

    def _moveTo(self, at: tuple[float, float]) -> None:  # noqa: N802 - named by fontTools
        self.rings.append([at[0], -at[1]])

    def _lineTo(self, to: tuple[float, float]) -> None:  # noqa: N802
        self.rings[-1] += (to[0], -to[1])

    def _curveToOne(self, one: tuple[float, float], two: tuple[float, float], to: tuple[float, float]) -> None:  # noqa: N802
        start = self._getCurrentPoint()
        bends = (
            math.hypot(start[0] - 2 * one[0] + two[0], start[1] - 2 * one[1] + two[1]),
            math.hypot(one[0] - 2 * two[0] + to[0], one[1] - 2 * two[1] + to[1]),
        )
        count = min(_MOST_STRETCHES, max(1, math.ceil(math.sqrt(0.75 * max(bends) / FLAT))))
        for number in range(1, count + 1):
            t = number / count
            shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            for axis, sign in ((0, 1), (1, -1)):
                along = (point[axis] for point in (start, one, two, to))
                self.rings[-1].append(sign * math.fsum(s * a for s, a in zip(shares, along, strict=True)))
