"""Checks of numbers in words: against the case that a text cites, against steps, and against worked examples."""

from __future__ import annotations

import re
from collections import Counter as Tally, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from pydantic import BaseModel

from pnp.checks.checked_game import CASE_NUMBER, MAX_COPIES, REFERENCES, CheckedGame, check
from pnp.checks.turns_in_words import turns_in, without_turns
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.model.example import Example
from pnp.model.modifier_effect import effect_number
from pnp.model.number_reading import (
    CaseNumbers,
    StatedNumber,
    all_numbers,
    counted_things,
    data_numbers,
    stated_numbers,
    whole_numbers,
)
from pnp.model.printed_texts import PRINTED_FIELDS, texts_in
from pnp.model.record import Sourced
from pnp.model.step import StepRecord
from pnp.rules.state.play_inputs import placed_counters
from pnp.rules.state.starting_state import UnitNames

_RUN = re.compile(r"(?:,| or| and| to|, or|–| or more| or less)? ?")
"""What may be between the numbers of a list such as `4, 5 or 6`."""
_ITEM = re.compile(r"\n(?=\s*(?:[-*]|\d+\.) |\s*\n)")
_BY_ITSELF = frozenset(
    {"aids", "boxes", "glossary", "map_rules", "modifiers", "sequence", "tables", "terrain", "tracks"}
)
"""Sections whose records name the cases that they repeat."""
_CITING = frozenset({"components", "entries"})
"""Sections with texts that repeat a case only where they cite it."""
_LABELS = re.compile(r"\.(?:label|lines|name|title|second)(?:\.\d+)?$|\.asks\.|\.plates\.")
"""Texts that name things."""


@check("R030", Severity.WARNING)
def number_not_in_the_case(checked: CheckedGame) -> Iterator[Fault]:
    """A text states a number that is not in the case of the rules that it cites.

    Texts of player aids, notes, hints, entries and terms repeat the rules. If one says `retreat three hexes [7.2]`, the
    case 7.2 or its tables, tracks and modifiers must state 3. Numbers in digits and in words are read, from 2 on. If
    the case has other numbers of the same things, and no other text has this one, it is reported too. If another case
    states the number, cite that one. If the number is right and is in no case, write
    `waive: {R030: reason}` in the record.

    Bad:
        glossary: {odds: {says: "Add two numbers and divide [2.0]."}}
    Good:
        glossary: {odds: {says: "Add and divide [2.0]."}}
    """
    cases = CaseNumbers(checked.game)
    elsewhere: dict[tuple[int, str], set[str]] = defaultdict(set)
    for path, text in checked.texts_with_steps:
        for thing in counted_things(text):
            elsewhere[thing.number, thing.noun].add(path)
    sides = Tally(unit.side for _, unit in checked.units() for _ in range(min(unit.copies, MAX_COPIES)))
    totals = {number for number in (*sides.values(), sides.total()) if number > _SMALL}
    for path, start, item, known in _items_with_cases(checked, cases):
        there = f"case{'s' if len(known) > 1 else ''} {join_words(known)}"
        inserted = checked.game.sources.inserted(path)
        typed = [one for one in stated_numbers(item) if not _is_in(start + one.at, inserted)]
        stated = cases.numbers_under(known) | cases.of_lists.get(path.split(".")[1], set()) | totals
        for track in checked.game.tracks.values():
            if path.startswith("tracks.") or f"{track.name} track" in item:
                stated |= all_numbers(*(space.label for space in track.spaces))
        absent = {one.at: f"{one.written} is not in {there}" for one in typed if one.value not in stated}
        for thing in counted_things(item):
            right = cases.of_noun(thing.noun, known)
            alone = right and thing.number not in right and not elsewhere[thing.number, thing.noun] - {path}
            if alone and not _is_in(start + thing.at, inserted):
                numbers = join_words([str(number) for number in sorted(right)])
                absent.setdefault(thing.at, f"{thing.written} is not in {there}, where the number is {numbers}")
        for at, wrong in absent.items():
            yield Fault(path, wrong, "correct the number, or cite the case that states it", at=start + at)


def _items_with_cases(checked: CheckedGame, cases: CaseNumbers) -> Iterator[tuple[str, int, str, tuple[str, ...]]]:
    """Yield the path of each text that repeats cases, with the offset and the words of each item, and its cases."""
    rules = {path: rule for path, record in checked.records if (rule := getattr(record, "rule", ()))}
    for path, text in dict(checked.texts_with_steps).items():
        section = path.partition(".")[0]
        named = section in _BY_ITSELF
        if not (named or section in _CITING) or _LABELS.search(path):
            continue
        if section == "terrain" and len(text.split()) <= _FEW_WORDS:
            continue
        own = _rule_of(path, rules) if named else ()
        start = 0
        for item in _ITEM.split(text):
            cited = [number for found in REFERENCES.findall(item) for number in CASE_NUMBER.findall(found)]
            known = tuple(number for number in cited or own if number in cases.numbers)
            if known:
                yield path, start, item, known
            start += len(item) + 1


def _is_in(offset: int, places: Iterable[tuple[int, int]]) -> bool:
    """Return whether an offset of a text is inside one of some places."""
    return any(first <= offset < last for first, last in places)


def _rule_of(path: str, rules: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the cases that the innermost record around a text names."""
    while path:
        if path in rules:
            return rules[path]
        path = path.rpartition(".")[0]
    return ()


@check("K026", Severity.WARNING)
def number_unlike_the_step(checked: CheckedGame) -> Iterator[Fault]:
    """The words of a step, or of the printed modifier that it applies, state a number that the step does not have.

    For a comparison such as `n > 3`, the words may state 3 or 4. Words are not compared if the step has no number. If
    both are right, write `waive: {K026: reason}` in the record.

    Bad:
        modifiers: {shifts: {lines: [{id: night, effect: left 1, says: "from turn 3"}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.night, when: turn >= 2}]}
    Good:
        modifiers: {shifts: {lines: [{id: night, effect: left 1, says: "from turn 2"}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.night, when: turn >= 2}]}
    """
    game = checked.game
    printed = {
        f"{id_}.{one.id}": (f"modifiers.{id_}.lines.{i}", one)
        for id_, listed in game.modifiers.items()
        for i, one in enumerate(listed.lines)
        if one.id
    }
    applying: dict[str, set[int]] = defaultdict(set)
    for path, record in checked.records:
        if not isinstance(record, StepRecord):
            continue
        numbers = _numbers_of_step(record)
        for name in record.line:
            applying[name] |= numbers if record.when else set()
        amounts = {int(effect_number(printed[name][1].effect) or 0) for name in record.line if name in printed}
        for field in ("says", "prints"):
            if text := getattr(record, field):
                yield from _unlike(checked, f"{path}.{field}", text, numbers, "the step", amounts)
    for name, numbers in applying.items():
        if name in printed:
            path, one = printed[name]
            amount = {int(effect_number(one.effect) or 0)}
            yield from _unlike(checked, f"{path}.says", one.says, numbers - amount, "the step that applies it", amount)


def _numbers_of_step(record: StepRecord) -> set[int]:
    """Return the numbers of a step, and those that state one of its comparisons in words."""
    unprinted = PRINTED_FIELDS - {"when"} | {"rule", "prints", "line"}
    texts = [text for path, field, text in texts_in(record, "") if field not in unprinted]
    found = all_numbers(*texts) | set(whole_numbers(record))
    for text in texts:
        for sign, number in re.findall(r"([<>]=?) ?(\d+)", text):
            found.add(int(number) + (1 if sign in (">", "<=") else -1))
    return found


def _unlike(
    checked: CheckedGame, path: str, text: str, known: Collection[int], where: str, others: Collection[int] = ()
) -> Iterator[Fault]:
    """Yield a fault for each number that a text states and that is not known, if any number from 2 on is known.

    Of the numbers of a list such as `4, 5 or 6`, one must be known. `others` may be stated too.
    """
    if not any(number > 1 for number in known):
        return
    inserted = checked.game.sources.inserted(path)
    runs: list[list[StatedNumber]] = []
    for number in stated_numbers(text):
        end = runs[-1][-1].at + len(runs[-1][-1].written) if runs else 0
        if runs and _RUN.fullmatch(text[end : number.at]):
            runs[-1].append(number)
        else:
            runs.append([number])
    for run in runs:
        is_known = any(number.value in known or number.value in others for number in run)
        if not is_known and not _is_in(run[0].at, inserted):
            has = join_words([str(one) for one in sorted(known) if one > 1][:4])
            written = join_words([number.written for number in run])
            yield Fault(path, f"{written} is not in {where}, which has {has}", "correct one of them", at=run[0].at)


_FEW_WORDS = 4
"""Texts of the terrain effects chart with at most this many words are amounts, such as `left 2`."""
_DIFFERENCE = re.compile(r" (?:more|fewer|less|further|higher|lower)\b")
"""What follows a number that compares an example with another one."""
_SMALL = 6
"""Numbers up to this one occur in so many cases that a case does not confirm them in the words of an example."""


@check("R032", Severity.WARNING)
def number_unlike_the_example(checked: CheckedGame) -> Iterator[Fault]:
    """The words around a worked example state a number that does not occur in it.

    The words are its title, and those before and after it.

    The numbers of an example are those of its values and of its steps as they were played, and the numbers of units in
    its lists and of each side. Numbers above six may also be in the cases that it names. A difference, such as `two
    more`, is not compared. Turns in words, such as `the third turn`, must be the turn of the example. If the words are
    right, write `waive: {R032: reason}` in the example.

    Bad:
        procedures: {fight: {rule: "2.1", steps: [{roll: die, dice: 1d6}]}}
        examples: {roll: {title: A roll of four, rule: "2.1", procedure: fight, rolls: {die: "3"}, expect: {die: "3"}}}
    Good:
        procedures: {fight: {rule: "2.1", steps: [{roll: die, dice: 1d6}]}}
        examples: {roll: {title: A roll of three, rule: "2.1", procedure: fight, rolls: {die: "3"}, expect: {die: "3"}}}
    """
    cases, names = CaseNumbers(checked.game), UnitNames(checked.game, None)
    for played in checked.played_examples:
        example = played.example
        texts = {"title": example.title, "tells.before": example.tells.before, "tells.after": example.tells.after}
        if played.faults:
            continue
        if "turn" in example.tracks:
            yield from _other_turns(checked, played.id, example, texts)
            texts = {field: without_turns(text) for field, text in texts.items()}
        stated = {field: list(stated_numbers(text)) for field, text in texts.items()}
        if not any(stated.values()):
            continue
        known = data_numbers(example) | _sizes_of_lists(example) | all_numbers(*_texts_in_trace(played.trace))
        options = [checked.game.rulings[id_].options for id_ in example.rulings if id_ in checked.game.rulings]
        known |= all_numbers(*(text for texts in options for text in texts.values()))
        known |= {number for number in cases.numbers_under(example.rule) if number > _SMALL}
        known |= set(Tally(checked.game.counters[id_].side for id_ in placed_counters(example, names)).values())
        for field, numbers in stated.items():
            path = f"examples.{played.id}.{field}"
            inserted = checked.game.sources.inserted(path)
            for number in numbers:
                is_stated = number.value in known or _DIFFERENCE.match(texts[field], number.at + len(number.written))
                if not is_stated and not _is_in(number.at, inserted):
                    wrong = f"{number.written} does not occur in the example"
                    yield Fault(path, wrong, "correct the words or the example", at=number.at)


def _other_turns(checked: CheckedGame, id_: str, example: Example, texts: Mapping[str, str]) -> Iterator[Fault]:
    """Yield a fault for each turn in words that is not the turn at the start or at the end of an example."""
    turns = {one for one in (example.tracks["turn"], *example.expect.get("turn", ())) if one.isdecimal()}
    for field, text in texts.items():
        path = f"examples.{id_}.{field}"
        for turn, at, written in turns_in(text):
            if str(turn) not in turns and not _is_in(at, checked.game.sources.inserted(path)):
                wrong = f"{written} is not the turn of the example, which is {join_words(sorted(turns), 'or')}"
                yield Fault(path, wrong, "correct the words or the example", at=at)


def _sizes_of_lists(value: BaseModel) -> set[int]:
    """Return the number of items of each list and mapping in a record, and the numbers of items of its mappings."""
    found = set()
    for name in type(value).model_fields.keys() - Sourced.model_fields.keys():
        inner = getattr(value, name)
        if isinstance(inner, Mapping):
            sizes = [len(one) for one in inner.values() if isinstance(one, tuple)]
            found |= {len(inner), sum(sizes), *sizes}
    return found


def _texts_in_trace(value: object) -> Iterator[str]:
    """Yield all texts in the trace of a played example, at any depth."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from _texts_in_trace(getattr(value, one.name))
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _texts_in_trace(inner)
