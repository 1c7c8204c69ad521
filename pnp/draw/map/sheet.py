"""The map sheet: the map in its collar, and the furniture beside it."""

from __future__ import annotations

from dataclasses import replace

from pnp.board import Board
from pnp.draw.hexmap import draw_hexmap
from pnp.draw.map.cartouche import draw_title
from pnp.draw.map.collar import draw_collar
from pnp.draw.map.compass import draw_compass
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.palette import FULL, MapPalette
from pnp.draw.map.scalebar import draw_scale
from pnp.draw.map.terrainkey import draw_key
from pnp.draw.track import draw_box, draw_track, space_rects
from pnp.model.game import Game
from pnp.model.gamemap import Furniture
from pnp.scene import Group, Item, Matrix, Rect, Scene, Use


def draw_map_sheet(game: Game, board: Board, palette: MapPalette = FULL) -> Scene:
    """The whole sheet of a game's map, in layers; `ValueError` if the game has no map."""
    art = draw_hexmap(game, board, palette)
    frame = art.frame
    furniture: list[Item] = draw_collar(frame, art.routes)
    for piece in frame.map.furniture:
        furniture += _piece(game, frame, piece)
    paper = frame.map.paper
    layers = (*art.layers, Group(tuple(furniture), layer="furniture"))
    return Scene("map", paper.width, paper.height, layers)


def _piece(game: Game, frame: MapFrame, piece: Furniture) -> list[Item]:
    """One thing beside the hexes, in its rectangle."""
    room = Rect(*piece.at)
    match piece.kind:
        case "title":
            return draw_title(room, frame.map, frame.palette)
        case "compass":
            return draw_compass(room, frame.map.north, frame.palette)
        case "scale":
            return draw_scale(room, frame.map.scale, frame.grid.across_flats, frame.palette) if frame.map.scale else []
        case "key":
            return draw_key(game, frame, room, piece.columns)
        case "track":
            scene = draw_track(game, piece.of, room.width, room.height, piece.heading, palette=frame.palette)
        case "box":
            scene = draw_box(game, piece.of, room.width, room.height, palette=frame.palette)
    return [Use(scene, Matrix.place(room.x, room.y))]


def keep_clear(game: Game, board: Board) -> tuple[Rect, ...]:
    """What no seam between tiles should cut: hex numbers, names, and the furniture, each space of a track
    by itself.
    """
    art = draw_hexmap(game, board)
    found = list(art.clear)
    for piece in art.frame.map.furniture:
        room = Rect(*piece.at)
        if piece.kind == "track":
            spaces = space_rects(game, piece.of, room.width, room.height, piece.heading)
            found += [replace(rect, x=rect.x + room.x, y=rect.y + room.y) for rect in spaces]
        else:
            found.append(room)
    return tuple(found)
