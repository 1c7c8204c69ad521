"""Writes the facts of a worked example as numbered paragraphs, one for each phase, in the manner of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from pnp.compose.example.example_sentences import ONE_UNIT, UNITS, join_sentences, subject_of
from pnp.compose.inline_markdown import NO_BREAK, ReferenceWriter, cited_after, words_html
from pnp.message import capitalised, join_words
from pnp.model.step import STEP_KINDS, StepProse
from pnp.rules.engine.facts import Sentence
from pnp.rules.engine.trace import TraceStep
from pnp.typography import dress
from pnp.units import int_sum

SHORT_PARAGRAPH, LONG_PARAGRAPH, LONGEST_PARAGRAPH = 24, 50, 70
"""A paragraph with fewer words goes on with the next phase; a long one ends at the next total or turn
of a loop, the longest at any step that does not belong to the one before it."""
SHORT_END = 10
"""The last paragraph is joined with the one before it if it has fewer words."""
MOST_INHERITED = 2
"""A step without cases has those of the step that contains it if they are not more."""
MOST_PLACED = 5
"""The greatest number of units of a list whose hexes are printed if they are in several hexes."""
EMPTY = Markup()


@dataclass(frozen=True)
class BoxStep:
    """A printed paragraph: its number, its text, and the tone of the number's disc.

    `plain` is the paragraph as bare text; `steps` are its lines of the trace.
    """

    number: str
    text: Markup = EMPTY
    tone: str = "plain"
    plain: str = ""
    steps: tuple[TraceStep, ...] = ()


@dataclass(frozen=True)
class UnitMention:
    """The name of a unit in worked examples: the adjective of its side, its label, and its hex at the start, if any.

    `shared` says that a unit of the other side has the same label, so that the side is always named.
    """

    side: str
    label: str
    hex: str = ""
    shared: bool = False


def prose_of(step: TraceStep) -> StepProse:
    """Return the form in which steps of this kind are printed, for instance the phase to which they belong."""
    record = STEP_KINDS.get(step.kind)
    return record.prose if record else StepProse()


def write_steps(
    steps: Iterable[TraceStep], hide: Collection[str], units: dict[str, UnitMention], refer: ReferenceWriter
) -> tuple[BoxStep, ...]:
    """Return a trace as numbered paragraphs, one for each phase of the action.

    `hide` are the names of steps that are left out; `units` are the units of the game by id.
    """
    namer = _UnitNamer(units)
    paragraphs = _divide(_visible(steps, frozenset(hide)))
    needs = set[tuple[str, str]]()
    written = ((namer.name_units(join_sentences(sentences, needs)), lines) for lines, sentences in paragraphs)
    return tuple(_box_step(str(i), sentences, lines, refer) for i, (sentences, lines) in enumerate(written, 1))


def _visible(steps: Iterable[TraceStep], hide: frozenset[str]) -> Iterator[TraceStep]:
    """Yield the steps of a trace without those that an example hides, and without the steps inside them.

    A step without cases has those of the step that contains it, unless they are many.
    """
    hidden: int | None = None
    cases: list[tuple[str, ...]] = []
    for step in steps:
        above = cases[step.depth - 1] if step.depth else ()
        cases[step.depth :] = [step.rule or (above if len(above) <= MOST_INHERITED else ())]
        if hidden is not None and step.depth > hidden:
            continue
        hidden = step.depth if step.name and step.name in hide else None
        if hidden is None:
            yield replace(step, rule=cases[-1])


def _divide(steps: Iterable[TraceStep]) -> list[tuple[tuple[TraceStep, ...], list[tuple[TraceStep, Sentence]]]]:
    """Return the paragraphs of a trace: the lines of each, and its sentences with the steps they belong to.

    A paragraph ends where the phase changes or the outermost loop begins its next turn, unless it is still short. A
    long one also ends elsewhere.
    """
    paragraphs: list[tuple[list[TraceStep], list[tuple[TraceStep, Sentence]]]] = [([], [])]
    phase, turn, outer_turn = "strengths", False, False
    for step in steps:
        prose, own = prose_of(step), step.fact.sentences(step.rule) if step.fact else ()
        turn, outer_turn = turn or (prose.loop and step.depth <= 1), outer_turn or (prose.loop and step.depth == 0)
        lines, sentences = paragraphs[-1]
        if own:
            words = int_sum(len(sentence.text.split()) for _, sentence in sentences)
            next_phase = bool(prose.phase) and prose.phase != phase
            begun = bool(sentences) and subject_of(own[0])[0] in ("it", subject_of(sentences[-1][1])[0] or None)
            longer = words >= LONG_PARAGRAPH and (turn or prose.phase == "strengths")
            ends = next_phase or outer_turn or longer or words >= LONGEST_PARAGRAPH
            if ends and words >= SHORT_PARAGRAPH and not begun and not prose.follows:
                paragraphs.append(([], []))
                lines, sentences = paragraphs[-1]
            phase, turn, outer_turn = prose.phase or phase, False, False
            sentences += ((step, sentence) for sentence in own)
        lines.append(step)
    if len(paragraphs) > 1 and len(" ".join(sentence.text for _, sentence in paragraphs[-1][1]).split()) < SHORT_END:
        lines, sentences = paragraphs.pop()
        paragraphs[-1] = (paragraphs[-1][0] + lines, paragraphs[-1][1] + sentences)
    return [(tuple(lines), sentences) for lines, sentences in paragraphs if sentences]


# ---------------------------------------------------------------- names of units


def _needs_the(label: str) -> bool:
    """Return whether a unit's name such as `4th Army` takes an article; a label such as `1/4` takes none."""
    return label.rsplit(maxsplit=1)[-1].lower() in _FORMATIONS


_FORMATIONS = frozenset({"army", "corps", "division", "brigade", "regiment", "battalion", "company", "platoon"})
"""The last words of names that take an article."""


class _UnitNamer:
    """Writes the names of units: side, name and hex at the first mention, the short name later."""

    def __init__(self, units: dict[str, UnitMention]) -> None:
        self._units = units
        self._known: set[str] = set()

    def name_units(self, sentences: Iterable[Sentence]) -> list[Sentence]:
        """Return sentences in which all mentions are replaced by the names of the units."""
        return [Sentence(UNITS.sub(self._names, text), rule) for text, rule in sentences]

    def _names(self, found: re.Match[str]) -> str:
        """Return the names of the units in a list, with one article if they are of one side."""
        units = [
            (self._units.get(id_, UnitMention("", id_)), id_ not in self._known, note)
            for id_, note in ONE_UNIT.findall(found[0])
        ]
        self._known.update(id_ for id_, _ in ONE_UNIT.findall(found[0]))
        before = found.string[: found.start()]
        return join_words(
            [
                _group_name(list(some), side_named=f"{side} " in before)
                for side, some in groupby(units, key=lambda one: one[0].side)
            ]
        )


def _group_name(group: Sequence[tuple[UnitMention, bool, str]], *, side_named: bool) -> str:
    """Return the names of units of one side that are mentioned together, such as `the Japanese 1/4 (3) in 2503`.

    Without a side, a name such as `4th Army` has an article, a label such as `1/4` has none.

    `side_named` says that the sentence has named the side before.
    """
    first, new = group[0][0], any(new for _, new, _ in group)
    names = side_named or any(one.label.startswith(one.side) for one, _, _ in group)
    side = f"{first.side} " if first.side and not names and (new or any(one.shared for one, _, _ in group)) else ""
    stacks = [(place, list(some)) for place, some in groupby(group, key=lambda one: one[0].hex)]
    placed = new and (len(stacks) == 1 or len(group) <= MOST_PLACED)
    if not placed:
        stacks = [("", list(group))]
    parts = []
    for place, some in stacks:
        labels = join_words([f"{one.label}{f' {note}' if note else ''}" for one, _, note in some])
        parts.append(f"{labels} in {place}" if place else labels)
    plain = len(parts) == 1 or (len(parts) == 2 and not any(" and " in part for part in parts))
    named = join_words(parts) if plain else f"{', '.join(parts[:-1])}, and {parts[-1]}"
    with_the = [one.label.startswith(one.side or "-") or _needs_the(one.label) for one, _, _ in group]
    the = "the " if side or all(with_the) else ""
    return f"{the}{side}{named}"


# ---------------------------------------------------------------- paragraphs


def _cited_once(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences of a paragraph with each case only after the last sentence that follows it."""
    last = {case: i for i, sentence in enumerate(sentences) for case in sentence.rule}
    return [
        Sentence(sentence.text, tuple(sorted((case for case in sentence.rule if last[case] == i), key=_case_order)))
        for i, sentence in enumerate(sentences)
    ]


def _case_order(case: str) -> tuple[int, ...]:
    """Return a key that sorts cases by number; rulings come last."""
    return (10**6 if case.startswith("R") else 0, *map(int, re.findall(r"\d+", case)))


def bound_sums(text: str) -> str:
    """Return a text whose short sums in parentheses, such as `(7 minus 1)`, are not divided between lines.

    >>> bound_sums("a total of 6 (7 minus 1)").replace(NO_BREAK, "_")
    'a total of 6 (7_minus_1)'
    """
    return _SUM.sub(rf"(\1{NO_BREAK}\2{NO_BREAK}\3)", text)


_SUM = re.compile(r"\((\d+) (plus|minus) (\d+)\)")
"""A die roll and one modifier without its cause, as `with_modifiers` writes them in a total."""


def _box_step(
    number: str, sentences: Sequence[Sentence], lines: tuple[TraceStep, ...], refer: ReferenceWriter
) -> BoxStep:
    """Return a numbered paragraph of sentences, each with the cases it cites before its full stop."""
    html, plain = [], []
    for text, rule in _cited_once(sentences):
        words = dress(capitalised(text))
        stop = "" if words.endswith((".", "!", "?")) and not rule else "."
        words = words.removesuffix(".") if stop else words
        bound = bound_sums(words)
        cited_words = cited_after(f"{bound} ", [refer(case) for case in rule]) if rule else words_html(bound)
        html.append(cited_words + stop)
        cited = f" ({', '.join(rule)})" if rule else ""
        plain.append(f"{words}{cited}{stop}")
    return BoxStep(number, Markup(" ").join(html), "plain", " ".join(plain), lines)
