"""The text of a case of the rules as HTML: Markdown with references and with values put in from the data.

`{{ table("crt") }}` is an expression in a sandbox that knows only the inserts given to it. What it gives is never read
as Markdown: it is set aside, and put into the finished HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import signature
from math import inf
from types import TracebackType

from jinja2 import StrictUndefined, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from pnp.compose.prose import Refer, plain, render_inline
from pnp.findings import Finding, did_you_mean
from pnp.spot import Spot
from pnp.typeface import text_width
from pnp.units import Mm, points

Insert = Callable[..., Markup]

ONLY_CALLS = 'write {{ table("id") }} and the like'

MOST_LISTED = 20
"""Names that a message lists at most."""
DEEPEST_LIST = 5
"""Levels of a list; each takes `LIST_INDENT` from the column, so more would leave no room for words."""
LIST_INDENT: Mm = points(13)
CELL_GAP: Mm = points(6)
"""The indent of a list item and the space after a table cell in `templates/style/rules.css`."""
TABLE_TYPE = ("sans-semibold", 9.0)
"""Font key and size in points of the tables in the rules text; heads are semibold."""

_BREAKS = re.compile(r"(?<=[-–—])(?=.)")

_MOST_NESTED = 200
"""Tokens in tokens that the parser reads. It drops what is deeper without a word; R103 reports lists long before."""
_STANDIN = re.compile("\ue000(\\d+)\ue001")
_PRIVATE = re.compile("[\ue000\ue001]")
"""What stand-ins are made of. No typeface has a letter for them, so no text needs them."""
_UNREAD = re.compile(r"\{[%#]")
"""What would be a statement or a comment to Jinja, and so would vanish."""


class UnknownError(LookupError):
    """An insert was asked for something that the game does not have: what is wrong, and what to write."""

    def __init__(self, wrong: str, write: str) -> None:
        """Keep both for the finding."""
        super().__init__(wrong)
        self.wrong, self.write = wrong, write


def near(name: str, known: Sequence[str]) -> str:
    """Return advice on a name that is not known."""
    return did_you_mean(name, known, many=len(known) <= MOST_LISTED)


class CaseText:
    """Sets the texts of cases, and keeps a finding for each fault in them."""

    def __init__(self, inserts: Mapping[str, Insert], refer: Refer, room: Mm = inf) -> None:
        """`inserts` are the functions that `{{ }}` may call; `refer` makes a link, or raises `UnknownError`; `room` is
        the width of a line.
        """
        self.findings: list[Finding] = []
        self._inserts = inserts
        self._refer = refer
        self._room = room
        self._aside: list[Markup] = []
        self._spot = Spot("")
        self._sandbox = ImmutableSandboxedEnvironment(
            undefined=StrictUndefined, finalize=self._set_aside, keep_trailing_newline=True, autoescape=False
        )
        self._parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _MOST_NESTED}).enable("table")

    def render(self, text: str, spot: Spot) -> Markup:
        """A text as HTML; `spot` is where its first line stands."""
        self._spot, self._aside = spot, []
        private = _PRIVATE.search(text)
        if private:
            wrong = f"no typeface has the character U+{ord(private[0]):04X}"
            self._fault(_line(text, private.start()), wrong, "delete it")
            return Markup()
        filled = self._fill(text) if "{" in text else text
        tokens = self._parser.parse(filled)
        self._find_losses(tokens)
        html = self._parser.renderer.render(list(self._finish(tokens)), self._parser.options, {})
        return Markup(_STANDIN.sub(lambda m: str(self._aside[int(m[1])]), html))  # noqa: S704 - made of escaped parts

    def _set_aside(self, value: object) -> str:
        """Keep the value of an expression and leave a stand-in that no Markdown touches."""
        self._aside.append(escape(value))
        return f"\ue000{len(self._aside) - 1}\ue001"

    def _fill(self, text: str) -> str:
        """The text with stand-ins for its inserts; empty if there is a fault."""
        unread = _UNREAD.search(text)
        if unread:
            wrong = f"{unread[0]} begins template code that is not printed"
            self._fault(_line(text, unread.start()), wrong, f"{ONLY_CALLS}, or a blank after {{")
            return ""
        try:
            try:
                tree = self._sandbox.parse(text)
            except (RecursionError, ValueError):  # brackets in each other, or a number of thousands of digits
                self._fault(_line(text, text.find("{{")), "what is in braces is too long or too deep", ONLY_CALLS)
                return ""
            faults = [*self._forbidden(tree)]
            for line, wrong, write in faults:
                self._fault(line, wrong, write)
            return "" if faults else self._sandbox.from_string(text).render(self._inserts)
        except TemplateSyntaxError as error:
            self._fault(error.lineno, error.message or "this cannot be read", ONLY_CALLS)
        except UnknownError as error:
            self._fault(_template_line(error.__traceback__), error.wrong, error.write)
        return ""

    def _forbidden(self, tree: nodes.Template) -> Iterator[tuple[int, str, str]]:
        """All but calls of inserts with plain values: so filling in a text always ends, and soon."""
        for part in (part for node in tree.body for part in getattr(node, "nodes", [node])):
            if isinstance(part, nodes.TemplateData):
                continue
            plain = isinstance(part, nodes.Call) and not (part.kwargs or part.dyn_args or part.dyn_kwargs)
            if not plain or not isinstance(part.node, nodes.Name):
                yield part.lineno, "only calls of inserts can stand in braces", ONLY_CALLS
            elif part.node.name not in self._inserts:
                name = part.node.name
                yield part.lineno, f"there is no insert {name!r}", near(name, tuple(self._inserts))
            elif not all(
                isinstance(argument, nodes.Const) and isinstance(argument.value, str) for argument in part.args
            ):
                yield part.lineno, "an insert takes ids in quotation marks", ONLY_CALLS
            elif not _takes(self._inserts[part.node.name], len(part.args)):
                ids = "one id" if _takes(self._inserts[part.node.name], 1) else "no id"
                yield part.lineno, f"{part.node.name} takes {ids}", ONLY_CALLS

    def _fault(self, line: int, wrong: str, write: str, code: str = "R101") -> None:
        spot = self._spot
        self.findings.append(Finding(code, Spot(spot.file, spot.line + line - 1, 1, spot.path), wrong, write))

    def _find_losses(self, tokens: Sequence[Token]) -> None:
        """Report what a column of the booklet would cut off or cannot show: wide tables, deep lists, pictures."""
        depth = 0
        for index, token in enumerate(tokens):
            line = (token.map or [0])[0] + 1
            if token.type in ("bullet_list_open", "ordered_list_open"):
                depth += 1
                if depth == DEEPEST_LIST + 1:
                    wrong = f"a list is nested {depth} deep; the booklet has room for {DEEPEST_LIST} levels"
                    self._fault(line, wrong, "use fewer levels, or begin a new case", "R103")
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
            elif token.type == "table_open":
                needs, room = _narrowest(tokens[index:]), self._room - depth * LIST_INDENT
                if needs > room:
                    wrong = f"the table needs at least {needs:.0f} mm, but its column is only {room:.0f} mm wide"
                    self._fault(line, wrong, "use fewer columns or shorter words, or print it on an aid", "R102")
            elif any(child.type == "image" for child in token.children or ()):
                self._fault(line, "the rules cannot show pictures from files", "delete ![...](...)", "R104")

    def _finish(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """References become links, run-in heads are marked, and an insert that is a paragraph stands as a block."""
        rest = iter(tokens)
        for token in rest:
            if token.type == "paragraph_open":
                words = next(rest)
                end = next(rest)
                if _STANDIN.fullmatch(words.content.strip()):
                    yield Token("html_block", "", 0, content=words.content.strip() + "\n")
                else:
                    yield from (token, self._words(words), end)
            else:
                yield self._words(token) if token.type == "inline" else token

    def _words(self, token: Token) -> Token:
        """The words of a paragraph, heading or table cell, finished."""
        children = token.children or []
        begins = [child for child in children if child.content or child.type == "strong_open"][:1]
        if begins and begins[0].type == "strong_open":
            begins[0].attrSet("class", "run-in")
        first = (token.map or [0])[0] + 1

        def refer(number: str) -> Markup:
            try:
                return self._refer(number)
            except UnknownError as error:
                self._fault(first + token.content[: token.content.index(number)].count("\n"), error.wrong, error.write)
                return escape(number)

        return Token("html_inline", "", 0, content=render_inline(children, refer))


def _narrowest(tokens: Iterable[Token]) -> Mm:
    """Return the least width of the table that these tokens begin with: each column as wide as its longest word."""
    columns: list[Mm] = []
    at = 0
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            at = 0
        elif token.type == "inline":
            words = [word for part in plain(token.content).split() for word in _BREAKS.split(part)]
            widest = max((text_width(word, *TABLE_TYPE) for word in words if "\ue000" not in word), default=0)
            columns[at : at + 1] = [max(widest, *columns[at : at + 1], 0)]
            at += 1
    return sum(columns) + CELL_GAP * len(columns)


def _takes(insert: Insert, number: int) -> bool:
    """Can an insert be called with so many ids?"""
    try:
        signature(insert).bind(*[""] * number)
    except TypeError:
        return False
    return True


def _line(text: str, index: int) -> int:
    """The line of a character, from 1."""
    return text.count("\n", 0, index) + 1


def _template_line(trace: TracebackType | None) -> int:
    """Line of a template in which an error arose, from 1."""
    line = 1
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
