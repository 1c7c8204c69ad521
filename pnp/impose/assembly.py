"""The page that shows how the tiles of a map go together, and the little picture of it on each tile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.fitting import fit_size
from pnp.impose.marks import MARK, STRIP, Column, head_line, proof_strip
from pnp.impose.page import Page
from pnp.impose.tileplan import Tile, TilePlan
from pnp.model.target import Paper, Target
from pnp.numbering import letters
from pnp.palette import ATTACKER, INK, WHITE
from pnp.scene import THUMBNAIL, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, circle, rectangle
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_POINT, Mm

TOP: Mm = 18
"""Height of the heading."""
MEASURE: Mm = 68
"""Width of the text beside the picture."""
KEY: Mm = 18
"""Width of the little picture on each tile."""
DISC: Mm = 5
"""Largest radius of the disc that names a tile."""
HERE_PT = 9
"""Size of a tile's name in the little picture."""
NAME_WIDTH: Mm = 8
"""Room for the name where it stands beside the little picture."""
MOST_NAMED = 6
"""Up to so many tiles are all named in the little picture."""
MOST_SPELT = 3
"""So many rows are joined tile by tile in words; a larger map needs one rule for all."""


def assembly_page(scene: Scene, plan: TilePlan, target: Target, paper: Paper, title: str) -> Page:
    """The whole map, small, with the tiles outlined and named; beside or below it, where it leaves more, the order of
    work.
    """
    whole = Rect(0, 0, paper.width, paper.height)
    top = target.margin + TOP
    free = Rect(target.margin, top, paper.width - 2 * target.margin, paper.height - target.margin - top - STRIP - 4)
    frame = plan.frame
    beside = min(free.height / frame.height, (free.width - MEASURE - 8) / frame.width)
    order = tuple(_order_of_work(plan, target))
    needed = Column(0, 8, 1.8 * MEASURE).set(order, 9.5)[1]
    above = min((free.height - needed) / frame.height, free.width / frame.width)
    scale = max(beside, above)
    at = Rect(free.x, free.y, frame.width * scale, frame.height * scale)
    place = Matrix.place(at.x - frame.x * scale, at.y - frame.y * scale, scale=scale)
    text = Column(at.right + 8, at.y + 3, free.right - at.right - 8)
    if above > beside:
        text = Column(free.x, at.bottom + 8, 1.8 * MEASURE)
    return Page(
        name="map assembly",
        width=paper.width,
        height=paper.height,
        trim=whole,
        bleed=whole,
        art=(Group((Use(scene, place),), layer=THUMBNAIL), *_outlines(plan, place, target)),
        marks=(
            *head_line(paper.width, target, (title, "how the tiles go together"), "print at 100 %"),
            Text(target.margin, target.margin + 13, f"{len(plan.tiles)} tiles make the map", "condensed-bold", 22, INK),
            *text.set(order, 9.5)[0],
            *proof_strip(whole, target),
        ),
        inked=(at,),
    )


def _outlines(plan: TilePlan, place: Matrix, target: Target) -> Iterator[Item]:
    """Draw each tile's outline over the small map, and its name on a disc where the name is large enough to read."""
    for tile in plan.tiles:
        box = _placed(tile.seen, place)
        yield rectangle(box, stroke=Stroke(WHITE, 1.3))
    for tile in plan.tiles:
        box = _placed(tile.seen, place)
        yield rectangle(box, stroke=Stroke(ATTACKER, 0.5))
    boxes = [_placed(tile.seen, place) for tile in plan.tiles]
    radius = min(DISC, *(0.4 * min(box.width, box.height) for box in boxes))
    longest = max((tile.name for tile in plan.tiles), key=len)
    size = fit_size(longest, "condensed-bold", 3 * radius, 1.6 * radius, smallest_pt=0) or 0
    for tile, box in zip(plan.tiles, boxes, strict=True):
        x, y = box.centre
        yield circle(x, y, radius, fill=ATTACKER, stroke=Stroke(WHITE, 0.1 * radius))
        if size >= target.smallest_pt:
            yield Text(
                x, y + cap_height("condensed-bold", size) / 2, tile.name, "condensed-bold", size, WHITE, "middle"
            )


def _placed(rect: Rect, place: Matrix) -> Rect:
    x, y = place.apply((rect.x, rect.y))
    return Rect(x, y, rect.width * place.a, rect.height * place.d)


def _order_of_work(plan: TilePlan, target: Target) -> Iterator[tuple[str, str]]:
    """The steps, as (font, text)."""
    yield "sans-bold", "1. Print"
    yield (
        "sans",
        f"All {len(plan.tiles)} tiles on one side, at 100 %. The square on each must measure 1 inch both ways.",
    )
    yield "sans-bold", "2. Cut"
    yield "sans", "With knife and ruler, from cross to cross where scissors stand. Leave the other margins whole."
    yield "sans-bold", "3. Join"
    wide = [row for row in plan.rows if len(row) > 1]
    if len(plan.rows) > MOST_SPELT or max(map(len, plan.rows)) > MOST_SPELT + 1:
        last = plan.rows[-1]
        if wide:
            yield (
                "sans",
                f"Join each row from left to right: {wide[0][0].name} over the strip of {wide[0][1].name}, and so on.",
            )
        if len(plan.rows) > 1:
            one, other = (letters(row[0].row + 1) if wide else row[0].name for row in plan.rows[:2])
            kind = "row " if wide else ""
            ends = f"down to {kind}{letters(last[0].row + 1) if wide else last[0].name}"
            yield "sans", f"Then glue {kind}{one} over the strip of {kind}{other}, and so on {ends}."
        yield from _last_steps(target)
        return
    for row in wide:
        steps = ", then ".join(f"{one.name} over the strip of {other.name}" for one, other in pairwise(row))
        yield "sans", f"Row {letters(row[0].row + 1)}: {steps}."
    if len(plan.rows) > 1:
        kind = "row " if wide else ""
        names = [letters(row[0].row + 1) if wide else row[0].name for row in plan.rows]
        steps = ", then ".join(f"{one} over the strip of {kind}{other}" for one, other in pairwise(names))
        yield "sans", f"{'Then row' if wide else 'Glue'} {steps}."
    yield from _last_steps(target)


def _last_steps(target: Target) -> Iterator[tuple[str, str]]:
    yield "sans", f"The pale strips are {target.tile_overlap:g} mm wide. The halves of each cross must meet."
    yield "sans-bold", "4. Trim"
    yield "sans", "Cut the outer margins off last, at the corner ticks, or leave them and lay the map on a board."


def key_figure(plan: TilePlan, tile: Tile, target: Target) -> Iterator[Item]:
    """Where a tile belongs: all tiles as outlines at the right end of the proof strip, this one filled."""
    frame = plan.frame
    scale = min(KEY / frame.width, STRIP / frame.height)
    place = Matrix.place(
        plan.width - target.margin - frame.right * scale,
        plan.height - target.margin - STRIP / 2 - (frame.y + frame.height / 2) * scale,
        scale=scale,
    )
    beside = key_beside(plan)
    for other in plan.tiles:
        box = _placed(other.seen, place)
        here = other == tile
        yield rectangle(box, fill=MARK if here else None, stroke=Stroke(MARK, 0.2))
        if not beside and (here or len(plan.tiles) <= MOST_NAMED):
            x, y = box.centre
            size = HERE_PT if here else 7
            y += cap_height("condensed-bold", size) / 2
            yield Text(x, y, other.name, "condensed-bold", size, WHITE if here else MARK, "middle")
    if beside:
        x, y = _placed(frame, place).x - 1.2, _placed(tile.seen, place).centre[1]
        y += cap_height("condensed-bold", HERE_PT) / 2
        yield Text(x, y, tile.name, "condensed-bold", HERE_PT, MARK, "end")


def key_beside(plan: TilePlan) -> bool:
    """Return whether the tiles of the little picture are too small for a name, so that it stands to its left."""
    scale = min(KEY / plan.frame.width, STRIP / plan.frame.height)
    return any(
        tile.seen.width * scale < text_width(tile.name, "condensed-bold", HERE_PT) + 0.6
        or tile.seen.height * scale < HERE_PT * MM_PER_POINT
        for tile in plan.tiles
    )
