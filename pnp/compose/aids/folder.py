"""The player folder: a landscape sheet for each side, folded once, with four panels of the player aids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.compose.aids.aid_pages import (
    aid_html,
    certain_answers,
    has_marks,
    overfull_findings,
    rows_of_slots,
    type_styles,
)
from pnp.compose.aids.page_fit import AidSlot, PlacedRow, choose_scale, hint_lines, place_rows
from pnp.compose.html_book import Book
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK
from pnp.compose.templating import render
from pnp.draw.title_art import draw_title_art
from pnp.findings import Finding, refuse
from pnp.load.board import Board
from pnp.model.game import About, Game
from pnp.model.reference import PANELS
from pnp.model.target import Duplex, Paper
from pnp.palette import ATTACKER
from pnp.rules.probability.aid_tables import AidAnswers, answer_aids
from pnp.units import Mm, points

FRONT, LEFT, RIGHT, BACK = range(PANELS)
"""The panels in the order of the data."""
MARGIN: Mm = points(20)
SIDE: Mm = points(25)
FOLD_MARGIN: Mm = points(20)
"""The margins of a panel: at the head and foot, at the side of the sheet, and at the fold."""
HEAD: Mm = points(27)
"""The height of a panel's title with its rule."""
EDGE: Mm = 6.6
STRIP: Mm = points(82)
"""The distance of the strip with title and picture from the edges of the sheet, and its height."""
FOOT: Mm = points(11)
"""The height of the note at the foot of the back."""


class PrintedPanel(NamedTuple):
    """A panel as it is printed: its place on the sheet, its title, its rows of blocks, and their scale of type."""

    left: Mm
    title: str
    rows: tuple[PlacedRow, ...]
    scale: float
    front: bool
    back: bool


def folder_pages(game: Game, titles: frozenset[str] | None = None) -> tuple[int, ...]:
    """Return the indexes of the pages of aids that are panels of the folder; empty if the game has no folder.

    `titles` are the titles of the pages to print, if not all.
    """
    found = [p for p, page in enumerate(game.aids) if page.folder and (titles is None or page.title in titles)]
    return tuple(found) if len(found) == PANELS else ()


def compose_folder(
    game: Game,
    board: Board | None,
    paper: Paper,
    duplex: Duplex,
    answers: Mapping[str, AidAnswers] | None = None,
    *,
    titles: frozenset[str] | None = None,
    name: str = "folder",
    about: About | None = None,
) -> Book:
    """Return the player folders as a book of landscape pages, two for each side of the game: outside and inside.

    The game must have a folder (`folder_pages`). The parameters are those of `compose_aids`. If the sheets are flipped
    on the long edge, the inside is upside down, so that it is upright in print. `Refused` if the blocks of a panel do
    not fit at the smallest type.
    """
    pictures = Pictures(game)
    panels = folder_pages(game, titles)
    own = frozenset(game.aids[p].title for p in panels)
    known = answer_aids(game, board, own) if answers is None else answers
    rows = {p: rows_of_slots(game, board, p, pictures, _text_width(paper), known) for p in panels}
    refuse(_overfull(game, paper, rows))
    about = about or game.game
    sides = list(game.sides.values())[:2]
    wide = paper.height / 2
    art = pictures.keep("folder-art", lambda: draw_title_art(game, board, pictures.faces, (), wide - EDGE, STRIP))
    placed = [_printed_panel(game, paper, number, p, rows[p]) for number, p in enumerate(panels)]
    html = render(
        "aids/folder.html",
        Paper(name=f"{paper.name} landscape", width=paper.height, height=paper.width),
        styles=("aids.css", "folder.css"),
        title=f"{about.title}: player folders",
        game=about,
        sides=[(f"{side.adjective or side.name} player", side.accent) for side in sides] or [("", ATTACKER)],
        sheets=[((placed[BACK], placed[FRONT]), False), ((placed[LEFT], placed[RIGHT]), duplex == "long")],
        type_styles=type_styles(sorted({panel.scale for panel in placed})),
        art=art,
        strip=STRIP,
        edge=EDGE,
        panel_width=wide,
        text_width=_text_width(paper),
        margin=MARGIN,
        mark=MARK,
        marked=any(map(has_marks, rows.values())),
        text=aid_html,
        hint_lines=hint_lines,
    )
    return Book(name, f"{about.title}: player folders", html, paper.name, pictures.scenes, 2 * max(1, len(sides)))


def find_overfull_folder(game: Game, board: Board | None, paper: Paper) -> tuple[Finding, ...]:
    """Return a finding (W007: too many blocks) for each panel of the folder whose blocks do not fit."""
    pictures, answers = Pictures(game, blank=True), certain_answers(game)
    rows = {p: rows_of_slots(game, board, p, pictures, _text_width(paper), answers) for p in folder_pages(game)}
    return _overfull(game, paper, rows)


def _overfull(game: Game, paper: Paper, rows: Mapping[int, tuple[tuple[AidSlot, ...], ...]]) -> tuple[Finding, ...]:
    """Return a finding for each panel whose blocks are higher than its room."""
    heights = [_room(paper, number) for number in range(len(rows))]
    return overfull_findings(game, f"half of {paper.name}", list(rows), list(rows.values()), heights)


def _printed_panel(
    game: Game, paper: Paper, number: int, page: int, rows: tuple[tuple[AidSlot, ...], ...]
) -> PrintedPanel:
    """Return a panel with its blocks placed; the front and the right inner panel are at the right of the fold."""
    height = _room(paper, number)
    scale = choose_scale(rows, height)
    left = paper.height / 2 + FOLD_MARGIN if number in (FRONT, RIGHT) else SIDE
    return PrintedPanel(
        left, game.aids[page].title, place_rows(rows, scale, height), scale, number == FRONT, number == BACK
    )


def _text_width(paper: Paper) -> Mm:
    """Return the width of the text on a panel."""
    return paper.height / 2 - SIDE - FOLD_MARGIN


def _room(paper: Paper, number: int) -> Mm:
    """Return the height for the blocks of a panel."""
    taken = {FRONT: EDGE + STRIP + points(12), BACK: MARGIN + FOOT}.get(number, MARGIN)
    return paper.width - taken - HEAD - MARGIN
