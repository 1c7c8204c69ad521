"""Runs jobs in parallel, each in a process of its own that returns its memory when it ends.

Forked processes share what is in memory when they start: modules, and the game.
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
"""A function without arguments. The job and its result can be pickled."""
_FORKS = sys.platform == "linux"
"""Whether processes are forked. Elsewhere forking is not available, or system libraries do not survive it."""


STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to stop."""
_stops: list[int] = []
"""The stop signals that have arrived.

A raised `KeyboardInterrupt` can be lost, because Python discards exceptions raised in `__del__`. This list cannot.
"""
_holds: list[None] = []
"""One entry for each `signals_delayed()` that is active."""


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[list[int]]:
    """Raise `KeyboardInterrupt` in a `with` block at a stop signal; yield the signals received so far."""
    _stops.clear()
    if threading.current_thread() is not threading.main_thread():
        yield _stops
        return
    report = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type is KeyboardInterrupt else report(lost)
    before = {number: signal.getsignal(number) for number in STOPS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # ignored already, as under nohup
            signal.signal(number, _interrupt)
    try:
        yield _stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook = report


def _interrupt(number: int, _frame: object) -> None:
    """Record a stop signal and raise `KeyboardInterrupt`."""
    _stops.append(number)
    if not _holds:
        raise KeyboardInterrupt


def ignore_signals() -> None:
    """Ignore further stop signals, because the program is about to end."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


def raise_lost_interrupt() -> None:
    """Raise `KeyboardInterrupt` if a stop signal arrived earlier but its exception was discarded."""
    if _stops:
        raise KeyboardInterrupt


@contextlib.contextmanager
def signals_delayed() -> Iterator[None]:
    """Delay stop signals until the end of the `with` block."""
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
        raise_lost_interrupt()


@dataclass(frozen=True)
class NextJob:
    """The result of a job that has a second stage: that stage, which runs in a fresh process before any other job."""

    job: Job


def run_jobs(
    jobs: Sequence[Job],
    processes: int,
    preload: Callable[[], None] | None = None,
    first_jobs: Container[int] | None = None,
) -> list[Any]:
    """Run jobs in parallel processes and return their results in the same order as the jobs.

    With one process the jobs run one after the other; where processes cannot be forked, they then run in this one.
    `preload` is called once while the first jobs run, to load what later jobs inherit: only the jobs with an index in
    `first` start before it is finished, or all if `first` is None. A stop signal ends all jobs with
    `KeyboardInterrupt`. `Refused` or `OSError` of a job is raised here, and the other jobs are stopped.
    """
    if processes == 1 and not _FORKS:
        return [_run_here(job) for job in jobs]
    return _ParallelJobs(jobs, processes).run(preload if _FORKS else None, first_jobs)


def _run_here(job: Job) -> Any:  # noqa: ANN401
    """Run a job, and any second stage that it returns, in this process; return the final result."""
    raise_lost_interrupt()
    made = job()
    while isinstance(made, NextJob):
        raise_lost_interrupt()
        gc.collect()  # a large job has finished
        made = made.job()
    return made


class _ParallelJobs:
    """Jobs that run in parallel processes, with the results received so far."""

    def __init__(self, jobs: Sequence[Job], processes: int) -> None:
        self.context = get_context("fork" if _FORKS else "spawn")
        self.waiting = deque(enumerate(jobs))
        self.results: list[Any] = [None] * len(self.waiting)
        self.processes = processes
        self.running: dict[Connection, tuple[int, BaseProcess]] = {}

    def run(self, preload: Callable[[], None] | None, first_jobs: Container[int] | None) -> list[Any]:
        """Run all jobs in parallel and return their results in the same order as the jobs."""
        gc.freeze()  # or looking for garbage would touch, and so copy, what is shared
        try:
            if preload:
                first = [job for job in self.waiting if first_jobs is None or job[0] in first_jobs][: self.processes]
                for job in first:
                    self.waiting.remove(job)
                    self._start(*job)
                preload()
                gc.freeze()
            while self.waiting or self.running:
                raise_lost_interrupt()
                while self.waiting and len(self.running) < self.processes:
                    self._start(*self.waiting.popleft())
                for reader in wait(list(self.running)):
                    assert isinstance(reader, Connection)
                    self._finish(reader)
            raise_lost_interrupt()
        finally:
            with signals_delayed():
                for _, process in self.running.values():
                    process.terminate()
                    process.join()
                gc.unfreeze()
        return self.results

    def _start(self, index: int, job: Job) -> None:
        """Start the process of a job."""
        reader, writer = self.context.Pipe(duplex=False)
        process = self.context.Process(target=_run_job_in_process, args=(job, writer, gc.get_threshold()), daemon=True)  # type: ignore[attr-defined] # typeshed has no class for all contexts
        with signals_delayed():
            process.start()
            writer.close()
            self.running[reader] = index, process

    def _finish(self, reader: Connection) -> None:
        """Receive a result from a process; store it, or queue the second stage of the job."""
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
        if isinstance(made, NextJob):
            self.waiting.appendleft((index, made.job))
        else:
            self.results[index] = made


def _run_job_in_process(job: Job, writer: Connection, threshold: tuple[int, int, int]) -> None:
    """Run a job in this child process and send its result to the parent process.

    The parent handles interrupts.
    """
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
    """Arrange that this process ends when its parent does, even if the parent is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


# ---------------------------------------------------------------- one job that may use so much


class OverLimitError(Exception):
    """A job exceeded its limit of time or memory, or its process died; the message says which."""


def run_limited(job: Job, *, seconds: int, megabytes: int) -> Any:  # noqa: ANN401
    """Run a job in its own process and return its result; raise `OverLimitError` above a limit.

    `seconds` limits processor time, and twice as many seconds limit elapsed time. `megabytes` limits the memory used in
    addition to the shared memory (on Linux). Exceptions of the job are not passed on.
    """
    context = get_context("fork" if _FORKS else "spawn")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_run_job_with_limits, args=(job, writer, seconds, megabytes), daemon=True)  # type: ignore[attr-defined] # typeshed has no class for all contexts
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
                raise OverLimitError(_explain_exit(process.exitcode or 0, seconds, megabytes)) from None
        if isinstance(made, MemoryError):
            raise OverLimitError(_memory_message(megabytes))
        return made
    finally:
        process.kill()
        process.join()


def _memory_message(megabytes: int) -> str:
    """Return the message that a job needs more memory than it may use."""
    return f"it needs more than {megabytes} MB of memory"


def _explain_exit(exit_code: int, seconds: int, megabytes: int) -> str:
    """Return a message that says why a process ended without a result."""
    if hasattr(signal, "SIGXCPU") and exit_code == -signal.SIGXCPU:
        return f"it takes longer than {seconds} s"
    if exit_code < 0:  # libraries in C++ abort when they get no more memory
        return _memory_message(megabytes)
    return "its reader failed"


def _run_job_with_limits(job: Job, writer: Connection, seconds: int, megabytes: int) -> None:
    """Run a job in this child process, with limits of time and memory; send its result to the parent."""
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
