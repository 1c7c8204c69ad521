"""A script of a user is checked strictly against the installed wheel, and runs in a fresh environment."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

TOP = Path(__file__).parents[1]
SCRIPT = '''\
"""Checks a game, prints its odds and builds its counters."""

import logging
import sys
from fractions import Fraction
from pathlib import Path

import pnp


def best(game: pnp.Game) -> tuple[str, Fraction]:
    found = pnp.odds(game, "combat", {"attack": 16, "defence": 7})
    return max(found.items(), key=lambda item: item[1])


def main(folder: str, output: Path) -> int:
    logging.basicConfig(level=logging.INFO)
    options: pnp.KitOptions = {"output": output, "only": ["counters"], "paper": "a4"}
    try:
        game = pnp.load_game(folder)
        errors = [one for one in pnp.check(game) if one.severity is pnp.Severity.ERROR]
        print(len(errors), game.game.title, *best(game), len(pnp.diff(folder, folder)))
        for event in pnp.build(folder, token=pnp.CancelToken(), **options):
            if isinstance(event, pnp.FinishedKit):
                print(event.folder.relative_to(output).as_posix(), event.pages > 0)
    except pnp.PnpError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


sys.exit(main(sys.argv[1], Path(sys.argv[2])))
'''
WRONG = {
    'pnp.build("x", ouput="y")': "call-arg",
    'pnp.build("x", only=3)': "arg-type",
    'pnp.check("meadow")': "arg-type",
    "pnp.chek": "attr-defined",
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel of pnp, and with the libraries of this one; its Python."""
    place = tmp_path_factory.mktemp("environment")
    words = ("-m", "hatchling", "build", "--target", "wheel", "--directory", place)
    subprocess.run([sys.executable, *words], cwd=TOP, check=True, capture_output=True)
    venv.create(place / "venv", symlinks=os.name != "nt")
    paths = {"base": str(place / "venv"), "platbase": str(place / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    (wheel,) = place.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(packages)
    (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    return Path(sysconfig.get_path("scripts", "venv", paths)) / "python"


def run(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program outside the checkout."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    return subprocess.run(words, cwd=folder, env=kept, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_user_script_runs_with_the_installed_wheel(environment: Path, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    duel = TOP / "tests" / "games" / "duel"
    done = run(environment, "script.py", duel, tmp_path / "kits", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["0 Duel 1/1 1/2 0", "duel/home-a4-only-counters True"]
    assert "INFO:pnp:Duel: part counters" in done.stderr
    where = run(environment, "-c", "import pnp; print(pnp.__file__)", folder=tmp_path).stdout
    assert str(environment.parents[1]) in where
    missing = run(environment, "script.py", "nowhere", tmp_path / "kits", folder=tmp_path)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "L001" in missing.stderr
    assert "Traceback" not in missing.stderr


@pytest.mark.slow
def test_types_of_a_user_script_are_checked_strictly(environment: Path, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    (tmp_path / "wrong.py").write_text("import pnp\n\n" + "".join(f"{line}\n" for line in WRONG), "utf-8")
    check = (
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-executable",
        environment,
        "--cache-dir",
        tmp_path / "m",
    )
    right = run(*check, "script.py", folder=tmp_path)
    assert right.returncode == 0, right.stdout
    wrong = run(*check, "wrong.py", folder=tmp_path)
    errors = [line for line in wrong.stdout.splitlines() if ": error: " in line]
    assert [line.rpartition("[")[2] for line in errors] == [f"{code}]" for code in WRONG.values()]
