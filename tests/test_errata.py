"""The errata kit: the sheet of changes, and the pieces that replace those of an old edition."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

SMALL = Path(__file__).parent / "games" / "small"


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A game whose edition `first` has another front on one counter, another cell in a table, and another rule."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "hill"))
    (folder / "editions").mkdir()
    overlay = "counters: {B1: {front: {factors: 3-9-3}}}\nmodifiers: {shifts: {name: Old shifts}}\nerrata: ~\n"
    (folder / "editions" / "first.yaml").write_text(overlay, "utf-8")
    game = (folder / "game.yaml").read_text("utf-8")
    erratum = (
        "\nerrata:\n  - {of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factors, number: E-1,\n"
        "     date: 2 May 2026, reason: The printer took the 4 for a 9., rule: '1.0'}\n"
    )
    (folder / "game.yaml").write_text(game + erratum, "utf-8")
    return folder


def words(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(page.get_textpage().get_text_range() for page in pdf)


def test_an_errata_kit_has_the_list_and_only_the_changed_counters(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "output" / "hill" / "errata-from-first"
    assert done.stdout == f"{folder}: 2 changes, 3 pages\n"
    sheet = words(folder / "errata.pdf")
    for text in ("Counter B1", "3-9-3", "3-4-3", "E-1", "2 May 2026", "The printer took the 4 for a 9.", "Old shifts"):
        assert text in sheet, text
    assert sheet.index("COUNTERS") < sheet.index("CHARTS")
    counters = words(folder / "replacement-counters.pdf")
    assert counters.count("1/Gd") == 2  # both sides of one counter
    assert "R Bde" not in counters
    assert "3-9-3" in (folder / "errata.md").read_text("utf-8")
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["errata"].endswith("@first")


def test_fronts_only_have_no_backs(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"), "--duplex", "none")
    with pypdfium2.PdfDocument(tmp_path / "output" / "hill" / "errata-from-first" / "replacement-counters.pdf") as pdf:
        assert len(pdf) == 1


def test_equal_editions_write_nothing(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", str(hill), "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stdout) == (0, "The editions do not differ.\n")
    assert not (tmp_path / "output").exists()


def test_an_edition_that_does_not_exist_is_one_message(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata", str(hill), "--from", "second", "-o", str(tmp_path / "output"))
    assert done.returncode == 1
    assert "E001" in done.stderr
    assert not (tmp_path / "output").exists()


def test_an_edition_with_errors_is_refused(hill: Path, pnp: Callable[..., Any], tmp_path: Path):
    game = (hill / "game.yaml").read_text("utf-8")
    (hill / "game.yaml").write_text(game.replace("woods: C4 D4 E5", "woods: C4 D4 Z9"), "utf-8")
    done = pnp("errata", str(hill), "--from", "first", "-o", str(tmp_path / "output"))
    assert done.returncode == 1
    assert "M001 hex Z9 is not on this map" in done.stderr
    assert not (tmp_path / "output").exists()
