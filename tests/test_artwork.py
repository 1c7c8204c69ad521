"""The drawing of a unit changes no rule: expressions and map rules read only what the data states about it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.findings import Refused
from pnp.load import find_game, load_game
from pnp.model.game import Game
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.starting_state import Setup

BRIDGES = Path(__file__).parent / "games" / "bridges"


def redrawn(game: Game) -> Game:
    """Return the game with another symbol on each unit."""
    counters = {
        id_: one.model_copy(update={"symbol": "supply" if one.symbol else ""}) for id_, one in game.counters.items()
    }
    other = game.model_copy(update={"counters": counters})
    assert any(one.symbol == "supply" for one in counters.values())
    return other


@pytest.mark.parametrize("name", ["meiktila", "myitkyina", "paratrooper"])
def test_units_that_are_drawn_otherwise_play_as_before(name: str) -> None:
    game = load_game(find_game(name))
    for one in game.scenarios.values() or (game,):
        playbook = compile_game(redrawn(one))
        assert playbook.faults == ()
        wrong = {id_: play_example(playbook, id_).faults for id_ in one.examples}
        assert {id_ for id_, faults in wrong.items() if faults} == set()


def test_a_part_of_a_symbol_is_not_a_trait() -> None:
    """The symbol of heavy weapons has the straps of infantry."""
    game = load_game(BRIDGES)
    counters = dict(game.counters)
    counters["B1"] = counters["B1"].model_copy(update={"symbol": "heavy-weapons", "groups": ("foot",)})
    counters["R1"] = counters["R1"].model_copy(update={"groups": ("infantry",)})
    book = compile_game(game.model_copy(update={"counters": counters}))
    assert "infantry" in game.icons.symbol_parts("heavy-weapons")
    setup = Setup({"E3": ("B1",), "E5": ("R1",)})
    outcome = (
        "string(with(units, 'infantry').size()) + string(count(units, 'infantry')) + string(has(unit, 'infantry'))"
    )
    assert distribution(book, "march", {"unit": "B1", "to": "E4"}, setup, outcome=outcome) == {"11false": 1}


@pytest.fixture
def faults(tmp_path: Path) -> Callable[[str], list[str]]:
    """Lay a text over the bridges, and return what is wrong and what to write."""

    def lay(text: str) -> list[str]:
        folder = Path(shutil.copytree(BRIDGES, tmp_path / "bridges"))
        (folder / "options").mkdir()
        (folder / "options" / "x.yaml").write_text(text, encoding="utf-8")
        try:
            found = check_game(load_game(folder, ["x"]))
        except Refused as error:
            found = error.findings
        return [f"{one.code} {one.wrong}; {one.write}" for one in found if one.code != "X303"]

    return lay


STEP = "procedures: {x: {rule: '2.0', given: {unit: unit}, steps: [{require: \"%s\", says: no}]}}"
WRITE = "engineer is only drawn in the symbol of B2; write groups: engineer for each unit that the rule means"


@pytest.mark.parametrize(
    ("condition", "wrong"),
    [
        ("has(unit, 'engineer')", "unknown word engineer"),
        ("['foot', 'engineer'].exists(t, has(unit, t))", "unknown word engineer"),
        ("count(with(units, 'engineer')) > 0", "unknown word engineer"),
        ("count(units, 'engineer') > 0", "unknown word engineer"),
        ("'engineer' in unit.groups", "no unit has the group engineer"),
    ],
)
def test_a_word_that_is_only_a_symbol_is_found(faults: Callable[[str], list[str]], condition: str, wrong: str) -> None:
    assert faults(STEP % condition) == [f"X001 {wrong}; {WRITE}"]


@pytest.mark.parametrize(
    ("condition", "wrong"),
    [
        ("has(unit, 'sapers')", "unknown word sapers"),
        ("count(with(units, 'sapers')) > 0", "unknown word sapers"),
        ("count(units, 'sapers') > 0", "unknown word sapers"),
        ("count(units.filter(u, u.attack > 1), 'sapers') > 0", "unknown word sapers"),
        ("'sapers' in unit.groups", "no unit has the group sapers"),
        ("unit.groups.exists(g, g == 'elite') || count(['a', 'b'], 'c') > 0", ""),
    ],
)
def test_a_misspelt_group_is_found_by_all_functions(
    faults: Callable[[str], list[str]], condition: str, wrong: str
) -> None:
    data = f"counters: {{B2: {{groups: sappers}}}}\n{STEP % condition}"
    assert faults(data) == ([f"X001 {wrong}; did you mean sappers?"] if wrong else [])


def test_a_unit_has_no_field_for_its_symbol(faults: Callable[[str], list[str]]) -> None:
    write = "a symbol is only drawn; write groups for the units, and test with has(unit, 'group')"
    assert faults(STEP % "unit.symbol == 'engineer'") == [f"X001 a unit has no field symbol; {write}"]


def test_map_rules_select_no_unit_by_its_symbol(faults: Callable[[str], list[str]]) -> None:
    wrong = "L012 rules do not select units by their symbol, which is only drawn; write groups"
    assert faults("map_rules: {zoc: {unless: {symbol: engineer}}}") == [wrong]


def test_a_group_that_is_only_a_symbol_is_found_in_map_rules(faults: Callable[[str], list[str]]) -> None:
    assert faults("map_rules: {zoc: {unless: {groups: engineer}}}") == [f"M026 no unit has group engineer; {WRITE}"]
