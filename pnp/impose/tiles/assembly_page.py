"""The page that shows how to assemble the tiles of a map, and the small plan on each tile."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import fsum

from pnp.fitting import fit_size
from pnp.impose.marks import MARK, STRIP, TextColumn, head_line, proof_strip
from pnp.impose.page import Page
from pnp.impose.tiles.tile_plan import Tile, TilePlan
from pnp.model.target import Paper, Target
from pnp.numbering import letters
from pnp.palette import ATTACKER, INK, WHITE
from pnp.scene import (
    THUMBNAIL,
    Group,
    Item,
    Matrix,
    Point,
    Rect,
    Scene,
    Stroke,
    Text,
    Use,
    circle,
    line,
    rectangle,
    walk,
)
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Mm

TOP: Mm = 18
"""Height of the heading."""
TEXT_WIDTH: Mm = 68
"""Width of the text beside the map."""
KEY: Mm = 18
"""Greatest width of the key on each tile."""
DISC: Mm = 5
"""Largest radius of the disc that names a tile."""
HERE_PT = 9
"""Type size of the name of the tile in its key."""
NAME_WIDTH: Mm = 8
"""Width of the name beside the key."""
MOST_NAMED = 6
"""The greatest number of tiles that are all named in the key."""
MOST_OUTLINED = 16
"""The greatest number of tiles that are outlined one by one in the key; more are drawn as the lines between them."""
MOST_LISTED_ROWS = 3
"""The greatest number of rows for which the text lists each tile; a larger map gets one general instruction."""

AWAY = 0.1
"""How much each millimetre that a disc is away from the middle of its tile counts, in square millimetres of text."""
EDGE, NEAR = 0.5, 0.01
"""The width of the lines around the tiles on the plan; how far apart equal lengths may be, in mm."""
LEAST_SEEN_PT = 1.0
"""Smaller texts in the picture of the map are left out: they are grey dust, and a large map has 40,000."""


def assembly_page(scene: Scene, plan: TilePlan, target: Target, paper: Paper, title: str) -> Page:
    """Return a page with a small map, divided into named tiles, and instructions for assembly."""
    whole = Rect(0, 0, paper.width, paper.height)
    top = target.margin + TOP
    free = Rect(target.margin, top, paper.width - 2 * target.margin, paper.height - target.margin - top - STRIP - 4)
    frame = plan.frame
    beside = min(free.height / frame.height, (free.width - TEXT_WIDTH - 8) / frame.width)
    order = tuple(_assembly_steps(plan))
    needed = TextColumn(0, 8, 1.8 * TEXT_WIDTH).set_text(order, 9.5)[1]
    above = min((free.height - needed) / frame.height, free.width / frame.width)
    scale = max(beside, above)
    at = Rect(free.x, free.y, frame.width * scale, frame.height * scale)
    to_page = Matrix.place(at.x - frame.x * scale, at.y - frame.y * scale, scale=scale)
    text = TextColumn(at.right + 8, at.y + 3, free.right - at.right - 8)
    if above > beside:
        text = TextColumn(free.x, at.bottom + 8, 1.8 * TEXT_WIDTH)
    picture = _visible_part(scene, scale)
    return Page(
        name="map assembly",
        width=paper.width,
        height=paper.height,
        trim=whole,
        bleed=whole,
        art=(
            Group((Use(picture, to_page),), layer=THUMBNAIL),
            *_tile_outlines(plan, picture, to_page, target),
        ),
        marks=(
            *head_line(paper.width, target, (title, "how the tiles go together"), "print at 100 %"),
            Text(target.margin, target.margin + 13, f"{len(plan.tiles)} tiles make the map", "condensed-bold", 22, INK),
            *text.set_text(order, 9.5)[0],
            *proof_strip(whole, target),
        ),
        inked=(at,),
    )


def _visible_part(scene: Scene, scale: float) -> Scene:
    """Return the map without the texts that are invisible in a picture of it at this scale."""
    items = tuple(_without_texts(scene.items, LEAST_SEEN_PT / scale))
    return scene if items == scene.items else replace(scene, items=items)


def _without_texts(items: Iterable[Item], least_pt: float) -> Iterator[Item]:
    """Yield drawn items, without single texts smaller than `least_pt`."""
    for item in items:
        if isinstance(item, Group):
            inner = tuple(_without_texts(item.items, least_pt))
            yield item if inner == item.items else replace(item, items=inner)
        elif not isinstance(item, Text) or item.size_pt >= least_pt:
            yield item


def _tile_outlines(plan: TilePlan, picture: Scene, to_page: Matrix, target: Target) -> Iterator[Item]:
    """Yield the seams and the edge of the small map, and the name of each tile in a disc if readable.

    Seams have a white casing. At the edge it would cover the map's title and texts.
    """
    frame = _rect_on_page(plan.frame, to_page)
    yield rectangle(frame.grown(EDGE / 2), stroke=Stroke(ATTACKER, EDGE))
    lines = [(*to_page.apply((x1, y1)), *to_page.apply((x2, y2))) for x1, y1, x2, y2 in plan.edges]
    seams = [(x1, y1, x2, y2) for x1, y1, x2, y2 in lines if not _is_on_edge(frame, x1, y1, x2, y2)]
    for stroke in (Stroke(WHITE, 1.3), Stroke(ATTACKER, EDGE)):
        yield from (line(*seam, stroke) for seam in seams)
    texts = tuple(_text_boxes(picture, to_page))
    boxes = [_rect_on_page(tile.visible, to_page) for tile in plan.tiles]
    radius = min(DISC, *(0.4 * min(box.width, box.height) for box in boxes))
    longest = max((tile.name for tile in plan.tiles), key=len)
    size = fit_size(longest, "condensed-bold", 3 * radius, 1.6 * radius, smallest_pt=0) or 0
    for tile, box in zip(plan.tiles, boxes, strict=True):
        x, y = _clear_middle(box, radius, texts)
        yield circle(x, y, radius, fill=ATTACKER, stroke=Stroke(WHITE, 0.1 * radius))
        if size >= target.smallest_pt:
            yield Text(
                x, y + cap_height("condensed-bold", size) / 2, tile.name, "condensed-bold", size, WHITE, "middle"
            )


def _is_on_edge(frame: Rect, x1: Mm, y1: Mm, x2: Mm, y2: Mm) -> bool:
    """Return whether a line across or down is on the edge of a rectangle."""
    across = abs(y1 - y2) < NEAR and min(abs(y1 - frame.y), abs(y1 - frame.bottom)) < NEAR
    down = abs(x1 - x2) < NEAR and min(abs(x1 - frame.x), abs(x1 - frame.right)) < NEAR
    return across or down


def _text_boxes(picture: Scene, to_page: Matrix) -> Iterator[Rect]:
    """Yield the boxes of the texts of a picture on the page; those of texts that are turned are only their starts."""
    for item, matrix in walk(picture.items):
        if isinstance(item, Text):
            x, y = to_page.apply(matrix.apply((item.x, item.y)))
            scale = matrix.magnification * to_page.a
            width = text_width(item.text, item.font, item.size_pt, item.tracking) * scale if matrix.b == 0 else 0.0
            height = cap_height(item.font, item.size_pt) * scale
            yield Rect(x - width * {"start": 0, "middle": 0.5, "end": 1}[item.anchor], y - height, width, height)


def _clear_middle(box: Rect, radius: Mm, texts: Iterable[Rect]) -> Point:
    """Return the point near the middle of a tile at which a disc of this radius covers the least of texts.

    A text counts by its area, so that a title counts more than a hex number.
    """
    x, y = box.centre
    near = [text for text in texts if text.touches(box)]
    across, down = (max(0.0, side / 2 - 1.5 * radius) / 4 for side in (box.width, box.height))
    offsets = [(i * across, j * down) for i in range(-4, 5) for j in range(-4, 5)]

    def cost(offset: Point) -> float:
        """Return the area of the texts that the disc touches there, and a little for its distance from the middle."""
        disc = Rect(x + offset[0] - radius, y + offset[1] - radius, 2 * radius, 2 * radius)
        return fsum(text.width * text.height for text in near if text.touches(disc)) + AWAY * math.hypot(*offset)

    best = min(offsets, key=cost)
    return x + best[0], y + best[1]


def _rect_on_page(rect: Rect, to_page: Matrix) -> Rect:
    """Return the rectangle on the page that shows a rectangle of the map."""
    x, y = to_page.apply((rect.x, rect.y))
    return Rect(x, y, rect.width * to_page.a, rect.height * to_page.d)


def _assembly_steps(plan: TilePlan) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of the assembly instructions, each as (font, text)."""
    yield "sans-bold", "1. Print"
    yield (
        "sans",
        f"All {len(plan.tiles)} tiles on one side, at 100 %. The square on each must measure 1 inch both ways.",
    )
    yield "sans-bold", "2. Cut"
    yield "sans", "With knife and ruler, from cross to cross where scissors stand. Leave the other margins whole."
    yield "sans-bold", "3. Join"
    wide = [row for row in plan.rows if len(row) > 1]
    if len(plan.rows) > MOST_LISTED_ROWS or max(map(len, plan.rows)) > MOST_LISTED_ROWS + 1:
        last = plan.rows[-1]
        if wide:
            first, second = wide[0][0].name, wide[0][1].name
            yield "sans", f"Join each row from left to right: glue {first} over the strip of {second}, and so on."
        if len(plan.rows) > 1:
            first, second = (letters(row[0].row + 1) if wide else row[0].name for row in plan.rows[:2])
            row_word = "row " if wide else ""
            last_place = f"down to {row_word}{letters(last[0].row + 1) if wide else last[0].name}"
            yield "sans", f"Then glue {row_word}{first} over the strip of {row_word}{second}, and so on {last_place}."
        yield from _final_steps(plan)
        return
    for row in wide:
        steps = ", then ".join(f"{first.name} over the strip of {second.name}" for first, second in pairwise(row))
        yield "sans", f"Row {letters(row[0].row + 1)}: {steps}."
    if len(plan.rows) > 1:
        row_word = "row " if wide else ""
        names = [letters(row[0].row + 1) if wide else row[0].name for row in plan.rows]
        steps = ", then ".join(f"{first} over the strip of {row_word}{second}" for first, second in pairwise(names))
        yield "sans", f"{'Then row' if wide else 'Glue'} {steps}."
    yield from _final_steps(plan)


def _final_steps(plan: TilePlan) -> Iterator[tuple[str, str]]:
    """Yield the last paragraphs of the assembly instructions: checking the strips, and trimming."""
    narrowest, widest = (f"{width:.0f}" for width in (min(plan.overlaps), max(plan.overlaps)))
    width = widest if narrowest == widest else f"{narrowest} to {widest}"
    yield "sans", f"The strips to glue are {width} mm wide. The halves of each cross must meet."
    yield "sans-bold", "4. Trim"
    yield "sans", "Cut the outer margins off last, at the corner ticks, or leave them and lay the map on a board."


def key_figure(plan: TilePlan, tile: Tile, target: Target) -> Iterator[Item]:
    """Yield the small plan of all tiles that is on one tile's page, with this tile filled.

    It is at the right end of the proof strip.
    """
    frame = plan.frame
    scale = min(KEY / frame.width, STRIP / frame.height)
    to_page = Matrix.place(
        plan.width - target.margin - frame.right * scale,
        plan.height - target.margin - STRIP / 2 - (frame.y + frame.height / 2) * scale,
        scale=scale,
    )
    beside = has_name_beside(plan)
    outlined = plan.tiles
    if len(plan.tiles) > MOST_OUTLINED:
        outlined = (tile,)
        for x1, y1, x2, y2 in plan.edges:
            yield line(*to_page.apply((x1, y1)), *to_page.apply((x2, y2)), Stroke(MARK, 0.2, cap="square"))
    for other in outlined:
        box = _rect_on_page(other.visible, to_page)
        here = other == tile
        yield rectangle(box, fill=MARK if here else None, stroke=Stroke(MARK, 0.2))
        if not beside and (here or len(plan.tiles) <= MOST_NAMED):
            x, y = box.centre
            size = HERE_PT if here else 7
            y += cap_height("condensed-bold", size) / 2
            yield Text(x, y, other.name, "condensed-bold", size, WHITE if here else MARK, "middle")
    if beside:
        x, y = _rect_on_page(frame, to_page).x - 1.2, _rect_on_page(tile.visible, to_page).centre[1]
        y += cap_height("condensed-bold", HERE_PT) / 2
        yield Text(x, y, tile.name, "condensed-bold", HERE_PT, MARK, "end")


def has_name_beside(plan: TilePlan) -> bool:
    """Return whether the names of tiles are beside the small plan, because a tile is too small there for its name."""
    scale = min(KEY / plan.frame.width, STRIP / plan.frame.height)
    return any(
        tile.visible.width * scale < text_width(tile.name, "condensed-bold", HERE_PT) + 0.6
        or tile.visible.height * scale < HERE_PT * MM_PER_POINT
        for tile in plan.tiles
    )
