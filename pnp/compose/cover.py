"""The cover file of a kit: the illustrated cover, the back cover, and the print guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.compose.back_cover import back_texts, shown_pieces
from pnp.compose.html_book import Book
from pnp.compose.kit_files import all_kit_files, cut_out_files
from pnp.compose.print_guide import print_guide
from pnp.compose.templating import render
from pnp.draw.counter.faces import CounterFaces, draw_counters
from pnp.draw.cover_art.back_page import draw_back_cover
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.print_guide.guide_page import draw_print_guide
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.model.target import Duplex, InkVariant, Paper, Target
from pnp.scene import Scene

ART, BACK, GUIDE = "cover", "back", "guide"
"""The names of the drawings on the pages."""


def compose_cover(
    game: Game,
    target: Target,
    paper: Paper,
    duplex: Duplex,
    files: Sequence[tuple[str, str, int]],
    faces: Mapping[str, CounterFaces] | None = None,
    *,
    pieces: Mapping[str, bool] | None = None,
    view: tuple[Game, Board] | None = None,
    variant: InkVariant = "full",
) -> Book:
    """Return a book with the illustrated cover, the back cover, and the print guide: one page each.

    `files` are the other files of the kit: name without suffix, title, number of pages. `pieces` names those with
    sheets of components, and says whether these are printed on one side. `faces` are the drawn counters, if they are
    known already. `view` is the game (for a series, one scenario) and the board whose map the back shows. A white
    border as wide as the margin of the print target surrounds the covers. `variant` is that of their colours.
    """
    title = f"{game.game.title}: cover and print guide"
    pieces = pieces or {}
    listed = all_kit_files(game, files, duplex, pieces)
    guide = print_guide(game, target, paper, duplex, listed, pieces=pieces, cut_out=cut_out_files(game))
    palette = game.cover.palette or default_palette(game)
    counters = () if game.cover.scene else cover_counters(game, faces)
    scenes = {
        ART: draw_cover(game, paper, target.margin, sheets=guide.total, counters=counters, variant=variant),
        BACK: draw_back_cover(
            game,
            paper,
            target.margin,
            back_texts(game, listed, paper),
            view=view,
            pieces=() if view else shown_pieces(game, faces),
            variant=variant,
        ),
        GUIDE: draw_print_guide(guide, paper, palette.deep),
    }
    names = {ART: game.game.title, BACK: "Back cover", GUIDE: "Print and assemble"}
    html = render("cover.html", paper, styles=("cover.css",), title=title, pages=[(one, names[one]) for one in scenes])
    return Book("cover", title, html, paper.name, scenes, pages=len(scenes))


def cover_counters(game: Game, faces: Mapping[str, CounterFaces] | None = None) -> tuple[Scene, ...]:
    """Return the drawn fronts of two counters: the first unit of each of two sides, or else the first counters."""
    units = {counter.side: id_ for id_, counter in reversed(game.counters.items()) if counter.kind == "unit"}
    chosen = [units[side] for side in list(game.sides)[:2] if side in units] or list(game.counters)[:2]
    if not chosen:
        return ()
    drawn = draw_counters(game) if faces is None else faces
    return tuple(drawn[id_].front for id_ in chosen)
