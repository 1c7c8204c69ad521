"""The hex grid: hexes, hexsides, vertices, directions, their positions on paper, and their printed numbers.

A hex has axial coordinates (q, r), s = -q - r. The six directions are the same vectors for both orientations and run
clockwise; direction 0 is north on flat-topped hexes and north-west on pointed ones.

Source: redblobgames.com/grids/hexagons (axial coordinates, distance, line).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Literal, NamedTuple, TypeAlias

from pnp.grid_cells import SHAPES, Direction, Orientation
from pnp.numbering import Series
from pnp.scene import Point
from pnp.units import Mm

VECTORS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The steps in the directions 0 to 5. Flat: N NE SE S SW NW. Pointed: NW NE E SE SW W."""


class Hex(NamedTuple):
    """A hex as two coordinates along the axes `q` and `r` of the hex grid."""

    q: int
    r: int

    def neighbour(self, direction: Direction) -> Hex:
        """Return the adjacent hex in a direction."""
        dq, dr = VECTORS[direction % 6]
        return Hex(self.q + dq, self.r + dr)

    @property
    def neighbours(self) -> tuple[Hex, ...]:
        """The six adjacent hexes, clockwise from direction 0; some may be off the map."""
        return tuple(Hex(self.q + dq, self.r + dr) for dq, dr in VECTORS)

    def direction_to(self, other: Hex) -> Direction:
        """Return the direction (0 to 5) to an adjacent hex.

        Raise `ValueError` if the hex is not a neighbour.
        """
        return VECTORS.index((other.q - self.q, other.r - self.r))

    def distance_to(self, other: Hex) -> int:
        """Return how many hexsides the shortest path to another hex crosses.

        >>> Hex(0, 0).distance_to(Hex(2, -1))
        2
        """
        dq, dr = other.q - self.q, other.r - self.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, reach: int) -> Iterator[Hex]:
        """Yield each hex that is at most `reach` hexes away, including the hex itself."""
        for dq in range(-reach, reach + 1):
            for dr in range(max(-reach, -dq - reach), min(reach, -dq + reach) + 1):
                yield Hex(self.q + dq, self.r + dr)

    def corner_cells(self, corner: Direction) -> tuple[Hex, Hex, Hex]:
        """Return the three hexes that meet at a corner; hexside `d` joins corners `d` and `d + 1`."""
        return self, self.neighbour(corner - 1), self.neighbour(corner)


class Hexside(NamedTuple):
    """The side between two adjacent hexes, the lesser hex first, so that each side has one name."""

    low: Hex
    high: Hex

    @classmethod
    def between(cls, one: Hex, other: Hex) -> Hexside:
        """Return the hexside between two adjacent hexes.

        Raise `ValueError` if they are not adjacent.
        """
        one.direction_to(other)
        return cls(min(one, other), max(one, other))

    @property
    def vertices(self) -> tuple[Vertex, Vertex]:
        """The two vertices at the ends of the hexside."""
        corner = self.low.direction_to(self.high)
        return Vertex.of(*self.low.corner_cells(corner)), Vertex.of(*self.low.corner_cells(corner + 1))


class Vertex(tuple[Hex, ...]):
    """A corner of cells, named by all cells that meet there, in ascending order: three hexes."""

    __slots__ = ()

    @classmethod
    def of(cls, *cells: Hex) -> Vertex:
        """Return the vertex at which mutually adjacent cells meet."""
        return cls(sorted(cells))


# ---------------------------------------------------------------- the grid of a map


Corner: TypeAlias = Literal["north-west", "north-east", "south-west", "south-east"]
CORNERS: tuple[Corner, ...] = ("north-west", "north-east", "south-east", "south-west")
"""The corners of a map, clockwise."""


@dataclass(frozen=True)
class Grid:
    """The hexes of one map: shape, size on paper, and numbering.

    `across_flats` is the distance between opposite sides in mm. `low` says which printed columns (flat) or rows
    (pointed) are half a hex lower (for pointed rows: further right). With `row_first` a number is read row, then
    column. `corner` is the corner of the map where both counts start. `origin` is the position on paper of the top left
    corner of the rectangle around all hexes. Hexes in `absent` are not on the map.
    """

    orientation: Orientation
    columns: Series
    rows: Series
    across_flats: Mm
    low: Literal["odd", "even"] = "odd"
    corner: Corner = "north-west"
    row_first: bool = False
    separator: str = ""
    origin: Point = (0.0, 0.0)
    absent: frozenset[str] = frozenset()

    # -- paper column and row (from 0, at the top left) <-> hex <-> number

    @cached_property
    def _low_parity(self) -> int:
        """Whether even (0) or odd (1) columns, or rows of a pointed grid, are shifted by half a hex."""
        flat = self.orientation == "flat"
        series = self.columns if flat else self.rows
        backwards = self.corner.endswith("east") if flat else self.corner.startswith("south")
        printed = series.last if backwards else series.first
        return 0 if (printed % 2 == 1) == (self.low == "odd") else 1

    def _hex_at(self, column: int, row: int) -> Hex:
        """Return the hex in a column and row of the printed map, both counted from 0."""
        if self.orientation == "flat":
            up = column + 1 if self._low_parity == 0 else column
            return Hex(column, row - up // 2 + (1 if self._low_parity == 0 else 0))
        left = row + 1 if self._low_parity == 0 else row
        return Hex(column - left // 2 + (1 if self._low_parity == 0 else 0), row)

    def paper_place(self, cell: Hex) -> tuple[int, int]:
        """Return the column and row of a hex on the printed map, both counted from 0."""
        shift = 1 if self._low_parity == 0 else 0
        if self.orientation == "flat":
            return cell.q, cell.r + (cell.q + shift) // 2 - shift
        return cell.q + (cell.r + shift) // 2 - shift, cell.r

    @cached_property
    def _numbers(self) -> dict[Hex, str]:
        """The printed number of each hex."""
        numbers = {}
        east, south = self.corner.endswith("east"), self.corner.startswith("south")
        for c in range(len(self.columns)):
            for r in range(len(self.rows)):
                column = self.columns.label(self.columns.last - c if east else self.columns.first + c)
                row = self.rows.label(self.rows.last - r if south else self.rows.first + r)
                number = f"{row}{self.separator}{column}" if self.row_first else f"{column}{self.separator}{row}"
                if number not in self.absent:
                    numbers[self._hex_at(c, r)] = number
        return numbers

    @cached_property
    def _by_number(self) -> dict[str, Hex]:
        """Each hex of the map by its printed number."""
        return {number: cell for cell, number in self._numbers.items()}

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes of the map, column by column from the left, each from top to bottom."""
        return tuple(self._numbers)

    def __contains__(self, cell: object) -> bool:
        """Return whether the hex is on the map."""
        return cell in self._numbers

    def number(self, cell: Hex) -> str:
        """Return the printed number of a hex, such as `K13`.

        Raise `KeyError` if it is not on the map.
        """
        return self._numbers[cell]

    def column_and_row(self, cell: Hex) -> tuple[int, int]:
        """Return the printed column and row of a hex as numbers; column A is 1."""
        column, row = self.paper_place(cell)
        return (
            self.columns.last - column if self.corner.endswith("east") else self.columns.first + column,
            self.rows.last - row if self.corner.startswith("south") else self.rows.first + row,
        )

    def hex(self, number: str) -> Hex:
        """Return the hex with a printed number, such as `K13`.

        Raise `KeyError` if the map has none.
        """
        return self._by_number[number]

    def neighbours(self, cell: Hex) -> tuple[Hex, ...]:
        """Return those of the adjacent hexes that are on the map."""
        return tuple(n for n in cell.neighbours if n in self._numbers)

    def edge(self, side: Literal["north", "south", "west", "east"]) -> tuple[Hex, ...]:
        """Return the hexes along one edge of the map."""
        last_column, last_row = len(self.columns) - 1, len(self.rows) - 1
        want = {"north": (1, 0), "south": (1, last_row), "west": (0, 0), "east": (0, last_column)}[side]
        return tuple(cell for cell in self._numbers if self.paper_place(cell)[want[0]] == want[1])

    def block(self, first: Hex, last: Hex) -> tuple[Hex, ...]:
        """Return all hexes of the rectangle that has these two hexes at opposite corners."""
        (c1, r1), (c2, r2) = self.paper_place(first), self.paper_place(last)
        columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
        cells = (self._hex_at(c, r) for c in columns for r in rows)
        return tuple(cell for cell in cells if cell in self._numbers)

    # -- reading lists of numbers

    def parse_hexes(self, text: str) -> tuple[Hex, ...]:
        """Return the hexes listed in a text such as `A5 B6-B8 C7`, in the order written.

        They are separated by blanks or commas. Raise `ValueError` with the first word that is not a hex of this map.
        """
        found: list[Hex] = []
        for word in re.split(r"[\s,]+", text.strip()):
            if not word:
                continue
            first, dash, last = word.partition("-") if self.separator != "-" else (word, "", "")
            ends = []
            for number in (first, last) if dash else (first,):
                if number not in self._by_number:
                    message = f"hex {number} is not on this map" if number else f"{word!r} is not a hex or a range"
                    raise ValueError(message)
                ends.append(self._by_number[number])
            found.extend(self.block(*ends) if dash else ends)
        return tuple(found)

    def parse_hexside(self, text: str) -> Hexside:
        """Return the hexside that a text such as `K13/L13` names.

        Raise `ValueError` if these are not two adjacent hexes of this map.
        """
        first, slash, second = (part.strip() for part in text.partition("/"))
        if not (first and slash and second):
            message = f"{text!r} is not a hexside; write two adjacent hexes with a slash, such as K13/L13"
            raise ValueError(message)
        for number in (first, second):
            if number not in self._by_number:
                message = f"hex {number} is not on this map"
                raise ValueError(message)
        one, other = self._by_number[first], self._by_number[second]
        if one.distance_to(other) != 1:
            message = f"{text!r} is not a hexside: the two hexes are not adjacent"
            raise ValueError(message)
        return Hexside.between(one, other)

    def write_hexside(self, side: Hexside) -> str:
        """Return a hexside as a text such as `K13/L13`."""
        return f"{self.number(side.low)}/{self.number(side.high)}"

    # -- paper

    @cached_property
    def side(self) -> Mm:
        """The length of a hexside in mm, which is also the distance from a hex's centre to its corners."""
        return self.across_flats / SHAPES[self.orientation].across

    @property
    def size(self) -> tuple[Mm, Mm]:
        """The width and height of the rectangle around all hexes, in mm."""
        n_long, n_short = (
            (len(self.columns), len(self.rows)) if self.orientation == "flat" else (len(self.rows), len(self.columns))
        )
        long = self.side * (1.5 * n_long + 0.5)
        short = self.across_flats * (n_short + (0.5 if n_long > 1 else 0))
        return (long, short) if self.orientation == "flat" else (short, long)

    def centre(self, cell: Hex) -> Point:
        """Return the centre of a hex, on or off the map, in mm on paper."""
        x0, y0 = self.origin
        column, row = self.paper_place(cell)
        if self.orientation == "flat":
            down = self._stagger_of(column, len(self.columns))
            return (x0 + self.side * (1.5 * column + 1), y0 + self.across_flats * (row + 0.5 + down))
        right = self._stagger_of(row, len(self.rows))
        return (x0 + self.across_flats * (column + 0.5 + right), y0 + self.side * (1.5 * row + 1))

    def _stagger_of(self, line: int, lines: int) -> float:
        """Return what part of a hex a column is shifted down by, or a pointed grid's row to the right.

        The only column of a map is not shifted.
        """
        edge = 0.5 if lines == 1 and self._low_parity == 0 else 0
        return (0.5 if line % 2 == self._low_parity else 0) - edge

    def corners(self, cell: Hex) -> tuple[Point, ...]:
        """Return the corner points of a hex, clockwise; hexside `d` joins corners `d` and `d + 1`."""
        return SHAPES[self.orientation].outline(self.centre(cell), self.side)

    def vertex_point(self, vertex: Vertex) -> Point:
        """Return the point on paper at which a vertex (a hex corner) is."""
        points = [self.centre(cell) for cell in vertex]
        return (fsum(p[0] for p in points) / len(points), fsum(p[1] for p in points) / len(points))

    def side_points(self, hexside: Hexside) -> tuple[Point, Point]:
        """Return the two end points of a hexside on paper, clockwise around its lesser hex."""
        corners = self.corners(hexside.low)
        direction = hexside.low.direction_to(hexside.high)
        return corners[direction], corners[(direction + 1) % len(corners)]

    def middle_lines(self, axis: Literal["upright", "level"]) -> tuple[Mm, Mm]:
        """Return the place in mm of the first line along which hexes can be cut, and the distance to the next line.

        The place counts from the edge of the rectangle around all hexes. A line goes through the centres of a
        column of flat hexes, or of a row of pointed hexes, and cuts them into halves. In the other direction, a line
        through centres follows the sides of the neighbours; there it is half way between centres and sides.
        """
        if (self.orientation == "flat") == (axis == "upright"):
            return self.side, 1.5 * self.side
        return self.across_flats / 4, self.across_flats / 2

    def hex_of_point(self, point: Point) -> Hex:
        """Return the hex whose centre is nearest to a point on paper; it may be off the map."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        if self.orientation == "flat":
            column = round((x / self.side - 1) / 1.5)
            row = round(y / self.across_flats - 0.5)
        else:
            row = round((y / self.side - 1) / 1.5)
            column = round(x / self.across_flats - 0.5)
        guess = self._hex_at(column, row)
        return min(guess.within(2), key=lambda cell: math.dist(self.centre(cell), point))


def bank_chain(one_bank: Iterable[Hex], other_bank: Iterable[Hex]) -> tuple[Hexside, ...]:
    """Return the hexsides between the hexes of two banks as a chain, from either end.

    Raise `ValueError` with the reason if they do not form one unbroken chain.
    """
    banks = set(one_bank), set(other_bank)
    if banks[0] & banks[1]:
        raise ValueError("a hex is on both banks")
    left = {Hexside.between(cell, near) for cell in banks[0] for near in cell.neighbours if near in banks[1]}
    if not left:
        raise ValueError("the two banks have no hexside in common")
    meeting: dict[Vertex, list[Hexside]] = {}
    for side in sorted(left):
        for vertex in side.vertices:
            meeting.setdefault(vertex, []).append(side)
    at = min((vertex for vertex, sides in meeting.items() if len(sides) == 1), default=None)
    chain: list[Hexside] = []
    while at is not None and (following := [side for side in meeting[at] if side in left]):
        chain.append(following[0])
        left.discard(following[0])
        at = next(vertex for vertex in following[0].vertices if vertex != at)
    if left or any(len(sides) > 2 for sides in meeting.values()):
        raise ValueError("the hexsides between the two banks do not form one unbroken chain")
    return tuple(chain)


def chain_vertices(sides: Iterable[Hexside]) -> tuple[Vertex, ...]:
    """Return the vertices along a chain of connected hexsides, from its first end to its last.

    There is one more vertex than hexsides.
    Raise `ValueError` with the position (from 0) of the first side that does not touch the one before it.
    """
    chain = list(sides)
    if len(chain) == 1:
        return chain[0].vertices
    path: list[Vertex] = []
    for i, side in enumerate(chain):
        if i == 0:
            shared = set(side.vertices) & set(chain[1].vertices)
            if len(shared) != 1:
                raise ValueError(1)
            (joint,) = shared
            start = next(v for v in side.vertices if v != joint)
            path += [start, joint]
        else:
            if path[-1] not in side.vertices:
                raise ValueError(i)
            path.append(next(v for v in side.vertices if v != path[-1]))
    return tuple(path)
