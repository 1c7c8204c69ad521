"""Drafts of broken games have all parts that the errors do not concern, and say what they lack."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.load import find_game
from pnp.load.partly_read import LEFT_OUT, read_partly

Run = Callable[..., Any]
SMALL = Path(__file__).parent / "games" / "small"

BROKEN = {
    "example": ("meiktila", "examples.yaml", 'combat_die: "4"', 'combat_die: "6"', "X104", set()),
    "crt": ("meiktila", "tables.yaml", "1/1  1/1  1/1  -/1", "1/1  1/1  1/1  -/9", "T009", set()),
    "hex": ("mukden", "map.yaml", 'mountain: "0603', 'mountain: "0999', "M001", set()),
    "terrain": ("myitkyina", "map.yaml", "\n  open: A6", "\n  swampp: A6", "I008", {"map", "aids"}),
    "unit": ("meiktila", "units.csv", "A01,unit,allied", "A01,unit,alied", "I001", set()),
    "size": ("meiktila", "units.csv", "infantry,battalion", "infantry,batalion", "L013", {"counters", "rules", "aids"}),
    "case": ("mukden", "rules.md", "## 1.2 The game\n\n", "## 1.2 The game\n\nSee also [9.9.9]. ", "R002", {"rules"}),
    "card": ("myitkyina", "components.yaml", "of: crt, at", "of: crtt, at", "I011", {"components"}),
    "look": ("meiktila", "terrain.yaml", "look: canopy,", "look: canopyy,", "L013", {"map", "rules", "aids"}),
    "procedure": (
        "meiktila",
        "procedures-combat.yaml",
        "units_at(target)",
        "units_att(target)",
        "X001",
        {"rules", "aids"},
    ),
}
"""Errors: the game, its file, a text of it and a wrong one, the code of the finding, and the parts that lack records."""
FILES = {
    "meiktila": "aids calibration counter-manifest counters cover draft folder kit map map-tiles odds packaging rules",
    "mukden": "armies calibration cover draft folder kit map odds packaging pads postcard rules",
    "myitkyina": "aids calibration card counter-manifest counters cover draft folder kit map odds packaging rules",
}
"""The files of a draft that has lost no part."""


def broken(folder: Path, game: Path, file: str, old: str, new: str) -> Path:
    """Return the folder of a copy of a game in which one text is wrong."""
    copy = folder / game.name
    shutil.copytree(game, copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def text_of(path: Path) -> str:
    """Return the text of a PDF on one line."""
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BROKEN)
def test_a_draft_of_a_broken_game_has_the_parts_that_are_not_affected(pnp: Run, tmp_path: Path, kind: str) -> None:
    game, file, old, new, code, lacking = BROKEN[kind]
    broken(tmp_path, find_game(game), file, old, new)
    done = pnp("build", game, "--draft", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    kit = tmp_path / "output" / game / "home-draft"
    assert {path.stem for path in kit.glob("*.pdf")} == set(FILES[game].split())
    assert f" {code} " in done.stderr
    assert f"{code}:" in text_of(kit / "draft.pdf")
    told = {line.split(":")[0] for line in done.stderr.splitlines() if " B015 " in line}
    assert told == lacking, done.stderr
    assert " P018 " not in done.stderr


@pytest.fixture(name="wrong_unit")
def wrong_unit_fixture(tmp_path: Path) -> Path:
    """The folder that holds a copy of the small game with a wrong unit."""
    game = broken(tmp_path, SMALL, "game.yaml", "game:", "game:")
    rows = (game / "units.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    rows[1] = rows[1].replace("unit", "unitt", 1)
    (game / "units.csv").write_text("".join(rows), encoding="utf-8")
    return tmp_path


def test_a_draft_has_a_folder_of_its_own_and_leaves_the_complete_kit(pnp: Run, wrong_unit: Path) -> None:
    kits = wrong_unit / "output" / "small"
    shutil.copytree(SMALL, wrong_unit / "sound" / "small")
    assert pnp("build", "sound/small", "--only", "counters", "-j", "1", cwd=wrong_unit).returncode == 0
    before = {path: path.read_bytes() for path in kits.rglob("*") if path.is_file()}
    done = pnp("build", "small", "--draft", "--only", "counters", "-j", "1", cwd=wrong_unit)
    assert done.returncode == 3, done.stderr
    assert {path: path.read_bytes() for path in before} == before
    assert sorted(path.name for path in kits.iterdir()) == ["home-draft-only-counters", "home-only-counters"]
    draft = kits / "home-draft-only-counters"
    assert json.loads((draft / "manifest.json").read_text(encoding="utf-8"))["draft"] is True
    assert "LEFT OUT" in text_of(draft / "counters.pdf").upper()
    assert "counters: it was made without" in text_of(draft / "draft.pdf")
    for pdf in draft.glob("*.pdf"):
        with pypdfium2.PdfDocument(pdf) as pages:
            texts = [page.get_textpage().get_text_range() for page in pages]
        assert all("DRAFT" in text for text in texts if text.strip()), pdf.name  # the backs of single sheets are blank
    assert not list(draft.rglob(".*"))


def test_without_draft_a_whole_kit_is_not_built_and_names_what_can_be(pnp: Run, wrong_unit: Path) -> None:
    done = pnp("build", "small", "-j", "1", cwd=wrong_unit)
    assert done.returncode == 1
    assert "nothing built: 1 error" in done.stderr
    assert not list(wrong_unit.glob("output/small/*"))


def test_a_draft_that_is_stopped_leaves_nothing(pnp: Run, wrong_unit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pnp.write.finish.mark_as_draft", full)
    done = pnp("build", "small", "--draft", "--only", "counters", "-j", "1", "--no-cache", cwd=wrong_unit)
    assert done.returncode == 1, done.stderr
    assert " W004 " in done.stderr, done.stderr
    assert not [path for path in wrong_unit.glob("output/**/*") if path.is_file()]


def test_a_case_loses_its_references_first_and_then_its_text() -> None:
    once, twice = (read_partly(SMALL, (), {"rules.0": times}).game.rules for times in (1, 2))
    assert (once[0].number, twice[0].number) == (once[0].number, once[0].number)
    assert twice[0].text == f"{LEFT_OUT}."
