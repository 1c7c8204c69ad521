"""`index.html` of a kit, which shows pictures of all printed pages and works without a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.message import capitalised


def compose_kit_index(
    title: str, subtitle: str, files: Iterable[tuple[str, str, Sequence[PurePath]]], errata_from: str = ""
) -> str:
    """Return the HTML of a kit's `index.html`, with pictures of the pages of these files.

    `files` are the name without suffix, the title, and the pictures of the pages of each file. The pictures are in a
    folder beside `index.html`. A file without pictures is only linked.
    `errata_from` is the name of the old edition if the kit is an errata kit, which has a list of changes but no cover.
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
    text = "".join([title, subtitle, errata_from, *(str(one["title"]) for one in listed)])
    return template.render(
        title=title,
        subtitle=subtitle,
        files=listed,
        errata_from=errata_from,
        style=web_style("index.css", text),
    )
