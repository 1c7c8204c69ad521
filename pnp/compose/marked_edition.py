"""The marked edition of a book: what differs from the old edition is bold and red, with a bar beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from markupsafe import escape

from pnp.compose.html_book import Book
from pnp.scene import Scene

MARK = "changed"
"""The CSS class of words that are new or differ."""
LAST_COLUMN = '<div class="last"></div>'
"""The empty column at the end of a booklet, which may be left out."""
_TOKEN = re.compile(r"<[^>]*>|&[^;\s]+;|[^<&\s]+|\s+|&")
_WORDLESS = re.compile(r"<(style|title)\b.*?</\1>", re.DOTALL)
_BLOCKS = "p, li, dd, dt, td, th, h1, h2, h3, h4, div"
STYLE = f"""<style>
.{MARK} {{ color: #B3201E; font-weight: 700 }}
:is({_BLOCKS}):has(> .{MARK}, > * > .{MARK}) {{
  border-left: 1.2pt solid #B3201E; padding-left: 2pt; margin-left: -3.2pt
}}
:is(td, th):has(.{MARK}) {{ background: #FBE3DE; margin-left: 0 }}
</style>
"""


def marked_edition(
    old: Book, new: Book, appendix: str = "", scenes: Mapping[str, Scene] | None = None, since: str = ""
) -> Book:
    """Return a book with every word marked that differs from the old edition of the book.

    `appendix` is HTML that is added at the end, such as the list of changes, and `scenes` are its drawings. The name of
    the book ends with `-marked`. A line at the top of the first page explains the marks; `since` is the name of the old
    edition in it.
    """
    head, body = _halves(new.html)
    _, before = _halves(old.html)
    marked = "".join(_marked_lines(before.splitlines(keepends=True), body.splitlines(keepends=True)))
    end = LAST_COLUMN if LAST_COLUMN in marked else "</body>"
    marked = marked.replace(end, f"{appendix}{end}")
    title = f"{new.title} with changes marked"
    head = head.replace(f"<title>{escape(new.title)}</title>", f"<title>{escape(title)}</title>")
    html = head.replace("</head>", f"{STYLE}{_legend(since or 'the last edition')}</head>") + marked
    return replace(
        new,
        name=f"{new.name}-marked",
        title=title,
        html=html,
        scenes={**new.scenes, **(scenes or {})},
        pages=0,
    )


def _legend(since: str) -> str:
    """Return the style that prints what the marks mean at the top of the first page, outside its text."""
    words = f"Changes since {since} are bold and red, with a bar in the margin."
    quoted = "".join(one if one.isalnum() or one in " ,.-" else f"\\{ord(one):x} " for one in words)
    look = "font: 700 8pt/9pt 'Barlow Semi Condensed'; color: #B3201E; white-space: nowrap; vertical-align: bottom"
    return f'<style>@page :first {{ @top-center {{ content: "{quoted}"; {look} }} }}</style>\n'


def _halves(html: str) -> tuple[str, str]:
    """Return a document up to the end of the first styles in its body, and the rest."""
    last = 0
    for match in _WORDLESS.finditer(html):
        last = match.end()
    at = max(html.index("<body"), last)
    return html[:at], html[at:]


def _marked_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the new document, with the words marked that the old one does not have there."""
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from new[new_from:new_to]
        elif tag in ("insert", "replace"):
            before = _TOKEN.findall("".join(old[old_from:old_to]))
            yield "".join(_marked_tokens(before, _TOKEN.findall("".join(new[new_from:new_to]))))


def _marked_tokens(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Yield tags, words and blanks of the new text; runs of words that the old text does not have are marked."""
    for tag, _, _, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "delete":
            continue
        run: list[str] = []
        for token in new[new_from:new_to]:
            if tag == "equal" or token.startswith("<"):
                yield from _marked_run(run)
                run = []
                yield token
            else:
                run.append(token)
        yield from _marked_run(run)


def _marked_run(run: Sequence[str]) -> Iterator[str]:
    """Yield a run of words in an element that marks it; blanks alone are not marked."""
    text = "".join(run)
    yield f'<span class="{MARK}">{text}</span>' if text.strip() else text
