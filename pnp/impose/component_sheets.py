"""Sheets of components: fronts and backs on pages, for every way that a sheet may be turned or folded.

Components are rectangles of one size: counters, cards, postcards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pnp.findings import Finding, Refused
from pnp.impose.block import Arrangement, Block, Rows, arrange, mirrored
from pnp.impose.layout import Layout, gutter, page_layouts
from pnp.impose.marks import SLIM, arrow_head, cut_ticks, free_area, head_line, proof_strip, small_print, tick_reach
from pnp.impose.page import Facing, Page
from pnp.impose.registration import finish_back
from pnp.impose.tight import margin_rooms, tight_layouts, tight_strips, tight_ticks
from pnp.model.target import BackShift, Duplex, Paper, Target
from pnp.palette import BROWN
from pnp.scene import Item, Matrix, Rect, Scene, Stroke, line
from pnp.spot import Spot
from pnp.units import Mm, in_inches

TURNING: Mapping[Duplex, str] = {
    "long": "print both sides at 100 %, flip on the long edge",
    "short": "print both sides at 100 %, flip on the short edge",
    "none": "print at 100 %, fronts only",
    "fold": "",
}
"""How a sheet that is not folded is printed."""


FOLD_WORDS: Mm = 3.4
"""Height of the words above a fold line."""
FOLD_ARROW: Mm = 1.8
"""Length of the arrows at its ends, along the fold."""


class Faces(Protocol):
    """A component's two faces, of one size."""

    @property
    def front(self) -> Scene: ...
    @property
    def back(self) -> Scene: ...


@dataclass(frozen=True, slots=True)
class Job:
    """What the sheets of one run share: components, words of the head line, target, how sheets are turned, whether
    the components have white edges, and a note for the player.
    """

    faces: Mapping[str, Faces]
    title: str
    noun: str
    width: Mm
    height: Mm
    target: Target
    duplex: Duplex
    back_shift: BackShift
    white: bool = False
    note: str = ""

    def bleed_of(self, facing: Facing) -> Mm:
        """Return how far the ground's colour goes past the outermost cuts: further on backs, which may land askew."""
        target = self.target
        if facing == "front" or self.duplex not in ("long", "short"):
            return target.bleed
        return max(target.bleed, min(target.drift, target.bleed + target.tick_length / 2))


def impose_components(
    faces: Mapping[str, Faces],
    groups: Sequence[Sequence[str]],
    title: str,
    noun: str,
    target: Target,
    paper: Paper,
    duplex: Duplex,
    back_shift: BackShift,
    note: str = "",
    *,
    white: bool = False,
) -> tuple[Page, ...]:
    """Components of one size on as few sheets as geometry allows, touching, groups of equal ground together.

    `white` components have no colour at their edges. A tight layout is taken where it saves a sheet.
    `Refused` (B003) if a component is larger than the paper leaves room for.
    """
    groups = [group for group in groups if group]
    if not groups:
        return ()
    first = faces[groups[0][0]].front
    job = Job(faces, title, noun, first.width, first.height, target, duplex, back_shift, white, note)
    bleed = 0 if white else max(job.bleed_of("front"), job.bleed_of("back"))
    layouts = [
        *page_layouts(first.width, first.height, target, paper, duplex),
        *tight_layouts(first.width, first.height, target, paper, duplex, bleed),
    ]
    if not layouts:
        size = f"{first.width:g} x {first.height:g} mm"
        wrong = f"{noun} of {size} cannot be put on {paper.name} between margins and marks"
        raise Refused([Finding("B003", Spot("--paper"), wrong, "choose a larger paper")])
    choices = [(layout, arrange(groups, layout.columns, layout.rows)) for layout in layouts]
    layout, arrangement = min(choices, key=lambda choice: (len(choice[1].sheets), choice[0].tight))
    return tuple(_pages(job, layout, arrangement))


def _pages(job: Job, layout: Layout, arrangement: Arrangement) -> Iterator[Page]:
    """The pages of all sheets. The block stands at the same place on each, so that sheets may be cut together."""
    free = free_area(layout.width, layout.height, job.target)
    width, height = arrangement.columns * job.width, arrangement.tallest * job.height
    x, y = (layout.width - width) / 2, free.centre[1] - height / 2
    if layout.fold == "upright":
        x = (layout.width - gutter(job.target)) / 2 - width
    elif layout.fold == "level":
        y = free.centre[1] - gutter(job.target) / 2 - height
    if layout.tight:
        art = layout.centred_box(width, height, job.target)
        x, y = art.x, art.y
    for number, rows in enumerate(arrangement.sheets, 1):
        sheet = f"sheet {number} of {len(arrangement.sheets)}"
        if layout.fold != "none":
            yield _folded(job, layout, rows, (x, y), sheet)
            continue
        yield _flat(job, layout, Block(rows, job.width, job.height, "front", Matrix.place(x, y)), sheet)
        if job.duplex != "none":
            back = Block(mirrored(rows), job.width, job.height, "back", Matrix.place(x, y))
            yield finish_back(_flat(job, layout, back, sheet), job.back_shift, job.duplex)


def _flat(job: Job, layout: Layout, block: Block, sheet: str) -> Page:
    """One side of a sheet, upright."""
    target = job.target
    front = block.facing == "front"
    bleed = 0 if layout.tight and job.white else job.bleed_of(block.facing)
    words = (job.title, job.noun, sheet, block.facing)
    advice = ("Cut from tick to tick, the long cuts first; leave the margins whole until the last cut.", job.note)
    ticks, guides = _ticks(layout, (block,), block.box, bleed, target)
    return Page(
        name=f"{job.noun} {sheet} {block.facing}",
        width=layout.width,
        height=layout.height,
        trim=block.box,
        bleed=block.box.grown(bleed),
        art=(block.art(lambda id_: _face(job, id_, front=front), bleed), *(guides if front else ())),
        marks=(*ticks, *_furniture(job, layout, block.box, words, TURNING[job.duplex], advice)),
        placements=block.placements(),
        facing=block.facing,
        inked=(block.box.grown(bleed),),
    )


def _ticks(
    layout: Layout, blocks: Sequence[Block], art: Rect, bleed: Mm, target: Target
) -> tuple[list[Item], list[Item]]:
    """Return the ticks around blocks, and marks on white edges of those that have no room for ticks."""
    ticks: list[Item] = []
    guides: list[Item] = []
    for block in blocks:
        if layout.tight:
            beside, within = tight_ticks(layout, block, art, bleed, target)
            ticks, guides = ticks + beside, guides + within
        else:
            ticks += cut_ticks(block.box, *block.cuts, bleed, target)
    return ticks, guides


def _furniture(
    job: Job, layout: Layout, art: Rect, words: Sequence[str], turning: str, advice: Sequence[str]
) -> tuple[Item, ...]:
    """Draw what stands in the margins: head line and proof strip, or on tight pages two slim rulers with words.

    A tight page has no room for the one-inch square; the distance of its outermost cuts takes its place.
    """
    target, size = job.target, size_words(job.width, job.height)
    if not layout.tight:
        paper = Rect(0, 0, layout.width, layout.height)
        right = f"{size}  ·  {turning}"
        return (*head_line(layout.width, target, words, right), *proof_strip(paper, target, advice))
    title, noun, *which = words
    outermost = f"{size}, the outermost cuts {art.width:.1f} × {art.height:.1f} mm apart"
    said = (
        f"{title}  ·  {', '.join((noun, *which))}".upper(),
        "  ·  ".join(filter(None, (turning, outermost, job.note))),
    )
    return tuple(tight_strips(layout, art, target, said))


def _face(job: Job, component: str, *, front: bool) -> Scene:
    return job.faces[component].front if front else job.faces[component].back


def _folded(job: Job, layout: Layout, rows: Rows, at: tuple[Mm, Mm], sheet: str) -> Page:
    """Both sides of a sheet on one page with a fold between them; mirrored is where the backs lie, never the backs."""
    target = job.target
    front = Block(rows, job.width, job.height, "front", Matrix.place(*at))
    between = gutter(target)
    if layout.fold == "upright":
        fold, place = front.box.right + between / 2, Matrix.place(front.box.right + between, at[1])
    else:
        fold = front.box.bottom + between / 2
        place = Matrix.place(front.box.right, front.box.bottom + between + front.height, turn=180)
    back = Block(mirrored(rows), job.width, job.height, "back", place)
    both = Rect(front.box.x, front.box.y, back.box.right - front.box.x, back.box.bottom - front.box.y)
    bleed = 0 if layout.tight and job.white else target.bleed
    inked = (front.box.grown(bleed), back.box.grown(bleed))
    ticks, guides = _ticks(layout, (front, back), both, bleed, target)
    words = (job.title, job.noun, sheet, "fronts and backs")
    advice = (
        "Score the dashed line, fold with the print outside, glue, and let it dry flat.",
        "Then cut from tick to tick, the long cuts first.",
        job.note,
    )
    return Page(
        name=f"{job.noun} {sheet}",
        width=layout.width,
        height=layout.height,
        trim=both,
        bleed=both.grown(bleed),
        art=(
            front.art(lambda id_: _face(job, id_, front=True), bleed),
            back.art(lambda id_: _face(job, id_, front=False), bleed),
            *guides,
        ),
        marks=(
            *ticks,
            *_fold_line(both, fold, layout, target),
            *_furniture(job, layout, both, words, "print at 100 %, fold, then cut", advice),
        ),
        placements=front.placements() + back.placements(),
        fold=fold if layout.fold == "upright" else None,
        fold_y=fold if layout.fold == "level" else None,
        inked=inked,
    )


def _fold_line(both: Rect, at: Mm, layout: Layout, target: Target) -> Iterator[Item]:
    """Draw a dashed line along the fold, with an arrow from either side at both ends, beyond the bleed.

    On a tight page, the words and the arrows are left out where the margin has no room for them.
    """
    fold, far, named = layout.fold, tick_reach(target), True
    if layout.tight:
        beside, above = margin_rooms(layout, both, target)
        room = above if fold == "upright" else beside
        room -= SLIM + target.tick_gap if room == max(beside, above) else 0
        named = fold == "level" or room >= FOLD_WORDS + target.bleed + FOLD_ARROW
        far = max(0, min(far, room - FOLD_WORDS if named and fold == "upright" else room))
    arrows = far >= target.bleed + FOLD_ARROW
    stroke = Stroke(BROWN, 0.25, dash=(2, 1.2))
    if fold == "upright":
        top, foot = both.y - far, both.bottom + far
        yield line(at, top, at, foot, stroke)
        for y in (top + 0.9, foot - 0.9) if arrows else ():
            yield arrow_head((at - 0.4, y), (1, 0))
            yield arrow_head((at + 0.4, y), (-1, 0))
        if named:
            yield small_print(at - 3, top - 0.5, "FRONTS", size_pt=6.5, anchor="end")
            yield small_print(at + 3, top - 0.5, "BACKS", size_pt=6.5)
        return
    left, right = both.x - far, both.right + far
    yield line(left, at, right, at, stroke)
    for x in (left + 0.9, right - 0.9) if arrows else ():
        yield arrow_head((x, at - 0.4), (0, 1))
        yield arrow_head((x, at + 0.4), (0, -1))
    yield small_print(both.x + 1.5, at - 1, "FRONTS", size_pt=6.5)
    yield small_print(both.x + 1.5, at + 2.6, "BACKS", size_pt=6.5)


def size_words(width: Mm, height: Mm) -> str:
    """The size of a component for people: inches where it is made in inches, and mm.

    >>> size_words(12.7, 12.7), size_words(63, 88)
    ('1/2 in (12.7 mm)', '63 x 88 mm')
    """
    sides = (width,) if abs(width - height) < 0.005 else (width, height)
    metric = " x ".join(f"{round(side, 2):g}" for side in sides) + " mm"
    inches = [in_inches(side) for side in sides]
    return f"{' x '.join(i for i in inches if i)} in ({metric})" if all(inches) else metric
