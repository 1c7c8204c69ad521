"""The trace of a worked example as numbered paragraphs of prose: what players did and read, without bookkeeping."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup, escape

from pnp.draw.typography import dress
from pnp.rules.engine.trace import TraceStep

Cite = Callable[[Sequence[str]], Markup]
"""Makes links of the numbers of cases."""
Worth = Callable[[TraceStep], bool]
"""Is the line of a choice, a variable or a marker worth printing?"""

HEADINGS = frozenset({"part", "run", "apply", "each"})
"""Kinds of steps that only hold others."""
QUIET = frozenset({"ask", "set", "mark", "unmark"})
"""Kinds of steps whose lines are bookkeeping unless they are worth printing."""
MODIFIED = frozenset({"shift", "roll", "check", "opposed"})
"""Kinds of steps whose modifiers are told before them."""
LONG_PARAGRAPH = 42
"""A paragraph of more words is parted where its steps are."""
NOTHING = Markup()
_ONLY_HEXES = re.compile(r"[A-Z]*\d+( [A-Z]*\d+)+")
_ARTICLE = re.compile(r"(?<=: )(An?|The)(?= )")
_ONE_DIE = re.compile(r" \(1?d\d+\)")
_FROM_TO = re.compile(r"(\S+) to (\S+): (.+)")


@dataclass(frozen=True)
class BoxStep:
    """One paragraph of the prose: its number, run-in head, text, the cases it follows, and the tone of the number's
    disc. `plain` is all of it as bare text; `steps` are the lines of the trace that it tells of.
    """

    number: str
    head: str = ""
    text: Markup = NOTHING
    refs: Markup = NOTHING
    tone: str = "plain"
    plain: str = ""
    steps: tuple[TraceStep, ...] = ()


@dataclass
class Node:
    """A line of a trace with those that belong to it."""

    step: TraceStep
    inner: list[Node] = field(default_factory=list)

    def steps(self) -> Iterator[TraceStep]:
        """It and all that belongs to it."""
        yield self.step
        for node in self.inner:
            yield from node.steps()


@dataclass(frozen=True)
class Sentence:
    """One line in print: words, what came of it, and the cases it follows."""

    words: str
    value: str = ""
    rule: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """As bare text."""
        return _ended(f"{self.words}{self.value}")

    @property
    def html(self) -> Markup:
        """With what came of it in bold."""
        if not self.value:
            return escape(dress(self.plain))
        return Markup("{}<b>{}</b>.").format(dress(self.words), dress(self.value))


def tell_trace(
    steps: Iterable[TraceStep], hide: Sequence[str], worth: Worth, cite: Cite, proper: Iterable[str] = ()
) -> tuple[BoxStep, ...]:
    """A trace in numbered paragraphs: one for each step of the procedure, long ones parted.

    Steps that give a name in `hide` are left out with all that belongs to them. `proper` are words that keep their
    capital within a sentence.
    """
    teller = _Teller(frozenset(hide), worth, frozenset(proper))
    parts = [part for node in _tree(steps) for part in teller.parts(node)]
    return tuple(_paragraph(str(i), node, told, cite) for i, (node, told) in enumerate(parts, 1))


def _tree(steps: Iterable[TraceStep]) -> list[Node]:
    roots: list[Node] = []
    open_: list[Node] = []
    for step in steps:
        node = Node(step)
        del open_[step.depth :]
        (open_[-1].inner if open_ else roots).append(node)
        open_.append(node)
    return roots


class _Teller:
    """Decides what of a trace is told."""

    def __init__(self, hide: frozenset[str], worth: Worth, proper: frozenset[str]) -> None:
        self.hide, self.worth, self.proper = hide, worth, proper

    def parts(self, node: Node) -> Iterator[tuple[Node, tuple[Sentence, ...]]]:
        """The paragraphs of one step."""
        told = self.told(node)
        if not told:
            return
        inner = [list(self.parts(child)) for child in node.inner]
        long = sum(len(sentence.plain.split()) for sentence in told) > LONG_PARAGRAPH
        if long and _is_headed(node) and sum(map(bool, inner)) > 1:
            yield from (part for parts in inner for part in parts)
        else:
            yield node, told

    def told(self, node: Node, subject: str = "") -> tuple[Sentence, ...]:
        """The sentences of a step and all that belongs to it. `subject` is whose turn it is in a loop."""
        step = node.step
        if step.name and step.name in self.hide:
            return ()
        own = self._own(node)
        if step.kind == "each":
            subject = step.text
        inner = [one for child in node.inner for one in self.told(child, "" if own else subject)]
        if step.kind == "each" and inner and not step.text.isdecimal() and step.text not in inner[0].words:
            inner[0] = replace(inner[0], words=f"{step.text}: {self._small(inner[0].words)}")
        found = [*inner, own] if own and step.kind in MODIFIED else [own, *inner] if own else inner
        return _joined(found)

    def _small(self, words: str) -> str:
        """Words as they are after a colon."""
        keeps = not words[1:2].islower() or any(words.startswith(name) for name in self.proper)
        return words if keeps else words[:1].lower() + words[1:]

    def _own(self, node: Node) -> Sentence | None:
        """The sentence of the line itself, if it has something to say."""
        step = node.step
        if step.kind in HEADINGS or not step.text or _ONLY_HEXES.fullmatch(step.text):
            return None
        if step.kind in QUIET and not self.worth(step):
            return None
        if step.kind == "total" and (node.inner or step.value == "0"):
            return None  # its lines end with the sum
        return _sentence(replace(step, value="") if step.kind in ("mark", "unmark") else step)


def _joined(sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """Steps of a way that cost the same as one sentence."""
    found: list[Sentence] = []
    for one in sentences:
        last = _FROM_TO.fullmatch(found[-1].plain[:-1]) if found else None
        this = _FROM_TO.fullmatch(one.plain[:-1])
        if last and this and last[2] == this[1] and last[3].removesuffix(" each") == this[3]:
            found[-1] = Sentence(f"{last[1]}–{this[1]} to {this[2]}: {this[3]} each", "", one.rule)
        else:
            found.append(one)
    return tuple(found)


def _sentence(step: TraceStep) -> Sentence:
    words, value = _ONE_DIE.sub("", _capital(step.text)), step.value
    if not value:
        return Sentence(words, "", step.rule)
    begin = words[: -len(value)] if words.endswith(value) else f"{words}: "
    if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", begin):  # it was said already
        return Sentence(words, "", step.rule)
    return Sentence(begin, value, step.rule)


def _paragraph(number: str, node: Node, told: Sequence[Sentence], cite: Cite) -> BoxStep:
    steps = tuple(node.steps())
    head = _head(node)
    told = [replace(one, words=_without(head, one.words)) for one in told]
    rules = tuple(dict.fromkeys(rule for group in (node.step.rule, *(one.rule for one in told)) for rule in group))
    text = Markup(" ").join(sentence.html for sentence in told)
    bare = " ".join(filter(None, [head, *(sentence.plain for sentence in told), ", ".join(rules)]))
    return BoxStep(number, dress(head), text, cite(rules) if rules else NOTHING, "plain", bare, steps)


def _head(node: Node) -> str:
    """What a paragraph is about: the name of the step, and its total if it is one."""
    step = node.step
    if step.kind == "each" or (step.kind not in HEADINGS and step.kind != "total"):
        return ""
    totals = [one.step for one in node.inner if one.step.kind == "total"] if step.kind in HEADINGS else [step]
    words = _ARTICLE.sub(lambda found: found[0].lower(), _capital(step.text))
    return f"{words}: {totals[-1].value}." if totals else _ended(words)


def _without(head: str, words: str) -> str:
    """A sentence that does not say its head again."""
    return _capital(words.removeprefix(f"{head.removesuffix('.')}, "))


def _is_headed(node: Node) -> bool:
    """Do steps with names of their own stand under a heading?"""
    named = [child for child in node.inner if child.step.kind in HEADINGS and child.step.kind != "each"]
    return node.step.kind in HEADINGS and len(named) > 1


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?", ":")) else f"{words}."
