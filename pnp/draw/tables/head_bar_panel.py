"""Panels under a head bar: the bar with its title and note, boxes for counters, and the spaces of tracks."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, Paint, draw_emblem, draw_picture, place_emblem
from pnp.art.map.map_palette import MapPalette, PanelColours
from pnp.art.pale_colours import pale_scene
from pnp.draw.fault import furniture_too_small
from pnp.draw.tables.table_panel import Panel
from pnp.draw.tables.track import draw_space
from pnp.fitting import SMALLEST_PT, fit_block, fit_line, fit_size
from pnp.model.game import Game
from pnp.model.sheet_furniture import HEAD_BAR
from pnp.model.table import Space, Track
from pnp.palette import mix, readable
from pnp.scene import Colour, Item, Matrix, Point, Rect, Stroke, Text, Use, circle, line, rectangle
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, points

LINE = points(0.9)
PAD = points(5.5)
TITLE_PT, NOTE_PT, SAYS_PT, TRACKING = 8.0, 6.6, 6.4, points(0.6)
MOST_OF_BAR = 0.5
"""A title alone that takes at least this share of a head bar is centred."""
SLOT_AIR: Mm = points(1.6)
"""How much larger than a counter its dashed place is, where there is room."""
NUMBER_PT, DATE_PT, PART_PT, PILL_PT, SIDE_PT = 25.0, 8.0, 7.2, 7.6, 6.6
TALL: Mm = points(75)
"""A space for a turn with this height has its date under its number, not beside it."""


def panel_colours(game: Game, bar: str, palette: MapPalette) -> PanelColours:
    """Return the colours of a panel by the name of its bar: a side, or `frame`."""
    if bar in game.sides:
        return palette.of_side(bar, game.sides[bar])
    return PanelColours(palette.brown, palette.panel)


def draw_panel(room: Rect, title: str, note: str, colours: PanelColours, palette: MapPalette) -> Panel:
    """Draw a panel and its head bar: the title in capitals on the left, the note on the right.

    A title without a note is centred if it fills most of its bar. The title and the note shrink to their room; a note
    that still does not fit is a fault.
    """
    title, ink = dress(title).upper(), readable(palette.panel, colours.head)
    wide = room.width - 2 * PAD
    pad = PAD
    if text_width(title, "condensed-bold", TITLE_PT, TRACKING) > wide:  # a narrow panel has narrow margins
        pad = points(3)
        wide = room.width - 2 * pad
    size, tracking = fit_line(title, "condensed-bold", TITLE_PT, wide, tracking=TRACKING)
    taken = text_width(title, "condensed-bold", size, tracking)
    left = room.x + pad if note or taken < MOST_OF_BAR * room.width else round(room.x + (room.width - taken) / 2, 3)
    baseline = round(room.y + (HEAD_BAR + cap_height("condensed-bold", size)) / 2, 3)
    items: list[Item] = [
        rectangle(room, fill=colours.ground, stroke=Stroke(palette.brown, LINE)),
        rectangle(Rect(room.x, room.y, room.width, HEAD_BAR), fill=colours.head, stroke=Stroke(colours.head, LINE)),
        Text(left, baseline, title, "condensed-bold", size, ink, tracking=tracking),
    ]
    faults = furniture_too_small(f"title {title!r}", "wide", taken + 2 * pad, room.width + 1e-6, SMALLEST_PT)
    if note:
        left = room.width - 2 * pad - taken - points(4)
        note_pt = fit_size(note, "condensed-medium", NOTE_PT, left, smallest_pt=SMALLEST_PT)
        if note_pt is None:
            needed = room.width - left + text_width(note, "condensed-medium", SMALLEST_PT)
            faults += furniture_too_small(f"note {note!r}", "wide", needed, room.width, SMALLEST_PT)
        low = round(room.y + (HEAD_BAR + cap_height("condensed-medium", note_pt or SMALLEST_PT)) / 2, 3)
        items.append(
            Text(room.right - pad, low, note, "condensed-medium", round(note_pt or SMALLEST_PT, 2), ink, "end")
        )
    return Panel(tuple(items), faults)


# ---------------------------------------------------------------- boxes


class BoxWords(NamedTuple):
    """The words in a box: its text, beside its places or alone, the caption at its foot, and the id of its side."""

    says: str
    caption: str = ""
    side: str = ""


EMBLEM_SHARE = 0.16
"""The share of its own colours in the emblem of a side in the boxes of the side."""


def _middle_of_pile(body: Rect, words: BoxWords) -> tuple[Point, Mm]:
    """Return the middle and the radius of the emblem in a box without places, above its text."""
    foot = points(3.6 * SAYS_PT) if words.says else 0.0
    return (body.centre[0], body.y + (body.height - foot) / 2), 0.4 * min(body.height - foot, body.width)


def draw_slots(
    game: Game, body: Rect, holds: int, words: BoxWords, colours: PanelColours, palette: MapPalette
) -> list[Item]:
    """Draw the dashed places for the counters of a box, evenly spaced, and its words where there is room."""
    items: list[Item] = []
    if words.caption:
        size, _ = fit_line(dress(words.caption), "condensed", SAYS_PT, body.width - points(5))
        low = round(body.bottom - points(4), 3)
        items.append(Text(body.centre[0], low, dress(words.caption), "condensed", size, palette.ink, "middle"))
        body = replace(body, height=body.height - points(6) - cap_height("condensed", size))
    slots = _slots(body, holds, _counter_side(game)) if holds else []
    dash = Stroke(mix(colours.head, colours.ground, 0.75), points(0.6), (points(2.2), points(1.6)))
    items += [rectangle(slot, stroke=dash, radius=points(2)) for slot in slots]
    side = game.sides.get(words.side)
    if side is not None and side.emblem in game.icons.emblems:  # a pale emblem says whose counters are placed here
        emblem = draw_emblem(game.icons, side.emblem, colours.head, colours.ground)
        emblem = pale_scene(emblem, colours.ground, EMBLEM_SHARE)
        places = [(slot.centre, 0.3 * slot.width) for slot in slots] or [_middle_of_pile(body, words)]
        items += [place_emblem(emblem, *centre, radius) for centre, radius in places]
    inner = body.grown(-PAD)
    left = max((slot.right + PAD for slot in slots), default=inner.x)
    if words.says and inner.right - left > 0.3 * body.width:
        block = fit_block(dress(words.says), "condensed", SAYS_PT, inner.right - left, inner.height).balanced()
        top = body.centre[1] - block.height / 2 if slots else inner.bottom - block.height
        items += block.at(left, top, palette.ink)
    return items


def _counter_side(game: Game) -> Mm:
    """Return the side of the counters of a game."""
    return game.counter_print.side if game.counter_print else points(36)


def _slots(body: Rect, holds: int, counter: Mm) -> list[Rect]:
    """Return the places for counters in a panel, with equal gaps around them; a lone place is on the left."""
    side = min(counter + SLOT_AIR, body.width - points(3.6), body.height - points(3))
    across = max(1, min(holds, int((body.width + points(0.4)) // (side + points(0.8)))))
    rows = math.ceil(holds / across)
    side = min(side, (body.height - (rows + 1) * points(0.6)) / rows)
    gap_y = (body.height - rows * side) / (rows + 1)
    gap_x = (body.width - across * side) / (across + 1)
    if rows == 1 and gap_x > side * 0.6:  # few places in a wide panel begin at its left, with the text beside them
        gap_x = gap_y
    return [
        Rect(
            body.x + gap_x + i % across * (side + gap_x),
            body.y + gap_y + i // across * (side + gap_y),
            side,
            side,
        )
        for i in range(holds)
    ]


# ---------------------------------------------------------------- tracks


def spaces_in(track: Track, body: Rect, in_a_row: int | None = None) -> tuple[Rect, ...]:
    """Return the rectangles of the spaces of a track, which share the body of its panel, row by row.

    `in_a_row` replaces the number of spaces in a row that the track has.
    """
    across = in_a_row or track.across or len(track.spaces)
    rows = max(1, math.ceil(len(track.spaces) / across))
    w, h = body.width / across, body.height / rows
    return tuple(Rect(body.x + i % across * w, body.y + i // across * h, w, h) for i in range(len(track.spaces)))


def draw_spaces(game: Game, track: Track, body: Rect, palette: MapPalette, in_a_row: int | None = None) -> list[Item]:
    """Draw the spaces of a track: turns with their dates, spaces for a marker of each side, or plain spaces."""
    items: list[Item] = []
    across, most = in_a_row or track.across or len(track.spaces), max(len(space.lines) for space in track.spaces)
    for space, rect in zip(track.spaces, spaces_in(track, body, in_a_row), strict=True):
        if track.sides:
            items += _draw_shared_space(game, track, space, rect, palette)
        elif space.picture or space.pills:
            items += _draw_turn(game, space, rect, palette)
        else:
            items += draw_space(space, rect, palette, start=False, lines=most if across == 1 else 0)
    return items


def _draw_shared_space(game: Game, track: Track, space: Space, rect: Rect, palette: MapPalette) -> list[Item]:
    """Draw a space with a part for the marker of each side, in the tint of the side, and its label in a circle.

    The circle is between the parts if a counter fits beside it, or else above them.
    """
    sides = [side for side in track.sides if side in game.sides]
    width = rect.width / max(len(sides), 1)
    rule = Stroke(palette.pale_rule, points(0.5))
    items: list[Item] = []
    for i, side in enumerate(sides):
        colours = palette.of_side(side, game.sides[side])
        part = Rect(rect.x + i * width, rect.y, width, rect.height)
        items.append(rectangle(part, fill=colours.ground))
        if i:
            items.append(line(part.x, part.y, part.x, part.bottom, rule))
        last = i == len(sides) - 1
        x = part.right - points(4) if last and i else part.x + points(4)
        name = _short_name(game, side)
        size, _ = fit_line(name, "condensed-bold", SIDE_PT, part.width / 2)
        y = rect.y + points(4) + cap_height("condensed-bold", size)
        ink = readable(colours.head, colours.ground)
        items.append(Text(x, round(y, 3), name, "condensed-bold", size, ink, "end" if last and i else "start"))
    items.append(rectangle(rect, stroke=Stroke(palette.brown, points(0.7))))
    between = width - points(12) > _counter_side(game)
    radius, size = (points(11), 16.0) if between else (points(8.4), 13.0)
    cy = rect.centre[1] if between else rect.y + radius + points(1.6)
    items.append(circle(rect.centre[0], cy, radius, fill=palette.panel, stroke=Stroke(palette.brown, points(0.6))))
    low = round(cy + cap_height("condensed-extrabold", size) / 2, 3)
    items.append(Text(rect.centre[0], low, space.label, "condensed-extrabold", size, palette.accent, "middle"))
    return items


def _draw_turn(game: Game, space: Space, rect: Rect, palette: MapPalette) -> list[Item]:
    """Draw a turn: its number, its picture, its date, a pill for each side, and the place of the turn marker."""
    ground = palette.tint(space.tint)
    dark = mix(palette.ink, ground, 0.45) if space.tint == "night" else palette.pale_rule
    tall = rect.height >= TALL
    side = min(_counter_side(game) + SLOT_AIR, rect.height - points(1.6))
    away = points(4) if tall else (rect.height - side) / 2
    slot = Rect(rect.right - away - side, rect.bottom - away - side, side, side)
    items: list[Item] = [
        rectangle(rect, fill=ground, stroke=Stroke(palette.brown, points(0.7))),
        rectangle(slot, stroke=Stroke(dark, points(0.6), (points(2.2), points(1.6))), radius=points(2)),
    ]
    left = rect.x + points(6)
    top = rect.y + points(6 if tall else 5)
    size, _ = fit_line(space.label, "condensed-extrabold", NUMBER_PT if tall else 22.0, points(22))
    cap = cap_height("condensed-extrabold", size)
    items.append(Text(left, round(top + cap, 3), space.label, "condensed-extrabold", size, palette.accent))
    x = left + points(16)
    if space.picture:
        scale = points(13.5) / HEIGHT
        scene = draw_picture(game.icons, space.picture, Paint(ground, palette.ink))
        at = Matrix.place(x + points(6.5) - WIDTH * scale / 2, top + cap / 2 - HEIGHT * scale / 2, scale=scale)
        items.append(Use(scene, at))
        x += points(16)
    first, y = (left, top + cap + points(6)) if tall else (x, top)
    room = slot.x - first - points(2.5)
    for number, words in enumerate(space.lines):
        font, wanted = ("condensed-medium", PART_PT) if number else ("condensed-bold", DATE_PT)
        line_pt, _ = fit_line(dress(words), font, wanted, room)
        y += cap_height(font, line_pt)
        items.append(Text(first, round(y, 3), dress(words), font, line_pt, palette.ink))
        y += points(3.2)
    return items + _draw_pills(
        game, space, Rect(left, rect.bottom - points(16), slot.x - left - points(3), points(12)), palette
    )


def _draw_pills(game: Game, space: Space, room: Rect, palette: MapPalette) -> list[Item]:
    """Draw a text for each side in the colour of the side, side by side."""
    gap = points(2)
    width = min((room.width - gap * (len(space.pills) - 1)) / max(len(space.pills), 1), points(30))
    items: list[Item] = []
    for i, (side, value) in enumerate(space.pills.items()):
        head = palette.of_side(side, game.sides[side]).head if side in game.sides else palette.brown
        rect = Rect(room.x + i * (width + gap), room.y, width, room.height)
        words = f"{_short_name(game, side)} {value}"
        size, _ = fit_line(words, "condensed-bold", PILL_PT, width - points(2.4))
        y = round(rect.centre[1] + cap_height("condensed-bold", size) / 2, 3)
        items.append(rectangle(rect, fill=head, radius=points(1.6)))
        ink: Colour = readable(palette.panel, head)
        items.append(Text(rect.centre[0], y, words, "condensed-bold", size, ink, "middle"))
    return items


def _short_name(game: Game, side: str) -> str:
    """Return the short name of a side, or its name, or its id if the game has no such side."""
    one = game.sides.get(side)
    return (one.short or one.name) if one else side
