"""The jobs of a build. Only a process that runs one imports what it needs.

A job gets and returns parcels, so the process that starts jobs imports neither drawing nor typesetting.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.deferred import deferred
from pnp.findings import Finding, Severity
from pnp.kit.options import PARTS, BuildOptions
from pnp.load import load_game
from pnp.log import LOG
from pnp.processes import Job, NextJob, Parcel

if TYPE_CHECKING:
    from pnp.kit.broken_game import BrokenGame
    from pnp.kit.full_check import KitSource
    from pnp.write.finish import WrittenFile

with deferred():
    from pnp.draw import hexmap
    from pnp.kit import draft as drafts, full_check, parts as kit_parts, public_use, sound_parts
    from pnp.rules.probability import aid_tables

Files: TypeAlias = "Parcel[tuple[WrittenFile, ...]]"


@dataclass(frozen=True)
class CheckedSource:
    """The common source of the kits of a checked game, the title of the game, and warnings.

    `errors` do not stop these kits, which lack the records at the paths `left_out`.
    """

    title: str
    source: Parcel[KitSource]
    warnings: tuple[Finding, ...]
    errors: tuple[Finding, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class KitSize:
    """The number of files and pages of a finished kit, the warnings about its files, and its errors."""

    files: int
    pages: int
    warnings: tuple[Finding, ...]
    errors: tuple[Finding, ...] = ()


def read_and_check(folder: Path, options: Sequence[BuildOptions]) -> CheckedSource:
    """Read a game, check it once for all its kits, and return their common source; raise `Refused` if it has errors.

    Errors in what the kits do not print, and all errors of a draft, are in the source.
    """
    checked = sound_parts.read_for_parts(folder, options[0])
    game = checked.game.dated(options[0].date)
    public_use.refuse_public_study(game, options[0])
    examples = {example.id: example for example in checked.examples}
    if game.scenarios:
        source = full_check.KitSource.of_series(game, examples)
    else:
        several = len(options) > 1 and not checked.errors  # for a single kit they are computed beside other work
        answers = aid_tables.answer_aids(game) if several and "aids" in options[0].parts and game.aids else None
        source = full_check.KitSource(game, examples, answers)
    return CheckedSource(game.game.title, Parcel(source), checked.warnings, checked.errors, checked.left_out)


def draw_maps_ahead(folder: Path, options: Sequence[BuildOptions]) -> None:
    """Draw the maps of a game while another process checks it; the parts of its kits find them in the cache.

    Raise `Refused` if the game cannot be read. Other exceptions may follow from an error that the checks report.
    """
    game = load_game(folder, options[0].overlays).dated(options[0].date)
    source = full_check.KitSource.of_game(game)
    for ink in dict.fromkeys(option.settings.ink for option in options):
        inked = source.in_colouring(ink)
        for one in inked.scenarios.values() or (inked,):
            if one.board is not None:
                hexmap.draw_hexmap(one.game, one.board)


def make_parts(
    source: Parcel[KitSource],
    parts: Sequence[str],
    options: BuildOptions,
    folder: Path,
    broken: BrokenGame | None = None,
) -> list[list[Files | NextJob]]:
    """Make parts of a kit; return their files or second stages, part by part.

    What these parts show, such as the map, is drawn once. Of a `broken` game, a part that cannot be made is left out of
    a draft, and stops another kit.
    """
    series = source.value.in_colouring(options.settings.ink)
    options = options.for_game(series.game)
    if broken is not None:
        return [[Parcel(drafts.make_in_spite_of_errors(broken, series, part, options, folder))] for part in parts]
    return [_make_part(series, part, options, folder) for part in parts]


def _make_part(series: KitSource, part: str, options: BuildOptions, folder: Path) -> list[Files | NextJob]:
    """Make one part of a kit; return its files or second stages."""
    start = time.perf_counter()
    made = [
        _parcel(part, getattr(kit_parts, make)(one, options.settings, folder))
        for make in PARTS[part].made_by
        for one in (series, *(series.scenarios.values() if PARTS[part].per_scenario else ()))
    ]
    first = "first stage, " if any(isinstance(one, NextJob) for one in made) else ""
    LOG.info("%s: part %s, %s%.2f s", series.game.game.title, part, first, time.perf_counter() - start)
    return made


def _parcel(part: str, made: tuple[WrittenFile, ...] | NextJob) -> Files | NextJob:
    """Return what a part made as a parcel, or as a job that returns one."""
    return NextJob(partial(_finish_part, part, Parcel(made.job))) if isinstance(made, NextJob) else Parcel(made)


def _finish_part(part: str, job: Parcel[Job]) -> Files:
    """Run the second stage of a part, and return its files."""
    start = time.perf_counter()
    files = Parcel(job.value())
    LOG.info("part %s, second stage, %.2f s", part, time.perf_counter() - start)
    return files


def join_parts(
    source: Parcel[KitSource],
    files: Iterable[Files],
    options: BuildOptions,
    folder: Path,
    broken: BrokenGame | None = None,
) -> KitSize:
    """Write the cover, `kit.pdf`, `index.html` and `manifest.json`, after the parts of a kit."""
    series = source.value.in_colouring(options.settings.ink)
    game = series.game
    options = options.for_game(game)
    written = [file for of_one in files for file in of_one.value]
    contents = options.contents(game.game.title)
    if options.draft and broken is not None:
        joined = drafts.join_draft(series, options, folder, written, contents, broken)
    else:
        whole, twins = options.is_whole, options.twins
        joined = kit_parts.join_kit(series, options.settings, folder, written, contents, is_whole=whole, twins=twins)
    found = (*joined.warnings, *(warning for file in (*written, *joined.written) for warning in file.warnings))
    errors = tuple(one for one in found if one.severity is Severity.ERROR)
    return KitSize(joined.files, joined.pages, tuple(one for one in found if one not in errors), errors)
