"""Texts without quotes that YAML or CSV reads as something else than the author meant, without any error."""

from __future__ import annotations

import re
from collections.abc import Container

from pnp.load.yaml_failure import Mistake, blank_after_key, blank_name, indent, quoted
from pnp.load.yaml_lines import wrong_dash
from pnp.message import CURLY_QUOTES, clip

_INCH_MARK = re.compile(r'(?<![\d/])(\d+([.,]\d+)?[½¼¾⅛⅜⅝⅞]?|[½¼¾⅛⅜⅝⅞]|\d/\d)"')
"""A length in inches in a text without quotes, such as `6"`."""
_IN_CURLY_QUOTES = re.compile(f'[{CURLY_QUOTES}"][^{CURLY_QUOTES}"]*[{CURLY_QUOTES}"]')


def misread_text(text: str, start: int, end: int, *, in_brackets: bool) -> Mistake | None:
    """Return the mistake in a value without quotes of a YAML file, given its indices; None if it is as it was meant.

    `in_brackets` is true inside of braces and brackets.
    """
    value = text[start:end]
    if _INCH_MARK.fullmatch(value) or re.fullmatch(r"\d+'|[+−-]\d+\"", value):
        write = f"write {quoted(value[:-1])}, or {quoted(value)} if the quote is to be printed"
        return Mistake(end - 1, f"{clip(value)} has only one {value[-1]}", write)
    if found := quote_in_text(value):
        return Mistake(start + found.at, *found[1:])
    if in_brackets:
        return None
    return _misread_lines(text, start, value) or _misread_end(text, start, end)


def quote_in_text(value: str) -> Mistake | None:
    """Return the mistake of a text with one quote, or in typographic quotes, with its index in the text."""
    if _IN_CURLY_QUOTES.fullmatch(value) and value[0] + value[-1] != '""':
        return Mistake(0, f"{clip(value)} is in typographic quotes", "write straight quotes around it")
    if value.count('"') % 2 == 0 or _INCH_MARK.sub("", value).count('"') % 2 == 0:
        return None
    return Mistake(value.rindex('"'), f'{clip(value)} has only one "', "delete it, or write the other one")


def _misread_lines(text: str, start: int, value: str) -> Mistake | None:
    """Return the mistake of a value that holds items of a list, or a key."""
    line_start = text.rfind("\n", 0, start) + 1
    before = text[line_start:start]
    line = before + value.partition("\n")[0]
    if not before.strip() and (wrong := wrong_dash(line)):
        return Mistake(line_start + wrong[0], *wrong[1:])
    if re.fullmatch(r" *(?:- +)?", before) and (wrong_blank := blank_after_key(text, line_start)):
        return wrong_blank
    lines = value.splitlines()
    if not before.strip() and len(lines) > 1 and all(re.search(r"\S(?: \| |  +)\S", one) for one in lines):
        return Mistake(start, "the lines of this text are read as one", "write | after the key, so that they are rows")
    item = re.search(r"\n( *)-(?: +|(?=[^\W\d]))\S", value)
    if not item or text.startswith(":", start + len(value)):
        return None
    if not before.strip() and len(item[1]) == indent(line):
        return Mistake(start, "this item has no dash, unlike those below", 'begin it with "- "')
    number = text.count("\n", 0, start) + 1
    write = "indent it as that line" if before.strip() == "-" else "write all items below the key, each with a dash"
    part = f"this line is read as part of the text of line {number}, though it begins with a dash"
    return Mistake(start + item.end(1), part, f"{write}, or put quotes around the whole text")


def _misread_end(text: str, start: int, end: int) -> Mistake | None:
    """Return the mistake of a value that ends at a comment, or with a comma."""
    comment = re.compile(r"[ \t]+(#[^\s#][^\r\n]*)").match(text, end)
    if comment:
        word = comment[1].split()[0]
        wrong = f"everything after the blank before {clip(word)} is a comment, because it begins with #"
        whole = f"{text[start:end]} {comment[1].rstrip()}"
        return Mistake(
            comment.start(1), wrong, f"write a blank after #, or put quotes around the text: {quoted(whole)}"
        )
    if text[end - 1] == "," and end - start > 1:
        return Mistake(
            end - 1, "a comma follows this value", "delete it; only values in braces and brackets have commas"
        )
    return None


def swallowed_key(text: str, known: Container[str]) -> tuple[int, str] | None:
    """Return the index of a key, and the key, that is a line of a text of several lines; None without one.

    `known` are the keys that could follow the text. The lines below it must be indented more, or be keys.
    """
    for found in re.finditer(r"\n( +)([a-z_]+):[ \t\r]*(?=\n\1(?: +\S|[^\s:]+: ))", text):
        if found[2] in known:
            return found.start(2), found[2]
    return None


def goes_on_at_the_same_indentation(text: str, at: int) -> bool:
    """Return whether a key without a value, at this index, is followed by a key that is not indented more.

    In a file for people, sections are divided by blank lines, so a line that follows directly belongs to the key.
    """
    start = text.rfind("\n", 0, at) + 1
    here, _, below = text[start:].partition("\n")
    first = below.partition("\n")[0]
    return here.rstrip().endswith(":") and bool(first.strip()) and indent(first) == indent(here)


def missing_value(key: str, line: str, *, goes_on: bool) -> tuple[str, str]:
    """Return the message and the advice for a key without a value, given the rest of its line.

    `goes_on` is true if the next line is not indented more.
    """
    if other := re.match(r"([\w.\-]+:)([^\S \t])", key):
        return f"{blank_name(other[2])} follows {other[1]}, so that it does not end a key", "write an ordinary blank"
    if re.fullmatch(r"\d+:\d+", key):
        return f"{key} is read as a key without a value", "separate odds by blanks, not by commas"
    if ":" in key:
        return f"{clip(key)} is read as a key without a value", "put a blank after the colon, or quotes around it"
    if comment := re.search(r":\s+(#\S+)", line):
        wrong = f"{clip(key)} has no value, because what follows # is a comment"
        return wrong, f'put quotes around it: "{clip(comment[1].rstrip(",}]"))}"'
    if goes_on:
        write = "indent the lines that belong to it more than this line, or this line less"
        return f"{clip(key)} has no value", write
    if " " in key or key[:1].isdigit():
        write = "write a colon and a blank after the key, or put quotes around a text with a comma"
        return f"{clip(key)} is read as a key without a value", write
    return f"{clip(key)} has no value", 'write one, or "" for an empty text, or leave the key out'
