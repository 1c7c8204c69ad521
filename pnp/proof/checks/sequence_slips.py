"""Checks of the numbers of cases and of the marks of lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.case_numbers import (
    CONTENTS_LINE,
    WITH_COMMA,
    Number,
    NumberedCase,
    is_regular,
    parse_number,
    successors,
    write_number,
)
from pnp.proof.document import MARKER, RulebookText
from pnp.proof.document_check import Slip, document_check

NEAR = 8
"""The most lines between the last two items of a list: if it ends after a gap, further items are parts of a table."""
MOST_OPEN = 8
"""The most lists that may go on after a list inside them."""
NARROW = 24
"""The number of characters below which two successive lines of an item are those of a narrow cell."""
DEEPER = 2
"""The number of columns by which the marks of a list inside another list are further to the right."""


def _steps(document: RulebookText) -> list[tuple[NumberedCase, NumberedCase, NumberedCase | None]]:
    """Return each case with its successor and the one after, or nothing if the numbering cannot be read."""
    cases = document.cases
    if not is_regular(cases):
        return []
    after = (*cases[2:], None)
    return list(zip(cases, cases[1:], after, strict=False))


def _expected(
    before: NumberedCase, found: NumberedCase, after: NumberedCase | None, known: set[Number]
) -> Number | None:
    """Return the number that a case should have by its place; None if its own number is possible.

    The number is wrong only if the next case continues the expected one, or if nothing continues the wrong one.
    """
    if _follows(before.number, found.number):
        return None
    for number in successors(before.number):
        if number in known:
            continue
        same_depth = len(number) == len(before.number)
        if after is not None and after.number == (*number[:-1], number[-1] + 1):
            return number
        # The last case of its group: the next group follows, and the digits of the case fit.
        ends_group = after is None or after.number in successors(before.number)[2:]
        if same_depth and ends_group and (found.number == before.number or _digits(found.number) == _digits(number)):
            return number
    return None


def _follows(before: Number, number: Number) -> bool:
    """Return whether a case can follow another one; a first part may open two levels at once."""
    return number in successors(before) or number == (*before, 1, 1) or number == (before[0] + 1, 1)


def _digits(number: Number) -> str:
    return "".join(map(str, number))


@document_check("Q010", clean=True)
def case_number_out_of_order(document: RulebookText) -> Iterator[Slip]:
    """A case has a number that does not belong in its place.

    The case before it and the case after it show which number is meant. References to the correct number then name a
    case that does not exist.

    Bad:
        8.1 Supply
        8.1.1 Trace. Trace a path of hexes.
        8.1.2 Roads. Roads help.
        8.13 Rivers. Rivers do not help.
        8.1.4 Lakes. Lakes block.
        8.2 Lack of Supply
    Good:
        8.1 Supply
        8.1.1 Trace. Trace a path of hexes.
        8.1.2 Roads. Roads help.
        8.1.3 Rivers. Rivers do not help.
        8.1.4 Lakes. Lakes block.
        8.2 Lack of Supply
    """
    known = {case.number for case in document.cases}
    for before, found, after in _steps(document):
        number = _expected(before, found, after, known)
        if number is not None and found.number != before.number:
            yield Slip(
                document.offset_of(found.line),
                f"case {found.written} ({clip(found.title, 40)}) follows case {before.written}",
                f"write {write_number(number, before.written)}",
            )


@document_check("Q011", clean=True)
def case_number_twice(document: RulebookText) -> Iterator[Slip]:
    """Two successive cases have the same number.

    Bad:
        5.1 Moving. Move units.
        5.2 Roads. Roads are faster.
        5.2 Rivers. Rivers are slower.
        5.4 Lakes. Lakes are closed.
        6.1 Fire. Units fire.
    Good:
        5.1 Moving. Move units.
        5.2 Roads. Roads are faster.
        5.3 Rivers. Rivers are slower.
        5.4 Lakes. Lakes are closed.
        6.1 Fire. Units fire.
    """
    known = {case.number for case in document.cases}
    for before, found, after in _steps(document):
        if found.number == before.number and found.title.casefold() != before.title.casefold():
            if re.search(r"\b(?:table|chart|matrix|track|example|diagram|continued)\b", found.title, re.IGNORECASE):
                continue  # a table may carry the number of its case
            number = _expected(before, found, after, known)
            write = f"write {write_number(number, before.written)}" if number else "give each case its own number"
            yield Slip(
                document.offset_of(found.line),
                f"two cases have the number {found.written}: {clip(before.title, 30)}; {clip(found.title, 30)}",
                write,
            )


@document_check("Q012", Severity.WARNING, clean=True)
def case_number_missing(document: RulebookText) -> Iterator[Slip]:
    """A number is missing between two successive cases.

    Either a case was lost, or the later cases have wrong numbers.

    Bad:
        5.1 Moving. Move units.
        5.2 Roads. Roads are faster.
        5.4 Rivers. Rivers are slower.
        5.5 Lakes. Lakes are closed.
        6.1 Fire. Units fire.
    Good:
        5.1 Moving. Move units.
        5.2 Roads. Roads are faster.
        5.3 Rivers. Rivers are slower.
        5.4 Lakes. Lakes are closed.
        6.1 Fire. Units fire.
    """
    known = {case.number for case in document.cases}
    steps = _steps(document)
    regular = True
    for before, found, after in steps:
        follows, was_regular = _follows(before.number, found.number), regular
        regular = follows
        if follows or not was_regular or _expected(before, found, after, known):
            continue
        level = len(found.number)
        reached = (before.number[:level] + (0,) * level)[:level]
        if found.number[:-1] != reached[:-1] or found.number[-1] - reached[-1] != 2:
            continue
        if reached[-1] == 0 or len(before.number) < level:
            continue
        missing = [(*found.number[:-1], last) for last in range(reached[-1] + 1, found.number[-1])]
        if any(number[: len(one)] == one for number in known for one in missing):
            continue
        like = found.written
        names = [write_number(number, like) for number in missing]
        if any(_occurs_loosely(document, name) for name in names) or _is_misread(document, before, found):
            continue
        yield Slip(
            document.offset_of(found.line),
            f"case {found.written} ({clip(found.title, 40)}) follows case {before.written}: {names[0]} is missing",
        )


def _is_misread(document: RulebookText, before: NumberedCase, found: NumberedCase) -> bool:
    """Return whether a line between two cases begins with the chapter and a letter, as a misread number does."""
    chapter = re.compile(rf"{found.number[0]}[.,]\s?\w?[A-Za-z]\b")
    return any(chapter.match(line.text.strip()) for line in document.lines[before.line + 1 : found.line])


_COMMAS = re.compile(rf"(?P<head>#{{1,6}}\s*)?\[?(?P<number>{WITH_COMMA})[\])]?[.:)]?\s+[A-Z]")


@document_check("Q013", clean=True)
def case_number_with_comma(document: RulebookText) -> Iterator[Slip]:
    """The number of a case contains a comma instead of a full stop.

    Bad:
        2.1 Turns. The game lasts ten turns.
        2.1.1 First turn. Place all units.
        2,1,2 Later turns. Place reinforcements.
        2.1.3 Last turn. Count the points.
        2.2 Phases. Each turn has two phases.
        3.1 Odds. Divide the strengths (2.1.2).
        3.2 Results. Apply the result at once.
    Good:
        2.1 Turns. The game lasts ten turns.
        2.1.1 First turn. Place all units.
        2.1.2 Later turns. Place reinforcements.
        2.1.3 Last turn. Count the points.
        2.2 Phases. Each turn has two phases.
        3.1 Odds. Divide the strengths (2.1.2).
        3.2 Results. Apply the result at once.
    """
    for i, line in enumerate(document.lines):
        match = _COMMAS.match(line.text.strip())
        if not match:
            continue
        right = match["number"].replace(",", ".")
        number = parse_number(right)
        before = [case.number for case in document.cases if case.line < i and case.number != number][-1:]
        if match["head"] or (before and _follows(before[0], number)):
            yield Slip(document.offset_of(i), f"the case number {match['number']} contains a comma", f"write {right}")
    known = {case.number for case in document.cases}
    for match in re.finditer(rf"\b(?:see|section|rule|case) ({WITH_COMMA})(?!\w|[.,]\d)", document.text, re.IGNORECASE):
        right = match[1].replace(",", ".")
        if right.count(".") >= 2 and parse_number(right) in known:
            yield Slip(match.start(), f'the reference "{match[0]}" contains a comma', f"write {right}")


def _occurs_loosely(document: RulebookText, name: str) -> bool:
    """Return whether a number begins a line in any form, so that it may be a case that was read badly."""
    digits = [re.escape(part) for part in name.removesuffix(".0").split(".")]
    pattern = re.compile(r"^[^\w]*" + r"[\s.,]*0*".join(digits) + r"(?:\.0)?[\])]?[.:)]?(?:\s+[A-Za-z]|\s*$)")
    inside = re.compile(r"(?<=[.:!?)”\"] )[\[]?" + re.escape(name) + r"[\])]?[.:]?\s+[A-Z]")
    lines = (line.text.strip() for line in document.lines if not CONTENTS_LINE.search(line.text))
    return any(pattern.match(line) for line in lines) or bool(inside.search(document.text))


# ---------------------------------------------------------------- lists


@document_check("Q020", Severity.WARNING, clean=True)
def list_mark_missing(document: RulebookText) -> Iterator[Slip]:
    """A lettered or numbered list skips a letter or number, or uses one twice.

    Bad:
        a) Supply Phase
        b) Movement Phase
        c) Fire Phase
        e) Rally Phase
    Good:
        a) Supply Phase
        b) Movement Phase
        c) Fire Phase
        d) Rally Phase
    """
    levels: list[tuple[int, dict[str, list[tuple[int, int]]]]] = []
    outer: list[tuple[str, list[tuple[int, int]]]] = []  # the lists around a list that begins again with the first mark
    for i, line in enumerate(document.lines):
        if i in document.case_lines:
            levels, outer = [], []
            continue
        text = line.text.strip()
        match = MARKER.match(text)
        if not match or not match["mark"] or text.startswith("#"):
            continue
        column = _column_of_mark(line.text)
        while levels and levels[-1][0] >= column + DEEPER:
            levels.pop()
        if not levels or column >= levels[-1][0] + DEEPER:
            levels.append((column, {}))
        open_lists = levels[-1][1]
        for style, value in _readings(match):
            items = open_lists.setdefault(style, [])
            if value == 1:
                if not document.is_markdown:  # there, indentation shows which list is inside another
                    outer = [*outer[-MOST_OPEN:], (style, items)]
                open_lists[style] = [(1, i)]
            elif items and value == items[-1][0] + 1:
                items.append((value, i))
            elif continued := next((one for of, one in outer if of == style and one and one[-1][0] + 1 == value), None):
                continued.append((value, i))
                open_lists[style] = continued
            elif (
                items
                and value == items[-1][0] + 2
                and (following := _next_value(document, i, style)) in _after_slip(value, len(items))
            ):
                before = document.lines[i - 1].text.strip()
                whole = not before or before[-1] in '.:;!?)"”]' or MARKER.match(before)
                near = following is not None or i - items[-1][1] <= NEAR
                if (
                    whole
                    and near
                    and not _is_cell(document, i)
                    and not _mark_between(document, items[-1][1], i, style, value - 1)
                ):
                    mark = match[0].strip()
                    missing = _write_mark(style, value - 1)
                    yield Slip(
                        document.offset_of(i),
                        f"the list goes from {_write_mark(style, value - 2)} to {mark} ({clip(text, 40)}): "
                        f"{missing} is missing",
                    )
                items.append((value - 1 if following == value else value, i))
            elif items and value == items[-1][0] and len(items) >= 2 and i - items[-1][1] < 12:
                if document.is_markdown and style in ("1{}.", "1{})"):
                    continue  # Markdown counts the items itself
                before = document.lines[items[-1][1]].text.strip()
                if before != text and _next_value(document, i, style) in (None, 1, value + 1):
                    yield Slip(
                        document.offset_of(i),
                        f"two items of a list have the mark {match[0].strip()}: {clip(before, 30)}; {clip(text, 30)}",
                    )
            else:
                open_lists.pop(style, None)
            break


def _readings(match: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Yield the ways to read a mark: its style (brackets and kind of sign) and its place in the order."""
    mark, shape = match["mark"], f"{match['open']}{{}}{match['close']}"
    if mark.isdigit():
        yield f"1{shape}", int(mark)
        return
    if len(mark) == 1 and mark not in "iIvVxX":
        yield f"{'a' if mark.islower() else 'A'}{shape}", ord(mark.lower()) - 96
        return
    values = {"i": 1, "v": 5, "x": 10}
    digits = [values[letter] for letter in mark.lower()]
    roman = sum(-a if a < b else a for a, b in zip(digits, [*digits[1:], 0], strict=True))
    if len(mark) > 1 or mark in "iI":
        yield f"{'i' if mark.islower() else 'I'}{shape}", roman


def _write_mark(style: str, value: int) -> str:
    """Return the mark of an item, such as `d)`."""
    kind, shape = style[0], style[1:]
    roman = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
    if kind == "1":
        return shape.format(value)
    if kind in "iI":
        text = roman[value] if value < len(roman) else str(value)
        return shape.format(text if kind == "i" else text.upper())
    return shape.format(chr(ord(kind) + value - 1))


def _after_slip(value: int, items: int) -> tuple[int | None, ...]:
    """Return the values that may follow a mark that skips one.

    A list of one item must go on, because two marks may belong to two lists.
    """
    return (value, value + 1) if items == 1 else (value, value + 1, 1, None)


def _column_of_mark(text: str) -> int:
    """Return the column at which the mark of an item ends, so that 9. and 10. agree whichever side is flush."""
    text = text.expandtabs(4)
    match = MARKER.match(text.lstrip())
    return len(text) - len(text.lstrip()) + (len(match[0].rstrip()) if match else 0)


def _next_value(document: RulebookText, at: int, style: str) -> int | None:
    """Return the next mark of a style in the same list, within 40 lines; None if there is none."""
    column = _column_of_mark(document.lines[at].text)
    for i in range(at + 1, min(at + 40, len(document.lines))):
        if i in document.case_lines:
            return None
        match = MARKER.match(document.lines[i].text.strip())
        if match and match["mark"]:
            other_column = _column_of_mark(document.lines[i].text)
            if other_column >= column + DEEPER:
                continue
            if other_column <= column - DEEPER:
                return None
            for other, found in _readings(match):
                if other == style:
                    return found
    return None


def _is_cell(document: RulebookText, index: int) -> bool:
    """Return whether an item is in a narrow cell of a table: its line and the next, which continues it, are short."""
    text = document.lines[index].text.strip()
    after = document.lines[index + 1].text.strip() if index + 1 < len(document.lines) else ""
    return max(len(text), len(after)) < NARROW and bool(after) and text[-1].isalpha() and not MARKER.match(after)


def _mark_between(document: RulebookText, start: int, end: int, style: str, value: int) -> bool:
    """Return whether the missing mark occurs in the text between two lines or soon after, or may be lost or misread."""
    mark = re.escape(_write_mark(style, value)).replace(r"\ ", r"\s*")
    column = _column_of_mark(document.lines[end].text)
    between = [line.text.strip() for line in document.lines[start:end]]
    # A sentence that begins in its middle shows that text is lost; another short mark has been misread.
    if any(before.endswith((".", ";", ":")) and text[:1].islower() for before, text in pairwise(between)):
        return True
    shape = re.escape(style[1:]).replace(r"\{\}", r"\w{1,2}")
    if any(re.match(rf"{shape}\s", text) for text in between if not MARKER.match(text)):
        return True
    near = " ".join(
        line.text
        for line in document.lines[start : min(end + 60, len(document.lines))]
        if not (MARKER.match(line.text.strip()) and _column_of_mark(line.text) >= column + DEEPER)
    )
    bare = re.escape(_write_mark(f"{style[0]}{{}}", value))
    return bool(re.search(rf"(?<!\w){mark}(?=\s|$)", near) or re.search(rf"(?:^|[.:;]\s){bare}[.) \]:]", near))
