"""Options of rulings that change no result (X303), in a copy of the workshop and in a series of two scenarios."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import check, load_game

GAMES = Path(__file__).parent / "games"
RULING = "{asks: How many dice?, default: one, options: {one: One die., two: Two dice.}}"
THROW = """
rulings: {R-09: %s}
procedures:
  throw:
    rule: "1.0"
    shows: total
    steps:
    - {roll: total}
    - {set: {total: total + 1}, when: %s, ruling: {R-09: two}}
"""
CLAIM = "claims: {throw: {says: A throw., procedure: throw, outcome: %s, lines: [{rulings: {R-09: two}, %s}]}}"
ACROSS = (
    "claims: {throw: {says: A throw., procedure: throw, outcome: total > 6, "
    "across: {of: R-09, values: one two}, lines: [{chance: 0 1/6}]}}"
)
EXAMPLE = (
    "examples: {throw: {title: A throw, procedure: throw, rulings: {R-09: two}, rolls: {total: 3}, "
    "expect: {total: [3, 4]}}}"
)


@pytest.fixture
def found(tmp_path: Path) -> Callable[[str], list[str]]:
    """Lay a text over the workshop, and return what X303 finds."""

    def lay(text: str) -> list[str]:
        folder = Path(shutil.copytree(GAMES / "workshop", tmp_path / "workshop"))
        (folder / "options").mkdir()
        (folder / "options" / "x.yaml").write_text(text, encoding="utf-8")
        return [str(one) for one in check(load_game(folder, ["x"])) if one.code == "X303"]

    return lay


def test_an_option_that_nothing_plays_is_found_with_what_to_write(found: Callable[[str], list[str]]) -> None:
    (one,) = found(THROW % (RULING, "true"))
    assert one.endswith(
        "warning X303 no example or claim shows that the option two of R-09 changes a result; "
        "add one with rulings: {R-09: two} that ends otherwise with one, or delete it"
    )


@pytest.mark.parametrize("witness", [CLAIM % ("total", "mean: 4.5"), ACROSS, EXAMPLE])
def test_an_example_or_a_claim_shows_what_an_option_changes(found: Callable[[str], list[str]], witness: str) -> None:
    assert found(THROW % (RULING, "true") + witness) == []


def test_a_claim_that_holds_with_the_default_too_shows_nothing(found: Callable[[str], list[str]]) -> None:
    assert len(found(THROW % (RULING, "true") + CLAIM % ("total > 0", "chance: 1"))) == 1


def test_a_step_whose_condition_is_never_true_changes_nothing(found: Callable[[str], list[str]]) -> None:
    assert len(found(THROW % (RULING, "total > 6") + CLAIM % ("total", "mean: 3.5"))) == 1


def test_a_ruling_with_one_option_answers_its_question(found: Callable[[str], list[str]]) -> None:
    assert found("rulings: {R-09: {asks: How many dice?, default: one, options: {one: One die.}}}") == []


def test_a_waiver_keeps_an_option(found: Callable[[str], list[str]]) -> None:
    assert found(THROW % (RULING[:-1] + ", waive: {X303: to be played later}}", "true")) == []


def test_in_a_series_one_scenario_is_enough(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(GAMES / "two-beaches", tmp_path / "two-beaches"))
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("rulings: {R-01: {asks: Who?, default: red, options: {red: Red., blue: Blue.}, rule: '3.0'}}\n")
    text = (folder / "game.yaml").read_text("utf-8")
    step = "      - {roll: die}\n"
    assert step in text
    loses = step + "      - {set: {die: '1'}, ruling: {R-01: blue}}\n"
    (folder / "game.yaml").write_text(text.replace(step, loses), encoding="utf-8")
    assert [one.code for one in check(load_game(folder)) if one.code == "X303"] == ["X303"]
    with (folder / "scenarios" / "north.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "claims: {spit: {says: Blue., procedure: assault, given: {target: '1002'}, lines: "
            "[{rulings: {R-01: blue}, result: '-'}]}}\n"
        )
    assert [str(one) for one in check(load_game(folder)) if one.code == "X303"] == []
