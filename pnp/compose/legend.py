"""What is printed on the counters, explained."""

from __future__ import annotations

from pnp.compose.block import Block
from pnp.compose.pictures import Pictures
from pnp.model.counter import Face
from pnp.model.game import Game
from pnp.model.reference import AidBlock
from pnp.units import Mm


def symbols_in_use(game: Game) -> tuple[str, ...]:
    """The unit symbols of the counters, in the order in which they first come."""
    return tuple(dict.fromkeys(c.symbol for c in game.counters.values() if c.kind == "unit" and c.symbol))


def factor_words(game: Game, face: Face) -> tuple[tuple[str, str], ...]:
    """Each factor of a face with its name; a sign that stands for none with what it means."""
    if game.counter_print is None or not face.factors:
        return ()
    notation = game.counter_print.notation
    parts = face.factors.split("-")
    return tuple(
        (part, notation.get(part, name)) for part, name in zip(parts, game.counter_print.factors, strict=False)
    )


def legend_blocks(game: Game, block: AidBlock, pictures: Pictures, width: Mm) -> tuple[Block, ...]:
    return ()
