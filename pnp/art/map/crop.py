"""Cropping of drawings to a window, so that a figure does not contain a whole map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.art.map.noise import Array
from pnp.art.map.outlines import area_path, boundary_lines, lines_path
from pnp.extent import items_extent
from pnp.scene import Group, Item, Matrix, Path, Rect, Text, Use
from pnp.units import int_sum

IDENTITY = Matrix()
LONG = 60
"""Paths with more commands are cut at the window; shorter ones are kept whole or left out."""
AIR = 2.0
"""Distance in mm beyond the window at which paths are cut, so that no cut is visible."""
MOST_PATHS = 1024
"""The lines of so many paths are kept: more than a map has, because each figure of a booklet crops all of them."""


def cropped(items: Iterable[Item], window: Rect) -> tuple[Item, ...]:
    """Return the drawn items that are visible in a window. Long paths are cut just outside it."""
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
                if _is_visible(_path_box(item), window):
                    found.append(item)
            case Use():
                m, scene = item.matrix, item.scene
                if m.b or m.c or _is_visible(Rect(m.e, m.f, m.a * scene.width, m.d * scene.height), window):
                    found.append(item)
            case Text() | Group():
                extent = items_extent((item,))
                if extent is not None and _is_visible(extent, window):
                    found.append(item)
    return tuple(found)


def without_hidden_parts(items: Iterable[Item], shown: BaseGeometry) -> tuple[Item, ...]:
    """Return the drawn items without the lines and areas that are wholly outside an area, which will be their clip.

    The drawing inside the area stays exactly the same: a closed line does not change how points outside its box are
    filled.
    """
    near = shown.buffer(AIR)
    shapely.prepare(near)
    return _near_area(items, near)


def _near_area(items: Iterable[Item], near: BaseGeometry) -> tuple[Item, ...]:
    """Return the drawn items, and the lines of paths, whose boxes touch a prepared area."""
    found: list[Item] = []
    for item in items:
        match item:
            case Path():
                made = _lines_near_area(item, near)
                if made.ops:
                    found.append(made)
            case Group(matrix=matrix) if matrix == IDENTITY:
                inner = _near_area(item.items, near)
                if inner:
                    found.append(replace(item, items=inner))
            case _:
                extent = items_extent((item,))
                if extent is not None and near.intersects(_box(extent)):
                    found.append(item)
    return tuple(found)


def _lines_near_area(path: Path, near: BaseGeometry) -> Path:
    """Return a path without the lines whose boxes do not touch a prepared area."""
    if not path.ops:
        return path
    lines = [f"M{rest}" for rest in path.ops.split("M")[1:]]
    ends = np.cumsum([int_sum(map(_POINTS.__getitem__, line)) for line in lines])
    starts = [0, *ends[:-1].tolist()]
    points = np.array(path.xy).reshape(-1, 2)
    (left, top), (right, foot) = (extreme.reduceat(points, starts).T for extreme in (np.minimum, np.maximum))
    seen = shapely.intersects(near, shapely.box(left, top, right, foot))
    if seen.all():
        return path
    kept = np.repeat(seen, np.diff(ends, prepend=0))
    ops = "".join(line for line, is_seen in zip(lines, seen.tolist(), strict=True) if is_seen)
    return replace(path, ops=ops, xy=tuple(points[kept].ravel().tolist()))


_POINTS = {"M": 1, "L": 1, "C": 3, "Z": 0}
"""How many points each command of a path has."""


def _box(rect: Rect) -> Polygon:
    """Return a rectangle as a polygon."""
    return shapely.box(rect.x, rect.y, rect.right, rect.bottom)


def _is_visible(box: Rect, window: Rect) -> bool:
    """Return whether a box is inside a window or less than 1 mm from it."""
    return box.grown(1.0).touches(window)


def _path_box(path: Path) -> Rect:
    """Return the rectangle around all points of a path."""
    xs, ys = path.xy[::2], path.xy[1::2]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else Rect(0, 0, 0, 0)


class _PathKey:
    """A path as a cache key that is compared by identity, because comparing long paths is slow."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __hash__(self) -> int:
        return id(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _PathKey) and self.path is other.path


@lru_cache(maxsize=MOST_PATHS)
def _lines_with_boxes(key: _PathKey) -> tuple[list[Array], Array]:
    """Return the lines that a path consists of, and the box around each of them.

    A box is left, top, right, bottom. The path must consist of straight lines.
    """
    rings = _path_lines(key.path)
    return rings, np.array([[*ring.min(axis=0), *ring.max(axis=0)] for ring in rings]).reshape(-1, 4)


def _path_lines(path: Path) -> list[Array]:
    """Return the lines that a path consists of, each as an array of points."""
    points = np.array(path.xy).reshape(-1, 2)
    ops = np.frombuffer(path.ops.replace("Z", "").encode(), np.uint8)
    return np.split(points, np.flatnonzero(ops == ord("M"))[1:])


def _lines_near(path: Path, window: Rect) -> list[Array]:
    """Return those lines of a path that may be visible in a window."""
    rings, boxes = _lines_with_boxes(_PathKey(path))
    left, top, right, foot = boxes.T
    seen = (left <= window.right) & (right >= window.x) & (top <= window.bottom) & (foot >= window.y)
    return [rings[i] for i in np.flatnonzero(seen)]


def _cut_path(path: Path, window: Rect) -> Path:
    """Return the part of a long path that is visible in a window.

    Areas and lines are cut at the sides of the window. A path with curves is not cut.
    """
    if "C" in path.ops:
        return path if _is_visible(_path_box(path), window) else replace(path, ops="", xy=())
    if path.fill is not None or path.ops.endswith("Z"):
        return _cut_area(path, window)
    around = window.grown(AIR)
    clipped = [part for line in _lines_near(path, around) for part in _cut_line(line, around)]
    assert path.stroke is not None
    return lines_path(clipped, path.stroke, tolerance=0)


def _cut_line(line: Array, window: Rect) -> list[Array]:
    """Return the parts of a line that are inside a window; a line of few points is not cut."""
    if len(line) < 8:
        return [line]
    return boundary_lines(
        shapely.clip_by_rect(shapely.LineString(line), window.x, window.y, window.right, window.bottom)
    )


def _cut_area(path: Path, window: Rect) -> Path:
    """Return a path of closed lines (an area), cut at the sides of a window."""
    around = window.grown(AIR)
    rings = []
    for ring in _lines_near(path, around):
        (x0, y0), (x1, y1) = ring.min(axis=0), ring.max(axis=0)
        if x0 >= around.x and x1 <= around.right and y0 >= around.y and y1 <= around.bottom:
            rings.append(ring)
            continue
        cut = shapely.make_valid(Polygon(ring)).intersection(
            shapely.box(around.x, around.y, around.right, around.bottom)
        )
        made = area_path(cut, tolerance=0)
        rings += _path_lines(made) if made.ops else []
    ops = "".join("M" + "L" * (len(ring) - 1) + "Z" for ring in rings)
    xy = tuple(np.round(np.concatenate(rings), 3).ravel().tolist()) if rings else ()
    return replace(path, ops=ops, xy=xy)
