"""Joins the sentences of a paragraph of a worked example, so that they read as prose and not as a list of steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pnp.message import join_words
from pnp.rules.engine.facts import CLOSE, LONGEST_SENTENCE, OPEN, Sentence, StepFact, plural_verb
from pnp.rules.engine.steps.check_step import CheckRoll
from pnp.rules.engine.steps.opposed_step import OpposedRoll
from pnp.rules.engine.steps.roll_step import Roll
from pnp.rules.engine.trace import TraceStep

_UNIT = rf"{OPEN}[^{CLOSE}]*{CLOSE}(?: \([^)]*\))?"
UNITS = re.compile(rf"{_UNIT}(?:(?:, {_UNIT})* and {_UNIT})?")
"""Units with which a sentence mentions something, such as `A (3), B (2) and C (1)`."""
ONE_UNIT = re.compile(rf"{OPEN}([^{CLOSE}]*){CLOSE}(?: (\([^)]*\)))?")
"""One unit of such a list: its id and its note in brackets."""
_VERB = re.compile(r" (\w+)(?= |$)")
_PLAYER = re.compile(r"the (?:\w+ player|attacker|defender|firer)(?= )", re.IGNORECASE)
_NEGATED = re.compile(r" does not (\w+)")
_COUNTED = re.compile(r" loses? ")
_HAS = re.compile(r" has (?:a|an) [^,]*")
_ENDS_AT = re.compile(rf"(?P<does> (?:is )?\w+)(?P<at> (?:to|at|in) [^\s{OPEN}]+)")
_RESULT = re.compile(r"the result (?:is (?P<code>[^:]+(?:: .*)?)|has no effect)", re.IGNORECASE)
_NOT_JOINED = re.compile(r" and |:|;| not | which |^ (?:could|may|can|would|needs)\b")


def join_sentences(sentences: Iterable[tuple[TraceStep, Sentence]], needs: set[tuple[str, str]]) -> list[Sentence]:
    """Return sentences with those joined that say the same of several units, or go on about the same thing.

    `needs` are who has made a check so far, and what was needed. A check that is made again does not state it again.
    """
    joined: list[Sentence] = []
    last: StepFact | None = None
    for step, written in sentences:
        sentence, fact = written, step.fact
        if isinstance(fact, CheckRoll):
            if (fact.who, fact.needed) in needs:
                (sentence,) = fact.sentences_again(step.rule)
            needs.add((fact.who, fact.needed))
        elif isinstance(fact, OpposedRoll) and isinstance(last, OpposedRoll) and last.reroll and fact is not last:
            sentence = Sentence(f"this time {sentence.text}", sentence.rule)
        before = joined[-1] if joined else None
        both = _joined(before, sentence, last, fact) if before else None
        if both:
            joined[-1] = both
        elif before is None or sentence.text != before.text:
            joined.append(sentence)
        last = fact
    return _with_pronouns(joined)


def subject_of(sentence: Sentence) -> tuple[str, str]:
    """Return the units with which a sentence begins, and the rest of it; no units if it begins with other words."""
    found = UNITS.match(sentence.text)
    return (found[0], sentence.text[found.end() :]) if found else ("", sentence.text)


def _actor_of(sentence: Sentence) -> tuple[str, str]:
    """Return the unit or the player with which a sentence begins, and the rest; empty if it begins with neither."""
    units, rest = subject_of(sentence)
    if units:
        return (units, rest) if len(ONE_UNIT.findall(units)) == 1 else ("", rest)
    player = _PLAYER.match(sentence.text)
    return (player[0].lower(), sentence.text[player.end() :]) if player else ("", sentence.text)


def _cases(one: Sentence, other: Sentence) -> tuple[str, ...]:
    """Return the cases of two sentences, each once."""
    return tuple(dict.fromkeys((*one.rule, *other.rule)))


def _joined(last: Sentence, this: Sentence, before: StepFact | None, fact: StepFact | None) -> Sentence | None:
    """Return two sentences as one; None if they do not go together or would be too long.

    `before` and `fact` are the facts that they state.
    """
    text = _same_of_several(last, this)
    if text:
        return Sentence(text, _cases(last, this))
    for text in (
        _check_and_consequence(last, this) if isinstance(before, CheckRoll) else "",
        _factor_and_check(last, this) if isinstance(fact, CheckRoll) else "",
        _two_rolls(last, this, before, fact) if isinstance(before, Roll) and isinstance(fact, Roll) else "",
        _roll_and_result(last, this) if isinstance(before, Roll) else "",
        _moves_to_several_places(last, this),
        _consequence(last, this),
        "" if isinstance(before, CheckRoll) or isinstance(fact, CheckRoll) else _two_actions(last, this),
    ):
        if text and len(text.split()) <= LONGEST_SENTENCE:
            return Sentence(text, _cases(last, this))
    return None


def _same_of_several(last: Sentence, this: Sentence) -> str:
    """Return a sentence about the units of both, such as `A and B retreat to L7`; empty if they differ."""
    (units, says), (more, also) = subject_of(last), subject_of(this)
    verb = _VERB.match(also)
    if not units or not more or not verb or "needs" in also or "rolls" in also:
        return ""
    plural = _in_plural(also)
    if says not in (also, plural):
        return ""
    ids = [found[0] for found in ONE_UNIT.finditer(f"{units} {more}")]
    negated = _NEGATED.fullmatch(also)
    if negated and len(set(ids)) == 2:
        return f"neither {ids[0]} nor {ids[1]} {negated[1]}s"
    return f"{join_words(list(dict.fromkeys(ids)))}{plural}"


def _in_plural(predicate: str) -> str:
    """Return a predicate in the plural, such as ` each lose a step` for ` loses a step`."""
    if _COUNTED.match(predicate):
        return _COUNTED.sub(" each lose ", predicate, count=1)
    return _VERB.sub(lambda found: f" {plural_verb(found[1])}", predicate, count=1)


def _check_and_consequence(last: Sentence, this: Sentence) -> str:
    """Return a check and what the same unit does then, such as `A needs 3 or less, but rolls 5, fails and retreats`."""
    (units, says), (unit, does) = subject_of(last), subject_of(this)
    if not units or units != unit:
        return ""
    if ", which always " in says:
        return f"{last.text}, and{does}"
    head, _, verb = says.rpartition(" and ")
    return f"{units}{head}, {verb} and{does}" if head else ""


def _factor_and_check(last: Sentence, this: Sentence) -> str:
    """Return a check with the factor that decides it, such as `A, with a defence factor of 4, needs 4 or less`."""
    (units, has), (unit, needs) = subject_of(last), subject_of(this)
    found = _HAS.fullmatch(has)
    return f"{units}, with{found[0].removeprefix(' has')},{needs}" if found and units == unit else ""


def _two_rolls(last: Sentence, this: Sentence, one: Roll, other: Roll) -> str:
    """Return the rolls of two parties, such as `the attacker rolls 6 and the defender 3, plus 1 is 4`."""
    if not one.roller or not other.roller or one.roller == other.roller:
        return ""
    roller = f"{other.roller[:1].lower()}{other.roller[1:]}" if other.roller.startswith("The ") else other.roller
    return f"{last.text}{',' if one.modifiers else ''} and {roller}{this.text.removeprefix(f'{other.roller} rolls')}"


def _roll_and_result(last: Sentence, this: Sentence) -> str:
    """Return a roll and its result, such as `the attacker rolls 4, which gives D: the unit is disrupted`."""
    found = _RESULT.fullmatch(this.text)
    if not found or "which" in this.text:
        return ""
    does = f"gives {found['code']}" if found["code"] else "has no effect"
    return f"{last.text}, which {does}"


def _moves_to_several_places(last: Sentence, this: Sentence) -> str:
    """Return what two units do to two places, such as `A retreats to L7 and B to L8`."""
    (unit, does), (other, also) = _actor_of(last), _actor_of(this)
    one, two = _ENDS_AT.fullmatch(does), _ENDS_AT.fullmatch(also)
    if not one or not two or not unit or not other or unit == other or one["does"] != two["does"]:
        return ""
    return f"{last.text} and {other}{two['at']}"


def _consequence(last: Sentence, this: Sentence) -> str:
    """Return a sentence with the consequence that the next one states, such as `A retreats, which cancels its loss`."""
    does = this.text.removeprefix("This ").removeprefix("this ")
    return "" if does == this.text or "which" in last.text else f"{last.text}, which {does}"


def _two_actions(last: Sentence, this: Sentence) -> str:
    """Return two things that one unit or player does, such as `A rolls 2 for its retreat and enters L7`."""
    (who, does), (actor, also) = _actor_of(last), _actor_of(this)
    if this.text.startswith("it "):
        actor, also = who if subject_of(last)[0] else "", this.text.removeprefix("it")
    if not who or who != actor or _NOT_JOINED.search(does) or _NOT_JOINED.search(also):
        return ""
    return f"{last.text} and{also}"


def _with_pronouns(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return sentences in which `it` or `he` replaces a unit or player that is the subject of the sentence before.

    Two sentences in a row never begin with a pronoun.
    """
    written: list[Sentence] = []
    before = ""
    for sentence in sentences:
        actor, rest = _actor_of(sentence)
        if actor and actor == before:
            written.append(Sentence(f"{'it' if subject_of(sentence)[0] else 'he'}{rest}", sentence.rule))
            before = ""
        else:
            written.append(sentence)
            before = actor
    return written
