"""Jobs side by side: results in order, what follows goes first, and nothing is left when one fails."""

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from pnp.findings import Finding, Refused
from pnp.processes import _FORKS, NextJob, run_jobs, signals_delayed, stopped_by_signals
from pnp.spot import Spot


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


@pytest.mark.parametrize("processes", [1, 2])
def test_results_are_in_the_order_of_the_jobs(processes: int) -> None:
    jobs = [partial(say, "one", 0.2), partial(first_half, "two"), partial(say, "three")]
    assert run_jobs(jobs, processes) == ["one", "two, then the rest", "three"]
    assert run_jobs([], processes) == []


def test_each_job_has_a_process_of_its_own(tmp_path: Path) -> None:
    done = run_jobs([partial(note, tmp_path, name) for name in "abc"], 2)
    assert len({os.getpid(), *done}) == 4


@pytest.mark.parametrize("processes", [1, 2])
def test_a_refusal_comes_through_whole_and_stops_the_others(processes: int, tmp_path: Path) -> None:
    jobs = [refuse, partial(note, tmp_path, "runs", 60), partial(note, tmp_path, "waits")]
    with pytest.raises(Refused) as refused:
        run_jobs(jobs, processes)
    assert [str(finding) for finding in refused.value.findings] == ["game.yaml:3:7: L001 this is wrong; write that"]
    assert not (tmp_path / "waits").exists()


def test_what_the_system_refuses_comes_through() -> None:
    with pytest.raises(OSError, match="no space left") as refused:
        run_jobs([no_room], 2)
    assert (refused.value.errno, refused.value.filename) == (28, "kit.pdf")


def test_a_process_that_is_killed_is_one_error() -> None:
    with pytest.raises(ChildProcessError, match="ended before its work was done"):
        run_jobs([partial(os._exit, 3)], 2)


@pytest.mark.skipif(not _FORKS, reason="processes share nothing here")
def test_what_is_drawn_meanwhile_is_shared_by_jobs_that_begin_later() -> None:
    drawn: list[str] = []

    def see() -> list[str]:
        return list(drawn)

    assert run_jobs([see, see, see], 3, partial(drawn.append, "map"), first_jobs={1}) == [["map"], [], ["map"]]


class Unlucky:
    """Something that is interrupted while it is thrown away: Python discards what is raised there."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def throw_away() -> None:
    thing = Unlucky()
    del thing


@pytest.mark.skipif(not _FORKS, reason="jobs run here")
@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_that_python_discards_still_ends_the_jobs(
    processes: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    jobs = [partial(note, tmp_path, "first"), partial(note, tmp_path, "runs", 60), partial(note, tmp_path, "waits")]
    with stopped_by_signals() as signals, pytest.raises(KeyboardInterrupt):
        run_jobs(jobs, processes, throw_away)
    assert signals == [signal.SIGINT]
    assert not (tmp_path / "waits").exists()
    assert capsys.readouterr().err == ""


def test_what_must_be_finished_is_finished_before_an_interrupt_is_obeyed() -> None:
    done = []
    with stopped_by_signals(), pytest.raises(KeyboardInterrupt), signals_delayed():  # noqa: PT012 - what is interrupted
        signal.raise_signal(signal.SIGTERM)  # to this thread: workers of the tests have others
        done.append("finished")
    assert done == ["finished"]
