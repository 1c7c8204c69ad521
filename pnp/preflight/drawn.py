"""What a page or a form draws, as far as preflight measures it: text, short lines, images, and the boxes of clips.

A map of 40,000 hexes is one form, and each of its 120 tiles draws that form under another clip. So the boxes of a large
form are computed once, and each use takes over only what lies near its clip.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from pnp.preflight.path import Six, after, path_box
from pnp.preflight.run import Run
from pnp.scene import Matrix, Rect
from pnp.units import Mm

_LARGE = 64
"""With so many runs or strokes it is faster to select those near a clip than to move them all."""
_NEAR: Mm = 1
"""What lies farther outside a clip than this is left out."""


_EVERYWHERE = Rect(-1e9, -1e9, 2e9, 2e9)


class Stroke(NamedTuple):
    """A stroked path: its operators (empty if it is long), the map from its coordinates to the page, its line width."""

    path: bytes
    place: Six
    width: float

    @property
    def box(self) -> Rect:
        """The box around its points; that of a path that was not kept is everywhere."""
        return path_box(self.path, self.place) or _EVERYWHERE


class Image(NamedTuple):
    """An image: its pixels across and down, and the map from the unit square that it fills to the page."""

    across: int
    down: int
    place: Six


class Limit(Protocol):
    """How much may be read of a file."""

    @property
    def keeps_hidden(self) -> bool:
        """Whether text that a clip hides entirely is wanted too."""

    def count(self, things: int) -> None:
        """Note that so many things were read; raises if they are more than a file may hold."""


@dataclass(slots=True, eq=False)
class Drawn:
    """What content draws: text, stroked paths, images, and each clip that does not lie in another (map, box)."""

    runs: list[Run] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    clips: list[tuple[Six, Rect]] = field(default_factory=list)
    _run_boxes: Any = None
    _stroke_boxes: Any = None

    def add(self, inner: Drawn, place: Matrix, clip: Rect | None, limit: Limit, *, marked: bool = False) -> None:
        """Add what a form draws, placed and clipped, without what the clip hides entirely."""
        runs: Sequence[Run] = inner.runs
        if clip is not None and not limit.keeps_hidden and len(runs) > _LARGE:
            if inner._run_boxes is None:
                inner._run_boxes = table_of(run.box for run in runs)
            runs = [runs[i] for i in indices_near(inner._run_boxes, place, clip)]
        strokes: Sequence[Stroke] = inner.strokes
        if clip is not None and len(strokes) > _LARGE:
            if inner._stroke_boxes is None:
                inner._stroke_boxes = table_of(stroke.box for stroke in strokes)
            strokes = [strokes[i] for i in indices_near(inner._stroke_boxes, place, clip)]
        limit.count(len(runs) + len(strokes) + len(inner.images))
        six = (place.a, place.b, place.c, place.d, place.e, place.f)
        self.runs.extend([run.moved(place, clip, marked=marked) for run in runs])
        self.strokes.extend([Stroke(path, after(six, own), width) for path, own, width in strokes])
        self.images.extend([Image(across, down, after(six, own)) for across, down, own in inner.images])


def table_of(boxes: Iterable[Rect]) -> Any:  # noqa: ANN401 - an array
    """Left, top, right and bottom of each box."""
    return np.array([(box.x, box.y, box.right, box.bottom) for box in boxes])


def indices_near(boxes: Any, place: Matrix, clip: Rect) -> list[int]:  # noqa: ANN401
    """The indices of the boxes that, once placed, lie in the clip or near it."""
    left, top, right, bottom = boxes.T
    xs = [place.a * x + place.c * y + place.e for x in (left, right) for y in (top, bottom)]
    ys = [place.b * x + place.d * y + place.f for x in (left, right) for y in (top, bottom)]
    room = clip.grown(_NEAR)
    beside = (np.max(xs, axis=0) < room.x) | (np.min(xs, axis=0) > room.right)
    beyond = (np.max(ys, axis=0) < room.y) | (np.min(ys, axis=0) > room.bottom)
    found: list[int] = np.flatnonzero(~(beside | beyond)).tolist()
    return found
