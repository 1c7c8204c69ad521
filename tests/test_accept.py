"""`pnp accept` writes the new results of examples and claims, shows the difference first, and nothing in spite of errors."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp import load_game
from pnp.api import check
from pnp.cli import cli
from pnp.findings import Severity
from pnp.new_game import NewGame, files_of, write_game

CLAIMS = """
# what the attack leads to
strength:
  says: How strong the attack is.
  procedure: combat
  place: {"0505": [1 Guards, A Tanks], "0604": [2 Rifles]}
  given: {target: "0604", attackers: [1 Guards, A Tanks], defenders: [2 Rifles]}
  lines:
    - {outcome: attack > 9, chance: 0}  # rare
    - {outcome: attack, mean: '9.00'}
    - {outcome: attack, result: 9}
"""
EXAMPLE = """
plain:  # without shifts
  title: "A plain attack"
  rule: "4.0"
  procedure: combat
  place: {"0505": [1 Guards, A Tanks], "0604": [2 Rifles]}
  given: {target: "0604", attackers: [1 Guards, A Tanks], defenders: [2 Rifles]}
  rolls: {die: 4}
  choices: {to: "0704"}
  expect:
    attack: 9   # as before
    result: "1/1"
    "0604": none
    A Tanks:
      0505
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """Return the folder of a new game with claims, in which a unit has become stronger."""
    folder = tmp_path / "ford"
    write_game(folder, files_of(NewGame("hexes", title="The Ford", sides=("Blue", "Red"))))
    (folder / "claims.yaml").write_text(CLAIMS)
    for name, text in (("game.yaml", "claims: claims.yaml\n"), ("examples.yaml", EXAMPLE)):
        (folder / name).write_text((folder / name).read_text() + text)
    assert errors(folder) == []
    units = folder / "units.csv"
    units.write_text(units.read_text().replace("infantry,battalion,4,4,4", "infantry,battalion,6,4,4", 1))
    return folder


def errors(folder: Path) -> list[str]:
    return [one.code for one in check(load_game(folder)) if one.severity is Severity.ERROR]


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["accept", *map(str, words)])


def texts(folder: Path) -> dict[str, str]:
    """Return the text of each file of a game."""
    return {path.name: path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_the_changes_are_shown_first_and_written_into_the_same_layout(ford: Path) -> None:
    before = texts(ford)
    assert "X103" in errors(ford)
    shown = run(ford)
    assert shown.exit_code == 0
    assert texts(ford) == before
    assert [line for line in shown.stdout.splitlines() if line[:1] == "+" and line[:3] != "+++"] == [
        "+    - {outcome: attack > 9, chance: 1}  # rare",
        "+    - {outcome: attack, mean: '11.00'}",
        "+    - {outcome: attack, result: 11}",
        "+  expect: {attack: 11, defence: 4, column: 1-1, result: 1/1}",
        "+    attack: 11   # as before",
    ]
    assert run(ford, "--write").exit_code == 0
    after = texts(ford)
    assert {name for name in after if after[name] != before[name]} == {"claims.yaml", "examples.yaml"}
    assert errors(ford) == []
    again = run(ford, "--write")
    assert (again.exit_code, again.stdout) == (0, "all examples and claims give the stated results\n")


def test_lists_and_places_are_written_as_lists(ford: Path) -> None:
    examples = ford / "examples.yaml"
    examples.write_text(examples.read_text().replace('"0604": none', '"0604": [2 Rifles, 3 Rifles]'))
    assert run(ford, "--write").exit_code == 0
    assert '    "0604": none\n' in examples.read_text()
    examples.write_text(examples.read_text().replace('"0604": none', '"0505": [A Tanks]'))
    assert run(ford, "--write").exit_code == 0
    assert '    "0505": [1 Guards reduced, A Tanks]\n' in examples.read_text()
    assert errors(ford) == []


def test_only_named_ones_are_accepted(ford: Path) -> None:
    before = texts(ford)
    assert run(ford, "plain", "--write").exit_code == 0
    after = texts(ford)
    assert {name for name in after if after[name] != before[name]} == {"examples.yaml"}
    assert after["examples.yaml"].count("attack: 11") == 1
    unknown = run(ford, "plin")
    assert unknown.exit_code == 1
    assert "no example or claim is called plin; did you mean plain?" in str(unknown.exception)


def test_nothing_is_written_while_there_are_other_errors(ford: Path) -> None:
    aids = ford / "rules.md"
    aids.write_text(aids.read_text() + "\nSee [99.9].\n")
    before = texts(ford)
    done = run(ford, "--write")
    assert done.exit_code == 1
    assert texts(ford) == before
    assert "X103" not in done.output
