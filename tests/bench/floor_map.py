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
NUMBER, NUMBER_ON_WATER, BROWN = map(HexColor, ("#7D6E58", "#2F6585", "#5B4029"))
SCALE = ACROSS_FLATS / (0.70 * 25.4)
"""Widths are given for hexes 0.70 in across."""
CAPITAL = 0.7

rl_config.useA85 = 0
registerFont(TTFont("number", "templates/fonts/BarlowCondensed-Regular.ttf"))
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
for around, thick in ((0, 0.55), (9.4, 1.3)):
    canvas.setLineWidth(thick)
    across, down = WIDTH - 2 * EDGE * MM + 2 * around, HEIGHT - 2 * EDGE * MM + 2 * around
    canvas.rect(LEFT - around, EDGE * MM - around, across, down, stroke=1, fill=0)
canvas.save()
