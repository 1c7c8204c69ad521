"""The check of the steps of a phase against the rules and the phase of the other player, which state them again."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from pnp.checks.checked_game import CASE_NUMBER, REFERENCES, CheckedGame, check
from pnp.checks.phase_lists import numbered_items
from pnp.checks.rules import sort_key
from pnp.checks.terms import first_cases
from pnp.findings import Fault, Severity
from pnp.message import clip
from pnp.model.game import Game
from pnp.model.reference import Phase

_LEAST_GAIN = 0.5
"""The least gain of an exchange of two steps that is reported."""
_MOST_SHARED = 0.75
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


@check("R027", Severity.WARNING)
def steps_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """Two neighbouring steps of a phase are in another order than in the rules, or than in the other player's phase.

    The steps are compared with the first case under `rule` of the phase. If three or more phases have the same first
    case, it is an overview. Then the second case is compared too, if no other phase has it. A step matches the
    sentences and list items with which it shares rare words. Two steps are reported if the phase would match much
    better with these steps exchanged. A step that takes place `at the end` must be the last. If the order is intended,
    write `waive: {R027: reason}` in the phase.

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
        for units, least in _units_of_case(game, case, game.sequence[index].name):
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


def _units_of_case(game: Game, number: str, phase: str) -> Iterator[tuple[list[frozenset[str]], float]]:
    """Yield what states an order in a case: its list or its sentences, and the cases below it.

    Each is a list of the words of each part, with the least mean weight of shared words. List items about phases other
    than `phase` are left out. A case in which the booklet prints the sequence itself yields nothing.
    """
    cases = {case.number: case for case in game.rules}
    case = cases[number]
    if re.search(r"\{\{\s*sequence\b", case.text):
        return

    def words(text: str) -> frozenset[str]:
        named = (n for brackets in REFERENCES.finditer(text) for n in CASE_NUMBER.findall(brackets[1]) if n in cases)
        return _words(" ".join((REFERENCES.sub(" ", text), *(cases[n].title for n in named))))

    others = "|".join(re.escape(one.name) for one in game.sequence if one.name != phase)
    item_of_another = rf"^\d+[.)] \*\*(?:{others})\b.*(?:\n(?!\d+[.)] |\n).+)*"
    text = re.sub(item_of_another, "", case.text, flags=re.MULTILINE) if others else case.text
    lists = numbered_items(text)
    yield [words(part) for part in _UNIT_ENDS.split(text)], _ALIKE
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
