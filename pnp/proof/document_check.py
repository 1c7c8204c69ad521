"""The decorator that registers a check of a rulebook, and the patterns of numbers and names that checks share.

A check yields slips. Its docstring is the text of `pnp explain`, and the rulebooks under `Bad:` and `Good:` run as
tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import NamedTuple

from pnp.findings import Check, Finding, Severity, register_check
from pnp.proof.document import RulebookText

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()  # noqa: SIM905
    )
}
"""The numbers that rulebooks write as words."""
NUMBER = rf"(?:\d{{1,4}}|{'|'.join(NUMBER_WORDS)})"
"""A pattern for a number in figures or as a word."""
CAPITALISED = r"[A-Z][\w'’]{0,60}(?:-[A-Za-z]\w{0,60}){0,9}"
"""The pattern of a word that begins with a capital letter. Its length is limited, so that searching stays fast."""


class Slip(NamedTuple):
    """A slip in a document: its place as an offset of the flowing text, what is wrong, and what to write."""

    at: int
    wrong: str
    write: str = ""


def document_check(
    code: str,
    severity: Severity = Severity.ERROR,
    things: str = "",
    *,
    english: bool = False,
    clean: bool = False,
) -> Callable[[Callable[[RulebookText], Iterable[Slip]]], Callable[[RulebookText], Iterator[Finding]]]:
    """Return a decorator that registers a check of rulebooks under its code, such as Q010.

    `things` names what is found, for the line that counts findings that are not listed. A check with `english` reads
    English texts only, and one with `clean` only those that text recognition has not spoilt.
    """

    def register_function(
        find: Callable[[RulebookText], Iterable[Slip]],
    ) -> Callable[[RulebookText], Iterator[Finding]]:
        """Register a check function, and return it wrapped so that it yields findings."""

        @wraps(find)
        def run(document: RulebookText) -> Iterator[Finding]:
            """Yield a finding for each slip that the check function yields."""
            if (english and document.is_foreign) or (clean and document.is_spoilt):
                return
            for slip in sorted(set(find(document))):
                yield Finding(code, document.spot(document.index_at(slip.at)), slip.wrong, slip.write, severity)

        register_check(Check(code, "document", run, severity, things))
        return run

    return register_function


def as_number(text: str) -> int:
    """Return the value of a number in figures or as a word.

    >>> as_number("12"), as_number("Three")
    (12, 3)
    """
    return int(text) if text.isdigit() else NUMBER_WORDS[text.lower()]


def quote_around(document: RulebookText, start: int, end: int, words: int = 4) -> str:
    """Return the text between two offsets with a few words before and after it."""
    text = document.text
    left, right = start, end
    for _ in range(words):
        left = max(text.rfind(" ", 0, max(left - 1, 0)), text.rfind("\n", 0, left))
        if left < 0 or text[left] == "\n":
            break
    left = max(left + 1, 0)
    for _ in range(words):
        breaks = [at for at in (text.find(" ", right + 1), text.find("\n", right)) if at >= 0]
        right = min(breaks) if breaks else len(text)
        if right >= len(text) or text[right] == "\n":
            break
    quoted = " ".join(text[left:right].split())
    return quoted if len(quoted) <= 100 else " ".join(text[start:end].split())[:100]
