"""What keys, tracks, boxes and notes of maps show: features besides terrain, labels, emblems and edges."""

from pathlib import Path as File

import pytest

from pnp.api import check, load_game
from pnp.art.map.border import draw_border, text_pt
from pnp.art.map.map_palette import FULL
from pnp.checks import check_game
from pnp.draw.furniture import draw_furniture, furniture_findings
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.key_features import features_of, with_features
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.draw.tables.track import draw_track
from pnp.load.board_reader import resolve_board
from pnp.scene import Path, Text, Use, walk
from tests.made_games import copy_looks

DATA = File(__file__).parent.parent / "data"
GAME = """
game: {title: Key, players: "2"}
sides: {red: {name: Red, ground: "#F0D8C8", accent: "#8A1010", emblem: diamond}}
map:
  title: Key
  paper: {width: 170mm, height: 150mm}
  grid: {hexes: flat, columns: A-F, rows: 1-5, across_flats: 18mm, low: even, at: [22mm, 24mm]}
  base: plain
  terrain: {lake: F1-F3}
  hexsides:
    river: {main: {sides: C3/D3 C4/D3 C4/D4 C5/D4, beyond: mouth}}
    brook: {small: {sides: A2/B1 A2/B2}}
    bank: {dam: {sides: B2/B3 B2/C3, carries: railroad}}
  paths:
    road: {way: {hexes: A5 B4 C4, ferry: true}, over: {hexes: A2 B2, look: highway}}
  regions: {goal: {name: Goal, hexes: E4-E5, look: land, outlined: true}}
  furniture:
    - {kind: key, of: KEY, columns: 3, at: [22mm, 132mm, 90mm, 16mm]}
    - {kind: box, of: lost, bar: red, at: [140mm, 20mm, 25mm, 30mm]}
    - {kind: compass, on_water: true, at: COMPASS}
terrain:
  plain: {name: Plain, of: hex, look: clear}
  lake: {name: Lake, of: hex, look: sea}
  river: {name: River, of: hexside, look: wide-river}
  brook: {name: Brook, of: hexside, look: stream}
  bank: {name: Bank, of: hexside, look: causeway}
  road: {name: Road, of: path, look: road}
boxes: {lost: {name: Lost, says: Units that are lost}}
tracks: {days: {name: Day, across: 2, spaces: [{label: "1"}, {label: "2", lines: [June, "3"]}, {label: "4"}, {label: "5"}]}}
rules: rules.md
"""
EVERYTHING = "plain lake river+ferry brook+bridge bank rail-embankment road highway outline"


@pytest.fixture
def game(tmp_path):
    def load(key=EVERYTHING, compass="[117mm, 25mm, 16mm, 16mm]"):
        text = GAME.replace("KEY", key).replace("COMPASS", compass)
        copy_looks(tmp_path, "paratrooper")
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "rules.md").write_text("# 1.0 Rules\n\nNone.\n", encoding="utf-8")
        return load_game(tmp_path)

    return load


def texts(items):
    return [item for item, _ in walk(items) if isinstance(item, Text)]


def test_the_features_of_a_map_are_entries_of_its_key(game):
    one = game()
    known = with_features(one, resolve_board(one))
    assert set(features_of(known)) == {"bridge", "ferry", "rail-embankment", "outline"}
    assert features_of(known, "road") == ["highway"]
    assert known.terrain["highway"].cost == known.terrain["road"].cost


def test_a_feature_that_the_key_lacks_is_reported(game):
    assert [finding.code for finding in furniture_findings(game())] == []
    (finding,) = furniture_findings(game(EVERYTHING.replace(" outline", "")))
    assert (finding.code, finding.write) == ("D011", "add outline")


@pytest.mark.parametrize("name", ["meiktila", "mukden", "myitkyina", "paratrooper"])
def test_the_keys_of_the_shipped_maps_show_everything(name):
    loaded = load_game(DATA / name)
    for one in loaded.scenarios.values() or (loaded,):
        assert "D011" not in {finding.code for finding in furniture_findings(one)}


def test_entries_of_two_things_have_one_sample_and_both_names(game):
    one = game()
    frame = frame_of(one, resolve_board(one))
    items = draw_furniture(one, frame.map.furniture[0], frame.palette, frame).items
    words = " ".join(text.text for text in texts(items))
    assert "River, ferry" in words
    assert "Brook, bridge" in words
    samples = [item for item in items if isinstance(item, Use)]
    assert len(samples) == len(EVERYTHING.split())
    inks = {item.stroke.colour for item, _ in walk(samples[-1].scene.items) if isinstance(item, Path) and item.stroke}
    assert frame.palette.accent in inks  # the outline of a region


def test_a_compass_on_water_is_under_the_grid_and_may_cover_water_only(game):
    one = game()
    layers = [group.layer for group in draw_map_sheet(one, resolve_board(one)).items]
    below = draw_map_sheet(one, resolve_board(one)).items[layers.index("grid") - 1]
    assert {text.text for text in texts((below,))} == {*"NESW"}
    assert "M022" not in {finding.code for finding in check(one)}
    assert "M022" in {finding.code for finding in check(game(compass="[30mm, 60mm, 25mm, 25mm]"))}


def test_a_box_of_a_side_has_its_emblem(game):
    one = game()
    items = draw_furniture(one, one.map.furniture[1], FULL, None).items
    assert [item.scene.name for item in items if isinstance(item, Use)] == ["emblem diamond"]


def test_labels_in_a_row_of_a_track_are_at_one_height(game):
    places = {text.text: text.y for text in texts(draw_track(game(), "days", 60, 40).items)}
    assert places["1"] == places["2"]
    assert places["4"] == places["5"]


def test_a_note_between_arrows_has_a_part_of_the_edge_for_itself():
    one = load_game(DATA / "paratrooper").scenarios["palembang"]
    frame = frame_of(one, resolve_board(one))
    words = {text.text: text for text in texts(draw_border(frame, ())) if text.turn == 90}
    (note,) = (text for words_of, text in words.items() if words_of.startswith("0405"))
    assert note.size_pt == text_pt(frame)
    assert words["EAST EDGE"].y < note.y


def test_the_text_of_a_key_is_after_its_last_entry():
    one = load_game(DATA / "meiktila")
    frame = frame_of(one, resolve_board(one))
    (key,) = (thing for thing in one.map.furniture if thing.kind == "key")
    drawn = texts(draw_furniture(one, key, frame.palette, frame, samples=False).items)
    (note,) = (text for text in drawn if text.text in key.text)
    city = next(text for text in drawn if text.text == "City")
    assert note.x > city.x
    assert abs(note.y - city.y) < 5


def test_the_hexsides_that_a_river_lacks_at_the_edge_are_named(game, tmp_path):
    game()
    data = tmp_path / "game.yaml"
    for chain, write in (("C3/D3 C4/D3 C4/D4", "by C5/D4 C5/D5"), ("C3/D3 C4/D3", "by C4/D4 C5/D4 C5/D5")):
        data.write_text(data.read_text().replace("sides: C3/D3 C4/D3 C4/D4 C5/D4,", f"sides: {chain},"))
        found = [one.write for one in check_game(load_game(tmp_path), {"M008"})]
        assert found == [f"lengthen the chain {write}".rstrip()]
        data.write_text(data.read_text().replace(f"sides: {chain},", "sides: C3/D3 C4/D3 C4/D4 C5/D4,"))
