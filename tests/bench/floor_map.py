"""The floor for a plain map: the same marks drawn straight with reportlab, nothing read, checked or placed.

usage: floor_map.py COLUMNS ROWS FILE.pdf
"""

import math
import sys

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.typeface import font_path
from tests.bench.plain import ACROSS_FLATS_PT, FILLS, GRID, NUMBER, NUMBER_PT, hex_fill

columns, rows, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
half = ACROSS_FLATS_PT / 2
side = ACROSS_FLATS_PT / math.sqrt(3)
width, height = side * (1.5 * columns + 0.5) + 72, ACROSS_FLATS_PT * (rows + 0.5) + 72
pdfmetrics.registerFont(TTFont("number", str(font_path("condensed"))))
canvas = Canvas(path, pagesize=(width, height), pageCompression=1)
canvas.setLineWidth(0.38)
digits = len(str(max(columns, rows)))
for column in range(1, columns + 1):
    for row in range(1, rows + 1):
        x = 36 + side + (column - 1) * 1.5 * side
        y = height - 36 - half - (row - 1) * 2 * half - (half if column % 2 else 0)
        hexagon = canvas.beginPath()
        hexagon.moveTo(x - side, y)
        hexagon.lineTo(x - side / 2, y - half)
        hexagon.lineTo(x + side / 2, y - half)
        hexagon.lineTo(x + side, y)
        hexagon.lineTo(x + side / 2, y + half)
        hexagon.lineTo(x - side / 2, y + half)
        hexagon.close()
        canvas.setFillColor(FILLS[hex_fill(column, row)])
        canvas.setStrokeColor(GRID)
        canvas.drawPath(hexagon, stroke=1, fill=1)
        canvas.setFillColor(NUMBER)
        canvas.setFont("number", NUMBER_PT)
        canvas.drawCentredString(x, y + half * 0.7, f"{column:0{digits}d}{row:0{digits}d}")
canvas.save()
