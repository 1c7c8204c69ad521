"""Odds beyond the columns of a table, clamped before or after the shifts."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies

from pnp.load import load_game
from pnp.model.table import Axis
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.odds_columns import head_at, odds_position, position_of_head

DUEL = Path(__file__).parent / "games" / "duel"
WHOLE = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1")

ASSAULT = """
rulings:
  R-77: {asks: Are odds clamped before the shifts?, default: before, options: {before: Before., after: After.}}
tables:
  assault:
    name: Assault
    rule: "6"
    columns: {odds: 1-3 1-2 1-1 2-1 3-1 4-1, round: defender, beyond: clamp}
    rows: {roll: 1d6, heads: 1-6}
    cells: "10 20 30 40 50 60"
procedures:
  assault:
    rule: "6"
    given: {attack: int, defence: int, right: int or 0, again: int or 0}
    shows: column result
    steps:
      - {column: assault, odds: [attack, defence], ruling: {R-77: before}}
      - {column: assault, odds: [attack, defence], clamp: after, ruling: {R-77: after}}
      - {shift: assault, lines: [{right: again}], clamp: after, when: again != 0}
      - {shift: assault, lines: [{right: right}]}
      - {look_up: result, in: assault, row: "1", column: column}
  unshifted:
    rule: "6"
    given: {attack: int, defence: int}
    shows: column result
    steps:
      - {column: assault, odds: [attack, defence], clamp: after}
      - {look_up: result, in: assault, row: "1", column: column}
"""


def playbook(folder: Path, text: str = ASSAULT) -> Playbook:
    """Return the duel with an assault, compiled."""
    shutil.copytree(DUEL, folder / "duel")
    (folder / "duel" / "options").mkdir()
    (folder / "duel" / "options" / "more.yaml").write_text(text, encoding="utf-8")
    return compile_game(load_game(folder / "duel", ["more"]))


@pytest.mark.parametrize(
    ("attack", "defence", "right", "before", "after"),
    [
        (6, 1, -1, "3-1", "4-1"),
        (5, 1, -1, "3-1", "4-1"),
        (4, 1, -1, "3-1", "3-1"),
        (7, 1, -5, "1-3", "2-1"),
        (6, 1, 0, "4-1", "4-1"),
        (6, 1, 1, "4-1", "4-1"),
        (1, 5, 1, "1-2", "1-3"),
        (1, 5, 3, "2-1", "1-2"),
        (2, 7, 1, "1-2", "1-3"),
        (3, 0, -1, "3-1", "3-1"),
        (0, 3, 1, "1-2", "1-2"),
    ],
)
def test_a_ruling_chooses_when_odds_are_clamped(
    attack: int, defence: int, right: int, before: str, after: str, tmp_path: Path
) -> None:
    book, numbers = playbook(tmp_path), {"attack": str(attack), "defence": str(defence), "right": str(right)}
    assert distribution(book, "assault", numbers, outcome="column") == {before: 1}
    assert distribution(book, "assault", numbers, outcome="column", rulings={"R-77": "after"}) == {after: 1}


def test_several_shifts_clamp_once(tmp_path: Path) -> None:
    """6:1, two columns right and then three left: 5:1, which is clamped to 4:1."""
    numbers = {"attack": "6", "defence": "1", "again": "2", "right": "-3"}
    found = distribution(playbook(tmp_path), "assault", numbers, rulings={"R-77": "after"})
    assert found == {"4-1; 60": 1}


def test_a_look_up_beyond_the_table_uses_its_end(tmp_path: Path) -> None:
    book = playbook(tmp_path)
    assert distribution(book, "unshifted", {"attack": "6", "defence": "1"}) == {"6-1; 60": 1}
    assert distribution(book, "unshifted", {"attack": "1", "defence": "9"}) == {"1-9; 10": 1}


def test_odds_with_colons_and_with_dashes_give_the_same_results(tmp_path: Path) -> None:
    colons = ASSAULT.replace("{odds: 1-3 1-2 1-1 2-1 3-1 4-1,", "{odds: '1:3 1:2 1:1 2:1 3:1 4:1',")
    book = playbook(tmp_path, colons)
    assert not book.faults
    assert distribution(book, "unshifted", {"attack": "6", "defence": "1"}) == {"6:1; 60": 1}
    for expected in ("3:1", "3-1"):
        text = f"{colons}examples:\n  one:\n    title: One\n    rule: '6'\n    procedure: unshifted\n    given: {{attack: 3, defence: 1}}\n"
        folder = tmp_path / expected.replace(":", "c")
        folder.mkdir()
        worked = play_example(playbook(folder, text + f"    expect: {{column: '{expected}'}}\n"), "one")
        assert not worked.faults, worked.faults


@pytest.mark.parametrize(
    ("columns", "wrong"),
    [
        (
            "{odds: 1-3 1-2 1-1 2-1 3-1 4-1, beyond: none}",
            "clamp needs odds beyond the columns, but the table assault has none",
        ),
        ("{value: odd, heads: 1 2 3 4 5 6}", "clamp is only for odds, but the columns"),
    ],
)
def test_a_table_that_does_not_continue_beyond_its_columns(columns: str, wrong: str, tmp_path: Path) -> None:
    text = ASSAULT.replace("{odds: 1-3 1-2 1-1 2-1 3-1 4-1, round: defender, beyond: clamp}", columns)
    assert any(wrong in one.wrong for one in playbook(tmp_path, text).faults)


numbers = strategies.integers(min_value=1, max_value=60)
axes = strategies.builds(
    lambda heads, way: Axis(by="odds", heads=heads, round=way),
    strategies.sampled_from([WHOLE, ("1-1", "2-1"), ("2-3", "1-1", "3-2"), ("3-1", "5-1"), ("1-5", "1-4", "1-2")]),
    strategies.sampled_from(["defender", "attacker", "nearest"]),
)


@given(axes, numbers, numbers)
def test_each_column_beyond_a_table_has_one_label(axis: Axis, attack: int, defence: int) -> None:
    at = odds_position(axis, attack, defence)
    head = head_at(axis, at, beyond=True)
    assert position_of_head(axis, head) == at
    left, right = (Fraction(*map(int, head_at(axis, n, beyond=True).split("-"))) for n in (at - 1, at + 1))
    here, odds = Fraction(*map(int, head.split("-"))), Fraction(attack, defence)
    assert left < here < right
    match axis.round:
        case "defender":
            assert here <= odds < right
        case "attacker":
            assert left < odds <= here
        case _:
            assert abs(here - odds) <= min(odds - left, right - odds)
