"""The peer's hex map: protograf's `Hexagon` in a loop over columns and rows, the quicker of its two ways.

usage: COLUMNS=33 ROWS=40 FILE=file.pdf python -m tests.bench.peer_map, in the peer's environment (it reads the command
line itself)
"""

# ruff: noqa: F403, F405 - protograf's scripts begin with a star import
import os

from protograf import *

from tests.bench.plain import ACROSS_FLATS, EDGE, FILLS, GRID, digits, hex_terrain, map_size

COLUMNS, ROWS = int(os.environ["COLUMNS"]), int(os.environ["ROWS"])
width, height = map_size(COLUMNS, ROWS)

Create(filename=os.environ["FILE"], units="mm", paper_width=width, paper_height=height, margin=EDGE)
for row in range(ROWS):
    for column in range(COLUMNS):
        Hexagon(
            row=row,
            col=column,
            hex_rows=ROWS,
            hex_cols=COLUMNS,
            side=ACROSS_FLATS / 3**0.5,
            x=0,
            y=0,
            fill=FILLS[hex_terrain(column + 1, row + 1)],
            stroke=GRID,
            stroke_width=0.35,
            coord_elevation="top",
            coord_font_size=5,
            coord_padding=digits(COLUMNS, ROWS),
        )
Save()
