"""Cropping: the part of a display list that a window shows, so that a figure need not carry a whole map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon

from pnp.draw.map.linework import area_path, boundary_lines, lines_path
from pnp.draw.map.noise import Array
from pnp.extent import items_extent
from pnp.scene import Group, Item, Matrix, Path, Rect, Text, Use

IDENTITY = Matrix()
LONG = 60
"""Paths of more commands are cut with the window; shorter ones are kept whole or left out."""
AIR = 2.0
"""How far beyond the window paths are cut, so that no cut is seen."""


def cropped(items: Iterable[Item], window: Rect) -> tuple[Item, ...]:
    """The items that show in a window, groups without those that do not, long paths cut about it."""
    found: list[Item] = []
    for item in items:
        match item:
            case Group(matrix=matrix) if matrix == IDENTITY:
                inner = cropped(item.items, window)
                if inner:
                    clip = item.clip
                    if clip is not None and len(clip.ops) > LONG:
                        clip = _cut_area(clip, window)
                    if clip is None or clip.ops:
                        found.append(replace(item, items=inner, clip=clip))
            case Path() if len(item.ops) > LONG:
                made = _cut_path(item, window)
                if made.ops:
                    found.append(made)
            case Path():
                if _seen(_box(item), window):
                    found.append(item)
            case Use():
                m, scene = item.matrix, item.scene
                if m.b or m.c or _seen(Rect(m.e, m.f, m.a * scene.width, m.d * scene.height), window):
                    found.append(item)
            case Text() | Group():
                extent = items_extent((item,))
                if extent is not None and _seen(extent, window):
                    found.append(item)
    return tuple(found)


def _seen(box: Rect, window: Rect) -> bool:
    return box.grown(1.0).touches(window)


def _box(path: Path) -> Rect:
    xs, ys = path.xy[::2], path.xy[1::2]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else Rect(0, 0, 0, 0)


class _Path:
    """A path as a key: the same only if it is one object, since long ones are slow to compare."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __hash__(self) -> int:
        return id(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Path) and self.path is other.path


@lru_cache(maxsize=128)
def _ringed(key: _Path) -> tuple[list[Array], Array]:
    """The parts of a path of straight lines, and the box of each: left, top, right, foot."""
    rings = _rings(key.path)
    return rings, np.array([[*ring.min(axis=0), *ring.max(axis=0)] for ring in rings]).reshape(-1, 4)


def _rings(path: Path) -> list[Array]:
    points = np.array(path.xy).reshape(-1, 2)
    starts = [i for i, op in enumerate(op for op in path.ops if op != "Z") if op == "M"]
    return [points[a:b] for a, b in zip(starts, [*starts[1:], len(points)], strict=True)]


def _near(path: Path, window: Rect) -> list[Array]:
    """The parts of a path that may be seen in a window."""
    rings, boxes = _ringed(_Path(path))
    left, top, right, foot = boxes.T
    seen = (left <= window.right) & (right >= window.x) & (top <= window.bottom) & (foot >= window.y)
    return [rings[i] for i in np.flatnonzero(seen)]


def _cut_path(path: Path, window: Rect) -> Path:
    """A long path as far as it shows: an area cut by the window's sides, or lines."""
    if "C" in path.ops:
        return path if _seen(_box(path), window) else replace(path, ops="", xy=())
    if path.fill is not None or path.ops.endswith("Z"):
        return _cut_area(path, window)
    around = window.grown(AIR)
    clipped = [part for line in _near(path, around) for part in _cut_line(line, around)]
    assert path.stroke is not None
    return lines_path(clipped, path.stroke, tolerance=0)


def _cut_line(line: Array, window: Rect) -> list[Array]:
    if len(line) < 8:
        return [line]
    return boundary_lines(
        shapely.clip_by_rect(shapely.LineString(line), window.x, window.y, window.right, window.bottom)
    )


def _cut_area(path: Path, window: Rect) -> Path:
    """Closed lines cut by the window's sides. Each ring is cut by itself: what is inside stays inside."""
    around = window.grown(AIR)
    rings = []
    for ring in _near(path, around):
        (x0, y0), (x1, y1) = ring.min(axis=0), ring.max(axis=0)
        if x0 >= around.x and x1 <= around.right and y0 >= around.y and y1 <= around.bottom:
            rings.append(ring)
            continue
        cut = shapely.make_valid(Polygon(ring)).intersection(
            shapely.box(around.x, around.y, around.right, around.bottom)
        )
        made = area_path(cut, tolerance=0)
        rings += _rings(made) if made.ops else []
    ops = "".join("M" + "L" * (len(ring) - 1) + "Z" for ring in rings)
    xy = tuple(float(v) for ring in rings for v in np.round(ring, 3).ravel())
    return replace(path, ops=ops, xy=xy)
