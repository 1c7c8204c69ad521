"""Shortens lists of findings: removes findings that only follow from others, and merges similar ones."""

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
"""The codes of hexes and paths that do not fit the map."""
SEVERAL_HEXES = 5
"""The number of findings about hexes off the map from which on the grid is the probable cause."""
NO_HEX = "unknown hex"
"""The beginning of messages about expressions that name a hex off the map."""
SEVERAL_NAMES = 3
"""The number of findings about one unknown counter from which on they are merged."""

_NO_COUNTER = re.compile(r"unknown counter .+")


def causes_first(game: Game, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a game without those that only follow from other findings.

    If data that examples depend on is wrong, examples fail too, and only the data is reported. If there is only a
    warning about the data, all failing examples are merged into one finding after it. Otherwise each failing example is
    reported once, with its first difference in the order of play. Claims are reported only
    if the procedures and examples have no error, each with its first line.
    """
    findings = _merge_hexes_off_the_map(game, _merge_unknown_counters(tuple(found)))
    if has_cause(findings):
        return tuple(one for one in findings if one.code not in PLAYED)
    first_findings = _first_finding_of_each(findings, EXAMPLES)
    others = [one for one in findings if one.code not in (*EXAMPLES, *CLAIMS)]
    doubtful = any(one.code[0] in CAUSES for one in others)
    if len(first_findings) > 1 and (doubtful or _differ_at_one_step(first_findings)):
        first_findings = [_merge_findings(first_findings, "worked examples no longer match")]
    claims = _first_finding_of_each(findings, CLAIMS)
    if has_wrong_play(findings):
        claims = []
    elif len(claims) > 1 and doubtful:
        claims = [_merge_findings(claims, "claims no longer hold")]
    return (*others, *first_findings, *claims)


def has_cause(findings: Iterable[Finding]) -> bool:
    """Return whether any finding is an error in data that worked examples and claims depend on."""
    return any(one.code[0] in CAUSES and one.severity is Severity.ERROR for one in findings)


def has_wrong_play(findings: Iterable[Finding]) -> bool:
    """Return whether any finding is an error in a procedure or a worked example."""
    return any(one.code[0] == "X" and one.severity is Severity.ERROR and one.code not in CLAIMS for one in findings)


def _first_finding_of_each(findings: Sequence[Finding], codes: Sequence[str]) -> list[Finding]:
    """Return the first finding with one of these codes for each worked example or claim."""
    first_findings: dict[str, Finding] = {}
    for one in findings:
        if one.code in codes:
            path = one.spot.path
            record = ".".join(path.split(".")[:2]) if path.startswith(("examples.", "claims.")) else path
            first_findings.setdefault(record, one)
    return list(first_findings.values())


def _differ_at_one_step(first_findings: Sequence[Finding]) -> bool:
    """Return whether three or more failing examples all first differ at the same step, or stop for the same reason.

    That step or reason is then probably the cause.
    """
    steps = {one.write for one in first_findings if one.code == DIFFERENT}
    same_step = len(steps) == 1 and steps != {""}
    same_reason = {one.code for one in first_findings} == {STUCK} and len({one.wrong for one in first_findings}) == 1
    return len(first_findings) >= SEVERAL_NAMES and (same_step or same_reason)


def _merge_findings(first_findings: Sequence[Finding], summary: str) -> Finding:
    """Return the first of several findings, with their number added to its message."""
    first = first_findings[0]
    return replace(first, wrong=f"{len(first_findings)} {summary}; first: {first.wrong}")


def _merge_unknown_counters(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, with those about the same unknown counter merged into one."""
    counts = Counter(map(_unknown_counter_message, findings))
    merged: dict[str, Finding] = {}
    for one in findings:
        message, count = _unknown_counter_message(one), counts[_unknown_counter_message(one)]
        if message is None or count < SEVERAL_NAMES:
            merged[str(one)] = one
        else:
            merged.setdefault(message, replace(one, wrong=f"{message}; {count} places in the examples use this name"))
    return tuple(merged.values())


def _unknown_counter_message(finding: Finding) -> str | None:
    """Return the message of a finding about an unknown counter; None for any other finding."""
    return finding.wrong if finding.code == UNSET and _NO_COUNTER.fullmatch(finding.wrong) else None


def _merge_hexes_off_the_map(game: Game, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, with many findings about hexes off the map merged into one."""
    off = [one for one in findings if one.code in OFF_THE_MAP]
    if len(off) < SEVERAL_HEXES:
        return tuple(findings)
    wrong = f"{len(off)} hexes or paths do not fit the map, so its grid is probably wrong; first: {off[0].wrong}"
    grid = Finding(
        "M001",
        game.spot("map.grid"),
        wrong,
        f"check columns, rows and low under map.grid; the first hex off the map is at {off[0].spot}",
    )
    follow = (*OFF_THE_MAP, "S005", UNSET)
    return (grid, *(one for one in findings if one.code not in follow and not one.wrong.startswith(NO_HEX)))
