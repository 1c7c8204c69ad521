"""Checks of amounts that texts repeat: those of modifiers, the faces of dice, and the sizes of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import clip, join_words
from pnp.model.component import CardComponent
from pnp.model.modifier_effect import read_effect
from pnp.model.number_reading import NO_STATEMENT, NUMBERS_BY_WORD
from pnp.model.printed_texts import texts_in
from pnp.model.table import Modifier

_SENTENCE = re.compile(r"(?:[^.;\n]|\n(?!\s*(?:[-*]|\d+\.) |\s*\n))+")
_AMOUNT = re.compile(
    r"(?<![\w.,)])(?P<sign>[+−] ?|[–-])(?P<signed>\d{1,2})(?![\w/.–-]|,\d)"
    r"|\b(?i:adds?|adding|subtracts?|subtracting|shifts?(?: the column)?) (?P<by>\d{1,2}|"
    + "|".join(NUMBERS_BY_WORD)
    + r"|one)\b"
)
_HIDDEN = re.compile(rf"[+−–-]?\d+ to [+−–-]?\d+|{NO_STATEMENT.pattern}", NO_STATEMENT.flags)
"""Ranges, and what states no number."""
_LEAST_LETTERS = 4


@check("R031", Severity.WARNING)
def other_amount_of_a_modifier(checked: CheckedGame) -> Iterator[Fault]:
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
                hidden = _HIDDEN.sub(lambda match: " " * len(match[0]), text)
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
        number = int(word) if word.isdecimal() else NUMBERS_BY_WORD.get(word, 1)
        sign = 0 if match["by"] else 1 if match["sign"].strip() == "+" else -1
        if match["signed"] and any(one.does != "add" for one in effects):
            continue
        if not any(one.number == number and (not sign or one.sign == sign) for one in effects):
            names = join_words([f"{line.says} ({line.effect})" for line in about], "or")
            wrong = f"{match[0]} is not the amount of {names} in modifiers.{list_id}"
            yield Fault(path, wrong, "correct one of them", at=at)


_SIDED = re.compile(r"\b(?P<faces>\d{1,3}|" + "|".join(NUMBERS_BY_WORD) + r")-sided\b", re.IGNORECASE)
_NATURAL = re.compile(r"\bnatural (?P<number>\d{1,2})(?!\d)")
_MANY_ROLLS = 4
"""At least this many places must roll a die before one that rolls another die is reported."""
_DICE = re.compile(r"\b\d*d(\d{1,3})\b")
_SIZE = re.compile(
    r"(?<![\w.])(?P<one>\d+(?:\.\d+)?) ?[×x] ?(?P<other>\d+(?:\.\d+)?) ?(?P<unit>mm|cm|in(?:ch(?:es)?)?)\b"
)
_UNITS = {"m": 1.0, "c": 10.0, "i": 25.4}
"""Millimetres of the units of length, by their first letters."""


@check("R033", Severity.WARNING)
def die_of_no_roll(checked: CheckedGame) -> Iterator[Fault]:
    """A text names dice that no table and no procedure rolls, such as a five-sided die, or a natural roll of a 7.

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
    dice = join_words([f"{faces}-sided dice" for faces in sorted(rolled)])
    for path, text in checked.printed_texts if rolled else ():
        for match in _SIDED.finditer(text):
            word = match["faces"].lower()
            if (int(word) if word.isdecimal() else NUMBERS_BY_WORD[word]) not in rolled:
                wrong = f"{match[0]} dice are never rolled; the game rolls {dice}"
                yield Fault(path, wrong, "correct one of them", at=match.start())
        for match in _NATURAL.finditer(text):
            if int(match["number"]) > max(rolled):
                wrong = f"no die shows a {match['number']}; the game rolls {dice}"
                yield Fault(path, wrong, "correct one of them", at=match.start())


@check("T035", Severity.WARNING)
def die_unlike_the_others(checked: CheckedGame) -> Iterator[Fault]:
    """One table or procedure rolls a die with another number of faces than all others, and no text names such a die.

    It is reported only if at least four places roll the other die. If the die is right, name it in the list of what
    the players also need (`also_needed`), such as `an eight-sided die`.

    Bad:
        game: {also_needed: [a six-sided die]}
        procedures: {a: {rule: "2.1", steps: [{roll: b, dice: 1d6}, {roll: c, dice: 1d6}, {roll: d, dice: 1d6},
          {roll: e, dice: 1d8}]}}
    Good:
        game: {also_needed: [a six-sided die]}
        procedures: {a: {rule: "2.1", steps: [{roll: b, dice: 1d6}, {roll: c, dice: 1d6}, {roll: d, dice: 1d6},
          {roll: e, dice: 1d6}]}}
    """
    game = checked.game
    rolls: dict[int, list[str]] = {}
    for key in ("tables", "procedures", "standing"):
        for path, field, text in texts_in(getattr(game, key), key):
            for faces in _DICE.findall(text) if field in ("of", "dice") else ():
                rolls.setdefault(int(faces), []).append(path)
    named = {match["faces"].lower() for _, text in checked.printed_texts for match in _SIDED.finditer(text)}
    known = {int(word) if word.isdecimal() else NUMBERS_BY_WORD[word] for word in named}
    for faces, paths in rolls.items():
        others = [(len(found), other) for other, found in rolls.items() if other != faces and other in known]
        if known and faces not in known and len(paths) == 1 and others and max(others)[0] >= _MANY_ROLLS:
            number, usual = max(others)
            wrong = f"only this place rolls a die with {faces} faces; {number} others roll one with {usual}"
            yield Fault(paths[0], wrong, "correct the die, or name it in also_needed")


@check("R034", Severity.WARNING)
def size_unlike_the_component(checked: CheckedGame) -> Iterator[Fault]:
    """A text of a card states another size than the card has.

    Sizes such as `63 × 88 mm` are compared, rounded to a millimetre or a tenth of an inch. A card that is enlarged
    (`enlarge`) may state either size. If both are right, write `waive: {R034: reason}` in the component.

    Bad:
        components:
          note: {kind: card, name: Note, says: A card of 63 × 89 mm., width: 63mm, height: 88mm, front: {}, back: {}}
    Good:
        components:
          note: {kind: card, name: Note, says: A card of 63 × 88 mm., width: 63mm, height: 88mm, front: {}, back: {}}
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


_COUNTED = re.compile(r"(?<![\w.])(?P<number>\d{1,3}) (?P<noun>[a-z]{4,})\b")


@check("R035", Severity.WARNING)
def name_unlike_the_text(checked: CheckedGame) -> Iterator[Fault]:
    """The name of a component states a number of things, but another text of the component states another number.

    If both are right, write `waive: {R035: reason}` in the component.

    Bad:
        components:
          stick: {kind: ruler, name: Stick of 6 marks, says: It has 7 marks., length: 6in, segment: 6in, width: 1in,
            tab: 0.5in, unit: 1in}
    Good:
        components:
          stick: {kind: ruler, name: Stick of 6 marks, says: It has 6 marks., length: 6in, segment: 6in, width: 1in,
            tab: 0.5in, unit: 1in}
    """
    for id_, one in checked.game.components.items():
        for match in _COUNTED.finditer(one.name):
            for _, field, text in texts_in(one, ""):
                said = {found["number"] for found in _COUNTED.finditer(text) if found["noun"] == match["noun"]}
                if field in ("foot", "says") and said and match["number"] not in said:
                    wrong = f"{match[0]} is not in {clip(text)}"
                    yield Fault(f"components.{id_}.name", wrong, "correct one of them", at=match.start())
