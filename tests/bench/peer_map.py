"""The peer's hex map, as protograf's documentation has it: a grid of `Hexagons`, and `Locations` for each terrain.

A loop over `Hexagon(row=..., col=...)`, which the documentation does not show, takes it a fifth of the time.

usage: COLUMNS=33 ROWS=40 FILE=file.pdf python -m tests.bench.peer_map, in the peer's environment (it reads the command
line itself)
"""

# ruff: noqa: F403, F405 - protograf's scripts begin with a star import
import os

from protograf import *

from tests.bench.plain import ACROSS_FLATS, EDGE, FILLS, GRID, digits, hex_terrain, map_size

COLUMNS, ROWS = int(os.environ["COLUMNS"]), int(os.environ["ROWS"])
SIDE = ACROSS_FLATS / 3**0.5
width, height = map_size(COLUMNS, ROWS)
wide = digits(COLUMNS, ROWS)

Create(filename=os.environ["FILE"], units="mm", paper_width=width, paper_height=height, margin=EDGE)
grid = Hexagons(cols=COLUMNS, rows=ROWS, side=SIDE, x=0, y=0, coord_padding=wide)
for terrain, fill in enumerate(FILLS):
    places = [
        f"{column:0{wide}d}{row:0{wide}d}"
        for row in range(1, ROWS + 1)
        for column in range(1, COLUMNS + 1)
        if hex_terrain(column, row) == terrain
    ]
    mark = hexagon(side=SIDE, fill=fill, stroke=GRID, stroke_width=0.35, label="{{label}}", label_size=5, label_my=-4)
    Locations(grid, places, [mark])
Save()
