"""The picture of a cover while it is drawn: shapes, dots and lines in the inks of the cover become paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.art.covers.shapes import Array, PointPt, Shape, random_arrays
from pnp.art.ink_variants import Role, keyline_colour, variant_colour
from pnp.deferred import deferred
from pnp.model.cover_inks import Ink, split_ink
from pnp.model.target import Colouring
from pnp.palette import mix
from pnp.scene import Colour, Item, Path, Stroke, polyline
from pnp.units import points

with deferred():  # a check draws no cover
    import numpy as np
    import shapely


KEYLINE_PT = 0.45
"""The width of the outline that a motif has in the low-ink variant."""
DOT: float = 0.01
"""The length in mm of the line whose round ends draw a dot.

A line needs far fewer bytes than a circle. Its length is not 0, because some printers leave out such lines.
"""


@dataclass(frozen=True)
class Frame:
    """The edges of the picture in points, with bleed; `foot` is the upper edge of the facts panel."""

    left: float = -9
    right: float = 621
    top: float = -9
    foot: float = 714

    @property
    def middle(self) -> float:
        """The x of the middle of the page."""
        return (self.left + self.right) / 2

    def below(self, y: float, bottom: float | None = None) -> Shape:
        """Return the part of the picture below a height, down to the foot or to `bottom`."""
        return shapely.box(self.left, y, self.right, self.foot if bottom is None else bottom)


@dataclass
class Picture:
    """A drawing in points; `items` are its paths in millimetres, from back to front."""

    inks: Mapping[str, Colour]
    frame: Frame = Frame()
    variant: Colouring = "full"
    items: list[Item] = field(default_factory=list)

    def colour(self, ink: Ink) -> Colour:
        """Return the colour of an ink or a mixture of inks."""
        one, other, share = split_ink(ink)
        inks = {"black": "#000000", **self.inks}
        return mix(inks[other], inks[one], share)

    def blended(self, start: Ink, end: Ink, share: float) -> Colour:
        """Return the colour at a share (0 to 1) of the way from one ink to another."""
        return mix(self.colour(end), self.colour(start), max(0.0, min(1.0, share)))

    def fill(self, shape: Shape, colour: Colour, role: Role = "ground") -> None:
        """Add a shape, filled with a colour."""
        ops, xy = _path_of(shape)
        if not ops:
            return
        stroke = None
        if self.variant == "low" and role == "motif":
            stroke = Stroke(keyline_colour(colour), points(KEYLINE_PT), join="round")
        fill = variant_colour(colour, self.variant, role)
        self.items.append(Path(ops, xy, fill, stroke, even_odd=True))

    def dots(self, x: Array, y: Array, radius: Array, colour: Colour) -> None:
        """Add dots with these centres and radii, in steps of 0.1 pt."""
        printed = variant_colour(colour, self.variant, "ground")
        classes = np.maximum(np.round(radius, 1), 0.2)
        for size in np.unique(classes):
            chosen = classes == size
            left, across = np.round(points(1) * x[chosen], 3), np.round(points(1) * y[chosen], 3)
            flat = np.stack([left, across, left + DOT, across], 1).ravel().tolist()
            stroke = Stroke(printed, points(2 * float(size)), cap="round")
            self.items.append(Path("ML" * int(chosen.sum()), tuple(flat), None, stroke))

    def line(self, along: Sequence[PointPt], colour: Colour, width: float, role: Role = "ground") -> None:
        """Add a line of even width with round ends."""
        in_mm = [(round(points(x), 3), round(points(y), 3)) for x, y in along]
        stroke = Stroke(variant_colour(colour, self.variant, role), points(width), cap="round", join="round")
        self.items.append(polyline(in_mm, stroke=stroke))

    def grain(
        self,
        shape: Shape,
        colour: Colour,
        seed: int,
        count: int,
        chance: Callable[[Array, Array], Array],
        radii: tuple[float, float] = (0.35, 0.85),
    ) -> None:
        """Add crayon dots, scattered over a shape.

        Of `count` random places in its box, those in the shape are kept with the chance (0 to 1) at that place.
        """
        if shape.is_empty:
            return
        uniform = random_arrays(seed)
        left, top, right, bottom = shape.bounds
        x, y = uniform(left, right, count), uniform(top, bottom, count)
        kept = uniform(0, 1, count) < chance(x, y)
        x, y = x[kept], y[kept]
        if not len(x):
            return
        shapely.prepare(shape)
        inside = shapely.contains_xy(shape, x, y)
        radius = uniform(*radii, len(x))
        self.dots(x[inside], y[inside], radius[inside], colour)


def _path_of(shape: Shape) -> tuple[str, tuple[float, ...]]:
    """Return the commands and the coordinates in mm of a shape's outlines, without lines and points."""
    ops: list[str] = []
    flat: list[float] = []
    for ring in _rings(shape):
        xy = np.round(points(1) * shapely.get_coordinates(ring)[:-1], 3)
        ops.append("M" + "L" * (len(xy) - 1) + "Z")
        flat += xy.ravel().tolist()
    return "".join(ops), tuple(flat)


def _rings(shape: Shape) -> Iterable[Shape]:
    """Yield the outer and inner outlines of all polygons in a shape."""
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and not part.is_empty:
            yield part.exterior
            yield from part.interiors
