"""The marked edition of a book: what differs from the old edition is red, with a bar beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from markupsafe import escape

from pnp.compose.html_book import Book

MARK = "changed"
"""The CSS class of words that are new or differ."""
NOT_COMPARED = "<!-- list of changes -->"
"""What follows this in a document is not compared with the old edition."""
_TOKEN = re.compile(r"<[^>]*>|&[^;\s]+;|[^<&\s]+|\s+|&")
_WORDLESS = re.compile(r"<(style|title)\b.*?</\1>", re.DOTALL)
_BAR = '<span class="bar"></span>'
STYLE = f"""<style>
/* Marks take no room, so the pages of the marked edition are laid out exactly as those of the clean one. */
.{MARK}, .legend b {{ color: #B3201E; background: #FBE3DE }}
.bar {{ position: absolute; left: -4pt; width: 1.2pt; height: 1.1em; background: #B3201E }}
.passage:has(.bar), .band:has(.bar) {{ overflow: visible; display: flow-root }}
:is(td, th):has(.{MARK}):not(.contents td) {{ background: #FBE3DE }}
.legend {{
  border-left: 1.2pt solid #B3201E; padding-left: 3pt; color: #17140F; font: 500 7.4pt/9pt 'Barlow Semi Condensed'
}}
.front .legend {{
  position: absolute; right: 24pt; top: 24pt; max-width: 400pt; padding: 4pt 6pt; background: #FFFFFF; z-index: 1;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis
}}
@page legend {{ margin: 20mm }}
.marks {{ page: legend; break-before: page }}
</style>
"""


def marked_edition(old: Book, new: Book, since: str = "") -> Book:
    """Return a book with every word marked that differs from the old edition of the book.

    The name of the book ends with `-marked`. A line explains the marks; `since` is the name of the old edition in it.
    This line is on the title page of a booklet, and on a page of its own after the pages of other books.
    """
    text, listed, rest = new.html.partition(NOT_COMPARED)
    head, body = _split_after_styles(text)
    _, before = _split_after_styles(old.html)
    marked = "".join(_marked_lines(before.splitlines(keepends=True), body.splitlines(keepends=True)))
    title = f"{new.title} with changes marked"
    head = head.replace(f"<title>{escape(new.title)}</title>", f"<title>{escape(title)}</title>")
    html = head.replace("</head>", f"{STYLE}</head>") + marked + listed + rest
    legend = _legend(since or "the last edition")
    at = re.search(r'<section class="front"[^>]*>', html)
    if at is not None:
        html = html[: at.end()] + legend + html[at.end() :]
    else:
        html = html.replace("</body>", f'<section class="marks">{legend}</section></body>')
    return replace(new, name=f"{new.name}-marked", title=title, html=html, pages=0)


def _legend(since: str) -> str:
    """Return the line that says what the marks mean."""
    words = f"Changes since {escape(since)} are <b>red</b> on pink, with a bar beside them."
    return f'<div class="legend">{words} Deleted words are not shown.</div>'


def _split_after_styles(html: str) -> tuple[str, str]:
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
    """Yield a run of words in an element that marks it, each word with a bar; blanks alone are not marked."""
    if not any(map(str.strip, run)):
        yield from run
        return
    words = (f"{_BAR}{token}" if token.strip() else token for token in run)
    yield f'<span class="{MARK}">{"".join(words)}</span>'
