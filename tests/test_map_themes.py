"""Themes of maps: seasons, relief, ice, mist, frames and titles, and the decoration that goes with them."""

from dataclasses import replace

import numpy as np
import pytest
import shapely

from pnp.api import load_game
from pnp.art.map.border import border_width, draw_border
from pnp.art.map.crowns import crowns
from pnp.art.map.farmland import draw_parcels
from pnp.art.map.labels.line_labels import STREAM_NAME, TextAlongLine
from pnp.art.map.letter_outlines import text_area
from pnp.art.map.looks import canopy_look, massif_look
from pnp.art.map.mist import mist_steps
from pnp.art.map.relief import Raster, hillshade, ridge_heights
from pnp.art.map.setup_plates import PLATE_FONT, TAB_PT
from pnp.art.map.style_natural import NaturalMap, draw_region_outlines
from pnp.draw.furniture import draw_furniture, furniture_findings
from pnp.draw.hexmap import draw_hexmap
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.terrain_key import draw_short_key
from pnp.draw.tables.track import draw_track, space_rects
from pnp.extent import items_extent
from pnp.load.board_reader import resolve_board
from pnp.scene import Path, Rect, Text, Use, walk
from pnp.typeface import text_width
from tests.made_games import copy_looks
from tests.map_outlines import shipped_games

GAME = """
game: {title: Frost, players: "2"}
sides: {red: {name: Red, ground: "#F0D8C8", accent: "#8A1010", emblem: diamond}}
map:
  title: Frost
  region: North
  dateline: 1 to 9 May
  paper: {width: 170mm, height: 150mm}
  grid: {hexes: HEXES, columns: A-F, rows: 1-5, across_flats: 18mm, low: even, at: [22mm, 24mm]}
  base: BASE
  THEME
  terrain: {peak: D1-F2, homes: B4-C4}
  hexsides:
    river: {main: {name: Main, width: 4mm, sides: C3/D3 C4/D3 C4/D4 C5/D4, beyond: mouth}}
    works: {line: {sides: A2/B1 A2/B2, facing: left}}
    bank: {dam: {sides: B2/B3 B2/C3, carries: railroad}}
  paths: {road: {way: {hexes: A5 B4 C4, ferry: true}}}
  places: {"A1": {name: 1st Army, side: red, kinds: start}, "E4": {name: Castle, kinds: city}}
  regions: {flat: {name: Lowland, hexes: A1-F5, look: land, small: true, label_at: E4-F5}}
  furniture:
    - {kind: title, at: [22mm, 8mm, 90mm, 11mm]}
    - {kind: key, of: peak river, columns: 1, at: [22mm, 132mm, 24mm, 9mm]}
    - {kind: track, of: days, in_a_row: 1, at: [140mm, 20mm, 22mm, 90mm]}
terrain:
  plain: {name: Plain, of: hex, look: GROUND}
  forest: {name: Forest, of: hex, look: canopy}
  peak: {name: Peak, of: hex, look: massif}
  homes: {name: Homes, of: hex, look: garrison-town}
  river: {name: River, of: hexside, look: WATER}
  works: {name: Works, of: hexside, look: works}
  bank: {name: Bank, of: hexside, look: causeway}
  road: {name: Road, of: path, look: road}
  start: {name: Start, of: place, look: tab}
  city: {name: City, of: place, look: walled-city}
tracks: {days: {name: Day, row_heads: ["", Rain on], spaces: [{label: "1", lines: [May, 1-2]}, {label: "2", lines: [June, "3"]}]}}
rules: rules.md
"""


@pytest.fixture
def game(tmp_path):
    def load(theme="", base="plain", ground="snowfield", water="frozen-river", hexes="flat"):
        text = GAME.replace("THEME", theme).replace("BASE", base).replace("GROUND", ground)
        text = text.replace("WATER", water).replace("HEXES", hexes)
        copy_looks(tmp_path, "mukden", "myitkyina", "meiktila")
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "rules.md").write_text("# 1.0 Rules\n\nNone.\n", encoding="utf-8")
        return load_game(tmp_path)

    return load


def natural(game):
    return NaturalMap(frame_of(game, resolve_board(game)))


def number_boxes(drawn):
    return shapely.union_all([shapely.box(r.x, r.y, r.right, r.bottom) for r in drawn.frame.numbers.values()])


def codes(game):
    return [finding.code for finding in furniture_findings(game) if finding.code != "D011"]  # a key of two entries


# ---------------------------------------------------------------- settings


def test_a_setting_that_nothing_uses_is_reported(game):
    assert codes(game("theme: {wind: 10}")) == []
    assert codes(game("theme: {slopes_to: east, mist: true}")) == ["D009"]  # the map has a canopy, but no dry plain
    assert codes(game("theme: {slopes_to: east}", ground="dry-plain")) == []
    assert codes(game("theme: {frame: survey, numbers: {at: right}}", hexes="pointed")) == ["D009", "D009"]


@pytest.mark.parametrize("at", ["left", "middle", "right"])
def test_hex_numbers_stand_where_the_theme_says(game, at):
    frame = natural(game(f"theme: {{numbers: {{at: {at}, size_pt: 6.5, halo: true}}}}")).frame
    frame = replace(frame, hops={})
    middles = [rect.centre[0] - frame.grid.centre(cell)[0] for cell, rect in frame.numbers.items()]
    assert {"left": max(middles) < 0, "middle": max(map(abs, middles)) < 0.01, "right": min(middles) > 0}[at]
    assert all(text.size_pt == 6.5 and text.halo is not None for text in frame.draw_numbers())


def test_the_season_gives_the_colours_that_the_palette_may_replace(game):
    one = natural(game("season: dry")).frame.palette.land
    other = natural(game('season: dry\n  palette: {land: "#C0FFEE"}')).frame.palette.land
    assert one != natural(game()).frame.palette.land
    assert other == "#C0FFEE"


# ---------------------------------------------------------------- relief


def test_the_light_comes_from_the_north_west():
    raster = Raster.over(Rect(0, 0, 20, 20), 1)
    gap = np.hypot(*(raster.points - (10, 10)).T)
    light = hillshade(raster.filled(np.maximum(8 - gap, 0)))
    lit, dark = light.at(np.array([(7.0, 7.0), (13.0, 13.0)]))
    assert lit > 0 > dark


def test_a_ridge_is_highest_along_its_line():
    raster = Raster.over(Rect(0, 0, 20, 20), 1)
    ridge = np.array([(4.0, 10.0, 1.0), (16.0, 10.0, 0.8)])
    heights = ridge_heights(raster, [ridge], 0.1, 30, 0.2, 3)
    on, off, far = heights.at(np.array([(8.0, 10.0), (8.0, 14.0), (8.0, 19.5)]))
    assert on > 0.8 > off > far


def test_mountains_are_connected_ridges_with_a_peak_in_every_hex(game):
    drawn = natural(game())
    (massif,) = (cover for cover in drawn.land.covers if cover.look.name == "massif")
    heights, ridges = massif_look.massif(massif)
    centres = np.array([drawn.frame.grid.centre(cell) for cell in drawn.frame.hexes_like("massif")])
    assert (heights.at(centres) > 0.2).all()
    joined = shapely.union_all([shapely.LineString(ridge[:, :2]).buffer(0.01) for ridge in ridges])
    assert len(shapely.get_parts(joined)) == 1


def test_hachures_run_down_and_leave_numbers_free(game):
    drawn = natural(game('palette: {massif.hatch: "#0A0B0C"}'))
    keep, _ = drawn.texture_room
    paths = [item for item, _ in walk(drawn.land.draw_details(drawn.frame.palette, keep)) if isinstance(item, Path)]
    inked = [path for path in paths if path.fill == "#0A0B0C"]
    assert inked
    spots = np.concatenate([np.array(path.xy).reshape(-1, 2) for path in inked])
    assert len(spots) > 1000
    assert not shapely.contains_xy(number_boxes(drawn), spots[:, 0], spots[:, 1]).any()


# ---------------------------------------------------------------- land and water


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base", "ground", "water"),
    [
        ("plain", "snowfield", "frozen-river"),
        ("forest", "wet-fields", "silty-river"),
        ("plain", "dry-plain", "stream"),
    ],
)
def test_every_theme_is_drawn_the_same_each_time(game, base, ground, water):
    theme = "theme: {mist: true, hills: north-west, grid_halo: true}"
    one, other = (game(theme, base=base, ground=ground, water=water) for _ in range(2))
    first, second = (draw_hexmap(each, resolve_board(each)).layers for each in (one, other))
    assert first == second
    assert not any(isinstance(item, Path) and item.opacity < 1 for item, _ in walk(first))


def test_mist_lies_outside_the_hexes_only(game):
    frame = natural(game("theme: {mist: true}", base="forest")).frame
    inside = np.array([point for cell in frame.hexes for point in (frame.grid.centre(cell), *frame.corners(cell, 0.9))])
    corners = np.array([(frame.box.x, frame.box.y), (frame.box.right, frame.box.bottom)])
    assert not mist_steps(frame, inside).any()
    assert mist_steps(frame, corners).all()


def test_names_in_a_short_key_have_a_halo_on_the_map_only(game):
    def halos(at):
        loaded = game()
        key = next(piece for piece in loaded.map.furniture if piece.kind == "key").model_copy(update={"at": at})
        items = draw_short_key(loaded, key, natural(loaded).frame)
        return [item.halo is not None for item in items if isinstance(item, Text)]

    assert halos((22, 132, 24, 9)) == [False, False]
    assert halos((40, 60, 24, 9)) == [True, True]


@pytest.mark.parametrize("ground", ["snowfield", "wet-fields", "dry-plain"])
def test_parcels_with_rows_are_whole_and_clear_of_print(game, ground):
    drawn = natural(game(ground=ground))
    rings = drawn.parcels.rings
    assert len(rings) == len(drawn.parcels.turns) > 10
    way = shapely.LineString(drawn.routes[0].points)
    print_on_map = shapely.union_all([number_boxes(drawn), way, drawn.waters.surface])
    assert not any(shapely.Polygon(ring).intersects(print_on_map) for ring in rings)
    assert draw_parcels(drawn.frame, drawn.parcels)[-1].ops.count("Z") == len(rings)  # outlines are closed


def test_dry_watercourses_are_long_and_clear_of_print():
    drawn = NaturalMap(frame_of(*shipped_games()["meiktila"]))
    lines = [shapely.LineString(line) for line in drawn.watercourses]
    assert len(lines) > 4
    assert all(line.is_simple for line in lines)
    assert min(line.length for line in lines) > 1.4 * drawn.frame.grid.across_flats
    roads = [shapely.LineString(route.points) for route in drawn.routes]
    fields = [shapely.Polygon(ring) for ring in drawn.parcels.rings]
    boxes = [shapely.box(box.x, box.y, box.right, box.bottom) for box in (name.box for name in drawn.names[0])]
    print_on_map = shapely.union_all([number_boxes(drawn), *roads, *fields, *boxes])
    assert not any(line.intersects(print_on_map) for line in lines)


def test_a_river_has_the_width_that_the_data_says(game):
    (stream,) = natural(game(water="silty-river")).waters.streams
    assert np.median(stream.widths) == pytest.approx(4, rel=0.3)


def test_a_road_with_a_ferry_ends_at_the_bank(game):
    drawn = natural(game())
    (route,), (ferry,) = drawn.routes, drawn.ferries
    (stream,) = drawn.waters.streams
    assert shapely.Point(route.points[-1]).distance(stream.area) < drawn.frame.scaled(2)
    assert tuple(route.points[-1]) == pytest.approx(tuple(ferry.near), abs=0.05)


def test_a_walled_city_keeps_off_its_number_and_has_blocks_inside_its_walls(game):
    drawn = natural(game())
    (city,) = (one for one in drawn.settlements if one.plan is not None)
    walls = city.plan.square(9)
    assert sum(walls.contains(block.centroid) for block in city.blocks) > 20
    assert not shapely.intersects(city.blocks, number_boxes(drawn)).any()


def test_houses_of_a_street_town_leave_streets_hexsides_and_numbers_free(game):
    drawn = natural(game())
    (town,) = (one for one in drawn.settlements if one.streets is not None)
    streets = shapely.union_all([shapely.LineString(street) for street in town.streets.streets])
    sides = shapely.union_all([drawn.frame.hexagon(cell).boundary for cell in drawn.frame.hexes])
    assert len(town.blocks) > 20
    taken = shapely.union_all([streets, sides, number_boxes(drawn)])
    assert not shapely.intersects(town.blocks, taken).any()


def test_tabs_show_the_emblem_of_the_side_inside_their_hex(game):
    drawn = natural(game())
    (plate,) = drawn.plates
    box = shapely.box(plate.box.x, plate.box.y, plate.box.right, plate.box.bottom)
    assert plate.tab
    assert drawn.frame.hexagon(plate.hex).contains(box)
    x, y = drawn.frame.grid.centre(plate.hex)
    assert abs(plate.box.centre[0] - x) < 2
    assert 0 < plate.box.centre[1] - y < 4


def with_map(game, **changes):
    """Return a copy of a game with other values in its map."""
    return game.model_copy(update={"map": game.map.model_copy(update=changes)})


def test_an_outlined_region_has_a_line_around_its_hexes(game):
    drawn = natural(game())
    assert draw_region_outlines(drawn.frame, drawn.region_outlines) == []
    found = game()
    flat = found.map.regions["flat"].model_copy(update={"outlined": True})
    found = with_map(found, regions={**found.map.regions, "flat": flat})
    drawn = natural(found)
    pale, line = draw_region_outlines(drawn.frame, drawn.region_outlines)
    assert isinstance(line, Path)
    assert line.stroke.width < pale.stroke.width


def test_no_name_of_a_place_crosses_the_line_around_a_region(game):
    found = game()
    near = found.map.regions["flat"].model_copy(update={"outlined": True, "hexes": "E4", "label_at": "A4-B5"})
    found = with_map(found, regions={**found.map.regions, "flat": near})
    drawn = natural(found)
    (outline,) = drawn.region_outlines
    placed, _ = drawn.names
    boxes = [shapely.box(name.box.x, name.box.y, name.box.right, name.box.bottom) for name in placed]
    assert boxes
    assert not any(box.intersects(outline.boundary) for box in boxes)


def test_a_long_name_on_a_tab_is_on_two_lines(game):
    one = game()
    place = one.map.places["A1"].model_copy(update={"name": "Northern Reserve Army"})
    one = with_map(one, places={**one.map.places, "A1": place})
    (plate,) = natural(one).plates
    assert len(plate.lines) == 2
    assert max(text_width(words, PLATE_FONT, TAB_PT) for words in plate.lines) < plate.box.width


def test_form_lines_close_or_end_at_the_edge_of_the_forest(game):
    drawn = natural(game("theme: {hills: north-west, numbers: {halo: true}}", base="forest"))
    (area,) = (cover for cover in drawn.land.covers if cover.look.name == "canopy")
    ends = []
    for path in canopy_look._form_lines(area, drawn.frame.palette.of(area.look)):
        points = np.reshape(path.xy, (-1, 2))
        assert set(path.ops) <= {"M", "L", "Z"}
        starts = [n for n, op in enumerate(path.ops.replace("Z", "")) if op == "M"]
        for a, b in zip(starts, [*starts[1:], len(points)], strict=True):
            ends += [points[a], points[b - 1]]
    loose = [end for end in ends if (np.hypot(*(np.array(ends) - end).T) < 0.1).sum() == 1]
    edge = area.geometry.boundary
    assert len(ends) > 5
    assert all(shapely.Point(end).distance(edge) < drawn.frame.scaled(2) for end in loose)


def test_no_gap_between_crowns_shows_the_ground_of_a_forest(game):
    drawn = natural(game("theme: {numbers: {halo: true}}", base="forest"))
    (area,) = (cover for cover in drawn.land.covers if cover.look.name == "canopy")
    found = crowns(area, drawn.texture_room[0])
    covered = shapely.union_all(shapely.buffer(shapely.points(found.spots), 1.1 * found.sizes))
    inside = area.geometry.intersection(drawn.frame.playing_area).buffer(-drawn.frame.scaled(2))
    bare = inside.difference(covered)
    assert bare.area < 0.2 * inside.area
    assert bare.buffer(-drawn.frame.scaled(2.4)).is_empty, "no gap is much wider than a small crown"


def test_forest_by_a_river_is_on_lower_land_than_forest_on_hills(game):
    frame = natural(game("theme: {hills: north-west}", base="forest", water="silty-river")).frame
    heights = canopy_look.lie_of_the_land(frame)
    (river,) = (chain for chain in frame.board.chains if chain.id == "main")
    bank, hill = frame.grid.vertex_point(river.vertices[1]), frame.grid.centre(frame.grid.hex("A1"))
    low, high = heights.at(np.array([bank, hill])).tolist()
    assert low < canopy_look.TONES[0]
    assert high > canopy_look.TONES[1]


def test_a_name_along_a_nearly_straight_line_is_straight(game):
    frame = natural(game()).frame
    slight = np.array([(30.0, 60.0), (60.0, 60.3), (90.0, 60.0), (120.0, 60.4)])
    bent = np.array([(30.0, 60.0), (60.0, 30.0), (90.0, 60.0), (120.0, 30.0)])
    for line, straight in ((slight, True), (bent, False)):
        run = TextAlongLine(frame, "Long River", STREAM_NAME, 9.0, line)
        name = run.name_from(36.0, 0, 0)
        assert bool(np.ptp(name.turns) == 0) is straight


# ---------------------------------------------------------------- frames and furniture


def test_the_frame_of_a_survey_has_the_letters_and_numbers_of_the_grid(game):
    frame = natural(game("theme: {frame: survey}")).frame
    words = [item.text for item in draw_border(frame, ()) if isinstance(item, Text)]
    assert sorted(words) == sorted(["1", "2", "3", "4", "5", "A", "B", "C", "D", "E", "F"] * 2)


@pytest.mark.parametrize("style", ["survey", "engraved"])
def test_names_of_edges_are_outside_of_the_frame_of_a_theme(game, style):
    names = "edges: {north: {name: To the pass, hexes: C1}, west: {name: Home, hexes: A3}}\n  exits: [{edge: south, hex: C5, says: To Town}]"
    frame = natural(game(f"theme: {{frame: {style}}}\n  {names}")).frame
    (named, around) = draw_border(frame, ()), frame.box.grown(border_width(frame))
    words = [item for item in named if isinstance(item, Text) and item.text in ("TO THE PASS", "HOME", "To Town")]
    assert len(words) == 3
    for word in words:
        box = items_extent([word])
        assert box.bottom < around.y + 1 or box.right < around.x + 1 or box.y > around.bottom - 1, word.text


def test_an_engraved_title_can_be_searched(game):
    one = game("theme: {title: engraved}")
    frame = natural(one).frame
    items = draw_furniture(one, frame.map.furniture[0], frame.palette, frame).items
    assert [item.text for item in items if isinstance(item, Text)] == ["FROST", "NORTH", "1 to 9 May"]


def test_the_area_of_letters_is_as_wide_as_their_text():
    area = text_area("HOME", "serif-bold", 20, 0.0, 5, 30)
    left, top, right, bottom = area.bounds
    assert 5 <= left < right <= 5 + text_width("HOME", "serif-bold", 20)
    assert bottom == pytest.approx(30, abs=0.2)
    assert area.area < (right - left) * (bottom - top) * 0.7


def test_a_short_key_has_a_sample_and_a_name_for_each_terrain(game):
    one = game()
    frame = natural(one).frame
    items = draw_furniture(one, frame.map.furniture[1], frame.palette, frame).items
    assert [item.text for item in items if isinstance(item, Text)] == ["Peak", "River"]
    assert sum(isinstance(item, Use) for item in items) == 2


def test_a_track_on_a_map_may_have_one_space_in_a_row(game):
    one = game()
    first, second = space_rects(one, "days", 22, 90, in_a_row=1)
    assert first.x == second.x
    assert second.y == pytest.approx(first.bottom)


def test_row_heads_are_on_the_baselines_of_the_lines_of_the_first_space(game):
    texts = [item for item, _ in walk(draw_track(game(), "days", 60, 20).items) if isinstance(item, Text)]
    (head,) = (text for text in texts if text.text == "Rain on")
    (line,) = (text for text in texts if text.text == "1-2")
    assert head.y == line.y
    assert head.x < line.x
