"""Kits of many games as jobs of an executor: results are values, and a lost worker costs no kit on a cluster."""

import hashlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from pnp import build_all
from pnp.findings import Refused
from pnp.kit.pipeline import FinishedKit, RefusedKits
from pnp.processes import ProcessExecutor
from tests.executors import Here

GAME = """\
game: {title: The NAME}
components:
  blast: {kind: template, shape: disc, name: Blast, diameter: 2in}
  cards: {kind: card, name: Card, width: 60mm, height: 90mm, copies: 1, front: {ground: "#DDEEFF"}}
"""
BAD = GAME.replace("2in", "0in")


def write(top: Path, *names: str, bad: str = "") -> list[Path]:
    """Games with these names, one of them with an error."""
    for name in names:
        (top / name).mkdir()
        (top / name / "game.yaml").write_text((BAD if name == bad else GAME).replace("NAME", name), "utf-8")
    return [top / name for name in names]


def hashes(folder: Path) -> dict[str, str]:
    """The files below a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def results(found: Iterator[FinishedKit | RefusedKits]) -> dict[str, FinishedKit | RefusedKits]:
    """The results by the name of the game."""
    named = [(one.folder if isinstance(one, FinishedKit) else one.folders[0], one) for one in found]
    return {folder.parent.name: one for folder, one in named}


def test_results_are_values_also_of_a_game_with_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "ford", "bad", bad="bad")
    found = results(build_all(["ford", "bad"], {"output": Path("out"), "only": "components"}, Here()))
    assert isinstance(found["ford"], FinishedKit)
    assert found["ford"].folder == Path("out/ford/home-only-components")
    assert (found["ford"].folder / "manifest.json").is_file()
    assert isinstance(found["bad"], RefusedKits)
    assert found["bad"].folders == (Path("out/bad/home-only-components"),)
    assert {finding.code for finding in found["bad"].findings} >= {"K011"}
    assert not list(tmp_path.glob("out/bad/*"))


def test_games_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    games = write(tmp_path, "ford") + write(tmp_path / "other", "ford")
    with pytest.raises(Refused, match="B008"):
        list(build_all(games, {"output": tmp_path / "out"}, Here()))


def test_a_mistake_of_the_program_is_raised_and_not_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("pnp.kit.pipeline.build_kit", broken)
    with pytest.raises(ZeroDivisionError, match="a mistake") as raised:
        list(build_all(write(tmp_path, "ford"), {"output": tmp_path / "out"}, Here()))
    assert "in broken" in raised.value.__notes__[0]


@pytest.mark.slow
def test_kits_of_a_process_pool_are_those_of_one_process(tmp_path: Path) -> None:
    games = write(tmp_path, "ford", "hill", "bad", bad="bad")
    how = {"only": "components,map", "paper": "letter,a4"}
    alone = results(build_all(games, {**how, "output": tmp_path / "one"}, Here()))
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        shared = results(build_all(games, {**how, "output": tmp_path / "two"}, executor))
    assert {name: type(one) for name, one in shared.items()} == {name: type(one) for name, one in alone.items()}
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    assert {path.parts[-2] for path in (tmp_path / "two").glob("*/*")} == {"ford", "hill"}


class LosesFirst(ProcessExecutor):
    """The process of the first job ends before its work is done."""

    lost = False

    def submit(self, job, /, *args, **how):
        first, self.lost = not self.lost, True
        return super().submit(partial(os._exit, 9) if first else job, *args, **how)


@pytest.mark.slow
def test_a_kit_whose_process_is_lost_is_refused(tmp_path: Path) -> None:
    with LosesFirst(1) as executor:
        found = list(build_all(write(tmp_path, "ford"), {"output": tmp_path / "out", "only": "map"}, executor))
    (refused,) = found
    assert isinstance(refused, RefusedKits)
    (finding,) = refused.findings
    assert finding.code == "W010"
    assert finding.wrong.startswith("the kit cannot be built: the process that built it was lost (")


# ---------------------------------------------------------------- a cluster


def test_without_its_extra_a_cluster_is_one_line(
    pnp: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    write(tmp_path, "ford")
    done = pnp("build", "ford", "--cluster", "tcp://127.0.0.1:8786", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "Error: --cluster needs the package distributed (the extra pnp[cluster]); install it first"
    )


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_worker_of_a_cluster_costs_no_kit(pnp: Callable[..., Any], tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="needs pnp[cluster]")
    names = ("bridge", "ford", "hill", "mill", "bad")
    games = write(tmp_path, *names, bad="bad")
    alone = results(build_all(games, {"output": tmp_path / "one"}, Here()))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster:
        with distributed.Client(cluster) as client:
            pids = client.run(os.getpid)
            found = build_all(games, {"output": tmp_path / "two"}, client.get_executor(pure=False))
            kits = iter(found)
            shared = [next(kits)]
            while not (building := list((tmp_path / "two").glob("*/.home.new-*"))):
                time.sleep(0.005)
            killed = int(building[0].name.split("-")[1])  # the name of an unfinished folder has the process
            assert killed in pids.values()
            os.kill(killed, signal.SIGKILL)
            shared += kits
        done = pnp("build", *names, "--cluster", cluster.scheduler_address, "-o", tmp_path / "three", cwd=tmp_path)
    kinds = {name: type(one) for name, one in results(iter(shared)).items()}
    assert kinds == {name: type(one) for name, one in alone.items()}
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two") == hashes(tmp_path / "three")
    assert sorted(path.name for path in (tmp_path / "two").glob("*/*")) == ["home"] * 4
    assert (done.returncode, done.stdout.count(" files, ")) == (1, 4)
    assert "K011" in done.stderr
    assert done.stderr.splitlines()[-1] == f"not built: {tmp_path}/three/bad/home: 1 error"
