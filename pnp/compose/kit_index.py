"""`index.html` of a kit, which shows pictures of all printed pages and works without a network."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from markupsafe import Markup

from pnp.compose.templating import environment, read_style, root_colours
from pnp.deferred import deferred
from pnp.message import capitalised
from pnp.typeface import font_path

if TYPE_CHECKING:
    from fontTools import subset
else:
    (subset,) = deferred("fontTools.subset")  # slow to import, and used once per kit

FACES = {"condensed-bold": ("Barlow Condensed", 700), "sans-medium": ("Barlow Semi Condensed", 500)}
"""The fonts inside the page, with their CSS family and weight."""


def compose_kit_index(title: str, subtitle: str, files: Iterable[tuple[str, str, Sequence[PurePath]]]) -> str:
    """Return the HTML of a kit's `index.html`, with pictures of the pages of these files.

    `files` are the name without suffix, the title, and the pictures of the pages of each file. The pictures are in a
    folder beside `index.html`. A file without pictures is only linked.
    """
    listed = [
        {
            "name": name,
            "title": capitalised(file_title.removeprefix(f"{title}:").strip()),
            "pages": [f"{picture.parent.name}/{picture.name}" for picture in pictures],
        }
        for name, file_title, pictures in files
    ]
    template = environment().get_template("index.html")
    letters = "".join(sorted({*title, *subtitle, *"".join(str(one["title"]) for one in listed), *_ASCII}))
    return template.render(
        title=title,
        subtitle=subtitle,
        files=listed,
        style=Markup("\n".join([root_colours(), _font_faces(letters), read_style("index.css")])),  # noqa: S704 - our own
    )


_ASCII = "".join(map(chr, range(32, 127))) + "·–—’“”×→"


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
    options = subset.Options(flavor="woff", layout_features=["kern"], hinting=False, desubroutinize=True)
    web_font = subset.load_font(font_path(font), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(web_font)
    web_font.recalcTimestamp = False
    file = io.BytesIO()
    subset.save_font(web_font, file, options)
    return file.getvalue()
