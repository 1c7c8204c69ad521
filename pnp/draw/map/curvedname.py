"""Names along lines and on water: roads and streams named along their run, lakes and regions across their ground."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.linework import curve, length, normals, resample
from pnp.draw.map.name import GRID, WATER_WEIGHT, Lettering
from pnp.draw.map.noise import Array
from pnp.draw.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.scene import Colour, Item, Rect, Stroke, Text
from pnp.typeface import cap_height, metrics, text_width
from pnp.units import Mm, points

ROAD_NAME = Lettering("condensed-italic", 6.1, 0.8, halo_pt=1.7)
STREAM_NAME = Lettering("serif-semibold-italic", 7.0, 0.9, halo_pt=1.8)
WATER_NAME = Lettering("serif-semibold-italic", 7.4, 1.0, halo_pt=0)
LAND_NAME = Lettering("condensed-semibold", 7.4, 3.2, capitals=True, halo_pt=1.8)

REAL_OVERLAP_PT2 = 2.0
"""A road name that covers more than this of anything is left out: the road is known without it."""


@dataclass(frozen=True, eq=False)
class CurvedName:
    """A name letter by letter: middle of each letter's baseline and its turn in radians; and how much it covers."""

    text: str
    style: Lettering
    size_pt: float
    places: Array
    turns: Array
    cost: float
    overlap: float

    def boxes(self) -> list[Rect]:
        """A rectangle around each letter."""
        cap = cap_height(self.style.font, self.size_pt)
        ups = np.stack([np.sin(self.turns), -np.cos(self.turns)], axis=1) * cap / 2
        return [Rect(float(x) - cap / 2, float(y) - cap / 2, cap, cap) for x, y in self.places + ups]


def _advances(text: str, font: str, size_pt: float, tracking: Mm) -> Array:
    """Distance of the middle of each letter from the start."""
    known = metrics(font)
    widths = np.array([known.advances.get(c, known.missing) for c in text]) * points(size_pt)
    return np.cumsum(widths + tracking) - tracking - widths / 2


def _low_passed(line: Array, sigma: float) -> Array:
    """A line without its small bends (Gaussian over its points)."""
    reach = int(3 * sigma)
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    weights /= weights.sum()
    padded = np.vstack([np.repeat(line[:1], reach, 0), line, np.repeat(line[-1:], reach, 0)])
    return np.stack([np.convolve(padded[:, i], weights, "valid") for i in (0, 1)], axis=1)


def _readable(line: Array) -> bool:
    """From left to right; nearly upright lines upwards."""
    across, down = line[-1] - line[0]
    return bool(across > 0 if abs(across) > 0.45 * math.hypot(across, down) else down < 0)


class _Run:
    """Places for a text along one line, all tried at once."""

    def __init__(self, frame: MapFrame, text: str, style: Lettering, size_pt: float, line: Array) -> None:
        self.frame, self.text, self.style, self.size_pt = frame, text, style, size_pt
        tracking = frame.scaled(style.tracking_pt)
        self.advances = _advances(text, style.font, size_pt, tracking)
        self.width = text_width(text, style.font, size_pt, tracking)
        self.cap = cap_height(style.font, size_pt)
        self.line = resample(line, frame.scaled(0.7))
        self.along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(self.line, axis=0).T))])

    def at(self, along: Array) -> Array:
        """Points so far along the line."""
        return np.stack(
            [np.interp(along, self.along, self.line[:, 0]), np.interp(along, self.along, self.line[:, 1])], axis=-1
        )

    def starts(self, step_pt: float, margin: Mm) -> Array:
        """Where the text may begin."""
        return np.arange(margin, self.along[-1] - self.width - margin, self.frame.scaled(step_pt))

    def turns(self, starts: Array) -> Array:
        """Direction of each letter for each start, without jumps."""
        reach = max(self.cap * 0.75, self.frame.scaled(2.5))
        middle = starts[:, None] + self.advances
        ahead, behind = self.at(np.minimum(middle + reach, self.along[-1])), self.at(np.maximum(middle - reach, 0))
        step = ahead - behind
        return np.unwrap(np.arctan2(step[..., 1], step[..., 0]), axis=1)

    def samples(self, starts: Array, half_height: Mm) -> Array:
        """Points all over the band of the text, for each start (starts x samples x 2)."""
        steps = np.arange(-0.5 * self.cap, self.width + 0.5 * self.cap, self.frame.scaled(1))
        middle = np.clip(starts[:, None] + steps, 0, self.along[-1])
        here, ahead, behind = (
            self.at(middle),
            self.at(np.minimum(middle + 0.5, self.along[-1])),
            self.at(np.maximum(middle - 0.5, 0)),
        )
        step = ahead - behind
        out = np.stack([step[..., 1], -step[..., 0]], axis=-1) / (
            np.hypot(step[..., 0], step[..., 1])[..., None] + 1e-9
        )
        rows = [here + out * half_height * share for share in (-1, -0.5, 0, 0.5, 1)]
        return np.concatenate(rows, axis=1)

    def name(self, start: float, cost: float, overlap: float) -> CurvedName:
        """The text set with its band's middle on the line."""
        turns = self.turns(np.array([start]))[0]
        down = np.stack([-np.sin(turns), np.cos(turns)], axis=1) * self.cap / 2
        return CurvedName(
            self.text, self.style, self.size_pt, self.at(start + self.advances) + down, turns, cost, overlap
        )


def name_along(
    frame: MapFrame, text: str, style: Lettering, line: Array, offsets_pt: tuple[float, ...], taken: Occupancy
) -> CurvedName | None:
    """The best place beside a line; None if it is too short for the name."""
    pt, size = frame.scaled(1), frame.size_pt(style.size_pt)
    base = LineString(_low_passed(resample(line, 1.5 * pt), 11))
    inside = frame.box.grown(-10 * pt)
    best: CurvedName | None = None
    for by in offsets_pt:
        moved = base.offset_curve(by * pt)
        if not isinstance(moved, LineString) or moved.is_empty:
            continue
        for way in (np.asarray(moved.coords), np.asarray(moved.coords)[::-1]):
            run = _Run(frame, text, style, size, way)
            starts = run.starts(3, 4 * pt)
            if not len(starts):
                continue
            letters = run.at(starts[:, None] + run.advances)
            turns = run.turns(starts)
            samples = run.samples(starts, run.cap / 2 + 0.8 * pt)
            area = 1.0 * (run.cap / pt + 1.6) / 5
            overlap = taken.at(samples).sum(axis=1) * area
            cost = overlap * 1.4 + np.ptp(turns, axis=1) * 24 + np.abs(np.diff(turns, axis=1)).max(axis=1) * 14
            cost += np.abs(letters[:, -1, 1] - letters[:, 0, 1]) / pt * 0.12
            cost += np.abs((starts + run.width / 2) / run.along[-1] - 0.5) * 10
            cost += np.where([_readable(row) for row in letters], 0, 1e6)
            outside = (
                (samples[..., 0] < inside.x)
                | (samples[..., 0] > inside.right)
                | (samples[..., 1] < inside.y)
                | (samples[..., 1] > inside.bottom)
            )
            cost += np.where(outside.any(axis=1), 1e4, 0)
            at = int(cost.argmin())
            if cost[at] < 1e4 and (best is None or cost[at] < best.cost):
                hard = (taken.at(samples[at]) >= 1).sum() * area
                best = run.name(float(starts[at]), float(cost[at]), float(hard))
    return best


# ---------------------------------------------------------------- across areas


def names_within(
    frame: MapFrame,
    text: str,
    style: Lettering,
    size: float,
    area: BaseGeometry,
    cells: tuple[Hex, ...],
    taken: Occupancy,
) -> list[CurvedName]:
    """A name over an area: curved along its length, or level on one line or two, whichever stays best within it."""
    inner = area.buffer(-frame.scaled(3.6))
    if inner.is_empty:
        inner = area
    shapely.prepare(inner)
    lines = text.split()
    halves = (
        [text]
        if len(lines) < 2
        else [" ".join(lines[: (len(lines) + 1) // 2]), " ".join(lines[(len(lines) + 1) // 2 :])]
    )
    options: list[tuple[float, list[CurvedName]]] = []
    for line in _spines(frame, cells):
        name = _fitted(frame, text, style, size, line, inner, taken)
        if name is not None:
            options.append((name.cost, [name]))
    level = _level(frame, [text], style, size, inner, taken)
    options += [level] if len(halves) == 1 else [level, _level(frame, halves, style, size, inner, taken)]
    return min(options, key=lambda option: option[0])[1]


def _spines(frame: MapFrame, cells: tuple[Hex, ...]) -> Iterator[Array]:
    """Lines through the hexes of an area from end to end, a little above and below their middles."""
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
    """What a text costs that covers these points: what lies outside, and what it prints over."""
    outside = ~shapely.contains_xy(inner, samples[..., 0], samples[..., 1])
    under = taken.at(samples)
    hit, line = under > WATER_WEIGHT + 1, (under % 1 > GRID / 2) & (under < WATER_WEIGHT + 1)
    return (outside.sum(axis=1) * 6 + hit.sum(axis=1) * 10 + line.sum(axis=1) * 2.5) * cell_pt2, (outside | hit).sum(
        axis=1
    ) * cell_pt2


def _fitted(
    frame: MapFrame, text: str, style: Lettering, size: float, line: Array, inner: BaseGeometry, taken: Occupancy
) -> CurvedName | None:
    run = _Run(frame, text, style, size, line)
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
    frame: MapFrame, lines: list[str], style: Lettering, size: float, inner: BaseGeometry, taken: Occupancy
) -> tuple[float, list[CurvedName]]:
    """Level lines of text, centred on one another, at the best place in an area."""
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
        x = gx[at] - width / 2 + _advances(line, style.font, size, tracking)
        places = np.stack([x, np.full(len(x), y)], axis=1)
        names.append(CurvedName(line, style, size, places, np.zeros(len(x)), float(total[at]), float(hits[at])))
    return float(total[at]), names


# ---------------------------------------------------------------- drawing


def draw_curved_name(frame: MapFrame, name: CurvedName, colour: Colour) -> list[Item]:
    """Its letters, all halos below all letters; a level name is one run of text."""
    size, style = name.size_pt, name.style
    halo = Stroke(frame.palette.paper, frame.stroke(style.halo_pt), join="round") if style.halo_pt else None
    if not np.ptp(name.turns) and not name.turns[0]:
        start = float(name.places[0][0]) - text_width(name.text[0], style.font, size) / 2
        tracking = frame.scaled(style.tracking_pt)
        return [
            Text(
                round(start, 3),
                round(float(name.places[0][1]), 3),
                name.text,
                style.font,
                size,
                colour,
                tracking=tracking,
                halo=halo,
            )
        ]
    letters = [
        Text(
            round(float(x), 3),
            round(float(y), 3),
            letter,
            style.font,
            size,
            colour,
            "middle",
            round(math.degrees(turn), 2),
        )
        for letter, (x, y), turn in zip(name.text, name.places, name.turns.tolist(), strict=True)
        if letter != " "
    ]
    if halo is None:
        return list(letters)
    paper = frame.palette.paper
    return [Text(t.x, t.y, t.text, t.font, size, paper, "middle", t.turn, halo=halo) for t in letters] + list(letters)
