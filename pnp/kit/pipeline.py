"""The pipeline from the folder of a game to a kit: load, check, make the parts, join them, publish the folder."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import RLock

from pnp.cache import cache_in_use, use_usual_cache
from pnp.cancel import CancelToken, cancelled_by, stop_if_asked
from pnp.deferred import deferred
from pnp.findings import Finding, Refused, sort_findings
from pnp.kit.broken_game import BrokenGame, RefusedParts
from pnp.kit.jobs import CheckedSource, join_parts, read_and_check
from pnp.kit.options import BuildOptions, name_of
from pnp.kit.parallel import build_parts, maps_drawn_ahead
from pnp.kit.publish import replace_folder
from pnp.kit.unchanged import files_digest, keep_kit, kit_key, unchanged_kit
from pnp.load import shown_name
from pnp.load.game_folder import has_overlays
from pnp.message import remaining_time
from pnp.processes import result_of, run_jobs, submit_job, wait_for_one
from pnp.spot import Spot

with deferred():
    from pnp.kit import all_games, paper_date


@dataclass(frozen=True)
class KitStarted:
    """The build of a kit has started."""

    folder: Path


@dataclass(frozen=True)
class FinishedKit:
    """A finished kit: its folder, the number of files and pages, warnings, and the parts that were not requested.

    `errors` are those of what the kit does not print, and in a draft those of what it leaves out. `unchanged` means
    that the kit was there already, and neither its game nor the program has changed since.
    """

    folder: Path
    files: int
    pages: int
    warnings: tuple[Finding, ...]
    left_out: tuple[str, ...]
    unchanged: bool = False
    errors: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class RefusedKits:
    """Kits that were not built: their folders, the reasons, and the parts that no error concerns."""

    folders: tuple[Path, ...]
    findings: tuple[Finding, ...]
    sound: tuple[str, ...] = ()


KitEvent = KitStarted | FinishedKit | RefusedKits
Progress = Callable[[str], None]


def build_kits(
    games: Sequence[Path],
    options: Sequence[BuildOptions],
    progress: Progress,
    executor: Executor | None = None,
    token: CancelToken | None = None,
) -> Iterator[KitEvent]:
    """Build each game with each set of options; yield the start and the result of each kit.

    The jobs of a kit run on the executor, or without one in this process. A kit that is refused leaves no files; the
    others are built. At the end, if a kit was built, the page of all games in the folder of the kits is written. Raise
    `Refused` if two games would share a folder, and `Cancelled` if the token was cancelled.
    """
    events = _events(_distinct_folders(games), options, progress, executor)
    changed = False
    while True:
        with _one_build, cancelled_by(token), use_usual_cache():
            event = next(events, None)
            if event is None and changed:
                update_games_pages(options)
        if event is None:
            return
        changed |= isinstance(event, FinishedKit)
        yield event


def update_games_pages(options: Iterable[BuildOptions]) -> None:
    """Write the pages that list all games in the folders of some kits."""
    for output in dict.fromkeys(option.output for option in options):
        all_games.update_games_page(output)


_one_build = RLock()
"""Held while a kit is built, but not while the caller handles an event: the libraries that draw and typeset need it."""


def _events(
    games: Iterable[Path], options: Sequence[BuildOptions], progress: Progress, executor: Executor | None
) -> Iterator[KitEvent]:
    """Yield the events of `build_kits`."""
    for game_folder in games:
        yield from _build_game(game_folder, options, progress, executor)
    stop_if_asked()


def _build_game(
    game_folder: Path, options: Sequence[BuildOptions], progress: Progress, executor: Executor | None
) -> Iterator[KitEvent]:
    """Build a game with each set of options, except kits that are unchanged; yield the start and the result of each."""
    cache = cache_in_use()
    source = files_digest(game_folder) if cache else ""
    if any(option.dated or option.draft for option in options):
        try:
            date = paper_date.paper_date(game_folder) if options[0].dated else ""
            line = paper_date.draft_line(game_folder) if options[0].draft else ""
        except Refused as error:
            yield RefusedKits(tuple(option.kit_folder(game_folder) for option in options), error.findings)
            return
        options = [replace(one, date=date, settings=replace(one.settings, draft=line)) for one in options]
    changed: list[tuple[str, BuildOptions]] = []
    for option in options:
        key, folder = kit_key(source, option) if cache else "", option.kit_folder(game_folder)
        built = unchanged_kit(cache, key, folder)
        if built is None:
            changed.append((key, option))
            continue
        yield KitStarted(folder)
        yield FinishedKit(folder, built.files, built.pages, built.warnings, option.left_out, True, built.errors)
    if not changed:
        return
    folders = tuple(option.kit_folder(game_folder) for _, option in changed)
    if has_overlays(game_folder, options[0].overlays):  # otherwise reading refuses the kits at once
        yield KitStarted(folders[0])
    progress(f"{name_of(game_folder)}: reading and checking")
    options = [option for _, option in changed]
    try:
        with maps_drawn_ahead(game_folder, options, executor):
            (checked,) = run_jobs([partial(read_and_check, game_folder, options)], executor)
    except (Refused, OSError) as error:
        yield _refused_kits(error, folders)
        return
    for folder, (key, option) in zip(folders, changed, strict=True):
        if folder != folders[0]:
            yield KitStarted(folder)
        try:
            kit = build_kit(game_folder, checked, option, progress, executor)
        except (Refused, OSError) as error:
            yield _refused_kits(error, (folder,))
            continue
        if cache and files_digest(game_folder) == source:  # unless a file has changed meanwhile
            keep_kit(cache, key, folder, kit.files, kit.pages, kit.warnings, kit.errors)
        yield kit


def build_kit(
    game_folder: Path, checked: CheckedSource, options: BuildOptions, progress: Progress, executor: Executor | None
) -> FinishedKit:
    """Build one kit: make its parts, join them, and replace the kit's folder."""
    folder, name = options.kit_folder(game_folder), name_of(game_folder)
    is_broken = options.draft or checked.errors
    broken = BrokenGame(game_folder, checked.errors, checked.warnings, checked.left_out) if is_broken else None
    with replace_folder(folder, options.contents(checked.title)) as fresh:
        task, begun = f"{name}: drawing and writing for {options.settings.sheet.name}", time.monotonic()
        progress(task)

        def report_jobs(done: int, left: int) -> None:
            if left:
                progress(f"{task}, {remaining_time(time.monotonic() - begun, done, left)}")

        parts = build_parts(checked.source, options, fresh, executor, broken, report_jobs)
        progress(f"{name}: joining")
        (size,) = run_jobs([partial(join_parts, checked.source, parts, options, fresh, broken)], executor)
    warnings, errors = sort_findings((*checked.warnings, *size.warnings)), (*checked.errors, *size.errors)
    return FinishedKit(folder, size.files, size.pages, warnings, options.left_out, errors=errors)


def build_all(
    games: Sequence[Path], options: Sequence[BuildOptions], executor: Executor, token: CancelToken | None = None
) -> Iterator[FinishedKit | RefusedKits]:
    """Build each game with each set of options, each kit as one job; yield the results as the kits are finished.

    The processes of the executor may run on several machines that share the folder of the kits. A kit whose process
    was lost is refused, unless the executor has built it again. Raise `Refused` if two games would share a folder, and
    `Cancelled` if the token was cancelled; kits that are being built are then finished.
    """
    kits: dict[Future[FinishedKit | RefusedKits | Exception], Path] = {}
    try:
        with use_usual_cache():
            for game in _distinct_folders(games):
                for option in options:
                    alone = replace(option, output=Path(os.path.abspath(option.output)))  # noqa: PTH100 - keeps links
                    job = partial(_build_alone, Path(os.path.abspath(game)), alone)  # noqa: PTH100 - as above
                    kits[submit_job(executor, job)] = option.kit_folder(game)
        waiting, built = set(kits), False
        while waiting:
            with cancelled_by(token):
                done = wait_for_one(waiting)
            waiting -= done
            for future in done:
                result = _result_of_kit(future, kits[future])
                built |= isinstance(result, FinishedKit)
                yield result
        if built:
            update_games_pages(options)
    finally:
        for future in kits:
            future.cancel()


def _build_alone(game: Path, options: BuildOptions) -> FinishedKit | RefusedKits | Exception:
    """Build one kit in this process. Return the exception that an error in the program has raised."""
    try:
        *_, event = build_kits([game], [options], lambda _: None)
    except Exception as error:  # noqa: BLE001 - `build_all` raises it
        error.add_note("".join(traceback.format_exception(error)))
        return error
    assert not isinstance(event, KitStarted)
    return event


def _result_of_kit(future: Future[FinishedKit | RefusedKits | Exception], folder: Path) -> FinishedKit | RefusedKits:
    """Return the result of a job of `build_all`, with the folder as the caller named it."""
    try:
        lost = future.exception()
    except CancelledError:  # the scheduler of a cluster has ended
        lost = CancelledError("it was cancelled")
    if lost is not None:  # the job itself returns its exceptions
        reason = next(iter(str(lost).splitlines()), type(lost).__name__)
        error = ChildProcessError(f"the process that built it was lost ({reason})")
        return RefusedKits((folder,), _refusal_findings(error, folder))
    result = result_of(future)
    if isinstance(result, Exception):
        raise result
    return replace(result, folder=folder) if isinstance(result, FinishedKit) else replace(result, folders=(folder,))


def _refused_kits(error: Refused | OSError, folders: tuple[Path, ...]) -> RefusedKits:
    """Return the event of kits that an exception has stopped."""
    sound = error.sound if isinstance(error, RefusedParts) else ()
    return RefusedKits(folders, _refusal_findings(error, folders[0]), sound)


def _refusal_findings(error: Refused | OSError, folder: Path) -> tuple[Finding, ...]:
    """Return the findings that state why a kit was not built."""
    if isinstance(error, Refused):
        return error.findings
    file_name = f" ({error.filename})" if error.filename else ""
    wrong = f"the kit cannot be built: {(error.strerror or str(error)).lower()}{file_name}"
    return (Finding("W010", Spot(str(folder)), wrong),)


def _distinct_folders(games: Iterable[Path]) -> tuple[Path, ...]:
    """Return the folders of the games, each once.

    Raise `Refused` (B008) if two have the same name.
    """
    folders = tuple({os.path.realpath(game): game for game in games}.values())
    by_name: dict[str, Path] = {}
    for game in folders:
        name = name_of(game)
        other = by_name.setdefault(name.casefold(), game)
        if other != game:
            wrong = f"{shown_name(game)} and {shown_name(other)} would be built into the same folder {name}"
            raise Refused([Finding("B008", Spot(name), wrong, "build them one by one, each with its own -o")])
        if not name:
            raise Refused([Finding("B008", Spot(str(game)), "the folder of this game has no name", "move the game")])
    return folders
