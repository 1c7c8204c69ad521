"""Cells of map grids of every kind: their neighbours, their distances, and their outline.

Hexes (`pnp/hexgrid.py`) are one kind. Another kind is a class that satisfies `GridCell`, and a `CellShape` for each way
in which it can lie on the paper.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, Self, TypeAlias, runtime_checkable

from pnp.scene import Point
from pnp.units import Degrees, Mm

Direction: TypeAlias = int
"""The number of a side of a cell, clockwise from 0."""
Orientation: TypeAlias = Literal["flat", "pointed"]
"""How hexes lie: with a side at the top, or with a corner."""


@runtime_checkable
class GridCell(Protocol):
    """A cell of a map grid: a value that can be compared, and knows the cells around it."""

    @property
    def neighbours(self) -> tuple[Self, ...]:
        """The adjacent cells, clockwise from direction 0; some may be off the map."""

    def neighbour(self, direction: Direction) -> Self:
        """Return the adjacent cell in a direction, which counts on after the last side."""

    def direction_to(self, other: Self) -> Direction:
        """Return the direction to an adjacent cell. Raise `ValueError` if the cell is not a neighbour."""

    def distance_to(self, other: Self) -> int:
        """Return how many sides the shortest path to another cell crosses."""

    def within(self, reach: int) -> Iterator[Self]:
        """Yield each cell that is at most `reach` cells away, including the cell itself."""

    def corner_cells(self, corner: Direction) -> tuple[Self, ...]:
        """Return the cells that meet at a corner, which is at the beginning of the side with the same number."""


def open_sides(cell: GridCell, cells: Container[object]) -> Iterator[Direction]:
    """Yield each direction in which the neighbour of a cell is not one of some cells."""
    return (direction for direction, near in enumerate(cell.neighbours) if near not in cells)


@dataclass(frozen=True)
class CellShape:
    """The outline of cells on paper; its lengths are multiples of the distance from the centre to a corner.

    `first` is the direction from the centre to the middle of side 0, clockwise from the right. `across` is the distance
    between opposite sides, which is that between the centres of neighbours. `size` is the width and height of a cell,
    and `ring` that of a cell with its neighbours.
    """

    sides: int
    first: Degrees
    across: float
    size: tuple[float, float]
    ring: tuple[float, float]

    @property
    def step(self) -> Degrees:
        """The angle between two sides."""
        return 360 / self.sides

    @property
    def turns(self) -> tuple[Degrees, ...]:
        """The directions of the sides, clockwise from the right."""
        return tuple(self.first + self.step * side for side in range(self.sides))

    def outline(self, centre: Point, radius: Mm, start: Degrees | None = None) -> tuple[Point, ...]:
        """Return the corners of a cell, clockwise from corner 0; side `d` joins corners `d` and `d + 1`.

        `start` is a direction in degrees, clockwise from the right; the outline then begins with the next corner.
        """
        x, y = centre
        first = self.first - self.step / 2
        before = 0 if start is None else math.ceil((start - first) / self.step)
        angles = [math.radians(first + self.step * (before + corner)) for corner in range(self.sides)]
        return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


SHAPES: Mapping[Orientation, CellShape] = {
    "flat": CellShape(6, -90, math.sqrt(3), (2, math.sqrt(3)), (5, 3 * math.sqrt(3))),
    "pointed": CellShape(6, -120, math.sqrt(3), (math.sqrt(3), 2), (3 * math.sqrt(3), 5)),
}
SIDEWAYS: Mapping[Orientation, Orientation] = {"flat": "pointed", "pointed": "flat"}
"""How the cells lie after a quarter turn of the map."""
_COMPASS = ("N", "NE", "NE", "E", "SE", "SE", "S", "SW", "SW", "W", "NW", "NW")
"""The names of the bearings 0, 30, 60 degrees and so on."""


def compass_directions(orientation: Orientation, north: Degrees = 0) -> tuple[str, ...]:
    """Return the compass names of all directions of a cell; `north` is in degrees clockwise from up.

    >>> compass_directions("flat"), compass_directions("pointed")
    (('N', 'NE', 'SE', 'S', 'SW', 'NW'), ('NW', 'NE', 'E', 'SE', 'SW', 'W'))
    >>> compass_directions("flat", 180)[0]
    'S'
    """
    return tuple(_COMPASS[(round((turn + 90) / 30) - round(north / 30)) % 12] for turn in SHAPES[orientation].turns)
