"""The index of a rules booklet: terms, formations and titles of cases, with the cases that speak of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
        """Under which letter it stands."""
        return next((c.upper() for c in self.term if c.isalpha()), "#")


def term_index(game: Game) -> tuple[IndexEntry, ...]:
    """All entries in alphabetical order."""
    numbers = {case.number for case in game.rules}
    chief: dict[str, list[str]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for name, term in game.glossary.items():
        chief[name] = [number for number in term.rule if number in numbers]
        words[name] = (name, term.short) if term.short else (name,)
    for formation in game.formations.values():
        known = chief.setdefault(formation.name, [])
        known += [number for number in formation.rule if number in numbers and number not in known]
        words[formation.name] = (formation.name, formation.name.replace(" Indian", ""))
    same = {name.lower(): name for name in chief}
    for case in game.rules:
        name = same.get(case.title.lower(), case.title)
        chief.setdefault(name, [])
        words.setdefault(name, ())
        chief[name] = list(dict.fromkeys([case.number, *chief[name]]))
    made = []
    for name, first in chief.items():
        spoken = [number for number in _speaking(game.rules, words[name]) if number not in first]
        if first or spoken:
            made.append(IndexEntry(name[0].upper() + name[1:], tuple(first[:MOST]), tuple(spoken[: MOST - len(first)])))
    return tuple(sorted(made, key=lambda entry: (entry.letter, entry.term.lower())))


def _speaking(cases: Iterable[Case], words: tuple[str, ...]) -> list[str]:
    """Cases whose text has one of the words, in the singular or plural; the more often, the earlier."""
    if not words:
        return []
    either = "|".join(map(re.escape, filter(None, words)))
    pattern = re.compile(rf"\b(?:{either})(?:s|es)?\b", re.IGNORECASE)
    counted = [(len(pattern.findall(case.text)), case.number) for case in cases]
    best = sorted((pair for pair in counted if pair[0]), key=lambda pair: -pair[0])[:MOST]
    order = [case.number for case in cases]
    return sorted((number for _, number in best), key=order.index)
