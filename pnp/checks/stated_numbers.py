"""Checks of numbers in words: against the rule that a text cites, and against the data that the text explains."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import NamedTuple

from pydantic import BaseModel

from pnp.checks.checked_game import CASE_NUMBER, REFERENCES, CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words, number_words
from pnp.model.component import CardComponent
from pnp.model.modifier_effect import effect_number, read_effect
from pnp.model.printed_texts import PRINTED_FIELDS, texts_in
from pnp.model.step import StepRecord
from pnp.model.table import Modifier

_WORDS = {number_words(number): number for number in range(2, 21)}
_OTHER_WORDS = {"both": 2, "double": 2, "half": 2, "pair": 2, "second": 2, "third": 3, "twice": 2}
"""Words that state a number in the rules, but do not repeat one."""
_NUMBER = re.compile(
    r"(?<![\w.#/&×-])(?P<digits>\d{1,2})(?![\w/%°½]|[.,–-]\d)|(?<![\w-])(?P<word>(?i:" + "|".join(_WORDS) + r"))\b(?!-)"
)
_ANY_NUMBER = re.compile(r"\d+|\b(?i:" + "|".join((*_WORDS, *_OTHER_WORDS)) + r")\b")
_NO_STATEMENT = re.compile(
    r"\(?\b\d+(?:\.\d+)+\)?|\[[^\[\]]*\]|\{\{.*?\}\}|\{[^{}]*\}|^\s*\d+\. |\b[Ss]teps? (?:\d+(?:,| and| or| to)? ?)+"
    r"|\*Example.*?(?:\n\n|\Z)|\bFor example\b[^\n]*|\b[Ss]ix (?=hexes|hexsides|sides)",
    re.MULTILINE | re.DOTALL,
)
"""Cases, references, inserts of the rules, numbers of list items and of steps, examples, and the six sides of a hex."""
_RUN = re.compile(r"(?:,| or| and| to|, or|–| or more| or less)? ?")
"""What may be between the numbers of a list such as `4, 5 or 6`."""
_ITEM = re.compile(r"\n(?=\s*(?:[-*]|\d+\.) |\s*\n)")
_RAW_INSERT = re.compile(r"\{\{ \w+\([\"']([\w.-]+)[\"']")
_BY_ITSELF = frozenset(
    {"aids", "boxes", "entries", "glossary", "map_rules", "modifiers", "sequence", "tables", "terrain", "tracks"}
)
"""Sections whose records name the cases that they repeat."""
_LABELS = re.compile(r"\.(?:label|lines|name|title|second)(?:\.\d+)?$|\.asks\.|\.plates\.")
"""Texts that name things."""


class _Number(NamedTuple):
    """A number in a text: its value, where it is, and how it is written."""

    value: int
    at: int
    written: str


def _stated_numbers(text: str) -> Iterator[_Number]:
    """Yield the numbers from 2 on that a text states; those of examples, references and lists are not statements."""
    hidden = _NO_STATEMENT.sub(lambda match: " " * len(match[0]), text)
    for match in _NUMBER.finditer(hidden):
        value = int(match["digits"]) if match["digits"] else _WORDS[match["word"].lower()]
        if value > 1:
            yield _Number(value, match.start(), match[0])


def _all_numbers(*texts: str) -> set[int]:
    """Return every number in some texts, in digits or in words."""
    return {
        int(match[0]) if match[0].isdigit() else {**_WORDS, **_OTHER_WORDS}[match[0].lower()]
        for text in texts
        for match in _ANY_NUMBER.finditer(text)
    }


def _data_numbers(value: object) -> set[int]:
    """Return the numbers in a record that are no text for people: in labels, cells, expressions and number fields."""
    texts = [
        text
        for path, field, text in texts_in(value, "")
        if field not in PRINTED_FIELDS - {"when"} | {"rule", "prints"}
        and not re.search(r"\.(?:says|prints|notes)\b", path)
    ]
    return _all_numbers(*texts) | set(_whole_numbers(value))


def _whole_numbers(value: object) -> Iterator[int]:
    """Yield the whole numbers inside a value of the data."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _whole_numbers(getattr(value, name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _whole_numbers(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _whole_numbers(inner)


@dataclass(frozen=True)
class _Cases:
    """The numbers that the cases of the rules state, and those of the tables, tracks and modifiers that belong to them."""

    checked: CheckedGame

    @cached_property
    def numbers(self) -> dict[str, set[int]]:
        """The numbers of each case, with those of the tables and lists that it prints or that name it."""
        found = {}
        for case in self.checked.game.rules:
            text = REFERENCES.sub("", case.text)
            found[case.number] = _all_numbers(text, case.title).union(
                *(self.of_lists.get(id_, ()) for id_ in _RAW_INSERT.findall(case.text)), self.of_rule[case.number]
            )
        return found

    @cached_property
    def of_lists(self) -> dict[str, set[int]]:
        """The numbers of each table, track and list of modifiers."""
        game = self.checked.game
        found = {id_: _data_numbers(one) for id_, one in (*game.tables.items(), *game.modifiers.items())}
        for id_, track in game.tracks.items():
            labels = [space.label for space in track.spaces]
            found[id_] = _all_numbers(*labels[:1], *labels[-1:], track.start)
        return found

    @cached_property
    def of_rule(self) -> Mapping[str, set[int]]:
        """The numbers of the tables, tracks and lists of modifiers that name a case."""
        game, found = self.checked.game, defaultdict[str, set[int]](set)
        for id_, one in (*game.tables.items(), *game.modifiers.items(), *game.tracks.items()):
            for number in one.rule:
                found[number] |= self.of_lists[id_]
        return found

    def under(self, cases: Iterable[str]) -> set[int]:
        """Return the numbers of some cases and of the cases inside them."""
        starts = tuple(f"{number.removesuffix('.0')}." for number in cases)
        return set().union(
            *(self.numbers.get(number, ()) for number in cases),
            *(found for number, found in self.numbers.items() if number.startswith(starts)),
        )


@check("R030", Severity.WARNING)
def number_not_in_the_case(checked: CheckedGame) -> Iterator[Fault]:
    """A text states a number that is not in the case of the rules that it cites.

    Texts of player aids, notes, hints, entries, terms and steps repeat the rules. If one says `retreat three hexes
    [7.2]`, the case 7.2 must state 3, as must its tables, tracks and modifiers. Numbers in digits and in words are read,
    from 2 on. If another case states the number, cite that one. If the number is right and is in no case, write
    `waive: {R030: reason}`.

    Bad:
        glossary: {odds: {says: "Add two numbers and divide [2.0]."}}
    Good:
        glossary: {odds: {says: "Add and divide [2.0]."}}
    """
    cases = _Cases(checked)
    rules = {path: record.rule for path, record in checked.records if getattr(record, "rule", ())}
    for path, text in dict(checked.texts_with_steps).items():
        section = path.partition(".")[0]
        named = section in _BY_ITSELF
        if not (named or section == "components") or _LABELS.search(path):
            continue
        if section == "terrain" and len(text.split()) <= _FEW_WORDS:
            continue
        numbers = list(_stated_numbers(text))
        if not numbers:
            continue
        inserted = checked.game.sources.inserted(path)
        own = _rule_of(path, rules) if named else ()
        start = 0
        for item in _ITEM.split(text):
            end = start + len(item)
            cited = [number for found in REFERENCES.findall(item) for number in CASE_NUMBER.findall(found)]
            known = [number for number in cited or own if number in cases.numbers]
            for number in numbers if known else ():
                if not start <= number.at < end or any(first <= number.at < last for first, last in inserted):
                    continue
                if number.value not in cases.under(known) | cases.of_lists.get(path.split(".")[1], set()):
                    there = f"case{'s' if len(known) > 1 else ''} {join_words(known)}"
                    wrong = f"{number.written} is not in {there}"
                    write = "correct the number, or cite the case that states it"
                    yield Fault(path, wrong, write, at=number.at)
            start = end + 1


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

    For a comparison such as `n > 3`, the words may state 3 or 4. Words with inserts or expressions are not compared, and
    no words if the step has no number. If both are right, write `waive: {K026: reason}` in the step.

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
    found = _all_numbers(*texts) | set(_whole_numbers(record))
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
    runs: list[list[_Number]] = []
    for number in _stated_numbers(text):
        end = runs[-1][-1].at + len(runs[-1][-1].written) if runs else 0
        if runs and _RUN.fullmatch(text[end : number.at]):
            runs[-1].append(number)
        else:
            runs.append([number])
    for run in runs:
        is_known = any(number.value in known or number.value in others for number in run)
        if not is_known and not any(first <= run[0].at < last for first, last in inserted):
            has = join_words([str(one) for one in sorted(known) if one > 1][:4])
            written = join_words([number.written for number in run])
            yield Fault(path, f"{written} is not in {where}, which has {has}", "correct one of them", at=run[0].at)


_SENTENCE = re.compile(r"(?:[^.;:\n]|\n(?!\s*(?:[-*]|\d+\.) |\s*\n))+")
_AMOUNT = re.compile(
    r"(?<![\w.,)])(?P<sign>[+−–-]) ?(?P<signed>\d{1,2})(?![\w/.–-]|,\d| to \d)"
    r"|\b(?i:adds?|adding|subtracts?|subtracting|shifts?(?: the column)?) (?P<by>\d{1,2}|"
    + "|".join(_WORDS)
    + r"|one)\b(?! to \d)"
)
_LEAST_LETTERS = 4


@check("R031", Severity.WARNING)
def modifier_retyped_otherwise(checked: CheckedGame) -> Iterator[Fault]:
    """A case of the rules states another amount for a modifier than the list of modifiers that names the case.

    Amounts such as `-1`, `a modifier of +2`, `subtract 1` and `add two` are compared with the lines of the list whose
    words only they have in common with the sentence. Let an insert give the amount: `{{ amount("shifts.night") }}`. If
    both are right, write `waive: {R031: reason}` in the case's list of modifiers.

    Bad:
        modifiers: {shifts: {rule: "2.1", lines: [{effect: "-2", says: The defender is in woods}]}}
        terrain: {woods: {combat: "-1 if the defender is in woods", rule: "2.1"}}
    Good:
        modifiers: {shifts: {rule: "2.1", lines: [{effect: "-2", says: The defender is in woods}]}}
        terrain: {woods: {combat: "-2 if the defender is in woods", rule: "2.1"}}
    """
    cases = {case.number: i for i, case in enumerate(checked.game.rules)}
    terrain = [(f"terrain.{id_}.combat", kind.combat, kind.rule) for id_, kind in checked.game.terrain.items()]
    for list_id, listed in checked.game.modifiers.items():
        stems = [_stems(line.says) for line in listed.lines]
        for number in dict.fromkeys((*listed.rule, *(word for line in listed.lines for word in line.rule))):
            texts = [(f"rules.{cases[number]}.text", checked.game.rules[cases[number]].text)] if number in cases else []
            texts += [(path, text) for path, text, rule in terrain if number in rule and len(text.split()) > 2]
            for path, text in texts:
                hidden = _NO_STATEMENT.sub(lambda match: " " * len(match[0]), text)
                for sentence in _SENTENCE.finditer(hidden):
                    said = _stems(sentence[0])
                    own = [one & said for one in stems]
                    about = [
                        line
                        for i, line in enumerate(listed.lines)
                        if own[i] - set().union(*(other for j, other in enumerate(stems) if j != i))
                    ]
                    if about:
                        yield from _other_amounts(checked, path, sentence, about, list_id)


def _stems(text: str) -> set[str]:
    """Return the beginnings of the longer words of a text."""
    return {word.lower()[:5] for word in re.findall(r"[^\W\d_]+", text) if len(word) >= _LEAST_LETTERS}


def _other_amounts(
    checked: CheckedGame, path: str, sentence: re.Match[str], about: list[Modifier], list_id: str
) -> Iterator[Fault]:
    """Yield a fault for each amount of a sentence that no modifier has which the sentence is about."""
    inserted = checked.game.sources.inserted(path)
    effects = [effect for line in about if (effect := read_effect(line.effect)) is not None and effect.number]
    if len(effects) < len(about):
        return
    for match in _AMOUNT.finditer(sentence[0]):
        at = sentence.start() + match.start()
        if any(first < sentence.start() + match.end() and at < last for first, last in inserted):
            continue
        word = match["signed"] or match["by"].lower()
        number = int(word) if word.isdecimal() else _WORDS.get(word, 1)
        sign = 0 if match["by"] else 1 if match["sign"] == "+" else -1
        if match["signed"] and any(one.does != "add" for one in effects):
            continue
        if not any(one.number == number and (not sign or one.sign == sign) for one in effects):
            wrong = f"{match[0]} is not the amount of {join_words([line.says for line in about], 'or')} ({join_words([line.effect for line in about])}) in modifiers.{list_id}"
            yield Fault(path, wrong, "correct one of them", at=at)


_FEW_WORDS = 4
"""Texts of the terrain effects chart with at most this many words are amounts, such as `left 2`."""
_SMALL = 6
"""Numbers up to this one occur in so many cases that a case does not confirm them in the words of an example."""


@check("R032", Severity.WARNING)
def number_unlike_the_example(checked: CheckedGame) -> Iterator[Fault]:
    """The title of a worked example, or its words before and after, state a number that does not occur in the example.

    The numbers of an example are those of its values and of its steps as they were played, and the numbers of units in
    its lists. Numbers above six may also be in the cases that it names. If the words are right, write
    `waive: {R032: reason}` in the example.

    Bad:
        procedures: {fight: {rule: "2.1", steps: [{roll: die, dice: 1d6}]}}
        examples: {roll: {title: A roll of four, rule: "2.1", procedure: fight, rolls: {die: "3"}, expect: {die: "3"}}}
    Good:
        procedures: {fight: {rule: "2.1", steps: [{roll: die, dice: 1d6}]}}
        examples: {roll: {title: A roll of three, rule: "2.1", procedure: fight, rolls: {die: "3"}, expect: {die: "3"}}}
    """
    cases = _Cases(checked)
    for played in checked.played_examples:
        example = played.example
        told = {"title": example.title, "tells.before": example.tells.before, "tells.after": example.tells.after}
        stated = {field: list(_stated_numbers(text)) for field, text in told.items()}
        if played.faults or not any(stated.values()):
            continue
        known = _data_numbers(example) | _sizes_of_lists(example) | _all_numbers(*_texts_of(played.trace))
        options = [checked.game.rulings[id_].options for id_ in example.rulings if id_ in checked.game.rulings]
        known |= _all_numbers(*(text for texts in options for text in texts.values()))
        known |= {number for number in cases.under(example.rule) if number > _SMALL}
        for field, numbers in stated.items():
            path = f"examples.{played.id}.{field}"
            inserted = checked.game.sources.inserted(path)
            for number in numbers:
                if number.value not in known and not any(first <= number.at < last for first, last in inserted):
                    wrong = f"{number.written} is no value of the example"
                    yield Fault(path, wrong, "correct the words or the example", at=number.at)


def _sizes_of_lists(value: BaseModel) -> set[int]:
    """Return the number of items of each list and mapping in a record, and the numbers of items of its mappings."""
    found = set()
    for name in type(value).model_fields:
        inner = getattr(value, name)
        if isinstance(inner, Mapping):
            sizes = [len(one) for one in inner.values() if isinstance(one, tuple)]
            found |= {len(inner), sum(sizes), *sizes}
    return found


def _texts_of(value: object) -> Iterator[str]:
    """Yield the texts inside a trace."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from _texts_of(getattr(value, one.name))
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _texts_of(inner)


_SIDED = re.compile(r"\b(?P<faces>\d{1,3}|" + "|".join(_WORDS) + r")-sided\b", re.IGNORECASE)
_DICE = re.compile(r"\b\d*d(\d{1,3})\b")
_SIZE = re.compile(
    r"(?<![\w.])(?P<one>\d+(?:\.\d+)?) ?[×x] ?(?P<other>\d+(?:\.\d+)?) ?(?P<unit>mm|cm|in(?:ch(?:es)?)?)\b"
)
_UNITS = {"m": 1.0, "c": 10.0, "i": 25.4}
"""Millimetres of the units of length, by their first letters."""


@check("R033", Severity.WARNING)
def die_of_no_roll(checked: CheckedGame) -> Iterator[Fault]:
    """A text names dice with a number of faces that no table and no procedure rolls, such as a five-sided die.

    It is not reported for a game without dice in its tables and procedures. If the die is right, write
    `waive: {R033: reason}` in the record.

    Bad:
        glossary: {die: {says: A ten-sided die.}}
    Good:
        glossary: {die: {says: A six-sided die.}}
    """
    game = checked.game
    rolled = {
        int(faces)
        for part in (game.tables, game.procedures, game.standing)
        for _, _, text in texts_in(part, "")
        for faces in _DICE.findall(text)
    }
    for path, text in checked.printed_texts if rolled else ():
        for match in _SIDED.finditer(text):
            word = match["faces"].lower()
            if (int(word) if word.isdecimal() else _WORDS[word]) not in rolled:
                dice = join_words([f"{faces}-sided dice" for faces in sorted(rolled)])
                yield Fault(
                    path,
                    f"{match[0]} dice are never rolled; the game rolls {dice}",
                    "correct one of them",
                    at=match.start(),
                )


@check("R034", Severity.WARNING)
def size_unlike_the_component(checked: CheckedGame) -> Iterator[Fault]:
    """A text of a card states another size than the card has.

    Sizes such as `63 × 88 mm` are compared, rounded to a millimetre or a tenth of an inch. A card that is enlarged
    (`enlarge`) may state either size. If both are right, write `waive: {R034: reason}` in the component.

    Bad:
        components: {note: {kind: card, name: Note, says: A card of 63 × 89 mm., width: 63mm, height: 88mm, front: {furniture: []}, back: {furniture: []}}}
    Good:
        components: {note: {kind: card, name: Note, says: A card of 63 × 88 mm., width: 63mm, height: 88mm, front: {furniture: []}, back: {furniture: []}}}
    """
    for id_, one in checked.game.components.items():
        if not isinstance(one, CardComponent):
            continue
        enlarged = getattr(one, "enlarge", None) or 1
        sizes = {tuple(sorted((one.width * by, one.height * by))) for by in (1, enlarged)}
        for match in _SIZE.finditer(one.says):
            by = _UNITS[match["unit"][0]]
            stated = sorted((float(match["one"]) * by, float(match["other"]) * by))
            slack = 1.3 if by == _UNITS["i"] else 0.6 * by
            if not any(all(abs(a - b) <= slack for a, b in zip(stated, size, strict=True)) for size in sizes):
                width, height = (f"{length / by:.4g}" for length in (one.width * enlarged, one.height * enlarged))
                wrong = f"{match[0]} is not the size of the card, {width} × {height} {match['unit']}"
                yield Fault(f"components.{id_}.says", wrong, "correct one of them", at=match.start())
