"""Names of places: each is tried everywhere about what it names and stands where it covers least."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.frame import MapFrame
from pnp.draw.map.noise import Array
from pnp.draw.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.model.gamemap import Look
from pnp.scene import Item, Rect, Stroke, Text
from pnp.typeface import cap_height, text_width
from pnp.units import Mm

LINE, GLYPH, WATER_WEIGHT, NAME, GRID = 6.0, 5.0, 2.0, 20.0, 0.22
"""What a square point of each costs a name that covers it."""


@dataclass(frozen=True)
class Lettering:
    """How one kind of name is set: sizes in points, on hexes of the reference size."""

    font: str
    size_pt: float
    tracking_pt: float
    capitals: bool = False
    halo_pt: float = 2.4


LETTERING: dict[Look, Lettering] = {
    "city": Lettering("condensed-extrabold", 10.4, 0.75, capitals=True),
    "town": Lettering("condensed-bold", 7.2, 0.42, capitals=True),
    "village": Lettering("condensed-semibold", 6.6, 0.2),
    "airfield": Lettering("condensed-medium", 6.0, 0.15, halo_pt=2.0),
    "fort": Lettering("condensed-semibold", 6.2, 0.2, halo_pt=2.0),
    "station": Lettering("condensed-medium", 6.0, 0.15, halo_pt=2.0),
    "refinery": Lettering("condensed-medium", 6.0, 0.15, halo_pt=2.0),
    "port": Lettering("condensed-medium", 6.0, 0.15, halo_pt=2.0),
    "position": Lettering("condensed-medium", 6.0, 0.15, halo_pt=2.0),
}
ORDER = tuple(LETTERING)


@dataclass(frozen=True, eq=False)
class PlaceName:
    """A name in its place: its lines, each with the left end of its baseline."""

    lines: tuple[tuple[str, Mm, Mm], ...]
    box: Rect
    look: Look
    cost: float


@dataclass(frozen=True, eq=False)
class Named:
    """Something that wants a name beside it."""

    hex: Hex
    look: Look
    name: str
    area: BaseGeometry


def place_names(frame: MapFrame, wanted: list[Named], taken: Occupancy) -> list[PlaceName]:
    """Every name in its place, the most important first; `taken` receives them."""
    found = []
    for named in sorted(wanted, key=lambda n: ORDER.index(n.look)):
        best = _best(frame, named, taken)
        taken.rect(best.box.grown(frame.scaled(1)), NAME)
        found.append(best)
    return found


def splits(text: str) -> list[tuple[str, ...]]:
    """The text on one line and, if it has several words, on the two lines of most equal length.

    >>> splits("Milltown South Airfield")
    [('Milltown South Airfield',), ('Milltown', 'South Airfield')]
    """
    words = text.split()
    if len(words) < 2:
        return [(text,)]
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return [(text,), min(halves, key=lambda pair: max(map(len, pair)))]


def _best(frame: MapFrame, named: Named, taken: Occupancy) -> PlaceName:
    style = LETTERING[named.look]
    text = named.name.upper() if style.capitals else named.name
    options = [_searched(frame, named, lines, style, taken) for lines in splits(text)]
    return min(options, key=lambda option: option.cost)


def _searched(frame: MapFrame, named: Named, lines: tuple[str, ...], style: Lettering, taken: Occupancy) -> PlaceName:
    """The best place for one way of breaking a name, on a raster of one point all around what it names."""
    pt, size = frame.scaled(1), frame.size_pt(style.size_pt)
    tracking = frame.scaled(style.tracking_pt)
    widths = [text_width(line, style.font, size, tracking) for line in lines]
    cap = cap_height(style.font, size)
    lead = cap * 1.42
    width, height = max(widths), cap + lead * (len(lines) - 1)
    x, y = _candidates(frame, named.area, width, height)
    pad = 1.2 * pt
    cost = taken.totals(x - pad, y - pad, width + 2 * pad, height + 2 * pad) / pt**2
    distance = _distance(named.area, x, y, width, height) / pt
    middle = named.area.centroid
    cost += distance * 2.2 + np.where(distance < 0.8, 3, 0)
    cost += np.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y) / pt * 0.25
    cost += np.where(x + width / 2 < middle.x - 4 * pt, 1.2, 0) + np.where(y + height / 2 > middle.y + 4 * pt, 0.6, 0)
    cost += (1 - own_ground(frame, named.hex).totals(x, y, width, height) / (width * height)) * 7
    cost += 3 if len(lines) > 1 and style.capitals else 0
    at = int(cost.argmin())
    left, top = float(x[at]), float(y[at])
    shift = {-1: 0.0, 0: 0.5, 1: 1.0}[_side(left + width / 2, middle.x, 6 * pt)]
    placed = tuple(
        (line, left + (width - w) * shift, top + cap + i * lead)
        for i, (line, w) in enumerate(zip(lines, widths, strict=True))
    )
    return PlaceName(placed, Rect(left, top, width, height), named.look, float(cost[at]))


def own_ground(frame: MapFrame, cell: Hex) -> Occupancy:
    """A raster about one hex that has weight 1 in it and 0 elsewhere."""
    x, y = frame.grid.centre(cell)
    reach = 4 * frame.grid.side
    ground = Occupancy(Rect(x - reach, y - reach, 2 * reach, 2 * reach), frame.scaled(0.8))
    ground.area(frame.hexagon(cell), 1)
    return ground


def room_for(frame: MapFrame, look: Look, name: str) -> tuple[Mm, Mm]:
    """Width and height of a name on as many lines as it has."""
    style = LETTERING[look]
    size = frame.size_pt(style.size_pt)
    lines = splits(name)[-1]
    cap = cap_height(style.font, size)
    return max(text_width(line, style.font, size, frame.scaled(style.tracking_pt)) for line in lines), cap * (
        1 + 1.42 * (len(lines) - 1)
    )


def _side(x: Mm, middle: Mm, near: Mm) -> int:
    """Which end of the lines lies at what they name: -1 the left (the name stands right of it), 0 neither,
    1 the right.
    """
    return 0 if abs(x - middle) <= near else (-1 if x > middle else 1)


def _candidates(frame: MapFrame, area: BaseGeometry, width: Mm, height: Mm) -> tuple[Array, Array]:
    """Left and top of every rectangle that is tried, within the frame."""
    pt, box = frame.scaled(1), frame.box.grown(-frame.scaled(3))
    x0, y0, x1, y1 = area.bounds
    xs = np.arange(x0 - width - 16 * pt, x1 + 16 * pt, pt)
    ys = np.arange(y0 - height - 16 * pt, y1 + 16 * pt, pt)
    xs, ys = xs[(xs >= box.x) & (xs + width <= box.right)], ys[(ys >= box.y) & (ys + height <= box.bottom)]
    if not len(xs) or not len(ys):
        middle = area.centroid
        xs, ys = np.array([middle.x - width / 2]), np.array([middle.y - height / 2])
    gx, gy = np.meshgrid(xs, ys)
    return gx.ravel(), gy.ravel()


def _distance(area: BaseGeometry, x: Array, y: Array, width: Mm, height: Mm) -> Array:
    """From each rectangle to the hull of an area."""
    hull = np.asarray(shapely.segmentize(shapely.convex_hull(area).boundary, 1.0).coords)
    dx = np.maximum(np.maximum(x[:, None] - hull[:, 0], hull[:, 0] - x[:, None] - width), 0)
    dy = np.maximum(np.maximum(y[:, None] - hull[:, 1], hull[:, 1] - y[:, None] - height), 0)
    return np.asarray(np.sqrt((dx**2 + dy**2).min(axis=1)), dtype=np.float64)


def draw_place_name(frame: MapFrame, name: PlaceName) -> list[Item]:
    """Its lines over a halo of paper."""
    style, palette = LETTERING[name.look], frame.palette
    ink = palette.ink if style.capitals or name.look in ("village", "fort") else palette.quiet_ink
    halo = Stroke(palette.paper, frame.stroke(style.halo_pt), join="round")
    tracking = frame.scaled(style.tracking_pt)
    size = frame.size_pt(style.size_pt)
    return [
        Text(round(x, 3), round(y, 3), line, style.font, size, ink, tracking=tracking, halo=halo)
        for line, x, y in name.lines
    ]
