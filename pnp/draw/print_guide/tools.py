"""The things in the pictures of the print guide: sheets, counters, a knife, hands, a glue stick, a clipper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.draw.cover_art.shapes import Shape, blob, joined, limb, polygon, rect, rounded, scaled, spline
from pnp.draw.print_guide.sketch import (
    BUFF,
    CARD,
    GREEN,
    MAT,
    PALE_BUFF,
    RED,
    SHADE,
    SKIN,
    STEEL,
    WHITE,
    Sketch,
    turned,
)
from pnp.palette import INK


def sheet(sketch: Sketch, x: float, y: float, width: float, height: float, colour: str = WHITE) -> None:
    """Draw a sheet of paper with a flat shadow."""
    sketch.fill(rect(x + 2.5, y + 2.5, width, height), SHADE)
    sketch.fill(rect(x, y, width, height), colour, INK)


def counter_block(sketch: Sketch, x: float, y: float, side: float, columns: int, rows: int) -> None:
    """Draw a block of blank counters that share their edges."""
    for row in range(rows):
        for column in range(columns):
            colour = PALE_BUFF if row >= (rows + 1) // 2 else BUFF
            sketch.fill(rect(x + column * side, y + row * side, side, side), colour, INK, 0.6)


def knife(sketch: Sketch, x: float, y: float, turn: float, scale: float = 1) -> None:
    """Draw a knife with the point of its blade at (x, y)."""
    handle = polygon(*spline([(-4.4, -13, 1), (4.4, -15, 1), (6, -30), (5.4, -56, 1), (-4.6, -56, 1), (-5.6, -30)]))
    blade = polygon((0, 0), (-3.4, -12), (3.4, -14), (3.4, -6))
    sketch.fill(turned(blade, turn, x, y, scale), STEEL, INK, 0.9)
    sketch.fill(turned(handle, turn, x, y, scale), RED, INK, 1)
    sketch.fill(turned(rounded(-2, -44, 4, 16, 2), turn, x, y, scale), "#8E1B14")


def hand(sketch: Sketch, x: float, y: float, turn: float, sleeve: str, *, right: bool) -> Shape:
    """Draw a hand behind the edge of a sheet that it holds; return its thumb, which is drawn in front of the sheet."""
    side = -1 if right else 1

    def put(shape: Shape) -> Shape:
        """Return a shape of the left hand at its place."""
        return turned(scaled(shape, side, 1), turn, x, y)

    arm = blob((-9, 16), (9, 16), (12, 52, 1), (-12, 52, 1))
    fingers = [limb([(-8, 4), (-7, -10)], [9, 8]), limb([(0, 4), (0, -14)], [9, 8]), limb([(8, 4), (7, -11)], [9, 8])]
    palm = blob((-13, -2), (13, -2), (12, 18), (-12, 18))
    sketch.fill(put(joined([arm, *fingers, palm])), SKIN, INK)
    sketch.fill(put(polygon((-11, 30), (11, 30), (14, 54), (-14, 54))), sleeve, INK)
    return put(limb([(-10, 14), (-15, 2), (-11, -8)], [10, 9, 7.5]))


def glue_stick(sketch: Sketch, x: float, y: float, turn: float, scale: float = 1) -> None:
    """Draw a glue stick whose glue touches the paper at (x, y)."""
    for shape, colour, outline in (
        (polygon((-5, 0), (5, 0), (5, -9), (-5, -9)), "#FFF8E2", INK),
        (rounded(-7, -36, 14, 28, 2), GREEN, INK),
        (rect(-7, -28, 14, 9), WHITE, None),
    ):
        sketch.fill(turned(shape, turn, x, y, scale), colour, outline)


def clipper(sketch: Sketch, x: float, y: float, turn: float, scale: float = 1) -> None:
    """Draw a nail clipper with its jaws at (x, y)."""
    body = blob((0, -7, 1), (6, -9), (20, -9), (66, -6), (70, 0), (66, 6), (20, 9), (6, 9), (0, 7, 1), (3, 0))
    lever = blob((14, -4, 1), (64, -3), (66, 0), (64, 3), (14, 4, 1))
    sketch.fill(turned(body, turn, x, y, scale), STEEL, INK, 1.2)
    sketch.fill(turned(lever, turn, x, y, scale), "#B9C2C6", INK, 1)
    sketch.fill(turned(rounded(14, -4, 8, 8, 3.2), turn, x, y, scale), INK)


# ---------------------------------------------------------------- icons of materials, 36 points square


def _printer(sketch: Sketch) -> None:
    """Draw a printer."""
    sketch.fill(rect(8, 2, 20, 12), WHITE, INK)
    sketch.fill(rounded(2, 12, 32, 14, 3), SHADE, INK)
    sketch.fill(rect(8, 20, 20, 13), WHITE, INK)
    for row in range(3):
        sketch.stroke([(11, 24 + row * 3), (25, 24 + row * 3)], INK, 0.7)


def _sheets(sketch: Sketch, weight: str, colour: str) -> None:
    """Draw three sheets with their weight."""
    for step in range(3):
        sketch.fill(rect(4 + step * 4, 10 - step * 4, 20, 25), colour if step < 2 else WHITE, INK)
    sketch.text(weight, "condensed-bold", 7, (22, 18), anchor="middle")


def _card(sketch: Sketch) -> None:
    """Draw sheets of card."""
    _sheets(sketch, "200 g", CARD)


def _paper(sketch: Sketch) -> None:
    """Draw sheets of paper."""
    _sheets(sketch, "90 g", WHITE)


def _ruler(sketch: Sketch) -> None:
    """Draw a steel ruler."""
    sketch.fill(turned(rect(-20, -5.5, 40, 11), -28, 18, 17.5), STEEL, INK)
    for mark in range(9):
        tick = turned(rect(-16.3 + mark * 4, -5.5, 0.7, 4), -28, 18, 17.5)
        sketch.fill(tick, INK)


def _knife(sketch: Sketch) -> None:
    """Draw a knife."""
    knife(sketch, 8, 34, 38, 0.62)


def _mat(sketch: Sketch) -> None:
    """Draw a cutting mat with its grid."""
    sketch.fill(rounded(1, 5, 34, 27, 3), MAT, INK)
    for column in range(1, 6):
        sketch.stroke([(1 + column * 5.7, 5.5), (1 + column * 5.7, 31.5)], "#5B9585", 0.5)
    for row in range(1, 5):
        sketch.stroke([(1.5, 5 + row * 5.4), (34.5, 5 + row * 5.4)], "#5B9585", 0.5)


def _glue(sketch: Sketch) -> None:
    """Draw a glue stick."""
    glue_stick(sketch, 13, 35, 20, 0.85)


def _clipper(sketch: Sketch) -> None:
    """Draw a nail clipper."""
    clipper(sketch, 4, 27, -36, 0.5)


def _stapler(sketch: Sketch) -> None:
    """Draw a stapler."""
    sketch.fill(polygon((2, 27), (34, 27), (34, 32), (2, 32)), SHADE, INK)
    sketch.fill(turned(rounded(-32, -9, 32, 9, 3), 16, 33, 26), RED, INK)
    sketch.fill(rect(28, 18, 6, 9), STEEL, INK)


MATERIALS: Mapping[str, tuple[Callable[[Sketch], None], str]] = {
    "printer": (_printer, "Printer"),
    "card": (_card, "Card"),
    "paper": (_paper, "Paper"),
    "ruler": (_ruler, "Steel ruler"),
    "knife": (_knife, "Sharp knife"),
    "mat": (_mat, "Cutting mat"),
    "glue": (_glue, "Glue stick"),
    "clipper": (_clipper, "Nail clipper"),
    "stapler": (_stapler, "Stapler"),
}
"""Material -> the function that draws its icon, and its printed name."""
