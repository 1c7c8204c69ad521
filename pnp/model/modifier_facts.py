"""The amounts of printed modifiers that texts may repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.model.data_facts import DataFact, DataFacts, number_facts
from pnp.model.modifier_effect import effect_number, read_effect
from pnp.model.record import records
from pnp.model.step import StepRecord
from pnp.model.table import Modifier

_LEAST_ID = 3
"""The fewest letters of a word of an id that a sentence about a modifier contains."""
_SENTENCE = r"(?:^|(?<=[.:*-] ))"


def modifier_facts(facts: DataFacts) -> Iterator[DataFact]:
    """Yield the amounts of printed modifiers in the texts of terrain, steps, cases and terms that are about them."""
    game = facts.game
    known = {f"{id_}.{one.id}": one for id_, listed in game.modifiers.items() for one in listed.lines if one.id}
    for id_, kind in game.terrain.items():
        for name in kind.line:
            if name in known:
                yield from _effects(facts, name, known[name], f"terrain.{id_}.combat")
    for part in ("procedures", "standing"):
        for path, record in records(getattr(game, part), part):
            if isinstance(record, StepRecord) and len(record.line) == 1 and record.line[0] in known:
                yield from _effects(facts, record.line[0], known[record.line[0]], f"{path}.says", f"{path}.prints")
    cases = {case.number: f"rules.{i}.text" for i, case in enumerate(game.rules)}
    rules = {name: one.rule or game.modifiers[name.partition(".")[0]].rule for name, one in known.items()}
    naming = Counter(number for numbers in rules.values() for number in numbers)
    for name, one in known.items():
        own = tuple(cases[number] for number in rules[name] if number in cases)
        alone = tuple(cases[number] for number in rules[name] if number in cases and naming[number] == 1)
        yield from _amounts(name, one, own, alone)


def _effects(facts: DataFacts, name: str, one: Modifier, *only: str) -> Iterator[DataFact]:
    """Yield the words that repeat an effect in some texts: the whole effect, or its number after a verb."""
    number = effect_number(one.effect)
    if number is None or number.denominator != 1 or one.effect.isdecimal():
        return
    for form in sorted({facts.spoken("effect", name), one.effect}):
        words = re.compile(rf"(?<![\w.+−-])(?P<typed>{re.escape(form)})(?!\w)")
        yield DataFact(form, words, ("effect", name), f"modifiers.{name}", only)
    before = r"\b(?:adds?|subtracts?|needs?|at least) "
    yield from number_facts(int(number), ("amount", name), f"modifiers.{name}", before, only=only)


def _amounts(name: str, one: Modifier, cases: tuple[str, ...], alone: tuple[str, ...]) -> Iterator[DataFact]:
    """Yield the words that repeat the number of a modifier in its cases, and in the glossary's text about it.

    In the cases that are about it `alone`, no sentence needs to mention it.
    """
    number, change = effect_number(one.effect), read_effect(one.effect)
    if number is None or number.denominator != 1:
        return
    call, at = ("amount", name), f"modifiers.{name}"
    words = [word for word in name.partition(".")[2].split("-") if len(word) >= _LEAST_ID]
    sentence = _SENTENCE + "".join(rf"(?=[^.]*\b(?i:{word[:6]}))" for word in words) + "[^.]*?"
    term = (f"glossary.{' '.join(words)}.",)
    if change is None:
        if one.effect.endswith("+"):
            yield from number_facts(int(number), call, at, after=" or more", only=cases)
        elif one.effect.isdecimal():
            yield from number_facts(int(number), call, at, r"\bon an? ", only=cases)
    elif words and change.does == "add":
        verbs = r"\b(?:[Aa]dds?|adding) " if change.sign > 0 else r"\b(?:[Ss]ubtracts?|[Tt]akes? off) "
        yield from number_facts(int(number), call, at, sentence + verbs, only=cases)
        yield from number_facts(int(number), call, at, verbs, only=(*alone, *term))
        yield from number_facts(int(number), call, at, after=" less" if change.sign < 0 else " more", only=term)
    elif words and change.does == "shift":
        yield from number_facts(int(number), call, at, rf"{sentence}\b", " columns?", only=cases)
        yield from number_facts(int(number), call, at, after=" columns?", only=(*alone, *term))
