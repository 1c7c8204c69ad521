"""Facts: the outcome of a step, as data from which traces write a line and worked examples write sentences.

Each step kind defines its facts next to the step, with their templates. The booklet names the units, merges
sentences and adds the cases (`pnp/compose/example/example_prose.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.message import join_words

OPEN, CLOSE = "\ue000", "\ue001"
"""Characters around the id of a unit in a sentence; the booklet replaces the mention by the name of the unit."""
LONGEST_SENTENCE = 25
"""The greatest number of words of a sentence that is joined from several."""
MENTION = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
"""The mention of a unit in a sentence; the group is its id."""
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PREPOSITIONS = re.compile(r" (?:with|of|against|in|on|at|to|from|across|over|beside|next|that|which|for|by) .*")
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
_JOINED = re.compile(r" and (?!.* and )")


class Sentence(NamedTuple):
    """A sentence without its full stop, with unit ids between `OPEN` and `CLOSE`, and the cases that it follows."""

    text: str
    rule: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepFact:
    """The outcome of a step. Each step kind with sentences of its own has a subclass."""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return the text of the trace line and the value in it. `label` returns the name of a unit."""
        raise NotImplementedError

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return the sentences of a worked example about this fact; `rule` are the cases of the step."""
        raise NotImplementedError


@dataclass(frozen=True)
class Statement(StepFact):
    """A text for worked examples, empty if they do not print the step, and the text and the value of the trace line.

    The data may have written the text, which may contain several sentences.
    """

    text: str
    traced: str = ""
    value: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return the text and the value of the trace line."""
        return self.traced, self.value

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return the text as one sentence; none if it is empty."""
        return (Sentence(self.text.removesuffix("."), rule),) if self.text else ()


class AppliedModifier(NamedTuple):
    """A number added to a die roll, or a column shift to the right (negative: to the left), and its cause."""

    cause: str
    amount: int
    rule: tuple[str, ...] = ()


def mention(id_: str) -> str:
    """Return the mention of a unit in a sentence."""
    return f"{OPEN}{id_}{CLOSE}"


def mentions(ids: Sequence[str], notes: Sequence[str] = ()) -> str:
    """Return the mentions of several units as a list, each with its note (`(3)`) if there are notes."""
    return join_words([f"{mention(id_)} {notes[i]}" if notes else mention(id_) for i, id_ in enumerate(ids)])


def number_word(number: int) -> str:
    """Return a number as a word if it is at most ten.

    >>> number_word(2), number_word(12)
    ('two', '12')
    """
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def minus(number: int) -> str:
    """Return a number with a true minus sign if it is negative."""
    return str(number).replace("-", "−")


def with_article(noun: str) -> str:
    """Return a noun phrase with an indefinite article.

    >>> with_article("attack strength"), with_article("call"), with_article("8")
    ('an attack strength', 'a call', 'an 8')
    """
    return f"{'an' if re.match(r'[aeiou8]|1[18]$', noun.lower()) else 'a'} {noun}"


def is_plural(phrase: str) -> bool:
    """Return whether a noun phrase is plural, judged by its first noun.

    >>> is_plural("the engineers"), is_plural("armour with the units"), is_plural("the town and the stream")
    (True, False, True)
    """
    head = re.sub(r" \(.*", "", _PREPOSITIONS.sub("", phrase))
    return bool(_JOINED.search(head)) or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def plural_verb(verb: str) -> str:
    """Return the plural form of a verb in the third person singular.

    >>> plural_verb("is"), plural_verb("retreats"), plural_verb("passes"), plural_verb("loses")
    ('are', 'retreat', 'pass', 'lose')
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if re.search(r"(?:ss|sh|ch|x)es$", verb):
        return verb[:-2]
    return f"{verb[:-3]}y" if verb.endswith("ies") else verb.removesuffix("s")


def agree(subject: str, verb: str) -> str:
    """Return a subject with its verb, which is plural if the subject is.

    >>> agree("the engineers", "shifts"), agree("the town", "shifts")
    ('the engineers shift', 'the town shifts')
    """
    return f"{subject} {plural_verb(verb) if is_plural(subject) else verb}"


def head_words(label: str) -> str:
    """Return the label of a row or column in words.

    >>> head_words("+10+"), head_words("-2..-1"), head_words("0-"), head_words("2-1")
    ('+10 or more', '−2 to −1', '0 or less', '2-1')
    """
    number = r"([+-]?\d+)"
    for form, words in (
        (rf"{number}\.\.{number}", "{} to {}"),
        (rf"{number}\+", "{} or more"),
        (rf"{number}-", "{} or less"),
    ):
        if match := re.fullmatch(form, label):
            return words.format(*match.groups()).replace("-", "−")
    return label.replace("-", "−") if re.fullmatch(r"-\d+", label) else label


def with_modifiers(natural: int, modifiers: Sequence[AppliedModifier]) -> str:
    """Return a number rolled with its modifiers and their causes.

    >>> town, night = AppliedModifier("the town", 1), AppliedModifier("the night", -2)
    >>> with_modifiers(6, ()), with_modifiers(3, (AppliedModifier("", 1),)), with_modifiers(4, (town, night))
    ('6', '3 plus 1', '4 plus 1 for the town and minus 2 for the night')
    """
    parts = []
    for i, one in enumerate(modifiers):
        sign = "plus" if one.amount > 0 else "minus"
        same = i and (one.amount > 0) == (modifiers[i - 1].amount > 0)
        parts.append(f"{'' if same else f'{sign} '}{abs(one.amount)}{f' for {one.cause}' if one.cause else ''}")
    return f"{minus(natural)} {join_words(parts)}" if parts else minus(natural)


def rolled(natural: int, modifiers: Sequence[AppliedModifier]) -> str:
    """Return a die roll with its modifiers and its total.

    >>> rolled(6, ()), rolled(3, (AppliedModifier("", 1),))
    ('6', '3, plus 1 is 4')
    """
    if not modifiers:
        return minus(natural)
    words = with_modifiers(natural, modifiers).replace(" ", ", ", 1)
    return f"{words} is {minus(natural + sum(one.amount for one in modifiers))}"


def cases(modifiers: Sequence[AppliedModifier], rule: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cases of a step and of the modifiers that applied, each once."""
    return tuple(dict.fromkeys([*rule, *(case for one in modifiers for case in one.rule)]))
