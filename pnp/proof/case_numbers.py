"""Numbers of cases (8.1.4, 5.41, [7.2]) and the lines of a rulebook that begin with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

Number: TypeAlias = tuple[int, ...]
"""The levels of a case number: (8, 1, 4) for 8.1.4. A final zero is left out, so that 8.0 and 8 are equal."""

CASE_LINE = re.compile(
    r"^[\s>►▶•]*(?:#{1,6}\s*)?(?:(?:section|rule|case|chapter|§)\s*)?(?P<open>[\[(]?)"
    r"(?P<number>\d{1,2}(?:\.\d{1,3}){1,4}|\d{1,2}(?=[.\])]))(?P<close>[\])]?)[.:)]?(?:\s*[-–—:]\s+|"
    r"\s+|$)(?P<title>.*)$",
    re.IGNORECASE,
)
CONTENTS_LINE = re.compile(r"(?:\.{3,}|…|(?:\. ){3,}|\s{3,})\s*\d{1,3}\s*$|\s\d{1,3}\s*$")
WITH_COMMA = r"\d{1,2}(?:[.,]\d{1,2})*,\d{1,2}(?:[.,]\d{1,2})*"
"""A pattern for a case number that contains a comma by mistake, such as 4,3,1."""
BROKEN_REFERENCE = re.compile(
    r"(?:\bsee|\b(?:section|rule|case|rules|cases|sections|per|and|or|to|in|of|than|by|at|least|the|a|"
    r"is|are|with|on|for|from"
    r"|under|plus|minus|version|table|figure|modifier)|[(,&+=×/–-])$",
    re.IGNORECASE,
)
"""The end of a line after which a number continues a sentence."""


class NumberedCase(NamedTuple):
    """A numbered heading or paragraph: its number as levels and as written, its title, and the index of its line."""

    number: Number
    written: str
    title: str
    line: int

    @property
    def label(self) -> str:
        """The number as written, with its title shortened."""
        title = " ".join(self.title.split()[:5])
        return f"{self.written} {title}".strip()


def parse_number(text: str, *, decimal: bool = False) -> Number:
    """Return the levels of a case number; 5.41 becomes (5, 4, 1) if the document counts in decimals.

    >>> parse_number("8.0"), parse_number("8.1.4"), parse_number("5.41", decimal=True), parse_number("10.10")
    ((8,), (8, 1, 4), (5, 4, 1), (10, 10))
    """
    first, *rest = text.split(".")
    levels = [int(first)]
    for part in rest:
        levels += [int(digit) for digit in part] if decimal and len(rest) == 1 else [int(part)]
    while len(levels) > 1 and levels[-1] == 0:
        levels.pop()
    return tuple(levels)


def write_number(number: Number, like: str) -> str:
    """Return a case number in the style of another one, such as `8.0`, `5.41` or `5.4.1`.

    >>> write_number((8, 1, 4), "8.1.3"), write_number((5, 4, 2), "5.41"), write_number((9,), "8.0")
    ('8.1.4', '5.42', '9.0')
    """
    if len(number) == 1:
        return f"{number[0]}.0" if like.endswith(".0") else str(number[0])
    if len(number) > 2 and like.count(".") == 1 and not like.endswith(".0"):
        return f"{number[0]}." + "".join(map(str, number[1:]))
    return ".".join(map(str, number))


def counts_in_decimals(written: Sequence[str]) -> bool:
    """Return whether 5.41 is the first part of 5.4 (as in old rulebooks) and not the forty-first part of 5.

    >>> counts_in_decimals(["5.4", "5.41", "5.42"]), counts_in_decimals(["10.8", "10.9", "10.10", "10.11"])
    (True, False)
    """
    known = set(written)
    long = [text for text in written if re.fullmatch(r"\d+\.[1-9]\d", text)]
    nested = sum(f"{text[:-1]}" in known and f"{text.split('.', maxsplit=1)[0]}.10" not in known for text in long)
    deep = sum(text.count(".") >= 2 for text in written)
    return nested >= 2 and nested > len(long) / 2 and deep <= nested


def cases_in(lines: Sequence[str]) -> tuple[NumberedCase, ...]:
    """Return the cases of a document in reading order, without the lines of a table of contents."""
    found: list[tuple[str, str, int, bool]] = []
    for i, text in enumerate(lines):
        match = CASE_LINE.match(text)
        if not match or match["open"] == "(" or (match["open"] == "[") != (match["close"] == "]"):
            continue
        before = next((lines[j].strip() for j in range(i - 1, max(i - 3, -1), -1) if lines[j].strip()), "")
        title = match["title"].strip()
        if not title:
            title = next((lines[j].strip() for j in range(i + 1, min(i + 3, len(lines))) if lines[j].strip()), "")
            if CASE_LINE.match(title) or not title[:1].isupper():
                continue
        if not _may_begin_case(title, match["number"], before, bracketed=bool(match["open"])):
            continue
        found.append((match["number"], title, i, bool(CONTENTS_LINE.search(match["title"]))))
    found = _without_lists(_without_contents(found))
    decimal = counts_in_decimals([number for number, *_ in found])
    return tuple(
        NumberedCase(parse_number(number, decimal=decimal), number, title, line) for number, title, line, _ in found
    )


def _may_begin_case(title: str, number: str, before: str, *, bracketed: bool) -> bool:
    """Return whether a line that begins with a number can be a case and not the rest of a sentence."""
    if bracketed:
        return True
    plain = re.sub(r"^\W+", "", title)
    begins = plain[:1].isupper() or ("." in number and re.match(r"\d+(?:-|st|nd|rd|th)[A-Za-z ]*[A-Z]", plain))
    if number.startswith("0") or not begins or re.match(r"[\])}%°×x]", title):
        return False
    if "|" in title or len(re.findall(r"[A-Za-z]", title)) < 3:
        return False
    return not (before and BROKEN_REFERENCE.search(before) and not before[:1].isdigit())


def _without_contents(found: list[tuple[str, str, int, bool]]) -> list[tuple[str, str, int, bool]]:
    """Return the candidates without those of a table of contents, which end with page numbers or occur again."""
    contents = {line for _, _, line, listed in found if listed}
    if len(contents) >= 5:
        last = max(contents)
        # A contents page in two columns may lose some of its page numbers.
        inside = [one for one in found if one[2] <= last]
        if len(inside) <= 2 * len(contents) and len(found) > len(inside):
            found = [one for one in found if one[2] > last]
    else:
        contents = set()
    found = [one for one in found if one[2] not in contents]
    numbers = Counter(number for number, *_ in found)
    first: dict[str, int] = {}
    for i, (number, *_) in enumerate(found):
        first.setdefault(number, i)
    repeated = [i for number, i in first.items() if numbers[number] >= 2]
    if len(repeated) >= 8 and len(repeated) >= len(numbers) * 0.5:  # a list of contents without page numbers
        gone = set(repeated)
        found = [one for i, one in enumerate(found) if i not in gone]
    return found


def _without_lists(found: list[tuple[str, str, int, bool]]) -> list[tuple[str, str, int, bool]]:
    """Return the candidates without numbered lists: whole numbers such as `2.` count only as chapters of x.y cases."""
    dotted = [number for number, *_ in found if "." in number]
    chapters = {number.split(".")[0] for number in dotted}
    kept: list[tuple[str, str, int, bool]] = []
    zeros = sum(number.endswith(".0") for number in dotted) >= 3
    for i, one in enumerate(found):
        number, title, _, _ = one
        if "." in number:
            kept.append(one)
            continue
        following = next((other for other, *_ in found[i + 1 : i + 2]), "")
        if (
            not zeros
            and number in chapters
            and following.split(".")[0] == number
            and "." in following
            and len(title) < 80
        ):
            kept.append(one)
    return kept


def successors(number: Number) -> list[Number]:
    """Return the numbers that can follow a case: its first part, the next case, and the next of each level above.

    >>> successors((8, 1, 3))
    [(8, 1, 3, 1), (8, 1, 4), (8, 2), (9,)]
    """
    return [(*number, 1), *((*number[: i - 1], number[i - 1] + 1) for i in range(len(number), 0, -1))]


def is_regular(cases: Sequence[NumberedCase]) -> bool:
    """Return whether nearly all cases follow one another, so that an exception is a slip and not a misread text."""
    steps = [
        after.number in {*successors(before.number), (*successors(before.number)[-1], 1)}
        for before, after in pairwise(cases)
    ]
    wrong = steps.count(False)  # a slip makes two wrong steps
    return len(steps) >= 3 and wrong <= max(2, len(steps) * 0.1) and steps.count(True) >= max(2, wrong)
