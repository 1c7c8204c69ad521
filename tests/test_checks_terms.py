"""Checks of the sequence of play against the rules, and of waivers, on a small game."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.kit.full_check import full_check
from pnp.load import load_game

SMALL = Path(__file__).parent / "games" / "small"
Laid = Callable[..., list[str]]


@pytest.fixture
def found(tmp_path: Path) -> Laid:
    """A function that checks the small game with other texts and returns `code path` of each finding."""

    def check(data: str = "", rules: str = "", without: str = "") -> list[str]:
        folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
        door = folder / "game.yaml"
        text = door.read_text("utf-8")
        text = re.sub(r"  - \{says: The rules have four cases.*\n", "", text) if rules else text
        text = re.sub(without, "", text, flags=re.MULTILINE) if without else text
        door.write_text(text, "utf-8")
        if rules:
            (folder / "rules.md").write_text(rules, "utf-8")
        if data:
            (folder / "options").mkdir()
            (folder / "options" / "laid.yaml").write_text(data, "utf-8")
        game = load_game(folder, ("laid",) if data else ())
        return [f"{one.code} {one.spot.path}" for one in full_check(game)]

    return check


TURN = """# 1.0 The turn

1. **Supply:** see which units are in supply [2.0].
2. **Movement:** move units [2.1].
3. **Combat:** attack [2.1.1].

Blue is first [R-01].

# 2.0 Supply

## 2.1 Moving

### 2.1.1 Attacks
"""
IN_ORDER = "sequence: [{name: Supply, rule: 1.0}, {name: Movement, rule: 1.0}, {name: Combat, rule: 1.0}]"


def test_phases_in_the_order_of_their_case_are_right(found: Laid) -> None:
    assert found(IN_ORDER, TURN) == []


def test_a_phase_that_its_case_names_elsewhere_is_reported(found: Laid) -> None:
    swapped = "sequence: [{name: Movement, rule: 1.0}, {name: Supply, rule: 1.0}, {name: Combat, rule: 1.0}]"
    assert found(swapped, TURN) == ["R023 sequence.1.name"]


def test_a_rule_of_a_phase_that_its_case_lacks_is_reported(found: Laid) -> None:
    phases = "sequence:\n" + "- {name: Supply, rule: 1.0 2.0 2.1}\n" * 3 + "- {name: Combat, rule: 1.0 3.0}\n"
    assert found(phases, TURN + "\n# 3.0 Losses\n") == ["R023 sequence.3.rule"]


def test_a_warning_without_a_waiver_is_reported(found: Laid) -> None:
    assert found("abbreviations: {Hvy: {means: Heavy}}") == ["R021 abbreviations.Hvy"]


def test_a_waived_warning_is_gone(found: Laid) -> None:
    assert found("abbreviations: {Hvy: {means: Heavy, waive: {R021: the published list has it}}}") == []


def test_a_waiver_of_a_record_without_the_finding_is_reported(found: Laid) -> None:
    assert found("abbreviations: {Gd: {waive: {R021: it is printed}}}") == ["I019 abbreviations.Gd.waive.R021"]


def test_a_waiver_needs_a_reason(found: Laid) -> None:
    assert found("abbreviations: {Hvy: {means: Heavy, waive: {R021: ''}}}") == ["I019 abbreviations.Hvy.waive.R021"]


def test_an_error_cannot_be_waived(found: Laid) -> None:
    assert found("boxes: {dead: {rule: 2.2, waive: {R001: it comes later}}}") == [
        "R001 boxes.dead.rule",
        "I019 boxes.dead.waive.R001",
    ]
