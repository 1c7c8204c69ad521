"""Barriers along hexsides: embankments, ridges and walls, none of which can be taken for water."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pnp.draw.map.clearance import off_numbers
from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import curve, line_path, lines_path, normals, offset, pen, resample, rings_path, smoothed
from pnp.draw.map.noise import Array
from pnp.draw.map.water import Stream
from pnp.load.board import Chain
from pnp.model.gamemap import Look
from pnp.scene import Item

BARRIERS: tuple[Look, ...] = ("embankment", "ridge", "wall")


HALF_PT: dict[Look, float] = {"embankment": 2.9, "ridge": 3.6, "wall": 2.6}
"""Half the width of each."""


@dataclass(frozen=True, eq=False)
class Barrier:
    """A chain of hexsides as drawn. `facing` is +1 if it faces the left of its run, -1 the right, 0 both."""

    chain: Chain
    look: Look
    points: Array
    facing: int


def barriers(frame: MapFrame, streams: Sequence[Stream]) -> list[Barrier]:
    """Every embankment, ridge and wall. Walls keep the corners of the hexes; the others are eased a little.

    Where one shares hexsides with water it stands on the bank, behind the water seen from where it faces.
    """
    found = []
    for chain in frame.board.chains:
        look = frame.look(chain.kind)
        if look in BARRIERS:
            facing = {"left": 1, "right": -1}.get(chain.facing, 0)
            found.append(Barrier(chain, look, _line(frame, chain, look, facing, streams), facing))
    return found


def _line(frame: MapFrame, chain: Chain, look: Look, facing: int, streams: Sequence[Stream]) -> Array:
    corners = np.array([frame.grid.vertex_point(vertex) for vertex in chain.vertices])
    if look == "wall" or len(corners) < 3:
        points = smoothed(resample(corners, frame.scaled(0.5)), 3)
    else:
        middles = (corners[:-1] + corners[1:]) / 2
        knots = np.empty((2 * len(corners) - 1, 2))
        knots[0], knots[-1], knots[1::2] = corners[0], corners[-1], middles
        knots[2:-1:2] = corners[1:-1] * 0.84 + (middles[:-1] + middles[1:]) * 0.08
        points = resample(curve(knots, 8), frame.scaled(1))
    half = frame.scaled(HALF_PT[look])
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
    return off_numbers(frame, points, np.full(len(points), half + frame.scaled(1.0)), smooth=1, free=(True, True))


def draw_barrier(frame: MapFrame, barrier: Barrier) -> list[Item]:
    """One barrier in its own manner."""
    match barrier.look:
        case "embankment":
            return _embankment(frame, barrier.points)
        case "ridge":
            return _ridge(frame, barrier.points, barrier.facing)
        case _:
            return _wall(frame, barrier.points)


def _teeth(points: Array, every: float, inner: float, outer: float) -> list[Array]:
    """Short lines across, from `inner` to `outer` left of the line."""
    spots = resample(points, every)
    across = normals(spots)
    middles, sides = (spots[:-1] + spots[1:]) / 2, (across[:-1] + across[1:]) / 2
    return list(np.stack([middles + sides * inner, middles + sides * outer], axis=1))


def _embankment(frame: MapFrame, points: Array) -> list[Item]:
    """A bank: its crest as two lines, its slopes hatched on both sides."""
    pt, colour = frame.scaled(1), frame.palette.bank
    hatch = _teeth(points, 2.2 * pt, 0.9 * pt, 2.7 * pt) + _teeth(points, 2.2 * pt, -0.9 * pt, -2.7 * pt)
    return [
        line_path(points, pen(frame.palette.paper, 2.4, pt)),
        lines_path([offset(points, 0.9 * pt), offset(points, -0.9 * pt)], pen(colour, 0.55, pt)),
        lines_path(hatch, pen(colour, 0.5, pt), tolerance=0),
    ]


def _ridge(frame: MapFrame, points: Array, facing: int) -> list[Item]:
    """A crest line with wedges falling away on both sides, or only on the side that it faces."""
    pt, palette = frame.scaled(1), frame.palette
    spots = resample(points, 3.4 * pt)
    along, across = np.gradient(spots, axis=0), normals(spots)
    along /= np.hypot(*along.T)[:, None] + 1e-9
    wedges = []
    for i in range(1, len(spots) - 1):
        for hand, reach in ((facing, 4.4),) if facing else ((1, 4.0), (-1, 3.0)):
            tip = spots[i] + across[i] * hand * (reach + (0.9 if i % 2 else 0)) * pt
            wedges.append(np.array([spots[i] - along[i] * 1.15 * pt, tip, spots[i] + along[i] * 1.15 * pt]))
    return [
        rings_path(wedges, fill=palette.hill_line),
        line_path(points, pen(palette.bank, 1.15, pt)),
    ]


def _wall(frame: MapFrame, points: Array) -> list[Item]:
    """Masonry: a pale band between dark lines, with square towers."""
    pt, palette = frame.scaled(1), frame.palette
    towers = []
    spots = resample(points, 0.5 * frame.grid.side)
    across = normals(spots)
    for spot, side in zip(spots, across, strict=True):
        along, out = np.array([-side[1], side[0]]) * 2.1 * pt, side * 2.1 * pt
        towers.append(np.array([spot - along - out, spot + along - out, spot + along + out, spot - along + out]))
    return [
        line_path(points, pen(palette.wall, 3.2, pt)),
        line_path(points, pen(palette.wall_fill, 1.9, pt)),
        lines_path(_teeth(points, 2.4 * pt, -0.95 * pt, 0.95 * pt), pen(palette.wall, 0.4, pt), tolerance=0),
        rings_path(towers, fill=palette.wall_fill, stroke=pen(palette.wall, 0.7, pt)),
    ]
