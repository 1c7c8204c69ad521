"""A file that is not YAML: its lines, the place where the parser stopped, and mistakes in quotes and blanks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from pnp.message import CURLY_QUOTES, clip

KEY = r"[\w.\-]+"
"""A key in a regular expression."""

INVISIBLE = "[\u200b-\u200f\u2060\ufeff]"
"""Characters without width in a regular expression, which come with text copied from other programs."""


class Mistake(NamedTuple):
    """The index of a mistake in the text, what is wrong, and what to write."""

    at: int
    wrong: str
    write: str


@dataclass(frozen=True)
class Failure:
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


def open_quote(text: str, start: int, end: int) -> bool:
    """Return whether a text in quotes contains a line that begins a key, so that its quote was to be closed before.

    `start` and `end` are the indices of both quotes. The lines of a long text are indented more than its key.
    """
    first = text.rfind("\n", 0, start) + 1
    outer = indent(text[first:start])
    inner = re.compile(rf"\n( *)(?:- +)?{KEY}:(?=\s)")
    return any(len(found[1]) <= outer for found in inner.finditer(text, start, end))


def indent(line: str) -> int:
    """Return the number of blanks at the beginning of a line."""
    return len(line) - len(line.lstrip())


def content_column(line: str) -> int:
    """Return the number of blanks and dashes at the beginning of a line, after which its key or its text begins."""
    return len(line) - len(re.sub(r"^\s*(?:- +)*", "", line))


def other_blank(text: str, start: int) -> Mistake | None:
    """Return the mistake of a tab or another blank than the usual one in the blanks that begin at an index."""
    found = re.compile(rf" *([^\S \n\r]|{INVISIBLE})").match(text, start)
    if not found:
        return None
    if not text[found.end() :].partition("\n")[0].strip():
        return Mistake(found.start(1), f"this line is blank except for {blank_name(found[1])}", "delete it")
    if re.fullmatch(INVISIBLE, found[1]):
        return Mistake(found.start(1), "an invisible character begins this line", "delete it, and write the line again")
    return Mistake(found.start(1), f"this line is indented with {blank_name(found[1])}", "indent with blanks")


def blank_after_key(text: str, start: int) -> Mistake | None:
    """Return the mistake of another blank than the usual one after the colon of a key that begins at an index."""
    found = re.compile(rf"\s*(?:- +)?{KEY}:([^\S \t\n\r])").match(text, start)
    if not found:
        return None
    wrong = f"{blank_name(found[1])} follows this colon, so that it does not end a key"
    return Mistake(found.start(1), wrong, "write an ordinary blank")


def blank_name(char: str) -> str:
    """Return what kind of blank a character is."""
    if re.fullmatch(INVISIBLE, char):
        return "an invisible character"
    return {"\t": "a tab", "\N{NO-BREAK SPACE}": "a no-break space"}.get(char, "another blank than the usual one")


def quote_mistake(text: str, start: int, end: int) -> Mistake:
    """Return the mistake of a quote that is closed only by the next one."""
    other = re.compile(f"[^\n]*([{CURLY_QUOTES}])").match(text, start)
    if other:
        wrong = f"the quote opened before is not closed by {other[1]}"
        return Mistake(other.start(1), wrong, "write a straight quote at the beginning and at the end of the text")
    wrong = f"the quote opened here is closed only at line {text.count(chr(10), 0, end) + 1}"
    return Mistake(start, wrong, "close it at the end of the text")
