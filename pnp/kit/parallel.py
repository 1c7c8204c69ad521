"""Checks a game, makes the parts of a kit and joins its files, in parallel processes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from pnp.findings import Finding, Refused, refuse
from pnp.kit.full_check import KitSource, check_and_play
from pnp.kit.options import BuildOptions
from pnp.kit.parts import BOOKS, INDEPENDENT_PARTS, PARTS, PER_SCENARIO, JoinedKit, draw_shared, join_kit
from pnp.model.game import Game
from pnp.processes import run_jobs
from pnp.rules.probability.aid_tables import answer_aids
from pnp.write.finish import WrittenFile
from pnp.write.pango import load_weasyprint


def check_in_parallel(game: Game, options: Sequence[BuildOptions]) -> tuple[KitSource, tuple[Finding, ...]]:
    """Check a game once for all its kits; return the common source of the kits, and the warnings.

    The page layout engine is loaded at the same time if a part needs it. Raise `Refused` if there are errors.
    """
    parts, processes = options[0].parts, options[0].processes
    preload = _load_layout_engine if options[0].is_whole or not BOOKS.isdisjoint(parts) else None
    ((findings, played),) = run_jobs([partial(check_and_play, game)], processes, preload)
    warnings = refuse(findings)
    answers = None
    several = len(options) > 1  # for a single kit they are computed beside other work
    if several and "aids" in parts and game.aids and not game.scenarios:
        (answers,) = run_jobs([partial(answer_aids, game)], processes)
    examples = {example.id: example for example in played}
    if game.scenarios:
        return KitSource.of_series(game, examples), warnings
    return KitSource(game, examples, answers), warnings


def _load_layout_engine() -> None:
    """Import the page layout engine in advance, so that later processes find it loaded."""
    with suppress(Refused):  # the part that writes a book reports that it is missing
        load_weasyprint()


def build_parts(source: KitSource, options: BuildOptions, folder: Path) -> tuple[WrittenFile, ...]:
    """Build the parts of a kit in parallel; return the written files, part by part.

    Parts that need no shared drawing start at once; the others start when this process has made these drawings.
    """
    tasks = [
        (part, make, one)
        for part in options.parts
        for make in PARTS[part]
        for one in (source, *(source.scenarios.values() if part in PER_SCENARIO else ()))
    ]
    names = [part for part, _, _ in tasks]
    jobs = [partial(make, one, options.settings, folder) for _, make, one in tasks]
    first = {index for index, part in enumerate(names) if part in INDEPENDENT_PARTS}
    results = run_jobs(jobs, options.processes, partial(draw_shared, source, options.parts), first)
    return tuple(file for files in results for file in files)


def join_in_process(game: Game, options: BuildOptions, folder: Path, parts: Iterable[WrittenFile]) -> JoinedKit:
    """Run `join_kit` in a process of its own, which frees its memory at the end."""
    contents = options.contents(game)
    job = partial(join_kit, game, options.settings, folder, tuple(parts), contents, is_whole=options.is_whole)
    (joined,) = run_jobs([job], options.processes)
    assert isinstance(joined, JoinedKit)
    return joined
