"""Games that tests make from plain data instead of a folder."""

from collections.abc import Mapping
from dataclasses import replace

from pnp.load.read_libraries import shared_libraries
from pnp.model.game import Game
from pnp.model.looks.look import LookLibrary


def make_game(data: Mapping[str, object], looks: LookLibrary | None = None) -> Game:
    """Return the game of some data, with the icons that all games may use, and their looks or `looks`."""
    libraries = shared_libraries() if looks is None else replace(shared_libraries(), looks=looks)
    game = Game.model_validate(data, context=libraries.known)
    game._libraries = libraries
    return game
