"""YAML, CSV and Markdown into a Game; the only importer of yaml."""

from pnp.load.game import find_game, load_game, shipped_games
from pnp.load.printer import load_printer
from pnp.load.target import load_target

__all__ = ["find_game", "load_game", "load_printer", "load_target", "shipped_games"]
