"""Finds the sentences and the numbers in which two editions of a text differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

_SENTENCE_END = re.compile(r"(?<=[.!?:])\*{0,2}\s+(?=[\w*“\"'(\[{-])|\n")
"""The blank after a sentence, and the line break before the item of a list or the row of a table."""
_BULLET = re.compile(r"[-*+] ")
_NAMED = r"[\w./+-]+"
"""The words of an insert: what it prints, and the names of that."""
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

    One of them is empty where sentences were added or deleted. Items of lists begin a line. Inserts are left out, or if
    only they differ, named in brackets.

    >>> list(changed_sentences("Roll **one** die. Add 1. Stop.", "Roll **one** die. Add 2. Stop."))
    [('Add 1.', 'Add 2.')]
    >>> list(changed_sentences('{{ entry("border") }}', '{{ entry("border") }} {{ entry("rajput") }}'))
    [('[entry border]', '[entry border] [entry rajput]')]
    """
    before, after = map(_sentences, (old, new))
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            was, now = before[i:i_end], after[j:j_end]
            plain = _joined(map(_plain, was)), _joined(map(_plain, now))
            yield (
                plain
                if plain[0] != plain[1]
                else (_joined(map(_with_named_inserts, was)), _joined(map(_with_named_inserts, now)))
            )


def plain_text(text: str) -> str:
    r"""Return a text without the marks of Markdown and without inserts; each item of a list is on its own line.

    >>> plain_text("A hex **can** contain:\n- two units,\n- one marker.")
    'A hex can contain:\n• two units,\n• one marker.'
    """
    return _joined(map(_plain, _sentences(text)))


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text, and the items of its lists."""
    return [part for part in _SENTENCE_END.split(text) if part]


def _joined(sentences: Iterable[str]) -> str:
    """Return sentences as one text, in which each item of a list begins a line."""
    text = ""
    for one in filter(None, sentences):
        text += ("\n" if text and one.startswith("•") else " " if text else "") + one
    return text


def _with_named_inserts(text: str) -> str:
    """Return a sentence with what each insert names in brackets, such as `[entry border]`."""
    return INSERT.sub(lambda found: f"[{' '.join(re.findall(_NAMED, found[0]))}]", text)


def _plain(text: str) -> str:
    """Return a sentence without the marks of Markdown and without inserts; an item begins with a bullet."""
    bullet = "• " if _BULLET.match(text) else ""
    return bullet + " ".join(_MARKS.sub("", text[len(bullet) :]).split())
