"""Finds the parts of a kit that an error concerns, and reads a game with errors for the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.checks import run_checks
from pnp.checks.causes import AFTER_LOSS, EXAMPLES
from pnp.checks.checked_game import CheckedGame
from pnp.draw.furniture import all_furniture
from pnp.findings import Finding, Refused, Severity, checks_of, sort_findings
from pnp.kit.broken_game import RefusedParts
from pnp.kit.full_check import check_and_play, findings_of_part
from pnp.kit.options import PARTS, BuildOptions, parts_that_show
from pnp.load import load_game
from pnp.load.partly_read import read_partly
from pnp.model.game import Game
from pnp.rules.examples.example_run import PlayedExample

UNKNOWN_NAMES = "I"
"""The family of checks that find names of things which a game does not have."""
ON_MAPS = ("boxes", "entries", "modifiers", "tables", "tracks")
"""Sections that a map or a card shows only if its furniture names them."""


@dataclass(frozen=True)
class CheckedParts:
    """A game that was read and checked for some parts of a kit.

    `errors` concern other parts, or (in a draft) any part. `left_out` are the paths of records that cannot be read and
    that `game` therefore lacks. `warnings` are those of all checks.
    """

    game: Game
    examples: tuple[PlayedExample, ...]
    errors: tuple[Finding, ...] = ()
    left_out: tuple[str, ...] = ()
    warnings: tuple[Finding, ...] = ()


def read_for_parts(folder: Path, options: BuildOptions) -> CheckedParts:
    """Read and check a game for the parts of a kit; raise `RefusedParts` if an error concerns one of them.

    A draft is refused only if nothing can be read.
    """
    game, early, left_out = _read(folder, options.overlays)
    if early and not options.is_partial:
        raise RefusedParts(early, _sound_parts(game, early))
    found, played = check_and_play(game)
    found = tuple(one for one in found if not _follows(one, left_out))
    errors = (*early, *filter(is_error, found))
    if errors and not options.draft:
        sound = _sound_parts(game, errors)
        whole = options.is_partial and not _affected_parts(game, errors) & {*options.parts}
        found = sort_findings(
            (*found, *(one for part in options.parts if whole for one in findings_of_part(game, part)))
        )
        if not whole or any(is_error(one) and one not in errors for one in found):
            raise RefusedParts(early or found, sound)
    return CheckedParts(game, played, errors, left_out, tuple(one for one in found if not is_error(one)))


def independent_findings(folder: Path, overlays: Sequence[str]) -> tuple[Finding, ...]:
    """Return the errors of a game that cannot be read which do not follow from what is wrong in its files.

    They are unknown names in the records that can be read. There are none if a whole section is lost.
    """
    try:
        partly = read_partly(folder, overlays)
    except Refused:
        return ()
    if any("." not in path for path in partly.left_out):
        return ()
    codes = {check.code for check in checks_of("game") if check.code[0] in UNKNOWN_NAMES}
    found = (
        one for game in partly.game.scenarios.values() or (partly.game,) for one in run_checks(CheckedGame(game), codes)
    )
    return tuple(dict.fromkeys(one for one in found if is_error(one) and not _follows(one, partly.left_out)))


def _sound_parts(game: Game, errors: Iterable[Finding]) -> tuple[str, ...]:
    """Return the names of the parts that a game has and that no error concerns."""
    affected = _affected_parts(game, errors)
    games = (game, *game.scenarios.values())
    there = (name for name, part in PARTS.items() if any(getattr(one, part.needs) for one in games))
    return tuple(part for part in there if part not in affected)


def _affected_parts(game: Game, errors: Iterable[Finding]) -> set[str]:
    """Return the names of the parts that some errors concern."""
    return {part for one in errors for part in parts_of_finding(game, one)}


def is_error(finding: Finding) -> bool:
    """Return whether a finding is an error."""
    return finding.severity is Severity.ERROR


def _read(folder: Path, overlays: Sequence[str]) -> tuple[Game, tuple[Finding, ...], tuple[str, ...]]:
    """Return a game, or what can be read of it, with the findings of reading it and the paths that were left out."""
    try:
        return load_game(folder, overlays), (), ()
    except Refused:
        partly = read_partly(folder, overlays)
        return partly.game, partly.findings, partly.left_out


def _follows(finding: Finding, left_out: Sequence[str]) -> bool:
    """Return whether a finding probably only follows from what was left out."""
    if left_out and finding.code in AFTER_LOSS:
        return True
    names = {path.rpartition(".")[2] for path in left_out}
    words = set(finding.wrong.replace(",", " ").replace(";", " ").split())
    return bool(names & (words | {word.strip("'\"") for word in words})) or any(
        finding.spot.path.startswith(f"{path}.") for path in left_out
    )


def parts_of_finding(game: Game, finding: Finding) -> tuple[str, ...]:
    """Return the names of the parts of a kit that print the data that a finding is about."""
    path = finding.spot.path
    section, _, rest = path.partition(".")
    if finding.code in EXAMPLES:
        section = "examples"
    parts = set(parts_that_show(section))
    if section in ON_MAPS:
        named = rest.partition(".")[0]
        places = [where for where, thing in all_furniture(game) if named in thing.of.split()]
        parts |= {"map" if where.startswith("map.") else "components" for where in places}
    if section in ("map", "terrain") and any(one.shows_map() for one in game.components.values()):
        parts.add("components")
    return tuple(part for part in PARTS if part in parts)
