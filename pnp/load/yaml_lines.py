"""Mistakes in the lines of a file that is not YAML: items of lists, rows of long texts, and indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pnp.load.yaml_failure import KEY, Failure, Mistake, blank_name, content_column, indent, quoted
from pnp.message import clip, plural
from pnp.model.game import Game

OTHER_DASHES = "–—‒−•·*+"
"""Signs that people write in place of the dash of an item: long dashes and bullets."""
_AT_THE_BEGINNING = "write it at the beginning of its line"
_STRUCTURE = "expected <block end>|expected key|expected '-'|mapping values are not|sequence entries"


class _Level(NamedTuple):
    """An open list or record: the column in which its lines begin, and the key and the number of the nearest one."""

    column: int
    is_list: bool
    key: str
    line: int


def wrong_dash(line: str) -> tuple[int, str, str] | None:
    """Return the column of an item whose dash is not one, with what is wrong and what to write; None if it is right.

    >>> wrong_dash("  -Attack")
    (2, 'an item has no blank after its dash', 'write one')
    """
    if found := re.match(r"( *)-(?=[^\W\d]|[\"'{[])", line):
        return found.end(1), "an item has no blank after its dash", "write one"
    if found := re.match(r" *-([^\S \n\r])\s*(.*)", line):
        wrong = f"{blank_name(found[1])} follows this dash"
        return found.start(1), wrong, f"write an ordinary blank: - {clip(found[2])}"
    if found := re.match(rf"( *)([{OTHER_DASHES}])\s+(\S.*)|( *)([–—‒−•·])(\S.*)", line):
        sign, rest = found[2] or found[5], found[3] or found[6]
        return indent(line), f"an item begins with a hyphen, not with {sign}", f"write - {clip(rest)}"
    return None


def item_without_dash(one: Failure) -> Mistake | None:
    """Find an item of a list that has no dash, another sign in its place, or no blank after it."""
    for start in dict.fromkeys((one.line_start(one.begun), one.line_start(one.at))):
        line = one.line(start)
        if wrong := wrong_dash(line):
            return Mistake(start + wrong[0], *wrong[1:])
        levels = list(_levels(one, start))
        column = indent(line)
        if line[column:].startswith("- ") or one.at < start:
            continue
        key = re.match(rf"({KEY}):(\s|$)", line[column:])
        items = {level.key for level in levels if level.is_list and level.column == column}
        if items and (not key or ("expected '-'" in one.said and key[1] in items)):
            return Mistake(start + column, "this item has no dash, unlike those above", 'begin it with "- "')
    return None


def _levels(one: Failure, start: int) -> Iterator[_Level]:
    """Yield the open lists and records above a line, the innermost first."""
    at, line = one.before(start)
    least = 10**6
    while at >= 0 and least > 0:
        found = re.match(rf"( *)((?:- +)?)(?:({KEY}):(?:\s|$))?", line)
        assert found is not None
        key = found[3] or ""
        if key and found.end(2) < least:
            least = found.end(2)
            yield _Level(least, False, key, one.number(at))
        if found[2] and found.end(1) < least:
            least = found.end(1)
            yield _Level(least, True, key, one.number(at))
        at, line = one.before(at)


def item_out_of_place(one: Failure) -> Mistake | None:
    """Find an item that is not in the column of its list, or a key of a record that begins with a dash."""
    start = one.line_start(one.at)
    found = re.match(rf"( *)- +(?:({KEY}):(?:\s|$))?", one.line(start))
    if not found or not re.search(_STRUCTURE, one.said):
        return None
    column, key = found.end(1), found[2] or ""
    levels = list(_levels(one, start))
    alike = [level for level in levels if level.is_list and level.key == key]
    if alike:
        other = min(alike, key=lambda level: abs(level.column - column))
        return None if other.column == column else _uneven(start + column, "item", other)
    if (first := _without_dash(one, start, column, key)) >= 0:
        return Mistake(first, "this item has no dash, unlike those below", 'begin it with "- "')
    owner = levels[0] if levels and re.search(r":\s*$", one.before(start)[1]) else None
    if owner is not None and column <= owner.column:
        write = f"indent it by {plural(owner.column + 2, 'blank')}, with all lines of the item"
        return Mistake(start + column, f"this item is indented as if it did not belong to {owner.key}", write)
    beside = next((level for level in levels if not level.is_list and level.column <= column), None)
    if not key or beside is None:
        return None
    wrong = f"this line begins with a dash, unlike {beside.key} and the other keys of the record"
    write = f"delete the dash, and indent the line by {plural(beside.column, 'blank')}"
    return Mistake(start + column, wrong, write)


def _uneven(at: int, kind: str, other: _Level) -> Mistake:
    """Return the mistake of an item or a key at an index that is indented unlike another one of its list or record."""
    whole = "list" if kind == "item" else "record"
    wrong = f"this {kind} is not indented as line {other.line}, which is indented by {plural(other.column, 'blank')}"
    return Mistake(at, wrong, f"indent all {kind}s of a {whole} in the same way")


def _without_dash(one: Failure, start: int, column: int, key: str) -> int:
    """Return the index of the first item of a list, if it has no dash, before an item that has one; else -1."""
    at, line = one.before(start)
    if not key:
        return at + column if indent(line) == column and line[column] in "{[" else -1
    while at >= 0 and indent(line) > column:
        if re.match(rf" *{re.escape(key)}:(?:\s|$)", line) and indent(line) == column + 2:
            return at + indent(line)
        at, line = one.before(at)
    return -1


def uneven_key(one: Failure) -> Mistake | None:
    """Find a key that is indented neither as the record above nor as one around it."""
    start = one.line_start(one.at)
    line = one.line(start)
    column = indent(line)
    key = re.match(rf"({KEY}|\"[^\"]*\"|'[^']*'):(?:\s|$)", line[column:])
    if not key or one.at != start + column or "expected" not in one.said:
        return None
    if "document start" in one.said:
        first = re.search(r"^ +(?=[^\s#])", one.text, re.MULTILINE)
        at = first.end() if first else 0
        return Mistake(at, "this line is indented, unlike other keys of the file", _AT_THE_BEGINNING)
    levels = [level for level in _levels(one, start) if not level.is_list]
    if not levels:
        return None
    of_the_file = key[1] in Game.model_fields and re.search("^game:", one.text, re.MULTILINE) is not None
    other = min(levels, key=lambda level: (abs(level.column - column), not of_the_file or level.column > 0))
    if of_the_file and other.column == 0 and column:
        return Mistake(one.at, f"{key[1]} is a key of the file, but is indented", _AT_THE_BEGINNING)
    return None if other.column == column else _uneven(one.at, "key", other)


def key_beside_an_item(one: Failure) -> Mistake | None:
    """Find a key that is indented neither as the items of the list above nor as their keys."""
    start = one.line_start(one.at)
    line = one.line(start)
    key = re.match(rf" *({KEY}):(?:\s|$)", line)
    if "expected '-'" not in one.said or not key:
        return None
    levels = list(_levels(one, start))
    beside = next((a for a, b in pairwise(levels) if b.is_list and b.column <= indent(line)), None)
    if beside is None or beside.is_list:
        return None
    write = f"indent it by {plural(beside.column, 'blank')}, as {beside.key}"
    if re.match(rf" *- +{KEY}:", one.before(start)[1]):
        write += f", or delete the dash of line {beside.line}"
    return Mistake(start + indent(line), "this line does not go with the keys above", write)


def block_above(one: Failure, start: int) -> int:
    """Return the index of the line with `|` or `>` to whose text the lines before an index belong; -1 without one."""
    least = 10**6
    at, line = one.before(start)
    while at >= 0 and least > 0:
        column = indent(line)
        if re.search(r"[:\-]\s+[|>][+\-\d]*\s*$", line):
            return at if column < least else -1
        least = min(least, column)
        at, line = one.before(at)
    return -1


def row_of_a_text(one: Failure) -> Mistake | None:
    """Find a row of a text after `|` or `>` that is indented less than the row above."""
    start = one.line_start(one.at)
    line = one.line(start)
    block = block_above(one, start)
    if block < 0 or indent(line) < indent(one.line(block)) or re.match(rf" *(?:- +)?{KEY}(:(\s|$)| *=)", line):
        return None
    first, _ = one.before(start)
    below = one.text[start:].partition("\n")[2].partition("\n")[0]
    inside = indent(line) > indent(one.line(block))
    if inside and one.before(first)[0] == block and indent(below) in (0, indent(line), indent(one.line(block))):
        wrong = "the first line of this text is indented more than those below"
        return Mistake(first + indent(one.line(first)), wrong, "indent all lines of the text in the same way")
    return Mistake(start + indent(line), *row_advice(one, block))


def row_advice(one: Failure, block: int) -> tuple[str, str]:
    """Return the message and the advice for a line that belongs to the text of a line with `|` or `>`."""
    wrong = f"this line belongs to the text of line {one.number(block)}"
    return wrong, "indent it more than that line, and as much as the other lines of the text"


def less_than_around(one: Failure) -> Mistake | None:
    """Find a line that is indented less than the lines before and after it."""
    if not re.search("expected <block end>|expected key|mapping values are not allowed", one.said):
        return None
    column = content_column(one.line(one.at))
    if "expected" in one.said and one.at > one.line_start(one.at) + column:
        return None
    start, above = one.before(one.at)
    inside = 0
    while start >= 0 and content_column(above) > column:
        start, above = one.before(start)
        inside += 1
    key = re.match(rf"({KEY}):\s*$", above)
    if start < 0 or content_column(above) >= column or (key and (not inside or key[1] in Game.model_fields)):
        return None
    at, before = one.before(start)
    while at >= 0 and content_column(before) > column:
        at, before = one.before(at)
    if at < 0 or content_column(before) != column or (inside and not key):
        return None
    wrong = "this line is indented less than the lines around it"
    previous = one.before(start)[1]
    owns = re.match(rf" *(?:- +)?({KEY}):\s*$", previous)
    if owns:
        wrong = f"this line is indented as if it did not belong to {owns[1]}"
        write = f"indent it by {plural(content_column(previous) + 2, 'blank')}"
        return Mistake(start + indent(above), wrong, write)
    return Mistake(start + indent(above), wrong, "indent it as they are")


def deeper_than_above(one: Failure) -> Mistake | None:
    """Find a line that is indented more than the line above, which has a value already, or a text with a colon."""
    start, above = one.before(one.at)
    first = one.line_start(one.at)
    here = one.line(first)
    column = indent(here)
    at_start = "expected" in one.said and one.at == first + column and re.match(rf"(?:- +)?{KEY}:(\s|$)", here[column:])
    if start < 0 or column <= indent(above) or not ("mapping values are not allowed" in one.said or at_start):
        return None
    if " " in here[column : one.at - first].strip() and not here[column:].startswith("- "):
        return _colon_on_a_later_line(one)
    wrong = f"this line is indented more than line {one.number(start)}, which has a value already"
    write = "indent both in the same way, or begin that one with a dash"
    if at_start:
        write = "indent both in the same way, or write above it the key to which it belongs"
    elif content_column(above) > indent(above):
        write = f"indent it by {plural(content_column(above), 'blank')}"
    elif not re.match(r"[a-z_]+$", here[column : one.at - first]):
        write = "indent both in the same way, or put quotes around a text with a colon"
    return Mistake(first + column, wrong, write)


def _colon_on_a_later_line(one: Failure) -> Mistake:
    """Return the mistake of a text of several lines with a colon and a blank after its first line."""
    start, line = one.before(one.at)
    while start >= 0 and not re.match(rf" *(?:- +)?{KEY}: ", line) and not line.lstrip().startswith("- "):
        start, line = one.before(start)
    begins = re.match(rf" *(?:- +)?(?:{KEY}: +)?", line)
    assert begins is not None
    first = one.line_start(one.at)
    words = " ".join(one.text[max(start, 0) + begins.end() : first + len(one.line(first))].split())
    write = f"put quotes around the whole text, from line {one.number(max(start, 0))}: {quoted(words)}"
    return Mistake(one.at, "a text may not contain a colon and a blank", write)
