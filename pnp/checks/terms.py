"""Checks of terms, the order of the phases and the numbers of cases, in all texts that are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.rules import sort_key, text_spot
from pnp.findings import Fault, Severity, write_instead
from pnp.model.game import Game

_AGREEING = 3
"""At least this many phases must agree with the rules before one that does not is reported."""
_REFERENCE = re.compile(r"\d+(?:\.\d+)+")


@check("R006", Severity.WARNING)
def term_not_in_the_glossary(checked: CheckedGame) -> Iterator[Fault]:
    """A text uses a word for which the glossary has another term.

    The glossary lists such words under `instead_of`. Two words for one thing make a reader look for a difference. All
    printed texts are checked.

    Bad:
        # 1.0 The game
        Units on a mountain are safe.
    Good:
        # 1.0 The game
        Units on a hill are safe.
    Bad:
        boxes: {dead: {says: "Units that fell off a mountain."}}
    Good:
        boxes: {dead: {says: "Units that fell off a hill."}}
    """
    wanted = {word.lower(): term for term, entry in checked.game.glossary.items() for word in entry.instead_of if word}
    if not wanted:
        return
    alternatives = "|".join(map(re.escape, sorted(wanted, key=len, reverse=True)))
    words = re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)
    for path, text in checked.printed_texts:
        for found in words.finditer(text):
            term = wanted[found[0].lower()]
            term = term[:1].upper() + term[1:] if found[0][0].isupper() else term
            wrong, write = f"{found[0]} is not a term of this game", write_instead(term, found[0])
            section, _, rest = path.partition(".")
            if section == "rules" and rest.endswith(".text"):
                spot = text_spot(checked, int(rest.partition(".")[0]), found.start())
                yield Fault(spot.path, wrong, write, spot)
            else:
                yield Fault(path, wrong, write, at=found.start())


@check("R023", Severity.WARNING)
def phase_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """The sequence of play and the rules differ.

    The phases are in another order than their cases in the rules. Or the sequence gives a rule number for a phase, but
    the case that describes the phase does not refer to that rule. A difference is reported only if most phases match
    the rules.

    Bad:
        sequence: [{name: A, rule: 1.0}, {name: B, rule: 2.1}, {name: C, rule: 2.0}, {name: D, rule: 2.1.1}]
    Good:
        sequence: [{name: A, rule: 1.0}, {name: B, rule: 2.0}, {name: C, rule: 2.1}, {name: D, rule: 2.1.1}]
    """
    game = checked.game
    yield from _cases_out_of_order(game)
    yield from names_out_of_order(game)
    yield from _rules_without_reference(game)


def first_cases(game: Game) -> list[tuple[int, str]]:
    """Return (index, number of the first case) for each phase that refers to a case."""
    known = {case.number for case in game.rules}
    return [(i, phase.rule[0]) for i, phase in enumerate(game.sequence) if phase.rule and phase.rule[0] in known]


def _cases_out_of_order(game: Game) -> Iterator[Fault]:
    """Yield a fault for a phase whose case comes before that of the phase above it, unless that is usual."""
    keys = {case.number: sort_key(case) for case in game.rules}
    first = first_cases(game)
    falling = [(i, number, before) for (_, before), (i, number) in pairwise(first) if keys[number] < keys[before]]
    rising = sum(keys[number] > keys[before] for (_, before), (_, number) in pairwise(first))
    if len(falling) == 1 and rising >= _AGREEING - 1:
        i, number, before = falling[0]
        wrong = f"{game.sequence[i].name} has case {number}, but the phase above it has {before}"
        yield Fault(f"sequence.{i}.rule.0", wrong, "exchange the phases, or correct the case")


def names_out_of_order(game: Game) -> Iterator[Fault]:
    """Yield a fault for a phase that its case does not name, or names in another order than the sequence."""
    texts = {case.number: case.text for case in game.rules}
    first = first_cases(game)
    for number in dict.fromkeys(number for _, number in first):
        phases = [i for i, case in first if case == number]
        at = {i: texts[number].lower().find(game.sequence[i].name.lower()) for i in phases}
        named = [i for i in phases if at[i] >= 0]
        for before, i in pairwise(named):
            if at[i] < at[before]:
                wrong = f"{game.sequence[i].name} comes before {game.sequence[before].name} in case {number}"
                yield Fault(f"sequence.{i}.name", wrong, "exchange the phases, or correct the case")
                return
        missing = [i for i in phases if at[i] < 0]
        if len(missing) == 1 and len(named) >= _AGREEING * 2:
            yield Fault(
                f"sequence.{missing[0]}.name",
                f"case {number} does not name {game.sequence[missing[0]].name}",
                "add it to the case, or correct the name",
            )


def _rules_without_reference(game: Game) -> Iterator[Fault]:
    """Yield a fault for a rule of a phase to which the case of the phase does not refer, although others do."""
    texts = {case.number: case.text for case in game.rules}
    found: list[tuple[int, str, bool]] = []
    for i, number in first_cases(game):
        sections = {word.split(".")[0] for word in _REFERENCE.findall(texts[number])}
        found += ((i, rule, rule.split(".")[0] in sections) for rule in game.sequence[i].rule[1:])
    missing = [(i, rule) for i, rule, refers in found if not refers]
    if len(missing) == 1 and len(found) > 2 * _AGREEING:
        i, rule = missing[0]
        phase = game.sequence[i]
        wrong = f"{phase.name} has the rule {rule}, but its case {phase.rule[0]} does not refer to it"
        yield Fault(f"sequence.{i}.rule", wrong, "add the reference to the case, or delete it here")


@check("R024", Severity.WARNING)
def case_number_skipped(checked: CheckedGame) -> Iterator[Fault]:
    """The rules skip a number, such as 1.2 between 1.1 and 1.3.

    Bad:
        # 1.0 The game
        ## 1.1 Odds
        ## 1.3 Dice
    Good:
        # 1.0 The game
        ## 1.1 Odds
        ## 1.2 Dice
    """
    known = {*map(sort_key, checked.game.rules)} | {tuple(map(int, case.split("."))) for case in checked.known_cases}
    first = min(known, default=())  # an extract of rules may begin with any section
    for i, case in enumerate(checked.game.rules):
        key = sort_key(case)
        before = (*key[:-1], key[-1] - 1)
        is_first = len(key) == 1 and key == first
        if before[-1] > 0 and not is_first and before not in known and (*before, 0) not in known:
            number = f"{before[0]}.0" if len(before) == 1 else ".".join(map(str, before))
            if number not in checked.missing_cases:
                wrong = f"case {case.number} follows, but there is no case {number}"
                yield Fault(f"rules.{case.number}", wrong, "correct the number", checked.game.spot(f"rules.{i}.number"))
