"""Checks of the sequence of play against texts that state it again: lists of phases, headings, and steps in words."""

from __future__ import annotations

import re
from collections import Counter as Tally, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.checks.checked_game import CASE_NUMBER, REFERENCES, CheckedGame, check
from pnp.checks.rules import sort_key, text_spot
from pnp.checks.terms import first_cases, names_out_of_order
from pnp.findings import Fault, Severity
from pnp.message import clip, join_words
from pnp.model.game import Game
from pnp.model.reference import Phase
from pnp.spot import Spot

_LEAST_NAMED = 3
"""A list names the phases only if it has at least the names of this many."""
_SHARE_NAMED = 0.6
"""The least part of its items that must be names of phases."""
_ITEM = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+(.*(?:\n(?![ \t]*\d{1,2}[.)][ \t]|[ \t]*\n).*)*)", re.MULTILINE)
_NAME_END = re.compile(r"[:.(\[;–]|\{\{")

_LEAST_GAIN = 0.5
"""The least gain of an exchange of two steps that is reported."""
_MOST_SHARED = 0.5
"""Two steps that share more than this part of their words cannot be told apart in other words."""
_ALIKE = 1.2
"""Steps match sentences if the mean weight of the words that they share is at least this."""
_ALIKE_LIST = 0.4
"""The same for the items of a numbered list, which certainly are in order."""
_OVERVIEW = 3
"""A case that is the first of this many phases is an overview; then the second case of a phase describes it."""
_SHARED_CASES = 0.6
"""The least part of their cases that two phases share if both players do the same in them."""
_LETTERS = 6
"""The forms of a word have at least this many first letters in common."""
_AT_THE_END = re.compile(r"\bat the end(?: of (?:the|this|his|each) (?:phase|turn|player turn))?\.?$", re.IGNORECASE)
_UNIT_ENDS = re.compile(r"(?<=[.;:!?])\s+|\n\s*\n|\n(?=\s*(?:\d+[.)]|-)\s)|,\s+then\s")
_SHORT_WORDS = frozenset({
    "a", "after", "all", "also", "an", "and", "another", "any", "are", "as", "at", "be", "before", "both", "but",
    "by", "can", "do", "each", "end", "first", "for", "from", "has", "have", "he", "her", "his", "if", "in", "is",
    "it", "its", "last", "may", "must", "next", "no", "not", "now", "of", "on", "one", "only", "or", "other", "out",
    "she", "that", "the", "their", "then", "there", "these", "they", "this", "those", "to", "unless", "until", "up",
    "when", "which", "while", "who", "will", "with",
})  # fmt: skip
_WORD = re.compile(r"[A-Za-z]{2,}|\d+")
_ENDING = re.compile(r"(?:ments?|ings?|ations?|ed|es|s)$")


class _Series(NamedTuple):
    """Texts that a reader takes for the order of play: the items of a list, or the titles of a section.

    `around` is all text in which further phases may be named.
    """

    where: str
    path: str
    spot: Spot | None
    items: tuple[str, ...]
    around: str


@check("R026", Severity.WARNING)
def list_of_phases_differs(checked: CheckedGame) -> Iterator[Fault]:
    """A numbered list or a series of headings lacks a phase, or has the phases in another order than the sequence.

    A list states the phases if most of its items have the names of phases. A phase that the text around the list names
    is not missing. The word `phase` after a name does not count.

    Bad:
        sequence: [{name: Supply}, {name: Movement}, {name: Combat}, {name: Rally}]
        glossary:
          turn:
            says: |
              1. Supply
              2. Combat phase
              3. Movement
              4. Rally
    Good:
        sequence: [{name: Supply}, {name: Movement}, {name: Combat}, {name: Rally}]
        glossary:
          turn:
            says: |
              1. Supply
              2. Movement
              3. Combat phase
              4. Rally

    Bad:
        sequence: [{name: The game}, {name: Combat}, {name: Odds}, {name: Rounding}]
        glossary:
          turn:
            says: |
              1. The game
              2. Odds
              3. Rounding
    Good:
        sequence: [{name: The game}, {name: Combat}, {name: Odds}, {name: Rounding}]
        glossary:
          turn:
            says: |
              1. The game
              2. Combat
              3. Odds
              4. Rounding
    """
    game = checked.game
    names = [_plain_name(phase.name) for phase in game.sequence]
    if len(set(names)) < max(_LEAST_NAMED, len(names)) or any(names_out_of_order(game)):
        return
    for series in (*_numbered_lists(checked), *_headings(checked)):
        items = [_plain_name(item) for item in series.items]
        named = [names.index(item) for item in items if item in names]
        if len(named) < _LEAST_NAMED or len(named) < _SHARE_NAMED * len(items):
            continue
        falling = [(before, after) for before, after in pairwise(named) if after < before]
        if falling:
            before, after = (game.sequence[i].name for i in falling[0])
            wrong = f"{series.where} has {before} before {after}, but the sequence of play has {after} before {before}"
            yield Fault(series.path, wrong, "correct one of them", series.spot)
            continue
        around = series.around.lower()
        missing = [game.sequence[i].name for i, name in enumerate(names) if i not in named and name not in around]
        if missing and len(missing) <= (1 - _SHARE_NAMED) * len(names):
            wrong = f"{series.where} lists phases of the sequence of play, but not {join_words(missing)}"
            yield Fault(series.path, wrong, "add it, or correct the name", series.spot)


def _plain_name(text: str) -> str:
    """Return the name at the beginning of an item in small letters, without `phase`."""
    name = _NAME_END.split(text.replace("*", " ").strip())[0]
    return " ".join(name.lower().split()).removesuffix(" phase")


def _numbered_lists(checked: CheckedGame) -> Iterator[_Series]:
    """Yield each numbered list of the rules and of all other printed texts."""
    for path, text in checked.printed_texts:
        if path.startswith("sequence."):
            continue
        for found in _lists_in(text):
            section, _, rest = path.partition(".")
            index = rest.partition(".")[0]
            in_rules = section == "rules" and rest.endswith(".text")
            spot = text_spot(checked, int(index), found[0].start()) if in_rules else None
            where = f"the list in case {checked.game.rules[int(index)].number}" if in_rules else "the list"
            yield _Series(where, spot.path if spot else path, spot, tuple(item[1] for item in found), text)


def _lists_in(text: str) -> list[list[re.Match[str]]]:
    """Return the items of each numbered list in a text; a list begins with 1."""
    lists: list[list[re.Match[str]]] = []
    for item in _ITEM.finditer(text):
        if not lists or int(re.findall(r"\d+", item[0])[0]) == 1:
            lists.append([])
        lists[-1].append(item)
    return lists


def _headings(checked: CheckedGame) -> Iterator[_Series]:
    """Yield the titles of the cases of each section, and those of the sections."""
    cases = checked.game.rules
    below: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for i, case in enumerate(cases):
        below[sort_key(case)[:-1]].append(i)
    for indices in below.values():
        first = indices[0]
        spot = checked.game.spot(f"rules.{first}.title")
        texts = " ".join(f"{cases[i].title} {cases[i].text}" for i in indices)
        where = f"the series of headings from {cases[first].number}"
        yield _Series(where, f"rules.{cases[first].number}", spot, tuple(cases[i].title for i in indices), texts)


@check("R027", Severity.WARNING)
def steps_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """Two neighbouring steps of a phase are in another order than in the rules, or than in the other player's phase.

    The rules are the first case of the phase. If that is an overview of several phases, a second case that no other
    phase has counts too. A step matches the sentences and list items with which it shares rare words. Two steps are
    reported if the phase would match much better with these steps exchanged. A step that takes place `at the end` must
    be the last. If the order is intended, write `waive: {R027: reason}` in the phase.

    Bad:
        sequence: [{name: Move, rule: "1.0", steps: [Check stacking at the end., Move one unit after the other.]}]
    Good:
        sequence: [{name: Move, rule: "1.0", steps: [Move one unit after the other., Check stacking at the end.]}]

    Bad:
        sequence:
        - {name: First half, who: Side A moves, rule: "1.0", steps: [A moves., A names targets., B names targets.]}
        - {name: Second half, who: Side B moves, rule: "1.0", steps: [B moves., A names targets., B names targets.]}
    Good:
        sequence:
        - {name: First half, who: Side A moves, rule: "1.0", steps: [A moves., B names targets., A names targets.]}
        - {name: Second half, who: Side B moves, rule: "1.0", steps: [B moves., A names targets., B names targets.]}
    """
    game = checked.game
    reported: set[int] = set()
    for i, phase in enumerate(game.sequence):
        if (fault := _step_before_end(i, phase) or _steps_unlike_rules(game, i)) is not None:
            reported.add(i)
            yield fault
    for one, other in ((a, b) for b in range(len(game.sequence)) for a in range(b)):
        if not {one, other} & reported and (fault := _steps_unlike_phase(game, one, other)) is not None:
            reported |= {one, other}
            yield fault


def _step_before_end(index: int, phase: Phase) -> Fault | None:
    """Return the fault for a step at the end of its phase that another step follows; None if there is none."""
    for i, step in enumerate(phase.steps[:-1]):
        if _AT_THE_END.search(step):
            wrong = f'{phase.name} has a step after the step "{clip(step, 60)}"'
            return Fault(f"sequence.{index}.steps.{i}", wrong, "move this step to the end, or say when it is made")
    return None


def _steps_unlike_rules(game: Game, index: int) -> Fault | None:
    """Return the fault for two steps of a phase that the case of the phase has in the opposite order."""
    first = dict(first_cases(game))
    number = first.get(index)
    if number is None:
        return None
    own = [
        case for case in game.sequence[index].rule[1:2]
        if Tally(first.values())[number] >= _OVERVIEW
        and sum(case in phase.rule for phase in game.sequence) == 1 and any(one.number == case for one in game.rules)
    ]  # fmt: skip
    for case in (number, *own):
        for units, least in _units_of_case(game, case):
            found = _exchange(game.sequence[index].steps, units, least)
            if found is not None:
                return _exchange_fault(game, index, found, f"case {case}")
    return None


def _steps_unlike_phase(game: Game, one: int, other: int) -> Fault | None:
    """Return the fault for two steps of a phase that the phase of another player has in the opposite order."""
    first, second = game.sequence[one], game.sequence[other]
    cases, shared = {*first.rule, *second.rule}, {*first.rule} & {*second.rule}
    if first.who == second.who or not cases or len(shared) < _SHARED_CASES * len(cases):
        return None
    turned = _turned_steps(first, second)
    if sorted(turned) == sorted(second.steps):
        found = next((i for i, pair in enumerate(zip(turned, second.steps, strict=True)) if len(set(pair)) > 1), None)
    else:
        steps = [*map(_words, second.steps)]
        variants = ([*map(_words, texts)] for texts in (first.steps, turned))
        found = _exchange(second.steps, max(variants, key=lambda units: _match(steps, units)), _ALIKE)
    return None if found is None else _exchange_fault(game, other, found, first.name)


def _turned_steps(first: Phase, second: Phase) -> tuple[str, ...]:
    """Return the steps of a phase with the two players exchanged.

    Their names are the only words in which the players of both phases (`who`) differ.
    """
    words, others = re.findall(r"\w+", first.who), re.findall(r"\w+", second.who)
    one, other = ([word for word in here if word not in there] for here, there in ((words, others), (others, words)))
    if len(one) != 1 or len(other) != 1:
        return first.steps
    names = {one[0]: other[0], other[0]: one[0]}
    return tuple(re.sub(r"\w+", lambda match: names.get(match[0], match[0]), step) for step in first.steps)


def _exchange_fault(game: Game, index: int, step: int, where: str) -> Fault:
    """Return the fault for a step and the next one, which `where` has in the opposite order."""
    before, after = game.sequence[index].steps[step : step + 2]
    wrong = f'{game.sequence[index].name} has "{clip(before, 50)}" before "{clip(after, 50)}", unlike {where}'
    return Fault(f"sequence.{index}.steps.{step}", wrong, "exchange these steps, or correct the other text")


def _units_of_case(game: Game, number: str) -> Iterator[tuple[list[frozenset[str]], float]]:
    """Yield what states an order in a case: its list or its sentences, and the cases below it.

    Each is a list of the words of each part, with the least mean weight of shared words. A case in which the booklet
    prints the sequence itself yields nothing.
    """
    cases = {case.number: case for case in game.rules}
    case = cases[number]
    if re.search(r"\{\{\s*sequence\b", case.text):
        return

    def words(text: str) -> frozenset[str]:
        named = (n for brackets in REFERENCES.finditer(text) for n in CASE_NUMBER.findall(brackets[1]) if n in cases)
        return _words(" ".join((REFERENCES.sub(" ", text), *(cases[n].title for n in named))))

    lists = _lists_in(case.text)
    yield [words(part) for part in _UNIT_ENDS.split(case.text)], _ALIKE
    if len(lists) == 1 and len(lists[0]) > 1:
        yield [words(item[1]) for item in lists[0]], _ALIKE_LIST
    top = sort_key(case)
    below = [other for other in game.rules if sort_key(other)[: len(top)] == top and other is not case]
    if below:
        yield [words(part) for other in below for part in (other.title, *_UNIT_ENDS.split(other.text))], _ALIKE


def _exchange(texts: Sequence[str], units: Sequence[frozenset[str]], least: float) -> int | None:
    """Return the step that should be exchanged with the next one, so that the steps match the units better.

    None if the order is right, or if the steps match the units too little.
    """
    steps = [_words(text) for text in texts]
    gains: list[tuple[float, int, float]] = []
    now = _match(steps, units)
    for i in range(len(steps) - 1):
        if len(steps[i] & steps[i + 1]) > _MOST_SHARED * len(steps[i] | steps[i + 1]):
            continue
        turned = [*steps[:i], steps[i + 1], steps[i], *steps[i + 2 :]]
        matched = _match(turned, units)
        gains.append((matched - now, i, matched))
    gain, i, matched = max(gains, default=(0.0, 0, 0.0))
    return i if gain >= _LEAST_GAIN and matched >= least * len(steps) else None


def _match(steps: Sequence[frozenset[str]], units: Sequence[frozenset[str]]) -> float:
    """Return the greatest weight of shared words if each step matches at most one unit, and all are in order.

    A word weighs 1 divided by the number of steps and by the square root of the number of units that have it.
    """
    in_steps = Tally(word for step in steps for word in step)
    in_units = Tally(word for unit in units for word in unit)
    weights = {word: 1 / (number * max(in_units[word], 1) ** 0.5) for word, number in in_steps.items()}
    best = [0.0] * (len(units) + 1)
    for step in steps:
        above = best
        best = above[:]
        for i, unit in enumerate(units):
            # sorted, because the sum of floats depends on the order
            weight = sum(weights[word] for word in sorted(step & unit))
            best[i + 1] = max(best[i], above[i + 1], above[i] + weight)
    return best[-1]


def _words(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that have a meaning, and the numbers."""
    return frozenset(_stem(word) for word in _WORD.findall(text) if word.lower() not in _SHORT_WORDS)


def _stem(word: str) -> str:
    """Return the first letters of a word without its ending, in small letters.

    >>> _stem("Recovery"), _stem("recover"), _stem("moves"), _stem("move")
    ('recove', 'recove', 'mov', 'mov')
    """
    stem = word.lower()
    stem = _ENDING.sub("", stem) if len(stem) > 4 else stem.removesuffix("s") if len(stem) > 3 else stem
    return re.sub(r"[ey]$", "", stem)[:_LETTERS] if len(stem) > 3 else stem
