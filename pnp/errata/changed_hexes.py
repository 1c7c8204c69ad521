"""Pictures of the hexes that changed, from the maps of both editions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.board import Board
from pnp.draw.figure.chance_map import without_texts
from pnp.draw.figure.figure_window import around_hexes
from pnp.draw.hexmap import map_piece
from pnp.draw.map.framed_map import frame_of
from pnp.errata.compare.changes import Change
from pnp.errata.errata_sheet import ChangedPictures, picture_key
from pnp.grid_cells import open_sides
from pnp.hexgrid import Grid, Hex
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.palette import RED
from pnp.scene import THUMBNAIL, Group, Item, Matrix, Rect, Scene, Stroke, Text, Use, line, rectangle
from pnp.units import Mm

LEAST_PT = 5.0
"""Texts that are smaller than this are left out of a reduced picture."""
OUTLINE: Mm = 0.8
"""The width of the outline of changed hexes."""
MOST_PICTURES = 24
"""The most changes of the map that are shown; the patches show all."""
WIDEST: Mm = 60.0
"""The greatest width of a picture."""
WIDEST_IN_COLUMN: Mm = 28.0
"""The greatest width of a picture in a list of changes that is a column of the rules wide."""


def changed_hexes(old: Game, new: Game, changes: Sequence[Change]) -> ChangedPictures:
    """Return the old and new picture of each hex, hexside or part of a path that changed, with the hexes around it."""
    found: dict[str, Mapping[str, tuple[Scene | None, Scene]]] = {}
    boards: dict[str, tuple[Game, Board | None, Game, Board | None]] = {}
    for change in changes:
        if not change.is_on_map or len(found) == MOST_PICTURES:
            continue
        name = change.item[-1]
        if change.scenario not in boards:
            games = change.game_of(old), change.game_of(new)
            boards[change.scenario] = (games[0], resolve_board(games[0]), games[1], resolve_board(games[1]))
        before, old_board, after, new_board = boards[change.scenario]
        drawn = _picture(after, new_board, name)
        if drawn is not None:
            found[picture_key(change.place)] = {"map": (_picture(before, old_board, name), drawn)}
    return found


def narrowed(pictures: ChangedPictures) -> ChangedPictures:
    """Return pictures of counters and hexes, of which the wide ones are reduced to the width of a column."""
    return {
        key: {
            facing: (None if old is None else _narrowed(old), _narrowed(new)) for facing, (old, new) in of_one.items()
        }
        for key, of_one in pictures.items()
    }


def _narrowed(scene: Scene) -> Scene:
    """Return a drawing, reduced if it is too wide for a column."""
    scale = WIDEST_IN_COLUMN / scene.width
    if scale >= 1:
        return scene
    readable = replace(scene, items=tuple(_readable(scene.items, scale)))
    reduced = Group((Use(readable, Matrix.place(scale=scale)),), layer=THUMBNAIL)
    return Scene(scene.name, scene.width * scale, scene.height * scale, (reduced,))


def _readable(items: Iterable[Item], scale: float) -> Iterator[Item]:
    """Yield the items of a drawing without the texts that are too small to read if it is reduced to this scale."""
    for item in items:
        if isinstance(item, Group):
            own = scale * math.hypot(item.matrix.a, item.matrix.b)
            yield replace(item, items=tuple(_readable(item.items, own)))
        elif isinstance(item, Use):
            own = scale * math.hypot(item.matrix.a, item.matrix.b)
            yield replace(item, scene=replace(item.scene, items=tuple(_readable(item.scene.items, own))))
        elif not isinstance(item, Text) or item.size_pt * scale >= LEAST_PT:
            yield item


def _outline(grid: Grid, cells: Sequence[Hex]) -> Iterator[Item]:
    """Yield the outline around hexes, without the hexsides between them."""
    for cell in cells:
        corners = grid.corners(cell)
        for side in open_sides(cell, cells):
            (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % len(corners)]
            yield line(x1, y1, x2, y2, Stroke(RED, OUTLINE, cap="round"))


def _picture(game: Game, board: Board | None, name: str) -> Scene | None:
    """Draw the hexes of a name such as `K13` or `K13/L13` and those around them; None if the map has none of them."""
    if board is None:
        return None
    cells = [cell for cell in board.grid.hexes if board.grid.number(cell) in name.split("/")]
    if not cells:
        return None
    near = {one for cell in cells for one in (cell, *cell.neighbours) if one in board.grid}
    box, needed = frame_of(game, board).box, around_hexes(board, near)
    left, top = max(needed.x, box.x), max(needed.y, box.y)
    shown = Rect(left, top, min(needed.right, box.right) - left, min(needed.bottom, box.bottom) - top)
    piece = map_piece(game, board, shown)
    scale = min(1.0, WIDEST / shown.width)
    place = Matrix(scale, 0, 0, scale, -shown.x * scale, -shown.y * scale)
    frame = Rect(0, 0, shown.width * scale, shown.height * scale)

    words: tuple[Item, ...] = (*piece.numbers, *piece.names)
    items: tuple[Item, ...] = (*without_texts(piece.scene.items), *_outline(board.grid, cells), *words)
    ground = Scene("map", piece.scene.width, piece.scene.height, tuple(_readable(items, scale)) if scale < 1 else items)
    return Scene(f"map {name}", frame.width, frame.height, (Group((Use(ground, place),), clip=rectangle(frame)),))
