"""Corrections of findings whose advice names exactly one word that was meant, or one text to write instead."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.findings import Finding, advised_text, is_one_slip
from pnp.load.source import MAX_BYTES
from pnp.safe_files import read_regular_file, refuse_read_only, replace_file
from pnp.spot import Spot

_WORD = re.compile(r"[^\s,{}\[\]\"'|:;()]+(?:[./-][^\s,{}\[\]\"'|:;()]+)*")


@dataclass(frozen=True)
class Correction:
    """A text in a file that is replaced: where it begins, the wrong text, and the right one."""

    spot: Spot
    wrong: str
    right: str

    def __str__(self) -> str:
        """Return `file:line:column: wrong -> right`."""
        return f"{Spot(self.spot.file, self.spot.line, self.spot.column)}: {self.wrong} -> {self.right}"


def correction_of(finding: Finding, line: str) -> Correction | None:
    """Return the correction of a finding in a line of its file; None if the finding has no single correct fix.

    A word that was meant must be one slip away from a word at or after the column of the finding.
    """
    advised = advised_text(finding.write)
    if advised is None or not finding.spot.column:
        return None
    right, wrong = advised
    start = finding.spot.column - 1
    if wrong:
        places = [start] if line.startswith(wrong, start) else []
    else:
        words = [word for word in _WORD.finditer(line, start) if is_one_slip(word[0], right)]
        wrong = words[0][0] if words else ""
        places = [word.start() for word in words if word[0] == wrong]
        if len({word[0] for word in words}) > 1:
            return None
    if not places:
        return None
    spot = Spot(finding.spot.file, finding.spot.line, places[0] + 1, finding.spot.path)
    return Correction(spot, wrong, right)


def correct_files(findings: Iterable[Finding]) -> tuple[Correction, ...]:
    """Write the right texts into the files of findings with exactly one fix, and return the corrections in order.

    Each file is replaced as a whole; if its name is a link, the file that it leads to. Files that cannot be read as
    UTF-8 are left as they are. Raise `OSError` if a file is read-only, before any file is changed.
    """
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if advised_text(finding.write) is not None:
            by_file[finding.spot.file].append(finding)
    corrected = [(Path(file), *_corrected_text(Path(file), found)) for file, found in sorted(by_file.items())]
    corrected = [(file, text, done) for file, text, done in corrected if done]
    for file, _text, _done in corrected:
        refuse_read_only(file)
    for file, text, _done in corrected:
        replace_file(file.resolve(), text.encode())  # the loader reads no link that leads out of the game's folder
    return tuple(one for _file, _text, done in corrected for one in done)


def _corrected_text(path: Path, findings: Sequence[Finding]) -> tuple[str, list[Correction]]:
    """Return the text of a file with the right texts, and the corrections; no corrections if it cannot be read."""
    try:
        lines = read_regular_file(path, MAX_BYTES).decode().split("\n")
    except (OSError, UnicodeDecodeError):
        return "", []
    found = {
        (one.spot.line, one.spot.column): one
        for finding in findings
        if 0 < finding.spot.line <= len(lines)
        if (one := correction_of(finding, lines[finding.spot.line - 1]))
    }
    end: tuple[int, int] | None = None
    done = []
    for (number, column), one in sorted(found.items(), reverse=True):
        if end is not None and (number, column + len(one.wrong)) > end:
            continue  # it overlaps the correction after it
        line = lines[number - 1]
        lines[number - 1] = line[: column - 1] + one.right + line[column - 1 + len(one.wrong) :]
        end = (number, column)
        done.append(one)
    return "\n".join(lines), done[::-1]
