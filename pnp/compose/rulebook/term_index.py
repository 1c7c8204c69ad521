"""The index of the rules reference: terms, formations and titles, with the cases that mention them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.reference import Case

MOST_CASES = 6
"""The greatest number of cases of one entry."""


@dataclass(frozen=True)
class IndexEntry:
    """A term, the main cases (`chief`: they define it or have it as title), and others that mention it."""

    term: str
    chief: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def letter(self) -> str:
        """The first letter of the term, under which the index lists it; `~` if it begins with a digit."""
        return self.term[0].upper() if self.term[0].isalpha() else "~"

    @property
    def order(self) -> tuple[str, int, str]:
        """The sort key of the entry: letters first, then terms that begin with a number, by that number."""
        number = re.match(r"\d+", self.term)
        return self.letter, int(number[0]) if number else 0, self.term.lower()


def term_index(game: Game) -> tuple[IndexEntry, ...]:
    """Return all index entries in alphabetical order.

    A title that is a term in the plural or with an article joins the term.
    """
    terms = {
        name: ([name, term.short] if term.short else [name], list(term.rule)) for name, term in game.glossary.items()
    }
    same = {form: name for name in terms for form in _title_forms(name.lower())}
    for formation in game.formations.values():
        name = same.get(formation.name.lower(), formation.name)
        words, cases = terms.setdefault(name, ([name], []))
        words.append(formation.name.replace(" Indian", ""))
        cases += formation.rule
    same = {form: name for name in terms for form in _title_forms(name.lower())}
    for case in game.rules:
        title = case.title[4].upper() + case.title[5:] if case.title.startswith("The ") else case.title
        name = same.get(case.title.lower(), title)
        _, cases = terms.setdefault(name, ([], []))
        cases.insert(0, case.number)
    known = {case.number for case in game.rules}
    entries = []
    for name, (words, cases) in terms.items():
        chief = tuple(dict.fromkeys(number for number in cases if number in known))[:MOST_CASES]
        others = tuple(number for number in _mentioning_cases(game.rules, words) if number not in chief)
        if chief or others:
            entries.append(IndexEntry(capitalised(name), chief, others[: MOST_CASES - len(chief)]))
    return tuple(sorted(entries, key=lambda entry: entry.order))


def _title_forms(name: str) -> tuple[str, ...]:
    """Return the forms of a term in case titles: as written, in the plural, each also with `the`.

    >>> _title_forms("zone of control")[:3], _title_forms("army")
    (('zone of control', 'zone of controls', 'zones of control'), ('army', 'armies', 'the army', 'the armies'))
    """
    first, _, rest = name.partition(" ")
    forms = (name, _plural(name), *([f"{_plural(first)} {rest}"] if rest else []))
    return *forms, *(f"the {form}" for form in forms)


def _plural(noun: str) -> str:
    """Return a noun in the plural.

    >>> [_plural(noun) for noun in ("stack", "army", "supply hex", "player turn", "railway")]
    ['stacks', 'armies', 'supply hexes', 'player turns', 'railways']
    """
    if re.search("[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search("(s|x|z|sh|ch)$", noun) else f"{noun}s"


def _mentioning_cases(cases: Sequence[Case], words: Iterable[str]) -> list[str]:
    """Return the numbers of the cases that mention the words most often, in rulebook order.

    A word with a capital letter, such as the name of a marker, is only found as it is written.
    """
    forms = [form for word in words if word for form in (word, _plural(word))]
    if not forms:
        return []
    any_word = "|".join(re.escape(form) if form != form.lower() else f"(?i:{re.escape(form)})" for form in forms)
    pattern = re.compile(rf"\b(?:{any_word})\b")
    counted = [(len(pattern.findall(case.text)), index) for index, case in enumerate(cases)]
    best = sorted((pair for pair in counted if pair[0]), key=lambda pair: (-pair[0], pair[1]))[:MOST_CASES]
    return [cases[index].number for index in sorted(index for _, index in best)]
