"""Texts without quotes that YAML or CSV reads as something else than the author meant, without any error."""

from __future__ import annotations

import re

from pnp.load.yaml_failure import Mistake, blank_after_key, indent, quoted
from pnp.load.yaml_lines import wrong_dash
from pnp.message import CURLY_QUOTES, clip

_INCH_MARK = re.compile(r'(?<![\d/])(\d+([.,]\d+)?[½¼¾⅛⅜⅝⅞]?|[½¼¾⅛⅜⅝⅞]|\d/\d)"')
"""A length in inches in a text without quotes, such as `6"`."""
_IN_CURLY_QUOTES = re.compile(f"[{CURLY_QUOTES}][^{CURLY_QUOTES}]*[{CURLY_QUOTES}]")
NULLS = frozenset({"~", "null", "Null", "NULL"})
"""The texts that mean nothing in YAML."""


def misread_text(text: str, start: int, end: int, *, in_brackets: bool) -> Mistake | None:
    """Return the mistake in a value without quotes of a YAML file, given its indices; None if it is as it was meant.

    `in_brackets` is true inside of braces and brackets.
    """
    value = text[start:end]
    if _INCH_MARK.fullmatch(value):
        write = f"write {quoted(value[:-1])}, or '{value}' for a length in inches"
        return Mistake(end - 1, f'{clip(value)} has only one "', write)
    if found := quote_in_text(value):
        return Mistake(start + found.at, *found[1:])
    if in_brackets:
        return None
    return _misread_lines(text, start, value) or _misread_end(text, start, end)


def quote_in_text(value: str) -> Mistake | None:
    """Return the mistake of a text with one quote, or in typographic quotes, with its index in the text."""
    if _IN_CURLY_QUOTES.fullmatch(value):
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
    item = re.search(r"\n( *)-(?: +|(?=[^\W\d]))\S", value)
    if not item or text[start + len(value) :].startswith(":"):
        return None
    if not before.strip() and len(item[1]) == indent(line):
        return Mistake(start, "this item has no dash, unlike those below", 'begin it with "- "')
    number = text.count("\n", 0, start) + 1
    write = "indent it as that line" if before.strip() == "-" else "write all items below the key, each with a dash"
    wrong = f"this line is read as part of the text of line {number}, though it begins with a dash"
    return Mistake(start + item.end(1), wrong, f"{write}, or put quotes around the whole text")


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
    if text[end - 1] == "," and not re.search(r"\s", text[start:end]) and end - start > 1:
        return Mistake(
            end - 1, "a comma follows this value", "delete it; only values in braces and brackets have commas"
        )
    return None
