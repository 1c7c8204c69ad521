"""Checks of turns in words: against the other texts, the entries, the conditions and the track of turns."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.stated_twice import DATE
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.model.number_reading import NUMBERS_BY_WORD
from pnp.model.printed_texts import texts_in

ORDINALS = {
    word: i
    for i, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)  # noqa: SIM905
}
_TURN = re.compile(
    r"\b[Tt]urns? (?P<number>\d{1,2})(?:(?: to | or | and |, |[–-])(?P<other>\d{1,2}))?\b(?!\.\d)"
    r"|\b[Tt]urn (?P<word>" + "|".join(("one", *NUMBERS_BY_WORD)) + r")\b"
    r"|\b(?P<ordinal>(?i:" + "|".join(ORDINALS) + r")) turn\b"
)
_COMPARED = re.compile(r"\bturn *(?:[<>]=?|[!=]=) *(\d+)")
_FEWEST = 3
"""The fewest texts that name turns before a turn that only one of them names is reported."""


def turns_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield each turn that a text names: its number, its offset, and how it is written.

    >>> [(number, written) for number, _, written in turns_in("On the first turn and turns 3 to 5")]
    [(1, 'first turn'), (3, 'turns 3 to 5'), (5, 'turns 3 to 5')]
    """
    for match in _TURN.finditer(text):
        if match["number"]:
            numbers = [int(match[name]) for name in ("number", "other") if match[name]]
        else:
            word = (match["word"] or match["ordinal"]).lower()
            numbers = [ORDINALS.get(word) or NUMBERS_BY_WORD.get(word, 1)]
        for number in numbers:
            yield number, match.start(), match[0]


def without_turns(text: str) -> str:
    """Return a text with blanks instead of the turns that it names."""
    return _TURN.sub(lambda match: " " * len(match[0]), text)


@check("S023", Severity.WARNING)
def turn_that_nothing_else_names(checked: CheckedGame) -> Iterator[Fault]:
    """A text names a turn on which nothing happens in any other text, entry, condition or table.

    The first and the last turn, and those that worked examples or inserts name, are not reported. If the turn is right,
    write `waive: {S023: reason}` in the record.

    Bad:
        glossary:
          one: {says: From turn 2 reinforcements enter.}
          two: {says: On turn 2 roll for reinforcements.}
          three: {says: There are no reinforcements before turn 3.}
    Good:
        glossary:
          one: {says: From turn 2 reinforcements enter.}
          two: {says: On turn 2 roll for reinforcements.}
          three: {says: There are no reinforcements before turn 2.}
    """
    game = checked.game
    ends = {1}
    for id_, track in game.tracks.items():
        labels = [int(space.label) for space in track.spaces if space.label.isdecimal()]
        labels = labels or [1, len(track.spaces)]  # spaces with dates only are turns in their order
        if "turn" in (id_, *track.name.lower().split()):
            ends |= {labels[0], labels[-1]}
    named: dict[int, set[str]] = defaultdict(set)
    for path, text in checked.texts_with_steps:
        for number, _, _ in turns_in(text) if not path.startswith("examples.") else ():
            named[number].add(path)
    known = ends | {entry.turn for entry in game.entries.values() if entry.turn is not None}
    for part in (game.procedures, game.standing, game.aids, game.claims):
        for path, _, text in texts_in(part, ""):
            for number in map(int, _COMPARED.findall(text)):
                known |= {number - 1, number, number + 1}
            if path.endswith(".turn") and text.isdecimal():
                known.add(int(text))
    if sum(map(len, named.values())) < _FEWEST:
        return
    for path, text in checked.texts_with_steps:
        inserted = game.sources.inserted(path)
        for number, at, written in turns_in(text) if not path.startswith("examples.") else ():
            typed = not any(first < at + len(written) and at < last for first, last in inserted)
            if typed and number not in known and named[number] == {path}:
                others = [str(other) for other in sorted(known | {other for other in named if other != number})]
                wrong = f"no other text or condition names turn {number}, only turn {join_words(others)}"
                yield Fault(path, wrong, "correct the turn", at=at)


_DATED = re.compile(
    r"\b[Tt]urn (?P<turn>\d{1,2})[ ,]{1,2}\(?(?P<between>(?:[a-z]+ ){0,4})(?P<date>" + DATE.pattern + ")"
)


@check("S024", Severity.WARNING)
def date_of_another_turn(checked: CheckedGame) -> Iterator[Fault]:
    """A text names a turn with a date or a time of day that the turn track gives another turn.

    Let an insert give the date: `{{ date("turn", "2") }}`. If both are right, write `waive: {S024: reason}` in the
    record.

    Bad:
        tracks:
          turn: {spaces: [{label: "1", lines: [5 May]}, {label: "2", lines: [6 May]}, {label: "3", lines: [7 May]},
            {label: "4", lines: [8 May]}]}
        glossary: {odds: {says: "Red rolls from turn 2 (9 May)."}}
    Good:
        tracks:
          turn: {spaces: [{label: "1", lines: [5 May]}, {label: "2", lines: [6 May]}, {label: "3", lines: [7 May]},
            {label: "4", lines: [8 May]}]}
        glossary: {odds: {says: 'Red rolls from turn 2 ({{ date("turn", "2") }}).'}}
    """
    track = checked.game.tracks.get("turn")
    spaces = {space.label: ", ".join(space.lines) for space in track.spaces} if track else {}
    words = {word for text in spaces.values() for word in re.findall(r"[a-z]+", DATE.sub("", text).lower())}
    for path, text in checked.texts_with_steps:
        for match in _DATED.finditer(text):
            there = spaces.get(match["turn"], "")
            own = set(re.findall(r"[a-z]+|\d+", there.lower()))
            date = set(match["date"].lower().split())
            dated = {word for word in date if word.isalpha()} <= own
            if dated and not date | (set(match["between"].split()) & words) <= own:
                stated = f"{match['between']}{match['date']}"
                wrong = f"turn {match['turn']} is {there} on the turn track, not {stated}"
                yield Fault(path, wrong, "correct the turn or the date", at=match.start())
