"""Options of choices that are never better than another option (X011), in a copy of the small game."""

import shutil
from pathlib import Path

import pytest

from pnp import check, load_game

SMALL = Path("tests/games/small").resolve()
PROCEDURE = """
tables: {{crt: {{ranks: "- A D"}}}}
procedures:
  attack:
    rule: "2.1"
    steps:
    - {{ask: manner, options: normal charge, who: {who}}}
    - {{column: crt, odds: [2, 1]}}
    {use}
    - {{look_up: result, in: crt, row: die, column: column}}
"""
SHIFT = '- {roll: die}\n    - {shift: crt, lines: [{%s, when: "%s"}]}'
ROLL = "- {roll: die, lines: [{add: %s, when: manner == 'charge'}]}"


def _options(folder: Path, who: str, use: str, more: str = "") -> list[str]:
    """Return what X011 finds in the small game with this procedure laid over it."""
    game = Path(shutil.copytree(SMALL, folder / "small"))
    (game / "options").mkdir()
    (game / "options" / "x.yaml").write_text(PROCEDURE.format(who=who, use=use) + more, encoding="utf-8")
    return [one.wrong.split()[2] for one in check(load_game(game, ["x"])) if one.code == "X011"]


@pytest.mark.parametrize(
    ("who", "use", "worse"),
    [
        ("attacker", SHIFT % ("left: 1", "manner == 'charge'"), ["charge"]),
        ("attacker", SHIFT % ("right: 1", "manner == 'charge'"), ["normal"]),
        ("defender", SHIFT % ("right: 1", "manner == 'charge'"), ["charge"]),
        ("attacker", SHIFT % ("left: 1", "manner != 'charge' && turn > 2"), ["normal"]),
        ("attacker", SHIFT % ("left: 1", "manner in ['charge'] && turn > 2"), ["charge"]),
        ("attacker", SHIFT % ("left: 1", "manner == 'charge' || turn > 2"), []),
        ("attacker", SHIFT % ("left: turn", "manner == 'charge'"), []),
        ("blue", SHIFT % ("left: 1", "manner == 'charge'"), []),
        ("attacker", ROLL % "-1", ["charge"]),
        ("attacker", ROLL % "1", ["normal"]),
        ("attacker", ROLL % "-1" + "\n    - {note: They stop., when: manner == 'normal'}", []),
        ("attacker", ROLL % "-1" + "\n    - {note: They stop., when: die == 1}", []),
        (
            "attacker",
            "- {roll: die}\n    - {shift: crt, lines: [{left: 1, when: manner == 'charge'}, {right: 1, when: manner == 'charge' && turn > 2}]}",
            [],
        ),
    ],
)
def test_an_option_that_is_never_better_is_found(tmp_path: Path, who: str, use: str, worse: list[str]) -> None:
    assert _options(tmp_path, who, use) == worse


@pytest.mark.parametrize(("given", "worse"), [("manner", ["charge"]), ("manner + '!'", [])])
def test_a_choice_is_followed_into_a_procedure_that_gets_it(tmp_path: Path, given: str, worse: list[str]) -> None:
    use = f'- {{roll: die}}\n    - {{run: charge, with: {{how: "{given}"}}}}'
    charge = """
  charge:
    rule: "2.1"
    given: {how: word}
    steps: [{column: crt, odds: [1, 1]}, {shift: crt, lines: [{left: 1, when: how == 'charge'}]}]
"""
    assert _options(tmp_path, "attacker", use, charge) == worse
