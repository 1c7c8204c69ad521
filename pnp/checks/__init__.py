"""A game's contradictions, one function for each code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks import (
    basis,
    cards,
    chances,
    components,
    counters,
    counts,
    crowding,
    examples,
    filenames,
    heads,
    ids,
    maprules,
    paths,
    procedures,
    ranks,
    rules,
    setup,
    sheet,
    tables,
    terrain,
    texts,
    undecided,
)
from pnp.checks.causes import causes_first
from pnp.checks.register import CHECKS, Checked
from pnp.findings import Finding, sort_findings
from pnp.model.game import Game

if TYPE_CHECKING:
    from pnp.rules.examples.example_run import PlayedExample

FAMILIES = (
    ids,
    filenames,
    basis,
    counters,
    counts,
    terrain,
    paths,
    maprules,
    undecided,
    sheet,
    heads,
    tables,
    ranks,
    rules,
    texts,
    setup,
    crowding,
    cards,
    components,
    procedures,
    examples,
    chances,
)
"""The modules whose checks are in the register."""
GRID = "M004"
"""The check of the map's grid."""

__all__ = ["CHECKS", "FAMILIES", "check_game", "grid_findings", "play_and_check"]


def check_game(game: Game) -> tuple[Finding, ...]:
    """Everything that the data contradicts, in order of place."""
    return play_and_check(game)[0]


def grid_findings(game: Game) -> tuple[Finding, ...]:
    """Why the map's grid cannot be made, which must be known before a procedure is played."""
    return tuple(CHECKS[GRID].run(Checked(game)))


def play_and_check(game: Game) -> tuple[tuple[Finding, ...], tuple[PlayedExample, ...]]:
    """Everything that the data contradicts, in order of place, and the worked examples as they were played for that."""
    checked = Checked(game)
    found = [finding for code in sorted(CHECKS) for finding in CHECKS[code].run(checked)]
    return sort_findings(causes_first(game, found)), checked.worked
