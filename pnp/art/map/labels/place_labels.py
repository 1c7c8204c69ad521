"""Names of settlements and symbols, each set near its place where it covers as little as possible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.hexgrid import Hex
from pnp.model.looks.look import LabelStyle
from pnp.scene import Item, Rect, Stroke, Text
from pnp.typeface import cap_height, text_width
from pnp.units import Mm

LINE, GLYPH, WATER_WEIGHT, NAME, GRID = 6.0, 5.0, 2.0, 20.0, 0.22
"""The cost of each square point of these that a name covers."""
OUTSIDE = 120.0
"""The cost of a name that is wholly outside the hex of its place."""
LETTERS, SHORT_LINE = 4, 60.0
"""A line of a name with fewer letters has this cost."""


@dataclass(frozen=True, eq=False)
class PlaceName:
    """A placed name: its lines, each with the left end of its baseline."""

    lines: tuple[tuple[str, Mm, Mm], ...]
    box: Rect
    style: LabelStyle
    cost: float


@dataclass(frozen=True, eq=False)
class PlaceToName:
    """A settlement or symbol to name: its hex, its name and its area."""

    hex: Hex
    style: LabelStyle
    name: str
    area: BaseGeometry


def place_names(frame: MapFrame, wanted: list[PlaceToName], taken: Occupancy) -> list[PlaceName]:
    """Return the names of settlements and symbols at their best positions, and mark them in `taken`."""
    found = []
    for named in wanted:
        best = _best_place_name(frame, named, taken)
        taken.rect(best.box.grown(frame.scaled(1)), NAME)
        found.append(best)
    return found


def splits(text: str) -> list[tuple[str, ...]]:
    """Return the ways to set a text: on one line and, if possible, on two of similar length.

    >>> splits("Milltown South Airfield")
    [('Milltown South Airfield',), ('Milltown', 'South Airfield')]
    """
    words = text.split()
    if len(words) < 2:
        return [(text,)]
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return [(text,), min(halves, key=lambda pair: max(map(len, pair)))]


def _best_place_name(frame: MapFrame, named: PlaceToName, taken: Occupancy) -> PlaceName:
    """Return a place name on one line or on two, whichever has the lower cost."""
    style = named.style
    text = named.name.upper() if style.capitals else named.name
    options = [_place_name_in_lines(frame, named, lines, taken) for lines in splits(text)]
    return min(options, key=lambda option: option.cost)


def _place_name_in_lines(frame: MapFrame, named: PlaceToName, lines: tuple[str, ...], taken: Occupancy) -> PlaceName:
    """Return a place name, divided into these lines, at its best position near its place."""
    style = named.style
    pt, size = frame.scaled(1), frame.size_pt(style.size_pt)
    tracking = frame.scaled(style.tracking_pt)
    widths = [text_width(line, style.font, size, tracking) for line in lines]
    cap = cap_height(style.font, size)
    lead = cap * 1.42
    width, height = max(widths), cap + lead * (len(lines) - 1)
    x, y = _positions_to_try(frame, named.area, width, height)
    pad = 1.2 * pt
    cost = taken.totals(x - pad, y - pad, width + 2 * pad, height + 2 * pad) / pt**2
    distance = _distances_from_area(named.area, x, y, width, height) / pt
    middle = named.area.centroid
    cost += distance * 2.2 + np.where(distance < 0.8, 3, 0)
    cost += np.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y) / pt * 0.25
    cost += np.where(x + width / 2 < middle.x - 4 * pt, 1.2, 0) + np.where(y + height / 2 > middle.y + 4 * pt, 0.6, 0)
    cost += (1 - _hex_raster(frame, named.hex).totals(x, y, width, height) / (width * height)) * OUTSIDE
    cost += 3 if len(lines) > 1 and style.capitals else 0
    cost += SHORT_LINE if min(map(len, lines)) < LETTERS else 0
    at = int(cost.argmin())
    left, top = float(x[at]), float(y[at])
    shift = {-1: 0.0, 0: 0.5, 1: 1.0}[_end_near_place(left + width / 2, middle.x, 6 * pt)]
    placed = tuple(
        (line, left + (width - w) * shift, top + cap + i * lead)
        for i, (line, w) in enumerate(zip(lines, widths, strict=True))
    )
    return PlaceName(placed, Rect(left, top, width, height), style, float(cost[at]))


def _hex_raster(frame: MapFrame, cell: Hex) -> Occupancy:
    """Return a raster around a hex, with weight 1 inside the hex and 0 elsewhere."""
    x, y = frame.grid.centre(cell)
    reach = 4 * frame.grid.side
    ground = Occupancy(Rect(x - reach, y - reach, 2 * reach, 2 * reach), frame.scaled(0.8))
    ground.area(frame.hexagon(cell), 1)
    return ground


def label_size(frame: MapFrame, style: LabelStyle, name: str) -> tuple[Mm, Mm]:
    """Return the width and height of a place name, on two lines if it has several words."""
    size = frame.size_pt(style.size_pt)
    lines = splits(name)[-1]
    cap = cap_height(style.font, size)
    return max(text_width(line, style.font, size, frame.scaled(style.tracking_pt)) for line in lines), cap * (
        1 + 1.42 * (len(lines) - 1)
    )


def _end_near_place(name_middle: Mm, place_middle: Mm, tolerance: Mm) -> int:
    """Return which end of a name is nearer to its place: -1 the left end, 1 the right end, 0 neither."""
    return 0 if abs(name_middle - place_middle) <= tolerance else (-1 if name_middle > place_middle else 1)


def _positions_to_try(frame: MapFrame, area: BaseGeometry, width: Mm, height: Mm) -> tuple[Array, Array]:
    """Return the x and y of the top left corner of each position to try for a name."""
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


def _distances_from_area(area: BaseGeometry, x: Array, y: Array, width: Mm, height: Mm) -> Array:
    """Return the distance of each tried position of a name from the area that it names."""
    hull = np.asarray(shapely.segmentize(shapely.convex_hull(area).boundary, 1.0).coords)
    dx = np.maximum(np.maximum(x[:, None] - hull[:, 0], hull[:, 0] - x[:, None] - width), 0)
    dy = np.maximum(np.maximum(y[:, None] - hull[:, 1], hull[:, 1] - y[:, None] - height), 0)
    return np.asarray(np.sqrt((dx**2 + dy**2).min(axis=1)), dtype=np.float64)


def draw_place_name(frame: MapFrame, name: PlaceName) -> list[Item]:
    """Draw the lines of a place name over a halo in the colour of the paper."""
    style, palette = name.style, frame.palette
    ink = getattr(palette, style.ink)
    halo = Stroke(palette.paper, frame.stroke(style.halo_pt), join="round")
    tracking = frame.scaled(style.tracking_pt)
    size = frame.size_pt(style.size_pt)
    return [
        Text(round(x, 3), round(y, 3), line, style.font, size, ink, tracking=tracking, halo=halo)
        for line, x, y in name.lines
    ]
