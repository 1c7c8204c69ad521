"""The map sheet: the map in its collar, and the furniture beside it."""

from __future__ import annotations

from pnp.board import Board
from pnp.draw.furniture import draw_furniture, rooms
from pnp.draw.hexmap import draw_hexmap
from pnp.draw.map.collar import draw_collar
from pnp.draw.map.palette import FULL, MapPalette
from pnp.model.game import Game
from pnp.scene import Group, Item, Rect, Scene


def draw_map_sheet(game: Game, board: Board, palette: MapPalette = FULL) -> Scene:
    """The whole sheet of a game's map, in layers; `ValueError` if the game has no map."""
    art = draw_hexmap(game, board, palette)
    frame = art.frame
    furniture: list[Item] = draw_collar(frame, art.routes)
    for piece in frame.map.furniture:
        furniture += draw_furniture(game, piece, frame.palette, frame).items
    paper = frame.map.paper
    layers = (*art.layers, Group(tuple(furniture), layer="furniture"))
    return Scene("map", paper.width, paper.height, layers)


def keep_clear(game: Game, board: Board) -> tuple[Rect, ...]:
    """What no seam between tiles should cut: hex numbers, names, and the furniture, each space of a track
    by itself.
    """
    art = draw_hexmap(game, board)
    furniture = (rect for piece in art.frame.map.furniture for rect in rooms(game, piece))
    return (*art.clear, *furniture)
