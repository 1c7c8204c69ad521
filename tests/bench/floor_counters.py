"""The floor for plain counters: the marks of pnp's sheets drawn straight on reportlab's canvas, one after the other.

Nothing is checked, fitted or arranged, no art is shared: what anybody would write who knows what the sheet looks like.

usage: python -m tests.bench.floor_counters UNITS.csv FILE.pdf [COLUMNS]
"""

import csv
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.bench.plain import NATIONS, SIDE, SIZES

UNITS, FILE = sys.argv[1:3]
COLUMNS, ROWS = int(sys.argv[3]) if len(sys.argv) > 3 else 12, 14
WIDTH, HEIGHT, MARGIN = 215.9, 279.4, 6.35
MIDDLE = 128.7
"""y of the middle of the counters."""
MM = 72 / 25.4
INK, MARK, PAPER, WHITE = map(HexColor, ("#17140F", "#4A443A", "#FFFDF6", "#FFFFFF"))
CAPITAL = 0.7
"""Height of capitals in the typeface."""

rl_config.useA85 = 0
for name in ("Medium", "SemiBold", "Bold"):
    registerFont(TTFont(name, f"templates/fonts/BarlowCondensed-{name}.ttf"))
canvas = Canvas(FILE, pagesize=(WIDTH * MM, HEIGHT * MM), pageCompression=1, initialFontName="Bold")
nations = {nation.name: nation for nation in NATIONS}


def box(x, y, width, height, *, stroke=0, fill=1):
    """A rectangle; everything here is in mm from the top left."""
    canvas.rect(x * MM, (HEIGHT - y - height) * MM, width * MM, height * MM, stroke=stroke, fill=fill)


def line(x1, y1, x2, y2):
    canvas.line(x1 * MM, (HEIGHT - y1) * MM, x2 * MM, (HEIGHT - y2) * MM)


def shape(points):
    path = canvas.beginPath()
    path.moveTo(points[0][0] * MM, (HEIGHT - points[0][1]) * MM)
    for x, y in points[1:]:
        path.lineTo(x * MM, (HEIGHT - y) * MM)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def size_mark(x, y, signs):
    """Bars, or crosses of two slanted strokes."""
    high = 0.093 * SIDE
    pitch, wide, pen = (1.14 * high, 0.96 * high, 0.31 * high) if signs[0] == "X" else (0.655 * high, 0.30 * high, 0)
    width = pitch * (len(signs) - 1) + wide
    left, top = x + max(0.5 * SIDE - width / 2, 0.393 * SIDE), y + 0.139 * SIDE - high / 2
    for i in range(len(signs)):
        a, b, foot = left + i * pitch, left + i * pitch + wide, top + high
        if pen:
            shape(((a, top), (a + pen, top), (b, foot), (b - pen, foot)))
            shape(((b, top), (b - pen, top), (a, foot), (a + pen, foot)))
        else:
            box(a, top, wide, high)


def upwards(x, y, text):
    """A label that reads upwards, moved up where it would reach the factors."""
    size = 0.1445 * SIDE * MM
    length = stringWidth(text, "SemiBold", size) / MM
    middle = min(0.4 * SIDE, 0.596 * SIDE - length / 2)
    canvas.saveState()
    canvas.translate((x + CAPITAL * size / MM / 2) * MM, (HEIGHT - y - middle) * MM)
    canvas.rotate(90)
    canvas.setFont("SemiBold", size)
    canvas.drawString(-length / 2 * MM, 0, text)
    canvas.restoreState()


def factors(x, y, texts):
    """Three figures with dashes in the middle of the white between them."""
    size = 0.344 * SIDE * MM
    canvas.setFont("Bold", size)
    bearing = 0.02 * size / MM
    centres = (0.204 * SIDE, 0.5 * SIDE, 0.796 * SIDE)
    halves = [stringWidth(text, "Bold", size) / MM / 2 for text in texts]
    base = HEIGHT - y - 0.802 * SIDE - CAPITAL * size / MM / 2
    for text, centre in zip(texts, centres, strict=True):
        canvas.drawCentredString((x + centre) * MM, base * MM, text)
    for i in (0, 1):
        start, end = centres[i] + halves[i] - bearing, centres[i + 1] - halves[i + 1] + bearing
        long = min(0.078 * SIDE, end - start - 0.028 * SIDE)
        box(x + (start + end) / 2 - long / 2, y + (0.802 - 0.0138) * SIDE, long, 0.0276 * SIDE)


def stripe(x, top, high):
    """Slanted bars from side to side."""
    path, pitch = canvas.beginPath(), SIDE / 10
    for i in range(-int((3 + high) / pitch), int((SIDE + 3) / pitch) + 1):
        a = x + i * pitch
        path.moveTo(a * MM, (HEIGHT - top - high) * MM)
        path.lineTo((a + pitch / 2) * MM, (HEIGHT - top - high) * MM)
        path.lineTo((a + pitch / 2 + high) * MM, (HEIGHT - top) * MM)
        path.lineTo((a + high) * MM, (HEIGHT - top) * MM)
        path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def band(x, y, accent, left, right, below):
    """A light band between two stripes."""
    canvas.setFillColor(PAPER)
    box(x - left, y + 0.609 * SIDE, SIDE + left + right, 0.391 * SIDE + below)
    canvas.setFillColor(accent)
    stripe(x, y + 0.609 * SIDE, 0.058 * SIDE)
    stripe(x, y + 0.945 * SIDE, 0.055 * SIDE + 3)


def face(x, y, unit, texts, bleeds, *, reduced):
    nation = nations[unit["side"]]
    left, right, above, below = bleeds
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(
        (x - left) * MM, (HEIGHT - y - SIDE - below) * MM, (SIDE + left + right) * MM, (SIDE + above + below) * MM
    )
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.setFillColor(HexColor(nation.ground))
    box(x - left, y - above, SIDE + left + right, SIDE + above + below)
    if reduced:
        band(x, y, HexColor(nation.accent), left, right, below)
    for share, colour in nation.discs:
        canvas.setFillColor(HexColor(colour))
        cx, cy = (x + 0.286 * SIDE) * MM, (HEIGHT - y - 0.134 * SIDE) * MM
        canvas.circle(cx, cy, share * 0.067 * SIDE * MM, stroke=0, fill=1)
    canvas.setFillColor(INK)
    size_mark(x, y, SIZES[unit["size"]])
    canvas.setFillColor(WHITE)
    canvas.setStrokeColor(INK)
    a, b, wide, high = x + 0.2335 * SIDE, y + 0.218 * SIDE, 0.533 * SIDE, 0.364 * SIDE
    box(a, b, wide, high)
    canvas.setLineWidth(0.061 * high * MM)
    line(a, b, a + wide, b + high)
    line(a, b + high, a + wide, b)
    canvas.setLineWidth(0.07 * high * MM)
    box(a, b, wide, high, stroke=1, fill=0)
    canvas.setFillColor(INK)
    upwards(x + 0.139 * SIDE, y, unit["label"])
    upwards(x + 0.861 * SIDE, y, unit["right"])
    factors(x, y, texts)
    canvas.restoreState()


def words(x, y, text, font="Medium", size=7, colour=MARK, charSpace=0):  # noqa: N803 - reportlab's name
    canvas.setFillColor(colour)
    canvas.setFont(font, size)
    canvas.drawString(x * MM, (HEIGHT - y) * MM, text, charSpace=charSpace)


def furniture(sheet, sheets, facing, x, y, columns, rows, bleed):
    """Head line, ticks, square, rulers and advice."""
    base, at = MARGIN + CAPITAL * 7.5 / MM, MARGIN
    for i, text in enumerate(("PLAIN COUNTERS", "COUNTERS", f"SHEET {sheet} OF {sheets}", facing.upper())):
        font = "SemiBold" if i else "Bold"
        if i:
            words(at + 1.3 - stringWidth("·", "SemiBold", 7.5) / MM / 2, base, "·", "SemiBold", 7.5)
            at += 2.6
        words(at, base, text, font, 7.5, charSpace=0.12 * MM)
        at += stringWidth(text, font, 7.5) / MM + 0.12 * (len(text) - 1)
    right = "5/8 in (15.88 mm)  ·  print both sides at 100 %, flip on the long edge"
    words(WIDTH - MARGIN - stringWidth(right, "Medium", 7.5) / MM, base, right, size=7.5)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.15 * MM)
    near, far = bleed + 0.7, 5.9
    for i in range(columns + 1):
        line(x + i * SIDE, y - far, x + i * SIDE, y - near)
        line(x + i * SIDE, y + rows * SIDE + near, x + i * SIDE, y + rows * SIDE + far)
    for i in range(rows + 1):
        line(x - far, y + i * SIDE, x - near, y + i * SIDE)
        line(x + columns * SIDE + near, y + i * SIDE, x + columns * SIDE + far, y + i * SIDE)
    left, top = MARGIN, HEIGHT - MARGIN - 25.4
    box(left, top, 25.4, 25.4, stroke=1, fill=0)
    line(left + 12.7, top, left + 12.7, top + 2)
    line(left + 12.7, top + 23.4, left + 12.7, top + 25.4)
    line(left, top + 12.7, left + 2, top + 12.7)
    line(left + 23.4, top + 12.7, left + 25.4, top + 12.7)
    words(left + 12.7 - stringWidth("1 inch", "Bold", 8) / MM / 2, top + 12.1, "1 inch", "Bold", 8)
    words(left + 12.7 - stringWidth("25.4 mm", "Medium", 7) / MM / 2, top + 15.4, "25.4 mm")
    left += 31.4
    canvas.setLineWidth(0.15 * MM)
    line(left, top + 8.4, left + 100, top + 8.4)
    for i in range(101):
        line(left + i, top + 8.4, left + i, top + 8.4 - (3.4 if i % 10 == 0 else 2.5 if i % 5 == 0 else 1.6))
    for i in range(0, 101, 10):
        text = str(i) if i < 100 else "100 mm"
        long = stringWidth(text, "Medium", 6.5) / MM
        words(left + i - (long / 2 if i < 100 else long), top + 11.1, text, size=6.5)
    line(left, top + 19.8, left + 101.6, top + 19.8)
    for i in range(65):
        high = 3.8 if i % 16 == 0 else 3.0 if i % 8 == 0 else 2.4 if i % 4 == 0 else 1.9 if i % 2 == 0 else 1.3
        line(left + i * 1.5875, top + 19.8, left + i * 1.5875, top + 19.8 - high)
    for i in range(5):
        text = str(i) if i < 4 else "4 in"
        long = stringWidth(text, "Medium", 6.5) / MM
        words(left + i * 25.4 - (long / 2 if i < 4 else long), top + 22.5, text, size=6.5)
    left += 108.6
    words(left, top + 3.2, "Print at 100 % (“Actual size”), never “Fit to page”.", "Bold", colour=INK)
    advice = (
        "The square must measure 1 inch both ways, the rulers 100 mm and 4",
        "inches.",
        "Cut from tick to tick, the long cuts first; leave the margins whole until the",
        "last cut.",
    )
    for text, down in zip(advice, (7.0869, 10.1739, 14.0608, 17.1477), strict=True):
        words(left, top + down, text, colour=INK)


with Path(UNITS).open(newline="", encoding="utf-8") as file:
    units = list(csv.DictReader(file))
full = COLUMNS * ROWS
sheets = -(-len(units) // full)
for sheet in range(sheets):
    here = units[sheet * full : (sheet + 1) * full]
    rows = -(-len(here) // COLUMNS)
    x, y = (WIDTH - COLUMNS * SIDE) / 2, MIDDLE - min(-(-len(units) // COLUMNS), ROWS) * SIDE / 2
    for facing, bleed in (("front", 2), ("back", 3)):
        for i, unit in enumerate(here):
            row, column = divmod(i, COLUMNS)
            if facing == "back":
                column = COLUMNS - 1 - column
            bleeds = (
                bleed if column == 0 else 0,
                bleed if column == COLUMNS - 1 else 0,
                bleed if row == 0 else 0,
                bleed if row == rows - 1 else 0,
            )
            texts = unit[facing].split("-")
            face(x + column * SIDE, y + row * SIDE, unit, texts, bleeds, reduced=facing == "back")
        furniture(sheet + 1, sheets, facing, x, y, COLUMNS, rows, bleed)
        canvas.showPage()
canvas.save()
