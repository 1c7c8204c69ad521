"""Drawings of tracks (rows of spaces) and of boxes for counters, beside the hexes of a map."""

from __future__ import annotations

import math
from typing import Literal

from pnp.art.map.map_palette import FULL, MapPalette
from pnp.fitting import SMALLEST_PT, FittedText, fit_block, fit_line
from pnp.model.game import Game
from pnp.model.table import Space, Track
from pnp.palette import INK
from pnp.scene import Group, Item, Rect, Scene, Stroke, Text, circle, rectangle
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, points

HEAD_PT, HINT_PT, LABEL_PT, FIRST_PT, LINE_PT, SAYS_PT = 7.6, 6.5, 17.0, 6.8, 6.5, 6.7
RANGE_PT = 8.0
"""The size of a small line of numbers, such as the rolls of a die."""
HEAD_TRACKING = points(0.7)
PAD = points(4.4)
"""The distance of the words of a panel from its left and right edges."""
HEADING = points(11.4)
"""The height of the line above the spaces of a track."""
SLOT_AIR: Mm = 0.7
"""How much larger than a counter its dashed place is."""
GAP, LEAST_GAP = points(2.0), points(1.2)
"""The distance of dashed places, and the least distance where there is little room."""
ROW_HEAD_PT = 5.8
FOOT = points(3.8)
"""The distance of the small lines of a space from its lower edge."""
FIGURE_SHARE = 0.74
"""The greatest height of a label, as a share of the height above the small lines."""
LARGEST = 1.45
"""How much larger than usual the text of large spaces is at most."""
THIN, THICK = points(0.7), points(1.6)
EDGE: Mm = THICK / 2
"""How far frames extend past the rectangle of a track."""

Heading = Literal["above", "left", "none"]


def space_rects(
    game: Game, id_: str, width: Mm, height: Mm, heading: Heading = "above", in_a_row: int | None = None
) -> tuple[Rect, ...]:
    """Return the rectangles of the spaces of a track, row by row.

    `in_a_row` replaces the number of spaces in a row that the track has.
    With the heading above or none, spaces share the width. With the heading left, they are squares at the right end.
    """
    track = game.tracks[id_]
    across = in_a_row or track.across or len(track.spaces)
    rows = max(1, math.ceil(len(track.spaces) / across))
    if heading == "left":
        w = h = min(height / rows, width / across)
        left, top = width - w * across, 0.0
    else:
        left, top = _heads_width(track), HEADING if heading == "above" else 0.0
        w, h = (width - left) / across, (height - top) / rows
    return tuple(Rect(left + i % across * w, top + i // across * h, w, h) for i in range(len(track.spaces)))


def _heads_width(track: Track) -> Mm:
    """Return the width of the row heads at the left of a track, with the air beside them."""
    widest = max((text_width(head, "condensed-medium", ROW_HEAD_PT) for head in track.row_heads), default=0.0)
    return widest + points(3) + PAD / 2 if widest else 0.0


def draw_track(
    game: Game,
    id_: str,
    width: Mm,
    height: Mm,
    heading: Heading = "above",
    *,
    palette: MapPalette = FULL,
    in_a_row: int | None = None,
) -> Scene:
    """Draw the track with an id, in a rectangle of `width` by `height` mm: a panel with its heading and its spaces.

    `in_a_row` replaces the number of spaces in a row that the track has.

    Raises `KeyError` for an unknown id.
    """
    track = game.tracks[id_]
    rects = space_rects(game, id_, width, height, heading, in_a_row)
    items: list[Item] = [rectangle(Rect(0, 0, width, height), fill=palette.panel, stroke=Stroke(palette.brown, THIN))]
    if heading == "left":
        left = min((rect.x for rect in rects), default=width)
        items += _side_heading(track, Rect(PAD, 0, left - points(5) - PAD, height), palette)
    elif heading == "above":
        items += _top_heading(track, width, palette)
    across = in_a_row or track.across or max(len(rects), 1)
    for number in range(0, len(rects), across):
        items += _draw_row_heads(track, track.spaces[number], rects[number], palette)
    started: list[Item] = []  # drawn last, so that the thick frame covers the frames of its neighbours
    for space, rect, lines in zip(track.spaces, rects, lines_in_rows(track, across), strict=True):
        start = space.label == track.start
        (started if start else items).extend(draw_space(space, rect, palette, start=start, lines=lines))
    return Scene(f"track-{id_}", width, height, (*items, *started), bleed=EDGE)


def lines_in_rows(track: Track, across: int) -> list[int]:
    """Return for each space of a track the greatest number of lines of a space in its row."""
    rows = [track.spaces[i : i + across] for i in range(0, len(track.spaces), across)]
    return [max(len(space.lines) for space in row) for row in rows for _ in row]


def _top_heading(track: Track, width: Mm, palette: MapPalette) -> list[Item]:
    """Draw the name of a track, and its hint if that fits, in one line above its spaces."""
    name = dress(track.name).upper()
    baseline = (HEADING + cap_height("condensed-bold", HEAD_PT)) / 2
    taken = text_width(name, palette.head_font, HEAD_PT, HEAD_TRACKING) + points(8) + 2 * PAD
    items: list[Item] = [Text(PAD, baseline, name, palette.head_font, HEAD_PT, palette.brown, tracking=HEAD_TRACKING)]
    if track.hint and text_width(track.hint, "condensed", SMALLEST_PT) <= width - taken:
        size, _ = fit_line(track.hint, "condensed", HINT_PT, width - taken)
        items.append(Text(width - PAD, baseline, track.hint, "condensed", size, palette.number, "end"))
    return items


def _side_heading(track: Track, room: Rect, palette: MapPalette) -> list[Item]:
    """Draw the name and the hint of a track in lines beside its spaces, from the top."""
    name = fit_block(dress(track.name).upper(), "condensed-bold", HEAD_PT, room.width - points(4), room.height / 2)
    items: list[Item] = [
        Text(t.x, t.y, t.text, t.font, t.size_pt, palette.brown, tracking=points(0.4))
        for t in name.at(room.x, room.y + points(4.6), palette.brown)
    ]
    if track.hint and not track.row_heads:
        top = room.y + points(3.2) + name.height + points(4.2)
        hint = fit_block(track.hint, "condensed", HINT_PT, room.width, room.bottom - top)
        items += hint.at(room.x, top, palette.quiet_ink)
    return items


def draw_space(space: Space, rect: Rect, palette: MapPalette, *, start: bool, lines: int = 0) -> list[Item]:
    """Draw one space of a track: its large label, and small lines of text at its foot.

    It has room for at least so many `lines`, so that the labels in a row are at the same height.
    """
    frame: Item = rectangle(rect, fill=palette.tint(space.tint), stroke=Stroke(palette.brown, THICK if start else THIN))
    larger, inner = _scale_of_text(rect), rect.grown(-points(2.6))
    words: list[Item] = []
    placed, foot = _placed_lines(space, rect, lines)
    for number, (block, top) in reversed(list(enumerate(placed))):
        words += block.at(rect.centre[0], top, palette.accent if number else INK, "middle")
    colour = palette.accent if space.tint == "bad" else palette.big_figure
    font = palette.figure_font
    size, _ = fit_line(space.label, font, LABEL_PT * larger, inner.width)
    reserved = bool(space.lines) or lines > 0
    if reserved and cap_height(font, size) > FIGURE_SHARE * (foot - rect.y):  # many lines leave less room
        size *= FIGURE_SHARE * (foot - rect.y) / cap_height(font, size)
    label = cap_height(font, size)
    room = foot - rect.y if reserved else rect.height
    baseline = rect.y + (room + label) / 2 + (points(0.8) if reserved else 0)
    figure = Text(rect.centre[0], round(baseline, 3), space.label, font, size, colour, "middle")
    if palette.figure_font.startswith("serif"):  # an engraved space has a second line inside its frame
        frame = Group((frame, rectangle(rect.grown(-points(1.5)), stroke=Stroke(palette.brown, points(0.25)))))
    return [frame, *_draw_moon(rect, palette, shown=space.tint == "night"), figure, *words]


def _scale_of_text(rect: Rect) -> float:
    """Return how much larger than usual the text of a space is."""
    return min(max(1.0, min(rect.width / points(70), rect.height / points(58))), LARGEST)


def _placed_lines(space: Space, rect: Rect, lines: int = 0) -> tuple[list[tuple[FittedText, Mm]], Mm]:
    """Return the small lines at the foot of a space, each with its top, and the foot of the room above them.

    Below them is room for the rest of so many `lines`.
    """
    inner, found = rect.grown(-points(2.6)), list[tuple[FittedText, Mm]]()
    larger, foot = max(_scale_of_text(rect), min(1.2, rect.width / points(100))), rect.bottom - FOOT
    words = (*space.lines, *["0"] * (lines - len(space.lines)))
    blocks = [_fit_space_line(line, i, inner.width, larger) for i, line in enumerate(words)]
    for block in reversed(blocks):
        foot -= block.height
        found.insert(0, (block, foot))
        foot -= points(2.4)
    return found[: len(space.lines)], foot


def _draw_row_heads(track: Track, space: Space, rect: Rect, palette: MapPalette) -> list[Item]:
    """Draw the heads of the small lines of a row of spaces, at the left of its first space."""
    items: list[Item] = []
    placed, _ = _placed_lines(space, rect)
    for number, (head, (block, top)) in enumerate(zip(track.row_heads, placed, strict=False)):
        colour = palette.accent if number else palette.quiet_ink
        base = next((text.y for text in block.at(0, top, INK)), top)
        items.append(Text(rect.x - points(2), base, head, "condensed-medium", ROW_HEAD_PT, colour, "end"))
    return items


def _draw_moon(rect: Rect, palette: MapPalette, *, shown: bool) -> list[Item]:
    """Draw a small crescent in the upper right corner of a space for a night turn."""
    if not shown:
        return []
    x, y, radius = rect.right - points(9), rect.y + points(9), points(4.2)
    return [
        circle(x, y, radius, fill=palette.big_figure),
        circle(x + radius * 0.5, y - radius * 0.35, radius * 0.86, fill=palette.night),
    ]


def _fit_space_line(line: str, number: int, width: Mm, larger: float) -> FittedText:
    """Return one small line at the foot of a space, fitted to its width and `larger` times the usual size."""
    font, size = ("condensed", LINE_PT * larger) if number else ("condensed-medium", FIRST_PT * larger)
    if number and _is_range(line):
        font, size = "condensed-medium", RANGE_PT * larger
    return fit_block(line, font, size, width, points(size) * 1.2)


def _is_range(line: str) -> bool:
    """Return whether a line is only numbers, such as the rolls `1–4` of a die, which are read across the table."""
    return any(letter.isdigit() for letter in line) and all(letter.isdigit() or letter in "-–+−" for letter in line)


# ---------------------------------------------------------------- boxes


def draw_box(game: Game, id_: str, width: Mm, height: Mm, *, palette: MapPalette = FULL) -> Scene:
    """Draw the box with an id: its name, its purpose, and dashed squares for counters.

    Raises `KeyError` for an unknown id.
    """
    box = game.boxes[id_]
    counter = game.counter_print.side if game.counter_print else points(36)
    frame = Rect(0, 0, width, height)
    pad = PAD
    items: list[Item] = [rectangle(frame, fill=palette.panel, stroke=Stroke(palette.brown, THIN))]
    places = _counter_squares(box.holds, counter, frame)
    beside = bool(places) and places[0].x > 1.2 * places[0].width
    room = Rect(pad, points(3.8), width - 2 * pad, height - points(7))
    if places and beside:
        room = Rect(room.x, room.y, places[0].x - pad - points(3), room.height)
    elif places:
        room = Rect(room.x, room.y, room.width, places[0].y - room.y - points(3))
    dash = Stroke(palette.pale_rule, points(0.45), (points(1.6), points(1.4)))
    items += [rectangle(place, fill=palette.slot, stroke=dash) for place in places]
    name = dress(box.name).upper()
    size, tracking = fit_line(name, "condensed-bold", 7.2, room.width, tracking=points(0.45))
    top = room.y + cap_height("condensed-bold", size)
    items.append(Text(room.x, top, name, "condensed-bold", size, palette.brown, tracking=tracking))
    if box.says:
        says = fit_block(box.says, "condensed", SAYS_PT, room.width, room.bottom - top - points(3))
        items += says.at(room.x, top + points(3.2), INK)
    return Scene(f"box-{id_}", width, height, tuple(items), bleed=THIN)


def _counter_squares(holds: int, counter: Mm, frame: Rect) -> list[Rect]:
    """Return the squares for the counters that a box holds, at its right end or at its foot."""
    gap = GAP
    side = min(counter + SLOT_AIR, frame.height - points(0.8))
    if frame.width - holds * (side + gap) > 1.54 * side:
        y = (frame.height - side) / 2
        left = frame.width - max(y, points(0.8)) - holds * (side + gap) + gap
        return [Rect(left + i * (side + gap), y, side, side) for i in range(holds)]
    free = frame.width - points(1.6)
    across = max(1, min(holds, int(free // (counter + LEAST_GAP))))
    side = min(side, (free - (across - 1) * LEAST_GAP) / across)
    gap = min(gap, (free - across * side) / max(across - 1, 1))
    rows = math.ceil(holds / across)
    left, top = (frame.width - across * (side + gap) + gap) / 2, frame.height - points(2) - rows * (side + gap) + gap
    return [Rect(left + i % across * (side + gap), top + i // across * (side + gap), side, side) for i in range(holds)]
