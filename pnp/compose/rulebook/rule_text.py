"""The text of a case as HTML: Markdown with references to other cases and inserted tables or counters.

The loader has filled the inserts that give words. `{{ table("crt") }}` and the other inserts of the booklet are filled
here. The HTML of an insert is never parsed as Markdown: a placeholder stays in the text and is replaced in the finished
HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, inf

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from pnp.compose.inline_markdown import ReferenceWriter, plain_text, running_references, token_html
from pnp.findings import Finding
from pnp.model.inserts import VALUE_INSERTS, UnknownIdError, check_call, insert_calls
from pnp.spot import Spot
from pnp.typeface import text_width
from pnp.units import Mm, points

Insert = Callable[..., Markup]

DEEPEST_LIST = 5
"""The greatest number of list levels. Each level takes `LIST_INDENT` from the column; more leave no room for words."""
LIST_INDENT: Mm = points(13)
CELL_GAP: Mm = points(6)
"""The indent of a list item and the space after a table cell in `templates/style/rules.css`."""
TABLE_TYPE = ("sans-semibold", 9.0)
"""Font key and size in points of the tables in the rules text; heads are semibold."""

_TITLE = re.compile(r"<strong|<em>[^<]*[.:!?]</em>")
"""The beginning of a paragraph with a title of its own, in bold, or in italics with a stop."""
_BREAKS = re.compile(r"(?<=[-–—])(?=.)")

_LETTERED = re.compile(r"\(?(?:[a-z]|[A-Z]|[ivx]{2,4}|\d{1,2})[.)]\s")
"""The beginning of an item of a list with letters, Roman numerals, or numbers in parentheses."""
_BREAK_TAG = re.compile(r"[ ]*<br[ ]*/?>[ ]*", re.IGNORECASE)
_MOST_NESTED = 200
"""The greatest depth of nested tokens. The parser silently drops deeper tokens; R103 reports such lists first."""
_PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")
_PRIVATE = re.compile("[\ue000\ue001]")
"""The characters of placeholders. No typeface has these characters, so no text needs them."""


@dataclass(frozen=True)
class RulePassage:
    """A part of a rules text that stays in one column: its HTML and its kind.

    The kind is `text`, `titled` (a paragraph with a title of its own), `item` (of a list), `table`, `insert` (a table
    of the data, or a counter) or `subhead`. `keep` says that the next block is in the same column. `begins` is the HTML
    of a paragraph without its tags, before which a title can stand; None if the block does not begin with plain words.
    """

    kind: str
    html: Markup
    keep: bool = False
    begins: Markup | None = None

    @property
    def band(self) -> bool:
        """Whether the block is printed across both columns."""
        return self.html.startswith(WIDE)


WIDE = '<div class="insert wide">'
"""The tag with which the HTML of an insert begins if it needs the width of both columns."""
KINDS = {
    "heading_open": "subhead",
    "bullet_list_open": "item",
    "ordered_list_open": "item",
    "table_open": "table",
    "html_block": "insert",
}
"""The kind of block that a Markdown token begins; any other begins `text`."""
SHORT_LIST = 3
"""A list with more items may be divided between columns, but not after the first item or before the last."""


class RuleText:
    """Converts the texts of cases to HTML and collects a finding for each fault in them."""

    def __init__(self, inserts: Mapping[str, Insert], refer: ReferenceWriter, room: Mm = inf) -> None:
        """`inserts` are the functions that `{{ }}` may call here. `refer` returns a link to a case, or raises
        `UnknownIdError`. `room` is the width of a line.
        """
        self.findings: list[Finding] = []
        self._inserts = inserts
        self._refer = refer
        self._room = room
        self._values: list[Markup] = []
        self._spot = Spot("")
        self._parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _MOST_NESTED}).enable(
            ["table", "strikethrough"]
        )

    def render(self, text: str, spot: Spot) -> tuple[RulePassage, ...]:
        """Return the text of a case as blocks; `spot` is where the text begins in its file."""
        self._spot, self._values = spot, []
        private = _PRIVATE.search(text)
        if private:
            wrong = f"no typeface has the character U+{ord(private[0]):04X}"
            self._report_fault(_line_of(text, private.start()), wrong, "delete it")
            return ()
        filled = self._fill_inserts(text) if "{{" in text else text
        tokens = self._parser.parse(filled)
        self._check_room(tokens)
        for token in tokens:
            if token.type == "ordered_list_open":
                token.attrSet("style", f"counter-reset: step {int(token.attrGet('start') or 1) - 1}")
        return tuple(_keep_lists(self._blocks(list(self._finish(tokens)))))

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[RulePassage]:
        """Yield finished tokens as blocks: one for each paragraph, table and item of a list."""
        for part in _top_level(tokens):
            kind = KINDS.get(part[0].type, "text")
            if kind != "item":
                begins = self._html(part[1:-1]) if _begins_plain(part) else None
                kind = "titled" if kind == "text" and len(part) > 1 and part[1].content.startswith("<strong") else kind
                yield RulePassage(kind, self._html(part), kind == "subhead", begins)
                continue
            start = int(part[0].attrGet("start") or 1)
            for number, item in enumerate(_top_level(part[1:-1]), start):
                if part[0].type == "ordered_list_open":
                    part[0].attrSet("style", f"counter-reset: step {number - 1}")
                yield RulePassage(kind, self._html([part[0], *item, part[-1]]))

    def _html(self, tokens: Sequence[Token]) -> Markup:
        """Return tokens as HTML, with the HTML of inserts in its place."""
        html = self._parser.renderer.render(list(tokens), self._parser.options, {})
        return Markup(_PLACEHOLDER.sub(lambda m: str(self._values[int(m[1])]), html))  # noqa: S704 - made of escaped parts

    def _placeholder(self, value: object) -> str:
        """Store an insert's HTML, and return a placeholder that Markdown leaves unchanged."""
        self._values.append(escape(value))
        return f"\ue000{len(self._values) - 1}\ue001"

    def _fill_inserts(self, text: str) -> str:
        """Return the text with a placeholder for each insert; empty if an insert is invalid."""
        parts: list[str] = []
        at = 0
        valid = True
        for call in insert_calls(text):
            try:
                check_call(call, self._inserts, VALUE_INSERTS)
                parts += [text[at : call.start], self._placeholder(self._inserts[call.name](*call.arguments))]
            except UnknownIdError as error:
                self._report_fault(_line_of(text, call.start), error.wrong, error.write)
                valid = False
            at = call.end
        return "".join([*parts, text[at:]]) if valid else ""

    def _report_fault(self, line: int, wrong: str, write: str, code: str = "R101") -> None:
        """Add a finding about a line of the rules text (from 1)."""
        spot = self._spot
        self.findings.append(Finding(code, Spot(spot.file, spot.line + line - 1, 1, spot.path), wrong, write))

    def _check_room(self, tokens: Sequence[Token]) -> None:
        """Report tables, lists and pictures that a column of the booklet has no room for."""
        depth = 0
        for index, token in enumerate(tokens):
            line = (token.map or [0])[0] + 1
            if token.type in ("bullet_list_open", "ordered_list_open"):
                depth += 1
                if depth == DEEPEST_LIST + 1:
                    wrong = f"a list is nested {depth} deep; the booklet has room for {DEEPEST_LIST} levels"
                    self._report_fault(line, wrong, "use fewer levels, or begin a new case", "R103")
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
            elif token.type == "table_open":
                needs, room = _least_table_width(tokens[index:]), self._room - depth * LIST_INDENT
                if needs > room:
                    wrong = f"the table needs at least {needs:.0f} mm, but its column is only {room:.0f} mm wide"
                    self._report_fault(line, wrong, "use fewer columns or shorter words, or print it on an aid", "R102")
            elif any(child.type == "image" for child in token.children or ()):
                self._report_fault(line, "the rules cannot show pictures from files", "delete ![...](...)", "R104")

    def _finish(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Yield the Markdown tokens with finished texts; an insert alone in a paragraph becomes a block."""
        rest = iter(tokens)
        for token in rest:
            if token.type == "paragraph_open":
                words = next(rest)
                end = next(rest)
                if _PLACEHOLDER.fullmatch(words.content.strip()):
                    yield Token("html_block", "", 0, content=words.content.strip() + "\n")
                else:
                    yield from (token, self._finished_inline(words), end)
            else:
                yield self._finished_inline(token) if token.type == "inline" else token

    def _finished_inline(self, token: Token) -> Token:
        """Return the text token of a paragraph, heading or table cell, converted to HTML."""
        children = list(_with_line_breaks(token.children or ()))
        begins = [child for child in children if child.content or child.type == "strong_open"][:1]
        if begins and begins[0].type == "strong_open":
            begins[0].attrSet("class", "run-in")
        first = (token.map or [0])[0] + 1

        def refer(number: str) -> Markup:
            """Return a link to a case, and report a case that does not exist."""
            try:
                return self._refer(number)
            except UnknownIdError as error:
                self._report_fault(
                    first + token.content[: token.content.index(number)].count("\n"), error.wrong, error.write
                )
                return escape(number)

        return Token("html_inline", "", 0, content=token_html(children, refer, running_references))


def _with_line_breaks(children: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens of a paragraph with a line break for each `<br>`, and before each item of a lettered list.

    Markdown knows no lists with letters; it would print `a. One` and `b. Two` in one line. The same happens to numbers
    in parentheses, and to a list that follows a line of text and does not begin with 1.
    """
    begins = [i for i in range(len(children)) if not i or children[i - 1].type == "softbreak"]
    items = {i for i in begins if _LETTERED.match(children[i].content)}
    for at, token in enumerate(children):
        if token.type == "softbreak" and len(items) > 1 and at + 1 in items:
            yield Token("hardbreak", "br", 0)
        elif token.type == "text" and _BREAK_TAG.search(token.content):
            for i, part in enumerate(_BREAK_TAG.split(token.content)):
                if i:
                    yield Token("hardbreak", "br", 0)
                if part:
                    yield Token("text", "", 0, content=part)
        else:
            yield token


def _top_level(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """Yield the parts of a text that are not inside others, each as its tokens."""
    part: list[Token] = []
    depth = 0
    for token in tokens:
        part.append(token)
        depth += token.nesting
        if not depth:
            yield part
            part = []


def _begins_plain(part: Sequence[Token]) -> bool:
    """Return whether a part is a paragraph that does not begin with a title of its own."""
    return part[0].type == "paragraph_open" and not _TITLE.match(part[1].content)


def _keep_lists(blocks: Iterable[RulePassage]) -> Iterator[RulePassage]:
    """Yield blocks with the first and last items of lists kept together, and lists and tables with their paragraph.

    A paragraph or an item that ends with a colon is kept with whatever follows it.
    """
    blocks = list(blocks)
    for place, block in enumerate(blocks):
        after = blocks[place + 1] if place + 1 < len(blocks) else None
        if after is None or block.keep:
            yield block
            continue
        keep = after.kind in ("item", "table") and block.kind in ("text", "titled", "subhead")
        if block.kind == after.kind == "item":
            first = place
            while first and blocks[first - 1].kind == "item":
                first -= 1
            last = place
            while last + 1 < len(blocks) and blocks[last + 1].kind == "item":
                last += 1
            keep = last - first < SHORT_LIST or place == first or place + 1 == last
        yield replace(block, keep=keep or (not after.band and block.html.striptags().endswith(":")))


def _least_table_width(tokens: Iterable[Token]) -> Mm:
    """Return the width below which words of the table at the start of `tokens` would be cut off."""
    columns: list[Mm] = []
    at = 0
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            at = 0
        elif token.type == "inline":
            words = [word for part in plain_text(token.content).split() for word in _BREAKS.split(part)]
            widest = max((text_width(word, *TABLE_TYPE) for word in words if "\ue000" not in word), default=0)
            columns[at : at + 1] = [max(widest, *columns[at : at + 1], 0)]
            at += 1
    return fsum(columns) + CELL_GAP * len(columns)


def _line_of(text: str, index: int) -> int:
    """Return the number of the line (from 1) that contains the character with this index."""
    return text.count("\n", 0, index) + 1
