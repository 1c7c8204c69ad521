"""Plates with the names of units in the hexes where they set up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.art.map.labels.place_labels import splits
from pnp.art.map.map_frame import SMALLEST_PT, MapFrame
from pnp.art.map.map_strokes import pen
from pnp.art.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.model.looks.place_looks import SymbolLook
from pnp.palette import mix
from pnp.scene import Colour, Group, Item, Rect, Text, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import Mm

PLATE_FONT, PLATE_PT = "condensed-bold", 6.0
TAB_PT, TAB_END_PT, TAB_HIGH_PT, TAB_LEAD_PT = 5.8, 7.6, 8.3, 6.2
"""The size of the type on a tab, the width of its dark end, its height, and that of a second line."""
WIDE_TAB = 1.3
"""The width of a tab, as a share of the side of a hex, above which its name is on two lines."""


COVERED_COST = 0.6
"""What a tab costs for each square point (pt) that it covers, where a point of distance from its seat costs 6."""


@dataclass(frozen=True, eq=False)
class SetUpPlate:
    """A plate with the name of a unit in the hex where it sets up: its box, its text and its side.

    A tab has one or two lines of text beside the emblem of the side.
    """

    hex: Hex
    box: Rect
    lines: tuple[str, ...]
    side: str
    tab: bool = False


def plates(frame: MapFrame, taken: Occupancy) -> list[SetUpPlate]:
    """Return all set-up plates, each at a free position low in its hex.

    They are marked in `taken`.
    """
    found = []
    known = {name: look for name, look in frame.looks.of(SymbolLook).items() if look.plate}
    pt, size = frame.scaled(1), frame.size_pt(PLATE_PT)
    cap = cap_height(PLATE_FONT, size)
    for cell, looks in frame.sites.items():
        name = next((name for name in known if looks.get(name)), "")
        if not name:
            continue
        text, side = looks[name], frame.board.sites[cell].side
        lines: tuple[str, ...] = (text,)
        if known[name].tab:
            lines, width = _tab_lines(frame, text)
            high = TAB_HIGH_PT + (len(lines) - 1) * TAB_LEAD_PT
            box = _free_tab_box(frame, cell, width, high * pt, taken)
        else:
            widths = {lines: max(text_width(line, PLATE_FONT, size) for line in lines) for lines in splits(text)}
            one = next((lines for lines, width in widths.items() if width + 3 * pt <= 1.15 * frame.grid.side), None)
            lines = one or splits(text)[-1]
            width, height = widths[lines] + 3.6 * pt, cap * (1 + 1.4 * (len(lines) - 1)) + 3.4 * pt
            box = _free_plate_box(frame, cell, width, height, taken)
        taken.rect(box.grown(0.6 * pt), 20)
        found.append(SetUpPlate(cell, box, lines, side, known[name].tab))
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


def _tab_lines(frame: MapFrame, text: str) -> tuple[tuple[str, ...], Mm]:
    """Return the lines of a tab, one or two, and its width."""
    widths = {
        lines: max(text_width(line, PLATE_FONT, max(TAB_PT, SMALLEST_PT)) for line in lines)
        + frame.scaled(TAB_END_PT + 3.6)
        for lines in splits(text)
    }
    lines = next((lines for lines, width in widths.items() if width <= WIDE_TAB * frame.grid.side), splits(text)[-1])
    return lines, widths[lines]


def _free_tab_box(frame: MapFrame, cell: Hex, width: Mm, height: Mm, taken: Occupancy) -> Rect:
    """Return the box of a tab: just below the middle of its hex, or near it if it would cover much there."""
    x, y = frame.grid.centre(cell)
    pt = frame.scaled(1)
    across, down = np.meshgrid(np.arange(-18, 18.1, 1.0) * pt, np.arange(-14, 24.1, 0.5) * pt)
    seat = y + 0.1 * frame.grid.across_flats
    lefts, tops = (x - width / 2 + across).ravel(), (y - height / 2 + down).ravel()
    hexagon = frame.hexagon(cell, 0.985)
    inside = shapely.contains(hexagon, shapely.box(lefts, tops, lefts + width, tops + height))
    if not inside.any():
        return _free_plate_box(frame, cell, width, height, taken)
    lefts, tops = lefts[inside], tops[inside]
    pad = 0.7 * pt
    cost = taken.totals(lefts - pad, tops - pad, width + 2 * pad, height + 2 * pad) / pt**2 * COVERED_COST
    cost += np.hypot(lefts + width / 2 - x, tops + height / 2 - seat) / pt * 6
    best = int(cost.argmin())
    return Rect(float(lefts[best]), float(tops[best]), width, height)


def draw_plate(frame: MapFrame, plate: SetUpPlate) -> Group:
    """Draw a set-up plate with its text."""
    side, palette, box = frame.sides.get(plate.side), frame.palette, plate.box
    ground, ink = (side.ground, side.accent) if side else (palette.glyph, palette.glyph_line)
    if plate.tab:
        return _draw_tab(frame, plate, ground, ink)
    size = frame.size_pt(PLATE_PT)
    cap, middle = cap_height(PLATE_FONT, size), box.x + box.width / 2
    first = box.y + frame.scaled(1.7) + cap
    words = (
        Text(middle, round(first + 1.4 * cap * i, 3), text, PLATE_FONT, size, ink, "middle")
        for i, text in enumerate(plate.lines)
    )
    return Group((rectangle(box, fill=ground, stroke=pen(ink, 0.6, frame.scaled(1))), *words))


def _draw_tab(frame: MapFrame, plate: SetUpPlate, ground: Colour, ink: Colour) -> Group:
    """Draw a tab: the emblem of the side in a dark end, and the name on a pale ground, over a shadow."""
    pt, box, palette = frame.scaled(1), plate.box, frame.palette
    pale = mix(ground, palette.paper, 0.35)
    end = Rect(box.x, box.y, TAB_END_PT * pt, box.height)
    size = max(TAB_PT, SMALLEST_PT)
    shadow = Rect(box.x + 0.6 * pt, box.y + 0.7 * pt, box.width, box.height)
    lead = TAB_LEAD_PT * pt
    base = box.y + (box.height + cap_height(PLATE_FONT, size) - lead * (len(plate.lines) - 1)) / 2
    items: list[Item] = [
        rectangle(shadow, fill=palette.block_shadow),
        rectangle(box, fill=pale, stroke=pen(ink, 0.6, pt)),
        rectangle(end, fill=ink),
    ]
    side = frame.sides.get(plate.side)
    if side is not None and frame.icons is not None and side.emblem in frame.icons.emblems:
        emblem = draw_emblem(frame.icons, side.emblem, pale, ink)
        items.append(place_emblem(emblem, *end.centre, 2.7 * pt))
    at = (end.right + box.right) / 2
    items += [
        Text(round(at, 3), round(base + lead * i, 3), words, PLATE_FONT, size, ink, "middle")
        for i, words in enumerate(plate.lines)
    ]
    return Group(tuple(items))
