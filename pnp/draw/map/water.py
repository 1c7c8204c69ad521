"""Water: streams, creeks and rivers along hexsides, lakes and the sea, and the shore around all of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from pnp.draw.map.clearance import off_numbers
from pnp.draw.map.frame import FLOWING, MapFrame
from pnp.draw.map.linework import (
    area_path,
    boundary_lines,
    curve,
    lines_path,
    polygons,
    resample,
    variable_band,
    waved,
)
from pnp.draw.map.noise import Array
from pnp.draw.map.palette import MapPalette
from pnp.draw.map.terrain import LAKE_SHAPE, SEA_SHAPE, natural_area
from pnp.hexgrid import Vertex
from pnp.load.board import Chain
from pnp.model.gamemap import Look
from pnp.scene import Item, Stroke
from pnp.units import Mm

WIDTH_PT: dict[Look, tuple[float, float]] = {"creek": (0.5, 1.7), "stream": (0.55, 2.8), "river": (1.2, 8.6)}
"""Width of the water at its source and at its mouth, between the lines of the shore."""
WATERLINES_PT = ((1.7, 0.45), (3.7, 0.40), (6.2, 0.30))
"""Distance from the shore and width of the lines that follow it on the water."""
DEEP_PT = 9.0
"""How far from the shore the water gets deeper in colour."""
SHORE_PT = 0.62


@dataclass(frozen=True, eq=False)
class Stream:
    """A chain as drawn: the middle of the water, its width at each point, and its surface."""

    chain: Chain
    look: Look
    points: Array
    widths: Array
    area: BaseGeometry


class Waters:
    """All water of a map."""

    def __init__(self, frame: MapFrame) -> None:
        self.frame = frame
        self.lakes = natural_area(frame, frame.hexes_like("lake"), LAKE_SHAPE, "lake")
        self.sea = natural_area(frame, frame.hexes_like("sea"), SEA_SHAPE, "sea")
        self.standing = self.lakes.union(self.sea)
        chains = [(chain, frame.look(chain.kind)) for chain in frame.board.chains]
        self.streams = [self._stream(chain, look) for chain, look in chains if look in FLOWING]
        self.flowing = shapely.union_all([stream.area for stream in self.streams])

    @cached_property
    def surface(self) -> BaseGeometry:
        """Lakes, sea and streams in one."""
        return self.standing.union(self.flowing)

    # -- streams

    @cached_property
    def _joined(self) -> dict[Vertex, list[str]]:
        """The streams that touch each vertex."""
        found: dict[Vertex, list[str]] = {}
        for chain in self.frame.board.chains:
            for vertex in chain.vertices if self.frame.look(chain.kind) in FLOWING else ():
                found.setdefault(vertex, []).append(chain.id)
        return found

    def _stream(self, chain: Chain, look: Look) -> Stream:
        frame = self.frame
        corners = [np.array(frame.grid.vertex_point(vertex)) for vertex in chain.vertices]
        knots: list[Array] = [corners[0]]
        for before, here, after in zip(corners, corners[1:], corners[2:], strict=False):
            knots += [(before + here) / 2, here * 0.8 + (before + after) * 0.1]
        knots += [(corners[-2] + corners[-1]) / 2, corners[-1]]
        if "head" in chain.beyond:
            knots.insert(0, self._off_the_map(corners[0]))
        if "mouth" in chain.beyond:
            knots.append(self._off_the_map(corners[-1]))
        elif chain.mouth is not None:
            knots.append(np.array(frame.grid.centre(chain.mouth)))
        points = resample(curve(np.array(knots), 8), frame.scaled(1.5))
        ends = points[0].copy(), points[-1].copy()
        points = waved(points, frame.scaled(1.5), frame.scaled(13), frame.seed + 5, count=2)
        points[0], points[-1] = ends
        widths = self._widths(chain, look, points)
        free = self._loose(chain, chain.vertices[0], "head"), self._loose(chain, chain.vertices[-1], "mouth")
        points = off_numbers(frame, points, widths / 2 + frame.scaled(1.9), free=free)
        return Stream(chain, look, points, widths, variable_band(points, widths))

    def _loose(self, chain: Chain, end: Vertex, word: str) -> bool:
        """Does a stream end in the open: not off the map, in a lake, or in another stream?"""
        tied = word in chain.beyond or (word == "mouth" and chain.mouth is not None)
        return not tied and len(self._joined[end]) == 1

    def _off_the_map(self, corner: Array) -> Array:
        """A point beyond the nearest side of the frame."""
        box, over = self.frame.box, self.frame.scaled(8)
        ways = (
            (corner[0] - box.x, np.array([box.x - over, corner[1] + over / 4])),
            (box.right - corner[0], np.array([box.right + over, corner[1] + over / 4])),
            (corner[1] - box.y, np.array([corner[0] + over / 4, box.y - over])),
            (box.bottom - corner[1], np.array([corner[0] + over / 4, box.bottom + over])),
        )
        return min(ways, key=lambda way: float(way[0]))[1]

    def _widths(self, chain: Chain, look: Look, points: Array) -> Array:
        """From source to mouth: a short stream stays narrow, one that comes from beyond the map is no spring."""
        source, mouth = WIDTH_PT[look]
        if look != "river":
            mouth = source + (mouth - source) * min(1.0, 0.55 + 0.03 * len(chain.sides))
        if "head" in chain.beyond:
            source = mouth * (0.7 if look == "river" else 0.6)
        share = np.linspace(0, 1, len(points)) ** 0.7
        return np.asarray(self.frame.scaled(1) * (source + (mouth - source) * share), dtype=np.float64)

    # -- drawing

    def draw_standing(self, palette: MapPalette) -> list[Item]:
        """Lakes and sea with their waterlines, without a shore."""
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
        """Streams and rivers, and the shore of all water as one line, so that streams open into lakes."""
        if self.surface.is_empty:
            return []
        frame, palette = self.frame, self.frame.palette
        open_water = self.standing.buffer(-frame.scaled(WATERLINES_PT[0][0]))
        items: list[Item] = [area_path(self.flowing.difference(open_water), fill=palette.water)]
        rivers = [stream.area for stream in self.streams if stream.look == "river"]
        for part in polygons(shapely.union_all(rivers).buffer(-frame.scaled(WATERLINES_PT[0][0]))):
            inner = part.difference(self.standing)
            items.append(
                lines_path(boundary_lines(inner), Stroke(palette.waterlines[0], frame.stroke(0.4), join="round"))
            )
        shore = Stroke(palette.shore, frame.stroke(SHORE_PT), join="round")
        items.append(lines_path(boundary_lines(self.surface), shore))
        return items


def near_water(waters: Waters, reach: Mm) -> BaseGeometry:
    """The land within reach of any water."""
    return waters.surface.simplify(reach / 20).buffer(reach, quad_segs=4)
