"""Names of lakes, seas and regions, set horizontally or curved along the length of the area."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map.labels.line_labels import CurvedName, TextAlongLine, letter_middles
from pnp.art.map.labels.place_labels import GRID, WATER_WEIGHT
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import curve, length, normals
from pnp.hexgrid import Hex
from pnp.model.looks.look import LabelStyle
from pnp.typeface import cap_height, text_width

_POINTS_AT_ONCE = 100_000
"""Sample points whose costs are computed together. All at once would need hundreds of megabytes on a large map."""


def names_within(
    frame: MapFrame,
    text: str,
    style: LabelStyle,
    size: float,
    area: BaseGeometry,
    cells: tuple[Hex, ...],
    taken: Occupancy,
    *,
    straight: bool = False,
) -> list[CurvedName]:
    """Return a name inside an area such as a lake, as one or two lines of placed letters.

    It is curved along the area, or level, whichever fits better. A `straight` name is level or upright, along the
    longer side of the area.
    """
    smaller: BaseGeometry = area.buffer(-frame.scaled(3.6))
    inner = area if smaller.is_empty else smaller
    shapely.prepare(inner)
    lines = text.split()
    half = (len(lines) + 1) // 2
    halves = [text] if len(lines) < 2 else [" ".join(lines[:half]), " ".join(lines[half:])]
    options: list[tuple[float, list[CurvedName]]] = []
    for line in _straight_lines(frame, cells) if straight else _spines(frame, cells):
        name = _name_on_curve(frame, text, style, size, line, inner, taken)
        if name is not None:
            options.append((name.cost, [name]))
    if straight and options:
        return min(options, key=lambda option: option[0])[1]
    level = _level_name(frame, [text], style, size, inner, taken)
    options += [level] if len(halves) == 1 else [level, _level_name(frame, halves, style, size, inner, taken)]
    return min(options, key=lambda option: option[0])[1]


def _spines(frame: MapFrame, cells: tuple[Hex, ...]) -> Iterator[Array]:
    """Yield curves along which a name could run from one end of an area to the other.

    They go through the hexes, or a little above or below their centres.
    """
    if len(cells) < 2:
        return
    centres = np.array([frame.grid.centre(cell) for cell in cells])
    middle = centres.mean(axis=0)
    _, _, axes = np.linalg.svd(centres - middle, full_matrices=False)
    axis = axes[0] if axes[0][0] > 0 or (abs(axes[0][0]) < 1e-6 and axes[0][1] < 0) else -axes[0]
    along = (centres - middle) @ axis
    aside = (centres - middle) @ np.array([-axis[1], axis[0]])
    bins = np.linspace(along.min(), along.max(), min(len(cells), 5))
    spread = max(float(np.ptp(along)) / 4, frame.grid.side)
    weights = np.exp(-((along[None] - bins[:, None]) ** 2) / (2 * (spread / 2) ** 2))
    sideways = (weights * aside).sum(axis=1) / weights.sum(axis=1)
    knots = middle + bins[:, None] * axis + sideways[:, None] * np.array([-axis[1], axis[0]])
    reach = axis * frame.grid.side * 0.9
    knots = np.vstack([knots[0] - reach, knots, knots[-1] + reach])
    spine = curve(knots, 12)
    for shift in (0.0, 5.0, -5.0, 9.0, -9.0):
        yield spine + normals(spine) * frame.scaled(shift)


def _straight_lines(frame: MapFrame, cells: tuple[Hex, ...]) -> Iterator[Array]:
    """Yield level lines across an area of hexes, or upright ones from the bottom if it is higher than wide."""
    centres = np.array([frame.grid.centre(cell) for cell in cells])
    low, high = centres.min(axis=0) - frame.grid.side, centres.max(axis=0) + frame.grid.side
    across = 1 if high[0] - low[0] > high[1] - low[1] else 0
    for by in np.arange(-0.6, 0.61, 0.05) * 2 * frame.grid.side:
        at = centres[:, across].mean() + by
        yield np.array([(low[0], at), (high[0], at)] if across else [(at, high[1]), (at, low[1])])


def _position_costs(
    frame: MapFrame, samples: Array, inner: BaseGeometry, taken: Occupancy, cell_pt2: float
) -> tuple[Array, Array]:
    """Return the cost of each tried position of a name, and how much of it overlaps other things.

    `samples` are points all over the name at each position; each counts as `cell_pt2` square points. A point overlaps
    if it is outside the area or covers print.
    """
    outside = ~shapely.contains_xy(inner, samples[..., 0], samples[..., 1])
    under = taken.at(samples)
    hit, line = under > WATER_WEIGHT + 1, (under % 1 > GRID / 2) & (under < WATER_WEIGHT + 1)
    return (outside.sum(axis=1) * 6 + hit.sum(axis=1) * 10 + line.sum(axis=1) * 2.5) * cell_pt2, (outside | hit).sum(
        axis=1
    ) * cell_pt2


def _name_on_curve(
    frame: MapFrame, text: str, style: LabelStyle, size: float, line: Array, inner: BaseGeometry, taken: Occupancy
) -> CurvedName | None:
    """Return a name at its best position along a curve; None if the curve is too short."""
    run = TextAlongLine(frame, text, style, size, line)
    starts = run.starts(2, 0)
    if not len(starts) or length(line) < run.width:
        return None
    pt = frame.scaled(1)
    samples = run.points_over_text(starts, run.cap / 2 + 0.6 * pt)
    cost, overlap = _position_costs(frame, samples, inner, taken, (run.cap / pt + 1.2) / 5)
    turns = run.letter_angles(starts)
    steep = np.abs(turns.mean(axis=1))
    cost = cost + np.ptp(turns, axis=1) * 14 + np.maximum(steep - 0.7, 0) * 60
    off_middle = np.abs(starts + run.width / 2 - run.along[-1] / 2) / pt
    cost = cost + off_middle * 0.5
    at = int(cost.argmin())
    return run.name_from(float(starts[at]), float(cost[at]), float(overlap[at]))


def _level_name(
    frame: MapFrame, lines: list[str], style: LabelStyle, size: float, inner: BaseGeometry, taken: Occupancy
) -> tuple[float, list[CurvedName]]:
    """Return the cost of a level name at its best position in an area, and its placed lines of text."""
    pt, cap = frame.scaled(1), cap_height(style.font, size)
    lead = cap * 1.75
    tracking = frame.scaled(style.tracking_pt)
    widths = [text_width(line, style.font, size, tracking) for line in lines]
    x0, y0, x1, y1 = inner.bounds
    gx, gy = (g.ravel() for g in np.meshgrid(np.arange(x0, x1 + pt, 2 * pt), np.arange(y0, y1 + pt, 2 * pt)))
    middles = np.stack([gx, gy], axis=1)
    total, hits = np.zeros(len(middles)), np.zeros(len(middles))
    for number, width in enumerate(widths):
        dy = (number - (len(lines) - 1) / 2) * lead
        across, down = np.meshgrid(
            np.arange(-width / 2 - pt, width / 2 + pt, 1.5 * pt),
            np.linspace(-cap / 2 - 0.6 * pt, cap / 2 + 0.6 * pt, 5),
        )
        spread = np.stack([across.ravel(), down.ravel() + dy], axis=1)
        share = 1.5 * (cap / pt + 1.2) / 5
        costs = [
            _position_costs(frame, some[:, None] + spread, inner, taken, share)
            for some in np.array_split(middles, len(middles) * len(spread) // _POINTS_AT_ONCE + 1)
        ]
        total += np.concatenate([cost for cost, _ in costs])
        hits += np.concatenate([hit for _, hit in costs])
    centre = inner.centroid
    total += np.hypot(gx - centre.x, gy - centre.y) / pt * 0.5 + (3 if len(lines) > 1 else 0) + 4
    at = int(total.argmin())
    names = []
    for number, (line, width) in enumerate(zip(lines, widths, strict=True)):
        y = gy[at] + (number - (len(lines) - 1) / 2) * lead + cap / 2
        x = gx[at] - width / 2 + letter_middles(line, style.font, size, tracking)
        places = np.stack([x, np.full(len(x), y)], axis=1)
        names.append(CurvedName(line, style, size, places, np.zeros(len(x)), float(total[at]), float(hits[at])))
    return float(total[at]), names
