"""Short texts of the data: inline Markdown with references in brackets, and signs as print has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

REFERENCE = re.compile(r"\[((?:R-)?\d+(?:\.\d+)*(?:,\s*(?:R-)?\d+(?:\.\d+)*)*)\]")
"""`[6.5.1]`, `[R-11]` or several with commas."""

_MINUS = re.compile(r"(?<![\w*.,/–-])-(?=\d)")
_OPENING = re.compile(r"(?<![\w.,;:!?)’”])['\"](?=[\w‘“])")
_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_FRACTION = re.compile(r"(?<![\d/])(1/2|1/3|2/3|1/4|3/4)(?![\d/])")
_FRACTIONS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾"}

Refer = Callable[[str], Markup]


def plain_reference(number: str) -> Markup:
    """A rule case as a red number, without a link."""
    return Markup('<span class="ref">{}</span>').format(number)


def inline(text: str, refer: Refer = plain_reference) -> Markup:
    r"""One paragraph of Markdown as HTML; each reference is what `refer` makes of it.

    >>> str(inline("**Add** 1 [6.5]"))
    '<strong>Add</strong> 1 <span class="ref">6.5</span>'
    >>> str(inline("as in [6.5,\nR-11]"))
    'as in <span class="ref">6.5</span> <span class="ref">R-11</span>'
    """
    if not _MARKS.search(text):
        return escape(dress(text))
    tokens = _parser().parseInline(text)
    return Markup(render_inline(tokens[0].children or (), refer))  # noqa: S704 - the parser escapes all but its own tags


_MARKS = re.compile(r"[*_`\[\\&<\n!]")


def render_inline(tokens: Sequence[Token], refer: Refer) -> str:
    """Inline tokens as HTML, references in their text replaced."""
    made: list[Token] = []
    words = ""  # a reference may run over the end of a line
    for token in (*tokens, None):
        if token is not None and token.type in ("text", "softbreak"):
            words += token.content if token.type == "text" else " "
            continue
        if words:
            made.append(Token("html_inline", "", 0, content=str(_with_references(words, refer))))
            words = ""
        if token is not None:
            made.append(token)
    parser = _parser()
    renderer = parser.renderer
    assert isinstance(renderer, RendererHTML)
    return renderer.renderInline(made, parser.options, {})


def _with_references(text: str, refer: Refer) -> Markup:
    parts = Markup()
    end = 0
    for match in REFERENCE.finditer(text):
        parts += escape(dress(text[end : match.start()]))
        parts += Markup(" ").join(refer(number.strip()) for number in match[1].split(","))
        end = match.end()
    return parts + escape(dress(text[end:]))


def plain(text: str) -> str:
    """The text without its marks, for measuring."""
    if not _MARKS.search(text):
        return dress(text)
    children = _parser().parseInline(text)[0].children or ()
    return dress(REFERENCE.sub(r"\1", "".join(c.content or " " * (c.type == "softbreak") for c in children)))


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def dress(text: str) -> str:
    """Typewriter signs as print has them: curly quotes, and a minus sign before a figure but not inside `3-4-3`.

    >>> dress("-1 for a unit's step; 3-4-3 stays")
    '−1 for a unit’s step; 3-4-3 stays'
    """
    text = _MINUS.sub("−", text)
    if "'" not in text and '"' not in text:
        return text
    return _OPENING.sub(lambda m: "‘“"[m[0] == '"'], text).replace("'", "’").replace('"', "”")


def figures(text: str) -> str:
    """A cell or an effect as print has it: real minus signs, ranges and fractions.

    >>> figures("1-2"), figures("-1"), figures("1/2 along it")
    ('1–2', '−1', '½ along it')
    """
    text = _RANGE.sub("–", dress(text))
    return _FRACTION.sub(lambda m: _FRACTIONS[m[1]], text)


def head(text: str) -> str:
    """The head of a row or column of numbers: `0-` is 0 or less, `7+` is 7 or more.

    >>> head("0-"), head("7+"), head("1-3"), head("+1"), head("first_time")
    ('≤ 0', '7 +', '1–3', '+1', 'first time')
    """
    if re.fullmatch(r"-?\d+-", text):
        return "≤ " + dress(text[:-1])
    if re.fullmatch(r"-?\d+\+", text):
        return dress(text[:-1]) + " +"
    if match := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text):
        return f"{dress(match[1])} to {dress(match[2])}"
    return figures(text.replace("_", " "))


def effect(text: str) -> str:
    """The effect of a modifier: arrows for shifts, a space after the sign.

    >>> effect("right 1"), effect("left 2"), effect("x2"), effect("+1"), effect("x1/2"), effect("<=CF")
    ('→ 1', '← 2', '× 2', '+ 1', '× ½', '≤ CF')
    """
    words = text.replace("<=", "≤").replace(">=", "≥")
    words = re.sub(r"^(\d+ )?right\b", lambda m: f"{m[1] or ''}→", words)
    words = re.sub(r"^(\d+ )?left\b", lambda m: f"{m[1] or ''}←", words)
    words = re.sub(r"^[x×*]\s*(?=[\d½⅓¼])", "× ", words)
    words = figures(words)
    return re.sub(r"^([+−≤≥])\s*(?=\w)", r"\1 ", words)
