"""The values of a game that its texts may repeat, and the words in which they do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pydantic import BaseModel

from pnp.message import capitalised, number_words
from pnp.model.game import Game
from pnp.model.inserts import DATE, UnknownIdError, ValueInsert, value_inserts
from pnp.model.maprule import MapRule, StackWorth
from pnp.model.record import Sourced, records
from pnp.model.reference import Count

_END_OF_NOUN = re.compile(
    r"\b(?:are|is|was|has|have|set|say|mark|arrive|lie|lies|run|runs|in|of|on|to|with|for|from|at|by|and|or|that|which)\b"
    r"|[,;:.(]"
)
_GENERAL_NOUNS = frozenset({"times", "hexes", "hex", "units", "unit", "steps", "step", "ranks", "cases", ""})
"""Nouns that say too little about what is counted."""
_BEFORE = r"(?<![\w.,–−+/-])(?<!\d )"
_NO_RANGE = r"(?<!\d to )"
_AFTER = r"(?![\w½]|[.,–-]\d)"
_LIST_BEFORE = r"(?<![\w–-])(?<!\d, )(?<!\d to )(?<!\d or )(?<!\d and )"
_LIST_AFTER = r"(?![\w–-]|(?:,| and| or| to|, and|, or) [A-Z]{0,2}\d)"
_LEAST_WORD = 4
"""The fewest letters of a label that identifies a row of a table."""

NEW_ID = "ID"
"""The id in the advice about a record that has none."""


class DataFact(NamedTuple):
    """A value of the data: how texts type it, the words around it, and the call of the insert that gives it.

    The group `typed` of `words` is what the insert replaces. `at` is the path of the value. `only` are the beginnings
    of the paths of texts that are about the value, if other texts may use the same words.
    """

    typed: str
    words: re.Pattern[str]
    call: tuple[str, ...]
    at: str
    only: tuple[str, ...] = ()

    @property
    def needs_id(self) -> bool:
        """Whether the record needs an id before a text can insert its number."""
        return NEW_ID in self.call

    @property
    def insert(self) -> str:
        """The insert as it is written in a text."""
        name, *arguments = self.call
        listed = ", ".join(f'"{one}"' for one in arguments)
        return f"{{{{ {name}({listed}) }}}}"


def data_fact(
    typed: str, call: tuple[str, ...], at: str, before: str = "", after: str = "", only: tuple[str, ...] = ()
) -> DataFact:
    """Return the fact that texts type as `typed`, between words that match two regular expressions."""
    words = re.compile(rf"{before}{_BEFORE}(?P<typed>{re.escape(typed)}){_AFTER}{after}")
    return DataFact(typed, words, call, at, only)


def number_facts(
    number: int, call: tuple[str, ...], at: str, before: str = "", after: str = "", only: tuple[str, ...] = ()
) -> Iterator[DataFact]:
    """Yield a fact for each form of a number: in digits, and in words with a small or a capital letter."""
    yield data_fact(str(number), call, at, before, after, only)
    word = number_words(number)
    if not word.isdecimal():
        yield data_fact(word, (*call, "words"), at, before, after, only)
        yield data_fact(capitalised(word), (*call, "Words"), at, before, after, only)


def plural_noun(name: str) -> str:
    """Return the plural of the name of a thing.

    >>> plural_noun("Scatter die"), plural_noun("exit hex"), plural_noun("army"), plural_noun("town")
    ('Scatter dice', 'exit hexes', 'armies', 'towns')
    """
    if re.search(r"\bdie$", name):
        return name[:-1] + "ce"
    if re.search(r"(?:s|x|ch|sh)$", name):
        return name + "es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", name) + "s"


@dataclass(frozen=True)
class DataFacts:
    """The values of one game that texts may repeat."""

    game: Game

    @cached_property
    def _inserts(self) -> Mapping[str, ValueInsert]:
        return value_inserts(self.game)

    def spoken(self, *call: str) -> str:
        """Return the words of an insert; empty if it cannot be filled."""
        try:
            return self._inserts[call[0]](*call[1:])
        except UnknownIdError:
            return ""

    def unique_id(self, insert: str, key: str, id_: str) -> str:
        """Return the id of a record, with the key of its section if the id alone is not unique."""
        return id_ if self.spoken(insert, id_) == self.spoken(insert, f"{key}.{id_}") else f"{key}.{id_}"

    def numbers(self) -> Iterator[DataFact]:
        """Yield all numbers of the data."""
        yield from self.counts()
        yield from self.things()
        yield from self.lengths()
        yield from self.distances()
        yield from self.tracks()
        yield from self.map_rules()

    def counts(self) -> Iterator[DataFact]:
        """Yield the numbers that `counts` states, with the noun of its text."""
        for i, one in enumerate(self.game.counts):
            noun = _counted_noun(one)
            if one.number > 1 and noun not in ("", "turns"):  # see turns()
                call = ("count", self._counted_id(one))
                yield from number_facts(one.number, call, f"counts.{i}", _NO_RANGE, rf" {re.escape(noun)}\b")

    def _counted_id(self, one: Count) -> str:
        """Return the id by which `count` gives the number of a record of `counts`; `NEW_ID` if the record needs one."""
        ids = [word for words in one.having.values() for word in words]
        found = ids[0] if len(ids) == 1 and self.spoken("count", ids[0]) == str(one.number) else ""
        return one.id or found or NEW_ID

    def things(self) -> Iterator[DataFact]:
        """Yield the numbers of the counters of entries, of the places of terrain and of the copies of components."""
        game = self.game
        places = Counter(kind for place in (game.map.places.values() if game.map else ()) for kind in place.kinds)
        things: list[tuple[str, str, str, int]] = [
            ("terrain", id_, kind.name, places[id_]) for id_, kind in game.terrain.items()
        ]
        for id_, entry in game.entries.items():
            number = self.spoken("count", f"entries.{id_}")
            things.append(("entries", id_, entry.name.removesuffix("s"), int(number or 0)))
        for id_, one in game.components.items():
            things.append(("components", id_, one.name, getattr(one, "copies", None) or 0))
        for key, id_, name, total in things:
            if total > 1 and not re.search(r"\d", name):
                nouns = "|".join(sorted({re.escape(plural_noun(name)), re.escape(plural_noun(name.lower()))}))
                call = ("count", self.unique_id("count", key, id_))
                yield from number_facts(total, call, f"{key}.{id_}", _NO_RANGE, rf" (?:{nouns})\b")

    def lengths(self) -> Iterator[DataFact]:
        """Yield the lengths and angles of components, with a word of their name (`a stick of 6 inches`)."""
        for id_, one in self.game.components.items():
            if isinstance(angle := getattr(one, "angle", None), float):
                at = f"components.{id_}.angle"
                before = rf"(?i:\b{re.escape(one.name.split()[0])}s? of )"
                yield data_fact(f"{angle:g}", ("value", at), at, before, r"(?= degrees\b|°)")
            number, length = self.spoken("length", id_, "in"), self.spoken("length", id_)
            if not length.endswith(("inch", "inches")):
                continue
            names = {one.name, getattr(one, "kind", "")} - {"template"}
            nouns = "|".join(sorted(re.escape(name.rpartition(" ")[2].lower()) for name in names))
            before = rf"\b(?:{nouns})s? of (?:[\d½]+(?: inch(?:es)?)?(?:,| and| or) )*"
            at = f"components.{id_}.length"
            yield data_fact(length, ("length", id_), at, before)
            yield data_fact(number, ("length", id_, "in"), at, before, r"(?=(?:,| and| or) [\d½]+ inch)")
            yield data_fact(number, ("length", id_, "in"), at, after=rf"[ -]inch (?:{nouns})\b")

    def distances(self) -> Iterator[DataFact]:
        """Yield the distances in tables of one column, with the label of their row in the sentence."""
        for id_, table in self.game.tables.items():
            if "inch" not in table.hint.lower() or (table.columns and len(table.columns.heads) > 1):
                continue
            noun = table.name.lower().removesuffix("s")
            once = Counter(cells[0] for cells in table.cells if cells)
            for label, cells in zip(table.rows.heads, table.cells, strict=False):
                if cells and cells[0].isdecimal() and once[cells[0]] == 1:
                    call, at = ("cell", id_, label), f"tables.{id_}"
                    yield data_fact(cells[0], call, at, after=rf"(?=[ -]inch {noun}\b)")
                    yield data_fact(cells[0], call, at, rf"\b{noun} of ", r"(?= inches\b)")
                if cells and cells[0].isdecimal() and len(label) >= _LEAST_WORD:
                    before = rf"(?i:\b{re.escape(label)}s?\b)[^.;:\d]*?"
                    yield data_fact(cells[0], ("cell", id_, label), f"tables.{id_}", before, r"(?= inches\b)")

    def tracks(self) -> Iterator[DataFact]:
        """Yield where markers start on tracks."""
        for id_, track in self.game.tracks.items():
            names = {track.name, *(self.game.counters[one].label for one in track.marker if one in self.game.counters)}
            if track.start.isdecimal() and names - {""}:
                known = "|".join(re.escape(name) for name in sorted(names - {""}, key=len, reverse=True))
                before = rf"(?i:\b(?:{known})),?(?: markers?)?(?: and \w+)? (?:on|at|box|space) "
                only = ("entries", "aids", "rules")
                at = f"tracks.{id_}.start"
                yield from number_facts(int(track.start), ("value", at), at, before, only=only)

    def map_rules(self) -> Iterator[DataFact]:
        """Yield the numbers of map rules whose text states them, such as `four platoons` of a stacking limit."""
        rules = self.game.map_rules
        for path, record in records(rules, "map_rules") if rules else ():
            if isinstance(record, MapRule) and record.says:
                for at, number in _numbers_of(record, path):
                    forms = rf"(?i:\b(?:{number}|{number_words(number)}))"
                    for noun in re.findall(rf"{forms} ([a-z]{{4,}})", record.says):
                        only = (f"{path}.says", *(self._texts_about(record) if noun in _GENERAL_NOUNS else ()))
                        yield from number_facts(number, ("value", at), at, after=rf" {noun}\b", only=only)
                        if noun not in _GENERAL_NOUNS:
                            before = r"(?i:\bstack\w*|\bhex\b)[^.]*?"
                            yield from number_facts(number, ("value", at), at, before, rf" {noun}\b")
                            yield from number_facts(number, ("value", at), at, after=rf" {noun}\b(?=[^.]*\bhex\b)")
                    if isinstance(record, StackWorth):
                        before = rf"\b{re.escape(record.says)} (?:counts? as|is|counts?) "
                        yield from number_facts(number, ("value", at), at, before)

    def _texts_about(self, record: Sourced) -> tuple[str, ...]:
        """Return the paths of the texts of the cases that a record names."""
        return tuple(f"rules.{i}.text" for i, case in enumerate(self.game.rules) if case.number in record.rule)

    def hexes(self) -> Iterator[DataFact]:
        """Yield the lists of hexes of entries, edges and regions, and of the places of a terrain or with a name."""
        game = self.game
        ids = [(f"entries.{id_}", "entries", id_) for id_ in game.entries]
        if game.map:
            ids = [(f"map.edges.{id_}", "edges", id_) for id_ in game.map.edges] + ids
            ids += [(f"map.regions.{id_}", "regions", id_) for id_ in game.map.regions]
            ids += [("map.places", "places", id_) for id_ in game.terrain]
        for at, key, id_ in ids:
            known = self.unique_id("hexes", key, id_)
            for conjunction in ("", "and", "or"):
                call = ("hexes", known, conjunction) if conjunction else ("hexes", known)
                form = self.spoken(*call)
                alone = bool(re.fullmatch(r"\w+", form))
                if not form or (conjunction and f" {conjunction} " not in form) or (alone and key != "entries"):
                    continue
                only = (f"{at}.where", f"{at}.how") if alone else ()
                words = re.compile(rf"{_LIST_BEFORE}(?P<typed>{re.escape(form)}){_LIST_AFTER}")
                yield DataFact(form, words, call, f"{at}.hexes", only)
        for number, place in game.map.places.items() if game.map else ():
            for name in sorted({place.name, *place.names.values()} - {""}):
                if self.spoken("hexes", name) == number:
                    at = f"map.places.{number}"
                    yield data_fact(number, ("hexes", name), at, rf"\b{re.escape(name)} \(", r"(?=\))")

    def turns(self) -> Iterator[DataFact]:
        """Yield the number of the last turn, and the dates that exactly one space of the tracks has."""
        dates: dict[str, list[tuple[str, str]]] = {}
        for id_, track in self.game.tracks.items():
            labels = [space.label for space in track.spaces]
            if "turn" in track.name.lower() and labels == [str(i + 1) for i in range(len(labels))]:
                before = r"\b(?:[Aa]fter|[Ee]nd of|[Uu]ntil|[Tt]hrough) turn |\b[Tt]urns \d+ to "
                call = ("count", self.unique_id("count", "tracks", id_))
                yield from number_facts(len(labels), call, f"tracks.{id_}", _NO_RANGE, r" turns\b")
                yield from number_facts(len(labels), call, f"tracks.{id_}", rf"(?:{before})")
            for space in track.spaces:
                for match in DATE.finditer(" ".join(space.lines)):
                    dates.setdefault(match[0], []).append((id_, space.label))
        for date, places in dates.items():
            if len(places) == 1:
                yield data_fact(date, ("date", *places[0]), f"tracks.{places[0][0]}")


def _counted_noun(one: Count) -> str:
    """Return the noun of a count, such as `markers` in `There are 26 markers`; empty if it is too general."""
    forms = "|".join({str(one.number), number_words(one.number), capitalised(number_words(one.number))})
    match = re.search(rf"\b(?:{forms}) ([A-Za-z].*)", one.says)
    end = _END_OF_NOUN.search(match[1]) if match else None
    noun = "" if match is None else (match[1][: end.start()] if end else match[1]).strip()
    return "" if noun in _GENERAL_NOUNS or noun.endswith(" times") else noun


def _numbers_of(record: BaseModel, path: str) -> Iterator[tuple[str, int]]:
    """Yield the path and the value of each whole number in a map rule and its rooms."""
    for name in type(record).model_fields:
        value = getattr(record, name)
        if isinstance(value, int) and not isinstance(value, bool) and value > 1:
            yield f"{path}.{name}", value
        elif name == "rooms":
            for i, room in enumerate(value):
                yield from _numbers_of(room, f"{path}.rooms.{i}")
