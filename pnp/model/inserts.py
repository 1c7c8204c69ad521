"""Inserts: calls such as `{{ count("tokens") }}`, with which a text takes a value from the data.

The loader replaces the inserts of this module, which give a few words, in all texts of a game. Inserts that print
tables and pictures belong to the rules booklet, and remain in the texts of the rules until it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from inspect import signature
from typing import NamedTuple, TypeAlias

from pydantic import BaseModel

from pnp.findings import did_you_mean
from pnp.message import capitalised, clip, join_words, number_words
from pnp.model.game import Game
from pnp.model.modifier_effect import effect_number
from pnp.model.roster import CounterRanges
from pnp.model.table import Modifier
from pnp.units import MM_PER_INCH, Mm

ValueInsert: TypeAlias = Callable[..., str]
"""A function that texts call, with texts as arguments."""

ONLY_CALLS = 'write a call such as {{ table("id") }}'
MOST_LISTED = 20
"""The greatest number of names that a message lists."""
DATE = re.compile(
    r"\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?"
)
"""A date as games print it, such as `5 March` or `5 March 1945`."""

_BRACES = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*", re.DOTALL)
_ARGUMENT = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)')\s*(,|$)")
_RANGE = re.compile(r"(\w+)-(\w+)")


class UnknownIdError(LookupError):
    """An insert or reference in a text that names something unknown: the fault and the advice."""

    def __init__(self, wrong: str, write: str) -> None:
        super().__init__(wrong)
        self.wrong, self.write = wrong, write


def suggest(name: str, known: Sequence[str]) -> str:
    """Return advice for an unknown name, such as the most similar known name."""
    return did_you_mean(name, known, many=len(known) <= MOST_LISTED)


# ---------------------------------------------------------------- calls in texts


class InsertCall(NamedTuple):
    """A call of an insert: its offset and end in the text, its name and its arguments, or what is wrong with it."""

    start: int
    end: int
    name: str
    arguments: tuple[str, ...] = ()
    wrong: str = ""


def insert_calls(text: str) -> Iterator[InsertCall]:
    """Yield each pair of double braces in a text.

    >>> [call[2:] for call in insert_calls('{{ count("tokens") }} of {{ all }}')]
    [('count', ('tokens',), ''), ('', (), 'only calls of inserts are allowed in braces')]
    """
    end = 0
    for braces in _BRACES.finditer(text):
        end = braces.end()
        yield _read_call(braces)
    if (rest := text.find("{{", end)) >= 0:
        yield InsertCall(rest, len(text), "", wrong="the braces are not closed by }}")


def _read_call(braces: re.Match[str]) -> InsertCall:
    """Return the call that double braces contain."""
    here = (braces.start(), braces.end())
    call = _CALL.fullmatch(braces[1])
    if call is None:
        return InsertCall(*here, "", wrong="only calls of inserts are allowed in braces")
    arguments: list[str] = []
    at, comma = 0, ","
    while at < len(call[2]) and (argument := _ARGUMENT.match(call[2], at)) and comma:
        arguments.append(argument[1] if argument[1] is not None else argument[2])
        at, comma = argument.end(), argument[3]
    if call[2][at:].strip() or (comma and arguments):
        return InsertCall(*here, call[1], wrong="an insert takes ids in quotation marks")
    return InsertCall(*here, call[1], tuple(arguments))


def check_call(call: InsertCall, known: Mapping[str, Callable[..., object]], others: Sequence[str] = ()) -> None:
    """Raise `UnknownIdError` unless a call is well formed and names a known insert with the right number of ids.

    `others` are further names that the advice may suggest.
    """
    if call.wrong:
        raise UnknownIdError(call.wrong, ONLY_CALLS)
    if call.name not in known:
        raise UnknownIdError(f"there is no insert {call.name!r}", suggest(call.name, (*known, *others)))
    if not _accepts_count(known[call.name], len(call.arguments)):
        words = {1: "one id", 2: "two ids", 0: "no id"}
        ids = next((word for number, word in words.items() if _accepts_count(known[call.name], number)), "more ids")
        raise UnknownIdError(f"{call.name} takes {ids}", ONLY_CALLS)


def _accepts_count(insert: Callable[..., object], number: int) -> bool:
    """Return whether an insert takes this number of ids."""
    try:
        signature(insert).bind(*[""] * number)
    except TypeError:
        return False
    return True


# ---------------------------------------------------------------- values


def value_inserts(game: Game) -> Mapping[str, ValueInsert]:
    """Return the inserts that give a few words, by name. They raise `UnknownIdError` for an unknown id."""
    values = _ValueInserts(game)
    return {name: getattr(values, name) for name in VALUE_INSERTS}


VALUE_INSERTS = ("amount", "cell", "count", "date", "effect", "hexes", "length", "name", "value")
"""The names of the inserts that work in all texts of a game."""

_LENGTHS = ("length", "diameter", "radius")
"""The fields of components with the length that players measure with them."""
_UNITS: Mapping[str, Mm] = {"in": MM_PER_INCH, "mm": 1.0, "cm": 10.0}


@dataclass(frozen=True)
class _ValueInserts:
    """The inserts of all texts; each public method returns the words of one insert."""

    game: Game

    @cached_property
    def _ranges(self) -> CounterRanges:
        return CounterRanges(self.game)

    def count(self, name: str, form: str = "") -> str:
        """Return how many things there are.

        They are the number of a record of `counts` with an `id`, the counters of an entry, the copies of a component,
        the cards of a deck, the spaces of a track, the places of a terrain, or the units of a formation.
        """
        counts = {one.id: one for one in self.game.counts if one.id}
        section, id_, _ = self._find(name, counts=counts, **self._sections(*_COUNTED))
        return _formed(self._number_of(section, id_), form)

    def _number_of(self, section: str, id_: str) -> int:
        """Return how many things a record of the game consists of."""
        game = self.game
        match section:
            case "counts":
                return next(one.number for one in game.counts if one.id == id_)
            case "entries":
                ids = {one for word in game.entries[id_].counters for one in self._ranges.ids(word)}
                return sum(game.counters[one].copies for one in ids)
            case "components":
                cards = sum(number for number, _ in game.components[id_].countable_cards(id_))
                return cards or getattr(game.components[id_], "copies", None) or 1
            case "tracks":
                return len(game.tracks[id_].spaces)
            case "formations":
                return sum(one.copies for one in game.counters.values() if one.formation == id_)
            case _:
                number = sum(id_ in place.kinds for place in game.map.places.values()) if game.map else 0
                if not number:
                    raise UnknownIdError(
                        f"the map has no place of the terrain {id_!r}", "count hexes with counts: and an id"
                    )
                return number

    def length(self, name: str, unit: str = "") -> str:
        """Return the length, diameter or radius of a component, such as `6 inches`; with a unit, only the number."""
        component = self.game.components[self._known(name, "component", self.game.components)]
        field = next((field for field in _LENGTHS if isinstance(getattr(component, field, None), float)), "")
        if not field:
            raise UnknownIdError(f"the component {name!r} has no length, diameter or radius", "name another component")
        if unit and unit not in _UNITS:
            raise UnknownIdError(f"there is no unit {unit!r}", suggest(unit, tuple(_UNITS)))
        size: Mm = getattr(component, field)
        eighths = size / MM_PER_INCH * 8
        chosen = unit or ("in" if abs(eighths - round(eighths)) < 1e-6 else "mm")
        number = f"{round(size / _UNITS[chosen], 4):g}"
        return number if unit else f"{number} {chosen if chosen == 'mm' else 'inch' if number == '1' else 'inches'}"

    def amount(self, name: str, form: str = "") -> str:
        """Return the number of a printed modifier without its sign: `2` for `+2`, `4` for `4+`, `half` for `x1/2`."""
        modifier = self._modifier(name)
        number = effect_number(modifier.effect)
        if number is None:
            raise UnknownIdError(
                f"the modifier {name!r} is {clip(modifier.effect)}, which has no single number", 'write effect("…")'
            )
        if number == Fraction(1, 2):
            return _formed_word("half", form)
        return _formed(int(number), form) if number.denominator == 1 else str(number)

    def effect(self, name: str) -> str:
        """Return the effect of a printed modifier as it is written, such as `+2` or `left 1`."""
        return self._modifier(name).effect.replace("-", "−")

    def _modifier(self, name: str) -> Modifier:
        """Return the printed modifier with a name such as `shifts.night`."""
        known = {f"{id_}.{line.id}": line for id_, one in self.game.modifiers.items() for line in one.lines if line.id}
        return known[self._known(name, "modifier", known)]

    def cell(self, table: str, row: str, column: str = "") -> str:
        """Return a cell of a table, by the labels of its row and its column."""
        found = self.game.tables[self._known(table, "table", self.game.tables)]
        rows = found.rows.heads
        at = rows.index(self._known(row, f"row of the table {table}", rows))
        columns = found.columns.heads if found.columns else ()
        if len(columns) > 1 and not column:
            raise UnknownIdError(
                f"the table {table!r} has several columns", f"name one of them: {join_words(columns, 'or')}"
            )
        across = columns.index(self._known(column, f"column of the table {table}", columns)) if column else 0
        if at >= len(found.cells) or across >= len(found.cells[at]):
            place = f"{row}/{column}" if column else row
            raise UnknownIdError(f"the table {table!r} has no cell {place}", "write all cells of the table")
        return found.cells[at][across]

    def date(self, track: str, label: str) -> str:
        """Return the date on a space of a track, by the label of the space."""
        spaces = {one.label: one for one in self.game.tracks[self._known(track, "track", self.game.tracks)].spaces}
        space = spaces[self._known(label, f"space of the track {track}", spaces)]
        dates = [match[0] for line in space.lines if (match := DATE.search(line))]
        if not dates:
            raise UnknownIdError(f"the space {label} of the track {track!r} has no date", "write lines: [5 March]")
        return dates[0]

    def hexes(self, name: str, conjunction: str = "") -> str:
        """Return the hexes of an entry, an edge or region of the map, or of the places of a terrain or with a name.

        A range is written `A1 to P1`. The hexes are separated by commas, the last two by the conjunction.
        """
        found = self.game.map
        places: dict[str, str] = {}
        for number, place in found.places.items() if found else ():
            for key in {*place.kinds, place.name, *place.names.values()} - {""}:
                places[key] = f"{places[key]} {number}" if key in places else number
        *_, hexes = self._find(
            name,
            entries={id_: one.hexes for id_, one in self.game.entries.items() if one.hexes},
            edges={id_: one.hexes for id_, one in (found.edges if found else {}).items()},
            regions={id_: one.hexes for id_, one in (found.regions if found else {}).items()},
            places=places,
        )
        words = [_RANGE.sub(r"\1 to \2", word) for word in str(hexes).replace(",", " ").split()]
        return join_words(words, conjunction) if conjunction else ", ".join(words)

    def name(self, name: str) -> str:
        """Return the name of a thing by its id: of a side, formation, entry, table, track, box or another record."""
        *_, record = self._find(name, **self._sections(*_NAMED))
        return _plain_text(str(getattr(record, "name", "") or getattr(record, "label", "")), name)

    def value(self, path: str, form: str = "") -> str:
        """Return a text or a number of the data by its dotted path, such as `tracks.supply.start`."""
        found, used, rest = self._at(path)
        if rest:
            raise UnknownIdError(f"{used or 'the game'} has no {rest[0]}", suggest(rest[0], _keys(found)))
        if isinstance(found, bool) or not isinstance(found, str | int | float | Fraction):
            raise UnknownIdError(f"{path} is not a text or a number", "write the path of one of its values")
        text = _plain_text(f"{found:g}" if isinstance(found, float) else str(found), path)
        return _formed(int(text), form) if form and text.isdecimal() else text

    def _at(self, path: str) -> tuple[object, str, list[str]]:
        """Return the deepest value on a dotted path, its own path, and the rest of the path."""
        found: object = self.game
        used: list[str] = []
        rest = path.split(".")
        while rest:
            for length in range(len(rest), 0, -1):
                inner = _inner_value(found, ".".join(rest[:length]))
                if inner is not None:
                    found, used, rest = inner, [*used, *rest[:length]], rest[length:]
                    break
            else:
                break
        return found, ".".join(used), rest

    def _sections(self, *keys: str) -> dict[str, Mapping[str, object]]:
        """Return parts of the game by their keys."""
        return {key: getattr(self.game, key) for key in keys}

    def _find(self, name: str, **sections: Mapping[str, object]) -> tuple[str, str, object]:
        """Return the key of the only section that contains an id, the id, and the record.

        If several do, the id is written with the key: `entries.markers`.
        """
        key, _, id_ = name.partition(".")
        if id_ in sections.get(key, {}):
            return key, id_, sections[key][id_]
        found = [key for key, records in sections.items() if name in records]
        if len(found) > 1:
            places = join_words([f"{key}.{name}" for key in found], "or")
            raise UnknownIdError(f"the id {name!r} is not unique", f"write {places}")
        known = [id_ for records in sections.values() for id_ in records]
        if not found:
            nouns = join_words(sorted(sections), "or")
            raise UnknownIdError(f"there is no {name!r} in {nouns}", suggest(name, known))
        return found[0], name, sections[found[0]][name]

    def _known(self, name: str, noun: str, known: Mapping[str, object] | Sequence[str]) -> str:
        """Return a name if it is known; raise `UnknownIdError` with advice if it is not."""
        if name not in known:
            raise UnknownIdError(f"there is no {noun} {name!r}", suggest(name, tuple(known)))
        return name


_COUNTED = ("entries", "components", "tracks", "terrain", "formations")
_NAMED = (
    "sides",
    "formations",
    "entries",
    "components",
    "counters",
    "terrain",
    "tables",
    "modifiers",
    "tracks",
    "boxes",
)


def _inner_value(found: object, key: str) -> object:
    """Return the value inside a record, mapping or list; None if there is none.

    Items of lists are named by their number (from 0) or by their `id`.
    """
    if isinstance(found, BaseModel):
        return getattr(found, key) if key in type(found).model_fields else None
    if isinstance(found, Mapping):
        return found.get(key)
    if isinstance(found, tuple):
        if key.isdecimal():
            return found[int(key)] if int(key) < len(found) else None
        return next((one for one in found if getattr(one, "id", "") == key), None)
    return None


def _keys(found: object) -> tuple[str, ...]:
    """Return the keys by which the values inside a record, mapping or list are named."""
    if isinstance(found, BaseModel):
        return tuple(type(found).model_fields)
    if isinstance(found, Mapping):
        return tuple(map(str, found))
    return tuple(getattr(one, "id", "") or str(i) for i, one in enumerate(found)) if isinstance(found, tuple) else ()


def _plain_text(text: str, path: str) -> str:
    """Return a text unless it contains inserts itself, which would be filled in another order."""
    if "{{" in text:
        raise UnknownIdError(f"{path} contains an insert itself", "name the value that it takes")
    return text


def _formed(number: int, form: str) -> str:
    """Return a number in digits, in `words`, or in `Words` with a capital letter."""
    return _formed_word(number_words(number), form) if form else str(number)


def _formed_word(word: str, form: str) -> str:
    """Return a word in the form that an insert asks for: `words`, or `Words` with a capital letter."""
    if form not in ("", "words", "Words"):
        raise UnknownIdError(f"there is no form {form!r}", "write words, or Words for a capital letter")
    return capitalised(word) if form == "Words" else word
