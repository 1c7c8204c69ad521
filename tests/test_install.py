"""pnp works from its wheel in a fresh environment, in a folder outside the checkout."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]


@pytest.mark.slow
def test_an_installed_pnp_begins_checks_and_builds_a_game_outside_the_checkout(tmp_path: Path) -> None:
    wheels, place, work = tmp_path / "wheels", tmp_path / "environment", tmp_path / "my games"
    work.mkdir()

    def run(*words: object) -> str:
        done = subprocess.run([str(word) for word in words], cwd=work, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", wheels], cwd=TOP, check=True
    )
    run(sys.executable, "-m", "venv", place)
    scripts = place / ("Scripts" if sys.platform == "win32" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--no-index", "--no-deps", *wheels.glob("*.whl"))
    site = run(scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    libraries = Path(sysconfig.get_path("purelib"))  # those of this environment, so that nothing is downloaded
    Path(site, "libraries.pth").write_text(f"{libraries}\n")
    pnp = scripts / "pnp"
    where = run(scripts / "python", "-c", "import pnp; print(pnp.__file__)")
    assert where.startswith(str(place))
    run(pnp, "new", "the ford", "--kind", "hexes")
    assert run(pnp, "check", "the ford") == "the ford: no findings\n"
    run(pnp, "preview", "the ford", "1-guards", "-o", "guards.png")
    assert (work / "guards.png").read_bytes().startswith(b"\x89PNG")
    run(pnp, "build", "the ford", "--only", "map,counters")
    assert (work / "output" / "the ford" / "home-only-map-counters" / "map.pdf").is_file()
    assert run(pnp, "check", "mukden") == "mukden: no findings\n"
