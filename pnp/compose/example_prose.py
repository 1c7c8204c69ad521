"""The trace of a worked example as numbered paragraphs of prose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from pnp.compose.prose import dress
from pnp.rules.trace import TraceStep

Cite = Callable[[Sequence[str]], Markup]
"""Makes links of the numbers of cases."""

OPENING = frozenset({"part", "run", "apply", "each"})
"""Kinds of steps that open a paragraph of their own, at whatever depth."""
LONGEST_HEAD = 30
"""A run-in head has so many letters at most."""
_ONLY_HEXES = re.compile(r"[A-Z]*\d+( [A-Z]*\d+)+")
NOTHING = Markup()


@dataclass(frozen=True)
class BoxStep:
    """One step of the prose: its number, run-in head, text, the cases it follows, and the tone of the number's disc.

    `plain` is all of it as bare text.
    """

    number: str
    head: str = ""
    text: Markup = NOTHING
    refs: Markup = NOTHING
    tone: str = "plain"
    plain: str = ""


@dataclass
class Paragraph:
    """Steps that are told together; the first gives the number."""

    number: str
    steps: list[TraceStep] = field(default_factory=list)


def paragraphs(steps: Iterable[TraceStep], hide: Sequence[str], spoken: Callable[[str], bool]) -> tuple[Paragraph, ...]:
    """The lines of a trace, parted where a step of the procedure begins, a turn of a loop, or another procedure.

    Steps that give a name in `hide` are left out with all that belongs to them; choices and variables too, unless the
    data has words for them: `spoken` tells whether it has, by the path of a step.
    """
    found: list[Paragraph] = []
    hidden: int | None = None
    for step in steps:
        if hidden is not None and step.depth > hidden:
            continue
        hidden = step.depth if step.name and step.name in hide else None
        quiet = step.kind in ("ask", "set") and step.name and not spoken(step.path)
        if hidden is not None or quiet or _ONLY_HEXES.fullmatch(step.text):
            continue
        if step.depth == 0 or step.kind in OPENING or not found:
            found.append(Paragraph(step.number))
        found[-1].steps.append(step)
    return tuple(paragraph for paragraph in found if not _is_bare(paragraph))


def _is_bare(paragraph: Paragraph) -> bool:
    """Is it no more than the turn of a loop in which nothing was told?"""
    return [step.kind for step in paragraph.steps] == ["each"]


def tell(paragraph: Paragraph, cite: Cite, tone: str) -> BoxStep:
    """A paragraph in print: a short head if its first line is a name, then one sentence for each line."""
    first, *rest = paragraph.steps
    if first.kind == "each" and rest and first.text in rest[0].text:
        first, *rest = rest
    head = _head(first)
    sentences = [] if head else [_sentence(first)]
    sentences += [_sentence(step) for step in rest if step.text]
    rules = tuple(dict.fromkeys(number for step in paragraph.steps for number in step.rule))
    text = Markup(" ").join(sentence for _, sentence in sentences)
    bare = " ".join([head, *(words for words, _ in sentences), ", ".join(rules)])
    return BoxStep(paragraph.number, dress(head), text, cite(rules) if rules else NOTHING, tone, bare)


def _head(step: TraceStep) -> str:
    """The run-in head that a line makes, if it is short and more than words of its own."""
    words = _capital(step.text)
    if step.kind in ("part", "run", "apply", "each") and len(words) <= 2 * LONGEST_HEAD:
        return _ended(words)
    if step.kind == "total" and len(words) <= LONGEST_HEAD:
        return f"{words}: {step.value}." if step.value else _ended(words)
    return ""


def _sentence(step: TraceStep) -> tuple[str, Markup]:
    """A line as a sentence, what came of it in bold; as bare text too."""
    words, value = _capital(step.text), step.value
    if not value:
        return _ended(words), escape(dress(_ended(words)))
    begin = words[: -len(value)] if words.endswith(value) else f"{words}: "
    if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", begin):  # it was said already
        return _ended(words), escape(dress(_ended(words)))
    return f"{begin}{value}.", Markup("{}<b>{}</b>.").format(dress(begin), dress(value))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?", ":")) else f"{words}."


def numbers_of(found: Iterable[Paragraph]) -> Iterator[tuple[str, str]]:
    """The number of each step, and the number under which it is told."""
    for paragraph in found:
        for step in paragraph.steps:
            yield step.number, paragraph.number
