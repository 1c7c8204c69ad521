"""The checks of a game's data: one module for each family of checks, one code for each kind of defect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pnp.cancel import stop_if_asked
from pnp.checks.causes import AFTER_EXAMPLES, EXAMPLES, PLAYED, causes_first, has_cause, has_wrong_play
from pnp.checks.checked_game import CheckedGame
from pnp.checks.suspects import probable_cause
from pnp.checks.waivers import without_waived
from pnp.findings import CHECKS, Check, Finding, checks_of, sort_findings, with_hyphen
from pnp.model.game import Game
from pnp.register import import_modules

import_modules("pnp.checks")

GRID = "M004"
"""The code of the check that the map has a grid."""


def check_game(game: Game, codes: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Return the findings of all checks of a game, sorted by location.

    `codes` limits the checks to those with these codes.
    """
    return run_checks(CheckedGame(game), codes)


def run_checks(checked: CheckedGame, codes: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Run all checks, or those with these codes, and return the findings sorted by location.

    A finding that only follows from another one is left out. While the data that examples depend on has an error,
    nothing is played, and while an example fails, no claim and no option of a ruling is evaluated. `checked` keeps the
    examples that were played.
    """
    chosen = [check for check in checks_of("game") if codes is None or check.code in codes]
    found = [finding for check in chosen if check.code not in PLAYED for finding in _run(check, checked)]
    if not has_cause(found):
        played = [check for check in chosen if check.code in PLAYED and check.code not in AFTER_EXAMPLES]
        found += [finding for check in played for finding in _run(check, checked)]
        if not has_wrong_play(found):
            found += [finding for check in chosen if check.code in AFTER_EXAMPLES for finding in _run(check, checked)]
    failing = {one.spot.path.split(".")[1] for one in found if one.code in EXAMPLES and one.spot.path.count(".")}
    left = without_waived(checked, found, {check.code for check in chosen})
    return sort_findings(causes_first(checked.game, left, probable_cause(checked, failing) if left else ""))


def _run(check: Check, checked: CheckedGame) -> Iterator[Finding]:
    """Yield the findings of one check of a game, unless the work was cancelled."""
    stop_if_asked()
    for finding in check.run(checked):
        wrong, write = with_hyphen(finding.wrong, finding.write)
        yield finding if wrong == finding.wrong else replace(finding, wrong=wrong, write=write)


def grid_findings(game: Game) -> tuple[Finding, ...]:
    """Return the findings about an invalid hex grid of the map; empty if the grid is valid.

    Procedures cannot be played on an invalid grid.
    """
    return tuple(CHECKS[GRID].run(CheckedGame(game)))
