"""What grows: tree crowns, palms, tufts and reeds, each in a few variants that a map repeats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

from pnp.draw.map.linework import arc, pen
from pnp.draw.map.noise import Array, varied
from pnp.draw.map.palette import MapPalette
from pnp.scene import Item, Matrix, Path, Point, Scene, Stroke, Use, circle, polyline
from pnp.units import Mm

Painter = Callable[[MapPalette, Mm, float], list[Item]]
"""Draws one variant about (0, 0): colours, size of a point in mm, share from 0 to 1 of the way through the variants.
"""

VARIANTS = 5


def _several(lines: Iterable[list[Point]], stroke: Stroke) -> Path:
    ops, xy = "", []
    for line in lines:
        ops += "M" + "L" * (len(line) - 1)
        xy += [v for point in line for v in point]
    return Path(ops, tuple(xy), None, stroke)


def _joined(*shapes: Path) -> Path:
    return Path("".join(s.ops for s in shapes), tuple(v for s in shapes for v in s.xy), shapes[0].fill)


def jungle_tree(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """A broad crown of three lobes, lined all around and shaded at its foot."""
    s = (2.0 + 0.9 * share) * pt
    lean = 0.12 * s * math.sin(9 * share)
    lobes = [(-0.62 * s, 0.05 * s, 0.55 * s), (0.58 * s, 0.1 * s, 0.55 * s), (lean, -0.38 * s, 0.72 * s)]
    rim = [arc(*lobes[0], 80, 215), arc(*lobes[2], 195, 345), arc(*lobes[1], -35, 110)]
    foot = [(-0.35 * s, 0.5 * s), (-0.15 * s, 0.58 * s), (0.2 * s, 0.59 * s), (0.5 * s, 0.45 * s)]
    return [
        _joined(*[circle(x, y, r, fill=palette.tree) for x, y, r in lobes]),
        _several(rim, pen(palette.tree_line, 0.38, pt)),
        polyline(foot, stroke=pen(palette.tree_line, 0.5, pt)),
    ]


def woods_tree(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """A round crown on a short stem; every third is a pointed one."""
    s = (1.7 + 0.7 * share) * pt
    line = pen(palette.crown_line, 0.36, pt)
    stem = polyline([(0, 0.7 * s), (0, 1.25 * s)], stroke=pen(palette.crown_line, 0.5, pt))
    if round(share * (VARIANTS - 1)) % 3 == 1:
        crown = [(0.0, -1.25 * s), (0.72 * s, 0.8 * s), (-0.72 * s, 0.8 * s)]
        return [stem, polyline(crown, closed=True, fill=palette.crown, stroke=line)]
    shade = arc(0, 0, 0.62 * s, 5, 105)
    return [stem, circle(0, 0, 0.9 * s, fill=palette.crown, stroke=line), polyline(shade, stroke=line)]


def palm(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """A thin leaning stem and five fronds."""
    k, lean = (0.9 + 0.25 * share) * pt, 0.6 * math.sin(7 * share) * pt
    top = (lean, -1.6 * k)
    fronds = []
    for angle in (200, 235, 270, 305, 340):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        end = (lean + 2.1 * k * cos, -1.6 * k + 1.9 * k * sin + 0.7 * k)
        knee = (lean + 1.3 * k * cos, -1.6 * k + 1.45 * k * sin)
        fronds.append([top, ((top[0] + knee[0]) / 2, (top[1] + knee[1]) / 2 - 0.1 * k), knee, end])
    return [
        polyline(
            [(0, 3 * k), (0.05 * k, 1.2 * k), (0.7 * lean, -0.3 * k), top],
            stroke=pen(palette.palm_stem, 0.5, k),
        ),
        _several(fronds, pen(palette.palm_leaf, 0.45, k)),
    ]


def tuft(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """Three blades of dry grass."""
    k = (0.8 + 0.4 * share) * pt
    blades = [
        [(dx * 0.5 * k, 0.7 * k), ((dx + lean) * k, (-0.8 + abs(dx) * 0.3) * k)]
        for dx, lean in ((-0.9, -0.5), (0, 0.1), (0.9, 0.5))
    ]
    return [_several(blades, pen(palette.tuft, 0.36, pt))]


def reeds(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """Reeds over two short lines of water."""
    k = (1.5 + 0.5 * share) * pt
    blades = [[(0.25 * dx * k, 0.35 * k), (dx * k, (-1.15 + abs(dx) * 0.45) * k)] for dx in (-0.7, -0.25, 0.3, 0.75)]
    waters = [[(-1.7 * k, 0.45 * k), (1.5 * k, 0.45 * k)], [(-0.9 * k, 0.95 * k), (1.0 * k, 0.95 * k)]]
    return [
        _several(waters, pen(palette.marsh_water, 0.45, pt)),
        _several(blades, pen(palette.reed, 0.42, pt)),
    ]


def peak(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """A mountain seen from the south: lit from the north-west, hatched on its shaded side."""
    w, h = (6.0 + 2.6 * share) * pt, (6.6 + 3.2 * share) * pt
    crown = (0.3 * w * math.sin(5 * share), -h)
    left, right = (
        [(-w, 0.0), (-0.62 * w, -0.4 * h), (-0.4 * w, -0.52 * h)],
        [(0.35 * w, -0.55 * h), (0.6 * w, -0.38 * h), (w, 0.05 * h)],
    )
    ridge = [crown, (crown[0] + 0.1 * w, -0.68 * h), (crown[0] - 0.08 * w, -0.42 * h), (crown[0] + 0.08 * w, -0.12 * h)]
    line = pen(palette.mountain_line, 0.5, pt)
    hatch = []
    for t in (0.25, 0.45, 0.65, 0.85):
        x, y = crown[0] + (w - crown[0]) * t, -h * (1 - t) + 0.02 * h
        hatch.append([(x - 0.04 * w, y + 0.08 * h), (x - 0.28 * w * (1 - t / 2), y + 0.42 * h * (1 - t / 1.6))])
    return [
        polyline([*left, crown, *right], closed=True, fill=palette.mountain_lit),
        polyline([crown, *right, ridge[-1], ridge[-2], ridge[-3]], closed=True, fill=palette.mountain_shade),
        _several([[*left, crown, *right], ridge], line),
        _several(hatch, pen(palette.mountain_line, 0.32, pt)),
    ]


def grain(palette: MapPalette, pt: Mm, share: float) -> list[Item]:
    """A grain of sand."""
    return [circle(0, 0, (0.28 + 0.16 * share) * pt, fill=palette.sand_dot)]


REACH_PT: dict[Painter, tuple[float, float, float, float]] = {
    jungle_tree: (4, 4, 4, 3),
    woods_tree: (3, 3.5, 3, 3.5),
    palm: (3.2, 4.8, 3.2, 4),
    tuft: (2.4, 1.8, 2.4, 1.6),
    reeds: (4, 3, 4, 3),
    peak: (9.5, 11, 9.5, 2),
    grain: (1, 1, 1, 1),
}
"""How far each kind of art reaches left, up, right and down of its place, in points."""


@cache
def variants(painter: Painter, palette: MapPalette, pt: Mm) -> tuple[Scene, ...]:
    """The scenes of one kind of art, for hexes on which a length of a point is `pt` mm."""
    left, up, right, down = (value * pt for value in REACH_PT[painter])
    scenes = []
    for i in range(VARIANTS):
        items = painter(palette, pt, i / (VARIANTS - 1))
        placed = [_shifted(item, left, up) for item in items]
        scenes.append(Scene(f"{painter.__name__.replace('_', '-')}-{i + 1}", left + right, up + down, tuple(placed)))
    return tuple(scenes)


def _shifted(item: Item, dx: Mm, dy: Mm) -> Item:
    assert isinstance(item, Path)
    xy = tuple(round(v + (dy if i % 2 else dx), 4) for i, v in enumerate(item.xy))
    return Path(item.ops, xy, item.fill, item.stroke)


def planted(painter: Painter, places: Array, palette: MapPalette, pt: Mm, seed: int) -> list[Item]:
    """One of the variants at each place, in the order given."""
    left, up, *_ = (value * pt for value in REACH_PT[painter])
    scenes = variants(painter, palette, pt)
    which = varied(places, VARIANTS, seed) if len(places) else np.empty(0, dtype=np.int64)
    spots = np.round(places - (left, up), 3).tolist()
    return [Use(scenes[kind], Matrix(1, 0, 0, 1, x, y)) for kind, (x, y) in zip(which.tolist(), spots, strict=True)]
