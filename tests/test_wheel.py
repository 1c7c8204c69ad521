"""The wheel carries everything that an installed pnp reads."""

import subprocess
import sys
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
    (wheel,) = place.glob("pnp-*.whl")
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_templates_fonts_and_games_travel_inside(inside: set[str]) -> None:
    shared = {
        name for name in files(TOP / "templates") | files(TOP / "data") if not any(map(name.startswith, NOT_INSIDE))
    }
    assert {name.removeprefix("pnp/_share/") for name in inside if name.startswith("pnp/_share/")} == shared


def test_modules_travel_inside_and_tests_do_not(inside: set[str]) -> None:
    assert files(TOP / "pnp") <= inside
    assert not [name for name in inside if not name.startswith(("pnp/", "pnp-"))]


def test_licences_travel_inside(inside: set[str]) -> None:
    names = {Path(name).name for name in inside if ".dist-info/licenses/" in name}
    assert names == {"LICENSE", "OFL-Barlow.txt", "OFL-SourceSerif4.txt"}
