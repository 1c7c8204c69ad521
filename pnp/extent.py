"""Computes extents: the bounding boxes of paths, texts and whole drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pnp.scene import SHEET, Group, Item, Matrix, Path, Rect, Scene, Text, Use
from pnp.typeface import metrics, text_width
from pnp.units import MM_PER_POINT

Extents: TypeAlias = dict[Scene, Rect | None]


def item_extent(item: Item, known: Extents | None = None) -> Rect | None:
    """Return the bounding box of a drawn item in its parent's coordinates; None if it is empty.

    The box of a curve is the box of its handles. The box of a text has the full ascent of the font. Boxes are never too
    small. `known` holds the boxes of scenes for further calls. The tint of the paper around a map counts as paper.
    """
    match item:
        case Path():
            return path_extent(item)
        case Text():
            return text_extent(item)
        case Use():
            return moved_extent(scene_extent(item.scene, known), item.matrix)
        case Group() if item.layer == SHEET:
            return None
        case Group():
            inside = items_extent(item.items, known)
            if item.clip is not None and inside is not None:
                clip = points_extent(item.clip.xy)
                inside = _union(inside, clip) if clip else None
            return moved_extent(inside, item.matrix)


def items_extent(items: Iterable[Item], known: Extents | None = None) -> Rect | None:
    """Return the bounding box around all these items together; None if they are empty."""
    known = {} if known is None else known
    boxes = [box for item in items if (box := item_extent(item, known)) is not None]
    if not boxes:
        return None
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    return Rect(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


def scene_extent(scene: Scene, known: Extents | None = None) -> Rect | None:
    """Return the bounding box of everything in a scene, including what extends past its trim lines."""
    known = {} if known is None else known
    if scene not in known:
        known[scene] = items_extent(scene.items, known)
    return known[scene]


def path_extent(path: Path) -> Rect | None:
    """Return the bounding box of a path, including the width of its line but not mitred corners."""
    if path.fill is None and path.stroke is None:
        return None
    box = points_extent(path.xy)
    return box.grown(path.stroke.width / 2) if box and path.stroke else box


def text_extent(text: Text) -> Rect | None:
    """Return the bounding box of a line of text, from the font's descent to its ascent."""
    if not text.text:
        return None
    width = text_width(text.text, text.font, text.size_pt, text.tracking)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    font, size = metrics(text.font), text.size_pt * MM_PER_POINT
    box = Rect(left, -font.ascent * size, width, (font.ascent + font.descent) * size)
    if text.halo:
        box = box.grown(text.halo.width / 2)
    if not text.turn:
        return Rect(text.x + box.x, text.y + box.y, box.width, box.height)
    return moved_extent(box, Matrix.place(text.x, text.y, turn=text.turn))


def moved_extent(box: Rect | None, matrix: Matrix) -> Rect | None:
    """Return the upright bounding box of a rectangle after a transformation; None if it is None."""
    if box is None:
        return None
    if matrix.b == matrix.c == 0 and matrix.a > 0 and matrix.d > 0:  # upright, as nearly everything is
        return Rect(*matrix.apply((box.x, box.y)), matrix.a * box.width, matrix.d * box.height)
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return points_extent([value for corner in corners for value in matrix.apply(corner)])


def points_extent(xy: Sequence[float]) -> Rect | None:
    """Return the bounding box of points, given as a flat list x, y, x, y ...; None if there are none."""
    if not xy:
        return None
    across, down = xy[0::2], xy[1::2]
    left, top = min(across), min(down)
    return Rect(left, top, max(across) - left, max(down) - top)


def _union(one: Rect, other: Rect) -> Rect | None:
    """Return the smallest box around two bounding boxes; None if both are None."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - left, min(one.bottom, other.bottom) - top
    return Rect(left, top, width, height) if width >= 0 and height >= 0 else None
