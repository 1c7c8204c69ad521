"""Terrain as land: the union of its hexes, smoothed and roughened until it looks natural and still says what each hex
is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Point as ShapelyPoint, Polygon
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import closed, opened, polygons, roughened
from pnp.hexgrid import Hex

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
    return shapely.union_all([_patch(frame, group, shape, name) for group in _groups(frame, cells)])


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
    area = opened(closed(area.buffer(-scaled(shape.shrink)), scaled(shape.close)), scaled(shape.open))
    area = roughened(area, scaled(shape.amplitude), scaled(shape.wavelength), seed, scaled(1.6))
    near = sorted({n for cell in cells for n in frame.grid.neighbours(cell)} - group)
    area = _repaired(frame, area, cells, near)
    area = _off_numbers(frame, area, cells, near)
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


def _repaired(frame: MapFrame, area: BaseGeometry, cells: list[Hex], near: list[Hex]) -> BaseGeometry:
    """Where smoothing and noise left a doubt which terrain a hex has, its inner hexagon is given back to it."""
    shapely.prepare(area)
    for cell in cells:
        hexagon = frame.hexagon(cell)
        if hexagon.intersection(area).area < 0.66 * hexagon.area or not area.contains(
            ShapelyPoint(frame.grid.centre(cell)).buffer(frame.scaled(4))
        ):
            area = area.union(frame.hexagon(cell, 0.86).buffer(-frame.scaled(3)).buffer(frame.scaled(3)))
    for cell in near:
        hexagon = frame.hexagon(cell)
        if hexagon.intersection(area).area > 0.10 * hexagon.area:
            area = area.difference(frame.hexagon(cell, 0.92).buffer(-frame.scaled(4)).buffer(frame.scaled(4)))
    return area


def cover(frame: MapFrame, area: BaseGeometry, cells: tuple[Hex, ...]) -> dict[Hex, float]:
    """The share of each of these hexes that an area covers."""
    hexagons = np.array([frame.hexagon(cell) for cell in cells])
    shares = shapely.area(shapely.intersection(hexagons, area)) / shapely.area(hexagons)
    return dict(zip(cells, shares.tolist(), strict=True))
