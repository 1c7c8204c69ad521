"""The game that ships agrees with what the published rules and their example demand of it."""

import pytest

from pnp.board import Board
from pnp.checks import check_game
from pnp.hexgrid import Hexside
from pnp.load import find_game, load_game
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from tests.playing import shipped_game


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("meiktila").game


@pytest.fixture(scope="module")
def board(game: Game) -> Board:
    resolved = resolve_board(game)
    assert resolved is not None
    return resolved


def test_the_example_of_combat_finds_its_units_and_ground(game: Game, board: Board) -> None:
    assert game.counters["A07"].front.factors == "3-4-3"
    assert game.counters["A10"].front.factors == "*-2-4"
    attack = {id_: int(game.counters[id_].front.factors[0]) for id_ in ("J01", "J02", "J03", "J14", "J15")}
    banzai, across_the_stream = ("J01", "J14"), ("J14", "J15")
    assert sum(attack.values()) + sum(attack[id_] for id_ in banzai) - len(across_the_stream) == 16
    seywa = board.grid.hex("M7")
    assert set(board.sites[seywa].kinds) == {"town", "airfield"}
    assert Hexside.between(seywa, board.grid.hex("N8")) in board.sides_of("stream")
    assert Hexside.between(seywa, board.grid.hex("M8")) not in board.sides_of("stream")


def test_steps_of_each_side(game: Game) -> None:
    steps = {side: sum(c.steps or 0 for c in game.counters.values() if c.side == side) for side in game.sides}
    assert steps == {"allied": 38, "japanese": 36}


def test_hexes_of_each_terrain(board: Board) -> None:
    land = [kind for kinds in board.terrain.values() for kind in kinds]
    assert (len(board.grid.hexes), land.count("jungle"), land.count("lake")) == (288, 36, 4)
    assert len(board.sides_of("stream")) == 48
    assert len({cell for line in board.lines if line.kind == "road" for cell in line.hexes}) == 75
    assert not set(board.sites) & set(board.terrain)


def test_bridges_are_where_lines_cross_streams(game: Game, board: Board) -> None:
    assert game.map is not None
    for path, sides in game.map.bridges.items():
        assert board.crossings(path, "stream") == {board.grid.parse_hexside(side) for side in sides}


@pytest.mark.parametrize(
    ("number", "hexes"), [("I1", 8), ("F18", 10), ("O18", 12), ("P18", 12), ("M7", 4), ("J10", 1), ("D5", 7), ("G9", 2)]
)
def test_distances_from_meiktila(board: Board, number: str, hexes: int) -> None:
    assert board.grid.hex("I9").distance_to(board.grid.hex(number)) == hexes


def test_every_hex_is_near_a_road(board: Board) -> None:
    roads = {cell for line in board.lines if line.kind == "road" for cell in line.hexes}
    far = {board.grid.number(cell) for cell in board.grid.hexes if min(cell.distance_to(road) for road in roads) >= 5}
    assert far == {"A17", "A18"}


def test_turn_track_and_table_tell_the_same(game: Game) -> None:
    rows = zip(game.tables["turns"].cells, game.tracks["turn"].spaces, strict=True)
    for (date, enters, released), space in rows:
        assert space.lines == (date, enters.replace("-", "–"), released.replace("-", "–"))


def test_supply_track_and_tables_tell_the_same(game: Game) -> None:
    status = game.tables["supply-status"].cells[0]
    low, middle, high = (cells[0] for cells in game.tables["activation"].cells[:3])
    by_level = [*[low] * 5, *[middle] * 2, *[high] * 2]
    for space, enough, drawn in zip(game.tracks["supply"].spaces, status, by_level, strict=True):
        assert space.lines == (drawn, enough.replace("-", "–"))


@pytest.mark.slow
def test_the_sheet_as_it_was_printed_has_the_same_words_on_both_sides_of_the_sentai() -> None:
    """The edition as-printed lays the published misprint over the corrected counter, and changes nothing else."""
    folder = find_game("meiktila")
    game, printed = load_game(folder), load_game(folder, ["as-printed"])
    assert check_game(printed) == ()
    words = [(one.counters["M06"].front.word, one.counters["M06"].back.word) for one in (game, printed)]
    assert words == [("First Appearance", "Second Appearance"), ("First Appearance", "First Appearance")]
    assert (len(game.errata), printed.errata) == (1, ())
    corrected = printed.counters["M06"].model_copy(update={"back": game.counters["M06"].back})
    assert {**printed.counters, "M06": corrected} == game.counters
    others = set(Game.model_fields) - {"counters", "errata"}
    assert all(getattr(printed, name) == getattr(game, name) for name in others)


def test_the_map_has_the_title_of_the_game(game: Game) -> None:
    assert game.map is not None
    assert game.map.title == game.game.title


def test_what_is_ours_is_not_marked_as_published(game: Game) -> None:
    assert game.formations["bde-99"].basis["name"] == "derived"
    assert game.formations["rgt-14-tank"].colour != game.formations["independent"].colour  # white is for independents
    assert game.tables["air"].basis["notes"] == "derived"
    assert game.tables["reinforcements"].basis["Independent units (6), 2/14 Tank/When"] == "derived"
    assert all(game.entries[id_].basis["when"] == "derived" for id_ in ("independents", "tank-2-14"))
    (dug_in,) = (step for step in game.map_rules.zoc.steps if step.ruling == {"R-42": ("either-hex",)})
    assert dug_in.basis["either"] == "reconstructed"


def test_a_word_has_one_abbreviation(game: Game) -> None:
    meanings = [abbreviation.means for abbreviation in game.abbreviations.values()]
    assert sorted(set(meanings)) == sorted(meanings)
