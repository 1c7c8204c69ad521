"""A series: scenarios whose maps share one sheet of hexes, and which replace rules of the series."""

import itertools
import math
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.api import build, check, example, load_game, odds
from pnp.cli import cli
from pnp.compose.cover import compose_cover
from pnp.compose.example.example_figure import FigureReader
from pnp.compose.pictures import Pictures
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.draw.figure.figure_spec import Faced
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.map_sheet import draw_map_sheet, draw_shared_sheet
from pnp.findings import Refused
from pnp.hexgrid import CORNERS, Grid
from pnp.load.board_reader import resolve_board
from pnp.load.map_area import upright_grid, upright_point
from pnp.load.target_files import load_target
from pnp.numbering import Series
from pnp.scene import Path as Outline, Rect, walk

TWO_BEACHES = Path(__file__).parent / "games" / "two-beaches"


@pytest.fixture(scope="module")
def series():
    return load_game(TWO_BEACHES)


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(TWO_BEACHES, tmp_path / "two-beaches"))


def replace_text(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# ---------------------------------------------------------------- areas of a sheet


@pytest.mark.parametrize("orientation", ["flat", "pointed"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_area_keeps_the_numbers_places_and_neighbours_of_its_hexes(orientation, turn):
    part = Rect(1, 2, 200, 300)
    for low, corner in itertools.product(("odd", "even"), CORNERS):
        sheet = Grid(orientation, Series.parse("01-09"), Series.parse("01-12"), 10, low, corner, origin=(3, 4))
        hexes = sheet.parse_hexes("0203-0507 0605-0806")
        upright = upright_grid(sheet, hexes, part, turn)
        assert set(map(upright.number, upright.hexes)) == set(map(sheet.number, hexes))
        for cell in hexes:
            same = upright.hex(sheet.number(cell))
            assert math.dist(upright.centre(same), upright_point(sheet.centre(cell), part, turn)) < 1e-6
            near = {sheet.number(other) for other in sheet.neighbours(cell) if other in hexes}
            assert near == {upright.number(other) for other in upright.neighbours(same)}


def test_hexes_outside_the_area_do_not_exist(series):
    board = resolve_board(series.scenarios["south"])
    assert len(board.grid.hexes) == 6 * 11 + 8 * 9
    assert board.grid.orientation == "pointed"  # turned by a quarter
    for number in ("0301", "0914", "0913"):
        assert (number in {board.grid.number(cell) for cell in board.grid.hexes}) == (number == "0914")


def test_north_is_up_on_the_upright_map(series):
    grid = resolve_board(series.scenarios["south"]).grid
    assert {grid.number(cell) for cell in grid.edge("north")} == {f"03{row}" for row in range(12, 23)}
    assert grid.centre(grid.hex("0312"))[0] > grid.centre(grid.hex("0322"))[0]  # numbers grow to the west


def test_the_neat_line_follows_the_blocks_of_the_area(series):
    game = series.scenarios["south"]
    frame = frame_of(game, resolve_board(game))
    assert len(frame.outline) == 6
    sides = [line.side for line in frame.frame_lines]
    assert sorted(sides) == ["east", "east", "north", "south", "south", "west"]


def test_both_maps_lie_on_the_sheet_as_the_grid_of_the_sheet_has_them(series):
    maps, centres = [], {}
    for name, game in series.scenarios.items():
        board = resolve_board(game)
        maps.append((game.map, draw_map_sheet(game, board, name=f"map-{name}")))
        centres[name] = board.grid.centre(board.grid.hex("1002" if name == "north" else "1317"))
    sheet = draw_shared_sheet(maps)
    assert (round(sheet.width), round(sheet.height)) == (279, 432)
    whole = Grid("flat", Series.parse("01-16"), Series.parse("01-22"), 0.62 * 25.4, "even", origin=(20.32, 33.02))
    for group, (name, number) in zip(sheet.items, (("north", "1002"), ("south", "1317")), strict=True):
        assert math.dist(group.matrix.apply(centres[name]), whole.centre(whole.hex(number))) < 1e-6


def test_an_area_may_list_only_hexes_of_the_sheet(folder):
    replace_text(folder / "scenarios" / "south.yaml", "0312-0822 0914-1622", "0312-0822 0914-1722")
    (found,) = check(load_game(folder, ["south"]), codes=["M001"])
    assert found.wrong == "hex 1722 is not on this map"
    assert found.spot.path == "map.area.hexes"


def test_an_area_without_hexes_is_refused(folder):
    replace_text(folder / "scenarios" / "south.yaml", "0312-0822 0914-1622", "9901")
    assert [finding.wrong for finding in check(load_game(folder, ["south"]), codes=["M004"])] == [
        "the area has no hexes"
    ]


# ---------------------------------------------------------------- scenarios


def test_a_series_holds_its_scenarios_as_complete_games(series):
    assert list(series.scenarios) == ["north", "south"]
    assert [len(game.tracks["turn"].spaces) for game in series.scenarios.values()] == [3, 4]
    assert set(series.counters) == {"turn", "N1", "N2", "S1", "S2"}
    assert series.map is None
    assert [case.number for case in series.rules if case.depth == 1] == ["1.0", "2.0", "3.0", "4.0", "5.0"]


def test_one_scenario_is_an_ordinary_game():
    game = load_game(TWO_BEACHES, ["south"])
    assert not game.scenarios
    assert set(game.counters) == {"turn", "S1", "S2"}
    assert [page.title for page in game.aids] == ["Assault", "South Beach"]


def test_a_scenario_replaces_a_procedure(series):
    results = {name: example(game, next(iter(game.examples))) for name, game in series.scenarios.items()}
    assert all(not played.faults for played in results.values())
    assert check(series) == ()


def test_findings_of_every_scenario_are_reported_once(folder):
    replace_text(
        folder / "game.yaml",
        "road: {name: Road, of: path, look: road, cost: 1/2}",
        "road: {name: Road, of: path, look: road, cost: half}",
    )
    replace_text(folder / "scenarios" / "north.yaml", "hexes: 1002}", "hexes: 1402 9999}")
    found = check(load_game(folder))
    assert [finding.code for finding in found if finding.spot.file.endswith("game.yaml")] == ["M029"]
    assert any("9999" in finding.wrong and finding.spot.file.endswith("north.yaml") for finding in found)


def test_counts_of_a_series_are_about_all_its_scenarios(folder):
    """Counts of a scenario are about that scenario."""
    for name in ("north", "south"):
        replace_text(
            folder / f"scenarios/{name}.yaml",
            "counters:\n",
            "counts: [{says: There are three counters, of: counters, number: 3}]\ncounters:\n",
        )
    assert check(load_game(folder)) == ()
    replace_text(
        folder / "game.yaml", "counters:\n", "counts: [{says: There are six, of: counters, number: 6}]\ncounters:\n"
    )
    (found,) = check(load_game(folder))
    assert (found.code, found.spot.path) == ("C001", "counts.0.number")
    assert found.wrong == '"There are six": the rules state 6, but the data contains 5'


def test_a_spare_counter_may_be_of_a_side_of_one_scenario(folder):
    """An id that no scenario has is a finding, once."""
    replace_text(
        folder / "scenarios" / "north.yaml",
        "counters:\n",
        "sides:\n  green: {name: Green, ground: '#B5CC82', accent: '#24401B', emblem: cross}\ncounters:\n",
    )
    replace_text(folder / "game.yaml", "  side: 0.5in\n", "  side: 0.5in\n  spares: {green: 2, grey: 2}\n")
    found = [finding.wrong for finding in check(load_game(folder)) if finding.code == "C023"]
    assert found == ["there is no counter or side grey"]


def test_a_series_with_spare_counters_of_one_scenario_is_played(folder):
    """The spare counters of one scenario are unknown in the other, whose examples are played nevertheless."""
    for name in ("north", "south"):
        colour = {"north": "green", "south": "brown"}[name]
        replace_text(
            folder / "scenarios" / f"{name}.yaml",
            "counters:\n",
            f"sides:\n  {colour}: {{name: Other, ground: '#B5CC82', accent: '#24401B', emblem: cross}}\ncounters:\n",
        )
    replace_text(folder / "game.yaml", "  side: 0.5in\n", "  side: 0.5in\n  spares: {green: 2, brown: 2}\n")
    replace_text(folder / "scenarios" / "north.yaml", "expect: {result: R}", "expect: {result: E}")
    assert [finding.code for finding in check(load_game(folder)) if finding.code[0] == "X"] == ["X103"]


def test_counters_of_a_series_are_in_the_order_of_its_scenarios(series):
    assert list(series.counters) == ["N1", "N2", "S1", "S2", "turn"]


def test_terrain_of_one_scenario_is_used(folder):
    replace_text(folder / "scenarios" / "north.yaml", "  terrain: {wood: 0503-0604 1003-1103}\n", "")
    assert check(load_game(folder)) == ()
    replace_text(folder / "scenarios" / "south.yaml", "  terrain: {wood: 0514-0616 1016-1118}\n", "")
    (found,) = check(load_game(folder))
    assert str(found).endswith("warning M024 the map has no wood; delete it, or add it to the map")


def test_probabilities_belong_to_a_scenario(series):
    with pytest.raises(Refused, match=r"B009 Two Beaches is a series, .*; name a scenario: north or south"):
        odds(series, "assault", {"target": "1002"})
    chances = odds(series.scenarios["north"], "assault", {"target": "1002"})
    assert {result: str(chance) for result, chance in chances.items()} == {"-": "1/3", "E": "1/3", "R": "1/3"}
    shelled = odds(series.scenarios["south"], "assault", {"target": "1317"})
    assert {result: str(chance) for result, chance in shelled.items()} == {"-": "1/6", "E": "1/2", "R": "1/3"}


def test_the_command_plays_the_examples_of_all_scenarios():
    done = CliRunner().invoke(cli, ["example", "--quiet", str(TWO_BEACHES)])
    assert done.output.splitlines()[-1] == "2 of 2 examples give the stated result"


def test_a_scenario_that_does_not_exist_is_refused(folder):
    replace_text(folder / "game.yaml", "scenarios: north south", "scenarios: north west")
    with pytest.raises(Refused, match="L015 this game has no scenario west"):
        load_game(folder)


@pytest.mark.slow
def test_the_kit_of_a_series_holds_the_sheet_and_each_map(tmp_path):
    assert [type(event).__name__ for event in build(TWO_BEACHES, output=tmp_path)] == ["KitStarted", "FinishedKit"]
    kit = tmp_path / "two-beaches" / "home"
    files = {path.name for path in kit.glob("*.pdf")}
    assert files >= {"map.pdf", "map-north.pdf", "map-tiles-south.pdf", "aids.pdf", "aids-north.pdf", "rules.pdf"}
    list(build(TWO_BEACHES, output=tmp_path, overlays=["scenarios/north"]))
    files = {path.name for path in (tmp_path / "two-beaches" / "home-scenario-north").glob("*.pdf")}
    assert "map-tiles.pdf" in files
    assert "map-tiles-south.pdf" not in files


def test_the_cover_says_how_to_print_the_maps_of_each_scenario(series):
    target = load_target("home")
    files = [
        ("map", "Two Beaches: map sheet", 1),
        ("map-north", "North Beach: map", 1),
        ("map-tiles-north", "Tiles", 3),
    ]
    html = compose_cover(series, target, target.papers["letter"], "long", files).html
    assert "<td>one sheet, 11 × 17 in, at a copy shop</td>" in html
    assert "<td>one sheet, 279 × 185 mm, at a copy shop</td>" in html
    line = ["map-tiles-north.pdf", "Tiles: North Beach", "Letter paper, 120 g", "one side", "–", "3"]
    assert "".join(f"<td>{words}</td>" for words in line) in html


# ---------------------------------------------------------------- rules that replace others


def test_a_replaced_rule_and_its_replacement_name_each_other_in_the_margin(series):
    html = compose_rules(series, None, load_target("home").papers["letter"]).html
    assert 'changed by <a class="case-number" href="#c-5.2">5.2</a>' in html
    assert 'changes<br><a class="case-number" href="#c-3.0">3.0</a>' in html


def test_a_case_of_a_scenario_shows_the_tables_of_that_scenario(folder):
    table = "tables: {{limits: {{name: {0}, rule: '1.0', rows: {{kind: Stack}}, cells: [[{1}]]}}}}\n"
    for name, number in (("north", 4), ("south", 5)):
        with (folder / "scenarios" / f"{name}.yaml").open("a", encoding="utf-8") as file:
            file.write(table.format(f"Limits in the {name}", number))
        with (folder / "scenarios" / f"{name}.md").open("a", encoding="utf-8") as file:
            file.write('\n{{ table("limits") }}\n')
    html = compose_rules(load_game(folder), None, load_target("home").papers["letter"]).html
    assert "Limits in the north" in html
    assert "Limits in the south" in html


def test_a_rule_of_the_series_may_refer_to_a_case_of_any_scenario(folder):
    replace_text(folder / "rules.md", "A unit moves", "In the south see [5.2], and nowhere [5.3]. A unit moves")
    for overlays in ((), ("north",), ("south",)):
        (found,) = check(load_game(folder, overlays), codes=["R002"])
        assert found.wrong == "unknown case 5.3"


def test_what_is_replaced_must_exist(folder):
    replace_text(folder / "scenarios" / "south.md", 'overrides("3.0")', 'overrides("3.1")')
    replace_text(folder / "scenarios" / "south.yaml", "overrides: assault", "overrides: asault")
    found = check(load_game(folder, ["south"]), codes=["R012"])
    assert [finding.wrong for finding in found] == [
        "unknown case or ruling 3.1",
        "unknown case, ruling or procedure asault",
    ]
    assert found[0].spot.line == 9


def test_a_sample_hex_looks_as_on_the_only_map_with_its_terrain(folder):
    replace_text(folder / "scenarios" / "south.yaml", "map:\n", 'map:\n  palette: {woods.fill: "#102030"}\n')

    def fills():
        pictures = Pictures(load_game(folder))
        return {
            item.fill
            for item, _ in walk(pictures.scenes[pictures.terrain("wood", 9)].items)
            if isinstance(item, Outline)
        }

    assert "#102030" not in fills()
    replace_text(folder / "scenarios" / "north.yaml", "terrain: {wood: 0503-0604 1003-1103}", "terrain: {}")
    assert "#102030" in fills()


def test_an_example_shows_the_marker_of_the_side_that_has_it() -> None:
    game = load_game("paratrooper").scenarios["primosole"]
    board = resolve_board(game)
    assert board is not None
    stacks = FigureReader(game, board, example(game, "roadblock"), {}).spec.stacks
    (defended,) = (stack for stack in stacks if stack.markers)
    assert defended.markers == (Faced("RBD", "back"),)  # its front is that of a side of the other scenario
