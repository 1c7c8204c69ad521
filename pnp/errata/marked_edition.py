"""The marked edition of a book: what differs from the old edition is red, with a bar beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import groupby

from markupsafe import escape

from pnp.compose.html_book import Book
from pnp.compose.html_units import HtmlParagraph, Row, Unit, Word, aligned, cell_pairs, html_tokens, html_units
from pnp.message import clip

MARK, CUT, CELL, BAR = "changed", "cut", "changed-cell", "change-bar"
"""The CSS classes of words that are new or differ, of the sign where words were deleted, of cells that differ, and of
the bar beside them. No other style of a book has them."""
NOT_COMPARED = "<!-- list of changes -->"
"""What follows this in a document is not compared with the old edition."""
_MARKED = re.compile(rf'<mark class="{MARK}">|<span class="{CUT}">|{CELL}">')
_FOOT = re.compile(
    r'(<footer class="page-foot"><span class="right">[^<]*</span>|<div class="panel-foot"[^>]*>)'
    r'(?:Numbers in <span class="ref">red</span> are rule cases\.)?'
)
"""The place of the legend: the foot of a page of aids or of a folder, in place of the words about numbers."""
_BAR = f'<span class="{BAR}"></span>'
_BLANKS = "\u200b \n"
_CARET = f'{_BAR}<span class="{CUT}"></span>'
STYLE = f"""<style>
/* Marks take no room, so the pages of the marked edition are laid out exactly as those of the clean one. */
mark.{MARK}, .legend b {{ color: #B3201E; background: #FBE3DE }}
mark.{MARK} {{ font: inherit; margin: 0; padding: 0 }}
/* WeasyPrint would break a word that follows a mark at the beginning of a line, although it fits on the next line. */
:has(> .{MARK}, > .{BAR}, > .{CUT}), .{MARK} {{ overflow-wrap: normal }}
/* A border keeps its colour in a book with little ink; a background becomes pale. */
.{BAR} {{ position: absolute; left: -4pt; height: 1.1em; border-left: 1.2pt solid #B3201E }}
:is(.case, .ruling):has(.hang + mark, .hang + * .{BAR}) .hang .{BAR} {{ display: none }} /* the text has a bar */
.front .{BAR} {{ display: none }}
.front .contents .{BAR} {{ display: inline }}
.entry p {{ position: relative }}
:is(.contents, .entry) :is(.{CUT}, .{BAR}:has(+ .{CUT})) {{ display: none }} /* other entries were deleted, not words */
.{CUT} {{
  position: absolute; margin: .92em 0 0 -1.6pt; width: 0; height: 0; border: 1.6pt solid transparent; border-top: 0;
  border-bottom: 3pt solid #B3201E
}}
:is(.passage, .band, .entry):has(.{BAR}) {{ overflow: visible; display: flow-root }}
.{CELL}, :is(td, th):has(.{MARK}):not(.front td, :has(> div + div)), :is(td, th):has(> div + div) > :has(.{MARK}) {{
  background: #FBE3DE !important
}}
.legend {{
  border-left: 1.2pt solid #B3201E; padding-left: 3pt; color: #17140F; font: 500 7.4pt/9pt 'Barlow Semi Condensed'
}}
.legend .{CUT} {{ position: static; display: inline-block; margin: 0 1pt }}
.front .legend {{
  position: absolute; right: 24pt; top: 24pt; max-width: 460pt; padding: 4pt 6pt; background: #FFFFFF; z-index: 1;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis
}}
@page legend {{ margin: 20mm }}
.marks {{ page: legend; break-before: page }}
</style>
"""


def marked_edition(old: Book, new: Book, since: str = "") -> Book:
    """Return a book with every word marked that differs from the old edition of the book.

    Paragraphs are compared with each other, and cells of tables with those in the same row and column. A sign marks the
    place of deleted words. The name of the book ends with `-marked`. A line explains the marks; `since` is the name of
    the old edition in it. This line is on the title page or above the title of a booklet, in the foot of the first
    player aid, or else on a page of its own after the other pages.
    """
    text, listed, rest = new.html.partition(NOT_COMPARED)
    title = f"{new.title} with changes marked"
    marks = _Marks(html_tokens(text))
    marks.compare(html_units(html_tokens(old.html.partition(NOT_COMPARED)[0])), html_units(marks.tokens))
    marks.include_punctuation()
    html = marks.html().replace(f"<title>{escape(new.title)}</title>", f"<title>{escape(title)}</title>", 1)
    html = _with_legend(html.replace("</head>", f"{STYLE}</head>", 1) + listed + rest, since or "the last edition")
    return replace(new, name=f"{new.name}-marked", title=title, html=html, pages=0)


def has_marks(book: Book) -> bool:
    """Return whether anything is marked in a marked edition."""
    return _MARKED.search(book.html) is not None


def _with_legend(html: str, since: str) -> str:
    """Return a document with the line that says what the marks mean."""
    words = f"Changes since {escape(clip(since))} are <b>red</b> on pink, with a bar beside them; "
    legend = f'{words}<span class="sign {CUT}"></span> marks deleted words. Pictures are not marked.'
    at = re.search(r'<section class="front"[^>]*>|<div class="titling">', html)
    if at is not None:
        return f'{html[: at.end()]}<div class="legend">{legend}</div>{html[at.end() :]}'
    if _FOOT.search(html):
        return _FOOT.sub(lambda foot: f'{foot[1]}<span class="legend">{legend}</span>', html, count=1)
    page = f'<section class="marks"><div class="legend">{legend}</div></section>'
    return html.replace("</body>", f"{page}</body>")


@dataclass
class _Marks:
    """The marks of a document: words and cells that differ, and where words were deleted, by places of tokens."""

    tokens: list[str]
    words: set[int] = field(default_factory=set)
    cells: set[int] = field(default_factory=set)
    cuts_before: set[int] = field(default_factory=set)
    cuts_after: set[int] = field(default_factory=set)

    def compare(self, old: Sequence[Unit], new: Sequence[Unit], cell: int | None = None) -> None:
        """Mark what differs in the units of the new document; `cell` is the place of the cell that contains them.

        The order of the lines of a cell is compared too: they may be the steps of a phase.
        """
        last: int | None = None
        is_cut = False  # whether units before this one were deleted, and none was inserted in their place
        for is_same, group in groupby(aligned(old, new, moves=cell is None), lambda pair: None not in pair):
            for before, after in (pairs := list(group)):
                if after is None:
                    continue
                self._compare_one(before, after, cell)
                if is_cut:
                    self.cuts_before.add(_first(after))
                last, is_cut = after.last, False
            if not is_same and all(pair.new is None for pair in pairs):
                self.cuts_after |= set() if last is None else {last}
                is_cut = last is None
        if is_cut and cell is not None:
            self.cells.add(cell)

    def _compare_one(self, old: Unit | None, new: Unit, cell: int | None) -> None:
        """Mark what differs in a unit; all of it if there is no old one."""
        if isinstance(new, Row):
            if isinstance(old, Row):
                self._compare_cells(old, new)
            else:
                for one in new.cells:
                    self.compare((), one.units, one.at)
        else:
            self._compare_words(old.words if isinstance(old, HtmlParagraph) else (), new.words, cell)

    def _compare_cells(self, old: Row, new: Row) -> None:
        """Mark the cells that differ from those in the same row and column."""
        last: int | None = None
        for before, after in cell_pairs(old, new):
            if after is None:
                self.cuts_after |= set() if last is None else {last}
                continue
            last = after.units[-1].last if after.units else last
            units = before.units if before is not None else ()
            if len(units) == len(after.units) == 1:
                self._compare_one(units[0], after.units[0], after.at)
            else:
                self.compare(units, after.units, after.at)

    def _compare_words(self, old: Sequence[Word], new: Sequence[Word], cell: int | None) -> None:
        """Mark the words of a paragraph that differ, and the places of deleted words."""
        before, after = ([word.text for word in words] for words in (old, new))
        for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if tag == "equal":
                continue
            differ = [*before[i:i_end], *after[j:j_end]]
            if cell is not None and any(text.startswith("<") for text in differ):  # such as a shaded box of a strip
                self.cells.add(cell)
            self.words |= {word.at for word in new[j:j_end]}
            if tag == "delete" and not all(text.startswith("<") for text in differ):
                if j:
                    self.cuts_after.add(new[j - 1].at)
                else:
                    self.cuts_before.add(new[0].at)

    def include_punctuation(self) -> None:
        """Extend marks over the punctuation after a word: a mark between the two would change their distance."""
        self.words |= {at + 1 for at in self.words if self._is_punctuation(at + 1)}
        self.cuts_after = {at + self._is_punctuation(at + 1) for at in self.cuts_after}

    def _is_punctuation(self, at: int) -> bool:
        """Return whether a token is punctuation after a word."""
        return at < len(self.tokens) and not self.tokens[at].strip(".,;:!?")

    def html(self) -> str:
        """Return the document with its marks."""
        return "".join(self._marked_tokens())

    def _marked_tokens(self) -> Iterator[str]:
        """Yield the tokens of the document and its marks; blanks between marked words are marked too."""
        run: list[int] = []  # the places of marked words, and of blanks after them
        for at, token in enumerate(self.tokens):
            is_marked = at in self.words and not token.startswith("<")
            if run and not is_marked and (token.strip(_BLANKS) or at in self.cuts_before):
                yield from self._run(run)
                run = []
            if at in self.cuts_before:
                yield _CARET
            if is_marked or run:
                run.append(at)
            elif at in self.cells:
                yield _with_class(token)
            else:
                yield token
            if at in self.cuts_after:
                yield from self._run(run)
                run = []
                yield _CARET
        yield from self._run(run)

    def _run(self, places: Sequence[int]) -> Iterator[str]:
        """Yield marked words in one element, each with a bar; blanks at the end are not marked.

        A bar follows its word, because a line may end between a bar and the word after it.
        """
        size = max((n for n, at in enumerate(places, 1) if at in self.words), default=0)
        if size:
            texts = [self.tokens[at] for at in places[:size]]
            ends = [not text.strip(_BLANKS) for text in (*texts[1:], "")]
            words = (
                f"{text}{_BAR}" if end and text.strip(_BLANKS) else text for text, end in zip(texts, ends, strict=True)
            )
            yield f'<mark class="{MARK}">{"".join(words)}</mark>'
        yield from (self.tokens[at] for at in places[size:])


def _first(unit: Unit) -> int:
    """Return the place of the first word of a unit."""
    if isinstance(unit, Row):
        return next(_first(cell.units[0]) for cell in unit.cells if cell.units)
    return unit.words[0].at


def _with_class(tag: str) -> str:
    """Return the start tag of a cell with the class of cells that differ."""
    if 'class="' in tag:
        return re.sub(r'class="([^"]*)"', rf'class="\1 {CELL}"', tag, count=1)
    return f'{tag[:-1]} class="{CELL}">'
