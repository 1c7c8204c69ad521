"""Water: streams along hexsides, lakes and the sea, and the shore around them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.lines.number_clearance import off_numbers
from pnp.draw.map.look_specs import StreamLook, WaterLook, looks_of
from pnp.draw.map.map_frame import MapFrame, MapSide
from pnp.draw.map.map_palette import MapPalette
from pnp.draw.map.natural_areas import natural_area
from pnp.draw.map.noise import Array, lattice
from pnp.draw.map.outlines import (
    area_path,
    boundary_lines,
    curve,
    lines_path,
    normals,
    opened,
    polygons,
    resample,
    variable_band,
    waved,
)
from pnp.hexgrid import Hex, Vertex
from pnp.load.board import Chain
from pnp.scene import Item, Stroke
from pnp.units import Mm

WATERLINES_PT = ((1.7, 0.45), (3.7, 0.40), (6.2, 0.30))
"""Distance from the shore and width of the lines on the water along it."""
DEEP_PT = 9.0
"""Distance from the shore at which the water is darker."""
SHORE_PT = 0.62
FUNNEL_PT = 22.0
"""How much wider a river becomes where it ends in a broad river."""


@dataclass(frozen=True, eq=False)
class Stream:
    """A drawn stream: the middle of the water, its width at each point, and its surface."""

    chain: Chain
    look: StreamLook
    points: Array
    widths: Array
    area: BaseGeometry


class Waters:
    """All water of a map."""

    def __init__(self, frame: MapFrame) -> None:
        self.frame = frame
        looks = looks_of(WaterLook).items()
        inland = [self._standing_water(name, look) for name, look in looks if look.inland]
        self.lakes = reduce(BaseGeometry.union, inland) if inland else Polygon()
        self.standing = reduce(
            BaseGeometry.union,
            [self._standing_water(name, look) for name, look in looks if not look.inland],
            self.lakes,
        )
        self._looks = looks_of(StreamLook)
        chains = [(chain, frame.look(chain.kind)) for chain in frame.board.chains]
        self.streams = [self._drawn_stream(chain, self._looks[look]) for chain, look in chains if look in self._looks]
        self.flowing = shapely.union_all([stream.area for stream in self.streams if not stream.look.dry])

    def _standing_water(self, name: str, look: WaterLook) -> BaseGeometry:
        """Return the area of all hexes of lake or sea with one look."""
        cells = self.frame.hexes_like(name)
        area = natural_area(self.frame, cells, look.shape, name)
        beyond = [_hex_beyond(self.frame, cell, set(cells)) for cell in cells] if look.flows else []
        for cell, outside in zip(cells, beyond, strict=False):
            if outside is not None:
                both = shapely.union_all([self.frame.hexagon(cell, 1.002), self.frame.hexagon(outside, 1.002)])
                area = area.union(opened(both.buffer(-self.frame.scaled(2)), self.frame.scaled(look.shape.open)))
        return area

    @cached_property
    def surface(self) -> BaseGeometry:
        """The area of all water: lakes, sea and streams."""
        return self.standing.union(self.flowing)

    # -- streams

    @cached_property
    def _streams_at_corner(self) -> dict[Vertex, list[str]]:
        """The ids of the streams that touch each corner of a hex."""
        found: dict[Vertex, list[str]] = {}
        for chain in self.frame.board.chains:
            for vertex in chain.vertices if self.frame.look(chain.kind) in self._looks else ():
                found.setdefault(vertex, []).append(chain.id)
        return found

    def _drawn_stream(self, chain: Chain, look: StreamLook) -> Stream:
        """Return one stream as it is drawn: its curve, its widths and its surface."""
        frame = self.frame
        corners = [np.array(frame.grid.vertex_point(vertex)) for vertex in chain.vertices]
        knots: list[Array] = [corners[0]]
        for before, here, after in zip(corners, corners[1:], corners[2:], strict=False):
            knots += [(before + here) / 2, here * 0.8 + (before + after) * 0.1]
        knots += [(corners[-2] + corners[-1]) / 2, corners[-1]]
        if "head" in chain.beyond:
            knots.insert(0, self._point_off_the_map(corners[0]))
        if "mouth" in chain.beyond:
            knots.append(self._point_off_the_map(corners[-1]))
        elif chain.mouth is not None:
            knots.append(np.array(frame.grid.centre(chain.mouth)))
        points = resample(curve(np.array(knots), 8), frame.scaled(1.5))
        ends = points[0].copy(), points[-1].copy()
        points = waved(points, frame.scaled(1.5), frame.scaled(13), frame.seed + 5, count=2)
        points[0], points[-1] = ends
        widths = self._widths(chain, look, points)
        free = (
            self._has_open_end(chain, chain.vertices[0], "head"),
            self._has_open_end(chain, chain.vertices[-1], "mouth"),
        )
        spare = frame.scaled(3.4 if look.dry else 1.9)
        points = off_numbers(frame, points, widths / 2 + spare, free=free)
        return Stream(chain, look, points, widths, variable_band(points, widths))

    def _has_open_end(self, chain: Chain, end: Vertex, end_name: str) -> bool:
        """Return whether one end of a stream is on land: not off the map and not in other water.

        `end_name` is `head` or `mouth`.
        """
        tied = end_name in chain.beyond or (end_name == "mouth" and chain.mouth is not None)
        return not tied and len(self._streams_at_corner[end]) == 1

    def _point_off_the_map(self, corner: Array) -> Array:
        """Return a point off the map, beyond the edge that is nearest to a corner of a hex."""
        x, y, over = float(corner[0]), float(corner[1]), self.frame.scaled(8)
        gaps = self.frame.gaps((x, y))
        beyond: dict[MapSide, tuple[Mm, Mm]] = {
            "west": (x - gaps["west"] - over, y + over / 4),
            "east": (x + gaps["east"] + over, y + over / 4),
            "north": (x + over / 4, y - gaps["north"] - over),
            "south": (x + over / 4, y + gaps["south"] + over),
        }
        return np.array(beyond[min(beyond, key=lambda side: gaps[side])])

    def _widths(self, chain: Chain, look: StreamLook, points: Array) -> Array:
        """Return the width of a stream at each of its points.

        A short stream stays narrow; one from beyond the map starts wider.
        """
        source, mouth = look.width_pt
        if not look.broad:
            mouth = source + (mouth - source) * min(1.0, 0.55 + 0.03 * len(chain.sides))
        if "head" in chain.beyond:
            source = mouth * (0.7 if look.broad else 0.6)
        share = np.linspace(0, 1, len(points)) ** 0.7
        width = source + (mouth - source) * share
        if look.dry:  # both ends are tapered
            ends = np.minimum(np.arange(len(points)), np.arange(len(points))[::-1])
            width = width * np.clip((ends + 2) / 16, 0.1, 1)
        elif look.broad and chain.mouth is not None and chain.mouth in self._river_hexes:
            gap = np.hypot(*(points - self.frame.grid.centre(chain.mouth)).T) / self.frame.scaled(1)
            width = width + FUNNEL_PT * np.clip((58 - gap) / 58, 0, 1) ** 1.4
        return np.asarray(self.frame.scaled(1) * width, dtype=np.float64)

    @cached_property
    def _river_hexes(self) -> set[Hex]:
        """The hexes of broad rivers."""
        return set(self.frame.hexes_like(*(name for name, look in looks_of(WaterLook).items() if look.flows)))

    # -- drawing

    def draw_standing(self, palette: MapPalette) -> list[Item]:
        """Draw lakes and the sea, with waterlines near the shore but without the shore itself."""
        frame = self.frame
        if self.standing.is_empty:
            return []
        deep = self.standing.buffer(-frame.scaled(DEEP_PT))
        items: list[Item] = [area_path(self.standing, fill=palette.water), area_path(deep, fill=palette.deep)]
        for (inside, width), colour in zip(WATERLINES_PT, palette.waterlines, strict=True):
            lines = boundary_lines(self.standing.buffer(-frame.scaled(inside)))
            items.append(lines_path(lines, Stroke(colour, frame.stroke(width), join="round"), tolerance=0.05))
        return items

    def draw_flowing(self) -> list[Item]:
        """Draw the streams, and the shore of all water.

        The shore is one line, so that streams open into lakes.
        """
        if self.surface.is_empty:
            return self._draw_dry_beds()
        frame, palette = self.frame, self.frame.palette
        open_water = self.standing.buffer(-frame.scaled(WATERLINES_PT[0][0]))
        items: list[Item] = [area_path(self.flowing.difference(open_water), fill=palette.water)]
        rivers = [stream.area for stream in self.streams if stream.look.broad]
        for part in polygons(shapely.union_all(rivers).buffer(-frame.scaled(WATERLINES_PT[0][0]))):
            inner = part.difference(self.standing)
            items.append(
                lines_path(boundary_lines(inner), Stroke(palette.waterlines[0], frame.stroke(0.4), join="round"))
            )
        shore = Stroke(palette.shore, frame.stroke(SHORE_PT), join="round")
        items.append(lines_path(boundary_lines(self.surface), shore))
        return self._draw_dry_beds() + items

    def _draw_dry_beds(self) -> list[Item]:
        """Draw dry streams: a bed between two banks, with short ticks down from the land."""
        frame, items = self.frame, list[Item]()
        for stream in self.streams:
            if not stream.look.dry:
                continue
            colours, pt = frame.palette.of(stream.look), frame.scaled(1)
            spots = resample(stream.points, 2.7 * pt)
            half = np.interp(np.linspace(0, 1, len(spots)), np.linspace(0, 1, len(stream.widths)), stream.widths) / 2
            out, vary = normals(spots), 1.7 + 0.7 * lattice(np.arange(len(spots)), half * 0, frame.seed)
            ticks: list[Array] = []
            for hand in (1, -1):
                ends = [spots + out * (hand * (half + by))[:, None] for by in (0.2 * pt, (vary - 0.3) * pt)]
                ticks += list(np.stack(ends, axis=1))
            bank = Stroke(colours["bank"], frame.stroke(0.6), cap="round", join="round")
            items.append(lines_path(ticks, Stroke(colours["bank"], frame.stroke(0.5)), tolerance=0))
            items.append(area_path(stream.area, fill=colours["bed"], stroke=bank))
        return items


def _hex_beyond(frame: MapFrame, cell: Hex, river: set[Hex]) -> Hex | None:
    """Return the off-map hex straight beyond the last hex of a river; None if there is not one."""
    upstream = [direction for direction, n in enumerate(cell.neighbours) if n in river]
    if len(upstream) != 1:
        return None
    outside = cell.neighbour((upstream[0] + 3) % 6)
    return None if outside in frame.grid else outside


def near_water(waters: Waters, reach: Mm) -> BaseGeometry:
    """Return the area within a distance (`reach`) of any water."""
    return waters.surface.simplify(reach / 20).buffer(reach, quad_segs=4)
