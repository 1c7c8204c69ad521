"""Names that follow a road, a stream or a barrier, letter by letter."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from shapely.geometry import LineString

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import resample
from pnp.model.looks.look import LabelStyle
from pnp.scene import Group, Item, Rect, Stroke, Text
from pnp.typeface import cap_height, metrics, text_width
from pnp.units import Mm, points

ROAD_NAME = LabelStyle(font="sans-italic", size_pt=6.3, tracking_pt=0.55, halo_pt=2.0, ink="path_name")
STREAM_NAME = LabelStyle(font="serif-semibold-italic", size_pt=7.0, tracking_pt=0.9, halo_pt=1.8, ink="water_name")
WATER_NAME = LabelStyle(font="serif-semibold-italic", size_pt=7.4, tracking_pt=1.0, halo_pt=0, ink="water_name")
LAND_NAME = LabelStyle(
    font="condensed-semibold", size_pt=7.4, tracking_pt=3.2, capitals=True, halo_pt=1.8, ink="land_name"
)
SMALL_LAND_NAME = LabelStyle(
    font="sans-semibold", size_pt=7.2, tracking_pt=3.4, capitals=True, halo_pt=2.0, ink="land_name"
)
TOWN_NAME = LabelStyle(
    font="condensed-extrabold", size_pt=11.6, tracking_pt=0.85, capitals=True, halo_pt=3.2, ink="ink"
)

NEARLY_STRAIGHT = 0.45
"""How far, as a share of the height of its capitals, the letters of a straight name are from the line that it names."""
REAL_OVERLAP_PT2 = 2.0
"""A road name that covers more than this is left out."""


@dataclass(frozen=True, eq=False)
class CurvedName:
    """A name letter by letter: the middle of each baseline and its turn in radians, its cost and how much it covers."""

    text: str
    style: LabelStyle
    size_pt: float
    places: Array
    turns: Array
    cost: float
    overlap: float

    def boxes(self) -> list[Rect]:
        """Return a square around each letter of the name."""
        cap = cap_height(self.style.font, self.size_pt)
        ups = np.stack([np.sin(self.turns), -np.cos(self.turns)], axis=1) * cap / 2
        return [Rect(float(x) - cap / 2, float(y) - cap / 2, cap, cap) for x, y in self.places + ups]


def letter_middles(text: str, font: str, size_pt: float, tracking: Mm) -> Array:
    """Return the distance from the start of a text to the middle of each of its letters."""
    known = metrics(font)
    widths = np.array([known.advances.get(c, known.missing) for c in text]) * points(size_pt)
    return np.cumsum(widths + tracking) - tracking - widths / 2


def _without_small_bends(line: Array, sigma: float) -> Array:
    """Return a line without its small bends (a Gaussian filter over its points)."""
    reach = int(3 * sigma)
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    weights /= weights.sum()
    padded = np.vstack([np.repeat(line[:1], reach, 0), line, np.repeat(line[-1:], reach, 0)])
    return np.stack([np.convolve(padded[:, i], weights, "valid") for i in (0, 1)], axis=1)


def _is_upright(line: Array) -> bool:
    """Return whether text along a line would be upright for the reader.

    It is upright from left to right, and upwards along a steep line.
    """
    across, down = line[-1] - line[0]
    return bool(across > 0 if abs(across) > 0.45 * math.hypot(across, down) else down < 0)


class TextAlongLine:
    """A text along a line, tried at many starts at once."""

    def __init__(self, frame: MapFrame, text: str, style: LabelStyle, size_pt: float, line: Array) -> None:
        self.frame, self.text, self.style, self.size_pt = frame, text, style, size_pt
        tracking = frame.scaled(style.tracking_pt)
        self.advances = letter_middles(text, style.font, size_pt, tracking)
        self.width = text_width(text, style.font, size_pt, tracking)
        self.cap = cap_height(style.font, size_pt)
        self.line = resample(line, frame.scaled(0.7))
        self.along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(self.line, axis=0).T))])

    def points_at(self, distances: Array) -> Array:
        """Return the points of the line at these distances from its start."""
        return np.stack(
            [np.interp(distances, self.along, self.line[:, 0]), np.interp(distances, self.along, self.line[:, 1])],
            axis=-1,
        )

    def starts(self, step_pt: float, margin: Mm) -> Array:
        """Return the distances from the start of the line at which the text could begin."""
        return np.arange(margin, self.along[-1] - self.width - margin, self.frame.scaled(step_pt))

    def letter_angles(self, starts: Array) -> Array:
        """Return the angle of each letter in radians, for each start of the text."""
        reach = max(self.cap * 0.75, self.frame.scaled(2.5))
        middle = starts[:, None] + self.advances
        ahead, behind = (
            self.points_at(np.minimum(middle + reach, self.along[-1])),
            self.points_at(np.maximum(middle - reach, 0)),
        )
        step = ahead - behind
        return np.unwrap(np.arctan2(step[..., 1], step[..., 0]), axis=1)

    def points_over_text(self, starts: Array, half_height: Mm) -> Array:
        """Return points all over the text, for each of its possible starts.

        The shape is starts x samples x 2.
        """
        steps = np.arange(-0.5 * self.cap, self.width + 0.5 * self.cap, self.frame.scaled(1))
        middle = np.clip(starts[:, None] + steps, 0, self.along[-1])
        here, ahead, behind = (
            self.points_at(middle),
            self.points_at(np.minimum(middle + 0.5, self.along[-1])),
            self.points_at(np.maximum(middle - 0.5, 0)),
        )
        step = ahead - behind
        out = np.stack([step[..., 1], -step[..., 0]], axis=-1) / (
            np.hypot(step[..., 0], step[..., 1])[..., None] + 1e-9
        )
        rows = [here + out * half_height * share for share in (-1, -0.5, 0, 0.5, 1)]
        return np.concatenate(rows, axis=1)

    def name_from(self, start: float, cost: float, overlap: float) -> CurvedName:
        """Return the text as a name that begins at `start` on the line, on one straight line if it is nearly so."""
        turns = self.letter_angles(np.array([start]))[0]
        middles = self.points_at(start + self.advances)
        chord = middles[-1] - middles[0]
        along = self.advances - self.advances[0]
        straight = middles[0] + chord * (along / max(along[-1], 1e-9))[:, None]
        off = middles - straight
        if np.hypot(*off.T).max() < NEARLY_STRAIGHT * self.cap:
            middles = straight + off.mean(axis=0)
            turns = np.full(len(turns), math.atan2(chord[1], chord[0]))
        down = np.stack([-np.sin(turns), np.cos(turns)], axis=1) * self.cap / 2
        return CurvedName(self.text, self.style, self.size_pt, middles + down, turns, cost, overlap)


def name_along(
    frame: MapFrame, text: str, style: LabelStyle, line: Array, offsets_pt: tuple[float, ...], taken: Occupancy
) -> CurvedName | None:
    """Return a name at its best position beside a line; None if it does not fit."""
    pt, size = frame.scaled(1), frame.size_pt(style.size_pt)
    base = LineString(_without_small_bends(resample(line, 1.5 * pt), 11))
    inside = frame.box.grown(-10 * pt)
    best: CurvedName | None = None
    for by in offsets_pt:
        moved = base.offset_curve(by * pt)
        if not isinstance(moved, LineString) or moved.is_empty:
            continue
        for way in (np.asarray(moved.coords), np.asarray(moved.coords)[::-1]):
            run = TextAlongLine(frame, text, style, size, way)
            starts = run.starts(3, 4 * pt)
            if not len(starts):
                continue
            letters = run.points_at(starts[:, None] + run.advances)
            turns = run.letter_angles(starts)
            samples = run.points_over_text(starts, run.cap / 2 + 0.8 * pt)
            area = 1.0 * (run.cap / pt + 1.6) / 5
            overlap = taken.at(samples).sum(axis=1) * area
            cost = overlap * 1.4 + np.ptp(turns, axis=1) * 44 + np.abs(np.diff(turns, axis=1)).max(axis=1) * 14
            cost += np.abs(letters[:, -1, 1] - letters[:, 0, 1]) / pt * 0.12
            cost += np.abs((starts + run.width / 2) / run.along[-1] - 0.5) * 10
            cost += np.where([_is_upright(row) for row in letters], 0, 1e6)
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
                best = run.name_from(float(starts[at]), float(cost[at]), float(hard))
    return best


# ---------------------------------------------------------------- drawing


def draw_curved_name(frame: MapFrame, name: CurvedName) -> list[Item]:
    """Draw a name letter by letter with its halo; a level name is one text."""
    size, style = name.size_pt, name.style
    colour = getattr(frame.palette, style.ink)
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
    letters: list[Text] = [
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
    paper = frame.palette.paper
    halos = [Text(t.x, t.y, t.text, t.font, size, paper, "middle", t.turn, halo=halo) for t in letters]
    return [Group((*(halos if halo is not None else ()), *letters), text=" ".join(name.text.split()))]
