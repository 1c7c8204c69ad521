"""The map frame: the measures and colours that all parts of a map drawing use, and its hex numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.art.map.map_palette import FULL, MapPalette
from pnp.art.map.map_strokes import THINNEST_PT
from pnp.board import Board
from pnp.deferred import deferred
from pnp.hexgrid import Grid, Hex
from pnp.model.counter import Side
from pnp.model.gamemap import GameMap, TerrainKind
from pnp.model.looks.look import LookLibrary
from pnp.model.looks.place_looks import SettlementLook, SymbolLook
from pnp.model.symbols import IconLibrary
from pnp.scene import Item, Point, Rect, Stroke, Text
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_INCH, Mm, points

if TYPE_CHECKING:
    from shapely.geometry import Polygon
    from shapely.geometry.base import BaseGeometry

    from pnp.art.map.noise import Array

with deferred():
    import numpy as np
    import shapely

REFERENCE_SIDE = 0.70 * MM_PER_INCH / math.sqrt(3)
"""The hexside in mm of hexes of the reference size: 0.70 in across flats, for half-inch counters."""

SMALLEST_PT = 5.0
"""The smallest size of text on a map."""


MapSide: TypeAlias = Literal["north", "south", "west", "east"]
SIDES: tuple[MapSide, ...] = ("north", "south", "west", "east")


@dataclass(frozen=True)
class FrameLine:
    """A straight part of the neat line on one side of the map.

    `start` and `end` are x in the north and south, y in the west and east; `across` is the other coordinate.
    """

    side: MapSide
    start: Mm
    end: Mm
    across: Mm

    @classmethod
    def between(cls, first: Point, second: Point) -> FrameLine:
        """Return the frame line between two corners, the second of which is the next one clockwise."""
        (x0, y0), (x1, y1) = first, second
        if abs(x1 - x0) > abs(y1 - y0):
            return cls("north" if x1 > x0 else "south", min(x0, x1), max(x0, x1), y0)
        return cls("east" if y1 > y0 else "west", min(y0, y1), max(y0, y1), x0)


@dataclass(frozen=True, eq=False)
class MapFrame:
    """A map to draw: its data, its board, its kinds of terrain, its colours, its sides, and the emblems of the game.

    The sides are those of its set-up hexes; other sides do not change the drawing. `hops` are the moves of hex numbers
    from their usual places.
    """

    map: GameMap
    board: Board
    kinds: Mapping[str, TerrainKind]
    palette: MapPalette = FULL
    numbered: bool = True
    sides: Mapping[str, Side] = field(default_factory=dict)
    icons: IconLibrary | None = None
    looks: LookLibrary = field(default_factory=LookLibrary)
    hops: Mapping[Hex, Point] = field(default_factory=dict)

    # -- sizes and neat line

    @property
    def grid(self) -> Grid:
        """The grid of hexes of the board."""
        return self.board.grid

    @property
    def seed(self) -> int:
        """The random seed of the map; all random details of its drawing depend on it."""
        return self.map.seed

    @cached_property
    def box(self) -> Rect:
        """The rectangle of the neat line, which is the edge of the drawn map.

        By default it is the rectangle around all hexes.
        """
        if self.map.frame is not None:
            return Rect(*self.map.frame)
        return Rect(*self.grid.origin, *self.grid.size)

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the neat line, clockwise.

        It is a rectangle, unless the map covers several blocks of hexes of its sheet: then it is the line around the
        rectangles of all blocks, if these touch.
        """
        box, area = self.box, self.map.area
        blocks = area.hexes.replace(",", " ").split() if area and self.map.frame is None else []
        rectangle = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        if len(blocks) < 2:
            return rectangle
        corners = ([c for cell in self.grid.parse_hexes(word) for c in self.grid.corners(cell)] for word in blocks)
        around = [shapely.MultiPoint(points).bounds for points in corners]
        whole = shapely.union_all([shapely.box(*bounds) for bounds in around])
        if not isinstance(whole, shapely.Polygon):  # the blocks do not touch
            return rectangle
        ring = shapely.geometry.polygon.orient(whole, sign=1).exterior  # clockwise, because y runs down
        return tuple((round(x, 6), round(y, 6)) for x, y in ring.simplify(1e-6).coords[:-1])

    @cached_property
    def frame_lines(self) -> tuple[FrameLine, ...]:
        """The straight parts of the neat line, clockwise, each with the side of the map that it is on."""
        ends = zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True)
        return tuple(FrameLine.between(start, end) for start, end in ends)

    def gaps(self, point: Point) -> dict[MapSide, Mm]:
        """Return the distance from a point inside the neat line to the neat line in each direction."""
        found: dict[MapSide, Mm] = {}
        for side in SIDES:
            along, across = point if side in ("north", "south") else point[::-1]
            inwards = 1 if side in ("north", "west") else -1
            meets = [
                (across - line.across) * inwards
                for line in self.frame_lines
                if line.side == side and line.start <= along <= line.end
            ]
            found[side] = min((gap for gap in meets if gap > -1e-6), default=max(meets, default=0.0))
        return found

    def scaled(self, length_pt: float) -> Mm:
        """Convert a length in points on hexes of the reference size to mm on the hexes of this map."""
        return points(length_pt) * self.grid.side / REFERENCE_SIDE

    def stroke(self, width_pt: float) -> Mm:
        """Convert a line width in points on hexes of the reference size to mm on this map.

        It is at least the thinnest printable width.
        """
        return max(self.scaled(width_pt), points(THINNEST_PT))

    def size_pt(self, size_pt: float) -> float:
        """Scale a type size in points from hexes of the reference size to those of this map.

        It is at least `SMALLEST_PT`, and it grows and shrinks less than the hexes do.
        """
        return max(SMALLEST_PT, size_pt * min(max(self.grid.side / REFERENCE_SIDE, 0.85), 1.4))

    # -- hexes

    def look(self, kind: str) -> str:
        """Return the name of the look in which a kind of terrain is drawn.

        An unknown kind has the look of its own name, or `clear`.
        """
        if kind in self.kinds:
            return self.kinds[kind].look
        return kind if kind in self.looks else "clear"

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes of the map, in the order of the grid."""
        return self.grid.hexes

    @cached_property
    def _hexes_by_look(self) -> dict[str, tuple[Hex, ...]]:
        """The hexes of the map by the looks of their terrain."""
        found: dict[str, list[Hex]] = {}
        for cell in self.hexes:
            for kind in self.board.terrain_at(cell):
                cells = found.setdefault(self.look(kind), [])
                if not cells or cells[-1] != cell:
                    cells.append(cell)
        return {look: tuple(cells) for look, cells in found.items()}

    def hexes_like(self, *looks: str) -> tuple[Hex, ...]:
        """Return the hexes with terrain that is drawn in any of these looks."""
        if len(looks) == 1:
            return self._hexes_by_look.get(looks[0], ())
        wanted = {cell for look in looks for cell in self._hexes_by_look.get(look, ())}
        return tuple(cell for cell in self.hexes if cell in wanted)

    @cached_property
    def sites(self) -> dict[Hex, dict[str, str]]:
        """The looks and names of the places in each hex, such as `{"town": "Milltown"}`.

        Settlements and symbols that are terrain of the hex are included; their name can be empty.
        """
        found: dict[Hex, dict[str, str]] = {}
        symbols = (name for name, look in self.looks.of(SymbolLook).items() if not look.plate)
        for look in (*self.looks.of(SettlementLook), *symbols):
            for cell in self.hexes_like(look):
                found.setdefault(cell, {})[look] = ""
        for cell, site in self.board.sites.items():
            for kind in site.kinds:
                found.setdefault(cell, {})[self.look(kind)] = site.names.get(kind, site.name)
        return dict(sorted(found.items()))

    @cached_property
    def water_hexes(self) -> frozenset[Hex]:
        """The hexes of lakes and the sea."""
        return frozenset(self.hexes_like(*(look.name for look in self.looks.values() if look.group == "water")))

    # -- shapes

    def corners(self, cell: Hex, share: float = 1) -> Array:
        """Return the six corners of a hex, moved towards its centre if `share` is less than 1."""
        centre = np.array(self.grid.centre(cell))
        return np.asarray(centre + (np.array(self.grid.corners(cell)) - centre) * share, dtype=np.float64)

    def hexagon(self, cell: Hex, share: float = 1) -> Polygon:
        """Return the polygon of a hex, shrunk towards its centre if `share` is less than 1."""
        return shapely.Polygon(self.corners(cell, share))

    @cached_property
    def paper_area(self) -> Polygon:
        """The area inside the neat line."""
        return shapely.Polygon(self.outline)

    @cached_property
    def playing_area(self) -> BaseGeometry:
        """The union of all hexes."""
        return shapely.union_all([self.hexagon(cell, 1.002) for cell in self.hexes])

    # -- numbers

    @cached_property
    def number_pt(self) -> float:
        """The type size of the hex numbers in points."""
        theme = self.map.theme.numbers
        return theme.size_pt or self.size_pt(5.3)

    @property
    def number_font(self) -> str:
        """The font of the hex numbers."""
        return "condensed-semibold" if self.map.theme.numbers.bold else "condensed"

    def _fits_into_hex(self, cell: Hex, rect: Rect) -> bool:
        """Return whether a rectangle is inside a hex and clear of its hexsides."""
        return bool(self.hexagon(cell, 0.97).contains(shapely.box(rect.x, rect.y, rect.right, rect.bottom)))

    def _moved_inside(self, rect: Rect) -> Rect:
        """Return a rectangle, moved if necessary so that it is inside the neat line."""
        room = self.box.grown(-self.scaled(2.0))
        x = min(max(rect.x, room.x), room.right - rect.width)
        y = min(max(rect.y, room.y), room.bottom - rect.height)
        return replace(rect, x=round(x, 3), y=round(y, 3))

    @cached_property
    def numbers(self) -> dict[Hex, Rect]:
        """The box around each printed hex number, by hex.

        A number is at the left end of the top side of a flat-topped hex, or where the theme of the map has it, or under
        the top corner of a pointed one, or where it has hopped to. In a hex that the neat line cuts, the number is
        moved inside the line, or left out if it does not fit.
        """
        if not self.numbered:
            return {}
        font, size = self.number_font, self.number_pt
        cap, end = cap_height(font, size), self.map.theme.numbers.at
        texts = [self.grid.number(cell) for cell in self.hexes]
        widths = [text_width(text, font, size) for text in texts]
        flat = self.grid.orientation == "flat"
        if flat:
            right, down = self.scaled(2.6) - self.grid.side / 2, self.scaled(2.6) - self.grid.across_flats / 2
        else:
            widest = max(widths, default=0.0)
            right, down = 0.0, (widest / 2 + self.scaled(1.9)) / math.sqrt(3) + self.scaled(2.4) - self.grid.side
        x0, y0, x1, y1 = self.box.x, self.box.y, self.box.right, self.box.bottom
        found: dict[Hex, Rect] = {}
        for cell, width in zip(self.hexes, widths, strict=True):
            x, y = self.grid.centre(cell)
            left = x + right if flat else x - width / 2
            if flat and end != "left":
                left = x - width / 2 if end == "middle" else x - right - width
            top = y + down
            rect = Rect(round(left, 3), round(top, 3), width, cap)
            if not (x0 <= left and left + width <= x1 and y0 <= top and top + cap <= y1):
                rect = self._moved_inside(rect)
                if not self._fits_into_hex(cell, rect):
                    continue
            right_by, down_by = self.hops.get(cell, (0.0, 0.0))
            found[cell] = replace(rect, x=round(rect.x + right_by, 3), y=round(rect.y + down_by, 3))
        return found

    def draw_numbers(self) -> list[Item]:
        """Draw the hex numbers in their boxes, with a halo if the theme of the map has one."""
        palette, water = self.palette, self.water_hexes
        halo = Stroke(palette.paper, self.scaled(2.2), join="round") if self.map.theme.numbers.halo else None
        return [
            Text(
                rect.x,
                round(rect.y + rect.height, 3),
                self.grid.number(cell),
                self.number_font,
                self.number_pt,
                palette.number_on_water if cell in water else palette.number,
                halo=halo,
            )
            for cell, rect in self.numbers.items()
        ]
