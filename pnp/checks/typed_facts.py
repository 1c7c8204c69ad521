"""Checks of values that a text repeats, although an insert such as `{{ count("tokens") }}` would give them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from pnp.checks.checked_game import SCENARIO_FILE, CheckedGame, check
from pnp.checks.modifiers import ModifierUse, stated_changes
from pnp.findings import Fault, Severity, write_instead
from pnp.message import clip
from pnp.model.data_facts import DataFact, DataFacts
from pnp.model.game import Game
from pnp.model.modifier_effect import read_effect
from pnp.model.modifier_facts import modifier_facts
from pnp.model.name_facts import name_facts
from pnp.model.step import StepRecord


@check("R016", Severity.NOTE)
def number_typed(checked: CheckedGame) -> Iterator[Fault]:
    """A text repeats a number from the data instead of inserting it.

    If the data changes, the text would be wrong. Write an insert (a call in double braces): `count` for how many there
    are, `length` for lengths, `amount` for modifiers, `cell` for tables, `value` for other numbers.

    Bad:
        components:
          stick: {kind: ruler, name: 6 inch stick, length: 6in, segment: 6in, width: 1in, tab: 0.5in, unit: 1in}
    Good:
        components:
          stick:
            kind: ruler
            name: '{{ length("stick", "in") }} inch stick'
            length: 6in
            segment: 6in
            width: 1in
            tab: 0.5in
            unit: 1in
    """
    facts = DataFacts(checked.game)
    yield from _typed_facts(checked, [*facts.numbers(), *modifier_facts(facts)], "the number")


@check("R017", Severity.NOTE)
def hexes_typed(checked: CheckedGame) -> Iterator[Fault]:
    """A text repeats a list of hexes from the data instead of inserting it.

    The hexes are those of an entry, of a map edge or of places on the map.

    Bad:
        entries: {red-setup: {where: North edge (A1 to F1)}}
    Good:
        entries: {red-setup: {where: 'North edge ({{ hexes("red-setup") }})'}}
    """
    yield from _typed_facts(checked, DataFacts(checked.game).hexes(), "the hexes")


@check("R018", Severity.NOTE)
def turn_typed(checked: CheckedGame) -> Iterator[Fault]:
    """A text repeats the last turn or the date of a turn instead of inserting it from the track.

    Bad:
        glossary: {end: {says: The game ends after turn 4.}}
    Good:
        glossary: {end: {says: 'The game ends after turn {{ count("turn") }}.'}}
    """
    yield from _typed_facts(checked, DataFacts(checked.game).turns(), "the turn or date")


@check("R019", Severity.NOTE)
def name_typed(checked: CheckedGame) -> Iterator[Fault]:
    """A text repeats a name from the data instead of inserting it.

    Two kinds of names are reported: names with a number, such as `3rd Brigade`, and names of units, tracks and boxes
    where the text means that unit, track or box, such as in the `where` of an entry.

    Bad:
        formations: {third: {name: 3rd Brigade, label: 3 Bde, side: blue, colour: "#F6D048", size: brigade}}
        glossary: {guns: {says: The 3rd Brigade has none.}}
    Good:
        formations: {third: {name: 3rd Brigade, label: 3 Bde, side: blue, colour: "#F6D048", size: brigade}}
        glossary: {guns: {says: 'The {{ name("third") }} has none.'}}
    """
    yield from _typed_facts(checked, name_facts(DataFacts(checked.game)), "the name")


@check("K025", Severity.NOTE)
def amount_of_modifier_typed(checked: CheckedGame) -> Iterator[Fault]:
    """A step repeats the amount of the printed modifier that it names.

    Delete `left`, `right`, `add` or `times` there. The step then uses the amount of the modifier.

    Bad:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{left: "1", line: shifts.night, when: turn == 2}]}
    Good:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.night, when: turn == 2}]}
    """
    use = ModifierUse(checked.game)
    for path, record in use.applied:
        named = use.named(record)
        effect = read_effect(named[0][1].effect) if len(named) == len(record.line) == 1 else None
        if effect is None or effect.number is None:
            continue
        for stated in stated_changes(record):
            written = checked.game.sources.written(f"{path}.{stated.key}")
            agrees = stated.constant and all(effect.agrees(change) for change in stated.changes)
            if agrees and stated.key != "halve" and re.fullmatch(r"-?\d+(?:/\d+)?", written):
                is_line = isinstance(record, StepRecord) and not record.kind
                write = f"delete {stated.key}:" if is_line else f"write {stated.key}: line"
                yield Fault(path, f"{stated.written} repeats the modifier {named[0][0]}", write)


def _typed_facts(checked: CheckedGame, facts: Iterable[DataFact], noun: str) -> Iterator[Fault]:
    """Yield a fault for each place where a text repeats a value of the data; `noun` says what it is."""
    game = checked.game
    for path, text, contained in _texts_with_facts(checked.texts_with_steps, facts):
        near = [
            fact
            for fact in contained
            if (not fact.only or path.startswith(fact.only))
            and not f"{path}.".startswith(f"{fact.at}.")
            and fact.words.search(text)
        ]
        if not near:
            continue
        taken = [*game.sources.inserted(path)]
        near.sort(key=lambda fact: (-len(fact.typed), not _is_about(fact, path), fact.needs_id))
        for fact in near:
            for match in fact.words.finditer(text):
                start, end = match.span("typed")
                if any(start < last and first < end for first, last in taken) or _is_in_example(text, start):
                    continue
                if _is_elsewhere(game, path, fact):
                    continue
                taken.append((start, end))
                wrong = f"{clip(match['typed'])} repeats {noun} in {fact.at}"
                others = {one.insert for one in near if one.typed == fact.typed} - {fact.insert}
                if fact.needs_id:
                    write = f"write an id there, and {fact.insert} here"
                elif others:  # another insert gives the same words, so --fix leaves the choice to the designer
                    write = f"write {fact.insert}"
                else:
                    write = write_instead(fact.insert, match["typed"])
                yield Fault(path, wrong, write, at=start)


def _texts_with_facts(
    texts: Sequence[tuple[str, str]], facts: Iterable[DataFact]
) -> Iterator[tuple[str, str, list[DataFact]]]:
    """Yield the path of each text that contains values, the text on one line, and the values in it.

    Each value is searched for in all texts at once, because a search in each text takes ten times as long.
    """
    lines = [text.replace("\n", " ") for _, text in texts]
    whole = "\n".join(lines)
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    contained: dict[int, list[DataFact]] = {}
    for fact in facts:
        at = whole.find(fact.typed)
        while at >= 0:
            index = bisect_right(starts, at) - 1
            contained.setdefault(index, []).append(fact)
            at = whole.find(fact.typed, starts[index + 1])
    for index in sorted(contained):
        yield texts[index][0], lines[index], contained[index]


def _is_about(fact: DataFact, path: str) -> bool:
    """Return whether a text belongs to the record that contains a value."""
    return path.startswith(f"{fact.at.rpartition('.')[0]}.")


def _is_in_example(text: str, offset: int) -> bool:
    """Return whether an example begins before a place of the same paragraph; it may state the values of one case."""
    return text.rfind("*Example", 0, offset) > text.rfind("  ", 0, offset)


def _is_elsewhere(game: Game, path: str, fact: DataFact) -> bool:
    """Return whether only a scenario contains a value, but all scenarios share the text."""
    there, here = game.spot(fact.at).file, game.spot(path).file
    return bool(SCENARIO_FILE.search(there)) and not SCENARIO_FILE.search(here)
