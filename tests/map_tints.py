"""Measures how different the terrains of the shipped maps look: `python -m tests.map_tints`."""

from __future__ import annotations

import sys
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pnp.art.map.map_frame import MapFrame
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.kit.terrain_tints import MIDDLE, mean_colour
from pnp.scene import Scene
from pnp.units import MM_PER_INCH
from pnp.write.scene_picture import scene_picture
from tests.map_outlines import shipped_games

DPI = 100


class Apart(NamedTuple):
    """The difference (CIE76) of the mean colours of two terrains, and that of the two hexes that are most alike."""

    means: float
    worst: float


def tints(frame: MapFrame, scene: Scene) -> dict[str, np.ndarray]:
    """Return the mean colours of the middles of hexes by terrain, as printed; hexes with places are left out."""
    picture, scale = scene_picture(scene, DPI), DPI / MM_PER_INCH
    radius, found = MIDDLE * frame.grid.across_flats, {}
    whole = frame.box.grown(-radius)
    for cell in frame.hexes:
        x, y = frame.grid.centre(cell)
        if cell not in frame.sites and whole.holds(x, y):
            kind = " + ".join(sorted(frame.look(one) for one in frame.board.terrain_at(cell)))
            found.setdefault(kind, []).append(mean_colour(picture, x * scale, y * scale, radius * scale))
    return {kind: np.array(some) for kind, some in found.items()}


def differences(found: dict[str, np.ndarray]) -> dict[tuple[str, str], Apart]:
    """Return how far apart each two terrains are."""
    pairs = {}
    for one, other in combinations(sorted(found), 2):
        each = np.sqrt(((found[one][:, None] - found[other][None]) ** 2).sum(axis=2))
        means = np.sqrt(((found[one].mean(axis=0) - found[other].mean(axis=0)) ** 2).sum())
        pairs[one, other] = Apart(float(means), float(each.min()))
    return pairs


if __name__ == "__main__":
    for map_name, (game, board) in shipped_games().items():
        if sys.argv[1:] and map_name not in sys.argv[1:]:
            continue
        frame = frame_of(game, board)
        print(map_name)
        for (one, other), apart in differences(tints(frame, draw_map_sheet(game, board))).items():
            print(f"  {one:22} {other:22} {apart.means:5.1f} {apart.worst:5.1f}{'  *' if apart.means < 8 else ''}")
