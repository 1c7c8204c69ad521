"""Block `chance-map`: a part of the map with the exact probability that something ends in each hex."""

from __future__ import annotations

from pnp.compose.aids.blocks.chances_block import compose_chances
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import PictureView, View
from pnp.deferred import deferred
from pnp.model.aid_blocks import ChanceMapBlock
from pnp.scene import Scene
from pnp.typography import chance_text
from pnp.units import Mm

with deferred():  # the class is imported for every aid, its drawing only for a chance map
    from pnp.draw.figure import chance_map

GAP: Mm = 3.0
"""The space between two maps side by side, and below each."""


@COMPOSED_BLOCKS.enter("chance-map")
class ComposedChanceMap(ComposedBlock[ChanceMapBlock]):
    """Composes a block `chance-map`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the chance maps of the block, and the table of its other lines."""
        if self.block.asks is None or context.board is None:
            return ()
        heads = [
            (index, head, value)
            for index, (head, value) in enumerate(self.block.asks.across.values.items())
            if not self.block.drawn or head in self.block.drawn
        ]
        in_row = self.block.in_row or len(heads)
        width = (context.width - GAP * (in_row - 1)) / in_row
        drawings = [self._keep_map(context, index, head, value, width) for index, head, value in heads]
        rows = range(0, len(drawings), in_row)
        views: tuple[View, ...] = tuple(
            PictureView(tuple(drawings[row : row + in_row]), gap=GAP, below=GAP) for row in rows
        )
        rest = self.block.asks.model_copy(update={"lines": self.block.asks.lines[1:]})
        if not rest.lines:
            return (PrintedBlock(self.block.title, self.block.hint, views=views),)
        table = compose_chances(context.game, rest, context.answers[1:], self.block.title, self.block.hint)
        return (PrintedBlock(table.title, table.hint, table.mark, (*views, *table.views)),)

    def _keep_map(self, context: AidContext, index: int, head: str, value: str, width: Mm) -> tuple[str, Mm, Mm]:
        """Draw one chance map unless it exists; return its name in the book, its width and its height."""
        assert context.board is not None
        assert self.block.asks is not None
        board, asks = context.board, self.block.asks
        shown = board.grid.parse_hexes(self.block.hexes or value)
        window = tuple({cell: None for one in shown for cell in one.within(self.block.within) if cell in board.grid})
        size = chance_map.chance_map_size(context.game, board, window, width, self.block.tallest)
        answer = context.answers[0][index] if context.answers else {}
        chances = chance_map.hex_chances(board, answer.items())
        texts = {cell: chance_text(chance, asks.parts, asks.digits) for cell, chance in chances.items()}
        spec = chance_map.ChanceMapSpec(window, chances, texts, head)

        def draw() -> Scene:
            """Draw the chance map, or an empty picture of its size to measure pages."""
            if context.pictures.blank:
                return Scene("chance-map", *size, ())
            return chance_map.draw_chance_map(context.game, board, spec, width, self.block.tallest)

        name = f"chances-{self.block.title}-{head}-{value}-{self.block.hexes}-{self.block.within}"
        return context.pictures.keep(name, draw), *size
