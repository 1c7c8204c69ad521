"""The names along lines and across areas: which of them are printed, at what size, in which order."""

from __future__ import annotations

import numpy as np
import shapely

from pnp.art.map.labels.area_labels import names_within
from pnp.art.map.labels.line_labels import (
    LAND_NAME,
    REAL_OVERLAP_PT2,
    ROAD_NAME,
    SMALL_LAND_NAME,
    STREAM_NAME,
    TOWN_NAME,
    WATER_NAME,
    CurvedName,
    name_along,
)
from pnp.art.map.labels.place_labels import NAME
from pnp.art.map.lines.barriers import Barrier
from pnp.art.map.lines.routes import DrawnRoute
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import length
from pnp.art.map.streams import Stream
from pnp.art.map.water import Waters
from pnp.hexgrid import Hex
from pnp.model.looks.area_looks import WaterLook

WIDE_TRACKING_PT = 10.0
"""Words that are letter-spaced wider than this have double spaces between them."""
ROAD_DISTANCES_PT: tuple[float, ...] = (6.8, 8.2)
NAMED_TWICE_PT = 600.0
"""A stream with large lettering that is longer than this has its name twice."""
ASHORE = 4.0
"""The cost of each square point that a name on a river covers ashore."""
NAME_INSIDE_PT = 9.0
"""A river that is wider than this everywhere has its name on the water."""
BARRIER_DISTANCES_PT: tuple[float, ...] = (4.6, 6.6, 9.0)
"""Distances of names from the middle of a road and from the edge of a barrier."""


def _mark_letters(frame: MapFrame, name: CurvedName, taken: Occupancy) -> None:
    """Mark the letters of a name in `taken`, so that later names avoid them."""
    for box in name.boxes():
        taken.stamp(np.array([box.centre]), box.height / 2 + frame.scaled(1.2), NAME)


def region_names(frame: MapFrame, waters: Waters, taken: Occupancy) -> list[tuple[CurvedName, ...]]:
    """Return the names of all lakes, seas and land regions, each as its lines of text.

    Names on water come first.
    """
    found: list[tuple[CurvedName, ...]] = []
    board = frame.board
    regions = [
        (region, board.labels.get(id_) or board.regions.get(id_, ())) for id_, region in frame.map.regions.items()
    ]
    for region, cells in sorted(regions, key=lambda pair: pair[0].look != "water"):
        if not cells:
            continue
        ground = shapely.union_all([frame.hexagon(cell, 1.12) for cell in cells])
        wet = region.look == "water"
        if wet and not waters.standing.is_empty:
            ground = ground.intersection(waters.standing)
        style = WATER_NAME if wet else LAND_NAME
        size = frame.size_pt(style.size_pt * min(1.9, max(1.0, (len(cells) / 3) ** 0.3)))
        if region.look == "town" or region.small:
            style = TOWN_NAME if region.look == "town" else SMALL_LAND_NAME
            size = frame.size_pt(style.size_pt)
        look = _water_look(frame, waters, cells) if wet else None
        if look is not None and look.label is not None:
            style, size = look.label, frame.size_pt(look.label.size_pt)
        text = region.name.upper() if style.capitals else region.name
        straight = (look is not None and look.straight) or region.small
        if style.tracking_pt > WIDE_TRACKING_PT:
            text = text.replace(" ", "  ")
        names = names_within(frame, text, style, size, ground, cells, taken, straight=straight)
        for name in names:
            _mark_letters(frame, name, taken)
        if names:
            found.append(tuple(names))
    return found


def _water_look(frame: MapFrame, waters: Waters, cells: tuple[Hex, ...]) -> WaterLook | None:
    """Return the look of most of these hexes of water; None if they are on land."""
    shares = {look: len(set(frame.hexes_like(look.name)).intersection(cells)) for look in waters.bodies}
    best = max(shares, key=lambda look: shares[look], default=None)
    return best if best is not None and shares[best] else None


def _parts_to_name(frame: MapFrame, stream: Stream) -> list[Array]:
    """Return the parts of a stream that each have its name: its two halves if it is long, or all of it."""
    if stream.look.label is None or length(stream.points) < frame.scaled(NAMED_TWICE_PT):
        return [stream.points]
    half = len(stream.points) // 2
    return [stream.points[:half], stream.points[half:]]


def line_names(
    frame: MapFrame, routes: list[DrawnRoute], streams: list[Stream], barriers: list[Barrier], taken: Occupancy
) -> list[tuple[CurvedName, ...]]:
    """Return the names of streams, roads and barriers, each as its line of text.

    Roads and barriers are named only where there is room.
    """
    found: list[tuple[CurvedName, ...]] = []
    for stream in streams:
        if not stream.chain.name:
            continue
        beside = float(stream.widths.mean()) / 2 / frame.scaled(1) + 5.4
        offsets = tuple(side * (beside + more) for more in (0.0, 1.5, 3.5, 6.0) for side in (1, -1))
        style = STREAM_NAME.model_copy(update={"ink": "path_name"}) if stream.look.dry else STREAM_NAME
        room = taken
        if stream.widths.min() > frame.scaled(NAME_INSIDE_PT):  # the name is on the water
            larger = {"size_pt": style.size_pt * 1.25, "halo_pt": 0.0}
            style, offsets = style.model_copy(update=larger), (0.0,)
            room = taken.copy()
            room.weights = np.maximum(room.weights, ASHORE)
            room.clear(stream.area.buffer(-frame.scaled(0.6)))
        if stream.look.label is not None:
            style = stream.look.label.model_copy(update={"halo_pt": style.halo_pt})
        for points in _parts_to_name(frame, stream):
            name = name_along(frame, stream.chain.name, style, points, offsets, room)
            if name is not None:
                _mark_letters(frame, name, taken)
                found.append((name,))
    lines = [(route.line.name, route.points, ROAD_DISTANCES_PT) for route in routes]
    lines += [
        (one.chain.name, one.points, tuple(one.look.half_width_pt + more for more in BARRIER_DISTANCES_PT))
        for one in barriers
    ]
    for text, points, distances in lines:
        if not text:
            continue
        offsets = tuple(side * distance for distance in distances for side in (1, -1))
        name = name_along(frame, text, ROAD_NAME, points, offsets, taken)
        if name is not None and name.overlap <= REAL_OVERLAP_PT2:
            _mark_letters(frame, name, taken)
            found.append((name,))
    return found
