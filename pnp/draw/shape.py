"""Shapes written as short texts: how symbols, emblems and pictures keep their outlines as data."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pnp.palette import INK
from pnp.scene import KAPPA, Colour, Matrix, Path, Rect, Stroke, moved, rectangle
from pnp.units import Degrees, Mm

_TOKEN = re.compile(r"[A-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0, "H": 1, "V": 1, "O": 3, "E": 4, "R": 4}


@cache
def read_outline(text: str) -> tuple[str, tuple[float, ...]]:
    """The commands and coordinates (as in `Path`) of an outline.

    `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z` are those of SVG, `H x` and `V y` its level and upright lines; a
    command may be followed by several sets of numbers. `O x y r` is a circle, `E x y rx ry` an ellipse,
    `R x y width height` a rectangle. `ValueError` for anything else.

    >>> read_outline("M0 0H2V1Z")
    ('MLLZ', (0.0, 0.0, 2.0, 0.0, 2.0, 1.0))
    """
    tokens = _TOKEN.findall(text)
    ops: list[str] = []
    xy: list[float] = []
    place = 0
    while place < len(tokens):
        command = tokens[place]
        if command not in _NUMBERS:
            message = f"{text!r} has {command!r} where a command belongs"
            raise ValueError(message)
        place += 1
        while True:
            numbers = [float(token) for token in tokens[place : place + _NUMBERS[command]]]
            if len(numbers) < _NUMBERS[command]:
                message = f"{text!r} ends where {command} needs more numbers"
                raise ValueError(message)
            place += len(numbers)
            _add(command, numbers, ops, xy)
            if not numbers or place == len(tokens) or tokens[place].isupper():
                break
    return "".join(ops), tuple(xy)


def _add(command: str, n: list[float], ops: list[str], xy: list[float]) -> None:
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


def shape(
    text: str, *, fill: Colour | None = None, stroke: Stroke | None = None, even_odd: bool = False, opacity: float = 1
) -> Path:
    """A path from its outline.

    >>> shape("O0 0 1").ops
    'MCCCCZ'
    """
    return Path(*read_outline(text), fill, stroke, even_odd, opacity)


def points_text(points: Iterable[tuple[Mm, Mm]]) -> str:
    """The outline of a closed shape with straight sides.

    >>> points_text([(0, 0), (1, 0), (0.5, 1)])
    'M0 0L1 0L0.5 1Z'
    """
    return "M" + "L".join(f"{round(x, 4):g} {round(y, 4):g}" for x, y in points) + "Z"


def star_text(x: Mm, y: Mm, outer: Mm, inner: Mm, points: int = 5, *, turn: Degrees = 0, short: float = 1) -> str:
    """The outline of a star, one point up; every second point is `short` times as long as the others."""
    ring = []
    for i in range(2 * points):
        radius = inner if i % 2 else outer * (short if i // 2 % 2 else 1)
        angle = math.radians(turn - 90 + i * 180 / points)
        ring.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points_text(ring)


@dataclass(frozen=True, slots=True)
class Paint:
    """What a picture takes its colours from: its ground, the side's dark accent and emblem, all emblems."""

    ground: Colour
    accent: Colour = INK
    emblem: str = "disc"
    emblems: tuple[tuple[str, Colour], ...] = ()


def at(x: Mm, y: Mm, *paths: Path, turn: Degrees = 0, scale: float = 1, flip: bool = False) -> tuple[Path, ...]:
    """Paths drawn about (0, 0), put at (x, y); `flip` mirrors them left to right first. Line widths stay."""
    place = Matrix.place(x, y, turn=turn, scale=scale)
    if flip:
        place = place.after(Matrix(-1))
    return tuple(moved(path, place) for path in paths)


def both(*paths: Path) -> tuple[Path, ...]:
    """Paths and their mirror images beyond the upright line x = 0."""
    return (*paths, *at(0, 0, *paths, flip=True))


def rounded(x: Mm, y: Mm, width: Mm, height: Mm, radius: Mm, *, fill: Colour, stroke: Stroke | None = None) -> Path:
    """A rectangle with round corners."""
    return rectangle(Rect(x, y, width, height), fill=fill, stroke=stroke, radius=radius)
