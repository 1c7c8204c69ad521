"""The pictures of the steps of printing and assembly, each 172 x 120 points."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from pnp.deferred import deferred
from pnp.draw.cover_art.shapes import disc, polygon, rect, rounded, scaled
from pnp.draw.print_guide.sketch import BUFF, CARD, GREEN, MAT, RED, SHADE, STEEL, WHITE, Sketch
from pnp.draw.print_guide.tools import clipper, counter_block, glue_stick, hand, knife, sheet
from pnp.palette import INK
from pnp.scene import Scene

with deferred():
    import shapely

WIDTH, HEIGHT = 172.0, 120.0
"""The size of a picture in points."""
WOOD, RUST = "#F6D79A", "#A4482A"


def print_dialog(sketch: Sketch, edge: str) -> None:
    """Draw the dialog of a printer, with the actual size chosen. `edge` is `long`, `short`, or empty for one side."""
    window = rounded(10, 10, 152, 100, 4)
    sketch.fill(window, WHITE, INK, 1.3)
    sketch.fill(window.intersection(rect(10, 10, 152, 14)), INK)
    sketch.text("Print", "condensed-bold", 9, (18, 20), WHITE)
    for number in range(3):
        sketch.fill(disc(134 + number * 9, 17, 2.4), RED if number == 2 else SHADE)
    sheet(sketch, 20, 33, 46, 60)
    counter_block(sketch, 27, 45, 8, 4, 4)
    sketch.stroke([(27, 84), (59, 84)], INK, 0.8)
    for tick in range(9):
        sketch.stroke([(27 + tick * 4, 84), (27 + tick * 4, 87)], INK, 0.5)
    sketch.text("Page size", "condensed", 10, (78, 41))
    for y, words, font in ((54, "Fit to page", "condensed"), (68, "Actual size, 100 %", "condensed-semibold")):
        sketch.fill(disc(82, y - 3, 4), WHITE, INK, 1)
        sketch.text(words, font, 10.4, (91, y))
    sketch.fill(disc(82, 65, 2.3), RED)
    sketch.stroke([(90, 51), (133, 51)], RED, 1.6)
    sketch.fill(rect(78, 75, 8, 8), WHITE, INK, 1)
    sketch.stroke([(79.6, 79), (81.4, 81.4), (85, 76.4)], RED, 1.5)
    sketch.text(f"Flip on {edge} edge" if edge else "Print on one side", "condensed-semibold", 10.4, (91, 82.6))
    sketch.fill(rounded(122, 91, 32, 13, 3), GREEN)
    sketch.text("Print", "condensed-bold", 10, (138, 101), WHITE, anchor="middle")


def measured_ruler(sketch: Sketch) -> None:
    """Draw a steel ruler on the printed ruler of a sheet."""
    sheet(sketch, 8, 7, 156, 72)
    sketch.text("Ruler in the margin of the sheet", "condensed-italic", 10, (18, 22), RUST)
    sketch.stroke([(22, 56), (142, 56)], INK, 1)
    for mark in range(0, 101, 5):
        x, high = 22 + mark * 1.2, 9 if mark % 50 == 0 else 6 if mark % 10 == 0 else 3.6
        sketch.stroke([(x, 56), (x, 56 - high)], INK, 0.8)
    for mark, x in ((0, 26.0), (50, 82.0), (100, 136.0)):
        sketch.text(str(mark), "condensed-semibold", 10, (x, 43), anchor="middle")
    sketch.fill(rect(14, 60, 146, 30), STEEL, INK)
    for mark in range(105):
        x, high = 22 + mark * 1.2, 9 if mark % 10 == 0 else 6 if mark % 5 == 0 else 3.4
        sketch.stroke([(x, 60), (x, 60 + high)], INK, 0.4)
    for mark in range(1, 10):
        sketch.text(str(mark * 10), "condensed-semibold", 8.8, (22 + mark * 12, 77), anchor="middle")
    sketch.text("steel ruler", "condensed", 9.6, (82, 87.6), anchor="middle")
    for x in (22, 142):
        sketch.stroke([(x, 32), (x, 111)], RED, 1.1, (2.4, 2))
    sketch.arrow((62, 104), (23.5, 104))
    sketch.arrow((102, 104), (140.5, 104))
    sketch.text("100 mm", "condensed-bold", 10, (82, 107.6), RED, anchor="middle")


def sheet_before_a_light(sketch: Sketch) -> None:
    """Draw two hands that hold a sheet up to a light; its back shows through, a little shifted."""
    x, y = 86, 52
    for number in range(20):
        turn = 2 * math.pi * number / 20
        near = [(x + 54 * math.cos(turn + side), y + 44 * math.sin(turn + side)) for side in (-0.05, 0.05)]
        ray = polygon(*near, (x + 82 * math.cos(turn), y + 62 * math.sin(turn)))
        sketch.fill(ray.intersection(rect(1, 1, WIDTH - 2, HEIGHT - 2)), "#F0C24B")
    sketch.fill(scaled(disc(x, y, 1, 40), 52, 42, (x, y)), "#FBE7A8")
    thumbs = [
        hand(sketch, 42, 74, 8, RUST, right=False),
        hand(sketch, 130, 74, -8, RUST, right=True),
    ]
    sketch.fill(rect(42, 10, 88, 76), "#FFF7DC", INK, 1.2)
    for column in range(4):
        left = 56 + column * 20
        sketch.stroke([(left, 18), (left, 78)], INK, 1)
        sketch.stroke([(left + 2, 18), (left + 2, 78)], RED, 0.9, (3, 2))
    for row in range(3):
        top = 28 + row * 20
        sketch.stroke([(48, top), (124, top)], INK, 1)
        sketch.stroke([(48, top + 1.6), (124, top + 1.6)], RED, 0.9, (3, 2))
    for thumb in thumbs:
        sketch.fill(thumb, "#E6C68C", INK)
    sketch.fill(rect(138, 12, 30, 26), WHITE, INK, 0.6)
    sketch.text("front", "condensed-semibold", 10, (153, 22.8), anchor="middle")
    sketch.text("back", "condensed-semibold", 10, (153, 33.8), RED, anchor="middle")


def folded_sheet(sketch: Sketch) -> None:
    """Draw a sheet with fronts on one half and backs on the other that is folded along its middle."""
    sketch.fill(polygon((20, 22), (92, 14), (92, 96), (20, 104)), WHITE, INK)
    sketch.fill(polygon((92, 14), (150, 34), (150, 112), (92, 96)), CARD, INK)
    for row in range(3):
        sketch.stroke([(32, 40 + row * 20), (82, 34.4 + row * 20)], INK, 1)
        sketch.stroke([(102, 36 + row * 20), (142, 50 + row * 20)], INK, 1)
    sketch.stroke([(92, 8), (92, 102)], RED, 1.4, (4, 3))
    sketch.arrow((158, 26), (112, 8))
    sketch.text("fronts", "condensed-semibold", 9, (56, 113), anchor="middle")
    sketch.text("backs", "condensed-semibold", 9, (122, 117), anchor="middle")


def long_cuts(sketch: Sketch, *fronts: Scene) -> None:
    """Draw a sheet of counters with these fronts on a cutting mat, with a ruler along the first cut.

    Without fronts the sheet has a card.
    """
    sketch.fill(rounded(4, 5, 164, 110, 5), MAT)
    for column in range(1, 13):
        sketch.stroke([(4 + column * 12.6, 5.4), (4 + column * 12.6, 114.6)], "#4A8576", 0.35)
    for row in range(1, 9):
        sketch.stroke([(4.4, 5 + row * 12.6), (167.6, 5 + row * 12.6)], "#4A8576", 0.35)
    sheet(sketch, 22, 11, 96, 96)
    left, top, side = 34.0, 23.0, 18.0
    cuts = 5 if fronts else 2
    apart = 4 * side / (cuts - 1)
    if not fronts:
        sketch.fill(rect(left, top, 4 * side, 4 * side), CARD, INK, 0.6)
        sketch.fill(rect(left + 5, top + 6, 27, 5), INK)
        for row in range(8):
            sketch.stroke([(left + 5, top + 18 + row * 6), (left + 32, top + 18 + row * 6)], SHADE, 1.2)
    for number in range(16 if fronts else 0):
        centre = (left + (number % 4 + 0.5) * side, top + (number // 4 + 0.5) * side)
        sketch.scene(fronts[number % len(fronts)], centre, side)
        sketch.stroke_box(centre[0] - side / 2, centre[1] - side / 2, side, side, 0.6)
    for number in range(cuts):
        x, y = left + number * apart, top + number * apart
        for start, end in (((x, 13), (x, 20)), ((x, 98), (x, 105)), ((24, y), (31, y)), ((109, y), (116, y))):
            sketch.stroke([start, end], INK, 0.9)
    edge = left + 2 * side if fronts else left
    ruler = edge if fronts else edge - 19
    sketch.fill(rect(ruler, 6, 19, 108), STEEL, INK)
    for mark in range(34):
        y = 8 + mark * 3.1
        sketch.stroke([(ruler, y), (ruler + (5 if mark % 5 == 0 else 3), y)], INK, 0.45)
    sketch.stroke([(edge - 0.4, 12), (edge - 0.4, 76)], RED, 2)
    knife(sketch, edge - 0.6, 78, 70, 0.95)
    sketch.arrow((132, 18), (132, 92), WHITE, 2.4, 9)
    sketch.text("1", "condensed-extrabold", 18, (139, 62), WHITE)
    sketch.arrow((126, 106), (162, 106), WHITE, 1.4, 6)
    sketch.text("2", "condensed-bold", 12, (151, 101), WHITE)


def clipped_corner(sketch: Sketch, *fronts: Scene) -> None:
    """Draw the first of some counters large, with corners that are clipped by 2 mm."""
    low, high, cut = 17.0, 101.0, 12.0
    corners = [(14 + cut, low), (98 - cut, low), (98, low + cut), (98, high), (14 + cut, high), (14, high - cut)]
    shape = polygon(*corners, (14, low + cut))
    sketch.fill(shapely.affinity.translate(shape, 2.5, 2.5), SHADE)
    for front in fronts[:1]:
        with sketch.clipped_at([*corners, (14, low + cut)]):
            sketch.scene(front, (56, (low + high) / 2), 84)
    sketch.stroke([*corners, (14, low + cut), corners[0]], INK, 1.2)
    for piece in (((2, 7), (14, 5), (4, 17)), ((98, 9), (110, 7), (108, 19)), ((2, 101), (4, 113), (14, 111))):
        sketch.fill(polygon(*piece), BUFF, INK, 0.9)
    sketch.stroke([(98 - cut, high), (98, high - cut)], RED, 1.8, (3, 2))
    clipper(sketch, 95, 98, -45)
    sketch.text("2 mm", "condensed-bold", 10, (122, 107), RED)
    sketch.arrow((120, 104), (101, 100), RED, 1.2, 5)


def cut_pieces(sketch: Sketch, *faces: Scene) -> None:
    """Draw the three kinds of lines on sheets of other pieces: solid to cut, dashed to fold, hatched to glue.

    Of two faces, one is above the fold, upside down, and the other below it.
    """
    sheet(sketch, 14, 6, 78, 106)
    sketch.fill(rect(28, 14, 50, 76), CARD, INK, 1.4)
    for face, middle, turn in zip(faces, (33, 71), (180, 0), strict=False):
        width = 38 * min(1.0, face.width / face.height)
        sketch.scene(face, (53, middle), width, turn)
        sketch.stroke_box(53 - width / 2, 14, width, 76, 0.8)
    sketch.stroke([(28, 52), (78, 52)], RED, 1.3, (4, 3))
    strip = rect(28, 90, 50, 14)
    sketch.fill(strip, WOOD, INK, 1)
    for number in range(-2, 12):
        hatch = shapely.LineString([(24 + number * 6, 108), (38 + number * 6, 86)]).intersection(strip)
        if not hatch.is_empty:
            sketch.stroke([(x, y) for x, y, *_ in hatch.coords], RUST, 0.8)
    for y, words in ((28, "solid: cut"), (52, "dashed: fold"), (97, "hatched: glue")):
        sketch.stroke([(80, y), (98, y)], RED, 0.9)
        sketch.text(words, "condensed-bold", 11, (101, y + 3.6))
    sketch.stroke([(28, 14), (78, 14)], RED, 1.8)
    knife(sketch, 78, 14, 48, 0.7)


def glued_tiles(sketch: Sketch) -> None:
    """Draw two tiles of a map, of which one gets glue on the strip that the other covers."""

    def tile(x: float, y: float, width: float) -> None:
        """Draw a tile of this width with some hexes."""
        sheet(sketch, x, y, width, 84, CARD)
        for column in range(3):
            for row in range(3):
                cx, cy = x + 14 + column * 18, y + 15 + row * 20 + (10 if column % 2 else 0)
                if cx < x + width - 8 and cy < y + 76:
                    corners = [
                        (cx + 10 * math.cos(n * math.pi / 3), cy + 10 * math.sin(n * math.pi / 3)) for n in range(7)
                    ]
                    sketch.stroke(corners, "#BBA982", 0.6)

    tile(8, 14, 70)
    strip = rect(62, 14, 16, 84)
    sketch.fill(strip, WOOD, INK, 0.9)
    for number in range(-2, 24):
        hatch = shapely.LineString([(56, 20 + number * 6), (84, 6 + number * 6)]).intersection(strip)
        if not hatch.is_empty and hatch.geom_type == "LineString":
            sketch.stroke([(x, y) for x, y, *_ in hatch.coords], RUST, 0.8)
    tile(96, 8, 66)
    for colour, width in (("#B98B4A", 3.4), (WOOD, 2.0)):
        sketch.stroke([(10, 62), (40, 54), (77, 64)], colour, width)
        sketch.stroke([(97, 57), (126, 66), (161, 60)], colour, width)
    sketch.arrow((112, 105), (84, 105))
    sketch.text("strip", "condensed-bold", 9.4, (70, 111), RUST, anchor="middle")
    glue_stick(sketch, 70, 46, 24)


def stapled_booklet(sketch: Sketch) -> None:
    """Draw a booklet that is stapled at its left edge."""
    for step in range(4):
        sketch.fill(rect(46 + step * 2.5, 16 - step * 2, 68, 92), CARD if step < 3 else WHITE, INK)
    sketch.fill(rect(62, 20, 50, 7), INK)
    for row in range(9):
        sketch.stroke([(62, 36 + row * 7), (104 if row % 4 == 3 else 112, 36 + row * 7)], SHADE, 1.6)
    for y in (28, 54, 80):
        sketch.stroke([(58, y), (58, y + 9)], RED, 2.2)
    sketch.arrow((20, 58), (50, 58))


PICTURES: Mapping[str, Callable[..., None]] = {
    "print": print_dialog,
    "measure": measured_ruler,
    "backs": sheet_before_a_light,
    "fold": folded_sheet,
    "cuts": long_cuts,
    "corners": clipped_corner,
    "pieces": cut_pieces,
    "tiles": glued_tiles,
    "staple": stapled_booklet,
}
"""Step -> the function that draws its picture. Those of `print`, `cuts`, `corners` and `tiles` take an argument."""
