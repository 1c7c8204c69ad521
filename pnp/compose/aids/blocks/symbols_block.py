"""Block `symbols`: unit symbols with their meanings."""

from __future__ import annotations

from pnp.compose.aids.cells import GalleryItem, Paragraph
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import GalleryView
from pnp.model.aid_blocks import SymbolsBlock
from pnp.model.game import Game

SYMBOL_WIDTH = 8.4
"""Width of a symbol in mm; its height is two thirds of this."""


@COMPOSED_BLOCKS.enter("symbols")
class ComposedSymbols(ComposedBlock[SymbolsBlock]):
    """Composes a block `symbols`."""

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
            for name in self.block.of or symbols_in_use(context.game)
        )
        view = GalleryView(items, max(1, self.block.wide // 3))
        return (PrintedBlock(self.block.title or "Unit symbols", self.block.hint, views=(view,)),)


def symbols_in_use(game: Game) -> tuple[str, ...]:
    """Return the unit symbols that counters of the game have, in the order of the counters."""
    return tuple(dict.fromkeys(c.symbol for c in game.counters.values() if c.kind == "unit" and c.symbol))
