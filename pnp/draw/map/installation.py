"""Installations and signs: airfields, forts, stations, refineries, ports and what `sign.py` draws, each with a glyph of
its own on free ground in its hex.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.frame import INSTALLATIONS, MapFrame
from pnp.draw.map.linework import arc, pen, rotated
from pnp.draw.map.name import room_for
from pnp.draw.map.noise import Array
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.palette import MapPalette
from pnp.draw.map.sign import SIGNS, draw_letter, entry_sign, exit_sign, set_up_sign, supply_sign, way_out
from pnp.hexgrid import Hex
from pnp.model.gamemap import Look
from pnp.scene import Group, Item, Matrix, Path, Rect, circle, line, polyline, rectangle
from pnp.units import Mm

SIZE_PT: dict[Look, tuple[float, float]] = {
    "airfield": (25, 4.6),
    "fort": (10, 10),
    "station": (9.5, 6.5),
    "refinery": (13, 9),
    "port": (8.5, 9.5),
    "position": (12, 7),
    "entry": (10.4, 10.4),
    "exit": (9, 11),
    "supply": (9.6, 9.6),
}
"""Width and height of each glyph."""


@dataclass(frozen=True, eq=False)
class Installation:
    """A glyph in its place: turned by degrees, and the ground it stands on."""

    hex: Hex
    look: Look
    centre: tuple[Mm, Mm]
    turn: float
    area: Polygon

    def name(self, frame: MapFrame) -> str:
        """What is written beside it: nothing beside a sign."""
        return "" if self.look in SIGNS else frame.sites[self.hex][self.look]


def installations(frame: MapFrame, taken: Occupancy, water: BaseGeometry) -> list[Installation]:
    """Every installation, each where its hex has most room; `taken` receives them. A port stands as near the water as
    it can.
    """
    found = []
    for cell, looks in frame.sites.items():
        for look in INSTALLATIONS:
            if look in looks:
                made = _placed(frame, cell, look, taken, water)
                taken.area(made.area.buffer(frame.scaled(0.8)), 6)
                found.append(made)
    return found


def _placed(frame: MapFrame, cell: Hex, look: Look, taken: Occupancy, water: BaseGeometry) -> Installation:
    """Every place on a raster of the hex, at every angle if it is a runway, is weighed; the best is taken."""
    width, height = (frame.scaled(v) for v in SIZE_PT[look])
    x, y = frame.grid.centre(cell)
    pt, reach = frame.scaled(1), frame.grid.side * 0.8
    steps = np.arange(-reach, reach + 1e-9, 2 * pt)
    dx, dy = (g.ravel() for g in np.meshgrid(steps, steps))
    inner = frame.hexagon(cell, 0.94)
    shapely.prepare(inner)
    best: tuple[float, Installation] | None = None
    near = _surroundings(frame, cell, taken)
    for turn in range(-80, 90, 10) if look == "airfield" else (0,):
        corners = np.asarray(rotated((0, 0), width, height, math.radians(turn)).exterior.coords)[:-1]
        shifts = np.stack([x + dx, y + dy], axis=1)
        moved = shifts[:, None] + corners
        inside = np.asarray(shapely.contains_xy(inner, moved[..., 0], moved[..., 1])).all(axis=1)
        shifts = shifts[inside]
        if not len(shifts):
            continue
        cost = taken.at(shifts[:, None] + _spread(corners, pt)).mean(axis=1) * 60
        cost += np.hypot(*(shifts - (x, y)).T) / pt * 0.35
        if look == "airfield":
            cost += 4 if abs(turn) % 90 < 8 or abs(turn) % 90 > 82 else 0
            cost += abs(abs(turn) - 30) * 0.02
        if frame.sites[cell][look] and look not in SIGNS:
            cost += _crowding(frame, cell, look, shifts, corners, near)
        if look == "port" and not water.is_empty:
            cost += shapely.distance(shapely.points(shifts), water) / pt
        at = int(cost.argmin())
        if best is None or cost[at] < best[0]:
            centre = (float(shifts[at, 0]), float(shifts[at, 1]))
            area = rotated(centre, width, height, math.radians(turn))
            best = float(cost[at]), Installation(cell, look, centre, turn, area)
    if best is not None:
        return best[1]
    return Installation(cell, look, (x, y), 0, rotated((x, y), width, height, 0))


def _surroundings(frame: MapFrame, cell: Hex, taken: Occupancy) -> Occupancy:
    """What is taken about a hex; other hexes are dear too, so that a name may stay in its own."""
    x, y = frame.grid.centre(cell)
    reach = 2.6 * frame.grid.side
    near = Occupancy(Rect(x - reach, y - reach, 2 * reach, 2 * reach), frame.scaled(0.8))
    rows, columns = np.indices(near.weights.shape)
    middles = np.stack([near.box.x + (columns + 0.5) * near.cell, near.box.y + (rows + 0.5) * near.cell], axis=2)
    inside = shapely.contains_xy(frame.hexagon(cell), middles[..., 0], middles[..., 1])
    near.weights = np.maximum(taken.at(middles), np.where(inside, 0, 1.2)).astype(np.float32)
    return near


def _crowding(frame: MapFrame, cell: Hex, look: Look, shifts: Array, corners: Array, near: Occupancy) -> Array:
    """What the name of a glyph would have to cover at the best of its four sides, for each of its places."""
    pt = frame.scaled(1)
    width, height = room_for(frame, look, frame.sites[cell][look])
    half_w, half_h = np.abs(corners).max(axis=0) + 1.5 * pt
    sides = (
        (-width / 2, half_h),
        (-width / 2, -half_h - height),
        (half_w, -height / 2),
        (-half_w - width, -height / 2),
    )
    costs = [near.totals(shifts[:, 0] + dx, shifts[:, 1] + dy, width, height) / pt**2 for dx, dy in sides]
    return np.asarray(np.min(costs, axis=0) * 0.25, dtype=np.float64)


def _spread(corners: Array, pt: Mm) -> Array:
    """Points all over a rectangle and a little beyond it."""
    centre = corners.mean(axis=0)
    across, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    grown = [1 + 1.6 * pt / np.hypot(*v) for v in (across, down)]
    a, b = np.meshgrid(np.linspace(-1, 1, 15) * grown[0], np.linspace(-1, 1, 7) * grown[1])
    return np.asarray(centre + a.reshape(-1, 1) * across + b.reshape(-1, 1) * down, dtype=np.float64)


# ---------------------------------------------------------------- glyphs


def draw_installation(frame: MapFrame, made: Installation) -> Group:
    """The glyph in its place."""
    items = GLYPHS[made.look](frame.palette, frame.scaled(1))
    if made.look == "entry" and (letter := frame.sites[made.hex]["entry"]):
        items.append(draw_letter(frame, letter))
    turn = way_out(frame, made.hex) if made.look == "exit" else made.turn
    return Group(tuple(items), Matrix.place(*made.centre, turn=turn))


def _runway(palette: MapPalette, pt: Mm) -> list[Item]:
    w, h = (v * pt for v in SIZE_PT["airfield"])
    edge = pen(palette.runway_line, 0.6, pt)
    items: list[Item] = [rectangle(Rect(-w / 2, -h / 2, w, h), fill=palette.runway, stroke=edge)]
    mark = pen(palette.runway_line, 0.55, pt)
    for end in (-1, 1):
        items += [line(end * (w / 2 - pt), d * pt, end * (w / 2 - 3 * pt), d * pt, mark) for d in (-1.2, 0, 1.2)]
    items.append(line(-w / 2 + 4.4 * pt, 0, w / 2 - 4.4 * pt, 0, pen(palette.runway_line, 0.55, pt, (2, 1.5))))
    return items


def _fort(palette: MapPalette, pt: Mm) -> list[Item]:
    """A trace with four bastions."""
    r, b = 3.3 * pt, 5.0 * pt
    points = []
    for quarter in range(4):
        angle = math.radians(45 + 90 * quarter)
        tip = (b * math.cos(angle) * 1.25, b * math.sin(angle) * 1.25)
        for turn, reach in ((-26, r * 1.12), (0, 0), (26, r * 1.12)):
            a = angle + math.radians(turn)
            points.append(tip if not reach else (reach * 1.2 * math.cos(a), reach * 1.2 * math.sin(a)))
    edge = pen(palette.glyph_line, 0.75, pt)
    return [
        polyline(points, closed=True, fill=palette.glyph, stroke=edge),
        rectangle(Rect(-1.1 * pt, -1.1 * pt, 2.2 * pt, 2.2 * pt), fill=palette.glyph_line),
    ]


def _station(palette: MapPalette, pt: Mm) -> list[Item]:
    """A hall with a gable and a clock."""
    edge = pen(palette.glyph_line, 0.7, pt)
    return [
        rectangle(Rect(-4.6 * pt, -0.4 * pt, 9.2 * pt, 3.4 * pt), fill=palette.glyph, stroke=edge),
        polyline(
            [(-2.2 * pt, -0.4 * pt), (0, -3.2 * pt), (2.2 * pt, -0.4 * pt)],
            closed=True,
            fill=palette.glyph,
            stroke=edge,
        ),
        *[rectangle(Rect(x * pt, 0.9 * pt, 1.3 * pt, 2.1 * pt), fill=palette.glyph_line) for x in (-3.5, -0.65, 2.2)],
        circle(0, -1.4 * pt, 0.55 * pt, fill=palette.glyph_line),
    ]


def _refinery(palette: MapPalette, pt: Mm) -> list[Item]:
    """Two tanks and a chimney with its smoke."""
    edge = pen(palette.glyph_line, 0.7, pt)
    smoke = Path(
        "MCC",
        tuple(v * pt for v in (4.9, -4.4, 4.4, -5.6, 5.6, -6.2, 6.3, -5.4, 7.0, -4.9, 7.3, -6.0, 8.0, -5.8)),
        None,
        pen(palette.glyph_line, 0.5, pt),
    )
    tanks: list[Item] = [
        item
        for x in (-6.2, -0.9)
        for item in (
            rectangle(Rect(x * pt, -1.6 * pt, 4.6 * pt, 5.6 * pt), fill=palette.glyph, stroke=edge),
            line(x * pt, 0.2 * pt, (x + 4.6) * pt, 0.2 * pt, pen(palette.glyph_line, 0.4, pt)),
        )
    ]
    chimney = polyline(
        [(4.1 * pt, 4 * pt), (4.5 * pt, -4 * pt), (5.5 * pt, -4 * pt), (5.9 * pt, 4 * pt)],
        closed=True,
        fill=palette.glyph_line,
    )
    return [*tanks, chimney, smoke]


def _port(palette: MapPalette, pt: Mm) -> list[Item]:
    """An anchor."""
    heavy = pen(palette.glyph_line, 1.0, pt)
    arms = Path(
        "MCC",
        tuple(v * pt for v in (-3.6, 1.0, -3.4, 3.2, -1.8, 4.0, 0, 4.2, 1.8, 4.0, 3.4, 3.2, 3.6, 1.0)),
        None,
        heavy,
    )
    return [
        circle(0, -3.7 * pt, 0.95 * pt, stroke=heavy),
        line(0, -2.7 * pt, 0, 4.1 * pt, heavy),
        line(-2.1 * pt, -1.5 * pt, 2.1 * pt, -1.5 * pt, heavy),
        arms,
        polyline([(-4.3 * pt, 1.9 * pt), (-3.6 * pt, 0.8 * pt), (-2.6 * pt, 1.8 * pt)], stroke=heavy),
        polyline([(4.3 * pt, 1.9 * pt), (3.6 * pt, 0.8 * pt), (2.6 * pt, 1.8 * pt)], stroke=heavy),
    ]


def _position(palette: MapPalette, pt: Mm) -> list[Item]:
    """An entrenchment: an arc with teeth towards the enemy."""
    heavy = pen(palette.glyph_line, 1.2, pt)
    trench = arc(0, 4.2 * pt, 6.2 * pt, 205, 335, 14)
    teeth: list[Item] = []
    for angle in range(215, 330, 16):
        (a, b), (c, d) = (arc(0, 4.2 * pt, r * pt, angle, angle, 1)[0] for r in (6.2, 8.0))
        teeth.append(line(a, b, c, d, pen(palette.glyph_line, 0.8, pt)))
    return [*teeth, polyline(trench, stroke=heavy)]


GLYPHS: dict[Look, Callable[[MapPalette, Mm], list[Item]]] = {
    "airfield": _runway,
    "fort": _fort,
    "station": _station,
    "refinery": _refinery,
    "port": _port,
    "position": _position,
    "entry": entry_sign,
    "exit": exit_sign,
    "supply": supply_sign,
    "set-up": set_up_sign,
}
