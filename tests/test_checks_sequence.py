"""Checks of the sequence of play against the rules, in a copy of the small game."""

import shutil
from pathlib import Path

import pytest

from pnp import check, load_game

SMALL = Path("tests/games/small").resolve()
RULES = """# 1.0 The game

Two sides fight for a hill [2.1]. Blue is first [R-01].

# 2.0 Combat

{text}

## 2.1 Odds

Read the table (see [2.0, 2.1.1]).

### 2.1.1 Rounding

Round down.
"""
NUMBERED = "1. Declare all attacks.\n2. Compare the strengths and find the odds.\n3. Roll a die and apply the result."
PROSE = "First declare all attacks; then compare the strengths to find the odds, then roll a die and apply the result."
STEPS = ("Attacks are declared.", "Find the odds of the strengths.", "Roll one die for the result.")


def _codes(folder: Path, text: str, sequence: str) -> list[str]:
    """Return the codes of the findings about the sequence of the small game with this text of case 2.0."""
    game = Path(shutil.copytree(SMALL, folder / "small"))
    (game / "rules.md").write_text(RULES.format(text=text), encoding="utf-8")
    file = game / "game.yaml"
    old = "  - {name: Blue moves, who: Blue}\n  - {name: Red moves, who: Red}\n"
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, sequence), encoding="utf-8")
    return [one.code for one in check(load_game(game)) if one.code in ("R023", "R026", "R027")]


def _phase(*steps: str) -> str:
    return f"  - {{name: Combat, rule: '2.0', steps: [{', '.join(steps)}]}}\n"


@pytest.mark.parametrize("text", [NUMBERED, PROSE])
@pytest.mark.parametrize(("order", "codes"), [((0, 1, 2), []), ((1, 0, 2), ["R027"]), ((0, 2, 1), ["R027"])])
def test_steps_have_the_order_of_the_case_of_their_phase(
    tmp_path: Path, text: str, order: tuple[int, ...], codes: list[str]
) -> None:
    assert _codes(tmp_path, text, _phase(*(STEPS[i] for i in order))) == codes


def test_text_that_shares_few_words_with_the_steps_states_no_order(tmp_path: Path) -> None:
    text = "The odds count. Weather has no effect. Attacks are free, and the player may see the hill."
    assert _codes(tmp_path, text, _phase(STEPS[1], STEPS[0], STEPS[2])) == []


@pytest.mark.parametrize(("order", "codes"), [("Odds Rounding Losses", []), ("Rounding Odds Losses", ["R026"])])
def test_a_list_of_phases_has_their_order(tmp_path: Path, order: str, codes: list[str]) -> None:
    text = "Add.\n\n1. Odds phase\n2. Rounding phase: down\n3. Losses [2.1]"
    assert _codes(tmp_path, text, "".join(f"  - {{name: {name}}}\n" for name in order.split())) == codes


@pytest.mark.parametrize(("name", "codes"), [("Weather", []), ("Rest", ["R027"])])
def test_a_list_item_about_another_phase_says_nothing_about_the_order_of_steps(
    tmp_path: Path, name: str, codes: list[str]
) -> None:
    text = f"1. **{name}.** Apply the result of the weather die.\n2. **Combat.** Declare all attacks and roll a die.\n"
    weather = "  - {name: Weather, rule: '1.0', steps: [Look at the sky.]}\n"
    found = _codes(tmp_path, text, weather + _phase("Attacks are declared.", "Apply the result of the die."))
    assert [code for code in found if code == "R027"] == codes
