"""The parts of a large map that its tiles show, so that a page does not contain the whole map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from pnp.extent import Extents, item_extent, points_extent
from pnp.scene import Group, Item, Matrix, Path, Rect
from pnp.units import Mm

NEAR: Mm = 3.0
"""What is farther outside a tile than this is left out; sharp corners of lines reach beyond their extent."""
LONG = 60
"""Paths with more commands are divided into their lines and areas."""
_CELL: Mm = 50.0


class _Subpath(NamedTuple):
    """One line or area of a path: its commands and coordinates."""

    ops: str
    xy: Sequence[Mm]


class TileContents:
    """Finds out which of the drawn items of a map are visible on which of its tiles."""

    def __init__(self, boxes: Sequence[Rect]) -> None:
        """`boxes` are the printed parts of the tiles."""
        self._boxes = [box.grown(NEAR) for box in boxes]
        self._known: Extents = {}
        self._tiles_at: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, box in enumerate(self._boxes):
            for cell in _cells(box):
                self._tiles_at[cell].append(number)

    def divide(self, items: Iterable[Item]) -> list[tuple[Item, ...]]:
        """Return the items that each tile shows, in their order. Every item is looked at once."""
        found: list[list[Item]] = [[] for _ in self._boxes]
        for item in items:
            for number, part in self._parts(item):
                found[number].append(part)
        return [tuple(items) for items in found]

    def _parts(self, item: Item) -> Iterator[tuple[int, Item]]:
        """Yield the number of each tile that shows an item, with the part of the item that it shows."""
        if isinstance(item, Group) and item.matrix == Matrix() and item.opacity == 1 and not item.text:
            for number, inner in enumerate(self.divide(item.items)):
                if inner:
                    clip = item.clip
                    if clip is not None and _is_box_around(clip, self._boxes[number]):
                        clip = None  # it cuts nothing off
                    yield number, replace(item, items=inner, clip=clip)
        elif isinstance(item, Path) and len(item.ops) > LONG:
            around = item.stroke.width / 2 if item.stroke else 0
            parts: dict[int, list[_Subpath]] = defaultdict(list)
            for part in _subpaths(item):
                box = points_extent(part.xy)
                assert box is not None
                for number in self._tiles_with(box.grown(around)):
                    parts[number].append(part)
            for number, some in parts.items():
                ops, xy = "".join([part.ops for part in some]), tuple(chain.from_iterable(part.xy for part in some))
                yield number, replace(item, ops=ops, xy=xy)
        elif (extent := item_extent(item, self._known)) is not None:
            for number in self._tiles_with(extent):
                yield number, item

    def _tiles_with(self, extent: Rect) -> Iterable[int]:
        """Return the numbers of the tiles that show any part of a box."""
        tiles = self._tiles_at
        near = dict.fromkeys(number for cell in _cells(extent) for number in tiles.get(cell, ()))
        return [number for number in near if _touch(self._boxes[number], extent)]


def _is_box_around(clip: Path, tile: Rect) -> bool:
    """Return whether a clip is an upright rectangle around a tile."""
    box = points_extent(clip.xy)
    if box is None or clip.ops.rstrip("Z") not in ("MLLL", "MLLLL"):
        return False
    corners = set(zip(clip.xy[::2], clip.xy[1::2], strict=True))
    if corners != {(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)}:
        return False
    return box.x <= tile.x and box.y <= tile.y and tile.right <= box.right and tile.bottom <= box.bottom


def _subpaths(path: Path) -> Iterator[_Subpath]:
    """Yield the lines and areas of a path. What one of them fills does not depend on others beside it."""
    at = 0
    for rest in path.ops.split("M")[1:]:
        end = at + 2 + 2 * rest.count("L") + 6 * rest.count("C")
        yield _Subpath(f"M{rest}", path.xy[at:end])
        at = end


def _cells(box: Rect) -> Iterator[tuple[int, int]]:
    """Yield the squares of 50 mm that contain a part of a box."""
    for across in range(int(box.x // _CELL), int(box.right // _CELL) + 1):
        for down in range(int(box.y // _CELL), int(box.bottom // _CELL) + 1):
            yield across, down


def _touch(one: Rect, other: Rect) -> bool:
    """Return whether two boxes meet; either may be a line without width."""
    return one.x <= other.right and other.x <= one.right and one.y <= other.bottom and other.y <= one.bottom
