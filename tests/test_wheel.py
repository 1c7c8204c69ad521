"""The wheel carries everything that an installed pnp reads."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

TOP = Path(__file__).parents[1]
NOT_INSIDE = {"templates/readme"}  # pictures of README.md


def files(folder: Path) -> set[str]:
    return {p.relative_to(TOP).as_posix() for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts}


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    place = tmp_path_factory.mktemp("wheel")
    words = ("-m", "hatchling", "build", "--target", "wheel", "--directory", place)
    subprocess.run([sys.executable, *words], cwd=TOP, check=True, capture_output=True)
    (wheel,) = place.glob("pnp_wargames-*.whl")
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_templates_fonts_and_games_travel_inside(inside: set[str]) -> None:
    shared = {
        name for name in files(TOP / "templates") | files(TOP / "data") if not any(map(name.startswith, NOT_INSIDE))
    }
    assert {name.removeprefix("pnp/_share/") for name in inside if name.startswith("pnp/_share/")} == shared


def test_modules_travel_inside_and_tests_do_not(inside: set[str]) -> None:
    assert files(TOP / "pnp") <= inside
    assert not [name for name in inside if not name.startswith(("pnp/", "pnp_wargames-"))]


def test_licences_travel_inside(inside: set[str]) -> None:
    names = {Path(name).name for name in inside if ".dist-info/licenses/" in name}
    assert names == {"LICENSE", "OFL-Barlow.txt", "OFL-SourceSerif4.txt"}


# ---------------------------------------------------------------- releases

PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
TEXTS = [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md"), *TOP.glob(".ci/*.yml"), *TOP.glob("templates/workflows/*.yml")]
OTHERS = {"build"}
"""Programs of other projects that a workflow installs."""


def test_documents_install_this_project() -> None:
    """`pip install pnp` would run a stranger's program."""
    named = {
        word.strip("'\"").partition("[")[0]
        for text in TEXTS
        for words in re.findall(r"pip install ([^`\n&#]*)", text.read_text("utf-8"))
        for word in words.split()
        if not word.startswith("-") and word.strip("'\"")[:1].isalpha() and "/" not in word
    }
    assert named - OTHERS == {PROJECT["name"]} == {"pnp-wargames"}


def test_workflows_name_actions_by_hash() -> None:
    used = [
        line.strip()
        for text in TEXTS
        if text.suffix == ".yml"
        for line in re.findall("uses: .*", text.read_text("utf-8"))
    ]
    assert len(used) > 8
    assert [line for line in used if not re.fullmatch(r"uses: [\w/-]+@[0-9a-f]{40}  # v[\d.]+", line)] == []


def test_every_dependency_is_locked_with_a_hash() -> None:
    locked = re.split(r"\n(?=\w)", (TOP / ".ci" / "lock.txt").read_text("utf-8"))
    hashed = {re.match(r"[\w.-]+", entry)[0].lower() for entry in locked if "--hash=sha256:" in entry}  # type: ignore[index]
    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    names = {re.match(r"[\w.-]+", one)[0].lower().replace("_", "-") for one in needed}  # type: ignore[index]
    assert names <= {name.replace("_", "-") for name in hashed}
