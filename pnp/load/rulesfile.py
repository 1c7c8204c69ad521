"""Splits the rules text in Markdown into cases at its numbered headings."""

from __future__ import annotations

import re

from pnp.load.source import Faults, Source
from pnp.load.tree import Node
from pnp.message import clip, one_line

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t#]*")
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*)\.?[ \t]+(\S.*)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")


def read_rules(source: Source, faults: Faults) -> Node:
    """Return the list of cases, each with its number, title, depth and Markdown text."""
    cases: list[Node] = []
    heading: dict[str, Node] | None = None
    start = at = 0
    fence = ""
    for line in source.text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        match = None if fence or mark else _HEADING.fullmatch(line.rstrip("\r\n"))
        if mark and (not fence or (line.strip() == mark[1] and mark[1].startswith(fence))):
            fence = "" if fence else mark[1]
        if match is None and heading is None and line.strip() and not fence:
            faults.add(
                "L017",
                source.spot(at),
                "there is text before the first case",
                "begin with a heading, such as # 1.0 Introduction",
            )
            heading = {}
        elif match is not None:
            _close_case(heading, source, start, at)
            heading, start = _open_case(match, source, faults, at), at + len(line)
            if heading:
                cases.append(Node(heading, source, at, at + len(line), at))
        at += len(line)
    _close_case(heading, source, start, len(source.text))
    return Node(cases, source, 0, len(source.text))


def _open_case(match: re.Match[str], source: Source, faults: Faults, at: int) -> dict[str, Node]:
    """Return the fields of a new case from its heading; add a finding if it has no case number."""
    numbered = _NUMBERED.fullmatch(match[2])
    if numbered is None:
        wrong = f"the heading {clip(match[2]) or 'is blank and'} has no case number"
        faults.add("L017", source.spot(at), wrong, f"write {match[1]} number title, such as {match[1]} 6.5 Combat")
        return {}
    here = (source, at, at + len(match[0]), at)
    number, title = match.start(2) + numbered.start(1), match.start(2) + numbered.start(2)
    return {
        "number": Node(numbered[1], source, at + number, at + match.start(2) + numbered.end(1), at),
        "title": Node(numbered[2], source, at + title, at + match.start(2) + numbered.end(2), at),
        "depth": Node(str(len(match[1])), *here),
        "file": Node(one_line(source.name), *here),  # the name of a folder need not be UTF-8
        "line": Node(str(source.spot(at).line), *here),
    }


def _close_case(heading: dict[str, Node] | None, source: Source, start: int, end: int) -> None:
    """Add the text of a case to its fields: everything from its heading to the next heading."""
    if heading:
        text = source.text[start:end].lstrip("\r\n")
        start = end - len(text)  # the first character of the text, so that faults in it are located by line
        heading["text"] = Node(text.rstrip("\r\n"), source, start, end, start)
