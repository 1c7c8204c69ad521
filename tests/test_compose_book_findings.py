"""The check reports texts and aids that books cannot print, with their place, before a build."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import check, load_game
from pnp.compose.aids.blocks.table_block import CrtView
from pnp.compose.aids.views import Measured
from pnp.draw.hexmap import draw_terrain_sample, sample_size
from pnp.findings import Refused

SMALL = Path(__file__).parent / "games" / "small"


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return a function that overlays the small game, or adds to its rules, and returns the findings of the check."""

    def found(snippet: str = "game: {}\n", rules: str = "") -> list[str]:
        shutil.copytree(SMALL, tmp_path / "small")
        monkeypatch.chdir(tmp_path)
        Path("small/options").mkdir()
        Path("small/options/more.yaml").write_text(snippet, encoding="utf-8")
        if rules:
            with Path("small/rules.md").open("a", encoding="utf-8") as file:
                file.write(rules)
        try:
            found = check(load_game(Path("small"), ["more"]))
            return [str(one) for one in found if one.code not in ("I019", "I020")]  # what the snippet adds or inserts
        except Refused as refused:
            return [str(one) for one in refused.findings]

    return found


def test_a_page_of_aids_that_is_too_full_is_reported_with_its_height(lay: Callable[..., list[str]]) -> None:
    text = "One sentence that fills the page. " * 40
    blocks = "".join(f'  - [{{kind: text, title: Part {n}, text: "{text}"}}]\n' for n in range(30))
    (finding,) = lay(f"aids:\n- title: Everything\n  rows:\n{blocks}")
    assert finding.startswith("small/options/more.yaml:2:")
    assert "(aids.1): W007 the blocks of the page 'Everything' are " in finding
    assert "mm high at the smallest type, but Letter has room for " in finding


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ('\n{{ table("nosuch") }}\n', "R101 there is no table 'nosuch'"),
        ('\n{{ codes("arrivals") }}\n', "R101 the table 'arrivals' has no result codes; write codes:, or delete the insert"),
        ("\n{{ modifiers() }}\n", "R101 modifiers takes one id"),
        ("\n| " + " | ".join(["column"] * 14) + " |\n|" + "---|" * 14 + "\n", "R102 the table needs at least "),
        ("\nAn arrow \N{GRINNING FACE} in the text.\n", "R010 the typefaces of the kit cannot print \N{GRINNING FACE} (U+1F600)"),
    ],
)  # fmt: skip
def test_the_check_reports_rules_text_that_the_booklet_cannot_print(
    lay: Callable[..., list[str]], rules: str, wrong: str
) -> None:
    line = len((SMALL / "rules.md").read_text("utf-8").splitlines()) + 2
    (finding,) = lay(rules=rules)
    assert finding.startswith(f"small/rules.md:{line}:")
    assert wrong in finding


@pytest.mark.parametrize(
    ("snippet", "finding"),
    [
        (
            'sides: {blue: {name: "Bl\\0ue"}}\n',
            "small/options/more.yaml:1:22 (sides.blue.name): R010 the text contains control characters: U+0000",
        ),
        (
            "map: {title: \N{CYRILLIC CAPITAL LETTER VE}\N{CYRILLIC SMALL LETTER A}}\n",
            (
                "small/options/more.yaml:1:14 (map.title): R010 the typefaces of the kit cannot print \N{CYRILLIC CAPITAL LETTER VE} "
                "(U+0412), \N{CYRILLIC SMALL LETTER A} (U+0430)"
            ),
        ),
        (
            'glossary: {odds: {says: "See [9.9]."}}\n',
            "small/options/more.yaml:1:25 (glossary.odds.says): R011 unknown case 9.9",
        ),
    ],
)
def test_texts_that_cannot_be_printed_are_reported_with_their_place(
    lay: Callable[..., list[str]], snippet: str, finding: str
) -> None:
    (found,) = lay(snippet)
    assert found.startswith(finding)


@pytest.mark.parametrize(
    ("snippet", "wrong"),
    [
        ("aids: [{title: Aid, rows: []}]", "(aids.0.rows): I015 this page of the aids has no rows"),
        ("aids: [{title: Aid, rows: [[]]}]", "(aids.0.rows.0): I015 this row of the aids has no blocks"),
        ("sequence: []\naids: [{title: Aid, rows: [[{kind: sequence}]]}]", "I015 this block shows nothing: the game has no sequence of play"),
        ("aids: [{title: Aid, rows: [[{kind: codes, of: arrivals}]]}]", "I015 this block shows nothing: the game has no table with codes"),
        ("aids: [{title: Aid, rows: [[{kind: text}]]}]", "I015 this block shows nothing: the game has no text"),
        ("tables: {spare: {name: Spare, columns: {kind: []}, rows: {kind: [a]}, cells: [[]]}}", "T019 the table Spare has no columns"),
        ('tables: {crt: {rows: {roll: 1d6, heads: []}, cells: ""}}', "(tables.crt.rows): T019 the table Combat results has no rows"),
        ("modifiers: {shifts: {lines: []}}", "(modifiers.shifts.lines): T018 the list of modifiers Shifts has no lines"),
        ("aids: [{title: Aid, rows: [[{kind: counters, of: B9}]]}]", "(aids.0.rows.0.0.of): I010 unknown counter B9"),
        ("aids: [{title: Aid, rows: [[{kind: symbols, of: infantry+zz}]]}]", "(aids.0.rows.0.0.of): I010 unknown symbol zz"),
        ("aids: [{title: Aid, rows: [[{kind: terrain, wide: 0}]]}]", "(aids.0.rows.0.0.wide): L014 "),
    ],
)  # fmt: skip
def test_aids_with_nothing_to_show_are_reported_with_their_place(
    lay: Callable[..., list[str]], snippet: str, wrong: str
) -> None:
    assert any(wrong in finding for finding in lay(snippet))


def test_a_row_of_many_blocks_is_measured_in_linear_time(
    lay: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = 0

    def count(view: CrtView, width: float, scale: float) -> Measured:
        nonlocal measured
        measured += 1
        return measure(view, width, scale)

    measure = CrtView.measure
    monkeypatch.setattr(CrtView, "measure", count)
    (finding,) = lay(f"aids: [{{title: Aid, rows: [[{', '.join(['{kind: table, of: crt, wide: 6}'] * 200)}]]}}]")
    assert "W007 the blocks of the page 'Aid' are " in finding
    assert measured <= 200 * 3


def test_an_insert_of_a_missing_sequence_of_play_is_reported(
    lay: Callable[..., list[str]],
) -> None:
    (finding,) = lay("sequence: []\n", "\n{{ sequence() }}\n")
    assert "R101 the game has no sequence of play" in finding


@pytest.mark.parametrize("hexes", ["flat", "pointed"])
def test_a_blank_sample_hex_has_the_size_of_a_drawn_one(hexes: str) -> None:
    game = load_game(SMALL)
    assert game.map is not None
    turned = game.model_copy(
        update={"map": game.map.model_copy(update={"grid": game.map.grid.model_copy(update={"hexes": hexes})})}
    )
    scene = draw_terrain_sample(turned, "woods", 9)
    assert sample_size(turned, 9) == pytest.approx((scene.width, scene.height))
