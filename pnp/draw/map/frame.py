"""The frame of a map: what is drawn, on which grid, between which neat lines, at which size and in which colours."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, get_args

from pnp.draw.map.palette import FULL, MapPalette
from pnp.hexgrid import Grid, Hex
from pnp.load.board import Board
from pnp.model.counter import Side
from pnp.model.game import Game
from pnp.model.gamemap import GameMap, Look, TerrainKind
from pnp.scene import Rect
from pnp.typeface import cap_height, text_width
from pnp.units import MM_PER_INCH, Mm, points

if TYPE_CHECKING:  # slow to import: what needs no areas, such as a plain map, goes without
    from shapely.geometry import Polygon
    from shapely.geometry.base import BaseGeometry

    from pnp.draw.map.noise import Array

REFERENCE_SIDE = 0.70 * MM_PER_INCH / math.sqrt(3)
"""Hexside in mm at which lengths given in points are printed as they are: hexes 0.70 in across, for half-inch counters.
"""

SMALLEST_PT = 5.0
"""No text on a map is smaller."""

THINNEST_PT = 0.25
"""No line on a map is thinner.  Source: print services' least width of a line."""

SETTLED: tuple[Look, ...] = ("city", "town", "village")
INSTALLATIONS: tuple[Look, ...] = (
    "airfield", "fort", "station", "refinery", "port", "position", "entry", "exit", "supply",
)  # fmt: skip
WAYS: tuple[Look, ...] = ("road", "track")
FLOWING: tuple[Look, ...] = ("river", "stream", "creek")
WATER: tuple[Look, ...] = ("lake", "sea")


@dataclass(frozen=True, eq=False)
class MapFrame:
    """Everything that the parts of a map ask for while they draw."""

    map: GameMap
    board: Board
    kinds: Mapping[str, TerrainKind]
    palette: MapPalette = FULL
    numbered: bool = True
    sides: Mapping[str, Side] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, board: Board, palette: MapPalette = FULL, *, numbered: bool = True) -> MapFrame:
        """The frame of a game's map; `ValueError` if it has none."""
        if game.map is None:
            raise ValueError("the game has no map")
        colours = palette.wintry() if game.map.season == "winter" else palette
        return cls(game.map, board, game.terrain, colours, numbered, game.sides)

    # -- sizes

    @property
    def grid(self) -> Grid:
        """The board's grid."""
        return self.board.grid

    @property
    def seed(self) -> int:
        """The map's own."""
        return self.map.seed

    @cached_property
    def box(self) -> Rect:
        """The neat line: where the map ends. By default the rectangle around all hexes."""
        if self.map.frame is not None:
            return Rect(*self.map.frame)
        return Rect(*self.grid.origin, *self.grid.size)

    def scaled(self, length_pt: float) -> Mm:
        """A length given in points on hexes of the reference size, in mm on these hexes."""
        return points(length_pt) * self.grid.side / REFERENCE_SIDE

    def stroke(self, width_pt: float) -> Mm:
        """The width of a line given in points on hexes of the reference size, never thinner than prints well."""
        return max(self.scaled(width_pt), points(THINNEST_PT))

    def size_pt(self, size_pt: float) -> float:
        """A size of type for these hexes: with larger hexes larger, yet neither illegible nor shouting."""
        return max(SMALLEST_PT, size_pt * min(max(self.grid.side / REFERENCE_SIDE, 0.85), 1.4))

    # -- hexes

    def look(self, kind: str) -> Look:
        """How a terrain is drawn."""
        if kind in self.kinds:
            return self.kinds[kind].look
        return next((look for look in get_args(Look) if look == kind), "clear")

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, in the order of the grid."""
        return self.grid.hexes

    @cached_property
    def _by_look(self) -> dict[Look, tuple[Hex, ...]]:
        found: dict[Look, list[Hex]] = {}
        for cell in self.hexes:
            for kind in self.board.terrain_at(cell):
                cells = found.setdefault(self.look(kind), [])
                if not cells or cells[-1] != cell:
                    cells.append(cell)
        return {look: tuple(cells) for look, cells in found.items()}

    def hexes_like(self, *looks: Look) -> tuple[Hex, ...]:
        """The hexes with terrain of any of these looks."""
        if len(looks) == 1:
            return self._by_look.get(looks[0], ())
        wanted = {cell for look in looks for cell in self._by_look.get(look, ())}
        return tuple(cell for cell in self.hexes if cell in wanted)

    @cached_property
    def sites(self) -> dict[Hex, dict[Look, str]]:
        """What stands in each hex, with its name: places, and settlements that are terrain of the hex."""
        found: dict[Hex, dict[Look, str]] = {}
        for look in (*SETTLED, *INSTALLATIONS):
            for cell in self.hexes_like(look):
                found.setdefault(cell, {})[look] = ""
        for cell, site in self.board.sites.items():
            for kind in site.kinds:
                found.setdefault(cell, {})[self.look(kind)] = site.names.get(kind, site.name)
        return dict(sorted(found.items()))

    @cached_property
    def water_hexes(self) -> frozenset[Hex]:
        """Hexes of lake and sea."""
        return frozenset(self.hexes_like(*WATER))

    # -- shapes

    def corners(self, cell: Hex, share: float = 1) -> Array:
        """The corners of a hex, drawn in towards its middle if `share` is under 1."""
        import numpy as np  # noqa: PLC0415 - see above

        centre = np.array(self.grid.centre(cell))
        return np.asarray(centre + (np.array(self.grid.corners(cell)) - centre) * share, dtype=np.float64)

    def hexagon(self, cell: Hex, share: float = 1) -> Polygon:
        """A hex as an area."""
        from shapely.geometry import Polygon  # noqa: PLC0415 - see above

        return Polygon(self.corners(cell, share))

    @cached_property
    def paper_area(self) -> Polygon:
        """All that lies within the neat line."""
        import shapely  # noqa: PLC0415 - see above

        return shapely.box(self.box.x, self.box.y, self.box.right, self.box.bottom)

    @cached_property
    def playing_area(self) -> BaseGeometry:
        """All hexes together."""
        import shapely  # noqa: PLC0415 - see above

        return shapely.union_all([self.hexagon(cell, 1.002) for cell in self.hexes])

    # -- numbers

    @cached_property
    def number_pt(self) -> float:
        """Size of the hex numbers."""
        return self.size_pt(5.3)

    def _holds(self, cell: Hex, rect: Rect) -> bool:
        """Is a rectangle within a hex, clear of its sides?"""
        import shapely  # noqa: PLC0415 - see above

        return bool(self.hexagon(cell, 0.97).contains(shapely.box(rect.x, rect.y, rect.right, rect.bottom)))

    def _moved_in(self, rect: Rect) -> Rect:
        """A rectangle moved to where the frame shows it."""
        room = self.box.grown(-self.scaled(2.0))
        x = min(max(rect.x, room.x), room.right - rect.width)
        y = min(max(rect.y, room.y), room.bottom - rect.height)
        return replace(rect, x=round(x, 3), y=round(y, 3))

    @cached_property
    def numbers(self) -> dict[Hex, Rect]:
        """The box around the ink of each hex number that is printed; a hex that the frame cuts has its
        number where it shows, or none.

        Numbers stand at the left end of the top side of a flat-topped hex, and under the top corner of a pointed one.
        """
        if not self.numbered:
            return {}
        size, cap = self.number_pt, cap_height("condensed", self.number_pt)
        texts = [self.grid.number(cell) for cell in self.hexes]
        widths = [text_width(text, "condensed", size) for text in texts]
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
            top = y + down
            rect = Rect(round(left, 3), round(top, 3), width, cap)
            if not (x0 <= left and left + width <= x1 and y0 <= top and top + cap <= y1):
                rect = self._moved_in(rect)
                if not self._holds(cell, rect):
                    continue
            found[cell] = rect
        return found
