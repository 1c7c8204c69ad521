"""Size marks: dots, bars and crosses that say how large a unit is."""

from __future__ import annotations

from functools import cache

from pnp.model.counter import Size
from pnp.palette import INK
from pnp.scene import Colour, Path, Rect, Scene, circle, rectangle
from pnp.units import Mm

SIZE_MARKS: dict[Size, str] = {
    "squad": ".",
    "section": "..",
    "platoon": "...",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
}
"""Signs of each size, smallest first.  Source: the marks in use since FM 21-30, 1941, as wargames print them."""

_PITCH = {".": 0.74, "I": 0.655, "X": 1.14}
_WIDTH = {".": 0.52, "I": 0.30, "X": 0.96}
_CROSS_PEN = 0.31
"""Distance between signs, width of a sign, level width of a cross's strokes: shares of the mark's height."""


@cache
def draw_size_mark(size: Size, height: Mm, fill: Colour = INK) -> Scene:
    """The mark of a unit's size, as wide as it needs."""
    signs = SIZE_MARKS[size]
    pitch, wide = _PITCH[signs[0]] * height, _WIDTH[signs[0]] * height
    width = pitch * (len(signs) - 1) + wide
    marks = [mark for i in range(len(signs)) for mark in _sign(signs[0], Rect(i * pitch, 0, wide, height), fill)]
    return Scene(f"size {size}", width, height, tuple(marks))


def _sign(sign: str, box: Rect, fill: Colour) -> tuple[Path, ...]:
    """One dot (on the foot of the mark), bar, or cross of two slanted strokes."""
    match sign:
        case ".":
            return (circle(box.x + box.width / 2, box.bottom - 0.56 * box.width, box.width / 2, fill=fill),)
        case "I":
            return (rectangle(box, fill=fill),)
        case _:
            pen, left, right, foot = _CROSS_PEN * box.height, box.x, box.right, box.bottom
            strokes = ((left, left + pen, right, right - pen), (right, right - pen, left, left + pen))
            return tuple(Path("MLLLZ", (a, box.y, b, box.y, c, foot, d, foot), fill) for a, b, c, d in strokes)
