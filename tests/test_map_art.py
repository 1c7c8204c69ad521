"""Looks with much detail: currents, creeks, beaches, reeds, bent fields, hachures, huts, refineries and large names."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import shapely
from pydantic import ValidationError

from pnp.api import load_game
from pnp.art.map.labels import label_plan
from pnp.art.map.lines.number_clearance import off_numbers
from pnp.art.map.looks import farmland_look, rainforest_look, relief_look, small_art, swamp_look
from pnp.art.map.map_symbols import map_symbols
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.relief import hillshade
from pnp.art.map.style_natural import NaturalMap
from pnp.draw.hexmap import draw_terrain_sample
from pnp.draw.map.framed_map import frame_of
from pnp.load.board_reader import resolve_board
from pnp.load.looks import shared_looks
from pnp.model.gamemap import HexPath
from pnp.model.looks.place_looks import SymbolLook
from pnp.palette import LEAST_CONTRAST, contrast
from pnp.scene import Group, Path, Text, Use, walk
from tests.made_games import copy_looks
from tests.map_outlines import shipped_frames

GAME = """
game: {title: Coast, players: "2"}
map:
  title: Coast
  paper: {width: 230mm, height: 200mm}
  grid: {hexes: HEXES, columns: A-I, rows: 1-7, across_flats: 18mm, low: even, at: [22mm, 16mm]}
  base: BASE
MAP
terrain:
  open: {name: Open, of: hex, look: clear}
  fields: {name: Fields, of: hex, look: farmland}
  rice: {name: Rice, of: hex, look: paddies}
  swamp: {name: Swamp, of: hex, look: tidal-swamp}
  jungle: {name: Jungle, of: hex, look: rainforest}
  hill: {name: Hill, of: hex, look: relief}
  grove: {name: Grove, of: hex, look: grove}
  town: {name: Town, of: hex, look: river-town}
  old-town: {name: Old town, of: hex, look: courtyard-town}
  wide: {name: Wide river, of: hex, look: river-hexes}
  sea: {name: Sea, of: hex, look: open-sea}
  lake: {name: Lake, of: hex, look: lake}
  river: {name: River, of: hexside, look: wide-river}
  stream: {name: Stream, of: hexside, look: tributary}
  reeds: {name: Reedy river, of: hexside, look: reedy-river}
  brook: {name: Reedy stream, of: hexside, look: reedy-stream}
  gully: {name: Gully, of: hexside, look: gully}
  road: {name: Road, of: path, look: road}
  tanks: {name: Refinery, of: place, look: tank-farm}
  field: {name: Airfield, of: place, look: aerodrome}
  huts: {name: Huts, of: place, look: hut-village}
  disc: {name: Objective, of: place, look: objective}
  village: {name: Village, of: place, look: place-name}
rules: rules.md
"""
RIVER = "river: {main: {name: Main, sides: A4/B3 B3/B4 B4/C4 C4/C5 C5/D4 D4/D5, mouth: E5, beyond: head}}"


@pytest.fixture
def drawn(tmp_path):
    """Draw a small map; each argument is a line of its data."""

    def draw(*lines, base="open", hexes="flat"):
        text = GAME.replace("HEXES", hexes).replace("BASE", base)
        text = text.replace("MAP", "\n".join(f"  {line}" for line in lines))
        copy_looks(tmp_path, "paratrooper")
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "rules.md").write_text("# 1.0 Rules\n\nNone.\n", encoding="utf-8")
        game = load_game(tmp_path)
        return NaturalMap(frame_of(game, resolve_board(game)))

    return draw


def number_boxes(natural, room_pt=0.0):
    rects = [rect.grown(natural.frame.scaled(room_pt)) for rect in natural.frame.numbers.values()]
    return shapely.union_all([shapely.box(r.x, r.y, r.right, r.bottom) for r in rects])


def lines_of(items, colour):
    """All lines of the paths that are stroked in a colour."""
    found = []
    for path, _ in walk(tuple(items)):
        if isinstance(path, Path) and path.stroke is not None and path.stroke.colour == colour:
            points = np.array(path.xy).reshape(-1, 2)
            starts = [i for i, op in enumerate(op for op in path.ops if op != "Z") if op == "M"]
            found += [points[a:b] for a, b in zip(starts, [*starts[1:], len(points)], strict=True)]
    return found


def places_of(items, name):
    """The middles of all drawings of a texture."""
    return [
        (use.matrix.e + use.matrix.a * use.scene.width / 2, use.matrix.f + use.matrix.d * use.scene.height / 2)
        for use in items
        if isinstance(use, Use) and use.scene.name.startswith(name)
    ]


# ---------------------------------------------------------------- water


def test_a_broad_river_and_its_hexes_are_one_smooth_surface(drawn):
    natural = drawn("terrain: {wide: E5 F4 G4 H3 I3}", f"hexsides: {{{RIVER}}}")
    waters = natural.waters
    assert isinstance(waters.surface, shapely.Polygon)
    ashore = [box for cell, box in natural.frame.numbers.items() if cell not in natural.frame.water_hexes]
    assert not any(waters.surface.intersects(shapely.box(b.x, b.y, b.right, b.bottom)) for b in ashore)
    (stream,) = waters.streams
    assert stream.widths[-1] > stream.widths[len(stream.widths) // 2] + natural.frame.scaled(15)


def test_a_river_of_hexes_leaves_the_map_at_its_full_width(drawn):
    natural = drawn("terrain: {wide: E5 F4 G4 H3 I3}")
    frame, box = natural.frame, natural.frame.box
    edge = shapely.LineString([(box.right - 0.1, box.y), (box.right - 0.1, box.bottom)])
    assert natural.waters.surface.intersection(edge).length > 0.75 * frame.grid.across_flats


def test_lines_of_the_current_are_broken_and_off_the_numbers(drawn):
    natural = drawn(
        "terrain: {wide: E5 F4 G4 H3 I3}", f"hexsides: {{{RIVER}}}", 'palette: {river-hexes.flow: "#112233"}'
    )
    paths = [item for item, _ in walk(tuple(natural.waters.draw_flowing(natural.bank_room))) if isinstance(item, Path)]
    broken = [path for path in paths if path.stroke is not None and path.stroke.dash]
    assert len(broken) == 4
    for path in broken:
        for line in lines_of([path], path.stroke.colour):
            assert not shapely.LineString(line).intersects(number_boxes(natural))


def test_the_sea_has_a_beach_and_continues_off_the_map(drawn):
    natural = drawn("terrain: {sea: F1-I7}", "regions: {gulf: {name: Wide gulf, hexes: G1-H7}}")
    ((_, sand),) = natural.waters.beaches
    assert sand.area > 0
    assert sand.intersection(natural.waters.surface).area < 0.1
    assert natural.waters.standing.bounds[2] > natural.frame.box.right + natural.frame.grid.side
    veil = [item for group in natural.layers() if group.layer == "land" for item in group.items][-1]
    assert isinstance(veil, Group)
    sea = natural.waters.standing.buffer(-0.5)
    assert not any(
        sea.contains(shapely.Point(point)) for point in zip(veil.clip.xy[::2], veil.clip.xy[1::2], strict=True)
    )


def test_deep_water_is_parallel_to_the_coast_and_runs_off_the_sheet(drawn):
    natural = drawn("terrain: {sea: F1-I7}")
    frame, (look, sea) = natural.frame, next((one, sea) for one, sea in natural.waters.bodies.items() if one.banded)
    sheet = frame.paper_area
    coast = sea.boundary.intersection(sheet.buffer(1))
    for by in (frame.scaled(by) for by in look.deep_pt):
        deep = natural.waters._off_coast(sea, by).intersection(sheet)
        assert deep.distance(coast) > by - 0.4  # it is smoothed
        assert sea.intersection(sheet).difference(coast.buffer(2.2 * by)).difference(deep).area < 0.1
        line = deep.boundary.intersection(sheet.buffer(-1))
        assert coast.buffer(2.2 * by).covers(line)


def test_a_river_opens_into_the_sea_without_a_lid_and_fades_before_it(drawn):
    natural = drawn("terrain: {sea: E1-I7}", f"hexsides: {{{RIVER.replace('river:', 'reeds:')}}}")
    items = natural.waters.draw_flowing(natural.bank_room)
    water = natural.frame.palette.water
    fills = [item.fill for item in items if isinstance(item, Path) and item.fill]
    assert len(set(fills)) > 6
    assert fills[-1] == water
    flow = natural.waters.standing.intersection(natural.waters.flowing).buffer(-0.3)
    for item in items:
        if isinstance(item, Path) and item.stroke:
            for line in lines_of([item], item.stroke.colour):
                assert not shapely.LineString(line).intersects(flow)


def test_the_pools_of_a_swamp_are_whole(drawn):
    natural = drawn("terrain: {swamp: A1-I7}")
    pools = shapely.union_all([swamp_look.swamp_pools(cover) for cover in natural.land.covers])
    assert len(shapely.get_parts(pools)) > 10
    assert pools.intersection(number_boxes(natural)).area == 0
    for pool in shapely.get_parts(pools):
        steps = np.abs(np.diff(np.asarray(pool.exterior.coords), axis=0))
        cut = (steps.min(axis=1) < 1e-6) & (steps.max(axis=1) > 2.5 * natural.frame.scaled(1))
        assert not cut.any()


def test_the_hex_grid_is_a_tint_of_the_ground(drawn):
    natural = drawn("terrain: {swamp: A1-C7, hill: E1-F7, sea: H1-I7}")
    (grid,) = (group for group in natural.layers() if group.layer == "grid")
    strokes = {item.stroke.colour: item.stroke.width for item in grid.items}
    assert len(strokes) == 4
    assert max(strokes.values()) < natural.frame.scaled(0.35)
    grounds = [natural.frame.palette.land, natural.frame.palette.water]
    for ground in grounds:
        assert min(contrast(colour, ground) for colour in strokes) < 1.8


def test_the_name_of_a_sea_is_upright_and_letter_spaced(drawn):
    natural = drawn("terrain: {sea: F1-I7}", "regions: {gulf: {name: Big sea, hexes: G1-H7}}", hexes="pointed")
    name = next(group for group in natural.layers()[-1].items if isinstance(group, Group))
    (letters,) = (item for item in name.items if isinstance(item, Group))
    assert letters.text == "BIG SEA"
    shown = [item for item in letters.items if isinstance(item, Text)]
    assert {round(letter.turn) for letter in shown} == {-90}
    assert len({round(letter.x, 1) for letter in shown}) == 1
    boxes = number_boxes(natural)
    assert not any(boxes.contains(shapely.Point(letter.x, letter.y)) for letter in shown)


def test_reeds_are_on_both_banks_and_off_the_numbers(drawn):
    natural = drawn(
        "hexsides: {reeds: {main: {name: Main, sides: A4/B3 B3/B4 B4/C4 C4/C5 C5/D4 D4/D5}}}",
        'palette: {reedy-river.reed: "#010203"}',
    )
    blades = lines_of(natural.waters.draw_reeds(natural.bank_room), "#010203")
    (stream,) = natural.waters.streams
    assert len(blades) > 60
    feet = np.array([blade[0] for blade in blades])
    nearest = np.hypot(*(feet[:, None] - stream.points).transpose(2, 0, 1)).argmin(axis=1)
    along = np.gradient(stream.points, axis=0)[nearest]
    side = np.sign(
        along[:, 0] * (feet - stream.points[nearest])[:, 1] - along[:, 1] * (feet - stream.points[nearest])[:, 0]
    )
    assert (side > 0).sum() > 20
    assert (side < 0).sum() > 20
    assert not shapely.MultiLineString(blades).intersects(number_boxes(natural))


def test_reeds_stand_on_part_of_the_shore_of_a_lake(drawn):
    natural = drawn("terrain: {lake: C3-F5}", 'palette: {lake.reed: "#010203"}')
    blades = lines_of(natural.waters.draw_reeds(natural.bank_room), "#010203")
    feet = shapely.points(np.array([blade[0] for blade in blades]))
    shore = natural.waters.lakes.boundary
    assert shapely.distance(feet, shore).max() < 1.05 * natural.frame.scaled(1) / 0.35
    share = shapely.union_all(feet).buffer(1.2).intersection(shore).length / shore.length
    assert 0.15 < share < 0.75
    assert not number_boxes(natural).intersects(shapely.MultiPoint(feet))


def test_no_airfield_of_a_shipped_map_is_on_a_road():
    natural = NaturalMap(shipped_frames()["meiktila"])
    fields = [symbol for symbol in natural.symbols if symbol.look.turns]
    ways = shapely.union_all([shapely.LineString(route.points) for route in natural.routes])
    assert len(fields) > 2
    for field in fields:
        assert field.area.distance(ways) > natural.frame.scaled(1.5)


def test_a_long_river_with_large_lettering_is_named_twice(drawn, monkeypatch):
    river = drawn('hexsides: {reeds: {main: {name: Main, between: ["A4-I4", "A5-I5"], head: A4}}}')
    assert len(river.names[1]) == 1
    monkeypatch.setattr(label_plan, "NAMED_TWICE_PT", 200)
    again = NaturalMap(river.frame)
    assert len(again.names[1]) == 2


# ---------------------------------------------------------------- swamp and jungle


def test_creeks_branch_from_the_river_and_avoid_print(drawn):
    natural = drawn(
        "terrain: {wide: A3 B3 C4 D3 E4 F3 G4 H3 I3, swamp: A1-I2 D4-I6}", "paths: {road: {way: {hexes: D6 D5 D4}}}"
    )
    ((cover, some),) = natural.creeks
    creeks = list(some)
    assert len(creeks) > 2
    water = natural.waters.surface
    assert sum(water.distance(shapely.Point(creek.points[0])) < natural.frame.scaled(2) for creek in creeks) > 2
    for creek in creeks:
        assert creek.area.intersection(number_boxes(natural)).area < 0.05
        assert not creek.area.intersects(shapely.LineString(natural.routes[0].points))
        assert shapely.LineString(creek.points).is_simple
        assert not creek.area.intersects(swamp_look.swamp_pools(cover))
        assert creek.area.intersects(water) or any(
            creek.area.intersects(one.area) for one in creeks if one is not creek
        )


def test_creeks_leave_a_river_only_inside_the_map(drawn):
    path = "E1/F1 E2/F1 E2/F2 E3/F2 E3/F3 E4/F3 E4/F4 E5/F4 E5/F5"
    river = f"river: {{main: {{name: Main, sides: {path}, beyond: head}}}}"
    natural = drawn(f"hexsides: {{{river}}}", base="swamp")
    creeks = [creek for _, some in natural.creeks for creek in some]
    assert creeks
    for creek in creeks:
        assert natural.frame.playing_area.buffer(natural.frame.scaled(2)).contains(shapely.Point(creek.points[0]))


def test_mangroves_line_the_river_and_stray_trees_surround_the_jungle(drawn):
    natural = drawn("terrain: {wide: A3 B3 C4 D3 E4 F3 G4 H3 I3, swamp: A1-I2, jungle: C6-F7}")
    items = natural.textures()
    mangroves, stray = places_of(items, "mangrove"), places_of(items, "stray-tree")
    assert len(mangroves) > 20
    assert len(stray) > 5
    pt = natural.frame.scaled(1)
    gaps = shapely.distance(shapely.points(mangroves), natural.waters.surface)
    assert gaps.min() > pt
    assert gaps.max() < 12 * pt
    jungle = natural.land.areas["rainforest"]
    assert not any(jungle.contains(shapely.Point(place)) for place in stray)
    assert max(jungle.distance(shapely.Point(place)) for place in stray) < 16 * pt


def test_jungle_trees_follow_the_tones_of_the_ground():
    x, y = np.meshgrid(np.arange(0, 200, 2.0), np.arange(0, 200, 2.0))
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    numbers = rainforest_look.choose_tree(places, 0.4, 7)
    tones = rainforest_look.tone_noise(places, 0.4, 7)
    assert set(numbers.tolist()) <= set(range(10))
    crowns = numbers < 9
    dark = crowns & (numbers // 3 == 1)
    assert tones[dark].max() < rainforest_look.DARK


def test_numbers_on_dark_terrain_have_a_light_patch(drawn):
    natural = drawn("terrain: {jungle: C3-F5}", 'palette: {rainforest.patch: "#FEDCBA"}')
    (patches,) = natural.land.draw_patches(natural.frame.palette)
    assert patches.fill == "#FEDCBA"
    assert patches.ops.count("M") == len(natural.frame.hexes_like("rainforest"))


# ---------------------------------------------------------------- open land


@pytest.mark.parametrize("base", ["fields", "rice"])
def test_fields_are_whole_and_clear_of_print_and_square_to_the_road(drawn, base):
    natural = drawn("paths: {road: {way: {hexes: A3 B3 C4 D4 E5 F5 G6, beyond: first}}}", base=base)
    parcels = natural.parcels
    assert {ring.shape for ring in parcels.rings} == {(4, 2)}
    assert len(parcels.rings) > 10
    shapes = [shapely.Polygon(ring) for ring in parcels.rings]
    print_on_map = number_boxes(natural).union(
        shapely.LineString(natural.routes[0].points).buffer(natural.frame.scaled(2))
    )
    assert all(shape.is_valid and not shape.intersects(print_on_map) for shape in shapes)
    high = natural.frame.grid.across_flats
    guides = shapely.union_all([shapely.LineString(guide.points) for guide in natural._guides()])
    assert max(shape.distance(guides) for shape in shapes) < high


def test_fields_of_two_pieces_of_a_bent_road_do_not_overlap(drawn):
    natural = drawn("paths: {road: {way: {hexes: B3 C4 D4 D3 D2 E2 F2 G3}}}", base="fields")
    shapes = [shapely.Polygon(ring).buffer(-0.2) for ring in natural.parcels.rings]
    one, other = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    assert len(shapes) > 10
    assert (one == other).all()


def test_fields_are_belts_that_share_their_sides(drawn):
    natural = drawn("paths: {road: {way: {hexes: A3 B3 C4 D4 D3 E3 F3 G4, beyond: first}}}", base="fields")
    shapes = [shapely.Polygon(ring) for ring in natural.parcels.rings]
    sizes = shapely.area(shapes)
    assert sizes.min() > 0.4 * np.median(sizes)
    groups = shapely.get_parts(shapely.union_all(shapely.buffer(shapes, 0.03, join_style="mitre")))
    counts = [sum(group.contains(shape.centroid) for shape in shapes) for group in groups]
    assert min(counts) >= 5
    assert max(counts) > 20  # a long run, not loose groups


def test_farms_stand_at_tracks_that_join_the_road(drawn):
    natural = drawn("paths: {road: {way: {hexes: A3 B3 C4 D4 E5 F5 G6, beyond: first}}}", base="fields")
    found, road = natural.homesteads, shapely.LineString(natural.routes[0].points)
    assert len(found.tracks) > 1
    places = shapely.MultiPoint(found.places)
    for track in found.tracks:
        assert shapely.Point(track[0]).distance(places) < 0.1
        end = shapely.Point(track[-1])
        assert min(end.distance(road), end.distance(places)) < natural.frame.scaled(3)
    assert any(shapely.Point(track[-1]).distance(road) < natural.frame.scaled(3) for track in found.tracks)


def test_farms_have_six_shapes():
    colours = {"tree_shadow": "#000000", "roof": "#FFFFFF", "block_line": "#808080"}
    shapes = {tuple(tuple(path.xy) for path in farmland_look.paint_farm(colours, 0.4, n / 5)) for n in range(6)}
    assert len(shapes) == 6


def test_farmland_has_walls_farms_and_single_trees(drawn):
    natural = drawn('palette: {farmland.wall: "#040506"}', base="fields")
    items = natural.textures()
    assert places_of(items, "farm")
    assert places_of(items, "field-tree")
    assert any(
        "#040506" in {s.stroke.colour for s in group.items if isinstance(s, Path) and s.stroke}
        for group in natural.layers()
    )
    assert farmland_look.farm_density(np.zeros((3, 2)), 1.0, 1).tolist() == [0.62] * 3


def test_groves_have_olives_of_two_tones_and_citrus_trees():
    x, y = np.meshgrid(np.arange(0, 300, 3.0), np.arange(0, 300, 3.0))
    numbers = small_art.choose_fruit_tree(np.stack([x.ravel(), y.ravel()], axis=1), 0.4, 5)
    assert set((numbers // 2).tolist()) == {0, 1, 2}


# ---------------------------------------------------------------- hills


def test_a_lone_hill_is_dark_in_the_south_east_and_lit_in_the_north_west(drawn):
    natural = drawn("terrain: {hill: E4}")
    (cover,) = natural.land.covers
    light = hillshade(relief_look.heights(cover))
    centre, by = np.array(natural.frame.grid.centre(natural.frame.grid.hex("E4"))), natural.frame.scaled(13)
    dark, lit = light.at(np.array([centre + by, centre - by]))
    assert dark < -0.05 < 0.05 < lit


def test_a_hill_has_a_foot_outside_it_and_shade_inside(drawn):
    natural = drawn("terrain: {hill: E4}")
    (cover,) = natural.land.covers
    *foot, inside = relief_look.draw_relief(cover, natural.frame.palette.of(cover.look))
    assert len(foot) == 2
    assert isinstance(inside, Group)
    assert inside.clip is not None
    spots = np.concatenate([np.array(path.xy).reshape(-1, 2) for path in foot])
    assert not shapely.contains_xy(cover.geometry.buffer(-0.5), *spots.T).any()


def test_a_wide_river_has_no_bend_sharper_than_its_width():
    """A river 3 mm wide turns by a right angle."""
    frame = SimpleNamespace(numbers={}, scaled=lambda points: 0.353 * points)
    east = np.stack([np.arange(0, 60, 0.5), np.zeros(120)], axis=1)
    south = np.stack([np.full(40, 59.5), np.arange(0.5, 20.5, 0.5)], axis=1)
    bent = off_numbers(frame, np.concatenate([east, south]), np.full(160, 2.1))
    before, after = np.diff(bent[:-1], axis=0), np.diff(bent[1:], axis=0)
    turns = np.abs(np.angle((after @ [1, 1j]) / (before @ [1, 1j])))
    radius = np.hypot(*before.T) / np.maximum(turns, 1e-9)
    assert radius.min() > 1.5


def test_hachures_run_down_and_keep_off_numbers(drawn):
    natural = drawn("terrain: {hill: C2-G6}", 'palette: {relief.hatch: "#0A0B0C"}')
    keep, _ = natural.texture_room
    drawn_ = natural.land.draw_details(natural.frame.palette, keep)
    (cover,) = natural.land.covers
    (hachures,) = drawn_
    points = np.array(hachures.xy).reshape(-1, 5, 2)
    assert len(points) > 200
    heights = relief_look.heights(cover)
    falls = heights.at(points[:, [0, 4]].mean(axis=1)) - heights.at(points[:, 2])
    assert (falls > 0).mean() > 0.98
    outlines = shapely.polygons(points)
    assert not shapely.intersects(outlines, number_boxes(natural)).any()


# ---------------------------------------------------------------- towns, roads and symbols


def test_a_river_town_has_huts_along_the_bank_and_jetties_in_the_water(drawn):
    natural = drawn("terrain: {town: C3-D4 C5 D5}", f"hexsides: {{{RIVER.replace(', mouth: E5', '')}}}")
    huts = [hut for town in natural.settlements for hut in town.huts]
    jetties = [jetty for town in natural.settlements for jetty in town.jetties]
    water = natural.waters.surface
    assert len(huts) > 20
    assert all(0 < hut.distance(water) < natural.frame.scaled(9) for hut in huts)
    assert jetties
    assert all(water.contains(shapely.Point(jetty[1])) for jetty in jetties)
    houses = [house for town in natural.settlements for house in town.blocks]
    assert min(house.distance(water) for house in houses) > natural.frame.scaled(9)


def test_large_blocks_have_courts_and_houses_keep_off_dry_streams(drawn):
    natural = drawn("terrain: {old-town: C3-D4}", "hexsides: {gully: {ditch: {name: Ditch, sides: C4/C5 C5/D4 D4/D5}}}")
    houses = [house for town in natural.settlements for house in town.blocks]
    assert any(house.interiors for house in houses)
    (ditch,) = natural.waters.streams
    assert not any(house.intersects(ditch.area) for house in houses)


def test_a_path_may_have_a_look_of_its_own(drawn):
    natural = drawn("paths: {road: {main: {hexes: A3 B3 C4 D4 E5, look: highway}, other: {hexes: G2 G3 G4}}}")
    assert [route.look.name for route in natural.routes] == ["road", "highway"]
    trees = [
        item for group in natural.layers() if group.layer == "roads" for item in group.items if isinstance(item, Use)
    ]
    assert len(trees) > 15
    spots = shapely.points(places_of(trees, "road-tree"))
    gaps = shapely.distance(spots, shapely.LineString(natural.routes[1].points))
    assert gaps.max() < natural.frame.scaled(8)
    assert not any(number_boxes(natural).contains(spot) for spot in spots)
    with pytest.raises(ValidationError):
        HexPath.model_validate({"hexes": "A1 A2", "look": "woods"}, context={"looks": shared_looks()})


def test_road_trees_keep_off_discs_and_bridges(drawn):
    natural = drawn(
        "paths: {road: {main: {hexes: A3 B3 C4 D4 E5 F4 G4, look: highway}}}",
        "hexsides: {stream: {one: {name: One, sides: C4/D4 D3/D4}}}",
        'places: {"B3": {name: One, kinds: disc}, "E5": {name: Two, kinds: disc}}',
    )
    trees = [i for group in natural.layers() if group.layer == "roads" for i in group.items if isinstance(i, Use)]
    spots = shapely.points(places_of(trees, "road-tree"))
    clear = natural.frame.scaled(4.2)
    assert len(spots) > 15
    assert len(natural.symbols) == 2
    assert len(natural.bridges) == 1
    for symbol in natural.symbols:
        assert shapely.distance(spots, symbol.area).min() > clear
    (bridge,) = natural.bridges
    assert shapely.distance(spots, shapely.Point(bridge.at)).min() > bridge.half_length + clear


def test_a_refinery_has_rows_of_tanks_and_a_jetty(drawn):
    natural = drawn("terrain: {wide: A3 B3 C4 D3 E4 F3 G4 H3 I3}", 'places: {"E5": {name: Works, kinds: tanks}}')
    pt = natural.frame.scaled(1)
    circles = [item for item in natural.around if isinstance(item, Path) and item.fill == "#F2EFE4"]
    assert 6 <= len(circles) <= 12
    jetty = lines_of(natural.around, "#D9CDB2")
    assert len(jetty) == 2
    assert natural.waters.surface.contains(shapely.Point(jetty[0][-1]))
    assert math.dist(*jetty[1]) == pytest.approx(10 * pt, abs=0.01)


def test_a_symbol_has_its_seat_in_the_hex(drawn):
    natural = drawn('places: {"E5": {name: "7", kinds: disc}}')
    frame = natural.frame
    (symbol,) = map_symbols(frame, Occupancy(frame.box, 0.3), shapely.Polygon())
    x, y = frame.grid.centre(frame.grid.hex("E5"))
    seat = shared_looks().of(SymbolLook)["objective"].seat_pt
    assert (symbol.centre[0] - x) / frame.scaled(1) == pytest.approx(seat[0], abs=4)
    assert (symbol.centre[1] - y) / frame.scaled(1) == pytest.approx(seat[1], abs=4)


def test_an_aerodrome_lies_beside_the_road(drawn):
    natural = drawn(
        "paths: {road: {way: {hexes: C3 D3 E4 F4 G5 H5}}}", 'places: {"E4": {name: South airfield, kinds: field}}'
    )
    (symbol,) = natural.symbols
    assert symbol.area.distance(shapely.LineString(natural.routes[0].points)) > 0


def test_a_village_of_huts_has_coloured_roofs(drawn):
    natural = drawn("paths: {road: {way: {hexes: C3 D3 E4}}}", 'places: {"E4": {name: "", kinds: huts}}')
    (village,) = natural.settlements
    assert len(village.blocks) > 6
    fills = {path.fill for group in natural.layers() for path, _ in walk(group.items) if isinstance(path, Path)}
    assert {"#D1B083", "#C29C6C"} & fills


@pytest.mark.parametrize("kind", ["tanks", "swamp", "sea", "town", "rice", "reeds"])
def test_every_look_has_a_sample(drawn, tmp_path, kind):
    drawn("terrain: {swamp: A1-B2, sea: I1-I3, town: E4, wide: G5}", 'places: {"E5": {name: Works, kinds: tanks}}')
    scene = draw_terrain_sample(load_game(tmp_path), kind, 11)
    assert list(walk(scene.items))


# ---------------------------------------------------------------- contrast

GROUNDS = [
    "land",
    "dry",
    "riverside",
    "paddies.parcel_1",
    "farmland.parcel_2",
    "tidal-swamp.fill",
    "rainforest.fill",
    "rainforest.patch",
    "relief.patch",
    "swamp.fill",
    "plantation.fill",
    "grove.fill",
    "vineyard.fill",
    "built_ground",
]


@pytest.mark.parametrize("number", [0, 1])
def test_numbers_can_be_read_on_every_ground_of_a_series(number):
    game = list(load_game("data/paratrooper").scenarios.values())[number]
    board = resolve_board(game)
    frame = frame_of(game, board)
    palette = frame.palette
    looks = {look.name: palette.of(look) for look in game.looks.values()}
    for name in GROUNDS:
        look, _, use = name.partition(".")
        ground = looks[look][use] if use else getattr(palette, name)
        assert contrast(palette.number, ground) >= LEAST_CONTRAST, name
    waters = [palette.water, palette.deep]
    if frame.hexes_like("open-sea"):
        waters.append(looks["open-sea"]["deepest"])
    for water in waters:
        assert contrast(palette.number_on_water, water) >= LEAST_CONTRAST
