"""Signs on the map for the players: where units enter and leave, where they draw supply, where each sets up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import arc, pen
from pnp.draw.map.name import splits
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.palette import MapPalette
from pnp.hexgrid import Hex
from pnp.model.gamemap import Look
from pnp.scene import Group, Item, Rect, Text, circle, polyline, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

SIGNS: tuple[Look, ...] = ("entry", "exit", "supply")
"""Glyphs that are no buildings. No name stands beside them."""
SIGN_FONT = "condensed-bold"
LETTER_PT, PLATE_PT = 8.2, 6.0


def draw_letter(frame: MapFrame, letter: str, larger: float = 1) -> Text:
    """The letter of an entry, in the middle of its disc."""
    size = frame.size_pt(LETTER_PT) if larger == 1 else LETTER_PT * larger * frame.scaled(1) / points(1)
    return Text(0, cap_height(SIGN_FONT, size) / 2, letter, SIGN_FONT, size, frame.palette.paper, "middle")


def way_out(frame: MapFrame, cell: Hex) -> float:
    """Where the nearest edge of the map lies, in degrees clockwise from up."""
    x, y = frame.grid.centre(cell)
    box = frame.box
    return float(min(((y - box.y, 0), (box.right - x, 90), (box.bottom - y, 180), (x - box.x, 270)))[1])


def entry_sign(palette: MapPalette, pt: Mm) -> list[Item]:
    """A dark disc for a letter."""
    return [circle(0, 0, 5.2 * pt, fill=palette.accent, stroke=pen(palette.paper, 0.8, pt))]


def exit_sign(palette: MapPalette, pt: Mm) -> list[Item]:
    """An arrow that points up."""
    head = [(0, -5.4), (4.4, -0.6), (1.7, -0.6), (1.7, 5.0), (-1.7, 5.0), (-1.7, -0.6), (-4.4, -0.6)]
    points = [(x * pt, y * pt) for x, y in head]
    return [polyline(points, closed=True, fill=palette.glyph_line, stroke=pen(palette.paper, 0.7, pt))]


def supply_sign(palette: MapPalette, pt: Mm) -> list[Item]:
    """A disc, its right half dark."""
    edge = pen(palette.glyph_line, 0.9, pt)
    half = [(0.0, -4.4 * pt), *arc(0, 0, 4.4 * pt, -90, 90, 24), (0.0, 4.4 * pt)]
    return [
        circle(0, 0, 4.4 * pt, fill=palette.paper, stroke=edge),
        polyline(half, closed=True, fill=palette.glyph_line),
    ]


def set_up_sign(palette: MapPalette, pt: Mm) -> list[Item]:
    """A plate with two lines instead of a name."""
    line = pen(palette.glyph_line, 1.1, pt)
    plate = rectangle(
        Rect(-7 * pt, -4 * pt, 14 * pt, 8 * pt), fill=palette.glyph, stroke=pen(palette.glyph_line, 0.6, pt)
    )
    return [plate, *(polyline([(-w * pt, y * pt), (w * pt, y * pt)], stroke=line) for w, y in ((4.5, -1.2), (3, 1.4)))]


# ---------------------------------------------------------------- plates


@dataclass(frozen=True, eq=False)
class Plate:
    """A plate with a unit's name in the hex where it sets up: its box, and the side whose colours it has."""

    hex: Hex
    box: Rect
    lines: tuple[str, ...]
    side: str


def plates(frame: MapFrame, taken: Occupancy) -> list[Plate]:
    """Every plate, as low in its hex as it covers nothing; `taken` receives them."""
    found = []
    pt, size = frame.scaled(1), frame.size_pt(PLATE_PT)
    cap = cap_height(SIGN_FONT, size)
    for cell, looks in frame.sites.items():
        if not looks.get("set-up"):
            continue
        widths = {lines: max(text_width(line, SIGN_FONT, size) for line in lines) for lines in splits(looks["set-up"])}
        one = next((lines for lines, width in widths.items() if width + 3 * pt <= 1.15 * frame.grid.side), None)
        lines = one or splits(looks["set-up"])[-1]
        width, height = widths[lines] + 3.6 * pt, cap * (1 + 1.4 * (len(lines) - 1)) + 3.4 * pt
        box = _free_place(frame, cell, width, height, taken)
        taken.rect(box.grown(0.6 * pt), 20)
        found.append(Plate(cell, box, lines, frame.board.sites[cell].side))
    return found


def _free_place(frame: MapFrame, cell: Hex, width: Mm, height: Mm, taken: Occupancy) -> Rect:
    """The box of that size, in the middle of a hex and not beside it, that covers least; of equals the lowest."""
    x, y = frame.grid.centre(cell)
    pt, reach = frame.scaled(1), frame.grid.across_flats * 0.42
    tops = np.arange(y - reach, y + reach - height + 1e-9, 0.5 * pt)[::-1]
    pad = 0.8 * pt
    lefts = np.full(len(tops), x - width / 2)
    covered = taken.totals(lefts - pad, tops - pad, width + 2 * pad, height + 2 * pad) / pt**2
    away = np.abs(tops + height - y - 0.7 * reach) / pt
    return Rect(x - width / 2, float(tops[(covered + 0.3 * away).argmin()]), width, height)


def draw_plate(frame: MapFrame, plate: Plate) -> Group:
    """The plate and what is written on it."""
    side, palette, box = frame.sides.get(plate.side), frame.palette, plate.box
    ground, ink = (side.ground, side.accent) if side else (palette.glyph, palette.glyph_line)
    size = frame.size_pt(PLATE_PT)
    cap, middle = cap_height(SIGN_FONT, size), box.x + box.width / 2
    first = box.y + frame.scaled(1.7) + cap
    words = (
        Text(middle, round(first + 1.4 * cap * i, 3), text, SIGN_FONT, size, ink, "middle")
        for i, text in enumerate(plate.lines)
    )
    return Group((rectangle(box, fill=ground, stroke=pen(ink, 0.6, frame.scaled(1))), *words))
