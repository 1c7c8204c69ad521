"""Markers on hexsides, and terrain that markers change: bridges, roadblocks and breached forts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.compose.example.example_figure import FigureReader, figure_keys
from pnp.draw.figure.figure_spec import Faced, HexsideMarkers
from pnp.findings import Finding
from pnp.hexgrid import Hexside
from pnp.load import load_game
from pnp.model.game import Game
from pnp.rules.examples.example_run import play_example
from pnp.rules.expressions.language import Expression, Language
from pnp.rules.expressions.map_functions import terrain_costs_of
from pnp.rules.expressions.vocabulary import FunctionContext
from pnp.rules.map.movement import routes, walk
from pnp.rules.map.positions import positions_of
from pnp.rules.map.zones import zone_of
from pnp.rules.playbook import compile_game
from pnp.rules.state.starting_state import Setup, build_state
from pnp.rules.state.state import FrozenMap, State
from tests.rules_map_games import MAP_RULES, TERRAIN, field, field_board, field_game, field_grid, mp

FOLDER = Path(__file__).parent / "games" / "bridges"
GAME = load_game(FOLDER)
PLAYBOOK = compile_game(GAME)
GRID = field_grid()
DOWN, PONTOON = {"C3/D2": ("bridge-down",)}, {"C3/D2": ("bridge-down", "pontoon")}


def state(markers: Mapping[str, tuple[str, ...]] = {}, place: Mapping[str, str] = {}) -> State:
    """The set-up of the game Bridges with these markers and units."""
    setup = Setup({number: (unit,) for unit, number in place.items()}, markers)
    found, faults = build_state(PLAYBOOK.unit_names, setup, "", "X")
    assert faults == ()
    return found


def value(text: str, at: State) -> object:
    """The value of an expression in a state of the game Bridges."""
    return expression(GAME, text).value({}, FunctionContext(PLAYBOOK.variant({}), at))


def expression(game: Game, text: str) -> Expression:
    return Language(game).compile(text, {})


# ---------------------------------------------------------------- the small game


def test_the_game_has_no_fault() -> None:
    assert check_game(GAME) == ()


@pytest.mark.parametrize("id_", GAME.examples)
def test_every_example_gives_the_stated_result(id_: str) -> None:
    assert play_example(PLAYBOOK, id_).faults == ()


def test_a_figure_shows_a_marker_on_its_hexside() -> None:
    worked = play_example(PLAYBOOK, "detour")
    assert PLAYBOOK.board is not None
    spec = FigureReader(GAME, PLAYBOOK.board, worked, {}).spec
    side = PLAYBOOK.board.grid.parse_hexside
    assert set(spec.on_hexsides) == {
        HexsideMarkers(side("C3/D2"), (Faced("M1"),)),
        HexsideMarkers(side("C4/D3"), (Faced("M1", "back"),)),
    }


def test_a_figure_shows_what_a_move_costs_after_a_bridge_is_built() -> None:
    worked = play_example(PLAYBOOK, "crossing")
    assert PLAYBOOK.board is not None
    spec = FigureReader(GAME, PLAYBOOK.board, worked, {}).spec
    assert spec.on_hexsides == (
        HexsideMarkers(PLAYBOOK.board.grid.parse_hexside("C2/D2"), (Faced("M1", "back"),), pale=True),
    )
    assert [way.costs for way in spec.ways] == [("1", "1")]
    assert figure_keys(spec)[-1] == ("", "Pale: final position and placed marker.")


def test_an_example_may_expect_the_markers_on_a_hexside() -> None:
    blown = GAME.examples["blown"].model_copy(update={"expect": {"D2/C3": ("pontoon",), "C5/D4": ("roadblock",)}})
    game = GAME.model_copy(update={"examples": {"blown": blown}})
    assert [fault.wrong for fault in play_example(compile_game(game), "blown").faults] == [
        "D2/C3: expected pontoon, got bridge-down",
        "C5/D4: expected roadblock, got none",
    ]


# ---------------------------------------------------------------- markers on hexsides


def test_the_two_hexes_of_a_hexside_may_be_in_either_order() -> None:
    assert state({"D2/C3": ("bridge-down",)}) == state({"C3/D2": ("bridge-down",)})
    assert state({"D2/C3": ("bridge-down",), "C3/D2": ("pontoon",)}) == state(PONTOON)


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("C3/E3", "'C3/E3' is not a hexside: the two hexes are not adjacent"),
        ("C3/D9", "hex D9 is not on this map"),
        ("C3/", "'C3/' is not a hexside"),
        ("D9", "unknown hex or box D9"),
    ],
)
def test_a_marker_in_no_place_of_the_map_is_a_fault(written: str, wrong: str) -> None:
    _, faults = build_state(PLAYBOOK.unit_names, Setup(markers={written: ("pontoon",)}), "examples.one", "X101")
    assert [(fault.path, fault.wrong) for fault in faults] == [(f"examples.one.markers.{written}", wrong)]


def test_expressions_name_hexsides() -> None:
    now = state(DOWN)
    assert value("hexside('D2', 'C3')", now) == "C3/D2"
    assert value("markers(hexside('D2', 'C3'), 'bridge-down')", now) == 1
    assert value("markers('D2/C3', 'bridge-down')", now) == 1
    assert value("markers('C3', 'bridge-down')", now) == 0
    assert value("hexsides('A1')", now) == ("A1/A2", "A1/B1")
    assert value("marked_places('bridge-down')", now) == ("C3/D2",)


def test_a_hexside_in_quotes_must_exist() -> None:
    with pytest.raises(Exception, match="the two hexes are not adjacent"):
        expression(GAME, "markers('C3/E3', 'bridge-down')")


# ---------------------------------------------------------------- terrain that markers change


@pytest.mark.parametrize(
    ("text", "bare", "down", "pontoon"),
    [
        ("along('C3', 'D2', 'road')", True, False, False),
        ("crosses('C3', 'D2', 'river')", True, True, False),
        ("crosses('D2', 'C3', 'bridge-down')", False, True, True),
        ("road_connected('A3', 'F2', 'road')", True, False, False),
        ("is('C3', 'road')", True, True, True),
    ],
)
def test_a_hexside_with_markers(text: str, bare: bool, down: bool, pontoon: bool) -> None:
    assert [value(text, state(markers)) for markers in ({}, DOWN, PONTOON)] == [bare, down, pontoon]


def test_a_marker_in_a_hex_cancels_a_place() -> None:
    whole, breached = state(), state({"B2": ("breach",)})
    for text in ("is('B2', 'fort')", "has_place('B2', 'fort')", "'B2' in hexes_with('fort')"):
        assert (value(text, whole), value(text, breached)) == (True, False), text
    assert value("terrain('B2')", whole) == ("clear", "fort")
    assert value("terrain('B2')", breached) == ("clear", "breach")


def test_one_expression_follows_the_markers_from_state_to_state() -> None:
    road = expression(GAME, "along('C3', 'D2', 'road')")
    variant = PLAYBOOK.variant({})
    found = [road.value({}, FunctionContext(variant, state(markers))) for markers in ({}, DOWN, {}, DOWN)]
    assert found == [True, False, True, False]


def test_other_games_pay_nothing_for_markers() -> None:
    road = {"unit": "unit"}
    text = "is(unit.hex, 'road')"
    assert Language(GAME).compile(text, road).reads_state
    assert not Language(field_game()).compile(text, road).reads_state
    costs = field({}).costs
    assert costs.with_markers(FrozenMap({"C3": ("works",)})) is costs


def test_terrain_is_computed_once_for_each_set_of_markers() -> None:
    costs = terrain_costs_of(PLAYBOOK.variant({}))
    down = costs.with_markers(FrozenMap(DOWN))
    assert down is costs.with_markers(FrozenMap({**DOWN, "A1": ("fired",)}))
    assert down.with_markers(FrozenMap()) == costs


@pytest.mark.parametrize("markers", [DOWN, PONTOON, {**DOWN, "D3/E3": ("bridge-down",)}])
def test_costs_without_a_marker_nearby_are_those_of_the_printed_map(markers: Mapping[str, tuple[str, ...]]) -> None:
    costs = terrain_costs_of(PLAYBOOK.variant({}))
    shared = costs.with_markers(FrozenMap(markers))
    alone = replace(costs, markers=shared.markers, versions={})
    assert shared.printed is costs
    assert alone.printed is None
    for start, neighbours in costs.neighbours.items():
        for end in neighbours:
            assert shared.entry("", start, end) == alone.entry("", start, end)
            assert shared.wall("", start, end, "river") == alone.wall("", start, end, "river")


def test_rulings_that_change_no_map_rule_share_what_is_known_about_the_map() -> None:
    options = {"yes": "Yes.", "no": "No."}
    rulings = {id_: {"asks": "Which?", "default": "yes", "options": options} for id_ in ("R-01", "R-02")}
    book = compile_game(field_game(rulings=rulings, **roadblock({"ruling": {"R-01": "yes"}})), field_board(GRID))
    usual = book.variant({}).map_cache
    assert book.variant({"R-02": "no"}).map_cache is usual
    assert book.variant({"R-01": "no"}).map_cache is not usual


# ---------------------------------------------------------------- whom a marker affects


def roadblock(rule: dict[str, object], cost: str = "+1") -> dict[str, object]:
    """Changes to the plain field: a marker `block` with this rule."""
    block = {"name": "Roadblock", "of": "marker", "look": "position", "cost": cost}
    return {"terrain": {**TERRAIN, "block": block}, "map_rules": {**MAP_RULES, "markers": {"block": rule}}}


def cost_of(
    unit: str, rule: dict[str, object], others: Mapping[str, str] = {}, where: str = "C3", cost: str = "+1"
) -> Fraction | None:
    """What it costs a unit in C2 to enter C3 next to a roadblock."""
    now = field({unit: "C2", **others}, markers={where: ["block"]}, **roadblock(rule, cost))
    route = walk(now, now.by_id[unit], [GRID.hex("C3")])
    return None if route.refused else route.mp


@pytest.mark.parametrize("where", ["C3", "C2/C3"])
def test_a_roadblock_costs_more(where: str) -> None:
    assert cost_of("B1", {}, where=where) == mp("2")
    assert cost_of("B1", {}, where=where, cost="prohibited") is None


def test_a_roadblock_affects_some_units() -> None:
    assert cost_of("B1", {"having": {"side": "red"}}) == mp("1")
    assert cost_of("R1", {"having": {"side": "red"}}) == mp("2")
    assert cost_of("B1", {"unless": {"groups": "foot"}}) == mp("1")
    assert cost_of("B4", {"unless": {"groups": "foot"}}) == mp("2")


def test_a_roadblock_against_enemies_of_the_units_beside_it() -> None:
    rule = {"against": "enemies"}
    beside = {"where": "C2/C3"}
    assert cost_of("B1", rule, **beside) == mp("1")
    assert cost_of("B1", rule, {"B2": "C3"}, **beside) == mp("1")
    assert cost_of("B1", rule, {"R1": "C2"}, **beside) == mp("2")
    now = field({"B1": "C2", "R1": "C3"}, markers={"C2/C3": ["block"]}, **roadblock(rule, "prohibited"))
    assert GRID.hex("C3") not in zone_of(now, now.by_id["B1"])
    alone = field({"B1": "C2"}, markers={"C2/C3": ["block"]}, **roadblock(rule, "prohibited"))
    assert GRID.hex("C3") in zone_of(alone, alone.by_id["B1"])


def test_a_road_does_not_avoid_a_roadblock() -> None:
    road = field_board(GRID, ways={Hexside.between(GRID.hex("C2"), GRID.hex("C3")): "road"})
    now = field({"B1": "C2"}, board=road, markers={"C3": ["block"]}, **roadblock({}))
    assert routes(now, now.by_id["B1"])[GRID.hex("C3")].mp == mp("3/2")


def test_a_marker_without_a_rule_changes_nothing() -> None:
    now = field({"B1": "C2"}, markers={"C3": ["works"], "C2/C3": ["block"]})
    assert now.costs.kinds(GRID.hex("C3")) == ("clear",)
    assert routes(now, now.by_id["B1"])[GRID.hex("C3")].mp == mp("1")


def test_a_marker_can_cancel_the_terrain_of_a_hex() -> None:
    woods = field_board(GRID, terrain={GRID.hex("C3"): "woods"})
    now = field({"B1": "C2"}, board=woods, markers={"C3": ["block"]}, **roadblock({"cancels": "woods"}, ""))
    assert now.costs.kinds(GRID.hex("C3")) == ("clear", "block")
    assert routes(now, now.by_id["B1"])[GRID.hex("C3")].mp == mp("1")


def test_a_rule_about_a_marker_may_depend_on_a_ruling() -> None:
    ruling = {"R-01": {"asks": "Do roadblocks cost?", "default": "yes", "options": {"yes": "Yes.", "no": "No."}}}
    changes = roadblock({"ruling": {"R-01": "yes"}})
    for option, wanted in (("yes", "2"), ("no", "1")):
        now = field({"B1": "C2"}, markers={"C3": ["block"]}, in_force={"R-01": option}, rulings=ruling, **changes)
        assert routes(now, now.by_id["B1"])[GRID.hex("C3")].mp == mp(wanted)


def test_terrain_changes_with_the_state_of_positions() -> None:
    costs = terrain_costs_of(PLAYBOOK.variant({}))
    before, after = state(place={"B1": "D2"}), state(DOWN, {"B1": "D2"})
    west = costs.board.grid.hex("C3")
    assert west in routes(positions_of(costs, before), positions_of(costs, before).by_id["B1"])
    assert west not in routes(positions_of(costs, after), positions_of(costs, after).by_id["B1"])


# ---------------------------------------------------------------- checks


@pytest.fixture
def findings(tmp_path: Path) -> Callable[[str, str], tuple[Finding, ...]]:
    """Return the findings in the game Bridges after one text in it is replaced."""

    def find(old: str, new: str) -> tuple[Finding, ...]:
        text = (FOLDER / "game.yaml").read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
        (tmp_path / "rules.md").write_text((FOLDER / "rules.md").read_text(encoding="utf-8"), encoding="utf-8")
        return check_game(load_game(tmp_path))

    return find


@pytest.mark.parametrize(
    ("old", "new", "code", "wrong"),
    [
        ("pontoon: {cancels: river", "pontoon: {cancels: rivr", "M025", "unknown terrain rivr"),
        ("pontoon: {cancels: river", "pontoon: {cancels: road", "M025", "the terrain road is defined for a path"),
        ("{breaks: road railroad", "{breaks: road river", "M025", "the terrain river is defined for a hexside"),
        ("    breach: {cancels: fort", "    breech: {cancels: fort", "M025", "unknown terrain breech"),
        ("    breach: {cancels: fort", "    fort: {cancels: fort", "M025", "the terrain fort is defined for a place"),
        ("advance: {rule", "advance: {blocked_by: roadblok, rule", "M025", "unknown terrain roadblok"),
        ("+2 for Red", "2 for Red", "M029", "2 for Red is not the movement cost of a marker"),
        ("+2 for Red", "two", "M029", "two is not the movement cost of a marker"),
        ("{having: {side: red}, says", "{having: {side: rde}, says", "M026", "no unit has side rde"),
        ("{D2/C3: bridge-down, C4/D3", "{D2/C4: bridge-down, C4/D3", "X", "'D2/C4' is not a hexside"),
        ("given: {bridge: D2/C3}", "given: {bridge: D2/C4}", "X", "'D2/C4' is not a hexside"),
    ],
)
def test_a_fault_in_the_data_is_found(findings, old: str, new: str, code: str, wrong: str) -> None:
    found = [(one.code, one.wrong) for one in findings(old, new)]
    assert any(this.startswith(code) and text.startswith(wrong) for this, text in found), found


def test_lists_may_name_a_marker_that_has_a_rule(findings) -> None:
    assert findings("advance: {rule", "advance: {blocked_by: prohibited enemy roadblock, rule") == ()


def test_a_marker_that_nothing_puts_on_the_map(tmp_path: Path) -> None:
    text = (FOLDER / "game.yaml").read_text(encoding="utf-8").replace("markers: {B2: breach}", "markers: {B2: braech}")
    text = text.replace("markers: {B2: [breach, roadblock]}", "markers: {B2: roadblock}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "rules.md").write_text((FOLDER / "rules.md").read_text(encoding="utf-8"), encoding="utf-8")
    found = [(one.wrong, one.write) for one in check_game(load_game(tmp_path)) if one.code == "M050"]
    assert found == [("nothing puts the marker breach on the map", "did you mean braech?")]
