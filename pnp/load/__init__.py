"""Loading a game: YAML, CSV and Markdown files become a typed `Game`. No other package imports yaml."""

from pnp.load.game_folder import find_game, load_game, shipped_games
from pnp.load.source import shown_name
from pnp.load.target_files import load_printer, load_target, shipped_targets, target_name

__all__ = [
    "find_game",
    "load_game",
    "load_printer",
    "load_target",
    "shipped_games",
    "shipped_targets",
    "shown_name",
    "target_name",
]
