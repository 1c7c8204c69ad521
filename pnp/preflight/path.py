"""Paths of a content stream: where their points go, and the box around them.

Source: ISO 32000-1, 8.3.3 (common transformations), 8.5.2 (path construction).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from pnp.scene import Point, Rect

_NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")

Six: TypeAlias = tuple[float, float, float, float, float, float]
SAME: Six = (1, 0, 0, 1, 0, 0)


def after(second: Six, first: Six) -> Six:
    """As `Matrix.after`, on plain numbers: there is one for every run of text."""
    a, b, c, d, e, f = second
    g, h, i, j, k, l = first  # noqa: E741
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f)


@lru_cache(maxsize=50_000)
def stroked_size(path: bytes) -> tuple[float, float]:
    """Width and height of a short path, in its own coordinates."""
    box = path_box(path, SAME)
    return (box.width, box.height) if box else (0, 0)


def path_box(path: bytes, matrix: Six) -> Rect | None:
    """The box around a path's points; `re` gives a size instead of a second point."""
    points: list[Point] = []
    for part in re.split(rb"(?<=[mlcvyeh])\s", path):
        numbers = [float(number) for number in _NUMBER.findall(part)]
        if part.endswith(b"re") and len(numbers) == 4:
            x, y, width, height = numbers
            points += [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        else:
            points += [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers) - 1, 2)]
    if not points:
        return None
    a, b, c, d, e, f = matrix
    moved = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
    left, top = min(x for x, _ in moved), min(y for _, y in moved)
    return Rect(left, top, max(x for x, _ in moved) - left, max(y for _, y in moved) - top)
