"""Looks of terrain on the maps of warm countries, palettes of maps, and the scatter diagram."""

import numpy as np
import pytest
import shapely

from pnp.api import check, load_game
from pnp.art.map.border import draw_border
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.labels.place_labels import PlaceToName, place_names
from pnp.art.map.map_palette import FULL, colour_names
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.outlines import length
from pnp.art.map.streams import course
from pnp.art.map.style_natural import NaturalMap
from pnp.art.map.vegetation import ground_look
from pnp.draw.furniture import draw_furniture, furniture_findings
from pnp.draw.hexmap import draw_hexmap, draw_terrain_sample
from pnp.draw.map.framed_map import frame_of
from pnp.load.board_reader import resolve_board
from pnp.load.looks import shared_looks
from pnp.model.looks.look import LabelStyle
from pnp.scene import Path, Text, Use, walk
from tests.made_games import copy_looks

GAME = """
game: {title: Coast, players: "2", rights: {basis: public-domain}}
map:
  title: Coast
  paper: {width: 150mm, height: 130mm}
  grid: {hexes: HEXES, columns: A-F, rows: 1-5, across_flats: 18mm, low: even, at: [22mm, 16mm]}
  base: open
  scatter: {SCATTER}
  palette: {PALETTE}
  terrain: {plantation: A1-B2, town: D2-E3, wide: F1-F2}
  hexsides:
    gully: {ditch: {name: Ditch, sides: A4/B3 A4/B4 A5/B4}}
    river: {main: {name: Main, sides: C3/D3 C4/D3 C4/D4}}
  paths: {road: {way: {hexes: C5 C4 D3, beyond: first}}, rail: {line: {hexes: A4 B4}}}
  places: {"B5": {name: "7", kinds: disc}, "C4": {name: Pillbox, kinds: fort}, "C1": {name: Old fort, kinds: fort}}
  edges: {south: {hexes: A5-F5, name: EDGE}}
  furniture: [{kind: scatter, at: [128mm, 8mm, 14mm, 14mm]}]
terrain:
  open: {name: Open, of: hex, look: farmland}
  plantation: {name: Plantation, of: hex, look: plantation}
  town: {name: Town, of: hex, look: quarters}
  wide: {name: Wide river, of: hex, look: river-hexes}
  gully: {name: Gully, of: hexside, look: gully}
  river: {name: River, of: hexside, look: wide-river}
  road: {name: Road, of: path, look: road}
  rail: {name: Railroad, of: path, look: railroad}
  bridge: {name: Bridge, of: crossing, look: truss-bridge}
  disc: {name: Objective, of: place, look: objective}
  fort: {name: Fort, of: place, look: pillbox}
rules: rules.md
"""
FLAT = "1: N, 2: NE, 3: SE, 4: S, 5: SW, 6: NW"
POINTED = "1: NE, 2: E, 3: SE, 4: SW, 5: W, 6: NW"


@pytest.fixture
def game(tmp_path):
    def load(palette="", edge="South", hexes="flat"):
        text = GAME.replace("PALETTE", palette).replace("EDGE", edge).replace("HEXES", hexes)
        text = text.replace("SCATTER", FLAT if hexes == "flat" else POINTED)
        copy_looks(tmp_path, "paratrooper")
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "rules.md").write_text("# 1.0 Rules\n\nNone.\n", encoding="utf-8")
        return load_game(tmp_path)

    return load


def natural(game):
    board = resolve_board(game)
    return NaturalMap(frame_of(game, board))


def colours(items):
    return {path.fill for path, _ in walk(tuple(items)) if isinstance(path, Path)}


def test_a_palette_replaces_shared_colours_and_those_of_a_look(game):
    frame = natural(game('land: "#C0FFEE", plantation.fill: "#ABCDEF", waterlines: "#111111 #222222 #333333"')).frame
    assert frame.palette.land == "#C0FFEE"
    assert frame.palette.waterlines == ("#111111", "#222222", "#333333")
    art = draw_hexmap(one := game('plantation.fill: "#ABCDEF"'), resolve_board(one))
    assert "#ABCDEF" in colours(art.layers)


def test_every_field_with_a_colour_can_be_replaced():
    assert {"land", "water", "number", "waterlines", "plantation.crown"} <= colour_names(shared_looks()).keys()
    assert FULL.replaced({"land": "#000000"}).land == "#000000"


@pytest.mark.parametrize("palette", ['sand: "#E9CF94"', 'waterlines: "#E9CF94"', 'land: "#E9CF94 #E9CF94"'])
def test_a_wrong_name_or_number_of_colours_is_a_finding(game, palette):
    assert [finding.code for finding in furniture_findings(game(palette))] == ["D008"]


def test_the_scatter_diagram_shows_each_die_result(game):
    one = game(hexes="pointed")
    frame = frame_of(one, resolve_board(one))
    texts = {t.text: t for t in draw_furniture(one, one.map.furniture[0], FULL, frame).items if isinstance(t, Text)}
    assert texts.keys() == {"SCATTER", *"123456"}
    assert texts["2"].x > texts["1"].x > texts["5"].x
    assert texts["1"].y < texts["2"].y < texts["3"].y


def test_a_gully_is_dry_and_has_a_bridge(game):
    drawn = natural(game())
    wet = {stream.look.name for stream in drawn.waters.streams if not stream.look.dry}
    assert wet == {"wide-river"}
    ditch = next(stream for stream in drawn.waters.streams if stream.look.dry)
    assert not drawn.waters.flowing.intersects(ditch.area)
    assert len(drawn.bridges) == 2


def test_wire_keeps_off_roads_and_rivers(game):
    drawn = natural(game())
    board, frame = resolve_board(game()), drawn.frame
    (cell,) = board.grid.parse_hexes("C4")
    free = Occupancy(frame.box, drawn.taken.cell)
    look = next(symbol.look for symbol in drawn.symbols if symbol.look.name == "pillbox")
    palette = frame.palette.of(look)
    beside = shapely.union_all([shapely.LineString(route.points) for route in drawn.routes])
    for path in DRAWINGS[look.around](frame, cell, drawn.taken.copy(), free, palette)[:2]:
        assert beside.distance(shapely.MultiPoint(np.array(path.xy).reshape(-1, 2))) > frame.scaled(1)
    halo, wire, crosses = DRAWINGS[look.around](frame, cell, free.copy(), free, palette)
    assert wire.ops.count("M") == halo.ops.count("M") == 1
    assert crosses.ops.count("M") > 20
    free.weights[:] = 1
    assert not DRAWINGS[look.around](frame, cell, drawn.taken, free, palette)


def test_wire_is_one_long_arc_on_a_free_side_or_none(game):
    drawn = natural(game())
    frame, cell = drawn.frame, resolve_board(game()).grid.hex("C4")
    look = next(symbol.look for symbol in drawn.symbols if symbol.look.name == "pillbox")
    x, y = frame.grid.centre(cell)
    for side in ((x + 1, frame.box.right), (frame.box.x, x - 1)):
        solid = Occupancy(frame.box, drawn.taken.cell)
        solid.area(shapely.box(side[0], frame.box.y, side[1], frame.box.bottom), 9)
        taken = Occupancy(frame.box, drawn.taken.cell)
        wire = DRAWINGS[look.around](frame, cell, taken, solid, frame.palette.of(look))[1]
        points = np.array(wire.xy).reshape(-1, 2) - (x, y)
        turns = np.unwrap(np.arctan2(points[:, 1], points[:, 0]))
        assert wire.ops.count("M") == 1
        assert np.degrees(np.ptp(turns)) > 115
    solid.area(shapely.box(frame.box.x, y - 2, frame.box.right, y + 2), 9)
    assert not DRAWINGS[look.around](frame, cell, taken.copy(), solid, frame.palette.of(look))


def test_the_sample_of_a_fortification_has_its_wire(game):
    sample = draw_terrain_sample(game(), "fort", 12)
    lines = [item for item, _ in walk(sample.items) if isinstance(item, Path) and item.fill is None]
    assert sum(path.ops.count("L") for path in lines) > 40  # the crosses; the pillbox alone has fewer corners


def test_a_river_that_wanders_is_shorter_in_its_flat_bends(game):
    waters = natural(game()).waters
    river = next(stream for stream in waters.streams if stream.look.name == "wide-river")
    lengths = [
        length(course(waters.frame, river.chain, river.look.model_copy(update={"wander": wander})))
        for wander in (0.0, 0.4)
    ]
    assert lengths[1] < lengths[0]


def test_a_river_of_hexes_continues_off_the_map(game):
    drawn = natural(game())
    assert drawn.waters.standing.bounds[1] < drawn.frame.box.y


def test_adjacent_hexes_of_a_town_are_one_area_with_houses(game):
    (town,) = (one for one in natural(game()).settlements if one.look.name == "quarters")
    assert len(town.blocks) > 60
    assert all(town.area.buffer(0.01).contains(house) for house in town.blocks)


def test_plants_are_in_rows_and_off_the_numbers(game):
    drawn = natural(game())
    spots = [use for use in drawn.textures() if isinstance(use, Use) and "rubber" in use.scene.name]
    assert len(spots) > 80
    assert ground_look(drawn.frame).name == "farmland"


def test_a_road_off_a_pointed_map_avoids_the_number(game):
    text = natural(game(hexes="flat"))
    for route in text.routes:
        for rect in text.frame.numbers.values():
            inside = [(x, y) for x, y in route.points.tolist() if rect.x < x < rect.right and rect.y < y < rect.bottom]
            assert not inside


def test_an_edge_with_a_blank_name_prints_nothing(game):
    for name, count in (("South", 1), ('""', 0)):
        one = game(edge=name)
        frame = frame_of(one, resolve_board(one))
        assert sum(isinstance(item, Text) for item in draw_border(frame, ())) == count


def test_the_small_game_has_no_faults(game):
    assert not [f for f in check(game()) if f.code != "M024"]


def place_name(frame, text, number="C2"):
    (cell,) = frame.grid.parse_hexes(number)
    x, y = frame.grid.centre(cell)
    style = LabelStyle(font="condensed-semibold", size_pt=6.4, tracking_pt=0.2, halo_pt=2.0)
    wanted = PlaceToName(cell, style, text, shapely.Point(x, y).buffer(frame.scaled(6)))
    taken = Occupancy(frame.box, frame.grid.side / 40)
    taken.area(frame.hexagon(cell, 1.2), 0.1)  # there is more room elsewhere
    (found,) = place_names(frame, [wanted], taken)
    return cell, found


@pytest.mark.parametrize("text", ["North refinery works", "Benteng Kuto Besak", "Airfield"])
def test_a_name_is_in_the_hex_of_its_place(game, text):
    frame = natural(game()).frame
    cell, name = place_name(frame, text)
    assert frame.hexagon(cell).contains(shapely.Point(name.box.centre))


def test_a_number_does_not_stand_on_a_line_of_its_own(game):
    _, name = place_name(natural(game()).frame, "Johnny II")
    assert len(name.lines) == 1
