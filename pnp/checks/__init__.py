"""A game's contradictions, one function for each code."""

from __future__ import annotations

import inspect

from pnp.checks import counters, counts, ids, paths, rules, setup, sheet, tables, terrain
from pnp.checks.register import CHECKS, Checked
from pnp.findings import Finding, sort_findings
from pnp.load.codes import LOAD_CODES
from pnp.model.game import Game

FAMILIES = (ids, counters, counts, terrain, paths, sheet, tables, rules, setup)
"""The modules whose checks are in the register."""

__all__ = ["CHECKS", "FAMILIES", "check_game", "explain_check", "list_checks"]


def check_game(game: Game) -> tuple[Finding, ...]:
    """Everything that the data contradicts, in order of place."""
    checked = Checked(game)
    return sort_findings(finding for code in sorted(CHECKS) for finding in CHECKS[code].run(checked))


def explain_check(code: str) -> str | None:
    """What a code means: a title, why it matters, a bad and a good example. None if there is no such code."""
    text = LOAD_CODES.get(code) or (inspect.getdoc(CHECKS[code].run) if code in CHECKS else None)
    return f"{code}  {text.strip()}" if text else None


def list_checks() -> tuple[tuple[str, str], ...]:
    """Every code with its title, in order."""
    titles = {code: text.strip().splitlines()[0] for code, text in LOAD_CODES.items()}
    return tuple(sorted((titles | {code: check.title for code, check in CHECKS.items()}).items()))
