"""The check of the title of a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check
from pnp.proof.words import CAPITALISED

LAST_TITLE_LINE = 80
"""The last line at which the title of a document occurs first."""


@document_check("Q060", Severity.WARNING)
def title_in_two_forms(document: RulebookText) -> Iterator[Slip]:
    """The title of the game is written differently inside the document.

    Bad:
        A Long Winter: The Siege of Ford
        1.0 Introduction
        A Long Winter: The Siege of Ford is a game for two players.
        A Cold Winter: The Siege of Ford has optional rules.
    Good:
        A Long Winter: The Siege of Ford
        1.0 Introduction
        A Long Winter: The Siege of Ford is a game for two players.
        A Long Winter: The Siege of Ford has optional rules.
    """
    titled = rf"(?:{CAPITALISED}|of|the|for|in|and|at|on|to|&)"
    phrase = re.compile(
        rf"((?:{CAPITALISED} )(?:{titled} ){{0,5}}{CAPITALISED}): ((?:{CAPITALISED} )(?:{titled} ){{0,6}}{CAPITALISED})"
    )
    alone = re.compile(
        rf"^((?:{CAPITALISED} )(?:{titled} ){{0,5}}{CAPITALISED}): ?\n((?:{CAPITALISED} )(?:{titled} )"
        rf"{{0,6}}{CAPITALISED}) ?$",
        re.MULTILINE,
    )
    found = sorted({(m.start(), m[1], m[2]) for pattern in (phrase, alone) for m in pattern.finditer(document.text)})
    forms: dict[tuple[str, str], list[int]] = {}
    for at, main, sub in found:
        forms.setdefault((main, sub), []).append(at)
    counted = Counter({form: len(places) for form, places in forms.items()})
    for form, places in forms.items():
        for other, many in counted.items():
            if other == form or many < 2 or counted[form] * 2 > many or other[0].isupper():
                continue
            if document.index_at(forms[other][0]) > LAST_TITLE_LINE:
                continue
            if form[0].endswith(" " + other[0]) or other[0].endswith(" " + form[0]):
                continue
            if (form[0] == other[0]) == (form[1].casefold() == other[1].casefold()):
                continue
            if _alike(form[0], other[0]) and _alike(form[1], other[1]) and _words(form) != _words(other):
                yield Slip(places[0], f'"{form[0]}: {form[1]}" is elsewhere written "{other[0]}: {other[1]}"')
                break


def _words(form: tuple[str, str]) -> list[str]:
    """Return the words of a title in small letters."""
    return re.findall(r"\w+", " ".join(form).casefold())


def _alike(one: str, other: str) -> bool:
    """Return whether two parts of titles share at least half of their words, and begin or end equally."""
    a, b = re.findall(r"\w+", one.casefold()), re.findall(r"\w+", other.casefold())
    shared = len(set(a) & set(b))
    return abs(len(a) - len(b)) <= 1 and shared >= max(len(a), len(b)) / 2 and (a[0] == b[0] or a[-1] == b[-1])
