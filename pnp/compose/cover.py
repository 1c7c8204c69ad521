"""The cover file of a kit: the illustrated cover, the back cover, and the print guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pnp.board import Board
from pnp.compose.back_cover import back_texts, row_pieces, shown_pieces
from pnp.compose.back_page import COLUMN, BackPage, BackTexts, fitted
from pnp.compose.guide_page import MATERIALS, GuideContents, GuideSizes, guide_scenes, row_size
from pnp.compose.html_book import Book
from pnp.compose.kit_files import COVER_PAGES, NOT_JOINED, all_kit_files, cut_out_files
from pnp.compose.print_guide import print_guide
from pnp.compose.templating import render
from pnp.draw.counter.faces import CounterFaces, draw_counters
from pnp.draw.cover_art.back_picture import BackPicture, draw_back_picture
from pnp.draw.cover_art.cover_page import SpineEdge, draw_cover
from pnp.draw.cover_art.cover_picture import CoverPicture, draw_cover_picture
from pnp.draw.cover_art.default_scene import default_palette
from pnp.model.game import Game
from pnp.model.target import Colouring, Duplex, Paper, Target
from pnp.scene import Scene
from pnp.typography import figures
from pnp.units import Mm

ART, BACK = "cover", "back"
"""The names of the drawings of the covers."""


@dataclass(frozen=True)
class KitCover:
    """The contents of the covers and the print guide of a kit, from which they are drawn for any paper.

    `border` is the width of the white border of the covers, and `picture` that of the cover on this paper. `view` is
    the game (for a series, one scenario) and the board whose map the back shows; a game without a map shows `pieces`.
    `row` are the pieces below its description.
    """

    game: Game
    paper: Paper
    border: Mm
    guide: GuideContents
    texts: BackTexts
    picture: CoverPicture
    pieces: tuple[Scene, ...]
    row: tuple[Scene, ...]
    view: tuple[Game, Board] | None

    @cached_property
    def front(self) -> Scene:
        """The front on a sheet of the kit's paper."""
        return self._front(self.paper, self.picture)

    @cached_property
    def back(self) -> BackPicture:
        """The pictures of the back on a sheet of the kit's paper."""
        return self._back(self.paper, self.picture)

    def beside_spine(self, paper: Paper) -> tuple[Scene, BackPicture]:
        """Return the front and the back of this size, without a border at the edge next to the spine of a wrap."""
        picture = _draw_picture(self.game, paper, self.border, self.picture.variant)
        return self._front(paper, picture, "left"), self._back(paper, picture, "right")

    def book(self) -> Book:
        """Return a book with the illustrated cover, the back cover, and the print guide: one page each."""
        title = f"{self.game.game.title}: cover and print guide"
        palette = self.game.cover.palette or default_palette(self.game)
        html = render(
            "cover.html",
            self.paper,
            styles=("cover.css", "back.css"),
            colours={"accent": palette.deep},
            title=title,
            guide=self.guide,
            sizes=GuideSizes.of(self.guide, self.paper),
            row_size=row_size,
            materials=MATERIALS,
            **self._back_words(self.paper, self.back),
        )
        scenes = {ART: self.front, BACK: self.back.page, **self._back_scenes(self.back), **guide_scenes(self.guide)}
        return Book("cover", title, html, self.paper.name, scenes, pages=COVER_PAGES)

    def words_beside_spine(self, paper: Paper, back: BackPicture) -> Book:
        """Return a book of one page with the texts of the back of this size, which are printed over its picture."""
        words = self._back_words(paper, back)
        html = render("back_words.html", paper, styles=("back.css",), title=self.game.game.title, **words)
        return Book("back", self.game.game.title, html, paper.name, self._back_scenes(back), pages=1)

    def _back_page(self, paper: Paper) -> BackPage:
        """Return the texts and sizes of the back on a paper."""
        return BackPage(self.game, paper, self.border, self.texts, self.picture.variant, bool(self.row))

    def _back_words(self, paper: Paper, back: BackPicture) -> dict[str, object]:
        """Return what the template of the back needs."""
        return {
            "back": self._back_page(paper),
            "caption": back.caption,
            "row": back.row is not None,
            "fitted": fitted,
            "figures": figures,
        }

    def _back_scenes(self, back: BackPicture) -> dict[str, Scene]:
        """Return the drawings among the texts of the back by name."""
        row = {} if back.row is None else {"back-row": back.row}
        return {**row, **self._back_page(self.paper).icons()}

    def _front(self, paper: Paper, picture: CoverPicture, spine: SpineEdge = "") -> Scene:
        """Draw the front cover on a paper."""
        total, variant = self.guide.total, picture.variant
        return draw_cover(self.game, paper, self.border, sheets=total, drawn=picture, variant=variant, spine=spine)

    def _back(self, paper: Paper, picture: CoverPicture, spine: SpineEdge = "") -> BackPicture:
        """Draw the pictures of the back cover on a paper."""
        page = self._back_page(paper)
        return draw_back_picture(
            self.game,
            paper,
            self.border,
            page.foot,
            view=self.view,
            pieces=self.pieces,
            row=self.row,
            row_size=(COLUMN, page.row_room[1]),
            variant=picture.variant,
            drawn=picture,
            spine=spine,
        )


def cover_picture(
    game: Game,
    target: Target,
    paper: Paper,
    variant: Colouring = "full",
    faces: Mapping[str, CounterFaces] | None = None,
) -> CoverPicture:
    """Draw the picture of a game's cover, without texts. `faces` are the drawn counters, if they are known already."""
    return _draw_picture(game, paper, target.margin, variant, faces)


def _draw_picture(
    game: Game, paper: Paper, border: Mm, variant: Colouring, faces: Mapping[str, CounterFaces] | None = None
) -> CoverPicture:
    """Draw the picture of a cover inside a white border; without a scene it shows two counters."""
    counters = () if game.cover.scene else cover_counters(game, faces)
    return draw_cover_picture(game, paper, border, counters=counters, variant=variant)


def kit_cover(
    game: Game,
    target: Target,
    paper: Paper,
    duplex: Duplex,
    files: Sequence[tuple[str, str, int]],
    picture: CoverPicture,
    *,
    pieces: Mapping[str, bool] | None = None,
    view: tuple[Game, Board] | None = None,
    in_kit: Mapping[str, range] = NOT_JOINED,
) -> KitCover:
    """Return what the covers and the print guide of a kit show.

    `files` are the other files of the kit: name without suffix, title, number of pages. `picture` is that of the cover
    on this paper. `pieces` names the files with sheets of components, and says whether these are printed on one side.
    `in_kit` gives the pages of files in `kit.pdf`. The white border of the covers is as wide as the margin of the print
    target.
    """
    pieces = pieces or {}
    listed = all_kit_files(game, files, duplex, pieces, in_kit)
    return KitCover(
        game,
        paper,
        target.margin,
        print_guide(game, target, paper, duplex, listed, pieces=pieces, cut_out=cut_out_files(game)),
        back_texts(game, listed, paper),
        picture,
        () if view else shown_pieces(game),
        row_pieces(game),
        view,
    )


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
    variant: Colouring = "full",
    in_kit: Mapping[str, range] = NOT_JOINED,
) -> Book:
    """Return a book with the illustrated cover, the back cover, and the print guide; the arguments of `kit_cover`."""
    picture = cover_picture(game, target, paper, variant, faces)
    return kit_cover(game, target, paper, duplex, files, picture, pieces=pieces, view=view, in_kit=in_kit).book()


def cover_counters(game: Game, faces: Mapping[str, CounterFaces] | None = None) -> tuple[Scene, ...]:
    """Return the drawn fronts of two counters: the first unit of each of two sides, or else the first counters."""
    units = {counter.side: id_ for id_, counter in reversed(game.counters.items()) if counter.kind == "unit"}
    chosen = [units[side] for side in list(game.sides)[:2] if side in units] or list(game.counters)[:2]
    if not chosen:
        return ()
    drawn = draw_counters(game) if faces is None else faces
    return tuple(drawn[id_].front for id_ in chosen)
