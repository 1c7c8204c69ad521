"""Drafts of broken games have all parts that the errors do not concern, and say what they lack."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.findings import Finding
from pnp.kit.draft_marks import marked_source
from pnp.kit.full_check import KitSource
from pnp.kit.options import read_options
from pnp.kit.sound_parts import CheckedParts, read_for_parts
from pnp.load import find_game
from pnp.load.partly_read import LEFT_OUT, read_partly
from pnp.spot import Spot

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


def checked(folder: Path, **texts: tuple[str, str]) -> CheckedParts:
    """Return a draft of a copy of the small game in which texts of game.yaml are wrong, as it is read and checked."""
    for old, new in texts.values():
        broken(folder, SMALL, "game.yaml", old, new)
    return read_for_parts(folder / "small", read_options(draft=True)[0])


def test_a_wrong_look_becomes_a_plain_one_and_the_terrain_stays(tmp_path: Path) -> None:
    draft = checked(tmp_path, look=("look: woods", "look: woodss"))
    assert draft.game.terrain["woods"].look == "clear"
    assert draft.left_out == ("terrain.woods.look",)
    assert [one.code for one in draft.errors] == ["L013"]


def test_findings_that_follow_from_a_lost_counter_are_not_listed(tmp_path: Path) -> None:
    game = broken(tmp_path, SMALL, "units.csv", "B1,unit,blue,infantry,battalion", "B1,unit,blue,infantry,batalion")
    draft = read_for_parts(game, read_options(draft=True)[0])
    assert [one.code for one in draft.errors] == ["L013"]
    assert draft.left_out == ("counters.B1",)


def test_two_errors_in_one_record_are_both_listed(tmp_path: Path) -> None:
    wrong = "B1,unitt,blue,infantry,batalion"
    game = broken(tmp_path, SMALL, "units.csv", "B1,unit,blue,infantry,battalion", wrong)
    draft = read_for_parts(game, read_options(draft=True)[0])
    assert {one.spot.path for one in draft.errors} == {"counters.B1.kind", "counters.B1.size"}
    assert draft.game.counters["B1"].spare == LEFT_OUT


def test_wrong_furniture_becomes_a_text_in_its_place(tmp_path: Path) -> None:
    draft = checked(tmp_path, box=("kind: box, of: dead", "kind: boxx, of: dead"))
    assert draft.game.map is not None
    panel = draft.game.map.furniture[2]
    assert (panel.kind, panel.title) == ("text", LEFT_OUT)


def test_a_case_is_left_out_and_named_by_its_number() -> None:
    partly = read_partly(SMALL, (), {"rules.2.1.1": 2})
    assert partly.left_out == ("rules.2.1.1",)
    assert [case.number for case in partly.game.rules if case.text == f"{LEFT_OUT}."] == ["2.1.1"]


def test_what_errors_are_about_is_marked_where_it_is_printed() -> None:
    game = read_partly(SMALL).game
    paths = {"T009": "tables.crt.cells", "M001": "map.terrain.woods", "R002": "rules.2.1", "S005": "counters.B1.size"}
    errors = [Finding(code, Spot("game.yaml", path=path), "wrong") for code, path in paths.items()]
    marked = marked_source(KitSource.of_game(game), errors, "counters").game
    assert marked.tables["crt"].name == "Combat results (wrong: T009)"
    assert marked.terrain["woods"].name == "Woods (wrong: M001)"
    assert [case.number for case in marked.rules if case.title.endswith(" (wrong: R002)")] == ["2.1"]
    assert marked.counters["B1"].front.second == "wrong: S005"
    assert marked_source(KitSource.of_game(game), errors, "rules").game.counters["B1"] == game.counters["B1"]


def test_an_example_that_fails_is_a_box_that_says_so(pnp: Run, tmp_path: Path) -> None:
    assert pnp("new", "ford", cwd=tmp_path).returncode == 0
    examples = tmp_path / "ford" / "examples.yaml"
    examples.write_text(examples.read_text(encoding="utf-8").replace("result: 1/1}", "result: 1/2}"), encoding="utf-8")
    done = pnp("build", "ford", "--draft", "--only", "rules", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    text = text_of(tmp_path / "output" / "ford" / "home-draft-only-rules" / "rules.pdf")
    assert "Left out of this draft: result: expected 1/2, got 1/1" in text


def test_a_wrong_component_has_a_placeholder_printed_on_one_side(pnp: Run, tmp_path: Path) -> None:
    assert pnp("new", "hill", "--kind", "cards", cwd=tmp_path).returncode == 0
    cards = tmp_path / "hill" / "components.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("kind: card\n", "kind: cardd\n"), encoding="utf-8")
    done = pnp("build", "hill", "--draft", "--only", "components", "-j", "1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    kit = tmp_path / "output" / "hill" / "home-draft-only-components"
    assert "Left out" in text_of(kit / "cards-left-out.pdf")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupted_draft_leaves_nothing(wrong_unit: Path) -> None:
    words = [sys.executable, "-m", "pnp", "build", "small", "--draft", "-j", "1", "--no-cache"]
    with subprocess.Popen(words, cwd=wrong_unit, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as build:
        while not list(wrong_unit.glob("output/small/.home-draft.new-*/*")):
            assert build.poll() is None, build.communicate()
            time.sleep(0.005)
        build.send_signal(signal.SIGINT)
        rest = build.communicate(timeout=60)[1]
    assert build.returncode == 130, rest
    assert "Traceback" not in rest
    assert not [path for path in wrong_unit.glob("output/**/*") if path.is_file()]
