"""Symbols on the map, such as airfields, forts and exits, each at a free position in its hex."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.labels.place_labels import LINE, label_size
from pnp.art.map.map_frame import MapFrame, MapSide
from pnp.art.map.map_strokes import LETTER_FONT, symbol_layers
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import rotated
from pnp.hexgrid import Hex
from pnp.model.looks.look import LabelStyle
from pnp.model.looks.place_looks import SymbolLook
from pnp.scene import Group, Matrix, Rect, Text
from pnp.typeface import cap_height
from pnp.units import Mm, points


@dataclass(frozen=True, eq=False)
class MapSymbol:
    """A placed symbol: its turn in degrees, and the area that it covers."""

    hex: Hex
    look: SymbolLook
    centre: tuple[Mm, Mm]
    turn: float
    area: Polygon


def map_symbols(frame: MapFrame, taken: Occupancy, water: BaseGeometry) -> list[MapSymbol]:
    """Return all symbols of the map, each at the freest position in its hex.

    They are marked in `taken`. A symbol at the waterside is as near the water as possible.
    """
    found = []
    known = {name: look for name, look in frame.looks.of(SymbolLook).items() if not look.plate}
    for cell, looks in frame.sites.items():
        for look in (look for name, look in known.items() if name in looks):
            symbol = _placed_symbol(frame, cell, look, taken, water)
            taken.area(symbol.area.buffer(frame.scaled(0.8)), 6)
            found.append(symbol)
    return found


def _placed_symbol(frame: MapFrame, cell: Hex, look: SymbolLook, taken: Occupancy, water: BaseGeometry) -> MapSymbol:
    """Return one symbol at its best position in a hex, and at its best angle if it may be rotated."""
    width, height = (frame.scaled(v) for v in look.size_pt)
    x, y = frame.grid.centre(cell)
    pt, reach = frame.scaled(1), frame.grid.side * 0.8
    steps = np.arange(-reach, reach + 1e-9, 2 * pt)
    dx, dy = (g.ravel() for g in np.meshgrid(steps, steps))
    inner = frame.hexagon(cell, 0.94)
    shapely.prepare(inner)
    best: tuple[float, MapSymbol] | None = None
    near = _printing_costs(frame, cell, taken)
    for turn in range(-80, 90, 10) if look.turns else (0,):
        corners = np.asarray(rotated((0, 0), width, height, math.radians(turn)).exterior.coords)[:-1]
        shifts = np.stack([x + dx, y + dy], axis=1)
        moved = shifts[:, None] + corners
        inside = np.asarray(shapely.contains_xy(inner, moved[..., 0], moved[..., 1])).all(axis=1)
        shifts = shifts[inside]
        if not len(shifts):
            continue
        cost = taken.at(shifts[:, None] + _points_over(corners, pt)).mean(axis=1) * 60
        cost += np.hypot(*(shifts - (x + look.seat_pt[0] * pt, y + look.seat_pt[1] * pt)).T) / pt * 0.35
        if look.turns:
            on_line = taken.at(shifts[:, None] + _points_over(1.12 * corners, pt)).max(axis=1) >= LINE
            cost += 1000 * on_line  # long, so that a little of it may be on a road at a low mean
            cost += 4 if abs(turn) % 90 < 8 or abs(turn) % 90 > 82 else 0
            cost += abs(abs(turn) - 30) * 0.02
        if frame.sites[cell][look.name] and look.label is not None and not look.apart:
            cost += _name_costs(frame, cell, look, look.label, shifts, corners, near)
        if look.waterside and not water.is_empty:
            cost += shapely.distance(shapely.points(shifts), water) / pt
        at = int(cost.argmin())
        if best is None or cost[at] < best[0]:
            centre = (float(shifts[at, 0]), float(shifts[at, 1]))
            area = rotated(centre, width, height, math.radians(turn))
            best = float(cost[at]), MapSymbol(cell, look, centre, turn, area)
    if best is not None:
        return best[1]
    return MapSymbol(cell, look, (x, y), 0, rotated((x, y), width, height, 0))


def _printing_costs(frame: MapFrame, cell: Hex, taken: Occupancy) -> Occupancy:
    """Return a raster of what it costs to print at each point in and around a hex.

    Other hexes cost something too, so that names stay in their own hex.
    """
    x, y = frame.grid.centre(cell)
    reach = 2.6 * frame.grid.side
    near = Occupancy(Rect(x - reach, y - reach, 2 * reach, 2 * reach), frame.scaled(0.8))
    rows, columns = np.indices(near.weights.shape)
    middles = np.stack([near.box.x + (columns + 0.5) * near.cell, near.box.y + (rows + 0.5) * near.cell], axis=2)
    inside = shapely.contains_xy(frame.hexagon(cell), middles[..., 0], middles[..., 1])
    near.weights = np.maximum(taken.at(middles), np.where(inside, 0, 1.2)).astype(np.float32)
    return near


def _name_costs(
    frame: MapFrame, cell: Hex, look: SymbolLook, label: LabelStyle, shifts: Array, corners: Array, near: Occupancy
) -> Array:
    """Return for each tried position of a symbol the cost of printing its name beside it.

    It is the cost on the best of its four sides.
    """
    pt = frame.scaled(1)
    width, height = label_size(frame, label, frame.sites[cell][look.name])
    half_w, half_h = np.abs(corners).max(axis=0) + 1.5 * pt
    sides = (
        (-width / 2, half_h),
        (-width / 2, -half_h - height),
        (half_w, -height / 2),
        (-half_w - width, -height / 2),
    )
    costs = [near.totals(shifts[:, 0] + dx, shifts[:, 1] + dy, width, height) / pt**2 for dx, dy in sides]
    return np.asarray(np.min(costs, axis=0) * 0.25, dtype=np.float64)


def _points_over(corners: Array, pt: Mm) -> Array:
    """Return points all over a rectangle with these corners, and a little beyond it."""
    centre = corners.mean(axis=0)
    across, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    grown = [1 + 1.6 * pt / np.hypot(*v) for v in (across, down)]
    a, b = np.meshgrid(np.linspace(-1, 1, 15) * grown[0], np.linspace(-1, 1, 7) * grown[1])
    return np.asarray(centre + a.reshape(-1, 1) * across + b.reshape(-1, 1) * down, dtype=np.float64)


# ---------------------------------------------------------------- drawing


def draw_map_symbol(frame: MapFrame, symbol: MapSymbol) -> Group:
    """Draw a symbol at its position on the map."""
    look = symbol.look
    items = symbol_layers(look.layers, frame.palette.of(look), frame.scaled(1))
    if look.lettered and (letter := frame.sites[symbol.hex][look.name]):
        items.append(draw_letter(frame, letter, look.letter_pt))
    turn = nearest_edge_angle(frame, symbol.hex) if look.points_out else symbol.turn
    return Group(tuple(items), Matrix.place(*symbol.centre, turn=turn))


def draw_letter(frame: MapFrame, letter: str, size_pt: float, larger: float = 1) -> Text:
    """Draw the letter of an entry in the middle of its disc, `larger` times as large as on the map."""
    size = frame.size_pt(size_pt) if larger == 1 else size_pt * larger * frame.scaled(1) / points(1)
    return Text(0, cap_height(LETTER_FONT, size) / 2, letter, LETTER_FONT, size, frame.palette.paper, "middle")


def nearest_edge_angle(frame: MapFrame, cell: Hex) -> float:
    """Return the direction from a hex to the nearest map edge: 0 up, 90 right, 180 down or 270 left."""
    gaps = frame.gaps(frame.grid.centre(cell))
    angles: dict[MapSide, float] = {"north": 0, "east": 90, "south": 180, "west": 270}
    return angles[min(angles, key=lambda side: gaps[side])]
