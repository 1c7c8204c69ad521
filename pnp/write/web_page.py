"""Books as single HTML files for a browser, with their drawings inside.

Source: HTML Living Standard, 4.8.16 (SVG).
"""

from __future__ import annotations

import re
from html import unescape
from itertools import count

from markupsafe import escape

from pnp.compose.html_book import Book
from pnp.write.svg import svg_text

_DRAWING = re.compile(r'<img src="scene:([^"]+)" alt="([^"]*)"[^>]*>')


def web_page_text(book: Book) -> str:
    """Return the HTML of a book with its drawings as inline SVG, so that it needs no other file."""
    numbers = count(1)

    def inline(found: re.Match[str]) -> str:
        """Return the SVG element of a drawing; its ids occur nowhere else on the page."""
        text = svg_text(book.scenes[unescape(found[1])], ids=f"d{next(numbers)}-")
        element = text[text.index("<svg") :].strip()
        element = re.sub(r' xmlns:ev="[^"]*"', "", element, count=1)
        return element.replace("<svg ", f'<svg role="img" aria-label="{escape(unescape(found[2]))}" ', 1)

    return _DRAWING.sub(inline, book.html)
