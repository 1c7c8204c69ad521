"""Formats findings as text for people: grouped by file, with the source line and a caret below its column."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pnp.findings import CHECKS, Finding, Severity
from pnp.message import one_line
from pnp.safe_files import read_regular_file

MOST = 20
"""The most findings of one code that the text form lists; the rest are counted."""
WIDEST = 160
"""The most characters of a source line that are shown."""
LARGEST = 8_000_000
"""The size in bytes from which on a file is not read again. The loader refuses game data of this size too."""

Part: TypeAlias = Literal["file", "error", "warning", "note", "caret"]
"""The parts of the text form that have a colour or a weight of their own on a terminal."""
Paint: TypeAlias = Callable[[str, Part], str]
"""Returns a text with the terminal codes for its part."""


def list_findings(findings: Sequence[Finding]) -> str:
    """Return findings as text, one per line; of each code, only the first `MOST` are listed."""
    shown, rest = _shorten(findings)
    return "\n".join([*map(str, shown), *rest])


def text_report(findings: Sequence[Finding], paint: Paint = lambda text, _: text) -> str:
    """Return findings as text: a heading for each file, and each finding with its source line and a caret.

    The first line of a finding is that of `list_findings`, so that editors can jump to the place. Of each code, only
    the first `MOST` are listed. The files are read again; a line that cannot be read is left out.
    """
    shown, rest = _shorten(findings)
    by_file: dict[str, list[Finding]] = {}
    for finding in shown:
        by_file.setdefault(finding.spot.file, []).append(finding)
    source_lines = cache(_read_lines)
    groups = []
    for file, found in by_file.items():
        lines = [paint(one_line(file), "file")]
        for finding in found:
            lines.append(_painted_line(finding, paint))
            lines += _excerpt(finding, source_lines(file), paint)
        groups.append("\n".join(lines))
    if rest:
        groups.append("\n".join(rest))
    return "\n\n".join(groups)


def _shorten(findings: Sequence[Finding]) -> tuple[list[Finding], list[str]]:
    """Return the first `MOST` findings of each code, and lines that count the others."""
    shown, seen = [], Counter[str]()
    for finding in findings:
        seen[finding.code] += 1
        if seen[finding.code] <= MOST:
            shown.append(finding)
    left_out = {code: number - MOST for code, number in seen.items() if number > MOST}
    rest = [
        f"and {number:,} more {check.things} [{code}]"
        if (check := CHECKS.get(code)) and check.things
        else f"and {number:,} more of {code}"
        for code, number in left_out.items()
    ]
    if left_out:
        rest.append(f"{len(findings):,} findings in all; {len(shown)} are shown")
    return shown, rest


def _painted_line(finding: Finding, paint: Paint) -> str:
    """Return the line of a finding with its code (and the word `warning` or `note`) painted."""
    part: Part = finding.severity.value
    place = f"{finding.shown.spot}: "
    label = finding.code if finding.severity is Severity.ERROR else f"{part} {finding.code}"
    return place + paint(label, part) + str(finding)[len(place) + len(label) :]


def _excerpt(finding: Finding, lines: Sequence[str], paint: Paint) -> Iterator[str]:
    """Yield the source line of a finding and a line with the caret; nothing if the line is unknown or blank."""
    number, column = finding.spot.line, finding.spot.column
    if not 0 < number <= len(lines) or not lines[number - 1].strip():
        return
    # One character stays one character, so that the caret is below its column.
    source = "".join(
        c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in lines[number - 1]
    )
    at = min(max(column - 1, 0), len(source))
    start = max(min(at - WIDEST // 2, len(source) - WIDEST), 0)
    cut = source[start : start + WIDEST]
    before, after = "…" if start else "", "…" if start + WIDEST < len(source) else ""
    margin = f"{number:>6} | "
    yield f"{margin}{before}{cut}{after}".rstrip()
    if column:
        width = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in before + cut[: at - start])
        yield f"{'|':>{len(margin) - 1}} {' ' * width}{paint('^', 'caret')}"


def _read_lines(file: str) -> Sequence[str]:
    """Return the lines of a text file; an empty sequence if it is not a readable text."""
    path = Path(file)
    try:
        content = read_regular_file(path, LARGEST)
        if content.startswith(b"%PDF-"):  # the lines of a rulebook in PDF are those of its pages
            return ()
        text = content.decode("utf-8-sig")
    except (OSError, ValueError):
        return ()
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
