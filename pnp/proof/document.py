"""The text of a rulebook as checks read it: lines, flowing text, numbered cases and lists."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pnp.proof.case_numbers import NumberedCase, cases_in
from pnp.proof.english import is_english
from pnp.spot import Spot

MARKER = re.compile(
    r"(?P<open>[(\[]?)(?P<mark>\d{1,2}|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})(?P<close>[.)\]:])(?=\s)|"
    r"(?P<bullet>[•●▪■►◆○–*·-])\s"
)
"""The mark at the beginning of an item of a list: `a)`, `(2)`, `IV.` or a bullet."""
SPECIAL_TOKEN = re.compile(r"<\|[^|<>\n]{1,120}\|>")
"""Marks such as `<|page|>`, which programs put between the parts of an extracted text."""
PAGE_NUMBER = re.compile(r"(?:page\s*)?[-–—]?\s*\d{1,3}\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,3})?", re.IGNORECASE)
MOST_UNKNOWN, FEWEST_UNKNOWN = 0.1, 25
"""The share and the number of unknown words from which on a text is taken as spoilt by text recognition."""
FREQUENT = ("the", "of", "and", "to", "a", "in", "is", "or")
"""The most frequent words of English rules: 13 to 23 % of all words, also in texts with many slips."""
FEWEST_WORDS, LEAST_FREQUENT = 200, 0.05
"""The fewest words of a text whose language is recognised, and the least share of frequent words in English."""
WIDE_LINE = 120
"""From this median number of characters on, each line of a text is a paragraph."""

_HTML = re.compile(
    r"<!--.*?-->|<(script|style)\b[^>]*>.*?</\1\s*>|</?[a-z][a-z0-9]*(?:\s[^<>\n]*)?/?>", re.IGNORECASE | re.DOTALL
)
"""Scripts, comments and tags of HTML in a text, which readers do not see."""
_ADDRESS = re.compile(
    r"(?<=\])\((?=[^()\s]*[/#])[^()\s]*\)|(?<=\[\[)[^\[\]|\n]*\|(?=[^\[\]\n]*\]\])|\bhttps?://[^\s)>\]]+"
)
"""The address of a link, beside the text that readers see."""
LONGEST_END = 100
"""The most characters at the end of a line in which a divided word is searched."""


class Line(NamedTuple):
    """A line of a document: its text, its page (0 if the document has no pages) and its number."""

    text: str
    page: int
    number: int


@dataclass(frozen=True)
class RulebookText:
    """A rulebook as lines in reading order. Running heads and page numbers are not among them."""

    name: str
    lines: tuple[Line, ...]

    @cached_property
    def _flow(self) -> tuple[str, list[int], frozenset[str]]:
        """The flowing text, the offset of each line in it, and the words that a line end divided."""
        pieces: list[str] = []
        starts: list[int] = []
        divided: set[str] = set()
        length = 0
        wide = self._is_wide
        before = ""
        for i, line in enumerate(self.lines):
            text = " ".join(line.text.split())
            if i:
                glue = "\n" if wide or self._begins_paragraph(i) else " "
                cut = re.search(r"(\w{2,})-$", before[-LONGEST_END:])
                if cut and text[:1].islower():
                    pieces[-1] = pieces[-1][:-1]
                    length -= 1
                    divided.add((cut[1] + re.match(r"\w*", text)[0]).casefold())  # type: ignore[index]
                    glue = ""
                pieces.append(glue)
                length += len(glue)
            starts.append(length)
            pieces.append(text)
            length += len(text)
            before = text or before
        return "".join(pieces), starts, frozenset(divided)

    @cached_property
    def _is_wide(self) -> bool:
        """Whether each line is a paragraph."""
        lengths = sorted(len(line.text) for line in self.lines if line.text.strip())
        return bool(lengths) and lengths[len(lengths) // 2] >= WIDE_LINE

    def _begins_paragraph(self, i: int) -> bool:
        """Return whether line `i` begins a new paragraph."""
        text, before = self.lines[i].text.strip(), self.lines[i - 1].text.strip()
        if not text or not before or i in self.case_lines or i - 1 in self.heading_lines:
            return True
        if "|" in text or "|" in before or text.startswith(("#", ">")) or before.startswith("#"):
            return True
        return bool(MARKER.match(text)) and not before.endswith(("see", "rule", "section", "("))

    @property
    def text(self) -> str:
        """The flowing text: paragraphs separated by line breaks, with divided words joined."""
        return self._flow[0]

    @property
    def divided_words(self) -> frozenset[str]:
        """The words that a line end divided, in small letters. Their hyphen may have been part of the word."""
        return self._flow[2]

    @cached_property
    def divided_beginnings(self) -> frozenset[str]:
        """The beginnings of words before a hyphen at the end of a line, in small letters."""
        ends = (re.search(r"([^\W\d_]+)-$", line.text.rstrip()[-LONGEST_END:]) for line in self.lines)
        return frozenset(end[1].casefold() for end in ends if end)

    @property
    def is_markdown(self) -> bool:
        """Whether the document is a Markdown text, in which programs number the lists."""
        return self.name.lower().endswith((".md", ".markdown"))

    def are_adjacent(self, start: int, end: int) -> bool:
        """Return whether nothing is between the words at two offsets.

        In texts that were taken from pages, the next line may belong to another column, and a wide space replaces a
        picture.
        """
        line = self.line_at(start).text
        wide = re.search(r"\s+".join(map(re.escape, self.text[start:end].split())) + r"\s*", line)
        if wide and re.search(r"\S\s{2,}", wide[0]):
            return False
        return self.is_markdown or self.index_at(start) == self.index_at(end)

    def line_at(self, offset: int) -> Line:
        """Return the line at an offset of the flowing text."""
        return self.lines[self.index_at(offset)]

    def index_at(self, offset: int) -> int:
        """Return the index of the line at an offset of the flowing text."""
        return max(bisect_right(self._flow[1], offset) - 1, 0)

    def offset_of(self, index: int) -> int:
        """Return the offset of a line in the flowing text."""
        return self._flow[1][index]

    def spot(self, index: int) -> Spot:
        """Return the source location of a line."""
        line = self.lines[index]
        return Spot(self.name, line.number, 0, f"page {line.page}" if line.page else "")

    @cached_property
    def cases(self) -> tuple[NumberedCase, ...]:
        """The numbered headings and paragraphs, in reading order, without those of a table of contents."""
        return cases_in([line.text for line in self.lines])

    @cached_property
    def case_lines(self) -> frozenset[int]:
        """The indices of the lines that begin a case."""
        return frozenset(case.line for case in self.cases)

    @cached_property
    def heading_lines(self) -> frozenset[int]:
        """The indices of the lines that contain nothing but the number and the title of a case."""
        return frozenset(
            case.line for case in self.cases if len(case.title) < 60 and not case.title.rstrip().endswith((".", ","))
        ) - frozenset(case.line for case in self.cases if ". " in case.title)

    @cached_property
    def words(self) -> Counter[str]:
        """The number of times that each word occurs, as it is written."""
        return Counter(re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", self.text))

    @cached_property
    def is_foreign(self) -> bool:
        """Whether the document is not in English: its most frequent words are others."""
        total = sum(self.words.values())
        return total >= FEWEST_WORDS and sum(self.words[word] for word in FREQUENT) < LEAST_FREQUENT * total

    @cached_property
    def is_spoilt(self) -> bool:
        """Whether text recognition has spoilt so many words that names and spaces cannot be checked."""
        small = re.findall(r"(?<![\w'’-])[a-z]{4,}(?![\w'’])", self.text)
        known = self.divided_words | self.divided_beginnings
        unknown = sum(word not in known and not is_english(word) for word in small)
        return not self.is_foreign and unknown > MOST_UNKNOWN * len(small) and unknown > FEWEST_UNKNOWN

    def paragraphs(self) -> Iterator[tuple[int, str]]:
        """Yield (offset, text) for each paragraph of the flowing text."""
        at = 0
        for text in self.text.split("\n"):
            if text:
                yield at, text
            at += len(text) + 1


def make_document(name: str, text: str) -> RulebookText:
    """Return the document of a plain or Markdown text. A form feed begins a page."""
    plain = _ADDRESS.sub("", text)
    plain = _HTML.sub(lambda found: re.sub(r"[^\n\f]+", " ", found[0]), text.replace("\r\n", "\n").replace("\r", "\n"))
    pages = plain.split("\f")
    lines: list[Line] = []
    number = 1
    for page, content in enumerate(pages, 1):
        for i, line in enumerate(content.split("\n")):
            if i:
                number += 1
            lines.append(Line(clean_line(line), page if len(pages) > 1 else 0, number))
    return RulebookText(name, without_running_heads(lines))


def clean_line(text: str) -> str:
    """Return a line without the marks of extraction programs, soft hyphens and invisible characters."""
    text = SPECIAL_TOKEN.sub("", text)
    text = re.sub(r"[\x00-\x08\x0b\x0e-\x1f\x7f]", " ", text)
    text = re.sub(r"[\u00ad\u200b-\u200f\u2060\ufeff]", "", text).replace("\u00a0", " ").replace("\u2011", "-")
    for ligature, letters in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")):
        text = text.replace(ligature, letters)
    # Emphasis of Markdown, which may surround a number or a word.
    return (
        re.sub(r"(\*\*|__|(?<!\w)[*_](?=[\w\[])|(?<=[\w\]])[*_](?!\w))", "", text)
        if "*" in text or "_" in text
        else text
    )


def without_running_heads(lines: list[Line]) -> tuple[Line, ...]:
    """Return the lines without running heads, running feet and page numbers."""
    edges: list[int] = []
    for i, line in enumerate(lines):
        if line.page and (i == 0 or lines[i - 1].page != line.page):
            edges += [j for j in range(i, min(i + 3, len(lines))) if lines[j].page == line.page]
            edges += range(max(i - 3, 0), i)
    edges += range(max(len(lines) - 3, 0), len(lines)) if lines and lines[-1].page else []
    repeated = Counter(_shape(lines[i].text) for i in set(edges))
    anywhere = Counter(_shape(line.text) for line in lines if re.search(r"\d", line.text))
    numbers: dict[str, set[str]] = {}
    for line in lines:
        numbers.setdefault(_shape(line.text), set()).add(" ".join(re.findall(r"\d+", line.text)))
    gone = {
        i
        for i in set(edges)
        if lines[i].text.strip()
        and (repeated[_shape(lines[i].text)] >= 3 or PAGE_NUMBER.fullmatch(lines[i].text.strip()))
    }
    for i, line in enumerate(lines):
        shape = _shape(line.text)
        words = re.findall(r"[^\W\d_]{3,}", shape)
        if anywhere[shape] >= 4 and len(numbers[shape]) >= 4 and len(words) >= 2 and "." not in line.text:
            if _only_page_numbers(numbers[shape]):
                gone.add(i)
        elif re.fullmatch(r"\s*page\s*\d+(?:\s*(?:of|/)\s*\d+)?\s*", line.text, re.IGNORECASE):
            gone.add(i)
    return tuple(line for i, line in enumerate(lines) if i not in gone)


def _shape(text: str) -> str:
    """Return a line with each number replaced by `#`, so that running heads of all pages are equal."""
    return re.sub(r"\d+", "#", " ".join(text.split())).casefold()


def _only_page_numbers(numbers: set[str]) -> bool:
    """Return whether exactly one number differs between lines and rises like page numbers."""
    rows = [text.split() for text in numbers]
    columns = list(zip(*rows, strict=False))
    changing = [column for column in columns if len(set(column)) > 1]
    return len(changing) == 1 and len(set(changing[0])) == len(rows)
