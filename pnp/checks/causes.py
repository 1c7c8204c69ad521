"""Shortens lists of findings: findings that only follow from others are removed, similar ones are merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.findings import Finding, Severity
from pnp.model.game import Game
from pnp.rules.state.errors import (
    CLAIM_UNREADABLE,
    CLAIM_WRONG,
    DIFFERENT,
    HALTED,
    NEVER,
    STUCK,
    UNANSWERED,
    UNSET,
    UNUSED,
)

CAUSES = "IMTCS"
"""The first letters of codes about ids, the map, tables, counters and entries, which worked examples depend on."""
EXAMPLES = (DIFFERENT, STUCK, UNANSWERED, UNUSED)
"""The codes of worked examples that do not give the stated result."""
CLAIMS = (CLAIM_UNREADABLE, CLAIM_WRONG)
"""The codes of claims that do not hold."""
PLAYED = (*EXAMPLES, NEVER, HALTED, *CLAIMS)
"""The codes of all findings that result from playing."""
OFF_THE_MAP = ("M001", "M003")
"""The codes of hexes and lines that do not fit the map."""
SEVERAL_HEXES = 5
"""The number of findings about hexes off the map from which on the grid is the probable cause."""
NO_HEX = "unknown hex"
"""The beginning of messages about expressions that name a hex off the map."""
SEVERAL_NAMES = 3
"""The number of findings about one unknown counter from which on they are merged."""

_NO_COUNTER = re.compile(r"unknown counter .+")


def causes_first(game: Game, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a game without those that only follow from others.

    If data that examples depend on is wrong, examples fail too, and only the data is reported. If there is only a
    warning about the data, all failing examples are merged into one finding after it. Otherwise each failing example is
    reported once, with its first difference in the order of play. Claims are reported only
    if the procedures and examples have no error, each with its first line.
    """
    findings = _fold_grid(game, _fold_names(tuple(found)))
    if has_cause(findings):
        return tuple(one for one in findings if one.code not in PLAYED)
    firsts = _first_of_each(findings, EXAMPLES)
    others = [one for one in findings if one.code not in (*EXAMPLES, *CLAIMS)]
    doubtful = any(one.code[0] in CAUSES for one in others)
    if len(firsts) > 1 and (doubtful or _differ_at_one_step(firsts)):
        firsts = [_fold(firsts, "worked examples no longer match")]
    claims = _first_of_each(findings, CLAIMS)
    if has_wrong_play(findings):
        claims = []
    elif len(claims) > 1 and doubtful:
        claims = [_fold(claims, "claims no longer hold")]
    return (*others, *firsts, *claims)


def has_cause(findings: Iterable[Finding]) -> bool:
    """Return whether findings include an error in the data that worked examples and claims depend on."""
    return any(one.code[0] in CAUSES and one.severity is Severity.ERROR for one in findings)


def has_wrong_play(findings: Iterable[Finding]) -> bool:
    """Return whether findings include an error in procedures or worked examples."""
    return any(one.code[0] == "X" and one.severity is Severity.ERROR and one.code not in CLAIMS for one in findings)


def _first_of_each(findings: Sequence[Finding], codes: Sequence[str]) -> list[Finding]:
    """Return the first finding with one of the codes for each example or claim, in the order they were found."""
    firsts: dict[str, Finding] = {}
    for one in findings:
        if one.code in codes:
            path = one.spot.path
            record = ".".join(path.split(".")[:2]) if path.startswith(("examples.", "claims.")) else path
            firsts.setdefault(record, one)
    return list(firsts.values())


def _differ_at_one_step(firsts: Sequence[Finding]) -> bool:
    """Return whether all failing examples first differ at the same step, which is then probably the cause."""
    steps = {one.write for one in firsts if one.code == DIFFERENT}
    return len(firsts) >= SEVERAL_NAMES and len(steps) == 1 and steps != {""}


def _fold(firsts: Sequence[Finding], what: str) -> Finding:
    """Replace the findings about several examples or claims by the first, with their number."""
    first = firsts[0]
    return replace(first, wrong=f"{len(firsts)} {what}; first: {first.wrong}")


def _fold_names(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Merge the findings about one unknown counter in several examples into one finding."""
    counts = Counter(map(_unknown_counter, findings))
    merged: dict[str, Finding] = {}
    for one in findings:
        name, places = _unknown_counter(one), counts[_unknown_counter(one)]
        if name is None or places < SEVERAL_NAMES:
            merged[str(one)] = one
        else:
            merged.setdefault(name, replace(one, wrong=f"{name}; {places} places in the examples use this name"))
    return tuple(merged.values())


def _unknown_counter(finding: Finding) -> str | None:
    """Return the message of a finding about an unknown counter in an example; None for any other finding."""
    return finding.wrong if finding.code == UNSET and _NO_COUNTER.fullmatch(finding.wrong) else None


def _fold_grid(game: Game, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Merge the findings about many hexes off the map into one finding about the grid."""
    off = [one for one in findings if one.code in OFF_THE_MAP]
    if len(off) < SEVERAL_HEXES:
        return tuple(findings)
    wrong = f"{len(off)} hexes or lines do not fit the map, so its grid is probably wrong; first: {off[0].wrong}"
    grid = Finding(
        "M001",
        game.spot("map.grid"),
        wrong,
        f"check the columns, rows and low of the grid; the first hex off the map is at {off[0].spot}",
    )
    follow = (*OFF_THE_MAP, "S005", UNSET)
    return (grid, *(one for one in findings if one.code not in follow and not one.wrong.startswith(NO_HEX)))
