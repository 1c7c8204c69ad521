"""Games that tests make from plain data instead of a folder."""

from collections.abc import Mapping

from pnp.load.icons import shared_icons
from pnp.load.looks import shared_looks
from pnp.model.game import Game
from pnp.model.looks.look import LookLibrary


def make_game(data: Mapping[str, object], looks: LookLibrary | None = None) -> Game:
    """Return the game of some data, with the icons that all games may use, and their looks or `looks`."""
    game = Game.model_validate(data, context={"looks": looks or shared_looks()})
    game._icons, game._looks = shared_icons(), looks or shared_looks()
    return game
