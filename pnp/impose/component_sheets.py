"""Sheets of counters and other components of one size, for every way of two-sided printing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pnp.draw.counter.spare_counters import draw_blank_counters, spare_groups, spare_note
from pnp.draw.cutout import standing_counters
from pnp.findings import Finding, Refused
from pnp.impose.abutting import AbuttingBlock, Arrangement, ComponentRows, arrange_with_spares, mirrored
from pnp.impose.marks import SLIM, arrow_head, cut_ticks, free_area, head_line, proof_strip, small_print, tick_reach
from pnp.impose.page import Facing, Page
from pnp.impose.registration import finish_back
from pnp.impose.sheet_layout import (
    SheetLayout,
    full_layouts,
    full_sheet_rulers,
    full_sheet_ticks,
    gutter,
    margin_rooms,
    page_layouts,
)
from pnp.model.game import Game
from pnp.model.target import BackShift, Duplex, Paper, Target
from pnp.palette import BROWN
from pnp.scene import Item, Matrix, Rect, Scene, Stroke, line
from pnp.spot import Spot
from pnp.units import Mm, in_inches

PRINT_INSTRUCTIONS: Mapping[Duplex, str] = {
    "long": "print both sides at 100 %, flip on the long edge",
    "short": "print both sides at 100 %, flip on the short edge",
    "none": "print at 100 %, fronts only",
    "fold": "print at 100 % on one side, and glue the leaf of fronts and the leaf of backs together",
}
"""The printing instructions for a sheet that is not folded."""
LEAVES = "Glue both leaves back to back, ticks on ticks, and let them dry flat. "
"""The advice on a sheet that is too large to be folded."""
CORNER_PEN = Stroke(BROWN, 0.12)
"""The line of the marks at the corners of counters, which show the edges of equal neighbours."""
SPARES = "SPARES – NOT PART OF THE GAME"
FOLD_WORDS: Mm = 3.4
"""Height of the words above a fold line."""
FOLD_ARROW: Mm = 1.8
"""Length of the arrows at the ends of a fold line."""


class TwoFaces(Protocol):
    """The front and the back of a component as drawings of one size."""

    @property
    def front(self) -> Scene:
        """The drawing of the front."""

    @property
    def back(self) -> Scene:
        """The drawing of the back."""


@dataclass(frozen=True, slots=True)
class SheetJob:
    """The data that all sheets of components of one size share.

    `white` components have white edges. `note` is a note for the player in the margin. With a `corner_pen`, marks
    show the corners of touching components.
    """

    faces: Mapping[str, TwoFaces]
    title: str
    component_names: str
    width: Mm
    height: Mm
    target: Target
    duplex: Duplex
    back_shift: BackShift
    white: bool = False
    note: str = ""
    corner_pen: Stroke | None = None

    def bleed_of(self, facing: Facing) -> Mm:
        """Return the width of the bleed on the fronts or on the backs of the sheets.

        It is greater on backs, because they may shift.
        """
        return self.target.bleed if facing == "front" else _bleed_of_backs(self.target, self.duplex)


def _bleed_of_backs(target: Target, duplex: Duplex) -> Mm:
    """Return the width of the bleed on the backs of sheets."""
    if duplex not in ("long", "short"):
        return target.bleed
    return max(target.bleed, min(target.drift, target.bleed + target.tick_length / 2))


def possible_layouts(
    width: Mm, height: Mm, target: Target, paper: Paper, duplex: Duplex, *, white: bool
) -> list[SheetLayout]:
    """Return the page layouts with room for components of this size, whose edges may be `white`."""
    bleed = 0 if white else max(target.bleed, _bleed_of_backs(target, duplex))
    return [
        *page_layouts(width, height, target, paper, duplex),
        *full_layouts(width, height, target, paper, duplex, bleed),
    ]


def impose_counters(
    faces: Mapping[str, TwoFaces],
    game: Game,
    target: Target,
    paper: str,
    duplex: Duplex,
    back_shift: BackShift = BackShift(),  # noqa: B008 - frozen
) -> tuple[Page, ...]:
    """Return the pages of all counters of a game.

    Fronts and backs alternate. A sheet that is folded or has no backs is one page. Raises `Refused` (B003) if a counter
    is larger than the free area of the paper.
    """
    return impose_components(
        {**faces, **draw_blank_counters(game)},
        background_groups(game),
        game.game.title,
        f"{game.counter_word}s",
        target,
        target.papers[paper],
        duplex,
        back_shift,
        spare_note(game),
        spares=spare_groups(game),
        corner_pen=CORNER_PEN,
    )


def background_groups(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the ids of a game's counters in groups with one background.

    Each id is repeated for its copies. Counters that are standees are left out.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    standing = standing_counters(game)
    for id_, counter in game.counters.items():
        if id_ in standing:
            continue
        formation = game.formations.get(counter.formation)
        nation = formation.ground if formation else ""
        ground = "formation" if counter.kind == "activation" else counter.front.ground or nation or counter.side
        groups.setdefault((counter.side if ground == "formation" else "", ground), []).extend([id_] * counter.copies)
    return tuple(tuple(ids) for ids in groups.values())


def impose_components(
    faces: Mapping[str, TwoFaces],
    groups: Sequence[Sequence[str]],
    title: str,
    component_names: str,
    target: Target,
    paper: Paper,
    duplex: Duplex,
    back_shift: BackShift,
    note: str = "",
    *,
    white: bool = False,
    spares: Sequence[Sequence[str]] = (),
    corner_pen: Stroke | None = None,
) -> tuple[Page, ...]:
    """Return pages of touching components of one size, on as few sheets as possible.

    The components are printed group by group, then the `spares` under a heading. `component_names` is their name in the
    head line, such as `counters`. With a `corner_pen`, marks in this stroke show the corners of touching components.
    Components of which no page has room for front and back are printed on two leaves to glue, instead of one to fold.
    """
    groups = [group for group in groups if group]
    if not groups:
        return ()
    first = faces[groups[0][0]].front
    job = SheetJob(
        faces, title, component_names, first.width, first.height, target, duplex, back_shift, white, note, corner_pen
    )
    layouts = possible_layouts(first.width, first.height, target, paper, duplex, white=white)
    if duplex == "fold" and not layouts:
        layouts = possible_layouts(first.width, first.height, target, paper, "none", white=white)
    if not layouts:
        size = f"{first.width:g} x {first.height:g} mm"
        wrong = f"no sheet of {paper.name} has room for {component_names} of {size} between margins and marks"
        raise Refused([Finding("B003", Spot("--paper"), wrong, "choose a larger paper")])
    choices = [(layout, arrange_with_spares(groups, spares, layout.columns, layout.rows)) for layout in layouts]
    layout, arrangement = min(choices, key=lambda choice: (len(choice[1].sheets), choice[0].full))
    return tuple(_sheet_pages(job, layout, arrangement))


def _sheet_pages(job: SheetJob, layout: SheetLayout, arrangement: Arrangement) -> Iterator[Page]:
    """Yield the pages of all sheets of components.

    The block has one position on all sheets, so that they can be cut together.
    """
    free = free_area(layout.width, layout.height, job.target)
    width, height = arrangement.columns * job.width, arrangement.tallest * job.height
    x, y = (layout.width - width) / 2, free.centre[1] - height / 2
    if layout.fold == "upright":
        x = (layout.width - gutter(job.target)) / 2 - width
    elif layout.fold == "level":
        y = free.centre[1] - gutter(job.target) / 2 - height
    if layout.full:
        art = layout.centred_box(width, height, job.target)
        x, y = art.x, art.y
    for number, rows in enumerate(arrangement.sheets, 1):
        sheet = f"sheet {number} of {len(arrangement.sheets)}"
        if layout.fold != "none":
            yield _folded_page(job, layout, rows, (x, y), sheet)
            continue
        yield _side_page(job, layout, AbuttingBlock(rows, job.width, job.height, "front", Matrix.place(x, y)), sheet)
        if job.duplex != "none":
            back = AbuttingBlock(mirrored(rows), job.width, job.height, "back", Matrix.place(x, y))
            page = _side_page(job, layout, back, sheet)
            is_leaf = job.duplex == "fold"  # a leaf of its own, as upright as the one with the fronts
            yield replace(page, facing="front") if is_leaf else finish_back(page, job.back_shift, job.duplex)


def _cutting_advice(block: AbuttingBlock) -> str:
    """Return how to cut a block; the order of cuts matters only if there are several rows and columns."""
    if len(block.rows) < 2 or max(map(len, block.rows)) < 2:
        return "Cut from tick to tick."
    return "Cut from tick to tick, the long cuts first; leave the margins whole until the last cut."


def _side_page(job: SheetJob, layout: SheetLayout, block: AbuttingBlock, sheet: str) -> Page:
    """Return the page of the front or the back of a sheet, drawn upright."""
    target = job.target
    front = block.facing == "front"
    bleed = 0 if layout.full and job.white else job.bleed_of(block.facing)
    facing = (block.facing,) if job.duplex != "none" else ()
    words = (job.title, job.component_names, sheet, *facing)
    leaves = LEAVES if job.duplex == "fold" else ""
    advice = (leaves, _cutting_advice(block), job.note)
    ticks, edge_marks = _cut_marks(layout, (block,), block.box, bleed, target)
    return Page(
        name=f"{job.component_names} {sheet} {block.facing}",
        width=layout.width,
        height=layout.height,
        trim=block.box,
        bleed=block.box.grown(bleed),
        art=(
            block.art(lambda id_: _face_scene(job, id_, front=front), bleed),
            *_corner_marks(job, block),
            *(edge_marks if front else ()),
        ),
        marks=(
            *ticks,
            *_spares_heading(block),
            *_margin_text(job, layout, block.box, words, PRINT_INSTRUCTIONS[job.duplex], advice),
        ),
        placements=block.placements(),
        facing=block.facing,
        inked=block.inked(bleed),
    )


def _corner_marks(job: SheetJob, block: AbuttingBlock) -> tuple[Item, ...]:
    """Draw the corners of the components of a block, if its sheets show them."""
    return (block.corner_marks(job.corner_pen),) if job.corner_pen else ()


def _spares_heading(block: AbuttingBlock) -> Iterator[Item]:
    """Draw a dashed line and a heading in the blank row above the spares of a block, if there is one."""
    row = block.blank_row()
    if row is not None:
        x, y = row.centre
        yield line(row.x, y - 1.6, row.right, y - 1.6, Stroke(BROWN, 0.25, dash=(2, 1.2)))
        yield small_print(x, y + 2.6, SPARES, size_pt=8, font="condensed-bold", anchor="middle")


def _cut_marks(
    layout: SheetLayout, blocks: Sequence[AbuttingBlock], art: Rect, bleed: Mm, target: Target
) -> tuple[list[Item], list[Item]]:
    """Return the ticks around blocks, and the marks on white edges where ticks have no room."""
    ticks: list[Item] = []
    edge_marks: list[Item] = []
    for block in blocks:
        if layout.full:
            outside, inside = full_sheet_ticks(layout, block, art, bleed, target)
            ticks, edge_marks = ticks + outside, edge_marks + inside
        else:
            ticks += cut_ticks(block.box, *block.cuts, bleed, target)
    return ticks, edge_marks


def _margin_text(
    job: SheetJob, layout: SheetLayout, art: Rect, words: Sequence[str], print_instructions: str, advice: Sequence[str]
) -> tuple[Item, ...]:
    """Draw the head line and the proof strip of a page, or the two slim rulers of a full page.

    `advice` is printed in the proof strip. A full page has no room for the one-inch square, so it states the distance
    of its outermost cuts instead.
    """
    target, size = job.target, size_words(job.width, job.height)
    if not layout.full:
        paper = Rect(0, 0, layout.width, layout.height)
        right = f"{size}  ·  {print_instructions}"
        return (*head_line(layout.width, target, words, right), *proof_strip(paper, target, advice))
    title, component_names, *which = words
    outermost = f"{size}, the outermost cuts {art.width:.1f} × {art.height:.1f} mm apart"
    texts = (
        (f"{title}  ·  {', '.join((component_names, *which))}".upper(),),
        tuple(filter(None, (print_instructions, outermost, job.note))),
    )
    return tuple(full_sheet_rulers(layout, art, target, texts))


def _face_scene(job: SheetJob, component: str, *, front: bool) -> Scene:
    """Return the drawing of the front or of the back of a component."""
    return job.faces[component].front if front else job.faces[component].back


def _folded_page(
    job: SheetJob, layout: SheetLayout, rows: ComponentRows, front_position: tuple[Mm, Mm], sheet: str
) -> Page:
    """Return a page with the fronts and the backs of a sheet and a fold line between them."""
    target = job.target
    front = AbuttingBlock(rows, job.width, job.height, "front", Matrix.place(*front_position))
    between = gutter(target)
    if layout.fold == "upright":
        fold, back_position = front.box.right + between / 2, Matrix.place(front.box.right + between, front_position[1])
    else:
        fold = front.box.bottom + between / 2
        back_position = Matrix.place(front.box.right, front.box.bottom + between + front.height, turn=180)
    back = AbuttingBlock(mirrored(rows), job.width, job.height, "back", back_position)
    both = Rect(front.box.x, front.box.y, back.box.right - front.box.x, back.box.bottom - front.box.y)
    bleed = 0 if layout.full and job.white else target.bleed
    inked = (*front.inked(bleed), *back.inked(bleed))
    ticks, edge_marks = _cut_marks(layout, (front, back), both, bleed, target)
    words = (job.title, job.component_names, sheet, "fronts and backs")
    advice = (
        "Score the dashed line, fold with the print outside, glue, and let it dry flat.",
        "Then cut from tick to tick, the long cuts first.",
        job.note,
    )
    return Page(
        name=f"{job.component_names} {sheet}",
        width=layout.width,
        height=layout.height,
        trim=both,
        bleed=both.grown(bleed),
        art=(
            front.art(lambda id_: _face_scene(job, id_, front=True), bleed),
            back.art(lambda id_: _face_scene(job, id_, front=False), bleed),
            *_corner_marks(job, front),
            *_corner_marks(job, back),
            *edge_marks,
        ),
        marks=(
            *ticks,
            *_spares_heading(front),
            *_fold_line(both, fold, layout, target),
            *_margin_text(job, layout, both, words, "print at 100 %, fold, then cut", advice),
        ),
        placements=front.placements() + back.placements(),
        fold=fold if layout.fold == "upright" else None,
        fold_y=fold if layout.fold == "level" else None,
        inked=inked,
    )


def _fold_line(both: Rect, position: Mm, layout: SheetLayout, target: Target) -> Iterator[Item]:
    """Draw the dashed fold line of a page, with a pair of arrows at each end.

    `position` is the x of an upright fold line or the y of a level one. On a full page, the words and the arrows are
    left out if the margin has no room for them.
    """
    fold, far, named = layout.fold, tick_reach(target), True
    if layout.full:
        beside, above = margin_rooms(layout, both, target)
        room = above if fold == "upright" else beside
        room -= SLIM + target.tick_gap if room == max(beside, above) else 0
        named = fold == "level" or room >= FOLD_WORDS + target.bleed + FOLD_ARROW
        far = max(0, min(far, room - FOLD_WORDS if named and fold == "upright" else room))
    arrows = far >= target.bleed + FOLD_ARROW
    stroke = Stroke(BROWN, 0.25, dash=(2, 1.2))
    if fold == "upright":
        top, foot = both.y - far, both.bottom + far
        yield line(position, top, position, foot, stroke)
        for y in (top + 0.9, foot - 0.9) if arrows else ():
            yield arrow_head((position - 0.4, y), (1, 0))
            yield arrow_head((position + 0.4, y), (-1, 0))
        if named:
            yield small_print(position - 3, top - 0.5, "FRONTS", size_pt=6.5, anchor="end")
            yield small_print(position + 3, top - 0.5, "BACKS", size_pt=6.5)
        return
    left, right = both.x - far, both.right + far
    yield line(left, position, right, position, stroke)
    for x in (left + 0.9, right - 0.9) if arrows else ():
        yield arrow_head((x, position - 0.4), (0, 1))
        yield arrow_head((x, position + 0.4), (0, -1))
    yield small_print(both.x + 1.5, position - 1, "FRONTS", size_pt=6.5)
    yield small_print(both.x + 1.5, position + 2.6, "BACKS", size_pt=6.5)


def size_words(width: Mm, height: Mm) -> str:
    """Return the size of a component in mm, with inches first if they are common fractions.

    >>> size_words(12.7, 12.7), size_words(63, 88)
    ('1/2 in (12.7 mm)', '63 x 88 mm')
    """
    sides = (width,) if abs(width - height) < 0.005 else (width, height)
    metric = " x ".join(f"{round(side, 2):g}" for side in sides) + " mm"
    inches = [in_inches(side) for side in sides]
    return f"{' x '.join(i for i in inches if i)} in ({metric})" if all(inches) else metric
