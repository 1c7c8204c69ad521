"""The floor for a plain map: the marks of pnp's sheet drawn straight on reportlab's canvas, one after the other.

Nothing is read, checked or placed: what anybody would write who knows what the sheet looks like.

usage: python -m tests.bench.floor_map COLUMNS ROWS FILE.pdf
"""

import sys

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.bench.plain import ACROSS_FLATS, EDGE, FILLS, GRID, TERRAIN, digits, hex_terrain, map_size

COLUMNS, ROWS, FILE = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
MM = 72 / 25.4
WIDTH, HEIGHT = (length * MM for length in map_size(COLUMNS, ROWS))
HALF = ACROSS_FLATS / 2 * MM
SIDE = ACROSS_FLATS / 3**0.5 * MM
LEFT, TOP = EDGE * MM, HEIGHT - EDGE * MM
fills = [HexColor(colour) for colour in FILLS]
NUMBER, NUMBER_ON_WATER, BROWN = map(HexColor, ("#4E4334", "#24587A", "#5B4029"))
INK, MARK = map(HexColor, ("#17140F", "#4A443A"))
SCALE = ACROSS_FLATS / (0.70 * 25.4)
"""Widths are given for hexes 0.70 in across."""
CAPITAL = 0.7

rl_config.useA85 = 0
registerFont(TTFont("number", "templates/fonts/BarlowCondensed-Regular.ttf"))
registerFont(TTFont("ruler", "templates/fonts/BarlowCondensed-Medium.ttf"))
canvas = Canvas(FILE, pagesize=(WIDTH, HEIGHT), pageCompression=1, initialFontName="number")
size = max(5, 5.3 * max(SCALE, 0.85))
wide = digits(COLUMNS, ROWS)


def middle(column, row):
    x = LEFT + SIDE + (column - 1) * 1.5 * SIDE
    y = TOP - HALF - (row - 1) * 2 * HALF - (HALF if column % 2 == 0 else 0)
    return x, y


def corners(x, y):
    """Clockwise from the left end of the top side."""
    return (
        (x - SIDE / 2, y + HALF),
        (x + SIDE / 2, y + HALF),
        (x + SIDE, y),
        (x + SIDE / 2, y - HALF),
        (x - SIDE / 2, y - HALF),
        (x - SIDE, y),
    )


def line(points, *, fill):
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if fill:
        path.close()
    canvas.drawPath(path, stroke=not fill, fill=fill)


canvas.setFillColor(HexColor("#FBF6E8"))
canvas.rect(6 * MM, 6 * MM, WIDTH - 12 * MM, HEIGHT - 12 * MM, stroke=0, fill=1)

for column in range(1, COLUMNS + 1):
    for row in range(1, ROWS + 1):
        canvas.setFillColor(fills[hex_terrain(column, row)])
        line(corners(*middle(column, row)), fill=1)

canvas.setStrokeColor(HexColor(GRID))
canvas.setLineWidth(max(0.5 * SCALE, 0.25))
canvas.setLineCap(1)
canvas.setLineJoin(1)
for column in range(1, COLUMNS + 1):
    for row in range(1, ROWS + 1):
        points = corners(*middle(column, row))
        low = column % 2 == 0
        # Three sides of each hex, and those beyond which there is no hex.
        line(points[:4], fill=0)
        if row == ROWS:
            line(points[3:5], fill=0)
        if column == 1 or (row == ROWS and low):
            line(points[4:6], fill=0)
        if column == 1 or (row == 1 and not low):
            line((points[5], points[0]), fill=0)

for column in range(1, COLUMNS + 1):
    for row in range(1, ROWS + 1):
        canvas.setFillColor(NUMBER_ON_WATER if TERRAIN[hex_terrain(column, row)] == "lake" else NUMBER)
        canvas.setFont("number", size)
        x, y = middle(column, row)
        inset = 2.6 * SCALE
        canvas.drawString(x - SIDE / 2 + inset, y + HALF - inset - CAPITAL * size, f"{column:0{wide}}{row:0{wide}}")

canvas.setStrokeColor(BROWN)
canvas.setLineCap(0)
canvas.setLineJoin(0)
COLLAR = 3
for around, thick in ((0, 0.25 * MM), (COLLAR, 0.7 * MM)):
    canvas.setLineWidth(thick)
    across, down = WIDTH - 2 * EDGE * MM + 2 * around, HEIGHT - 2 * EDGE * MM + 2 * around
    canvas.rect(LEFT - around, EDGE * MM - around, across, down, stroke=1, fill=0)
RULER, MARGIN, GAP = 2.8 * MM, 6.35 * MM, 0.7 * MM
"""A ruler's depth, the paper that printers leave blank, and the space between ruler and frame."""


def ruler(x, y, turn, ticks):
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(turn)
    canvas.setLineWidth(0.15 * MM)
    canvas.setStrokeColor(INK)
    canvas.setFillColor(MARK)
    canvas.setFont("ruler", 6)
    for number, (at, long, half, figure) in enumerate(ticks):
        canvas.line(at * MM, 0, at * MM, RULER if number % long == 0 else (1.3 if number % half == 0 else 0.8) * MM)
        if number % long == 0:
            canvas.drawString((at + 0.5) * MM, 1.35 * MM, figure)
    canvas.line(0, 0, ticks[-1][0] * MM, 0)
    canvas.restoreState()


if HEIGHT / 2 + 60 * MM <= HEIGHT - MARGIN and EDGE * MM - COLLAR - 0.65 - GAP - RULER >= MARGIN:
    edge = LEFT - COLLAR - 0.65 - GAP
    millimetres = [(n, 10, 5, "100 mm  ·  print at 100 %" if n == 100 else str(n)) for n in range(101)]
    inches = [(n * 25.4 / 16, 16, 8, "4 in  ·  print at 100 %" if n == 64 else str(n // 16)) for n in range(65)]
    foot = EDGE * MM - COLLAR - 0.65
    ruler(edge, foot, 90, millimetres)
    ruler(WIDTH - edge, foot + 120 * MM, -90, inches)
canvas.save()
