"""The same data gives the same bytes: sums of lengths, and a kit of one game on two versions of Python."""

import ast
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
DRAWING = ("art", "draw", "impose", "compose", "write")
TOOLS = (
    "scene.py",
    "extent.py",
    "hexgrid.py",
    "grid_cells.py",
    "fitting.py",
    "typeface.py",
    "icon_paths.py",
    "palette.py",
    "board.py",
)
OTHER_PYTHON = os.environ.get("PNP_OTHER_PYTHON", "")
"""An interpreter of another version that has the libraries of .ci/lock.txt, such as that of a second `.venv`."""


def plain_sums(path: Path) -> list[int]:
    """Return the lines of a module that call the built-in `sum` without a start, such as a `Fraction`."""
    called = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return [
        node.lineno
        for node in called
        if isinstance(node.func, ast.Name) and node.func.id == "sum" and len(node.args) == 1
    ]


def test_drawing_code_adds_lengths_with_fsum() -> None:
    """Since Python 3.12 the built-in `sum` of floats is compensated, so it draws other bytes than 3.11."""
    files = [path for room in DRAWING for path in (TOP / "pnp" / room).rglob("*.py")]
    files += [TOP / "pnp" / name for name in TOOLS]
    found = {path.relative_to(TOP).as_posix(): lines for path in files if (lines := plain_sums(path))}
    assert found == {}, "use math.fsum for floats, and pnp.units.int_sum for whole numbers"


@pytest.mark.slow
@pytest.mark.skipif(not OTHER_PYTHON, reason="set PNP_OTHER_PYTHON to another Python that has the locked libraries")
def test_two_versions_of_python_build_the_same_bytes(tmp_path: Path) -> None:
    programs = {"this": Path(TOP, ".venv/bin/python"), "other": Path(OTHER_PYTHON)}
    kits = {}
    for name, program in programs.items():
        folder = tmp_path / name
        environment = {**os.environ, "PYTHONPATH": str(TOP), "PNP_CACHE": ""}
        words = (program, "-m", "pnp", "build", "mukden", "--paper", "letter", "-o", folder)
        subprocess.run(words, cwd=tmp_path, env=environment, check=True, capture_output=True)
        (kit,) = (folder / "mukden").iterdir()
        kits[name] = {path.relative_to(kit).as_posix(): path.read_bytes() for path in kit.rglob("*") if path.is_file()}
        listed = json.loads(kits[name]["manifest.json"])
        del listed["libraries"]  # another Python may need other versions, which the manifest states
        kits[name]["manifest.json"] = json.dumps(listed).encode()
        shutil.rmtree(folder)
    this, other = kits["this"], kits["other"]
    assert this.keys() == other.keys()
    assert [name for name in this if this[name] != other[name]] == []
