"""Measures how far the outlines of terrain on the shipped maps show the grid: `python -m tests.map_outlines`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from pnp.art.map.land_areas import Land
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.outlines import boundary_lines, resample
from pnp.art.map.water import Waters
from pnp.board import Board
from pnp.draw.map.framed_map import frame_of
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.resources import data_dir

NEAR = 1.0
"""How near to a hexside an outline follows it, in mm."""
TURN = 3.0
"""By how many degrees an outline may differ from a hexside that it follows."""
TRACED = 0.70
"""The share of a hexside that an outline follows if it traces it."""
_STEP = 0.25
_CHORD = 8
"""The distance in mm of the measured points, and the number of steps over which the direction is measured."""


class Outlines(NamedTuple):
    """The share of the outlines of a map that follow a hexside, and that of the hexsides that are traced."""

    following: float
    traced: float


def measure_outlines(frame: MapFrame) -> Outlines:
    """Return how far the outlines of areas of land and of standing water show the grid of a map.

    The hexsides are those between two terrains. Source: the measures of the review of the drawn maps.
    """
    waters = Waters(frame)
    areas = {**Land(frame, waters).areas, **{look.name: area for look, area in waters.bodies.items()}}
    corners = {cell: np.array(frame.grid.corners(cell)) for cell in frame.hexes}
    sides = [shapely.LineString([p[d], p[(d + 1) % 6]]) for p in corners.values() for d in range(6)]
    first = np.diff(next(iter(corners.values()))[:2], axis=0)[0]
    base = np.degrees(np.arctan2(first[1], first[0])) % 60
    points, turns = _outline_points(list(areas.values()), frame)
    close = np.zeros(len(points), dtype=bool)
    close[np.unique(shapely.STRtree(sides).query(shapely.points(points), predicate="dwithin", distance=NEAR)[0])] = True
    off = np.abs((turns - base + 30) % 60 - 30)
    return Outlines(float((close & (off < TURN)).mean()), _traced_share(frame, areas, points))


def _outline_points(areas: list[shapely.Geometry], frame: MapFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return points of outlines inside the neat line, and the directions of the outlines there in degrees."""
    points, turns = [], []
    for line in (line for area in areas for line in boundary_lines(area)):
        spots = resample(line, _STEP)
        if len(spots) > _CHORD:
            chords = spots[_CHORD:] - spots[:-_CHORD]
            points.append(spots[_CHORD // 2 : -_CHORD // 2])
            turns.append(np.degrees(np.arctan2(chords[:, 1], chords[:, 0])) % 60)
    all_points, all_turns = np.concatenate(points), np.concatenate(turns)
    inside = shapely.contains_xy(frame.paper_area.buffer(-1), all_points[:, 0], all_points[:, 1])
    return all_points[inside], all_turns[inside]


def _traced_share(frame: MapFrame, areas: dict[str, shapely.Geometry], points: np.ndarray) -> float:
    """Return the share of the hexsides between two terrains that an outline follows over most of their length."""
    kinds = {cell: name for name in areas for cell in frame.hexes_like(name)}
    tree, traced, total = shapely.STRtree(shapely.points(points)), 0, 0
    for cell in frame.hexes:
        corners = frame.grid.corners(cell)
        ends = {frozenset((round(x, 2), round(y, 2)) for x, y in corners): None}
        for other in cell.neighbours[:3]:
            if other not in frame.grid or kinds.get(other) == kinds.get(cell):
                continue
            there = {(round(x, 2), round(y, 2)) for x, y in frame.grid.corners(other)}
            a, b = (np.array(point) for point in sorted(there & set(*ends)))
            spots = a + (b - a) * np.linspace(0.1, 0.9, 17)[:, None]
            hit = np.unique(tree.query(shapely.points(spots), predicate="dwithin", distance=NEAR)[0])
            total += 1
            traced += len(hit) >= TRACED * len(spots)
    return traced / max(total, 1)


def shipped_games() -> dict[str, tuple[Game, Board]]:
    """Return the games with the shipped maps and their boards, by the name of the game or of its scenario."""
    games: dict[str, Game] = {}
    for folder in sorted(data_dir().iterdir()):
        game = load_game(folder)
        games |= {folder.name: game} if game.map else {name: one for name, one in game.scenarios.items() if one.map}
    return {name: (game, board) for name, game in games.items() if (board := resolve_board(game))}


def shipped_frames() -> dict[str, MapFrame]:
    """Return the frames of all shipped maps by the name of the game or of its scenario."""
    return {name: frame_of(game, board) for name, (game, board) in shipped_games().items()}


if __name__ == "__main__":
    for map_name, shown in shipped_frames().items():
        figures = measure_outlines(shown)
        print(f"{map_name:12} {figures.following:6.1%} of the outlines follow a hexside, {figures.traced:4.0%} traced")
