"""A picture on a card or map sheet, with labels on it and words beside it."""

from __future__ import annotations

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, Paint, draw_picture
from pnp.art.map.map_palette import MapPalette
from pnp.draw.fault import furniture_too_small
from pnp.draw.tables.table_panel import Panel, draw_words
from pnp.findings import Fault
from pnp.fitting import SMALLEST_PT, fit_size
from pnp.model.game import Game
from pnp.model.sheet_furniture import Furniture
from pnp.palette import readable
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, Use, rectangle
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, points

FONT, LABEL_PT = "condensed-bold", 8.5
PLATE_AIR: tuple[Mm, Mm] = (1.1, 0.9)
"""The distance of the words of a label from the edges of its plate, across and down."""
GAP: Mm = 2.5
"""The distance of the words from the picture at their left."""


def draw_labelled_picture(game: Game, thing: Furniture, room: Rect, palette: MapPalette) -> Panel:
    """Draw a picture as large as it fits: in the middle of its rectangle, or at the left of its title and text."""
    worded = bool(thing.title or thing.text)
    scale = min(room.width / WIDTH, room.height / HEIGHT)
    width, height = WIDTH * scale, HEIGHT * scale
    left = room.x if worded else room.x + (room.width - width) / 2
    box = Rect(left, room.y + (0 if worded else (room.height - height) / 2), width, height)
    scene = draw_picture(game.icons, thing.of, Paint(palette.panel, palette.brown))
    picture = Use(scene, Matrix.place(box.x, box.y, scale=scale))
    items: list[Item] = [Group((picture,), clip=rectangle(box))]
    items.append(rectangle(box, stroke=Stroke(palette.brown, points(0.8))))
    faults: tuple[Fault, ...] = ()
    for number, label in enumerate(thing.labels):
        x, y = box.centre[0] + label.at[0] * scale, box.centre[1] + label.at[1] * scale
        words = dress(label.text)
        across = 2 * min(x - box.x, box.right - x) - 2 * PLATE_AIR[0]
        size = fit_size(words, FONT, LABEL_PT, max(across, 1), smallest_pt=SMALLEST_PT)
        if size is None:
            needed = text_width(words, FONT, SMALLEST_PT)
            faults += furniture_too_small(f"label {number + 1}", "wide", needed, across, SMALLEST_PT)
        pt, half = size or SMALLEST_PT, cap_height(FONT, size or SMALLEST_PT) / 2
        side = game.sides.get(label.side)
        plate = side.accent if side else palette.paper
        long = text_width(words, FONT, pt) / 2 + PLATE_AIR[0]
        ground = Rect(x - long, y - half - PLATE_AIR[1], 2 * long, 2 * (half + PLATE_AIR[1]))
        items.append(rectangle(ground, fill=plate, stroke=Stroke(palette.brown, points(0.4)), radius=0.8))
        items.append(Text(round(x, 3), round(y + half, 3), words, FONT, pt, readable(palette.ink, plate), "middle"))
    if not worded:
        return Panel(tuple(items), faults)
    right = box.right + GAP
    words_room = Rect(right, room.y, room.right - right, room.height)
    beside = draw_words(thing.title, thing.text, words_room, palette)
    return Panel((*items, *beside.items), faults + beside.faults)
