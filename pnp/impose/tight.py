"""Sheets that components fill, where that saves a leaf: nine poker cards or 176 counters of 5/8 in on Letter.

The margins have no room for a proof strip. One pair of margins has a slim ruler and some words each, and the ticks are
as long as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.fitting import fit_size
from pnp.impose.block import Block
from pnp.impose.layout import Layout, gutter, page_ways
from pnp.impose.marks import HAIR, MOST_LETTERS, SLIM, slim_rulers, small_print, tick
from pnp.model.target import Duplex, Paper, Target
from pnp.palette import BROWN, WHITE, mix
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, line
from pnp.units import Mm

INNER: Mm = 2.5
"""Length of the marks on white edges, at the ends of cuts that have no ticks."""
LEAST_TICK: Mm = 1.0
RULER: Mm = 128
"""Length of a slim ruler with its last figure."""
MARK_FONT = "condensed-medium"
GUIDE = mix(BROWN, WHITE, 0.6)


def tight_layouts(width: Mm, height: Mm, target: Target, paper: Paper, duplex: Duplex, bleed: Mm) -> Iterator[Layout]:
    """Return every way to fill the paper with components of a size between the margins and two slim rulers.

    `bleed` is how far colour reaches past the outermost cuts; 0 for white edges, which need no ticks: short marks on
    the edges themselves show the cuts.
    """
    least = bleed + target.tick_gap + LEAST_TICK if bleed else 0
    strip = max(least, target.tick_gap) + SLIM + target.tick_gap
    for page_width, page_height, fold in page_ways(paper, duplex):
        for beside, above in ((strip, least), (least, strip)):
            across = page_width - 2 * (target.margin + beside)
            down = page_height - 2 * (target.margin + above)
            across = (across - gutter(target)) / 2 if fold == "upright" else across
            down = (down - gutter(target)) / 2 if fold == "level" else down
            columns, rows = int(across / width + 1e-6), int(down / height + 1e-6)
            if columns > 0 and rows > 0:
                yield Layout(page_width, page_height, fold, columns, rows, tight=True)


def margin_rooms(layout: Layout, art: Rect, target: Target) -> tuple[Mm, Mm]:
    """Return the least room at a side, and above or below, between the art and what printers leave blank."""
    beside = min(art.x, layout.width - art.right)
    above = min(art.y, layout.height - art.bottom)  # the last sheet may have fewer rows, at its top
    return beside - target.margin, above - target.margin


def tight_ticks(layout: Layout, block: Block, art: Rect, bleed: Mm, target: Target) -> tuple[list[Item], list[Item]]:
    """Return the ticks around a block, and the marks on its white edges where a margin has no room for ticks.

    `art` is the box of all blocks of the page; `bleed` is how far colour reaches past the block.
    """
    rooms = margin_rooms(layout, art, target)
    upright = rooms[0] > rooms[1]
    ticks: list[Item] = []
    guides: list[Item] = []
    box, near = block.box, bleed + target.tick_gap
    for level, room in ((True, rooms[0]), (False, rooms[1])):
        strip = SLIM + target.tick_gap if level == upright else 0
        inner = (gutter(target) - 1) / 2 if layout.fold == ("upright" if level else "level") else None
        for at in block.cuts[1] if level else block.cuts[0]:
            for edge, out in ((box.x, -1), (box.right, 1)) if level else ((box.y, -1), (box.bottom, 1)):
                outermost = edge in ((art.x, art.right) if level else (art.y, art.bottom))
                left = room - strip if outermost or inner is None else inner
                length = min(target.tick_length, left - near)
                start, end = edge + out * near, edge + out * (near + length)
                if length >= LEAST_TICK:
                    ticks.append(tick(start, at, end, at, target) if level else tick(at, start, at, end, target))
                else:
                    ends = (edge, at, edge - out * INNER, at) if level else (at, edge, at, edge - out * INNER)
                    guides.append(line(*ends, Stroke(GUIDE, HAIR)))
    return ticks, guides


def tight_strips(layout: Layout, art: Rect, target: Target, words: tuple[str, str]) -> Iterator[Item]:
    """Draw a ruler and some words along each of two opposite margins."""
    rooms = margin_rooms(layout, art, target)
    upright = rooms[0] > rooms[1]
    long = (layout.height if upright else layout.width) - 2 * target.margin
    margin = target.margin
    places = [Matrix.place(margin, margin + SLIM), Matrix.place(margin, layout.height - margin)]
    if upright:
        places = [
            Matrix.place(margin + SLIM, layout.height - margin, turn=-90),
            Matrix.place(layout.width - margin - SLIM, margin, turn=90),
        ]
    for place, ruler, text in zip(places, slim_rulers(), words, strict=True):
        start = RULER if target.rulers else 0
        said = _words(text, long, long - start, target)
        yield Group((*(ruler if target.rulers else ()), said), place)


def _words(text: str, right: Mm, room: Mm, target: Target) -> Text:
    """Words that end at the right, set smaller and then cut short until they fit."""
    text = text[:MOST_LETTERS]
    while (size := fit_size(text, MARK_FONT, 7, room, smallest_pt=target.smallest_pt)) is None and len(text) > 1:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return small_print(right, -0.6, text, size_pt=size or target.smallest_pt, font=MARK_FONT, anchor="end")
