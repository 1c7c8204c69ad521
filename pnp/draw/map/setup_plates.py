"""Plates with the names of units in the hexes where they set up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pnp.draw.map.labels.place_labels import splits
from pnp.draw.map.look_specs import SymbolLook, looks_of
from pnp.draw.map.map_frame import MapFrame
from pnp.draw.map.map_strokes import pen
from pnp.draw.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.scene import Group, Rect, Text, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm

PLATE_FONT, PLATE_PT = "condensed-bold", 6.0


@dataclass(frozen=True, eq=False)
class SetUpPlate:
    """A plate with the name of a unit in the hex where it sets up: its box, its text and its side."""

    hex: Hex
    box: Rect
    lines: tuple[str, ...]
    side: str


def plates(frame: MapFrame, taken: Occupancy) -> list[SetUpPlate]:
    """Return all set-up plates, each at a free position low in its hex.

    They are marked in `taken`.
    """
    found = []
    known = [name for name, look in looks_of(SymbolLook).items() if look.plate]
    pt, size = frame.scaled(1), frame.size_pt(PLATE_PT)
    cap = cap_height(PLATE_FONT, size)
    for cell, looks in frame.sites.items():
        text = next((looks[name] for name in known if looks.get(name)), "")
        if not text:
            continue
        widths = {lines: max(text_width(line, PLATE_FONT, size) for line in lines) for lines in splits(text)}
        one = next((lines for lines, width in widths.items() if width + 3 * pt <= 1.15 * frame.grid.side), None)
        lines = one or splits(text)[-1]
        width, height = widths[lines] + 3.6 * pt, cap * (1 + 1.4 * (len(lines) - 1)) + 3.4 * pt
        box = _free_plate_box(frame, cell, width, height, taken)
        taken.rect(box.grown(0.6 * pt), 20)
        found.append(SetUpPlate(cell, box, lines, frame.board.sites[cell].side))
    return found


def _free_plate_box(frame: MapFrame, cell: Hex, width: Mm, height: Mm, taken: Occupancy) -> Rect:
    """Return the box of a plate at the height in its hex where it covers least.

    Of equally good boxes, it is the lowest.
    """
    x, y = frame.grid.centre(cell)
    pt, reach = frame.scaled(1), frame.grid.across_flats * 0.42
    tops = np.arange(y - reach, y + reach - height + 1e-9, 0.5 * pt)[::-1]
    pad = 0.8 * pt
    lefts = np.full(len(tops), x - width / 2)
    covered = taken.totals(lefts - pad, tops - pad, width + 2 * pad, height + 2 * pad) / pt**2
    away = np.abs(tops + height - y - 0.7 * reach) / pt
    return Rect(x - width / 2, float(tops[(covered + 0.3 * away).argmin()]), width, height)


def draw_plate(frame: MapFrame, plate: SetUpPlate) -> Group:
    """Draw a set-up plate with its text."""
    side, palette, box = frame.sides.get(plate.side), frame.palette, plate.box
    ground, ink = (side.ground, side.accent) if side else (palette.glyph, palette.glyph_line)
    size = frame.size_pt(PLATE_PT)
    cap, middle = cap_height(PLATE_FONT, size), box.x + box.width / 2
    first = box.y + frame.scaled(1.7) + cap
    words = (
        Text(middle, round(first + 1.4 * cap * i, 3), text, PLATE_FONT, size, ink, "middle")
        for i, text in enumerate(plate.lines)
    )
    return Group((rectangle(box, fill=ground, stroke=pen(ink, 0.6, frame.scaled(1))), *words))
