"""Barriers along hexsides, such as embankments, ridges and walls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.lines.number_clearance import off_numbers
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.outlines import curve, lines_path, normals, offset, resample, rings_path, smoothed
from pnp.art.map.streams import Stream
from pnp.board import Chain
from pnp.model.looks.line_looks import BarrierLook
from pnp.scene import Colour, Item, Path, Stroke
from pnp.units import Mm


@dataclass(frozen=True, eq=False)
class Barrier:
    """A drawn chain of hexsides. `facing` is 1 if it faces the left of its run, -1 the right, 0 both."""

    frame: MapFrame
    chain: Chain
    look: BarrierLook
    points: Array
    facing: int

    @property
    def pt(self) -> Mm:
        """The length in mm of one point (pt), scaled to the hexes of this map."""
        return self.frame.scaled(1)

    def line(self, stroke: Stroke, *offsets_pt: float) -> Path:
        """Return the line of the barrier as a path, or parallel lines at these distances to its left."""
        return lines_path([offset(self.points, by * self.pt) for by in offsets_pt] or [self.points], stroke)

    def teeth(self, stroke: Stroke, every_pt: float, *spans_pt: tuple[float, float]) -> Path:
        """Return short strokes across the barrier, at equal distances along it.

        Each span is where a stroke starts and ends, as distances to the left of the barrier.
        """
        spots = resample(self.points, every_pt * self.pt)
        across = normals(spots)
        middles, sides = (spots[:-1] + spots[1:]) / 2, (across[:-1] + across[1:]) / 2
        lines: list[Array] = []
        for inner, outer in spans_pt:
            ends = [middles + sides * (by * self.pt) for by in (inner, outer)]
            lines += list(np.stack(ends, axis=1))
        return lines_path(lines, stroke, tolerance=0)

    def wedges(
        self,
        colour: Colour,
        every_pt: float,
        half_width_pt: float,
        slopes: Sequence[tuple[int, float]],
        longer_pt: float,
    ) -> Path:
        """Return triangles that point down the slopes of the barrier, at equal distances along it.

        Each of `slopes` is a side of the barrier, left (1) or right (-1), and the length of its triangles. Every second
        triangle is longer by `longer_pt`.
        """
        spots = resample(self.points, every_pt * self.pt)
        along, across = np.gradient(spots, axis=0), normals(spots)
        along /= np.hypot(*along.T)[:, None] + 1e-9
        found = []
        for i in range(1, len(spots) - 1):
            half = along[i] * half_width_pt * self.pt
            for hand, reach in slopes:
                tip = spots[i] + across[i] * hand * (reach + (longer_pt if i % 2 else 0)) * self.pt
                found.append(np.array([spots[i] - half, tip, spots[i] + half]))
        return rings_path(found, fill=colour)

    def squares(self, colour: Colour, stroke: Stroke, half_pt: float) -> Path:
        """Return squares, such as the towers of a wall, along the barrier: two for each hexside."""
        found = []
        spots = resample(self.points, 0.5 * self.frame.grid.side)
        for spot, side in zip(spots, normals(spots), strict=True):
            along, out = np.array([-side[1], side[0]]) * half_pt * self.pt, side * half_pt * self.pt
            found.append(np.array([spot - along - out, spot + along - out, spot + along + out, spot - along + out]))
        return rings_path(found, fill=colour, stroke=stroke)


def barriers(frame: MapFrame, streams: Sequence[Stream]) -> list[Barrier]:
    """Return every barrier of the map as a line to draw.

    Angular barriers keep the corners of the hexes; the others are smoothed a little. A barrier that shares hexsides
    with water is on the bank, behind the water as seen from the side that it faces.
    """
    found, looks = [], frame.looks.of(BarrierLook)
    for chain in frame.board.chains:
        look = looks.get(frame.look(chain.kind))
        if look is not None:
            facing = {"left": 1, "right": -1}.get(chain.facing, 0)
            found.append(Barrier(frame, chain, look, _barrier_line(frame, chain, look, facing, streams), facing))
    return found


def _barrier_line(frame: MapFrame, chain: Chain, look: BarrierLook, facing: int, streams: Sequence[Stream]) -> Array:
    """Return the points of the line along which a barrier is drawn."""
    corners = np.array([frame.grid.vertex_point(vertex) for vertex in chain.vertices])
    if "head" in chain.beyond:
        corners = np.vstack([_beyond(frame, corners[0], corners[1]), corners])
    if "mouth" in chain.beyond:
        corners = np.vstack([corners, _beyond(frame, corners[-1], corners[-2])])
    if look.angular or len(corners) < 3:
        points = smoothed(resample(corners, frame.scaled(0.5)), 3)
    else:
        middles = (corners[:-1] + corners[1:]) / 2
        knots = np.empty((2 * len(corners) - 1, 2))
        knots[0], knots[-1], knots[1::2] = corners[0], corners[-1], middles
        knots[2:-1:2] = corners[1:-1] * 0.84 + (middles[:-1] + middles[1:]) * 0.08
        points = resample(curve(knots, 8), frame.scaled(1))
    half = frame.scaled(look.half_width_pt)
    back = -(facing or 1)
    aside = np.full(len(points), back * half if facing else 0.0)
    for stream in streams:
        if set(stream.chain.sides) & set(chain.sides):
            gaps = np.hypot(*(points[:, None] - stream.points[None]).transpose(2, 0, 1))
            near = gaps.min(axis=1) < frame.scaled(6)
            aside[near] = back * (stream.widths[gaps.argmin(axis=1)][near] / 2 + half * 1.1)
    if aside.any():
        window = np.ones(2 * max(1, len(points) // (4 * len(chain.sides))) + 1)
        padded = np.pad(aside, len(window) // 2, mode="edge")
        points = offset(points, np.convolve(padded, window / window.sum(), "valid"))
    points = off_numbers(frame, points, np.full(len(points), half + frame.scaled(1.0)), smooth=1, free=(True, True))
    for stream in streams:
        if stream.look.broad and not set(stream.chain.sides) & set(chain.sides):
            points = _to_the_bank(points, stream.area.buffer(frame.scaled(0.8)))
    return points


def _beyond(frame: MapFrame, end: Array, inner: Array) -> Array:
    """Return a point off the map in the direction of the nearest edge and of the last hexside of a barrier."""
    gaps = frame.gaps((float(end[0]), float(end[1])))
    side = min(gaps, key=lambda name: gaps[name])
    out = {"north": (0.0, -1.0), "south": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}[side]
    way = np.array(out) + 0.1 * (end - inner) / np.hypot(*(end - inner))
    return np.asarray(end + way * (gaps[side] + frame.scaled(12)), dtype=np.float64)


def _to_the_bank(points: Array, river: BaseGeometry) -> Array:
    """Return a line without its ends that lie in a river."""
    dry = np.flatnonzero(~shapely.contains_xy(river, points[:, 0], points[:, 1]))
    return points[dry[0] : dry[-1] + 1] if len(dry) > 3 else points


def draw_barriers(barriers: Sequence[Barrier]) -> list[Item]:
    """Draw barriers as their looks prescribe: of each look all first items, then all second ones, so that they join."""
    items: list[Item] = []
    for look in dict.fromkeys(barrier.look for barrier in barriers):
        drawn = [DRAWINGS[look.draw](one, one.frame.palette.of(look)) for one in barriers if one.look is look]
        items += [item for layer in zip_longest(*drawn) for item in layer if item is not None]
    return items
