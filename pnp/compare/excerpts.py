"""Finds the sentences and the numbers in which two editions of a text differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

_SENTENCE_END = re.compile(r"(?<=[.!?:])\*{0,2}\s+(?=[\w*“\"'(\[{-])|\s+(?=[-|] )")
"""The blank after a sentence, and that before the item of a list or the row of a table."""
INSERT = re.compile(r"\{\{.*?\}\}")
"""A part of a text that prints a table, counters or a figure."""
_MARKS = re.compile(rf"{INSERT.pattern}|\*+|`")
"""Marks of Markdown, and inserts, which print tables and figures."""


_NUMBER = re.compile(
    r"\d+(?:[.:/-]\d+)*|[½⅓⅔¼¾]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|half)\b",
    re.IGNORECASE,
)
"""A number in digits or in words; `one` is more often a pronoun."""


def numbers_in(text: str) -> list[str]:
    """Return the numbers that a text contains, in digits and in words, sorted; those in inserts are left out.

    >>> numbers_in("Roll two dice; on 7-9, retreat 3 hexes.")
    ['3', '7-9', 'two']
    """
    return sorted(found.lower() for found in _NUMBER.findall(_plain(text)))


def changed_sentences(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield each group of sentences of the old text with those of the new text that replace them, as plain text.

    One of them is empty where sentences were added or deleted. A text of one sentence is yielded whole.

    >>> list(changed_sentences("Roll **one** die. Add 1. Stop.", "Roll **one** die. Add 2. Stop."))
    [('Add 1.', 'Add 2.')]
    """
    before, after = ([part for part in _SENTENCE_END.split(text) if part] for text in (old, new))
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            was, now = " ".join(before[i:i_end]), " ".join(after[j:j_end])
            plain = _plain(was), _plain(now)
            yield plain if plain[0] != plain[1] else (was, now)


def _plain(text: str) -> str:
    """Return a text without the marks of Markdown and without inserts."""
    return " ".join(_MARKS.sub("", text).split())
