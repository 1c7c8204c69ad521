"""Unit symbols in a box, made of parts such as `infantry+parachute`, and the size marks above the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pnp.icon_paths import read_outline
from pnp.model.counter import Size
from pnp.model.symbols import IconLibrary, SymbolPart
from pnp.palette import INK
from pnp.scene import Colour, Group, Matrix, Path, Rect, Scene, Stroke, circle, moved, polyline, rectangle
from pnp.units import Mm

_PEN = 0.145
_FRAME = 0.16
_CASING = 0.11
"""Widths of the pen, the frame, and the clear edge beside strokes that cross others: shares of half the height."""
_THINNEST: Mm = 0.26
"""The thinnest pen (0.74 pt), however small the box."""


@dataclass(frozen=True, slots=True)
class _PartSize:
    """The size of a part of a symbol in mm, and how far its middle is below that of the box."""

    x: Mm
    y: Mm
    down: Mm


@cache
def draw_unit_symbol(icons: IconLibrary, name: str, width: Mm, height: Mm, fill: Colour, ink: Colour = INK) -> Scene:
    """Draw a unit symbol, such as `infantry+parachute`, in its frame.

    Half of the frame's line lies outside the box. Raises `KeyError` for an unknown part.
    """
    named = icons.symbol_parts(name) if name else ()
    unknown = [part for part in named if part not in icons.parts]
    if unknown:
        raise KeyError(unknown[0])
    parts = {part: record for part, record in icons.parts.items() if part in named}
    half = height / 2
    frame = max(_FRAME * half, _THINNEST * 1.15)
    box = rectangle(Rect(0, 0, width, height), stroke=Stroke(ink, frame))
    background = rectangle(Rect(0, 0, width, height), fill=fill)
    inside = Group(tuple(_part_strokes(parts, width, height, fill, ink)), clip=background)
    items = (background, inside, box) if inside.items else (background, box)
    return Scene(f"symbol {name}", width, height, items, bleed=frame / 2)


def _part_strokes(parts: Mapping[str, SymbolPart], width: Mm, height: Mm, fill: Colour, ink: Colour) -> Iterator[Path]:
    """Yield the lines of all parts of a unit symbol.

    Each later part has a clear edge where it crosses others.
    """
    across, half = width / 2, height / 2
    low = any(part.place == "low" for part in parts.values())
    around = any(part.place == "around" for part in parts.values())
    pen = max(_PEN * half, _THINNEST)
    for part in parts.values():
        match part.place:
            case "around":
                fit = _PartSize(across * (0.88 if low else 1), half * (0.74 if low else 1), -0.22 * half if low else 0)
            case "across":
                fit = _PartSize(across, half, 0)
            case "middle":
                scale = (0.74 if low else 1) * (0.62 if around else 1)
                fit = _PartSize(half * scale, half * scale, -0.26 * half if low else 0)
            case "low":
                fit = _PartSize(half, half, 0)
        cleared = part.place in ("middle", "low") and len(parts) > 1
        yield from _fitted_paths(part, fit, (across, half), pen, ink, fill if cleared else None)


def _fitted_paths(
    part: SymbolPart, fit: _PartSize, middle: tuple[Mm, Mm], pen: Mm, ink: Colour, casing: Colour | None
) -> Iterator[Path]:
    """Yield the lines of one part of a unit symbol, fitted into the box.

    With `casing`, wider lines in that colour come first, beneath them.
    """
    place = Matrix(fit.x, 0, 0, fit.y, middle[0], middle[1] + fit.down)
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


# ---------------------------------------------------------------- size marks

SIZE_MARKS: dict[Size, str] = {
    "squad": ".",
    "section": "..",
    "platoon": "...",
    "group": "[...]",
    "company": "I",
    "battery": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
}
"""The signs of each size, smallest first.

Source: the marks in use since FM 21-30, 1941, as wargames print them.
"""

_PITCH = {".": 1.00, "I": 0.655, "X": 1.14}
_WIDTH = {".": 0.70, "I": 0.34, "X": 0.96}
_CROSS_PEN = 0.31
"""Distance between signs, width of a sign, horizontal width of the strokes of a cross: shares of the mark's height."""
_BRACKET, _BRACKET_GAP, _BRACKET_PEN = 0.30, 0.16, 0.20
"""Depth of a bracket, its distance from the dots, and its pen: shares of the mark's height."""


@cache
def draw_size_mark(size: Size, height: Mm, fill: Colour = INK) -> Scene:
    """Draw the mark of a unit's size, such as III for a regiment."""
    signs = SIZE_MARKS[size].strip("[]")
    pitch, wide = _PITCH[signs[0]] * height, _WIDTH[signs[0]] * height
    bracketed = SIZE_MARKS[size].startswith("[")
    left = (_BRACKET + _BRACKET_GAP) * height if bracketed else 0.0
    width = pitch * (len(signs) - 1) + wide + 2 * left
    boxes = (Rect(left + i * pitch, 0, wide, height) for i in range(len(signs)))
    marks = [mark for box in boxes for mark in _sign_paths(signs[0], box, fill)]
    if bracketed:
        marks += _bracket_paths(width, height, fill)
    return Scene(f"size {size}", width, height, tuple(marks))


def _sign_paths(sign: str, box: Rect, fill: Colour) -> tuple[Path, ...]:
    """Return one sign of a size mark: a dot (`.`), a bar (`I`) or a cross (`X`)."""
    match sign:
        case ".":
            return (circle(*box.centre, box.width / 2, fill=fill),)
        case "I":
            return (rectangle(box, fill=fill),)
        case _:
            pen, left, right, foot = _CROSS_PEN * box.height, box.x, box.right, box.bottom
            strokes = ((left, left + pen, right, right - pen), (right, right - pen, left, left + pen))
            return tuple(Path("MLLLZ", (a, box.y, b, box.y, c, foot, d, foot), fill) for a, b, c, d in strokes)


def _bracket_paths(width: Mm, height: Mm, fill: Colour) -> list[Path]:
    """Return the two brackets around the dots of a group."""
    depth, pen = _BRACKET * height, Stroke(fill, _BRACKET_PEN * height)
    top, foot, half = 0.05 * height, 0.95 * height, pen.width / 2
    return [
        polyline([(x + depth * turn, top), (x, top), (x, foot), (x + depth * turn, foot)], stroke=pen)
        for x, turn in ((half, 1), (width - half, -1))
    ]
