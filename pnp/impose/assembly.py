"""The page that shows how the tiles of a map go together, and the little picture of it on each tile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.impose.marks import MARK, STRIP, Column, head_line, proof_strip
from pnp.impose.page import Page
from pnp.impose.tileplan import Tile, TilePlan
from pnp.model.target import Paper, Target
from pnp.numbering import letters
from pnp.palette import ATTACKER, INK, WHITE
from pnp.scene import THUMBNAIL, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, circle, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm

TOP: Mm = 18
"""Height of the heading."""
MEASURE: Mm = 68
"""Width of the text beside the picture."""
KEY: Mm = 18
"""Width of the little picture on each tile."""


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
        art=(Group((Use(scene, place),), layer=THUMBNAIL), *_outlines(plan, place)),
        marks=(
            *head_line(paper.width, target, (title, "how the tiles go together"), "print at 100 %"),
            Text(target.margin, target.margin + 13, f"{len(plan.tiles)} tiles make the map", "condensed-bold", 22, INK),
            *text.set(order, 9.5)[0],
            *proof_strip(whole, target),
        ),
        inked=(at,),
    )


def _outlines(plan: TilePlan, place: Matrix) -> Iterator[Item]:
    for tile in plan.tiles:
        box = _placed(tile.seen, place)
        yield rectangle(box, stroke=Stroke(WHITE, 1.3))
    for tile in plan.tiles:
        box = _placed(tile.seen, place)
        yield rectangle(box, stroke=Stroke(ATTACKER, 0.5))
    for tile in plan.tiles:
        x, y = _placed(tile.seen, place).centre
        yield circle(x, y, 5, fill=ATTACKER, stroke=Stroke(WHITE, 0.5))
        yield Text(x, y + cap_height("condensed-bold", 15) / 2, tile.name, "condensed-bold", 15, WHITE, "middle")


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
    for row in wide:
        steps = ", then ".join(f"{one.name} over the strip of {other.name}" for one, other in pairwise(row))
        yield "sans", f"Row {letters(row[0].row + 1)}: {steps}."
    if len(plan.rows) > 1:
        kind = "row " if wide else ""
        names = [letters(row[0].row + 1) if wide else row[0].name for row in plan.rows]
        steps = ", then ".join(f"{one} over the strip of {kind}{other}" for one, other in pairwise(names))
        yield "sans", f"{'Then row' if wide else 'Glue'} {steps}."
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
    for other in plan.tiles:
        box = _placed(other.seen, place)
        here = other == tile
        yield rectangle(box, fill=MARK if here else None, stroke=Stroke(MARK, 0.2))
        if here or len(plan.tiles) <= 6:
            x, y = box.centre
            size = 9 if here else 7
            yield Text(
                x,
                y + cap_height("condensed-bold", size) / 2,
                other.name,
                "condensed-bold",
                size,
                WHITE if here else MARK,
                "middle",
            )
