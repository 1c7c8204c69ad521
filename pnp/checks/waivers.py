"""Waivers: findings that the data declares as intended, each with a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import CHECKS, Fault, Finding, Severity
from pnp.message import clip

UNUSED = "I019"
"""The code of a waiver without a finding."""


def without_waived(checked: CheckedGame, findings: Sequence[Finding], codes: Collection[str]) -> tuple[Finding, ...]:
    """Return findings without the warnings and notes that have a waiver, and with one for each unused waiver.

    `codes` are the checks that were run. While there are errors, not all checks run, so no waiver counts as unused.
    """
    waivers = {(path, code) for path, record in checked.records for code in getattr(record, "waive", ())}
    if not waivers:
        return tuple(findings)
    used = set()
    left = []
    for finding in findings:
        matching = {
            (path, code) for path, code in waivers if code == finding.code and _is_inside(finding.spot.path, path)
        }
        used |= matching
        if not matching or finding.severity is Severity.ERROR:
            left.append(finding)
    if not any(finding.severity is Severity.ERROR for finding in left):
        for path, code in sorted(waivers - used):
            if code in codes and UNUSED in codes and CHECKS[code].severity is not Severity.ERROR:
                fault = Fault(
                    f"{path}.waive.{code}", f"the record has no finding {code}", "delete the waiver", code=UNUSED
                )
                left.append(checked.game.finding(fault, Severity.WARNING))
    return tuple(left)


def _is_inside(path: str, record: str) -> bool:
    """Return whether a path is that of a record or of something inside it."""
    return path == record or path.startswith(f"{record}.")


@check(UNUSED)
def waiver_invalid(checked: CheckedGame) -> Iterator[Fault]:
    """A waiver removes nothing.

    `waive: {C016: an elite battalion}` in a record removes the warnings and notes with this code about the record, and
    keeps the reason. It is wrong if

    - the code is that of an error, which a waiver cannot remove, or of no check;
    - the reason is blank;
    - the record has no such finding, perhaps because it was corrected. This alone is only a warning.

    Bad:
        counters: {B1: {waive: {C999: an elite battalion}}}
    Good:
        counters: {B1: {}}
    """
    for path, record in checked.records:
        for code, reason in getattr(record, "waive", {}).items():
            at = f"{path}.waive.{code}"
            if code not in CHECKS or CHECKS[code].of != "game":
                yield Fault(at, f"there is no check {clip(code)} of data", "write the code of a warning or note")
            elif CHECKS[code].severity is Severity.ERROR:
                yield Fault(at, f"{code} is an error, on which a waiver has no effect", "correct the data")
            elif not reason:
                yield Fault(at, "the waiver has no reason", "write why the finding is intended")
