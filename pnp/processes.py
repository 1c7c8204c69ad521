"""Runs jobs on an executor of `concurrent.futures`, or one after the other in this process.

`ProcessExecutor` runs each job in a process of its own, which returns its memory when it ends.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import logging
import math
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Generic, Self, TypeAlias, TypeVar

from pnp.cache import Cache, cache_in_use, use_cache
from pnp.cancel import can_be_cancelled, stop_if_asked
from pnp.fork_server import FORKS, process_context, safe_import_path, start_server
from pnp.log import LOG, collected_log
from pnp.own_process import own_this_process
from pnp.pnp_error import PnpError
from pnp.signals import STOPS, signals_delayed

resource: Any = import_module("resource") if sys.platform == "linux" else None
"""The module of the limits of a process, which other systems lack or treat otherwise."""

Job: TypeAlias = Callable[[], Any]
"""A function without arguments. The job and its result can be pickled."""
T = TypeVar("T")


# ---------------------------------------------------------------- jobs


@dataclass(frozen=True)
class NextJob:
    """A job that takes the place of a result: the second stage of the job that returned it."""

    job: Job


class Parcel(Generic[T]):
    """A value for jobs. It is pickled at most once, and a process that only passes it on does not unpickle it."""

    def __init__(self, value: T) -> None:
        self._value: T | None = value
        self._bytes: bytes | None = None

    @property
    def value(self) -> T:
        """The value, unpickled when it is first needed."""
        if self._value is None and self._bytes is not None:
            self._value, self._bytes = pickle.loads(self._bytes), None  # noqa: S301 - from a process of this build
        return self._value  # type: ignore[return-value] # None only if it is the value

    def __getstate__(self) -> bytes:
        if self._bytes is None:
            self._bytes = pickle.dumps(self._value, pickle.HIGHEST_PROTOCOL)
        return self._bytes

    def __setstate__(self, state: bytes) -> None:
        self._value, self._bytes = None, state


def run_jobs(
    jobs: Sequence[Job],
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda _done, _left: None,
) -> list[Any]:
    """Run jobs on an executor and return their results in the same order as the jobs.

    `progress` is called after each job with the numbers of jobs that are done and that are left.

    Without an executor the jobs run in this process, one after the other. A `NextJob` in place of a result, or in a
    list of results, is run too, and its result takes its place. If a job raises an exception, such as `Refused` or
    `OSError`, it is raised here. Then, at a stop signal, and if the work is cancelled, the other jobs are cancelled,
    and those that already run are stopped or have ended. Raise `ChildProcessError` if a process ended before its job.
    """
    if executor is None:
        results = []
        for number, job in enumerate(jobs, 1):
            results.append(_run_here(job))
            progress(number, len(jobs) - number)
        return results
    return _SubmittedJobs(executor, progress).run(jobs)


def _run_here(job: Job) -> Any:  # noqa: ANN401
    """Run a job, and the second stages that it returns, in this process; return the final result."""
    stop_if_asked()
    made = job()
    _return_memory()
    return _run_next_jobs(made)


def _return_memory() -> None:
    """Return the memory of a finished job to the system. By itself, the C library keeps most of it.

    Source: malloc_trim(3).
    """
    if FORKS and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def _run_next_jobs(made: Any) -> Any:  # noqa: ANN401
    """Return a result in which the results of second stages have replaced them."""
    if isinstance(made, NextJob):
        return _run_here(made.job)
    if isinstance(made, list):
        made[:] = map(_run_next_jobs, made)
    return made


class _SubmittedJobs:
    """Jobs on an executor, each with the list and the index where its result goes.

    Second stages start before other jobs that wait. Therefore a `ProcessExecutor` gets only as many jobs as it has
    processes; other executors get all of them, because the number of their processes is not known.
    """

    def __init__(self, executor: Executor, progress: Callable[[int, int], None]) -> None:
        self.executor, self.progress, self.done = executor, progress, 0
        self.most = executor.processes if isinstance(executor, ProcessExecutor) else math.inf
        self.waiting: list[tuple[Job, list[Any], int]] = []
        self.places: dict[Future[Any], tuple[list[Any], int]] = {}

    def run(self, jobs: Sequence[Job]) -> list[Any]:
        """Run all jobs and return their results in the same order as the jobs."""
        results: list[Any] = [NextJob(job) for job in jobs]
        try:
            self._store(results)
            self._start_jobs()
            while self.places:
                for future in wait_for_one(self.places):
                    place, index = self.places.pop(future)
                    place[index] = result_of(future)
                    self._store(place, index)
                    self.done += 1
                self._start_jobs()
                self.progress(self.done, len(self.places) + len(self.waiting))
                _return_memory()  # of the parcels that were passed on
            stop_if_asked()
        except BrokenExecutor:
            self._stop()
            raise ChildProcessError("a process ended before its work was done") from None
        except BaseException:
            self._stop()
            raise
        return results

    def _store(self, place: list[Any], *indices: int) -> None:
        """Put the second stages among results before the jobs that wait, in their order.

        They are searched at some indices or at all, also in lists within lists.
        """
        self.waiting[:0] = _next_jobs(place, indices or range(len(place)))

    def _start_jobs(self) -> None:
        """Start the first jobs that wait, as many as may run."""
        while self.waiting and len(self.places) < self.most:
            job, place, index = self.waiting.pop(0)
            self.places[submit_job(self.executor, job)] = place, index

    def _stop(self) -> None:
        """Stop all jobs. End those that already run, or wait for them where the executor cannot end them."""
        with signals_delayed():
            running = [future for future in self.places if not future.cancel()]
            if isinstance(self.executor, ProcessExecutor):
                self.executor.terminate()
            else:
                wait(running)  # they may write into a folder that is about to be removed


def _next_jobs(place: list[Any], indices: Iterable[int]) -> Iterator[tuple[Job, list[Any], int]]:
    """Yield each second stage among results with the list and the index where its result goes."""
    for index in indices:
        made = place[index]
        if isinstance(made, NextJob):
            yield made.job, place, index
        elif isinstance(made, list):
            yield from _next_jobs(made, range(len(made)))


_POLLING = 0.1
"""After so many seconds, a thread that waits for jobs looks whether its work was cancelled."""


def wait_for_one(futures: Collection[Future[T]]) -> set[Future[T]]:
    """Wait until one or more jobs have ended, and return them; stop at signals and when the work is cancelled."""
    while True:
        stop_if_asked()
        done = wait(futures, _POLLING if can_be_cancelled() else None, FIRST_COMPLETED).done
        if done:
            return done


def submit_job(executor: Executor, job: Callable[[], T]) -> Future[T]:
    """Run a job on an executor with the cache of this thread. `result_of` returns its result."""
    return executor.submit(_run_submitted, os.getpid(), LOG.getEffectiveLevel(), cache_in_use(), job)


@dataclass(frozen=True)
class _Logged:
    """The result of a job in another process, and the log of that process."""

    result: Any
    log: tuple[logging.LogRecord, ...]


def result_of(future: Future[T]) -> T:
    """Return the result of a job, and log here what its process has logged; raise the exception of the job."""
    made = future.result()
    if not isinstance(made, _Logged):
        return made
    for record in made.log:
        LOG.handle(record)
    return made.result  # type: ignore[no-any-return] # the result of the job


def _run_submitted(process: int, level: int, cache: Cache | None, job: Job) -> Any:  # noqa: ANN401
    """Run a job that a process has submitted; return its result, with the log if this is another process."""
    if os.getpid() == process:
        return run_with_cache(cache, job)
    with collected_log(level) as log:
        made = run_with_cache(cache, job)
    return _Logged(made, tuple(log)) if log else made


def run_with_cache(cache: Cache | None, job: Job) -> Any:  # noqa: ANN401
    """Run a job with the cache that is in use where it was submitted."""
    with use_cache(cache):
        return job()


# ---------------------------------------------------------------- processes


PATIENCE = 5.0
"""Seconds after which processes that do not end when asked are killed."""


class ProcessExecutor(Executor):
    """A `ProcessPoolExecutor` that runs each job in a fresh process, so that memory is returned after each job.

    No process starts before the first job. A pool that has lost a process is replaced when the next job is submitted.
    On Linux, processes are forked from a server that has imported `modules`.
    """

    def __init__(self, processes: int, modules: Sequence[str] = ()) -> None:
        self.processes, self._modules = processes, list(modules)
        self._pool: ProcessPoolExecutor | None = None
        self._path = ExitStack()
        """Where processes are not forked from a server, they can start whenever a job waits."""

    def submit(self, job: Callable[..., T], /, *args: Any, **how: Any) -> Future[T]:  # noqa: ANN401
        """Add a job, which starts when a process is free; return its future."""
        with signals_delayed():
            if self._pool is None:
                start_server(self._modules)
                if not FORKS:
                    self._path.enter_context(safe_import_path())
                self._pool = self._new_pool()
            try:
                return self._pool.submit(_run_in_worker, partial(job, *args, **how))
            except BrokenExecutor:
                self._pool = self._new_pool()
                return self._pool.submit(_run_in_worker, partial(job, *args, **how))

    def _new_pool(self) -> ProcessPoolExecutor:
        """Return a pool whose processes end after one job.

        After one, because other limits can deadlock.  Source: github.com/python/cpython/issues/115634
        """
        return ProcessPoolExecutor(
            self.processes,
            process_context(),
            _prepare_worker,
            (Path.cwd(), gc.get_threshold()),
            max_tasks_per_child=1,
        )

    def terminate(self) -> None:
        """End all processes at once. The next job that is submitted starts new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            ending = threading.Thread(target=_end_processes, args=(pool,), daemon=True)
            ending.start()
            pool.shutdown(cancel_futures=True)
            ending.join()
        self._path.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when the submitted jobs have run."""
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=cancel_futures)
        self._path.close()


def _end_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, and those that it starts until it has shut down.

    More than once, because a process that starts late can wait for ever for a lock of one that has ended.
    """
    manager: Any = pool._executor_manager_thread  # a thread, whatever its type says
    start = time.monotonic()
    while manager is not None and manager.is_alive():
        for process in tuple((pool._processes or {}).values()):  # a method for this exists from Python 3.14
            process.terminate() if time.monotonic() < start + PATIENCE else process.kill()
        manager.join(0.02)


def _prepare_worker(folder: Path, threshold: tuple[int, int, int]) -> None:
    """Prepare this process for a job: its folder, its signals, and that it ends with its parent.

    The parent handles interrupts.
    """
    own_this_process()
    _follow_parent(folder)
    gc.set_threshold(*threshold)
    gc.freeze()  # or looking for garbage would touch, and so copy, what is shared with the server


def _follow_parent(folder: Path) -> None:
    """Change to the folder of the parent, end with it, and leave interrupts to it."""
    threading.Thread(target=_end_with_parent, daemon=True).start()  # signals stay blocked in it
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    os.chdir(folder)  # the server may have started elsewhere


def _run_in_worker(job: Callable[[], T]) -> T:
    """Run a job in a process that ends after it. Its result is sent whole, even if the parent stops the process."""
    try:
        return job()
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)


def _end_with_parent() -> None:
    """Arrange that this process ends when its parent does, even if the parent is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


# ---------------------------------------------------------------- one job that may use so much


class OverLimitError(PnpError):
    """A job exceeded its limit of time or memory, or its process died; the message says which."""


class OverTimeError(OverLimitError):
    """A job exceeded its limit of processor time, or of elapsed time (`is_elapsed`)."""

    def __init__(self, message: str, *, is_elapsed: bool = False) -> None:
        super().__init__(message)
        self.is_elapsed = is_elapsed


_WAITING = 10 if sys.platform == "linux" else 2
"""How many times longer than its processor time a job may take, because other programs run at the same time.

On other systems it is the only limit of time.
"""


def run_limited(job: Job, *, seconds: int, megabytes: int) -> Any:  # noqa: ANN401
    """Run a job in its own process and return its result; raise `OverLimitError` above a limit.

    `seconds` limits processor time (on Linux), and some times as many seconds limit elapsed time. `megabytes` limits
    the memory that the job uses in addition to what its process has before (on Linux). Exceptions of the job are not
    passed on.
    """
    limits = _Limits.of(seconds, megabytes)
    context = process_context()
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_run_job_with_limits, args=(job, writer, limits, Path.cwd()), daemon=True)
    start_server([(job.func if isinstance(job, partial) else job).__module__])
    with nullcontext() if FORKS else safe_import_path():
        process.start()
    writer.close()
    try:
        with reader:
            if not reader.poll(_WAITING * seconds):
                raise OverTimeError(f"it takes longer than {_WAITING * seconds} s", is_elapsed=True)
            try:
                made = reader.recv()
            except EOFError:
                process.join()
                raise limits.exit_error(process.exitcode or 0) from None
        if isinstance(made, MemoryError):
            raise OverLimitError(limits.memory_message)
        return made
    finally:
        process.kill()
        process.join()


def _used_memory() -> int:
    """Return how many bytes of memory this process has (on Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * int(resource.getpagesize())


@dataclass(frozen=True)
class _Limits:
    """The limits of a job: seconds of processor time, and MB of memory in addition to what its process has before.

    They do not exceed the hard limits of this process (`ulimit -t`, `ulimit -v`), which only the superuser could raise.
    """

    seconds: int
    megabytes: int

    @classmethod
    def of(cls, seconds: int, megabytes: int) -> Self:
        """Return the limits that a job gets if these are wanted."""
        if sys.platform == "linux":
            processor, memory = (resource.getrlimit(kind)[1] for kind in (resource.RLIMIT_CPU, resource.RLIMIT_AS))
            if processor != resource.RLIM_INFINITY:
                seconds = min(seconds, max(processor - 1, 1))  # at the hard limit itself the signal would be SIGKILL
            if memory != resource.RLIM_INFINITY:
                megabytes = min(megabytes, max(memory - _used_memory(), 0) // 1_000_000)
        return cls(seconds, megabytes)

    def apply(self) -> None:
        """Limit this process. The hard limits stay as they are."""
        if sys.platform == "linux":
            most = _used_memory() + self.megabytes * 1_000_000
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            wanted = {
                resource.RLIMIT_AS: most if hard == resource.RLIM_INFINITY else min(most, hard),
                resource.RLIMIT_CPU: self.seconds,
                resource.RLIMIT_CORE: 0,
            }
            for kind, soft in wanted.items():
                resource.setrlimit(kind, (soft, resource.getrlimit(kind)[1]))

    @property
    def memory_message(self) -> str:
        """The message that a job needs more memory than it may use."""
        return f"it needs more than {self.megabytes} MB of memory"

    def exit_error(self, exit_code: int) -> OverLimitError:
        """Return the error that says why a process ended without a result."""
        if hasattr(signal, "SIGXCPU") and exit_code == -signal.SIGXCPU:
            return OverTimeError(f"it takes longer than {self.seconds} s of processor time")
        if exit_code < 0:  # libraries in C++ abort when they get no more memory
            return OverLimitError(self.memory_message)
        return OverLimitError("its reader failed")


def _run_job_with_limits(job: Job, writer: Connection, limits: _Limits, folder: Path) -> None:
    """Run a job in this child process, with limits of time and memory; send its result to the parent."""
    _follow_parent(folder)
    faulthandler.disable()  # a crash is expected here, and the parent reports it
    limits.apply()
    try:
        made = job()
    except MemoryError as error:
        made = error
    writer.send(made)
