"""Scatter, river banks, ordered stacks, retreat paths and standing rules, played with the game `drop-zone`."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.rules.engine.trace import write_trace
from pnp.rules.examples.example_run import play_example
from pnp.rules.expressions.vocabulary import FUNCTIONS, FunctionContext, GameVariant
from pnp.rules.playbook import compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup, UnitNames, build_state

FOLDER = Path(__file__).parent / "games" / "drop-zone"
GAME = load_game(FOLDER)
BOOK = compile_game(GAME)


def value(expression: str, place: Mapping[str, list[str]] = {}, **given: str) -> str:
    """Return the value of an expression for the unit B1, which is in A1 unless `place` says otherwise."""
    setup = Setup(place or {"A1": ["B1"]})
    found = distribution(
        BOOK, "landing", {"unit": "B1", "planned": "A1", "landed": "", **given}, setup, outcome=expression
    )
    return next(iter(found))


def trace(id_: str) -> str:
    return write_trace(play_example(BOOK, id_).trace)


def test_the_game_has_no_fault() -> None:
    assert check_game(GAME) == ()


@pytest.mark.parametrize("id_", GAME.examples)
def test_every_example_gives_the_stated_result(id_: str) -> None:
    assert play_example(BOOK, id_).faults == ()


# ---------------------------------------------------------------- directions, scatter, banks


@pytest.mark.parametrize(
    ("direction", "hexes", "end", "last"),
    [("N", 2, "D2", ""), ("NE", 2, "F3", ""), ("SE", 1, "E5", ""), ("S", 3, "D7", ""), ("S", 4, "", "D7"), ("SW", 9, "", "A6"), ("NW", 0, "D4", "")],
)  # fmt: skip
def test_a_line_of_hexes_from_d4(direction: str, hexes: int, end: str, last: str) -> None:
    assert value(f"toward('D4', '{direction}', {hexes})") == end
    assert value(f"leaves_by('D4', '{direction}', {hexes})") == last


def test_scatter_from_the_north_west_corner() -> None:
    """From A1, four directions leave the map at once (N, NE, SW, NW), and six hexes to the SE and S do not."""
    given = {"unit": "B1", "planned": "A1"}
    found = distribution(BOOK, "landing", given, Setup({"planes": ["B1"]}), outcome="landed == ''")
    assert found["yes"] == Fraction(4, 6)


@pytest.mark.parametrize(
    ("place", "target", "may"),
    [({"planes": ["B1"]}, "B4", "yes"), ({"planes": ["B1"]}, "A6", "no"), ({"A1": ["B1"], "G7": ["R1"]}, "G7", "no"), ({"A1": ["B1"], "G7": ["B2"]}, "G7", "yes")],
)  # fmt: skip
def test_a_unit_may_enter_land_without_enemies_from_wherever_it_is(
    place: dict[str, list[str]], target: str, may: str
) -> None:
    assert value(f"may_enter(unit, '{target}')", place) == may


def test_a_river_between_two_banks_is_all_hexsides_between_them_from_its_head() -> None:
    board = resolve_board(GAME)
    assert board is not None
    written = [board.grid.write_hexside(side) for side in board.chains[0].sides]
    assert written[:3] + written[-2:] == ["D1/E1", "D1/E2", "D2/E2", "D6/E7", "D7/E7"]
    assert len(written) == 13


def test_the_head_decides_at_which_end_a_river_rises(tmp_path: Path) -> None:
    assert faults(tmp_path, "head: D1", "head: E7") == []
    board = resolve_board(load_game(tmp_path))
    assert board is not None
    assert board.grid.write_hexside(board.chains[0].sides[0]) == "D7/E7"


def faults(tmp_path: Path, old: str, new: str) -> list[str]:
    """Return the findings of the game with one text of `game.yaml` replaced."""
    for path in filter(Path.is_file, FOLDER.iterdir()):
        text = path.read_text("utf-8")
        assert path.name != "game.yaml" or old in text
        (tmp_path / path.name).write_text(text.replace(old, new), encoding="utf-8")
    return [f"{found.code} {found.wrong}; {found.write}" for found in check_game(load_game(tmp_path))]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[D1-D7, E1-E7]", "[D1-D7, E1-E3 E5-E7]", "M045 the hexsides between the two banks do not form one unbroken chain; list only the hexes that touch the river"),
        ("[D1-D7, E1-E7]", "[D1-D7, D7 E1-E7]", "M045 a hex is on both banks; list only the hexes that touch the river"),
        ("head: D1,", "head: D4,", "M045 hex D4 touches neither end of the river; write a hex that touches only the end where the river rises"),
        ("[D1-D7, E1-E7], head: D1", "[D4-D5 E4 E6 F4-F5, E5], head: E5", "M045 the hexsides between the two banks do not form one unbroken chain; list only the hexes that touch the river"),
        ("[D1-D7, E1-E7], head: D1", "[D4, E4-E5], head: D4", "M045 hex D4 touches both ends of the river; write a hex that touches only the end where the river rises"),
        ("6: NW}", "7: NW}", "M046 the scatter diagram has no direction for 6; write each die result once"),
        ("2: NE,", "2: E,", "M046 E is not a direction on this map; write N, NE, SE, S, SW or NW"),
        ("scatter(bearing), hexes)", "'W', hexes)", "X001 unknown direction W; write N, NE, NW, S, SE or SW"),
    ],
)  # fmt: skip
def test_wrong_data_gives_one_finding(tmp_path: Path, old: str, new: str, message: str) -> None:
    found = [line for line in faults(tmp_path, old, new) if not line.startswith(("M009", "M012"))]
    assert found == [message]


# ---------------------------------------------------------------- ordered stacks


def test_bombs_hit_a_stack_from_the_top_and_pass_over_eliminated_units() -> None:
    """After a 6 the first and the third unit are eliminated; the second bomb hits the second unit, the third none."""
    assert trace("bombs").splitlines() == [
        "1  1 Line",
        "   1.1  Bomb (1d6): 6",
        "   1.2  1 Line is eliminated and 3 Line is eliminated",
        "      1.2.1  Kills  [5.3]",
        "         1.2.1.1  Kills: 0 to 2",
        "2  2 Line",
        "   2.1  Bomb (1d6): 4",
        "   2.2  2 Line loses 1 step",
    ]


def test_the_order_of_a_stack_is_part_of_the_state_only_in_hexes_with_several_units() -> None:
    worked = play_example(BOOK, "rearranged")
    assert dict(worked.start.stacks) == {"F3": ("R1", "R2", "R3")}
    assert dict(worked.final.stacks) == {"F3": ("R2", "R3", "R1")}
    assert worked.start != worked.final
    assert dict(play_example(BOOK, "scattered").final.stacks) == {}


def test_a_wrong_order_is_reported(tmp_path: Path) -> None:
    found = faults(tmp_path, "expect: {F3: [R3, R1, R2]}", "expect: {F3: [R1, R2, R3]}")
    assert found == ["X103 F3: expected R1, R2 and R3, got 3 Line, 1 Line and 2 Line; "]


def test_the_bottom_of_a_stack_needs_ordered_stacks(tmp_path: Path) -> None:
    assert faults(tmp_path, "ordered: true, ", "") == [
        "X002 the stacks of this game have no order; write map_rules.stacking.ordered: true, or delete on"
    ]


def test_games_without_ordered_stacks_have_no_order_in_their_states() -> None:
    duel = load_game(FOLDER.parent / "duel")
    state, wrong = build_state(UnitNames(duel, resolve_board(duel)), Setup({"D2": ["R2", "R1"]}), "", "X101")
    assert wrong == ()
    assert dict(state.stacks) == {}
    assert dict(state.with_piece("B1", place="D2").stacks) == {}
    other, _ = build_state(UnitNames(duel, resolve_board(duel)), Setup({"D2": ["R1", "R2"]}), "", "X101")
    assert state == other
    with pytest.raises(RuleError, match="the stacks of this game have no order"):
        FUNCTIONS["stack"][0].run(FunctionContext(GameVariant(duel, resolve_board(duel)), state), "D2")


# ---------------------------------------------------------------- retreat paths


@pytest.mark.parametrize(("hexes", "paths"), [(0, "1"), (1, "6"), (2, "18"), (3, "41")])
def test_paths_of_a_retreat_lead_away_from_the_unit(hexes: int, paths: str) -> None:
    """In open country there are 6 × 2ⁿ − 6 shortest paths of n hexes; of the 42 of 3 hexes, one ends in the lake."""
    assert value(f"count(retreat_paths(unit, {hexes}))", {"D4": ["B1"]}) == paths


def test_a_path_is_a_text_from_the_hex_of_the_unit() -> None:
    place = {"A1": ["B1"], "A2": ["R1"]}
    assert value("retreat_paths(unit, 2)[0]", place) == "A1 B1 B2"
    assert value("entered(retreat_paths(unit, 2)[0])", place) == "B1 and B2"
    assert value("count(retreat_paths(unit, 2, ['B1']))", place) == "0"


def test_without_a_decision_the_unit_avoids_zones_of_control() -> None:
    """The policy takes the first path with the fewest hexes next to enemies, here none."""
    place = {"D4": ["B1"], "G7": ["R1"], "D1": ["R2"]}
    found = distribution(BOOK, "retreat", {"unit": "B1", "hexes": "2"}, Setup(place))
    ((label, chance),) = found.items()
    assert chance == 1
    path, left = label.split("; ")
    assert left == "2"
    assert value(f"count(entered('{path}').filter(h, in_enemy_zoc(h, 'blue')))", place) == "0"


def test_a_retreat_over_the_bridge_costs_nothing() -> None:
    place = Setup({"E4": ["B1"], "G4": ["R1"]})
    for path, left in (("E4 D3", "2"), ("E4 D4", "1")):
        found = distribution(BOOK, "retreat", {"unit": "B1", "hexes": "1"}, place, choices={"path": path})
        assert found == {f"{path}; {left}": 1}


def test_a_path_that_is_not_offered_is_reported(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "choices: {path: E5 D5 C5}", "choices: {path: E5 E4 F3}")
    assert found.startswith("X104 E5 E4 F3 cannot be chosen for the choice path; offered: E5 ")


# ---------------------------------------------------------------- standing rules


def test_standing_rules_are_in_the_trace_under_the_step_that_made_them_true() -> None:
    assert trace("sudden-death").splitlines()[2:] == [
        "   1.2  1 Line is eliminated",
        "      1.2.1  The roadblock in F3 is removed  [5.1]",
        "         1.2.1.1  F3 is no longer marked roadblock",
        "      1.2.2  Kills  [5.3]",
        "         1.2.2.1  Kills: 0 to 4",
        "      1.2.3  Blue holds both ends of the bridge and red has no unit left  [5.2]",
        "         1.2.3.1  Blue wins at once",
    ]


def test_probabilities_include_standing_rules() -> None:
    """The last red unit with one step is eliminated by a 4, 5 or 6; a fact that only standing rules read is kept."""
    place = {"D3": ["B1"], "E4": ["B2"], "F3": ["R1 reduced"], "eliminated": ["R2", "R3", "R4"]}
    setup = Setup(place, markers={"F3": ["roadblock"]})
    given = {"target": "F3", "bombs": "1"}
    found = distribution(BOOK, "airstrike", given, setup, outcome=["winner", "markers('F3', 'roadblock')"])
    assert found == {"blue; 0": Fraction(1, 2), "none; 1": Fraction(1, 2)}
    assert distribution(BOOK, "airstrike", given, setup, outcome="left") == {"0": 1}


def changed(tmp_path: Path, rule: str) -> list[str]:
    """Return the findings of the game with one more standing rule."""
    return faults(tmp_path, "standing:\n", f"standing:\n  extra: {rule}\n")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('{rule: "5.1", when: kills >= 0, steps: [{set: {kills: kills + 1}}]}', "worked examples no longer match; first: the example stops: the standing rule extra never stops applying (at "),
        ('{rule: "5.1", when: kils > 0, steps: [{set: {kills: "0"}}]}', "X001 unknown name kils; did you mean kills?"),
        ('{rule: "5.1", each: one, in: units, when: one.lfet == 0, steps: [{set: {kills: "0"}}]}', "X001 a unit has no field lfet; did you mean left?"),
        ('{rule: "5.1", each: one, in: unit, when: one.left == 0, steps: [{set: {kills: "0"}}]}', "X001 unknown name unit; did you mean units?"),
        ('{rule: "5.1", when: "false", ruling: {R-01: a}, steps: [{set: {kills: "0"}}]}', "X002 unknown ruling R-01; "),
        ('{rule: "5.1", when: "false", steps: [{set: {kills: "0"}}, {run: nothing}]}', "X002 unknown procedure nothing; "),
        ('{when: "false", steps: [{set: {kills: "0"}}]}', "X006 the standing rule extra cites no rule; write rule: and a case"),
    ],
)  # fmt: skip
def test_a_wrong_standing_rule_gives_one_finding(tmp_path: Path, rule: str, message: str) -> None:
    (found,) = changed(tmp_path, rule)
    assert message in found


def test_a_standing_rule_may_run_a_procedure_which_it_does_not_interrupt(tmp_path: Path) -> None:
    """The rule sets `kills` to 9 and back in two steps; the other rules see only the end."""
    for path in filter(Path.is_file, FOLDER.iterdir()):
        text = path.read_text("utf-8").replace("standing:\n", RESET).replace("procedures:\n", TWICE)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    assert check_game(game) == ()
    found = distribution(
        game,
        "retreat",
        {"unit": "R1", "hexes": "1"},
        Setup({"F3": ["R1"]}, tracks={"winner": "red"}),
        outcome=["winner", "kills"],
    )
    assert found == {"none; 0": 1}


RESET = """standing:
  reset: {rule: "5.2", when: winner == 'red', steps: [{run: twice}]}
"""
TWICE = """procedures:
  twice: {rule: "5.2", steps: [{set: {kills: "9"}}, {set: {kills: "0"}}, {set: {winner: "'none'"}}]}
"""


def test_a_game_without_standing_rules_has_none_to_apply() -> None:
    assert compile_game(load_game(FOLDER.parent / "duel")).standing is None


def test_exact_probabilities_of_bombs_on_an_ordered_stack() -> None:
    """One bomb hits only the top unit, except that a 6 also eliminates the lowest one."""
    place = Setup({"F3": ["R2", "R1", "R3"]})
    given = {"target": "F3", "bombs": "1"}
    found = distribution(BOOK, "airstrike", given, place, outcome="stack('F3')[0].label")
    assert found == {"1 Line": Fraction(1, 6), "2 Line": Fraction(5, 6)}
    found = distribution(BOOK, "airstrike", given, place, outcome="count(stack('F3'))")
    assert found == {"1": Fraction(1, 6), "3": Fraction(5, 6)}
