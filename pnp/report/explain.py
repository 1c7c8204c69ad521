"""Explains the codes of findings: the texts of `pnp explain`."""

from __future__ import annotations

import inspect

import pnp.checks
import pnp.draw.fault
import pnp.preflight  # noqa: F401 - all three register their checks
from pnp.findings import CHECKS
from pnp.report.code_texts import BUILD_CODES, LOAD_CODES


def explain_code(code: str) -> str | None:
    """Return the title, reason and examples of a code as text; None if the code is unknown."""
    text = _all_texts().get(code.upper())
    return f"{code.upper()}  {text}" if text else None


def list_codes() -> tuple[tuple[str, str], ...]:
    """Return every code with its title, in alphabetical order."""
    return tuple((code, text.splitlines()[0]) for code, text in sorted(_all_texts().items()))


def _all_texts() -> dict[str, str]:
    """Return the explanation of each code."""
    described = {code: inspect.getdoc(check.run) or "" for code, check in CHECKS.items()}
    return {code: text.strip() for code, text in {**LOAD_CODES, **BUILD_CODES, **described}.items()}
