"""Record pads: sheets with rows of boxes to cross off and blank columns to write in."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.draw.counter.background import NEUTRAL, NEUTRAL_ACCENT
from pnp.draw.cutout import CUT, CUT_OUT_DRAWINGS, CutOut
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line, width_of
from pnp.fitting import wrap_text
from pnp.icon_paths import read_outline
from pnp.model.components.dice_and_pads import PadRow, RecordPad
from pnp.model.game import Game
from pnp.numbering import Series
from pnp.palette import INK, WHITE, mix
from pnp.scene import Colour, Item, Path, Rect, Scene, Stroke, line, rectangle
from pnp.units import MM_PER_POINT, Mm

EDGE: Mm = 3
"""The white margin along the cut."""
HEAD, HEADS, FOOT = 8.5, 4.2, 5.0
"""Heights of the heading, the column heads and the line at the foot, in mm."""
BOX: Mm = 6.0
"""The largest side of a box."""
MOST_BOXES = 100
"""More boxes than a row can show."""
SHARE, COLUMN = 0.24, 0.15
"""Widths of the names and of each blank column, as shares of the width of the pad."""
NAME, TEXT = "condensed-bold", "condensed-medium"
FOOT_PT = 8.0
FOOT_LEAD: Mm = 3.4
"""Size and line spacing of the words at the foot."""
CALLED = "called:"
NEAREST: Mm = 6.0
"""Numbers that would be closer together are in two staggered lines."""


@CUT_OUT_DRAWINGS.enter("record-pad")
def draw_pad(pad: RecordPad, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw one sheet of the pad, the only piece of this component.

    Ticks show where to cut it out, so its outline has no line.
    """
    return (_draw_pad(game, id_, pad),)


def _draw_pad(game: Game, id_: str, pad: RecordPad) -> CutOut:
    """Draw a pad: the heading in the side's colours, the blank columns, and the rows of boxes."""
    side = game.sides.get(pad.side)
    background, accent = (side.ground, side.accent) if side else (NEUTRAL, NEUTRAL_ACCENT)
    room = Rect(EDGE, EDGE, pad.width - 2 * EDGE, pad.height - 2 * EDGE)
    head = (accent, WHITE) if pad.calls else (background, accent)
    drawn = _pad_heading(id_, pad, room, *head, side.name if side else "")
    if side:
        x, y = room.right - HEAD / 2, room.y + HEAD / 2
        if pad.calls:
            drawn = drawn.plus(Drawing((Path(*read_outline(f"O{x} {y} {0.38 * HEAD}"), WHITE),)))
        emblem = draw_emblem(game.icons, side.emblem, accent, WHITE if pad.calls else background)
        drawn = drawn.plus(Drawing((place_emblem(emblem, x, y, 0.32 * HEAD),)))
    words = "  ".join(filter(None, (pad.foot, pad.says)))
    lines = wrap_text(words, TEXT, FOOT_PT, room.width - 1) if words else []
    foot = FOOT + (len(lines) - 1) * FOOT_LEAD if lines else 0
    top = room.y + HEAD + (HEADS if pad.columns else 0.8)
    table = Rect(room.x, top, room.width, room.bottom - foot - top)
    if pad.calls:
        drawn = drawn.plus(*_call_rows(id_, pad, table, background, accent))
    else:
        drawn = drawn.plus(*_blank_columns(id_, pad, table, accent), *_pad_rows(id_, pad, table, accent))
    for number, text in enumerate(lines):
        y = room.bottom - foot + FOOT / 2 + 0.4 + number * FOOT_LEAD
        place = LinePlace(room.x + 0.5, y, room.width - 1, "start")
        drawn = drawn.plus(set_line(text, Style(TEXT, FOOT_PT, INK, WHITE), place, f"components.{id_}.foot"))
    outline = rectangle(Rect(0, 0, pad.width, pad.height), fill=WHITE, stroke=CUT if pad.loose else None)
    scene = Scene(id_, pad.width, pad.height, (outline, *drawn.items), bleed=CUT.width if pad.loose else 0)
    return CutOut(id_, scene, outline, pad.copies or 1, faults=drawn.faults)


def _call_rows(id_: str, pad: RecordPad, table: Rect, background: Colour, accent: Colour) -> Iterator[Drawing]:
    """Yield the rows of a pad with calls: name and small boxes in two lines, and the numbers in circles below them."""
    height = table.height / max(1, len(pad.rows))
    tint = mix(background, WHITE, 0.45)
    across = math.ceil(pad.calls / 2)
    pitch = min(3.6, 0.58 * table.width / max(1, across))
    box = pitch - 0.4
    frame = Stroke("#6B6459", 0.2)
    for number, row in enumerate(pad.rows):
        top, ground = table.y + number * height, WHITE if number % 2 else tint
        field = f"components.{id_}.rows.{number}"
        left = table.right - 1.5 - across * pitch
        called = width_of(CALLED, Style(TEXT, 7, INK, ground), 7)
        items: list[Item] = [rectangle(Rect(table.x, top, table.width, height), fill=ground)]
        for one in range(pad.calls):
            down, right = divmod(one, across)
            square = Rect(left + right * pitch, top + 1.2 + down * pitch, box, box)
            items.append(rectangle(square, fill=WHITE, stroke=frame))
        style, y = Style(NAME, 9.6, INK, ground), top + 1.2 + box / 2
        yield Drawing(tuple(items)).plus(
            set_line(
                row.name, style, LinePlace(table.x + 1.5, y, left - table.x - called - 4.5, "start"), f"{field}.name"
            ),
            set_line(CALLED, Style(TEXT, 7, INK, ground), LinePlace(left - 1.5, y, called + 0.1, "end"), field),
        )
        if row.boxes:
            area = Rect(table.x + 1.5, top + 1.2 + 2 * pitch, table.width - 3, height - 2 * pitch - 1.6)
            yield from _row_circles(Series.parse(row.boxes), pad.least, area, accent, f"{field}.boxes")


def _row_circles(series: Series, least: int, area: Rect, accent: Colour, field: str) -> Iterator[Drawing]:
    """Yield the numbers of a row as circles to ring; those that are not allowed at the start are tinted.

    Numbers that are close together are alternately higher and lower, so that a ring around one crosses no other.
    """
    pitch, close = area.width / len(series), area.width / len(series) < NEAREST
    radius = min(0.36 * pitch if not close else 0.28 * area.height, 0.46 * area.height, 2.9)
    down = min(area.height / 2 - radius, radius) if close else 0.0
    for number in range(len(series)):
        x, y = area.x + (number + 0.5) * pitch, area.centre[1] + (down if number % 2 else -down)
        fill = mix(accent, WHITE, 0.16) if series.first + number < least else WHITE
        circle = Path(*read_outline(f"O{x:.3f} {y:.3f} {radius:.3f}"), fill, Stroke("#6B6459", 0.2))
        style = Style("condensed-semibold", min(9, 1.4 * radius / MM_PER_POINT), INK, fill)
        words = set_line(series.label(series.first + number), style, LinePlace(x, y, 1.7 * radius), field)
        yield Drawing((circle,)).plus(words)


def _pad_heading(id_: str, pad: RecordPad, room: Rect, background: Colour, accent: Colour, owner: str) -> Drawing:
    """Draw the name of the pad at the left, and the name of the side at the right beside its emblem."""
    band = rectangle(Rect(room.x, room.y, room.width, HEAD), fill=background)
    y, style = room.y + HEAD / 2, Style(NAME, 13, accent, background, 0.03)
    owner_style = Style("condensed-semibold", 9, accent, background, 0.03)
    beside = min(width_of(owner.upper(), owner_style, 9), 0.4 * room.width)
    right = LinePlace(room.right - HEAD - 1, y, beside, "end")
    left = LinePlace(room.x + 2, y, room.width - HEAD - beside - 6, "start")
    return Drawing((band,)).plus(
        set_line(pad.name.upper(), style, left, f"components.{id_}.name"),
        set_line(owner.upper(), owner_style, right, f"components.{id_}.side"),
    )


def _blank_columns(id_: str, pad: RecordPad, table: Rect, accent: Colour) -> Iterator[Drawing]:
    """Yield the headings of the columns to write in, and the lines between these columns."""
    width = COLUMN * table.width
    for number, words in enumerate(pad.columns):
        x = table.right - (len(pad.columns) - number) * width
        style = Style(NAME, 7, accent, WHITE)
        place = LinePlace(x + width / 2, table.y - HEADS / 2 + 0.4, width - 0.8)
        yield set_line(words, style, place, f"components.{id_}.columns.{number}")
        yield Drawing((line(x, table.y, x, table.bottom, Stroke(accent, 0.15)),))


def _pad_rows(id_: str, pad: RecordPad, table: Rect, accent: Colour) -> Iterator[Drawing]:
    """Yield the rows of the pad, each with its name and its boxes."""
    height = table.height / max(1, len(pad.rows))
    boxes = Rect(table.x + SHARE * table.width, 0, table.width * (1 - SHARE - COLUMN * len(pad.columns)) - 1.2, height)
    longest = max((len(Series.parse(row.boxes)) for row in pad.rows if row.boxes), default=1)
    lines, side = box_lines(longest, boxes.width, height)
    frame = Stroke(accent, 0.2)
    for number, row in enumerate(pad.rows):
        top = table.y + number * height
        yield Drawing((line(table.x, top, table.right, top, Stroke(accent, 0.25 if number else 0.5)),))
        style = Style(NAME, min(11, 0.42 * height / MM_PER_POINT), INK, WHITE)
        place = LinePlace(table.x + 0.8, top + height / 2, SHARE * table.width - 1.6, "start")
        yield set_line(row.name, style, place, f"components.{id_}.rows.{number}.name")
        area = Rect(boxes.x, top, boxes.width, height)
        yield from _row_boxes(row, area, lines, side, frame, f"components.{id_}.rows.{number}.boxes")
    yield Drawing((line(table.x, table.bottom, table.right, table.bottom, Stroke(accent, 0.5)),))


def box_lines(count: int, width: Mm, height: Mm) -> tuple[int, Mm]:
    """Return how many lines the boxes of a row need, and the largest side of a box that fits."""
    sizes = [
        (lines, min(BOX, width / math.ceil(count / lines) / 1.12, (height - 1.4) / lines / 1.12)) for lines in (1, 2, 3)
    ]
    return max(sizes, key=lambda size: (round(size[1], 3), -size[0]))


def _row_boxes(row: PadRow, area: Rect, lines: int, side: Mm, frame: Stroke, field: str) -> Iterator[Drawing]:
    """Yield the numbered boxes of one row of a pad."""
    if not row.boxes:
        return
    series = Series.parse(row.boxes)
    across, step = math.ceil(len(series) / lines), side * 1.12
    top = area.y + (area.height - (math.ceil(len(series) / across) * step - 0.12 * side)) / 2
    style = Style(TEXT, max(5.0, 0.50 * side / MM_PER_POINT), mix(frame.colour, WHITE, 0.85), WHITE)
    for number in range(len(series)):
        down, right = divmod(number, across)
        box = Rect(area.x + right * step, top + down * step, side, side)
        items: tuple[Item, ...] = (rectangle(box, stroke=frame, radius=0.4),)
        place = LinePlace(*box.centre, side - 0.6)
        yield Drawing(items).plus(set_line(series.label(series.first + number), style, place, field))
