"""Natural outlines of terrain: the union of its hexes, smoothed and roughened."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.outlines import closed, opened, polygons, roughened
from pnp.hexgrid import Hex
from pnp.model.looks.look import AreaShape
from pnp.units import int_sum

CORE_PT = 5.2
"""The most that an outline is inside its own hexes. More would put hex numbers near the sides on small horns."""
OWN_COVER, FOREIGN_COVER = 0.60, 0.12
"""The least share of a hex that its terrain covers, and the greatest share of any other hex."""


def natural_area(frame: MapFrame, cells: tuple[Hex, ...], shape: AreaShape, name: str) -> BaseGeometry:
    """Return the area that a terrain covers: its hexes, with a smooth and irregular outline.

    Each group of connected hexes is shaped separately.
    """
    if not cells:
        return Polygon()
    groups = _connected_groups(frame, cells)
    area = shapely.union_all([_group_area(frame, group, shape, name) for group in groups])
    if len(groups) > 1:  # two groups may together cover too much of a hex between them
        own = set(cells)
        near = tuple(sorted({n for cell in cells for n in frame.grid.neighbours(cell)} - own))
        spilt = [cell for cell, share in cover(frame, area, near).items() if share > FOREIGN_COVER - 0.005]
        area = area.difference(shapely.union_all([_rounded_hexagon(frame, cell, 0.94) for cell in spilt]))
    return area


def _connected_groups(frame: MapFrame, cells: tuple[Hex, ...]) -> list[frozenset[Hex]]:
    """Return the hexes in groups, in which all hexes are connected."""
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


def _hexes_beyond_map(frame: MapFrame, group: frozenset[Hex]) -> set[Hex]:
    """Return the hexes outside the map that a terrain also covers, so that it does not end at the edge."""
    outside = {n for cell in group for n in cell.neighbours if n not in frame.grid}
    return {n for n in outside if 2 * len(group.intersection(n.neighbours)) > len(frame.grid.neighbours(n))}


def _group_area(frame: MapFrame, group: frozenset[Hex], shape: AreaShape, name: str) -> BaseGeometry:
    """Return the area that a terrain covers in and around one group of connected hexes."""
    scaled, seed = frame.scaled, frame.seed + int_sum(map(ord, name))
    cells = sorted(group)
    area = shapely.union_all(
        [frame.hexagon(cell, 1.002) for cell in [*cells, *sorted(_hexes_beyond_map(frame, group))]]
    )
    core = opened(area.buffer(-scaled(CORE_PT)), scaled(shape.open))
    area = opened(closed(area.buffer(-scaled(shape.shrink)), scaled(shape.close)), scaled(shape.open))
    area = roughened(area, scaled(shape.amplitude), scaled(shape.wavelength), seed, scaled(1.6)).union(core)
    near = sorted({n for cell in cells for n in frame.grid.neighbours(cell)} - group)
    rim = sorted({cell for foreign in near for cell in frame.grid.neighbours(foreign)} & group) or cells
    for own, foreign in ((0.86, 0.92), (0.92, 0.96), (0.97, 0.99)):
        area = _clear_of_numbers(frame, _with_clear_hexes(frame, area, rim, near, own, foreign), cells, near)
        if not _unclear_hexes(frame, area, rim, near, 0.02):
            break
    kept = [part for part in polygons(area) if part.area > frame.grid.side**2 * 0.35]
    return roughened(shapely.union_all(kept), scaled(0.9), scaled(5.5), seed + 1, scaled(1.2))


def _clear_of_numbers(frame: MapFrame, area: BaseGeometry, cells: list[Hex], near: list[Hex]) -> BaseGeometry:
    """Return the area, changed so that it surrounds its own hex numbers and avoids all others."""
    scaled = frame.scaled

    def number_boxes(hexes: list[Hex], extra_pt: float) -> BaseGeometry:
        """Return the boxes around the numbers of these hexes, enlarged by some points, as one area."""
        rects = [frame.numbers[cell].grown(scaled(extra_pt)) for cell in hexes if cell in frame.numbers]
        return shapely.union_all(
            [shapely.box(r.x, r.y, r.right, r.bottom).buffer(scaled(1.0), quad_segs=4) for r in rects]
        )

    area = area.union(number_boxes(cells, 2.6)).difference(number_boxes(near, 2.1))
    return opened(closed(area, scaled(3.4)), scaled(2.6))


def _unclear_hexes(frame: MapFrame, area: BaseGeometry, own: list[Hex], near: list[Hex], margin: float) -> set[Hex]:
    """Return the hexes in `own` that an area covers too little, and those in `near` too much.

    `margin` is a reserve, because later roughening changes the area a little.
    """
    shares = cover(frame, area, (*own, *near))
    centres = np.array([frame.grid.centre(cell) for cell in own]).reshape(-1, 2)
    gaps = shapely.distance(shapely.points(centres), area.boundary)
    inside = shapely.contains_xy(area, centres[:, 0], centres[:, 1]) & (gaps > frame.scaled(4))
    poor = {
        cell for cell, kept in zip(own, inside.tolist(), strict=True) if not kept or shares[cell] < OWN_COVER + margin
    }
    return poor | {cell for cell in near if shares[cell] > FOREIGN_COVER - margin}


def _with_clear_hexes(
    frame: MapFrame, area: BaseGeometry, own: list[Hex], near: list[Hex], give: float, take: float
) -> BaseGeometry:
    """Return an area with the middle of each unclear hex added or removed."""
    unclear = _unclear_hexes(frame, area, own, near, 0.03)
    added = [_rounded_hexagon(frame, cell, give) for cell in own if cell in unclear]
    cut = [_rounded_hexagon(frame, cell, take) for cell in near if cell in unclear]
    return shapely.union_all([area, *added]).difference(shapely.union_all(cut))


def _rounded_hexagon(frame: MapFrame, cell: Hex, share: float) -> BaseGeometry:
    """Return a hexagon with round corners, shrunk to a share of its hex."""
    return opened(frame.hexagon(cell, share), frame.scaled(3))


def cover(frame: MapFrame, area: BaseGeometry, cells: tuple[Hex, ...]) -> dict[Hex, float]:
    """Return the share (0 to 1) of each of these hexes that an area covers."""
    if not cells:
        return {}
    hexagons = np.array([frame.hexagon(cell) for cell in cells])
    shares = shapely.area(shapely.intersection(hexagons, area)) / shapely.area(hexagons)
    return dict(zip(cells, shares.tolist(), strict=True))
