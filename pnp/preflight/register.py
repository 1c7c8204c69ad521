"""The register of preflight's checks: one code for one defect of a page or of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from pnp.findings import Check, Finding, Severity
from pnp.spot import Spot

PREFLIGHT: dict[str, Check] = {}
"""Code -> check, in the order of their codes."""

_Run = TypeVar("_Run", bound=Callable[..., Iterable[Finding]])


def preflight_check(code: str) -> Callable[[_Run], _Run]:
    """Register a function that finds one kind of defect; its docstring explains it."""

    def register(run: _Run) -> _Run:
        assert code not in PREFLIGHT, f"{code} is taken"
        PREFLIGHT[code] = Check(code, run)
        return run

    return register


def on_page(
    code: str, file: str, page: int, wrong: str, write: str = "", *, severity: Severity = Severity.ERROR
) -> Finding:
    """A finding on a page (from 1) of a file."""
    return Finding(code, Spot(file, path=f"page {page}"), wrong, write, severity)


def some(words: Iterable[str], shown: int = 4) -> str:
    """The first few of many, and how many more.

    >>> some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    listed = list(words)
    more = len(listed) - shown
    return ", ".join(listed[:shown]) + (f" and {more} more" if more > 0 else "")
