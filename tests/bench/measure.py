"""Run a command and measure it: time on the clock, time of all cores, and the memory of it and all that it starts."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

SAMPLE_SECONDS = 0.01
PR_SET_CHILD_SUBREAPER = 36
"""Processes whose parent is gone become ours, so that their time is counted too.  Source: Linux prctl(2)."""


class Cost(NamedTuple):
    """Seconds on the clock, seconds of all cores, and most memory at any moment in MB."""

    wall: float
    cpu: float
    memory: float


def measure(
    command: Sequence[str | Path],
    *,
    runs: int = 3,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], None] = lambda: None,
) -> Cost:
    """The cost of a command: times are medians of several runs, after one that compiles Python and shows the memory.

    A single run shows both. `before` is done before each run, and not measured. `environment` is added to that of this
    process, where the cache of pnp is off unless it says otherwise; Python keeps its bytecode, as it does where pnp is
    installed. `RuntimeError` with the command's last words if it fails.
    """
    words = [os.fspath(word) for word in command]
    settings = {**os.environ, "PNP_CACHE": "", **(environment or {})}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    before()
    first = _run(words, settings, watched=True)
    if runs == 1:
        return first
    costs = []
    for _ in range(runs):
        before()
        costs.append(_run(words, settings))
    return Cost(median(cost.wall for cost in costs), median(cost.cpu for cost in costs), first.memory)


def _run(command: Sequence[str], environment: Mapping[str, str], *, watched: bool = False) -> Cost:
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    own = _children()
    before, start = _children_cpu(), time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = _Peak(process.pid) if watched else None
    _, words = process.communicate()
    wall = time.perf_counter() - start
    memory = peak.stop() if peak else 0.0
    _wait_for_orphans(own)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{words.decode(errors='replace')[-2000:]}")
    return Cost(wall, _children_cpu() - before, memory)


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _children() -> set[int]:
    """The processes that this process has started or adopted."""
    found: set[int] = set()
    for path in Path("/proc/self/task").glob("*/children"):
        found.update(map(int, path.read_text().split()))
    return found


def _wait_for_orphans(own: set[int]) -> None:
    """A helper process may outlive the command by a moment; those that this process had before are its own."""
    for process in _children() - own:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(process, 0)


class _Peak:
    """Watches the memory of a process and all its descendants, shared pages counted in parts (PSS)."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._most = 0.0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """End watching; the most memory seen, in MB."""
        self._stopped.set()
        self._thread.join()
        return self._most

    def _watch(self) -> None:
        while not self._stopped.wait(SAMPLE_SECONDS):
            self._most = max(self._most, sum(map(_memory, _family(self._root))))


def _family(root: int) -> list[int]:
    """A process and its descendants."""
    children: dict[int, list[int]] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                fields = Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [root]
    for pid in found:
        found += children.get(pid, ())
    return found


def _memory(pid: int) -> float:
    """PSS in MB; nothing for a process that has just ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
