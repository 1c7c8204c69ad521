"""Boats that keep to a river, moves with given points, and what an expression reads about terrain and faces."""

import shutil
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.load import load_game
from pnp.model.counter import Counter, Face
from pnp.model.game import Game
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup
from pnp.rules.state.state import Piece
from pnp.rules.state.unit import Unit

FOLDER = Path(__file__).parent / "games" / "bridges"
BOAT = """
      boat:
        having: {groups: sappers}
        unless: {id: B1}
        keeps_to: river
        costs: {clear: "1", woods: "1", river: "+0", road: prohibited, railroad: prohibited}
"""
FERRY = """
  ferry:
    name: Ferry
    rule: "2.0"
    given: {unit: unit, to: hex, points: int}
    steps:
      - {move: unit, to: to, by: move, points: points}
      - {set: {end: unit.hex}}
    shows: end
  measure:
    name: Measuring
    rule: "2.0"
    given: {unit: unit, from_hex: hex, to: hex}
    steps:
      - {set: {cost: "move_cost(unit, to)"}}
      - {set: {shut: "barred(unit, from_hex, to)"}}
      - {set: {effect: combat_effect('bridge')}}
      - {set: {far: "count(reachable(unit, 1))"}}
    shows: [cost, shut, effect, far]
"""
EXAMPLES = """
  near:
    title: A near hex
    procedure: ferry
    rule: "2.0"
    place: {E3: 1 Guard}
    given: {unit: 1 Guard, to: F4, points: "3"}
    expect: {1 Guard: F4}
  far:
    title: A hex too far
    procedure: ferry
    rule: "2.0"
    place: {E3: 1 Guard}
    given: {unit: 1 Guard, to: D3, points: "1"}
    expect: {1 Guard: D3}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Return the game `bridges` with a boat, its ferry."""
    folder = tmp_path / "bridges"
    shutil.copytree(FOLDER, folder)
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("    along:\n", f"    classes:{BOAT}    along:\n", 1)
    text = text.replace("\nprocedures:\n", f"\nprocedures:{FERRY}", 1)
    text = text.replace("\nexamples:\n", f"\nexamples:{EXAMPLES}", 1)
    file.write_text(text, encoding="utf-8")
    return load_game(folder)


def measured(game: Game, place: dict[str, list[str]], outcome: str, **given: str) -> str:
    """Return the only result of the procedure `measure`."""
    (found,) = distribution(compile_game(game), "measure", given, Setup(place), outcome=outcome)
    return found


def test_a_boat_keeps_to_the_river(game: Game) -> None:
    """From D2 on the bank, the Sappers reach other hexes at the river for 1 each, and no hex away from it."""
    place = {"D2": ["B2"]}
    assert measured(game, place, "cost", unit="Sappers", from_hex="D2", to="C3") == "1"
    assert measured(game, place, "cost", unit="Sappers", from_hex="D2", to="D4") == "2"
    assert measured(game, place, "cost", unit="Sappers", from_hex="D2", to="E3") == ""
    assert measured(game, {"D2": ["B1"]}, "cost", unit="1 Guard", from_hex="D2", to="E3") == "½"


def test_terrain_bars_a_unit_from_a_hex(game: Game) -> None:
    """1 Guard crosses the river only at a bridge; a boat crosses it everywhere and stays at it."""
    both = {"D2": ["B1", "B2"]}
    assert measured(game, both, "shut", unit="1 Guard", from_hex="D2", to="C2") == "yes"
    assert measured(game, both, "shut", unit="1 Guard", from_hex="D2", to="C3") == "no"
    assert measured(game, both, "shut", unit="Sappers", from_hex="D2", to="C2") == "no"
    assert measured(game, both, "shut", unit="Sappers", from_hex="D2", to="E3") == "yes"
    assert measured(game, both, "shut", unit="1 Guard", from_hex="D2", to="F5") == "yes"


def test_an_expression_reads_the_combat_effect_of_the_chart(game: Game) -> None:
    assert measured(game, {"D2": ["B1"]}, "effect", unit="1 Guard", from_hex="D2", to="E3") == "attack halved"


def test_points_replace_the_allowance(game: Game) -> None:
    """With 1 point 1 Guard reaches five hexes from E3; without an allowance there is no minimum move."""
    place = {"E3": ["B1"]}
    assert int(measured(game, place, "far", unit="1 Guard", from_hex="E3", to="E2")) > 5
    assert measured(game, {"E3": ["B1"]}, "count(reachable(unit, 0))", unit="1 Guard", from_hex="E3", to="E2") == "0"


def test_a_move_with_points_is_checked(game: Game) -> None:
    """1 Guard moves from E3 to F4 with 3 points. With 1 point it may not enter the woods of D3, which cost 2."""
    book = compile_game(game)
    assert play_example(book, "near").faults == ()
    assert "more than the unit has" in str(play_example(book, "far").faults)


def test_a_unit_enters_from_beyond_the_map_edge(game: Game) -> None:
    """The high road leads off the map in A3 and costs ½ there; the woods of A1 cost 2. C3 is held by 1 Line."""

    def left(at: str, by_road: str = "true", **place: list[str]) -> str:
        """Return the movement points that 1 Guard, off the map, has left after it has entered."""
        units = {"E3": ["B2"], "eliminated": ["B1"], **place}
        text = f"points_after_entry(unit, '{at}', {by_road})"
        return measured(game, units, text, unit="1 Guard", from_hex="E3", to="E2")

    assert left("A3") == "3½"
    assert left("A3", "false") == "3"
    assert left("A1") == "2"
    assert left("B3", C3=["R1"]) == "0", "a unit stops in an enemy zone of control"
    assert left("C3", C3=["R1"]) == "", "a unit does not enter a hex with an enemy unit"


def test_movement_points_may_be_a_text(game: Game) -> None:
    place = {"E3": ["B1"]}
    given = {"unit": "1 Guard", "from_hex": "E3", "to": "E2"}
    far = [int(measured(game, place, f"count(reachable(unit, '{points}'))", **given)) for points in ("½", "1", "1½")]
    assert far[0] == 2
    assert far[0] < far[1] < far[2]
    with pytest.raises(RuleError, match="'much' is not a number of points"):
        measured(game, place, "count(reachable(unit, 'much'))", **given)


def test_a_unit_has_the_number_in_its_picture(game: Game) -> None:
    assert measured(game, {"D2": ["B1"]}, "unit.number", unit="1 Guard", from_hex="D2", to="E3") == "0"
    unit = Unit(
        "X1", Counter(kind="air", side="blue", label="Strike", front=Face(number="4"), back=Face()), Piece("D2")
    )
    assert unit.number == 4


def test_a_set_up_may_extend_beyond_its_hexes(tmp_path: Path) -> None:
    """Three units do not fit into D3, but they do into D3 and the hexes next to it."""
    for within, codes in (("", ["S011"]), (", within: 1", [])):
        folder = tmp_path / f"bridges{within}"
        shutil.copytree(FOLDER, folder)
        file = folder / "game.yaml"
        text = file.read_text(encoding="utf-8").replace(
            "counters: R1 R2, count: 2, where: anywhere", f"counters: R1 R2, count: 2, where: D3, hexes: D3{within}"
        )
        file.write_text(text.replace("rooms: [{number: 2}]", "rooms: [{number: 1}]"), encoding="utf-8")
        found = [finding.code for finding in check_game(load_game(folder), ["S011"])]
        assert found == codes


def test_each_copy_of_a_counter_needs_room_in_its_set_up(tmp_path: Path) -> None:
    for copies, codes in ((1, []), (3, ["S011"])):
        folder = tmp_path / f"bridges{copies}"
        shutil.copytree(FOLDER, folder)
        file = folder / "game.yaml"
        text = file.read_text(encoding="utf-8").replace(
            "counters: R1 R2, count: 2, where: anywhere", "counters: R1 R2, where: D3, hexes: D3"
        )
        file.write_text(text.replace("  R1: {", f"  R1: {{copies: {copies}, "), encoding="utf-8")
        found = [finding.code for finding in check_game(load_game(folder), ["S011"])]
        assert found == codes
