"""The player folders: one or two landscape sheets for each player, folded once, with panels of the player aids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.board import Board
from pnp.compose.aids.aid_pages import (
    aid_html,
    certain_answers,
    has_marks,
    overfull_findings,
    rows_of_slots,
    type_styles,
)
from pnp.compose.aids.page_colours import page_colours, track_palette
from pnp.compose.aids.page_fit import AidSlot, PlacedRow, choose_scale, hint_lines, place_rows
from pnp.compose.html_book import Book
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK
from pnp.compose.templating import render
from pnp.draw.title_art import draw_head_art
from pnp.findings import Finding, refuse
from pnp.fitting import fit_size
from pnp.model.aid_blocks import PANELS
from pnp.model.game import About, Game
from pnp.model.target import Duplex, InkVariant, Paper
from pnp.palette import ATTACKER, DEFENDER, WHITE, readable
from pnp.rules.probability.aid_tables import AidAnswers, answer_aids
from pnp.scene import Colour
from pnp.typeface import text_width
from pnp.typography import dress
from pnp.units import Mm, int_sum, points

MARGIN: Mm = 9.2
SIDE: Mm = points(25)
FOLD_MARGIN: Mm = points(20)
"""The margins of a panel: at the head and foot (`MARGIN`), at the side of the sheet, and at the fold."""
HEAD: Mm = points(27)
"""The height of a panel's title with its rule."""
EDGE: Mm = 6.6
STRIP: Mm = points(82)
"""The distance of the strip with title and picture from the edges of the sheet, and its height."""
TITLE_FONT, TITLE_PT, LEAST_TITLE_PT = "condensed-extrabold", 28.0, 14.0
"""The type of the title in the strip, and its least size if it is long."""
TITLE_AIR: Mm = points(10)
LEAST_ART: Mm = 46.0
"""The white space at the right of the title, and the least width of the picture in the strip."""
STRIP_RULE_PT = 2.4
BAND, BAND_ART = points(20), 30.0
"""The rule below the strip, the height of the band with the title of a panel, and the width of its picture."""
FOOT: Mm = points(14)
"""The height of the note at the foot of the back."""


class PrintedPanel(NamedTuple):
    """A panel as it is printed: its place on the sheet, its title, its rows of blocks, and their scale of type."""

    left: Mm
    title: str
    player: str
    rows: tuple[PlacedRow, ...]
    scale: float
    front: bool
    back: bool


class PlayerFolder(NamedTuple):
    """The folder of one player: his name, his colour, and the indexes of his panels among the pages of aids."""

    name: str
    accent: Colour
    panels: tuple[int, ...]

    @property
    def text(self) -> Colour:
        """The colour of his name on his colour."""
        return readable(WHITE, self.accent)


def player_folders(game: Game, titles: frozenset[str] | None = None) -> tuple[PlayerFolder, ...]:
    """Return the folder of each player; empty if the game has no folder.

    `titles` are the titles of the pages to print, if not all.
    """
    found = [p for p, page in enumerate(game.aids) if page.folder and (titles is None or page.title in titles)]
    if not found:
        return ()
    named = tuple(dict.fromkeys(game.aids[p].player for p in found if game.aids[p].player))
    players = named or tuple(game.sides)[:2] or ("",)
    folders = []
    for number, player in enumerate(players):
        side = game.sides.get(player)
        name = f"{side.adjective or side.name} player" if side else player
        own = tuple(p for p in found if game.aids[p].player in ("", player))
        folders.append(PlayerFolder(name, side.accent if side else (ATTACKER, DEFENDER)[number % 2], own))
    return tuple(one for one in folders if len(one.panels) in (PANELS, 2 * PANELS))


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
    variant: InkVariant = "full",
) -> Book:
    """Return the player folders as a book of landscape pages, two for each sheet of a player: outside and inside.

    The game must have a folder (`player_folders`). The parameters are those of `compose_aids`. If the sheets are
    flipped on the long edge, the inside is upside down, so that it is upright in print. `Refused` if the blocks of a
    panel do not fit at the smallest type.
    """
    pictures = Pictures(game, tracks=track_palette(game))
    folders = player_folders(game, titles)
    panels = sorted({p for one in folders for p in one.panels})
    own = frozenset(game.aids[p].title for p in panels)
    known = answer_aids(game, board, own) if answers is None else answers
    rows = {p: rows_of_slots(game, board, p, pictures, _text_width(paper), known) for p in panels}
    refuse(_overfull(game, paper, folders, rows), game.format)
    about = about or game.game
    wide = paper.height / 2
    strip = wide - EDGE
    title_room = strip - FOLD_MARGIN - TITLE_AIR - LEAST_ART
    title_pt = fit_size(dress(about.title), TITLE_FONT, TITLE_PT, title_room, smallest_pt=LEAST_TITLE_PT)
    title_pt = title_pt or LEAST_TITLE_PT
    art_width = strip - FOLD_MARGIN - TITLE_AIR - text_width(dress(about.title), TITLE_FONT, title_pt)
    drawings = {
        "art": pictures.keep(
            "folder-art", lambda: draw_head_art(game, art_width, STRIP - points(STRIP_RULE_PT), variant)
        ),
        "panel_art": pictures.keep("panel-art", lambda: draw_head_art(game, BAND_ART, BAND, variant)),
    }
    printed = [
        (
            one,
            [
                _printed_panel(game, paper, number, len(one.panels), p, rows[p], one.name)
                for number, p in enumerate(one.panels)
            ],
        )
        for one in folders
    ]
    html = render(
        "aids/folder.html",
        Paper(name=f"{paper.name} landscape", width=paper.height, height=paper.width),
        colours=page_colours(game),
        styles=("aids.css", "folder.css"),
        title=f"{about.title}: player folders",
        game=about,
        folders=[(one, _sheets(placed, turned=duplex == "long")) for one, placed in printed],
        type_styles=type_styles(sorted({panel.scale for _, placed in printed for panel in placed})),
        **drawings,
        title_pt=title_pt,
        strip=STRIP,
        strip_rule=STRIP_RULE_PT,
        fold_margin=FOLD_MARGIN,
        edge=EDGE,
        panel_width=wide,
        text_width=_text_width(paper),
        margin=MARGIN,
        mark=MARK,
        marked=any(map(has_marks, rows.values())),
        text=aid_html,
        hint_lines=hint_lines,
    )
    pages = int_sum(len(one.panels) // 2 for one in folders)
    return Book(name, f"{about.title}: player folders", html, paper.name, pictures.scenes, pages)


def _sheets(placed: Sequence[PrintedPanel], *, turned: bool) -> list[tuple[tuple[PrintedPanel, PrintedPanel], bool]]:
    """Return the printed sides of the sheets of a folder, and whether each is upside down.

    Of two sheets the second one lies inside the first one, so the panels are read in their order.
    """
    last = len(placed) - 1
    sides = []
    for sheet in range(len(placed) // PANELS):
        sides.append(((placed[last - 2 * sheet], placed[2 * sheet]), False))
        sides.append(((placed[2 * sheet + 1], placed[last - 2 * sheet - 1]), turned))
    return sides


def find_overfull_folder(game: Game, board: Board | None, paper: Paper) -> tuple[Finding, ...]:
    """Return a finding (W007: too many blocks) for each panel of the folder whose blocks do not fit."""
    pictures, answers = Pictures(game, blank=True), certain_answers(game)
    folders = player_folders(game)
    panels = sorted({p for one in folders for p in one.panels})
    rows = {p: rows_of_slots(game, board, p, pictures, _text_width(paper), answers) for p in panels}
    return _overfull(game, paper, folders, rows)


def _overfull(
    game: Game, paper: Paper, folders: Sequence[PlayerFolder], rows: Mapping[int, tuple[tuple[AidSlot, ...], ...]]
) -> tuple[Finding, ...]:
    """Return a finding for each panel whose blocks are higher than its room."""
    rooms = {p: _room(paper, number, len(one.panels)) for one in folders for number, p in enumerate(one.panels)}
    pages = list(rows)
    return overfull_findings(game, f"half of {paper.name}", pages, list(rows.values()), [rooms[p] for p in pages])


def _printed_panel(
    game: Game, paper: Paper, number: int, panels: int, page: int, rows: tuple[tuple[AidSlot, ...], ...], player: str
) -> PrintedPanel:
    """Return a panel with its blocks placed; the front and every second panel are at the right of the fold."""
    height = _room(paper, number, panels)
    scale = choose_scale(rows, height)
    left = SIDE if number % 2 else paper.height / 2 + FOLD_MARGIN
    title, whose = game.aids[page].title, player if game.aids[page].player else ""
    placed = place_rows(rows, scale, height)
    return PrintedPanel(left, title, whose, placed, scale, front=number == 0, back=number == panels - 1)


def _text_width(paper: Paper) -> Mm:
    """Return the width of the text on a panel."""
    return paper.height / 2 - SIDE - FOLD_MARGIN


def _room(paper: Paper, number: int, panels: int) -> Mm:
    """Return the height for the blocks of a panel, from its number and the number of panels."""
    taken = EDGE + STRIP + points(12) if number == 0 else MARGIN + (FOOT if number == panels - 1 else 0)
    return paper.width - taken - HEAD - MARGIN
