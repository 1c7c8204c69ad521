"""The chance map of a player aid: where a parachutist of the game Drop Zone lands."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from pnp.api import check, load_game
from pnp.compose.aids.aid_pages import compose_aids
from pnp.draw.figure.chance_map import ChanceMapSpec, draw_chance_map, hex_chances
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.rules.probability.aid_tables import answer_aids
from pnp.scene import Group, Text

DROP_ZONE = Path(__file__).parent / "games" / "drop-zone"


@pytest.fixture(scope="module")
def game():
    return load_game(DROP_ZONE, ["landing-map"])


def texts(item):
    if isinstance(item, Group):
        for inner in item.items:
            yield from texts(inner)
    elif isinstance(item, Text):
        yield item.text


def test_each_hex_on_the_six_lines_is_equally_probable(game):
    board = resolve_board(game)
    ((answer,), _) = next(iter(answer_aids(game, board).values()))
    chances = {board.grid.number(cell): chance for cell, chance in hex_chances(board, answer.items()).items()}
    assert set(chances.values()) == {Fraction(1, 36)}
    assert {"D1", "D2", "D3", "D5", "D6", "D7"} < set(chances)
    assert "D4" not in chances  # a parachutist drifts at least one hex
    assert answer["lost"] == 1 - sum(chances.values())


def test_each_hex_has_its_probability_and_the_key_every_shade(game):
    book = compose_aids(game, resolve_board(game), load_target("home").papers["letter"])
    (scene,) = (scene for name, scene in book.scenes.items() if name.startswith("chances"))
    printed = [text for item in scene.items for text in texts(item)]
    assert [text for text in printed if "%" in text] == [*["2.8%"] * 17, "2.8% in each hex"]
    assert "D4" in printed


@pytest.mark.parametrize(("width", "said"), [(120, ["50%", "50% in D4"]), (20, ["50% in D4"])])
def test_a_probability_too_small_in_its_hex_is_in_the_key(game, width, said):
    board = resolve_board(game)
    cell = board.grid.hex("D4")
    spec = ChanceMapSpec(cell.within(2), {cell: Fraction(1, 2)}, {cell: "50%"})
    scene = draw_chance_map(game, board, spec, width, width)
    assert [text for item in scene.items for text in texts(item) if "%" in text] == said


def test_the_outcome_on_the_map_is_a_hex(game, tmp_path):
    assert check(game) == ()
    folder = Path(shutil.copytree(DROP_ZONE, tmp_path / "drop-zone"))
    page = folder / "options" / "landing-map.yaml"
    text = page.read_text("utf-8")
    assert "? 'lost' : landed" in text
    page.write_text(text.replace("? 'lost' : landed", "? 1 : 2"), encoding="utf-8")
    assert [finding.code for finding in check(load_game(folder, ["landing-map"]))] == ["X202"]


def test_each_map_shows_its_own_hex_with_its_number_in_the_corner(tmp_path):
    folder = Path(shutil.copytree(DROP_ZONE, tmp_path / "drop-zone"))
    page = folder / "options" / "landing-map.yaml"
    text = (
        page.read_text("utf-8")
        .replace("hexes: A1-G7", "in_row: 1")
        .replace("150mm", "80mm")
        .replace('values: {"": D4}', "values: D4 C3")
    )
    page.write_text(text, encoding="utf-8")
    game = load_game(folder, ["landing-map"])
    book = compose_aids(game, resolve_board(game), load_target("home").papers["letter"])
    maps = [scene for name, scene in book.scenes.items() if name.startswith("chances")]
    titles = [next(item.text for item in scene.items if isinstance(item, Text)) for scene in maps]
    assert titles == ["D4", "C3"]
    assert all(scene.width == pytest.approx(maps[0].width) for scene in maps)
    assert len(book.html.split("view picture")) == 3  # each map in a row of its own


def test_a_hex_to_show_that_is_not_on_the_map_is_reported(tmp_path):
    folder = Path(shutil.copytree(DROP_ZONE, tmp_path / "drop-zone"))
    page = folder / "options" / "landing-map.yaml"
    page.write_text(page.read_text("utf-8").replace("hexes: A1-G7", "hexes: A1 Z9"), encoding="utf-8")
    (finding,) = check(load_game(folder, ["landing-map"]))
    assert (finding.code, finding.spot.line) == ("M001", 8)
    assert finding.wrong == "hex Z9 is not on this map"
