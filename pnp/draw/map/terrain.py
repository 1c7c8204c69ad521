"""Terrain as land: the union of its hexes, smoothed and roughened until it looks natural and still says what each hex
is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import closed, opened, polygons, roughened
from pnp.hexgrid import Hex

CORE_PT = 5.2
"""No outline wanders farther into its own hexes: else the hex numbers near the sides would stand on little horns."""
OWN_COVER, FOREIGN_COVER = 0.60, 0.12
"""Least share of a hex that its terrain covers, and most share of any other hex."""


@dataclass(frozen=True)
class AreaShape:
    """How an outline is made, in points on hexes of the reference size: first shrunk, then notches closed and tips
    opened, then waved.
    """

    shrink: float
    close: float
    open: float
    amplitude: float
    wavelength: float


WOODS_SHAPE = AreaShape(0.8, 20, 10, 6.4, 21)
MARSH_SHAPE = AreaShape(1.2, 20, 10, 5.0, 17)
HILL_SHAPE = AreaShape(1.5, 20, 11, 4.0, 26)
FIELD_SHAPE = AreaShape(2.2, 14, 8, 2.4, 20)
LAKE_SHAPE = AreaShape(1.6, 30, 11, 2.6, 19)
SEA_SHAPE = AreaShape(1.0, 16, 8, 4.6, 22)
SAND_SHAPE = AreaShape(0.5, 12, 8, 3.0, 18)


def natural_area(frame: MapFrame, cells: tuple[Hex, ...], shape: AreaShape, name: str) -> BaseGeometry:
    """The land or water that these hexes of one terrain make, each group of neighbours by itself."""
    if not cells:
        return Polygon()
    groups = _groups(frame, cells)
    area = shapely.union_all([_patch(frame, group, shape, name) for group in groups])
    if len(groups) > 1:  # two groups may together spill too far into a hex between them
        own = set(cells)
        near = tuple(sorted({n for cell in cells for n in frame.grid.neighbours(cell)} - own))
        spilt = [cell for cell, share in cover(frame, area, near).items() if share > FOREIGN_COVER - 0.005]
        area = area.difference(shapely.union_all([_rounded(frame, cell, 0.94) for cell in spilt]))
    return area


def _groups(frame: MapFrame, cells: tuple[Hex, ...]) -> list[frozenset[Hex]]:
    """Hexes that touch, together."""
    left, found = set(cells), []
    for cell in cells:
        if cell not in left:
            continue
        left.discard(cell)
        group, edge = {cell}, [cell]
        while edge:
            for neighbour in edge.pop().neighbours:
                if neighbour in left:
                    left.discard(neighbour)
                    group.add(neighbour)
                    edge.append(neighbour)
        found.append(frozenset(group))
    return found


def _ghosts(frame: MapFrame, group: frozenset[Hex]) -> set[Hex]:
    """Hexes beyond the map that the terrain runs on into, so that it ends under the frame and not at it."""
    outside = {n for cell in group for n in cell.neighbours if n not in frame.grid}
    return {n for n in outside if 2 * len(group.intersection(n.neighbours)) > len(frame.grid.neighbours(n))}


def _patch(frame: MapFrame, group: frozenset[Hex], shape: AreaShape, name: str) -> BaseGeometry:
    scaled, seed = frame.scaled, frame.seed + sum(map(ord, name))
    cells = sorted(group)
    area = shapely.union_all([frame.hexagon(cell, 1.002) for cell in [*cells, *sorted(_ghosts(frame, group))]])
    core = opened(area.buffer(-scaled(CORE_PT)), scaled(shape.open))
    area = opened(closed(area.buffer(-scaled(shape.shrink)), scaled(shape.close)), scaled(shape.open))
    area = roughened(area, scaled(shape.amplitude), scaled(shape.wavelength), seed, scaled(1.6)).union(core)
    near = sorted({n for cell in cells for n in frame.grid.neighbours(cell)} - group)
    rim = sorted({cell for foreign in near for cell in frame.grid.neighbours(foreign)} & group) or cells
    for own, foreign in ((0.86, 0.92), (0.92, 0.96), (0.97, 0.99)):
        area = _off_numbers(frame, _repaired(frame, area, rim, near, own, foreign), cells, near)
        if not _doubts(frame, area, rim, near, 0.02):
            break
    kept = [part for part in polygons(area) if part.area > frame.grid.side**2 * 0.35]
    return roughened(shapely.union_all(kept), scaled(0.9), scaled(5.5), seed + 1, scaled(1.2))


def _off_numbers(frame: MapFrame, area: BaseGeometry, cells: list[Hex], near: list[Hex]) -> BaseGeometry:
    """The outline moved so that it crosses no hex number: own numbers lie well inside, others well outside."""
    scaled = frame.scaled

    def boxes(some: list[Hex], grown: float) -> BaseGeometry:
        rects = [frame.numbers[cell].grown(scaled(grown)) for cell in some if cell in frame.numbers]
        return shapely.union_all(
            [shapely.box(r.x, r.y, r.right, r.bottom).buffer(scaled(1.0), quad_segs=4) for r in rects]
        )

    area = area.union(boxes(cells, 2.6)).difference(boxes(near, 2.1))
    return opened(closed(area, scaled(3.4)), scaled(2.6))


def _doubts(frame: MapFrame, area: BaseGeometry, own: list[Hex], near: list[Hex], margin: float) -> set[Hex]:
    """The hexes of which an area covers too little or too much; `margin` is what later roughening may change."""
    shares = cover(frame, area, (*own, *near))
    centres = np.array([frame.grid.centre(cell) for cell in own]).reshape(-1, 2)
    gaps = shapely.distance(shapely.points(centres), area.boundary)
    held = shapely.contains_xy(area, centres[:, 0], centres[:, 1]) & (gaps > frame.scaled(4))
    poor = {
        cell for cell, kept in zip(own, held.tolist(), strict=True) if not kept or shares[cell] < OWN_COVER + margin
    }
    return poor | {cell for cell in near if shares[cell] > FOREIGN_COVER - margin}


def _repaired(
    frame: MapFrame, area: BaseGeometry, own: list[Hex], near: list[Hex], give: float, take: float
) -> BaseGeometry:
    """Where smoothing and noise left a doubt which terrain a hex has, this share of its hexagon is settled, corners
    rounded.
    """
    doubtful = _doubts(frame, area, own, near, 0.03)
    added = [_rounded(frame, cell, give) for cell in own if cell in doubtful]
    cut = [_rounded(frame, cell, take) for cell in near if cell in doubtful]
    return shapely.union_all([area, *added]).difference(shapely.union_all(cut))


def _rounded(frame: MapFrame, cell: Hex, share: float) -> BaseGeometry:
    """The inner hexagon of a hex, its corners round."""
    return opened(frame.hexagon(cell, share), frame.scaled(3))


def cover(frame: MapFrame, area: BaseGeometry, cells: tuple[Hex, ...]) -> dict[Hex, float]:
    """The share of each of these hexes that an area covers."""
    if not cells:
        return {}
    hexagons = np.array([frame.hexagon(cell) for cell in cells])
    shares = shapely.area(shapely.intersection(hexagons, area)) / shapely.area(hexagons)
    return dict(zip(cells, shares.tolist(), strict=True))
