"""Outlines of letters as areas, for titles with engraved faces.

Source: OpenType 1.9, tables glyf, loca, head and hmtx.
"""

from __future__ import annotations

from functools import cache
from struct import iter_unpack, unpack_from

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.noise import Array
from pnp.typeface import font_path, glyph_numbers, text_width
from pnp.units import Mm, points

CURVE_STEPS = 5
"""The straight pieces that replace each quadratic curve."""
ON_CURVE, SHORT_X, SHORT_Y, REPEAT, SAME_X, SAME_Y = 1, 2, 4, 8, 16, 32
"""The flags of a point."""


def text_area(text: str, font: str, size_pt: float, tracking: Mm, x: Mm, y: Mm) -> BaseGeometry:
    """Return the area of a line of text whose baseline starts at (x, y), in mm with y down.

    Letters that are composed of others, such as letters with accents, are left out.
    """
    found = []
    for letter in text:
        area = _letter_area(font, letter)
        if area is not None:
            scaled = affinity.scale(area, points(size_pt), -points(size_pt), origin=(0, 0))
            found.append(affinity.translate(scaled, x, y))
        x += text_width(letter, font, size_pt) + tracking
    return shapely.union_all(found) if found else Polygon()


@cache
def _letter_area(font: str, letter: str) -> BaseGeometry | None:
    """Return the area of a letter in ems, with y up; None if it has no outline of its own."""
    file = font_path(font).read_bytes()
    (count,) = unpack_from(">H", file, 4)
    tables = {tag: at for tag, _, at, _ in iter_unpack(">4sLLL", file[12 : 12 + 16 * count])}
    glyph = glyph_numbers(font).get(letter)
    if glyph is None or b"glyf" not in tables:
        return None
    em, long = unpack_from(">H", file, tables[b"head"] + 18)[0], unpack_from(">h", file, tables[b"head"] + 50)[0]
    if long:
        start, end = unpack_from(">LL", file, tables[b"loca"] + 4 * glyph)
    else:
        start, end = (2 * value for value in unpack_from(">HH", file, tables[b"loca"] + 2 * glyph))
    at = tables[b"glyf"] + start
    if start == end or unpack_from(">h", file, at)[0] < 0:
        return None
    area: BaseGeometry = Polygon()
    for points_of, on in _contours(file, at):
        area = area.symmetric_difference(Polygon(_flattened(points_of / em, on)).buffer(0))
    return area


def _contours(file: bytes, at: int) -> list[tuple[Array, list[bool]]]:
    """Return the contours of a simple glyph: its points, and for each point whether it is on the curve."""
    (count,) = unpack_from(">h", file, at)
    ends = unpack_from(f">{count}H", file, at + 10)
    at += 10 + 2 * count
    at += 2 + unpack_from(">H", file, at)[0]  # skip the instructions
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        flag, at = file[at], at + 1
        flags.append(flag)
        if flag & REPEAT:
            flags += [flag] * file[at]
            at += 1
    axes = []
    for short, same in ((SHORT_X, SAME_X), (SHORT_Y, SAME_Y)):
        value, values = 0, []
        for flag in flags:
            if flag & short:
                value += file[at] if flag & same else -file[at]
                at += 1
            elif not flag & same:
                value += unpack_from(">h", file, at)[0]
                at += 2
            values.append(value)
        axes.append(values)
    xy, on = np.array(axes, dtype=np.float64).T, [bool(flag & ON_CURVE) for flag in flags]
    starts = [0, *(end + 1 for end in ends[:-1])]
    return [(xy[a : b + 1], on[a : b + 1]) for a, b in zip(starts, ends, strict=True)]


def _flattened(contour: Array, on: list[bool]) -> Array:
    """Return a contour of quadratic curves as straight lines."""
    knots: list[tuple[Array, bool]] = []
    for i, point in enumerate(contour):
        if not on[i] and not on[i - 1]:  # between two control points lies a point of the curve
            knots.append(((contour[i - 1] + point) / 2, True))
        knots.append((point, on[i]))
    first = next(i for i, (_, known) in enumerate(knots) if known)
    knots = [*knots[first:], *knots[: first + 1]]
    found: list[Array] = [knots[0][0]]
    for i in range(1, len(knots)):
        point, known = knots[i]
        if known:
            if knots[i - 1][1]:
                found.append(point)
            continue
        start, end = found[-1], knots[i + 1][0]
        for t in np.arange(1, CURVE_STEPS + 1) / CURVE_STEPS:
            found.append((1 - t) ** 2 * start + 2 * t * (1 - t) * point + t * t * end)
    return np.array(found)
