"""Block `chance-map`: a part of the map with the exact probability that something ends in each hex."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pydantic import Field

from pnp.compose.aids.blocks.chances_block import chance_text, compose_chances
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import PictureView, View
from pnp.draw.figure.chance_map import ChanceMapSpec, chance_map_size, draw_chance_map
from pnp.hexgrid import Hex, within
from pnp.load.board import Board
from pnp.model.chance import ChanceTable
from pnp.model.record import Length
from pnp.model.reference import AID_BLOCKS, AidBlock, GameValue
from pnp.rules.probability.aid_tables import Probabilities
from pnp.scene import Scene
from pnp.units import Mm

GAP: Mm = 3.0
"""The space between two maps side by side."""


@AID_BLOCKS.enter("chance-map")
class ChanceMapBlock(ComposedBlock, AidBlock):
    """A chance map for each value of `asks.across`, and below them the other lines of `asks` as a table.

    The first line is `on_map`: its outcome is a hex number, or a text that begins with one (`2812 disrupted`). Other
    outcomes are not shown on the map. `hexes` are the hexes to show, with all hexes `within` a distance of them.
    `tallest` is the greatest height of a map.
    """

    asks: ChanceTable | None = None
    hexes: str
    within: int = Field(0, ge=0, le=30)
    tallest: Length = 120.0

    @property
    def chance_table(self) -> ChanceTable | None:
        """The data of this block: which probabilities the engine must compute."""
        return self.asks

    def missing(self, game: GameValue) -> str:
        """Return `map` if the game has no map; otherwise return an empty text."""
        return "" if game.map is not None else "map"

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the chance maps of the block, and the table of its other lines."""
        if self.asks is None or context.board is None:
            return ()
        board = context.board
        named = board.grid.parse_hexes(self.hexes)
        window = tuple({cell: None for one in named for cell in within(one, self.within) if cell in board.grid})
        maps = len(self.asks.across.values)
        width = (context.width - GAP * (maps - 1)) / maps
        drawings = []
        for index, (head, value) in enumerate(self.asks.across.values.items()):
            answer = context.answers[0][index] if context.answers else {}
            size = chance_map_size(context.game, board, window, width, self.tallest)
            name = f"chances-{self.title}-{head}-{value}-{self.hexes}-{self.within}"
            drawings.append((self._keep_map(context, name, window, answer, width, size), *size))
        views: tuple[View, ...] = (PictureView(tuple(drawings)),)
        rest = self.asks.model_copy(update={"lines": self.asks.lines[1:]})
        if not rest.lines:
            return (PrintedBlock(self.title, self.hint, views=views),)
        table = compose_chances(context.game, rest, context.answers[1:], self.title, self.hint)
        return (PrintedBlock(table.title, table.hint, table.mark, (*views, *table.views)),)

    def _keep_map(
        self,
        context: AidContext,
        name: str,
        window: tuple[Hex, ...],
        answer: Probabilities,
        width: Mm,
        size: tuple[Mm, Mm],
    ) -> str:
        """Draw one chance map unless it exists, and return its name in the book."""
        assert context.board is not None
        assert self.asks is not None
        board = context.board
        chances = hex_chances(board, answer)
        texts = {cell: chance_text(chance, self.asks.parts, self.asks.digits) for cell, chance in chances.items()}

        def draw() -> Scene:
            """Draw the chance map, or an empty picture of its size to measure pages."""
            if context.pictures.blank:
                return Scene("chance-map", *size, ())
            return draw_chance_map(context.game, board, ChanceMapSpec(window, chances, texts), width, self.tallest)

        return context.pictures.keep(name, draw)


def hex_chances(board: Board, answer: Probabilities) -> Mapping[Hex, Fraction]:
    """Return the probability of each hex: the sum of all results that begin with its hex number."""
    cells = {board.grid.number(cell): cell for cell in board.grid.hexes}
    found: dict[Hex, Fraction] = {}
    for label, chance in answer.items():
        cell = cells.get(label.partition(" ")[0])
        if cell is not None:
            found[cell] = found.get(cell, Fraction(0)) + chance
    return found
