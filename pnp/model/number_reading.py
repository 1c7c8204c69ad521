"""Reads the numbers that texts state, in digits or in words, and the numbers of the data and of the cases."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pydantic import BaseModel

from pnp.message import number_words
from pnp.model.game import Game
from pnp.model.printed_texts import PRINTED_FIELDS, texts_in

NUMBERS_BY_WORD = {number_words(number): number for number in range(2, 21)}
_OTHER_WORDS = {"both": 2, "double": 2, "half": 2, "pair": 2, "second": 2, "third": 3, "twice": 2}
"""Words that state a number in the rules, but do not repeat one."""
_NUMBER = re.compile(
    r"(?<![\w.#/&×-])(?P<digits>\d{1,2})(?![\w/%°½]|[.,–-]\d)|(?<![\w-])(?P<word>(?i:"
    + "|".join(NUMBERS_BY_WORD)
    + r"))\b(?!-)"
)
_ANY_NUMBER = re.compile(r"\d+|\b(?i:" + "|".join((*NUMBERS_BY_WORD, *_OTHER_WORDS)) + r")\b")
NO_STATEMENT = re.compile(
    r"\(?\b\d+(?:\.\d+)+\)?|\[[^\[\]]*\]|\{\{.*?\}\}|\{[^{}]*\}|^\s*\d+\. |\b[Ss]teps? (?:\d+(?:,| and| or| to)? ?)+"
    r"|\*Example.*?(?:\n\n|\Z)|\bFor example\b[^\n]*|\b[Ss]ix (?=hexes|hexsides|sides)|\bnatural \d+",
    re.MULTILINE | re.DOTALL,
)
"""What states no number of its own: cases, references, inserts, examples, list items, steps and natural rolls."""
_RAW_INSERT = re.compile(r"\{\{ \w+\([\"']([\w.-]+)[\"']")


_REFERENCES = re.compile(r"\[[^\[\]]+\](?!\()")


class StatedNumber(NamedTuple):
    """A number in a text: its value, where it is, and how it is written."""

    value: int
    at: int
    written: str


def stated_numbers(text: str) -> Iterator[StatedNumber]:
    """Yield the numbers from 2 on that a text states; those of examples, references and lists are not statements."""
    hidden = NO_STATEMENT.sub(lambda match: " " * len(match[0]), text)
    for match in _NUMBER.finditer(hidden):
        value = int(match["digits"]) if match["digits"] else NUMBERS_BY_WORD[match["word"].lower()]
        if value > 1:
            yield StatedNumber(value, match.start(), match[0])


def all_numbers(*texts: str) -> set[int]:
    """Return every number in some texts, in digits or in words."""
    return {
        int(match[0]) if match[0].isdigit() else {**NUMBERS_BY_WORD, **_OTHER_WORDS}[match[0].lower()]
        for text in texts
        for match in _ANY_NUMBER.finditer(text)
    }


def data_numbers(value: object) -> set[int]:
    """Return the numbers in a record that people do not read as text: in labels, cells and expressions."""
    texts = [
        text
        for path, field, text in texts_in(value, "")
        if field not in PRINTED_FIELDS - {"when"} | {"rule", "prints", "waive"}
        and not re.search(r"\.(?:says|prints|notes)\b", path)
    ]
    return all_numbers(*texts) | set(whole_numbers(value))


def whole_numbers(value: object) -> Iterator[int]:
    """Yield the whole numbers inside a value of the data."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from whole_numbers(getattr(value, name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from whole_numbers(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from whole_numbers(inner)


_COUNTED = re.compile(
    r"(?<![\w.#/&×-])(?P<number>\d{1,2}|" + "|".join(("one", *NUMBERS_BY_WORD)) + r") "
    r"(?:(?:adjacent|enemy|friendly|more|other|such) )*(?P<noun>[A-Za-z]{3,}|(?-i:[A-Z]{2})s?\b)",
    re.IGNORECASE,
)
_NO_NOUNS = re.compile(
    r"all|and|another|are|can|dice|die|each|for|from|ha[sv]e?|his|into|is|its|less|may|more|must|not|only|out|than|that"
    r"|the|them|then|this|times?|to|who|with"
)
"""Words after a number that do not name the things that are counted."""


class CountedThing(NamedTuple):
    """A number of things in a text: the number, the noun in the singular, where it is, and both as written."""

    number: int
    noun: str
    at: int
    written: str


def counted_things(text: str) -> Iterator[CountedThing]:
    """Yield each number that stands before a noun, from 1 on.

    >>> [(one.number, one.noun) for one in counted_things("Choose one army. It moves two more hexes.")]
    [(1, 'army'), (2, 'hex')]
    """
    hidden = NO_STATEMENT.sub(lambda match: " " * len(match[0]), text)
    for match in _COUNTED.finditer(hidden):
        word, noun = match["number"].lower(), match["noun"].lower()
        if not _NO_NOUNS.fullmatch(noun):
            number = int(word) if word.isdecimal() else NUMBERS_BY_WORD.get(word, 1)
            singular = re.sub(r"(?<=x)es$|(?<=[^s])s$", "", re.sub(r"ies$", "y", noun))
            yield CountedThing(number, singular, match.start(), match[0])


@dataclass(frozen=True)
class CaseNumbers:
    """The numbers of the cases of the rules, with those of the tables, tracks and modifiers of a case."""

    game: Game

    @cached_property
    def numbers(self) -> dict[str, set[int]]:
        """The numbers of each case, with those of the tables and lists that it prints or that name it."""
        found = {}
        for case in self.game.rules:
            text = _REFERENCES.sub("", case.text)
            found[case.number] = all_numbers(text, case.title).union(
                *(self.of_lists.get(id_, ()) for id_ in _RAW_INSERT.findall(case.text)), self.of_rule[case.number]
            )
        return found

    @cached_property
    def of_lists(self) -> dict[str, set[int]]:
        """The numbers of each table, track and list of modifiers."""
        game = self.game
        found = {id_: data_numbers(one) for id_, one in (*game.tables.items(), *game.modifiers.items())}
        for id_, track in game.tracks.items():
            labels = [space.label for space in track.spaces]
            found[id_] = all_numbers(*labels[:1], *labels[-1:], track.start)
        return found

    @cached_property
    def of_rule(self) -> Mapping[str, set[int]]:
        """The numbers of the tables, tracks and lists of modifiers that name a case."""
        game, found = self.game, defaultdict[str, set[int]](set)
        for id_, one in (*game.tables.items(), *game.modifiers.items(), *game.tracks.items()):
            for number in one.rule:
                found[number] |= self.of_lists[id_]
        return found

    def numbers_under(self, cases: Iterable[str]) -> set[int]:
        """Return the numbers that the texts and tables of some cases state, and of the cases inside them."""
        starts = tuple(f"{number.removesuffix('.0')}." for number in cases)
        return set().union(
            *(self.numbers.get(number, ()) for number in cases),
            *(found for number, found in self.numbers.items() if number.startswith(starts)),
        )

    @cached_property
    def _counted(self) -> dict[str, list[CountedThing]]:
        """The numbers of things of each case."""
        return {case.number: list(counted_things(case.text)) for case in self.game.rules}

    def of_noun(self, noun: str, cases: Iterable[str]) -> set[int]:
        """Return the numbers that stand before a noun in some cases and in the cases inside them."""
        known = tuple(cases)
        starts = tuple(f"{number.removesuffix('.0')}." for number in known)
        return {
            one.number
            for number, found in self._counted.items()
            if number in known or number.startswith(starts)
            for one in found
            if one.noun == noun
        }
