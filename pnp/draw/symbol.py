"""Unit symbols: a box, and in it the parts that say what kind of unit it is. `infantry+parachute` is two parts.

Every part is an outline in a box of height 2 about (0, 0), y down; how parts share the box is settled here, once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pnp.draw.shape import points_text, read_outline
from pnp.model.symbols import symbol_parts
from pnp.palette import INK
from pnp.scene import Colour, Group, Matrix, Path, Rect, Scene, Stroke, moved, rectangle
from pnp.units import Mm


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a symbol.

    `lines` are drawn with the pen, `solid` is filled. A part `across` the box reaches its corners: its x runs from -1
    to 1 whatever the box's shape. One in the `middle` is a weapon or a trade; one `low` stands in the lowest third and
    says how the unit moves, and what is in the middle makes room for it.
    """

    where: Literal["across", "middle", "low"]
    lines: str = ""
    solid: str = ""


def _gear(teeth: int, outer: float, inner: float, hole: float) -> str:
    """A cogwheel with blunt teeth and a hole."""
    step = math.tau / teeth
    corners = ((inner, -0.34), (outer, -0.22), (outer, 0.22), (inner, 0.34))
    ring = [
        (radius * math.sin((i + share) * step), -radius * math.cos((i + share) * step))
        for i in range(teeth)
        for radius, share in corners
    ]
    return points_text(ring) + f"O0 0 {hole}"


PARTS: dict[str, Part] = {
    # who
    "infantry": Part("across", "M-1-1L1 1M-1 1L1-1"),
    "reconnaissance": Part("across", "M-1 1L1-1"),
    "cavalry": Part("across", "M-1 1L1-1", solid="M-1 1L1-1V1Z"),
    "armour": Part("across", "M-.30-.56H.30C.77-.56.77.56.30.56H-.30C-.77.56-.77-.56-.30-.56Z"),
    "antitank": Part("across", "M-1 1L0-1L1 1"),
    "antiaircraft": Part("across", "M-1 1C-.55-.46.55-.46 1 1"),
    "supply": Part("across", "M-1 .5H1"),
    "motorized": Part("across", "M0-1V1"),
    # weapons
    "artillery": Part("middle", solid="O0 0 .33"),
    "rocket-artillery": Part("middle", "M-.52-.12L0-.50L.52-.12M-.52-.44L0-.82L.52-.44", solid="O0 .26 .30"),
    "mortar": Part("middle", "M0 .40V-.66M-.27-.38L0-.68L.27-.38", solid="O0 .46 .22"),
    "infantry-gun": Part("middle", "M-.60-.42V.42M.60-.42V.42", solid="O0 0 .30"),
    "machine-gun": Part("middle", "M0-.64V.62M-.27.62H.27M-.26-.38L0-.66L.26-.38"),
    "heavy-weapons": Part("middle", "M0-.64V.62M-.27.62H.27M-.26-.38L0-.66L.26-.38M-.36.20H.36"),
    "flamethrower": Part(
        "middle",
        solid="M.06-.80C.12-.50.52-.24.50.22C.48.56.26.74 0 .74C-.28.74-.50.54-.50.20C-.50-.02-.38-.18-.26-.30"
        "C-.26-.14-.20-.06-.10-.04C-.18-.34-.08-.62.06-.80Z",
    ),
    # trades
    "engineer": Part("middle", "M-.54.44V-.40H.54V.44M0-.40V.44"),
    "bridging": Part("middle", "M-.66-.46L-.40-.20H.40L.66-.46M-.66.46L-.40.20H.40L.66.46"),
    "technical": Part("middle", solid=_gear(8, 0.76, 0.53, 0.24)),
    "headquarters": Part("middle", "M-.44-.62V.68", solid="M-.44-.62H.56L.30-.32L.56-.02H-.44Z"),
    "transport": Part("middle", "O0 0 .56M-.56 0H.56M0-.56V.56M-.40-.40L.40.40M-.40.40L.40-.40"),
    "signals": Part("middle", "M-.78-.56L.14-.10L-.14.14L.78.56"),
    "medical": Part("middle", solid="M-.20-.60H.20V-.20H.60V.20H.20V.60H-.20V.20H-.60V-.20H-.20Z"),
    "maintenance": Part(
        "middle",
        "M-.44 0H.44",
        solid="M-.36-.02C-.36-.30-.58-.40-.90-.38L-.66-.12V.12L-.90.38C-.58.40-.36.30-.36.02Z"
        "M.36-.02C.36-.30.58-.40.90-.38L.66-.12V.12L.90.38C.58.40.36.30.36.02Z",
    ),
    "railway": Part("middle", "M-.90-.26H.90M-.90.26H.90M-.66-.52V.52M-.22-.52V.52M.22-.52V.52M.66-.52V.52"),
    "police": Part("middle", "M-.50-.58H.50V-.06C.50.36.24.56 0 .68C-.24.56-.50.36-.50-.06Z"),
    "replacement": Part("middle", "O0 0 .46"),
    "marine": Part("middle", "O0-.62 .13M0-.48V.66M-.32-.24H.32M-.56.18C-.52.50-.26.66 0 .66C.26.66.52.50.56.18"),
    "commando": Part("middle", "M-.30.22H.30", solid="M0-.86L.13-.62V.24H-.13V-.62ZM-.07.22H.07V.72H-.07Z"),
    "patrol-boat": Part(
        "middle",
        "M0-.62V.14",
        solid="M-.98.12H.98C.86.44.70.62.50.62H-.62C-.80.62-.92.40-.98.12ZM.08-.62L.56-.40L.08-.18Z",
    ),
    # ways to move
    "parachute": Part("low", "M-.64.86C-.64.38 0 .38 0 .86M0 .86C0 .38.64.38.64.86"),
    "glider": Part("low", "M-.76.36H-.28L0 .74L.28.36H.76"),
    "airlanding": Part("low", "M-.56.34L0 .84L.56.34"),
    "mountain": Part("low", solid="M-.38 1L0 .40L.38 1Z"),
    "ski": Part("low", "M-.84.82H.58C.72.82.80.76.84.66M-.84.54H.58C.72.54.80.48.84.38"),
    "bicycle": Part("low", "O-.44.62 .22O.44.62 .22M-.44.62H.44"),
    "wheeled": Part("low", solid="O-.58.74 .15O0 .74 .15O.58.74 .15"),
}
"""Part -> its shape, in the order of drawing.  Source: the signs of FM 21-30 and their NATO successors."""

_PEN = 0.122
_FRAME = 0.14
_CASING = 0.11
"""Widths of the pen, of the frame, and of the clearing beside strokes that cross others: shares of half the height."""
_THINNEST: Mm = 0.26
"""No pen is thinner than this (0.74 pt), however small the box."""


@dataclass(frozen=True, slots=True)
class _Room:
    """How a part is fitted: size along x and y in mm, and where its middle goes below the box's."""

    x: Mm
    y: Mm
    down: Mm


@cache
def draw_symbol(name: str, width: Mm, height: Mm, fill: Colour, ink: Colour = INK) -> Scene:
    """A unit symbol in its frame; `KeyError` for a part not in `PARTS`. The frame's stroke lies half outside."""
    parts = {part: PARTS[part] for part in symbol_parts(name)} if name else {}
    half = height / 2
    frame = max(_FRAME * half, _THINNEST * 1.15)
    box = rectangle(Rect(0, 0, width, height), stroke=Stroke(ink, frame))
    ground = rectangle(Rect(0, 0, width, height), fill=fill)
    inside = Group(tuple(_fitted(parts, width, height, fill, ink)), clip=ground)
    items = (ground, inside, box) if inside.items else (ground, box)
    return Scene(f"symbol {name}", width, height, items, bleed=frame / 2)


def _fitted(parts: dict[str, Part], width: Mm, height: Mm, fill: Colour, ink: Colour) -> Iterator[Path]:
    """The parts, those across the box first, each later one clearing its way through the strokes under it."""
    across, half = width / 2, height / 2
    low = any(part.where == "low" for part in parts.values())
    pen = max(_PEN * half, _THINNEST)
    for name, part in sorted(parts.items(), key=lambda item: list(PARTS).index(item[0])):
        match part.where:
            case "across" if name == "armour":
                room = _Room(across * (0.88 if low else 1), half * (0.74 if low else 1), -0.22 * half if low else 0)
            case "across":
                room = _Room(across, half, 0)
            case "middle":
                scale = (0.74 if low else 1) * (0.62 if "armour" in parts else 1)
                room = _Room(half * scale, half * scale, -0.26 * half if low else 0)
            case _:
                room = _Room(half, half, 0)
        cleared = part.where != "across" and len(parts) > 1
        yield from _drawn(part, room, (across, half), pen, ink, fill if cleared else None)


def _drawn(
    part: Part, room: _Room, middle: tuple[Mm, Mm], pen: Mm, ink: Colour, casing: Colour | None
) -> Iterator[Path]:
    place = Matrix(room.x, 0, 0, room.y, middle[0], middle[1] + room.down)
    lines = moved(Path(*read_outline(part.lines)), place) if part.lines else None
    solid = moved(Path(*read_outline(part.solid)), place) if part.solid else None
    if casing:
        clear = _CASING * middle[1]
        if lines:
            yield Path(lines.ops, lines.xy, casing, Stroke(casing, pen + 2 * clear, cap="square", join="round"))
        if solid:
            yield Path(solid.ops, solid.xy, None, Stroke(casing, 2 * clear, join="round"))
    if solid:
        yield Path(solid.ops, solid.xy, ink, even_odd=True)
    if lines:
        yield Path(lines.ops, lines.xy, None, Stroke(ink, pen))
