"""Labels of tables (T006), unusual words (R013) and terms (R006), in a copy of the small game."""

import shutil
from pathlib import Path

import pytest

from pnp import check, load_game

SMALL = Path("tests/games/small").resolve()


def _findings(folder: Path, code: str, data: str) -> list[str]:
    """Return what a check finds in the small game with this data laid over it."""
    game = Path(shutil.copytree(SMALL, folder / "small"))
    (game / "options").mkdir()
    (game / "options" / "x.yaml").write_text(data, encoding="utf-8")
    return [one.wrong for one in check(load_game(game, ["x"])) if one.code == code]


@pytest.mark.parametrize(
    ("rows", "numbers"),
    [
        ("roll: 1d6, heads: 1-3 4-6", []),
        ("roll: 1d6, heads: 0-3 4-6", ["0"]),
        ("roll: 1d6, heads: 1-3 4-7", ["7"]),
        ("roll: 1d6, heads: 1-3 4+", []),
        ("roll: 1d6, heads: 3- 4-6", []),
        ('roll: 1d6, reach: "-1..7", heads: "-1-3 4-7"', []),
        ('roll: 1d6, reach: "-1..7", heads: "-2-3 4-7"', ["-2"]),
        ("roll: d66, heads: 11-32 33-66", []),
    ],
)
def test_labels_end_with_numbers_that_can_come_up(tmp_path: Path, rows: str, numbers: list[str]) -> None:
    data = "tables: {weather: {name: Weather, rows: {%s, name: Die}, cells: [[mud], [dry]]}}" % rows  # noqa: UP031
    assert [wrong.split()[0] for wrong in _findings(tmp_path, "T006", data)] == numbers


@pytest.mark.parametrize(
    ("word", "found"),
    [("terran", True), ("terrain", False), ("terrains", False), ("terrane", False)],
)
def test_an_unusual_word_beside_a_frequent_one_is_doubtful(tmp_path: Path, word: str, found: bool) -> None:
    says = f"Terrain costs: clear terrain 1, rough terrain 2, wet terrain 3, and all other {word} 4."
    wrong = _findings(tmp_path, "R013", f"glossary: {{ground: {{says: '{says}'}}}}")
    assert wrong == ([f"{word} is not a known word"] if found else [])


@pytest.mark.parametrize(
    "glossary",
    ['{"": {says: A term without a name., instead_of: [mountain]}}', '{hill: {says: A high hex., instead_of: [""]}}'],
)
def test_an_empty_term_of_the_glossary_does_not_stop_the_check(tmp_path: Path, glossary: str) -> None:
    assert all("string index" not in wrong for wrong in _findings(tmp_path, "R006", f"glossary: {glossary}"))
