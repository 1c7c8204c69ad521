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
from pnp.report.code_texts import BUILD_CODES, LOAD_CODES, RETIRED_CODES

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
    "R": "rules and other texts",
    "S": "entries and set-up",
    "T": "tables",
    "W": "writing files",
    "X": "procedures, examples, probabilities and claims",
}
"""The subject of the codes that begin with each letter."""
INTRODUCTION = """
If no severity is given, a finding is an error. Errors in the data of a game, and in the files that a build has just
written, stop the build; warnings and notes do not. `pnp proof` and `pnp preflight` build nothing: there, findings only
set the exit code. `waive: {CODE: reason}` in a record removes the warnings and notes that are intended. It cannot
remove findings in the text of the rules, or those of `pnp proof` and `pnp preflight`.

The examples of game data are merged into the small game `tests/games/small` of the source; `~` removes a value of that
game. In many examples, `counts: ~` removes the `counts` of that game, because the example changes the number of
counters. `spare: x` exempts a counter from having an entry. An example that begins with `#` replaces the rules text. An
example with a `designer` replaces the whole game. The examples of `pnp proof` (Q) are passages of a rulebook. The codes
of options, editions, printed files and writing files (B, E, P, W), and a few others, have no examples.
"""
"""The first paragraphs of the page of all checks."""
TERMS = {
    "basis": "the source of a value: printed in the rules, computed from them, or invented to complete them",
    "case": "a numbered paragraph of the rules, such as 6.5.2",
    "claim": "a stated probability or result that must stay the same when the game is corrected",
    "edition": "one state of a game as it is published: an overlay in `editions/`, or a git tag of its folder",
    "entry": "a record that states where and when counters enter the game",
    "erratum": "the printed notice of a correction",
    "face": "the front or the back of a counter",
    "fact": "a value under `facts` that procedures can read and change, besides the tracks",
    "insert": 'a call in double braces in a text, such as `{{ count("turn") }}`, which prints something from the data',
    "kit": "the folder with all printed files of one game",
    "look": "the drawing style of a terrain",
    "map furniture": "everything that is printed on the map sheet beside the hexes, such as tables and tracks",
    "misprint": "a wrong value that the published game prints",
    "overlay": "a file that changes parts of a game: an edition, a scenario, an optional rule or a translation",
    "panel": "an item of map furniture with a title bar",
    "player aid": "a page of tables and reminders; its sections are blocks",
    "print target": "a file in `templates/targets` that describes a printer: paper sizes, margins and smallest type",
    "printed modifier": "a line of a list under `modifiers`; steps, map rules and terrain name it under `line`",
    "procedure": "the steps by which the rules resolve something, such as a combat",
    "ranks": "in a table, the results in order of severity; in a deck of cards, the ranks of its cards",
    "reach": "the range of rolls after modifiers, or of other values, that can be looked up in a table",
    "record": "a counter, a table, a track or another item of the data, with its keys",
    "ruling": "the answer to a question that the rules leave open, with the options that players can choose instead",
    "series": "a game with several scenarios, each with a map and units of its own",
    "spare": "a key of a counter: the reason why it is in no entry; the `spares` of a deck are cards outside its ranks",
    "standing rule": "steps that are carried out as soon as a condition is true",
    "version": "a state of a game that `pnp diff` compares: a folder, one at a git revision, or either with an overlay",
    "waiver": "the key `waive` of a record",
}
"""Recurring terms of the texts, explained on the page of all checks."""
_EXAMPLE = re.compile(r"^(Bad|Good):\n", re.MULTILINE)


def explain_code(code: str) -> str | None:
    """Return the explanation of a finding code (title, reason, examples); None if there is no such code."""
    text = _all_texts().get(code.upper())
    if text and re.search(r": ~[},\n]|: ~$", text):
        note = "The examples are merged into a small game; `~` removes a value of that game.\n\n"
        text = _EXAMPLE.sub(lambda first: note + first[0], text, count=1)
    return f"{code.upper()}  {text}" if text else None


def list_codes() -> tuple[tuple[str, str], ...]:
    """Return every finding code with its title, in alphabetical order."""
    return tuple((code, text.splitlines()[0]) for code, text in sorted(_all_texts().items()))


def _all_texts() -> dict[str, str]:
    """Return the explanation of each finding code."""
    described = {code: _described(check) for code, check in CHECKS.items()}
    return {code: text.strip() for code, text in {**LOAD_CODES, **BUILD_CODES, **RETIRED_CODES, **described}.items()}


def _described(check: Check) -> str:
    """Return the explanation of a check. That of a check with warnings or notes says so before its examples."""
    text = inspect.getdoc(check.run) or ""
    if check.severity is Severity.ERROR:
        return text
    reason, *examples = re.split(r"\n(?=Bad:\n)", text, maxsplit=1)
    return "\n".join((reason.rstrip("\n"), "", f"Severity: {check.severity.value}.", "", *examples))


def list_as_markdown() -> str:
    """Return a page in Markdown that explains all finding codes; each family, such as T, has a heading.

    The page begins with an introduction, a list of the letters with which codes begin, and a list of terms.
    """
    lines, family = ["# Checks"], ""
    lines += [INTRODUCTION.rstrip("\n"), "", "The first letter of a code is its subject:", ""]
    lines += [f"- {letter}: {subject}" for letter, subject in FAMILIES.items()]
    lines += ["", "Recurring terms:", ""]
    lines += [f"- *{term}*: {meaning}" for term, meaning in TERMS.items()]
    for code, text in sorted(_all_texts().items()):
        if FAMILIES[code[0]] != family:
            family = FAMILIES[code[0]]
            lines += ["", f"## {capitalised(family)}"]
        title, _, rest = text.partition("\n")
        lines += ["", f"### {code}: {escape_markdown(title).rstrip('.')}", *_markdown_lines(rest)]
    return "\n".join(lines)


def _markdown_lines(text: str) -> list[str]:
    """Return the lines of an explanation in Markdown, after an empty line; its examples become fenced blocks."""
    reason, *examples = _EXAMPLE.split(text)
    reason = escape_markdown(reason.strip("\n"))
    lines = ["", reason] if reason else []
    for label, example in zip(examples[::2], examples[1::2], strict=True):
        lines += ["", f"{label}:", "", "```text", textwrap.dedent(example).strip("\n"), "```"]
    return lines


def escape_markdown(text: str) -> str:
    r"""Return a text with the signs of Markdown escaped, except in `code`.

    >>> print(escape_markdown("2 * 3 of `a*b`"))
    2 \* 3 of `a*b`
    """
    return re.sub(r"(`[^`]*`)|([*<\[\]])", lambda found: found[1] or f"\\{found[2]}", text)


def list_by_family() -> str:
    """Return a text that lists all finding codes with titles; each family, such as T, has a heading."""
    families: dict[str, list[str]] = {}
    for code, title in list_codes():
        families.setdefault(FAMILIES[code[0]], []).append(f"{code}  {title}")
    return "\n\n".join("\n".join((f"{name.capitalize()}:", *lines)) for name, lines in families.items())
