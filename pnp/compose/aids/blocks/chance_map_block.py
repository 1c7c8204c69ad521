"""Block `chance-map`: a part of the map with the exact probability that something ends in each hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from pnp.compose.aids.blocks.chances_block import compose_chances
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import PictureView, View
from pnp.deferred import deferred
from pnp.draw.typography import chance_text
from pnp.hexgrid import within
from pnp.model.chance import ChanceTable
from pnp.model.record import Length, Words
from pnp.model.reference import AID_BLOCKS, AidBlock, GameValue
from pnp.scene import Scene
from pnp.units import Mm

if TYPE_CHECKING:
    from pnp.draw.figure import chance_map
else:  # the class is imported for every aid, its drawing only for a chance map
    (chance_map,) = deferred("pnp.draw.figure.chance_map")

GAP: Mm = 3.0
"""The space between two maps side by side, and below each."""


@AID_BLOCKS.enter("chance-map")
class ChanceMapBlock(ComposedBlock, AidBlock):
    """A chance map for each value of `asks.across`, and below them the other lines of `asks` as a table.

    The first line is `on_map`: its outcome is a hex number, or a text that begins with one (`2812 disrupted`). Other
    outcomes are not shown on the map. `hexes` are the hexes to show, with all hexes `within` a distance of them;
    without `hexes` each map shows the hex that is its value. There are `in_row` maps side by side, each at most
    `tallest` high. With `drawn`, only the values with these heads have maps; the table has all of them.
    """

    asks: ChanceTable | None = None
    hexes: str = ""
    within: int = Field(0, ge=0, le=30)
    in_row: int = Field(0, ge=0, le=6)
    tallest: Length = 120.0
    drawn: Words = ()

    @property
    def chance_table(self) -> ChanceTable | None:
        """The data of this block: which probabilities the engine must compute."""
        return self.asks

    @property
    def map_hexes(self) -> str:
        """The hexes of the map that the block names in its field `hexes`, as written."""
        return self.hexes

    def missing(self, game: GameValue) -> str:
        """Return `map` if the game has no map; otherwise return an empty text."""
        return "" if game.map is not None else "map"

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the chance maps of the block, and the table of its other lines."""
        if self.asks is None or context.board is None:
            return ()
        heads = [
            (index, head, value)
            for index, (head, value) in enumerate(self.asks.across.values.items())
            if not self.drawn or head in self.drawn
        ]
        in_row = self.in_row or len(heads)
        width = (context.width - GAP * (in_row - 1)) / in_row
        drawings = [self._keep_map(context, index, head, value, width) for index, head, value in heads]
        rows = range(0, len(drawings), in_row)
        views: tuple[View, ...] = tuple(
            PictureView(tuple(drawings[row : row + in_row]), gap=GAP, below=GAP) for row in rows
        )
        rest = self.asks.model_copy(update={"lines": self.asks.lines[1:]})
        if not rest.lines:
            return (PrintedBlock(self.title, self.hint, views=views),)
        table = compose_chances(context.game, rest, context.answers[1:], self.title, self.hint)
        return (PrintedBlock(table.title, table.hint, table.mark, (*views, *table.views)),)

    def _keep_map(self, context: AidContext, index: int, head: str, value: str, width: Mm) -> tuple[str, Mm, Mm]:
        """Draw one chance map unless it exists; return its name in the book, its width and its height."""
        assert context.board is not None
        assert self.asks is not None
        board, asks = context.board, self.asks
        shown = board.grid.parse_hexes(self.hexes or value)
        window = tuple({cell: None for one in shown for cell in within(one, self.within) if cell in board.grid})
        size = chance_map.chance_map_size(context.game, board, window, width, self.tallest)
        answer = context.answers[0][index] if context.answers else {}
        chances = chance_map.hex_chances(board, answer.items())
        texts = {cell: chance_text(chance, asks.parts, asks.digits) for cell, chance in chances.items()}
        spec = chance_map.ChanceMapSpec(window, chances, texts, head)

        def draw() -> Scene:
            """Draw the chance map, or an empty picture of its size to measure pages."""
            if context.pictures.blank:
                return Scene("chance-map", *size, ())
            return chance_map.draw_chance_map(context.game, board, spec, width, self.tallest)

        name = f"chances-{self.title}-{head}-{value}-{self.hexes}-{self.within}"
        return context.pictures.keep(name, draw), *size
