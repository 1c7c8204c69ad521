"""Parses the outlines of icons, written as short texts such as `M0 0H2V1Z`, into paths to draw."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pnp.message import clip
from pnp.scene import KAPPA, Colour, Path, Stroke
from pnp.units import Mm

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0, "H": 1, "V": 1, "O": 3, "E": 4, "R": 4}
"""How many numbers follow each command."""
MOST_CHARACTERS = 100_000
"""The most characters of an outline; drawing one takes about a thousand times as much memory."""
MOST_NUMBER = 1000
"""The largest number of an outline; a picture is 40 wide, and an emblem 2."""


@cache
def read_outline(text: str) -> tuple[str, tuple[float, ...]]:
    """Return the commands and the coordinates in an outline text such as `M0 0H2V1Z`.

    `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z` are the commands of SVG. `H x` and `V y` draw horizontal and vertical
    lines. `O x y r` is a circle, `E x y rx ry` an ellipse, `R x y width height` a rectangle. A command may be followed
    by several sets of numbers. Raises `ValueError` for anything else.

    >>> read_outline("M0 0H2V1Z")
    ('MLLZ', (0.0, 0.0, 2.0, 0.0, 2.0, 1.0))
    """
    if len(text) > MOST_CHARACTERS:
        wrong = f"an outline has {len(text):,} characters; the limit is {MOST_CHARACTERS:,}"
        raise ValueError(f"{wrong}; draw it with fewer points")
    rest = _TOKEN.sub("", text).replace(",", "").strip()
    if rest:
        raise ValueError(f"an outline cannot contain {rest[0]}; write commands and numbers, such as M0 0H2V1Z")
    tokens = _TOKEN.findall(text)
    ops: list[str] = []
    xy: list[float] = []
    position = 0
    while position < len(tokens):
        command = tokens[position]
        if command not in _NUMBERS:
            raise ValueError(f"an outline has {command} in place of a command; write one of {' '.join(_NUMBERS)}")
        if not ops and command not in "MOER":
            raise ValueError(f"an outline begins with {command}; begin with M, O, E or R")
        position += 1
        while True:
            words = tokens[position : position + _NUMBERS[command]]
            if len(words) < _NUMBERS[command] or any(word.isalpha() for word in words):
                wrong = f"the command {command} of an outline has too few numbers"
                raise ValueError(f"{wrong}; write {_NUMBERS[command]} or a multiple of it")
            if large := next((word for word in words if abs(float(word)) > MOST_NUMBER), ""):
                wrong = f"an outline has the number {clip(large)}"
                raise ValueError(f"{wrong}; write one between -{MOST_NUMBER} and {MOST_NUMBER}")
            position += len(words)
            _add_command(command, [float(word) for word in words], ops, xy)
            if not words or position == len(tokens) or tokens[position].isalpha():
                break
    return "".join(ops), tuple(xy)


def _add_command(command: str, n: list[float], ops: list[str], xy: list[float]) -> None:
    """Add an outline command with its numbers `n` to the lists of path commands and coordinates."""
    match command:
        case "H":
            ops.append("L")
            xy += (n[0], xy[-1])
        case "V":
            ops.append("L")
            xy += (xy[-2], n[0])
        case "O" | "E":
            x, y, rx, ry = n[0], n[1], n[2], n[-1]
            kx, ky = rx * KAPPA, ry * KAPPA
            ops.append("MCCCCZ")
            xy += (x + rx, y, x + rx, y + ky, x + kx, y + ry, x, y + ry, x - kx, y + ry, x - rx, y + ky, x - rx, y)
            xy += (x - rx, y - ky, x - kx, y - ry, x, y - ry, x + kx, y - ry, x + rx, y - ky, x + rx, y)
        case "R":
            x, y, r, b = n[0], n[1], n[0] + n[2], n[1] + n[3]
            ops.append("MLLLZ")
            xy += (x, y, r, y, r, b, x, b)
        case _:
            ops.append(command)
            xy += n


def outline_path(text: str, *, fill: Colour | None = None, stroke: Stroke | None = None) -> Path:
    """Return the path to draw for an outline text such as `M0 0H2V1Z`.

    >>> outline_path("O0 0 1").ops
    'MCCCCZ'
    """
    return Path(*read_outline(text), fill, stroke)


def polygon_outline(points: Iterable[tuple[Mm, Mm]]) -> str:
    """Return an outline text for a closed shape with these corner points.

    >>> polygon_outline([(0, 0), (1, 0), (0.5, 1)])
    'M0 0L1 0L0.5 1Z'
    """
    return "M" + "L".join(f"{round(x, 4):g} {round(y, 4):g}" for x, y in points) + "Z"
