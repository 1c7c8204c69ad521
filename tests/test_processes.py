"""Jobs side by side: results in order, what follows goes first, and nothing is left when one fails."""

import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import ClassVar

import pytest

from pnp.findings import Finding, Refused
from pnp.fork_server import safe_import_path
from pnp.kit.parallel import build_executor
from pnp.processes import (
    NextJob,
    OverLimitError,
    Parcel,
    ProcessExecutor,
    run_jobs,
    run_limited,
)
from pnp.signals import signals_delayed, stopped_by_signals
from pnp.spot import Spot
from tests.executors import Here

TOP = Path(__file__).parents[1]
unix = pytest.mark.skipif(sys.platform != "linux", reason="limits and forks are those of Linux")


def say(text: str, seconds: float = 0) -> str:
    time.sleep(seconds)
    return text


def first_half(text: str) -> NextJob:
    return NextJob(partial(say, f"{text}, then the rest"))


def note(folder: Path, name: str, seconds: float = 0) -> int:
    (folder / name).touch()
    time.sleep(seconds)
    return os.getpid()


def refuse() -> None:
    raise Refused([Finding("L001", Spot("game.yaml", 3, 7), "this is wrong", "write that")])


def no_room() -> None:
    raise OSError(28, "no space left on device", "kit.pdf")


def several(text: str) -> list[object]:
    return [[f"{text} now"], NextJob(partial(say, f"{text} later"))]


@contextmanager
def executor_of(kind: str) -> Iterator[Executor | None]:
    if kind == "none":
        yield None
    elif kind == "stub":
        yield Here()
    else:
        with ThreadPoolExecutor(2) if kind == "threads" else ProcessExecutor(2) as executor:
            yield executor


@pytest.mark.parametrize("kind", ["none", "stub", "threads", pytest.param("processes", marks=pytest.mark.slow)])
def test_results_are_in_the_order_of_the_jobs(kind: str) -> None:
    jobs = [partial(say, "one", 0.2), partial(first_half, "two"), partial(several, "three"), partial(say, "four")]
    with executor_of(kind) as executor:
        assert run_jobs(jobs, executor) == [
            "one",
            "two, then the rest",
            [["three now"], "three later"],
            "four",
        ]
        assert run_jobs([], executor) == []


def test_a_process_pool_of_the_user_runs_jobs() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        assert run_jobs([partial(first_half, "two")], executor) == ["two, then the rest"]


def test_each_job_has_a_process_of_its_own(tmp_path: Path) -> None:
    with ProcessExecutor(2) as executor:
        done = run_jobs([partial(note, tmp_path, name) for name in "abc"], executor)
    assert len({os.getpid(), *done}) == 4


def first_noted(folder: Path) -> NextJob:
    note(folder, "first", 0.2)
    return NextJob(partial(note, folder, "second stage of first"))


def test_second_stages_start_before_jobs_that_wait(tmp_path: Path) -> None:
    with ProcessExecutor(1) as executor:
        run_jobs([partial(first_noted, tmp_path), partial(note, tmp_path, "other")], executor)
    by_time = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert [path.name for path in by_time] == ["first", "second stage of first", "other"]


def test_without_jobs_no_process_is_started() -> None:
    with ProcessExecutor(2) as executor:
        assert run_jobs([], executor) == []
        assert executor._pool is None
    with build_executor(1, 5) as alone, build_executor(4, 1) as one_part, build_executor(2, 2) as several_parts:
        assert (alone, one_part) == (None, None)
        assert isinstance(several_parts, ProcessExecutor)


def test_a_parcel_is_pickled_once_and_passed_on_as_it_is() -> None:
    parcel = Parcel(CountsPickling())
    passed = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps((parcel, parcel)))))
    pickle.dumps(parcel)
    assert CountsPickling.pickled == ["pickled"]
    assert CountsPickling.unpickled == []
    assert isinstance(passed[0].value, CountsPickling)
    assert passed[0].value is passed[1].value
    assert CountsPickling.unpickled == ["unpickled"]


class CountsPickling:
    pickled: ClassVar[list[str]] = []
    unpickled: ClassVar[list[str]] = []

    def __getstate__(self) -> dict[str, int]:
        self.pickled.append("pickled")
        return {"a": 1}

    def __setstate__(self, _: dict[str, int]) -> None:
        self.unpickled.append("unpickled")


def test_a_process_that_waits_for_the_lock_of_one_that_has_ended_does_not_stop_the_end(tmp_path: Path) -> None:
    """The pool starts a process while it ends: it waits for the lock with which others took their jobs."""
    executor = ProcessExecutor(1)
    running = executor.submit(note, tmp_path, "runs", 60)
    while not (tmp_path / "runs").exists():
        time.sleep(0.01)
    pool = executor._pool
    assert pool is not None
    pool._call_queue._rlock.acquire()  # as a process that was killed while it held it
    for name in "abc":
        executor.submit(note, tmp_path, name)
    start = time.monotonic()
    executor.terminate()
    assert time.monotonic() - start < 30
    assert not (tmp_path / "a").exists()
    assert running.cancelled() or running.exception() is not None


@pytest.mark.parametrize("kind", ["none", "stub", "processes"])
def test_a_refusal_comes_through_whole_and_stops_the_others(kind: str, tmp_path: Path) -> None:
    jobs = [refuse, partial(note, tmp_path, "runs", 60), partial(note, tmp_path, "waits")]
    if kind == "stub":  # it runs what it gets
        jobs = jobs[:1]
    with executor_of(kind) as executor:
        with pytest.raises(Refused) as refused:
            run_jobs(jobs, executor)
        assert [str(found) for found in refused.value.findings] == ["game.yaml:3:7: L001 this is wrong; write that"]
        assert not (tmp_path / "waits").exists()
        assert run_jobs([partial(say, "next")], executor) == ["next"]


def test_what_the_system_refuses_comes_through() -> None:
    with pytest.raises(OSError, match="no space left") as refused, ProcessExecutor(2) as executor:
        run_jobs([no_room], executor)
    assert (refused.value.errno, refused.value.filename) == (28, "kit.pdf")


def test_jobs_of_other_executors_have_ended_when_a_refusal_is_raised(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        with pytest.raises(Refused):
            run_jobs([partial(write_later, tmp_path / "late"), refuse], executor)
        assert (tmp_path / "late").exists()


def write_later(path: Path) -> None:
    time.sleep(0.2)
    path.touch()


def test_a_process_that_is_killed_is_one_error_and_the_next_jobs_run() -> None:
    with ProcessExecutor(2) as executor:
        with pytest.raises(ChildProcessError, match="ended before its work was done"):
            run_jobs([partial(os._exit, 3)], executor)
        assert run_jobs([partial(say, "next")], executor) == ["next"]


def test_jobs_run_in_the_folder_of_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ProcessExecutor(1) as executor:
        assert run_jobs([os.getcwd], executor) == [str(tmp_path)]


class Unlucky:
    """Something that is interrupted while it is thrown away: Python discards what is raised there."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def throw_away() -> None:
    thing = Unlucky()
    del thing


class ThrowsAway(ProcessExecutor):
    def submit(self, job, /, *args, **how):
        future = super().submit(job, *args, **how)
        if "first" in args[-1].args:
            throw_away()
        return future


@pytest.mark.parametrize("executor", [None, ThrowsAway(2)], ids=["none", "processes"])
def test_an_interrupt_that_python_discards_still_ends_the_jobs(
    executor: Executor | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = partial(note, tmp_path, "first") if executor else throw_away
    jobs = [first, partial(note, tmp_path, "runs", 60), partial(note, tmp_path, "waits", 1)]
    with stopped_by_signals() as signals:
        with pytest.raises(KeyboardInterrupt):
            run_jobs(jobs, executor)
        assert signals == [signal.SIGINT]
    assert not (tmp_path / "waits").exists()
    assert capsys.readouterr().err == ""


def test_what_must_be_finished_is_finished_before_an_interrupt_is_obeyed() -> None:
    done = []
    with stopped_by_signals(), pytest.raises(KeyboardInterrupt), signals_delayed():  # noqa: PT012 - what is interrupted
        signal.raise_signal(signal.SIGTERM)  # to this thread: workers of the tests have others
        done.append("finished")
    assert done == ["finished"]


# ---------------------------------------------------------------- hard limits, and the current folder


def used_seconds() -> int:
    end = time.process_time() + 20
    while time.process_time() < end:
        pass
    return 1


def limited_in_a_child(kind: str, hard: int) -> str:
    """What `run_limited` says in a process whose hard limit is this."""
    import resource  # noqa: PLC0415 - not on Windows

    resource.setrlimit(getattr(resource, kind), (hard, hard))
    try:
        job = used_seconds if kind == "RLIMIT_CPU" else partial(bytearray, 300_000_000)
        return str(run_limited(job, seconds=30, megabytes=5000))
    except OverLimitError as error:
        return str(error)


@unix
@pytest.mark.parametrize(
    ("kind", "hard", "message"),
    [
        ("RLIMIT_CPU", 3, r"it takes longer than 2 s of processor time"),
        ("RLIMIT_AS", 400_000_000, r"it needs more than \d{1,3} MB of memory"),
    ],
)
def test_limits_do_not_exceed_the_hard_limits_of_the_user(kind: str, hard: int, message: str) -> None:
    code = f"from tests.test_processes import limited_in_a_child; print(limited_in_a_child({kind!r}, {hard}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=TOP)
    assert re.fullmatch(message, done.stdout.strip()), done.stderr


TRAP = "open({!r}, 'w').close()\n"


@unix
@pytest.mark.slow
@pytest.mark.parametrize("words", [("-m", "pnp"), ("-P", "-m", "pnp")])
def test_no_module_of_the_current_folder_is_imported(tmp_path: Path, words: Sequence[str]) -> None:
    game = tmp_path / "game"
    shutil.copytree(TOP / "tests" / "games" / "duel", game)
    for name in ("struct", "signal", "random", "socket", "tempfile", "pickle", "json", "multiprocessing"):
        (game / f"{name}.py").write_text(TRAP.format(str(tmp_path / name)))
    build = ("build", ".", "-o", str(tmp_path / "out"), "-j", "2", "--only", "counters,components")
    env = {**os.environ, "PYTHONPATH": str(TOP), "PNP_CACHE": ""}
    done = subprocess.run(
        [sys.executable, *words, *build], cwd=game, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game", "out"]


def test_the_environment_is_as_before_when_processes_have_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    shown = "import os; print(os.environ.get('PYTHONSAFEPATH'), os.environ['PYTHONPATH'])"
    seen = [sys.executable, "-c", shown]
    before = dict(os.environ)
    with safe_import_path():
        inside = subprocess.run(seen, capture_output=True, text=True, check=True).stdout.split()
        assert dict(os.environ) == before
    assert (inside[0], inside[1].split(os.pathsep)[0]) == ("1", "/somewhere")
    assert subprocess.run(seen, capture_output=True, text=True, check=True).stdout.split() == ["None", "/somewhere"]


SCRIPT = """\
import os, sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pnp.processes import ProcessExecutor, run_jobs, run_limited
print("begun")
before = dict(os.environ)
limited = partial(run_limited, os.getppid, seconds=20, megabytes=200)
with ThreadPoolExecutor(4) as threads:
    parents = {one.result() for one in [threads.submit(limited) for _ in range(4)]}
with ProcessExecutor(2) as executor:
    parents |= set(run_jobs([os.getppid, os.getppid], executor))
assert len(parents) == 1 and os.getpid() not in parents, parents
assert dict(os.environ) == before
print(run_limited(os.getcwd, seconds=20, megabytes=200))
"""


@unix
def test_a_script_of_a_user_is_never_forked_and_runs_once(tmp_path: Path) -> None:
    """It has no guard for its main module, and four threads; all processes come from one server."""
    (tmp_path / "script.py").write_text(SCRIPT)
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.splitlines()) == ("", ["begun", str(tmp_path)])
