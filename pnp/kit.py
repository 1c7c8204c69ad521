"""The whole pipeline: a folder of game data becomes a kit on paper.

load -> check -> draw -> impose -> write -> preflight, and compose -> write beside it; then everything appears at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pnp.filename import name_fault
from pnp.findings import Finding, Refused, Severity, refuse, sort_findings
from pnp.load.board import resolve_board
from pnp.message import clip
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
from pnp.processes import go_on, run_jobs
from pnp.spot import Spot
from pnp.write.finish import PrintSettings, WrittenFile

if TYPE_CHECKING:
    from pnp.model.game import Game
    from pnp.rules.examples.example_run import PlayedExample


@dataclass(frozen=True)
class BuildOptions:
    """One way to build a kit: where to, how printed, which parts, with which overlays (`scenarios/short`), on how many
    processes. `target` is the name of the print target.
    """

    output: Path
    target: str
    setting: PrintSettings
    parts: tuple[str, ...]
    overlays: tuple[str, ...]
    jobs: int

    @property
    def folder(self) -> str:
        """The target's name, and everything that differs from the target's own paper, duplex and a complete kit."""
        target, setting = self.setting.target, self.setting
        words = [self.target]
        words += [setting.paper] if setting.paper != target.paper else []
        words += [setting.duplex] if setting.duplex != target.duplex else []
        words += [overlay.replace("s/", "-", 1) for overlay in self.overlays]
        words += ["only", *self.parts] if self.left_out else []
        return "-".join(words)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parts that are not built."""
        return tuple(part for part in PARTS if part not in self.parts)

    def made(self, game: Game) -> dict[str, Any]:
        """What a kit is made of, as its manifest says: kits that differ in it never replace each other."""
        return {
            "game": game.game.title,
            "overlays": list(self.overlays),
            "target": self.target,
            "paper": self.setting.paper,
            "duplex": self.setting.duplex,
            "parts": list(self.parts),
        }

    def place(self, game: Path) -> Path:
        """Where the kit of the game in a folder goes."""
        return self.output / _name(game) / self.folder


@dataclass(frozen=True)
class Begun:
    """A kit is about to be built there."""

    folder: Path


@dataclass(frozen=True)
class Kit:
    """A kit that is finished: its folder, how many files and pages it holds, what is worth a second look, and which
    parts were not asked for.
    """

    folder: Path
    files: int
    pages: int
    warnings: tuple[Finding, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Unbuilt:
    """Kits that were refused: their folders, and why."""

    folders: tuple[Path, ...]
    findings: tuple[Finding, ...]


def build_kits(
    games: Sequence[Path], options: Sequence[BuildOptions], report: Callable[[str], None]
) -> Iterator[Begun | Kit | Unbuilt]:
    """Build every game for every paper, and say so as each kit is begun and finished.

    Nothing appears for a kit that is refused; the others are built. `Refused` if two games would share a folder.
    """
    games = tuple({os.path.realpath(game): game for game in games}.values())
    _refuse_shared_folders(games)
    for game in games:
        places = tuple(option.place(game) for option in options)
        yield Begun(places[0])
        report(f"{_name(game)}: reading and checking")
        try:
            played, warnings = _play(game, options)
        except (Refused, OSError) as error:
            yield Unbuilt(places, _reasons(error, places[0]))
            continue
        for place, option in zip(places, options, strict=True):
            if place != places[0]:
                yield Begun(place)
            try:
                kit = build_kit(game, played, warnings, option, report)
            except (Refused, OSError) as error:
                yield Unbuilt((place,), _reasons(error, place))
            else:
                yield kit
    go_on()


def _reasons(error: Refused | OSError, place: Path) -> tuple[Finding, ...]:
    """Why a kit was not built."""
    if isinstance(error, Refused):
        return error.findings
    where = f" ({error.filename})" if error.filename else ""
    wrong = f"the kit cannot be built: {(error.strerror or str(error)).lower()}{where}"
    return (Finding("W010", Spot(str(place)), wrong),)


def _name(game: Path) -> str:
    """The name of a game's folder, also of `.` and `..`."""
    return Path(os.path.abspath(game)).name  # noqa: PTH100 - resolve() would follow a link, which has a name of its own


def _refuse_shared_folders(games: Iterable[Path]) -> None:
    from pnp.load import shown_name  # noqa: PLC0415

    seen: dict[str, Path] = {}
    for game in games:
        other = seen.setdefault(_name(game).casefold(), game)
        if other != game:
            wrong = f"{shown_name(game)} and {shown_name(other)} would be built into the same folder {_name(game)}"
            raise Refused([Finding("B008", Spot(_name(game)), wrong, "build them one by one, each with its own -o")])
        if not _name(game):
            raise Refused([Finding("B008", Spot(str(game)), "the folder of this game has no name", "move the game")])


def _play(folder: Path, options: Sequence[BuildOptions]) -> tuple[Played, tuple[Finding, ...]]:
    """A game read, checked and played once for all papers, and what is worth a second look; `Refused` on errors."""
    from pnp.load import load_game  # noqa: PLC0415 - `pnp --help` must not wait for what builds

    how = options[0]
    game = load_game(folder, how.overlays)
    ((findings, worked),) = run_jobs([partial(_check, game)], how.jobs, partial(import_early, how.parts))
    warnings = refuse(findings)
    answers = None
    if len(options) > 1 and "aids" in how.parts and game.aids:  # for a single paper they are asked beside other work
        from pnp.rules.probability.aid_tables import answer_aids  # noqa: PLC0415

        (answers,) = run_jobs([partial(answer_aids, game)], how.jobs)
    return Played(game, {one.id: one for one in worked}, answers), warnings


def build_kit(
    folder: Path, played: Played, warnings: Iterable[Finding], options: BuildOptions, report: Callable[[str], None]
) -> Kit:
    """One game for one paper: make the parts side by side, join them, put the folder in place whole."""
    from pnp.write.folder import replace_folder  # noqa: PLC0415

    setting, place, name = options.setting, options.place(folder), _name(folder)
    made = options.made(played.game)
    with replace_folder(place, made) as fresh:
        report(f"{name}: drawing and writing for {setting.sheet.name}")
        jobs = [partial(part, played, setting, fresh) for one in options.parts for part in PARTS[one]]
        names = [one for one in options.parts for _ in PARTS[one]]
        early = {index for index, one in enumerate(names) if one in EARLY}
        draw = partial(draw_early, played, options.parts)
        written = [one for of_one in run_jobs(jobs, options.jobs, draw, early) for one in of_one]
        report(f"{name}: joining")
        (ending,) = run_jobs([partial(_end, played.game, setting, fresh, written, made)], options.jobs)
        added, files, pages = ending
    found = (*warnings, *(warning for one in (*written, *added) for warning in one.warnings))
    return Kit(place, files, pages, sort_findings(found), options.left_out)


def _end(
    game: Game, setting: PrintSettings, fresh: Path, written: Iterable[WrittenFile], made: Mapping[str, Any]
) -> tuple[tuple[WrittenFile, ...], int, int]:
    """What lists and joins the other files: gives them back, and how many files and pages there are."""
    there = [one for one in written if one.there]
    cover = cover_part(game, setting, fresh, there)
    there += [cover] if cover.there else []
    joined = join_part(game, setting, fresh, there)
    files, pages = finish_part(game, fresh, [*there, joined], made)
    return (cover, joined), files, pages


def check_folder(folder: Path, overlays: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Everything wrong with a game, in order of place; `Refused` if it cannot even be read."""
    from pnp.load import load_game  # noqa: PLC0415

    findings, _ = _check(load_game(folder, overlays))
    return findings


def _check(game: Game) -> tuple[tuple[Finding, ...], tuple[PlayedExample, ...]]:
    """Everything wrong with a game, and its worked examples as they were played."""
    from pnp.checks import run_checks  # noqa: PLC0415
    from pnp.checks.checked_game import CheckedGame  # noqa: PLC0415
    from pnp.compose.book_findings import book_findings  # noqa: PLC0415
    from pnp.draw.component_kinds import card_findings, cut_out_findings  # noqa: PLC0415
    from pnp.draw.counter.faces import counter_findings  # noqa: PLC0415
    from pnp.draw.map.map_sheet import margin_findings  # noqa: PLC0415
    from pnp.load import load_target  # noqa: PLC0415

    checked = CheckedGame(game)
    found, worked = run_checks(checked), checked.played_examples
    if any(f.severity is Severity.ERROR for f in found):
        return found, worked
    drawn = (
        *counter_findings(game),
        *card_findings(game),
        *cut_out_findings(game),
        *margin_findings(game, resolve_board(game), load_target("home").margin),
        *book_findings(game),
    )
    return sort_findings((*found, *drawn)), worked


def read_options(
    *,
    output: Path,
    overlays: tuple[str, ...],
    jobs: int | None,
    target: str,
    paper: str | None,
    duplex: str | None,
    back_shift: str | None,
    only: str | None,
) -> list[BuildOptions]:
    """One set of options for each paper asked for; `Refused` says what cannot be meant."""
    from pnp.impose.registration import parse_back_shift  # noqa: PLC0415
    from pnp.load import load_printer, load_target, target_name  # noqa: PLC0415

    aim = load_target(target)
    papers = _choose(paper, "--paper", aim.papers) or (aim.paper,)
    chosen = _choose(only, "--only", PARTS)
    parts = tuple(part for part in PARTS if part in chosen) or tuple(PARTS)
    turn: Duplex = next((d for d in get_args(Duplex) if d == duplex), aim.duplex)
    shift = BackShift()
    if back_shift:
        shift = parse_back_shift(back_shift) if "," in back_shift else load_printer(back_shift)
    processes = jobs or os.cpu_count() or 1
    for word, name in (("--target", target_name(target)), *((overlay, overlay) for overlay in overlays)):
        if wrong := name_fault(name.rpartition("/")[2]):
            raise Refused(
                [Finding("B001", Spot(word), f"{clip(name)} names a folder of kits: {wrong}", "rename the file")]
            )
    return [
        BuildOptions(output, target_name(target), PrintSettings(aim, p, turn, shift), parts, overlays, processes)
        for p in papers
    ]


def _choose(text: str | None, option: str, known: Iterable[str]) -> tuple[str, ...]:
    """The words of an option that takes several, each once; none if the option is not given."""
    words = tuple(w.strip().lower() for w in (text or "").split(",") if w.strip())
    names = tuple(known)
    wrong = tuple(clip(w) for w in words if w not in names)
    if wrong:
        raise Refused([Finding("B001", Spot(option), f"there is no {' or '.join(wrong)}", f"use {', '.join(names)}")])
    return tuple(dict.fromkeys(words))
