"""The texts of `pnp explain`, which explain the codes of findings, such as T012."""

from __future__ import annotations

import inspect
import re
import textwrap

import pnp.checks
import pnp.draw.fault
import pnp.preflight
import pnp.proof.proofreading  # noqa: F401 - all four register their checks
from pnp.findings import CHECKS, Check, Severity
from pnp.message import capitalised
from pnp.report.code_texts import BUILD_CODES, LOAD_CODES

FAMILIES = {
    "B": "options and builds",
    "C": "counters",
    "D": "drawings",
    "E": "editions and errata",
    "I": "names and references",
    "K": "cards, components and printed modifiers",
    "L": "reading files",
    "M": "map and map rules",
    "P": "printed files",
    "Q": "proofreading of rulebooks",
    "R": "rules text",
    "S": "entries and set-up",
    "T": "tables",
    "W": "writing files",
    "X": "procedures, examples, probabilities and claims",
}
"""The subject of the codes that begin with each letter."""
INTRODUCTION = (
    "A check without a line Severity reports errors, which stop a build. Warnings and notes do not; "
    "`waive: {CODE: reason}` in a record removes those that are intended. "
    "The examples are pieces of data that are merged into a small game, `tests/games/small` of the source; "
    "`~` removes a value of that game."
)
"""The first paragraph of the page of all checks."""
_EXAMPLE = re.compile(r"^(Bad|Good):\n", re.MULTILINE)


def explain_code(code: str) -> str | None:
    """Return the explanation of a finding code (title, reason, examples); None if there is no such code."""
    text = _all_texts().get(code.upper())
    return f"{code.upper()}  {text}" if text else None


def list_codes() -> tuple[tuple[str, str], ...]:
    """Return every finding code with its title, in alphabetical order."""
    return tuple((code, text.splitlines()[0]) for code, text in sorted(_all_texts().items()))


def _all_texts() -> dict[str, str]:
    """Return the explanation of each finding code."""
    described = {code: _described(check) for code, check in CHECKS.items()}
    return {code: text.strip() for code, text in {**LOAD_CODES, **BUILD_CODES, **described}.items()}


def _described(check: Check) -> str:
    """Return the explanation of a check. That of a check with warnings or notes says so before its examples."""
    text = inspect.getdoc(check.run) or ""
    if check.severity is Severity.ERROR:
        return text
    reason, *examples = re.split(r"\n(?=Bad:\n)", text, maxsplit=1)
    return "\n".join((reason.rstrip("\n"), "", f"Severity: {check.severity.value}.", "", *examples))


def list_as_markdown() -> str:
    """Return a page in Markdown that explains all finding codes; each family, such as T, has a heading."""
    lines, family = ["# Checks", "", *textwrap.wrap(INTRODUCTION, 120)], ""
    for code, text in sorted(_all_texts().items()):
        if FAMILIES[code[0]] != family:
            family = FAMILIES[code[0]]
            lines += ["", f"## {capitalised(family)}"]
        title, _, rest = text.partition("\n")
        lines += ["", f"### {code}: {_escape_markdown(title).rstrip('.')}", "", *_markdown_lines(rest)]
    return "\n".join(lines)


def _markdown_lines(text: str) -> list[str]:
    """Return the lines of an explanation in Markdown; its examples become fenced blocks."""
    reason, *examples = _EXAMPLE.split(text)
    lines = [_escape_markdown(reason.strip("\n")), ""]
    for label, example in zip(examples[::2], examples[1::2], strict=True):
        lines += [f"{label}:", "", "```text", textwrap.dedent(example).strip("\n"), "```", ""]
    return lines[:-1]


def _escape_markdown(text: str) -> str:
    r"""Return a text with the signs of Markdown escaped, except in `code`.

    >>> print(_escape_markdown("2 * 3 of `a*b`"))
    2 \* 3 of `a*b`
    """
    return re.sub(r"(`[^`]*`)|([*<\[\]])", lambda found: found[1] or f"\\{found[2]}", text)


def list_by_family() -> str:
    """Return a text that lists all finding codes with titles; each family, such as T, has a heading."""
    families: dict[str, list[str]] = {}
    for code, title in list_codes():
        families.setdefault(FAMILIES[code[0]], []).append(f"{code}  {title}")
    return "\n\n".join("\n".join((f"{name.capitalize()}:", *lines)) for name, lines in families.items())
