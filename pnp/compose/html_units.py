"""Divides an HTML document into paragraphs and rows of tables, and aligns those of two documents.

Boxes that only place their contents on the page, such as columns, are not compared. So a paragraph that moved to
another column is the same paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pnp.units import int_sum

_TOKEN = re.compile(
    r"<[^>]*>|&[^;\s]+;|\s+|\u200b|[.,;:!?]+(?=[\s<\u200b]|$)|[^<&\s\u200b]+?(?=[.,;:!?]*(?:[\s<&\u200b]|$))|."
)
_UNSEEN = re.compile(r"<(style|title|script)\b.*?</\1>", re.DOTALL)
_NAME = re.compile(r"</?([a-z][a-z0-9]*)", re.IGNORECASE)
_CLASS = re.compile(r'\bclass="([^"]*)"')
_VOID = frozenset({"img", "br", "col", "hr", "meta", "link", "input", "wbr"})
_INLINE = frozenset({"a", "abbr", "b", "br", "cite", "code", "em", "i", "img", "small", "span", "strong"}) | frozenset(
    {"sub", "sup", "u", "wbr"}
)
_BREAK = "\u200b"
"""A space without width, at which a line may end."""
_CELLS = frozenset({"td", "th"})
_HEADS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LAYOUT_TABLES = frozenset({"contents", "abbreviations"})
"""The classes of tables that only place paragraphs in columns."""
ALIKE = 0.4
"""Two paragraphs with at least this share of their words in common are one paragraph, before and after a change."""
INSIDE, PASSAGE = 0.6, 4
"""So are two of which one has at least this share of the shorter one, in passages of at least so many words."""


class Word(NamedTuple):
    """A word, a punctuation mark or an empty element of a document: its place among the tokens, and its text."""

    at: int
    text: str


@dataclass(frozen=True)
class HtmlParagraph:
    """The words between two edges of boxes, and the heading above them."""

    words: tuple[Word, ...]
    head: str = ""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of the words."""
        return tuple(word.text for word in self.words)

    @property
    def last(self) -> int:
        """The place of the last word among the tokens."""
        return self.words[-1].at


@dataclass(frozen=True)
class HtmlCell:
    """A cell of a table: the place of its start tag among the tokens, and its paragraphs."""

    at: int
    units: tuple[HtmlParagraph | Row, ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of all words of the cell."""
        return tuple(text for unit in self.units for text in unit.texts)


@dataclass(frozen=True)
class Row:
    """A row of a table: its cells, the labels in the first row of the table, and the heading above them."""

    cells: tuple[HtmlCell, ...]
    labels: tuple[tuple[str, ...], ...] = ()
    head: str = ""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of all words of the row."""
        return tuple(text for cell in self.cells for text in cell.texts)

    @property
    def last(self) -> int:
        """The place of the last word of the first cell that has words."""
        return next(cell.units[-1].last for cell in self.cells if cell.units)


Unit: TypeAlias = HtmlParagraph | Row


class Pair(NamedTuple):
    """A unit of the old document and the same unit of the new one; one of them is None if only one document has it."""

    old: Unit | None
    new: Unit | None


def html_tokens(html: str) -> list[str]:
    """Return the tags, entities, words, punctuation marks and blanks of a document; joined, they are the document.

    >>> html_tokens("<p>A hex, 3.1.</p>")
    ['<p>', 'A', ' ', 'hex', ',', ' ', '3.1', '.', '</p>']
    """
    found, at = [], 0
    for match in _UNSEEN.finditer(html):
        found += [*_TOKEN.findall(html[at : match.start()]), match[0]]
        at = match.end()
    return [*found, *_TOKEN.findall(html[at:])]


@dataclass
class _Element:
    """An open element of a document, with the units and the words inside it that belong to no unit yet."""

    tag: str
    at: int
    kind: str
    units: list[Unit] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    cells: list[HtmlCell] = field(default_factory=list)


def html_units(tokens: Sequence[str]) -> tuple[Unit, ...]:
    """Return the paragraphs and rows of a document in reading order."""
    head = ""
    stack = [_Element("", 0, "")]

    def end_paragraph() -> None:
        """Make a paragraph of the words that are read."""
        box = stack[-1]
        if box.words:
            box.units.append(HtmlParagraph(tuple(box.words), head))
            box.words = []

    def close() -> None:
        """Give the units of the innermost element to the element around it."""
        nonlocal head
        end_paragraph()
        done = stack.pop()
        outer = stack[-1]
        if done.tag in _HEADS:
            head = " ".join(text for unit in done.units for text in unit.texts)
            done.units = [replace(unit, head=head) for unit in done.units]
        if done.tag in _CELLS and outer.tag == "tr":
            outer.cells.append(HtmlCell(done.at, tuple(done.units)))
        elif done.tag == "tr" and not any(one.kind in _LAYOUT_TABLES for one in stack):
            if any(cell.units for cell in done.cells):
                outer.units.append(Row(tuple(done.cells), (), head))
        elif done.tag == "table":
            outer.units += _with_labels(done.units)
        else:
            outer.units += done.units or [unit for cell in done.cells for unit in cell.units]

    for at, token in enumerate(tokens):
        if not token.startswith("<"):
            if token.strip() and token != _BREAK:
                stack[-1].words.append(Word(at, token))
            continue
        named = _NAME.match(token)
        if named is None or _UNSEEN.match(token):
            continue
        tag = named[1].lower()
        if tag in _INLINE:
            if tokens[at + 1 : at + 2] == [f"</{tag}>"]:
                stack[-1].words.append(Word(at, f"<{_class_of(token)}>"))
        elif token.startswith("</"):
            if any(one.tag == tag for one in stack):
                while stack[-1].tag != tag:
                    close()
                close()
        elif tag not in _VOID:
            end_paragraph()
            stack.append(_Element(tag, at, _class_of(token)))
    while len(stack) > 1:
        close()
    end_paragraph()
    return tuple(stack[0].units)


def _class_of(tag: str) -> str:
    """Return the classes of a start tag."""
    found = _CLASS.search(tag)
    return found[1].strip() if found else ""


def _with_labels(units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units of a table, whose rows know the labels in the first row."""
    first = next((unit for unit in units if isinstance(unit, Row)), None)
    labels = tuple(cell.texts for cell in first.cells) if first is not None else ()
    for unit in units:
        yield Row(unit.cells, labels, unit.head) if isinstance(unit, Row) else unit


# ---------------------------------------------------------------- which units are the same


def aligned(old: Sequence[Unit], new: Sequence[Unit], *, moves: bool = True) -> tuple[Pair, ...]:
    """Return the units of both documents in reading order, each with the same unit of the other document.

    If units may move (`moves`), a unit that is only elsewhere under the same heading is left out.
    """
    pairs: list[Pair] = []
    before, after = ([(type(unit), unit.texts) for unit in units] for units in (old, new))
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs += map(Pair, old[i:i_end], new[j:j_end])
        else:
            pairs += _paired(old[i:i_end], new[j:j_end])
    if not moves:
        return tuple(pairs)
    moved = Counter(_place(pair.old) for pair in pairs if pair.new is None and pair.old)
    moved &= Counter(_place(pair.new) for pair in pairs if pair.old is None and pair.new)
    left = [moved.copy(), moved.copy()]
    kept = []
    for pair in pairs:
        unit = pair.old or pair.new
        assert unit is not None
        if None in pair and left[pair.old is None][_place(unit)] > 0:
            left[pair.old is None][_place(unit)] -= 1
        else:
            kept.append(pair)
    return tuple(kept)


def _place(unit: Unit) -> tuple[str, tuple[str, ...]]:
    """Return the heading and the texts of a unit."""
    return unit.head, unit.texts


def _paired(old: Sequence[Unit], new: Sequence[Unit]) -> Iterator[Pair]:
    """Yield the units of two passages in order, paired so that they are as alike as possible."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    shares = [[_likeness(one, other) for other in new] for one in old]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            share = shares[i][j]
            paired = share + best[i + 1][j + 1] if share >= ALIKE else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < len(old) and j < len(new):
        if shares[i][j] >= ALIKE and best[i][j] == shares[i][j] + best[i + 1][j + 1]:
            yield Pair(old[i], new[j])
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            yield Pair(old[i], None)
            i += 1
        else:
            yield Pair(None, new[j])
            j += 1
    yield from (Pair(one, None) for one in old[i:])
    yield from (Pair(None, one) for one in new[j:])


def _likeness(one: Unit, other: Unit) -> float:
    """Return how much two units are alike, from 0 to 1; rows with the same first cell are more alike."""
    share = _share_of_words(one.texts, other.texts)
    if share < ALIKE and type(one) is type(other) is HtmlParagraph:
        share = max(share, ALIKE / INSIDE * _share_inside(one.texts, other.texts))
    if isinstance(one, Row) and isinstance(other, Row):
        return (share + 1) / 2 if one.cells[0].texts == other.cells[0].texts else share
    return share if type(one) is type(other) else 0.0


def _share_of_words(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of equal words of two texts, in any order; longer words count more."""
    common = Counter(map(str.casefold, one)) & Counter(map(str.casefold, other))
    return 2 * int_sum(len(word) * number for word, number in common.items()) / int_sum(map(len, (*one, *other)))


def _share_inside(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of the shorter of two texts that the other one has, in passages of some words."""
    shorter, longer = sorted((one, other), key=len)
    blocks = SequenceMatcher(None, shorter, longer, autojunk=False).get_matching_blocks()
    found = (text for start, _, size in blocks if size >= PASSAGE for text in shorter[start : start + size])
    return int_sum(map(len, found)) / int_sum(map(len, shorter))


def cell_pairs(old: Row, new: Row) -> Iterator[tuple[HtmlCell | None, HtmlCell | None]]:
    """Yield each cell of two rows with the same cell of the other row; one of them is None if only one row has it.

    Cells are in the same column by position, or by the labels in the first row of the table if it has other columns.
    """
    if len(old.cells) == len(new.cells):
        yield from zip(old.cells, new.cells, strict=True)
        return
    by_label = len(old.labels) == len(old.cells) and len(new.labels) == len(new.cells)
    before, after = (row.labels if by_label else tuple(cell.texts for cell in row.cells) for row in (old, new))
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(old.cells[i:i_end], new.cells[j:j_end], strict=True)
        else:
            yield from ((cell, None) for cell in old.cells[i:i_end])
            yield from ((None, cell) for cell in new.cells[j:j_end])
