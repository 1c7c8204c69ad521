"""Loading a game: YAML, CSV and Markdown files become a typed `Game`. No other package imports yaml."""

from pnp.load.game_folder import find_game, load_game, shipped_games
from pnp.load.source import shown_name

__all__ = [
    "find_game",
    "load_game",
    "shipped_games",
    "shown_name",
]
