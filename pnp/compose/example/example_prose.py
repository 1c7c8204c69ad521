"""Writes the trace of a worked example as numbered paragraphs, without steps that only do bookkeeping."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup, escape

from pnp.draw.typography import dress
from pnp.message import capitalised
from pnp.model.procedure import STEP_KINDS
from pnp.model.step import StepProse
from pnp.rules.engine.trace import TraceStep

CiteWriter = Callable[[Sequence[str]], Markup]
"""Returns links to cases."""
WorthPrinting = Callable[[TraceStep], bool]
"""Returns whether the line of a bookkeeping step is worth printing."""


LONG_PARAGRAPH = 42
"""A paragraph of more words is divided into the paragraphs of its steps."""
EMPTY = Markup()
_ONLY_HEXES = re.compile(r"[A-Z]*\d+( [A-Z]*\d+)+")
_ARTICLE = re.compile(r"(?<=: )(An?|The)(?= )")
_ONE_DIE = re.compile(r" \(1?d\d+\)")
_FROM_TO = re.compile(r"(\S+) to (\S+): (.+)")


@dataclass(frozen=True)
class BoxStep:
    """A printed paragraph: its number, run-in head, text, links to cases, and the tone of the number's disc.

    `plain` is the whole paragraph as bare text; `steps` are its lines of the trace.
    """

    number: str
    head: str = ""
    text: Markup = EMPTY
    refs: Markup = EMPTY
    tone: str = "plain"
    plain: str = ""
    steps: tuple[TraceStep, ...] = ()


@dataclass
class TraceNode:
    """A step of a trace with the steps inside it."""

    step: TraceStep
    inner: list[TraceNode] = field(default_factory=list)

    def steps(self) -> Iterator[TraceStep]:
        """Yield this step of the trace and all steps inside it."""
        yield self.step
        for node in self.inner:
            yield from node.steps()


@dataclass(frozen=True)
class Sentence:
    """A sentence: its words, its result, and the cases that it follows."""

    words: str
    value: str = ""
    rule: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """The sentence as plain text."""
        return _with_full_stop(f"{self.words}{self.value}")

    @property
    def html(self) -> Markup:
        """The sentence as HTML, with the result in bold."""
        if not self.value:
            return escape(dress(self.plain))
        return Markup("{}<b>{}</b>.").format(dress(self.words), dress(self.value))


def prose_of(step: TraceStep) -> StepProse:
    """Return how steps of this kind are printed, for instance as a heading or with their result."""
    record = STEP_KINDS.get(step.kind)
    return record.prose if record else StepProse()


def write_steps(
    steps: Iterable[TraceStep], hide: Sequence[str], worth: WorthPrinting, cite: CiteWriter, proper: Iterable[str] = ()
) -> tuple[BoxStep, ...]:
    """Return a trace as numbered paragraphs, one for each step; a long step becomes several."""
    writer = _ProseWriter(frozenset(hide), worth, frozenset(proper))
    parts = [part for node in _nest_steps(steps) for part in writer.paragraphs(node)]
    return tuple(_box_step(str(i), node, sentences, cite) for i, (node, sentences) in enumerate(parts, 1))


def _nest_steps(steps: Iterable[TraceStep]) -> list[TraceNode]:
    """Return the steps of a trace as trees: each step with the steps inside it."""
    roots: list[TraceNode] = []
    ancestors: list[TraceNode] = []
    for step in steps:
        node = TraceNode(step)
        del ancestors[step.depth :]
        (ancestors[-1].inner if ancestors else roots).append(node)
        ancestors.append(node)
    return roots


class _ProseWriter:
    """Selects the steps of a trace to print, and writes their sentences."""

    def __init__(self, hide: frozenset[str], worth: WorthPrinting, proper: frozenset[str]) -> None:
        self.hide, self.worth, self.proper = hide, worth, proper

    def paragraphs(self, node: TraceNode) -> Iterator[tuple[TraceNode, tuple[Sentence, ...]]]:
        """Yield the paragraphs for one step; if it is long, a paragraph for each step inside it."""
        sentences = self.sentences(node)
        if not sentences:
            return
        inner = [list(self.paragraphs(child)) for child in node.inner]
        long = sum(len(sentence.plain.split()) for sentence in sentences) > LONG_PARAGRAPH
        if long and _has_headings_inside(node) and sum(map(bool, inner)) > 1:
            yield from (part for parts in inner for part in parts)
        else:
            yield node, sentences

    def sentences(self, node: TraceNode) -> tuple[Sentence, ...]:
        """Return the sentences of a step and of all steps inside it."""
        step, prose = node.step, prose_of(node.step)
        if step.name and step.name in self.hide:
            return ()
        own = self._own_sentence(node)
        inner = [one for child in node.inner for one in self.sentences(child)]
        if prose.loop and inner and not step.text.isdecimal() and step.text not in inner[0].words:
            inner[0] = replace(inner[0], words=f"{step.text}: {self._lower_first(inner[0].words)}")
        sentences = [*inner, own] if own and prose.modifiers_first else [own, *inner] if own else inner
        return _join_route_steps(sentences)

    def _lower_first(self, words: str) -> str:
        """Return a text with a small first letter, unless it begins with a name or abbreviation."""
        keeps = not words[1:2].islower() or any(words.startswith(name) for name in self.proper)
        return words if keeps else words[:1].lower() + words[1:]

    def _own_sentence(self, node: TraceNode) -> Sentence | None:
        """Return the sentence of this step without those inside it; None if it is not printed."""
        step, prose = node.step, prose_of(node.step)
        if prose.heading or not step.text or _ONLY_HEXES.fullmatch(step.text):
            return None
        if prose.bookkeeping and not self.worth(step):
            return None
        if prose.total and (node.inner or step.value == "0"):
            return None  # the lines inside it end with the sum
        return _step_sentence(step if prose.value else replace(step, value=""))


def _join_route_steps(sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """Return the sentences about a route with consecutive hexes of equal cost joined into one sentence."""
    joined: list[Sentence] = []
    for one in sentences:
        last = _FROM_TO.fullmatch(joined[-1].plain[:-1]) if joined else None
        this = _FROM_TO.fullmatch(one.plain[:-1])
        if last and this and last[2] == this[1] and last[3].removesuffix(" each") == this[3]:
            joined[-1] = Sentence(f"{last[1]}–{this[1]} to {this[2]}: {this[3]} each", "", one.rule)
        else:
            joined.append(one)
    return tuple(joined)


def _step_sentence(step: TraceStep) -> Sentence:
    """Return a step's text as a sentence; the result is added unless the text contains it."""
    words, value = _ONE_DIE.sub("", capitalised(step.text)), step.value
    if not value:
        return Sentence(words, "", step.rule)
    begin = words[: -len(value)] if words.endswith(value) else f"{words}: "
    if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", begin):  # the text contains the value
        return Sentence(words, "", step.rule)
    return Sentence(begin, value, step.rule)


def _box_step(number: str, node: TraceNode, sentences: Sequence[Sentence], cite: CiteWriter) -> BoxStep:
    """Return a numbered paragraph: its heading, its sentences, and links to the cases it cites."""
    steps = tuple(node.steps())
    head = _step_heading(node)
    sentences = [replace(one, words=_without_heading(head, one.words)) for one in sentences]
    rules = tuple(dict.fromkeys(rule for group in (node.step.rule, *(one.rule for one in sentences)) for rule in group))
    text = Markup(" ").join(sentence.html for sentence in sentences)
    bare = " ".join(filter(None, [head, *(sentence.plain for sentence in sentences), ", ".join(rules)]))
    return BoxStep(number, dress(head), text, cite(rules) if rules else EMPTY, "plain", bare, steps)


def _step_heading(node: TraceNode) -> str:
    """Return the heading of a step's paragraph: the step's name, with its total if there is one."""
    step, prose = node.step, prose_of(node.step)
    if prose.loop or not (prose.heading or prose.total):
        return ""
    totals = [one.step for one in node.inner if prose_of(one.step).total] if prose.heading else [step]
    words = _ARTICLE.sub(lambda match: match[0].lower(), capitalised(step.text))
    return f"{words}: {totals[-1].value}." if totals else _with_full_stop(words)


def _without_heading(head: str, words: str) -> str:
    """Return a sentence without the heading `head` at its beginning."""
    return capitalised(words.removeprefix(f"{head.removesuffix('.')}, "))


def _has_headings_inside(node: TraceNode) -> bool:
    """Return whether a step of the trace is a heading with two or more headings inside it."""
    inner = [prose_of(child.step) for child in node.inner]
    return prose_of(node.step).heading and sum(prose.heading and not prose.loop for prose in inner) > 1


def _with_full_stop(words: str) -> str:
    """Return words that end in a punctuation mark."""
    return words if words.endswith((".", "!", "?", ":")) else f"{words}."
