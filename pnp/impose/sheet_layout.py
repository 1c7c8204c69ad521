"""Page layouts for pieces of equal size: with a head line and a proof strip, or filled with pieces only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.fitting import fit_size
from pnp.impose.abutting import AbuttingBlock
from pnp.impose.marks import HAIR, MOST_LETTERS, SLIM, free_area, slim_rulers, small_print, tick, tick_reach
from pnp.model.target import Duplex, Paper, Target
from pnp.palette import BROWN, WHITE, mix
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, line
from pnp.units import Mm

Fold: TypeAlias = Literal["none", "upright", "level"]

EDGE_MARK: Mm = 2.5
"""Length of the marks on white edges of components, at the ends of cuts without ticks."""
LEAST_TICK: Mm = 1.0
"""Length of the shortest tick."""
RULER_LENGTH: Mm = 128
"""Length of a slim ruler with its last figure."""
MARK_FONT = "condensed-medium"
EDGE_MARK_COLOUR = mix(BROWN, WHITE, 0.6)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The size of a page as it is turned, its fold, and the columns and rows of its block of components.

    A `full` page has slim rulers in two margins instead of a head line and a proof strip.
    """

    width: Mm
    height: Mm
    fold: Fold
    columns: int
    rows: int
    full: bool = False

    @property
    def capacity(self) -> int:
        """The number of components on one sheet."""
        return self.columns * self.rows

    def centred_box(self, width: Mm, height: Mm, target: Target) -> Rect:
        """Return the box in the middle of the page for a block of fronts, with its backs if folded."""
        across = 2 * width + gutter(target) if self.fold == "upright" else width
        down = 2 * height + gutter(target) if self.fold == "level" else height
        return Rect((self.width - across) / 2, (self.height - down) / 2, across, down)


def page_orientations(paper: Paper, duplex: Duplex) -> tuple[tuple[Mm, Mm, Fold], ...]:
    """Return the orientations of a page as (width, height, fold), the most convenient first."""
    if duplex != "fold":
        return ((paper.width, paper.height, "none"), (paper.height, paper.width, "none"))
    return (  # with an upright fold the backs are upright on the page
        (paper.height, paper.width, "upright"),
        (paper.width, paper.height, "upright"),
        (paper.width, paper.height, "level"),
        (paper.height, paper.width, "level"),
    )


def page_layouts(width: Mm, height: Mm, target: Target, paper: Paper, duplex: Duplex) -> Iterator[SheetLayout]:
    """Yield the page layouts with room for components of this size, the most convenient first."""
    for page_width, page_height, fold in page_orientations(paper, duplex):
        free = free_area(page_width, page_height, target)
        across = (free.width - gutter(target)) / 2 if fold == "upright" else free.width
        down = (free.height - gutter(target)) / 2 if fold == "level" else free.height
        columns, rows = int(across / width + 1e-6), int(down / height + 1e-6)
        if columns > 0 and rows > 0:
            yield SheetLayout(page_width, page_height, fold, columns, rows)


def gutter(target: Target) -> Mm:
    """Return the distance between the two halves of a folded page, with room for the ticks of both."""
    return max(target.gutter, 2 * (tick_reach(target) + 0.5))


# ---------------------------------------------------------------- full sheets


def full_layouts(
    width: Mm, height: Mm, target: Target, paper: Paper, duplex: Duplex, bleed: Mm
) -> Iterator[SheetLayout]:
    """Yield the page layouts that fill the paper, with only two slim rulers in the margins.

    `bleed` is the distance that colour reaches past the outermost cuts. White edges have no bleed and need no ticks:
    short marks on the edges show the cuts.
    """
    least = bleed + target.tick_gap + LEAST_TICK if bleed else 0
    strip = max(least, target.tick_gap) + SLIM + target.tick_gap
    for page_width, page_height, fold in page_orientations(paper, duplex):
        for beside, above in ((strip, least), (least, strip)):
            across = page_width - 2 * (target.margin + beside)
            down = page_height - 2 * (target.margin + above)
            across = (across - gutter(target)) / 2 if fold == "upright" else across
            down = (down - gutter(target)) / 2 if fold == "level" else down
            columns, rows = int(across / width + 1e-6), int(down / height + 1e-6)
            if columns > 0 and rows > 0:
                yield SheetLayout(page_width, page_height, fold, columns, rows, full=True)


def margin_rooms(layout: SheetLayout, art: Rect, target: Target) -> tuple[Mm, Mm]:
    """Return the free width between drawings and printer margin: at the sides, and above and below.

    It is the smaller one of the two sides, and of above and below.
    """
    beside = min(art.x, layout.width - art.right)
    above = min(art.y, layout.height - art.bottom)  # the last sheet may have fewer rows, at its top
    return beside - target.margin, above - target.margin


def full_sheet_ticks(
    layout: SheetLayout, block: AbuttingBlock, art: Rect, bleed: Mm, target: Target
) -> tuple[list[Item], list[Item]]:
    """Return the ticks around a block on a full sheet, and marks on its edges where ticks have no room.

    `art` is the box of all blocks of the page; `bleed` is the distance that colour reaches past the block.
    """
    rooms = margin_rooms(layout, art, target)
    upright = rooms[0] > rooms[1]
    ticks: list[Item] = []
    edge_marks: list[Item] = []
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
                    ends = (edge, at, edge - out * EDGE_MARK, at) if level else (at, edge, at, edge - out * EDGE_MARK)
                    edge_marks.append(line(*ends, Stroke(EDGE_MARK_COLOUR, HAIR)))
    return ticks, edge_marks


def full_sheet_rulers(
    layout: SheetLayout, art: Rect, target: Target, words: tuple[tuple[str, ...], tuple[str, ...]]
) -> Iterator[Item]:
    """Draw a slim ruler and a text along each of two opposite margins of a full sheet.

    Each of the `words` is a text in parts, the most important first. The last parts are left out if they do not fit.
    """
    rooms = margin_rooms(layout, art, target)
    upright = rooms[0] > rooms[1]
    long = (layout.height if upright else layout.width) - 2 * target.margin
    margin = target.margin
    positions = [Matrix.place(margin, margin + SLIM), Matrix.place(margin, layout.height - margin)]
    if upright:
        positions = [
            Matrix.place(margin + SLIM, layout.height - margin, turn=-90),
            Matrix.place(layout.width - margin - SLIM, margin, turn=90),
        ]
    for position, ruler, parts in zip(positions, slim_rulers(), words, strict=True):
        start = RULER_LENGTH if target.rulers else 0
        printed = _fitted_text(parts, long, long - start, target)
        yield Group((*(ruler if target.rulers else ()), printed), position)


def _fitted_text(parts: Sequence[str], right: Mm, room: Mm, target: Target) -> Text:
    """Return a text that ends at `right`: as many of its parts as fit, in smaller type or shortened if necessary."""
    texts = ["  ·  ".join(parts[:number])[:MOST_LETTERS] for number in range(len(parts), 0, -1)]

    def fits(text: str) -> float | None:
        """Return the largest type size at which a text fits; None if it does not fit."""
        return fit_size(text, MARK_FONT, 7, room, smallest_pt=target.smallest_pt)

    text = next(filter(fits, texts), texts[-1])
    while (size := fits(text)) is None and len(text) > 1:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return small_print(right, -0.6, text, size_pt=size or target.smallest_pt, font=MARK_FONT, anchor="end")
