"""Properties of the hex grid, for both orientations, both staggers, every corner and every way of numbering."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, strategies as st

from pnp.grid_cells import compass_directions
from pnp.hexgrid import Grid, Hex, Hexside, Vertex, chain_vertices
from pnp.numbering import Series, letters, letters_number

CORNERS = ("north-west", "north-east", "south-west", "south-east")
EDGES = ("north", "south", "west", "east")

numbers = st.integers(-30, 30)
hexes = st.builds(Hex, numbers, numbers)
directions = st.integers(0, 5)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """A grid as a game may have it, numbered M7, 0304 or AA12."""
    scheme = draw(st.sampled_from(["letters", "digits", "double letters"]))
    first, size = draw(st.integers(1, 6)), draw(st.integers(1, 7))
    if scheme == "digits":
        columns = Series.parse(f"{first:02d}-{first + size - 1:02d}")
    else:
        start = first + (23 if scheme == "double letters" else 0)
        columns = Series(start, start + size - 1, alphabetic=True)
    first, size = draw(st.integers(0, 3)), draw(st.integers(1, 7))
    rows = Series(first, first + size - 1, alphabetic=False, width=2 if scheme == "digits" else 1)
    return Grid(
        draw(st.sampled_from(["flat", "pointed"])),
        columns,
        rows,
        draw(st.floats(8, 40)),
        draw(st.sampled_from(["odd", "even"])),
        draw(st.sampled_from(CORNERS)),
        row_first=scheme == "digits" and draw(st.booleans()),
        separator=draw(st.sampled_from(["", "."])),
        origin=draw(st.tuples(st.floats(-50, 50), st.floats(-50, 50))),
    )


@st.composite
def places(draw: st.DrawFn) -> tuple[Grid, Hex]:
    """A grid and one of its hexes."""
    grid = draw(grids())
    return grid, draw(st.sampled_from(grid.hexes))


# ---------------------------------------------------------------- hexes, hexsides, vertices


@given(hexes, directions)
def test_going_there_and_back(cell: Hex, direction: int) -> None:
    there = cell.neighbour(direction)
    assert there.neighbour(direction + 3) == cell
    assert cell.direction_to(there) == direction
    assert there.direction_to(cell) == (direction + 3) % 6
    assert cell.neighbours[direction] == there
    assert cell.distance_to(there) == 1


@given(hexes)
def test_a_ring_of_six_neighbours(cell: Hex) -> None:
    ring = cell.neighbours
    assert len(set(ring)) == 6
    assert all(one.distance_to(other) == 1 for one, other in itertools.pairwise((*ring, ring[0])))


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance_to(b) == b.distance_to(a)
    assert (a.distance_to(b) == 0) == (a == b)
    assert a.distance_to(c) <= a.distance_to(b) + b.distance_to(c)


@given(st.builds(Hex, st.integers(-3, 3), st.integers(-3, 3)), st.integers(0, 4))
def test_hexes_within_reach(centre: Hex, reach: int) -> None:
    found = list(centre.within(reach))
    assert len(found) == len(set(found)) == 3 * reach * (reach + 1) + 1
    assert all(centre.distance_to(cell) <= reach for cell in found)


@given(hexes, directions)
def test_a_hexside_has_one_name_and_two_ends(cell: Hex, direction: int) -> None:
    side = Hexside.between(cell, cell.neighbour(direction))
    assert side == Hexside.between(cell.neighbour(direction), cell)
    assert side.low < side.high
    assert {side.low, side.high} == {cell, cell.neighbour(direction)}
    one, other = side.vertices
    assert set(one) & set(other) == {side.low, side.high}
    assert {len(set(one)), len(set(other))} == {3}


@given(hexes, hexes)
def test_only_neighbours_share_a_side(a: Hex, b: Hex) -> None:
    assume(a.distance_to(b) != 1)
    with pytest.raises(ValueError):
        Hexside.between(a, b)


@given(hexes, directions)
def test_a_vertex_has_one_name_and_three_sides(cell: Hex, direction: int) -> None:
    corner = (cell, cell.neighbour(direction), cell.neighbour(direction + 1))
    vertices = {Vertex.of(*order) for order in itertools.permutations(corner)}
    assert len(vertices) == 1
    sides = [Hexside.between(one, other) for one, other in itertools.combinations(corner, 2)]
    assert all(vertices <= set(side.vertices) for side in sides)


@given(hexes)
def test_six_sides_round_a_hex_are_a_closed_chain(cell: Hex) -> None:
    sides = [Hexside.between(cell, neighbour) for neighbour in cell.neighbours]
    path = chain_vertices(sides)
    assert path[0] == path[-1]
    assert len(set(path)) == 6


@given(hexes, st.lists(st.booleans(), min_size=1, max_size=20))
def test_chains_join_at_their_vertices(cell: Hex, turns: list[bool]) -> None:
    """A walk from vertex to vertex, turning left or right, is a chain of which each part is a side."""
    side = Hexside.between(cell, cell.neighbour(0))
    chain, path = [side], list(side.vertices)
    for right in turns:
        before, here = path[-2], path[-1]
        options = [Hexside.between(a, b) for a, b in itertools.combinations(here, 2)]
        options = sorted(s for s in options if before not in s.vertices)
        chain.append(options[right])
        path.append(next(v for v in options[right].vertices if v != here))
    assume(len(chain) == 1 or len(set(chain[0].vertices) & set(chain[1].vertices)) == 1)
    assert chain_vertices(chain) == tuple(path) if len(chain) > 1 else chain_vertices(chain) == chain[0].vertices


def test_a_broken_chain_names_the_side_that_does_not_join() -> None:
    a = Hex(0, 0)
    sides = [Hexside.between(a, a.neighbour(d)) for d in (0, 1, 3)]
    with pytest.raises(ValueError, match="2"):
        chain_vertices(sides)
    with pytest.raises(ValueError, match="1"):
        chain_vertices([sides[0], sides[2]])


# ---------------------------------------------------------------- numbering


@given(st.integers(1, 2000), st.booleans())
def test_letters_count_both_ways(number: int, doubled: bool) -> None:
    assert letters_number(letters(number, doubled=doubled), doubled=doubled) == number


def test_letters_after_z() -> None:
    assert [letters(n) for n in (1, 26, 27, 28, 53)] == ["A", "Z", "AA", "BB", "AAA"]
    assert [letters(n, doubled=False) for n in (26, 27, 28, 53)] == ["Z", "AA", "AB", "BA"]


@given(grids())
def test_every_hex_has_one_number_and_every_number_one_hex(grid: Grid) -> None:
    written = [grid.number(cell) for cell in grid.hexes]
    assert len(set(written)) == len(set(grid.hexes)) == len(written) == len(grid.columns) * len(grid.rows)
    assert all(grid.hex(grid.number(cell)) == cell and cell in grid for cell in grid.hexes)
    assert Hex(999, 999) not in grid


@pytest.mark.parametrize(
    ("orientation", "low", "corner", "picture"),
    [
        # Four columns A-D by two rows 1-2; each hex at its place on paper, half hexes as half lines.
        ("flat", "even", "north-west", "A1 . C1 ./. B1 . D1/A2 . C2 ./. B2 . D2"),
        ("flat", "odd", "north-west", ". B1 . D1/A1 . C1 ./. B2 . D2/A2 . C2 ."),
        ("flat", "even", "south-west", "A2 . C2 ./. B2 . D2/A1 . C1 ./. B1 . D1"),
        ("flat", "odd", "north-east", "D1 . B1 ./. C1 . A1/D2 . B2 ./. C2 . A2"),
        ("flat", "even", "south-east", ". C2 . A2/D2 . B2 ./. C1 . A1/D1 . B1 ."),
    ],
)
def test_staggers_and_corners_of_flat_hexes(orientation: str, low: str, corner: str, picture: str) -> None:
    grid = Grid(orientation, Series.parse("A-D"), Series.parse("1-2"), 10, low, corner)  # type: ignore[arg-type]
    lines = [["."] * 4 for _ in range(4)]
    for cell in grid.hexes:
        x, y = grid.centre(cell)
        lines[round((y - 5) / 5)][round((x / grid.side - 1) / 1.5)] = grid.number(cell)
    assert "/".join(" ".join(line) for line in lines) == picture


@pytest.mark.parametrize(
    ("low", "corner", "picture"),
    [
        ("even", "north-west", "0101 . 0201 ./. 0102 . 0202/0103 . 0203 ."),
        ("odd", "north-west", ". 0101 . 0201/0102 . 0202 ./. 0103 . 0203"),
        ("odd", "south-east", ". 0203 . 0103/0202 . 0102 ./. 0201 . 0101"),
        ("even", "north-east", "0201 . 0101 ./. 0202 . 0102/0203 . 0103 ."),
    ],
)
def test_staggers_and_corners_of_pointed_hexes(low: str, corner: str, picture: str) -> None:
    grid = Grid("pointed", Series.parse("01-02"), Series.parse("01-03"), 10, low, corner)  # type: ignore[arg-type]
    lines = [["."] * 4 for _ in range(3)]
    for cell in grid.hexes:
        x, y = grid.centre(cell)
        lines[round((y / grid.side - 1) / 1.5)][round((x - 5) / 5)] = grid.number(cell)
    assert "/".join(" ".join(line) for line in lines) == picture


def test_row_before_column() -> None:
    grid = Grid("flat", Series.parse("01-05"), Series.parse("01-09"), 10, row_first=True)
    column_first = replace(grid, row_first=False)
    assert grid.number(column_first.hex("0304")) == "0403"


def test_the_hexes_of_a_printed_example() -> None:
    """Odd columns half a hex lower: M7 touches M6, N7, N8, M8, L8 and L7."""
    grid = Grid("flat", Series.parse("A-P"), Series.parse("1-18"), 17.78, "odd")
    assert [grid.number(cell) for cell in grid.neighbours(grid.hex("M7"))] == ["M6", "N7", "N8", "M8", "L8", "L7"]
    assert compass_directions("flat")[grid.hex("M7").direction_to(grid.hex("N8"))] == "SE"


def test_letters_beyond_z_on_a_map() -> None:
    grid = Grid("flat", Series.parse("Y-CC"), Series.parse("10-12"), 10)
    assert [grid.number(cell) for cell in grid.edge("north")] == ["Y10", "Z10", "AA10", "BB10", "CC10"]
    assert grid.parse_hexes("AA12") == (grid.hex("AA12"),)


# ---------------------------------------------------------------- ranges, blocks, edges, absent hexes


@given(places(), st.data())
def test_a_block_is_the_rectangle_that_two_hexes_span(place: tuple[Grid, Hex], data: st.DataObject) -> None:
    grid, first = place
    last = data.draw(st.sampled_from(grid.hexes))
    block = grid.block(first, last)
    assert set(block) == set(grid.block(last, first))
    assert {first, last} <= set(block)
    (c1, r1), (c2, r2) = grid.paper_place(first), grid.paper_place(last)
    assert len(block) == len(set(block)) == (abs(c1 - c2) + 1) * (abs(r1 - r2) + 1)
    text = f"{grid.number(first)}-{grid.number(last)}"
    assert grid.parse_hexes(f"{text}, {grid.number(first)}") == (*block, first)


@given(grids())
def test_edges_are_the_first_and_last_rows_and_columns(grid: Grid) -> None:
    north, south, west, east = (set(grid.edge(edge)) for edge in EDGES)
    assert len(north) == len(south) == len(grid.columns)
    assert len(west) == len(east) == len(grid.rows)
    assert all(len(one & other) == 1 for one in (north, south) for other in (west, east))
    rim = {cell for cell in grid.hexes if len(grid.neighbours(cell)) < 6}
    assert rim == north | south | west | east
    heights = {cell: grid.centre(cell)[1] for cell in grid.hexes}
    assert min(heights.values()) in {heights[cell] for cell in north}
    assert max(heights.values()) in {heights[cell] for cell in south}


@given(places())
def test_absent_hexes_are_not_on_the_map(place: tuple[Grid, Hex]) -> None:
    grid, cell = place
    number = grid.number(cell)
    cut = replace(grid, absent=frozenset({number}))
    assert cell not in cut
    assert set(cut.hexes) == set(grid.hexes) - {cell}
    assert all(cell not in cut.neighbours(other) for other in cell.neighbours)
    assert cell not in cut.block(grid.hexes[0], grid.hexes[-1])
    with pytest.raises(ValueError, match="is not on this map"):
        cut.parse_hexes(number)


@given(places(), directions)
def test_hexsides_are_read_as_they_are_written(place: tuple[Grid, Hex], direction: int) -> None:
    grid, cell = place
    other = cell.neighbour(direction)
    assume(other in grid)
    side = Hexside.between(cell, other)
    assert grid.parse_hexside(grid.write_hexside(side)) == side
    assert grid.parse_hexside(f" {grid.number(other)}/{grid.number(cell)} ") == side


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A1/C1", "'A1/C1' is not a hexside: the two hexes are not adjacent"),
        ("A1/A1", "'A1/A1' is not a hexside: the two hexes are not adjacent"),
        ("A1", "'A1' is not a hexside; write two adjacent hexes with a slash, such as K13/L13"),
        ("A1/Z9", "hex Z9 is not on this map"),
        ("A1/", "'A1/' is not a hexside; write two adjacent hexes with a slash, such as K13/L13"),
        ("/", "'/' is not a hexside; write two adjacent hexes with a slash, such as K13/L13"),
        ("A1-A2/B1", "hex A1-A2 is not on this map"),
        ("A1 A2/B1", "hex A1 A2 is not on this map"),
    ],
)
def test_what_is_no_hexside(text: str, said: str) -> None:
    grid = Grid("flat", Series.parse("A-C"), Series.parse("1-3"), 10)
    with pytest.raises(ValueError) as caught:
        grid.parse_hexside(text)
    assert str(caught.value) == said


@given(st.text(max_size=12))
def test_no_text_breaks_the_reading_of_hexes(text: str) -> None:
    grid = Grid("flat", Series.parse("A-C"), Series.parse("1-3"), 10)
    for read in (grid.parse_hexes, grid.parse_hexside):
        said = "is not a hex"
        try:
            read(text)
        except ValueError as error:
            said = str(error)
        assert "is not a hex" in said or "is not on this map" in said


# ---------------------------------------------------------------- paper


@given(places())
def test_neighbours_are_one_hex_apart_on_paper(place: tuple[Grid, Hex]) -> None:
    grid, cell = place
    assume(len(grid.columns if grid.orientation == "flat" else grid.rows) > 1)
    centre = grid.centre(cell)
    for direction, neighbour in enumerate(cell.neighbours):
        x, y = grid.centre(neighbour)
        assert math.dist(centre, (x, y)) == pytest.approx(grid.across_flats)
        name = compass_directions(grid.orientation)[direction]
        assert ("N" in name) == (y < centre[1] - 0.01)
        assert ("S" in name) == (y > centre[1] + 0.01)
        assert ("E" in name) == (x > centre[0] + 0.01)
        assert ("W" in name) == (x < centre[0] - 0.01)


@pytest.mark.parametrize(("north", "up"), [(0, "N"), (180, "S"), (90, "W"), (-90, "E"), (170, "S"), (10, "N")])
def test_directions_turn_with_the_compass(north: float, up: str) -> None:
    """If north is to the right (90 degrees), the hex above lies to the west."""
    assert compass_directions("flat", north)[0] == up
    assert len(set(compass_directions("flat", north))) == len(set(compass_directions("pointed", north))) == 6


@given(places(), st.floats(0, 0.99), st.floats(0, 2 * math.pi))
@example(
    (Grid("flat", Series(1, 1, False), Series(1, 1, False), 8, "odd"), Hex(0, 0)), 0.9, 0
)  # the only column of a map
def test_every_point_of_a_hex_belongs_to_it(place: tuple[Grid, Hex], part: float, angle: float) -> None:
    grid, cell = place
    x, y = grid.centre(cell)
    reach = part * grid.across_flats / 2
    assert grid.hex_of_point((x + reach * math.cos(angle), y + reach * math.sin(angle))) == cell


@given(places())
def test_sides_and_corners_of_neighbours_meet(place: tuple[Grid, Hex]) -> None:
    grid, cell = place
    assume(len(grid.columns if grid.orientation == "flat" else grid.rows) > 1)
    corners = grid.corners(cell)
    for direction, neighbour in enumerate(cell.neighbours):
        side = Hexside.between(cell, neighbour)
        ends = sorted(grid.side_points(side))
        assert ends == [pytest.approx(p) for p in sorted((corners[direction], corners[(direction + 1) % 6]))]
        assert ends == [pytest.approx(p) for p in sorted(map(grid.vertex_point, side.vertices))]
        assert math.dist(*ends) == pytest.approx(grid.side)


@given(grids())
def test_the_size_holds_all_hexes_and_no_more(grid: Grid) -> None:
    points = [corner for cell in grid.hexes for corner in grid.corners(cell)]
    (x, y), (width, height) = grid.origin, grid.size
    assert min(p[0] for p in points) == pytest.approx(x, abs=1e-6)
    assert min(p[1] for p in points) == pytest.approx(y, abs=1e-6)
    assert max(p[0] for p in points) == pytest.approx(x + width, abs=1e-6)
    assert max(p[1] for p in points) == pytest.approx(y + height, abs=1e-6)


@given(grids())
def test_part_hexes_at_a_frame_lie_between_inside_and_outside(grid: Grid) -> None:
    """A frame through the middles of the outer hexes: it cuts exactly the hexes that have corners on both sides."""
    assume(len(grid.columns) > 2 and len(grid.rows) > 2)
    (x0, y0), (width, height) = grid.origin, grid.size
    inset = 0.3 * grid.across_flats
    left, top, right, bottom = x0 + inset, y0 + inset, x0 + width - inset, y0 + height - inset

    def inside(point: tuple[float, float]) -> bool:
        return left <= point[0] <= right and top <= point[1] <= bottom

    rim = {cell for edge in EDGES for cell in grid.edge(edge)}
    cut = {cell for cell in grid.hexes if len({inside(corner) for corner in grid.corners(cell)}) == 2}
    assert cut <= rim
    assert all(inside(grid.centre(cell)) for cell in grid.hexes if cell not in rim)
