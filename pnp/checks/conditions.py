"""Checks of conditions that are never or always true, and of options that make no difference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.possible_values import PossibleValues
from pnp.checks.value_sets import Truth
from pnp.findings import Fault, Severity, did_you_mean
from pnp.message import join_words
from pnp.model.step import Gives, StepRecord, marked_fields

_PRINTED = frozenset({"ruling", "says", "prints", "subject", "rule", "basis", "line"})
"""The fields of steps that change nothing in play."""
_IN_WORDS = re.compile(r"\{([^{}]*)\}")


def expressions(record: StepRecord) -> Iterator[tuple[str, str]]:
    """Yield the field and the text of each expression of a step or of a line of a step."""
    for name, _, _ in marked_fields(type(record), Gives):
        written = getattr(record, name)
        if isinstance(written, str):
            yield from ((name, written),) if written else ()
        elif written:
            parts = written.items() if isinstance(written, dict) else enumerate(written)
            yield from ((f"{name}.{key}", text) for key, text in parts)


@check("X007", Severity.WARNING)
def never_true(checked: CheckedGame) -> Iterator[Fault]:
    """A condition of a procedure is never true.

    For example, it compares a variable with a word that the variable cannot have. The words are the options of a
    choice, the cells of a table, the faces of a die and the words that steps assign. The condition `false` is not
    reported: overlays use it to switch a step off.

    Bad:
        procedures:
          rest:
            rule: "2.1"
            steps:
            - {ask: choice, options: march rest, who: blue}
            - {note: They rest., when: choice == 'resting'}
    Good:
        procedures:
          rest:
            rule: "2.1"
            steps:
            - {ask: choice, options: march rest, who: blue}
            - {note: They rest., when: choice == 'rest'}

    Bad:
        procedures:
          rest: {rule: 2.1, steps: [{roll: die}, {note: They rest., when: die > 6}]}
    Good:
        procedures:
          rest: {rule: 2.1, steps: [{roll: die}, {note: They rest., when: die > 5}]}
    """
    possible = checked.possible_values
    for path, id_, record in possible.steps if possible else ():
        assert possible is not None
        reported = False
        for field, text in expressions(record):
            for left, right in possible.impossible_words(id_, text) if "'" in text else ():
                reported = True
                word, known = (next(iter(right)), left) if len(right) <= len(left) else (next(iter(left)), right)
                write = did_you_mean(word, known, many=True)
                yield Fault(f"{path}.{field}", f"the comparison with {word} in {text} is never true", write)
        if not reported and record.when not in ("", "false"):
            value = possible.value(id_, record.when)
            if isinstance(value, Truth) and value.of == {False}:
                yield Fault(f"{path}.when", f"{record.when} is never true", "correct it, or delete the step")


@check("X008", Severity.WARNING)
def always_true(checked: CheckedGame) -> Iterator[Fault]:
    """A condition of a procedure is always true, so it has no effect.

    Bad:
        procedures:
          rest: {rule: 2.1, steps: [{roll: die}, {note: They rest., when: die > 0}]}
    Good:
        procedures:
          rest: {rule: 2.1, steps: [{roll: die}, {note: They rest., when: die > 3}]}
    """
    possible = checked.possible_values
    for path, id_, record in possible.steps if possible else ():
        assert possible is not None
        value = possible.value(id_, record.when) if record.when not in ("", "true") else None
        if isinstance(value, Truth) and value.of == {True} and not possible.impossible_words(id_, record.when):
            yield Fault(f"{path}.when", f"{record.when} is always true", "correct it, or delete when:")


@check("X009", Severity.WARNING)
def options_alike(checked: CheckedGame) -> Iterator[Fault]:
    """Two options of a choice or of a ruling have the same effect.

    No step treats one otherwise than the other, so there is no choice. Give each option its step, or remove one.

    Bad:
        procedures:
          rest:
            rule: "2.1"
            steps:
            - {ask: choice, options: march rest dig, who: blue}
            - {note: They march., when: choice == 'march'}
    Good:
        procedures:
          rest:
            rule: "2.1"
            steps:
            - {ask: choice, options: march rest dig, who: blue}
            - {note: They march., when: choice == 'march'}
            - {note: They dig., when: choice == 'dig'}

    Bad:
        rulings: {R-02: {asks: "How many dice?", default: one, options: {one: One die., two: Two dice.}}}
        procedures:
          throw:
            rule: "2.1"
            steps:
            - {roll: die, dice: 1d6, ruling: {R-02: one}}
            - {roll: die, dice: 1d6, ruling: {R-02: two}}
    Good:
        rulings: {R-02: {asks: "How many dice?", default: one, options: {one: One die., two: Two dice.}}}
        procedures:
          throw:
            rule: "2.1"
            steps:
            - {roll: die, dice: 1d6, ruling: {R-02: one}}
            - {roll: die, dice: 2d6, ruling: {R-02: two}}
        claims:
          dice: {says: The dice., procedure: throw, outcome: die, lines: [{rulings: {R-02: two}, mean: 7}]}
    """
    possible = checked.possible_values
    if possible is not None:
        yield from _choices_alike(checked, possible)
        yield from _rulings_alike(checked)


def _choices_alike(checked: CheckedGame, possible: PossibleValues) -> Iterator[Fault]:
    """Yield a fault for each choice between words two of which no expression of the procedure names.

    A choice whose word is used otherwise than in a comparison is left out.
    """
    texts: dict[str, list[str]] = {}
    asked: list[tuple[str, str, str, tuple[str, ...]]] = []
    for path, id_, record in possible.steps:
        own = [text for _, text in expressions(record)]
        for written in (record.says, record.prints or "", record.subject):
            own += _IN_WORDS.findall(written)
        texts.setdefault(id_, []).extend(own)
        if record.kind == "ask" and record.options and not (record.count or record.up_to):  # type: ignore[attr-defined]
            asked.append((path, id_, record.ask, record.options))  # type: ignore[attr-defined]
    shown = {name for one in checked.game.procedures.values() for name in one.shows}
    given = {name for _, _, one in possible.steps for name in getattr(one, "gives", {}).values()}
    for path, id_, name, options in asked:
        if name in shown or name in given or len(options) < 3:
            continue
        rest = " ; ".join(text for text in texts[id_] if name in text)
        named, left = _compared_words(name, rest)
        if named and not re.search(rf"\b{name}\b", left):
            unnamed = [option for option in options if option not in named]
            if len(unnamed) > 1:
                wrong = f"the options {join_words(unnamed)} lead to the same; no step names them"
                yield Fault(f"{path}.options", wrong, "write a step for all of them but one")


def _compared_words(name: str, text: str) -> tuple[set[str], str]:
    """Return the words with which a variable is compared, and the text without these comparisons."""
    pattern = re.compile(
        rf"\b{name}\b\s*(?:[=!]=\s*('[^']*')|in\s*\[((?:\s*'[^']*'\s*,?)*)\])|('[^']*')\s*[=!]=\s*{name}\b"
    )
    found = {
        word
        for match in pattern.finditer(text)
        for part in match.groups()
        for word in re.findall(r"'([^']*)'", part or "")
    }
    return found, pattern.sub("", text)


def _rulings_alike(checked: CheckedGame) -> Iterator[Fault]:
    """Yield a fault for each ruling with two neighbouring steps for two options that do the same."""
    for id_, procedure in checked.game.procedures.items():
        yield from _twins(f"procedures.{id_}.steps", procedure.steps)


def _twins(path: str, steps: Iterable[StepRecord]) -> Iterator[Fault]:
    """Yield a fault for each two steps that differ only in the option of the ruling that restricts them."""
    last: StepRecord | None = None
    for i, step in enumerate(steps):
        if last is not None and len(step.ruling) == len(last.ruling) == 1 and step.ruling.keys() == last.ruling.keys():
            ((ruling, options), others) = next(iter(step.ruling.items())), next(iter(last.ruling.values()))
            if not set(options) & set(others) and _does_the_same(step, last):
                wrong = f"the options {join_words(others)} and {join_words(options)} of the ruling {ruling} do the same"
                yield Fault(f"{path}.{i}", wrong, "correct one of the steps, or write one step for both")
        yield from _twins(f"{path}.{i}.steps", step.inner_steps)
        last = step


def _does_the_same(one: StepRecord, other: StepRecord) -> bool:
    """Return whether two steps do the same, whatever words they print."""
    fields = type(one).model_fields.keys() - _PRINTED
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in fields)


@check("X010", Severity.WARNING)
def parties_roll_different_dice(checked: CheckedGame) -> Iterator[Fault]:
    """The two parties of an opposed roll throw different dice.

    If this is intended, write `waive: {X010: reason}` in the procedure.

    Bad:
        procedures:
          duel: {rule: 2.1, steps: [{opposed: winner, rolls: {blue: {dice: 1d6}, red: {dice: 1d8}}}]}
    Good:
        procedures:
          duel: {rule: 2.1, steps: [{opposed: winner, rolls: {blue: {dice: 1d6}, red: {dice: 1d6}}}]}
    """
    possible = checked.possible_values
    for path, _, record in possible.steps if possible else ():
        dice = {name: party.dice for name, party in getattr(record, "rolls", {}).items()}
        if len(set(dice.values())) > 1:
            thrown = join_words([f"{name} {text}" for name, text in dice.items()])
            yield Fault(f"{path}.rolls", f"the parties throw different dice: {thrown}", "correct one of them")
