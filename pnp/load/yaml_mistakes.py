"""The likely cause of a YAML syntax error: where it is, what is wrong and what to write.

A parser reports the place at which it can no longer continue, which is often far behind the mistake: a quote that is
not closed is found at the next quote, and a colour without quotes is a comment that hides the closing brace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import yaml

from pnp.message import clip

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser: that of libyaml, if PyYAML was built with it. It only scans and parses; no value is converted."""
_KEY = r"[\w.\-]+"
_COLON, _ENDS = "a text may not contain a colon and a blank", "the text ends at the quote before this"
_COLOUR = r"#[0-9A-Fa-f]{6}\b"


class Mistake(NamedTuple):
    """The index of a mistake in the text, what is wrong, and what to write."""

    at: int
    wrong: str
    write: str


@dataclass(frozen=True)
class _Failure:
    """A text that is not YAML: what the parser said, where (indices), and the start of what it was reading."""

    text: str
    said: str
    at: int
    begun: int

    def line_start(self, at: int) -> int:
        """Return the index of the first character of a line."""
        return self.text.rfind("\n", 0, at) + 1

    def line(self, at: int) -> str:
        """Return the line with the character of this index."""
        end = self.text.find("\n", at)
        return self.text[self.line_start(at) : len(self.text) if end < 0 else end].rstrip("\r")

    def number(self, at: int) -> int:
        """Return the number of the line with the character of this index, from 1."""
        return self.text.count("\n", 0, at) + 1

    def before(self, at: int) -> tuple[int, str]:
        """Return the index of the line before, leaving out blank lines and comments, and the line; -1 without one."""
        start = self.line_start(at)
        while start > 0:
            start = self.line_start(start - 1)
            line = self.line(start)
            if line.strip() and not line.lstrip().startswith("#"):
                return start, line
        return -1, ""

    @property
    def char(self) -> str:
        """The character at which the parser stopped."""
        return self.text[self.at : self.at + 1]


def likely_mistake(text: str, error: yaml.MarkedYAMLError) -> Mistake:
    """Return the likely cause of a syntax error in a text."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(text)) if mark else 0
    begun = min(error.context_mark.index, at) if error.context_mark else at
    failure = _Failure(text, error.problem or error.context or "", at, begun)
    return next(filter(None, (find(failure) for find in _CAUSES)))


def open_quote(text: str, start: int, end: int) -> bool:
    """Return whether a text in quotes contains a line that begins a key, so that its quote was to be closed before.

    `start` and `end` are the indices of both quotes. The lines of a long text are indented more than its key.
    """
    first = text.rfind("\n", 0, start) + 1
    outer = _indent(text[first:start])
    inner = re.compile(rf"\n( *)(?:- +)?{_KEY}:(?=\s)")
    return any(len(found[1]) <= outer for found in inner.finditer(text, start, end))


def quoted(text: str) -> str:
    """Return a text in quotes, in those that it does not contain.

    >>> print(quoted('The "Ford"'), quoted("It's"))
    'The "Ford"' "It's"
    """
    shown = clip(text)
    return f"'{shown}'" if '"' in shown and "'" not in shown else '"' + shown.replace('"', '\\"') + '"'


def text_at(text: str, at: int) -> str:
    """Return the text that begins at an index: to the end of its line, or in braces to the comma or brace after it."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    value = text[at : len(text) if end < 0 else end].strip()
    before = re.sub(r"\"[^\"]*\"|'[^']*'", "", text[start:at])
    if sum(before.count(sign) for sign in "{[") <= sum(before.count(sign) for sign in "}]"):
        return value
    depth = 0
    for i, char in enumerate(value):
        if depth == 0 and char in ",}]":
            return value[:i].strip()
        depth += (char in "{[") - (char in "}]")
    return value


def goes_on_at_the_same_indentation(text: str, at: int) -> bool:
    """Return whether a key without a value, at this index, is followed by a key that is not indented more.

    In a file for people, sections are divided by blank lines, so a line that follows directly belongs to the key.
    """
    start = text.rfind("\n", 0, at) + 1
    here, _, below = text[start:].partition("\n")
    first = below.partition("\n")[0]
    return here.rstrip().endswith(":") and bool(first.strip()) and _indent(first) == _indent(here)


def indented_key(key: str, outer: str) -> tuple[str, str]:
    """Return the message and the advice for a key of the whole file that was indented by accident."""
    wrong = f"{key} is indented, as if it belonged to {outer}"
    return wrong, "write it at the beginning of its line, and indent only the lines that belong to it"


def _indent(line: str) -> int:
    """Return the number of blanks at the beginning of a line."""
    return len(line) - len(line.lstrip())


def _indented_with_other_blanks(one: _Failure) -> Mistake | None:
    """Find a tab or another blank than the usual one at the beginning of a line."""
    starts = (one.line_start(one.at), one.before(one.at)[0])
    return next(filter(None, (other_blank(one.text, start) for start in starts if start >= 0)), None)


def other_blank(text: str, start: int) -> Mistake | None:
    """Return the mistake of a tab or another blank than the usual one in the blanks that begin at an index."""
    found = re.compile(r" *([^\S \n\r])").match(text, start)
    if not found:
        return None
    kind = {"\t": "a tab", "\N{NO-BREAK SPACE}": "a no-break space"}.get(found[1], "another blank than the usual one")
    return Mistake(found.start(1), f"this line is indented with {kind}", "indent with blanks")


def _quote_not_closed(one: _Failure) -> Mistake | None:
    """Find a quote that was to be closed on its line."""
    if re.search("unexpected end of stream|unexpected document", one.said):
        return Mistake(one.begun, "the quote opened here is never closed", "close it at the end of the text")
    try:
        for token in yaml.scan(one.text, Loader=LOADER):
            start, end = token.start_mark.index, token.end_mark.index
            if start > one.at:
                return None
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if quoted and open_quote(one.text, start, end):
                return quote_mistake(one.text, start, end)
    except yaml.YAMLError:
        return None
    return None


def quote_mistake(text: str, start: int, end: int) -> Mistake:
    """Return the mistake of a quote that is closed only by the next one."""
    wrong = f"the quote opened here is closed only at line {text.count(chr(10), 0, end) + 1}"
    return Mistake(start, wrong, "close it at the end of the text")


def _comment_in_brackets(one: _Failure) -> Mistake | None:
    """Find a comment that hides the end of braces or brackets, such as a colour without quotes."""
    if "expected ','" not in one.said:
        return None
    for at in _comments(one.text, one.begun, one.at):
        word = re.match(rf"{_COLOUR}|[^\s,\]}}\"']*", one.text[at:])
        shown = clip(word[0] if word else "#")
        wrong = f"everything after the blank before {shown} is a comment, because it begins with #"
        return Mistake(at, wrong, f'put quotes around it: "{shown}"')
    return None


def _comments(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the index of each comment sign in a part of a text, outside of quotes."""
    for found in re.finditer(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|(?<=\s)#[^\n]*", text[start:end]):
        if found[0].startswith("#") and re.search(r"[,}\]]", found[0]):
            yield start + found.start()


def _bracket_or_comma(one: _Failure) -> Mistake | None:
    """Find a missing comma, or braces or brackets that are not closed."""
    expected = re.search(r"expected ',' or '([}\]])'", one.said)
    if not expected:
        return None
    closing = expected[1]
    what = "brackets" if closing == "]" else "braces"
    if one.char and one.char in "}]":
        opening = "[" if closing == "]" else "{"
        return Mistake(one.at, f"this {one.char} closes a {opening}", f"write {closing}")
    here = one.line(one.at)
    if one.line_start(one.at) == one.line_start(one.begun) and re.search(
        r"[}\]]", here[one.at - one.line_start(one.at) :]
    ):
        before = one.text[one.line_start(one.at) : one.at]
        if re.search(r"['\"]$", before) and re.match(r"\w", one.char):
            return Mistake(one.at, _ENDS, "write '' for an apostrophe in single quotes")
        if one.char == ":" and re.search(rf":\s+{_KEY}$", before):
            return Mistake(one.at, _COLON, "put quotes around the text")
        key = re.search(rf"({_KEY})$", before) if one.char == ":" else re.match(rf"\S?{_KEY}", one.text[one.at :])
        if key:
            at = one.line_start(one.at) + key.start() if one.char == ":" else one.at
            begins = re.search(r":\s+(\[[^\]]*\]\s+)$", before)
            if begins:
                start = one.line_start(one.at) + begins.start(1)
                return Mistake(
                    start, "a text cannot begin with [", f"put quotes around it: {quoted(text_at(one.text, start))}"
                )
            more = ", or put quotes around a text with a colon" if one.char == ":" else ""
            return Mistake(at, f"there is no comma before {key[0]}", f"write one{more}")
    last, _ = (one.line_start(one.begun), "") if not one.char else one.before(one.at)
    last = max(last, one.line_start(one.begun))
    wrong = f"the {what} opened here are not closed"
    return Mistake(
        one.begun, wrong, f"write {closing} at the end of line {one.number(last)}, or a comma if more follows"
    )


def _key_without_colon(one: _Failure) -> Mistake | None:
    """Find a key that lacks its colon, or the blank after it, before a line that the parser did not expect."""
    if not ("mapping values are not allowed" in one.said or "could not find expected ':'" in one.said):
        return None
    here = one.line(one.at)
    inside = here[: one.at - one.line_start(one.at)]
    if re.fullmatch(rf"\s*-{_KEY}|\s*-[{{\[].*", inside):
        return Mistake(one.line_start(one.at) + inside.index("-"), "an item has no blank after its dash", "write one")
    if re.search(r":\s", inside):
        value = here.split(":", 1)[1].strip()
        return Mistake(one.at, _COLON, f"put quotes around it: {quoted(value)}")
    for start, line in ((one.line_start(one.begun), one.line(one.begun)), one.before(one.at)):
        if start >= 0 and (found := _unfinished_key(one, start, line)):
            return found
    return None


def _unfinished_key(one: _Failure, start: int, line: str) -> Mistake | None:
    """Return the mistake of a line that should be a key with its value, or an item of a list."""
    own = re.match(r"\s*(?:- +)?", line)
    first = start + (own.end() if own else 0)
    rest = line[first - start :]
    if glued := re.match(rf"({_KEY}):([^\s:].*)", rest):
        return Mistake(
            first + len(glued[1]), "there is no blank after this colon", f"write {glued[1]}: {clip(glued[2])}"
        )
    if equals := re.match(rf"({_KEY})\s*=\s*(.*)", rest):
        return Mistake(first, "a key is followed by a colon, not by =", f"write {equals[1]}: {clip(equals[2])}")
    _, previous = one.before(start)
    if not re.search(r":(\s|$)", line) and (block := _block_above(one, start)) >= 0:
        wrong = f"this line belongs to the text of line {one.number(block)}"
        return Mistake(first, wrong, "indent it more than that line, and as much as the other lines of the text")
    if rest[:1] in ("{", "[") and re.match(r"\s*- ", previous):
        return Mistake(first, "this item has no dash, unlike those above", 'begin it with "- "')
    if not re.search(r":(\s|$)", line):
        return Mistake(first, "this line has no colon", "write a key, a colon, a blank and the value")
    return None


def _block_above(one: _Failure, start: int) -> int:
    """Return the index of the line with `|` or `>` to whose text the lines before an index belong; -1 without one."""
    least = 10**6
    at, line = one.before(start)
    while at >= 0 and least > 0:
        indent = _indent(line)
        if re.search(r"[:\-]\s+[|>][+\-\d]*\s*$", line):
            return at if indent < least else -1
        least = min(least, indent)
        at, line = one.before(at)
    return -1


def _less_than_around(one: _Failure) -> Mistake | None:
    """Find a line that is indented less than the lines before and after it."""
    if not re.search("expected <block end>|expected key|mapping values are not allowed", one.said):
        return None
    start, above = one.before(one.at)
    _, before = one.before(start) if start >= 0 else (-1, "")
    here, there, earlier = map(_indent, (one.line(one.at), above, before))
    if before and there < here == earlier and not above.rstrip().endswith(":"):
        return Mistake(start + there, "this line is indented less than the lines around it", "indent it as they are")
    return None


def _deeper_than_above(one: _Failure) -> Mistake | None:
    """Find a line that is indented more than the line above, which has a value already."""
    if "mapping values are not allowed" not in one.said:
        return None
    start, above = one.before(one.at)
    here = one.line(one.at)
    if start >= 0 and _indent(here) > _indent(above):
        wrong = f"this line is indented more than line {one.number(start)}, which has a value already"
        return Mistake(
            one.line_start(one.at) + _indent(here),
            wrong,
            "indent both in the same way, or begin that one with a dash",
        )
    return None


def _text_goes_on(one: _Failure) -> Mistake | None:
    """Find a text that begins with a quote, bracket or star, and continues after its end."""
    here, start = one.line(one.at), one.line_start(one.at)
    found = re.match(rf"\s*(?:- +)?(?:{_KEY}:\s+)?([\"'\[{{*&])", here)
    if not found or "expected" not in one.said or start + found.end() > one.at or not here[one.at - start :].strip():
        return None
    sign, value = found[1], here[found.start(1) :].strip()
    if sign == "'":
        return Mistake(one.at, _ENDS, "write '' for an apostrophe in single quotes")
    if sign == '"':
        return Mistake(one.at, _ENDS, f"put single quotes around it: {quoted(value)}")
    if one.char in "}]":
        return Mistake(one.at, f"there is nothing that this {one.char} could close", "delete it")
    return Mistake(
        start + found.start(1),
        f"a text cannot begin with {sign}",
        f"put quotes around it: {quoted(text_at(one.text, start + found.start(1)))}",
    )


def _block_sign(one: _Failure) -> Mistake | None:
    """Find a text that begins with `>` or `|`, which begin a block of lines."""
    if "block scalar" not in one.said and one.text[one.begun : one.begun + 1] not in (">", "|"):
        return None
    sign = one.text[one.begun : one.begun + 1]
    return Mistake(
        one.begun, f"a text cannot begin with {sign}", f"put quotes around it: {quoted(text_at(one.text, one.begun))}"
    )


_PROBLEMS = (
    (r"mapping values are not allowed", "a colon is not allowed here", "put quotes around a text that holds ': '"),
    (r"cannot start any token.*|'\\t'", "a value cannot begin with {char}", "put quotes around it"),
    (
        r"unexpected end of stream|unexpected document",
        "the quotes opened at line {line} are never closed",
        "close them",
    ),
    (r"could not find expected ':'", "a key without a colon", "write key: value, with a blank after the colon"),
    (r"expected key", "this line does not go with the lines above", "give all keys of a record the same indentation"),
    (r"expected '-' indicator", "this line does not go with the list above", "indent it as all items of the list"),
    (r"block sequence entries", "a text cannot begin with a dash and a blank", "put quotes around it"),
    (r"mapping keys are not allowed", "a text cannot begin with {char}", "put quotes around it"),
    (r"expected <block end>", "this line does not go with the lines above", "give them all the same indentation"),
    (r"unknown escape character", "an escape that YAML does not know", "use single quotes, or write \\\\ for \\"),
    (r"expected alphabetic or numeric", "a value cannot begin with {char}", "put quotes around it"),
    (r"duplicate %|directive|%", "a value cannot begin with %", "put quotes around it"),
)
"""Messages of libyaml, and the messages for the user if no mistake is found."""


def _as_the_parser_says(one: _Failure) -> Mistake:
    """Return what the parser says in other words."""
    char = {"\t": "a tab", "": "the end of the file"}.get(one.char, one.char)
    for pattern, wrong, write in _PROBLEMS:
        if re.search(pattern, one.said):
            return Mistake(one.at, wrong.format(char=char, line=one.number(one.begun)), write)
    return Mistake(one.at, f"this is not YAML: {clip(one.said)}", "put quotes around text with signs in it")


_CAUSES: tuple[Callable[[_Failure], Mistake | None], ...] = (
    _indented_with_other_blanks,
    _quote_not_closed,
    _comment_in_brackets,
    _bracket_or_comma,
    _key_without_colon,
    _less_than_around,
    _deeper_than_above,
    _block_sign,
    _text_goes_on,
    _as_the_parser_says,
)
"""The causes in the order in which they are sought; the last one always finds something."""
