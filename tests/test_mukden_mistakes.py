"""Mistakes that are easily made in the data of Mukden: each is told in one finding, where it is."""

import shutil
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.load import find_game, load_game

BANDS = """ -1..+1 +2 +3+, reach: -7..7, name: Margin}
  cells: |
    attacker loses 2
    attacker loses 1
    both lose 1
    defender loses 1
"""
MISTAKES = {
    "a side of the fortress line between hexes that are no neighbours": (
        "map.yaml", "0204/0305 0304/0305 0305/0404 0404/0405", "0204/0305 0304/0306 0305/0404 0404/0405",
        "M001", "'0304/0306' is not a hexside: the two hexes are not adjacent",
    ),
    "a band of the duel and its line missing": (
        "tables.yaml", BANDS, BANDS.replace(" +2 ", " ").replace("    defender loses 1\n", ""),
        "T004", "2 has no row in the table Combat result",
    ),
    "strengths that do not add up": (
        "examples.yaml", 'third: "15"', 'third: "14"',
        "X104", "the example stops: 26 are written down; the Japanese armies share out 27",
    ),
    "an army that there is not, in an example": (
        "examples.yaml", 'given: {army: J3}\n  choices: {decision: enter, at: "0106"}',
        'given: {army: J33}\n  choices: {decision: enter, at: "0106"}',
        "X101", "J33",
    ),
    "a track that is too short": (
        "tracks.yaml", '    - {label: "11", tint: bad}\n', "",
        "C001", '"Time runs from 0 to 11": the rules state 12, but the data contains 11',
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_finding(mistake: str, tmp_path: Path) -> None:
    file, right, wrong, code, said = MISTAKES[mistake]
    folder = shutil.copytree(find_game("mukden"), tmp_path / "mukden")
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(right) == 1
    (folder / file).write_text(text.replace(right, wrong), encoding="utf-8")
    (finding,) = check_game(load_game(folder))
    assert finding.code == code
    assert said in finding.wrong
    assert Path(finding.spot.file).name == ("counts.yaml" if code == "C001" else file)
