"""Measures how far a changed hex is seen on natural maps: `python -m tests.map_locality [MAP ...]`.

For each kind of terrain one hex becomes open, or an open one gets it, and the pictures of each layer are compared.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.style_natural import NaturalMap
from pnp.board import Board
from pnp.draw.map.framed_map import frame_of
from pnp.hexgrid import Hex
from pnp.model.game import Game
from pnp.scene import Group, Scene
from pnp.units import MM_PER_INCH
from pnp.write.scene_picture import scene_picture
from tests.map_outlines import shipped_games

DPI = 75
SEEN = 28
"""The difference of a pixel, in any of its colours from 0 to 255, that a reader would see."""
SPECKS = 3
"""So many of the farthest pixels may differ: the edges of shapes that are simplified."""
REACH = 5.0
"""How far a changed hex may be seen, in hex heights."""


def layer_pictures(frame: MapFrame) -> dict[str, np.ndarray]:
    """Return a picture of each layer of a natural map."""
    layers: dict[str, list[Group]] = {}
    for group in NaturalMap(frame).layers():
        layers.setdefault(group.layer, []).append(group)
    box = frame.box
    found = {}
    for name, groups in layers.items():
        scene = Scene("layer", box.right + 2, box.bottom + 2, tuple(groups))
        picture = scene_picture(scene, DPI, box).convert("RGB")
        found[name] = np.asarray(picture, dtype=np.int16)
    return found


def farthest_difference(frame: MapFrame, cell: Hex, one: np.ndarray, other: np.ndarray) -> float:
    """Return how far from a hex two pictures of a map differ, in hex heights; 0 if they are alike."""
    rows, columns = np.nonzero(np.abs(one - other).max(axis=2) > SEEN)
    if len(rows) <= SPECKS:
        return 0.0
    scale = MM_PER_INCH / DPI
    x, y = frame.grid.centre(cell)
    away = np.hypot(frame.box.x + columns * scale - x, frame.box.y + rows * scale - y)
    return float(np.sort(away)[-1 - SPECKS] / frame.grid.across_flats)


def changed_boards(frame: MapFrame) -> Iterator[tuple[str, Hex, Board]]:
    """Yield for each kind of terrain a change of one hex in it: what is changed, the hex, and the board after it."""
    board, middle = frame.board, frame.box.centre

    def off(cell: Hex) -> float:
        x, y = frame.grid.centre(cell)
        return float(np.hypot(x - middle[0], y - middle[1]))

    kinds: dict[str, list[Hex]] = {}
    for cell in frame.hexes:
        for kind in board.terrain_at(cell):
            kinds.setdefault(kind, []).append(cell)
    for kind, cells in sorted(kinds.items()):
        if kind == board.base:
            continue
        plain = [cell for cell in cells if cell not in board.sites] or cells
        cell = min(plain, key=lambda one: (off(one), one))
        rest = tuple(other for other in board.terrain_at(cell) if other != kind)
        terrain = {**board.terrain, cell: rest} if rest else {k: v for k, v in board.terrain.items() if k != cell}
        yield f"without {kind}", cell, replace(board, terrain=terrain)
        beside = {n for one in cells for n in one.neighbours if n in frame.grid and kind not in board.terrain_at(n)}
        free = sorted((n for n in beside if n not in board.sites and n not in board.terrain), key=lambda n: (off(n), n))
        if free:
            yield f"with {kind}", free[0], replace(board, terrain={**board.terrain, free[0]: (kind,)})


def measure(game: Game, board: Board) -> dict[str, dict[str, float]]:
    """Return for each change and each layer of a map how far the change is seen, in hex heights."""
    frame = frame_of(game, board)
    before = layer_pictures(frame)
    found: dict[str, dict[str, float]] = {}
    for what, cell, after in changed_boards(frame):
        drawn = layer_pictures(frame_of(game, after))
        blank = np.full_like(next(iter(before.values())), 255)
        found[f"{what} in {frame.grid.number(cell)}"] = {
            layer: farthest_difference(frame, cell, before.get(layer, blank), drawn.get(layer, blank))
            for layer in sorted(before.keys() | drawn.keys())
        }
    return found


if __name__ == "__main__":
    for map_name, (one_game, one_board) in shipped_games().items():
        if sys.argv[1:] and map_name not in sys.argv[1:]:
            continue
        print(map_name)
        for what, layers in measure(one_game, one_board).items():
            seen = ", ".join(f"{layer} {far:.1f}{'*' if far > REACH else ''}" for layer, far in layers.items() if far)
            print(f"  {what:28} {seen}")
