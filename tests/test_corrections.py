"""`pnp check --fix`: findings with exactly one correct fix are corrected in the files, and nothing else changes."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pnp.cli import cli
from pnp.findings import Finding
from pnp.report.corrections import correction_of
from pnp.spot import Spot

SMALL = Path(__file__).parent / "games" / "small"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMALL, tmp_path / "small"))


def change(file: Path, right: str, wrong: str) -> None:
    text = file.read_text("utf-8")
    assert right in text
    file.write_text(text.replace(right, wrong, 1), "utf-8")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("kind: reinforcement", "knid: reinforcement"),  # a key
        ("label: Gd Bde, side: blue", "label: Gd Bde, side: bleu"),  # a side
        ("low: even", "low: evne"),  # one of two words
        ("table: arrivals", "table: arivals"),  # the id of a table
        ("mouth: E4, beyond: head", "mouth: E4, beyond: haed"),
    ],
)
def test_one_slip_is_corrected(folder: Path, right: str, wrong: str) -> None:
    before = (folder / "game.yaml").read_bytes()
    change(folder / "game.yaml", right, wrong)
    done = CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert done.exit_code == 0, done.output
    assert done.stdout == "small: no findings\n"
    assert (folder / "game.yaml").read_bytes() == before


def test_another_word_for_a_term_is_corrected_in_the_rules(folder: Path) -> None:
    before = (folder / "rules.md").read_bytes()
    change(folder / "rules.md", "fight for a hill", "fight for a mountain")
    done = CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert "mountain -> hill" in done.stderr
    assert (folder / "rules.md").read_bytes() == before


def test_a_finding_with_two_possible_corrections_changes_nothing(folder: Path) -> None:
    change(
        folder / "game.yaml", "says: The game has four turns, of: spaces", "says: The game has five turns, of: spaces"
    )
    change(folder / "game.yaml", "having: {track: turn}, number: 4", "having: {track: turn}, number: 5")
    text = (folder / "game.yaml").read_bytes()
    done = CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert done.exit_code == 1
    assert "C001" in done.stdout
    assert (folder / "game.yaml").read_bytes() == text


def test_line_endings_and_other_lines_are_kept(folder: Path) -> None:
    file = folder / "game.yaml"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    before = file.read_bytes()
    file.write_bytes(before.replace(b"low: even", b"low: evne"))
    CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert file.read_bytes() == before


def test_without_the_option_no_file_changes(folder: Path) -> None:
    change(folder / "game.yaml", "low: even", "low: evne")
    text = (folder / "game.yaml").read_bytes()
    assert CliRunner().invoke(cli, ["check", str(folder)]).exit_code == 1
    assert (folder / "game.yaml").read_bytes() == text


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("counters: B1 B2", 11),  # no word is one slip away from the advice
        ("sides: [read, rad]", 9),  # two words are
        ("side: red", 0),  # the column is unknown
    ],
)
def test_no_correction_is_guessed(line: str, column: int) -> None:
    finding = Finding("I001", Spot("game.yaml", 1, column), "unknown side", "did you mean redd?" if column else "x")
    if "read" in line:
        finding = Finding("I001", Spot("game.yaml", 1, column), "unknown side", "did you mean red?")
    assert correction_of(finding, line) is None


def test_a_corrected_file_keeps_its_mode_and_its_links(folder: Path, tmp_path: Path) -> None:
    game = folder / "game.yaml"
    before = game.read_bytes()
    change(game, "label: Gd Bde, side: blue", "label: Gd Bde, side: bleu")
    (folder / "data").mkdir()
    game.rename(folder / "data" / "real.yaml")
    game.symlink_to("data/real.yaml")
    (folder / "data" / "real.yaml").chmod(0o600)
    other = tmp_path / "other"
    other.write_text("mine")
    for name in (".game.yaml.partial", "data/.real.yaml.partial"):
        (folder / name).symlink_to(other)
    done = CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert done.exit_code == 0, done.output
    assert game.is_symlink()
    assert (folder / "data" / "real.yaml").read_bytes() == before
    assert (folder / "data" / "real.yaml").stat().st_mode & 0o777 == 0o600
    assert other.read_text() == "mine"


def test_a_read_only_file_is_not_corrected(folder: Path, pnp: Callable[..., Any]) -> None:
    change(folder / "game.yaml", "label: Gd Bde, side: blue", "label: Gd Bde, side: bleu")
    (folder / "game.yaml").chmod(0o444)
    before = (folder / "game.yaml").read_bytes()
    done = pnp("check", str(folder), "--fix")
    assert (done.returncode, "game.yaml: is read-only, so it cannot be changed" in done.stderr) == (1, True)
    assert (folder / "game.yaml").read_bytes() == before
    assert not list(folder.glob("*.partial"))


@pytest.mark.parametrize(
    ("written", "corrected"),
    [
        ("North edge (A1 to F1)", """'North edge ({{ hexes("red-setup") }})'"""),  # braces and quotes in a flow mapping
        ('"North edge (A1 to F1)"', """"North edge ({{ hexes('red-setup') }})\""""),
        ("'The edge''s hexes, A1 to F1'", """'The edge''s hexes, {{ hexes("red-setup") }}'"""),
    ],
)
def test_hexes_typed_again_become_an_insert(folder: Path, written: str, corrected: str) -> None:
    change(folder / "game.yaml", "where: north edge, hexes: A1-F1", f"where: {written}, hexes: A1-F1")
    change(
        folder / "game.yaml",
        "    north: {name: North edge, hexes: A1-F1}\n",
        "    north: {name: North, hexes: A1-D1}\n",
    )
    done = CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert done.stdout == "small: no findings\n", done.output
    assert f"where: {corrected}, hexes: A1-F1" in (folder / "game.yaml").read_text("utf-8")


def test_an_insert_is_not_chosen_where_two_give_the_same_hexes(folder: Path) -> None:
    change(folder / "game.yaml", "where: north edge, hexes: A1-F1", "where: North edge (A1 to F1), hexes: A1-F1")
    before = (folder / "game.yaml").read_bytes()
    done = CliRunner().invoke(cli, ["check", str(folder), "--fix"])
    assert "R017" in done.stdout
    assert (folder / "game.yaml").read_bytes() == before
