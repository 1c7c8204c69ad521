"""A game's contradictions, one function for each code."""

from __future__ import annotations

from pnp.checks import (
    counters,
    counts,
    examples,
    ids,
    maprules,
    paths,
    procedures,
    rules,
    setup,
    sheet,
    tables,
    terrain,
)
from pnp.checks.register import CHECKS, Checked
from pnp.findings import Finding, sort_findings
from pnp.model.game import Game

FAMILIES = (ids, counters, counts, terrain, paths, maprules, sheet, tables, rules, setup, procedures, examples)
"""The modules whose checks are in the register."""

__all__ = ["CHECKS", "FAMILIES", "check_game"]


def check_game(game: Game) -> tuple[Finding, ...]:
    """Everything that the data contradicts, in order of place."""
    checked = Checked(game)
    return sort_findings(finding for code in sorted(CHECKS) for finding in CHECKS[code].run(checked))
