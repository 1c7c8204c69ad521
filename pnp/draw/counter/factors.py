"""Factors at the foot of a unit: numbers, bars between them, frames, and the star for no attack."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from pnp.draw.fault import factors_too_wide, letter_not_in_typeface
from pnp.draw.text_lines import Drawing
from pnp.model.counter import split_factors
from pnp.palette import INK, PAPER
from pnp.scene import Item, Path, Rect, Scene, Stroke, Text, Use, polyline, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Mm

FONT = "condensed-bold"
FRAME_RED = "#C8141A"
CENTRES: dict[int, tuple[float, ...]] = {
    1: (0.5,),
    2: (0.3, 0.7),
    3: (0.204, 0.5, 0.796),
    4: (0.128, 0.376, 0.624, 0.872),
}
"""Number of factors -> their middles, as shares of the counter's side, if the figures are narrow enough."""

# Shares of the side.
DASH, SHORT_DASH, DASH_HEIGHT = 0.078, 0.050, 0.0276
GAP = 0.014
EDGE = 0.076
FRAME_X, FRAME_Y, FRAME_PEN = 0.0467, 0.0378, 0.029
STAR, STAR_PEN = 0.080, 0.0345
LEAST = 0.72
"""The smallest size of figures, as a share of their normal size."""


class FactorSign(NamedTuple):
    """One factor: its text, whether it is the sign for no attack (`star`), and whether it has a frame."""

    text: str
    star: bool
    framed: bool


def read_factors(factors: str) -> tuple[FactorSign, ...]:
    """Parse the factors of a face, such as `4-3-6`.

    A second `-` in a row is a minus sign.

    >>> [sign.text for sign in read_factors("[3]-*--1")]
    ['3', '*', '-1']
    """
    found = []
    for text in split_factors(factors):
        framed = text.startswith("[") and text.endswith("]")
        inner = text[1:-1] if framed else text
        found.append(FactorSign(inner, inner == "*", framed))
    return tuple(found)


@cache
def draw_factors(factors: str, side: Mm, middle: Mm, size_pt: float) -> Drawing:
    """Draw the factors of a unit, such as `4-3-6`, centred on the height `middle`.

    They are one shared scene of the counter's size.
    """
    signs = read_factors(factors)
    if not signs:
        return Drawing()
    size, fitted = _fit_signs(signs, side, size_pt)
    faults = letter_not_in_typeface("factors", "".join(sign.text for sign in signs), FONT)
    faults += factors_too_wide(factors, size, fits=fitted is not None)
    centres = factor_centres(factors, side, size_pt)
    items: list[Item] = []
    for sign, x in zip(signs, centres, strict=True):
        items += _draw_sign(sign, x, middle, side, size)
    items += _separator_bars(signs, centres, middle, side, size)
    scene = Scene(f"factors {factors}", side, side, tuple(items))
    return Drawing((Use(scene),), tuple(sign.text for sign in signs if not sign.star), faults)


def factor_centres(factors: str, side: Mm, size_pt: float) -> tuple[Mm, ...]:
    """Return the middle (x) of each factor on a counter of this side."""
    signs = read_factors(factors)
    return _fit_signs(signs, side, size_pt)[1] or tuple(side * (i + 0.5) / len(signs) for i in range(len(signs)))


def _fit_signs(signs: tuple[FactorSign, ...], side: Mm, size_pt: float) -> tuple[float, tuple[Mm, ...] | None]:
    """Return the largest size at which the factors fit, and their middles; no middles if they do not fit."""
    size, centres = size_pt, _sign_centres(signs, side, size_pt)
    while centres is None and size > LEAST * size_pt:
        size -= 0.02 * size_pt
        centres = _sign_centres(signs, side, size)
    return size, centres


def _sign_width(sign: FactorSign, side: Mm, size: float) -> Mm:
    """Return the width of a factor with its frame."""
    bare = 1.75 * STAR * side if sign.star else text_width(sign.text, FONT, size)
    return bare + (FRAME_X * 2 * side if sign.framed else 0)


def _sign_centres(signs: tuple[FactorSign, ...], side: Mm, size: float) -> tuple[Mm, ...] | None:
    """Return the middle (x) of each factor, close together if necessary; None if they do not fit."""
    widths = [_sign_width(sign, side, size) for sign in signs]
    least = (SHORT_DASH + 2 * GAP) * side
    fixed = tuple(share * side for share in CENTRES.get(len(signs), ()))
    if fixed:
        edges = [(x - w / 2, x + w / 2) for x, w in zip(fixed, widths, strict=True)]
        apart = all(after[0] - before[1] >= least for before, after in pairwise(edges))
        if apart and edges[0][0] >= EDGE * side and edges[-1][1] <= (1 - EDGE) * side:
            return fixed
    room = (1 - 2 * EDGE) * side - fsum(widths)
    gap = min(room / max(1, len(signs) - 1), (DASH + 3 * GAP) * side)
    if gap < least and (len(signs) > 1 or room < 0):
        return None
    left = (side - fsum(widths) - gap * (len(signs) - 1)) / 2
    found = []
    for width in widths:
        found.append(left + width / 2)
        left += width + gap
    return tuple(found)


def _draw_sign(sign: FactorSign, x: Mm, middle: Mm, side: Mm, size: float) -> list[Item]:
    """Draw one factor, centred on (x, `middle`), with its frame if it has one."""
    items: list[Item] = []
    if sign.framed:
        width, height = _sign_width(sign, side, size), cap_height(FONT, size) + 2 * FRAME_Y * side
        frame = Rect(x - width / 2, middle - height / 2, width, height).grown(-FRAME_PEN * side / 2)
        items.append(rectangle(frame, fill=PAPER, stroke=Stroke(FRAME_RED, FRAME_PEN * side)))
    if sign.star:
        items += _no_attack_star(x, middle, STAR * side, STAR_PEN * side)
    else:
        items.append(Text(x, middle + cap_height(FONT, size) / 2, sign.text, FONT, size, INK, "middle"))
    return items


def _no_attack_star(x: Mm, y: Mm, radius: Mm, pen: Mm) -> list[Path]:
    """Return three crossed bars, the sign for no attack.

    The asterisk of the typeface is too small and too high.
    """
    bars = []
    for i in range(3):
        dx, dy = radius * math.sin(i * math.pi / 3), radius * math.cos(i * math.pi / 3)
        bars.append(polyline([(x - dx, y - dy), (x + dx, y + dy)], stroke=Stroke(INK, pen)))
    return bars


def _separator_bars(
    signs: tuple[FactorSign, ...], centres: tuple[Mm, ...], middle: Mm, side: Mm, size: float
) -> list[Path]:
    """Return one path with the bars between the factors; no path for a single factor."""
    bars: list[float] = []
    # The advance of a figure includes some white on both sides.
    bearing = 0.02 * size * MM_PER_POINT
    for (left, x), (right, after) in pairwise(zip(signs, centres, strict=True)):
        start = x + _sign_width(left, side, size) / 2 - (0 if left.framed or left.star else bearing)
        end = after - _sign_width(right, side, size) / 2 + (0 if right.framed or right.star else bearing)
        half = min(DASH * side, end - start - 2 * GAP * side) / 2
        at, above, under = (start + end) / 2, middle - DASH_HEIGHT * side / 2, middle + DASH_HEIGHT * side / 2
        bars += (at - half, above, at + half, above, at + half, under, at - half, under)
    return [Path("MLLLZ" * (len(bars) // 8), tuple(bars), INK)] if bars else []
