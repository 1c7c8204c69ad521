"""A card to keep in the folio: the contents of the kit, each with a box to tick, and what players need besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import NamedTuple

from pnp.compose.back_page import BackTexts
from pnp.compose.html_book import Book
from pnp.compose.templating import render
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.packaging.blank_card import CARD
from pnp.fitting import fit_block, lines_of
from pnp.message import capitalised, join_words
from pnp.model.game import Game
from pnp.model.kit_cover import CoverPalette
from pnp.model.target import Paper
from pnp.palette import LEAST_CONTRAST, contrast
from pnp.scene import Colour
from pnp.typography import dress, figures
from pnp.units import MM_PER_POINT, Mm, points

PAPER = Paper(name="a contents card", width=CARD[0], height=CARD[1])
# The measures are those of `templates/style/contents_card.css`; sizes of type are points at the scale 1.
COLUMNS = 3
FIELD, EDGE, GAP, TICK, BELOW = 46.0, 4.0, 4.0, 5.2, 1.6
"""The widths of the field with the title, of the edges, of the gap between columns, and of a box to tick with the white
beside it, and the height of the white below a row (mm)."""
TITLE, TITLE_ROOM, LIST_ROOM = 20.0, 27.0, 34.4
"""The largest type of the title, and the heights of the rooms of the title and the list in mm."""
NAME, NAME_LEAD, DETAIL, DETAIL_LEAD = 10.0, 11.4, 7.6, 9.3
SCALES = (1.0, 0.95, 0.9, 0.85)
"""The scales of the type that are tried."""
LEAST = 6.4
"""The least size of type: that of details at the last scale, and of a long title."""
NEEDED = "You also need"


class CardEntry(NamedTuple):
    """A part of the kit with a box to tick, or the things that players need besides, which take several columns."""

    name: str
    details: str
    columns: int = 1
    ticked: bool = True


@dataclass(frozen=True)
class ContentsCard:
    """The contents card of a game, with what the back cover lists."""

    game: Game
    texts: BackTexts

    @cached_property
    def inks(self) -> CoverPalette:
        """The inks of the cover."""
        return self.game.cover.palette or default_palette(self.game)

    @property
    def soft(self) -> Colour:
        """The ink of small type on the dark field."""
        return self.inks.light if contrast(self.inks.light, self.inks.ink) >= LEAST_CONTRAST else self.inks.paper

    @property
    def title(self) -> str:
        """The title of the game."""
        return dress(self.game.game.title)

    @property
    def title_pt(self) -> float:
        """The size at which the title fits the dark field."""
        font, room = "condensed-extrabold", (FIELD - 2 * EDGE, TITLE_ROOM)
        return fit_block(self.title.upper(), font, TITLE, *room, smallest_pt=LEAST).size_pt

    @property
    def scale(self) -> float:
        """The scale of the type of the list."""
        return self._fitted[0]

    @property
    def entries(self) -> tuple[CardEntry, ...]:
        """The entries of the list, as far as there is room."""
        return self._fitted[1]

    @property
    def rows(self) -> int:
        """The number of rows of the list."""
        return len(_rows(self.entries))

    @cached_property
    def _fitted(self) -> tuple[float, tuple[CardEntry, ...]]:
        """The largest scale at which the list fits, and its entries; the longest details are left out until it does."""
        parts = tuple(CardEntry(dress(name), figures(details)) for _, name, details in self.texts.contents)
        needed = dress(capitalised(join_words(self.texts.needed)))
        while True:
            for scale in SCALES:
                for entries in _lists(parts, needed):
                    if _height(entries, scale) <= LIST_ROOM:
                        return scale, entries
            longest = max((needed, *(one.details for one in parts)), key=len)
            if not longest:
                return SCALES[-1], parts
            needed = "" if needed == longest else needed
            parts = tuple(one._replace(details="") if one.details == longest else one for one in parts)

    def book(self) -> Book:
        """Return a book of one page with the words of the card, which are printed over the piece to cut out."""
        html = render("contents_card.html", PAPER, styles=("contents_card.css",), title=self.title, card=self)
        return Book("contents-card", self.title, html, PAPER.name, pages=1)


def _lists(parts: tuple[CardEntry, ...], needed: str) -> Iterator[tuple[CardEntry, ...]]:
    """Yield the lists of parts with the needed things in the rest of the last row, or in a row of their own."""
    if not needed:
        yield parts
        return
    for columns in dict.fromkeys((COLUMNS - len(parts) % COLUMNS, COLUMNS)):
        yield (*parts, CardEntry(NEEDED, needed, columns, ticked=False))


def _rows(entries: Iterable[CardEntry]) -> list[list[CardEntry]]:
    """Return the rows of a list, whose columns are filled one row after the other."""
    rows: list[list[CardEntry]] = []
    free = 0
    for entry in entries:
        if entry.columns > free:
            rows.append([])
            free = COLUMNS
        rows[-1].append(entry)
        free -= entry.columns
    return rows


def _height(entries: Iterable[CardEntry], scale: float) -> Mm:
    """Return the height of a list, with the white between its rows."""
    heights = [max(_entry_height(entry, scale) for entry in row) for row in _rows(entries)]
    return fsum(heights) + BELOW * (len(heights) - 1)


def _entry_height(entry: CardEntry, scale: float) -> Mm:
    """Return the height of an entry of a list."""
    column: Mm = (CARD[0] - FIELD - EDGE) / COLUMNS
    width = (entry.columns * column - GAP - (TICK if entry.ticked else 0)) / MM_PER_POINT
    names = lines_of(entry.name, "condensed-bold", NAME * scale, width)
    details = lines_of(entry.details, "sans-medium", DETAIL * scale, width)
    return points((NAME_LEAD * names + DETAIL_LEAD * details) * scale)
