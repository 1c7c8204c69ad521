"""Checks of abbreviations: all that are printed are explained, and all that are explained are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.model.counter import Counter
from pnp.model.printed_texts import printed_texts
from pnp.proof.english import is_english

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST = 5
"""A message names at most this many counters."""


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
