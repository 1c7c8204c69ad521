"""Streams: courses that keep off the centres of hexes, sources inside a hex, confluences, and numbers that hop off them."""

import random

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Point

from pnp.art.map.streams import CLEAR, course, drawn_streams
from pnp.art.map.style_natural import NaturalMap
from pnp.art.map.water import THIN, Waters, _even_ring, _smoothed_ring
from pnp.draw.map.framed_map import frame_of
from pnp.hexgrid import Hexside
from pnp.model.looks.line_looks import StreamLook
from tests.draw_map_games import game_with_map
from tests.map_outlines import shipped_frames


def frame_with(**map_):
    game, board = game_with_map(**map_)
    return frame_of(game, board)


def random_run(grid, seed, longest=14):
    """The words of a run of hexsides that does not meet itself, from a random corner of a map."""
    chance = random.Random(seed)
    sides = [Hexside.between(cell, other) for cell in grid.hexes for other in cell.neighbours if other in grid]
    by_corner = {}
    for side in sides:
        for vertex in side.vertices:
            by_corner.setdefault(vertex, set()).add(side)
    at, run, seen = chance.choice(sorted(by_corner)), [], set()
    while len(run) < longest:
        seen.add(at)
        ways = [(side, v) for side in sorted(by_corner[at]) for v in side.vertices if v not in seen]
        if not ways:
            break
        side, at = chance.choice(ways)
        run.append(f"{grid.number(side.low)}/{grid.number(side.high)}")
    return run


@pytest.mark.parametrize("kind", ["stream", "river"])
def test_no_random_stream_is_near_the_centre_of_a_hex(kind):
    grid = frame_with().grid
    for seed in range(40):
        frame = frame_with(seed=seed, hexsides={kind: {"s": {"sides": " ".join(random_run(grid, seed))}}})
        (stream,) = drawn_streams(frame)
        centres = shapely.points([frame.grid.centre(cell) for cell in frame.hexes])
        assert shapely.distance(stream.area, centres).min() >= CLEAR * frame.grid.across_flats - 1e-6, seed
        assert stream.area.geom_type == "Polygon", seed


def test_a_random_stream_follows_its_hexsides():
    grid = frame_with().grid
    for seed in range(20):
        frame = frame_with(seed=seed, hexsides={"stream": {"s": {"sides": " ".join(random_run(grid, seed))}}})
        (stream,) = drawn_streams(frame)
        line = LineString(stream.points)
        middles = [LineString(frame.grid.side_points(side)).centroid for side in stream.chain.sides]
        assert max(line.distance(middle) for middle in middles) < 0.13 * frame.grid.across_flats, seed


MAIN = {"between": ["A4-H4", "A5-H5"], "head": "A4"}
LONGER = {"between": ["A4-J4", "A5-J5"], "head": "A4"}
TRIBUTARY = {"between": ["C1-C4", "D1-D4"], "head": "C1"}


@pytest.mark.parametrize("kinds", [("stream", "stream"), ("river", "stream"), ("stream", "river"), ("creek", "creek")])
def test_a_confluence_is_one_polygon_in_which_the_tributary_turns_downstream(kinds):
    main, other = kinds
    runs = {"a": {**MAIN, "beyond": "head"}}, {"b": TRIBUTARY}
    sides = {main: {**runs[0], **runs[1]}} if main == other else {main: runs[0], other: runs[1]}
    frame = frame_with(hexsides=sides)
    one, two = sorted(drawn_streams(frame), key=lambda stream: stream.chain.id)
    both = one.area.union(two.area)
    assert both.geom_type == "Polygon"
    assert not both.interiors
    at = int(np.hypot(*(one.points - two.points[-1]).T).argmin())
    assert np.hypot(*(one.points[at] - two.points[-1])) < 0.02 * frame.grid.across_flats
    flow, inflow = one.points[at + 2] - one.points[at - 2], two.points[-1] - two.points[-3]
    assert np.dot(flow, inflow) > 0.7 * np.hypot(*flow) * np.hypot(*inflow)
    assert two.widths[-1] < one.widths[at]  # its round end does not show on the other bank


def test_a_stream_has_its_source_in_a_hex_and_widens_downstream():
    grid = frame_with().grid
    for seed in range(20):
        run = random_run(grid, seed, 6)
        frame = frame_with(seed=seed, hexsides={"stream": {"s": {"sides": " ".join(run)}}})
        (stream,) = drawn_streams(frame)
        (cell,) = set(stream.chain.vertices[0]).difference(stream.chain.sides[0])
        hexagon, corner = frame.hexagon(cell), Point(frame.grid.vertex_point(stream.chain.vertices[0]))
        assert hexagon.buffer(-0.04 * frame.grid.across_flats).contains(Point(stream.points[0])), seed
        brooks = stream.area.intersection(hexagon).difference(corner.buffer(0.12 * frame.grid.across_flats))
        tips = stream.area.intersection(corner.buffer(0.19 * frame.grid.across_flats).exterior).intersection(hexagon)
        assert len(shapely.get_parts(tips)) >= 2, seed  # brooks, not one spike
        assert not brooks.is_empty
        assert stream.widths[0] < 0.2
        assert (np.diff(stream.widths) > -1e-9).all()


def test_a_river_under_ice_has_brooks_at_its_source():
    frame = shipped_frames()["mukden"]
    height = frame.grid.across_flats
    heads = [one for one in drawn_streams(frame) if one.look.surface and "head" not in one.chain.beyond]
    assert heads
    for stream in heads:
        (cell,) = set(stream.chain.vertices[0]).difference(stream.chain.sides[0])
        ring = Point(frame.grid.vertex_point(stream.chain.vertices[0])).buffer(0.19 * height).exterior
        tips = stream.area.intersection(ring).intersection(frame.hexagon(cell))
        assert len(shapely.get_parts(tips)) >= 2


def test_the_bends_of_a_stream_depend_on_the_place():
    lines = []
    for run in (MAIN, LONGER):
        frame = frame_with(columns="A-J", terrain={"woods": "A1 B1"}, hexsides={"stream": {"s": run}})
        (chain,) = frame.board.chains
        lines.append(course(frame, chain, frame.looks.of(StreamLook)["stream"]))
    near = int(0.7 * len(lines[0]))
    assert np.abs(lines[0][:near] - lines[1][:near]).max() < 1e-9
    frame = frame_with(columns="A-J", terrain={"lake": "A8 B8"}, hexsides={"stream": {"s": MAIN}})
    (chain,) = frame.board.chains
    assert np.abs(course(frame, chain, frame.looks.of(StreamLook)["stream"]) - lines[0]).max() < 1e-9


def test_a_dry_bed_has_gentler_bends():
    frame = frame_with(hexsides={"stream": {"s": MAIN}})
    (chain,) = frame.board.chains
    chords = LineString([frame.grid.vertex_point(vertex) for vertex in chain.vertices])
    looks = frame.looks.of(StreamLook)

    def middle(name):
        line = LineString(course(frame, chain, looks[name]))
        return np.mean([line.distance(LineString(frame.grid.side_points(side)).centroid) for side in chain.sides])

    assert chords.length > 0
    assert middle("gully") < 0.7 * middle("stream")


@pytest.mark.parametrize("road", ["C3 C4 C5 C6", "F3 E3 D4 C4 C5", "B3 C3 D4 E4 F5 G5"])
def test_a_road_crosses_a_stream_at_right_angles(road):
    game, board = game_with_map(hexsides={"stream": {"s": MAIN}}, paths={"road": {"r": {"hexes": road}}})
    natural = NaturalMap(frame_of(game, board))
    (stream,) = natural.waters.streams
    assert natural.bridges
    for bridge in natural.bridges:
        at = int(np.hypot(*(stream.points - bridge.at).T).argmin())
        flow = stream.points[at + 2] - stream.points[at - 2]
        turn = (np.degrees(np.arctan2(flow[1], flow[0]) - bridge.turn) - 90 + 90) % 180 - 90
        assert abs(turn) < 14 or abs(abs(turn) - 90) > 76


def test_numbers_hop_off_roads_and_water():
    road = {"r": {"hexes": "F8 F7 F6 F5 F4 F3 F2 F1", "beyond": "first last"}}
    game, board = game_with_map(hexsides={"river": {"s": MAIN}}, paths={"road": road})
    natural = NaturalMap(frame_of(game, board))
    frame = natural.frame
    assert frame.hops
    roads = [
        LineString(route.points).buffer(frame.scaled(route.look.half_width_pt), cap_style="flat")
        for route in natural.routes
    ]
    wet = shapely.union_all([*roads, *(stream.area for stream in natural.waters.streams)])
    for cell, rect in frame.numbers.items():
        box = shapely.box(rect.x, rect.y, rect.right, rect.bottom)
        assert not box.intersects(wet), frame.grid.number(cell)
        assert frame.hexagon(cell).contains(box), frame.grid.number(cell)


def test_the_line_around_a_region_is_on_the_bank_of_a_broad_river():
    regions = {"town": {"name": "Town", "hexes": "C5 D4 E5", "outlined": True}}
    game, board = game_with_map(hexsides={"river": {"s": {**MAIN, "beyond": "head mouth"}}}, regions=regions)
    natural = NaturalMap(frame_of(game, board))
    (stream,), (outline,) = natural.waters.streams, natural.region_outlines
    assert outline.distance(stream.area) > natural.frame.scaled(1)
    assert outline.area > 2 * natural.frame.hexagon(natural.frame.hexes[0]).area


# ---------------------------------------------------------------- shores


def water_with(cells, columns="A-L", rows="1-10"):
    return Waters(frame_with(columns=columns, rows=rows, terrain={"lake": cells}))


def test_a_lake_has_no_thin_arms_and_is_not_cut_in_two():
    waters = water_with("C3 C4 D6 E6 G3 H4")
    height = waters.frame.grid.across_flats
    for part in shapely.get_parts(waters.lakes):
        assert part.buffer(-THIN * height).buffer(1.05 * THIN * height).area > 0.98 * part.area
        assert part.buffer(-0.1 * height).buffer(0.1 * height).area > 0.995 * part.area  # and no corners
    assert len(shapely.get_parts(waters.lakes)) == 3


def test_a_hex_of_water_changes_only_water_near_it():
    one, other = water_with("B2 C2 C3 D3 J8 K8"), water_with("B2 C2 C3 J8 K8")
    changed = one.surface.symmetric_difference(other.surface).buffer(-0.01)
    height, centre = one.frame.grid.across_flats, one.frame.grid.centre(one.frame.grid.hex("D3"))
    assert not changed.is_empty
    assert np.hypot(*(shapely.get_coordinates(changed) - centre).T).max() < 5 * height


def zigzag(amplitude, step):
    """A shore with a bump for each hex, and far sides so that it is closed."""
    across = np.arange(0, 200, step)
    shore = np.stack([across, amplitude * np.sin(across * 2 * np.pi / 30)], axis=1)
    return np.vstack([shore, [[200, 100], [0, 100]]])


def test_the_smoothing_of_a_shore_flattens_bumps_and_depends_on_what_is_near():
    ring = zigzag(5, 0.9)
    even = _even_ring(ring, 1.0)
    smooth = _smoothed_ring(even, 9.0)
    middle = (even[:, 0] > 60) & (even[:, 0] < 140) & (even[:, 1] < 20)
    assert np.abs(smooth[middle, 1]).max() < 1.7
    longer = np.vstack([ring[:-2], [[200, 140], [0, 140]]])
    again = _even_ring(longer, 1.0)
    found = _smoothed_ring(again, 9.0)
    near = (again[:, 0] > 60) & (again[:, 0] < 140) & (again[:, 1] < 20)
    assert np.abs(found[near] - smooth[middle]).max() < 1e-9


@pytest.mark.parametrize("name", ["primosole", "palembang"])
def test_no_number_is_on_the_shore_of_a_sea_or_broad_river(name):
    natural = NaturalMap(shipped_frames()[name])
    water = natural.waters.standing.union(natural.waters.flowing)
    shore = water.boundary.intersection(natural.frame.paper_area)
    on_it = [
        natural.frame.grid.number(cell)
        for cell, rect in natural.frame.numbers.items()
        if shore.intersects(shapely.box(rect.x, rect.y, rect.right, rect.bottom))
    ]
    assert not on_it


@pytest.mark.parametrize("name", ["primosole", "palembang", "meiktila"])
def test_the_middle_of_a_hex_of_water_is_wet_and_that_of_land_dry(name):
    frame = shipped_frames()[name]
    waters = Waters(frame)
    radius, wet = 0.34 * frame.grid.across_flats, frame.water_hexes
    rivers = shapely.union_all([stream.area for stream in waters.streams])
    for cell in frame.hexes:
        disc = Point(frame.grid.centre(cell)).buffer(radius).intersection(frame.paper_area)
        share = disc.intersection(waters.surface).area / disc.area
        if cell in wet:
            assert share > 0.99, frame.grid.number(cell)
        else:
            assert disc.intersection(waters.surface.difference(rivers)).area < 0.01 * disc.area
