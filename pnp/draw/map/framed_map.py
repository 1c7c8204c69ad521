"""The map frame of a game, and the letters of its samples: what the map engines need to know of a game."""

from __future__ import annotations

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import FULL, MapPalette, colour_names
from pnp.board import Board
from pnp.model.game import Game
from pnp.model.looks.place_looks import SymbolLook


def frame_of(game: Game, board: Board, palette: MapPalette = FULL, *, numbered: bool = True) -> MapFrame:
    """Return the map frame of a game and its board. Raises `ValueError` if the game has no map."""
    if game.map is None:
        raise ValueError("the game has no map")
    colours = palette.in_season(game.season).in_theme(game.map.theme.title)
    known = colour_names(game.looks, game.sides)
    own = {name: text for name, text in game.map.palette.items() if len(text.split()) == known.get(name)}
    marked = {site.side for site in board.sites.values()}
    sides = {name: side for name, side in game.sides.items() if name in marked}
    return MapFrame(game.map, board, game.terrain, colours.replaced(own), numbered, sides, game.icons, game.looks)


def sample_letter(game: Game, kind: str) -> str:
    """Return the letter in the sample of a kind of terrain: the name of its first place on the map, or empty."""
    look = game.looks[game.terrain[kind].look]
    if not isinstance(look, SymbolLook) or not look.lettered or game.map is None:
        return ""
    return next((place.names.get(kind, place.name) for place in game.map.places.values() if kind in place.kinds), "")
