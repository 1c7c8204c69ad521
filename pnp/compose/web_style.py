"""The style of HTML pages for a browser, with their fonts inside, so that they work without a network."""

from __future__ import annotations

import base64
import io
from functools import cache

from markupsafe import Markup

from pnp.cache import keep
from pnp.compose.templating import read_style, root_colours
from pnp.deferred import deferred
from pnp.typeface import font_path

with deferred():
    from fontTools import subset

FACES = {"condensed-bold": ("Barlow Condensed", 700), "sans-medium": ("Barlow Semi Condensed", 500)}
"""The fonts inside a page, with their CSS family and weight.

They have no reserved font names: a subset is a changed font, which its licence forbids to carry such a name.
"""
_NAMES = (0, 1, 2, 3, 4, 5, 6, 13, 14)
"""The records of a font's name table that a subset keeps: copyright, names, and the licence and its address."""
_ASCII = "".join(map(chr, range(32, 127))) + "·–—’“”×→"


def web_style(sheet: str, text: str) -> Markup:
    """Return the CSS of a page with this style sheet; its fonts contain the letters of `text`, and ASCII."""
    letters = "".join(sorted({*text, *_ASCII}))
    return Markup("\n".join([root_colours(), _font_faces(letters), read_style(sheet)]))  # noqa: S704 - our own


def _font_faces(letters: str) -> str:
    """Return CSS rules that embed the page's fonts; each font contains only `letters`."""
    rules = []
    for font, (family, weight) in FACES.items():
        data = base64.b64encode(_web_font(font, letters)).decode("ascii")
        rules.append(
            f"@font-face {{ font-family: '{family}'; font-weight: {weight}; "
            f"src: url(data:font/woff;base64,{data}) format('woff') }}"
        )
    return "\n".join(rules)


@cache
def _web_font(font: str, letters: str) -> bytes:
    """Return a font in web format that contains only `letters`."""
    return keep("web font", lambda: (font, letters), lambda: _subset_font(font, letters))


def _subset_font(font: str, letters: str) -> bytes:
    """Make a font in web format that contains only `letters`."""
    options = subset.Options(
        flavor="woff", layout_features=["kern"], hinting=False, desubroutinize=True, name_IDs=[*_NAMES]
    )
    web_font = subset.load_font(font_path(font), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(web_font)
    web_font.recalcTimestamp = False
    file = io.BytesIO()
    subset.save_font(web_font, file, options)
    return file.getvalue()
