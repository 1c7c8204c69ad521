"""What `make bench` compares: the floor's sheets look like pnp's, and commands are measured with all that they start."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from tests.bench.jobs import Job, plain_counters, plain_map
from tests.bench.kits import CHANGES, DATA
from tests.bench.measure import Cost, measure
from tests.bench.readme_table import BEGIN, END, Costs, write_table

ENVIRONMENT = {**os.environ, "PYTHONHASHSEED": "0"}


def small_counters(folder: Path) -> Job:
    """Eight nations, three counters each: pnp sets each nation in a row of its own."""
    return plain_counters(24, folder, columns=3)


def small_map(folder: Path) -> Job:
    return plain_map(4, 3, folder)


def map_with_rulers(folder: Path) -> Job:
    """High enough for the rulers beside the map."""
    return plain_map(4, 14, folder)


def made(commands: Sequence[Sequence[str | Path]]) -> None:
    """Run commands side by side."""
    running = [subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE) for command in commands]
    for process in running:
        _, words = process.communicate()
        assert process.returncode == 0, words.decode()


@pytest.mark.parametrize("small_job", [small_counters, small_map, map_with_rulers])
def test_the_floor_draws_the_same_marks(small_job, tmp_path: Path) -> None:
    job = small_job(tmp_path)
    made([job.ours, job.floor])
    ours, floor = (pypdfium2.PdfDocument(tmp_path / f"{job.name}{kind}.pdf") for kind in ("", "-floor"))
    assert len(ours) == len(floor)
    for page, other in zip(ours, floor, strict=True):
        assert texts(page) == texts(other)
        assert difference(page, other) < 0.01


def texts(page: pypdfium2.PdfPage) -> Counter[str]:
    """Each word of a page, and how often it stands there."""
    return Counter(page.get_textpage().get_text_range().split())


def difference(page: pypdfium2.PdfPage, other: pypdfium2.PdfPage) -> float:
    """The share of pixels that are plainly not of one colour."""
    one, two = (np.asarray(p.render(scale=1.5).to_numpy(), dtype=int) for p in (page, other))
    return float((np.abs(one - two).max(axis=2) > 64).mean())


def test_a_command_is_measured() -> None:
    assert all(value >= 0 for value in measure((sys.executable, "-c", "pass"), runs=1))


def test_a_command_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match="no such thing"):
        measure((sys.executable, "-c", "raise SystemExit('no such thing')"), runs=1)


def test_the_changes_of_kits_are_in_their_games() -> None:
    for name, changes in CHANGES.items():
        for file, was, _ in changes.values():
            text = (DATA / name / file).read_text("utf-8")
            assert was in text, (name, file)


def test_the_table_of_a_readme_keeps_the_rows_that_were_not_measured(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# Speed\n\n{BEGIN}{END}\nThe end\n", "utf-8")
    write_table(readme, {"map": Costs(Cost(1, 0.9, 40), Cost(1, 0.3, 15)), "help": Costs(Cost(1, 0.1, 9), None)})
    write_table(readme, {"map": Costs(Cost(1, 0.6, 41), Cost(1, 0.3, 15))})
    assert readme.read_text("utf-8").splitlines()[2:] == [
        BEGIN.strip(),
        "| job | CPU s | MB | floor, CPU s | ratio |",
        "|---|---|---|---|---|",
        "| `map` | 0.60 | 41 | 0.30 | 2.00 |",
        "| `help` | 0.10 | 9 |  |  |",
        END.strip(),
        "",
        "The end",
    ]


def test_a_readme_without_a_table_is_not_changed(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Speed\n", "utf-8")
    with pytest.raises(ValueError, match="has no lines <!-- begin of bench -->"):
        write_table(readme, {})
