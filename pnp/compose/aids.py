"""Player aids: each page of blocks becomes exactly one page of paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from markupsafe import Markup

from pnp.compose.aid_list import (
    entry_block,
    sequence_block,
    symbol_block,
    symbols_in_use,
    terrain_block,
    text_block,
    track_block,
)
from pnp.compose.aid_table import BOXES, code_block, modifier_blocks, table_block
from pnp.compose.basis import MARK, name_cells, table_marks
from pnp.compose.block import Block
from pnp.compose.book import Book
from pnp.compose.chance import chance_block
from pnp.compose.fit import SCALES, STACK_GAP, Slot, choose_scale, hint_lines, page_height, set_page, slot_width
from pnp.compose.legend import legend_blocks
from pnp.compose.measure import LOOKS
from pnp.compose.pictures import Pictures
from pnp.compose.prose import inline
from pnp.compose.template import render
from pnp.draw.counter.faces import CounterFaces
from pnp.findings import Finding, refuse
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.model.reference import AidBlock
from pnp.model.target import Paper
from pnp.rules.probability.aid_tables import AidAnswers, answer_aids, asked_tables
from pnp.units import Mm, points

SIDE: Mm = 12.0
TOP: Mm = 9.0
FOOT: Mm = 7.0
"""Margins of an aid: more than any printer leaves blank."""
HEAD_HEIGHT: Mm = points(55.2)
FOOT_HEIGHT: Mm = points(20)


def compose_aids(
    game: Game,
    board: Board | None,
    paper: Paper,
    faces: Mapping[str, CounterFaces] | None = None,
    answers: Mapping[str, AidAnswers] | None = None,
) -> Book:
    """The player aids as a book of as many pages as the game lists; an empty book of no pages if it lists none.

    `faces` are the counters if they are drawn already, `answers` those to the tables of chances (`answer_aids`) if they
    are known already. Type on each page is as large as fits. `Refused` if the engine cannot answer, or if a page has no
    room for its blocks at the smallest type.
    """
    pictures = Pictures(game, faces)
    width = paper.width - 2 * SIDE
    known = answer_aids(game, board) if answers is None else answers
    pages, foots, heights = _pages(game, paper, pictures, known)
    refuse(_overfull(game, paper, pages, heights))
    scales = [choose_scale(slots, height) for slots, height in zip(pages, heights, strict=True)]
    sheets = [
        (page.title, set_page(slots, scale, height), foot, scale, _is_marked(slots))
        for page, slots, height, foot, scale in zip(game.aids, pages, heights, foots, scales, strict=True)
    ]
    title = f"{game.game.title}: player aids"
    html = render(
        "aids/aids.html",
        paper,
        styles=("aids.css",),
        title=title,
        game=game.game,
        sheets=sheets,
        looks={scale: {name: look.css(scale) for name, look in LOOKS.items()} for scale in scales},
        side=SIDE,
        top=TOP,
        foot_margin=FOOT,
        page_width=width,
        mark=MARK,
        text=_text,
        hint_lines=hint_lines,
    )
    return Book("aids", title, html, paper.name, pictures.scenes, len(sheets))


def find_overfull_aids(game: Game, paper: Paper) -> tuple[Finding, ...]:
    """Return a finding (W007) for each page of the aids that has no room on this paper for all its blocks.

    Heights do not depend on chances, so none is worked out here.
    """
    certain = {"1": Fraction(1)}
    answers = {
        path: tuple(tuple(certain for _ in asks.across.values) for _ in asks.lines) for path, asks in asked_tables(game)
    }
    pages, _, heights = _pages(game, paper, Pictures(game, blank=True), answers)
    return _overfull(game, paper, pages, heights)


def _pages(
    game: Game, paper: Paper, pictures: Pictures, answers: Mapping[str, AidAnswers]
) -> tuple[list[tuple[tuple[Slot, ...], ...]], list[str], list[Mm]]:
    """Return the rows of blocks of each page, the text at the foot of each page, and the height left for the rows."""
    width = paper.width - 2 * SIDE
    pages = [
        tuple(_row_slots(game, row, pictures, width, answers, f"aids.{p}.rows.{r}") for r, row in enumerate(page.rows))
        for p, page in enumerate(game.aids)
    ]
    foots = [_foot(game, page.rows) for page in game.aids]
    heights = [paper.height - TOP - FOOT - HEAD_HEIGHT - _foot_height(foot, width) for foot in foots]
    return pages, foots, heights


def _overfull(
    game: Game, paper: Paper, pages: Sequence[Sequence[Sequence[Slot]]], heights: Sequence[Mm]
) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            "W007",
            game.spot(f"aids.{p}"),
            f"the blocks of {page.title} are {needs:.0f} mm high at the smallest type, and {paper.name} has room for "
            f"{height:.0f} mm",
            "move blocks to another page, or shorten their texts",
        )
        for p, (page, rows, height) in enumerate(zip(game.aids, pages, heights, strict=True))
        if (needs := page_height(rows, SCALES[-1])) > height
    )


def _text(text: str) -> Markup:
    """Inline Markdown with the coloured boxes of the combat results."""
    made = inline(text)
    for depth, sign in BOXES.items():
        made = made.replace(sign, Markup('<i class="box d{}"></i>').format(depth))
    return made


def _row_slots(
    game: Game, row: Sequence[AidBlock], pictures: Pictures, width: Mm, answers: Mapping[str, AidAnswers], path: str
) -> tuple[Slot, ...]:
    """Blocks side by side as long as twelve columns last; one that finds no room stands under one of its own width,
    the one that is least high.
    """
    slots: list[tuple[int, list[Block]]] = []
    heights: list[Mm] = []
    for b, block in enumerate(row):
        made = blocks_of(game, block, pictures, slot_width(width, block.wide), answers.get(f"{path}.{b}", ()))
        if sum(wide for wide, _ in slots) + block.wide <= 12 or not slots:
            slots.append((block.wide, []))
            heights.append(0.0)
            place = len(slots) - 1
        else:
            alike = [i for i, (wide, _) in enumerate(slots) if wide == block.wide] or [len(slots) - 1]
            place = min(alike, key=heights.__getitem__)
        wide, blocks = slots[place]
        blocks.extend(made)
        if made:
            heights[place] += page_height(((Slot(slot_width(width, wide), made),),), 1) + STACK_GAP
    return tuple(Slot(slot_width(width, wide), tuple(blocks)) for wide, blocks in slots)


def blocks_of(
    game: Game, block: AidBlock, pictures: Pictures, width: Mm, answers: AidAnswers = ()
) -> tuple[Block, ...]:
    """What one block of the data shows, a heading for each table or list it names; `answers` are to its questions."""
    title, hint = block.title, block.hint
    match block.kind:
        case "table":
            only = title if len(block.of) == 1 else ""
            return tuple(table_block(game.tables[id_], block.wide, only, hint) for id_ in block.of or game.tables)
        case "modifiers":
            return modifier_blocks([game.modifiers[id_] for id_ in block.of or game.modifiers], title, hint)
        case "terrain":
            kinds = {id_: game.terrain[id_] for id_ in block.of or game.terrain}
            return (terrain_block(kinds, pictures, title, hint),)
        case "sequence":
            return (sequence_block(game.sequence, title, hint),)
        case "entries":
            entries = {id_: game.entries[id_] for id_ in block.of or game.entries}
            return (entry_block(entries, pictures, title, hint),)
        case "track":
            return tuple(track_block(id_, pictures, width, title, hint) for id_ in block.of or game.tracks)
        case "text":
            return (text_block(block),)
        case "counters":
            return legend_blocks(game, block, pictures, width)
        case "codes":
            return (code_block([game.tables[id_] for id_ in block.of or game.tables], title, hint),)
        case "symbols":
            return (symbol_block(block.of or symbols_in_use(game), pictures, title, hint, block.wide),)
        case "chances":
            return (chance_block(game, block.asks, answers, title, hint),) if block.asks else ()


def _foot(game: Game, rows: Sequence[Sequence[AidBlock]]) -> str:
    """What the marks of a page mean, and which single values of a marked table are not reconstructed after all."""
    said = []
    for block in (block for row in rows for block in row):
        for id_ in (block.of or game.tables) if block.kind == "table" else ():
            marks = table_marks(game.tables[id_])
            if marks.others:
                said.append(f"{game.tables[id_].name}: all but {name_cells(game.tables[id_], marks.others)}")
    return "; ".join(said)


def _is_marked(rows: Sequence[Sequence[Slot]]) -> bool:
    return any(block.is_marked() for row in rows for slot in row for block in slot.blocks)


def _foot_height(said: str, width: Mm) -> Mm:
    return FOOT_HEIGHT + (points(10) if len(said) > 60 else 0)
