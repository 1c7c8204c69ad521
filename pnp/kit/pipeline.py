"""The pipeline from the folder of a game to a kit: load, check, make the parts, join them, publish the folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cache import cache_in_use
from pnp.deferred import deferred
from pnp.findings import Finding, Refused, sort_findings
from pnp.kit.options import BuildOptions, name_of
from pnp.kit.publish import replace_folder
from pnp.kit.unchanged import files_digest, keep_kit, kit_key, unchanged_kit
from pnp.load import load_game, shown_name
from pnp.processes import raise_lost_interrupt
from pnp.spot import Spot

if TYPE_CHECKING:
    from pnp.kit import parallel
    from pnp.kit.full_check import KitSource
else:  # an unchanged kit needs nothing that draws and writes
    (parallel,) = deferred("pnp.kit.parallel")


@dataclass(frozen=True)
class KitStarted:
    """The build of a kit has started."""

    folder: Path


@dataclass(frozen=True)
class FinishedKit:
    """A finished kit: its folder, the number of files and pages, warnings, and the parts that were not requested.

    `unchanged` means that the kit was there already, and neither its game nor the program has changed since.
    """

    folder: Path
    files: int
    pages: int
    warnings: tuple[Finding, ...]
    left_out: tuple[str, ...]
    unchanged: bool = False


@dataclass(frozen=True)
class RefusedKits:
    """Kits that were not built: their folders and the reasons."""

    folders: tuple[Path, ...]
    findings: tuple[Finding, ...]


KitEvent = KitStarted | FinishedKit | RefusedKits
Progress = Callable[[str], None]


def build_kits(games: Sequence[Path], options: Sequence[BuildOptions], progress: Progress) -> Iterator[KitEvent]:
    """Build each game with each set of options; yield the start and the result of each kit.

    A kit that is refused leaves no files; the others are built. Raise `Refused` if two games would share a folder.
    """
    for game_folder in _distinct_folders(games):
        yield from _build_game(game_folder, options, progress)
    raise_lost_interrupt()


def _build_game(game_folder: Path, options: Sequence[BuildOptions], progress: Progress) -> Iterator[KitEvent]:
    """Build a game with each set of options, except kits that are unchanged; yield the start and the result of each."""
    cache = cache_in_use()
    source = files_digest(game_folder, options[0].output)
    changed: list[tuple[str, BuildOptions]] = []
    for option in options:
        key, folder = kit_key(source, option), option.kit_folder(game_folder)
        built = unchanged_kit(cache, key, folder)
        if built is None:
            changed.append((key, option))
            continue
        yield KitStarted(folder)
        yield FinishedKit(folder, built.files, built.pages, built.warnings, option.left_out, unchanged=True)
    if not changed:
        return
    folders = tuple(option.kit_folder(game_folder) for _, option in changed)
    yield KitStarted(folders[0])
    progress(f"{name_of(game_folder)}: reading and checking")
    try:
        game = load_game(game_folder, options[0].overlays)
        checked, warnings = parallel.check_in_parallel(game, [option for _, option in changed])
    except (Refused, OSError) as error:
        yield RefusedKits(folders, _refusal_findings(error, folders[0]))
        return
    for folder, (key, option) in zip(folders, changed, strict=True):
        if folder != folders[0]:
            yield KitStarted(folder)
        try:
            kit = build_kit(game_folder, checked, warnings, option, progress)
        except (Refused, OSError) as error:
            yield RefusedKits((folder,), _refusal_findings(error, folder))
            continue
        keep_kit(cache, key, folder, kit.files, kit.pages, kit.warnings)
        yield kit


def build_kit(
    game_folder: Path, source: KitSource, warnings: Iterable[Finding], options: BuildOptions, progress: Progress
) -> FinishedKit:
    """Build one kit: make its parts in parallel, join them, and replace the kit's folder."""
    folder, name = options.kit_folder(game_folder), name_of(game_folder)
    with replace_folder(folder, options.contents(source.game)) as fresh:
        progress(f"{name}: drawing and writing for {options.settings.sheet.name}")
        parts = parallel.build_parts(source, options, fresh)
        progress(f"{name}: joining")
        joined = parallel.join_in_process(source.game, options, fresh, parts)
    found = (*warnings, *(warning for file in (*parts, *joined.written) for warning in file.warnings))
    return FinishedKit(folder, joined.files, joined.pages, sort_findings(found), options.left_out)


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
