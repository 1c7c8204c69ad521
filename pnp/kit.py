"""The whole pipeline: a folder of game data becomes a kit on paper.

load -> check -> draw -> impose -> write -> preflight, and compose -> write beside it; then everything appears at once.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, get_args

from pnp.findings import Finding, Refused, Severity, refuse, sort_findings
from pnp.model.target import BackShift, Duplex
from pnp.parts import PARTS, Setting, cover_part, finish_part, join_part
from pnp.spot import Spot


@dataclass(frozen=True)
class BuildOptions:
    """One way to build a kit: where to, how printed, which parts, with which overlays, on how many processes."""

    output: Path
    target: str
    setting: Setting
    parts: tuple[str, ...]
    overlays: tuple[str, ...]
    jobs: int

    @property
    def folder(self) -> str:
        """The target's name; what differs from the target's own habits is added, so that no kit replaces another."""
        target, setting = self.setting.target, self.setting
        words = [self.target]
        words += [setting.paper] if setting.paper != target.paper else []
        words += [setting.duplex] if setting.duplex != target.duplex else []
        return "-".join([*words, *self.overlays])


@dataclass(frozen=True)
class Kit:
    """A kit that is finished: its folder, how many files and pages it holds, and what is worth a second look."""

    folder: Path
    files: int
    pages: int
    warnings: tuple[Finding, ...]


def build_kit(folder: Path, options: BuildOptions, executor: Executor, report: Callable[[str], None]) -> Kit:
    """One game for one paper: refuse errors, make the parts side by side, join them, put the folder in place whole."""
    from pnp.load import load_game  # noqa: PLC0415 - `pnp --help` must not wait for what builds
    from pnp.write.folder import replace_folder  # noqa: PLC0415

    report(f"{folder.name}: reading and checking")
    game = load_game(folder, options.overlays)
    warnings = refuse(_check(game))
    place = options.output / folder.name / options.folder
    with replace_folder(place) as fresh:
        report(f"{folder.name}: drawing and writing for {options.setting.sheet.name}")
        parts = [part for name in options.parts for part in PARTS[name]]
        jobs = [executor.submit(part, game, options.setting, fresh) for part in parts]
        written = [one for job in jobs for one in job.result()]
        report(f"{folder.name}: joining")
        for part in (cover_part, join_part):  # by a process that has what they need in memory already
            there = [one for one in written if one.there]
            written.append(executor.submit(part, game, options.setting, fresh, there).result())
        there = [one for one in written if one.there]
        files, pages = executor.submit(finish_part, game, options.setting, fresh, there).result()
    return Kit(place, files, pages, sort_findings((*warnings, *(w for one in written for w in one.warnings))))


def build_kits(folders: Sequence[Path], options: Sequence[BuildOptions], report: Callable[[str], None]) -> list[Kit]:
    """Build every game for every paper. Nothing appears for a game that is refused; kits finished before it stay."""
    with _executor(options[0].jobs) as executor:
        return [build_kit(folder, option, executor, report) for folder in folders for option in options]


def check_folder(folder: Path, overlays: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Everything wrong with a game, in order of place; `Refused` if it cannot even be read."""
    from pnp.load import load_game  # noqa: PLC0415

    return _check(load_game(folder, overlays))


def _check(game: Any) -> tuple[Finding, ...]:  # noqa: ANN401
    from pnp.checks import check_game  # noqa: PLC0415
    from pnp.draw.counter import counter_findings  # noqa: PLC0415

    found = check_game(game)
    if any(f.severity is Severity.ERROR for f in found):
        return found
    return sort_findings((*found, *counter_findings(game)))


def read_options(
    *,
    output: Path,
    overlays: tuple[str, ...],
    jobs: int | None,
    target: str | None,
    paper: str | None,
    duplex: str | None,
    back_shift: str | None,
    only: str | None,
) -> list[BuildOptions]:
    """One set of options for each paper asked for; `Refused` says what cannot be meant."""
    from pnp.impose.registration import parse_back_shift  # noqa: PLC0415
    from pnp.load import load_printer, load_target  # noqa: PLC0415

    aim = load_target(target or "home")
    papers = _choose(paper, "--paper", aim.papers) or (aim.paper,)
    parts = _choose(only, "--only", PARTS) or tuple(PARTS)
    turn: Duplex = next((d for d in get_args(Duplex) if d == duplex), aim.duplex)
    shift = BackShift()
    if back_shift:
        shift = parse_back_shift(back_shift) if "," in back_shift else load_printer(back_shift)
    processes = jobs or os.cpu_count() or 1
    return [
        BuildOptions(output, target or "home", Setting(aim, p, turn, shift), parts, overlays, processes) for p in papers
    ]


def _choose(text: str | None, option: str, known: Iterable[str]) -> tuple[str, ...]:
    words = tuple(w.strip().lower() for w in (text or "").split(",") if w.strip())
    names = tuple(known)
    wrong = tuple(w for w in words if w not in names)
    if wrong:
        raise Refused([Finding("B001", Spot(option), f"there is no {' or '.join(wrong)}", f"use {', '.join(names)}")])
    return tuple(dict.fromkeys(words))


class _Inline(Executor):
    """Runs a job where it is called: no second process, and a debugger sees everything."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def _executor(jobs: int) -> Executor:
    if jobs == 1:
        return _Inline()
    context, threshold = get_context("forkserver"), gc.get_threshold()
    try:
        return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker, initargs=threshold)
    except (OSError, ImportError):  # no semaphores here, as in some containers: one process makes the same kit
        return _Inline()


def _begin_worker(*threshold: int) -> None:
    """Collect garbage as seldom as the build does, and end with it: a killed build must not leave workers waiting."""
    gc.set_threshold(*threshold)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
