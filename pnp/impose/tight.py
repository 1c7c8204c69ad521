"""Cards with white edges on sheets that they fill: nine poker cards on Letter or A4, where margins have no room for the
usual marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.impose.block import Arrangement, Block, arrange, mirrored
from pnp.impose.marks import HAIR, MOST_LETTERS, SLIM, slim_rulers, small_print, tick
from pnp.impose.page import Facing, Page
from pnp.impose.registration import finish_back
from pnp.impose.sheet import TURNING, Job
from pnp.model.target import Paper, Target
from pnp.palette import BROWN, WHITE, mix
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, line
from pnp.typeface import fit_size
from pnp.units import Mm

INNER: Mm = 2.5
"""Length of the marks on the cards' white edges, at the ends of cuts that have no ticks."""
LEAST_TICK: Mm = 1.0
RULER: Mm = 128
"""Length of a slim ruler with its last figure."""
MARK_FONT = "condensed-medium"
GUIDE = mix(BROWN, WHITE, 0.6)


@dataclass(frozen=True, slots=True)
class TightLayout:
    """A page that cards fill: its size as held, and how many it holds. One pair of margins holds rulers and words."""

    width: Mm
    height: Mm
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """Cards on one sheet."""
        return self.columns * self.rows

    def block(self, across: Mm, down: Mm) -> Rect:
        """Where so wide and high a block of cards lies, in the middle of the page."""
        return Rect((self.width - across) / 2, (self.height - down) / 2, across, down)


def tight_layout(width: Mm, height: Mm, target: Target, paper: Paper) -> TightLayout | None:
    """The page that holds most cards of a size between the margins and two slim rulers; None if there is none."""
    found = []
    for page_width, page_height in ((paper.width, paper.height), (paper.height, paper.width)):
        free = Rect(0, 0, page_width, page_height).grown(-target.margin + 1e-6)
        layout = TightLayout(page_width, page_height, int(free.width / width), int(free.height / height))
        block = layout.block(layout.columns * width, layout.rows * height)
        if layout.capacity and max(_beside(block, target)) >= SLIM + 2 * target.tick_gap:
            found.append(layout)
    return max(found, key=lambda layout: layout.capacity, default=None)


def _beside(block: Rect, target: Target) -> tuple[Mm, Mm]:
    """Room at either side, and above and below, between cards and margins."""
    return block.x - target.margin, block.y - target.margin


def impose_tight(job: Job, layout: TightLayout, groups: Sequence[Sequence[str]]) -> tuple[Page, ...]:
    """Cards on as few sheets as geometry allows, without bleed: their edges must be white."""
    made = arrange(groups, layout.columns, layout.rows)
    return tuple(_pages(job, layout, made))


def _pages(job: Job, layout: TightLayout, made: Arrangement) -> Iterator[Page]:
    place = layout.block(made.columns * job.width, made.tallest * job.height)
    at = Matrix.place(place.x, place.y)
    for number, rows in enumerate(made.sheets, 1):
        sheet = f"sheet {number} of {len(made.sheets)}"
        yield _page(job, layout, Block(rows, job.width, job.height, "front", at), sheet)
        if job.duplex != "none":
            back = Block(mirrored(rows), job.width, job.height, "back", at)
            yield finish_back(_page(job, layout, back, sheet), job.back_shift, job.duplex)


def _page(job: Job, layout: TightLayout, block: Block, sheet: str) -> Page:
    facing: Facing = block.facing
    sides = _beside(block.box, job.target)
    upright = sides[0] > sides[1]  # the words stand at the sides
    ticks, guides = _cuts(job, block, sides, upright=upright)
    words = (
        f"{job.title}  ·  {job.noun}, {sheet}, {facing}".upper(),
        "  ·  ".join(filter(None, (TURNING[job.duplex], job.note))),
    )
    return Page(
        name=f"{job.noun} {sheet} {facing}",
        width=layout.width,
        height=layout.height,
        trim=block.box,
        bleed=block.box,
        art=(block.art(lambda id_: getattr(job.faces[id_], facing), 0), *(guides if facing == "front" else ())),
        marks=(*ticks, *_strips(layout, job.target, words, upright=upright)),
        placements=block.placements(),
        facing=facing,
        inked=(block.box,),
    )


def _cuts(job: Job, block: Block, sides: tuple[Mm, Mm], *, upright: bool) -> tuple[list[Item], list[Item]]:
    """Ticks where there is room for them, and marks on the cards' own edges where there is none."""
    target, box = job.target, block.box
    ticks: list[Item] = []
    guides: list[Item] = []
    for level, room in ((True, sides[0]), (False, sides[1])):
        left = room - target.tick_gap - ((SLIM + target.tick_gap) if level == upright else 0)
        length = min(target.tick_length, left)
        for at in block.cuts[1] if level else block.cuts[0]:
            for edge, out in ((box.x, -1), (box.right, 1)) if level else ((box.y, -1), (box.bottom, 1)):
                near, far = edge + out * target.tick_gap, edge + out * (target.tick_gap + length)
                if length >= LEAST_TICK:
                    ticks.append(tick(near, at, far, at, target) if level else tick(at, near, at, far, target))
                else:
                    ends = (edge, at, edge - out * INNER, at) if level else (at, edge, at, edge - out * INNER)
                    guides.append(line(*ends, Stroke(GUIDE, HAIR)))
    return ticks, guides


def _strips(layout: TightLayout, target: Target, words: tuple[str, str], *, upright: bool) -> Iterator[Item]:
    """A ruler and some words along each of two opposite margins."""
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
