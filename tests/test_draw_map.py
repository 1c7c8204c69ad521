"""Maps in the natural style: the terrain of each hex is clear, and numbers and names cover nothing."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings, strategies as st
from shapely.geometry import LineString, Point

from pnp.art.map.contours import contours
from pnp.art.map.noise import octaves, scattered
from pnp.art.map.partition import DISC, SHARE, natural_area
from pnp.art.map.style_natural import NaturalMap, draw_number_plates, draw_town_grid
from pnp.draw.map.framed_map import frame_of
from pnp.load.board_reader import resolve_board
from pnp.scene import Rect, walk
from tests.draw_map_games import TERRAIN, game_with_map, river_town, with_look
from tests.map_outlines import measure_outlines, shipped_frames
from tests.playing import shipped_game

LINE_HALF_PT = {"road": 2.05, "track": 1.45, "railroad": 1.75}


def natural(game, board, **options):
    return NaturalMap(frame_of(game, board), **options)


@pytest.fixture(scope="module")
def shipped():
    game = shipped_game("meiktila").game
    return natural(game, resolve_board(game))


@pytest.fixture(scope="module")
def town():
    return natural(*river_town())


@pytest.fixture(params=["shipped", "town"])
def drawn(request):
    return request.getfixturevalue(request.param)


# ---------------------------------------------------------------- terrain


def shares_of(frame, area, cells):
    """The share of each hex that an area covers."""
    return {cell: frame.hexagon(cell).intersection(area).area / frame.hexagon(cell).area for cell in cells}


def disc(frame, cell):
    """The middle of a hex, which belongs to its own terrain."""
    return Point(frame.grid.centre(cell)).buffer(DISC * frame.grid.across_flats)


hex_sets = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=14)
LOOKS = ("woods", "marsh", "hills", "lake", "sea")


@settings(max_examples=25)
@given(hex_sets, st.sampled_from(LOOKS), st.sampled_from(["flat", "pointed"]))
def test_the_middle_of_a_hex_has_its_own_terrain(cells, look, hexes):
    numbers = " ".join("ABCDEF"[c] + str(r + 1) for c, r in sorted(cells))
    game, board = game_with_map("A-F", "1-6", hexes=hexes, terrain={look: numbers})
    frame = frame_of(game, board)
    area, own = natural_area(frame, look), set(frame.hexes_like(look))
    for cell in frame.hexes:
        middle = disc(frame, cell)
        assert middle.intersection(area).area / middle.area == pytest.approx(float(cell in own), abs=0.005)


def test_the_areas_of_the_shipped_map_cover_their_hexes(shipped):
    frame = shipped.frame
    for look, area in [*shipped.land.areas.items(), ("lake", shipped.waters.lakes)]:
        own = set(frame.hexes_like(look))
        assert min(shares_of(frame, area, own).values()) > SHARE
        assert all(area.covers(disc(frame, cell).buffer(-0.1)) for cell in own)
        assert not any(area.intersects(disc(frame, cell).buffer(-0.1)) for cell in set(frame.hexes) - own)


def test_no_area_has_crumbs_or_small_holes():
    frame = shipped_frames()["primosole"]
    least = 0.09 * frame.grid.across_flats**2
    for name in ("swamp", "grove", "relief", "open-sea", "vineyard"):
        for part in shapely.get_parts(natural_area(frame, name)):
            sizes = [part.area, *(shapely.Polygon(hole).area for hole in part.interiors)]
            assert min(sizes) > least
            calm = part.buffer(-0.04 * frame.grid.across_flats)
            assert not isinstance(calm, shapely.MultiPolygon)  # no necks


def test_two_terrains_share_one_edge():
    game, board = game_with_map(terrain={"woods": "B2 B3 C3", "marsh": "C4 D4 D3"})
    frame = frame_of(game, board)
    woods, marsh = natural_area(frame, "woods"), natural_area(frame, "marsh")
    assert woods.intersection(marsh).area < 0.3  # the lines are simplified by 0.03 mm
    between = woods.boundary.intersection(marsh.buffer(0.1))
    assert between.length > frame.grid.side


def test_looks_that_share_a_hex_both_have_it():
    game, board = game_with_map(terrain={"woods": "C3 C4", "marsh": "C4 D4"})
    frame = frame_of(game, board)
    both = disc(frame, board.grid.hex("C4"))
    assert all(natural_area(frame, look).covers(both.buffer(-0.1)) for look in ("woods", "marsh"))


@pytest.mark.parametrize("look", LOOKS)
def test_a_changed_hex_moves_no_outline_far_away(look):
    cells = "B2 B3 C3 D5 E5 E6 G2 H2 H3 H7 I7 K4 K5 L4 L5 M8 N8"
    areas = []
    for numbers in (cells, cells.replace("H3 ", "")):
        game, board = game_with_map("A-N", "1-9", terrain={look: numbers})
        areas.append(natural_area(frame_of(game, board), look))
    reach = 5 * board.grid.across_flats
    near = Point(board.grid.centre(board.grid.hex("H3"))).buffer(reach)
    assert areas[0].symmetric_difference(areas[1]).area > 0
    assert areas[0].symmetric_difference(areas[1]).difference(near).area == pytest.approx(0, abs=1e-6)


def test_a_base_of_jungle_surrounds_clear_hexes():
    game, board = game_with_map(base="jungle", terrain={"clear": "C3 C4 D4"})
    frame = frame_of(game, board)
    area = natural(game, board).land.areas["jungle"]
    clear = {board.grid.hex(n) for n in ("C3", "C4", "D4")}
    assert {cell for cell in frame.hexes if not area.intersects(disc(frame, cell).buffer(-0.1))} == clear
    assert {cell for cell, share in shares_of(frame, area, frame.hexes).items() if share > SHARE} == set(
        frame.hexes
    ) - clear


# ---------------------------------------------------------------- numbers and names


def inked(drawn):
    """Yield the name and shape of everything except areas and textures; these must not touch numbers and names."""
    frame = drawn.frame
    for route in drawn.routes:
        yield (
            route.line.id,
            LineString(route.points).buffer(frame.scaled(LINE_HALF_PT[route.look.name]), cap_style="flat"),
        )
    for stream in drawn.waters.streams:
        yield stream.chain.id, stream.area
    for barrier in drawn.barriers:
        yield barrier.chain.id, LineString(barrier.points).buffer(frame.scaled(barrier.look.half_width_pt))
    for built in drawn.settlements:
        yield frame.grid.number(built.hex), shapely.union_all(built.blocks)
    for symbol in drawn.symbols:
        yield symbol.look.name, symbol.area


def number_boxes(drawn):
    return {
        drawn.frame.grid.number(cell): shapely.box(r.x, r.y, r.right, r.bottom)
        for cell, r in drawn.frame.numbers.items()
    }


def name_shapes(drawn):
    """Yield each name with its shape: a box for the name of a place, a disc around each letter of a curved name."""
    placed, curved = drawn.names
    for name in placed:
        yield (
            " ".join(line for line, _, _ in name.lines),
            shapely.box(name.box.x, name.box.y, name.box.right, name.box.bottom),
        )
    for name in (name for names in curved for name in names):
        discs = [
            Point(r.centre).buffer(r.height / 2)
            for r, letter in zip(name.boxes(), name.text, strict=True)
            if letter != " "
        ]
        yield name.text, shapely.union_all(discs)


def test_nothing_touches_a_hex_number(drawn):
    boxes = number_boxes(drawn)
    tree = shapely.STRtree(list(boxes.values()))
    for name, shape in inked(drawn):
        near = tree.query(shape, predicate="dwithin", distance=drawn.frame.scaled(0.4))
        assert [list(boxes)[i] for i in near] == [], name


def test_hexes_of_a_city_can_be_told_apart():
    """Its blocks cover the grid, so its hexsides are drawn again, and its numbers have pale plates."""
    game, board = game_with_map("A-D", "1-4", terrain={"woods": "B2 B3 C2 C3"})
    drawn = natural(with_look(game, "woods", "quarters"), board)
    (plates,) = draw_number_plates(drawn.frame, drawn.settlements)
    assert plates.fill == drawn.frame.palette.paper
    halo, lines = draw_town_grid(drawn.frame, drawn.settlements, drawn.routes)
    assert halo.stroke.width > lines.stroke.width
    ground = shapely.union_all([town.ground for town in drawn.settlements]).buffer(0.01)
    assert all(ground.covers(Point(lines.xy[i : i + 2])) for i in range(0, len(lines.xy), 2))


def test_a_map_without_built_up_ground_has_no_number_plates():
    game, board = game_with_map("A-D", "1-4", places={"B2": {"name": "Fort", "kinds": "fort"}})
    drawn = natural(game, board)
    assert draw_number_plates(drawn.frame, drawn.settlements) == []
    assert draw_town_grid(drawn.frame, drawn.settlements, drawn.routes) == []


def test_the_dry_plain_is_green_in_two_belts_along_water(shipped):
    (plain, faint), (bank, strong) = shipped.land.green_land
    assert plain.buffer(0.5).covers(bank)
    assert plain.area > 2 * bank.area
    assert faint < strong


def test_names_cover_nothing(drawn):
    shapes = list(name_shapes(drawn))
    obstacles = [*inked(drawn), *number_boxes(drawn).items()]
    for i, (name, shape) in enumerate(shapes):
        assert drawn.frame.paper_area.contains(shape), name
        assert [what for what, other in obstacles if other.distance(shape) < 0.02] == [], name
        assert [what for what, other in shapes[i + 1 :] if other.distance(shape) < 0.1] == [], name


def test_every_place_and_water_has_its_name(shipped):
    shown = {name for name, _ in name_shapes(shipped)}
    assert {"MEIKTILA", "SEYWA", "THAZI", "North Lake", "Seywa Chaung", "Seywa Airfield", "Main Airfield"} <= shown


def test_textures_do_not_touch_numbers_and_names(shipped):
    frame = shipped.frame
    keep, _ = shipped.texture_room
    boxes = list(frame.numbers.values())
    corners = np.array([[(r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom), r.centre] for r in boxes])
    assert (keep.at(corners) > 0).all()


def test_hexes_cut_by_the_neat_line_have_their_numbers_inside_it():
    game, board = game_with_map(frame=["30.264mm", "28.89mm", "107.77mm", "133mm"])
    frame = frame_of(game, board)
    assert set(frame.numbers) == set(frame.hexes)
    for cell, rect in frame.numbers.items():
        box = shapely.box(rect.x, rect.y, rect.right, rect.bottom)
        assert frame.paper_area.contains(box)
        assert frame.hexagon(cell).contains(box)


# ---------------------------------------------------------------- lines and bridges


def test_there_is_a_bridge_wherever_a_line_crosses_water(shipped):
    board = shipped.frame.board
    sides = board.crossings("road", "stream") | board.crossings("railroad", "stream")
    assert len(shipped.bridges) == len(sides) == 4  # road and railroad share one
    for side in sides:
        middle = LineString(board.grid.side_points(side)).centroid
        assert min(middle.distance(Point(bridge.at)) for bridge in shipped.bridges) < board.grid.side / 2


def test_where_the_data_lists_bridges_other_crossings_are_fords():
    streams = {"stream": {"s": {"sides": "C4/D5 C5/D5 D5/D6"}}}
    roads = {"road": {"a": {"hexes": "C3 C4 D5 E5"}}, "track": {"b": {"hexes": "C6 C5 D5 D4"}}}
    game, board = game_with_map(hexsides=streams, paths=roads)
    assert len(natural(game, board).bridges) == 2
    game, board = game_with_map(hexsides=streams, paths=roads, bridges={"road": "C4/D5"})
    (bridge,) = natural(game, board).bridges
    assert [look.name for look in bridge.looks] == ["road"]


def test_a_railroad_stays_on_one_side_of_its_road(town):
    routes = {route.line.id: LineString(route.points) for route in town.routes}
    rail, road = routes["line"], routes["main"]
    beside = [road.distance(Point(rail.interpolate(share, normalized=True))) for share in np.linspace(0.02, 0.6, 30)]
    assert min(beside) > town.frame.scaled(3.8)
    assert not rail.crosses(road)


def test_only_lines_that_continue_beyond_the_map_leave_it(town):
    outside = {route.line.id: not town.frame.paper_area.contains(LineString(route.points)) for route in town.routes}
    assert outside == {"main": True, "side": True, "line": True}
    game, board = game_with_map(paths={"road": {"a": {"hexes": "B2 B3 B4"}}})
    (route,) = natural(game, board).routes
    assert frame_of(game, board).paper_area.contains(LineString(route.points))


def test_a_stream_opens_into_its_lake():
    game, board = game_with_map(
        terrain={"lake": "E5 E6"}, hexsides={"stream": {"s": {"sides": "B4/C4 B5/C4 C4/C5 C5/D5 D5/D6", "mouth": "E5"}}}
    )
    waters = natural(game, board).waters
    assert waters.streams[0].area.intersects(waters.lakes)
    assert len(shapely.get_parts(waters.surface)) == 1


# ---------------------------------------------------------------- randomness depends on position


def parcels_by_hex(drawn):
    found = {}
    for ring in drawn.parcels.rings:
        middle = tuple(ring.mean(axis=0))
        found.setdefault(drawn.frame.grid.hex_of_point(middle), set()).add(tuple(np.round(middle, 4)))
    return found


def test_moving_a_road_does_not_change_distant_fields_and_trees():
    terrain = {key: TERRAIN[key] for key in TERRAIN if key != "fields"}
    streams = {"stream": {"s": {"sides": "B2/C2 B3/C2 C2/C3 C3/D3 D3/D4 D4/E3 E3/E4"}}}
    maps = []
    for hexes in ("G8 G7 G6 G5", "G8 G7 H7 H6"):
        game, _ = game_with_map(
            hexsides=streams, terrain={"woods": "A6 A7 B7"}, paths={"road": {"a": {"hexes": hexes}}}
        )
        game = game.model_copy(update={"terrain": {k: v for k, v in game.terrain.items() if k in terrain}})
        maps.append(natural(game, resolve_board(game)))
    one, other = (parcels_by_hex(drawn) for drawn in maps)
    assert sum(map(len, one.values())) > 50
    assert one == other
    near = [
        {
            (round(u.matrix.e, 3), round(u.matrix.f, 3))
            for u in drawn.textures()
            if hasattr(u, "matrix") and u.matrix.e < 60
        }
        for drawn in maps
    ]
    assert near[0] == near[1]


def test_a_map_is_always_drawn_the_same_and_differently_with_another_seed():
    def points(seed):
        game, board = game_with_map("A-D", "1-4", terrain={"woods": "B2 B3"}, seed=seed)
        items = [item for group in natural(game, board).layers() for item in group.items]
        return [item for item, _ in walk(items)]

    assert points(1) == points(1)
    assert points(1) != points(2)


def test_scattered_points_are_apart_and_stay_when_the_rectangle_grows():
    small, large = (scattered(Rect(5, 5, side, side), 2.0, 9) for side in (30, 60))
    gaps = np.hypot(*(small[:, None] - small[None]).transpose(2, 0, 1))[~np.eye(len(small), dtype=bool)]
    assert gaps.min() >= 2.0 - 1e-9
    assert len(small) > 100
    assert {tuple(p) for p in small} <= {tuple(p) for p in large}


def test_contours_surround_the_high_parts():
    x = y = np.arange(0, 21.0)
    gx, gy = np.meshgrid(x, y)
    hill = 5 - np.hypot(gx - 10, gy - 10)
    (ring,) = contours(hill, 1.0, x, y)
    assert np.allclose(np.hypot(*(ring - 10).T), 4, atol=0.15)
    pit = contours(-hill, -1.0, x, y)
    assert len(pit) == 2  # the rim of the raster, and the pit within


def test_noise_stays_within_one_and_is_smooth():
    line = np.stack([np.linspace(0, 40, 4001), np.full(4001, 3.3)], axis=1)
    values = octaves(line, 10, 1)
    assert np.abs(values).max() <= 1
    assert np.abs(np.diff(values)).max() < 0.02


# ---------------------------------------------------------------- any map at all


@pytest.mark.parametrize(
    "map_",
    [
        {},
        {"columns": "A-A", "rows": "1-1"},
        {"hexes": "pointed", "terrain": {"woods": "A1 B2", "sea": "G1-H8"}},
        {"base": "sea", "terrain": {"jungle": "C3 C4", "beach": "D4", "mountain": "D5"}},
        {
            "columns": "A-D",
            "rows": "1-6",
            "across": "9mm",
            "places": {"B2": {"name": "Port", "kinds": ["village", "port"]}},
        },
        {
            "terrain": {
                look: f"{column}4" for look, column in zip(("marsh", "hills", "fields", "beach"), "BDFH", strict=True)
            }
        },
        {"terrain": {"lake": "D4"}, "places": {"D4": {"name": "Drowned", "kinds": "town"}}},
        {"terrain": {"town": "C3 C4 D4", "city": "F6"}},
        {"frame": ["30mm", "25mm", "70mm", "80mm"], "terrain": {"woods": "B2-D5"}},
        {
            "paths": {
                "road": {f"r{i}": {"hexes": f"D4 {n}"} for i, n in enumerate(("D3", "E3", "E4", "D5", "C4", "C3"))}
            }
        },
        {
            "hexsides": {
                look: {"a": {"sides": f"{c}4/{c}5"}}
                for look, c in zip(("stream", "river", "wall", "ridge", "embankment"), "ABCDE", strict=True)
            }
        },
    ],
    ids=[
        "bare",
        "one-hex",
        "pointed",
        "islands",
        "postcard",
        "looks",
        "drowned-town",
        "built-hexes",
        "cut",
        "star",
        "one-side-each",
    ],
)
def test_any_map_can_be_drawn(map_):
    map_ = dict(map_)
    game, board = game_with_map(map_.pop("columns", "A-H"), map_.pop("rows", "1-8"), **map_)
    layers = natural(game, board).layers()
    numbers = [text for group in layers if group.layer == "numbers" for text in group.items]
    assert numbers or "frame" in map_
    for item, _ in walk(group for group in layers):
        assert item.opacity == 1  # print services take no transparency
        if hasattr(item, "xy"):
            assert np.isfinite(item.xy).all()


@pytest.mark.slow
def test_the_outlines_of_the_shipped_maps_do_not_show_the_grid():
    for name, frame in shipped_frames().items():
        found = measure_outlines(frame)
        assert found.following <= 0.04, name
        assert found.traced <= 0.18, name
