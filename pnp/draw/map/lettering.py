"""Which roads, streams, lakes and regions are named, how large, and in which order they take their places."""

from __future__ import annotations

import numpy as np
import shapely

from pnp.draw.map.areaname import names_within
from pnp.draw.map.curvedname import (
    LAND_NAME,
    REAL_OVERLAP_PT2,
    ROAD_NAME,
    STREAM_NAME,
    WATER_NAME,
    CurvedName,
    name_along,
)
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.name import NAME
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.route import Route
from pnp.draw.map.water import Stream, Waters

Coloured = tuple[str, CurvedName]
"""A name, and which colour of the palette it has."""


def _stamp(frame: MapFrame, name: CurvedName, taken: Occupancy) -> None:
    for box in name.boxes():
        taken.stamp(np.array([box.centre]), box.height / 2 + frame.scaled(1.2), NAME)


def region_names(frame: MapFrame, waters: Waters, taken: Occupancy) -> list[Coloured]:
    """Names of lakes and seas on their water, then names of regions on land, widely spaced."""
    found: list[Coloured] = []
    regions = [(region, frame.board.regions.get(id_, ())) for id_, region in frame.map.regions.items()]
    for region, cells in sorted(regions, key=lambda pair: pair[0].look != "water"):
        if not cells:
            continue
        ground = shapely.union_all([frame.hexagon(cell, 1.12) for cell in cells])
        wet = region.look == "water"
        if wet and not waters.standing.is_empty:
            ground = ground.intersection(waters.standing)
        style = WATER_NAME if wet else LAND_NAME
        size = frame.size_pt(style.size_pt * min(1.9, max(1.0, (len(cells) / 3) ** 0.3)))
        text = region.name.upper() if style.capitals else region.name
        names = names_within(frame, text, style, size, ground, cells, taken)
        for name in names:
            _stamp(frame, name, taken)
            found.append(("water_name" if wet else "land_name", name))
    return found


def line_names(frame: MapFrame, routes: list[Route], streams: list[Stream], taken: Occupancy) -> list[Coloured]:
    """Names of streams, which must be shown, and of roads, which are left out where there is no room."""
    found: list[Coloured] = []
    for stream in streams:
        if not stream.chain.name:
            continue
        beside = float(stream.widths.mean()) / 2 / frame.scaled(1) + 5.4
        offsets = tuple(side * (beside + more) for more in (0.0, 1.5, 3.5, 6.0) for side in (1, -1))
        name = name_along(frame, stream.chain.name, STREAM_NAME, stream.points, offsets, taken)
        if name is not None:
            _stamp(frame, name, taken)
            found.append(("water_name", name))
    for route in routes:
        if not route.line.name:
            continue
        name = name_along(frame, route.line.name, ROAD_NAME, route.points, (6.8, -6.8, 8.2, -8.2), taken)
        if name is not None and name.overlap <= REAL_OVERLAP_PT2:
            _stamp(frame, name, taken)
            found.append(("road_edge", name))
    return found
