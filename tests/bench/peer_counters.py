"""The peer's counters: protograf, as its documentation has it, one function for each face; the same marks and its own font.

usage: UNITS=units.csv FILE=file.pdf python -m tests.bench.peer_counters, in the peer's environment (it reads the
command line itself)
"""

# ruff: noqa: F403, F405 - protograf's scripts begin with a star import
import os

from protograf import *

from tests.bench.plain import NATIONS, SIDE, SIZES

GROUNDS = {nation.name: nation for nation in NATIONS}

Create(filename=os.environ["FILE"], units="mm", paper="letter", margin=12)
Data(filename=os.environ["UNITS"])
CounterSheet(width=SIDE, height=SIDE, stroke=None)

BOX = {"x": 0.2335 * SIDE, "y": 0.218 * SIDE, "width": 0.533 * SIDE, "height": 0.364 * SIDE}
ink = Common(stroke="black", stroke_width=0.8)
symbol = [
    rectangle(common=ink, fill="white", **BOX),
    line(common=ink, x=BOX["x"], y=BOX["y"], x1=BOX["x"] + BOX["width"], y1=BOX["y"] + BOX["height"]),
    line(common=ink, x=BOX["x"], y=BOX["y"] + BOX["height"], x1=BOX["x"] + BOX["width"], y1=BOX["y"]),
]
label = Common(font_name="Helvetica", font_size=6.5, align="centre", rotation=90)
factor = Common(font_name="Helvetica-Bold", font_size=15, align="centre")
dashes = [
    rectangle(x=x * SIDE, y=0.788 * SIDE, width=0.078 * SIDE, height=0.0276 * SIDE, fill="black", stroke=None)
    for x in (0.313, 0.609)
]


def emblem(nation):
    """Discs, one on another."""
    x, y, radius = 0.286 * SIDE, 0.134 * SIDE, 0.067 * SIDE
    return [circle(cx=x, cy=y, radius=share * radius, fill=colour, stroke=None) for share, colour in nation.discs]


def size_mark(signs):
    """Bars, or crosses of two strokes."""
    high, top = 0.093 * SIDE, 0.0925 * SIDE
    pitch, wide = (1.14 * high, 0.96 * high) if signs[0] == "X" else (0.655 * high, 0.30 * high)
    left = 0.5 * SIDE - (pitch * (len(signs) - 1) + wide) / 2
    marks = []
    for i in range(len(signs)):
        x = left + i * pitch
        if signs[0] == "I":
            marks.append(rectangle(x=x, y=top, width=wide, height=high, fill="black", stroke=None))
        else:
            marks.append(line(common=ink, x=x, y=top, x1=x + wide, y1=top + high))
            marks.append(line(common=ink, x=x + wide, y=top, x1=x, y1=top + high))
    return marks


def band():
    """A light band; without the stripes along it, each of which would cost as much as a whole counter."""
    return rectangle(x=0, y=0.609 * SIDE, width=SIDE, height=0.391 * SIDE, fill="#FFFDF6", stroke=None)


def face(unit, factors, reduced):
    nation = GROUNDS[unit.side]
    x = (0.204 * SIDE, 0.5 * SIDE, 0.796 * SIDE)
    return [
        rectangle(x=0, y=0, width=SIDE, height=SIDE, fill=nation.ground, stroke=None),
        *([band()] if reduced else []),
        *emblem(nation),
        *size_mark(SIZES[unit.size]),
        *symbol,
        text(common=label, x=0.186 * SIDE, y=0.4 * SIDE, text=unit.label),
        text(common=label, x=0.908 * SIDE, y=0.4 * SIDE, text=unit.right),
        *(text(common=factor, x=at, y=0.92 * SIDE, text=value) for at, value in zip(x, factors, strict=True)),
        *dashes,
    ]


def front(unit):
    return face(unit, unit.front.split("-"), reduced=False)


def back(unit):
    return face(unit, unit.back.split("-"), reduced=True)


Counter("all", front)
CounterBack("all", back)
Save()
