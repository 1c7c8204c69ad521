"""The player folders: one or two landscape sheets for each player, folded once, with pages of player aids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.compose.aids.aid_pages import AidForm, AidRows, HeadArt, PrintedAid
from pnp.compose.aids.page_fit import PlacedRow
from pnp.fitting import fit_size
from pnp.model.aid_blocks import FOLDER_PAGES
from pnp.model.game import About, Game
from pnp.model.target import Duplex, Paper
from pnp.palette import ATTACKER, DEFENDER, WHITE, readable
from pnp.scene import Colour
from pnp.typeface import text_width
from pnp.typography import dress
from pnp.units import Mm, int_sum, points

MARGIN: Mm = 9.2
SIDE: Mm = points(25)
FOLD_MARGIN: Mm = points(20)
"""The margins of a page: at the head and foot (`MARGIN`), at the side of the sheet, and at the fold."""
HEAD: Mm = points(27)
"""The height of a page's title with its rule."""
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
"""The rule below the strip, the height of the band with the title of a page, and the width of its picture."""
FOOT: Mm = points(14)
"""The height of the note at the foot of the back."""


class FolderPage(NamedTuple):
    """A page as it is printed: its place on the sheet, its title, its rows of blocks, and their scale of type."""

    left: Mm
    title: str
    player: str
    rows: tuple[PlacedRow, ...]
    scale: float
    front: bool
    back: bool


class PlayerFolder(NamedTuple):
    """The folder of one player: his name, his colour, and the indexes of his pages among the pages of aids."""

    name: str
    accent: Colour
    pages: tuple[int, ...]

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
    return tuple(one for one in folders if len(one.pages) in (FOLDER_PAGES, 2 * FOLDER_PAGES))


class PlayerFolders(AidForm):
    """The folders of the players: landscape pages, two for each sheet of a player, its outside and its inside.

    If the sheets are flipped on the long edge, the inside is upside down, so that it is upright in print.
    """

    template = "aids/folder.html"
    styles = ("aids.css", "folder.css")
    place = "half of {}"

    def __init__(self, duplex: Duplex = "none", titles: frozenset[str] | None = None) -> None:
        super().__init__(titles)
        self.duplex = duplex

    def pages(self, game: Game) -> Sequence[int]:
        """Return the indexes of the pages of all folders."""
        return sorted({p for one in player_folders(game, self.titles) for p in one.pages})

    def text_width(self, paper: Paper) -> Mm:
        """Return the width of the text on a page."""
        return paper.height / 2 - SIDE - FOLD_MARGIN

    def rooms(self, game: Game, paper: Paper, pages: Mapping[int, AidRows]) -> list[Mm]:
        """Return the height for the blocks of each page."""
        folders = player_folders(game, self.titles)
        rooms = {p: _room(paper, number, len(one.pages)) for one in folders for number, p in enumerate(one.pages)}
        return [rooms[p] for p in pages]

    def title(self, about: About) -> str:
        """Return the title of the folders."""
        return f"{about.title}: player folders"

    def sheet(self, paper: Paper) -> Paper:
        """Return the paper on its side."""
        return Paper(name=f"{paper.name} landscape", width=paper.height, height=paper.width)

    def parts(
        self, game: Game, about: About, paper: Paper, printed: Sequence[PrintedAid], art: HeadArt
    ) -> tuple[dict[str, object], int]:
        """Return the pages of each player on the sides of his sheets, and the strip with the title."""
        by_page = {one.page: one for one in printed}
        folders = player_folders(game, self.titles)
        strip = paper.height / 2 - EDGE
        title_room = strip - FOLD_MARGIN - TITLE_AIR - LEAST_ART
        title_pt = fit_size(dress(about.title), TITLE_FONT, TITLE_PT, title_room, smallest_pt=LEAST_TITLE_PT)
        title_pt = title_pt or LEAST_TITLE_PT
        art_width = strip - FOLD_MARGIN - TITLE_AIR - text_width(dress(about.title), TITLE_FONT, title_pt)
        placed = [
            (one, [_folder_page(game, paper, one, n, by_page[p]) for n, p in enumerate(one.pages)]) for one in folders
        ]
        return {
            "folders": [(one, _sheets(pages, turned=self.duplex == "long")) for one, pages in placed],
            "art": art("folder-art", art_width, STRIP - points(STRIP_RULE_PT)),
            "page_art": art("panel-art", BAND_ART, BAND),
            "title_pt": title_pt,
            "strip": STRIP,
            "strip_rule": STRIP_RULE_PT,
            "fold_margin": FOLD_MARGIN,
            "edge": EDGE,
            "page_width": paper.height / 2,
            "text_width": self.text_width(paper),
            "margin": MARGIN,
            "marked": any(one.marked for one in printed),
        }, int_sum(len(one.pages) // 2 for one in folders)


def _sheets(placed: Sequence[FolderPage], *, turned: bool) -> list[tuple[tuple[FolderPage, FolderPage], bool]]:
    """Return the printed sides of the sheets of a folder, and whether each is upside down.

    Of two sheets the second one lies inside the first one, so the pages are read in their order.
    """
    last = len(placed) - 1
    sides = []
    for sheet in range(len(placed) // FOLDER_PAGES):
        sides.append(((placed[last - 2 * sheet], placed[2 * sheet]), False))
        sides.append(((placed[2 * sheet + 1], placed[last - 2 * sheet - 1]), turned))
    return sides


def _folder_page(game: Game, paper: Paper, folder: PlayerFolder, number: int, printed: PrintedAid) -> FolderPage:
    """Return a page at its place; the front and every second page are at the right of the fold."""
    left = SIDE if number % 2 else paper.height / 2 + FOLD_MARGIN
    player = folder.name if game.aids[printed.page].player else ""
    front, back = number == 0, number == len(folder.pages) - 1
    return FolderPage(left, printed.title, player, printed.rows, printed.scale, front, back)


def _room(paper: Paper, number: int, pages: int) -> Mm:
    """Return the height for the blocks of a page, from its number and the number of pages."""
    taken = EDGE + STRIP + points(12) if number == 0 else MARGIN + (FOOT if number == pages - 1 else 0)
    return paper.width - taken - HEAD - MARGIN
