"""The look `silty-river`: a broad river in flood along hexsides, with sandbanks, silt and lines of the current."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map import ink, noise, outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.streams import Stream
from pnp.art.map.water import Waters
from pnp.palette import mix
from pnp.scene import Colours, Item, Stroke

LEAST_BEND, FULL_BEND = 0.015, 0.055
"""The curvature in radians per point at which a sandbank begins inside a bend, and at which it is widest."""


@DRAWINGS.enter("silty-river")
def draw_silty_river(waters: Waters, streams: Sequence[Stream], colours: Colours, taken: Occupancy) -> list[Item]:
    """Draw rivers in flood: a green strip, body, light edge, channel, current, sandbanks, and banks with a pen."""
    frame, pt = waters.frame, waters.frame.scaled(1)
    area = shapely.union_all([stream.area for stream in streams])
    channels = [_channel(stream, pt, frame.seed) for stream in streams]
    sand = shapely.union_all([bar for stream in streams for bar in _bars(stream, pt, frame.seed)])
    sand = sand.intersection(area.buffer(0.2 * pt)).difference(_names(streams, taken, pt))
    items: list[Item] = [
        outlines.area_path(area.buffer(1.7 * pt, quad_segs=4), fill=colours["strip"]),
        outlines.area_path(area, fill=colours["light"]),
        outlines.area_path(area.buffer(-1.8 * pt), fill=colours["body"]),
        outlines.area_path(shapely.union_all(channels).intersection(area.buffer(-1.8 * pt)), fill=colours["channel"]),
    ]
    silt, flow = _current(streams, sand, taken, pt, frame.seed)
    for lines, name, width in ((silt, "silt", 0.48), (flow, "flow", 0.3)):
        if lines:
            items.append(outlines.lines_path(lines, Stroke(colours[name], frame.stroke(width), cap="round")))
    if not sand.is_empty:
        items += _draw_sand(waters, sand, area, colours)
    for inset, width, share in ((1.0, 0.3, 0.6), (2.2, 0.25, 0.4)):
        lines = outlines.boundary_lines(area.buffer(-inset * pt).boundary.difference(sand.buffer(0.6 * pt)))
        stroke = Stroke(mix(colours["bank"], colours["body"], share), frame.stroke(width), join="round")
        items.append(outlines.lines_path(lines, stroke))
    shore = waters.surface.boundary.intersection(area.buffer(0.2 * pt))
    lines = outlines.boundary_lines(shapely.line_merge(shore))
    banks = ink.ink_strokes(
        lines, (0.55 * pt, 1.2 * pt), frame.seed + 91, step=1.15 * pt, gaps=0.03, wavelength=14 * pt
    )
    return [*items, outlines.rings_path(banks, fill=colours["bank"])]


def _along(stream: Stream, pt: float) -> tuple[Array, Array, Array]:
    """Return points along the middle of a river about 1.7 points apart, half its width, and its curvature in 1/pt."""
    spots = outlines.resample(stream.points, 1.7 * pt)
    half = np.interp(np.linspace(0, 1, len(spots)), np.linspace(0, 1, len(stream.widths)), stream.widths) / 2
    way = np.gradient(spots, axis=0)
    turn = np.gradient(np.unwrap(np.arctan2(way[:, 1], way[:, 0]))) / 1.7
    window = np.ones(9) / 9
    return spots, half, np.convolve(np.pad(turn, 4, mode="edge"), window, "valid")


def _channel(stream: Stream, pt: float, seed: int) -> BaseGeometry:
    """Return the deep channel of a river, which winds inside it."""
    spots, half, bend = _along(stream, pt)
    aside = -np.clip(bend / FULL_BEND, -1, 1) * 0.3 + 0.25 * noise.octaves(spots, 26 * pt, seed + 71, 2)
    middle = spots + outlines.normals(spots) * (aside * half)[:, None] * -1
    return outlines.variable_band(middle, 0.76 * half)


def _bars(stream: Stream, pt: float, seed: int) -> list[BaseGeometry]:
    """Return the sandbanks of a river: inside its bends, and now and then in the middle of straight reaches."""
    spots, half, bend = _along(stream, pt)
    found: list[BaseGeometry] = []
    left = outlines.normals(spots)
    for hand in (1, -1):
        inside = np.clip(-hand * bend - LEAST_BEND, 0, FULL_BEND - LEAST_BEND) / (FULL_BEND - LEAST_BEND)
        wide = inside * half * (0.85 + 0.6 * noise.octaves(spots, 23 * pt, seed + 72 + hand, 2))
        wide = np.convolve(wide, np.ones(5) / 5, "same")
        on = np.concatenate([[0], (wide > 0.5 * pt).astype(np.int64), [0]])
        ends = np.flatnonzero(np.diff(on))
        for a, b in zip(ends[::2], ends[1::2], strict=True):
            if b - a < 6:
                continue
            taper = np.sin(np.linspace(0, np.pi, b - a)) ** 0.6
            bank = spots[a:b] + left[a:b] * (hand * (half[a:b] + 0.3 * pt))[:, None]
            inner = spots[a:b] + left[a:b] * (hand * (half[a:b] - wide[a:b] * taper))[:, None]
            found.append(shapely.Polygon(np.vstack([bank, inner[::-1]])).buffer(0))
    at, number = 24.0, 0
    while at < len(spots) - 14:
        i, number = int(at), number + 1
        key = (seed, "island", stream.chain.id, number)
        long = 7 + int(5 * noise.chance(*key, "long"))
        some = slice(i, i + long)
        if half[some].mean() > 6.2 * pt and np.abs(bend[some]).mean() < 0.022:
            shape = np.sin(np.linspace(0, np.pi, long))
            aside = noise.between(-0.3, 0.3, *key, "aside") * half[some]
            middle = spots[some] + left[some] * aside[:, None]
            found.append(shapely.Polygon(ink.strip(middle, 0.62 * half[some] * shape + 0.05 * pt)).buffer(0))
            at += noise.between(34, 60, *key, "next")
        else:
            at += 4
    return found


def _names(streams: Sequence[Stream], taken: Occupancy, pt: float) -> BaseGeometry:
    """Return the area round names and other print on the rivers, which sandbanks leave free."""
    spots = np.concatenate([_along(stream, pt)[0] for stream in streams])
    marked = spots[taken.at(spots) > 0]
    return shapely.union_all(shapely.buffer(shapely.points(marked), 8.5 * pt)) if len(marked) else shapely.Polygon()


def _current(
    streams: Sequence[Stream], sand: BaseGeometry, taken: Occupancy, pt: float, seed: int
) -> tuple[list[Array], list[Array]]:
    """Return streaks of silt and lines of the current along rivers, off the sandbanks and off print."""
    silt: list[Array] = []
    flow: list[Array] = []
    dry = sand.buffer(0.8 * pt)
    for stream in streams:
        spots, half, _ = _along(stream, pt)
        left, at, number = outlines.normals(spots), 1.0, 0
        while at < len(spots) - 9:
            i, number = int(at), number + 1
            key = (seed, "current", stream.chain.id, number)
            long = 4 + int(5 * noise.chance(*key, "long"))
            aside = noise.between(-0.78, 0.78, *key, "aside")
            line = spots[i : i + long] + left[i : i + long] * (aside * half[i : i + long])[:, None]
            if not shapely.intersects_xy(dry, line[:, 0], line[:, 1]).any() and not taken.at(line).any():
                (silt if noise.chance(*key, "silt") < 0.4 else flow).append(line)
            at += noise.between(0.7, 1.9, *key, "next")
    return silt, flow


def _draw_sand(waters: Waters, sand: BaseGeometry, area: BaseGeometry, colours: Colours) -> list[Item]:
    """Draw sandbanks with grains, an edge, and two lines in the water around them."""
    frame, pt = waters.frame, waters.frame.scaled(1)
    inner = area.buffer(-0.5 * pt)
    items: list[Item] = []
    for by, width in ((1.0, 0.28), (1.9, 0.25)):
        lines = outlines.boundary_lines(sand.buffer(by * pt).boundary.intersection(inner))
        items.append(
            outlines.lines_path(lines, Stroke(mix(colours["bank"], colours["body"], 0.5), frame.stroke(width)))
        )
    items.append(outlines.area_path(sand, fill=colours["sand"]))
    shapely.prepare(sand)
    grains = noise.scattered(frame.box, 1.25 * pt, frame.seed + 94)
    grains = grains[shapely.contains_xy(sand, grains[:, 0], grains[:, 1])]
    dots = list(np.stack([grains, grains + np.array((0.02, 0.0))], axis=1))
    if dots:
        items.append(outlines.lines_path(dots, Stroke(colours["grain"], frame.stroke(0.36), cap="round"), tolerance=0))
    lines = outlines.boundary_lines(sand.boundary.intersection(area.buffer(-0.4 * pt)))
    edge = ink.ink_strokes(lines, (0.25 * pt, 0.48 * pt), frame.seed + 95, step=0.9 * pt, gaps=0.1, wavelength=7 * pt)
    return [*items, outlines.rings_path(edge, fill=colours["grain"])]
