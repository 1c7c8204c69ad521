"""The marked edition of a book: what differs from the old edition is bold and red, with a bar beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from markupsafe import escape

from pnp.compose.errata_sheet import CHANGES
from pnp.compose.html_book import Book
from pnp.compose.rulebook.rulebook import HANG
from pnp.scene import Scene

MARK = "changed"
"""The CSS class of words that are new or differ."""
END_OF_CONTENTS = "</tr></table></div><!-- contents -->"
"""The end of the table of contents of a booklet."""
CHANGES_IN_CONTENTS = (
    f'<td><p class="d1"><a href="#changes"><img src="number:changes"><span>{CHANGES}</span></a></p></td>'
)
_TOKEN = re.compile(r"<[^>]*>|&[^;\s]+;|[^<&\s]+|\s+|&")
_WORDLESS = re.compile(r"<(style|title)\b.*?</\1>", re.DOTALL)
_BLOCKS = ":is(p, li, dd, dt, h1, h2, h3, h4, h5, h6, div)"
_INLINE = ":is(a, b, em, i, span, strong)"
_MARKED = f":has(> .{MARK}, > {_INLINE} > .{MARK})"
_BAR = "1.2pt solid #B3201E"
_INDENTS = {"li": 11, ".term": 10, ".erratum": 10, ".entry p": 8, ".passage > h2": 31}
"""The padding (points) on the left of blocks of the booklet that have one, as in its style."""
_INDENTED = "\n".join(
    f"{block}{_MARKED} {{ padding-left: {indent + 2}pt; margin-left: -3.2pt }}" for block, indent in _INDENTS.items()
)
STYLE = f"""<style>
.{MARK}, .legend b {{ color: #B3201E; font-weight: 700; background: #FBE3DE }}
{_BLOCKS}{_MARKED} {{ border-left: {_BAR}; padding-left: 2pt; margin-left: -3.2pt }}
.passage > {_BLOCKS}:not(h2, .term, .erratum){_MARKED} {{ margin-left: calc({HANG:.2f}mm - 3.2pt) }}
{_INDENTED}
:is(td, th):has(.{MARK}) {{ border-left: {_BAR}; background: #FBE3DE }}
@page :first {{ @top-left {{
  content: element(legend); width: 100%; margin: 0; padding: 0; border: 0; white-space: normal; text-align: left;
  vertical-align: bottom
}} }}
.legend {{
  position: running(legend); border-left: {_BAR}; padding-left: 3pt; color: #17140F;
  font: 500 7.4pt/8pt 'Barlow Semi Condensed'; letter-spacing: 0; text-transform: none; text-align: left;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis
}}
.front .legend {{ position: absolute; right: 24pt; top: 18pt; background: #FFFFFF; padding: 4pt 6pt; z-index: 1 }}
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
    head, body = _split_after_styles(new.html)
    _, before = _split_after_styles(old.html)
    marked = "".join(_marked_lines(before.splitlines(keepends=True), body.splitlines(keepends=True)))
    marked = marked.replace("</body>", f"{appendix}</body>")
    if appendix:
        marked = marked.replace(END_OF_CONTENTS, f"{CHANGES_IN_CONTENTS}{END_OF_CONTENTS}", 1)
    title = f"{new.title} with changes marked"
    head = head.replace(f"<title>{escape(new.title)}</title>", f"<title>{escape(title)}</title>")
    html = head.replace("</head>", f"{STYLE}</head>") + marked
    at = re.search(r'<section class="front"[^>]*>', html) or re.search(r"<body[^>]*>", html)
    if at is not None:
        html = html[: at.end()] + _legend(since or "the last edition") + html[at.end() :]
    return replace(
        new,
        name=f"{new.name}-marked",
        title=title,
        html=html,
        scenes={**new.scenes, **(scenes or {})},
        pages=0,
    )


def _legend(since: str) -> str:
    """Return the line at the top of the first page that says what the marks mean."""
    words = f"Changes since {escape(since)} are <b>bold red</b> on pink, with a bar in the margin."
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
    """Yield a run of words in an element that marks it; blanks alone are not marked."""
    text = "".join(run)
    yield f'<span class="{MARK}">{text}</span>' if text.strip() else text
