"""Scenes: drawings made of paths and texts, in mm from the top left corner.

The y axis points down; angles are in degrees, clockwise.
A `Scene` is a value. Drawing code creates it, imposition places it on a page with `Use`, writers write its items.
Repeated drawings are the *same* Scene: writers write it once and refer to it (a Form XObject, an SVG symbol).
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, TypeAlias

from pnp.deferred import deferred
from pnp.units import Degrees, Mm

with deferred():
    import numpy as np

Colour: TypeAlias = str
"""`#RRGGBB`, sRGB."""
Colours: TypeAlias = Mapping[str, Colour]
"""Colours by their use, such as those of a look of terrain, and the shared ones by their names in `MapPalette`."""
Point: TypeAlias = tuple[Mm, Mm]
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: left, top, width, height in mm."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    @property
    def right(self) -> Mm:
        """The x coordinate of the rectangle's right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> Mm:
        """The y coordinate of the rectangle's lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The point at the centre of the rectangle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: Mm) -> Rect:
        """Return the rectangle with each edge moved outwards by `by` mm (inwards if negative)."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def holds(self, x: Mm, y: Mm) -> bool:
        """Return whether a point is inside the rectangle."""
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def touches(self, other: Rect) -> bool:
        """Return whether this and another rectangle overlap."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Matrix:
    """An affine transformation, with the six numbers of SVG and PDF: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: Mm = 0
    f: Mm = 0

    @classmethod
    def place(cls, x: Mm = 0, y: Mm = 0, *, turn: Degrees = 0, scale: float = 1) -> Matrix:
        """Return the transformation that first scales, then turns clockwise, then moves by (x, y).

        >>> Matrix.place(10, 0, turn=90).apply((1, 0))
        (10, 1)
        """
        if not turn:
            return cls(scale, 0, 0, scale, x, y)
        cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        if turn % 90 == 0:
            cos, sin = round(cos / scale) * scale, round(sin / scale) * scale
        return cls(cos, sin, -sin, cos, x, y)

    @property
    def magnification(self) -> float:
        """By how much a transformation without skew enlarges."""
        return math.hypot(self.a, self.b)

    def apply(self, point: Point) -> Point:
        """Return the point to which the transformation moves a point."""
        x, y = point
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def after(self, first: Matrix) -> Matrix:
        """Return the transformation that first applies `first`, then this one."""
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line: colour, width in mm, dash lengths in mm, cap and join."""

    colour: Colour
    width: Mm
    dash: tuple[Mm, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


MICROMETRES: float = 1000
"""The number of steps in a millimetre to which coordinates are rounded."""
FEW = 40
"""Up to so many numbers, Python rounds faster than numpy."""


class Coordinates(array):  # type: ignore[type-arg] # a class cannot name the type of its items
    """Coordinates that are rounded to a micrometre, which paths of one shape share."""

    __slots__ = ()


def _rounded(xy: Sequence[Mm]) -> Coordinates:
    """Return coordinates rounded to a micrometre; zero is never negative."""
    if type(xy) is Coordinates:
        return xy
    if len(xy) <= FEW or "numpy" not in sys.modules:  # a game without a map is checked without it
        return Coordinates("d", [round(value * MICROMETRES) / MICROMETRES + 0.0 for value in xy])
    return Coordinates("d", (np.rint(np.asarray(xy, dtype=np.float64) * MICROMETRES) / MICROMETRES + 0.0).tobytes())


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and Bezier curves.

    `ops` has one letter per command (M L C Z), `xy` the coordinates: 2 for M and L, 6 for C, 0 for Z. They are rounded
    to a micrometre, here and nowhere else, so that the last digits of a computation do not change the bytes of a file.
    They are stored as an array, because a map has a million of them, which are four times as large in a tuple.
    """

    ops: str
    xy: Sequence[Mm]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    opacity: float = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "xy", _rounded(self.xy))

    def __hash__(self) -> int:
        """Return a hash of the outline, which an array itself does not have."""
        return hash(self.outline)

    @property
    def outline(self) -> tuple[str, bytes]:
        """What is equal for paths of the same shape and place: the commands, and the coordinates as bytes."""
        return self.ops, bytes(self.xy)  # type: ignore[arg-type] # it is an array


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on a baseline that starts (or is centred, or ends) at (x, y).

    `font` is a key of `pnp.typeface` such as `condensed-bold`; `tracking` is extra mm between letters; `turn` is
    clockwise degrees about (x, y). `halo` is a stroke drawn behind the letters.
    """

    x: Mm
    y: Mm
    text: str
    font: str
    size_pt: float
    fill: Colour = "#000000"
    anchor: Anchor = "start"
    turn: Degrees = 0
    tracking: Mm = 0
    halo: Stroke | None = None
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Use:
    """A scene that is placed in another scene."""

    scene: Scene
    matrix: Matrix = Matrix()


SHEET = "sheet"
"""The layer of the tint of the paper around a map, which is left out where little ink is wanted."""
THUMBNAIL = "thumbnail"
"""The layer of small pictures of things that are printed at full size elsewhere.

Their text need not be readable.
"""


@dataclass(frozen=True, slots=True)
class Group:
    """Items that share a place, a clip (in the group's own coordinates), an opacity and a layer's name.

    `text` is the word that the items spell together, for searching and copying. Letters along a curve form one name.
    """

    items: tuple[Item, ...]
    matrix: Matrix = Matrix()
    clip: Path | None = None
    opacity: float = 1
    layer: str = ""
    text: str = ""


Item: TypeAlias = Path | Text | Use | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing of `width` x `height` mm. Ink may extend past its edges by `bleed` mm.

    Scenes with equal contents are equal, so a file contains each only once, also if one was read from the cache.
    `digested_once` makes keys of the cache (`pnp/cache.py`) contain the digest of a scene in place of its items.
    """

    name: str
    width: Mm
    height: Mm
    items: tuple[Item, ...]
    bleed: Mm = 0
    _hash: int = field(default=0, init=False, compare=False, repr=False)
    digested_once: ClassVar[bool] = True

    def __hash__(self) -> int:
        """Return the hash of the contents. It is computed once, because a map has many thousand items."""
        if not self._hash:
            contents = (self.name, self.width, self.height, self.items, self.bleed)
            object.__setattr__(self, "_hash", hash(contents) or 1)
        return self._hash

    def __reduce__(self) -> tuple[type[Scene], tuple[object, ...]]:
        """Return the fields without the hash, which is another number in every process."""
        return Scene, (self.name, self.width, self.height, self.items, self.bleed)

    @property
    def box(self) -> Rect:
        """The rectangle inside the trim lines of the scene; its top left corner is (0, 0)."""
        return Rect(0, 0, self.width, self.height)

    def enlarged(self, scale: float) -> Scene:
        """Return the scene at a multiple of its width and height, with the same bleed."""
        if scale == 1:
            return self
        inside = Use(self, Matrix.place(scale=scale))
        return Scene(self.name, self.width * scale, self.height * scale, (inside,), bleed=self.bleed)


# ---------------------------------------------------------------- making paths


def polyline(
    points: Iterable[Point],
    *,
    closed: bool = False,
    fill: Colour | None = None,
    stroke: Stroke | None = None,
    opacity: float = 1,
) -> Path:
    """Return a path of straight lines through these points."""
    flat = tuple(value for point in points for value in point)
    count = len(flat) // 2
    return Path("M" + "L" * (count - 1) + ("Z" if closed else ""), flat, fill, stroke, opacity=opacity)


def polygon(
    points: Iterable[Point], *, fill: Colour | None = None, stroke: Stroke | None = None, opacity: float = 1
) -> Path:
    """Return a path around a closed shape with these corner points."""
    return polyline(points, closed=True, fill=fill, stroke=stroke, opacity=opacity)


def line(x1: Mm, y1: Mm, x2: Mm, y2: Mm, stroke: Stroke) -> Path:
    """Return a path that is one straight line."""
    return Path("ML", (x1, y1, x2, y2), None, stroke)


def rectangle(
    rect: Rect, *, fill: Colour | None = None, stroke: Stroke | None = None, radius: Mm = 0, opacity: float = 1
) -> Path:
    """Return a path that is a rectangle, with rounded corners if `radius` is given."""
    x, y, r, b = rect.x, rect.y, rect.right, rect.bottom
    if not radius:
        return Path("MLLLZ", (x, y, r, y, r, b, x, b), fill, stroke, opacity=opacity)
    q = radius
    k = q * (1 - KAPPA)
    flat: tuple[Mm, ...] = (x + q, y, r - q, y, r - k, y, r, y + k, r, y + q, r, b - q, r, b - k, r - k, b, r - q, b)
    flat += (x + q, b, x + k, b, x, b - k, x, b - q, x, y + q, x, y + k, x + k, y, x + q, y)
    return Path("MLCLCLCLCZ", flat, fill, stroke, opacity=opacity)


KAPPA = 0.5522847498307936
"""The length of the handles of a Bezier quarter circle, 4 (sqrt 2 - 1) / 3."""


def ellipse(
    cx: Mm, cy: Mm, rx: Mm, ry: Mm, *, fill: Colour | None = None, stroke: Stroke | None = None, opacity: float = 1
) -> Path:
    """Return a path that is an ellipse, made of four Bezier curves."""
    kx, ky = rx * KAPPA, ry * KAPPA
    flat: tuple[Mm, ...] = (
        cx + rx,
        cy,
        cx + rx,
        cy + ky,
        cx + kx,
        cy + ry,
        cx,
        cy + ry,
        cx - kx,
        cy + ry,
        cx - rx,
        cy + ky,
        cx - rx,
        cy,
    )
    flat += (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry, cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)
    return Path("MCCCCZ", flat, fill, stroke, opacity=opacity)


def circle(
    cx: Mm, cy: Mm, radius: Mm, *, fill: Colour | None = None, stroke: Stroke | None = None, opacity: float = 1
) -> Path:
    """Return a path that is a circle."""
    return ellipse(cx, cy, radius, radius, fill=fill, stroke=stroke, opacity=opacity)


def moved(path: Path, matrix: Matrix) -> Path:
    """Return a path after a transformation; the width of its line stays the same."""
    xy = path.xy
    flat = tuple(v for i in range(0, len(xy), 2) for v in matrix.apply((xy[i], xy[i + 1])))
    return replace(path, xy=flat)


def walk(items: Iterable[Item], matrix: Matrix = Matrix()) -> Iterator[tuple[Path | Text, Matrix]]:
    """Yield each path and text in a drawing, also in nested scenes, with its transformation to the page."""
    for item in items:
        if isinstance(item, Use):
            yield from walk(item.scene.items, matrix.after(item.matrix))
        elif isinstance(item, Group):
            yield from walk(item.items, matrix.after(item.matrix))
        else:
            yield item, matrix
