"""Every check finds its bad example and accepts its good one; common mistakes give one good message."""

import re
import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from pnp.checks import check_game
from pnp.findings import Finding, Refused, Severity, checks_of
from pnp.kit.full_check import full_check
from pnp.load import find_game, load_game, shipped_games
from pnp.model.counter import CounterPrint
from pnp.model.parsing import parse_dice, parse_head, parse_range
from pnp.model.table import Axis
from pnp.report.code_texts import LOAD_CODES
from pnp.report.explain import explain_code, list_by_family, list_codes
from pnp.rules.state.table_heads import gaps, possible_numbers, read_odds
from tests.made_games import make_game

SMALL = Path(__file__).parent / "games" / "small"


def findings(folder: Path, *overlays: str) -> tuple[Finding, ...]:
    """Return the findings of the loader or of the checks. A series is checked scenario by scenario."""
    try:
        game = load_game(folder, overlays)
        return full_check(game) if game.scenarios else check_game(game)
    except Refused as refused:
        return refused.findings


def all_examples(code: str) -> list[dict[str, str]]:
    """Return each pair of a bad and a good example of a code from the text of `pnp explain`."""
    text = explain_code(code) or ""
    found = re.findall(r"^(Bad|Good):\n((?:    .*\n?|\n)+)", text, re.MULTILINE)
    snippets = [(word, textwrap.dedent(snippet).rstrip() + "\n") for word, snippet in found]
    return [dict(snippets[i : i + 2]) for i in range(0, len(snippets), 2)]


def examples(code: str) -> dict[str, str]:
    """Return the first bad and good example of a code; empty if there are none."""
    return next(iter(all_examples(code)), {})


GAME_CODES = {check.code for check in checks_of("game")} | LOAD_CODES.keys()
CODES = [code for code in sorted(GAME_CODES) if examples(code)]
PAIRS = [pytest.param(pair, code, id=code) for code in CODES for pair in all_examples(code)]
WITHOUT_EXAMPLES = {"L002", "L005", "L016", "L018", "L021", "L022", "L024", "L025"}
"""Codes about whole files; test_load.py, test_compare.py and test_format.py test them."""


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return a copy of the small game with a snippet laid over it; rules in Markdown and whole games replace its own."""

    def write(snippet: str) -> Path:
        shutil.copytree(SMALL, tmp_path / "small")
        monkeypatch.chdir(tmp_path)
        if "designer:" in snippet:
            Path("small/game.yaml").write_text(snippet, encoding="utf-8")
            snippet = "game: {}\n"
        elif snippet.startswith("#"):
            Path("small/rules.md").write_text(snippet, encoding="utf-8")
            door = Path("small/game.yaml")
            text = re.sub(r"  - \{says: The rules have four cases.*\n", "", door.read_text("utf-8"))
            door.write_text(text, encoding="utf-8")
            snippet = "game: {}\n"
        Path("small/options").mkdir()
        Path("small/options/example.yaml").write_text(snippet, encoding="utf-8")
        return Path("small")

    return write


def test_the_small_game_has_no_fault() -> None:
    assert findings(SMALL) == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_games())
def test_the_games_that_ship_have_no_fault(name: str) -> None:
    found = findings(find_game(name))
    assert not found, "\n".join(map(str, found))


def found_in_example(folder: Path, code: str) -> tuple[Finding, ...]:
    """Return the findings in an example, except that its new tables and tracks are on no player aid."""
    return tuple(one for one in findings(folder, "example") if one.code == code or one.code not in ("I019", "I020"))


@pytest.mark.parametrize(("pair", "code"), PAIRS)
def test_the_bad_example_is_found_and_nothing_else(lay: Callable[[str], Path], pair: dict[str, str], code: str) -> None:
    found = found_in_example(lay(pair["Bad"]), code)
    assert {f.code for f in found} == {code}, "\n".join(map(str, found))
    assert all(f.spot.file.startswith("small") and f.wrong for f in found)


@pytest.mark.parametrize(("pair", "code"), PAIRS)
def test_the_good_example_passes(lay: Callable[[str], Path], pair: dict[str, str], code: str) -> None:
    found = found_in_example(lay(pair["Good"]), code)
    assert not found, "\n".join(map(str, found))


def test_every_code_is_explained() -> None:
    listed = {code: title for code, title in list_codes() if code in GAME_CODES}
    assert {code for code in listed if not examples(code)} == WITHOUT_EXAMPLES
    for code, title in listed.items():
        assert re.fullmatch(r"[LICMTRSXK]\d{3}", code)
        assert title.endswith("."), f"{code}: {title}"
        assert (explain_code(code) or "").startswith(f"{code}  {title}\n\n")
    assert explain_code("Q999") is None


def test_the_list_of_codes_has_every_code_under_its_family() -> None:
    text = list_by_family()
    assert all(f"\n{code}  {title}" in text for code, title in list_codes())
    assert "Editions and errata:\nE001  " in text


def test_every_module_of_checks_registers_some() -> None:
    families = {check.run.__module__.rpartition(".")[2] for check in checks_of("game")}
    modules = {path.stem for path in Path("pnp/checks").glob("*.py")} - {
        "__init__",
        "checked_game",
        "causes",
        "possible_results",
        "possible_values",
        "suspects",
        "value_sets",
    }
    assert families == modules


def test_single_checks_can_be_run_by_their_codes(lay: Callable[[str], Path]) -> None:
    game = load_game(lay(examples("T007")["Bad"]), ["example"])
    assert {finding.code for finding in check_game(game, codes=["T007"])} == {"T007"}
    assert check_game(game, codes=["T003"]) == ()


# ---------------------------------------------------------------- the faults that a person makes

FAULTS = {
    "unknown key": (
        ("game.yaml", "boxes:", "boxse:"),
        "small/game.yaml:91:1 (boxse): L010 unknown key boxse; did you mean boxes?",
    ),
    "duplicate key": (
        ("game.yaml", "  guard: {name: Guard Brigade, label", "  guard: {name: Guard Brigade, name: Guards, label"),
        "small/game.yaml:10:32 (formations.guard.name): L006 name is written twice, first at line 10; keep one of them",
    ),
    "odds with a slash": (
        ("game.yaml", "odds: 1-2 1-1 2-1", "odds: 1-2 1-1 2/1"),
        "small/game.yaml:63:29 (tables.crt.columns): T007 2/1 cannot be read as odds; write 2-1",
    ),
    "hex off the map": (
        ("game.yaml", "woods: C4 D4 E5", "woods: C4 D4 E6"),
        "small/game.yaml:36:18 (map.terrain.woods): M001 hex E6 is not on this map; columns are A-F, rows 1-5",
    ),
    "missing back": (
        ("units.csv", "2/Gd,2,3-4-3,,,reduced,2-2-3,", "2/Gd,2,3-4-3,,,,,"),
        "small/units.csv:3:1 (counters.B2.back): L011 B2 has no key back; write back: and its value",
    ),
    "blank back of a unit with two steps": (
        ("units.csv", "2/Gd,2,3-4-3,,,reduced,2-2-3,", "2/Gd,2,3-4-3,,,blank,,"),
        "small/units.csv:3:54 (counters.B2.back): C004 the unit 2/Gd has two steps, but its back has no factors; write the reduced side",
    ),
    "wrong count": (
        ("game.yaml", "of: counters, number: 6", "of: counters, number: 80"),
        'small/game.yaml:109:58 (counts.0.number): C001 "There are six counters": the rules state 80, but the data contains 6; correct one of them',
    ),
    "broken stream chain": (
        ("game.yaml", "C1/D1 C2/D1 C2/D2 C3/D2", "C1/D1 C2/D1 C3/D2"),
        "small/game.yaml:40:34 (map.hexsides.stream.brook.sides): M002 the chain of hexsides has a gap: C3/D2 does not touch the end of C2/D1; write hexsides from head to mouth so that each shares a vertex with the next",
    ),
    "CRT row missing": (
        ("game.yaml", "      -/-  -/-  -/D\n", ""),
        "small/game.yaml:65:12 (tables.crt.cells): T001 Combat results has 5 rows of cells for 6 row labels (1 2 3 4 5 6); write one row of cells for each label",
    ),
    "dangling rule reference": (
        ("rules.md", "[2.1]", "[2.2]"),
        "small/rules.md:3:29 (rules.1.0): R002 unknown case 2.2",
    ),
    "unreadable file": (
        ("game.yaml", "units.csv", "unit.csv"),
        "small/game.yaml:17:11 (counters): L001 small/unit.csv does not exist; did you mean units.csv?",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_gives_one_good_message(lay: Callable[[str], Path], fault: str) -> None:
    (name, was, now), said = FAULTS[fault]
    path = lay("game: {}\n") / name
    text = path.read_text("utf-8")
    assert text.count(was) == 1
    path.write_text(text.replace(was, now), encoding="utf-8")
    found = findings(path.parent)
    assert found[0].severity is Severity.ERROR
    assert "\n".join(map(str, found)) == said


@pytest.mark.parametrize("odds", ["1:2 1:1 2:1", "[1:2, 1:1, 2:1]"])
def test_odds_may_be_written_with_a_colon(lay: Callable[[str], Path], odds: str) -> None:
    assert (
        findings(lay(f"tables: {{crt: {{columns: {{odds: {odds}, beyond: clamp, name: Odds}}}}}}\n"), "example") == ()
    )


def test_a_value_that_an_overlay_changed_knows_both_its_places(lay: Callable[[str], Path]) -> None:
    (finding,) = findings(lay("entries: {blue-setup: {count: 4}}\n"), "example")
    assert str(finding) == (
        "small/options/example.yaml:1:31 (entries.blue-setup.count): S003 the entry Blue set-up states 4 counters but lists 3 "
        "(changed from small/game.yaml:19); correct one of them"
    )


# ---------------------------------------------------------------- heads of tables


def test_labels_and_dice() -> None:
    assert [str(parse_head(text)) for text in ("4", "1-3", "0-", "7+", "-3--1", "+2", "-5", "-5-")] == [
        "4", "1 to 3", "0 or less", "7 or more", "-3 to -1", "2", "-5", "-5 or less",
    ]  # fmt: skip
    assert [parse_head(text) for text in ("", "x", "3-1", "1 - 2", "9" * 20)] == [None] * 5
    assert [dice.results if (dice := parse_dice(text)) else None for text in ("1d6", "d6", "2d6", "d10")] == [
        ((1, 6),),
        ((1, 6),),
        ((2, 12),),
        ((1, 10),),
    ]
    assert [parse_dice(text) for text in ("", "6", "d", "1d0", "0d6", "1d9999")] == [None] * 6
    assert read_odds("3-1") == 3
    assert read_odds("1-0") is None
    assert parse_range("-4..8") == (-4, 8)
    assert parse_range("8..-4") is None


def test_gaps_are_reported_for_dice_read_as_tens_and_units() -> None:
    axis = Axis.model_validate({"roll": "d66", "heads": "11-16 21-25 31-66"})
    spans = [span for head in axis.heads if (span := parse_head(head))]
    assert [str(gap) for part in possible_numbers(axis, spans) for gap in gaps(part, spans)] == ["26"]


# ---------------------------------------------------------------- hostile sizes


@pytest.mark.parametrize(
    ("snippet", "code"),
    [
        ("map: {grid: {rows: 1-999999999}}", "M004"),
        ("map: {grid: {columns: AAA-ZZZZZZZZZZZZZZZZZZ, letters: spreadsheet}}", "M004"),
        ("map: {grid: {rows: 1-" + "9" * 5000 + "}}", "M004"),
        ("map: {grid: {across_flats: 0mm}}", "M004"),
        ("map: {grid: {across_flats: -3mm}}", "M004"),
        ("map: {paper: {width: " + "9" * 400 + "mm}}", "L014"),
        ("tables: {crt: {rows: {roll: 999999d999999, heads: 1-6}}}", "T011"),
        ("tables: {arrivals: {rows: {reach: -999999999..999999999}}}", "T004"),
        ("counters: {turn: {copies: 999999999}}", "C010"),
        ("tracks: {turn: {across: -1}}", "S010"),
        ("boxes: {dead: {holds: 0}}", "L014"),
        ("boxes: {dead: {holds: 999999999}}", "L014"),
        ("game: {title: " + "A" * 100_000 + "}", ""),
    ],
)
def test_huge_numbers_are_refused(lay: Callable[[str], Path], snippet: str, code: str) -> None:
    codes = {f.code for f in findings(lay(snippet + "\n"), "example")}
    assert code in codes if code else not codes


def test_an_empty_game_has_no_fault(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: {title: Empty, designer: Nobody, rights: {basis: own, holder: Nobody}}\n"
    )
    assert check_game(load_game(tmp_path)) == ()
    assert (
        check_game(
            make_game({"game": {"title": "Made", "designer": "in memory", "rights": {"basis": "public-domain"}}})
        )
        == ()
    )


WORDS = re.compile(r"(?<=[:,\[{ ])[^\s:,{}\[\]#\"]+(?=[\s,}\]])")
TEXT = (SMALL / "game.yaml").read_text("utf-8")
PLACES = [match.span() for match in WORDS.finditer(TEXT) if not TEXT[: match.start()].endswith(": |\n")]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PLACES),
            st.sampled_from(
                ["x", "A1", "A1-F5", "A1/A2", "E4", "1", "0", "-1", "99999", "1-6", "3-1", "1d6", "0mm", "-5mm", "9999mm",
                 '""', "~", "[]", "{}", "B1-B3", "infantry", "lake", "road", "head", "last", "odds", "1-1 1-1", "text"]
            ),
        ),
        min_size=1, max_size=4,
    )
)  # fmt: skip
def test_no_wrong_word_breaks_a_check(tmp_path: Path, changes: list[tuple[tuple[int, int], str]]) -> None:
    """A valid but wrong game gives findings, whichever word replaces another."""
    folder = tmp_path / "small"
    shutil.copytree(SMALL, folder, dirs_exist_ok=True)
    text = TEXT
    for (start, end), word in sorted(changes, reverse=True):
        text = text[:start] + word + text[end:]
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    assert all(finding.spot.line for finding in findings(folder))


def test_markers_alone_need_no_factors_and_units_without_their_names_are_told_so(lay: Callable[[str], Path]) -> None:
    assert CounterPrint(side=12.7).factors == ()
    game = load_game(lay(""))
    assert game.counter_print is not None
    none = game.model_copy(update={"counter_print": game.counter_print.model_copy(update={"factors": ()})})
    (first, *_) = check_game(none, {"C002"})
    assert first.message == (
        "the face 3-4-3 has 3 factors, but counter_print names none; write their names as factors: of counter_print"
    )


@pytest.mark.parametrize(("label", "found"), [("106 Bde", set()), ("106", {"C016"})])
def test_a_unit_that_names_its_size_may_differ_from_units_of_another_size(label, found):
    """A brigade among divisions has fewer steps; without the word, its size may be a slip."""
    data = load_game(SMALL)
    unit = data.counters["B1"].model_copy(update={"formation": "", "size": "division"})
    others = {f"D{number}": unit.model_copy(update={"label": f"{number} Div"}) for number in range(1, 10)}
    odd = unit.model_copy(update={"label": label, "size": "brigade", "steps": 1})
    game = data.model_copy(update={"counters": {**data.counters, **others, "E1": odd}})
    assert {one.code for one in check_game(game) if one.spot.path.startswith("counters.E1")} & {"C016"} == found
