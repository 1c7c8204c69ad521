"""Block `symbols`: unit symbols with their meanings."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.compose.aids.cells import GalleryItem, Paragraph
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import GalleryView
from pnp.model.game import Game
from pnp.model.reference import AID_BLOCKS, ListingAidBlock

SYMBOL_WIDTH = 8.4
"""Width of a symbol in mm; its height is two thirds of this."""


@AID_BLOCKS.enter("symbols")
class SymbolsBlock(ComposedBlock, ListingAidBlock):
    """Unit symbols by name; the symbols on the counters if none is named."""

    noun = "symbol"
    missing_noun = "unit with a symbol"

    def choices(self, game: Game) -> Mapping[str, object]:
        """Return the unit symbols that the block can show, by id."""
        return game.icons.symbols

    def ids_in(self, word: str) -> tuple[str, ...]:
        """Return the two or more symbols that a text such as `infantry+ski` combines."""
        return tuple(word.split("+"))

    def missing(self, game: Game) -> str:
        """Return what the game lacks for this block (unit symbols) in words; empty if nothing is missing."""
        return "" if self.of or any(unit.symbol for unit in game.counters.values()) else self.missing_noun

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed list of unit symbols of the block."""
        width, icons = SYMBOL_WIDTH, context.game.icons
        items = tuple(
            GalleryItem(
                (context.pictures.symbol(name, width, "#FFFFFF"),),
                width,
                width * 2 / 3,
                Paragraph(icons.symbol_name(name)),
            )
            for name in self.of or symbols_in_use(context.game)
        )
        view = GalleryView(items, max(1, self.wide // 3))
        return (PrintedBlock(self.title or "Unit symbols", self.hint, views=(view,)),)


def symbols_in_use(game: Game) -> tuple[str, ...]:
    """Return the unit symbols that counters of the game have, in the order of the counters."""
    return tuple(dict.fromkeys(c.symbol for c in game.counters.values() if c.kind == "unit" and c.symbol))
