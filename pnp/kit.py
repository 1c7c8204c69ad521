"""The whole pipeline: a folder of game data becomes a kit on paper.

load -> check -> draw -> impose -> write -> preflight, and compose -> write beside it; then everything appears at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from pnp.board import resolve_board
from pnp.findings import Finding, Refused, Severity, refuse, sort_findings
from pnp.model.target import BackShift, Duplex
from pnp.parts import (
    EARLY,
    PARTS,
    Played,
    cover_part,
    draw_early,
    finish_part,
    import_early,
    join_part,
)
from pnp.processes import run_jobs
from pnp.spot import Spot
from pnp.write.written import Setting, Written

if TYPE_CHECKING:
    from pnp.model.game import Game
    from pnp.rules.example import Worked


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


def build_kits(folders: Sequence[Path], options: Sequence[BuildOptions], report: Callable[[str], None]) -> list[Kit]:
    """Build every game for every paper. Nothing appears for a game that is refused; kits finished before it stay."""
    kits = []
    for folder in folders:
        report(f"{folder.name}: reading and checking")
        played, warnings = _play(folder, options)
        kits += [build_kit(folder, played, warnings, option, report) for option in options]
    return kits


def _play(folder: Path, options: Sequence[BuildOptions]) -> tuple[Played, tuple[Finding, ...]]:
    """A game read, checked and played once for all papers, and what is worth a second look; `Refused` on errors."""
    from pnp.load import load_game  # noqa: PLC0415 - `pnp --help` must not wait for what builds

    how = options[0]
    game = load_game(folder, how.overlays)
    ((findings, worked),) = run_jobs([partial(_check, game)], how.jobs, partial(import_early, how.parts))
    warnings = refuse(findings)
    answers = None
    if len(options) > 1 and "aids" in how.parts and game.aids:  # for a single paper they are asked beside other work
        from pnp.rules.answers import answer_aids  # noqa: PLC0415

        (answers,) = run_jobs([partial(answer_aids, game)], how.jobs)
    return Played(game, {one.id: one for one in worked}, answers), warnings


def build_kit(
    folder: Path, played: Played, warnings: Iterable[Finding], options: BuildOptions, report: Callable[[str], None]
) -> Kit:
    """One game for one paper: make the parts side by side, join them, put the folder in place whole."""
    from pnp.write.folder import replace_folder  # noqa: PLC0415

    setting, place = options.setting, options.output / folder.name / options.folder
    with replace_folder(place) as fresh:
        report(f"{folder.name}: drawing and writing for {setting.sheet.name}")
        jobs = [partial(part, played, setting, fresh) for name in options.parts for part in PARTS[name]]
        names = [name for name in options.parts for _ in PARTS[name]]
        early = {index for index, name in enumerate(names) if name in EARLY}
        draw = partial(draw_early, played, options.parts)
        written = [one for made in run_jobs(jobs, options.jobs, draw, early) for one in made]
        report(f"{folder.name}: joining")
        (ending,) = run_jobs([partial(_end, played.game, setting, fresh, written)], options.jobs)
        added, files, pages = ending
    found = (*warnings, *(warning for one in (*written, *added) for warning in one.warnings))
    return Kit(place, files, pages, sort_findings(found))


def _end(game: Game, setting: Setting, fresh: Path, written: Iterable[Written]) -> tuple[tuple[Written, ...], int, int]:
    """What lists and joins the other files: gives them back, and how many files and pages there are."""
    there = [one for one in written if one.there]
    cover = cover_part(game, setting, fresh, there)
    there += [cover] if cover.there else []
    joined = join_part(game, setting, fresh, there)
    files, pages = finish_part(game, setting, fresh, [*there, joined])
    return (cover, joined), files, pages


def check_folder(folder: Path, overlays: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Everything wrong with a game, in order of place; `Refused` if it cannot even be read."""
    from pnp.load import load_game  # noqa: PLC0415

    findings, _ = _check(load_game(folder, overlays))
    return findings


def _check(game: Game) -> tuple[tuple[Finding, ...], tuple[Worked, ...]]:
    """Everything wrong with a game, and its worked examples as they were played."""
    from pnp.checks import play_and_check  # noqa: PLC0415
    from pnp.compose.proof import book_findings  # noqa: PLC0415
    from pnp.draw.card import card_findings  # noqa: PLC0415
    from pnp.draw.component import piece_findings  # noqa: PLC0415
    from pnp.draw.counter import counter_findings  # noqa: PLC0415
    from pnp.draw.deck import deck_findings  # noqa: PLC0415
    from pnp.draw.map.sheet import margin_findings  # noqa: PLC0415
    from pnp.load import load_target  # noqa: PLC0415

    found, worked = play_and_check(game)
    if any(f.severity is Severity.ERROR for f in found):
        return found, worked
    drawn = (
        *counter_findings(game),
        *card_findings(game),
        *deck_findings(game),
        *piece_findings(game),
        *margin_findings(game, resolve_board(game), load_target("home").margin),
        *book_findings(game),
    )
    return sort_findings((*found, *drawn)), worked


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
