"""Frames of map themes: an engraved frame with a graduated line, and the frame of a survey sheet."""

from __future__ import annotations

from itertools import pairwise

from pnp.art.map.map_frame import MapFrame
from pnp.scene import Item, Path, Rect, Stroke, Text, line, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm, points

STEP: Mm = points(6.2)
"""The length of a step of the graduated line."""
INDEX_PT = 5.4
"""The size of the letters and numbers of columns and rows."""


def draw_styled_frame(frame: MapFrame, width: Mm) -> list[Item]:
    """Draw the frame of a themed map, `width` wide."""
    engraved = frame.map.theme.frame == "engraved"
    lines = (
        ((0.2, 0.5), (1.2, 0.25), (2.7, 0.25)) if engraved else ((0.0, 0.55), (0.95, 0.25), (5.7, 0.25), (6.7, 0.25))
    )
    box, ink = frame.box, frame.palette.brown
    items: list[Item] = []
    if not engraved:
        items += _band(box, 0.0, points(6.7), frame.palette.panel)
    items += [rectangle(box.grown(points(by)), stroke=Stroke(ink, points(wide))) for by, wide in lines]
    items.append(rectangle(box.grown(width), stroke=Stroke(ink, points(0.95))))
    items.append(_graduation(box, *((1.2, 2.7) if engraved else (5.7, 6.7)), ink))
    return items if engraved else items + _indices(frame)


def _band(box: Rect, inner: Mm, outer: Mm, fill: str) -> list[Item]:
    """Draw the band between two rectangles around a box."""
    xy: list[Mm] = []
    for rect in (box.grown(inner), box.grown(outer)):
        xy += [rect.x, rect.y, rect.right, rect.y, rect.right, rect.bottom, rect.x, rect.bottom]
    return [Path("MLLLZMLLLZ", tuple(xy), fill, even_odd=True)]


def _graduation(box: Rect, inner_pt: float, outer_pt: float, ink: str) -> Path:
    """Draw alternate dark steps all round a box, between two distances from it."""
    inner, outer = points(inner_pt), points(outer_pt)
    xy: list[Mm] = []
    for start, end, edges in (
        (box.x, box.right, ((box.y - outer, box.y - inner), (box.bottom + inner, box.bottom + outer))),
        (box.y, box.bottom, ((box.x - outer, box.x - inner), (box.right + inner, box.right + outer))),
    ):
        count = 2 * max(1, round((end - start) / STEP / 2)) + 1
        stops = [start + (end - start) * i / count for i in range(count + 1)]
        for a, b in list(pairwise(stops))[::2]:
            for low, high in edges:
                across = start == box.x and end == box.right
                x0, x1, y0, y1 = (a, b, low, high) if across else (low, high, a, b)
                xy += [x0, y0, x1, y0, x1, y1, x0, y1]
    return Path("MLLLZ" * (len(xy) // 8), tuple(round(value, 3) for value in xy), ink)


def _indices(frame: MapFrame) -> list[Item]:
    """Draw the letters or numbers of the columns and rows of flat-topped hexes in the frame, with ticks between."""
    grid, box, palette = frame.grid, frame.box, frame.palette
    cap, band = cap_height("condensed-semibold", INDEX_PT), points(3.3)
    tick, items = Stroke(palette.brown, points(0.25)), list[Item]()
    columns: dict[str, float] = {}
    rows: dict[str, dict[str, float]] = {"west": {}, "east": {}}
    centres = {cell: grid.centre(cell) for cell in frame.hexes}
    first, last = min(x for x, _ in centres.values()), max(x for x, _ in centres.values())
    for cell, (x, y) in centres.items():
        numbers = grid.column_and_row(cell)
        column, row = grid.columns.label(numbers[0]), grid.rows.label(numbers[1])
        columns[column] = x
        for side, at in (("west", first), ("east", last)):
            if abs(x - at) < 1e-6:
                rows[side][row] = y
    for word, x in columns.items():
        for y in (box.y - band + cap / 2, box.bottom + band + cap / 2):
            items.append(Text(round(x, 3), round(y, 3), word, "condensed-semibold", INDEX_PT, palette.ink, "middle"))
        if x > first + 1e-6:
            at = x - 0.75 * grid.side
            for y, way in ((box.y, -1), (box.bottom, 1)):
                items.append(line(at, y + way * points(0.95), at, y + way * points(5.7), tick))
    for side, x, way in (("west", box.x, -1), ("east", box.right, 1)):
        for word, y in rows[side].items():
            items.append(
                Text(
                    round(x + way * band, 3),
                    round(y + cap / 2, 3),
                    word,
                    "condensed-semibold",
                    INDEX_PT,
                    palette.ink,
                    "middle",
                )
            )
            top = y - grid.across_flats / 2
            if top > box.y + points(1):
                items.append(line(x + way * points(0.95), top, x + way * points(5.7), top, tick))
    return items
