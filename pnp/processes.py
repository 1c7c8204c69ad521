"""Jobs side by side, each in a process of its own, which gives all its memory back when the job is done.

Where processes can be forked safely they share what is in memory when they begin: modules, and the game.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeAlias

from pnp.findings import Refused

Job: TypeAlias = Callable[[], Any]
"""Something to do. It can be pickled, and so can its result."""
_FORKS = sys.platform == "linux"
"""Elsewhere libraries of the system do not bear to be forked, or there is no fork."""


STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to stop."""
_stops: list[int] = []
"""The stop signals that have arrived. A raised `KeyboardInterrupt` can get lost: Python discards what is raised in a
`__del__`. What is in this list cannot.
"""
_holds: list[None] = []
"""One entry for each `held()` that is open."""


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[list[int]]:
    """Raise `KeyboardInterrupt` at a stop signal; gives the list of those that have arrived."""
    _stops.clear()
    if threading.current_thread() is not threading.main_thread():
        yield _stops
        return
    report = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type is KeyboardInterrupt else report(lost)
    before = {number: signal.getsignal(number) for number in STOPS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _stop)
    try:
        yield _stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook = report


def _stop(number: int, _frame: object) -> None:
    _stops.append(number)
    if not _holds:
        raise KeyboardInterrupt


def ignore_signals() -> None:
    """Let no further stop signal disturb a program that is about to end."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


def go_on() -> None:
    """Raise `KeyboardInterrupt` if a stop signal has arrived and was lost."""
    if _stops:
        raise KeyboardInterrupt


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Finish what is inside before a stop signal is obeyed. A process that is started inside begins with none."""
    masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS) if masks else set()
    _holds.append(None)
    try:
        yield
    finally:
        _holds.pop()
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if not _holds:
        go_on()


@dataclass(frozen=True)
class Next:
    """In place of a result: the job that goes on with it, in a fresh process, before any other begins."""

    job: Job


def run_jobs(
    jobs: Sequence[Job],
    processes: int,
    meanwhile: Callable[[], None] | None = None,
    early: Container[int] | None = None,
) -> list[Any]:
    """The results of jobs, in their order. A stop signal ends them all with `KeyboardInterrupt`.

    With one process they run one after the other; where processes cannot be forked, they then run in this one.
    `meanwhile` is called once while the first are at work, to get in memory what later ones will share: only
    the jobs with an index in `early` begin before it is done, or all if that is None. What a job refuses, and what the
    system refuses it (`OSError`), is raised here, and the others are stopped.
    """
    if processes == 1 and not _FORKS:
        return [_run_here(job) for job in jobs]
    return _SideBySide(jobs, processes).run(meanwhile if _FORKS else None, early)


def _run_here(job: Job) -> Any:  # noqa: ANN401
    go_on()
    made = job()
    while isinstance(made, Next):
        go_on()
        gc.collect()  # there is more than usual to throw away: a large job is done
        made = made.job()
    return made


class _SideBySide:
    def __init__(self, jobs: Sequence[Job], processes: int) -> None:
        self.context = get_context("fork" if _FORKS else "spawn")
        self.waiting = deque(enumerate(jobs))
        self.results: list[Any] = [None] * len(self.waiting)
        self.processes = processes
        self.running: dict[Connection, tuple[int, BaseProcess]] = {}

    def run(self, meanwhile: Callable[[], None] | None, early: Container[int] | None) -> list[Any]:
        gc.collect()
        gc.freeze()  # or looking for garbage would touch, and so copy, what is shared
        try:
            if meanwhile:
                first = [job for job in self.waiting if early is None or job[0] in early][: self.processes]
                for job in first:
                    self.waiting.remove(job)
                    self._start(*job)
                meanwhile()
                gc.freeze()
            while self.waiting or self.running:
                go_on()
                while self.waiting and len(self.running) < self.processes:
                    self._start(*self.waiting.popleft())
                for reader in wait(list(self.running)):
                    assert isinstance(reader, Connection)
                    self._finish(reader)
            go_on()
        finally:
            with held():
                for _, process in self.running.values():
                    process.terminate()
                    process.join()
                gc.unfreeze()
        return self.results

    def _start(self, index: int, job: Job) -> None:
        reader, writer = self.context.Pipe(duplex=False)
        process = self.context.Process(target=_work, args=(job, writer, gc.get_threshold()), daemon=True)  # type: ignore[attr-defined] # typeshed has no class for all contexts
        with held():
            process.start()
            writer.close()
            self.running[reader] = index, process

    def _finish(self, reader: Connection) -> None:
        """Take what a process says, and put it where it belongs."""
        index, process = self.running.pop(reader)
        with reader:
            try:
                made = reader.recv()
            except EOFError:
                process.join()
                raise ChildProcessError(f"a process ended before its work was done ({process.exitcode})") from None
        process.join()
        if isinstance(made, BaseException):
            raise made
        if isinstance(made, Next):
            self.waiting.appendleft((index, made.job))
        else:
            self.results[index] = made


def _work(job: Job, writer: Connection, threshold: tuple[int, int, int]) -> None:
    """Do one job. An interrupt is the parent's to deal with; it terminates this process."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    _holds.clear()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    gc.set_threshold(*threshold)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        made = job()
    except (Refused, OSError) as error:
        made = error
    writer.send(made)


def _end_with_parent() -> None:
    """A killed build must not leave processes behind."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


# ---------------------------------------------------------------- one job that may use so much


class OverLimitError(Exception):
    """A job used more time or memory than it was given, or its process died; the message says which."""


def run_limited(job: Job, *, seconds: int, megabytes: int) -> Any:  # noqa: ANN401
    """Return the result of a job that runs in a process of its own, and raise `OverLimitError` if it breaks a limit.

    `seconds` limits both its processor time and the time on the clock, `megabytes` the memory that it takes in addition
    to what it shares (where the system enforces that: Linux). What the job raises is not passed on.
    """
    context = get_context("fork" if _FORKS else "spawn")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_work_limited, args=(job, writer, seconds, megabytes), daemon=True)  # type: ignore[attr-defined] # typeshed has no class for all contexts
    process.start()
    writer.close()
    try:
        with reader:
            if not reader.poll(2 * seconds):
                raise OverLimitError(f"it takes longer than {2 * seconds} s")
            try:
                made = reader.recv()
            except EOFError:
                process.join()
                raise OverLimitError(_why(process.exitcode or 0, seconds, megabytes)) from None
        if isinstance(made, MemoryError):
            raise OverLimitError(_too_much(megabytes))
        return made
    finally:
        process.kill()
        process.join()


def _too_much(megabytes: int) -> str:
    return f"it needs more than {megabytes} MB of memory"


def _why(exit_code: int, seconds: int, megabytes: int) -> str:
    """Say why a process ended without a result."""
    if hasattr(signal, "SIGXCPU") and exit_code == -signal.SIGXCPU:
        return f"it takes longer than {seconds} s"
    if exit_code < 0:  # libraries in C++ abort when they get no more memory
        return _too_much(megabytes)
    return "its reader failed"


def _work_limited(job: Job, writer: Connection, seconds: int, megabytes: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.disable()  # a crash is expected here, and the parent reports it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - not on Windows

        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 1_000_000,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        made = job()
    except MemoryError as error:
        made = error
    writer.send(made)
