"""Converts short Markdown texts of the data to HTML or plain text, with case numbers such as [6.5.1]."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from pnp.typography import dress
from pnp.units import int_sum

REFERENCE = re.compile(r"\[((?:R-)?\d+(?:\.\d+)*(?:,\s*(?:R-)?\d+(?:\.\d+)*)*)\]")
"""`[6.5.1]`, `[R-11]`, or several separated by commas."""


ReferenceWriter = Callable[[str], Markup]
"""Returns the HTML of a reference to a case or ruling."""


ReferenceJoiner = Callable[[str, Sequence[tuple[str, Markup]]], Markup]
"""Returns a text and the references that follow it, given as numbers with their HTML, as HTML."""

BREAK = "\N{ZERO WIDTH SPACE}"
"""Stands after the blank before a link or tag: WeasyPrint 70 breaks a line at its first blank if only that blank does
not fit."""


def spaced_references(before: str, links: Sequence[tuple[str, Markup]]) -> Markup:
    """Return a text and the references that follow it, separated by spaces."""
    return words_html(before) + Markup(" ").join(link for _, link in links)


NO_BREAK = "\N{NO-BREAK SPACE}"
SHORT_REFERENCES = 14
"""Up to this number of characters, the references after a text are not divided between lines."""


def bound_references(before: str, links: Sequence[tuple[str, Markup]]) -> Markup:
    """Return a text and the references that follow it; the first one is never alone at the start of a line.

    >>> one, other = ("6.1", Markup("<a>6.1</a>")), ("6.3", Markup("<a>6.3</a>"))
    >>> str(bound_references("It stops ", [one, other])).replace(NO_BREAK, "_").replace(BREAK, "")
    'It <span class="whole">stops_<a>6.1</a>,_<a>6.3</a></span>'
    """
    comma = escape(_reference_comma([number for number, _ in links]))
    numbers = [link for _, link in links]
    head, blank, word = before.removesuffix(" ").rpartition(" ")
    if not word or not before.endswith(" "):
        return words_html(with_break(before)) + comma.join(numbers)
    whole = words_html(word) + escape(NO_BREAK)
    kept = len(numbers) if NO_BREAK in comma else 1
    bound = Markup('<span class="whole">{}</span>').format(whole + comma.join(numbers[:kept]))
    return words_html(with_break(head + blank)) + comma.join([bound, *numbers[kept:]])


def bound_text(text: str) -> str:
    """Return a paragraph of Markdown as plain text with the no-break spaces of `bound_references`."""

    def bind(match: re.Match[str]) -> str:
        """Return the references of one place, with a no-break space before them."""
        numbers = re.split(r",\s*", match[2])
        return f"{match[1] and NO_BREAK}[{_reference_comma(numbers).join(numbers)}]"

    return plain_text(re.sub(rf"( ?){REFERENCE.pattern}", bind, text))


def _reference_comma(numbers: Sequence[str]) -> str:
    """Return the comma and the space between references; a line may break there if they are long."""
    return f",{NO_BREAK}" if int_sum(len(number) + 2 for number in numbers) - 2 <= SHORT_REFERENCES else ", "


_WHOLE = re.compile(r"\b[A-Z]\w*/\w+|\b\w+/[A-Z]\w*|\bwww\.[\w.-]{0,40}\w(?![\w-])")
"""A name with a slash and a capital letter, such as `A/CLY` or `HW/1`, or a short address: hyphens would change it."""


def words_html(text: str) -> Markup:
    """Return a text with typographic signs as HTML; no line breaks within an address or a name with a slash.

    >>> str(words_html("A/CLY & 1/2"))
    '<span class="whole">A/CLY</span> &amp; 1/2'
    >>> str(words_html("see www.maps.org."))
    'see <span class="whole">www.maps.org</span>.'
    """
    return Markup(_WHOLE.sub(r'<span class="whole">\g<0></span>', str(escape(dress(text)))))  # noqa: S704 - escaped


COMMA = Markup(", ")
_NOUN = re.compile(
    r"(?:^|[\s(])(?:after|as|at|by|case|cases|except|for|from|in|of|per|ruling|rulings|section"
    r"|sections|see|than|that|through|to|under|until|with|without)\s*$|[(–-]\s*$",
    re.IGNORECASE,
)
"""The end of a text after which a reference is part of the sentence, as in `as stated in 6.5`."""


def running_references(before: str, links: Sequence[tuple[str, Markup]]) -> Markup:
    """Return a text and the references that follow it, as running text prints them.

    Cases are in parentheses, and rulings are superscript. A reference that is part of the sentence is neither.

    >>> case, ruling = ("6.5", Markup("<a>6.5</a>")), ("R-1", Markup("<a>R-1</a>"))
    >>> str(running_references("Armies stop ", [case, ruling])).replace(NO_BREAK, "_").replace(BREAK, "")
    'Armies <span class="whole">stop_<span class="cited">(<a>6.5</a>)</span></span><sup><a>R-1</a></sup>'
    >>> str(running_references("Armies stop ", [ruling]))
    'Armies stop<sup><a>R-1</a></sup>'
    >>> str(running_references("as stated in ", [case])).replace(NO_BREAK, "_").replace(BREAK, "")
    'as stated <span class="whole">in_<a>6.5</a></span>'
    """
    before = dress(before)
    if _NOUN.search(before):
        return _bound_to_last_word(before, [link for _, link in links])
    cases = [link for number, link in links if not number.startswith("R")]
    rulings = [link for number, link in links if number.startswith("R")]
    words = cited_after(before, cases) if cases else words_html(before.rstrip())
    return words + Markup("<sup>{}</sup>").format(Markup(", ").join(rulings)) if rulings else words


def cited_after(before: str, cases: Sequence[Markup]) -> Markup:
    """Return a text and the cases that it follows, in parentheses; the first one stays with the last word.

    >>> str(cited_after("Armies stop ", [Markup("6.5"), Markup("6.6")])).replace(NO_BREAK, "_").replace(BREAK, "")
    'Armies <span class="whole">stop_<span class="cited">(6.5,</span></span> <span class="cited">6.6)</span>'
    """
    ends = [Markup("{}{}").format(case, "," if i < len(cases) else ")") for i, case in enumerate(cases, 1)]
    ends[0] = Markup("(") + ends[0]
    return _bound_to_last_word(
        before, [Markup('<span class="cited">{}</span>').format(end) for end in ends], Markup(" ")
    )


def _bound_to_last_word(before: str, links: Sequence[Markup], between: Markup = COMMA) -> Markup:
    """Return a text and the links after it; no line is broken between its last word and the first link."""
    head, blank, word = before.removesuffix(" ").rpartition(" ")
    first, *others = links
    if before.endswith(" ") and word:
        whole = Markup('<span class="whole">{}</span>').format(words_html(word) + escape(NO_BREAK) + first)
        start = words_html(with_break(head + blank)) + whole
    else:
        start = words_html(f"{before.removesuffix(' ')}{NO_BREAK}" if before.endswith(" ") else before) + first
    return between.join([start, *others])


def with_break(text: str) -> str:
    """Return a text that can be broken before a link or tag, if it ends with a blank."""
    return f"{text}{BREAK}" if text.endswith(" ") else text


def plain_reference(number: str) -> Markup:
    """Return the number of a case as red HTML text without a link."""
    return Markup('<span class="ref">{}</span>').format(number)


def inline_html(
    text: str, refer: ReferenceWriter = plain_reference, join: ReferenceJoiner = spaced_references
) -> Markup:
    r"""Return a paragraph of Markdown as HTML; `refer` turns case numbers into HTML references, `join` places them.

    >>> str(inline_html("**Add** 1 [6.5]"))
    '<strong>Add</strong> 1 <span class="ref">6.5</span>'
    >>> str(inline_html("as in [6.5,\nR-11]"))
    'as in <span class="ref">6.5</span> <span class="ref">R-11</span>'
    """
    if not _MARKS.search(text):
        return words_html(text)
    tokens = _markdown_parser().parseInline(text)
    return Markup(token_html(tokens[0].children or (), refer, join))  # noqa: S704 - the parser escapes all but its own tags


_MARKS = re.compile(r"[*_`\[\\&<\n!~]")


def token_html(tokens: Sequence[Token], refer: ReferenceWriter, join: ReferenceJoiner = spaced_references) -> str:
    """Return parsed Markdown tokens as HTML; `refer` turns case numbers into HTML references, `join` places them."""
    finished: list[Token] = []
    words = ""  # a reference may run over the end of a line
    for token in (*tokens, None):
        if token is not None and token.type in ("text", "softbreak"):
            words += token.content if token.type == "text" else " "
            continue
        if words:
            opens = join is running_references and token is not None and token.nesting == 1
            words = with_break(words) if opens else words
            finished.append(Token("html_inline", "", 0, content=str(_with_references(words, refer, join))))
            words = ""
        if token is not None:
            finished.append(token)
    parser = _markdown_parser()
    renderer = parser.renderer
    assert isinstance(renderer, RendererHTML)
    return renderer.renderInline(finished, parser.options, {})


def _with_references(text: str, refer: ReferenceWriter, join: ReferenceJoiner) -> Markup:
    """Return a plain text as HTML, with a reference for each case number in brackets."""
    parts = Markup()
    end = 0
    for match in REFERENCE.finditer(text):
        numbers = [number.strip() for number in match[1].split(",")]
        parts += join(text[end : match.start()], [(number, refer(number)) for number in numbers])
        end = match.end()
    return parts + words_html(text[end:])


def plain_text(text: str) -> str:
    """Return a paragraph of Markdown as plain text, so that its width can be measured."""
    if not _MARKS.search(text):
        return dress(text)
    children = _markdown_parser().parseInline(text)[0].children or ()
    return dress(REFERENCE.sub(r"\1", "".join(c.content or " " * (c.type == "softbreak") for c in children)))


@cache
def _markdown_parser() -> MarkdownIt:
    """Return the parser of inline Markdown."""
    return MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
