"""Corrections of findings whose advice names exactly one word that was meant, or one text to write instead."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.findings import Finding, advised_text, is_one_slip
from pnp.load.source import MAX_BYTES, Faults, Source, is_yaml
from pnp.load.tree import Node
from pnp.load.yamlfile import read_yaml
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
        changed = _with_correction(path, lines, one)
        if changed is None:
            continue
        lines = changed
        end = (number, column)
        done.append(one)
    return "\n".join(lines), done[::-1]


def _with_correction(path: Path, lines: Sequence[str], one: Correction) -> list[str] | None:
    """Return the lines of a file with a correction; None if it cannot be made at its place.

    An insert contains quotation marks and braces, which mean something else in many texts of YAML. So the file is read
    again: other marks, or quotes around the whole text, are written if they are needed.
    """
    line, column = lines[one.spot.line - 1], one.spot.column - 1
    if not line.startswith(one.wrong, column):
        return None
    start = sum(len(before) + 1 for before in lines[: one.spot.line - 1]) + column
    text, end = "\n".join(lines), start + len(one.wrong)
    if "{{" not in one.right or path.suffix.lower() == ".md":
        return (text[:start] + one.right + text[end:]).split("\n")
    old = _text_at(path, text, start) if is_yaml(path.name) else None
    if old is None or not isinstance(old.value, str):
        return None
    other_marks = one.right.replace('"', "'")
    quoted = old.value.replace(one.wrong, one.right).replace("'", "''")
    written = {
        text[:start] + one.right + text[end:]: one.right,
        text[:start] + other_marks + text[end:]: other_marks,
    }
    if old.value.count(one.wrong) == 1:
        written[f"{text[: old.start]}'{quoted}'{text[old.end :]}"] = one.right
    for changed, right in written.items():
        new = _text_at(path, changed, old.start)
        if new is not None and isinstance(new.value, str) and new.value.replace(right, one.wrong) == old.value:
            return changed.split("\n")
    return None


def _text_at(path: Path, text: str, offset: int) -> Node | None:
    """Return the text of a YAML file at an offset; None if there is none, or if the file is not well formed."""
    faults = Faults()
    root = read_yaml(Source(path.name, text), faults)
    todo = [] if root is None or faults else [root]
    while todo:
        node = todo.pop()
        if isinstance(node.value, str) and node.start <= offset < node.end:
            return node
        inner = node.value.values() if isinstance(node.value, dict) else node.value
        todo += inner if isinstance(inner, Iterable) and not isinstance(inner, str) else ()
    return None
