"""Helpers for findings on pages of PDF files, and the decorator that registers checks of files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from pnp.findings import Check, Finding, Severity, register_check
from pnp.spot import Spot

_Run = TypeVar("_Run", bound=Callable[..., Iterable[Finding]])


def preflight_check(code: str) -> Callable[[_Run], _Run]:
    """Return a decorator that registers a check of files under its code, such as P007.

    The docstring of the check explains its findings.
    """

    def register_function(run: _Run) -> _Run:
        """Register a function that yields findings on files, and return it unchanged."""
        register_check(Check(code, "file", run))
        return run

    return register_function


def page_finding(
    code: str, file: str, page: int, wrong: str, write: str = "", *, severity: Severity = Severity.ERROR
) -> Finding:
    """Return a finding about one page (numbered from 1) of a file."""
    return Finding(code, Spot(file, path=f"page {page}"), wrong, write, severity)


MOST_ALIKE = 20
"""The number of findings with one code that are listed for a file."""


def limit_repeats(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings, sorted, with at most 20 of the same code for each file."""
    kept: list[Finding] = []
    counts: Counter[tuple[str, str, Severity]] = Counter()
    for finding in sorted(set(findings), key=_sort_key):
        alike = (finding.spot.file, finding.code, finding.severity)
        counts[alike] += 1
        if counts[alike] <= MOST_ALIKE:
            kept.append(finding)
    for (file, code, severity), count in counts.items():
        if count > MOST_ALIKE:
            wrong = f"{count - MOST_ALIKE:,} more findings with this code are not listed"
            kept.append(Finding(code, Spot(file), wrong, severity=severity))
    return tuple(kept)


def _sort_key(finding: Finding) -> tuple[str, int, str, str]:
    """Return the sort key of a finding: file, page, code and message."""
    page = finding.spot.path.removeprefix("page ")
    return (finding.spot.file, int(page) if page.isdigit() else 0, finding.code, finding.wrong)


def first_few(words: Iterable[str], shown: int = 4) -> str:
    """Return the first words of a list and the number of the others, such as `a, b and 3 more`.

    >>> first_few(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    listed = list(words)
    more = len(listed) - shown
    return ", ".join(listed[:shown]) + (f" and {more} more" if more > 0 else "")
