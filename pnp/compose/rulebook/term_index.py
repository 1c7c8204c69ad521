"""The index of a rules booklet: terms, formations and titles of cases, with the cases that speak of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.reference import Case

MOST = 6
"""So many cases are listed at most; more would help nobody to find the one."""


@dataclass(frozen=True)
class IndexEntry:
    """A term, the cases that define it or bear its name, and other cases that speak of it."""

    term: str
    chief: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def letter(self) -> str:
        """Under which letter it stands; names that begin with a number stand after Z."""
        return self.term[0].upper() if self.term[0].isalpha() else "~"

    @property
    def order(self) -> tuple[str, int, str]:
        """Alphabetical; names that begin with a number in the order of these."""
        number = re.match(r"\d+", self.term)
        return self.letter, int(number[0]) if number else 0, self.term.lower()


def term_index(game: Game) -> tuple[IndexEntry, ...]:
    """All entries in alphabetical order. A title that is a term in the plural, or with an article, joins the term."""
    terms = {
        name: ([name, term.short] if term.short else [name], list(term.rule)) for name, term in game.glossary.items()
    }
    same = {form: name for name in terms for form in _forms(name.lower())}
    for formation in game.formations.values():
        name = same.get(formation.name.lower(), formation.name)
        words, cases = terms.setdefault(name, ([name], []))
        words.append(formation.name.replace(" Indian", ""))
        cases += formation.rule
    same = {form: name for name in terms for form in _forms(name.lower())}
    for case in game.rules:
        title = case.title[4].upper() + case.title[5:] if case.title.startswith("The ") else case.title
        name = same.get(case.title.lower(), title)
        _, cases = terms.setdefault(name, ([], []))
        cases.insert(0, case.number)
    known = {case.number for case in game.rules}
    made = []
    for name, (words, cases) in terms.items():
        chief = tuple(dict.fromkeys(number for number in cases if number in known))[:MOST]
        others = tuple(number for number in _speaking(game.rules, words) if number not in chief)
        if chief or others:
            made.append(IndexEntry(name[0].upper() + name[1:], chief, others[: MOST - len(chief)]))
    return tuple(sorted(made, key=lambda entry: entry.order))


def _forms(name: str) -> tuple[str, ...]:
    """How a title may write a term.

    >>> _forms("zone of control")[:3], _forms("stack")
    (('zone of control', 'zone of controls', 'zones of control'), ('stack', 'stacks', 'the stack', 'the stacks'))
    """
    first, _, rest = name.partition(" ")
    forms = (name, f"{name}s", *([f"{first}s {rest}"] if rest else []))
    return *forms, *(f"the {form}" for form in forms)


def _speaking(cases: Sequence[Case], words: Iterable[str]) -> list[str]:
    """Cases whose text has one of the words, in the singular or plural; those that have it most, in their order."""
    either = "|".join(map(re.escape, filter(None, words)))
    if not either:
        return []
    pattern = re.compile(rf"\b(?:{either})(?:s|es)?\b", re.IGNORECASE)
    counted = [(len(pattern.findall(case.text)), place) for place, case in enumerate(cases)]
    best = sorted((pair for pair in counted if pair[0]), key=lambda pair: (-pair[0], pair[1]))[:MOST]
    return [cases[place].number for place in sorted(place for _, place in best)]
