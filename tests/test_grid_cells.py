"""What every kind of cell can do: hexes, and a square that exists only here."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from pnp.grid_cells import SHAPES, SIDEWAYS, CellShape, GridCell, compass_directions, open_sides
from pnp.hexgrid import Grid, Hex, Hexside
from pnp.numbering import Series

NORTH, EAST, SOUTH, WEST = STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
SQUARE = CellShape(4, -90, math.sqrt(2), (math.sqrt(2), math.sqrt(2)), (3 * math.sqrt(2), 3 * math.sqrt(2)))


class Square(NamedTuple):
    """A square in a column and a row. Units cross sides, not corners."""

    column: int
    row: int

    @property
    def neighbours(self) -> tuple["Square", ...]:
        return tuple(self.neighbour(direction) for direction in range(4))

    def neighbour(self, direction: int) -> "Square":
        across, down = STEPS[direction % 4]
        return Square(self.column + across, self.row + down)

    def direction_to(self, other: "Square") -> int:
        return STEPS.index((other.column - self.column, other.row - self.row))

    def distance_to(self, other: "Square") -> int:
        return abs(other.column - self.column) + abs(other.row - self.row)

    def within(self, reach: int) -> Iterator["Square"]:
        for across in range(-reach, reach + 1):
            for down in range(abs(across) - reach, reach - abs(across) + 1):
                yield Square(self.column + across, self.row + down)

    def corner_cells(self, corner: int) -> tuple["Square", ...]:
        before, after = self.neighbour(corner - 1), self.neighbour(corner)
        return self, before, before.neighbour(corner), after


KINDS = pytest.mark.parametrize(
    ("cell", "shape", "at_a_corner"), [(Hex(3, 5), SHAPES["flat"], 3), (Square(3, 5), SQUARE, 4)], ids=["hex", "square"]
)


@KINDS
def test_neighbours_lie_clockwise_and_know_the_way_back(cell, shape, at_a_corner) -> None:
    assert isinstance(cell, GridCell)
    assert len(set(cell.neighbours)) == shape.sides
    half = shape.sides // 2
    for direction, near in enumerate(cell.neighbours):
        assert cell.neighbour(direction) == cell.neighbour(direction + shape.sides) == near
        assert (cell.direction_to(near), near.direction_to(cell)) == (direction, (direction + half) % shape.sides)
    with pytest.raises(ValueError, match="not in tuple"):
        cell.direction_to(cell)


@KINDS
def test_distances_are_those_of_the_shortest_path(cell, shape, at_a_corner) -> None:
    reached, around = {cell: 0}, [cell]
    for steps in range(1, 5):
        around = [near for one in around for near in one.neighbours if near not in reached]
        reached |= dict.fromkeys(around, steps)
    assert {other: cell.distance_to(other) for other in reached} == reached
    for reach in range(5):
        found = list(cell.within(reach))
        assert len(found) == len(set(found))
        assert set(found) == {other for other, steps in reached.items() if steps <= reach}


@KINDS
def test_the_cells_at_a_corner_are_the_same_from_each_of_them(cell, shape, at_a_corner) -> None:
    corners = [frozenset(cell.corner_cells(corner)) for corner in range(shape.sides)]
    assert [len(cells) for cells in corners] == [at_a_corner] * shape.sides
    for direction, near in enumerate(cell.neighbours):  # both ends of a side are corners of both cells
        ends = {corners[direction], corners[(direction + 1) % shape.sides]}
        assert ends <= {frozenset(near.corner_cells(corner)) for corner in range(shape.sides)}


@KINDS
def test_open_sides_are_those_without_a_neighbour(cell, shape, at_a_corner) -> None:
    assert list(open_sides(cell, {cell.neighbour(1), cell.neighbour(2)})) == [0, *range(3, shape.sides)]


@pytest.mark.parametrize("shape", [*SHAPES.values(), SQUARE], ids=[*SHAPES, "square"])
def test_a_shape_has_the_measures_of_its_outline(shape: CellShape) -> None:
    corners = shape.outline((0, 0), 10)
    centres = [
        (10 * shape.across * math.cos(t), 10 * shape.across * math.sin(t)) for t in map(math.radians, shape.turns)
    ]
    ring = [point for centre in centres for point in shape.outline(centre, 10)]
    for points, measured in ((corners, shape.size), (ring, shape.ring)):
        width, height = (max(values) - min(values) for values in zip(*points, strict=True))
        assert (width / 10, height / 10) == pytest.approx(measured)
    for side, (x, y) in enumerate(centres):  # side d joins corners d and d + 1, half way to the neighbour
        (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % shape.sides]
        assert (x1 + x2, y1 + y2) == pytest.approx((x, y))


@pytest.mark.parametrize("shape", [*SHAPES.values(), SQUARE], ids=[*SHAPES, "square"])
def test_an_outline_begins_where_it_is_told_to(shape: CellShape) -> None:
    corners = [tuple(round(value, 9) for value in point) for point in shape.outline((0, 0), 10)]
    drawn = [tuple(round(value, 9) for value in point) for point in shape.outline((0, 0), 10, start=0)]
    assert set(drawn) == set(corners)
    right, below = drawn[0]  # on the right, or the first one below it
    assert right == max(x for x, _ in corners)
    assert below == min(y for x, y in corners if x == right and y >= 0)


def test_a_quarter_turn_lets_hexes_lie_the_other_way() -> None:
    for orientation, turned in SIDEWAYS.items():
        assert {(turn + 90) % 360 for turn in SHAPES[orientation].turns} == {
            turn % 360 for turn in SHAPES[turned].turns
        }
    assert compass_directions("pointed", 90) == ("SW", "NW", "N", "NE", "SE", "S")


def test_a_vertex_is_the_mean_of_its_cells() -> None:
    grid = Grid("flat", Series.parse("A-E"), Series.parse("1-5"), 20)
    side = Hexside.between(grid.hex("C3"), grid.hex("C2"))
    ends = {tuple(round(value, 6) for value in grid.vertex_point(vertex)) for vertex in side.vertices}
    assert ends == {tuple(round(value, 6) for value in point) for point in grid.side_points(side)}
