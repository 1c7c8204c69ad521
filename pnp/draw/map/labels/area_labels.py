"""Names of lakes, seas and regions, set horizontally or curved along the length of the area."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.labels.line_labels import CurvedName, TextAlongLine, letter_middles
from pnp.draw.map.labels.place_labels import GRID, WATER_WEIGHT
from pnp.draw.map.look_specs import LabelStyle
from pnp.draw.map.map_frame import MapFrame
from pnp.draw.map.noise import Array
from pnp.draw.map.occupancy import Occupancy
from pnp.draw.map.outlines import curve, length, normals
from pnp.hexgrid import Hex
from pnp.typeface import cap_height, text_width


def names_within(
    frame: MapFrame,
    text: str,
    style: LabelStyle,
    size: float,
    area: BaseGeometry,
    cells: tuple[Hex, ...],
    taken: Occupancy,
) -> list[CurvedName]:
    """Return a name over an area: curved along its length, or level on one or two lines, whichever fits best."""
    smaller: BaseGeometry = area.buffer(-frame.scaled(3.6))
    inner = area if smaller.is_empty else smaller
    shapely.prepare(inner)
    lines = text.split()
    half = (len(lines) + 1) // 2
    halves = [text] if len(lines) < 2 else [" ".join(lines[:half]), " ".join(lines[half:])]
    options: list[tuple[float, list[CurvedName]]] = []
    for line in _spines(frame, cells):
        name = _fitted(frame, text, style, size, line, inner, taken)
        if name is not None:
            options.append((name.cost, [name]))
    level = _level(frame, [text], style, size, inner, taken)
    options += [level] if len(halves) == 1 else [level, _level(frame, halves, style, size, inner, taken)]
    return min(options, key=lambda option: option[0])[1]


def _spines(frame: MapFrame, cells: tuple[Hex, ...]) -> Iterator[Array]:
    """Yield lines through the hexes of an area from end to end, and a little above and below their centres."""
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


def _cost_inside(
    frame: MapFrame, samples: Array, inner: BaseGeometry, taken: Occupancy, cell_pt2: float
) -> tuple[Array, Array]:
    """Return the cost of a text that covers these points, and the area that is outside or covers print."""
    outside = ~shapely.contains_xy(inner, samples[..., 0], samples[..., 1])
    under = taken.at(samples)
    hit, line = under > WATER_WEIGHT + 1, (under % 1 > GRID / 2) & (under < WATER_WEIGHT + 1)
    return (outside.sum(axis=1) * 6 + hit.sum(axis=1) * 10 + line.sum(axis=1) * 2.5) * cell_pt2, (outside | hit).sum(
        axis=1
    ) * cell_pt2


def _fitted(
    frame: MapFrame, text: str, style: LabelStyle, size: float, line: Array, inner: BaseGeometry, taken: Occupancy
) -> CurvedName | None:
    """Return a name at the best position along a line; None if the line is too short."""
    run = TextAlongLine(frame, text, style, size, line)
    starts = run.starts(2, 0)
    if not len(starts) or length(line) < run.width:
        return None
    pt = frame.scaled(1)
    samples = run.samples(starts, run.cap / 2 + 0.6 * pt)
    cost, overlap = _cost_inside(frame, samples, inner, taken, (run.cap / pt + 1.2) / 5)
    turns = run.turns(starts)
    steep = np.abs(turns.mean(axis=1))
    cost = cost + np.ptp(turns, axis=1) * 14 + np.maximum(steep - 0.7, 0) * 60
    off_middle = np.abs(starts + run.width / 2 - run.along[-1] / 2) / pt
    cost = cost + off_middle * 0.5
    at = int(cost.argmin())
    return run.name(float(starts[at]), float(cost[at]), float(overlap[at]))


def _level(
    frame: MapFrame, lines: list[str], style: LabelStyle, size: float, inner: BaseGeometry, taken: Occupancy
) -> tuple[float, list[CurvedName]]:
    """Return level, centred lines of text at the best position in an area, with their cost."""
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
        cost, hit = _cost_inside(frame, middles[:, None] + spread, inner, taken, 1.5 * (cap / pt + 1.2) / 5)
        total, hits = total + cost, hits + hit
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
