"""The check of numbers against the nouns after them: `two units`, not `two unit`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.number_reading import NO_STATEMENT, NUMBERS_BY_WORD

_COUNTED = re.compile(
    r"(?<![\w.#/&×+−–-])(?P<number>1|[2-9]|[1-9]\d|(?i:one|" + "|".join(NUMBERS_BY_WORD) + r")) "
    r"(?P<between>(?:(?:adjacent|enemy|friendly|further|more|other) )*)(?P<first>[a-z]{3,} )??(?P<noun>[a-z]{3,})"
    r"(?=[.,;:)]|\s*$|\s(?:adjacent|after|against|along|an?|and|as|at|be|before|but|by|can|cannot|does|each|for|from|further|"
    r"has|have|if|in|inside|into|is|are|may|must|next|nor|not|of|on|only|or|per|than|that|the|there|through|to|under|unless|"
    r"until|when|which|while|who|with|within)\b)"
)
"""A number, one noun or two (`result card`), and the end of a sentence or a word that does not continue the noun."""
_COMPOUND = re.compile(r"\b(?:a|an|each|the|this) $", re.IGNORECASE)
"""Words before a number that is part of a compound, as in `a three unit stack`."""
_LABEL = re.compile(
    r"(?:[A-Z][\w’']*|box|case|column|level|page|player|row|rule|space|step|turn|type|(?:and|or|to) \d+) $"
)
"""A word before a number in digits that is a label, as in `on turn 1 units enter`."""
_SINGLE = re.compile(r"\b(?:a|an|another|each|one) ([a-z]{3,})\b", re.IGNORECASE)
_OFTEN = 2
"""A noun is compared if it stands after an article, and its plural anywhere, at least this many times."""


_IRREGULAR = {"die": "dice", "half": "halves", "man": "men", "foot": "feet"}


@check("R036", Severity.WARNING)
def number_unlike_its_noun(checked: CheckedGame) -> Iterator[Fault]:
    """A number stands before a noun of the other number, such as `two unit` or `one units`.

    Probably the number was changed and the noun was not. Only nouns are compared that the game uses in
    both forms, each at least twice.

    Bad:
        glossary:
          odds: {says: A stack of two unit.}
          stack: {says: A unit is stacked with units. Each unit counts; some units count twice.}
    Good:
        glossary:
          odds: {says: A stack of one unit.}
          stack: {says: A unit is stacked with units. Each unit counts; some units count twice.}
    """
    counted: list[tuple[str, re.Match[str]]] = []
    words, single = Counter[str](), Counter[str]()
    for path, text in checked.texts_with_steps:
        shown = NO_STATEMENT.sub(lambda match: " " * len(match[0]), text.replace("\n", " "))
        words.update(re.findall(r"[a-z]{3,}", shown.lower()))
        single.update(match[1].lower() for match in _SINGLE.finditer(shown))
        for match in _COUNTED.finditer(shown):
            before = shown[max(0, match.start() - 20) : match.start()]
            if not _COMPOUND.search(before) and (match["number"].isalpha() or not _LABEL.search(before)):
                counted.append((path, match))
    singulars = {one for one, times in single.items() if times >= _OFTEN and words[_plural(one)] >= _OFTEN}
    singulars -= {_plural(one) for one in singulars}
    plurals = {_plural(one) for one in singulars}
    for path, match in counted:
        is_one, noun, first = match["number"].lower() in ("1", "one"), match["noun"], (match["first"] or "").strip()
        if (noun in plurals and not first) if is_one else (noun in singulars and (not first or first in singulars)):
            wrong = f"{match[0]}: the number does not agree with {noun}"
            yield Fault(path, wrong, "correct the number or the noun", at=match.start())


def _plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> _plural("army"), _plural("hex"), _plural("die")
    ('armies', 'hexes', 'dice')
    """
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if re.search(r"[^aeiou]y$", noun):
        return noun.removesuffix("y") + "ies"
    return noun + ("es" if re.search(r"(?:[sx]|ch|sh)$", noun) else "s")
