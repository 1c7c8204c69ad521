"""Checks of abbreviations: all that are printed are explained, and all that are explained are printed."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from pnp.checks.checked_game import SCENARIO_FILE, CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.model.counter import Counter
from pnp.model.printed_texts import printed_texts, texts_in
from pnp.proof.english import is_english, one_edit_away

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST = 5
"""A message names at most this many counters."""

_CAPITALS = re.compile(r"(?<![\w.’'/&-])([A-Z]{2,5})s?(?![\w’'/&-]|\.[A-Z])")
_QUOTED = re.compile(r"\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|`[^`]*`|\]\([^)]*\)")
_EXPLAINED = re.compile(r"\(([A-Z]{2,5})s?[),;]|\b([A-Z]{2,5})(?= (?:\(|=|means ))")
"""An abbreviation in brackets, or before its explanation."""
_ROMAN = re.compile(r"[IVXLC]+")
_ORDINARY = frozenset({"AD", "AM", "BC", "OK", "PDF", "PM", "TV", "UK", "UN", "US", "USA", "NE", "NW", "SE", "SW"})
"""Abbreviations that need no explanation."""
_PROSE = re.compile(r"(?:rules|aids|boxes|entries|glossary|modifiers|rulings|sequence|tables|terrain|tracks)\.")
_SHORTEST_WORD = 4
"""English words in capitals with at least this many letters are not abbreviations."""
_SHORTEST_SHARED = 3
"""In texts that scenarios share, shorter words may be explained by another scenario."""
_OFTEN = 3
"""An abbreviation that texts use this many times is known."""


def _printed_on(checked: CheckedGame, counter: Counter) -> Iterator[str]:
    """Yield every text that may be printed on a counter or in the list of units; the label of a marker is neither."""
    if counter.kind == "unit":
        formation = checked.game.formations.get(counter.formation)
        own = formation.label if formation and formation.side == counter.side else ""  # else C007 reports it
        yield from (counter.label, counter.short, counter.right, counter.code, own)
    for face in (counter.front, counter.back):
        yield from (face.word, face.second, face.corner, face.number)


def _pattern(abbreviation: str) -> re.Pattern[str]:
    """Return the pattern that finds an abbreviation as a word of its own, or before a number, as in `L1`."""
    return re.compile(rf"(?<![^\W_]){re.escape(abbreviation)}(?![^\W\d_])")


def _counters_with(checked: CheckedGame, abbreviation: str) -> list[str]:
    """Return the ids of the counters on which an abbreviation is printed."""
    word = _pattern(abbreviation)
    return [
        id_
        for id_, counter in checked.game.counters.items()
        if any(abbreviation in text and word.search(text) for text in _printed_on(checked, counter))
    ]


def _shortened(ids: Sequence[str]) -> str:
    """Return ids of counters for a message, which names at most a few."""
    return join_words([*ids[:_MOST], *([f"{len(ids) - _MOST} others"] if len(ids) > _MOST else [])])


@check("R009", Severity.WARNING)
def abbreviation_not_printed(checked: CheckedGame) -> Iterator[Fault]:
    """An abbreviation lists a counter on which it is not printed.

    `used_by` lists the counters that print the abbreviation.

    Bad:
        abbreviations: {Gd: {used_by: B1-B3 R1}}
    Good:
        abbreviations: {Gd: {used_by: B1-B3}}
    """
    for id_, abbreviation in checked.game.abbreviations.items():
        printed = {*_counters_with(checked, id_)} if abbreviation.used_by else set()
        wrong = [
            (i, counter)
            for i, _, counters in checked.counters_named(abbreviation.used_by)
            for counter in counters
            if counter not in printed
        ]
        if wrong:
            path = f"abbreviations.{id_}.used_by"
            spot = checked.game.spot(f"{path}.{wrong[0][0]}" if printed else f"abbreviations.{id_}")
            named = _shortened([counter for _, counter in wrong])
            message = f"the abbreviation {id_} is not printed on {named}"
            yield Fault(path, message, "delete it, or correct the abbreviation or the counter", spot)


@check("R020", Severity.WARNING)
def counter_not_listed(checked: CheckedGame) -> Iterator[Fault]:
    """The list of counters of an abbreviation (`used_by`) lacks a counter on which it is printed.

    Bad:
        abbreviations: {Gd: {used_by: B1 B2}}
    Good:
        abbreviations: {Gd: {used_by: B1-B3}}
    """
    for id_, abbreviation in checked.game.abbreviations.items():
        listed = {one for _, _, counters in checked.counters_named(abbreviation.used_by) for one in counters}
        missing = [one for one in _counters_with(checked, id_) if one not in listed] if listed else []
        if missing:
            wrong = f"the abbreviation {id_} is also printed on {_shortened(missing)}"
            yield Fault(f"abbreviations.{id_}.used_by", wrong, "list it here too")


@check("R021", Severity.WARNING)
def abbreviation_unused(checked: CheckedGame) -> Iterator[Fault]:
    """An abbreviation is explained, but no counter and no text contains it.

    If the published list contains it, write `waive: {R021: reason}` in the abbreviation.

    Bad:
        abbreviations: {Hvy: {means: Heavy}}
    Good:
        abbreviations: {Hvy: {means: Heavy, used_by: B1}}
        counters: {B1: {short: 1 Hvy}}
    """
    texts = [text for path, text in checked.printed_texts if not path.startswith("abbreviations.")]
    for id_ in checked.game.abbreviations:
        word = _pattern(id_)
        listed = checked.game.abbreviations[id_].used_by  # then R009 reports it
        if listed or any(id_ in text and word.search(text) for text in texts):
            continue
        if not _counters_with(checked, id_):
            wrong = f"no counter and no text contains {id_}"
            yield Fault(f"abbreviations.{id_}", wrong, "delete it, or correct the abbreviation")


@check("R022", Severity.WARNING)
def abbreviation_unexplained(checked: CheckedGame) -> Iterator[Fault]:
    """A word on a counter is not an English word, occurs in no other text, and is not explained.

    Explain it under `abbreviations`, even if it is a name.

    Bad:
        counters: {B1: {short: 1 Gds Hvy}}
        abbreviations: {Gds: {means: Guards}}
    Good:
        counters: {B1: {short: 1 Gds Hvy}}
        abbreviations: {Gds: {means: Guards}, Hvy: {means: Heavy}}
    """
    game = checked.game
    if not game.abbreviations:
        return
    known = {word for text in game.abbreviations for word in _WORD.findall(text)}
    known |= {word for path, text in printed_texts(game) if path[:9] != "counters." for word in _WORD.findall(text)}
    for id_, counter in game.counters.items():
        for text in _printed_on(checked, counter):
            for word in _WORD.findall(text):
                if word not in known and not is_english(word.lower()):
                    known.add(word)
                    yield Fault(f"counters.{id_}", f"{word} is not explained", "explain it under abbreviations")


@check("R037", Severity.WARNING)
def abbreviation_in_text_unexplained(checked: CheckedGame) -> Iterator[Fault]:
    """A text uses an abbreviation in capitals that the game does not explain, or that is a slip for another one.

    It is explained under `abbreviations`, as a term or its `short` form, as a result of a table, by a counter that
    prints it, or in brackets, such as `victory points (VP)`. In a game without a list of abbreviations, and in texts
    that scenarios share, only slips are reported: one letter differs from an abbreviation that is used often. If it is
    right, write `waive: {R037: reason}` in the record.

    Bad:
        glossary: {odds: {says: A unit in an enemy ZCO retreats.}}
        abbreviations: {ZOC: {means: Zone of control}}
        terrain: {woods: {combat: -1 in a ZOC}}
    Good:
        glossary: {odds: {says: A unit in an enemy ZOC retreats.}}
        abbreviations: {ZOC: {means: Zone of control}}
        terrain: {woods: {combat: -1 in a ZOC}}
    """
    game = checked.game
    texts = [(path, _QUOTED.sub(lambda match: " " * len(match[0]), text)) for path, text in checked.texts_with_steps]
    found = [(path, match) for path, text in texts for match in _CAPITALS.finditer(text) if not _is_shouted(text)]
    uses = Tally(match[1] for _, match in found)
    names = [*game.abbreviations, *game.glossary, *(term.short for term in game.glossary.values()), *game.sides]
    for table in game.tables.values():
        names += [*table.codes, *(text for _, _, text in texts_in(table.cells, ""))]
    names += [text for one in (game.counters, game.formations, game.sides) for _, _, text in texts_in(one, "")]
    known = {word for name in names for word in re.findall(r"[A-Z]{2,}", name)} | _ORDINARY
    known |= {word for _, text in texts for pair in _EXPLAINED.findall(text) for word in pair}
    often = {word for word, times in uses.items() if times >= _OFTEN}
    reported: set[str] = set()
    for path, match in found:
        word = match[1]
        ordinary = _ROMAN.fullmatch(word) or (len(word) >= _SHORTEST_WORD and is_english(word.lower()))
        inserted = any(first <= match.start() < last for first, last in game.sources.inserted(path))
        if word in known or word in reported or ordinary or inserted or not _PROSE.match(path):
            continue
        near = sorted({one.upper() for one in one_edit_away(word.lower(), initial=True)} & (known & often))
        slip = bool(near) and uses[word] < _OFTEN
        shared = bool(game.other_cases) and not SCENARIO_FILE.search(game.spot(path).file)
        if (slip and len(word) >= _SHORTEST_SHARED) if shared else (slip or game.abbreviations):
            reported.add(word)
            write = f"did you mean {near[0]}?" if slip else "explain it under abbreviations"
            yield Fault(path, f"the abbreviation {word} is not explained", write, at=match.start())


def _is_shouted(text: str) -> bool:
    """Return whether most letters of a text are capitals, as in titles."""
    letters = [letter for letter in text if letter.isalpha()]
    return len(letters) > _SHORTEST_WORD and sum(map(str.isupper, letters)) * 2 > len(letters)
