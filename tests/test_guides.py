"""The guides in docs/guides work word by word: commands, files, printed lines and pictures."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.guides import GUIDES, LONG, PICTURES, Reader, steps

NAMES = sorted(path.stem for path in GUIDES.glob("*.md") if path.stem != "README")
LARGEST = 60_000
AGAIN = "run `python -m tests.guides {}` and read the difference"


def test_there_is_a_guide_for_each_aim() -> None:
    assert NAMES == [
        "cards",
        "continuous-integration",
        "counters",
        "errata",
        "first-game",
        "maps",
        "printing",
        "procedures",
        "scenarios",
        "tables",
    ]


def follow(name: str, folder: Path, *, patient: bool) -> None:
    reader = Reader(folder, patient=patient)
    for step in steps((GUIDES / f"{name}.md").read_text("utf-8")):
        made = reader.follow(step)
        if isinstance(made, str):
            assert made == step.text, AGAIN.format(name)
        elif made:
            with Image.open(PICTURES / step.text) as kept:
                assert kept.size == made.size, f"{step.text}: {AGAIN.format(name)}"
                difference = np.abs(np.asarray(kept.convert("RGB"), float) - np.asarray(made.convert("RGB"), float))
                assert difference.mean() < 2, f"{step.text}: {AGAIN.format(name)}"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of cached results, because the guides begin with the same games."""
    return tmp_path_factory.mktemp("cache") / "pnp"


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_gets_what_the_guide_shows(
    name: str, tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(results))
    follow(name, tmp_path, patient=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if LONG.search((GUIDES / f"{name}.md").read_text("utf-8"))])
def test_a_patient_reader_gets_the_kits_too(
    name: str, tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(results))
    follow(name, tmp_path, patient=True)


def test_pictures_are_small_and_each_is_shown() -> None:
    shown = {
        step.text
        for name in NAMES
        for step in steps((GUIDES / f"{name}.md").read_text("utf-8"))
        if step.kind == "picture"
    }
    kept = {path.name: path for path in PICTURES.glob("*.png")}
    assert set(kept) == shown
    assert {name: path.stat().st_size for name, path in kept.items() if path.stat().st_size > LARGEST} == {}


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_begins_with_its_end(name: str) -> None:
    """The first sentence says what the reader has at the end."""
    assert re.match(r"# [^\n]+\n\nAt the end,? you ", (GUIDES / f"{name}.md").read_text("utf-8"))
