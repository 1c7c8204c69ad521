"""A mistake in the data is reported once and first; findings that follow from it are left out or merged."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.checks.causes import causes_first
from pnp.findings import Finding, Refused, Severity, did_you_mean
from pnp.load import find_game, load_game
from pnp.report.corrections import correct_files
from pnp.spot import Spot
from tests.playing import shipped_game


@pytest.fixture
def found(tmp_path: Path) -> Callable[..., list[Finding]]:
    """Replace a text in a file of a shipped game, and return what the check finds."""

    def change(game: str, name: str, was: str, now: str) -> list[Finding]:
        folder = tmp_path / game
        shutil.copytree(find_game(game), folder)
        text = (folder / name).read_text("utf-8")
        assert text.count(was) == 1, f"{name} has {text.count(was)} times {was}"
        (folder / name).write_text(text.replace(was, now), encoding="utf-8")
        return list(check_game(load_game(folder)))

    return change


Find = Callable[..., list[Finding]]


def test_a_doubtful_cell_is_reported_first_and_all_examples_in_one_line(found: Find) -> None:
    findings = found(
        "meiktila", "tables.yaml", "2/-  1/-  1/1  1/1  1/1  -/1  -/2  -/2", "2/-  1/-  1/1  1/1  -/1  1/1  -/2  -/2"
    )
    causes, (effect,) = findings[:-1], findings[-1:]
    assert {one.code for one in causes} == {"T015"}
    assert re.match(r"\d+ worked examples no longer match; first: ", effect.wrong)
    assert "leave it out" not in effect.write


def test_examples_that_differ_first_at_one_step_are_one_line_that_names_the_step(found: Find) -> None:
    was, now = "    both lose 1\n    defender loses 1\n", "    defender loses 1\n    both lose 1\n"
    (one,) = found("mukden", "tables.yaml", was, now)
    assert one.code == "X103"
    assert re.match(
        r"\d+ worked examples no longer match; first: result: expected both lose 1, got defender", one.wrong
    )
    assert re.fullmatch(r"the step at .*procedures-combat\.yaml:\d+ assigns this value", one.write)


def test_examples_that_share_a_modifier_are_one_line_at_that_modifier(found: Find) -> None:
    was, now = 'id: heavier, effect: "-2"', 'id: heavier, effect: "+2"'
    (one,) = found("skirmish", "modifiers.yaml", was, now)
    assert one.code == "X103"
    assert one.spot.path == "modifiers.fire.lines.4"
    assert re.match(
        r"2 worked examples no longer match; first: net: expected 1, got 5; also \S+; all of them", one.wrong
    )
    assert re.match(r"the first difference is at \S+examples\.yaml:\d+", one.write)


@pytest.mark.parametrize("heading", ["# 6.0 Movement\n"])
def test_a_lost_heading_is_one_finding_where_it_should_stand(found: Find, heading: str) -> None:
    findings = found("mukden", "rules.md", heading, "")
    cases = [one for one in findings if one.code in ("R001", "R002", "R011")]
    (one,) = [one for one in cases if "6.0" in one.wrong]
    assert re.fullmatch(r"\d+ places refer to case 6\.0, but the rules have no such case", one.wrong)
    assert one.spot.file.endswith("rules.md")
    before = (find_game("mukden") / "rules.md").read_text("utf-8").replace(heading, "").split("## 6.1")[0]
    assert one.spot.line == before.count("\n") + 1


def test_a_doubled_heading_is_the_only_finding_and_says_which_number_it_should_have(found: Find) -> None:
    (one,) = [one for one in found("mukden", "rules.md", "# 6.0 Movement", "# 5.0 Movement") if one.code != "C001"]
    assert one.code == "R003"
    assert re.fullmatch(r"write 6\.0, a missing case to which \d+ places refer", one.write)


def test_a_wrong_grid_is_one_finding_at_the_grid(found: Find) -> None:
    findings = found("mukden", "map.yaml", "rows: 01-06", "rows: 01-05")
    (one,) = [one for one in findings if one.code[0] in "MSX"]
    assert one.spot.path == "map.grid"
    assert re.match(r"\d+ hexes or paths are not on the map, so its grid is probably wrong \(first: ", one.wrong)


def test_counters_of_an_entry_with_a_misspelt_end_are_not_reported_one_by_one(found: Find) -> None:
    (one,) = [one for one in found("skirmish", "entries.yaml", "T01-T13", "T01-T31") if one.code != "C001"]
    assert (one.code, one.wrong, one.write) == ("I006", "unknown counter T31", "")


def test_a_wrong_counter_suppresses_the_examples_that_use_it(found: Find) -> None:
    findings = found("meiktila", "units.csv", "A01,unit,allied", "A01,unit,japanese")
    assert "C007" in {one.code for one in findings}
    assert not [one for one in findings if one.code.startswith("X")]


def test_an_unknown_counter_in_many_places_is_one_line(found: Find) -> None:
    findings = found("meiktila", "units.csv", ",1/3 Gurkha,", ",1/13 Gurkha,")
    (one,) = [one for one in findings if "1/3 Gurkha; " in one.wrong]
    assert re.fullmatch(r"unknown counter 1/3 Gurkha; \d+ places in the examples use this name", one.wrong)
    assert one.write == ""


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("chrage", ["charge", "change of side"], "did you mean charge?"),
        ("1/3 Gurka", ["1/3 Gurkha", "1/7 Gurkha"], "did you mean 1/3 Gurkha?"),
        ("A20", [f"A{n:02}" for n in range(1, 20)], ""),
        ("rebuilding_nroth", ["rebuilding_north", "rebuilding_south"], "did you mean rebuilding_north?"),
        ("cat", ["bat", "hat"], "write bat or hat"),
        ("CRT", ["crt", "movement"], "did you mean crt?"),
        ("1", [""], ""),
    ],
)
def test_only_a_near_match_is_suggested(word: str, known: list[str], said: str) -> None:
    assert did_you_mean(word, known) == said


def test_a_counter_that_is_missing_is_reported_at_the_gap_in_the_ids(found: Find) -> None:
    text = (find_game("meiktila") / "units.csv").read_text("utf-8")
    line = next(line for line in text.splitlines(keepends=True) if line.startswith("A07,"))
    first, *others = sorted(found("meiktila", "units.csv", line, ""), key=lambda one: one.code)
    assert (first.code, first.spot.path) == ("C001", "counters.A08")
    assert first.wrong.startswith('there is no A07 before A08, and "There are 80 counters"')
    assert "C001" not in {one.code for one in others}


def test_examples_that_share_a_wrong_argument_are_one_line(found: Find) -> None:
    was, now = "run: supply-change, with: {by: fall", 'run: supply-change, with: {by: "0"'
    findings = found("meiktila", "procedures-supply.yaml", was, now)
    (differs,) = [one for one in findings if one.code == "X103"]
    assert re.match(r"\d+ worked examples no longer match; first: supply: expected", differs.wrong)


def test_examples_of_several_procedures_that_share_a_modifier_are_one_line_at_it(found: Find) -> None:
    was, now = 'id: cover, effect: "+2"', 'id: cover, effect: "+3"'
    (one,) = found("skirmish", "modifiers.yaml", was, now)
    assert (one.code, one.spot.path) == ("X103", "modifiers.fire.lines.0")
    assert "cover-and-movement" in one.wrong


def test_a_finding_with_a_waiver_does_not_hide_the_cause(found: Find) -> None:
    was, now = 'id: river, effect: "-1"', 'id: river, effect: "+1"'
    (one,) = found("mukden", "modifiers.yaml", was, now)
    assert (one.code, one.spot.path) == ("X103", "modifiers.calls.lines.0")


def test_a_modifier_that_steps_name_is_missing_in_its_list(tmp_path: Path) -> None:
    folder = tmp_path / "myitkyina"
    shutil.copytree(find_game("myitkyina"), folder)
    text = (folder / "modifiers.yaml").read_text("utf-8")
    line = next(line for line in text.splitlines(keepends=True) if "id: banzai-high" in line)
    (folder / "modifiers.yaml").write_text(text.replace(line, ""), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (one,) = refused.value.findings
    assert (one.code, one.spot.path) == ("L020", "modifiers.shifts.lines")
    assert one.wrong.startswith("the modifier shifts.banzai-high is missing; procedures.combat.")


def test_terrain_that_no_aid_shows_is_reported_at_the_block_of_similar_terrain(found: Find) -> None:
    (one,) = found("mukden", "aids.yaml", "river fortress railroad city entry", "river railroad city entry")
    assert one.code == "I020"
    assert one.spot.file.endswith("aids.yaml")
    assert one.write == "add fortress to this block of an aid"


def test_a_region_without_a_name_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "myitkyina"
    shutil.copytree(find_game("myitkyina"), folder)
    text = (folder / "map.yaml").read_text("utf-8")
    (folder / "map.yaml").write_text(text.replace("{name: East bank,", '{name: "",'), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    assert [one.spot.path for one in refused.value.findings] == ["map.regions.east-bank.name"]


def test_claims_that_fail_beside_a_warning_about_a_value_that_they_read_name_it() -> None:
    cell = Finding(
        "T015", Spot("tables.yaml", 13, 15, "tables.fire.cells"), "the order is wrong", severity=Severity.WARNING
    )
    claims = [
        Finding("X302", Spot("claims.yaml", line, 5, f"claims.{id_}.lines.0"), "the claim says that the mean is 2, but pnp computes 3")
        for line, id_ in ((4, "losses"), (9, "retreats"))
    ]  # fmt: skip
    kept, merged = causes_first(shipped_game("skirmish").game, [cell, *claims])
    assert (kept, merged.spot.line) == (cell, 4)
    assert merged.message == (
        "2 claims do not hold; first: the claim says that the mean is 2, but pnp computes 3; also retreats; "
        "first correct T015 at tables.yaml:13:15 (tables.fire.cells), which is probably the cause"
    )


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("C021", "counters.B1"),  # an id is missing in a series
        ("I011", "counters.B1"),  # about a counter that no claim places
        ("T015", "tables.printed.cells"),  # no procedure looks it up
        ("S019", "entries.0"),
        ("I016", "aids.0"),
    ],
)
def test_no_warning_about_what_claims_do_not_read_is_named_as_their_cause(code: str, path: str) -> None:
    harmless = Finding(code, Spot("game.yaml", 3, 1, path), "it is unusual", severity=Severity.WARNING)
    claims = [Finding("X302", Spot("claims.yaml", 4, 5, f"claims.{id_}.lines.0"), "it differs") for id_ in "ab"]
    examples = [Finding("X103", Spot("examples.yaml", 4, 5, f"examples.{id_}.e"), "it differs") for id_ in "ab"]
    game = shipped_game("skirmish").game
    assert causes_first(game, [harmless, *claims]) == (harmless, *claims)
    assert causes_first(game, [harmless, *examples]) == (harmless, *examples)


def test_leading_zeros_of_a_grid_are_corrected(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        """
game: {title: Hill Fight, designer: A, rights: {basis: own, holder: A}}
terrain:
  clear: {name: Clear, of: hex, look: clear, cost: "1"}
  woods: {name: Woods, of: hex, look: woods, cost: "2"}
map:
  title: The hill
  paper: {width: 8in, height: 8in}
  grid: {hexes: flat, columns: 1-6, rows: 1-5, across_flats: 20mm, low: even, at: [20mm, 20mm]}
  base: clear
  terrain: {woods: 0101 0102 0203 0204 0304 0305}
""",
        encoding="utf-8",
    )
    found = [one for one in check_game(load_game(tmp_path)) if one.code == "M001"]
    assert [(one.wrong, one.write) for one in found] == [
        ("columns have 2 digits in the hexes of this map, such as 0101", "write 01-06 instead of 1-6"),
        ("rows have 2 digits in the hexes of this map, such as 0101", "write 01-05 instead of 1-5"),
    ]
    assert len(correct_files(found)) == 2
    assert not [one for one in check_game(load_game(tmp_path)) if one.code == "M001"]


def test_the_other_offset_of_a_grid_is_proposed(found: Callable[..., list[Finding]]) -> None:
    (one,) = [one for one in found("meiktila", "map.yaml", "low: odd", "low: even") if one.code in ("M001", "M003")]
    assert one.spot.path == "map.grid.low"
    assert one.write == "write odd instead of even"
