"""What is printed on the counters, explained."""

from __future__ import annotations

from pnp.compose.block import Block
from pnp.compose.pictures import Pictures
from pnp.model.game import Game
from pnp.model.reference import AidBlock
from pnp.units import Mm


def symbols_in_use(game: Game) -> tuple[str, ...]:
    """The unit symbols of the counters, in the order in which they first come."""
    return tuple(dict.fromkeys(c.symbol for c in game.counters.values() if c.kind == "unit" and c.symbol))


def legend_blocks(game: Game, block: AidBlock, pictures: Pictures, width: Mm) -> tuple[Block, ...]:
    return ()
