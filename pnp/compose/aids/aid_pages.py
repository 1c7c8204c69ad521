"""Player aids: each page of blocks in the data becomes exactly one page of paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import fsum
from typing import NamedTuple, TypeAlias

from markupsafe import Markup

from pnp.board import Board
from pnp.compose.aids.blocks.table_block import BOXES
from pnp.compose.aids.composed_block import AidContext, PrintedBlock, composed
from pnp.compose.aids.measure import TYPE_STYLES
from pnp.compose.aids.page_colours import page_colours, track_palette
from pnp.compose.aids.page_fit import (
    LIST_ENDS,
    ROUNDING,
    SCALES,
    STACK_GAP,
    AidSlot,
    PlacedRow,
    choose_scale,
    hint_lines,
    page_height,
    place_rows,
    slot_views,
    slot_width,
)
from pnp.compose.html_book import Book
from pnp.compose.inline_markdown import bound_references, inline_html
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK
from pnp.compose.templating import render
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.title_art import draw_head_art
from pnp.findings import Finding, refuse
from pnp.fitting import fit_size
from pnp.model.aid_blocks import AidBlock
from pnp.model.game import About, Game
from pnp.model.target import Colouring, Paper
from pnp.rules.probability.aid_tables import AidAnswers, answer_aids, probability_tables
from pnp.typeface import text_width
from pnp.typography import dress
from pnp.units import Mm, int_sum, points

SIDE: Mm = 12.0
TOP: Mm = 9.0
FOOT: Mm = 7.0
"""Margins of an aid: wider than the margin that any printer leaves blank."""
EDGE: Mm = 6.6
"""The distance of the band at the head of a page from the edges of the paper."""
HEAD_HEIGHT: Mm = points(55.2)
"""The height of the head of a page below its margin, with the white space below it."""
BAND_HEIGHT: Mm = TOP - EDGE + HEAD_HEIGHT - points(9)
ART_WIDTH: Mm = 66.0
"""The height of the band, and the width of the picture at its right end."""
TITLE_FONT, TITLE_PT, LEAST_TITLE_PT = "condensed-extrabold", 28.0, 9.0
TITLE_AIR: Mm = points(6)
"""The type of the title of a page, its least size if it is long, and the white space between it and the picture."""
RULE_PT = 2.4
"""The width of the rule below the band, which is part of its height."""
FOOT_HEIGHT: Mm = points(20)
FOOT_FONT, FOOT_PT, FOOT_LEADING_PT = "sans-medium", 7.8, 10.0
"""The height of a foot of one line, and its type."""


RED_NUMBERS = "Numbers in red are rule cases."


HeadArt: TypeAlias = Callable[[str, Mm, Mm], str]
"""Draws the picture for a head, from its key, width and height; returns the name of the picture."""
AidRows: TypeAlias = tuple[tuple[AidSlot, ...], ...]
"""The rows of a page, each with its slots."""


class PrintedAid(NamedTuple):
    """A page of aids with its blocks placed: its index in the data, its title, its rows and their scale of type."""

    page: int
    title: str
    rows: tuple[PlacedRow, ...]
    scale: float
    marked: bool


class AidForm:
    """The form in which pages of aids are printed: each on a page of paper (`AidPages`), or in player folders.

    `titles` are the titles of the pages to print, if not all. `template` and `styles` are the files of the form, and
    `place` says in findings what a page of aids fills.
    """

    template = ""
    styles: tuple[str, ...] = ("aids.css",)
    place = "{}"

    def __init__(self, titles: frozenset[str] | None = None) -> None:
        self.titles = titles

    def pages(self, game: Game) -> Sequence[int]:
        """Return the indexes of the pages that are printed in this form."""
        raise NotImplementedError

    def text_width(self, paper: Paper) -> Mm:
        """Return the width of the blocks of a page."""
        raise NotImplementedError

    def rooms(self, game: Game, paper: Paper, pages: Mapping[int, AidRows]) -> list[Mm]:
        """Return the height for the rows of each page."""
        raise NotImplementedError

    def title(self, about: About) -> str:
        """Return the title of the file."""
        raise NotImplementedError

    def sheet(self, paper: Paper) -> Paper:
        """Return the paper as its pages lie."""
        return paper

    def parts(
        self, game: Game, about: About, paper: Paper, printed: Sequence[PrintedAid], art: HeadArt
    ) -> tuple[dict[str, object], int]:
        """Return what the template prints besides the rows, and the number of pages of the file."""
        raise NotImplementedError


class AidPages(AidForm):
    """Pages of aids on one page of paper each; `appendix` says whether all, only the appendix or only the others."""

    template = "aids/aids.html"

    def __init__(self, titles: frozenset[str] | None = None, *, appendix: bool | None = None) -> None:
        super().__init__(titles)
        self.appendix = appendix

    def pages(self, game: Game) -> Sequence[int]:
        """Return the indexes of the pages outside player folders."""
        wanted = self.titles
        found = [p for p, page in enumerate(game.aids) if not page.folder and (wanted is None or page.title in wanted)]
        return [p for p in found if self.appendix is None or game.aids[p].appendix == self.appendix]

    def text_width(self, paper: Paper) -> Mm:
        """Return the width of a page between its margins."""
        return paper.width - 2 * SIDE

    def rooms(self, game: Game, paper: Paper, pages: Mapping[int, AidRows]) -> list[Mm]:
        """Return the height of each page between its head and its foot."""
        height, width = paper.height - TOP - FOOT - HEAD_HEIGHT, self.text_width(paper)
        return [
            height - _foot_height(game, _foot_note(game, p), width, marked=has_marks(rows)) for p, rows in pages.items()
        ]

    def title(self, about: About) -> str:
        """Return the title of the player aids or of the odds."""
        return f"{about.title}: {'odds' if self.appendix else 'player aids'}"

    def parts(
        self, game: Game, about: About, paper: Paper, printed: Sequence[PrintedAid], art: HeadArt
    ) -> tuple[dict[str, object], int]:
        """Return the heads and the feet of the pages."""
        sheets = [
            {**one._asdict(), "title_pt": _title_size(one.title, paper), "foot": _foot_note(game, one.page)}
            for one in printed
        ]
        band = {"left": EDGE - SIDE, "top": EDGE - TOP, "width": paper.width - 2 * EDGE, "height": BAND_HEIGHT}
        return {
            "sheets": sheets,
            "kind": "Odds" if self.appendix else "Player aid",
            "side": SIDE,
            "top": TOP,
            "foot_margin": FOOT,
            "band": {**band, "art": ART_WIDTH, "rule": RULE_PT},
            "head_height": HEAD_HEIGHT,
            "art": art("head-art", ART_WIDTH, BAND_HEIGHT - points(RULE_PT)),
            "issue": _issue(about),
        }, len(sheets)


def compose_aids(
    game: Game,
    board: Board | None,
    paper: Paper,
    form: AidForm | None = None,
    *,
    faces: Mapping[str, CounterFaces] | None = None,
    answers: Mapping[str, AidAnswers] | None = None,
    name: str = "aids",
    about: About | None = None,
    variant: Colouring = "full",
) -> Book:
    """Return the player aids of one form as a book, by default `AidPages`; it has no pages if the game has none.

    `faces` are the drawn counters and `answers` the answers to the tables of chances (`answer_aids`), if they are known
    already. `name` is the name of the file. `about` holds
    the title that is printed, if it is not that of the game, and `variant` is that of the pictures in the heads of
    pages. The type on each page is as large as possible. Raises `Refused` if the engine cannot answer, or if the blocks
    of a page do not fit at the smallest type.
    """
    form, about = form or AidPages(), about or game.game
    pictures = Pictures(game, faces, tracks=track_palette(game))
    pages = form.pages(game)
    known = answer_aids(game, board, frozenset(game.aids[p].title for p in pages)) if answers is None else answers
    rows = {p: rows_of_slots(game, board, p, pictures, form.text_width(paper), known) for p in pages}
    rooms = form.rooms(game, paper, rows)
    refuse(_overfull(game, paper, form, rows, rooms), game.format)
    printed = []
    for (p, slots), room in zip(rows.items(), rooms, strict=True):
        scale = choose_scale(slots, room)
        placed = place_rows(slots, scale, room)
        printed.append(PrintedAid(p, game.aids[p].title, placed, scale, has_marks(slots)))

    def art(key: str, width: Mm, height: Mm) -> str:
        """Return the name of the picture for a head of this size."""
        return pictures.keep(key, lambda: draw_head_art(game, width, height, variant))

    parts, number = form.parts(game, about, paper, printed, art)
    html = render(
        form.template,
        form.sheet(paper),
        colours=page_colours(game),
        styles=form.styles,
        title=form.title(about),
        game=about,
        type_styles=type_styles(sorted({one.scale for one in printed})),
        mark=MARK,
        text=aid_html,
        hint_lines=hint_lines,
        **parts,
    )
    return Book(name, form.title(about), html, paper.name, pictures.scenes, number)


def find_overfull_aids(
    game: Game, board: Board | None, paper: Paper, form: AidForm | None = None
) -> tuple[Finding, ...]:
    """Return a finding (W007: too many blocks) for each page of one form whose blocks do not fit this paper.

    Heights do not depend on the chances, so no chance is computed here.
    """
    form, pictures, answers = form or AidPages(), Pictures(game, blank=True), certain_answers(game)
    width = form.text_width(paper)
    rows = {p: rows_of_slots(game, board, p, pictures, width, answers) for p in form.pages(game)}
    return _overfull(game, paper, form, rows, form.rooms(game, paper, rows))


def type_styles(scales: Iterable[float]) -> dict[float, dict[str, str]]:
    """Return the CSS fonts of all styles of type by name, for each scale."""
    return {scale: {name: style.css(scale) for name, style in TYPE_STYLES.items()} for scale in scales}


def certain_answers(game: Game) -> dict[str, AidAnswers]:
    """Return an answer for each table of probabilities with which its page can be measured."""
    certain = {"1": Fraction(1)}
    return {
        path: tuple(tuple(certain for _ in asks.across.values) for _ in asks.lines)
        for path, asks in probability_tables(game)
    }


def rows_of_slots(
    game: Game, board: Board | None, page: int, pictures: Pictures, width: Mm, answers: Mapping[str, AidAnswers]
) -> AidRows:
    """Return the rows of blocks of the page with this index in the data, for a width of the text."""
    return tuple(
        _row_slots(game, board, row, pictures, width, answers, f"aids.{page}.rows.{r}")
        for r, row in enumerate(game.aids[page].rows)
    )


def _overfull(
    game: Game, paper: Paper, form: AidForm, pages: Mapping[int, AidRows], rooms: Sequence[Mm]
) -> tuple[Finding, ...]:
    """Return a finding (W007: too many blocks) for each page whose blocks are higher than its room.

    A table that is too wide for its block is a finding at the table.
    """
    place = form.place.format(paper.name)
    found = []
    for p, rows in pages.items():
        for block, view, room in slot_views(rows):
            needs = view.least_width(SCALES[-1])
            if needs > room + ROUNDING:
                wrong = (
                    f"the table {block.title} is {needs:.0f} mm wide at the smallest type, but its block on the page "
                    f"{game.aids[p].title!r} has {room:.0f} mm of {place}"
                )
                write = "give its block the whole width (wide: 12), write shorter heads or results, or divide the table"
                found.append(Finding("W007", game.spot(block.path or f"aids.{p}"), wrong, write))
    return (*found, *_high_findings(game, place, pages, rooms))


def _high_findings(game: Game, place: str, pages: Mapping[int, AidRows], rooms: Sequence[Mm]) -> tuple[Finding, ...]:
    """Return a finding for each page whose blocks are higher than its room."""
    found = []
    for (p, rows), height in zip(pages.items(), rooms, strict=True):
        needs = page_height(rows, SCALES[-1])
        if needs > height:
            table = _too_high(rows, height)
            wrong = (
                f"the blocks of the page {game.aids[p].title!r} are {needs:.0f} mm high at the smallest type, "
                f"but {place} has room for {height:.0f} mm"
            )
            write = "divide the table into several" if table else "move blocks to another page, or shorten their texts"
            found.append(Finding("W007", game.spot(table or f"aids.{p}"), wrong, write))
    return tuple(found)


def _too_high(rows: Sequence[Sequence[AidSlot]], height: Mm) -> str:
    """Return the path of the first table that is alone higher than a page; empty if there is none."""
    alone = ((block, AidSlot(slot.width, (block,), slot.ends)) for row in rows for slot in row for block in slot.blocks)
    return next(
        (block.path for block, slot in alone if block.path and page_height(((slot,),), SCALES[-1]) > height), ""
    )


def aid_html(text: str) -> Markup:
    """Return inline Markdown as HTML, with a coloured box for each character such as `▒`."""
    html = inline_html(text, join=bound_references)
    for depth, sign in BOXES.items():
        html = html.replace(sign, Markup('<i class="box d{}"></i>').format(depth))
    return html


def _row_slots(
    game: Game,
    board: Board | None,
    row: Sequence[AidBlock],
    pictures: Pictures,
    width: Mm,
    answers: Mapping[str, AidAnswers],
    path: str,
) -> tuple[AidSlot, ...]:
    """Return the slots (side-by-side columns) of one row of a page, with the blocks in each slot.

    A block for which no room is left goes below others: into the lowest slot of its own width, or into the last slot.
    """
    slots: list[tuple[int, list[PrintedBlock]]] = []
    heights: list[Mm] = []
    for b, block in enumerate(row):
        known = answers.get(f"{path}.{b}", ())
        context = AidContext(game, pictures, slot_width(width, block.wide), known, board)
        printed = compose_block(block, context)
        if int_sum(wide for wide, _ in slots) + block.wide <= 12 or not slots:
            slots.append((block.wide, []))
            heights.append(0.0)
            index = len(slots) - 1
        else:
            same_width = [i for i, (wide, _) in enumerate(slots) if wide == block.wide] or [len(slots) - 1]
            index = min(same_width, key=heights.__getitem__)
        wide, blocks = slots[index]
        blocks.extend(printed)
        if printed:
            heights[index] += page_height(((AidSlot(slot_width(width, wide), printed, LIST_ENDS),),), 1) + STACK_GAP
    return tuple(AidSlot(slot_width(width, wide), tuple(blocks), LIST_ENDS) for wide, blocks in slots)


def compose_block(block: AidBlock, context: AidContext) -> tuple[PrintedBlock, ...]:
    """Return a block as it is printed: headings with the tables, lists or drawings below them."""
    return composed(block).compose(context)


def _foot_note(game: Game, page: int) -> str:
    """Return the foot note of a page, which names the published cells of mostly reconstructed tables."""
    return "; ".join(note for row in game.aids[page].rows for block in row for note in composed(block).footnotes(game))


def has_marks(rows: Sequence[Sequence[AidSlot]]) -> bool:
    """Return whether a page prints at least one mark for a reconstructed value."""
    return any(block.is_marked() for row in rows for slot in row for block in slot.blocks)


def _foot_height(game: Game, foot: str, width: Mm, *, marked: bool) -> Mm:
    """Return the height of the line or the two lines at the foot of a page of this width."""
    words = [RED_NUMBERS, _issue(game.game)]
    words += [f"{MARK} reconstructed: {game.game.reconstructed_since} ({foot})."] if marked else []
    wide = fsum(text_width(text, FOOT_FONT, FOOT_PT) for text in words) + points(24)
    return FOOT_HEIGHT + (points(FOOT_LEADING_PT) if wide > width else 0)


def _issue(about: About) -> str:
    """Return the edition, version and date of a game, for the foot of its pages."""
    based = f"Based on edition {about.edition}" if about.edition else ""
    own = ", ".join(filter(None, (about.version and f"version {about.version}", about.date)))
    return " · ".join(filter(None, (based, own)))


def _title_size(title: str, paper: Paper) -> float:
    """Return the size of type at which the title of a page fits on the band, left of its picture."""
    room = paper.width - EDGE - SIDE - ART_WIDTH - TITLE_AIR
    return fit_size(dress(title), TITLE_FONT, TITLE_PT, room, smallest_pt=LEAST_TITLE_PT) or LEAST_TITLE_PT
