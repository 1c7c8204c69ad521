"""The check of the title of a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.proof.document import RulebookText
from pnp.proof.document_check import CAPITALISED, Slip, document_check

LAST_TITLE_LINE = 80
"""The last line at which the title of a document occurs first."""


@document_check("Q060", Severity.WARNING, english=True, clean=True)
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


_VERSION = re.compile(r"\bversion:? (\d{1,2}\.\d{1,3})\b", re.IGNORECASE)
_NAMED_VERSION = re.compile(r"\b(?P<name>[A-Z]{2,10})[- ]?(?P<version>\d{1,2}\.\d{1,3})\b")


@document_check("Q064", Severity.WARNING)
def version_differs(document: RulebookText) -> Iterator[Slip]:
    """The short name of the document has another version than the document.

    Bad:
        Hill Fight, version 0.91
        This is the text of Hill Fight, version 0.91 (HF0.90). You may copy HF0.91 freely.
    Good:
        Hill Fight, version 0.91
        This is the text of Hill Fight, version 0.91 (HF0.91). You may copy HF0.91 freely.
    """
    head = document.offset_of(min(LAST_TITLE_LINE, len(document.lines)) - 1) if document.lines else 0
    versions = Counter(match[1] for match in _VERSION.finditer(document.text, 0, head))
    if not versions:
        return
    (version, times), *_ = versions.most_common(1)
    named = [*_NAMED_VERSION.finditer(document.text)]
    names = {match["name"] for match in named if match["version"] == version}
    for match in named:
        if (match["name"] in names or times > 1) and match["name"] in document.text[:head]:
            stated = match["version"]
            if stated != version and stated.split(".")[0] == version.split(".")[0] and len(stated) == len(version):
                yield Slip(match.start(), f'"{match[0]}" is not the version of this document', f"write {version}")


def _words(form: tuple[str, str]) -> list[str]:
    """Return the words of a title in small letters."""
    return re.findall(r"\w+", " ".join(form).casefold())


def _alike(one: str, other: str) -> bool:
    """Return whether two parts of titles share at least half of their words, and begin or end equally."""
    a, b = re.findall(r"\w+", one.casefold()), re.findall(r"\w+", other.casefold())
    shared = len(set(a) & set(b))
    return abs(len(a) - len(b)) <= 1 and shared >= max(len(a), len(b)) / 2 and (a[0] == b[0] or a[-1] == b[-1])
